// What answers show in a record that is no state of it: what it names shown whole, what was made up or told for the answer.
import { isEmptyObject, isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json, JsonObject } from '../../../http/exact-json.ts';
import { parentOf, pointerTo, valueAt, withoutValueAt, withValueAt } from '../../../http/pointer.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { nearOf, precisionOf, readMoment } from '../../../dialect/time-forms.ts';
import { explain } from '../../explain/explain.ts';
import type { Sample } from '../../explain/sample.ts';
import { shapeOf } from '../../explain/shapes.ts';
import { isWrite } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { idOf } from '../../find-records.ts';
import type { Places } from '../../find-records.ts';
import { byFrequency, grouped, parted } from '../../groups.ts';
import { recordFacts } from './request-facts.ts';
import { haveSameForm, listingsByKey, membersOf, merge, recordKey, unwrittenPairs } from './sightings.ts';
import type { Sighting } from './sightings.ts';

/** The sightings, with such members in `odd` alone. */
export function withoutOddMembers(
  found: readonly Sighting[],
  exchanges: readonly Exchange[],
  places: Places,
): readonly Sighting[] {
  const named = withoutParts(found, objectsForNames(found));
  const plain = withoutParts(named, [
    ...ownLists(named),
    ...strategiesIn(named, places),
    ...momentsToldIn(named),
    ...madeForAnswersIn(named, exchanges),
  ]);
  const stated = withoutParts(plain, statesOfWrites(plain));
  return withoutParts(stated, toldOfWrites(stated));
}

/** What stands somewhere in a record that an answer showed. */
interface Shown {
  readonly sighting: Sighting;
  readonly place: string;
  readonly value: Json;
}

/** @param isWithLists whether items of lists count */
const shownIn = (sightings: readonly Sighting[], isWithLists = false): Shown[] =>
  sightings.flatMap((sighting) =>
    leavesAndObjects(sighting.record, isWithLists).map(([place, value]) => ({ sighting, place, value })),
  );

/** A member of a record that is no state of it, for it follows from the rest; and what stands for it in the record, if anything. */
type Part = readonly [sighting: Sighting, place: string, name?: Json | undefined];

function withoutParts(sightings: readonly Sighting[], parts: readonly Part[]): Sighting[] {
  const bySighting = grouped(parts, ([sighting]) => sighting);
  return sightings.map((sighting) => {
    const own = bySighting.get(sighting) ?? [];
    const outer = own.filter(([, place]) => !own.some(([, other]) => place.startsWith(`${other}/`)));
    if (outer.length === 0) return sighting;
    const odd = Object.fromEntries(outer.map(([, place]) => [place, valueAt(sighting.record, place)!]));
    const record = outer.reduce<Json>(
      (known, [, place, name]) =>
        name === undefined ? withoutValueAt(known, place) : withValueAt(known, place, name),
      sighting.record,
    ) as JsonObject;
    return { ...sighting, record, odd: { ...sighting.odd, ...odd } };
  });
}

/** Members that are a text in some answers and an object in others: they name a record that the others show. */
function objectsForNames(sightings: readonly Sighting[]): Part[] {
  const byPlace = grouped(shownIn(sightings), ({ sighting, place }) => `${sighting.kind} ${place}`);
  return [...byPlace.values()].flatMap((shown): Part[] => {
    // An object without members is written where nothing is set, beside texts and objects alike.
    const own = shown.filter(({ value }) => value !== null && !isEmptyObject(value));
    const objects = own.filter(({ value }) => isObject(value));
    const alone = new Set(own.flatMap(({ value }) => (isObject(value) ? [] : textOf(value))));
    if (alone.size === 0) return [];
    // The leaf of the object that stands alone in other answers, by itself or at the end of a path or a URN (RFC 8141).
    const nameIn = ({ value }: Shown) =>
      Object.entries(value as JsonObject).flatMap(([leaf, item]) => {
        if (typeof item === 'object' || item === '') return [];
        const end = textOf(item);
        const name = [...alone].find(
          (text) => text === end || text.endsWith(`/${end}`) || text.endsWith(`:${end}`),
        );
        return name === undefined ? [] : [{ leaf, before: name.slice(0, -end.length) }];
      })[0];
    const found = objects.flatMap((one) => nameIn(one) ?? []).at(-1);
    const texts = own.filter(({ value }) => !isObject(value));
    // What a write tells of itself may have the name of a member, and is none.
    if (objects.length > 0 && found === undefined && texts.every(({ sighting: { by } }) => isWrite(by)))
      return texts.map(({ sighting, place }) => [sighting, place]);
    // Null beside objects is what an empty text is beside names, or what lacks where only names stand.
    const answers = new Set(texts.map(({ sighting }) => sighting.by));
    const nulls = shown.filter(({ value }) => value === null);
    const isToldBeside = objects.length > 0 && !nulls.some(({ sighting }) => answers.has(sighting.by));
    const lacking = isToldBeside && nulls.length > 0 ? idsWithout(nulls[0]!, sightings, answers) : new Set();
    const isLeftOut = nulls.some(({ sighting }) => lacking.has(sighting.id));
    return [
      ...(alone.has('') || isLeftOut ? nulls : []).map(({ sighting, place }): Part => [
        sighting,
        place,
        isLeftOut ? undefined : '',
      ]),
      ...objects.map(({ sighting, place, value }): Part => {
        const leaf = found && (value as JsonObject)[found.leaf];
        const isWhole = leaf === undefined || leaf === null || found?.before === '';
        return [sighting, place, isWhole ? leaf : found!.before + textOf(leaf)];
      }),
    ];
  });
}

