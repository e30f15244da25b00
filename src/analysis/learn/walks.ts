// The roles of a list's parameters, by one test for all services: under the right roles every record stands in one place
// of its list, and every place holds one record.
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt } from '../../http/pointer.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import type { PositionForm } from '../../dialect/select-page.ts';
import type { Exchange } from '../exchanges.ts';

/** An answered request for a list. */
export interface Listed {
  readonly by: Exchange;
  readonly step: number;
  readonly ids: readonly string[];
  readonly records: readonly Json[];
}

export interface Roles {
  /** The parameter that says how many records to send. */
  readonly size: string | undefined;
  readonly positions: readonly PositionForm[];
}

/** A list that is walked: requests that differ only in size and position. */
export interface Walk {
  /** The other parameters. */
  readonly rest: readonly (readonly [name: string, value: string])[];
  /** By place, the ids as far as they were seen. */
  readonly order: (string | undefined)[];
  /** By id, its place. */
  readonly places: Map<string, number>;
  readonly pages: Placed[];
  /** Its length, where a page showed its end. */
  total: number | undefined;
}

export interface Placed {
  readonly listed: Listed;
  /** Undefined: nobody can tell. */
  readonly from: number | undefined;
  readonly size: number | undefined;
  /** Whether the request said how many. */
  readonly isSized: boolean;
}

export interface Walked {
  readonly roles: Roles;
  /** Records on a page when nothing says; undefined where no page told. */
  readonly pageSize: number | undefined;
  readonly walks: readonly Walk[];
  /** How many places or records contradict each other. */
  readonly conflicts: number;
}

/** @param sisters roles of other lists of the same service, tried before this list's own */
export function walk(lists: readonly Listed[], idAt: string, sisters: readonly Roles[]): Walked {
  const names = new Set(lists.flatMap(({ by }) => [...by.query.keys()]));
  const values = (name: string) => lists.flatMap(({ by }) => by.query.get(name) ?? []);
  // A value that cannot be read may have been taken for none.
  const sizes = [...names].filter((name) => {
    const counts = lists.filter(({ by }) => isCount(by.query.get(name)));
    return (
      counts.length * 2 > values(name).length &&
      counts.every(({ by, ids }) => ids.length <= Number(by.query.get(name)))
    );
  });
  const positions = [...names].flatMap((name) => hypotheses(name, values(name), lists, idAt));
  const tried: Roles[] = [
    ...sisters.filter(({ size, positions: own }) =>
      [size, ...own.map(({ name }) => name)].some((name) => name !== undefined && names.has(name)),
    ),
    { size: undefined, positions: [] },
    ...sizes.map((size) => ({ size, positions: [] })),
    ...[undefined, ...sizes].flatMap((size) =>
      positions.filter(({ name }) => name !== size).map((position) => ({ size, positions: [position] })),
    ),
  ];
  let best: { walked: Walked; cost: number } | undefined;
  for (const roles of tried) {
    const walked = follow(lists, roles);
    const cost = costOf(walked);
    if (best === undefined || cost < best.cost) best = { walked, cost };
  }
  // A second parameter may lead backwards.
  const [first] = best!.walked.roles.positions;
  if (first !== undefined) {
    for (const second of positions.filter(
      ({ name }) => name !== first.name && name !== best!.walked.roles.size,
    )) {
      const walked = follow(lists, { ...best!.walked.roles, positions: [first, second] });
      const cost = costOf(walked);
      if (cost < best!.cost) best = { walked, cost };
    }
  }
  return best!.walked;
}

const isCount = (text: string | null) => text !== null && /^\+?\d{1,9}$/.test(text) && Number(text) >= 1;
const isNumber = (text: string) => /^\d{1,9}$/.test(text);

