// What is known when an answer is given, by the names that templates hold. The learner and the mock know the same.
import { isList, isObject, kindOf, nameIn, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { bodyLimits, scanJson } from '../http/json-text.ts';
import type { Span } from '../http/json-text.ts';
import {
  allLeaves,
  indexedPlace,
  itemStep,
  leafAt,
  outerLists,
  pointerTo,
  stepsOf,
  valueAt,
} from '../http/pointer.ts';
import { lastSegment, namedParameters } from '../http/parse-url.ts';
import { endpoints } from '../spec/endpoints.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { partsOfOrder } from './order-words.ts';
import { inUnit, unitName } from './template-filters.ts';
import { sameValue } from './templates.ts';

/** Earlier names are preferred where two explain the same. */
export type Facts = ReadonlyMap<string, Json>;

/** What names begin with that tell what the client prefers. */
export const ofPreferences = 'prefers.';

/** What a request asks for and sends. */
export interface AskedFor {
  /** Decoded; empty where the path has none. */
  readonly recordId: string;
  readonly sent: Json | undefined;
  /** What the client prefers, by header; see `firstChoices`. */
  readonly prefers: ReadonlyMap<string, string>;
}

export interface RequestKnown extends AskedFor {
  readonly method: string;
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  /** The key, as far as it is known. */
  readonly key?: string | undefined;
  /** Where the service stands. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Counts the requests of the service. */
  readonly number: number;
}

export function requestFacts(request: RequestKnown): Map<string, Json> {
  const { method, path, query, recordId, sent, prefers, key, origin, now, number } = request;
  const facts = new Map<string, Json>();
  if (recordId !== '') facts.set('id', recordId);
  facts.set('path', path);
  facts.set('path.rest', path.slice(1));
  facts.set('path.end', lastSegment(path));
  const [, list] = path.slice(1).split('/');
  if (list !== undefined && list !== '') facts.set('path.list', list);
  facts.set('origin', origin);
  facts.set('method', method);
  facts.set('now', now);
  facts.set('requests', number);
  for (const [header, choice] of prefers) facts.set(`${ofPreferences}${header}`, choice);
  if (key !== undefined) facts.set('key', key);
  if (query !== '') facts.set('query', query);
  const parameters = namedParameters(query);
  facts.set('parameters', Object.fromEntries(parameters));
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name);
    facts.set(`query.${name}`, values.at(-1)!);
    facts.set(`queries.${name}`, values);
    facts.set(`parts.${name}`, values.at(-1)!.split(','));
    const { by, direction } = partsOfOrder(name, values.at(-1)!);
    if (by !== undefined) facts.set(`order.${name}`, by);
    if (direction !== undefined) facts.set(`direction.${name}`, direction);
  }
  if (sent !== undefined) {
    facts.set('sent', sent);
    for (const [place, leaf] of scalarsSent(sent))
      if (typeof leaf !== 'object' || leaf === null) facts.set(`sent${place}`, leaf);
    for (const [place, list] of plainLists(sent)) facts.set(`sent${place}`, list);
    for (const [place, count] of countsIn(sent, '')) facts.set(`sent.items${place}`, count);
  }
  return facts;
}

/** What the records of an endpoint are called, as its path calls them. */
export function addSubject(facts: Map<string, Json>, endpoint: EndpointName): void {
  const { of } = endpoints.find(({ name }) => name === endpoint)!;
  facts.set('endpoint.of', of === 'reportRun' ? 'report' : of);
}

/** How many members or items stand at each place of a body. */
const countsIn = (value: Json, at: string): [place: string, count: number][] =>
  membersWithin(value).flatMap(([name, item]) => {
    if (typeof item !== 'object' || item === null) return [];
    const own = pointerTo(at, name);
    return [[own, Object.keys(item).length] as [string, number], ...countsIn(item, own)];
  });

/** The members of an object, or the items of a list that say what they are about. */
export function membersWithin(sent: Json): [name: string, item: Json][] {
  if (isObject(sent)) return Object.entries(sent);
  if (!isList(sent)) return [];
  return sent.flatMap((item, at, items) => {
    const step = itemStep(items, at);
    return step === undefined ? [] : [[step, item] as [string, Json]];
  });
}

export type TakenKind = 'string' | 'number' | 'integer' | 'object' | 'array';

/** What is objected to. */
export interface Objected {
  /** The place in the body, or the parameter of the query. */
  readonly param?: string | undefined;
  readonly value?: Json | undefined;
  /** What the service wants in its place. */
  readonly wanted?: Json | undefined;
  /** The kind of value that the service takes there. */
  readonly kind?: TakenKind | undefined;
  /** The name in the value that no record has. */
  readonly named?: string | undefined;
  /** What stands in the value behind an operator. */
  readonly operand?: string | undefined;
}

