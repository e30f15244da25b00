// Answers to writes that link to a status monitor (RFC 7240 §4.1): what a client reads there.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { valueAt } from '../../src/http/pointer.ts';
import { opening, origin } from '../support/app.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

interface Taken {
  readonly process: string;
  readonly about: string;
  readonly state: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

const taken = (id: string, number: number, state = 'pending'): Taken => ({
  process: id,
  about: `item-${number}`,
  state,
  links: [{ rel: 'self', href: `https://upstream.example/v1/processes/${id}` }],
});
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const write = (id: string, number: number): Said => ({
  asked: price(number),
  sent: { low: 7 },
  status: 202,
  told: taken(id, number),
});
const read = (id: string, told: unknown): Said => ({ asked: `GET /v1/processes/${id}`, told });
const listing = {
  asked: 'GET /v1/listings',
  told: { items: [1, 2, 3].map((n) => ({ id: `item-${n}`, low: 5 })) },
};
const other: Said = { asked: 'GET /v1/strategies', told: { items: [] } };

const session: readonly Said[] = [
  listing,
  write('a-48100021', 1),
  read('a-48100021', taken('a-48100021', 1)),
  write('a-48100137', 2),
  other,
  other,
  other,
  read('a-48100137', taken('a-48100137', 2, 'done')),
  read('a-48100021', taken('a-48100021', 1, 'done')),
];

const profileOf = (session: readonly Said[]) =>
  JSON.parse(printProfile(learnProfile([{ name: 'session', recording: recordingOf(session) }]))) as Json;

const pathOf = (told: Taken) => new URL(told.links[0]!.href).pathname;

test('the link in the answer to a write tells what has become of that write', async () => {
  const ask = learnedFrom(session);
  const [status, told] = (await ask(price(3), { low: 9 })) as [number, Taken];
  const [, other] = (await ask(price(1), { low: 9 })) as [number, Taken];
  expect(status).toBe(202);
  expect(told).toMatchObject({ about: 'item-3', state: 'pending' });
  expect(pathOf(told)).toBe(`/v1/processes/${told.process}`);
  expect(await ask(`GET ${pathOf(told)}`)).toEqual([200, told]);
  expect(await ask(`GET ${pathOf(other)}`)).toEqual([200, other]);
  ask.wait(10);
  expect(await ask(`GET ${pathOf(told)}`)).toEqual([200, { ...told, state: 'done' }]);
});

test('a monitor goes through several states, and tells the moment at which one came', async () => {
  const at = (second: number) => 1_772_528_400_000 + second * 1000;
  const state = (id: string, number: number, name: string, ended: number | null) => ({
    ...taken(id, number, name),
    ended,
    result: ended === null ? null : 'https://upstream.example/v1/results/7',
  });
  const ask = learnedFrom([
    listing,
    { ...write('a-48100021', 1), told: state('a-48100021', 1, 'pending', null) },
    read('a-48100021', state('a-48100021', 1, 'pending', null)),
    { ...write('a-48100137', 2), told: state('a-48100137', 2, 'pending', null) },
    other,
    read('a-48100137', state('a-48100137', 2, 'running', null)),
    other,
    other,
    read('a-48100137', state('a-48100137', 2, 'done', at(3 + 4))),
    read('a-48100021', state('a-48100021', 1, 'done', at(1 + 4))),
  ]);
  const [, told] = (await ask(price(3), { low: 9 })) as [number, Taken];
  const shown = async () => ((await ask(`GET ${pathOf(told)}`)) as [number, unknown])[1];
  expect(await shown()).toEqual(told);
  ask.wait(2);
  expect(await shown()).toEqual({ ...told, state: 'running' });
  ask.wait(2);
  expect(await shown()).toEqual({
    ...told,
    state: 'done',
    ended: opening + 4000,
    result: `${origin}/v1/results/7`,
  });
});

test('nothing is monitored at a path that no answer has told, and a monitor is only read', async () => {
  const ask = learnedFrom(session);
  const [, told] = (await ask(price(3), { low: 9 })) as [number, Taken];
  expect(((await ask('GET /v1/processes/a-4810')) as [number])[0]).toBe(404);
  expect(((await ask(`DELETE ${pathOf(told)}`)) as [number])[0]).toBe(404);
});

test('a monitor of this mock is answered, though the recording has one at the same path', async () => {
  const ask = learnedFrom([
    listing,
    write('job-1', 1),
    read('job-1', taken('job-1', 1)),
    write('job-2', 2),
    read('job-2', taken('job-2', 2)),
  ]);
  const wrong: Taken[] = [];
  // Ids of one digit soon are those of the recording.
  for (let time = 0; time < 40; time += 1) {
    const [, told] = (await ask(price(3), { low: time + 8 })) as [number, Taken];
    const [, shown] = (await ask(`GET ${pathOf(told)}`)) as [number, Taken];
    if (shown.about !== told.about) wrong.push(shown);
  }
  expect(wrong).toEqual([]);
});

test('reads that change in several ways are not learned as those of a monitor', async () => {
  const ask = learnedFrom([
    listing,
    write('a-48100021', 1),
    read('a-48100021', taken('a-48100021', 1, 'done')),
    write('a-48100137', 2),
    read('a-48100137', taken('a-48100137', 2, 'failed')),
  ]);
  const [, told] = (await ask(price(3), { low: 9 })) as [number, Taken];
  expect(((await ask(`GET ${pathOf(told)}`)) as [number])[0]).toBe(404);
});

const location = (id: string) => ({ Location: `https://upstream.example/v1/operations/${id}` });
const began = 1_772_528_400_000;
const operation = (id: string, number: number, at: number, more: object = {}) => ({
  operation: id,
  of: `item-${number}`,
  state: 'running',
  percent: 0,
  started: new Date(began + at * 1000).toISOString(),
  ...more,
});

test('a header tells the monitor, which has members of its own: the later ones come with their state', async () => {
  const accepted = (id: string, number: number): Said => ({
    ...write(id, number),
    told: '',
    answered: location(id),
  });
  const readOperation = (id: string, told: unknown): Said => ({ asked: `GET /v1/operations/${id}`, told });
  const ended = (at: number) => ({
    state: 'succeeded',
    percent: 100,
    ended: new Date(began + at * 1000).toISOString(),
  });
  const ask = learnedFrom([
    listing,
    accepted('op-48100021', 1),
    readOperation('op-48100021', operation('op-48100021', 1, 1)),
    accepted('op-48100137', 2),
    other,
    readOperation('op-48100137', operation('op-48100137', 2, 3)),
    other,
    readOperation('op-48100021', operation('op-48100021', 1, 1, ended(5))),
    readOperation('op-48100137', operation('op-48100137', 2, 3, ended(7))),
  ]);
  const told = await ask.answer(price(3), { low: 9 });
  expect(told.status).toBe(202);
  const { pathname: path } = new URL(told.headers.location!);
  const id = path.split('/').at(-1)!;
  expect(path).toMatch(/^\/v1\/operations\/op-\d{8}$/);
  const running = {
    operation: id,
    of: 'item-3',
    state: 'running',
    percent: 0,
    started: new Date(opening).toISOString(),
  };
  expect(await ask(`GET ${path}`)).toEqual([200, running]);
  ask.wait(10);
  expect(await ask(`GET ${path}`)).toEqual([
    200,
    { ...running, state: 'succeeded', percent: 100, ended: new Date(opening + 4000).toISOString() },
  ]);
});

test('an answer that tells an id and no link is monitored where that id stands in a path', async () => {
  const feed = (id: string, state: string) => ({ feed: id, state, errors: state === 'done' ? 0 : null });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: { feed: 'F48100021' } },
    { asked: 'GET /v1/feeds/F48100021/status', told: feed('F48100021', 'queued') },
    { ...write('', 2), told: { feed: 'F48100137' } },
    { asked: 'GET /v1/feeds/F48100137/status', told: feed('F48100137', 'queued') },
    other,
    other,
    { asked: 'GET /v1/feeds/F48100021/status', told: feed('F48100021', 'done') },
    { asked: 'GET /v1/feeds/F48100137/status', told: feed('F48100137', 'done') },
  ]);
  const [, told] = (await ask(price(3), { low: 9 })) as [number, { feed: string }];
  const path = `/v1/feeds/${told.feed}/status`;
  expect(await ask(`GET ${path}`)).toEqual([200, { feed: told.feed, state: 'queued', errors: null }]);
  ask.wait(10);
  expect(await ask(`GET ${path}`)).toEqual([200, { feed: told.feed, state: 'done', errors: 0 }]);
});

