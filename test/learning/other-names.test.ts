// Records that paths name by another leaf beside their id, such as a code.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const thing = (at: number) => ({
  id: `${at * 3 + 501}`,
  info: { code: `TH-${at * 2 + 11}`, shelf: at % 2 === 0 ? 'low' : 'high' },
  low: at + 2,
  high: at * 2 + 9,
});
const things = Array.from({ length: 9 }, (_, at) => thing(at));
const missing = { error: 'No such thing.' };

describe('records that paths name by a code, too', () => {
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { things } },
      { asked: 'GET /v1/listings/501', told: thing(0) },
      { asked: 'GET /v1/listings/507', told: thing(2) },
      { asked: 'GET /v1/listings/TH-17', told: thing(3) },
      { asked: 'GET /v1/listings/999', status: 404, told: missing },
      { asked: 'GET /v1/listings/TH-999', status: 404, told: missing },
      { asked: 'PATCH /v1/listings/507/price', sent: { low: 4, high: 40 }, told: { done: true } },
      { asked: 'GET /v1/listings/507', told: { ...thing(2), low: 4, high: 40 } },
      { asked: 'PATCH /v1/listings/TH-19/price', sent: { low: 5, high: 50 }, told: { done: true } },
      { asked: 'GET /v1/listings/513', told: { ...thing(4), low: 5, high: 50 } },
    ]);

  test('are read by it', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings/TH-17')).toEqual([200, thing(3)]);
    expect(await ask('GET /v1/listings/TH-25')).toEqual([200, thing(7)]);
    expect(await ask('GET /v1/listings/522')).toEqual([200, thing(7)]);
  });

  test('are written by it', async () => {
    const ask = learned();
    expect(await ask('PATCH /v1/listings/TH-21/price', { low: 1, high: 3 })).toEqual([200, { done: true }]);
    expect(await ask('GET /v1/listings/516')).toEqual([200, { ...thing(5), low: 1, high: 3 }]);
  });

  test('are not there under another one', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings/TH-777')).toEqual([404, missing]);
    expect(await ask('GET /v1/listings/777')).toEqual([404, missing]);
  });
});

describe('records that paths name by a code behind a sign', () => {
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { things } },
      { asked: 'GET /v1/listings/501', told: thing(0) },
      { asked: 'GET /v1/listings/*TH-17', told: thing(3) },
      { asked: 'GET /v1/listings/999', status: 404, told: { error: 'There is no 999.' } },
      { asked: 'GET /v1/listings/*TH-999', status: 404, told: { error: 'There is no *TH-999.' } },
      { asked: 'PATCH /v1/listings/507/price', sent: { low: 4, high: 40 }, told: { done: true } },
      { asked: 'GET /v1/listings/507', told: { ...thing(2), low: 4, high: 40 } },
      { asked: 'PATCH /v1/listings/*TH-19/price', sent: { low: 5, high: 50 }, told: { done: true } },
      { asked: 'GET /v1/listings/513', told: { ...thing(4), low: 5, high: 50 } },
    ]);

  test('are read and written by it', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings/*TH-25')).toEqual([200, thing(7)]);
    expect(await ask('PATCH /v1/listings/*TH-21/price', { low: 1, high: 3 })).toEqual([200, { done: true }]);
    expect(await ask('GET /v1/listings/516')).toEqual([200, { ...thing(5), low: 1, high: 3 }]);
  });

  test('are not there under the code alone, nor under another one', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings/TH-25')).toEqual([404, { error: 'There is no TH-25.' }]);
    expect(await ask('GET /v1/listings/*TH-777')).toEqual([404, { error: 'There is no *TH-777.' }]);
  });
});

test('a leaf that several records share names none of them', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { things } },
    { asked: 'GET /v1/listings/501', told: thing(0) },
    { asked: 'GET /v1/listings/low', told: { first: thing(0) } },
    { asked: 'GET /v1/listings/999', status: 404, told: missing },
  ]);
  expect(await ask('GET /v1/listings/high')).toEqual([404, { error: expect.anything() as unknown }]);
});
