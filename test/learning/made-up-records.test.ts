// Records that are made up have what the recorded ones have.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { recordingOf } from './said.ts';

/** The values that plans are made up with in a member of theirs, where these were recorded. */
function madeUp(recorded: readonly object[]): ReadonlySet<string> {
  const plans = recorded.map((change, at) => ({ id: `p-${at}`, ...change }));
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3].map((at) => ({ id: `g-${at}`, low: 5 })) } },
    { asked: 'GET /v1/strategies', told: { plans } },
  ]);
  const { service } = learnProfile([{ name: 'goods', recording }]);
  const { strategy } = generateRecords(service!, 1, { listing: 1, strategy: 60, reportRun: 0 });
  return new Set(
    strategy.map(({ record }) => {
      const change = (record as { change?: Json }).change ?? null;
      return typeof change === 'object' && change !== null ? Object.keys(change).join() : 'none';
    }),
  );
}

test('an object with one member or another, and never without, is made up with one', () => {
  const plans = [
    { change: null },
    { change: { by: { cents: 5 } } },
    { change: { share: 0.5 } },
    { change: null },
  ];
  expect(madeUp(plans)).not.toContain('');
  expect(madeUp(plans)).toContain('none');
});

test('an object that was seen empty is made up empty, too', () => {
  expect(madeUp([{ change: {} }, { change: { by: 5 } }, { change: {} }, { change: { by: 6 } }])).toContain(
    '',
  );
});

interface MadeGoods {
  readonly low: string;
  readonly price: string;
  readonly high: string;
  readonly state: Json;
  readonly made: string;
  readonly changed: string;
  readonly offers: Json;
  readonly tags: readonly string[];
  readonly kind: string;
  readonly name: string;
}

interface MadeJob {
  readonly id: number;
  readonly state: string;
  readonly ended: string | null;
  readonly link: string | null;
}

/** Records made up from a recording of lists of goods, plans and jobs, each as it was told one list after the other. */
function madeFrom(
  goods: readonly object[],
  jobs: readonly (readonly object[])[] = [],
): { readonly goods: readonly MadeGoods[]; readonly made: readonly MadeJob[] } {
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods } },
    ...jobs.map((told) => ({ asked: 'GET /v1/reports', told: { jobs: told } })),
  ]);
  const { service } = learnProfile([{ name: 'goods', recording }]);
  const made = generateRecords(service!, 1, { listing: 60, strategy: 0, reportRun: 60 });
  const records = (all: typeof made.listing): unknown[] => all.map(({ record }) => record);
  return { goods: records(made.listing) as MadeGoods[], made: records(made.reportRun) as MadeJob[] };
}

const twelve = Array.from({ length: 12 }, (_, at) => at);
const told = (all: readonly unknown[]) => new Set(all.map((one) => JSON.stringify(one)));

test('amounts are made up in their unit, the lower bound below the price and the upper one above', () => {
  const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;
  const goods = twelve.map((at) => ({
    id: `g-${at}`,
    low: euros(900 + at * at * 90),
    price: euros(1000 + at * at * 100),
    high: euros(1300 + at * at * 130),
  }));
  const amount = (text: string) => Number(/^€(\d+\.\d\d)$/.exec(text)?.[1]);
  for (const { low, price, high } of madeFrom(goods).goods) {
    expect(amount(low)).toBeLessThanOrEqual(amount(price));
    expect(amount(price)).toBeLessThanOrEqual(amount(high));
  }
});

test('a code goes with its label, and bounds are there together or not at all', () => {
  const goods = twelve.map((at) => ({
    id: `g-${at}`,
    state: { code: [10, 20, 30][at % 3], label: ['open', 'shut', 'sold'][at % 3] },
    low: at % 4 === 0 ? null : 5 + at,
    high: at % 4 === 0 ? null : 50 + at,
  }));
  const made = madeFrom(goods).goods;
  expect(told(made.map(({ state }) => state))).toEqual(told(goods.map(({ state }) => state)));
  expect(
    told(made.map(({ low, high }) => [(low as string | null) === null, (high as string | null) === null])),
  ).toEqual(
    told([
      [true, true],
      [false, false],
    ]),
  );
});