test('a monitor answers with another status and without Retry-After once it is done', async () => {
  const readState = (id: string, number: number, state: string): Said => ({
    ...read(id, taken(id, number, state)),
    status: state === 'done' ? 200 : 202,
    answered: state === 'done' ? {} : { 'Retry-After': '2' },
  });
  const ask = learnedFrom([
    listing,
    write('a-48100021', 1),
    readState('a-48100021', 1, 'pending'),
    write('a-48100137', 2),
    readState('a-48100137', 2, 'pending'),
    other,
    other,
    readState('a-48100021', 1, 'done'),
    readState('a-48100137', 2, 'done'),
  ]);
  const [, told] = (await ask(price(3), { low: 9 })) as [number, Taken];
  const early = await ask.answer(`GET ${pathOf(told)}`);
  expect([early.status, early.headers['retry-after']]).toEqual([202, '2']);
  ask.wait(10);
  const late = await ask.answer(`GET ${pathOf(told)}`);
  expect([late.status, late.headers['retry-after']]).toEqual([200, undefined]);
});

test('what every answer links to, and what is read of a record itself, is no monitor', async () => {
  const seller = { asked: 'GET /v1/sellers/7', told: { seller: 7, city: 'Here' } };
  const history = (number: number): Said => ({
    asked: `GET /v1/listings/item-${number}/history`,
    told: { changes: [{ by: number }] },
  });
  const linking = (number: number): Said => ({
    ...write('', number),
    told: { seller: '/v1/sellers/7', history: `/v1/listings/item-${number}/history` },
  });
  const ask = learnedFrom([listing, linking(1), seller, history(1), linking(2), seller, history(2)]);
  await ask(price(3), { low: 9 });
  expect(((await ask('GET /v1/listings/item-3/history')) as [number])[0]).toBe(404);
  expect(await ask('GET /v1/sellers/7')).toEqual([200, seller.told]);
});

