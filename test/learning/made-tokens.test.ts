// What a shop for globes taught: page tokens that stand for secrets in the recording, cursors within cursors, which name the order
// that was asked for, and a list that is walked by offset or by marker.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const site = 'https://globes.example/v1/listings';
const secret = (number: number) => `__redacted.jwt.${number}__`;

const globes = Array.from({ length: 13 }, (_, at) => ({
  id: `globe-${401 + at}`,
  name: `Globe ${['Moon', 'Mars', 'Earth', 'Venus', 'Sky'][(at * 3) % 5]!} ${at}`,
  price: 40 + ((at * 29) % 71),
  stand: at % 3 === 0 ? 'oak' : 'steel',
}));
type Globe = (typeof globes)[number];

interface Hidden {
  readonly globes: readonly Partial<Globe>[];
  readonly next: { readonly offset: string; readonly uri: string } | null;
}

/** Walks the pages by the tokens that they give; each token is such a placeholder, and stands in the link, too. */
async function walkedByTokens(ask: ReturnType<typeof learnedFrom>, query: string): Promise<unknown[]> {
  const walked: unknown[] = [];
  for (let on = '', pages = 0; pages < 20; pages += 1) {
    const { status, json } = await ask.answer(`GET /v1/listings?${query}${on}`);
    expect(status).toBe(200);
    const { globes: shown, next } = json as Hidden;
    walked.push(...shown);
    if (next === null) break;
    expect(next.offset).toMatch(/^__redacted\.jwt\.\d+__$/);
    on = `&offset=${next.offset}`;
    expect(next.uri).toBe(`${site}?${query}${on}`);
  }
  return walked;
}

/** The pages of a walk, with a token of its own for each; `next` is the number of the first token. */
function hiddenPages(query: string, size: number, rows: readonly Partial<Globe>[], next: number): Said[] {
  const starts = rows.flatMap((_, at) => (at % size === 0 ? [at] : []));
  return starts.map((from, at) => ({
    asked: `GET /v1/listings?${query}${at === 0 ? '' : `&offset=${secret(next + at - 1)}`}`,
    told: {
      globes: rows.slice(from, from + size),
      next:
        from + size < rows.length
          ? { offset: secret(next + at), uri: `${site}?${query}&offset=${secret(next + at)}` }
          : null,
    },
  }));
}

test('page tokens that were taken for secrets are given as such, and lead to the end', async () => {
  const ask = learnedFrom(hiddenPages('limit=4', 4, globes, 1));
  for (const size of [4, 5, 3]) expect(await walkedByTokens(ask, `limit=${size}`)).toEqual(globes);
});

test('what a link told under another name is no page token beside those that were taken for secrets', async () => {
  const named = globes.map(({ id, name, price }) => ({ id, name, price }));
  const priced = globes.map(({ id, price }) => ({ id, price }));
  const dearest = [...named].sort((one, other) => other.price - one.price);
  const between = priced.filter(({ price }) => price > 50 && price < 90);
  const ask = learnedFrom([
    ...hiddenPages('limit=4', 4, globes, 1),
    ...hiddenPages('limit=6', 6, globes, 6).slice(0, 1),
    ...hiddenPages('limit=6&fields=name,price', 6, named, 11),
    ...hiddenPages('limit=6&order=price&fields=name,price', 6, dearest, 21).slice(0, 1),
    ...hiddenPages('above=50&below=90&fields=price', 13, between, 31),
  ]);
  expect(await walkedByTokens(ask, 'limit=3&fields=price')).toEqual(priced);
  expect(await walkedByTokens(ask, 'limit=4&fields=name,price')).toEqual(named);
  expect(await walkedByTokens(ask, 'limit=5')).toEqual(globes);
});

const numbered = Array.from({ length: 14 }, (_, at) => ({
  id: 3 + at * 4,
  title: `Globe ${at}`,
  price: 12.5 + ((at * 5) % 14) * 1.25,
  stock: 2 + ((at * 9) % 14),
}));
type Numbered = (typeof numbered)[number];

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

interface Asking {
  readonly sort?: string;
  readonly size?: number;
  /** The places of the list between which a page is asked for. */
  readonly after?: number;
  readonly before?: number;
}

function cursorPage({ sort, size, after, before }: Asking): Said {
  const order = sort ?? 'id';
  const by = order.replace('-', '') as 'id' | 'price' | 'stock';
  const sign = order.startsWith('-') ? -1 : 1;
  const rows = [...numbered].sort((one, other) => sign * (one[by] - other[by]));
  const cursor = (one: Numbered) => base64({ o: order, v: base64([one[by], one.id]) });
  const most = size ?? 5;
  const left = rows.slice(after === undefined ? 0 : after + 1, before);
  const shown = before === undefined ? left.slice(0, most) : left.slice(-most);
  const query = [
    ...(sort === undefined ? [] : [`sort=${sort}`]),
    ...(size === undefined ? [] : [`page[size]=${size}`]),
    ...(after === undefined ? [] : [`page[after]=${encodeURIComponent(cursor(rows[after]!))}`]),
    ...(before === undefined ? [] : [`page[before]=${encodeURIComponent(cursor(rows[before]!))}`]),
  ].join('&');
  return {
    asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
    told: {
      globes: shown,
      meta: { after: cursor(shown.at(-1)!), before: cursor(shown[0]!), more: left.length > most },
    },
  };
}

