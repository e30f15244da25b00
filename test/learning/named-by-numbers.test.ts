// What a shop for kites taught: records that have a number and a code, paths that name them by the code and now and then by the
// number, and lists of entries around the records, with links that tell the query again.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';
import { origin } from '../support/app.ts';

const read = (name: string | number) => `GET /v1/listings/${name}`;
const price = (name: string | number) => `PATCH /v1/listings/${name}/price`;

/** Letters and digits that tell nothing, twelve of them. */
const drawn = (seed: number) =>
  Array.from({ length: 12 }, (_, at) =>
    ((seed * 7 + 3) ** 2 * (at + 11) ** 3 + at * 17).toString(36).at(-2),
  ).join('');

const kites = Array.from({ length: 12 }, (_, at) => ({
  id: 2_840_119 + at * 1_377 + ((at * 5) % 7) * 31,
  item_code: `ITM_${drawn(at)}`,
  name: `Kite ${'HBFADCIEGKJM'[at]!}`,
  least: 20 + ((at * 7) % 23),
  most: 60 + ((at * 5) % 19),
}));
type Kite = (typeof kites)[number];

test('records that paths name by a code, and one write by a number, are read and written by either', async () => {
  const shown = (at: number, bounds: Partial<Kite> = {}) => ({
    done: true,
    data: { ...kites[at]!, ...bounds },
  });
  const alone = (at: number, by: 'id' | 'item_code', bounds: Partial<Kite> = {}): Said => ({
    asked: read(kites[at]![by]),
    told: shown(at, bounds),
  });
  const write = (at: number, by: 'id' | 'item_code', sent: Partial<Kite>): Said => ({
    asked: price(kites[at]![by]),
    sent,
    told: shown(at, sent),
  });
  const refused = (name: string, status: number, message: string): Said => ({
    asked: read(name),
    status,
    told: { done: false, message },
  });
  const missing = 'There is no such kite';
  const malformed = 'The number or code of the kite is invalid';
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { done: true, data: kites } },
    ...[0, 1, 2, 5].map((at) => alone(at, 'item_code')),
    write(0, 'item_code', { least: 15, most: 88 }),
    alone(0, 'item_code', { least: 15, most: 88 }),
    write(1, 'item_code', { least: 9 }),
    write(3, 'id', { most: 71 }),
    refused('ITM_8f3k2j9d0s1a', 404, missing),
    refused('7712', 404, missing),
    refused('garden-gnome', 400, malformed),
  ]);
  for (const [at, sent] of [
    [6, { least: 31, most: 97 }],
    [7, { most: 105 }],
  ] as const)
    for (const by of ['item_code', 'id'] as const) {
      const bounds = by === 'id' ? { ...sent, least: 12 } : sent;
      const { asked, told } = write(at, by, bounds);
      expect(await ask(asked, bounds)).toEqual([200, told]);
      for (const name of ['id', 'item_code'] as const)
        expect(await ask(read(kites[at]![name]))).toEqual([200, told]);
    }
  for (const [at, by] of [
    [3, 'id'],
    [8, 'id'],
    [9, 'item_code'],
    [2, 'id'],
  ] as const)
    expect(await ask(read(kites[at]![by]))).toEqual([200, alone(at, by).told]);
  for (const { asked, status, told } of [
    refused('7712', 404, missing),
    refused('90210', 404, missing),
    refused('2840118', 404, missing),
    refused('ITM_0d4m7x2q9w1c', 404, missing),
    refused('desk-lamp', 400, malformed),
  ])
    expect(await ask(asked)).toEqual([status, told]);
});

const runs = Array.from({ length: 8 }, (_, at) => ({
  id: 70_418 - at * 211,
  run_code: `RUN_${drawn(at + 40)}`,
  kind: ['prices', 'stock'][at % 2]!,
  status: at === 0 ? 'pending' : at === 5 ? 'failed' : 'success',
}));

test('what a read by the code showed of a run that has a number, too, is what the list shows at the end', async () => {
  const over = { ...runs[0]!, status: 'success' };
  const alone = (run: (typeof runs)[number]): Said => ({
    asked: `GET /v1/reports/${run.run_code}`,
    told: { data: run },
  });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: { data: kites } },
      { asked: 'GET /v1/reports', told: { data: runs } },
      alone(runs[2]!),
      alone(over),
    ],
    'end',
  );
  expect(await ask('GET /v1/reports')).toEqual([200, { data: [over, ...runs.slice(1)] }]);
  expect(await ask(alone(over).asked)).toEqual([200, { data: over }]);
});