/** The records of the same kind that some answers show without what stands there. */
const idsWithout = (
  { sighting: { kind }, place }: Shown,
  sightings: readonly Sighting[],
  answers: ReadonlySet<Exchange>,
): ReadonlySet<string> =>
  new Set(
    sightings.flatMap((one) =>
      one.kind === kind && answers.has(one.by) && valueAt(one.record, place) === undefined ? [one.id] : [],
    ),
  );

/** So many answers of one kind tell what their lists are made of. */
const enough = 50;

/** Lists, of links for instance, that one kind of answer shows with other items than most answers do. */
function ownLists(sightings: readonly Sighting[]): Part[] {
  const lists = sightings.flatMap((sighting) =>
    membersOf(sighting.record).flatMap((place) => {
      const list = valueAt(sighting.record, place)!;
      return isList(list) ? [{ sighting, place, list: list }] : [];
    }),
  );
  return [...grouped(lists, ({ sighting, place }) => `${sighting.kind} ${place}`).values()].flatMap(
    (shown) => {
      const [most = [], ...others] = byFrequency(shown, ({ sighting }) => sighting.endpoint);
      const usual = new Map(most.map(({ sighting, list }) => [sighting.id, list]));
      return others.flatMap((other): Part[] => {
        const { place } = other[0]!;
        const pairs = other.flatMap(({ sighting, list }) => {
          const known = usual.get(sighting.id);
          return known === undefined ? [] : [[known, list] as const];
        });
        // A record in some state may have as few in both.
        const different = pairs.filter(([a, b]) => !haveSameForm(a, b));
        const isOther = different.length > 1 && different.length * 2 > pairs.length;
        const told = other.map(({ sighting }) => sighting);
        return isOther && follows(told.slice(0, enough), place) ? told.map((one) => [one, place]) : [];
      });
    },
  );
}

/** The whole strategy that a listing names: beside its name, or with members that it has there only where they are asked for. */
function strategiesIn(sightings: readonly Sighting[], { ids }: Places): Part[] {
  const strategies = sightings.filter(({ kind }) => kind === 'strategy');
  const known = new Set(strategies.map(({ id }) => id));
  const members = new Set(strategies.flatMap(({ record }) => membersOf(record)));
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  const nameOf = ({ value }: Shown) => idOf(value, ids.strategy) ?? '';
  const isWhole = ({ value }: Shown) => membersOf(value).every((one) => members.has(one));
  return [...grouped(shownIn(listings, true), ({ place }) => place).values()].flatMap((own): Part[] => {
    const there = own.filter(({ value }) => value !== null);
    if (there.length === 0 || !there.every((one) => known.has(nameOf(one)))) return [];
    const isNamedBeside = (one: Shown) =>
      leavesOf(withoutValueAt(one.sighting.record, one.place)).some(
        ([, leaf]) => textOf(leaf) === nameOf(one),
      );
    if (there.every((one) => isWhole(one) && isNamedBeside(one)))
      return own.map(({ sighting, place }) => [sighting, place]);
    return expanded(there, isWhole, nameOf);
  });
}

const namesOf = ({ value }: Shown) => Object.keys(value as JsonObject);

