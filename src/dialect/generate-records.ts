// Records made up from what is known of a service's records: the same members, kinds and forms, nothing of a recorded record.
// The same seed gives the same records.
import { isEmptyObject, isList, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { indexedPlace, parentOf, valueAt, withoutValueAt, withValueAt } from '../http/pointer.ts';
import { Draw, idFor, words } from './draw.ts';
import { shaped } from './drawn-texts.ts';
import type { DialectForm, FieldForm, RecordForm, RecordKind } from './profile-form.ts';
import type { RecordedRecord } from './recorded-record.ts';
import { applyFilter, worthOf } from './template-filters.ts';
import { fill, isOfStrategy, sameValue } from './templates.ts';
import { readMoment, writeMoment } from './time-forms.ts';
import { placesIn, toldIn } from './told-together.ts';
import type { Told } from './told-together.ts';
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

function recordOf(form: RecordForm, id: string, draw: Draw, strategy: RecordedRecord | undefined): Json {
  let record: Json = {};
  const later = new Map<string, FieldForm>();
  const needed = neededIn(form);
  const together = casesOf(form, draw);
  for (const [at, field] of Object.entries({ ...form.fields, ...form.items })) {
    const parent = valueAt(record, parentOf(at));
    const isNext = isList(parent) && at.endsWith(`/${parent.length}`);
    if (!isObject(parent) && !isNext) continue;
    const isId = at === form.id.at;
    const isStrategy = isStrategyPlace(record, at, form);
    const own: Told = isId ? { is: 'there' } : (together.get(at) ?? stateOf(field, isStrategy, draw));
    if (own.is === 'lacking' && !(needed.has(at) && isEmptyObject(parent))) continue;
    if (isId) record = withItemAt(record, at, asKind(form.id.prefix + id, field));
    else if (own.is === 'null') record = withItemAt(record, at, null);
    else if (own.value !== undefined) record = withItemAt(record, at, own.value);
    else if (isStrategy) record = withItemAt(record, at, strategyValue(field, strategy, draw));
    else if (field.template === undefined && field.from === undefined)
      record = withItemAt(record, at, valueOf(field, draw));
    else {
      // The place is kept for what follows from the rest.
      record = withItemAt(record, at, null);
      later.set(at, field);
    }
  }
  record = withFollowing(record, later, draw);
  record = withinBounds(record, form);
  // Some services write an object without members as a list.
  for (const [at, { kinds }] of Object.entries(form.fields))
    if (kinds.includes('array') && kinds.includes('object') && isEmptyObject(valueAt(record, at)))
      record = withValueAt(record, at, []);
  const named = form.strategy === undefined ? null : valueAt(record, form.strategy);
  for (const [at, { template, nulls = 0 }] of later) {
    if (template === undefined) continue;
    const value = fill(template, (name) => {
      if (name === 'id') return id;
      if (name === 'origin') return storedOrigin;
      if (name === 'answer') return draw.text();
      if (name.startsWith('record/')) return valueAt(record, name.slice(6));
      return named === null || named === undefined ? undefined : ofStrategy(name, strategy);
    });
    if (value !== undefined && value !== null) record = withValueAt(record, at, value);
    else if (nulls === 0) record = without(record, at, form);
  }
  return record;
}

/** The place may be called by what the item of a list says. */
const isStrategyPlace = (record: Json, at: string, { strategy }: RecordForm): boolean =>
  strategy !== undefined && (at === strategy || at === indexedPlace(record, strategy));

/** The value at a place, which may be the next one of a list. */
function withItemAt(record: Json, at: string, value: Json): Json {
  const outer = parentOf(at);
  const list = valueAt(record, outer);
  return isList(list) ? withValueAt(record, outer, [...list, value]) : withValueAt(record, at, value);
}

/** Whether a leaf is there, as often as it was seen there. */
function stateOf(field: FieldForm, isStrategy: boolean, draw: Draw): Told {
  const { seen, of, nulls = 0, blanks = 0, template } = field;
  if (draw.share() * of >= seen) return { is: 'lacking' };
  // What follows from the strategy is null where none is named, and not by chance.
  const mayBeNull = isStrategy || !isOfStrategy(template);
  if (mayBeNull && draw.share() * seen < nulls) return { is: 'null' };
  return draw.share() * seen < blanks ? { is: 'there', value: '' } : { is: 'there' };
}

/** What the leaves are that go together: of each group the case of some record. */
function casesOf({ together = [] }: RecordForm, draw: Draw): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const cases of together) {
    let left = draw.share() * cases.reduce((sum, { seen }) => sum + seen, 0);
    const one = cases.find(({ seen }) => (left -= seen) < 0) ?? cases[0]!;
    for (const at of placesIn(cases)) told.set(at, toldIn(one, at));
  }
  return told;
}