const upstream = 'https://upstream.example';
/** What the service told, with links to the mock. */
const here = (told: unknown): unknown => JSON.parse(JSON.stringify(told).replaceAll(upstream, origin));

/** A list as one of entries, each with the address of its record. */
const entriesOf = (path: string, records: readonly { readonly id: string }[]) =>
  records.map((resource) => ({
    url: `${upstream}${path}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }));

const goods = kites.map(({ id, name, least, most }) => ({ id: String(id), name, least, most }));
const plans = ['Match', 'Undercut', 'Margin', 'Clearance', 'Fixed'].map((name, at) => ({
  id: String(310 + at * 17),
  name,
  share: at * 4,
}));
const reports = runs.map(({ id, kind, status }) => ({ id: String(id), kind, status }));

test('strategies that lists show within entries are shown alone by themselves, though never read', async () => {
  const list = (path: string, records: readonly { readonly id: string }[]): Said => ({
    asked: `GET ${path}`,
    told: { entry: entriesOf(path, records) },
  });
  const alone = (path: string, record: { readonly id: string }): Said => ({
    asked: `GET ${path}/${record.id}`,
    told: record,
  });
  const missing = (id: string): Said => ({
    asked: `GET /v1/strategies/${id}`,
    status: 404,
    told: { issue: [{ code: 'not-found', text: `Strategy/${id} is not known` }] },
  });
  const ask = learnedFrom([
    list('/v1/listings', goods),
    list('/v1/strategies', plans),
    list('/v1/reports', reports),
    ...[0, 3, 4].map((at) => alone('/v1/listings', goods[at]!)),
    alone('/v1/strategies', plans[1]!),
    alone('/v1/reports', reports[2]!),
    missing('999'),
  ]);
  for (const { asked, told } of [
    ...plans.map((plan) => alone('/v1/strategies', plan)),
    ...reports.map((report) => alone('/v1/reports', report)),
    alone('/v1/listings', goods[7]!),
    list('/v1/listings', goods),
    list('/v1/strategies', plans),
    list('/v1/reports', reports),
  ])
    expect(await ask(asked)).toEqual([200, here(told)]);
  for (const { asked, status, told } of ['999', '1204', '326'].map(missing))
    expect(await ask(asked)).toEqual([status, told]);
});

test('a list that was asked for once and whole has links to itself and to the next page as the others have', async () => {
  /** @param place the place of the first record, where it was asked for */
  const page = (
    path: string,
    records: readonly { readonly id: string }[],
    count?: number,
    place?: number,
  ): Said => {
    const size = count ?? 10;
    const start = place ?? 0;
    const urlOf = (queries: readonly (readonly [string, number | undefined])[]) => {
      const asked = queries.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
      return `${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
    };
    const own = urlOf([
      ['count', count],
      ['offset', place],
    ]);
    const next = urlOf([
      ['count', size],
      ['offset', start + size],
    ]);
    return {
      asked: `GET ${own}`,
      told: {
        total: records.length,
        link: [
          { relation: 'self', url: `${upstream}${own}` },
          ...(start + size < records.length ? [{ relation: 'next', url: `${upstream}${next}` }] : []),
        ],
        entry: entriesOf(path, records.slice(start, start + size)),
      },
    };
  };
  const [listings, strategies] = ['/v1/listings', '/v1/strategies'];
  const ask = learnedFrom([
    page(listings, goods),
    page(listings, goods, 10, 10),
    page(listings, goods, 4),
    page(listings, goods, 4, 4),
    page(listings, goods, 4, 8),
    page(listings, goods, 20),
    page('/v1/reports', reports, 3),
    page('/v1/reports', reports, 3, 3),
    page('/v1/reports', reports, 3, 6),
    page(strategies, plans),
  ]);
  for (const { asked, told } of [
    page(strategies, plans),
    page(strategies, plans, 2),
    page(strategies, plans, 2, 2),
    page(strategies, plans, 2, 4),
    page(strategies, plans, 5),
    page(listings, goods, 5),
    page(listings, goods, 5, 10),
    page('/v1/reports', reports, 5),
  ])
    expect(await ask(asked)).toEqual([200, here(told)]);
});
