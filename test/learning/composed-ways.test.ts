// What services composed with further ways taught: counts by value, pages offered behind full ones, lists that assume what they
// are asked for, and what short sessions tell of links.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Item {
  readonly id: number;
  readonly state: string;
  readonly low?: number | undefined;
}

const states = ['open', 'shut', 'lost'];
const items = Array.from({ length: 24 }, (_, at): Item => ({
  id: 300 + at * 3,
  state: states[((at * 5) % 7) % 3]!,
}));
const inState = (state: string) => items.filter((one) => one.state === state);
const list = (query: string, told: unknown): Said => ({ asked: `GET /v1/listings${query}`, told });

test('counts by value are those of all that is found, those that are none among them', async () => {
  const page = (found: readonly Item[], size = 24) => ({
    rows: found.slice(0, size),
    counts: Object.fromEntries(
      states.map((state) => [state, found.filter((one) => one.state === state).length]),
    ),
  });
  const from = (least: number) => items.filter(({ id }) => id >= least);
  const ask = learnedFrom([
    list('', page(items)),
    list('?state=open', page(inState('open'))),
    list('?state=shut', page(inState('shut'))),
    list('?least=330', page(from(330))),
    list('?least=345', page(from(345))),
  ]);
  for (const [query, found] of [
    ['?state=lost', inState('lost')],
    ['?least=339', from(339)],
    ['?least=366', from(366)],
  ] as const)
    expect(await ask(`GET /v1/listings${query}`)).toEqual([200, page(found)]);
});

test('a list that tells counts of values that it has leaves out those that it has none of', async () => {
  const page = (found: readonly Item[]) => ({
    rows: found,
    filters: states.flatMap((state) => {
      const count = found.filter((one) => one.state === state).length;
      return count === 0 ? [] : [{ value: state, count }];
    }),
  });
  const from = (least: number) => items.filter(({ id }) => id >= least);
  const ask = learnedFrom([
    list('', page(items)),
    ...states.slice(0, 2).map((state) => list(`?state=${state}`, page(inState(state)))),
    ...[312, 330, 360, 366, 369].map((least) => list(`?least=${least}`, page(from(least)))),
  ]);
  expect(await ask('GET /v1/listings?state=lost')).toEqual([200, page(inState('lost'))]);
  expect(await ask('GET /v1/listings?least=363')).toEqual([200, page(from(363))]);
});

test('a service that does not look ahead offers another page behind each full one', async () => {
  const after = (id: number | undefined, size: number) => {
    const from = id === undefined ? 0 : items.findIndex((one) => one.id === id) + 1;
    const rows = items.slice(from, from + size);
    return { rows, more: rows.length === size, ...(rows.length === size && { next: rows.at(-1)!.id }) };
  };
  const walk = (size: number): Said[] => {
    const said = [list(`?size=${size}`, after(undefined, size))];
    for (let at = size; at <= items.length; at += size) {
      const id = items[at - 1]!.id;
      said.push(list(`?size=${size}&after=${id}`, after(id, size)));
    }
    return said;
  };
  const ask = learnedFrom([list('', after(undefined, 10)), ...walk(8), ...walk(12), ...walk(9)]);
  const last = items.at(-1)!.id;
  expect(await ask(`GET /v1/listings?size=6&after=${items[17]!.id}`)).toEqual([200, after(items[17]!.id, 6)]);
  expect(await ask(`GET /v1/listings?size=6&after=${last}`)).toEqual([200, after(last, 6)]);
  expect(await ask(`GET /v1/listings?size=7&after=${items[20]!.id}`)).toEqual([200, after(items[20]!.id, 7)]);
});

test('a list shows records of one state where none is asked for, and of all for a word of its own', async () => {
  const of = (asked: string | undefined) =>
    items.filter(({ state }) => asked === 'any' || state === (asked ?? 'open'));
  const told = (asked: string | undefined, least = 0) => ({
    rows: of(asked).filter(({ id }) => id >= least),
  });
  const ask = learnedFrom([
    list('', told(undefined)),
    list('?state=open', told('open')),
    list('?state=shut', told('shut')),
    list('?state=any', told('any')),
    list('?least=330', told(undefined, 330)),
    list('?least=348', told(undefined, 348)),
  ]);
  expect(await ask('GET /v1/listings?least=339')).toEqual([200, told(undefined, 339)]);
  expect(await ask('GET /v1/listings?least=339&state=shut')).toEqual([200, told('shut', 339)]);
  expect(await ask('GET /v1/listings?least=339&state=any')).toEqual([200, told('any', 339)]);
});

