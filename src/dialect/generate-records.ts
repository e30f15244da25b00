// Records made up from what is known of a service's records: the same members, kinds and forms, nothing of a recorded record.
// The same seed gives the same records.
import { isEmptyObject, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { parentOf, valueAt, withoutValueAt, withValueAt } from '../http/pointer.ts';
import { alphabets, digest, shaped } from './drawn-texts.ts';
import type { DialectForm, FieldForm, RecordForm, RecordKind } from './profile-form.ts';
import type { RecordedRecord } from './recorded-record.ts';
import { numeric } from './template-filters.ts';
import { fill, sameValue } from './templates.ts';
import { writeMoment } from './time-forms.ts';
import { storedOrigin } from '../spec/mock-paths.ts';

type GeneratedRecords = Readonly<Record<RecordKind, readonly RecordedRecord[]>>;

export function generateRecords(
  form: DialectForm,
  seed: number,
  counts: Readonly<Record<RecordKind, number>>,
): GeneratedRecords {
  const strategy = recordsOf('strategy', form, seed, counts.strategy, []);
  return {
    strategy,
    listing: recordsOf('listing', form, seed, counts.listing, strategy),
    reportRun: recordsOf('reportRun', form, seed, counts.reportRun, []),
  };
}

/**
 * One record in the service's form, for one that no recording shows: what it says of itself stands at the places that are called
 * as its fields are, the rest follows from its id.
 * @param own the record in our fields
 */
export function generateRecord(form: DialectForm, kind: RecordKind, own: { readonly id: string }): Json {
  const shape = form.records[kind];
  if (shape === undefined) return {};
  const { id, ...others } = own;
  const fields: Readonly<Record<string, unknown>> = others;
  const made = recordOf(shape, id, new Draw(`${kind}/${id}`), undefined);
  return Object.entries(shape.fields).reduce((record, [at, field]) => {
    const value = fields[at.slice(at.lastIndexOf('/') + 1)];
    const fits = at !== shape.id.at && isKind(value, field) && valueAt(record, at) !== undefined;
    return fits ? withValueAt(record, at, value) : record;
  }, made);
}

/** Whether a field of the service could hold a value of ours. */
function isKind(value: unknown, { kinds, values, template }: FieldForm): value is Json {
  const kind = Number.isInteger(value) && kinds.includes('integer') ? 'integer' : typeof value;
  return (
    template === undefined &&
    ['string', 'number', 'integer', 'boolean'].includes(kind) &&
    (kinds as readonly string[]).includes(kind) &&
    (values === undefined || values.some((known) => sameValue(known, value as Json)))
  );
}

function recordsOf(
  kind: RecordKind,
  form: DialectForm,
  seed: number,
  count: number,
  strategies: readonly RecordedRecord[],
): RecordedRecord[] {
  const own = form.records[kind];
  if (own === undefined) return [];
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, place) => {
    let id: string;
    let tries = 0;
    do id = idFor(own, `${seed}/${kind}/${place}/${(tries += 1)}`);
    while (taken.has(id) && tries < 100);
    if (taken.has(id)) id = `${id}${place}`;
    taken.add(id);
    const draw = new Draw(`${seed}/${kind}/${place}`);
    const strategy = strategies.length === 0 ? undefined : strategies[draw.whole(0, strategies.length - 1)]!;
    return { id, place, record: recordOf(own, id, draw, strategy), changes: [] };
  });
}

/** Numbers that follow from a seed alone. */
class Draw {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** From 0 up to, but not including, 1. */
  share(): number {
    return Number.parseInt(this.text().slice(0, 8), 16) / 0x1_0000_0000;
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1));
  }

  text(): string {
    return digest(`${this.#seed}/${(this.#count += 1)}`);
  }
}

