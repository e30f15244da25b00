// The client of upstream-cents.ts.
import type { Api } from './api.ts';
import { list, moment, number, text } from './integration.ts';
import type { Collected, Integration, SeenListing } from './integration.ts';

interface Item {
  readonly Id: string;
  readonly Title: string;
  readonly Price: number;
  readonly MinPrice?: number;
  readonly MaxPrice?: number;
  readonly StrategyId?: string;
  readonly Updated: number;
  readonly Channel: { readonly Code: string };
  readonly Market: { readonly Rank: number };
}

async function all<Seen>(api: Api, path: string, read: (found: unknown) => Seen): Promise<Collected<Seen>> {
  const items: Seen[] = [];
  const pages: number[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers } = await api.read(next);
    const found = list(body);
    items.push(...found.map(read));
    pages.push(found.length);
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (pages.length > 100) throw new Error(`${path} has no end`);
    if (next === undefined && number(Number(headers.get('x-total-count') ?? 'none')) !== items.length)
      throw new Error(`${path}: ${items.length} are not all`);
  }
  return { items, pages };
}

function cents(value: number): number {
  if (!Number.isInteger(value)) throw new TypeError(`not cents: ${value}`);
  return value / 100;
}

function seen(found: unknown): SeenListing {
  const item = found as Item;
  number(item.Market.Rank);
  text(item.Channel.Code);
  return {
    id: text(item.Id),
    title: text(item.Title),
    price: cents(item.Price),
    min: item.MinPrice === undefined ? null : cents(item.MinPrice),
    max: item.MaxPrice === undefined ? null : cents(item.MaxPrice),
    strategy: item.StrategyId === undefined ? null : text(item.StrategyId),
    changed: moment(number(item.Updated)),
  };
}

interface Run {
  readonly Id: number;
  readonly State: number;
  readonly Files?: readonly { readonly Href: string; readonly Bytes: number }[];
}

export const centsClient: Integration = {
  names: { min: 'MinPrice', max: 'MaxPrice', strategy: 'StrategyId' },
  money: (value) => Math.round(value * 1_000_000) / 10_000,
  otherMoney: (value) => String(Math.round(value * 100)),
  queries: { huge: 'size=1000', nowhere: 'page=0', filter: 'Status=HELD' },
  ids: { unknown: 'FFFFFFFF-FFFF-4FFF-9FFF-FFFFFFFFFFFF', malformed: '12', strategy: 'strat_0no' },
  listings: (api) => all(api, '/v1/listings', seen),
  listing: async (api, id) => seen((await api.read(`/v1/listings/${id}`)).body),
  strategies: (api) =>
    all(api, '/v1/strategies', (found) => {
      const record = found as { Id: string; Label: string };
      return {
        id: text(record.Id),
        title: text(record.Label),
      };
    }),
  runs: (api) =>
    all(api, '/v1/reports', (found) => {
      const run = found as Run;
      return {
        id: String(number(run.Id)),
        status: ['waiting', 'started', 'writing', 'here', 'empty'][number(run.State)] ?? 'broken',
        links: (run.Files ?? []).map(({ Href }) => text(Href)),
      };
    }),
  table: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')),
  pause: ({ headers }) => {
    const [again, sent] = ['retry-after', 'date'].map((name) => Date.parse(headers.get(name) ?? ''));
    return number(again! - sent!);
  },
  linkLife: 120_000,
};