interface Told extends Objected {
  readonly cause: string;
}

/** What stands in the last brackets of a parameter: `gte` in `price[gte]`; undefined where it has none. */
export const innerOf = (param: string): string | undefined => /\[([^[\]]+)\]$/.exec(param)?.[1];

/** What was objected to: the field or parameter, its place, its value. */
export function addObjection(facts: Map<string, Json>, objected: Objected, sent: Json | undefined): void {
  const { param, value, wanted, kind, named, operand } = objected;
  if (param !== undefined) {
    const place = param.startsWith('/') ? indexedPlace(sent ?? null, param) : param;
    const steps = param.startsWith('/') ? stepsOf(place) : [param];
    facts.set('param', steps.at(-1)!);
    const inner = innerOf(param);
    if (inner !== undefined) facts.set('param.inner', inner);
    // The path of a parameter is its name.
    facts.set('param.path', steps.join('.'));
    addItem(facts, param);
    if (param.startsWith('/')) {
      facts.set('param.pointer', place);
      facts.set('param.first', steps[0]!);
      if (steps.length > 2) facts.set('param.inside', steps.slice(1).join('.'));
      facts.set('param.arrows', steps.join(' -> '));
      facts.set('param.brackets', steps.join('.').replace(/(?:^|\.)(\d+)(?=\.|$)/g, '[$1]'));
    }
  }
  if (kind !== undefined) facts.set('param.kind', kind);
  if (value === undefined) return;
  facts.set('value', value);
  const amount = inUnit(value);
  if (amount !== undefined) facts.set('value.unit', unitName(amount.unit));
  if (typeof value === 'object' && value !== null) addLeaves(facts, 'value', value);
  if (wanted !== undefined) facts.set('value.wanted', wanted);
  if (named !== undefined) facts.set('value.named', named);
  if (operand !== undefined) facts.set('value.operand', operand);
  if (typeof value === 'string' && value.length > 1) facts.set('value.first', textOf(value).slice(0, 1));
  facts.set('value.text', textOf(value));
  facts.set(
    'value.json',
    typeof value === 'object'
      ? JSON.stringify(value)
      : typeof value === 'string'
        ? JSON.stringify(textOf(value))
        : textOf(value),
  );
  facts.set('value.type', kindOf(value));
}

/** What calls the item of a list that a field stands in, such as the path of an operation, with what of its value is at fault. */
function addItem(facts: Map<string, Json>, param: string): void {
  const item = itemIn(param);
  if (item === undefined) return;
  facts.set('param.item', item.called);
  facts.set('param.item.path', item.steps.join('.'));
}

/** The text that calls the item of a list that a place lies in, and the steps by which that and the rest of the place lead. */
function itemIn(place: string): { readonly called: string; readonly steps: readonly string[] } | undefined {
  const steps = place.startsWith('/') ? stepsOf(place) : [];
  const at = steps.findLastIndex((step) => step.includes('='));
  if (at === -1) return undefined;
  const called = steps[at]!.slice(steps[at]!.indexOf('=') + 1);
  return { called, steps: [...called.split('/').filter((step) => step !== ''), ...steps.slice(at + 2)] };
}

/** The names by which an answer may call a place, the outermost first; in a list of actions those of what they are about. */
export const namesOf = (place: string): readonly string[] =>
  itemIn(place)?.steps ?? (place.startsWith('/') ? stepsOf(place) : [place]);

/** What is found while a body is read, so that parsers tell where it was; numbers in other errors are limits. */
const isOfReading =
  /^(?:body-(?:malformed|other)|field-(?:type|text|number|numeric-text|unknown)|strategy-malformed)$/;

/**
 * Where the value at fault begins and ends, and the name before it ends, where the JSON breaks off, and how long it is:
 * characters from 0 on; what is broken is told again as a whole, too.
 */
export function addSentPlaces(
  facts: Map<string, Json>,
  { cause, param }: Told,
  text: string | undefined,
  sent: Json | undefined,
): void {
  if (text === undefined || text === '' || !isOfReading.test(cause)) return;
  const spans = new Map<string, Span>();
  const { fault } = scanJson(text, bodyLimits, spans);
  const span = param?.startsWith('/') === true ? spans.get(indexedPlace(sent ?? null, param)) : undefined;
  if (span !== undefined) {
    facts.set('value.start', span.start);
    facts.set('value.end', span.end);
    facts.set('value.key.end', text.lastIndexOf('"', span.start - 1) + 1);
  }
  if (fault !== null) {
    facts.set('sent.fault', fault.at);
    facts.set('sent.text', text);
  }
  facts.set('sent.length', text.length);
}