/** Those of one place that are whole and have other members than most, as a parameter asks that the others were not given. */
function expanded(
  shown: readonly Shown[],
  isWhole: (one: Shown) => boolean,
  nameOf: (one: Shown) => string,
): Part[] {
  const [usual = [], ...others] = byFrequency(shown, (one) => namesOf(one).sort().join());
  const whole = others.flat();
  const [first] = whole;
  const isAsked =
    first !== undefined &&
    whole.every(isWhole) &&
    [...first.sighting.by.query.keys()].some(
      (name) =>
        whole.every(({ sighting }) => sighting.by.query.has(name)) &&
        !usual.some(({ sighting }) => sighting.by.query.has(name)),
    );
  if (!isAsked) return [];
  const briefly = new Map(usual.map((one) => [nameOf(one), one.value]));
  const names = namesOf(usual[0]!);
  // What only the short form has is told by it, of that strategy or, where it is always the same, of another one.
  const always = names.flatMap((name) => {
    const values = usual.map(({ value }) => (value as JsonObject)[name]!);
    return values.every((value) => sameValue(value, values[0])) ? [[name, values[0]!] as const] : [];
  });
  const inShort = ({ value }: Shown) => {
    const own = { ...Object.fromEntries(always), ...(value as JsonObject) };
    return Object.fromEntries(names.flatMap((name) => (name in own ? [[name, own[name]!]] : [])));
  };
  return whole.map((one) => [one.sighting, one.place, briefly.get(nameOf(one)) ?? inShort(one)]);
}

/** So long a time tells a moment of the answer from one of the record, in milliseconds. */
const longEnough = 10_000;

/** When each answer was given, as it tells beside what the record is. */
function momentsToldIn(sightings: readonly Sighting[]): Part[] {
  const shown = shownIn(sightings.filter(({ kind }) => kind === 'listing'));
  return [...grouped(shown, ({ place }) => place).values()].flatMap((own): Part[] => {
    const times = own.map(({ sighting }) => sighting.by.at);
    const isLong = own.length > 2 && Math.max(...times) - Math.min(...times) > longEnough;
    const isOfAnswer = ({ sighting, value }: Shown) => {
      const moment = readMoment(value);
      return (
        moment !== undefined &&
        precisionOf(moment.form) <= 1000 &&
        Math.abs(moment.at - sighting.by.at) <= nearOf(moment.form)
      );
    };
    return isLong && own.every(isOfAnswer) ? own.map(({ sighting, place }) => [sighting, place]) : [];
  });
}

/**
 * What answers with one record make up beside what the record is, such as the id of the request: another one each time, also
 * where nothing else of the record is and no write came in between, or where answers about no record tell one, too.
 */
function madeForAnswersIn(sightings: readonly Sighting[], exchanges: readonly Exchange[]): Part[] {
  const single = sightings.filter(({ by }) => by.recordId !== '');
  const again = unwrittenPairs(single, exchanges, isWrite);
  const made = [...grouped(shownIn(single), ({ place }) => place)].filter(
    ([, own]) =>
      shapeOf(own.map(({ value }) => value)) !== undefined &&
      own.every(({ value }) => readMoment(value) === undefined),
  );
  const rest = (record: Json) => made.reduce<Json>((known, [place]) => withoutValueAt(known, place), record);
  const alike = again.filter(([earlier, later]) => sameValue(rest(earlier.record), rest(later.record)));
  const isAlways = (place: string) =>
    alike.length > 0 &&
    alike.every(
      ([earlier, later]) => !sameValue(valueAt(earlier.record, place), valueAt(later.record, place)),
    );
  return made.flatMap(([place, own]) =>
    isAlways(place) || isToldAnew(place, own, exchanges)
      ? own.map(({ sighting }): Part => [sighting, place])
      : [],
  );
}

/** Whether lists and refusals tell what stands somewhere in records in the same place, each of them another one. */
function isToldAnew(place: string, own: readonly Shown[], exchanges: readonly Exchange[]): boolean {
  const others = exchanges
    .filter(({ recordId, ok }) => recordId === '' || !ok)
    .flatMap(({ body, recordId }) => {
      const value = valueAt(body, place);
      return value === undefined || value === recordId ? [] : [value];
    });
  const all = [...own.map(({ value }) => value), ...others];
  const isAnother = new Set(all.map((value) => textOf(value))).size === all.length;
  return parentOf(place) === '' && others.length > 1 && isAnother && shapeOf(all) !== undefined;
}

