// What the services of this folder have in common: nothing of their style, only how an answer is put together.
import { createHash } from 'node:crypto';
import type { Answered, Asked, Received } from './contract.ts';

export type Headers = Answered['headers'];

/** @param type of the content */
export function json(
  status: number,
  body: unknown,
  headers: Headers = [],
  type = 'application/json',
): Answered {
  return { status, headers: [['Content-Type', type], ...headers], body: JSON.stringify(body) };
}

/** The path of a request in its parts, and its parameters in their order. */
export function targetOf({ target }: Asked): {
  readonly path: string;
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
} {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  return { path, steps: path.split('/').slice(1).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** The body of a request: `bad` for what is no JSON. */
export function jsonOf({ body }: Asked): { readonly json: unknown } | 'bad' {
  try {
    return { json: JSON.parse(body) as unknown };
  } catch {
    return 'bad';
  }
}

/** Characters that look random, always the same for the same seed. */
export function scrambled(seed: string, length: number, alphabet: string): string {
  const bytes = createHash('sha512').update(seed).digest();
  return Array.from({ length }, (_, at) => alphabet[bytes[at]! % alphabet.length]).join('');
}

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const hex = '0123456789abcdef';

/** A UUID of version 4 that belongs to the seed. */
export function uuid(seed: string): string {
  const all = scrambled(seed, 32, hex);
  const variant = '89ab'[Number.parseInt(all[16]!, 16) % 4]!;
  return [
    all.slice(0, 8),
    all.slice(8, 12),
    `4${all.slice(13, 16)}`,
    variant + all.slice(17, 20),
    all.slice(20),
  ].join('-');
}

/** The words of invented products, one for each number. */
export function productName(number: number): string {
  const what = ['Kettle', 'Lamp', 'Rucksack', 'Teapot', 'Drill', 'Blanket', 'Notebook', 'Speaker', 'Trowel'];
  const how = ['Folding', 'Quiet', 'Nordic', 'Pocket', 'Heavy', 'Woven', 'Amber'];
  return `${how[number % how.length]!} ${what[number % what.length]!} ${100 + ((number * 37) % 900)}`;
}

/** A member of an answer, however little of it there is. */
export function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = member(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
};

/** A text of an answer; `missing` stands for one that is not there. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : 'missing';
}

export const header = ({ headers }: Received, name: string): string | undefined =>
  headers.get(name) ?? undefined;