test('a name with half of a character in it, which no path can hold, is told by no monitor', async () => {
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: { note: 'half \ud800 a sign' } },
    read('x-1', {}),
  ]);
  expect(((await ask(price(3), { low: 9 })) as [number])[0]).toBe(202);
});

test('a guess about a monitor names the place of the profile', () => {
  const profile = profileOf([
    ...session.slice(0, -1),
    read('a-48100021', taken('a-48100021', 1, 'failed')),
    read('a-48100137', taken('a-48100137', 2, 'done')),
    read('a-48100021', taken('a-48100021', 1, 'done')),
  ]);
  const places = (valueAt(profile, '/guesses') as { at: string }[]).map(({ at }) => at);
  expect(places).toEqual(['/service/writes/updatePrice/monitor']);
  expect(places.map((place) => valueAt(profile, place))).not.toContain(undefined);
});

test('a write that is repeated under its key has the monitor of the first time, which goes on', async () => {
  const once = (id: string, number: number): Said => ({
    ...write(id, number),
    headers: { 'Idempotency-Key': `key-${id}` },
  });
  const at = (process: string, stage: string) => ({ process, stage });
  const ask = learnedFrom([
    listing,
    once('a-48100021', 1),
    read('a-48100021', at('a-48100021', 'begun')),
    once('a-48100137', 2),
    read('a-48100137', at('a-48100137', 'begun')),
    other,
    other,
    once('a-48100021', 1),
    read('a-48100021', at('a-48100021', 'done')),
    read('a-48100137', at('a-48100137', 'done')),
  ]);
  const send = async () =>
    (await ask(price(3), { low: 9 }, undefined, { 'Idempotency-Key': 'own' })) as [number, Taken];
  const [, told] = await send();
  expect(await ask(`GET ${pathOf(told)}`)).toEqual([200, at(told.process, 'begun')]);
  ask.wait(10);
  expect(await send()).toEqual([202, told]);
  expect(await ask(`GET ${pathOf(told)}`)).toEqual([200, at(told.process, 'done')]);
});