/** So many words tell what became of a write, such as `updated` and `unchanged`. */
const mostWords = 4;

/** Words that answers to writes tell where the record has another one before and afterwards, and each time it is read. */
function statesOfWrites(sightings: readonly Sighting[]): Part[] {
  const byRecord = listingsByKey(sightings);
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  const byPlace = grouped(shownIn(listings), ({ place }) => place);
  return [...byPlace.values()].flatMap((shown): Part[] => {
    const [told, read] = parted(shown, ({ sighting }) => isWrite(sighting.by));
    const words = new Set(told.map(({ value }) => value));
    const areWords = [...words].every((word) => typeof word === 'string' && /^\p{L}+$/u.test(word));
    if (!areWords || words.size > mostWords || read.some(({ value }) => words.has(value))) return [];
    const isOther = ({ sighting: { by, id, step }, place, value }: Shown) => {
      const own = byRecord.get(recordKey(by, id))!.filter((one) => !isWrite(one.by));
      const [before, after] = [
        own.findLast((one) => one.step < step),
        own.find((one) => one.step > step),
      ].map((one) => one && valueAt(one.record, place));
      return before !== undefined && sameValue(before, after) && !sameValue(before, value);
    };
    return told.some(isOther) ? told.map(({ sighting, place }) => [sighting, place]) : [];
  });
}

/**
 * Members that answers to writes alone show, and that the record lacks when it is read afterwards: what they tell is told of the
 * write, such as whether it has changed anything.
 */
function toldOfWrites(sightings: readonly Sighting[]): Part[] {
  const listings = sightings.filter(({ kind }) => kind === 'listing');
  const written = listings.filter(({ by }) => isWrite(by));
  const known = new Set(listings.flatMap(({ by, record }) => (isWrite(by) ? [] : membersOf(record))));
  const isOutermost = (place: string) =>
    !known.has(place) && (parentOf(place) === '' || known.has(parentOf(place)));
  const own = written.flatMap((sighting) =>
    membersOf(sighting.record).flatMap((place) => (isOutermost(place) ? [{ sighting, place }] : [])),
  );
  const byRecord = listingsByKey(sightings);
  const isGone = (sighting: Sighting, place: string) => {
    const next = byRecord
      .get(recordKey(sighting.by, sighting.id))!
      .find(({ step, endpoint }) => step > sighting.step && endpoint !== 'listListings');
    return next?.endpoint === 'getListing' && isObject(valueAt(next.record, parentOf(place)));
  };
  const places = [...grouped(own, ({ place }) => place)].flatMap(([place, shown]) =>
    shown.some(({ sighting }) => isGone(sighting, place)) ? [place] : [],
  );
  if (places.length === 0) return [];
  const rest = (record: Json) => places.reduce(withoutValueAt, record);
  const answers = written.map((sighting) => {
    const { by, id, step, record } = sighting;
    const before = byRecord
      .get(recordKey(by, id))!
      .filter((one) => one.step < step)
      .reduce<Json | undefined>((was, one) => merge(was, rest(one.record), undefined), undefined);
    const facts = recordFacts({ by, record: rest(record), write: { before } }, namingNone);
    return { sighting, facts };
  });
  return places.flatMap((place): Part[] => {
    const samples = answers.map(({ sighting, facts }): Sample => ({
      value: valueAt(sighting.record, place),
      facts,
    }));
    const isTold = explain(samples).guesses.length === 0;
    return isTold ? own.flatMap((one) => (one.place === place ? [[one.sighting, place]] : [])) : [];
  });
}

/** Which strategy a record names is not known yet. */
const namingNone = { strategyOf: () => undefined };

/** Whether a member follows from the rest of the record and from what was asked. */
function follows(sightings: readonly Sighting[], place: string): boolean {
  const samples = sightings.map(({ record, by }): Sample => ({
    value: valueAt(record, place),
    facts: recordFacts({ by, record: withoutValueAt(record, place) }, namingNone),
  }));
  return explain(samples).guesses.length === 0;
}

function leavesAndObjects(value: Json, isWithLists: boolean, at = ''): [place: string, value: Json][] {
  if (!isObject(value) && !(isWithLists && isList(value))) return [];
  return Object.entries(value).flatMap(([name, item]: [string, Json]): [string, Json][] => {
    const own = pointerTo(at, name);
    const inner = leavesAndObjects(item, isWithLists, own);
    return isList(item) ? inner : [[own, item], ...inner];
  });
}
