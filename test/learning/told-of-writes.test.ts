// What an answer to a write tells beside the record: whether it has changed anything, and by which number it was counted.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const read = (number: number) => `GET /v1/listings/item-${number}`;
const numbers = [1, 2, 3, 4];

interface Item {
  readonly id: string;
  readonly low: number;
  readonly version: number;
}

const item = (number: number): Item => ({ id: `item-${number}`, low: 5 * number, version: 4 });
const written = (number: number, low: number, version: number) => ({ ...item(number), low, version });

test('a word and a count that only answers to writes tell say whether a write has changed anything', async () => {
  const told = (record: Item, isDone: boolean) => ({
    ...record,
    outcome: isDone ? 'stored' : 'kept',
    copies: { total: isDone ? 3 : 0, failed: 0 },
  });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(1), sent: { low: 7 }, told: told(written(1, 7, 5), true) },
    { asked: read(1), told: written(1, 7, 5) },
    { asked: price(1), sent: { low: 7 }, told: told(written(1, 7, 5), false) },
    { asked: price(2), sent: { low: 8 }, told: told(written(2, 8, 5), true) },
    { asked: read(2), told: written(2, 8, 5) },
  ];
  const ask = learnedFrom(session);
  expect(await ask(price(3), { low: 9 })).toEqual([200, told(written(3, 9, 5), true)]);
  expect(await ask(price(3), { low: 9 })).toEqual([200, told(written(3, 9, 5), false)]);
  expect(await ask(read(3))).toEqual([200, written(3, 9, 5)]);
  const atEnd = learnedFrom(session, 'end');
  expect(await atEnd(price(1), { low: 7 })).toEqual([200, told(written(1, 7, 5), false)]);
});

test('a number that counts the writes of all records does not count one that was answered as having changed nothing', async () => {
  const told = (record: Item, number: number, outcome = 'stored') => ({ ...record, number, outcome });
  const shown = (record: Item, number: number) => ({ ...record, number });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    ...numbers.map((number): Said => ({ asked: read(number), told: shown(item(number), 10 * number) })),
    { asked: price(1), sent: { low: 7 }, told: told(written(1, 7, 5), 801) },
    { asked: read(1), told: shown(written(1, 7, 5), 801) },
    { asked: price(1), sent: { low: 7 }, told: told(written(1, 7, 5), 801, 'kept') },
    { asked: price(2), sent: { low: 8 }, told: told(written(2, 8, 5), 802) },
    { asked: read(2), told: shown(written(2, 8, 5), 802) },
    { asked: price(1), sent: { low: 9 }, told: told(written(1, 9, 6), 803) },
    { asked: read(1), told: shown(written(1, 9, 6), 803) },
  ]);
  expect(await ask(price(3), { low: 9 })).toEqual([200, told(written(3, 9, 5), 801)]);
  expect(await ask(price(3), { low: 9 })).toEqual([200, told(written(3, 9, 5), 801, 'kept')]);
  expect(await ask(price(4), { low: 9 })).toEqual([200, told(written(4, 9, 5), 802)]);
});

test('a member that a write brings stays in the record where reads show it', async () => {
  const noted = (number: number, low: number) => ({ ...written(number, low, 5), noted: true });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    ...numbers.map((number): Said => ({ asked: read(number), told: item(number) })),
    { asked: price(1), sent: { low: 7 }, told: noted(1, 7) },
    { asked: read(1), told: noted(1, 7) },
    { asked: price(2), sent: { low: 8 }, told: noted(2, 8) },
  ]);
  expect(await ask(price(3), { low: 9 })).toEqual([200, noted(3, 9)]);
  expect(await ask(read(3))).toEqual([200, noted(3, 9)]);
});

test('a link to a process that an answer makes anew tells the id of that process', async () => {
  const taken = (id: string, number: number) => ({
    process: id,
    about: `item-${number}`,
    links: [{ rel: 'self', href: `https://upstream.example/v1/processes/${id}` }],
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(1), sent: { low: 7 }, status: 202, told: taken('4810002', 1) },
    { asked: price(2), sent: { low: 8 }, status: 202, told: taken('4810013', 2) },
    { asked: price(3), sent: { low: 9 }, status: 202, told: taken('4810025', 3) },
  ]);
  const [status, told] = (await ask(price(4), { low: 6 })) as [number, ReturnType<typeof taken>];
  expect(status).toBe(202);
  expect(told.process).toMatch(/^48100\d\d$/);
  expect(told.links[0]!.href).toMatch(new RegExp(`/v1/processes/${told.process}$`));
  const [, again] = (await ask(price(1), { low: 6 })) as [number, ReturnType<typeof taken>];
  expect(again.process).not.toBe(told.process);
});

test('a list by the last change goes on being one where a write was recorded after which nobody read the record', async () => {
  const moment = (second: number) => new Date(Date.UTC(2026, 2, 3, 9, 0, second)).toISOString();
  const plate = (number: number, low: number, second: number) => ({
    id: `plate-${number}`,
    low,
    changed: moment(second),
  });
  const old = [1, 2, 3, 4, 5, 6].map((number) => plate(number, number, number - 30));
  const write = (number: number, low: number): Said => ({
    asked: `PATCH /v1/listings/plate-${number}/price`,
    sent: { low },
    status: 204,
    told: '',
  });
  const read = (told: { readonly id: string }): Said => ({ asked: `GET /v1/listings/${told.id}`, told });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: { items: old } },
      { asked: 'GET /v1/listings?by=-changed', told: { items: old.toReversed() } },
      { asked: 'GET /v1/listings?by=changed', told: { items: old } },
      write(2, 20),
      read(plate(2, 20, 3)),
      write(3, 30),
      read(plate(3, 30, 5)),
      write(1, 10),
      {
        asked: 'GET /v1/listings?by=-changed',
        told: { items: [plate(1, 10, 7), plate(3, 30, 5), plate(2, 20, 3), old[5], old[4], old[3]] },
      },
    ],
    'end',
  );
  ask.wait(365 * 86_400);
  await ask('PATCH /v1/listings/plate-5/price', { low: 50 });
  const { json } = await ask.answer('GET /v1/listings?by=-changed');
  const { items } = json as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id.slice(-1)).join('')).toBe('513264');
});