test('a path that several writes have told is the monitor of the last one', async () => {
  const told = (state: string, number: number) => ({ link: '/v1/running', number, state });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: told('pending', 1) },
    { asked: 'GET /v1/running', told: told('pending', 1) },
    other,
    other,
    { asked: 'GET /v1/running', told: told('done', 1) },
    { ...write('', 2), told: told('pending', 2) },
    { asked: 'GET /v1/running', told: told('pending', 2) },
  ]);
  await ask(price(3), { low: 9 });
  expect(await ask('GET /v1/running')).toMatchObject([200, { state: 'pending' }]);
  ask.wait(10);
  expect(await ask('GET /v1/running')).toMatchObject([200, { state: 'done' }]);
});

test('links that differ in their query alone lead to no monitor: a path does not tell them apart', () => {
  const told = (id: number, state = 'pending') => ({ link: `/v1/status?process=${id}`, process: id, state });
  const profile = profileOf([
    listing,
    { ...write('', 1), told: told(4_810_021) },
    { asked: 'GET /v1/status?process=4810021', told: told(4_810_021) },
    { ...write('', 2), told: told(4_810_137) },
    { asked: 'GET /v1/status?process=4810137', told: told(4_810_137) },
    other,
    { asked: 'GET /v1/status?process=4810021', told: told(4_810_021, 'done') },
  ]);
  expect(valueAt(profile, '/service/writes/updatePrice/status')).toBe(202);
  expect(valueAt(profile, '/service/writes/updatePrice/monitor')).toBeUndefined();
});

test('a monitor below the path of one record is not told of another', async () => {
  const told = (id: string) => ({ operation: id, state: 'running' });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: told('op-48100021') },
    { asked: 'GET /v1/listings/item-1/operations/op-48100021', told: told('op-48100021') },
    { ...write('', 2), told: told('op-48100137') },
    { asked: 'GET /v1/listings/item-2/operations/op-48100137', told: told('op-48100137') },
  ]);
  const [, own] = (await ask(price(3), { low: 9 })) as [number, { operation: string }];
  expect(((await ask(`GET /v1/listings/item-1/operations/${own.operation}`)) as [number])[0]).toBe(404);
});

test('what a record links to, or what was read before the write, is no monitor', async () => {
  const seller = (id: string) => ({ asked: `GET /v1/sellers/${id}`, told: { name: `of ${id}`, city: id } });
  const linking = (number: number): Said => ({
    ...write('', number),
    told: { id: `item-${number}`, low: 7, seller: `/v1/sellers/s-${number}`, shop: `/v1/shops/${number}` },
  });
  const shop = (number: number) => ({ asked: `GET /v1/shops/${number}`, told: { shop: `the ${number}th` } });
  const ask = learnedFrom([
    {
      ...listing,
      told: { items: [1, 2, 3].map((n) => ({ id: `item-${n}`, low: 5, seller: `/v1/sellers/s-${n}` })) },
    },
    shop(1),
    shop(2),
    linking(1),
    seller('s-1'),
    shop(1),
    other,
    linking(2),
    other,
    other,
    seller('s-2'),
    shop(2),
  ]);
  await ask(price(3), { low: 9 });
  expect(((await ask('GET /v1/sellers/s-3')) as [number])[0]).toBe(404);
  await ask(price(1), { low: 9 });
  ask.wait(100);
  expect(await ask('GET /v1/sellers/s-1')).toEqual([200, seller('s-1').told]);
  expect(await ask('GET /v1/shops/1')).toEqual([200, shop(1).told]);
});

test('a monitor is read under each way to encode its path', async () => {
  const told = (id: string, state = 'pending') => ({ link: `/v1/processes/urn:${id}`, state });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: told('48100021') },
    { asked: 'GET /v1/processes/urn%3A48100021', told: told('48100021') },
    { ...write('', 2), told: told('48100137') },
    { asked: 'GET /v1/processes/urn%3a48100137', told: told('48100137') },
  ]);
  const [, own] = (await ask(price(3), { low: 9 })) as [number, { link: string }];
  for (const colon of [':', '%3A', '%3a'])
    expect(await ask(`GET ${own.link.replace(':', colon)}`)).toEqual([200, own]);
});

