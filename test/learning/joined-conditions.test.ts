// What a shop for kites taught: conditions that are joined in brackets, decimals that join nothing, totals that a parameter takes
// away, and which of several items of one parameter is refused.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const kites = Array.from({ length: 16 }, (_, at) => ({
  id: `kite-${201 + at}`,
  shape: ['delta', 'box', 'sled'][at % 3]!,
  maker: ['Ilm', 'Ode', 'Ruk', 'Tas'][(at * 7) % 4]!,
  tails: (at * 5) % 9,
  width: 40 + ((at * 37) % 90),
}));
type Kite = (typeof kites)[number];

const list = (found: readonly object[]) => ({ kites: found, total: found.length });
const all: Said = { asked: 'GET /v1/listings', told: list(kites) };

describe('conditions that are joined in brackets around all of them', () => {
  const filtered = (filter: string, picks: (kite: Kite) => boolean): Said => ({
    asked: `GET /v1/listings?filter=${encodeURIComponent(filter)}`,
    told: list(kites.filter(picks)),
  });
  const ask = learnedFrom([
    all,
    filtered("(shape='box')", ({ shape }) => shape === 'box'),
    filtered("(maker='Ilm')", ({ maker }) => maker === 'Ilm'),
    filtered('(width<70)', ({ width }) => width < 70),
    filtered("(shape='box' && tails>=4)", ({ shape, tails }) => shape === 'box' && tails >= 4),
    filtered("(maker='Ode' || maker='Ruk')", ({ maker }) => maker === 'Ode' || maker === 'Ruk'),
  ]);
  const isRead = async ({ asked, told }: Said) => {
    expect(await ask(asked)).toEqual([200, told]);
  };

  test('are all asked for where both signs for and stand between them', async () => {
    await isRead(
      filtered("(shape='delta' && tails>=3)", ({ shape, tails }) => shape === 'delta' && tails >= 3),
    );
    await isRead(
      filtered("(maker='Tas' && width<100)", ({ maker, width }) => maker === 'Tas' && width < 100),
    );
  });

  test('are asked for one or the other where both signs for or stand between them', async () => {
    await isRead(filtered("(maker='Tas' || maker='Ilm')", ({ maker }) => maker === 'Tas' || maker === 'Ilm'));
    await isRead(
      filtered("(shape='sled' || width<60)", ({ shape, width }) => shape === 'sled' || width < 60),
    );
  });
});

test('a comma between decimals joins no conditions: a condition that cannot be read is refused as another one was', async () => {
  const priced = kites.map((kite, at) => ({ ...kite, price: `${9 + at * 3},${at % 2 === 0 ? '50' : '00'}` }));
  const worth = ({ price }: { readonly price: string }) => Number(price.replace(',', '.'));
  type Priced = (typeof priced)[number];
  const filtered = (filter: string, picks: (kite: Priced) => boolean): Said => ({
    asked: `GET /v1/listings?FILTER=${filter}`,
    told: list(priced.filter(picks)),
  });
  const refused = (filter: string): Said => ({
    asked: `GET /v1/listings?FILTER=${filter}`,
    status: 400,
    told: { fault: `${filter} cannot be read` },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list(priced) },
    filtered('SHAPE:EQ:box', ({ shape }) => shape === 'box'),
    filtered('PRICE:GT:21,00', (kite) => worth(kite) > 21),
    filtered('MAKER:EQ:Ode', ({ maker }) => maker === 'Ode'),
    filtered('SHAPE:EQ:sled;MAKER:EQ:Ilm', ({ shape, maker }) => shape === 'sled' && maker === 'Ilm'),
    refused('SHAPE=box'),
  ]);
  const other = refused('MAKER');
  expect(await ask(other.asked)).toEqual([400, other.told]);
  const joined = filtered(
    'SHAPE:EQ:delta;PRICE:LT:40,25',
    (kite) => kite.shape === 'delta' && worth(kite) < 40.25,
  );
  expect(await ask(joined.asked)).toEqual([200, joined.told]);
});

const named = kites.map(({ id, maker, width }) => ({ id, maker, width }));

/** A page of the list, and what it tells of the whole. */
const paged = (query: string, size: number, page: number, whole: object): Said => ({
  asked: `GET /v1/listings?${query}`,
  told: { kites: named.slice((page - 1) * size, page * size), page, ...whole },
});
const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

test('a parameter takes the total away where it is false', async () => {
  const counted = { total: kites.length };
  const ask = learnedFrom([
    ...sizes.map((size) => paged(`size=${size}`, size, 1, counted)),
    paged('size=5&page=2', 5, 2, counted),
    paged('size=4&withTotal=false', 4, 1, {}),
  ]);
  const other = paged('size=7&withTotal=false', 7, 1, {});
  expect(await ask(other.asked)).toEqual([200, other.told]);
  const again = paged('size=7&withTotal=true', 7, 1, counted);
  expect(await ask(again.asked)).toEqual([200, again.told]);
});

test('a total that was not counted is told as -1 on another page, too', async () => {
  const counted = (size: number) => ({ total: kites.length, pages: Math.ceil(kites.length / size) });
  const uncounted = { total: -1, pages: -1 };
  const walked = (size: number) =>
    Array.from({ length: Math.ceil(kites.length / size) }, (_, at) =>
      paged(`size=${size}&page=${at + 1}`, size, at + 1, counted(size)),
    );
  const ask = learnedFrom([
    ...walked(3),
    ...walked(5),
    ...walked(7),
    paged('size=5&skip=1', 5, 1, uncounted),
    paged('size=6&page=2&skip=1', 6, 2, uncounted),
  ]);
  const other = paged('size=4&page=3&skip=1', 4, 3, uncounted);
  expect(await ask(other.asked)).toEqual([200, other.told]);
  const usual = paged('size=4&page=3', 4, 3, counted(4));
  expect(await ask(usual.asked)).toEqual([200, usual.told]);
});

test('the refusal of one item among several names the one that is none', async () => {
  const included = (query: string, names: readonly string[]): Said => ({
    asked: `GET /v1/listings?include=${query}`,
    told: list(
      kites.map((kite, at) => ({
        ...kite,
        ...(names.includes('owner') && { flownBy: { name: `Owner ${at}` } }),
        ...(names.includes('photo') && { picture: { width: 100 + at } }),
      })),
    ),
  });
  const refused = (name: string) => ({ status: 400, told: { fault: `'${name}' is none of owner, photo` } });
  const ask = learnedFrom([
    all,
    included('owner', ['owner']),
    included('owner,photo', ['owner', 'photo']),
    { asked: 'GET /v1/listings?include=owner,size', ...refused('size') },
  ]);
  expect(await ask('GET /v1/listings?include=photo,weight')).toEqual([400, refused('weight').told]);
});