test('a number behind which a list goes on is the id of the last record, though no link was followed', async () => {
  const page = (size: number, least = 0) => {
    const found = items.filter(({ id }) => id >= least);
    const rows = found.slice(0, size);
    const query = `size=${size}&after=${rows.at(-1)!.id}`;
    return { rows, next: found.length > size ? `/v1/listings?${query}` : null };
  };
  const ask = learnedFrom([
    list('', page(10)),
    list('?size=6', page(6)),
    list('?size=9', page(9)),
    list('?state=lost&size=20', { rows: inState('lost'), next: null }),
  ]);
  expect(await ask('GET /v1/listings?size=4')).toEqual([200, page(4)]);
  expect(await ask('GET /v1/listings')).toEqual([200, page(10)]);
});

test('what records leave out where there is none is left out after a write of null', async () => {
  const bounded = (id: number, low: number | undefined, high: number | undefined) => ({
    id,
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
  });
  const rows = [bounded(1, 5, 9), bounded(2, undefined, 8), bounded(3, 4, undefined), bounded(4, 3, 7)];
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const ask = learnedFrom([
    list('', { rows }),
    { asked: price(1), sent: { low: 2, high: 6 }, told: { done: true } },
    { asked: 'GET /v1/listings/1', told: bounded(1, 2, 6) },
    { asked: price(3), sent: { low: 1, high: 5 }, told: { done: true } },
    { asked: 'GET /v1/listings/3', told: bounded(3, 1, 5) },
    { asked: price(2), sent: { low: null, high: 4 }, told: { done: true } },
  ]);
  await ask(price(4), { low: null, high: 20 });
  expect(await ask('GET /v1/listings/4')).toEqual([200, bounded(4, undefined, 20)]);
});

test('a key by which a write is done once is known where lists of operations are sent', async () => {
  const told = (id: number, low: number, version: number) => ({ id, low, version });
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const low = (value: number) => [{ op: 'replace', path: '/low', value }];
  const keyed = (asked: string, sent: unknown, key: string, answer: object, status = 200): Said => ({
    asked,
    sent,
    headers: { 'Idempotency-Key': key },
    status,
    told: answer,
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4].map((id) => told(id, 50, 7)) }),
    keyed(price(1), low(20), 'key-number-one', told(1, 20, 8)),
    keyed(price(1), low(20), 'key-number-one', told(1, 20, 8)),
    keyed(price(1), low(30), 'key-number-one', { error: 'key is taken' }, 409),
    keyed(price(2), low(25), 'key-number-two', told(2, 25, 8)),
  ]);
  const answer = async (value: number, key: string) => {
    const { status, json } = await ask.answer(price(3), low(value), 'application/json', {
      'Idempotency-Key': key,
    });
    return [status, json];
  };
  expect(await answer(40, 'key-number-six')).toEqual([200, told(3, 40, 8)]);
  expect(await answer(40, 'key-number-six')).toEqual([200, told(3, 40, 8)]);
  // The same once more, with another key, is another write.
  expect(await answer(40, 'key-number-ten')).toEqual([200, told(3, 40, 9)]);
});

test.each([{}, { checked: true }])(
  'a word that monitors of writes tell (%o) is no text of a record, though a report run has it, too',
  async (more) => {
    const rows = [1, 2, 3].map((id) => ({ id, low: 5 }));
    const change = (id: string, status: string) => ({ change: id, status });
    const accepted = (asked: string, sent: unknown, id: string): readonly Said[] => [
      {
        asked,
        sent,
        status: 202,
        answered: { Location: `https://upstream.example/v1/changes/${id}` },
        told: change(id, 'accepted'),
      },
      { asked: `GET /v1/changes/${id}`, told: { ...change(id, 'underway'), ...more } },
    ];
    const ask = learnedFrom([
      list('', { rows }),
      {
        asked: 'GET /v1/reports',
        told: {
          rows: [
            { id: 71, status: 'underway' },
            { id: 72, status: 'over' },
          ],
        },
      },
      ...accepted('PATCH /v1/listings/1/price', { low: 6 }, 'c-5501'),
      { asked: 'GET /v1/listings/1', told: { id: 1, low: 6 } },
      ...accepted('PATCH /v1/listings/2/price', { low: 7 }, 'c-5502'),
      { asked: 'GET /v1/listings/2', told: { id: 2, low: 7 } },
    ]);
    const { headers } = await ask.answer('PATCH /v1/listings/3/price', { low: 8 });
    const place = new URL(String(headers.location)).pathname;
    ask.wait(2);
    expect(await ask(`GET ${place}`)).toEqual([200, expect.objectContaining({ status: 'underway' })]);
  },
);

