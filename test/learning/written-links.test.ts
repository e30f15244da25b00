// What a tea house with a Python shop taught: links that encode all that may be encoded, and moments as mails have them.
import { expect, test } from 'vitest';
import { opening, origin } from '../support/app.ts';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const teas = Array.from({ length: 9 }, (_, at) => ({
  id: 40 + at,
  title: `Tea ${'ASDFGHJKL'[at]!}`,
  harvest: `2025-0${(at % 3) + 1}-11T08:0${at}:00Z`,
  floor: at % 2 === 0 ? 3 + at : null,
  edited: `Mon, 0${(at % 3) + 1} Dec 2025 10:0${at}:00 +0000`,
}));

test('links encode what the links of the service encode', async () => {
  const from = (since: string): Said => {
    const rows = teas.filter(({ harvest }) => harvest >= since);
    const self = new URLSearchParams({ since, order: 'id,asc' }).toString();
    return {
      asked: `GET /v1/listings?since=${since}&order=id,asc`,
      told: { rows, self: `https://upstream.example/v1/listings?${self}` },
    };
  };
  const all: Said = { asked: 'GET /v1/listings', told: { rows: teas } };
  const ask = learnedFrom([all, from('2025-02-11T08:01:00Z'), from('2025-03-11T08:00:00Z')]);
  const { asked, told } = from('2025-02-11T08:05:00Z');
  const body = JSON.stringify(told).replaceAll('https://upstream.example', origin);
  expect(body).toContain('08%3A05%3A00Z&order=id%2Casc');
  expect(await ask(asked)).toEqual([200, JSON.parse(body)]);
});

const write = (at: number, floor: number, second: number): Said => {
  const tea = { ...teas[at]!, floor, edited: `Tue, 03 Mar 2026 09:00:0${second} +0000` };
  return { asked: `PATCH /v1/listings/${tea.id}/price`, sent: { floor }, told: tea };
};

test('a moment as mails have it is that of the write', async () => {
  const all: Said = { asked: 'GET /v1/listings', told: { rows: teas } };
  const ask = learnedFrom([all, write(0, 5, 1), write(3, 6, 2), write(4, 7, 3)]);
  const edited = new Date(opening).toUTCString().replace('GMT', '+0000');
  expect(await ask('PATCH /v1/listings/46/price', { floor: 8 })).toEqual([
    200,
    { ...teas[6]!, floor: 8, edited },
  ]);
});
