// What an answer makes up, such as the id of a request, is made up of what was asked and when.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

test('two mocks in one process make up the same', async () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const ids = ['9f1c3b7a', '07be42d8', 'c4a95e13', 'e2d80f6b', '3a7719cc', 'b85d2e04'];
  const session = numbers.map((number, at) => ({
    asked: `GET /v1/listings/${number}`,
    answered: { 'X-Trace': ids[at]! },
    told: { id: `${number}`, low: number * 3 },
  }));
  const tell = async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: numbers.map((id) => ({ id: `${id}` })) },
      ...session,
    ]);
    const traces: unknown[] = [];
    for (const number of numbers)
      traces.push((await ask.answer(`GET /v1/listings/${number}`)).headers['x-trace']);
    return traces;
  };
  const traces = await tell();
  expect(new Set(traces).size).toBe(numbers.length);
  expect(traces.every((trace) => /^[\da-f]{8}$/.test(String(trace)))).toBe(true);
  expect(await tell()).toEqual(traces);
});
