// What a channel manager and an advertising platform taught: results of writes in a list, answers that tell of a record what was
// sent alone, members that are told again be they null, parameters that add the same members wherever they are taken, lists of
// words told again, ends of ranges by their names, and cursors that tell nothing.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const read = (number: number) => `GET /v1/listings/${number}`;

interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
  readonly stay: number;
}
const room = (number: number, bounds: Partial<Bounds> = {}) => ({
  id: number,
  name: `Room ${number}`,
  low: 40,
  high: 90,
  stay: 2,
  ...bounds,
});
/** Writes of bounds that are answered so. */
const writesTold =
  (told: (number: number, sent: Partial<Bounds>) => unknown) =>
  (number: number, sent: Partial<Bounds>): Said => ({
    asked: price(number),
    sent,
    told: told(number, sent),
  });

const list: Said = { asked: 'GET /v1/listings', told: { rooms: numbers.map((number) => room(number)) } };

test('a write is refused where its result in a list is another one, whatever the status says', async () => {
  const done = (number: number, bounds: Partial<Bounds>) => [{ success: true, room: room(number, bounds) }];
  const refused = (field: string, message: string) => [{ success: false, errors: [{ field, message }] }];
  const ask = learnedFrom([
    list,
    { asked: price(101), sent: { low: 50, high: 80 }, told: done(101, { low: 50, high: 80 }) },
    { asked: price(102), sent: { low: 55, high: 85 }, told: done(102, { low: 55, high: 85 }) },
    { asked: price(103), sent: { low: 'cheap', high: 85 }, told: refused('low', 'must be a number') },
    { asked: price(103), sent: { low: 70, high: 60 }, told: refused('low', 'is more than high') },
    { asked: read(103), told: room(103) },
  ]);
  expect(await ask(price(104), { low: 66, high: 'dear' })).toEqual([
    200,
    refused('high', 'must be a number'),
  ]);
  expect(await ask(price(104), { low: 66, high: 65 })).toEqual([200, refused('low', 'is more than high')]);
  expect(await ask(read(104))).toEqual([200, room(104)]);
  expect(await ask(price(104), { low: 60, high: 95 })).toEqual([200, done(104, { low: 60, high: 95 })]);
});

test('what an answer leaves out because it was not sent stays as it was', async () => {
  const told = (number: number, sent: Partial<Bounds>) => ({ ok: true, modified: { id: number, ...sent } });
  const write = writesTold(told);
  const ask = learnedFrom([
    list,
    write(101, { low: 50, high: 80 }),
    { asked: read(101), told: room(101, { low: 50, high: 80 }) },
    write(102, { high: 85 }),
    write(103, { low: 45, stay: 3 }),
    write(103, { high: null }),
    { asked: read(103), told: room(103, { low: 45, high: null, stay: 3 }) },
  ]);
  expect(await ask(price(104), { high: 99 })).toEqual([200, told(104, { high: 99 })]);
  expect(await ask(read(104))).toEqual([200, room(104, { high: 99 })]);
  expect(await ask(price(105), { low: 30, high: null })).toEqual([200, told(105, { low: 30, high: null })]);
  expect(await ask(price(105), { stay: 4 })).toEqual([200, told(105, { stay: 4 })]);
  expect(await ask(read(105))).toEqual([200, room(105, { low: 30, high: null, stay: 4 })]);
});

test('what was sent is told again, null where it was null, and not at all where it was not sent', async () => {
  const told = (number: number, sent: Partial<Bounds>) => ({
    request: { room: `${number}`, ...sent },
    room: room(number, sent),
  });
  const write = writesTold(told);
  const ask = learnedFrom([
    list,
    write(101, { low: 50, high: 80 }),
    write(102, { low: 45 }),
    write(103, { low: null, high: 70 }),
    write(104, { low: 35, high: null }),
    write(105, { high: 75 }),
  ]);
  expect(await ask(price(106), { high: 95 })).toEqual([200, told(106, { high: 95 })]);
  expect(await ask(price(106), { low: null })).toEqual([
    200,
    { request: { room: '106', low: null }, room: room(106, { low: null, high: 95 }) },
  ]);
});