function recordOf(form: RecordForm, id: string, draw: Draw, strategy: RecordedRecord | undefined): Json {
  let record: Json = {};
  const later: [at: string, field: FieldForm][] = [];
  const needed = neededIn(form);
  for (const [at, field] of Object.entries(form.fields)) {
    const parent = valueAt(record, parentOf(at));
    if (!isObject(parent)) continue;
    const isId = at === form.id.at;
    const isLacking = !isId && draw.share() * field.of >= field.seen;
    if (isLacking && !(needed.has(at) && isEmptyObject(parent))) continue;
    const isNull = !isId && draw.share() * field.seen < (field.nulls ?? 0);
    if (isId) record = withValueAt(record, at, asKind(form.id.prefix + id, field));
    else if (isNull) record = withValueAt(record, at, null);
    else if (at === form.strategy) record = withValueAt(record, at, strategyValue(field, strategy, draw));
    else {
      // The place is kept for what follows from the rest.
      record = withValueAt(record, at, field.template === undefined ? valueOf(field, draw) : null);
      if (field.template !== undefined) later.push([at, field]);
    }
  }
  record = withinBounds(record, form);
  const named = form.strategy === undefined ? null : valueAt(record, form.strategy);
  for (const [at, field] of later) {
    const value = fill(field.template!, (name) => {
      if (name === 'id') return id;
      if (name === 'origin') return storedOrigin;
      if (name.startsWith('record/')) return valueAt(record, name.slice(6));
      return named === null || named === undefined ? undefined : ofStrategy(name, strategy);
    });
    if (value !== undefined && value !== null) record = withValueAt(record, at, value);
    else if ((field.nulls ?? 0) === 0) record = without(record, at, form);
  }
  return record;
}

/** The last members of objects whose members were seen so often that none of the objects need have been empty. */
function neededIn({ fields }: RecordForm): ReadonlySet<string> {
  const last = new Map<string, { readonly at: string; readonly shown: number }>();
  for (const [at, { seen }] of Object.entries(fields)) {
    const outer = parentOf(at);
    last.set(outer, { at, shown: (last.get(outer)?.shown ?? 0) + seen });
  }
  return new Set(
    [...last].flatMap(([outer, { at, shown }]) => {
      const { seen, nulls = 0 } = fields[outer] ?? { seen: Infinity };
      return shown >= seen - nulls ? [at] : [];
    }),
  );
}

/** The record without a leaf that follows from nothing; what then is an empty object is what it is in others without it. */
function without(record: Json, at: string, form: RecordForm): Json {
  const left = withoutValueAt(record, at);
  const parent = parentOf(at);
  const field = form.fields[parent];
  const isEmpty = parent !== '' && isEmptyObject(valueAt(left, parent));
  if (!isEmpty || field === undefined) return left;
  if ((field.nulls ?? 0) > 0) return withValueAt(left, parent, null);
  return field.seen < field.of ? without(left, parent, form) : left;
}

function ofStrategy(name: string, strategy: RecordedRecord | undefined): Json | undefined {
  if (strategy === undefined) return undefined;
  return name === 'strategy'
    ? strategy.record
    : name.startsWith('strategy/')
      ? valueAt(strategy.record, name.slice(8))
      : undefined;
}

/** How a listing names its strategy. */
function strategyValue(field: FieldForm, strategy: RecordedRecord | undefined, draw: Draw): Json {
  if (strategy === undefined) return valueOf(field, draw);
  const told =
    field.template === undefined ? undefined : fill(field.template, (name) => ofStrategy(name, strategy));
  return told ?? asKind(strategy.id, field);
}

/** A text as a number, where the field has numbers. */
function asKind(text: string, { kinds }: FieldForm): Json {
  return kinds.includes('string') || !/^\d{1,15}$/.test(text) ? text : Number(text);
}

/** The lower bound first. */
function withinBounds(record: Json, { min, max }: RecordForm): Json {
  if (min === undefined || max === undefined) return record;
  const [low, high] = [valueAt(record, min.at), valueAt(record, max.at)];
  const [a, b] = [numeric(low), numeric(high)];
  if (a === undefined || b === undefined || a / min.scale <= b / max.scale) return record;
  return withValueAt(withValueAt(record, min.at, high!), max.at, low!);
}

/** A moment that shows its fraction where that would be left out for being nothing. */
const withFraction = (at: number, time: string, draw: Draw): number =>
  time.includes('[') && at % 1000 === 0 ? at + draw.whole(1, 999) : at;

