// A1 to A5: what wraps records, and which of them a list holds.
import { each, ids, one, strategyA, strategyB, three, two, verdict } from './probe.ts';
import type { Answer, FormProbes, Probes } from './probe.ts';

const all = [one, two, three];

/** A body with every list of records replaced by its length. */
function shape({ body }: Answer): unknown {
  if (Array.isArray(body)) return body.length;
  const entries = Object.entries(body as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? value.length : value]),
  );
}

export const listProbes: Probes = {
  'patch-response': {
    observe: async ({ send }) => {
      const see = async (what: string, body: object) => {
        const patched = await send(`PATCH /v1/listings/${one}/${what}`, { body });
        const now = await send(`GET /v1/listings/${one}`);
        return [patched.status, patched.text === now.text ? 'as GET' : patched.body];
      };
      return [
        await see('price', { minPrice: 16 }),
        await see('price', { minPrice: 17, maxPrice: 30 }),
        await see('strategy', { strategyId: strategyB }),
      ];
    },
    expected: {
      full: [
        [200, 'as GET'],
        [200, 'as GET'],
        [200, 'as GET'],
      ],
      partial: [
        [200, { id: one, minPrice: 16 }],
        [200, { id: one, minPrice: 17, maxPrice: 30 }],
        [200, { id: one, strategyId: strategyB }],
      ],
      empty: [
        [200, {}],
        [200, {}],
        [200, {}],
      ],
      'no-content': [
        [204, null],
        [204, null],
        [204, null],
      ],
    },
  },
  'list-envelope': {
    observe: async ({ send }) => [
      shape(await send('GET /v1/listings?limit=2')),
      shape(await send('GET /v1/reports')),
    ],
    expected: {
      list: [
        { data: 2, has_more: true },
        { data: 2, has_more: false },
      ],
      array: [2, 2],
      data: [{ data: 2 }, { data: 2 }],
      stripe: [
        { object: 'list', url: '/v1/listings', has_more: true, data: 2 },
        { object: 'list', url: '/v1/reports', has_more: false, data: 2 },
      ],
      page: [
        { page: 1, page_size: 2, total_items: 3, total_pages: 2, data: 2 },
        { page: 1, page_size: 2, total_items: 2, total_pages: 1, data: 2 },
      ],
    },
  },
  'list-key': {
    observe: async ({ send }) => shape(await send('GET /v1/strategies')),
    expected: { data: { data: 2, has_more: false }, items: { items: 2, has_more: false } },
  },
  pagination: {
    // One query that every mode reads in its own way: after the first, one a page; or the third page of one.
    observe: async ({ send }) => {
      const query = `limit=1&starting_after=${one}&page=3&page_size=1`;
      const answer = await send(`GET /v1/listings?${query}`);
      const next = /^<http:\/\/mock\.test(\/v1\/[^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
      return [ids(answer), next === undefined ? undefined : ids(await send(`GET ${next}`))];
    },
    expected: {
      cursor: [[two], undefined],
      link: [[two], [three]],
      page: [[three], undefined],
      none: [all, undefined],
    },
  },
  'page-default-limit': {
    with: { 'list-envelope': 'page' },
    observe: async ({ send }) =>
      each(['listings', 'reports'], async (path) => shape(await send(`GET /v1/${path}`))),
    expected: {
      0: [pageOf(3, 3), pageOf(2, 2)],
      1: [pageOf(1, 3), pageOf(1, 2)],
      2: [pageOf(2, 3), pageOf(2, 2)],
      100000: [pageOf(100_000, 3), pageOf(100_000, 2)],
    },
  },
  'page-max-limit': {
    observe: ({ status }) =>
      each([1, 2, 3, 100, 101, 100_000, 100_001], (limit) => status(`GET /v1/listings?limit=${limit}`)),
    expected: {
      1: [200, 400, 400, 400, 400, 400, 400],
      2: [200, 200, 400, 400, 400, 400, 400],
      100: [200, 200, 200, 200, 400, 400, 400],
      100000: [200, 200, 200, 200, 200, 200, 400],
    },
  },
  sort: {
    observe: ({ send }) =>
      each(['listings', 'strategies'], async (path) => ids(await send(`GET /v1/${path}`))),
    expected: {
      newest: [all, [strategyB, strategyA]],
      oldest: [all.toReversed(), [strategyA, strategyB]],
      id: [all, [strategyA, strategyB]],
    },
  },
  filters: {
    observe: ({ send }) =>
      each(
        [
          'listings?marketplace=walmart',
          'listings?status=inactive',
          'listings?sku=MG-3003-RED',
          `listings?strategyId=${strategyA}`,
          'listings?updatedSince=2025-12-18T00:00:00Z',
          'listings?sort=sku',
          'listings?sort=nonsense',
          'reports?type=inventory',
          'reports?createdSince=2026-01-01T00:00:00Z',
          'strategies?type=competitive',
        ],
        async (path) => {
          const answer = await send(`GET /v1/${path}`);
          return answer.status === 200
            ? ids(answer)
                .map((id) => id[0])
                .join('')
            : verdict(answer);
        },
      ),
    expected: {
      on: ['2', '3', '3', '13', '12', '123', '400 sort', 'd', 'd', 'b'],
      off: ['123', '123', '123', '123', '123', '123', '123', 'dc', 'dc', 'ba'],
    },
  },
  'unknown-query': {
    observe: ({ send }) =>
      each(['listings', 'reports', 'strategies'], async (path) =>
        verdict(await send(`GET /v1/${path}?colour=red`)),
      ),
    expected: { ignore: ['200', '200', '200'], reject: ['400 colour', '400 colour', '400 colour'] },
  },
};

function pageOf(size: number, total: number) {
  return {
    page: 1,
    page_size: size,
    total_items: total,
    total_pages: Math.ceil(total / size),
    data: Math.min(size, total),
  };
}

/** The same of places of the form that no shorthand changes, by place. */
export const listForms: FormProbes = {
  record: {
    observe: async ({ send }) => {
      const { body } = await send(`GET /v1/listings/${one}`);
      const patched = await send(`PATCH /v1/listings/${one}/price`, { body: { minPrice: 16 } });
      return [body.id, body.data?.id, patched.body.minPrice, patched.body.data?.minPrice];
    },
    expected: {
      '"{record}"': [one, undefined, 16, undefined],
      '{"data":"{record}"}': [undefined, one, undefined, 16],
    },
  },
  'paging.excess': {
    with: { 'page-max-limit': 2 },
    observe: async ({ send }) => {
      const answer = await send('GET /v1/listings?limit=3');
      return [verdict(answer), answer.status === 200 && ids(answer)];
    },
    expected: { reject: ['400 limit', false], cap: ['200', [one, two]] },
  },
  list: {
    observe: async ({ send }) =>
      each(['listings?limit=2', `listings?limit=2&starting_after=${two}`], async (path) =>
        shape(await send(`GET /v1/${path}`)),
      ),
    expected: {
      '{"data":"{records}","has_more":"{more}"}': [
        { data: 2, has_more: true },
        { data: 1, has_more: false },
      ],
      '{"items":"{records}","hasMore":"{more}","total":"{total}"}': [
        { items: 2, hasMore: true, total: 3 },
        { items: 1, hasMore: false, total: 3 },
      ],
      '{"kind":"list{{}","page":{"of":"{pages}","at":"{page}","size":"{size}"},"records":"{records}"}': [
        { kind: 'list{}', page: { of: 2, at: 1, size: 2 }, records: 2 },
        { kind: 'list{}', page: { of: 2, at: 2, size: 2 }, records: 1 },
      ],
      '{"found":"{records}","from":"{offset}","got":"{count}","next":"{path}?starting_after={next?}"}': [
        { found: 2, from: 0, got: 2, next: `/v1/listings?starting_after=${two}` },
        { found: 1, from: 2, got: 1 },
      ],
      '{"found":"{records}","cursor":"{next}"}': [
        { found: 2, cursor: two },
        { found: 1, cursor: null },
      ],
    },
  },
};
