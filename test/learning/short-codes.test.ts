// Services that say in each answer whether it is one, with a good status whatever it is, and by a code why not.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const plans = [
  { id: 'P1', name: 'lowest', needs_floor: true },
  { id: 'P2', name: 'margin', needs_floor: false },
  { id: 'P3', name: 'calm', needs_floor: true },
];
const goods = [
  {
    id: 'G10',
    title: 'Lamp',
    floor: 20,
    roof: 90,
    coin: 'EUR',
    is_gone: false,
    plan: '',
    seen_at: '1735689600.250000',
  },
  {
    id: 'G11',
    title: 'Kettle',
    floor: 25,
    roof: 91,
    coin: 'EUR',
    is_gone: false,
    plan: '',
    seen_at: '1735689700.250000',
  },
  {
    id: 'G12',
    title: 'Rug',
    floor: 15,
    roof: 99,
    coin: 'EUR',
    is_gone: true,
    plan: '',
    seen_at: '1735689500.250000',
  },
  {
    id: 'G13',
    title: 'Torch',
    floor: 10,
    roof: 95,
    coin: 'EUR',
    is_gone: false,
    plan: '',
    seen_at: '1735689900.250000',
  },
  { id: 'G14', title: 'Bag', roof: 92, coin: 'EUR', is_gone: false, plan: '', seen_at: '1735689800.250000' },
  { id: 'G15', title: 'Tin', roof: 70, coin: 'EUR', is_gone: false, plan: '', seen_at: '1735689300.250000' },
];
type Good = (typeof goods)[number];
const good = (id: string) => goods.find((one) => one.id === id)!;
/** A moment of the session: each of its answers is a second later. */
const seen = (at: number) => `${Date.UTC(2026, 2, 3, 9) / 1000 + at}.000000`;

const listed = (asked: string, shown: readonly Good[]): Said => ({
  asked: `GET /v1/listings${asked}`,
  told: { ok: true, goods: shown, more: { next: '' } },
});
const refused = (asked: string, error: string, sent?: unknown): Said => ({
  asked,
  sent,
  told: { ok: false, error },
});
const wrong = (asked: string, words: string, sent?: unknown): Said => ({
  asked,
  sent,
  told: { ok: false, error: 'bad_input', more: { words: [`[ERROR] ${words}`] } },
});
const price = (id: string) => `PATCH /v1/listings/${id}/price`;
const plan = (id: string) => `PATCH /v1/listings/${id}/strategy`;
const priced = (id: string, sent: Partial<Good>, at: number): Said => ({
  asked: price(id),
  sent,
  told: { ok: true, good: { ...good(id), ...sent, seen_at: seen(at) } },
});
const planned = (id: string, to: string, at: number): Said => ({
  asked: plan(id),
  sent: { plan: to },
  told: { ok: true, good: { ...good(id), plan: to, seen_at: seen(at) } },
});

const session: readonly Said[] = [
  listed('', goods),
  { asked: 'GET /v1/strategies', told: { ok: true, plans, more: { next: '' } } },
  listed('?title=Lamp', [good('G10')]),
  listed('?title=Nothing', []),
  listed(
    '?without_gone=true',
    goods.filter((one) => !one.is_gone),
  ),
  listed(
    '?order=seen_last',
    [...goods].sort((a, b) => Number(b.seen_at) - Number(a.seen_at)),
  ),
  { asked: 'GET /v1/listings/G11', told: { ok: true, good: good('G11') } },
  { asked: 'GET /v1/strategies/P2', told: { ok: true, plan: plans[1] } },
  priced('G10', { floor: 22, coin: 'EUR' }, 8),
  priced('G11', { floor: 24, roof: 1200 }, 9),
  priced('G13', { roof: 99 }, 10),
  planned('G11', 'P2', 11),
  planned('G13', 'P1', 12),
  refused('GET /v1/listings/G99', 'good_not_found'),
  refused('GET /v1/strategies/P9', 'plan_not_found'),
  refused(price('G12'), 'is_gone', { floor: 16 }),
  refused(price('G11'), 'coin_mismatch', { floor: 26, coin: 'USD' }),
  wrong(price('G11'), 'must be a number [/floor]', { floor: true }),
  wrong(price('G11'), 'must be less than 5001 [/roof]', { roof: 9000 }),
  refused(plan('G14'), 'plan_needs_floor', { plan: 'P1' }),
  wrong(plan('G11'), 'must be a string [/plan]', { plan: 17 }),
  wrong('GET /v1/listings?without_gone=maybe', 'must be a boolean [/without_gone]'),
  refused('GET /v1/listings?order=colour', 'invalid_order'),
];

