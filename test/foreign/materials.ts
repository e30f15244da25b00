// What the foreign services and their sessions are made with: invented goods, numbers that only look random, reading
// what was asked and answered.
import { createHash } from 'node:crypto';

import type { Api, ForeignService, Received } from './contract.ts';
import { listAt, member } from './kit.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A foreign service and how its user reads a whole list: each record once, in order. */
export interface WalkedService extends ForeignService {
  /** Queries that ask for other page sizes. */
  readonly sizes: readonly string[];
  walk(api: Api, target: string): Promise<readonly Row[]>;
}

/** 64 hexadecimal digits that depend on the text alone. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A whole number from 0 to below `below` that depends on the text alone. */
export const chance = (text: string, below: number): number =>
  Number.parseInt(digest(text).slice(0, 12), 16) % below;

export const oneOf = <Value>(text: string, values: readonly Value[]): Value =>
  values[chance(text, values.length)]!;

const makers = ['Velmora', 'Tarnwick', 'Oskelby', 'Pruvento', 'Halvik', 'Zembro', 'Quillan', 'Norrast'];
const goods = [
  'Kettle',
  'Desk Lamp',
  'Rucksack',
  'Wool Rug',
  'Chess Set',
  'Bike Pump',
  'Tea Tin',
  'Head Torch',
];
const kinds = ['Classic', 'Compact', 'Duo', 'Eco', 'Grand', 'Lite', 'Prime', 'Trail'];

export interface Ware {
  readonly maker: string;
  readonly title: string;
  readonly sku: string;
  /** In cents. */
  readonly price: number;
  readonly stock: number;
}

/** An invented thing to sell. */
export function ware(text: string): Ware {
  const maker = oneOf(`${text} maker`, makers);
  const title = `${maker} ${oneOf(`${text} kind`, kinds)} ${oneOf(`${text} good`, goods)}`;
  return {
    maker,
    title,
    sku: `${maker.slice(0, 3).toUpperCase()}-${digest(text).slice(0, 5).toUpperCase()}`,
    price: 500 + chance(`${text} price`, 19_000),
    stock: chance(`${text} stock`, 240),
  };
}

/** A moment of 2024 or 2025, to the second, in milliseconds since 1970. */
export const pastMoment = (text: string): number =>
  Date.UTC(2024, 0, 8) + chance(`${text} moment`, 600 * 86_400) * 1_000;

export const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What stands in an answer's body at a path; undefined where nothing does. */
export const at = ({ body }: Received, ...path: readonly (string | number)[]): unknown =>
  member(body, ...path);

/** The records that stand in an answer's body at a path; none where there is no list. */
export function rowsAt(received: Received, ...path: readonly (string | number)[]): readonly Row[] {
  return listAt(received.body, ...path).filter(isObject);
}

/** The text or number that stands in an answer's body at a path; undefined where neither does. */
export function textIfAny(received: Received, ...path: readonly (string | number)[]): string | undefined {
  const value = at(received, ...path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Where a list says how it goes on: by a member with a cursor, else by the number of the page and of all pages. */
interface Paging {
  readonly rows: string;
  readonly cursor: string;
  readonly page: readonly [string, string];
  readonly pages: readonly [string, string];
}

/** All records of a list: goes on as long as there are pages, or a cursor. */
export async function walkPages(
  api: Api,
  target: string,
  { rows: list, cursor: last, page: number, pages }: Paging,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const on = (name: string, value: string) =>
    `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, list));
    const cursor = textIfAny(received, last);
    const page = Number(at(received, ...number) ?? 0);
    next =
      cursor !== undefined
        ? on('cursor', cursor)
        : page < Number(at(received, ...pages) ?? 0)
          ? on('page', String(page + 1))
          : undefined;
  }
  return rows;
}

/** Asks until it is told to wait, waits that long, and asks once more. */
export async function hurry(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 * Number(headers.get('Retry-After') ?? 1));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}
