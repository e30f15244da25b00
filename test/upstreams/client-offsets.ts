// The client of upstream-offsets.ts.
import { gunzipSync } from 'node:zlib';
import type { Api } from './api.ts';
import { list, moment, number, text } from './integration.ts';
import type { Collected, Integration, SeenListing } from './integration.ts';

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly results: unknown;
}

interface Resource {
  readonly id: string;
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly strategyId: string;
  readonly attributes: { readonly caption: string; readonly price: number };
  readonly market: { readonly buyPrice: number; readonly at: string };
  readonly touched: string;
}

async function all<Seen>(api: Api, path: string, read: (found: unknown) => Seen): Promise<Collected<Seen>> {
  const items: Seen[] = [];
  const pages: number[] = [];
  for (let next: string | null = path; next !== null;) {
    const page = (await api.read(next)).body as Page;
    const found = list(page.results);
    items.push(...found.map(read));
    pages.push(found.length);
    if (pages.length > 100) throw new Error(`${path} has no end`);
    next = page.next === null ? null : text(page.next);
    if (next === null && items.length !== number(page.count))
      throw new Error(`${path}: not ${page.count} but ${items.length}`);
  }
  return { items, pages };
}

function time(value: string): number {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) throw new TypeError(`not a time: ${value}`);
  return moment(Date.parse(`${value.replace(' ', 'T')}Z`));
}

function seen(found: unknown): SeenListing {
  const resource = found as Resource;
  time(resource.market.at);
  number(resource.market.buyPrice);
  return {
    id: text(resource.id),
    title: text(resource.attributes.caption),
    price: number(resource.attributes.price),
    min: number(resource.minPrice),
    max: number(resource.maxPrice),
    strategy: resource.strategyId === '' ? null : text(resource.strategyId),
    changed: time(resource.touched),
  };
}

interface Run {
  readonly id: string;
  readonly stage: string;
  readonly link?: { readonly url: string; readonly validUntil: string };
}

export const offsetsClient: Integration = {
  names: { min: 'minPrice', max: 'maxPrice', strategy: 'strategyId' },
  money: (value) => value,
  otherMoney: (value) => String(value),
  queries: { huge: 'limit=1000', nowhere: 'offset=-1', filter: 'units=7' },
  ids: { unknown: 'lst_0000000000', malformed: 'lst-0', strategy: 'pln_none9' },
  listings: (api) => all(api, '/v1/listings', seen),
  listing: async (api, id) => {
    const { data } = (await api.read(`/v1/listings/${id}`)).body as { readonly data: unknown };
    return seen(data);
  },
  strategies: (api) =>
    all(api, '/v1/strategies', (found) => {
      const record = found as { id: string; display: string };
      return {
        id: text(record.id),
        title: text(record.display),
      };
    }),
  runs: (api) =>
    all(api, '/v1/reports', (found) => {
      const run = found as Run;
      return {
        id: text(run.id),
        status: text(run.stage),
        links: run.link === undefined ? [] : [text(run.link.url)],
      };
    }),
  table: (bytes) =>
    gunzipSync(bytes)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('|')),
  pause: ({ headers }) => number(Number(/wait-ms=(\d+)/.exec(headers.get('x-pace') ?? '')?.[1] ?? 'none')),
  linkLife: 60_000,
};
