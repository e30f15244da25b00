// Answers to writes that link to a status monitor (RFC 7240 §4.1): what a client reads there.
import { expect, test } from 'vitest';
import { opening, origin } from '../support/app.ts';
import { learnedFrom } from './said.ts';
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
