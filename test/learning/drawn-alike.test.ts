// What a team that admires a payments company taught: the id of a request is drawn anew in each answer, also in those that were
// seen once, whose text stands in no profile; codes of errors, which are others for each, are told as they were.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

const ids = [
  'kQ7wLzXcVbNmAs',
  'd5Fg8HjKlPoIuY',
  'TrEwQaZxSwEdCv',
  'fRtGbNhYuJmKiL',
  'oP9iU8yT7rE6wQ',
  'aB1cD2eF3gH4iJ',
  'zYxWvUtSrQpOnM',
  'LkJhGfDsAqWeRt',
  'nBvCxZlKjHgFdS',
];
const pots = Array.from({ length: 8 }, (_, at) => ({
  id: 70 + at,
  title: `Pot ${'ABCDEFGH'[at]!}`,
  floor: 3 + at,
}));

const session = (): Said[] => {
  const drawn = ids.map((id) => `call_${id}`);
  const told = (one: Omit<Said, 'answered'>): Said => ({ ...one, answered: { 'Call-Id': drawn.shift()! } });
  const refused = (asked: string, code: string, sent?: unknown): Said => {
    const [call = ''] = drawn;
    return told({ asked, ...(sent !== undefined && { sent }), status: 400, told: { code, call } });
  };
  return [
    told({ asked: 'GET /v1/listings', told: { rows: pots } }),
    told({ asked: 'GET /v1/listings/71', told: pots[1] }),
    told({ asked: 'GET /v1/listings/73', told: pots[3] }),
    told({ asked: 'GET /v1/strategies', told: { rows: [{ id: 1, name: 'Keep' }] } }),
    told({ asked: 'PATCH /v1/listings/74/price', sent: { floor: 9 }, told: { ...pots[4]!, floor: 9 } }),
    refused('PATCH /v1/listings/72/price', 'E1001', { floor: 'cheap' }),
    refused('PATCH /v1/listings/72/price', 'E2002', { floor: -4 }),
    refused('GET /v1/listings?start=soon', 'E3003'),
  ];
};

test('the id of a request is drawn anew in answers that were seen once, too, and stands in no profile', async () => {
  const ask = learnedFrom(session());
  const first = await ask.answer('GET /v1/strategies');
  const second = await ask.answer('GET /v1/strategies');
  const calls = [first, second].map(({ headers }) => headers['call-id']);
  expect(calls.every((call) => /^call_[0-9A-Za-z]{14}$/.test(call ?? ''))).toBe(true);
  expect(new Set([...calls, ...ids.map((id) => `call_${id}`)]).size).toBe(2 + ids.length);
  const printed = printProfile(learnProfile([{ name: 'session', recording: recordingOf(session()) }]));
  expect(ids.filter((id) => printed.includes(id))).toEqual([]);
});

test('codes of errors, another for each, are told as they were', async () => {
  const ask = learnedFrom(session());
  for (const [floor, code] of [
    ['dear', 'E1001'],
    [-8, 'E2002'],
  ] as const)
    expect(await ask('PATCH /v1/listings/75/price', { floor })).toEqual([
      400,
      { code, call: expect.stringMatching(/^call_[0-9A-Za-z]{14}$/) as string },
    ]);
});
