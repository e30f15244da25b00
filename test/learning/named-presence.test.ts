// What a library of seeds taught: conditions that ask whether a leaf, or an object, is there by its name and a word alone, texts
// that need quotes where others have them, and a leaf that its condition names rather than one that begins so by chance.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const seeds = Array.from({ length: 18 }, (_, at) => ({
  id: 310 + at,
  maker: ['Aster', 'Briar', 'Clover'][at % 3]!,
  title: `${['Aster', 'Briar', 'Clover'][at % 3]!} ${['mix', 'row', 'bed', 'pot', 'tin'][at % 5]!} ${at}`,
  sown: at % 4 === 0,
  ...(at % 5 !== 1 && { cap: 900 + at * 7 }),
  ...(at % 3 === 2 && { plan: { id: 4 + (at % 2), label: 'slow' } }),
}));
type Seed = (typeof seeds)[number];

/** A list by a condition. */
function found(condition: string, picks: (one: Seed) => boolean): Said {
  const rows = seeds.filter(picks);
  return {
    asked: `GET /v1/listings${condition === '' ? '' : `?where=${encodeURIComponent(condition)}`}`,
    told: { total: rows.length, rows },
  };
}

const all = found('', () => true);
const isOf = (maker: string) => found(`maker eq "${maker}"`, (one) => one.maker === maker);
const flagged = found('sown eq true', (one) => one.sown);

test('whether a leaf or an object is there is asked by its name and a word alone', async () => {
  const ask = learnedFrom([all, isOf('Briar'), found('plan pr', ({ plan }) => plan !== undefined)]);
  const { asked, told } = found('cap pr', ({ cap }) => cap !== undefined);
  expect(await ask(asked)).toEqual([200, told]);
});

test('a text without quotes is refused where texts have them, and true has none', async () => {
  const refused = (at: string): Said => ({
    asked: `GET /v1/listings?where=${encodeURIComponent(`maker eq ${at}`)}`,
    status: 400,
    told: { error: 'The condition cannot be read' },
  });
  const ask = learnedFrom([all, isOf('Briar'), flagged, refused('Briar')]);
  for (const { asked, told, status } of [refused('Clover')]) expect(await ask(asked)).toEqual([status, told]);
  const { asked, told } = found('sown eq false', (one) => !one.sown);
  expect(await ask(asked)).toEqual([200, told]);
});

test('a condition is about the leaf that it names, though another one begins the same way', async () => {
  const ask = learnedFrom([all, found('title sw "Briar"', ({ title }) => title.startsWith('Briar'))]);
  const { asked, told } = found('title sw "Clover mix"', ({ title }) => title.startsWith('Clover mix'));
  expect(await ask(asked)).toEqual([200, told]);
});