/** The fewer places are needed to hold all pages without contradiction, the better. */
function costOf({ walks, conflicts, roles }: Walked): number {
  const places = walks.reduce((sum, { order, pages }) => {
    const unplaced = pages
      .filter(({ from }) => from === undefined)
      .reduce((own, { listed }) => own + listed.ids.length + 1, 0);
    return sum + order.length + unplaced + 0.5;
  }, 0);
  const { size } = roles;
  // Pages that are as long as was asked for speak for a parameter that says so.
  const exact =
    size === undefined
      ? 0
      : walks
          .flatMap(({ pages }) => pages)
          .filter(({ listed: { by, ids } }) => ids.length > 0 && by.query.get(size) === String(ids.length))
          .length;
  return (
    places +
    3 * conflicts -
    0.3 * Math.min(3, exact) +
    0.01 * (roles.positions.length + (size === undefined ? 0 : 1))
  );
}

function hypotheses(
  name: string,
  values: readonly string[],
  lists: readonly Listed[],
  idAt: string,
): PositionForm[] {
  const found: PositionForm[] = [];
  const numbers = values.filter(isNumber).map(Number);
  if (numbers.length * 2 > values.length) {
    const least = Math.min(...numbers);
    for (const first of [0, 1]) {
      if (least < first) continue;
      found.push({ name, by: 'page', first }, { name, by: 'offset', first });
    }
  }
  const ids = new Set(lists.flatMap((one) => one.ids));
  if (values.every((value) => ids.has(value)))
    found.push({ name, by: 'after', at: idAt }, { name, by: 'before', at: idAt });
  else {
    const leaf = leafOf(values, lists);
    if (leaf !== undefined) found.push({ name, by: 'after', at: leaf }, { name, by: 'before', at: leaf });
  }
  const isGiven = (value: string) =>
    !/^(true|false|null)$/i.test(value) && lists.some((one) => gives(one, value));
  if (values.filter(isGiven).length * 2 > values.length) found.push({ name, by: 'token' });
  return found;
}

/** The leaf of records that has all these values, if there is one besides the id. */
function leafOf(values: readonly string[], lists: readonly Listed[]): string | undefined {
  const records = lists.flatMap((one) => one.records);
  const [first] = values;
  if (first === undefined || values.length < 2) return undefined;
  const own = records.find((record) => JSON.stringify(record).includes(JSON.stringify(first)));
  if (own === undefined) return undefined;
  const place = Object.keys(own as object).find((name) => textOf(valueAt(own, `/${name}`)) === first);
  if (place === undefined) return undefined;
  const known = new Set(records.map((record) => textOf(valueAt(record, `/${place}`))));
  return values.every((value) => known.has(value)) && known.size > values.length ? `/${place}` : undefined;
}

