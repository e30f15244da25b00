// What the lists of a composed service find, and in which order.
import type { Found } from './composed-pages.ts';
import type { Listing } from './composed-records.ts';
import type { Fault } from './composed-refusals.ts';
import type { Style } from './composed-style.ts';
import { isInCents, momentOf, timeIn } from './composed-values.ts';
import type { Views, Wish } from './composed-views.ts';

/** What a client asks of a list, as texts. */
interface Asked {
  readonly states?: readonly string[];
  readonly strategy?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The parameter that holds a whole expression. */
export const expressionName = (style: Style): string =>
  style.habits.expression === 'words' ? '$filter' : style.parameter('filter');

/** The member by which listings are found that have just that value. */
export const exactIn = ({ habits, extras }: Style) =>
  (habits.exact === 'category' && !extras.category) || (habits.exact === 'tag' && !extras.tags)
    ? undefined
    : habits.exact;

/** What a client wants to see of each record. */
export function wishOf(
  style: Style,
  query: URLSearchParams,
): Wish & { readonly parameters: readonly string[] } {
  const { fields, expand } = style.habits;
  const names = [fields, expand].map((words) => (words === undefined ? undefined : style.parameter(words)));
  const [some, expanded] = names.map((name) => (name === undefined ? null : query.get(name)));
  return {
    ...(some !== null && some !== undefined && { fields: some.split(',') }),
    isExpanded: expanded?.split(',').includes('strategy') ?? false,
    parameters: names.filter((name) => name !== undefined),
  };
}

/** What the list of report runs finds, or that of strategies. */
export function findOthers(
  style: Style,
  kind: 'strategies' | 'reports',
  rows: readonly (Found['rows'][number] & { readonly word: string })[],
  query: URLSearchParams,
): Found {
  const words =
    kind === 'reports'
      ? style.habits.reportState
        ? style.words.state.replace('listing ', '')
        : undefined
      : style.habits.strategyOn;
  const asked = words === undefined ? null : query.get(style.parameter(words));
  return {
    kind,
    rows: rows.filter(({ word }) => asked === null || word === asked),
    faults: [],
    parameters: words === undefined ? [] : [style.parameter(words)],
  };
}

export function findListings(
  style: Style,
  views: Views,
  listings: readonly Listing[],
  query: URLSearchParams,
): Found {
  const { filters, habits } = style;
  const faults: Fault[] = [];
  const parameters: string[] = [];
  /** The value of a parameter of this list. */
  const given = (words: string): string | null => {
    const parameter = style.parameter(words);
    parameters.push(parameter);
    return query.get(parameter);
  };
  const words = style.states.map((_, at) => String(views.word(style.states, at)));
  let all: readonly Listing[] = listings;

  const wish = wishOf(style, query);
  parameters.push(...wish.parameters);
  if (habits.deleted !== 'none') {
    const isAsked = given('include deleted') === 'true';
    all = all.filter(({ isDeleted }) => isAsked || !isDeleted);
  }
  const exact = exactIn(style);
  if (exact !== undefined) {
    const exactly = given(exact);
    const valuesOf = ({ sku, category, tags }: Listing) =>
      exact === 'sku' ? [sku] : exact === 'category' ? [category] : tags;
    if (exactly !== null) all = all.filter((one) => valuesOf(one).includes(exactly));
  }
  const { states, strategy, from, to } = habits.expression === 'none' ? byParameters() : byExpression();
  if (states === undefined && habits.atFirst === 'first state') {
    all = all.filter(({ state }) => state === 0);
  } else if (states !== undefined && !(habits.atFirst === 'first state' && states.join() === 'any')) {
    const field = habits.expression === 'none' ? style.parameter(style.words.state) : expressionName(style);
    const isExcept = habits.except === 'minus' && states.every((one) => one.startsWith('-'));
    const known = (one: string) =>
      words.findIndex((word) => (habits.anyCase ? word.toLowerCase() === one.toLowerCase() : word === one));
    const named = isExcept ? states.map((one) => one.slice(1)) : states;
    const strange = named.find((one) => known(one) === -1);
    if (strange !== undefined && filters.badState === 'refused') {
      const told = { field, value: strange, limit: words.join(', ') };
      faults.push({ kind: 'invalid value', at: field, told });
    }
    const wanted = named.map(known);
    all = all.filter((one) => wanted.includes(one.state) !== isExcept);
  }
  const excluded = habits.except === 'exclude' ? given(`exclude ${style.words.state}`) : null;
  if (excluded !== null) all = all.filter(({ state }) => !excluded.split(',').includes(words[state]!));
  const ids = habits.some === undefined ? null : given(habits.some);
  if (ids !== null) all = all.filter(({ id }) => ids.split(',').includes(String(id)));
  const assigned = habits.assigned === undefined ? null : given(habits.assigned);
  if (assigned !== null) all = all.filter((one) => (one.strategy !== null) === (assigned === 'true'));
  if (strategy !== undefined) all = all.filter((one) => String(one.strategy?.id) === strategy);
  // Prices are asked for in whole units of the currency, or in cents where prices are shown so.
  const unit = isInCents(style) ? 1 : 100;
  const [least, most] = [from, to].map((value) => (value === undefined ? undefined : Number(value) * unit));
  if (habits.badRange === 'refused') checkRange(from, to);
  all = all.filter(
    ({ price }) => (least === undefined || price >= least) && (most === undefined || price <= most),
  );
  const text = filters.text === undefined ? null : given(filters.text);
  if (text !== null && text.length < habits.shortest) {
    const field = style.parameter(filters.text!);
    faults.push({
      kind: 'search too short',
      at: field,
      told: { field, value: text, limit: habits.shortest },
    });
  }
  if (text !== null) all = all.filter((one) => holds(one, text.toLowerCase()));
  for (const [asked, timeOf] of [
    [habits.since, ({ created }: Listing) => created],
    [style.extras.updated ? habits.changed : undefined, ({ updated }: Listing) => updated],
  ] as const) {
    const since = asked === undefined ? null : given(asked);
    if (since === null) continue;
    const moment = momentOf(style, since);
    const field = style.parameter(asked!);
    if (moment === undefined) {
      faults.push({ kind: 'invalid date', at: field, told: { field, value: since } });
    } else all = all.filter((one) => momentOf(style, String(timeIn(style, timeOf(one))))! >= moment);
  }
  const found = habits.order === 'newest first' ? [...all].sort((a, b) => b.created - a.created) : all;
  const rows = sorted(found).map((one) => ({ id: one.id, shown: views.listing(one, false, wish) }));
  const facets = style.states.map((_, at) => ({
    word: words[at]!,
    count: all.filter(({ state }) => state === at).length,
  }));
  return { kind: 'listings', rows, faults, parameters, facets };

  function byParameters(): Asked {
    const field = style.parameter(style.words.state);
    const asked = given(style.words.state);
    const state = asked === '' && habits.emptyFilter === 'ignored' ? null : asked;
    const states =
      state === null
        ? undefined
        : filters.state === 'commas'
          ? state.split(',')
          : filters.state === 'repeated'
            ? query.getAll(field)
            : [state];
    const strategy = (filters.strategy ? given('strategy id') : null) ?? undefined;
    const [from, to] = filters.price === undefined ? [] : priceRange(filters.price);
    return {
      ...(states !== undefined && { states }),
      ...(strategy !== undefined && { strategy }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
  }

  /** Refuses ends of a range that are no numbers, or cross. */
  function checkRange(low?: string, high?: string): void {
    const names =
      habits.range === 'two' && habits.expression === 'none'
        ? (filters.price ?? []).map(style.parameter)
        : habits.expression === 'none'
          ? [style.parameter('price'), style.parameter('price')]
          : [expressionName(style), expressionName(style)];
    for (const [at, end] of [low, high].entries()) {
      if (end === undefined || !Number.isNaN(Number(end))) continue;
      faults.push({ kind: 'invalid number', at: names[at]!, told: { field: names[at]!, value: end } });
    }
    if (low !== undefined && high !== undefined && Number(low) > Number(high)) {
      const told = { field: names[0]!, other: names[1]!, value: low, otherValue: high };
      faults.push({ kind: 'range crossed', at: names[0]!, told });
    }
  }

  function priceRange(apart: readonly string[]): readonly (string | undefined)[] {
    if (habits.range === 'two') return apart.map((each) => given(each) ?? undefined);
    const field = style.parameter('price');
    if (habits.range === 'brackets') {
      return ['gte', 'lte'].map((operator) => {
        parameters.push(`${field}[${operator}]`);
        return query.get(`${field}[${operator}]`) ?? undefined;
      });
    }
    const values = query.getAll(field);
    parameters.push(field);
    if (habits.range === 'operators') {
      return ['gte', 'lte'].map((operator) =>
        values.find((value) => value.startsWith(`${operator}:`))?.slice(operator.length + 1),
      );
    }
    return (values[0] ?? '..').split('..').map((value) => (value === '' ? undefined : value));
  }

  /** Reads `state eq live and price ge 50`, or `state:live;price:>=50`. */
  function byExpression(): Asked {
    const field = expressionName(style);
    parameters.push(field);
    const expression = query.get(field);
    if (expression === null) return {};
    const isWords = habits.expression === 'words';
    const asked: { states?: string[]; strategy?: string; from?: string; to?: string } = {};
    for (const part of expression.split(isWords ? ' and ' : ';')) {
      const [, name, operator, value] =
        (isWords ? /^(\S+) (eq|in|ge|le) (.+)$/ : /^([^:]+):(>=|<=|)(.+)$/).exec(part) ?? [];
      const plain = value?.replaceAll(/[()']/g, '');
      if (name === style.parameter(style.words.state)) asked.states = plain!.split(isWords ? ',' : '|');
      else if (name === style.parameter('strategy id')) asked.strategy = plain!;
      else if (name === style.parameter('price') && (operator === 'ge' || operator === '>='))
        asked.from = plain!;
      else if (name === style.parameter('price')) asked.to = plain!;
      else faults.push({ kind: 'invalid filter', at: field, told: { field, value: part } });
    }
    return asked;
  }

  function holds({ title, sku, category }: Listing, text: string): boolean {
    const lower = title.toLowerCase();
    switch (habits.search) {
      case 'title':
        return lower.includes(text);
      case 'title and sku':
        return lower.includes(text) || sku.toLowerCase().includes(text);
      case 'title and category':
        return lower.includes(text) || category.includes(text);
      case 'every word':
        return text.split(' ').every((word) => lower.includes(word));
      case 'beginning':
        return lower.split(' ').some((word) => word.startsWith(text));
    }
  }

  function sorted(rows: readonly Listing[]): readonly Listing[] {
    if (style.sort === 'none') return rows;
    const asked = given(style.sortName);
    const direction = style.sort === 'apart' ? given('direction') : null;
    if (asked === null) return rows;
    const isMany = habits.sortMany && (style.sort === 'minus' || style.sort === 'colon');
    const keys = (isMany ? asked.split(',') : [asked]).map((key) =>
      style.sort === 'minus'
        ? ([key.replace(/^-/, ''), key.startsWith('-')] as const)
        : style.sort === 'apart'
          ? ([key, direction === 'desc'] as const)
          : ([key.split(/[:,]/)[0]!, /[:,]desc$/.test(key)] as const),
    );
    const by: Readonly<Record<string, (one: Listing) => string | number>> = {
      [style.name(style.words.title)]: ({ title }) => title,
      [style.name(style.words.price)]: ({ price }) => price,
      [style.name(style.words.created)]: ({ created }) => created,
      ...(isMany && { [style.name(style.words.state)]: ({ state }) => words[state]! }),
    };
    const strange = keys.find(([what]) => !Object.hasOwn(by, what));
    if (strange !== undefined) {
      const field = style.parameter(style.sortName);
      if (style.badSort === 'refused') {
        const told = { field, value: strange[0], limit: Object.keys(by).join(', ') };
        faults.push({ kind: 'invalid value', at: field, told });
      }
      return rows;
    }
    const compared = (a: Listing, b: Listing): number => {
      for (const [what, isDown] of keys) {
        const [one, other] = [by[what]!(a), by[what]!(b)];
        if (one !== other) return one < other === isDown ? 1 : -1;
      }
      return 0;
    };
    return [...rows].sort(compared);
  }
}