test('a list that may find nothing, and what its refusals tell beside their code, hide no refusal', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings/G77')).toEqual([200, { ok: false, error: 'good_not_found' }]);
  expect(await ask('GET /v1/listings?title=Rug')).toEqual([
    200,
    { ok: true, goods: [good('G12')], more: { next: '' } },
  ]);
});

test('what is no record beside the endpoints is refused as it was, though with a good status', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/strategies/P8')).toEqual([200, { ok: false, error: 'plan_not_found' }]);
});

test('seconds with a fraction in a text are a moment, which a write sets', async () => {
  const ask = learnedFrom(session);
  const [, told] = (await ask(price('G15'), { roof: 71 })) as [number, { good: Good }];
  expect(told.good.seen_at).toMatch(/^\d{10}\.\d{6}$/);
  expect(Number(told.good.seen_at)).toBeGreaterThan(1_736_000_000);
});

test('a flag that was refused for being neither yes nor no is refused so again where it leaves records out', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings?without_gone=perhaps')).toEqual([
    200,
    { ok: false, error: 'bad_input', more: { words: ['[ERROR] must be a boolean [/without_gone]'] } },
  ]);
});

test('the words of a code tell of a flag', async () => {
  const ask = learnedFrom(session);
  expect(await ask(price('G12'), { roof: 96 })).toEqual([200, { ok: false, error: 'is_gone' }]);
});

test('a word that was sent once is the only one where another was refused by its name', async () => {
  const ask = learnedFrom(session);
  expect(await ask(price('G13'), { roof: 97, coin: 'CHF' })).toEqual([
    200,
    { ok: false, error: 'coin_mismatch' },
  ]);
});

test('an amount below a number that is told as too high already is the highest', async () => {
  const ask = learnedFrom(session);
  expect(await ask(price('G13'), { roof: 5001 })).toEqual([
    200,
    { ok: false, error: 'bad_input', more: { words: ['[ERROR] must be less than 5001 [/roof]'] } },
  ]);
  expect(await ask(price('G13'), { roof: 5000 })).toMatchObject([200, { ok: true }]);
});

test('a strategy that needs what a listing lacks is refused to it, and no other one', async () => {
  const ask = learnedFrom(session);
  expect(await ask(plan('G15'), { plan: 'P3' })).toEqual([200, { ok: false, error: 'plan_needs_floor' }]);
  expect(await ask(plan('G15'), { plan: 'P2' })).toMatchObject([200, { ok: true }]);
  expect(await ask(plan('G10'), { plan: 'P3' })).toMatchObject([200, { ok: true }]);
});

test('what a field must be is told of any other kind as of the one that was sent', async () => {
  const ask = learnedFrom(session);
  expect(await ask(plan('G13'), { plan: false })).toEqual([
    200,
    { ok: false, error: 'bad_input', more: { words: ['[ERROR] must be a string [/plan]'] } },
  ]);
});

test('an order that is called by the beginning of a name is that of it, and not one that holds by chance', async () => {
  const latest = [...goods].sort((a, b) => Number(b.seen_at) - Number(a.seen_at));
  const ask = learnedFrom([
    ...session,
    listed(
      '?without_gone=true&order=seen',
      latest.filter((one) => !one.is_gone),
    ),
    listed(
      '?order=title',
      [...goods].sort((a, b) => (a.title < b.title ? -1 : 1)),
    ),
  ]);
  expect(await ask('GET /v1/listings?order=seen')).toMatchObject([200, { goods: latest }]);
});

test('a record that came to have more is read with all of it where others were', async () => {
  const run = (id: string, more: object) => ({ id, kind: 'stock', ...more });
  const done = { state: 'done', rows: 7 };
  const ask = learnedFrom(
    [
      ...session,
      {
        asked: 'GET /v1/reports',
        told: { ok: true, runs: [run('R1', { state: 'queued' }), run('R2', done)], more: { next: '' } },
      },
      { asked: 'GET /v1/reports/R1', told: { ok: true, run: run('R1', { state: 'queued' }) } },
      { asked: 'GET /v1/reports/R2', told: { ok: true, run: run('R2', done) } },
      {
        asked: 'GET /v1/reports',
        told: { ok: true, runs: [run('R1', done), run('R2', done)], more: { next: '' } },
      },
    ],
    'end',
  );
  expect(await ask('GET /v1/reports/R1')).toEqual([200, { ok: true, run: run('R1', done) }]);
});
