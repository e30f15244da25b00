// A service that is written to by PUT, which replaces what was there, and whose links lead back by a cursor of another make than
// those that lead on.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const plans = [1, 2, 3].map((at) => ({ id: `plan-${at}`, label: `Plan ${at}` }));
const moment = (day: number) => new Date(Date.UTC(2025, 0, 1) + day * 86_400_000).toISOString();
const wares = Array.from({ length: 14 }, (_, at) => ({
  id: `ware-${10 + at}`,
  label: `Desk ${(at * 5) % 14}`,
  low: at % 5 === 4 ? null : 5 + at,
  high: 50 + at,
  plan: `plan-${1 + (at % 3)}`,
  madeAt: moment(at),
  seenAt: moment(at + 0.5),
}));
const ware = (at: number) => wares[at]!;

const cursor = (place: object) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** A list as the service shows it. */
function shown(target: string) {
  const { pathname: path, searchParams: query } = new URL(target, 'https://upstream.example');
  const size = Number(query.get('size') ?? 5);
  const place = JSON.parse(Buffer.from(query.get('at') ?? 'e30', 'base64url').toString()) as {
    readonly behind?: string;
    readonly before?: string;
  };
  const placeOf = (id: string | undefined) => wares.findIndex((one) => one.id === id);
  const end = place.before === undefined ? undefined : placeOf(place.before);
  const from = end === undefined ? placeOf(place.behind) + 1 : Math.max(0, end - size);
  const items = wares.slice(from, end ?? from + size);
  const link = (to: object) => `https://upstream.example${path}?size=${size}&at=${cursor(to)}`;
  return {
    items,
    next: from + items.length < wares.length ? link({ behind: items.at(-1)!.id }) : null,
    back: from > 0 ? link({ before: items[0]!.id }) : null,
  };
}
const page = (target: string): Said => ({ asked: `GET ${target}`, told: shown(target) });
const lists: readonly Said[] = [
  page('/v1/listings'),
  page(`/v1/listings?size=5&at=${cursor({ behind: 'ware-14' })}`),
  page(`/v1/listings?size=5&at=${cursor({ behind: 'ware-19' })}`),
  { asked: 'GET /v1/strategies', told: { items: plans } },
];
const put = (at: number, sent: unknown, told: unknown, status = 200): Said => ({
  asked: `PUT /v1/listings/ware-${10 + at}/price`,
  sent,
  status,
  told,
});

describe('a service that is written to by PUT', () => {
  const ask = learnedFrom([
    ...lists,
    put(0, { low: 6, high: 60 }, { item: { ...ware(0), low: 6, high: 60 } }),
    put(1, { low: 7, high: 70 }, { item: { ...ware(1), low: 7, high: 70 } }),
    put(2, { high: 80 }, { item: { ...ware(2), low: null, high: 80 } }),
    put(3, { low: 90, high: 9 }, { wrong: 'low must not be above high' }, 400),
    {
      asked: 'PUT /v1/listings/ware-10/strategy',
      sent: { plan: 'plan-3' },
      told: { item: { ...ware(0), low: 6, high: 60, plan: 'plan-3' } },
    },
    {
      asked: 'PATCH /v1/listings/ware-10/price',
      sent: { low: 6 },
      status: 405,
      told: { wrong: 'PATCH is not taken' },
    },
  ]);

  test('is played so, and refuses the method that it refused', async () => {
    expect(await ask('PUT /v1/listings/ware-15/price', { low: 8, high: 75 })).toEqual([
      200,
      { item: { ...ware(5), low: 8, high: 75 } },
    ]);
    expect(await ask('PUT /v1/listings/ware-15/strategy', { plan: 'plan-1' })).toEqual([
      200,
      { item: { ...ware(5), low: 8, high: 75, plan: 'plan-1' } },
    ]);
    expect(await ask('PATCH /v1/listings/ware-15/price', { low: 9 })).toEqual([
      405,
      { wrong: 'PATCH is not taken' },
    ]);
  });

  test('takes a bound away that is left out, though it was the other one that was', async () => {
    expect(await ask('PUT /v1/listings/ware-16/price', { low: 9 })).toEqual([
      200,
      { item: { ...ware(6), low: 9, high: null } },
    ]);
  });

  test('compares a bound with none that goes with it', async () => {
    expect(await ask('PUT /v1/listings/ware-17/price', { low: 900 })).toEqual([
      200,
      { item: { ...ware(7), low: 900, high: null } },
    ]);
  });
});

