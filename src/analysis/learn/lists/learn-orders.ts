// In which order lists have their records: by which parameter, by which leaf for each of its values, and usually.
import { compare, inFirstItems, valueOf } from '../../../dialect/conditions.ts';
import { isDirectionWord, saysSameWay } from '../../../dialect/order-words.ts';
import { asWritten } from '../../../dialect/profile-form.ts';
import type { RecordKind, SortForm } from '../../../dialect/profile-form.ts';
import { leafOf, opposite, ordersAsked, ordersOf } from '../../../dialect/sort-orders.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { areNear, readMoment } from '../../../dialect/time-forms.ts';
import { isNothing, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { leafAt, textAt, valueAt } from '../../../http/pointer.ts';
import { grouped, parted } from '../../groups.ts';
import { caseOf, shownIn } from './filter-cases.ts';
import { calledFirst, valueIn, valuesIn } from '../pages/known-walks.ts';
import type { KnownWalks } from '../pages/known-walks.ts';
import type { States } from '../records/states.ts';
import type { Walk } from '../pages/walks.ts';

/**
 * The leaf by which all of these lists stand, where it tells of a record that a write has moved.
 * @param walks in no order that was asked for
 */
export function usualOrderIn(walks: readonly Walk[], known: KnownWalks): string | undefined {
  if (!walks.some((one) => isTurnedIn(one, known.usual) || beginsOtherwise(one, known.usual)))
    return undefined;
  const lists = walks.flatMap(({ pages }) => pages.map(({ listed }) => shownIn(listed, known)));
  for (const at of sortable(known.places)) {
    const values = lists.map((shown) => shown.map((record) => leafAt(record, at)));
    const isScalar = (value: Json) => value !== null && typeof value !== 'object';
    if (!values.flat().every(isScalar) || new Set(values.flat().map(textOf)).size < 3) continue;
    const order = directionOf(at, values);
    if (order !== undefined && walks.every((one) => mayBegin(one, order, known))) return order;
  }
  return undefined;
}

/** Whether the first record of a whole list may stand there by this order, beside all others that are known by then. */
function mayBegin({ rest, pages }: Walk, order: string, { kind, states }: KnownWalks): boolean {
  const { from, listed } = pages[0]!;
  if (rest.length > 0 || from !== 0 || listed.records.length === 0) return true;
  const at = leafOf(order);
  const first = leafAt(listed.records[0]!, at);
  const others = states.all(kind, listed.step + 1).flatMap((record) => valueAt(record, at) ?? []);
  const way = order.startsWith('-') ? -1 : 1;
  return first === null || others.every((other) => way * compare(first, other) <= 0);
}

/** A leaf with `-` in front where it falls from record to record in each list; undefined where it neither rises nor falls. */
function directionOf(at: string, lists: readonly (readonly Json[])[]): string | undefined {
  const steps = lists.flatMap((values) =>
    values.slice(1).map((value, index) => compare(values[index]!, value)),
  );
  if (steps.every((step) => step <= 0)) return at;
  return steps.every((step) => step >= 0) ? `-${at}` : undefined;
}

/**
 * What lists with a parameter are sorted by, if it puts records into another order; what picks records leaves them in theirs.
 * @param lists those with the parameter, those with the fewest others beside it first
 */
export function ordersIn(name: string, lists: readonly Walk[], known: KnownWalks): readonly Ordered[] {
  const { usual, places, states } = known;
  const own = lists.filter((one) => !isCalledPick(name, one, known));
  const alone = own.filter((one) => one.rest.length === own[0]!.rest.length);
  // Its direction may be asked for beside it.
  const isDirected = (one: Walk) =>
    one.rest.every(([other, value]) => other === name || isDirectionWord(value));
  const plain = [...alone, ...own.filter(isDirected)];
  if (!plain.some((one) => isTurnedIn(one, usual))) return [];
  // A write may have moved what it changed, in whatever list.
  const lastWrite = lastWrites(known.kind, states);
  const isMoved = !plain.some((one) => isTurnedIn(withoutWritten(one, lastWrite), usual));
  const ordered = own.flatMap((one): Ordered[] => {
    // Stated twice, it sorts by several leaves.
    if (valuesIn(one, name).length > 1) return [];
    const value = valueIn(one, name);
    const { shown } = caseOf(one, '', known);
    const by =
      (isDirected(one) ? edgeOf(one, shown, value, known) : undefined) ?? orderOf(shown, places, value);
    if (by === undefined || (isMoved && !isNamedIn(value, lastSegment(by)))) return [];
    const turnsUsual =
      one.rest.length === 1 ? isTurned(one.order, usual) : isDirectionWord(value) && isPartTurned(one, usual);
    // The usual list under a name that no record has: any such name may be passed over.
    const isUsualOrder = usual !== undefined && stepsOf(one, usual).every((step) => step > 0);
    if (isUsualOrder && !isNamedIn(value, by))
      return isRefused(name, usual, states) ? [{ rest: one.rest, by: '', turnsUsual: false }] : [];
    return [{ rest: one.rest, by, turnsUsual }];
  });
  if (ordered.length > 0 || isMoved) return ordered;
  // A direction alone: the usual list from its end.
  return alone.flatMap((one) =>
    stepsOf(one, usual).every((step) => step < 0) ? [{ rest: one.rest, by: '-', turnsUsual: true }] : [],
  );
}

/** Whether a parameter is called as a leaf is that has its value in each record of a list: it picks them. */
function isCalledPick(name: string, one: Walk, known: KnownWalks): boolean {
  const { shown } = caseOf(one, '', known);
  const value = valueIn(one, name);
  return known.places.some(
    (at) => lastSegment(at) === name && shown.every((record) => textAt(record, at) === value),
  );
}

/** Whether a record of a list stands before one that the usual list has before it. */
export const isTurnedIn = (one: Walk, usual: Walk | undefined): boolean =>
  stepsOf(one, usual).some((step) => step < 0);

/** Whether the whole list begins with a record that the usual list has further behind. */
const beginsOtherwise = ({ rest, pages, order }: Walk, usual: Walk | undefined): boolean =>
  rest.length === 0 && pages[0]?.from === 0 && (usual?.places.get(order[0] ?? '') ?? 0) > 0;

/** A list without the records that were written before it was asked for. */
function withoutWritten(one: Walk, lastWrite: LastWrite): Walk {
  const step = one.pages.at(-1)?.listed.step ?? 0;
  return { ...one, order: one.order.filter((id) => id === undefined || lastWrite(id, step) === undefined) };
}

/** Whether a word of a text stands in a place. */
const isNamedIn = (text: string, place: string): boolean =>
  text
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .some(
      (word) => word.length > 1 && !isDirectionWord(word) && place.toLowerCase().includes(word.toLowerCase()),
    );

/** Whether a value of a parameter of this list was refused. */
const isRefused = (name: string, { pages }: Walk, { exchanges }: States): boolean =>
  exchanges.some(
    ({ ok, endpoint, query }) =>
      !ok && endpoint?.name === pages[0]?.listed.by.endpoint?.name && query.has(name),
  );

/** An order that a list was asked for, as its records show it: the leaf, with `-` in front where it is downwards. */
export interface Ordered {
  readonly rest: Walk['rest'];
  readonly by: string;
  /** Whether this showed the usual list, or a part of it, from its end. */
  readonly turnsUsual: boolean;
}

type Direction = Pick<SortForm, 'name' | 'values' | 'reversedBy'>;

/** The parameter by whose values lists are sorted, and the one beside it that turns the order around, if there is one. */
export function sortIn(sorts: Readonly<Record<string, readonly Ordered[]>>): Direction | undefined {
  const names = Object.keys(sorts);
  const besides = (name: string) =>
    names.filter((other) =>
      sorts[other]!.every(
        ({ rest, turnsUsual }) =>
          other !== name && couldTurn(valueOf(other, rest)!) && (turnsUsual || valueOf(name, rest) !== null),
      ),
    );
  let best: { form: Direction; score: readonly number[] } | undefined;
  for (const name of names) {
    // What says itself which way it goes is turned around by nothing else.
    const isDirected = sorts[name]!.some(({ rest }) => turnedWord(valueOf(name, rest)!) !== undefined);
    for (const turn of [undefined, ...(isDirected ? [] : besides(name))]) {
      const turns = turn === undefined ? [] : sorts[turn]!.flatMap(({ rest }) => valueOf(turn, rest) ?? []);
      for (const value of new Set([undefined, ...turns])) {
        const values: Record<string, string> = {};
        const isTold = ({ rest }: Ordered) =>
          value !== undefined && saysSameWay(valueOf(turn!, rest) ?? '', value);
        const isTurning = (one: Ordered) => one.turnsUsual && isTold(one);
        let held = turn === undefined ? 0 : sorts[turn]!.filter(isTurning).length;
        for (const one of sorts[name]!) {
          const { rest, by } = one;
          const usual = isTold(one) ? opposite(by) : by;
          values[valueOf(name, rest)!] ??= usual;
          if (values[valueOf(name, rest)!] === usual) held += 1;
        }
        const all = Object.entries(values);
        const isNamed = ([own, by]: [string, string]) =>
          isWithinName(own, lastSegment(by)) || isWithinName(lastSegment(by), own);
        const score = [
          held,
          turns.length,
          all.filter(isNamed).length,
          // Where a direction is asked for beside them, all go one way by themselves.
          Number(turn !== undefined && new Set(all.map(([, by]) => by.startsWith('-'))).size === 1),
          -all.filter(([own, by]) => by.startsWith('-') && !own.startsWith('-')).length,
        ];
        const first = score.findIndex((own, at) => own !== (best?.score[at] ?? -Infinity));
        if (first === -1 || score[first]! < (best?.score[first] ?? -Infinity)) continue;
        const [also, kept] = parted(
          [...new Set(turns)].filter((own) => own !== value),
          (own) => value !== undefined && saysSameWay(own, value),
        );
        // Where nothing was turned around, the opposite of what was asked does that.
        const turning = value ?? kept.map(turnedWord).find((own) => own !== undefined);
        const other = turning === undefined ? undefined : turnedWord(turning);
        if (other !== undefined && !kept.includes(other)) kept.push(other);
        const reversedBy =
          turn === undefined || turning === undefined
            ? undefined
            : {
                name: turn,
                value: turning,
                ...(also.length > 0 && { also }),
                ...(kept.length > 0 && { kept }),
              };
        best = {
          form: { name, values: turn === undefined ? generalised(values) : values, reversedBy },
          score,
        };
      }
    }
  }
  return best?.form;
}

/**
 * What other parameters order the list by, where all lists with them were ordered by one leaf for each value, and none was asked
 * for another order.
 * @param asked by parameter, the lists that were asked with it
 */
export function ordersBeside(
  { name: own, reversedBy }: Direction,
  sorts: Readonly<Record<string, readonly Ordered[]>>,
  asked: ReadonlyMap<string, readonly Walk[]>,
): SortForm['beside'] {
  const beside = Object.entries(sorts).flatMap(([name, ordered]) => {
    const isOther = name === own || name === reversedBy?.name || ordered.length < asked.get(name)!.length;
    const isAlone = ordered.every(({ rest, by }) => by.includes('/') && valueOf(own, rest) === null);
    const values = Object.fromEntries(ordered.map(({ rest, by }) => [valueOf(name, rest)!, by]));
    const isOne = ordered.every(({ rest, by }) => values[valueOf(name, rest)!] === by);
    return isOther || !isAlone || !isOne ? [] : [[name, values] as const];
  });
  return beside.length === 0 ? undefined : Object.fromEntries(beside);
}

/** Whether a value may say which way a list goes: a word, or a number as flags are. */
const couldTurn = (value: string): boolean => /^(?:[+-]?[01]|[\p{L}_-]{1,20})$/u.test(value);

const isWithinName = (name: string, other: string) => other.toLowerCase().includes(name.toLowerCase());

/** From record to record of a list, how many places further each stands in the usual list. */
const stepsOf = ({ order }: Walk, usual: Walk | undefined): number[] =>
  order.flatMap((id, at) => {
    const [before, own] = [usual?.places.get(order[at - 1]!), usual?.places.get(id!)];
    return before === undefined || own === undefined ? [] : [own - before];
  });

/** Whether a list is the usual one from its end. */
const isTurned = (order: Walk['order'], usual: Walk | undefined): boolean =>
  usual !== undefined &&
  order.length > 1 &&
  order.every((id, at) => usual.order[(usual.total ?? usual.order.length) - 1 - at] === id);

/** When a listing was last written before an exchange; undefined where it was not. */
type LastWrite = (id: string, step: number) => number | undefined;

function lastWrites(kind: RecordKind, { writes }: States): LastWrite {
  const byId = grouped(
    writes.filter(({ isIdle }) => kind === 'listing' && !isIdle),
    ({ id }) => id,
  );
  return (id, before) => byId.get(id)?.findLast(({ step }) => step < before)?.by.at;
}

/** So many records stand in the order opposite to the usual one by no chance. */
const fewestTurned = 4;

/** Whether a part of the usual list stands in the opposite order. */
const isPartTurned = (one: Walk, usual: Walk | undefined): boolean => {
  const steps = stepsOf(one, usual);
  return steps.length + 1 >= fewestTurned && steps.every((step) => step < 0);
};

/** How records stand that have the same value, by direction. */
export function tiesOf(sort: Direction, known: KnownWalks, idAt: string): Pick<SortForm, 'ties'> {
  const ties: Record<string, string> = {};
  const lastWrite = lastWrites(known.kind, known.states);
  for (const direction of ['', '-'] as const) {
    const pairs = known.walks.flatMap((walk) => {
      const [by, ...more] = ordersAsked(sort, walk.rest) as [string, ...string[]];
      if (more.length > 0 || !by.includes('/') || by.startsWith('-') !== (direction === '-')) return [];
      return tied(walk, leafOf(by), idAt, known).map(({ before, after, step }) => {
        const ids = [before, after].map((record) => textAt(record, idAt));
        const [first, second] = ids.map((id) => lastWrite(id, step));
        const [one, other] = ids.map((id) => known.usual?.places.get(id) ?? 0);
        return {
          later: first === undefined || second === undefined ? undefined : second - first,
          step: other! - one!,
          byId: compare(leafAt(after, idAt), leafAt(before, idAt)),
        };
      });
    });
    const [written, others] = parted(pairs, ({ later }) => later !== undefined);
    if (pairs.length === 0 || pairs.every(({ step }) => step > 0)) {
      // A moment that writes set is cut where it is written: the service knows which came first.
      if (written.length === 0 && tellsWrites(sort, known)) ties[direction] = asWritten;
      continue;
    }
    const isAsWritten = written.every(({ later }) => (direction === '-' ? later! < 0 : later! > 0));
    // Where each was written, that tells more than how the usual list stands, which may be so by chance.
    if (others.length === 0 && isAsWritten) ties[direction] = asWritten;
    else if (pairs.every(({ step }) => step < 0)) ties[direction] = '-';
    else if (pairs.every(({ byId }) => byId > 0)) ties[direction] = idAt;
    else if (pairs.every(({ byId }) => byId < 0)) ties[direction] = `-${idAt}`;
    else if (written.length > 0 && isAsWritten && others.every(({ step }) => step > 0))
      ties[direction] = asWritten;
  }
  return Object.keys(ties).length === 0 ? {} : { ties };
}

/** Whether lists are sorted by a moment that writes set to the time of their own: a text, as a number is rather all there is. */
const tellsWrites = ({ values }: Direction, { kind, states }: KnownWalks): boolean =>
  kind === 'listing' &&
  Object.values(values).some((by) =>
    states.writes.some(({ by: write, after: [shown] }) => {
      const value = valueAt(shown?.record, leafOf(by));
      const moment = typeof value === 'string' ? readMoment(value) : undefined;
      return moment !== undefined && areNear(moment.at, write.at);
    }),
  );

interface Tied {
  readonly before: Json;
  readonly after: Json;
  /** Of the exchange that showed them so. */
  readonly step: number;
}

/**
 * Records with the same value that stand behind each other; and, where nothing else picks them, the last that was shown before
 * each that was not.
 */
function tied({ rest, pages }: Walk, at: string, idAt: string, { usual, kind, states }: KnownWalks): Tied[] {
  const isTied = ({ before, after }: Tied) => sameValue(leafAt(before, at), leafAt(after, at));
  const shown = pages.flatMap(({ listed: { records, step } }) =>
    records.slice(1).map((after, index): Tied => ({ before: records[index]!, after, step })),
  );
  const ids = new Set(pages.flatMap(({ listed }) => listed.ids));
  const { records, step } = pages.at(-1)!.listed;
  const before = records.at(-1);
  const others =
    rest.length > 1 || before === undefined || valueAt(before, at) === undefined
      ? []
      : states.all(kind, step);
  const isUnshown = (id: string) => !ids.has(id) && usual?.places.has(id) === true;
  const unshown = others.flatMap((after) =>
    isUnshown(textAt(after, idAt)) ? [{ before: before!, after, step }] : [],
  );
  return [...shown, ...unshown].filter(isTied);
}

/** Of a list in a record its first item says how the record is sorted, such as a title in the first language. */
const sortable = (places: readonly string[]) => places.map(inFirstItems);

/** The leaf by which records stand in their order, rather one that the value names. */
function orderOf(records: readonly Json[], places: readonly string[], value: string): string | undefined {
  const all = calledFirst(value, sortable(places));
  // What is called just so is meant, though some of the records do not tell it.
  const isMeant = (at: string) => lettersIn(lastSegment(at)) === lettersIn(value);
  const meant = all.filter(isMeant);
  for (const at of meant.length > 0 ? meant : all) {
    const values = records
      .map((record) => leafAt(record, at))
      .filter((own) => own !== null && typeof own !== 'object');
    // What the value names needs less to be known by.
    const fewest = isNamedIn(value, lastSegment(at)) ? 2 : 3;
    if (values.length < (isMeant(at) ? 2 : 3) || new Set(values.map(textOf)).size < fewest) continue;
    const order = directionOf(at, [values]);
    if (order !== undefined) return order;
  }
  return undefined;
}

/**
 * The leaf that the value names, where the list begins with records that all have one value of it: the first, or the last, of all
 * that are known.
 */
function edgeOf(
  { pages }: Walk,
  shown: readonly Json[],
  value: string,
  { places, kind, states }: KnownWalks,
): string | undefined {
  const called = lettersIn(value);
  const at = places.find((one) => {
    const name = lettersIn(lastSegment(one));
    return name !== '' && (called === name || isDirectionWord(called.replace(name, '')));
  });
  if (at === undefined || shown.length < fewestAlike || pages[0]!.from !== 0) return undefined;
  const [first, ...others] = shown.map((record) => leafAt(record, at));
  const isOne =
    !isNothing(first) && typeof first !== 'object' && others.every((own) => sameValue(own, first));
  if (!isOne) return undefined;
  const all = states.all(kind, pages.at(-1)!.listed.step + 1).map((record) => leafAt(record, at));
  const steps = all.flatMap((own) => (own === null ? [] : compare(own, first)));
  if (steps.every((step) => step === 0)) return undefined;
  if (steps.every((step) => step >= 0)) return at;
  return steps.every((step) => step <= 0) ? `-${at}` : undefined;
}

/** So many records begin a list with the same value by no chance. */
const fewestAlike = 3;

/** How a value calls a leaf: by its path, as `price.amount`, or by a step of its place, the last or another one. */
const nameOf = (at: string, value: string): string | undefined => {
  const steps = at.split('/');
  const path = steps.slice(1).join('.');
  if (path.includes('.') && value.includes(path)) return path;
  const name = steps.findLast(
    (step, depth) => (depth === steps.length - 1 || step.length > 1) && value.includes(step),
  );
  // It may be written in another case.
  const last = steps.at(-1)!;
  const start = last === '' ? -1 : value.toLowerCase().indexOf(last.toLowerCase());
  const other = start === -1 ? undefined : value.slice(start, start + last.length);
  return isNothing(name) ? (other ?? name) : name;
};

/** How values name the leaf by which they sort. */
export function patternsOf(values: Readonly<Record<string, string>>): Record<string, '' | '-'> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([value, by]) => {
      const name = nameOf(by, value);
      return by.includes('/') && name !== undefined
        ? [[value.replace(name, '{}'), by.startsWith('-') ? '-' : ''] as const]
        : [];
    }),
  );
}

