// In which order a query asks for the records of a list.
import type { Json } from '../http/exact-json.ts';
import { isObject } from '../http/exact-json.ts';
import { lastSegment } from '../http/parse-url.ts';
import { leafAt, parentOf, pointerTo, valueAt } from '../http/pointer.ts';
import { compare, namedIn, statedIn, valueOf } from './conditions.ts';
import type { Stated } from './conditions.ts';
import { partsOfOrder } from './order-words.ts';
import { isCalledAlike } from './stated-names.ts';
import { asWritten } from './profile-form.ts';
import type { SortForm } from './profile-form.ts';
import { readMoment } from './time-forms.ts';

/**
 * The leaves by which a query sorts, the first one first, each with `-` in front where that is downwards; without a leaf it is
 * the usual order.
 */
export function ordersAsked(sort: SortForm, stated: readonly Stated[], record?: Json): readonly string[] {
  const given = stated.flatMap(([name, value]) => (name === sort.name ? [value] : []));
  const asked = given.flatMap((value) => ordersOf(sort, value, record) ?? []);
  const beside = Object.entries(sort.beside ?? {}).flatMap(([name, values]) => {
    const value = valueOf(name, stated);
    return value !== null && Object.hasOwn(values, value) ? [values[value]!] : [];
  });
  const orders = asked.length > 0 ? asked : beside.length > 0 ? beside : [''];
  const { name: turn = '' } = sort.reversedBy ?? {};
  // The direction of an order that nobody knows is none either.
  const isTurned = turnsOrder(sort, valueOf(turn, stated)) && (asked.length > 0 || given.length === 0);
  return isTurned ? orders.map(opposite) : orders;
}

/** The leaf by which a query orders first; undefined where it asks for no order. */
export function leafAsked(
  sort: SortForm,
  stated: readonly Stated[],
  record: Json | undefined,
): string | undefined {
  const [order = ''] = ordersAsked(sort, stated, record);
  return order.includes('/') ? leafOf(order) : undefined;
}

/** The orders that a query asks for, the first one first: what each goes by, as the query calls it, and its direction. */
export const ordersNamed = (sort: SortForm | undefined, query: Iterable<Stated>, record?: Json): Json[] =>
  sort === undefined
    ? []
    : statedIn(query).flatMap(([name, value]) => {
        if (name !== sort.name) return [];
        const all = ordersOf(sort, value, record) ?? [];
        const parts = all.length === 1 ? [value] : value.split(betweenOrders);
        return all.map((order, at) => ({
          by: partsOfOrder(name, parts[at]!).by ?? parts[at]!,
          direction: order.startsWith('-') ? 'desc' : 'asc',
        }));
      });

/** Whether a value of the parameter for the direction turns the order around. */
const turnsOrder = ({ reversedBy }: SortForm, value: string | null): boolean =>
  value !== null && (value === reversedBy?.value || reversedBy?.also?.includes(value) === true);

/** Whether a value of the parameter for the direction is known to mean one. */
export const isDirection = (sort: SortForm, value: string): boolean =>
  turnsOrder(sort, value) || sort.reversedBy?.kept?.includes(value) === true;

/** The leaf by which an order sorts, whatever its direction. */
export const leafOf = (by: string) => by.replace(/^-/, '');

export const opposite = (by: string) => (by.startsWith('-') ? by.slice(1) : `-${by}`);

const betweenOrders = /[,;]\s*/;

/** The leaves by which a value of the parameter sorts, as in `price,-title`; undefined for one that means nothing. */
export function ordersOf(
  sort: SortForm,
  asked: string,
  record: Json | undefined,
): readonly string[] | undefined {
  const whole = orderOf(sort, asked, record);
  if (whole !== undefined) return [whole];
  const parts = asked.split(betweenOrders).map((part) => orderOf(sort, part, record));
  return parts.length > 1 && !parts.includes(undefined) ? (parts as string[]) : undefined;
}