test('a parameter that adds members to a list adds them to one record', async () => {
  const rules = [{ name: 'Weekly', nights: 7 }];
  const ask = learnedFrom([
    list,
    {
      asked: 'GET /v1/listings?rules=true',
      told: { rooms: numbers.map((one) => ({ ...room(one), rules })) },
    },
    { asked: read(101), told: room(101) },
    { asked: `${read(102)}?rules=true`, told: { ...room(102), rules } },
    { asked: read(103), told: room(103) },
  ]);
  expect(await ask(read(104))).toEqual([200, room(104)]);
  expect(await ask(`${read(104)}?rules=true`)).toEqual([200, { ...room(104), rules }]);
});

test('several words between commas are told again as a list', async () => {
  const told = (kinds: readonly string[] | undefined, own: readonly number[]) => ({
    asked: { ...(kinds !== undefined && { kinds }) },
    rooms: own.map((number) => ({ ...room(number), kind: ['twin', 'loft', 'hut'][number % 3] })),
  });
  const list = (query: string, kinds: readonly string[] | undefined, own: readonly number[]): Said => ({
    asked: `GET /v1/listings${query}`,
    told: told(kinds, own),
  });
  const ask = learnedFrom([
    list('', undefined, numbers),
    list('?kinds=hut', ['hut'], [101, 104]),
    list('?kinds=hut,loft', ['hut', 'loft'], [101, 103, 104, 106]),
    list('?kinds=twin', ['twin'], [102, 105]),
  ]);
  expect(await ask('GET /v1/listings?kinds=twin,loft')).toEqual([
    200,
    told(['twin', 'loft'], [102, 103, 105, 106]),
  ]);
});

test('the end of a name tells which end of a range is meant', async () => {
  const stays = [1, 4, 2, 1, 3, 5, 2, 4];
  const all = stays.map((stay, at) => room(101 + at, { stay }));
  const told = (isMeant: (stay: number) => boolean) => ({ rooms: all.filter(({ stay }) => isMeant(stay)) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: told(() => true) },
    { asked: 'GET /v1/listings?stayTo=1', told: told((stay) => stay <= 1) },
  ]);
  expect(await ask('GET /v1/listings?stayTo=2')).toEqual([200, told((stay) => stay <= 2)]);
});

describe('cursors that tell nothing', () => {
  const tokens = ['k3f9', 'p7x2', 'a8d4', 'q1z6', 'm5c0', 't2w7'].map((token) => `${token}${token}`);
  const page = (name: string, all: readonly number[], from: number, size: number) => ({
    [name]: all.slice(from, from + size).map((number) => room(number)),
    next: from + size < all.length ? tokens[all[from + size]! - 101]! : null,
  });
  const rooms = (from: number, size: number) => page('rooms', numbers, from, size);
  const plans = ['R1', 'R2', 'R3', 'R4'].map((id) => ({ id }));
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { plans, next: null } },
    { asked: 'GET /v1/strategies?size=2', told: { plans: plans.slice(0, 2), next: 'w8e2w8e2' } },
    { asked: 'GET /v1/strategies?size=2', told: { plans: plans.slice(0, 2), next: 'w8e2w8e2' } },
    { asked: 'GET /v1/listings?size=2', told: rooms(0, 2) },
    { asked: `GET /v1/listings?size=2&from=${tokens[2]!}`, told: rooms(2, 2) },
    { asked: `GET /v1/listings?size=2&from=${tokens[4]!}`, told: rooms(4, 2) },
  ]);

  test('lead where they led, whatever size is asked for', async () => {
    expect(await ask('GET /v1/listings?size=4')).toEqual([200, rooms(0, 4)]);
    expect(await ask(`GET /v1/listings?size=3&from=${tokens[2]!}`)).toMatchObject([
      200,
      { rooms: rooms(2, 3).rooms },
    ]);
  });

  test('are told again, and lead on though nobody went on with them', async () => {
    const told = { plans: plans.slice(0, 2), next: 'w8e2w8e2' };
    expect(await ask('GET /v1/strategies?size=2')).toEqual([200, told]);
    expect(await ask('GET /v1/strategies?size=2&from=w8e2w8e2')).toEqual([
      200,
      { plans: plans.slice(2), next: null },
    ]);
  });

  test('are told and taken where a sister of the list has them', async () => {
    const [, first] = (await ask('GET /v1/strategies?size=3')) as [number, { plans: unknown; next: string }];
    expect(first.plans).toEqual(plans.slice(0, 3));
    expect(await ask(`GET /v1/strategies?size=3&from=${first.next}`)).toEqual([
      200,
      { plans: plans.slice(3), next: null },
    ]);
  });
});
