// Records that nobody read alone: which of their members is the id, where another one tells them apart as well.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const sands = Array.from({ length: 14 }, (_, at) => ({
  id: `sand-${310 + at * 7}`,
  title: `Sand ${'HBFADCIEGKJMLN'[at]!}`,
  low: 12 + ((at * 7) % 11),
}));

const session = [0, 5, 10].map((from) => ({
  asked: `GET /v1/listings${from === 0 ? '' : `?cursor=c${from}x`}`,
  told: { rows: sands.slice(from, from + 5), next: from === 10 ? null : `c${from + 5}x` },
}));

test('a number that comes again on another page alone is no id where a member is called so', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings')).toEqual([200, session[0]!.told]);
  expect(await ask('GET /v1/listings?cursor=c5x')).toEqual([200, session[1]!.told]);
  expect(await ask('GET /v1/listings?cursor=c10x')).toEqual([200, session[2]!.told]);
});
