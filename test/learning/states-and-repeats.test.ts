// What fifteen more ways of composed services taught: states that a write moves, writes of what stands there already, pages of no
// records, and parameters that are sent empty.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const list = (query: string, told: unknown): Said => ({ asked: `GET /v1/listings${query}`, told });
const price = (id: number) => `PATCH /v1/listings/${id}/price`;
const assign = (id: number) => `PATCH /v1/listings/${id}/strategy`;

test('a write moves what is in one state to another, and leaves what is in any other', async () => {
  const item = (id: number, state: string, low: number) => ({ id, state, low });
  const rows = ['open', 'draft', 'ended', 'draft', 'open', 'draft', 'ended'].map((state, at) =>
    item(at + 1, state, 5),
  );
  const wrote = (id: number, state: string, low: number): Said => ({
    asked: price(id),
    sent: { low },
    told: item(id, state, low),
  });
  const ask = learnedFrom([
    list('', { rows }),
    wrote(1, 'open', 7),
    wrote(2, 'open', 8),
    wrote(3, 'ended', 9),
    wrote(4, 'open', 10),
  ]);
  expect(await ask(price(6), { low: 11 })).toEqual([200, item(6, 'open', 11)]);
  expect(await ask(price(7), { low: 12 })).toEqual([200, item(7, 'ended', 12)]);
  expect(await ask(price(5), { low: 13 })).toEqual([200, item(5, 'open', 13)]);
});

test('a write of the strategy that a listing follows already is refused as it was, though no answer showed that it does', async () => {
  const done = { done: true };
  const same = { error: 'The listing follows this strategy.' };
  const item = (id: number) => ({ id, plan: 'slow', low: 5 });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: ['slow', 'fast', 'calm'].map((id) => ({ id })) } },
    list('', { rows: [1, 2, 3, 4].map(item) }),
    { asked: assign(1), sent: { plan: 'fast' }, told: done },
    { asked: assign(1), sent: { plan: 'fast' }, status: 409, told: same },
    { asked: assign(2), sent: { plan: 'calm' }, told: done },
    { asked: 'GET /v1/listings/2', told: { id: 2, plan: 'calm', low: 5 } },
    { asked: price(2), sent: { low: 6 }, told: done },
    { asked: 'GET /v1/listings/2', told: { id: 2, plan: 'calm', low: 6 } },
    { asked: assign(2), sent: { plan: 'fast' }, told: done },
    { asked: 'GET /v1/listings/2', told: { id: 2, plan: 'fast', low: 6 } },
  ]);
  expect(await ask(assign(3), { plan: 'slow' })).toEqual([409, same]);
  expect(await ask(assign(3), { plan: 'calm' })).toEqual([200, done]);
  expect(await ask(assign(3), { plan: 'calm' })).toEqual([409, same]);
  // That says nothing of bounds that stand there already.
  expect(await ask(price(4), { low: 5 })).toEqual([200, done]);
});

const rows = Array.from({ length: 9 }, (_, at) => ({
  id: at + 7001,
  state: at % 3 === 0 ? 'shut' : 'open',
  note: '',
}));
const page = (from: number, size: number, own = rows) => ({
  total: own.length,
  rows: own.slice(from, from + size),
});

test('a size below none is refused as what is no number is, though a page of no records is given', async () => {
  const wrong = { error: 'size must be a number from 0' };
  const ask = learnedFrom([
    list('', page(0, 9)),
    list('?size=4', page(0, 4)),
    list('?size=4&page=2', page(4, 4)),
    list('?size=7', page(0, 7)),
    list('?size=7&page=2', page(7, 2)),
    list('?size=0', page(0, 0)),
    { asked: 'GET /v1/listings?size=many', status: 400, told: wrong },
  ]);
  expect(await ask('GET /v1/listings?size=0')).toEqual([200, page(0, 0)]);
  expect(await ask('GET /v1/listings?size=-2')).toEqual([400, wrong]);
});

test('a parameter that is sent empty picks nothing, and links to further pages tell it again', async () => {
  const next = (query: string, at: number, told: object, isLast: boolean): Said => ({
    asked: `GET /v1/listings?${query}${at === 1 ? '' : `&page=${at}`}`,
    told: { ...told, next: isLast ? null : `/v1/listings?${query}&page=${at + 1}` },
  });
  const shut = rows.filter(({ state }) => state === 'shut');
  const hidden = { id: 7010, state: 'gone', note: '' };
  const all = [...rows, hidden];
  const ask = learnedFrom([
    next('size=4', 1, page(0, 4), false),
    next('size=4', 2, page(4, 4), false),
    next('size=4', 3, page(8, 4), true),
    next('size=20', 1, page(0, 20), true),
    next('size=2&state=shut', 1, page(0, 2, shut), false),
    next('size=2&state=shut', 2, page(2, 2, shut), true),
    next('size=3&state=', 1, page(0, 3), false),
    next('gone=yes&size=20', 1, page(0, 20, all), true),
  ]);
  const [, told] = (await ask('GET /v1/listings?size=5&state=')) as [number, { next: string }];
  expect(told).toMatchObject(page(0, 5));
  expect(told.next.split(/[?&]/).sort()).toEqual(['/v1/listings', 'page=2', 'size=5', 'state=']);
  expect(await ask('GET /v1/listings?gone=yes&size=20')).toEqual([200, { ...page(0, 20, all), next: null }]);
});