/** The names of all fields, or of all parameters, that nobody knows, where one of them is refused. */
export function addAllNames(
  facts: Map<string, Json>,
  { cause: refused }: Told,
  objections: readonly Told[],
): void {
  if (refused !== 'field-unknown' && refused !== 'parameter-unknown') return;
  const names = objections.flatMap(({ cause, param }) =>
    cause === refused && param !== undefined ? [lastSegment(param)] : [],
  );
  facts.set('param.all', [...new Set(names)].join(', '));
}

/** In so many objects and lists something is looked for: what patches of lists of prices need, and no more. */
const deepest = 12;

/**
 * The leaves of a value with their places; arrays of scalars count as leaves, those of objects are entered.
 * @param stepTo an item of an array: its index, unless given
 */
export function leavesOf(
  value: Json,
  place = '',
  stepTo: (items: readonly Json[], at: number) => string | number = (_, at) => at,
): [place: string, leaf: Json][] {
  const found: [place: string, leaf: Json][] = [];
  const add = (inside: Json, at: string, depth: number): void => {
    const members = isObject(inside) && depth < deepest ? Object.entries(inside) : [];
    if (members.length > 0) for (const [name, item] of members) add(item, pointerTo(at, name), depth + 1);
    else if (isList(inside) && depth < deepest && inside.some((item) => typeof item === 'object'))
      inside.forEach((item, index) => {
        add(item, pointerTo(at, stepTo(inside, index)), depth + 1);
      });
    else found.push([at, inside]);
  };
  add(value, place, 0);
  return found;
}

/** The leaves of a value as texts. */
export const leafTexts = (value: Json | undefined): string[] =>
  leavesOf(value ?? null).map(([, leaf]) => textOf(leaf));

/**
 * The texts and numbers of a value with their places, but for those in lists.
 * @param deepest in how many objects they stand at the most
 */
export function textsAndNumbers(value: Json, deepest: number, place = ''): [place: string, text: string][] {
  const name = nameIn(value);
  if (name !== null) return [[place, name]];
  if (!isObject(value) || deepest === 0) return [];
  return Object.entries(value).flatMap(([member, item]) =>
    textsAndNumbers(item, deepest - 1, pointerTo(place, member)),
  );
}

/** The leaves of a body that was sent: items of its lists are known by what they say, where they say it. */
export const sentLeaves = (sent: Json | undefined): [place: string, leaf: Json][] =>
  leavesOf(sent ?? null, '', (items, at) => itemStep(items, at) ?? at);

/** The leaves of a body and the items of its lists. */
export const scalarsSent = (sent: Json | undefined): [place: string, leaf: Json][] =>
  sentLeaves(sent).flatMap(([place, leaf]) => (isList(leaf) ? allLeaves(leaf, place) : [[place, leaf]]));

/** The lists of a body that stand in no other list, but for those whose items say what they are about. */
const plainLists = (sent: Json) =>
  outerLists(sent).filter(([, list]) => list.length === 0 || itemStep(list, 0) === undefined);

/** Adds the objects of a value to facts, each by its place behind a prefix. */
export function addObjects(
  facts: Map<string, Json>,
  prefix: string,
  value: Json | undefined,
  depth = 0,
): void {
  if (!isObject(value) || depth === deepest) return;
  for (const [name, item] of Object.entries(value)) {
    const own = pointerTo(prefix, name);
    if (isObject(item)) facts.set(own, item);
    addObjects(facts, own, item, depth + 1);
  }
}

/** The leaf of a record that a fact such as `record/price` names; undefined for any other fact. */
export const leafOfRecord = (name: string, record: Json | undefined): Json | undefined =>
  name.startsWith('record/') ? valueAt(record, name.slice('record'.length)) : undefined;

/** Adds the scalar leaves of a value to facts, each by its place behind a prefix. */
export function addLeaves(facts: Map<string, Json>, prefix: string, value: Json | undefined): void {
  if (value === undefined) return;
  for (const [place, leaf] of leavesOf(value)) {
    if (typeof leaf !== 'object' || leaf === null) facts.set(`${prefix}${place}`, leaf);
  }
}

/** Which leaves of a record a write has changed. */
export function addChanged(facts: Map<string, Json>, before: Json, record: Json): void {
  const places = new Set([before, record].flatMap((one) => leavesOf(one).map(([at]) => at)));
  for (const at of places)
    if (!sameValue(leafAt(before, at), leafAt(record, at))) facts.set(`changed${at}`, true);
}
