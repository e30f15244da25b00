// The client of upstream-nodes.ts.
import type { Api } from './api.ts';
import { list, moment, number, text } from './integration.ts';
import type { Collected, Integration, SeenListing } from './integration.ts';

interface Connection {
  readonly nodes: unknown;
  readonly cursor: string | null;
}

type Named<Value> = Readonly<Partial<Record<string, Value>>>;

interface Money {
  readonly amount: string;
  readonly currency: string;
}

interface Node {
  readonly id: string;
  readonly heading: string;
  readonly offer: Money;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly strategyId: string | null;
  readonly modifiedAt: string;
  readonly signals: { readonly rivalOffer: Money };
}

async function all<Seen>(
  api: Api,
  path: string,
  name: string,
  read: (found: unknown) => Seen,
): Promise<Collected<Seen>> {
  const items: Seen[] = [];
  const pages: number[] = [];
  for (let query: string | null = ''; query !== null;) {
    const { [name]: part } = (await api.read(`${path}${query}`)).body as Named<Connection>;
    const { nodes, cursor } = part!;
    const found = list(nodes);
    items.push(...found.map(read));
    pages.push(found.length);
    if (pages.length > 100) throw new Error(`${path} has no end`);
    query = cursor === null ? null : `?after=${encodeURIComponent(text(cursor))}`;
  }
  return { items, pages };
}

function amount({ amount: value, currency }: Money): number {
  if (!/^\d+\.\d\d$/.test(value) || currency !== 'EUR') throw new TypeError(`no money: ${value} ${currency}`);
  return Number(value);
}

function seen(found: unknown): SeenListing {
  const node = found as Node;
  amount(node.signals.rivalOffer);
  if (!/[+-]\d\d:\d\d$/.test(node.modifiedAt)) throw new TypeError(`no offset: ${node.modifiedAt}`);
  return {
    id: text(node.id),
    title: text(node.heading),
    price: amount(node.offer),
    min: node.minPrice === null ? null : number(node.minPrice),
    max: node.maxPrice === null ? null : number(node.maxPrice),
    strategy: node.strategyId === null ? null : text(node.strategyId),
    changed: moment(Date.parse(node.modifiedAt)),
  };
}

interface Run {
  readonly runId: string;
  readonly phase: string;
  readonly links: Readonly<Record<string, string>> | null;
}

export const nodesClient: Integration = {
  names: { min: 'minPrice', max: 'maxPrice', strategy: 'strategyId' },
  money: (value) => value,
  otherMoney: (value) => value.toFixed(2),
  queries: { huge: 'first=1000', nowhere: 'after=bm9uc2Vuc2U', filter: 'lifecycle=SUPPRESSED' },
  ids: {
    unknown: '00000000-0000-7000-a000-000000000000',
    malformed: '00000000-0000',
    strategy: '00000000-0000-4000-a000-000000000000',
  },
  listings: (api) => all(api, '/v1/listings', 'listings', seen),
  listing: async (api, id) => {
    const { listing } = (await api.read(`/v1/listings/${id}`)).body as { readonly listing: unknown };
    return seen(listing);
  },
  strategies: (api) =>
    all(api, '/v1/strategies', 'strategies', (found) => {
      const record = found as { id: string; label: string };
      return {
        id: text(record.id),
        title: text(record.label),
      };
    }),
  runs: (api) =>
    all(api, '/v1/reports', 'reportRuns', (found) => {
      const run = found as Run;
      return {
        id: text(run.runId),
        status: text(run.phase),
        links: Object.values(run.links ?? {}),
      };
    }),
  table: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')),
  pause: ({ headers }) => {
    number(Number(headers.get('x-throttle-remaining-minute') ?? 'none'));
    return number(Number(headers.get('retry-after') ?? 'none')) * 1000;
  },
  linkLife: 3_600_000,
};
