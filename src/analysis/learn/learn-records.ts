// The leaves of a kind of records: what each was seen to be, and what it follows from. Records that are made up are made
// from this, and what one answer shows of a record that was only seen in another.
import {
  decimalsOf,
  isMarked,
  isObject,
  kindOf,
  mapMembers,
  numberOf,
  textOf,
} from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { parentOf, valueAt } from '../../http/pointer.ts';
import type { FieldForm, RecordForm, RecordKind } from '../../dialect/profile-form.ts';
import { holeAlone, holesIn, literalValue, sameValue } from '../../dialect/templates.ts';
import { meantDecimals, numeric } from '../../dialect/template-filters.ts';
import { readMoment } from '../../dialect/time-forms.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import { explainLeaf } from '../explain/explain-leaf.ts';
import { addLeaves, leavesOf } from '../../dialect/known-facts.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import type { Sample } from '../explain/sample.ts';
import { patternOf, shapeOfTexts } from '../explain/shapes.ts';
import { caseOfIds, signsOfIds } from '../stored-ids.ts';
import { idOf } from '../find-records.ts';
import { byFrequency, commonest, spread } from '../groups.ts';
import { membersOf } from './sightings.ts';
import type { States } from './states.ts';

/** Lists of a few values, such as states, are kept; texts of records are not. */
const mostValues = 8;

interface KnownRecord {
  readonly record: Json;
  /** What its leaves may follow from. */
  readonly facts: Facts;
  readonly id: string | undefined;
}

export function learnRecords(kind: RecordKind, states: States): RecordForm | undefined {
  const id = states.places.ids[kind];
  const records = states.all(kind);
  if (id === undefined || records.length === 0) return undefined;
  const ids = records.flatMap((record) => idOf(record, id) ?? []);
  const shape = patternOf(ids);
  const known = spread(records, 300).map((record): KnownRecord => {
    const facts = new Map<string, Json>();
    const own = idOf(record, id);
    if (own !== undefined) facts.set('id', own);
    facts.set('origin', storedOrigin);
    const strategy = kind === 'listing' ? states.strategyOf(record) : undefined;
    addLeaves(facts, 'strategy', strategy);
    return { record, facts, id: own };
  });
  const shownBy = new Map<string, Set<string>>();
  for (const one of states.sightings) {
    if (one.kind === kind) shownBy.set(one.view, (shownBy.get(one.view) ?? new Set()).add(one.id));
  }
  const members = new Set(known.flatMap(({ record }) => membersOf(record)));
  /** Those whose answers could show a member: the others cannot tell whether they have it. */
  const shownWith = (place: string): readonly KnownRecord[] => {
    const endpoints = Object.entries(states.views).flatMap(([name, view]) =>
      view.seen.has(place) ? [name] : [],
    );
    return known.filter(
      ({ record, id: own }) =>
        isObject(valueAt(record, parentOf(place))) &&
        endpoints.some((name) => shownBy.get(name)?.has(own ?? '') === true),
    );
  };
  const fields: Record<string, FieldForm> = {};
  for (const place of members) {
    const samples = shownWith(place).map(({ record, facts }) => ({ value: valueAt(record, place), facts }));
    const field = fieldOf(samples, place === id.at);
    // Runs go on: each was in other states before.
    fields[place] = kind === 'reportRun' ? withEarlier(field, place, states) : field;
  }
  const everywhere = [...members].filter((place) => fields[place]!.seen === known.length);
  for (const [place, { kinds, seen, of, nulls, template, values }] of Object.entries(fields)) {
    if (of === known.length || template !== undefined) continue;
    if (values !== undefined) {
      const choice = choiceBy(shownWith(place), place, everywhere, fields);
      if (choice !== undefined) fields[place] = { ...fields[place]!, template: choice };
      continue;
    }
    // What stands beside it in its object may be shown without it.
    const beside = parentOf(place);
    const others = [...members].filter(
      (other) => beside !== '' && parentOf(other) === beside && fields[other]!.seen > seen,
    );
    const made = madeOfOthers(shownWith(place), place, [...everywhere, ...others]);
    if (made !== undefined) fields[place] = { kinds, seen, of, nulls, template: made };
  }
  const pairs = kind === 'listing' ? states.places.pairs : undefined;
  // Listings alone are asked for by their ids.
  const asked = kind === 'listing' ? states.exchanges : [];
  return { id: { ...id, case: caseOfIds(asked), signs: signsOfIds(asked), shape }, fields, pairs };
}

