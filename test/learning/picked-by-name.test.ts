// What a shop for barometers taught: a parameter that is called as a member picks by it, where it might be a place in a list, too; an
// order goes by the leaf of which it is a word, whatever else rises by chance; and cursors are those of the list that offers them.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const dials = Array.from({ length: 8 }, (_, at) => ({
  id: 640 + at * 3,
  title: `Dial ${'HBFADCIE'[at]!}`,
  low: 12 + ((at * 7) % 11),
}));
const plans = ['Calm', 'Brisk', 'Stormy', 'Mild', 'Fair'].map((name, at) => ({
  id: 21 + at * 2,
  name: `${name} plan`,
  status: at === 3 ? 0 : 1,
}));

const dialPage = (page: number): Said => ({
  asked: `GET /v1/listings${page === 1 ? '' : `?page=${page}`}`,
  told: { page, total: dials.length, rows: dials.slice((page - 1) * 3, page * 3) },
});
const planList = (status?: number): Said => {
  const rows = plans.filter((one) => status === undefined || one.status === status);
  return {
    asked: `GET /v1/strategies${status === undefined ? '' : `?status=${status}`}`,
    told: { page: 1, total: rows.length, rows },
  };
};

test('a parameter that is called as a member which all that are shown have so is a filter, and no place', async () => {
  const ask = learnedFrom([...[1, 2, 3].map(dialPage), planList(), planList(1)]);
  for (const { asked, told } of [planList(0), planList(1), planList()])
    expect(await ask(asked)).toEqual([200, told]);
});

/** Where each stands by its price. */
const ranks = [4, 0, 5, 9, 1, 7, 2, 11, 6, 3, 10, 8];
const sold = ranks.map((rank, at) => ({
  id: `glass-${310 + at * 7}`,
  status:
    rank < 6 ? ['ENDED', 'HIDDEN', 'OPEN'][Math.floor(rank / 2)]! : ['OPEN', 'ENDED', 'HIDDEN'][at % 3]!,
  figures: { glassPrice: { value: (4.15 + rank * 1.57).toFixed(2), currency: 'EUR' } },
  low: 2 + ((at * 5) % 7),
}));

test('an order goes by the leaf that has its name as a word, though states rose with it by chance', async () => {
  const byPrice = [...sold].sort(
    (one, other) => Number(one.figures.glassPrice.value) - Number(other.figures.glassPrice.value),
  );
  const list = (query: string, rows: typeof sold): Said => ({
    asked: `GET /v1/listings${query}`,
    told: { glasses: rows },
  });
  const ask = learnedFrom([list('', sold), list('?sort=price&limit=6', byPrice.slice(0, 6))]);
  expect(await ask('GET /v1/listings?sort=price')).toEqual([200, { glasses: byPrice }]);
});

const sealed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const vanes = Array.from({ length: 9 }, (_, at) => ({
  id: `vane_${'hbfadcieg'[at]!}${71 + at * 4}`,
  title: `Vane ${at + 1}`,
  created: `2025-03-${String(28 - at * 2).padStart(2, '0')}T08:15:00Z`,
}));
const keeps = ['Beat 5', 'Keep 18', 'Keep 30', 'Match', 'Slow'].map((name, at) => ({
  id: `kp_${'wqzkx'[at]!}${12 + at * 5}`,
  name,
}));

const vanePage = (limit: number, from: number): Said => {
  const cursor = (one: (typeof vanes)[number]) =>
    sealed({ sort: '-created', after: [one.created], id: one.id });
  const end = from + limit;
  return {
    asked: `GET /v1/listings?limit=${limit}${from === 0 ? '' : `&cursor=${cursor(vanes[from - 1]!)}`}`,
    told: {
      items: vanes.slice(from, end),
      ...(end < vanes.length && { next_cursor: cursor(vanes[end - 1]!) }),
    },
  };
};
const keepPage = (limit: number, from: number): Said => {
  const cursor = ({ id, name }: (typeof keeps)[number]) => sealed({ sort: 'name', after: [name], id });
  const end = from + limit;
  return {
    asked: `GET /v1/strategies?limit=${limit}${from === 0 ? '' : `&cursor=${cursor(keeps[from - 1]!)}`}`,
    told: {
      items: keeps.slice(from, end),
      ...(end < keeps.length && { next_cursor: cursor(keeps[end - 1]!) }),
    },
  };
};

test('a list whose cursor was offered, and which nobody followed, offers its own, not those of its sister', async () => {
  const ask = learnedFrom([
    vanePage(3, 0),
    vanePage(3, 3),
    vanePage(3, 6),
    vanePage(4, 0),
    keepPage(9, 0),
    keepPage(2, 0),
  ]);
  for (const { asked, told } of [
    keepPage(2, 0),
    keepPage(2, 2),
    keepPage(2, 4),
    keepPage(3, 0),
    keepPage(3, 3),
    vanePage(2, 0),
    vanePage(2, 2),
  ])
    expect(await ask(asked)).toEqual([200, told]);
});
