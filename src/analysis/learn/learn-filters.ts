// Parameters that pick records or put them into an order, from what they did to the list.
import { isNothing, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { allLeaves, leafAt, parentOf, textAt, valueAt } from '../../http/pointer.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import { sameValue } from '../../dialect/templates.ts';
import {
  anyItem,
  askedIn,
  compare,
  conditionsIn,
  isOfThere,
  isOrder,
  meets,
  passes,
  pathName,
  placeRead,
  reads,
  statedIn,
  valueOf,
  isDirectionWord,
} from '../../dialect/conditions.ts';
import { isSearch } from '../../dialect/objections.ts';
import { isHidden, withAssumed } from '../../dialect/select-page.ts';
import { opposite, ordersAsked, ordersOf } from '../../dialect/sort-orders.ts';
import { applyFilter, units } from '../../dialect/template-filters.ts';
import { nameForms } from '../explain/proposals.ts';
import { readMoment } from '../../dialect/time-forms.ts';
import { asWritten, filterOperators } from '../../dialect/profile-form.ts';
import type { FilterForm, QueryForm, RecordKind, SortForm } from '../../dialect/profile-form.ts';
import { grouped, parted } from '../groups.ts';
import { asksFor, calledFirst, isWhole, valueIn, valuesIn } from './known-walks.ts';
import type { KnownWalks } from './known-walks.ts';
import { asUsual, assumedIn, hiddenIn } from './usual-list.ts';
import type { States } from './states.ts';
import { usualWalk } from './walks.ts';
import type { Walk, Walked } from './walks.ts';

interface LearnedFilters {
  readonly filters: Readonly<Record<string, readonly FilterForm[]>>;
  readonly sort: SortForm | undefined;
  readonly order: string | undefined;
  readonly hidden: QueryForm['hidden'];
  readonly assumed: QueryForm['assumed'];
  readonly ignored: Readonly<Record<string, readonly string[]>>;
}

/** @param given how a sister is sorted, where that explains what this list was asked for */
export function learnFilters(
  walked: Walked,
  kind: RecordKind,
  states: States,
  idAt: string,
  given?: SortForm,
): LearnedFilters {
  const stated = walked.walks.map((one) => ({ ...one, rest: statedIn(one.rest) }));
  const filters: Record<string, readonly FilterForm[]> = {};
  const ignored: Record<string, readonly string[]> = {};
  const ignore = (name: string) => {
    ignored[name] = [...new Set(walks.flatMap((one) => valuesIn(one, name)))];
  };
  const places = [
    ...new Set(
      states.sightings
        .filter((one) => one.kind === kind)
        .slice(0, 200)
        .flatMap(({ record }) => leavesOf(record, '', () => anyItem).map(([at]) => at)),
    ),
  ];
  const asStated: KnownWalks = { walks: stated, usual: usualWalk(stated), kind, states, places };
  const assumed = assumedIn(asStated);
  const walks = stated.map((one) => ({ ...one, rest: withAssumed(one.rest, { assumed }) }));
  const usual = usualWalk(walks);
  const names = new Set(walks.flatMap(({ rest }) => rest.map(([name]) => name)));
  const known: KnownWalks = { walks, usual, kind, states, places };
  const hidden = hiddenIn({ ...asStated, walks: asUsual(stated, assumed) });
  const isAssumed = ([name, value]: readonly [string, string]) =>
    name === assumed?.name && value === assumed.is;
  const isRevealing = (name: string) =>
    hidden !== undefined && hidden.at === undefined && hidden.unless[name] !== undefined;
  /** By parameter, the lists that it was asked of, those with the fewest others beside it first. */
  const byParameter = (lists: readonly Walk[]) =>
    new Map(
      [...names].map((name) => [
        name,
        lists.filter((one) => asksFor(one, name)).sort((a, b) => a.rest.length - b.rest.length),
      ]),
    );
  const walksWith = byParameter(walks);
  const statedWith = byParameter(stated);
  const sorts: Record<string, readonly Ordered[]> = {};
  for (const name of names) {
    const ordered =
      given !== undefined || isRevealing(name) ? [] : ordersIn(name, statedWith.get(name)!, asStated);
    if (ordered.length > 0) sorts[name] = ordered;
  }
  const direction = sortIn(sorts);
  const sort = direction && {
    ...direction,
    values: withoutSeveral(direction.values, states.all(kind)[0]),
  };
  const sorting = given ?? sort;
  const isSorting = (name: string) => name === sorting?.name || name === sorting?.reversedBy?.name;
  const left = new Set([...names].filter((name) => !isSorting(name)));
  /** What else a list states of which nobody knows yet what it does. */
  const unknownBeside = ({ rest }: Walk) => rest.filter(([other]) => left.has(other)).length - 1;
  const fewestBeside = (name: string) => Math.min(...walksWith.get(name)!.map(unknownBeside));
  while (left.size > 0) {
    // Alone it tells most; with others beside it, it can still be told.
    const [name] = [...left].sort((a, b) => fewestBeside(a) - fewestBeside(b)) as [string];
    const beside = fewestBeside(name);
    const own = walksWith.get(name)!;
    const alone = own.filter((one) => unknownBeside(one) === beside);
    left.delete(name);
    if (Object.hasOwn(filters, name)) continue;
    if (isRevealing(name)) {
      ignore(name);
      continue;
    }
    // What is assumed stands beside it, as in the list of which nothing was asked.
    const isBesideAssumed = ({ rest }: Walk, value: string) =>
      rest.some(isAssumed) && !isAssumed([name, value]);
    const base = alone.every((one) => isBesideAssumed(one, valueIn(one, name))) ? asStated.usual : usual;
    // It puts records into an order that nothing tells.
    if (alone.some((one) => isTurnedIn(one, base) && !one.rest.some(([other]) => isSorting(other)))) {
      if (sorts[name] === undefined) ignore(name);
      continue;
    }
    const lone = alone.filter(({ rest }) => rest.filter((one) => !isAssumed(one)).length === 1);
    // What tells that it is the usual list where nothing else is asked for is that beside other things, too.
    const isTold = lone.every(({ total }) => total !== undefined && total === base?.total);
    const isUsual =
      base !== undefined &&
      (isTold && lone.length > 0 ? lone : alone).every(
        ({ order, total }) =>
          order.some((id, at) => id === base.order[at]) &&
          (total === undefined || total >= (base.total ?? 0)) &&
          order.every((id, at) => base.order[at] === undefined || id === base.order[at]),
      );
    const caseFor = (one: Walk, value: string) => {
      const { all, ...rest } = caseOf(one, value, {
        ...known,
        usual: isBesideAssumed(one, value) ? asStated.usual : base,
      });
      const asked = askedIn(one.rest, { filters });
      const isThere = (record: Json) => meets(record, asked) && !isHidden(record, one.rest, { hidden });
      return { ...rest, all: all.filter(isThere) };
    };
    const cases = alone.map((one) => caseFor(one, valueIn(one, name)));
    const isAlone = base !== undefined && lone.length > 0;
    if (isUsual || (!isAlone && cases.every(({ count, all }) => count >= all.length))) {
      ignore(name);
      continue;
    }
    const places = calledFirst(name, otherEndFirst(name, filters, known.places));
    const other = partnerOf(name, walks);
    const range = other === undefined ? undefined : rangeOf(alone, [name, other], cases, places);
    if (range !== undefined) {
      Object.assign(filters, range);
      continue;
    }
    // Of the values of a parameter that is sent several times, a record has one.
    const anyOf = alone.some((one) => valuesIn(one, name).length > 1)
      ? filtersOf(
          alone.map((one) => caseFor(one, valuesIn(one, name).join())),
          places,
        ).filter(({ by, as }) => (by === 'is one of' || by === 'between') && as === undefined)
      : [];
    const found =
      anyOf.length > 0
        ? anyOf.map((form): FilterForm => (form.by === 'between' ? form : { ...form, by: 'is' }))
        : filtersOf(cases, places);
    const namesake = found.length > 0 ? undefined : namesakeOf(name, cases, known);
    if (namesake !== undefined) filters[name] = [{ at: namesake, by: 'is' }];
    else if (found.length === 0) ignore(name);
    else filters[name] = found.map((form) => calledSo(name, form, cases));
    // What only came with another condition of the same name.
    const forms = filters[name] ?? [];
    const further = own.flatMap((one): Case[] => {
      const asked = valuesIn(one, name).filter((value) => !isAssumed([name, value]));
      const isUnread = (value: string) => conditionsIn(value, forms).some(({ form }) => form === undefined);
      const [other, more] = asked.length === 1 ? asked : asked.filter(isUnread);
      if (forms.length === 0 || other === undefined || more !== undefined) return [];
      const rest = one.rest.filter(([stated, value]) => stated !== name || value !== other);
      const condition = caseFor({ ...one, rest }, other);
      return condition.shown.length === 0 || isPickedBy(condition, forms) ? [] : [condition];
    });
    if (further.length > 0) filters[name] = withConditions(forms, further, places);
  }
  for (const [name, forms] of Object.entries(filters))
    filters[name] = forms.map((form) =>
      form.as === undefined && isSearch(form.by)
        ? { ...form, shortest: shortestIn(name, walksWith.get(name)!) }
        : form,
    );
  addOtherEnds(filters, (name, form) =>
    (walksWith.get(name) ?? []).every(
      (one) =>
        ignored[name] !== undefined &&
        one.pages.every(({ listed }) =>
          shownIn(listed, known).every((record) => passes(record, form, valueIn(one, name))),
        ),
    ),
  );
  for (const name of Object.keys(filters)) Reflect.deleteProperty(ignored, name);
  addOtherLeaves(filters, places);
  return {
    filters,
    sort: sort && {
      ...sort,
      as: patternsOf(sort.values),
      ...tiesOf(sort, usual, walks, idAt, lastWrites(kind, states)),
    },
    order: usualOrderIn(
      walks.filter(({ rest }) => !rest.some(([name]) => isSorting(name))),
      known,
    ),
    hidden,
    assumed,
    ignored,
  };
}

/** No service asks for more characters of a text to search for. */
const mostAskedFor = 4;

/** How many characters a text that was searched for had at least. */
const shortestIn = (name: string, walks: readonly Walk[]) =>
  Math.min(mostAskedFor, ...walks.map((one) => valueIn(one, name).length));

/**
 * The leaf by which all of these lists stand, where it tells of a record that a write has moved.
 * @param walks in no order that was asked for
 */
function usualOrderIn(walks: readonly Walk[], known: KnownWalks): string | undefined {
  if (!walks.some((one) => isTurnedIn(one, known.usual))) return undefined;
  const lists = walks.flatMap(({ pages }) => pages.map(({ listed }) => shownIn(listed, known)));
  for (const at of known.places) {
    const values = lists.map((shown) => shown.map((record) => leafAt(record, at)));
    const isScalar = (value: Json) => value !== null && typeof value !== 'object';
    if (!values.flat().every(isScalar) || new Set(values.flat().map(textOf)).size < 3) continue;
    const order = directionOf(at, values);
    if (order !== undefined) return order;
  }
  return undefined;
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
function ordersIn(name: string, lists: readonly Walk[], known: KnownWalks): readonly Ordered[] {
  const { usual, places, states } = known;
  const own = lists.filter((one) => !isCalledPick(name, one, known));
  const alone = own.filter((one) => one.rest.length === own[0]!.rest.length);
  // Its direction may be asked for beside it.
  const isDirected = (one: Walk) =>
    one.rest.every(([other, value]) => other === name || isDirectionWord(value));
  const plain = [...alone, ...own.filter(isDirected)];
  if (!plain.some((one) => isTurnedIn(one, usual))) return [];
  const ordered = own.flatMap((one): Ordered[] => {
    // Stated twice, it sorts by several leaves.
    if (valuesIn(one, name).length > 1) return [];
    const value = valueIn(one, name);
    const by = orderOf(caseOf(one, '', known).shown, places, value);
    if (by === undefined) return [];
    const turnsUsual =
      one.rest.length === 1 ? isTurned(one.order, usual) : isDirectionWord(value) && isPartTurned(one, usual);
    // The usual list under a name that no record has: any such name may be passed over.
    const isUsualOrder = usual !== undefined && stepsOf(one, usual).every((step) => step > 0);
    if (isUsualOrder && !isNamedIn(value, by))
      return isRefused(name, usual, states) ? [{ rest: one.rest, by: '', turnsUsual: false }] : [];
    return [{ rest: one.rest, by, turnsUsual }];
  });
  if (ordered.length > 0) return ordered;
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
const isTurnedIn = (one: Walk, usual: Walk | undefined): boolean =>
  stepsOf(one, usual).some((step) => step < 0);

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
interface Ordered {
  readonly rest: Walk['rest'];
  readonly by: string;
  /** Whether this showed the usual list, or a part of it, from its end. */
  readonly turnsUsual: boolean;
}

type Direction = Pick<SortForm, 'name' | 'values' | 'reversedBy'>;

/** The parameter by whose values lists are sorted, and the one beside it that turns the order around, if there is one. */
function sortIn(sorts: Readonly<Record<string, readonly Ordered[]>>): Direction | undefined {
  const names = Object.keys(sorts);
  const besides = (name: string) =>
    names.filter((other) =>
      sorts[other]!.every(
        ({ rest, turnsUsual }) => other !== name && (turnsUsual || valueOf(name, rest) !== null),
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
        const isTurning = ({ rest, turnsUsual }: Ordered) => turnsUsual && valueOf(turn!, rest) === value;
        let held = turn === undefined ? 0 : sorts[turn]!.filter(isTurning).length;
        for (const { rest, by } of sorts[name]!) {
          const isTurned = value !== undefined && valueOf(turn!, rest) === value;
          const usual = isTurned ? opposite(by) : by;
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
          -all.filter(([own, by]) => by.startsWith('-') && !own.startsWith('-')).length,
        ];
        const first = score.findIndex((own, at) => own !== (best?.score[at] ?? -Infinity));
        if (first === -1 || score[first]! < (best?.score[first] ?? -Infinity)) continue;
        const kept = [...new Set(turns)].filter((own) => own !== value);
        // Where nothing was turned around, the opposite of what was asked does that.
        const turning = value ?? kept.map(turnedWord).find((own) => own !== undefined);
        const other = turning === undefined ? undefined : turnedWord(turning);
        if (other !== undefined && !kept.includes(other)) kept.push(other);
        const reversedBy =
          turn === undefined || turning === undefined
            ? undefined
            : { name: turn, value: turning, ...(kept.length > 0 && { kept }) };
        best = {
          form: { name, values: turn === undefined ? generalised(values) : values, reversedBy },
          score,
        };
      }
    }
  }
  return best?.form;
}

const isWithinName = (name: string, other: string) => other.toLowerCase().includes(name.toLowerCase());

interface Case {
  readonly value: string;
  readonly shown: readonly Json[];
  /** All that were known, and how many of them it has, of which a page may show but some. */
  readonly all: readonly Json[];
  readonly count: number;
}

/** The records of a page, as they were known by then. */
const shownIn = (
  { step, ids, records }: Walk['pages'][number]['listed'],
  { kind, states }: Pick<KnownWalks, 'kind' | 'states'>,
): readonly Json[] => records.map((record, index) => states.before(step + 1, kind, ids[index]!) ?? record);

function caseOf(one: Walk, value: string, { usual, kind, states }: KnownWalks): Case {
  const { pages } = one;
  const step = pages.at(-1)!.listed.step;
  // A list may show a part of what is known of its records.
  const shown = pages.flatMap(({ listed }) => shownIn(listed, { kind, states }));
  // A list that tells how many records it has, of which all are known, was as good as seen whole.
  const isCounted = one.total !== undefined && usual !== undefined && isWhole(usual);
  if ((isWhole(one) || isCounted) && shown.length > 0)
    return { value, shown, all: states.all(kind, step + 1), count: one.total! };
  // Of a list that was not seen whole, those that stand between the records of a page, or before those of the first one.
  const between = new Set(
    pages.flatMap(({ listed: { ids }, from }) => {
      const own = ids.flatMap((id) => usual?.places.get(id) ?? []);
      return own.length === 0
        ? []
        : usual!.order.slice(from === 0 ? 0 : Math.min(...own), Math.max(...own) + 1);
    }),
  );
  const known = [...between].flatMap((id) =>
    id === undefined ? [] : (states.before(step + 1, kind, id) ?? []),
  );
  return { value, shown, all: known.length > shown.length ? known : shown, count: shown.length };
}

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
function tiesOf(
  sort: Direction,
  usual: Walk | undefined,
  walks: readonly Walk[],
  idAt: string,
  lastWrite: LastWrite,
): Pick<SortForm, 'ties'> {
  const ties: Record<string, string> = {};
  for (const direction of ['', '-'] as const) {
    const pairs = walks.flatMap(({ rest, pages }) => {
      const [by, ...more] = ordersAsked(sort, rest) as [string, ...string[]];
      if (more.length > 0 || !by.includes('/') || by.startsWith('-') !== (direction === '-')) return [];
      const at = by.replace(/^-/, '');
      return pages.flatMap(({ listed: { records, ids, step } }) =>
        records.slice(1).flatMap((record, index) => {
          const before = records[index]!;
          if (!sameValue(leafAt(before, at), leafAt(record, at))) return [];
          const place = (one: number) => usual?.places.get(ids[one]!) ?? 0;
          const [first, second] = [index, index + 1].map((one) => lastWrite(ids[one]!, step));
          return [
            {
              later: first === undefined || second === undefined ? undefined : second - first,
              step: place(index + 1) - place(index),
              byId: compare(valueAt(record, idAt)!, valueAt(before, idAt)!),
            },
          ];
        }),
      );
    });
    if (pairs.length === 0 || pairs.every(({ step }) => step > 0)) continue;
    const [written, others] = parted(pairs, ({ later }) => later !== undefined);
    const isAsWritten = written.every(({ later }) => (direction === '-' ? later! < 0 : later! > 0));
    if (pairs.every(({ step }) => step < 0)) ties[direction] = '-';
    else if (pairs.every(({ byId }) => byId > 0)) ties[direction] = idAt;
    else if (pairs.every(({ byId }) => byId < 0)) ties[direction] = `-${idAt}`;
    else if (written.length > 0 && isAsWritten && others.every(({ step }) => step > 0))
      ties[direction] = asWritten;
  }
  return Object.keys(ties).length === 0 ? {} : { ties };
}

/** Words of names that ask for the two ends of a range. */
const ends = [
  ['min', 'max'],
  ['from', 'to'],
  ['since', 'until'],
  ['start', 'end'],
  ['begin', 'end'],
  ['after', 'before'],
  ['above', 'below'],
  ['gt', 'lt'],
  ['gte', 'lte'],
  ['ge', 'le'],
  ['gteq', 'lteq'],
] as const;

const otherEnds: Partial<Record<FilterForm['by'], FilterForm['by']>> = {
  'at least': 'at most',
  'at most': 'at least',
  above: 'below',
  below: 'above',
};

/**
 * Who takes one end of a range takes the other: `price_min` tells what `price_max` means.
 * @param isMeant whether lists that were asked for it have no record that it leaves out
 */
function addOtherEnds(
  filters: Record<string, readonly FilterForm[]>,
  isMeant: (name: string, form: FilterForm) => boolean,
): void {
  for (const [name, [form, ...more]] of Object.entries(filters)) {
    const by = otherEnds[form!.by];
    if (by === undefined || more.length > 0 || form!.as !== undefined) continue;
    for (const [own, other] of ends.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
      const turned = inWords(name, own, other);
      if (turned !== name && isMeant(turned, { ...form!, by })) filters[turned] ??= [{ ...form!, by }];
    }
  }
}

/** A name with another word in the place of one, be it the first one or not: `maxPrice` for `minPrice`, `to` for `from`. */
function inWords(name: string, word: string, other: string): string {
  const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
  return name
    .replace(new RegExp(`(?<![A-Za-z])${word}(?![a-z])`), other)
    .replace(new RegExp(`(?<=[a-z])${capital(word)}(?![a-z])`), capital(other));
}

/** Parameters that name a leaf and a comparison: what was asked of one leaf can be asked of the others, too. */
function addOtherLeaves(filters: Record<string, readonly FilterForm[]>, places: readonly string[]): void {
  const named = Object.entries(filters).flatMap(([name, [form, ...more]]) => {
    const { at, by, as, means, times } = form!;
    const path = name.includes(pathName(at)) ? pathName(at) : lastSegment(at);
    const pattern = name.replace(path, '{}');
    const isPlain = more.length === 0 && as === undefined && means === undefined && times === undefined;
    return isPlain && pattern !== name
      ? [{ path, at, by, pattern, frame: pattern.replace(/[\p{L}-]+/gu, 'w') }]
      : [];
  });
  const isByPath = named.some(({ path }) => path.includes('.'));
  for (const one of named) {
    const leaves = named.flatMap(({ at, frame }) => (frame === one.frame ? [at] : []));
    // What two leaves were asked for in the same way, any leaf beside them may be asked for.
    const isAny =
      one.pattern !== '{}' && named.some(({ at, pattern }) => pattern === one.pattern && at !== one.at);
    const others = isAny ? places.filter((at) => leaves.some((leaf) => parentOf(leaf) === parentOf(at))) : [];
    for (const at of [...leaves, ...others])
      filters[one.pattern.replace('{}', isByPath ? pathName(at) : lastSegment(at))] ??= [{ at, by: one.by }];
  }
  // Several are called as the leaves are, and say in their values how these are compared: each takes what the others take.
  const own = Object.entries(filters).filter(([name, forms]) =>
    forms.every(({ at, as }) => as?.includes('{}') === false && lastSegment(at) === name),
  );
  if (own.length < 2) return;
  for (const [name, forms] of own) {
    const others = own.flatMap(([, more]) => more).map((form) => ({ ...form, at: forms[0]!.at }));
    filters[name] = [...new Map([...others, ...forms].map((form) => [form.as, form])).values()];
  }
}

/** The leaf that a parameter is called as, where no record has there what it asked for, and lists with it showed none. */
const namesakeOf = (name: string, cases: readonly Case[], { places, states, kind }: KnownWalks) =>
  places.find(
    (at) =>
      lastSegment(at) === name &&
      cases.every(
        ({ value, shown, count }) =>
          count === 0 &&
          shown.length === 0 &&
          !states.all(kind).some((record) => textAt(record, at) === value),
      ),
  );

/** Places, that one first by which the parameter for the other end of a range picks: `maxPrice` beside `minPrice`. */
function otherEndFirst(
  name: string,
  filters: Readonly<Record<string, readonly FilterForm[]>>,
  places: readonly string[],
): readonly string[] {
  const own = ends.flatMap(([low, high]) => [inWords(name, low, high), inWords(name, high, low)]);
  const at = own.flatMap((other) => (other === name ? [] : (filters[other] ?? [])))[0]?.at;
  return at === undefined ? places : [...new Set([at, ...places])];
}

/** The one parameter that comes wherever this one does, and nowhere else. */
function partnerOf(name: string, walks: readonly Walk[]): string | undefined {
  const others = (has: boolean) =>
    walks.flatMap(({ rest }) => (asksFor({ rest }, name) === has ? [new Set(rest.map(([own]) => own))] : []));
  const [first = new Set(), ...more] = others(true);
  const [partner, ...rest] = [...first].filter(
    (other) =>
      other !== name && more.every((one) => one.has(other)) && !others(false).some((one) => one.has(other)),
  );
  return rest.length === 0 ? partner : undefined;
}

/** Two parameters that only came together, as the lower and the upper bound of one leaf. */
function rangeOf(
  walks: readonly Walk[],
  names: readonly [string, string],
  cases: readonly Case[],
  places: readonly string[],
): Record<string, readonly FilterForm[]> | undefined {
  // The names of two things have an order, too, and are the ends of nothing.
  const areEnds = walks.every((one) => names.every((name) => isCompared(valueIn(one, name))));
  if (!areEnds) return undefined;
  const steps = walks.map((one) => compare(valueIn(one, names[0]), valueIn(one, names[1])));
  if (!steps.every((step) => step < 0) && !steps.every((step) => step > 0)) return undefined;
  const [low, high] = steps[0]! < 0 ? names : ([names[1], names[0]] as const);
  const [lowest, highest] = [endsCalled(low, ['at least', 'above']), endsCalled(high, ['at most', 'below'])];
  const bounds = inUnits(places).flatMap((unit) =>
    lowest.flatMap((from) => highest.map((to) => ({ from: { ...unit, by: from }, to: { ...unit, by: to } }))),
  );
  const best = fittest(
    bounds,
    cases,
    ({ from, to }, record, at) =>
      passes(record, from, valueIn(walks[at]!, low)) && passes(record, to, valueIn(walks[at]!, high)),
  );
  return best && { [low]: [best.from], [high]: [best.to] };
}

/** A name that tells that what is equal is left out, such as `cost_less_than`. */
const leavesOutEqual = /(?:than|above|below|over|under|[gl]t)\W*$/i;

/** The comparisons that may be meant by an end of a range, the one first that its name tells. */
const endsCalled = <By extends FilterForm['by']>(name: string, ends: readonly [By, By]): readonly By[] =>
  leavesOutEqual.test(name) ? ends.toReversed() : ends;

/** So many others may be picked beside the records that were shown: a few may have changed since they were last seen. */
const mostOthers = (shown: number) => Math.max(1, shown / 3);

/** Of these the one that picks all records that were shown, and the fewest others. */
function fittest<Form>(
  forms: Iterable<Form>,
  cases: readonly Case[],
  picks: (form: Form, record: Json, at: number) => boolean,
  isMeant: (form: Form) => boolean = () => true,
): Form | undefined {
  let best: { form: Form; wrong: number } | undefined;
  const shown = cases.reduce((sum, own) => sum + own.shown.length, 0);
  for (const form of forms) {
    const isPicked = (at: number) => (record: Json) => picks(form, record, at);
    if (!cases.every((own, at) => own.shown.every(isPicked(at))) || !isMeant(form)) continue;
    const others = cases.map((own, at) => own.all.filter(isPicked(at)).length - own.count);
    const wrong = others.reduce((sum, more) => sum + Math.max(0, more), 0);
    if (best === undefined || wrong < best.wrong) best = { form, wrong };
  }
  return best === undefined || shown === 0 || best.wrong > mostOthers(shown) ? undefined : best.form;
}

/** The end of a range that a name asks for, beside the name of the leaf: `costTo` of `cost`, but no `maxCost` of `maxCost`. */
function endNamed(name: string, { at }: FilterForm): 'at least' | 'at most' | undefined {
  const isIn = (text: string, word: string) => inWords(text, word, '*') !== text;
  const isAsked = (word: string) => isIn(name, word) && !isIn(lastSegment(at), word);
  if (ends.some(([low]) => isAsked(low))) return 'at least';
  return ends.some(([, high]) => isAsked(high)) ? 'at most' : undefined;
}

/** What is called so asks for a beginning: `sw` is a word for that, too (RFC 7644 §3.4.2.2). */
const ofBeginning = /start|begin|prefix|(?<![a-z])sw(?![a-z])/i;

/** What is called so looks for a part of a text. */
const ofSearch = /^(?:q|query|find|keywords?|terms?|search(?:[_-]?(?:terms?|text|query|for))?)$/i;

/** Of two comparisons that pick the same the one that the name of the parameter tells, such as `cost_less_than`. */
function calledSo(name: string, form: FilterForm, cases: readonly Case[]): FilterForm {
  const isStrict = leavesOutEqual.test(name);
  const end =
    form.by === 'is' && cases.every(({ value }) => isCompared(value)) ? endNamed(name, form) : undefined;
  const told =
    form.by === 'contains' && ofBeginning.test(name)
      ? 'starts with'
      : form.by === 'at least' && isStrict
        ? 'above'
        : form.by === 'at most' && isStrict
          ? 'below'
          : form.by === 'is' && form.as === undefined && form.means === undefined && ofSearch.test(name)
            ? 'contains'
            : form.by;
  const by = end ?? told;
  const called = { ...form, by };
  return cases.every((one) => isPickedBy(one, [called])) ? called : form;
}

/** The leaves that the shown records have as asked, and the fewest of the others; several, where values are conditions. */
function filtersOf(cases: readonly Case[], places: readonly string[]): FilterForm[] {
  const telling = cases.filter(({ shown }) => shown.length > 0);
  if (telling.length === 0) return [];
  const whole = bestFor(cases, places, false);
  // A range that names how it compares is made of conditions.
  const isSaid = whole?.by === 'between' && telling.some(({ value }) => comparison.test(value));
  if (whole !== undefined && !isSaid) return [whole];
  const meant = meaningFor(cases, telling, places);
  if (meant !== undefined) return [meant];
  const turned = turnedBySign(cases, places);
  if (turned !== undefined) return turned;
  const found = withConditions([], telling, places);
  const [first] = found;
  // What is the value alone is no condition: it is searched for, in one leaf and, where it is not there, in others.
  if (first?.by === 'contains' && found.every(({ as }) => as === '*'))
    return [{ at: first.at, by: first.by }];
  return found.length === 0 && whole !== undefined ? [whole] : found;
}

/** Filters with those that read the conditions of further cases: each may be of another kind. */
function withConditions(
  forms: readonly FilterForm[],
  cases: readonly Case[],
  places: readonly string[],
): FilterForm[] {
  let found = [...forms];
  const bySize = [...cases].sort((a, b) => a.value.length - b.value.length);
  for (const one of bySize) {
    if (found.some((form) => reads(form, one.value) && isPickedBy(one, [form]))) continue;
    const and = separators.find(
      (between) =>
        one.value.includes(between) && isPickedBy(one, withBetween(withOtherWords(found), between)),
    );
    if (and !== undefined) {
      found = withBetween(found, and);
      continue;
    }
    const form = conditionOf(one, places);
    if (form === undefined) continue;
    const said = { ...form, by: saidIn(form) ?? form.by };
    found.push(isPickedBy(one, [said]) ? said : form);
  }
  return withOtherWords(found);
}

/** What stands in front of a value that is not to be picked. */
const signsOfNot = ['-', '!', '~', '^', 'not:', 'ne:'];

/** A leaf that has the value, or has another one where a sign stands before it. */
function turnedBySign(cases: readonly Case[], places: readonly string[]): FilterForm[] | undefined {
  for (const sign of signsOfNot) {
    const [turned, plain] = parted(cases, ({ value }) => value.startsWith(sign));
    const isTelling = turned.length > 0 && plain.some(({ shown }) => shown.length > 0);
    const whole = isTelling ? bestFor(plain, places, false) : undefined;
    if (whole === undefined || (whole.by !== 'is' && whole.by !== 'is one of')) continue;
    const forms: FilterForm[] = [{ at: whole.at, by: 'is not', as: `${sign}*` }, whole];
    if (turned.every((one) => one.shown.length === 0 || isPickedBy(one, forms))) return forms;
  }
  return undefined;
}

const separators = [';', ',', '|', ' and ', ' AND ', '&&'];

const withBetween = (forms: readonly FilterForm[], and: string) => forms.map((form) => ({ ...form, and }));

/** Whether what is asked for picks the records that were shown, and hardly others. */
function isPickedBy({ value, shown, all, count }: Case, forms: readonly FilterForm[]): boolean {
  const asked = conditionsIn(value, forms);
  const isPicked = (record: Json) => asked.every(({ form, value: own }) => form && passes(record, form, own));
  const others = all.filter(isPicked).length - count;
  return shown.every(isPicked) && others <= mostOthers(shown.length);
}

/** The words of comparisons, and their signs: who takes one of them takes the others. */
const comparisons: readonly Readonly<Record<string, FilterForm['by']>>[] = [
  {
    eq: 'is',
    ne: 'is not',
    gt: 'above',
    ge: 'at least',
    gte: 'at least',
    lt: 'below',
    le: 'at most',
    lte: 'at most',
  },
  { '>=': 'at least', '<=': 'at most', '!=': 'is not', '>': 'above', '<': 'below' },
];
const comparison = /(?<![A-Za-z])(?:eq|ne|gte?|ge|lte?|le)(?![A-Za-z])|[<>!]=|[<>]/i;

const wordIn = ({ as }: FilterForm) => (as === undefined ? undefined : comparison.exec(as)?.[0]);

const kinOf = (word: string) => comparisons.find((kin) => Object.hasOwn(kin, word.toLowerCase()))!;

/** The comparison that a condition names by a word. */
function saidIn(form: FilterForm): FilterForm['by'] | undefined {
  const word = wordIn(form);
  return word === undefined ? undefined : kinOf(word)[word.toLowerCase()];
}

/** Conditions that name their comparison by a word, with the other words in its place: what names its leaf before what reads any. */
function withOtherWords(forms: readonly FilterForm[]): FilterForm[] {
  const all = [...forms];
  for (const form of forms) {
    const word = wordIn(form);
    if (word === undefined) continue;
    for (const [other, by] of Object.entries(kinOf(word))) {
      const as = form.as!.replace(comparison, word === word.toUpperCase() ? other.toUpperCase() : other);
      // Numbers need no quotes.
      const ways = isOrder(by) ? [as, as.replace(/(['"])\*\1/, '*')] : [as];
      for (const way of new Set(ways))
        if (!all.some((one) => one.as === way && (way.includes('{}') || one.at === form.at)))
          all.push({ ...form, as: way, by });
    }
  }
  const [others, named] = parted(all, ({ as }) => as?.includes('{}') === true);
  return [...named, ...others];
}

const conditionOf = (one: Case, places: readonly string[]): FilterForm | undefined =>
  one.shown.length === 0 ? undefined : bestFor([one], places, true);

/** A leaf that has one value for each value of the parameter, as in `yes` for true. */
function meaningFor(
  cases: readonly Case[],
  telling: readonly Case[],
  places: readonly string[],
): FilterForm | undefined {
  if (telling.some(({ value }) => !/^\w+$/.test(value))) return undefined;
  let first: FilterForm | undefined;
  for (const at of places) {
    if (at.includes(`/${anyItem}`)) continue;
    const own = telling.map(({ all }) => all.map((record) => textAt(record, at)));
    // What tells each record from the others is no kind of them.
    const isKind = own.some((texts) => new Set(texts).size < texts.length);
    if (!isKind || new Set(own.flat()).size > 8) continue;
    const means: Record<string, Json> = {};
    const isClear = telling.every(({ value, shown, all, count }) => {
      const leaf = leafAt(shown[0], at);
      if (typeof leaf === 'object' && leaf !== null) return false;
      if (value in means && !sameValue(means[value], leaf)) return false;
      means[value] = leaf;
      const others = all.filter((record) => sameValue(leafAt(record, at), leaf)).length;
      return (
        shown.every((record) => sameValue(leafAt(record, at), leaf)) &&
        others <= count + Math.max(1, shown.length / 5) &&
        all.length > shown.length
      );
    });
    if (!isClear || new Set(Object.values(means).map(textOf)).size < Object.keys(means).length) continue;
    const values = telling.flatMap(({ all }) => all.map((record) => leafAt(record, at)));
    addOtherFlag(means, new Set(values));
    const others = namedAlike(means, new Set(values));
    for (const { value } of cases) means[value] ??= '';
    // A leaf that tells what its other values are called is rather meant than one that has a number for each.
    if (others !== undefined) return { at, by: 'is', means: { ...others, ...means } };
    first ??= { at, by: 'is', means };
  }
  return first;
}

/** What is asked for by no is asked otherwise by yes: of two values of a leaf that is the other one. */
function addOtherFlag(means: Record<string, Json>, values: ReadonlySet<Json>): void {
  if (values.size !== 2) return;
  const pairs = Object.entries(means).map(([flag, value]) => {
    const other = flags.find((words) => words.includes(flag))?.find((word) => word !== flag);
    return { other, value: [...values].find((one) => !sameValue(one, value))! };
  });
  if (pairs.every(({ other }) => other !== undefined))
    for (const { other, value } of pairs) means[other!] ??= value;
}

const flags = [
  ['true', 'false'],
  ['yes', 'no'],
  ['1', '0'],
];

/**
 * All values of a leaf by the names that they have if those that are known are named in one way, such as `out_of_stock` for
 * `Out of stock`; undefined where they are not.
 */
function namedAlike(
  means: Readonly<Record<string, Json>>,
  values: ReadonlySet<Json>,
): Readonly<Record<string, Json>> | undefined {
  const named = (value: Json, form: string) =>
    typeof value === 'string' ? applyFilter(form, value) : undefined;
  const form = nameForms.find((one) =>
    Object.entries(means).every(([name, value]) => named(value, one) === name),
  );
  if (form === undefined) return undefined;
  return Object.fromEntries(
    [...values].flatMap((value) => {
      const name = named(value, form);
      return typeof name === 'string' && name !== '' ? [[name, value]] : [];
    }),
  );
}

/** Whether what is asked for has an order: a number or a moment. */
const isCompared = (value: string) => /^[+-]?\d/.test(value) || readMoment(value) !== undefined;

function bestFor(
  cases: readonly Case[],
  places: readonly string[],
  isCondition: boolean,
): FilterForm | undefined {
  const [telling] = cases.filter(({ shown }) => shown.length > 0);
  const forms = filterOperators.flatMap((by): readonly FilterForm[] => {
    // Only in a condition may other words stand before what is compared.
    const hasNumber = ({ value }: Case) => /\d/.test(value) || readMoment(value) !== undefined;
    const isAnywhere = isCondition || by === 'between';
    if (isOrder(by) && !cases.every((one) => (isAnywhere ? hasNumber(one) : isCompared(one.value))))
      return [];
    // A point within a number stands between no two.
    if (by === 'between' && !cases.some(({ value }) => /\d(?!\.\d)\D+\d/.test(value))) return [];
    // A sign of an order says how it is compared.
    const isOtherwise = !isOrder(by) && by !== 'is not' && /[<>]/.test(telling!.value);
    if (isCondition) return by === 'is' || isOtherwise ? [] : conditionsOf(telling!, places, by);
    return (isOrder(by) ? inUnits(places) : places.map((at) => ({ at }))).map((one) => ({ ...one, by }));
  });
  return fittest(
    forms,
    cases,
    (form, record, at) => passes(record, form, cases[at]!.value),
    // What leaves nothing out picks nothing, and two values have no order.
    (form) =>
      cases.some(({ value, all }) => !all.every((record) => passes(record, form, value))) &&
      (!isOrder(form.by) || isOrdered(cases, form, telling!.value)),
  );
}

/** Whether a leaf has more than two values. */
function isOrdered(cases: readonly Case[], form: FilterForm, value: string): boolean {
  const at = placeRead(form, value);
  return new Set(cases.flatMap(({ all }) => all.map((record) => textAt(record, at)))).size > 2;
}

/** A condition holds the value, and mostly the name of the leaf. */
function conditionsOf(
  { value, shown, all }: Case,
  places: readonly string[],
  by: FilterForm['by'],
): FilterForm[] {
  if (by === 'between' || isOrder(by)) {
    const numbers = [...value.matchAll(/\d+(?:\.\d+)?Z?/g)];
    const [first, last] = [numbers[0], numbers.at(-1)];
    if (first === undefined || last === undefined) return [];
    const as = `${value.slice(0, first.index)}*${value.slice(last.index + last[0].length)}`;
    return inUnits(places).flatMap((one) => named(as, one, by));
  }
  if (by === 'contains' || by === 'starts with') {
    const ways = [...value.matchAll(/[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*/gu)].flatMap(({ 0: word, index }) => {
      const [before, behind] = [value.slice(0, index), value.slice(index + word.length)];
      // A beginning is asked for by a word, or by a sign for any other text behind it alone.
      const isStart = ofBeginning.test(value) || (/^[*%]/.test(behind) && !/[*%]$/.test(before));
      const as = `${before.replace(/\*$/, '')}*${behind.replace(/^\*$/, '')}`;
      return isStart === (by === 'starts with') ? [as] : [];
    });
    return places.flatMap((at) => ways.flatMap((as) => named(as, { at }, by)));
  }
  if (isOfThere(by)) {
    // Whether there is a value is asked of a leaf by its name.
    const as = value.replace(/\b(?:true|false)\b/i, '*');
    return as === value
      ? []
      : places.flatMap((at) => named(as, { at }, by)).filter((form) => form.as!.includes('{}'));
  }
  return places.flatMap((at): FilterForm[] => {
    // What is asked not to be is what the others are.
    const picked = by === 'is not' ? all.filter((record) => !shown.includes(record)) : shown;
    const texts = new Set(
      picked
        .flatMap((record) => allLeaves(leafAt(record, at)))
        .flatMap(([, leaf]) => (isNothing(leaf) ? (/\bnull\b/i.exec(value) ?? []) : textOf(leaf)))
        .filter((text) => value.includes(text)),
    );
    if (texts.size === 0) return [];
    // The name of the leaf is no value.
    const name = lastSegment(at);
    const unnamed = value.replace(name, ' '.repeat(name.length));
    // Nor is a part of a word.
    const starts = [...texts].map((text) =>
      unnamed.search(new RegExp(`(?<![A-Za-z0-9])${literalPattern(text)}(?![A-Za-z0-9])`)),
    );
    if (starts.includes(-1)) return [];
    const ends = [...texts].map((text, one) => starts[one]! + text.length);
    const as = `${value.slice(0, Math.min(...starts))}*${value.slice(Math.max(...ends))}`;
    return as === '*' ? [] : named(as, { at }, by);
  });
}

/** With the name of the leaf it is a condition on any leaf, without on this one alone. */
function named(as: string, leaf: Pick<FilterForm, 'at' | 'times'>, by: FilterForm['by']): FilterForm[] {
  const name = lastSegment(leaf.at);
  return as.includes(name) && name.length > 1
    ? [
        { ...leaf, by, as: as.replace(name, '{}') },
        { ...leaf, by, as },
      ]
    : [{ ...leaf, by, as }];
}

/** Each leaf as it is, and as an amount in a smaller unit than what is asked for. */
const inUnits = (places: readonly string[]): Pick<FilterForm, 'at' | 'times'>[] => [
  ...places.map((at) => ({ at })),
  ...units.flatMap((times) => (times > 1 ? places.map((at) => ({ at, times })) : [])),
];

/** The leaf by which records stand in their order, rather one that the value names. */
function orderOf(records: readonly Json[], places: readonly string[], value: string): string | undefined {
  // A list is sorted by what its first item says, such as a title in the first language.
  const sortable = places.map((at) => at.replaceAll(`/${anyItem}`, '/0'));
  for (const at of calledFirst(value, sortable)) {
    const values = records
      .map((record) => leafAt(record, at))
      .filter((own) => own !== null && typeof own !== 'object');
    // What the value names needs less to be known by.
    const fewest = isNamedIn(value, lastSegment(at)) ? 2 : 3;
    if (values.length < 3 || new Set(values.map(textOf)).size < fewest) continue;
    const order = directionOf(at, [values]);
    if (order !== undefined) return order;
  }
  return undefined;
}

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
function patternsOf(values: Readonly<Record<string, string>>): Record<string, '' | '-'> {
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
function withoutSeveral(values: SortForm['values'], record: Json | undefined): SortForm['values'] {
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

/** The words for the two directions, each before the other one. */
const turns = [
  ['asc', 'desc'],
  ['ASC', 'DESC'],
  ['ascending', 'descending'],
  ['Asc', 'Desc'],
  ['Ascending', 'Descending'],
].flatMap(([up, down]) => [[down!, up!] as const, [up!, down!] as const]);

/** The same with the word for the other direction. */
const turnedWord = (value: string): string | undefined =>
  turns
    .map(([own, other]) => value.replace(new RegExp(`${own}(?![A-Za-z])`), other))
    .find((turned) => turned !== value);