test('a list that finds nothing may be refused, by whatever it was asked for', async () => {
  const told = (found: readonly Item[]) =>
    found.length === 0 ? { status: 404, told: { error: 'nothing found' } } : { told: { rows: found } };
  const from = (least: number) => items.filter(({ id }) => id >= least);
  const ask = learnedFrom([
    list('', { rows: items }),
    ...[330, 345, 900].map((least) => ({ asked: `GET /v1/listings?least=${least}`, ...told(from(least)) })),
    ...['open', 'shut'].map((state) => ({
      asked: `GET /v1/listings?state=${state}`,
      ...told(inState(state)),
    })),
  ]);
  expect(await ask('GET /v1/listings?least=700')).toEqual([404, { error: 'nothing found' }]);
  expect(await ask('GET /v1/listings?state=shut&least=500')).toEqual([404, { error: 'nothing found' }]);
});

test('a sign before a value asks for all others', async () => {
  const others = (state: string) => items.filter((one) => one.state !== state);
  const ask = learnedFrom([
    list('', { rows: items }),
    list('?state=open', { rows: inState('open') }),
    list('?state=shut', { rows: inState('shut') }),
    list('?state=-open', { rows: others('open') }),
    list('?state=-shut', { rows: others('shut') }),
    { ...list('?state=odd', { error: 'no such state: odd' }), status: 400 },
  ]);
  expect(await ask('GET /v1/listings?state=-lost')).toEqual([200, { rows: others('lost') }]);
  expect(await ask('GET /v1/listings?state=lost')).toEqual([200, { rows: inState('lost') }]);
  expect(await ask('GET /v1/listings?state=even')).toEqual([400, { error: 'no such state: even' }]);
});

test('a fault of an operation is told of what its path names', async () => {
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const set = (path: string, value: unknown) => ({ op: 'replace', path: `/${path}`, value });
  const told = (id: number, low: number, high: number) => ({ id, low, high });
  const wrong = (id: number, name: string, value: unknown): Said => ({
    asked: price(id),
    sent: [set(name, value)],
    status: 400,
    told: { field: name, error: `${name} must be a number` },
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4].map((id) => told(id, 5, 50)) }),
    { asked: price(1), sent: [set('low', 6), set('high', 60)], told: told(1, 6, 60) },
    { asked: price(2), sent: [set('low', 7), set('high', 70)], told: told(2, 7, 70) },
    { asked: price(2), sent: [set('high', 75)], told: told(2, 7, 75) },
    wrong(3, 'low', 'cheap'),
    wrong(3, 'high', true),
  ]);
  expect(await ask(price(4), [set('high', 'dear')])).toEqual([
    400,
    { field: 'high', error: 'high must be a number' },
  ]);
});

test('records that only other lists showed stand where the leaf that orders them all puts them', async () => {
  const ask = learnedFrom([
    list('?size=4', { rows: items.slice(0, 4) }),
    list('?state=open', { rows: inState('open') }),
    list('?state=shut', { rows: inState('shut') }),
  ]);
  const known = items.filter(({ state }, at) => at < 4 || state !== 'lost');
  expect(await ask('GET /v1/listings?size=9')).toEqual([200, { rows: known.slice(0, 9) }]);
});

test('a bound that is written as the other one is is not drawn to itself as that is drawn to it', async () => {
  const bounded = (id: number, low: number, high: number) => ({ id, low, high });
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const wrote = (id: number, sent: object, low: number, high: number): Said => ({
    asked: price(id),
    sent,
    told: bounded(id, low, high),
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4, 5, 6].map((id) => bounded(id, 30, 90)) }),
    wrote(1, { low: 20, high: 70 }, 20, 70),
    wrote(2, { low: 25, high: 80 }, 25, 80),
    wrote(3, { low: 60, high: 55 }, 60, 60),
    wrote(3, { high: 20 }, 60, 60),
    wrote(3, { low: 10 }, 10, 60),
    wrote(4, { high: 75 }, 30, 75),
  ]);
  expect(await ask(price(6), { low: 10, high: 95 })).toEqual([200, bounded(6, 10, 95)]);
  expect(await ask(price(6), { high: 5 })).toEqual([200, bounded(6, 10, 10)]);
});