test('a write that leaves a bound out leaves it there where it was left there before', async () => {
  const ask = learnedFrom([
    ...lists,
    put(0, { low: 6, high: 60 }, { item: { ...ware(0), low: 6, high: 60 } }),
    put(1, { low: 7, high: 70 }, { item: { ...ware(1), low: 7, high: 70 } }),
    put(2, { high: 80 }, { item: { ...ware(2), high: 80 } }),
  ]);
  expect(await ask('PUT /v1/listings/ware-16/price', { low: 9 })).toEqual([
    200,
    { item: { ...ware(6), low: 9 } },
  ]);
});

describe('links whose cursor leads back by the first record of their page', () => {
  const atOrigin = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('https://upstream.example', 'http://127.0.0.1'));
  const sameOrigin = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/http:\/\/[\w.]+(?::\d+)?\/v1/g, 'http://127.0.0.1/v1'));
  const pages = [
    '/v1/listings?size=4',
    `/v1/listings?size=4&at=${cursor({ behind: 'ware-17' })}`,
    `/v1/listings?size=4&at=${cursor({ before: 'ware-18' })}`,
    `/v1/listings?size=4&at=${cursor({ before: 'ware-12' })}`,
  ];
  const isSame = async (ask: ReturnType<typeof learnedFrom>) => {
    for (const target of pages)
      expect(sameOrigin(await ask(`GET ${target}`)), target).toEqual([200, atOrigin(shown(target))]);
  };

  test('are followed where they never were', () => isSame(learnedFrom(lists)));

  test('are learned where they were followed', () =>
    isSame(
      learnedFrom([
        ...lists.slice(0, 2),
        page(`/v1/listings?size=5&at=${cursor({ before: 'ware-15' })}`),
        ...lists.slice(2),
      ]),
    ));
});

test('a size that one list takes is too large for another that refused a smaller one', async () => {
  const refused = { wrong: 'size must be between 1 and 10' };
  const ask = learnedFrom([
    ...lists,
    { asked: 'GET /v1/strategies?size=50', told: { items: plans } },
    { asked: 'GET /v1/listings?size=11', status: 400, told: refused },
  ]);
  expect(await ask('GET /v1/listings?size=30')).toEqual([400, refused]);
});

describe('what a list is asked for', () => {
  const sorted = [...wares].sort((a, b) => (a.label < b.label ? -1 : 1));
  const since = (text: string) => wares.filter(({ seenAt }) => seenAt >= text);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    { asked: 'GET /v1/listings?sort=label', told: { items: sorted } },
    { asked: 'GET /v1/listings?sort=-label,high', told: { items: [...sorted].reverse() } },
    { asked: 'GET /v1/listings?sort=colour', status: 400, told: { wrong: 'no order by colour' } },
    { asked: 'GET /v1/listings?seen[gte]=2025-01-03', told: { items: since('2025-01-03') } },
  ]);

  test('is no order where one of several members is none', async () => {
    expect(await ask('GET /v1/listings?sort=shape,label')).toEqual([400, { wrong: 'no order by shape' }]);
  });

  test('is compared with the moment whose name begins as the parameter does', async () => {
    const [, { items }] = (await ask('GET /v1/listings?seen[gte]=2025-01-05T06:00:00.000Z')) as [
      number,
      { items: unknown },
    ];
    expect(items).toEqual(since('2025-01-05T06:00:00.000Z'));
  });
});
