// The leaves of a kind of records: what each was seen to be, and what it follows from. Records that are made up are made
// from this, and what one answer shows of a record that was only seen in another.
import { isEmptyObject, isList, isMarked, isObject, mapMembers, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { leafAt, parentOf, pointerTo, valueAt } from '../../../http/pointer.ts';
import type { FieldForm, RecordForm, RecordKind } from '../../../dialect/profile-form.ts';
import { holeAlone, holesIn } from '../../../dialect/templates.ts';
import { numeric } from '../../../dialect/template-filters.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { storedOrigin } from '../../../spec/mock-paths.ts';
import { explainLeaf, explains } from '../../explain/explain-leaf.ts';
import { addLeaves, leavesOf } from '../../../dialect/known-facts.ts';
import type { Facts } from '../../../dialect/known-facts.ts';
import type { Sample } from '../../explain/sample.ts';
import { isAnew, patternOf } from '../../explain/shapes.ts';
import { caseOfIds, signsOfIds } from '../../stored-ids.ts';
import { idOf } from '../../find-records.ts';
import { grouped, spread } from '../../groups.ts';
import { fieldForm } from './leaf-forms.ts';
import type { InItems } from './leaf-forms.ts';
import { casesTogether, withFollowing } from './kept-together.ts';
import { shareOf } from './learn-shares.ts';
import { membersOf } from './sightings.ts';
import type { States } from './states.ts';

interface KnownRecord {
  readonly record: Json;
  /** What its leaves may follow from. */
  readonly facts: Facts;
  /** The answers that showed it. */
  readonly views: ReadonlySet<string>;
}

export function learnRecords(kind: RecordKind, states: States): RecordForm | undefined {
  const id = states.places.ids[kind];
  const records = states.all(kind);
  if (id === undefined || records.length === 0) return undefined;
  const shape = patternOf(records.flatMap((record) => idOf(record, id) ?? []));
  const known = knownRecords(kind, id, records, states);
  /** Those whose answers could show a member: the others cannot tell whether they have it. */
  const shownWith = (place: string): readonly KnownRecord[] => {
    const endpoints = Object.entries(states.views).flatMap(([name, view]) =>
      view.seen.has(place) ? [name] : [],
    );
    return known.filter(({ views }) => endpoints.some((name) => views.has(name)));
  };
  const members = new Set(known.flatMap(({ record }) => membersOf(record)));
  const fields: Record<string, FieldForm> = {};
  const items: Record<string, FieldForm> = {};
  const shown = new Map<string, readonly KnownRecord[]>();
  for (const place of members) {
    const own = shownWith(place);
    shown.set(place, own);
    fields[place] = fieldForm(samplesAt(own, place), place === id.at);
    if (!fields[place].kinds.includes('array') || fields[place].values !== undefined) continue;
    for (const item of itemPlaces(own, place)) {
      shown.set(item, own);
      const samples = samplesAt(own, item);
      const first = items[place + item.slice(place.length).replace(/\/\d+(?=\/|$)/g, '/0')];
      items[item] = asFirst(fieldForm(samples, false, inItems(own, place, item)), first?.template, samples);
    }
  }
  const everywhere = [...members].filter((place) => fields[place]!.seen === known.length);
  for (const [place, { kinds, seen, of, nulls, template, values }] of Object.entries(fields)) {
    const isExplained = (template !== undefined && !isAnew(template)) || values !== undefined;
    if (of === known.length || isExplained) continue;
    // What stands beside it in its object may be shown without it.
    const beside = parentOf(place);
    const others = [...members].filter(
      (other) => beside !== '' && parentOf(other) === beside && fields[other]!.seen > seen,
    );
    const own = withOuter(shown.get(place)!, place);
    const made =
      madeOfOthers(own, place, [...everywhere, ...others]) ??
      (fields[place]!.range === undefined || fields[place]!.time !== undefined
        ? undefined
        : shareOf(
            own.map(({ record }) => record),
            place,
            everywhere.filter((other) => other !== id.at && fields[other]!.time === undefined),
          ));
    if (made !== undefined) fields[place] = { kinds, seen, of, nulls, template: made };
  }
  const shownAt = new Map([...shown].map(([place, all]) => [place, all.map(({ record }) => record)]));
  const others = Object.fromEntries(
    Object.entries({ ...fields, ...items }).filter(([place]) => place !== id.at),
  );
  const following = withFollowing(others, (place) => shownAt.get(place)!);
  const pairs = kind === 'listing' ? states.places.pairs : undefined;
  // Listings alone are asked for by their ids.
  const asked = kind === 'listing' ? states.exchanges : [];
  const followed = (own: Readonly<Record<string, FieldForm>>) =>
    mapMembers(own, (field, place) => following[place] ?? field);
  return {
    id: { ...id, case: caseOfIds(asked), signs: signsOfIds(asked), shape },
    fields: followed(fields),
    items: isEmptyObject(items) ? undefined : followed(items),
    together: casesTogether(others, (place) => shownAt.get(place)!),
    pairs,
  };
}

/** The records of a kind; runs go on, and each is known as it was before, too. */
function knownRecords(
  kind: RecordKind,
  id: NonNullable<States['places']['ids'][RecordKind]>,
  records: readonly Json[],
  states: States,
): readonly KnownRecord[] {
  const factsOf = (record: Json): Facts => {
    const facts = new Map<string, Json>([['origin', storedOrigin]]);
    const own = idOf(record, id);
    if (own !== undefined) facts.set('id', own);
    addLeaves(facts, 'strategy', kind === 'listing' ? states.strategyOf(record) : undefined);
    return facts;
  };
  const sightings = states.sightings.filter((one) => one.kind === kind);
  if (kind === 'reportRun') {
    const each = [...grouped(sightings, ({ record, view }) => `${view} ${JSON.stringify(record)}`).values()];
    return spread(each, mostRecords).map(([one]) => ({
      record: one!.record,
      facts: factsOf(one!.record),
      views: new Set([one!.view]),
    }));
  }
  const shownBy = grouped(sightings, ({ id: own }) => own);
  return spread(records, mostRecords).map((record) => ({
    record,
    facts: factsOf(record),
    views: new Set(shownBy.get(idOf(record, id) ?? '')?.map(({ view }) => view)),
  }));
}

/** What stands in a further item follows from what it does in the first one, where that tells it, too. */
function asFirst(form: FieldForm, template: Json | undefined, samples: readonly Sample[]): FieldForm {
  const there = samples.filter(({ value }) => value !== undefined);
  const isTold = template !== undefined && there.every((sample) => explains(template, sample));
  const { kinds, seen, of, nulls } = form;
  return isTold && there.length > 0 ? { kinds, seen, of, nulls, template } : form;
}

/** What stands at the same place as a leaf of one item, in all items of the list. */
function inItems(records: readonly KnownRecord[], place: string, item: string): InItems {
  const within = item.slice(place.length).replace(/^\/\d+/, '');
  const lists = records.map(({ record }) => valueAt(record, place)).filter(isList);
  return { values: lists.flatMap((list) => list.map((one) => leafAt(one, within))), lists: lists.length };
}

const mostRecords = 300;

/** What stands at a place of the records that have something around it. */
const samplesAt = (records: readonly KnownRecord[], place: string): Sample[] =>
  withOuter(records, place).map(({ record, facts }) => ({ value: valueAt(record, place), facts }));

const withOuter = (records: readonly KnownRecord[], place: string): KnownRecord[] =>
  records.filter(({ record }) => {
    const outer = leafAt(record, parentOf(place));
    return isObject(outer) || isList(outer);
  });

/** So many items of a list are looked at, and so many places in them. */
const [mostItems, mostPlaces] = [4, 60];

/** The places of the first items of lists, and of what stands in those; none where they are too many. */
function itemPlaces(records: readonly KnownRecord[], place: string): readonly string[] {
  const within = (value: Json | undefined, at: string): string[] => {
    if (isList(value))
      return value.slice(0, mostItems).flatMap((item, index) => {
        const own = pointerTo(at, index);
        return [own, ...within(item, own)];
      });
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, item]) => {
      const own = pointerTo(at, name);
      return [own, ...within(item, own)];
    });
  };
  const all = new Set(records.flatMap(({ record }) => within(valueAt(record, place), place)));
  return all.size > mostPlaces ? [] : [...all];
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
    const leaves = others.flatMap((other) => leavesOf(leafAt(record, other), other));
    const facts = leaves.flatMap(([at, leaf]): [string, Json][] =>
      at !== place && (isText(leaf) || Number.isInteger(leaf)) ? [[`record${at}`, leaf]] : [],
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