function follow(lists: readonly Listed[], roles: Roles): Walked {
  const names = new Set([roles.size, ...roles.positions.map(({ name }) => name)]);
  const unsized = lists.filter(({ by }) => roles.size === undefined || !isCount(by.query.get(roles.size)));
  const longest = Math.max(0, ...unsized.map(({ ids }) => ids.length));
  const walks = new Map<string, Walk>();
  let conflicts = 0;
  for (const listed of lists) {
    const rest = [...listed.by.query]
      .filter(([name]) => !names.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const key = `${listed.by.session} ${JSON.stringify(rest)}`;
    const walk: Walk = giverOf(listed, rest, roles, walks) ??
      walks.get(key) ?? { rest, order: [], places: new Map(), pages: [], total: undefined };
    if (walk.pages.length === 0) walks.set(key, walk);
    const asked = roles.size === undefined ? null : listed.by.query.get(roles.size);
    const size = isCount(asked) ? Number(asked) : longest;
    const from = placeOf(listed, size, roles, walk);
    walk.pages.push({ listed, from, size: size > 0 ? size : undefined, isSized: isCount(asked) });
    if (from === undefined) continue;
    listed.ids.forEach((id, at) => {
      const there = walk.order[from + at];
      if (there === undefined) {
        if (walk.places.has(id)) conflicts += 1;
        else walk.places.set(id, from + at);
        walk.order[from + at] = id;
      } else if (there !== id) conflicts += 1;
    });
  }
  for (const own of walks.values()) own.total = totalOf(own);
  return { roles, pageSize: pageSizeOf(unsized, walks), walks: [...walks.values()], conflicts };
}

/** A token alone goes on with the list that gave it, whatever that was asked for. */
function giverOf(
  listed: Listed,
  rest: Walk['rest'],
  { positions }: Roles,
  walks: ReadonlyMap<string, Walk>,
): Walk | undefined {
  const position = positions.find(({ name, by }) => by === 'token' && listed.by.query.has(name));
  if (position === undefined || rest.length > 0) return undefined;
  const token = listed.by.query.get(position.name)!;
  return [...walks.values()]
    .reverse()
    .find(
      ({ rest: own, pages }) =>
        own.length > 0 &&
        pages.some(({ listed: page }) => page.by.session === listed.by.session && gives(page, token)),
    );
}

function placeOf(listed: Listed, size: number, { positions }: Roles, walk: Walk): number | undefined {
  const position = positions.find(({ name }) => listed.by.query.has(name));
  if (position === undefined) return 0;
  const value = listed.by.query.get(position.name)!;
  const { by, first = 0, at } = position;
  switch (by) {
    case 'offset':
      return isNumber(value) ? Math.max(0, Number(value) - first) : 0;
    case 'page':
      return isNumber(value) ? Math.max(0, Number(value) - first) * size : 0;
    case 'after':
    case 'before': {
      const known = walk.places.get(value);
      if (known !== undefined) return by === 'after' ? known + 1 : Math.max(0, known - size);
      for (const { listed: page, from } of walk.pages) {
        const place = page.records.findIndex(
          (record, index) => page.ids[index] === value || textOf(valueAt(record, at!)) === value,
        );
        if (place === -1 || from === undefined) continue;
        return by === 'after' ? from + place + 1 : Math.max(0, from + place - size);
      }
      return undefined;
    }
    case 'token': {
      for (let index = walk.pages.length - 1; index >= 0; index -= 1) {
        const { listed: page, from } = walk.pages[index]!;
        if (from !== undefined && gives(page, value)) return from + page.ids.length;
      }
      return undefined;
    }
  }
}

const texts = new WeakMap<Exchange, string>();

/** Whether an answer holds a token, plain or as a parameter of a link. */
export function gives({ by }: Pick<Listed, 'by'>, token: string): boolean {
  let text = texts.get(by);
  if (text === undefined) texts.set(by, (text = JSON.stringify([by.body ?? by.text, by.headers])));
  const quoted = JSON.stringify(token);
  if (text.includes(quoted) || text.includes(`:${token},`) || text.includes(`:${token}}`)) return true;
  return [token, encodeURIComponent(token)].some((own) =>
    new RegExp(`[=]${literalPattern(own)}(?=[&"\\\\>;])`).test(text),
  );
}

/** The length of a list, where its end was seen. */
function totalOf({ order, pages }: Walk): number | undefined {
  const ends = pages.flatMap(({ from, size, listed }) => {
    if (from === undefined || (size !== undefined && listed.ids.length >= size)) return [];
    return listed.ids.length === 0 && from > order.length ? [] : [from + listed.ids.length];
  });
  return ends.length === 0 ? undefined : Math.max(...ends, order.length);
}

/** How many a page holds by itself: as many as one held that was not the last. */
function pageSizeOf(unsized: readonly Listed[], walks: ReadonlyMap<string, Walk>): number | undefined {
  const wanted = new Set(unsized);
  let longest: number | undefined;
  for (const { pages } of walks.values()) {
    const starts = new Set(pages.flatMap(({ from, listed }) => (listed.ids.length > 0 ? [from] : [])));
    for (const { listed, from } of pages) {
      const count = listed.ids.length;
      // It was followed by another page.
      if (wanted.has(listed) && from !== undefined && count > 0 && starts.has(from + count))
        longest = Math.max(longest ?? 0, count);
    }
  }
  return longest;
}