test('what each answer of a monitor tells anew is no state, and nothing of a recording', async () => {
  const told = (id: string, number: number, trace: string, state = 'pending') => ({
    ...taken(id, number, state),
    trace,
  });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: told('a-48100021', 1, 'tr-50917263') },
    read('a-48100021', told('a-48100021', 1, 'tr-83620195')),
    { ...write('', 2), told: told('a-48100137', 2, 'tr-17350924') },
    read('a-48100137', told('a-48100137', 2, 'tr-94417026')),
    other,
    other,
    read('a-48100021', told('a-48100021', 1, 'tr-66280513', 'done')),
    read('a-48100137', told('a-48100137', 2, 'tr-30594817', 'done')),
  ]);
  const [, own] = (await ask(price(3), { low: 9 })) as [number, Taken];
  const shown = async () =>
    ((await ask(`GET ${pathOf(own)}`)) as [number, { state: string; trace: string }])[1];
  for (const [seconds, state] of [
    [0, 'pending'],
    [1.5, 'pending'],
    [10, 'done'],
  ] as const) {
    ask.wait(seconds);
    const { state: by, trace } = await shown();
    expect(by).toBe(state);
    expect(trace).toMatch(/^tr-\d{8}$/);
    expect(['tr-83620195', 'tr-94417026', 'tr-66280513', 'tr-30594817']).not.toContain(trace);
  }
});

test('monitors of thousands of writes are found without comparing each write with each read', () => {
  const many = Array.from({ length: 2500 }, (_, at): Said[] => [
    { ...write('', 1 + (at % 3)), told: { a: `n${48_100_000 + at}`, b: `m-${at}-m`, c: `c-${at}-c` } },
    { asked: `GET /v1/others/${at}`, told: { at } },
  ]);
  expect(valueAt(profileOf([listing, ...many.flat()]), '/guesses')).toEqual([]);
});

test('a moment that does not follow from the write is a moment all the same, and a guess', async () => {
  const told = (id: string, number: number, second: number, state?: string) => ({
    ...taken(id, number, state),
    asOf: new Date(began + second * 1000).toISOString(),
  });
  const polled = [
    listing,
    { ...write('', 1), told: told('a-48100021', 1, 1) },
    { ...write('', 2), told: told('a-48100137', 2, 2) },
    read('a-48100021', told('a-48100021', 1, 3)),
    read('a-48100137', told('a-48100137', 2, 4)),
    ...Array.from({ length: 12 }, () => other),
    read('a-48100021', told('a-48100021', 1, 17, 'done')),
    read('a-48100137', told('a-48100137', 2, 58, 'done')),
  ];
  const ask = learnedFrom(polled);
  const [, own] = (await ask(price(3), { low: 9 })) as [number, Taken];
  ask.wait(100);
  const [, shown] = (await ask(`GET ${pathOf(own)}`)) as [number, { state: string; asOf: string }];
  expect(shown.state).toBe('done');
  expect(shown.asOf).toBe(new Date(opening + 16_000).toISOString());
  expect(valueAt(profileOf(polled), '/guesses')).toEqual([
    { at: '/service/writes/updatePrice/monitor', held: 3, of: 4 },
  ]);
});

test('a monitor that counts up is learned to its end, though no two reads tell the same', async () => {
  const told = (percent: number) => ({ link: '/v1/processes/a-48100021', percent });
  const ask = learnedFrom([
    listing,
    { ...write('', 1), told: told(0) },
    ...Array.from({ length: 1200 }, (_, at) => ({
      asked: 'GET /v1/processes/a-48100021',
      told: told((at + 1) / 12),
    })),
  ]);
  const [, own] = (await ask(price(3), { low: 9 })) as [number, { link: string }];
  ask.wait(2000);
  expect(await ask(`GET ${own.link}`)).toEqual([200, { link: own.link, percent: 100 }]);
});
