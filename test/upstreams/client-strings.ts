// The client of upstream-strings.ts.
import type { Api } from './api.ts';
import { list, moment, number, text } from './integration.ts';
import type { Collected, Integration, SeenListing } from './integration.ts';

interface Page {
  readonly items: unknown;
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

interface Item {
  readonly id: string;
  readonly product_name: string;
  readonly price: string;
  readonly min_price: string | null;
  readonly max_price: string | null;
  readonly strategy_id: string | null;
  readonly updated_at: number;
  readonly competition: { readonly lowest: string };
}

async function all<Seen>(api: Api, path: string, read: (found: unknown) => Seen): Promise<Collected<Seen>> {
  const items: Seen[] = [];
  const pages: number[] = [];
  for (let page = 1, total = Infinity; items.length < total; page += 1) {
    const body = (await api.read(`${path}?page=${page}`)).body as Page;
    const found = list(body.items);
    if (found.length === 0) throw new Error(`page ${page} of ${path} is empty`);
    if (number(body.meta.page) !== page) throw new Error(`asked for page ${page}, got ${body.meta.page}`);
    total = number(body.meta.total);
    items.push(...found.map(read));
    pages.push(found.length);
  }
  return { items, pages };
}

const price = (value: string): number => {
  if (!/^\d+\.\d\d$/.test(value)) throw new TypeError(`not a price: ${value}`);
  return Number(value);
};

function seen(found: unknown): SeenListing {
  const item = found as Item;
  price(item.competition.lowest);
  return {
    id: text(item.id),
    title: text(item.product_name),
    price: price(item.price),
    min: item.min_price === null ? null : price(item.min_price),
    max: item.max_price === null ? null : price(item.max_price),
    strategy: item.strategy_id === null ? null : text(item.strategy_id),
    changed: moment(number(item.updated_at) * 1000),
  };
}

export const stringsClient: Integration = {
  names: { min: 'min_price', max: 'max_price', strategy: 'strategy_id' },
  money: (value) => value.toFixed(2),
  otherMoney: (value) => value,
  queries: { huge: 'per_page=1000', nowhere: 'page=0', filter: 'state=paused' },
  ids: { unknown: '9999999', malformed: 'twelve', strategy: '99' },
  listings: (api) => all(api, '/v1/listings', seen),
  listing: async (api, id) => seen((await api.read(`/v1/listings/${id}`)).body),
  strategies: (api) =>
    all(api, '/v1/strategies', (found) => {
      const record = found as { id: string; label: string };
      return {
        id: text(record.id),
        title: text(record.label),
      };
    }),
  runs: (api) =>
    all(api, '/v1/reports', (found) => {
      const run = found as { run_id: string; status: string; download_url: string | null };
      return {
        id: text(run.run_id),
        status: text(run.status),
        links: run.download_url === null ? [] : [text(run.download_url)],
      };
    }),
  table: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';')),
  pause: ({ headers }) => {
    if (headers.get('x-ratelimit-remaining') !== '0') throw new Error('refused with something remaining');
    return number(Number(headers.get('retry-after') ?? 'none')) * 1000;
  },
  linkLife: 600_000,
};