/** The one leaf by which a value sorts. */
function orderOf(
  { values, as = {}, reversedBy }: SortForm,
  asked: string,
  record: Json | undefined,
): string | undefined {
  if (Object.hasOwn(values, asked)) return values[asked];
  // A name alone is the usual direction.
  const patterns = {
    ...as,
    '{}': as['{}'] ?? '',
    ...(reversedBy === undefined && { '-{}': as['-{}'] ?? '-' }),
  };
  const known = Object.entries(values).map(([value, by]) => [value, leafOf(by)] as const);
  for (const [pattern, direction] of Object.entries(patterns)) {
    const name = namedIn(asked, pattern);
    if (name === undefined) continue;
    const beside = known.flatMap(([value, at]) => {
      const own = Object.keys(patterns).flatMap((one) => namedIn(value, one) ?? []);
      const around = own.filter((step) => at.split('/').some((one) => isCalledAlike(one, step)));
      return [
        `${parentOf(at)}/${name}`,
        ...around.map((step) => withStep(at, step, name)),
        ...(name.includes('.') ? [`/${name.replaceAll('.', '/')}`] : []),
      ];
    });
    const [at] = record === undefined ? [] : beside.flatMap((one) => placeCalled(record, one) ?? []);
    if (at !== undefined) return direction + at;
  }
  return undefined;
}

/** Where a record has a place, though its last member be written otherwise; undefined where it has none. */
function placeCalled(record: Json, place: string): string | undefined {
  if (valueAt(record, place) !== undefined) return place;
  const beside = valueAt(record, parentOf(place));
  const name = isObject(beside)
    ? Object.keys(beside).find((own) => isCalledAlike(own, lastSegment(place)))
    : undefined;
  return name === undefined ? undefined : pointerTo(parentOf(place), name);
}

/** The same leaf of another member: `/price/amount` by `price` tells where `/cost/amount` is. */
const withStep = (at: string, step: string, name: string): string =>
  at
    .split('/')
    .map((own) => (isCalledAlike(own, step) ? name : own))
    .join('/');

/** When a record was last written, in milliseconds; undefined: nobody knows. */
export type WrittenAt = (record: Json) => number | undefined;

/**
 * @param orders the leaves to sort by, the first one first
 * @param writtenAt tells records apart that show the same moment, where services know it to more than the second
 */
export function sorted(
  records: readonly Json[],
  orders: readonly string[],
  ties: SortForm['ties'] = {},
  writtenAt?: WrittenAt,
): readonly Json[] {
  const leaves = orders.filter((by) => by.includes('/'));
  if (leaves.length === 0) return orders[0] === '-' ? [...records].reverse() : records;
  const tie = ties[leaves[0]!.startsWith('-') ? '-' : ''];
  const usual = tie === '-' ? [...records].reverse() : [...records];
  const steps = [...leaves, ...(tie?.includes('/') === true ? [tie] : [])].map(byLeaf);
  if (tie === asWritten && writtenAt !== undefined) steps.push(byWrite(leaves[0]!, writtenAt));
  return usual.sort((a, b) => steps.reduce((before, step) => before || step(a, b), 0));
}

/** Records that show the same moment, in the order in which they were written. */
function byWrite(by: string, writtenAt: WrittenAt): (a: Json, b: Json) => number {
  const at = leafOf(by);
  const direction = by.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [x, y] = [writtenAt(a), writtenAt(b)];
    const isMoment = x !== undefined && y !== undefined && readMoment(valueAt(a, at)) !== undefined;
    return isMoment ? direction * (x - y) : 0;
  };
}

/** Records in the order of a leaf, those without it last. */
function byLeaf(by: string): (a: Json, b: Json) => number {
  const down = by.startsWith('-');
  const at = down ? by.slice(1) : by;
  const direction = down ? -1 : 1;
  return (a, b) => {
    const [x, y] = [leafAt(a, at), leafAt(b, at)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return direction * compare(x, y);
  };
}
