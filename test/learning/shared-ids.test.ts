// Ids that are of the account and of no record: answers tell them again. Others stay out of a profile.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

const made = (at: number) => `0b7f4a52-6d3c-4c77-9a0e-5b1f6f1d2a${10 + at}`;
const goods = Array.from({ length: 24 }, (_, at) => {
  return { id: `g-${at + 10}`, most: 40 + at, by: { user: made(at % 5), day: `2025-11-0${1 + (at % 9)}` } };
});

test('the id of an account that each answer tells is told again, and a token of one answer is not', async () => {
  const [account, token] = [made(70), '4f1c9a7be2d35068'];
  const answered = { 'X-Account': account };
  const told = (from: number, rows: number, beside: object = {}) => {
    return { account, ...beside, goods: goods.slice(from, from + rows) };
  };
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', answered, told: told(0, 24, { token }) },
    { asked: 'GET /v1/listings?rows=6', answered, told: told(0, 6) },
    { asked: 'GET /v1/listings?rows=6&start=6', answered, told: told(6, 6) },
  ];
  expect(await learnedFrom(session)('GET /v1/listings?rows=4')).toEqual([200, told(0, 4)]);
  const form = learnProfile([{ name: 'session', recording: recordingOf(session) }]).service!;
  expect(form.lists.listListings).toMatchObject({ headers: answered });
  expect(JSON.stringify(form)).not.toContain(token);
});

test('who wrote last is told of each record that is written', async () => {
  const me = { user: made(80), day: '2026-03-03' };
  const written = (at: number, most: number): Said => ({
    asked: `PATCH /v1/listings/${goods[at]!.id}/price`,
    sent: { most },
    told: { ...goods[at], most, by: me },
  });
  const session = [{ asked: 'GET /v1/listings', told: { goods } }, written(1, 71), written(6, 72)];
  const ask = learnedFrom(session);
  const { id } = goods[9]!;
  expect(await ask(`PATCH /v1/listings/${id}/price`, { most: 90 })).toEqual([
    200,
    { id, most: 90, by: { ...me, day: '2026-01-01' } },
  ]);
  // The day on which records were written stays out of what is learned.
  const form = learnProfile([{ name: 'session', recording: recordingOf(session) }]).service!;
  expect(JSON.stringify(form)).toContain(me.user);
  expect(JSON.stringify(form)).not.toContain(me.day);
});
