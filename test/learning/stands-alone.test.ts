// What a shop for hourglasses taught: cursors that stand alone, or with the size of a page alone, ranges that need both of their ends,
// and what is unknown, whatever it is, told in one way.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const sands = Array.from({ length: 14 }, (_, at) => ({
  id: `sand-${310 + at * 7}`,
  title: `Sand ${'HBFADCIEGKJMLN'[at]!}`,
  state: at % 3 === 1 ? 'paused' : 'open',
  changed: new Date(Date.UTC(2025, 2, 1 + ((at * 5) % 14) * 3, 8, 15)).toISOString(),
  low: 12 + ((at * 7) % 23),
}));
const plans = ['Calm', 'Brisk', 'Fair', 'Grand', 'Idle', 'Late', 'Mild'].map((name, at) => ({
  id: `plan-${41 + at * 3}`,
  name: `${name} plan`,
  state: at % 3 === 2 ? 'idle' : 'open',
}));
const lists = { listings: sands, strategies: plans } as const;

interface Asking {
  readonly list?: keyof typeof lists;
  readonly query?: string;
  readonly size: number;
  readonly from?: number;
  /** What stands beside the cursor. */
  readonly beside?: string;
}

/** A cursor that tells nothing. */
const cursorOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** A page of a list, which is told by its cursor if it is not the first. */
function page({ list = 'listings', query = '', size, from = 0, beside = '' }: Asking): Said {
  const [, state] = /state=(\w+)/.exec(query) ?? [];
  const rows = lists[list].filter((one) => state === undefined || one.state === state);
  const end = from + size;
  const said = from === 0 ? query : `cursor=${cursorOf(list, query, size, from)}${beside}`;
  return {
    asked: `GET /v1/${list}${said === '' ? '' : `?${said}`}`,
    told: {
      rows: rows.slice(from, end),
      next: end < rows.length ? cursorOf(list, query, size, end) : null,
    },
  };
}
/** All pages of a list. */
const pages = (asking: Asking, count: number): Said[] =>
  Array.from({ length: count }, (_, at) => page({ ...asking, from: at * asking.size }));

type Ask = ReturnType<typeof learnedFrom>;
interface Shown {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}
/** The page that the mock tells. */
async function shown(ask: Ask, asked: string): Promise<Shown> {
  const { status, json } = await ask.answer(`GET /v1/${asked}`);
  expect(status).toBe(200);
  return json as Shown;
}

test('a cursor is refused beside anything else, of other lists and with other parameters, too, and goes on alone', async () => {
  const told = { message: 'cursor cannot be used with other query parameters.' };
  const ask = learnedFrom([
    ...pages({ size: 5 }, 3),
    ...pages({ query: 'state=paused&limit=3', size: 3 }, 2),
    page({ query: 'limit=4', size: 4 }),
    ...pages({ list: 'strategies', size: 5 }, 2),
    { ...page({ size: 5, from: 5, beside: '&limit=4' }), status: 400, told },
  ]);
  const first = await shown(ask, 'strategies?limit=3');
  expect(first.rows).toEqual(plans.slice(0, 3));
  expect(await ask(`GET /v1/strategies?cursor=${first.next!}&state=open`)).toEqual([400, told]);
  const second = await shown(ask, `strategies?cursor=${first.next!}`);
  expect(second.rows).toEqual(plans.slice(3, 6));
  const open = await shown(ask, 'listings?state=open&limit=4');
  expect(await ask(`GET /v1/listings?cursor=${open.next!}&state=open`)).toEqual([400, told]);
  const next = await shown(ask, `listings?cursor=${open.next!}`);
  expect(next.rows).toEqual(sands.filter(({ state }) => state === 'open').slice(4, 8));
});

test('a list takes beside its cursor what its sister does, and refuses what that refuses', async () => {
  const told = { message: 'cursor goes with limit alone.' };
  const sized = (from: number) =>
    page({ query: 'limit=4', size: 4, from, ...(from > 0 && { beside: '&limit=4' }) });
  const ask = learnedFrom([
    ...pages({ size: 5 }, 3),
    ...[0, 4, 8, 12].map(sized),
    page({ query: 'state=paused&limit=3', size: 3 }),
    {
      ...page({ query: 'state=paused&limit=3', size: 3, from: 3, beside: '&state=paused' }),
      status: 400,
      told,
    },
    ...pages({ list: 'strategies', size: 5 }, 2),
  ]);
  const first = await shown(ask, 'strategies?limit=3');
  const second = await shown(ask, `strategies?cursor=${first.next!}&limit=3`);
  expect(second.rows).toEqual(plans.slice(3, 6));
  expect(await ask(`GET /v1/strategies?cursor=${first.next!}&state=open`)).toEqual([400, told]);
});

test('a range is refused with one end alone, whichever it is, and is taken with both', async () => {
  const told = { message: 'changedAfter and changedBefore must be specified together.' };
  const between = (after: string, before: string): Said => ({
    asked: `GET /v1/listings?changedAfter=${after}&changedBefore=${before}`,
    told: { rows: sands.filter(({ changed }) => changed >= after && changed < before) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: sands } },
    between('2025-03-05T00:00:00Z', '2025-03-20T00:00:00Z'),
    between('2025-03-18T00:00:00Z', '2025-04-02T00:00:00Z'),
    { asked: 'GET /v1/listings?changedAfter=2025-03-11T00:00:00Z', status: 400, told },
  ]);
  for (const query of ['changedBefore=2025-03-24T00:00:00Z', 'changedAfter=2025-03-02T00:00:00Z'])
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([400, told]);
  const { asked, told: rows } = between('2025-03-09T00:00:00Z', '2025-03-29T00:00:00Z');
  expect(await ask(asked)).toEqual([200, rows]);
});

const glasses = Array.from({ length: 8 }, (_, at) => ({
  id: 610 + at * 3,
  title: `Glass ${at + 1}`,
  low: 5 + at,
}));
const rules = ['Hold', 'Beat', 'Match'].map((name, at) => ({ id: 21 + at * 4, name }));
const runs = [0, 1, 2, 3].map((at) => ({ id: 908 - at * 5, kind: 'stock', rows: 12 + at * 7 }));

test('an unknown report run is refused as an unknown listing and an unknown strategy are', async () => {
  const unknown = (list: string, id: number): Said => ({
    asked: `GET /v1/${list}/${id}`,
    status: 404,
    told: { title: 'Unknown', detail: `Entity ${id} not found` },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: glasses } },
    { asked: 'GET /v1/strategies', told: { rows: rules } },
    { asked: 'GET /v1/reports', told: { rows: runs } },
    { asked: 'GET /v1/listings/613', told: glasses[1] },
    { asked: 'GET /v1/strategies/25', told: rules[1] },
    { asked: 'GET /v1/reports/908', told: runs[0] },
    { asked: 'GET /v1/reports/898', told: runs[2] },
    unknown('listings', 77),
    unknown('strategies', 78),
  ]);
  for (const [list, id] of [
    ['reports', 79],
    ['reports', 642],
    ['strategies', 81],
    ['listings', 90],
  ] as const)
    expect(await ask(`GET /v1/${list}/${id}`)).toEqual([404, unknown(list, id).told]);
  expect(await ask('GET /v1/reports/903')).toEqual([200, runs[1]]);
});