/** A field with the texts among its few values that runs showed there before the last ones. */
function withEarlier(field: FieldForm, place: string, { sightings }: States): FieldForm {
  const { values } = field;
  if (values?.every((value) => typeof value === 'string') !== true) return field;
  const shown = sightings.flatMap(({ kind, record }) => {
    const value = kind === 'reportRun' ? valueAt(record, place) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
  const all = [...new Set([...values, ...shown])];
  return all.length > mostValues ? field : { ...field, values: all };
}

function fieldKind(value: Json): FieldForm['kinds'][number] {
  return Number.isInteger(numberOf(value)) && decimalsOf(value) === 0 ? 'integer' : kindOf(value);
}

function fieldOf(samples: readonly Sample[], isId: boolean): FieldForm {
  const there = samples.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const values = there.filter((value) => value !== null);
  const nulls = there.length - values.length;
  const kinds = [...new Set(there.map(fieldKind))];
  const counted = { kinds, seen: there.length, of: samples.length, nulls: nulls || undefined };
  if (values.length === 0 || values.every((value) => typeof value === 'object')) {
    const [first] = values;
    // A list that is the same in all records, such as an empty one; what only some have is theirs.
    const isConstant =
      Array.isArray(first) &&
      values.length > 2 &&
      (values.length === samples.length || first.length === 0) &&
      values.every((value) => sameValue(value, first as Json));
    return isConstant ? { ...counted, values: [first as Json] } : counted;
  }
  const derived = isId ? undefined : templateOf(samples);
  if (derived !== undefined) return { ...counted, template: derived };
  const texts = values.map(textOf);
  const distinct = new Set(texts);
  const isFlag = values.every((value) => typeof value === 'boolean');
  const repeats =
    distinct.size === 1
      ? texts.length > 2
      : distinct.size <= mostValues &&
        distinct.size * 2 <= texts.length &&
        texts.every((text) => text.length <= 40);
  if (!isId && (isFlag || repeats))
    return { ...counted, values: byFrequency(values, textOf).map(([value]) => value!) };
  const moments = values.flatMap((value) => readMoment(value) ?? []);
  if (moments.length === values.length) {
    const times = moments.map(({ at }) => at);
    // A zone may change with the season: the commonest form is written.
    const time = commonest(moments.map(({ form }) => form))!;
    return { ...counted, time, range: [Math.min(...times), Math.max(...times)] };
  }
  const numbers = values.map((value) => numeric(value));
  if (numbers.every((number) => number !== undefined)) {
    const decimals = Math.max(...texts.map(meantDecimals));
    return {
      ...counted,
      range: [Math.min(...numbers), Math.max(...numbers)],
      decimals: decimals > 0 || kinds.includes('string') ? decimals : undefined,
      comma: texts.some((text) => text.includes(',')) || undefined,
    };
  }
  const lengths = texts.map(({ length }) => length);
  // One text alone, however often it was seen, would be its own shape.
  const alike = [...distinct].filter(({ length }) => length === lengths[0]);
  const isWord = texts.every((text) => !/\s/.test(text));
  const shape =
    isWord && alike.length * 2 > distinct.size && alike.length > 1 ? shapeOfTexts(alike, true) : undefined;
  return {
    ...counted,
    range: [Math.min(...lengths), Math.max(...lengths)],
    shape,
  };
}

/** What a leaf follows from: the id, or the strategy that the record names. A constant is a value, no template. */
function templateOf(samples: readonly Sample[]): Json | undefined {
  const { template, held } = explainLeaf(samples);
  if (template === undefined || template === null || held < samples.length || samples.length < 2)
    return undefined;
  const holes = holesIn(template);
  return holes.some((hole) => /^(id|strategy\/)/.test(hole)) ? template : undefined;
}

const isText = (leaf: Json | undefined) => typeof leaf === 'string' && !isMarked(leaf);

/**
 * A text that only some answers show, where it is made of others that all of them do, such as a title and a number. Some
 * records may have null there, but not most.
 */
function madeOfOthers(
  records: readonly KnownRecord[],
  place: string,
  others: readonly string[],
): Json | undefined {
  const all = records.map(({ record }): Sample => {
    const leaves = others.flatMap((other) => leavesOf(valueAt(record, other) ?? null, other));
    const facts = leaves.flatMap(([at, leaf]): [string, Json][] =>
      isText(leaf) || Number.isInteger(leaf) ? [[`record${at}`, leaf]] : [],
    );
    return { value: valueAt(record, place), facts: new Map(facts) };
  });
  // An amount or a moment is rather its own.
  const isMade = ({ value }: Sample) =>
    isText(value) && numeric(value) === undefined && readMoment(value) === undefined;
  const samples = all.filter(({ value }) => value !== null);
  if (samples.length * 2 < all.length || !samples.every(isMade)) return undefined;
  if (new Set(samples.map(({ value }) => value)).size < 3) return undefined;
  const { template, held } = explainLeaf(samples);
  if (template === undefined || held < samples.length) return undefined;
  const holes = holesIn(template);
  // What is one of the others alone may be so by chance.
  const isOfSeveral = holes.length > 1 || (holes.length > 0 && holeAlone(textOf(template)) === undefined);
  return isOfSeveral && holes.every((hole) => hole.startsWith('record/')) ? template : undefined;
}

/** So many records show by no chance that two leaves go together, and so many each of two values. */
const enoughRecords = 6;
const enoughOfEach = 2;

/**
 * A leaf of few values that only some answers show, by another one that all of them do: each value goes with one of the other
 * leaf's, and the other way round, as the city of a tour with its time zone. Where the other leaf is something else, what it
 * mostly was.
 */
function choiceBy(
  records: readonly KnownRecord[],
  place: string,
  others: readonly string[],
  fields: Readonly<Record<string, FieldForm>>,
): Json | undefined {
  const isName = (value: Json | undefined): value is string => isText(value) && !/[{}]/.test(textOf(value));
  const valuesOf = (at: string) => records.map(({ record }) => valueAt(record, at));
  const told = valuesOf(place);
  const counts = byFrequency(told, (value) => textOf(value ?? null));
  const isTold = counts.filter((own) => own.length >= enoughOfEach).length > 1;
  if (records.length < enoughRecords || !isTold || told.includes(undefined)) return undefined;
  for (const other of others) {
    const { values = [], template } = fields[other]!;
    if (template !== undefined || values.length < 2 || /[{}|]/.test(other)) continue;
    const names = valuesOf(other);
    if (!names.every(isName)) continue;
    const pairs = new Map(names.map((name, at) => [name, told[at]!]));
    const isOne = names.every((name, at) => sameValue(pairs.get(name), told[at]));
    if (isOne && pairs.size === counts.length)
      return {
        '{case}': `{record${other}}`,
        ...mapMembers(Object.fromEntries(pairs), literalValue),
        '{else}': literalValue(counts[0]![0]!),
      };
  }
  return undefined;
}
