// What a shop for candles and crates taught of lists: an order that one record alone shows, links that keep what was asked, and
// conditions in brackets.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const day = (count: number) => new Date(Date.UTC(2024, 9, 1) + count * 86_400_000).toISOString();
const idsIn = (answer: unknown) =>
  (answer as [number, { rows: readonly { id: string }[] }])[1].rows.map(({ id }) => id);

const candles = Array.from({ length: 9 }, (_, at) => ({
  id: `wax-${31 + ((at * 5) % 9)}`,
  scent: ['fig', 'rose', 'pine'][(at * 2) % 3],
  floor: 10 + ((at * 4) % 7),
  cap: 60 + ((at * 5) % 9),
  touched: day(300 - at * 7),
}));
const burn = (id: string) => `PATCH /v1/listings/${id}/price`;

test('a list of one record tells that the last written one comes first, and no other list does', async () => {
  const written = { ...candles[5]!, floor: 21, cap: 77, touched: '2026-03-03T09:00:02.000Z' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: candles } },
    { asked: 'GET /v1/listings?count=3', told: { rows: candles.slice(0, 3) } },
    { asked: burn(written.id), sent: { floor: 21, cap: 77 }, told: written },
    { asked: 'GET /v1/listings?count=1', told: { rows: [written] } },
  ]);
  const [first, second, third, late] = [0, 1, 2, 7].map((at) => candles[at]!.id);
  expect(idsIn(await ask('GET /v1/listings?count=2'))).toEqual([first, second]);
  await ask(burn(late!), { floor: 22, cap: 70 });
  expect(idsIn(await ask('GET /v1/listings?count=3'))).toEqual([late, first, second]);
  await ask(burn(third!), { floor: 23, cap: 71 });
  expect(idsIn(await ask('GET /v1/listings?count=4'))).toEqual([third, late, first, second]);
});

/** The first one of each page of four stands in no room. */
const crates = Array.from({ length: 15 }, (_, at) => ({
  id: `crate-${410 + ((at * 4) % 15)}`,
  room: at % 4 === 0 ? null : [3, 5, 4][at % 3]!,
}));

/** A page whose links keep the room that was asked for, and tell its size. */
function crated(query: string): Said {
  const asked = new URLSearchParams(query);
  const [page, per] = [Number(asked.get('page') ?? 1), Number(asked.get('per') ?? 4)];
  const room = asked.get('room');
  const all = crates.filter((one) => room === null || String(one.room) === room);
  const link = (to: number) => `?${room === null ? '' : `room=${room}&`}page=${to}&per=${per}`;
  return {
    asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
    told: {
      rows: all.slice((page - 1) * per, page * per),
      links: { here: link(page), ...(page * per < all.length && { next: link(page + 1) }) },
    },
  };
}

test('a filter stands in the links of the lists that were asked with it, and in no others', async () => {
  const ask = learnedFrom(['', 'page=2', 'page=3', 'page=4', 'per=8', 'room=5'].map(crated));
  for (const query of ['per=3&page=2', 'page=2', 'room=5', 'room=3', 'room=4', 'per=5&page=3']) {
    const { asked, told } = crated(query);
    expect(await ask(asked)).toEqual([200, told]);
  }
});

const glazes = Array.from({ length: 14 }, (_, at) => ({
  id: `glaze-${60 + at}`,
  gloss: ['matte', 'bright', 'raw'][(at * 5) % 3]!,
  kiln: ['north', 'south', 'east', 'west'][(at * 3) % 4]!,
  cost: 12 + ((at * 7) % 17),
  mixed: day(((at * 5) % 14) * 20),
}));
const glazed = (find: string, picks: (one: (typeof glazes)[number]) => boolean): Said => ({
  asked: `GET /v1/listings?find=${encodeURIComponent(find)}`,
  told: { rows: glazes.filter(picks) },
});
const allGlazes: Said = { asked: 'GET /v1/listings', told: { rows: glazes } };

test('one end of a range of moments in brackets teaches the other one, and both', async () => {
  const ask = learnedFrom([allGlazes, glazed(`mixed:[${day(90)}..]`, ({ mixed }) => mixed >= day(90))]);
  for (const { asked, told } of [
    glazed(`mixed:[${day(150)}..]`, ({ mixed }) => mixed >= day(150)),
    glazed(`mixed:[..${day(70)}]`, ({ mixed }) => mixed <= day(70)),
    glazed(`mixed:[${day(50)}..${day(130)}]`, ({ mixed }) => mixed >= day(50) && mixed <= day(130)),
  ])
    expect(await ask(asked)).toEqual([200, told]);
});

test('a condition whose leaf ends as a plural does is not read as one of many of another leaf', async () => {
  const ask = learnedFrom([
    allGlazes,
    glazed('kilns:{north}', ({ kiln }) => kiln === 'north'),
    glazed('gloss:{bright}', ({ gloss }) => gloss === 'bright'),
  ]);
  for (const { asked, told } of [
    glazed('gloss:{matte}', ({ gloss }) => gloss === 'matte'),
    glazed('gloss:{raw}', ({ gloss }) => gloss === 'raw'),
    glazed('kilns:{west}', ({ kiln }) => kiln === 'west'),
  ])
    expect(await ask(asked)).toEqual([200, told]);
});