/** Without the values that name several leaves, where it is known what each part of them does. */
export function withoutSeveral(values: SortForm['values'], record: Json | undefined): SortForm['values'] {
  const all = Object.entries(values);
  const plain = Object.fromEntries(all.filter(([value]) => !/[,;]/.test(value)));
  const sort = { name: '', values: plain, as: patternsOf(plain) };
  const isSeveral = (value: string) => (ordersOf(sort, value, record) ?? []).length > 1;
  return Object.fromEntries(all.filter(([value]) => !isSeveral(value)));
}

/** `price` upwards tells what `-price` means, and `price_asc` what `price_desc` does. */
function generalised(values: Readonly<Record<string, string>>): Record<string, string> {
  const all: Record<string, string> = { ...values };
  const isOfOne = (value: string) =>
    value
      .split(/[,;]\s*/)
      .slice(1)
      .every(isDirectionWord);
  // Who names several leaves has the first of them sort first.
  for (const [value, by] of Object.entries(values)) if (!isOfOne(value)) all[value.split(/[,;]/)[0]!] ??= by;
  for (const [value, by] of Object.entries(all)) {
    const turned = isOfOne(value) ? turn(value) : undefined;
    if (turned !== undefined) all[turned] ??= opposite(by);
  }
  return all;
}

function turn(value: string): string | undefined {
  if (value.startsWith('-')) return value.slice(1);
  return turnedWord(value) ?? (/^[\w.]+$/.test(value) ? `-${value}` : undefined);
}

/** The words for the two directions, each before the other one, and what a sort by its leaf says. */
const turns = [
  ['asc', 'desc'],
  ['ASC', 'DESC'],
  ['ascending', 'descending'],
  ['Asc', 'Desc'],
  ['Ascending', 'Descending'],
  ['=1', '=-1'],
].flatMap(([up, down]) => [[down!, up!] as const, [up!, down!] as const]);

/** The same with the word for the other direction. */
const turnedWord = (value: string): string | undefined =>
  turns
    .map(([own, other]) => value.replace(new RegExp(`${own}(?![A-Za-z])`), other))
    .find((turned) => turned !== value);