test('what follows from both bounds is none where one of them stands for none', async () => {
  const item = (id: number, low: number, high: number) => ({
    id,
    low,
    high,
    range: low === -1 || high === -1 ? null : high - low,
  });
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const wrote = (id: number, sent: object, low: number, high: number): Said => ({
    asked: price(id),
    sent,
    told: item(id, low, high),
  });
  const rows = [
    item(1, 20, 50),
    item(2, 31, 90),
    item(3, -1, -1),
    item(4, 15, 77),
    item(5, -1, 66),
    item(6, 12, 40),
  ];
  const ask = learnedFrom([
    list('', { rows }),
    wrote(1, { low: 25, high: 61 }, 25, 61),
    wrote(2, { low: 33, high: 85 }, 33, 85),
    wrote(3, { low: 14, high: 52 }, 14, 52),
    wrote(4, { low: null, high: 70 }, -1, 70),
  ]);
  expect(await ask(price(6), { low: 18, high: 44 })).toEqual([200, item(6, 18, 44)]);
  expect(await ask(price(6), { low: null, high: 39 })).toEqual([200, item(6, -1, 39)]);
});

test('a price is drawn within the bounds that there are, and not to one that stands for none', async () => {
  const item = (id: number, worth: number, low: number, high: number) => ({ id, worth, low, high });
  const price = (id: number) => `PATCH /v1/listings/${id}/price`;
  const wrote = (id: number, sent: object, worth: number, low: number, high: number): Said => ({
    asked: price(id),
    sent,
    told: item(id, worth, low, high),
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4, 5, 6, 7].map((id) => item(id, 50 + id, 20, 90)) }),
    wrote(1, { low: 60, high: 80 }, 60, 60, 80),
    wrote(2, { low: 10, high: 40 }, 40, 10, 40),
    wrote(3, { low: 15, high: 95 }, 53, 15, 95),
    wrote(4, { low: 70, high: null }, 70, 70, -1),
    wrote(5, { low: null, high: 30 }, 30, -1, 30),
  ]);
  expect(await ask(price(6), { low: 75, high: null })).toEqual([200, item(6, 75, 75, -1)]);
  expect(await ask(price(7), { low: 33, high: null })).toEqual([200, item(7, 57, 33, -1)]);
});

test('counts are those of the list, though only pages of its orders were seen', async () => {
  const page = (found: readonly Item[], size = 24) => ({
    rows: found.slice(0, size),
    total: found.length,
    counts: Object.fromEntries(
      states.map((state) => [state, found.filter((one) => one.state === state).length]),
    ),
  });
  const open = inState('open');
  const ask = learnedFrom([
    list('', page(open)),
    list('?state=open', page(open)),
    list('?state=shut', page(inState('shut'))),
    list('?least=330', page(open.filter(({ id }) => id >= 330))),
    list('?by=-id&size=4', page(open.toReversed(), 4)),
    list('?by=id&size=3', page(open, 3)),
    ...['red', 'blue', 'green'].map((hue) => list(`?hue=${hue}&size=2`, page(open, 2))),
    list('?state=any&size=9', page(items, 9)),
  ]);
  expect(await ask('GET /v1/listings?state=shut&size=2')).toEqual([200, page(inState('shut'), 2)]);
});

test('how many records a page has is told by links to others, though no page was full', async () => {
  const rows = items.slice(0, 7);
  const page = (query: string, from: number, size: number, asked?: number) => ({
    asked: `GET /v1/listings${query}`,
    told: {
      rows: rows.slice(from, from + size),
      first: `/v1/listings?size=${asked ?? 20}&from=0`,
    },
  });
  const ask = learnedFrom([
    page('', 0, 20),
    page('?size=3', 0, 3, 3),
    page('?size=3&from=3', 3, 3, 3),
    page('?size=5', 0, 5, 5),
    page('?from=2', 2, 20),
    page('?size=80', 0, 20),
  ]);
  expect(await ask('GET /v1/listings?from=4')).toEqual([200, page('', 4, 20).told]);
  expect(await ask('GET /v1/listings?size=2')).toEqual([200, page('', 0, 2, 2).told]);
});