test('cursors within cursors lead on and back, with other sizes and from pages that were not recorded', async () => {
  const ask = learnedFrom(
    [{}, { after: 4 }, { after: 9 }, { before: 10 }, { before: 5 }, { size: 4 }, { size: 4, after: 3 }].map(
      cursorPage,
    ),
  );
  for (const other of [
    { size: 3 },
    { size: 3, after: 2 },
    { size: 6, after: 5 },
    { size: 6, after: 11 },
    { size: 3, before: 6 },
    { size: 2, before: 9 },
    { size: 6, before: 12 },
  ]) {
    const { asked, told } = cursorPage(other);
    expect(await ask(asked)).toEqual([200, told]);
  }
});

test('cursors name an order that was never asked for, and hold the leaf by which it goes', async () => {
  const ask = learnedFrom(
    [
      {},
      { after: 4 },
      { after: 9 },
      { before: 5 },
      { sort: 'price' },
      { sort: 'price', after: 4 },
      { sort: 'price', after: 9 },
      { sort: '-stock', size: 4 },
    ].map(cursorPage),
  );
  for (const other of [
    { sort: 'stock' },
    { sort: 'stock', after: 4 },
    { sort: 'stock', size: 3, after: 8 },
    { sort: '-price', size: 6 },
    { sort: '-price', size: 6, after: 5 },
    { sort: '-stock', size: 4, after: 3 },
    { size: 3, after: 2 },
  ]) {
    const { asked, told } = cursorPage(other);
    expect(await ask(asked)).toEqual([200, told]);
  }
});

test('a list that is walked by offset or by marker is walked to its end either way, each in its order', async () => {
  const rows = Array.from({ length: 13 }, (_, at) => ({
    id: String(70_201 + at * 13),
    name: `${['Terra', 'Luna', 'Mars', 'Orbis'][at % 4]!} ${String(40 - at)}`,
    low: 20 + ((at * 7) % 23),
  }));
  const byName = [...rows].sort((one, other) => (one.name < other.name ? -1 : 1));
  const byOffset = (limit: number, offset: number): Said => ({
    asked: `GET /v1/listings?limit=${limit}&offset=${offset}`,
    told: { total: rows.length, globes: byName.slice(offset, offset + limit), limit, offset },
  });
  const markerAfter = (last: number) =>
    Buffer.from(JSON.stringify({ tail: rows[last]!.id })).toString('base64url');
  const byMarker = (limit: number, from: number): Said => ({
    asked: `GET /v1/listings?usemarker=true&limit=${limit}${from === 0 ? '' : `&marker=${markerAfter(from - 1)}`}`,
    told: {
      globes: rows.slice(from, from + limit),
      limit,
      next_marker: from + limit < rows.length ? markerAfter(from + limit - 1) : '',
    },
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { total: rows.length, globes: byName.slice(0, 5), limit: 5, offset: 0 },
    },
    byOffset(5, 5),
    byOffset(5, 10),
    byOffset(4, 0),
    byMarker(6, 0),
    byMarker(6, 6),
    byMarker(6, 12),
  ]);
  for (const size of [3, 4, 7]) {
    for (let from = 0; from < rows.length; from += size) {
      for (const page of [byOffset(size, from), byMarker(size, from)])
        expect(await ask(page.asked)).toEqual([200, page.told]);
    }
  }
});

test('a parameter that orders a list beside another one takes no other value for one that it had', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => ({
    id: String(70_101 + at * 7),
    name: `Globe ${'HBFADCIEG'[at]!}`,
    low: 20 + ((at * 7) % 23),
  }));
  const byName = [...rows].sort((one, other) => (one.name < other.name ? -1 : 1));
  const byLow = [...rows].sort((one, other) => one.low - other.low);
  const list = (query: string, all: readonly object[]): Said => ({
    asked: `GET /v1/listings${query}`,
    told: { globes: all },
  });
  const ask = learnedFrom([list('', byName), list('?sort=low', byLow), list('?asadded=true', rows)]);
  expect(await ask('GET /v1/listings?asadded=true&sort=low')).toEqual([200, { globes: byLow }]);
  for (const odd of ['constructor', '__proto__', '']) {
    const answer = await ask(`GET /v1/listings?asadded=${odd}`);
    expect([200, 400]).toContain((answer as readonly unknown[])[0]);
  }
});
