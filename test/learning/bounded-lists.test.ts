// Lists whose length a program bounds, beside the size of their pages, and pages that are never shorter than some.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const rows = Array.from({ length: 31 }, (_, at) => ({
  Id: `r-${at + 20}`,
  Cost: at + 1.5,
  Kind: at % 4 === 0 ? 'a' : 'b',
}));
const usual = 12;
const smallest = 5;

/** A page; `start` of a token tells where it begins and of how many records a page is that gave it. */
function page(target: string) {
  const query = new URLSearchParams(target.split('?')[1]);
  const [from, given] = (query.get('after') ?? `c0-${query.get('batch') ?? usual}`)
    .slice(1)
    .split('-')
    .map(Number);
  const kind = query.get('kind');
  const found = rows.filter(({ Kind }) => kind === null || Kind === kind);
  const all = found.slice(0, Number(query.get('most') ?? found.length));
  const size = Math.max(smallest, given!);
  const next = from! + size;
  return {
    length: all.length,
    more: next < all.length ? `/v1/listings?after=c${next}-${size}` : null,
    rows: all.slice(from, next),
  };
}

const said = (target: string): Said => ({ asked: `GET ${target}`, told: page(target) });

const session: readonly Said[] = [
  said('/v1/listings'),
  said('/v1/listings?after=c12-12'),
  said('/v1/listings?after=c24-12'),
  said('/v1/listings?batch=7'),
  said('/v1/listings?after=c7-7'),
  said('/v1/listings?batch=20'),
  said('/v1/listings?batch=2'),
  said('/v1/listings?kind=a'),
  said('/v1/listings?most=6'),
  said('/v1/listings?most=9'),
  { asked: 'GET /v1/listings/r-22', told: rows[2] },
];

test.each(['most=4', 'most=11', 'batch=9', 'batch=3', 'kind=b&most=5'])(
  'a list is asked for by %s',
  async (query) => {
    const target = `/v1/listings?${query}`;
    expect(await learnedFrom(session)(`GET ${target}`)).toEqual([200, page(target)]);
  },
);

describe('a token alone', () => {
  test('goes on with pages of the size that was asked for', async () => {
    const ask = learnedFrom(session);
    const seen: unknown[] = [];
    for (let target: string | null = '/v1/listings?batch=9'; target !== null;) {
      const [, told] = (await ask(`GET ${target}`)) as [number, ReturnType<typeof page>];
      seen.push(told.rows.length);
      target = told.more;
    }
    expect(seen).toEqual([9, 9, 9, 4]);
  });
});