test('what was changed last was changed after it was made, and never later than any that was seen', () => {
  const second = (day: number) => new Date(Date.UTC(2026, 2, 1 + day, 10, day)).toISOString();
  const goods = twelve.map((at) => ({
    id: `g-${at}`,
    low: 5,
    made: second(at),
    changed: second(2 * at + 1),
  }));
  for (const { made, changed } of madeFrom(goods).goods) {
    expect(Date.parse(made)).toBeLessThanOrEqual(Date.parse(changed));
    expect(Date.parse(changed)).toBeLessThanOrEqual(Date.parse(second(23)));
    expect(Date.parse(made) % 60_000).toBe(0);
  }
});

test('lists are made up with their items: objects with all that they have, words that are not told twice', () => {
  const goods = twelve.map((at) => ({
    id: `g-${at}`,
    offers: [{ shop: ['north', 'south'][at % 2], price: { amount: 10 + at, currency: 'EUR' }, low: 5 + at }],
    tags: ['new', 'gift', 'bulky'].slice(0, at % 4),
  }));
  const made = madeFrom(goods).goods;
  for (const { offers, tags } of made) {
    expect(offers).toMatchObject([{ price: { currency: 'EUR' } }]);
    expect(JSON.stringify(offers).replaceAll(/\d+/g, '9')).toMatch(
      /^\[\{"shop":"(north|south)","price":\{"amount":9,"currency":"EUR"\},"low":9\}\]$/,
    );
    expect(new Set(tags).size).toBe(tags.length);
  }
  expect(told(made.map(({ tags }) => tags.length))).toEqual(told([0, 1, 2, 3]));
});

test('a job that runs is made up without what it has in the end; its link names it', () => {
  const job = (id: number, isOver: boolean) => ({
    id,
    state: isOver ? 'done' : 'running',
    ended: isOver ? `2026-03-01T10:0${id % 10}:00Z` : null,
    link: isOver ? `https://files.example/exports/${id}.csv` : null,
  });
  const first = [5001, 5002, 5003, 5004, 5005, 5006].map((id) => job(id, id > 5002));
  const { made: jobs } = madeFrom(
    [
      { id: 'g-1', low: 5 },
      { id: 'g-2', low: 6 },
    ],
    [first, first.map(({ id }) => job(id, true))],
  );
  expect(told(jobs.map(({ state }) => state))).toEqual(told(['done', 'running']));
  for (const { id, state, ended, link } of jobs) {
    expect(String(id)).toMatch(/^[1-9]\d{3}$/);
    expect(link).toBe(state === 'done' ? `https://files.example/exports/${String(id)}.csv` : null);
    expect(ended === null).toBe(state === 'running');
  }
});

test('words are made up as the others are written, and none is one of them', () => {
  const kinds = ['LOWEST_PRICE', 'BUY_BOX', 'COST_PLUS', 'DAY_OF_WEEK', 'KEEP_MARGIN', 'STOCK_LEVEL'];
  const goods = kinds.map((kind, at) => ({
    id: `g-${at}`,
    low: 5,
    kind,
    name: `Small red lamp number ${'abcdef'[at]!}`,
  }));
  for (const { kind, name } of madeFrom(goods).goods) {
    expect(kind).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(kinds).not.toContain(kind);
    expect(name).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  }
});

test('a code of letters and digits at places of their own is made up so', () => {
  const goods = ['SP1040', 'LA1047', 'BE1054', 'AS2061', 'OA2068', 'PI3075', 'SP3082', 'LA4089'];
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods: goods.map((lot, at) => ({ id: `g-${at}`, low: 5, lot })) } },
  ]);
  const { service } = learnProfile([{ name: 'goods', recording }]);
  const { listing } = generateRecords(service!, 1, { listing: 40, strategy: 0, reportRun: 0 });
  const lots = listing.map(({ record }) => (record as { lot: string }).lot);
  expect(lots.filter((lot) => !/^[A-Z]{2}\d{4}$/.test(lot))).toEqual([]);
  expect(new Set(lots).size).toBeGreaterThan(30);
});

test('what was an empty text in the one or two that were seen is made up as one', () => {
  const goods = [1, 2].map((at) => ({ id: `g-${at}`, low: 5, name: '' }));
  expect(told(madeFrom(goods).goods.map(({ name }) => name))).toEqual(told(['']));
});

test('a link with a secret, of which a recording holds the place alone, is made up with one', () => {
  const goods = [1, 2, 3].map((at) => ({
    id: `g-${at}`,
    low: 5,
    name: `https://a.example/${at}?sign=__redacted.sign.${at}__`,
  }));
  for (const { name } of madeFrom(goods).goods)
    expect(name).toMatch(/^https:\/\/a\.example\/\d\?sign=[0-9A-Za-z]{32}$/);
});
