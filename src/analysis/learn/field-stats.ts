// What is counted of the fields of records while they are looked through.
import { decimalsOf, isObject, numberOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { timeFormOf, readTime } from '../../dialect/forms.ts';
import type { JsonType, TimeForm } from '../../dialect/wire.ts';
import { NameOrder } from './name-order.ts';

/** More values than these make no enumeration. */
const mostValues = 16;

export class FieldStats {
  readonly name: string;
  /** How often it was there, and null. */
  there = 0;
  nulls = 0;
  readonly types = new Map<JsonType, number>();
  readonly times = new Map<TimeForm, number>();
  readonly formats = new Map<string, number>();
  /** By value, the records that have it: two at most are told apart. Undefined: too many values. */
  values: Map<string | number | boolean, Set<string>> | undefined = new Map();
  /** The records that have a value of it. */
  readonly owners = new Set<string>();
  low = Infinity;
  high = -Infinity;
  shortest = Infinity;
  longest = 0;
  earliest = Infinity;
  latest = -Infinity;
  /** The fewest and the most decimals that numbers, or decimal texts, were written with. */
  fewestDecimals = Infinity;
  decimals = 0;
  /** Report runs: in which states it was not null. */
  readonly statesThere = new Set<string>();
  /** Of objects: how many there were, by view, and in which states. */
  readonly objects = new Map<string, number>();
  readonly states = new Set<string>();
  readonly fields = new Map<string, FieldStats>();
  readonly #order = new NameOrder();
  items: FieldStats | undefined;
  /** By view, how often it was there. */
  readonly views = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** The names of its fields, in the order in which objects show them. */
  get order(): string[] {
    return this.#order.all();
  }

  /** @param owner the record's id; `state` the state of a report run */
  add(value: Json, owner: string, view: string, state: string): void {
    if (value === null) {
      this.nulls += 1;
      return;
    }
    this.statesThere.add(state);
    this.owners.add(owner);
    const number = numberOf(value);
    if (number !== undefined) this.#number(number, value, owner);
    else if (typeof value === 'string') this.#text(value, owner);
    else if (typeof value === 'boolean') {
      this.#type('boolean');
      this.#value(value, owner);
    } else if (Array.isArray(value)) this.#array(value as readonly Json[], owner, view, state);
    else if (isObject(value)) {
      this.#type('object');
      this.addFields(value, owner, view, state);
    }
  }

  addFields(record: JsonObject, owner: string, view: string, state: string): void {
    this.objects.set(view, (this.objects.get(view) ?? 0) + 1);
    this.states.add(state);
    this.#order.add(Object.keys(record));
    for (const [name, value] of Object.entries(record)) {
      const field = this.fields.get(name) ?? new FieldStats(name);
      this.fields.set(name, field);
      field.there += 1;
      field.views.set(view, (field.views.get(view) ?? 0) + 1);
      field.add(value, owner, view, state);
    }
  }

  #array(items: readonly Json[], owner: string, view: string, state: string): void {
    this.#type('array');
    this.shortest = Math.min(this.shortest, items.length);
    this.longest = Math.max(this.longest, items.length);
    for (const item of items.slice(0, 20)) {
      this.items ??= new FieldStats('*');
      this.items.there += 1;
      this.items.add(item, owner, view, state);
    }
  }

  #number(number: number, value: Json, owner: string): void {
    const places = decimalsOf(value)!;
    this.#type(Number.isInteger(number) ? 'integer' : 'number');
    this.low = Math.min(this.low, number);
    this.high = Math.max(this.high, number);
    this.decimals = Math.max(this.decimals, places);
    this.fewestDecimals = Math.min(this.fewestDecimals, places);
    const time = timeFormOf(value, this.name);
    if (time !== undefined) this.#time(number * (time === 'unix' ? 1000 : 1), time);
    this.#value(number, owner);
  }

  #text(text: string, owner: string): void {
    this.#type('string');
    this.shortest = Math.min(this.shortest, text.length);
    this.longest = Math.max(this.longest, text.length);
    const time = timeFormOf(text, this.name);
    const format = time === undefined ? formatOf(text) : 'time';
    if (time !== undefined) this.#time(readTime(text, time), time);
    if (format === 'decimal' || format === 'digits') {
      const places = text.split('.')[1]?.length ?? 0;
      this.decimals = Math.max(this.decimals, places);
      this.fewestDecimals = Math.min(this.fewestDecimals, places);
      this.low = Math.min(this.low, Number(text));
      this.high = Math.max(this.high, Number(text));
    }
    this.formats.set(format, (this.formats.get(format) ?? 0) + 1);
    this.#value(text, owner);
  }

  #time(milliseconds: number, form: TimeForm): void {
    this.times.set(form, (this.times.get(form) ?? 0) + 1);
    this.earliest = Math.min(this.earliest, milliseconds);
    this.latest = Math.max(this.latest, milliseconds);
  }

  #type(type: JsonType): void {
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
  }

  #value(value: string | number | boolean, owner: string): void {
    if (this.values === undefined) return;
    const owners = this.values.get(value) ?? new Set<string>();
    this.values.set(value, owners);
    if (owners.size < 2) owners.add(owner);
    if (this.values.size > mostValues) this.values = undefined;
  }
}

const formats: readonly (readonly [string, RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['url', /^https?:\/\/[^\s]+$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['currency', /^[A-Z]{3}$/],
  ['digits', /^\d{1,30}$/],
  ['decimal', /^-?\d{1,15}\.\d{1,6}$/],
];

function formatOf(text: string): string {
  if (text.length > 300) return 'text';
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}