function valueOf(field: FieldForm, draw: Draw): Json {
  const { values, time, range, decimals, comma, shape } = field;
  const kinds = field.kinds.filter((kind) => kind !== 'null');
  if (values !== undefined) return values[draw.whole(0, values.length - 1)]!;
  const kind = kinds[draw.whole(0, kinds.length - 1)];
  switch (kind) {
    case 'object':
      return {};
    case 'array':
      // An empty one may never have been seen where null stands for it.
      return (field.nulls ?? 0) > 0 ? null : [];
    case 'boolean':
      return draw.share() < 0.5;
    case 'integer':
    case 'number': {
      const [low, high] = range ?? [1, 1000];
      if (time !== undefined) return writeMoment(draw.whole(low, high), time);
      return kind === 'integer'
        ? draw.whole(Math.ceil(low), Math.floor(high))
        : rounded(low + draw.share() * (high - low), decimals ?? 2);
    }
    case 'string': {
      const [low, high] = range ?? [5, 20];
      if (time !== undefined) return writeMoment(withFraction(draw.whole(low, high), time, draw), time);
      if (shape !== undefined) return shaped(draw.text(), shape);
      if (decimals !== undefined)
        return rounded(low + draw.share() * (high - low), decimals)
          .toFixed(decimals)
          .replace('.', comma === true ? ',' : '.');
      return words(draw, Math.round(low), Math.round(high));
    }
    default:
      return null;
  }
}

const rounded = (number: number, decimals: number) => Number(number.toFixed(decimals));

const vocabulary =
  'amber basic bright calm clear cold compact dark deep double early fine flat fresh grand green large light long mild narrow new open plain quick quiet round sharp short silver simple small soft solid spare steady still strong thin wide winter basket bench board bottle bowl box brush cabinet chair clock cloth cover cup desk drawer frame glass handle holder kettle lamp mat mirror panel pillow plate rack rail shelf stand stool table tray wheel';
const vocabularyWords = vocabulary.split(' ').map((word) => word[0]!.toUpperCase() + word.slice(1));

/** Words in a text of so many letters. */
function words(draw: Draw, low: number, high: number): string {
  const length = draw.whole(low, high);
  let text = '';
  while (text.length < length) {
    const word = vocabularyWords[draw.whole(0, vocabularyWords.length - 1)]!;
    if (text.endsWith(word)) continue;
    text += text === '' ? word : ` ${word}`;
  }
  // A text must not end with a space.
  return text.slice(0, length).replace(/ $/, 's');
}

/** An id of the shape that the service's ids have. */
function idFor(form: RecordForm, seed: string): string {
  const field = form.fields[form.id.at];
  const { shape: pattern, prefix } = form.id;
  if (field?.shape !== undefined) {
    const text = shaped(seed, field.shape);
    const id = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    if (pattern === undefined || new RegExp(`^(?:${pattern})$`).test(id)) return id;
  }
  if (pattern !== undefined) return ofPattern(pattern, seed);
  const [low, high] = field?.range ?? [8, 8];
  return shaped(
    seed,
    (field?.kinds.includes('string') ?? true) ? 'a'.repeat(Math.min(40, Math.max(4, low, high))) : '99999999',
  ).replace(/^0/, '1');
}

/** A text that fits a pattern of ids (profile-form.ts says which there are). */
function ofPattern(pattern: string, seed: string): string {
  const signOf = new Map(Array.from(alphabets.values(), ({ source, sign }) => [source, sign]));
  const parts = pattern.matchAll(/(\[[^\]]+\])\{(1,)?(\d+)\}|\\?([^])/g);
  const shape = Array.from(parts, ([, alphabet, isRange, count, sign]) =>
    alphabet === undefined
      ? `\\${sign!}`
      : signOf.get(alphabet)!.repeat(isRange === undefined ? Number(count) : Math.min(6, Number(count))),
  );
  // Numbers do not begin with a nought.
  return shaped(seed, shape.join('')).replace(/^0/, '1');
}
