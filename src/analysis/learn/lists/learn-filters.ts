// Parameters that pick records or put them into an order, from what they did to the list.
import {
  anyItem,
  askedIn,
  conditionsIn,
  meets,
  passes,
  pathName,
  statedIn,
} from '../../../dialect/conditions.ts';
import { innerOf, leavesOf } from '../../../dialect/known-facts.ts';
import { isSearch } from '../../../dialect/conditions.ts';
import type { FilterForm, QueryForm, RecordKind, SortForm } from '../../../dialect/profile-form.ts';
import { isHidden, withAssumed } from '../../../dialect/select-page.ts';
import type { Json } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { parentOf, textAt } from '../../../http/pointer.ts';
import { caseOf, isPickedBy, shownIn } from './filter-cases.ts';
import type { Case } from './filter-cases.ts';
import { calledSo, filtersOf, withConditions } from './filter-conditions.ts';
import { asksFor, calledFirst, valueIn, valuesIn } from '../pages/known-walks.ts';
import type { KnownWalks } from '../pages/known-walks.ts';
import {
  isTurnedIn,
  ordersBeside,
  ordersIn,
  patternsOf,
  sortIn,
  tiesOf,
  usualOrderIn,
  withoutSeveral,
} from './learn-orders.ts';
import type { Ordered } from './learn-orders.ts';
import { addCalledComparisons, addOtherEnds, otherEndFirst, partnerOf, rangeOf } from './range-ends.ts';
import type { States } from '../records/states.ts';
import { assumedIn, asUsual, hiddenIn } from '../pages/usual-list.ts';
import { usualAsSeen } from '../pages/walks.ts';
import type { Walk, Walked } from '../pages/walks.ts';

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
  const asStated: KnownWalks = { walks: stated, usual: usualAsSeen(stated), kind, states, places };
  const assumed = assumedIn(asStated);
  const walks = stated.map((one) => ({ ...one, rest: withAssumed(one.rest, { assumed }) }));
  const usual = usualAsSeen(walks);
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
    beside: ordersBeside(direction, sorts, statedWith),
  };
  const sorting = given ?? sort;
  const isSorting = (name: string) => name === sorting?.name || name === sorting?.reversedBy?.name;
  const left = new Set([...names].filter((name) => !isSorting(name)));
  /** What else a list states of which nobody knows yet what it does. */
  const unknownBeside = ({ rest }: Walk) => rest.filter(([other]) => left.has(other)).length - 1;
  // A list that found nothing hardly tells what picked its records.
  const fewestBeside = (name: string) => {
    const own = walksWith.get(name)!;
    const telling = own.filter(({ order }) => order.length > 0);
    return Math.min(...(telling.length > 0 ? telling : own).map(unknownBeside));
  };
  // What shows the first page of the usual list may leave out what stands further on: others are told first.
  const later = new Set<string>();
  while (left.size > 0) {
    // Alone it tells most; with others beside it, it can still be told.
    const [name] = [...left].sort(
      (a, b) => Number(later.has(a)) - Number(later.has(b)) || fewestBeside(a) - fewestBeside(b),
    ) as [string];
    const beside = fewestBeside(name);
    const own = walksWith.get(name)!;
    const alone = own.filter((one) => unknownBeside(one) <= beside);
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
    const isTold = lone.length > 0 && lone.every(({ total }) => total !== undefined && total === base?.total);
    const isUsual =
      base !== undefined &&
      (isTold ? lone : alone).every(
        ({ order, total }) =>
          order.some((id, at) => id === base.order[at]) &&
          (total === undefined || total >= (base.total ?? 0)) &&
          order.every((id, at) => base.order[at] === undefined || id === base.order[at]),
      );
    if (isUsual && !isTold && !later.has(name)) {
      later.add(name);
      left.add(name);
      continue;
    }
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
    if (namesake !== undefined)
      filters[name] = [{ at: namesake, by: 'is', as: areInBrackets(cases) ? inBrackets : undefined }];
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
  const isMeant = (name: string, form: FilterForm) => {
    const own = walksWith.get(name) ?? [];
    return (
      (own.length === 0 || ignored[name] !== undefined) &&
      shownFor(name, own, known).every(({ record, value }) => passes(record, form, value))
    );
  };
  addCalledComparisons(filters, Object.keys(ignored), places, isMeant);
  for (const name of Object.keys(ignored)) {
    const form = shownByAll(name, walksWith.get(name) ?? [], known);
    if (form !== undefined) filters[name] ??= [form];
  }
  addOtherEnds(filters, isMeant);
  for (const name of Object.keys(filters)) Reflect.deleteProperty(ignored, name);
  addOtherLeaves(filters, places);
  return {
    filters,
    sort: sort && {
      ...sort,
      as: patternsOf(sort.values),
      ...tiesOf(sort, known, idAt),
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

const inBrackets = '[*]';

const areInBrackets = (cases: readonly Case[]): boolean => cases.every(({ value }) => /^\[.*\]$/.test(value));

/** What a parameter calls a leaf: what stands in the last brackets of it, if there are any. */
const leafCalled = (name: string): string => innerOf(name) ?? name;

/** The records that lists showed, each with what a parameter asked for there. */
const shownFor = (
  name: string,
  walks: readonly Walk[],
  known: KnownWalks,
): { record: Json; value: string }[] =>
  walks.flatMap((one) =>
    one.pages.flatMap(({ listed }) =>
      shownIn(listed, known).map((record) => ({ record, value: valueIn(one, name) })),
    ),
  );

/**
 * What a parameter picks by that is called as a leaf, where it left out nothing of the usual list: all records that were shown have
 * there what was asked for, as it is or in brackets.
 */
function shownByAll(name: string, walks: readonly Walk[], known: KnownWalks): FilterForm | undefined {
  const shown = shownFor(name, walks, known);
  const at = known.places.find((place) => lastSegment(place) === leafCalled(name));
  const isUsual = walks.every(({ order }) => order.every((id, index) => known.usual?.order[index] === id));
  if (at === undefined || shown.length === 0 || !isUsual) return undefined;
  const forms: readonly FilterForm[] = [
    { at, by: 'is' },
    { at, by: 'is', as: inBrackets },
  ];
  return forms.find((form) =>
    shown.every(({ record, value }) =>
      conditionsIn(value, [form]).every(
        (one) => one.form !== undefined && passes(record, one.form, one.value),
      ),
    ),
  );
}

/** The leaf that a parameter is called as, where no record has there what it asked for, and lists with it showed none. */
const namesakeOf = (name: string, cases: readonly Case[], { places, states, kind }: KnownWalks) =>
  places.find(
    (at) =>
      lastSegment(at) === leafCalled(name) &&
      cases.every(
        ({ value, shown, count }) =>
          count === 0 &&
          shown.length === 0 &&
          !states.all(kind).some((record) => textAt(record, at) === value),
      ),
  );