/** The record with the moments and amounts that follow others, those first that others follow. */
function withFollowing(record: Json, later: ReadonlyMap<string, FieldForm>, draw: Draw): Json {
  let made = record;
  const left = new Map([...later].filter(([, { from }]) => from !== undefined));
  while (left.size > 0) {
    const ready = [...left].find(([, { from }]) => !left.has(from!.at)) ?? [...left][0]!;
    const [at, field] = ready;
    left.delete(at);
    const { at: other, add, times } = field.from!;
    const before = valueAt(made, other);
    const first = add === undefined ? worthOf(before) : readMoment(before)?.at;
    const [low, high] = add ?? times ?? [0, 0];
    const by = low + draw.share() * (high - low);
    if (first === undefined) made = withValueAt(made, at, valueOf(field, draw));
    else {
      // Nothing is later than the latest that was seen.
      const latest = Math.max(first, field.range?.[1] ?? Infinity);
      const number = add === undefined ? first * by : Math.min(first + by, latest);
      made = withValueAt(made, at, written(number, field, draw));
    }
  }
  return made;
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
  const [a, b] = [worthOf(low), worthOf(high)];
  if (a === undefined || b === undefined || a / min.scale <= b / max.scale) return record;
  return withValueAt(withValueAt(record, min.at, high!), max.at, low!);
}

/** A moment that shows its fraction where that would be left out for being nothing. */
const withFraction = (at: number, time: string, draw: Draw): number =>
  time.includes('[') && at % 1000 === 0 ? at + draw.whole(1, 999) : at;

function valueOf(field: FieldForm, draw: Draw): Json {
  const { values, time, range, decimals, shape } = field;
  const kinds = field.kinds.filter((kind) => kind !== 'null');
  if (values !== undefined) return values[draw.whole(0, values.length - 1)]!;
  switch (kinds[draw.whole(0, kinds.length - 1)]) {
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
      return written(low + draw.share() * (high - low), field, draw);
    }
    case 'string': {
      const [low, high] = range ?? [5, 20];
      if (shape !== undefined) return shaped(draw.text(), shape);
      return time === undefined && decimals === undefined
        ? words(draw, low, high, field.as)
        : written(low + draw.share() * (high - low), field, draw);
    }
    default:
      return null;
  }
}

/** A number, a moment or an amount as the leaf has it. */
function written(number: number, { kinds, time, decimals, step = 1, as }: FieldForm, draw: Draw): Json {
  if (time !== undefined) {
    const at = Math.round(number / step) * step;
    return writeMoment(kinds.includes('string') ? withFraction(at, time, draw) : at, time);
  }
  const isWhole = decimals === undefined && !kinds.includes('number');
  const own = isWhole || step > 1 ? Math.round(number / step) * step : Number(number.toFixed(decimals ?? 2));
  const isText =
    as !== undefined &&
    (!kinds.some((kind) => kind === 'number' || kind === 'integer') || draw.share() < 0.5);
  return !isText ? own : (applyFilter(as, own) ?? own);
}
