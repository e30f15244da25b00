// What is learned of lists from a part of their pages: how they are walked, picked from and sorted.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import type { DialectForm, ListForm } from '../../src/dialect/profile-form.ts';
import type { Interaction, Recording } from '../../src/recording/format.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

interface Goods {
  readonly id: string;
  readonly name: string;
  readonly shelf: string;
  readonly stock: number;
}

const goods = Array.from({ length: 30 }, (_, at): Goods => {
  const stock = (at * 7) % 5;
  return { id: `g-${at + 10}`, name: `Thing ${(at * 11) % 30}`, shelf: at % 3 === 0 ? 'low' : 'high', stock };
});

/** A request's path and query, and the body of its answer, with what its header `Link` says. */
type Asked = readonly [path: string, query: string, json: unknown, link?: string | undefined];

/** What is learned of a service from its answers, one a second. */
function serviceFrom(answers: readonly Asked[]): DialectForm {
  const interactions = answers.map(([path, query, json, link], at): Interaction => ({
    id: `${at + 1}-get`,
    at: new Date(Date.UTC(2026, 4, 12) + 1000 * at).toISOString(),
    milliseconds: 1,
    request: { method: 'GET', path, query, headers: [], body: null },
    response: {
      status: 200,
      reason: 'OK',
      headers: [
        ['Content-Type', 'application/json'],
        ...(link === undefined ? [] : [['Link', link] as const]),
      ],
      body: { json },
    },
  }));
  const recording: Recording = {
    format: 'pricing-mock-recording',
    version: 1,
    upstream: 'https://service.example',
    interactions,
  };
  return learnProfile([{ name: 'part', recording }]).service!;
}

/** How a list is written, from the answers to some queries, in their order, and to a request for one of its records. */
function listFrom(queries: readonly string[], answer: (query: URLSearchParams) => unknown): ListForm {
  const [one] = goods;
  return serviceFrom([
    ['/v1/listings', '', answer(new URLSearchParams())],
    [`/v1/listings/${one!.id}`, '', one],
    ...queries.map((query): Asked => ['/v1/listings', query, answer(new URLSearchParams(query))]),
  ]).lists.listListings!;
}

const learnFrom = (...args: Parameters<typeof listFrom>) => listFrom(...args).query;

const byName = (a: Goods, b: Goods) => (a.name < b.name ? -1 : 1);
const numberIn = (query: URLSearchParams, name: string, usual: number) => Number(query.get(name) ?? usual);

const picked = (query: URLSearchParams) => {
  const found = goods.filter(({ shelf }) => (query.get('shelf') ?? shelf) === shelf);
  const start = numberIn(query, 'start', 0);
  return { goods: found.slice(start, start + numberIn(query, 'rows', 8)) };
};

describe('of pages of which some lack', () => {
  test('an offset is told from a number of pages', () => {
    const { positions, size } = learnFrom(
      ['start=8', 'rows=6', 'rows=6&start=18', 'rows=5&shelf=high&start=10', 'rows=4&shelf=low&start=4'],
      picked,
    );
    expect(positions).toEqual([{ name: 'start', by: 'offset', first: 0 }]);
    expect(size).toMatchObject({ name: 'rows' });
  });

  test('a cursor whose giver lacks is still one, as its records stand where others show them', () => {
    const sealed = (place: number) => Buffer.from(`secret ${(place * 7919) % 1000}`).toString('base64url');
    const byToken = (query: URLSearchParams) => {
      const token = query.get('go_on');
      const start = token === null ? 0 : goods.findIndex((_, at) => sealed(at) === token);
      const end = start + numberIn(query, 'rows', 8);
      return { goods: goods.slice(start, end), ...(end < goods.length && { more: sealed(end) }) };
    };
    const { positions } = learnFrom(
      [
        `go_on=${sealed(8)}`,
        `go_on=${sealed(16)}`,
        `rows=12&go_on=${sealed(12)}`,
        `rows=5&go_on=${sealed(15)}`,
        `rows=5&go_on=${sealed(20)}`,
      ],
      byToken,
    );
    expect(positions).toMatchObject([{ name: 'go_on', by: 'token' }]);
  });

  test('a cursor that tells nothing is made up in the form of those that were seen, all signs of base64 among them', () => {
    const sealed = (at: number, rows: number) =>
      createHash('sha256').update(`${at}/${rows}`).digest('base64');
    const { positions } = learnFrom(
      [`go_on=${encodeURIComponent(sealed(10, 10))}`, `go_on=${encodeURIComponent(sealed(20, 10))}`],
      (query) => {
        const start = [0, 10, 20].find((at) => sealed(at, 10) === query.get('go_on')) ?? 0;
        const more = start + 10 < goods.length ? sealed(start + 10, 10) : undefined;
        return { goods: goods.slice(start, start + 10), more };
      },
    );
    expect(positions).toMatchObject([
      { name: 'go_on', by: 'token', token: `{place | shaped ${'+'.repeat(43)}=}` },
    ]);
  });

  test('a cursor that tells nothing but for the place in its end is made up with that', () => {
    const sealed = (at: number) => `${createHash('sha256').update(`${at}`).digest('hex').slice(0, 12)}-${at}`;
    const { positions } = learnFrom(
      [`go_on=${sealed(8)}`, `go_on=${sealed(16)}`, `go_on=${sealed(24)}`],
      (query) => {
        const start = Number(query.get('go_on')?.split('-')[1] ?? 0);
        const more = start + 8 < goods.length ? sealed(start + 8) : undefined;
        return { goods: goods.slice(start, start + 8), more };
      },
    );
    expect(positions).toMatchObject([{ by: 'token', token: '{place | shaped ffffffffffff-}{place}' }]);
  });

  test('a cursor that stands beside a record leads on from that record', () => {
    const cursor = (place: number) => Buffer.from(`at:${place}`).toString('base64');
    const byEdge = (query: URLSearchParams) => {
      const after = query.get('after');
      const start = after === null ? 0 : Number(atob(after).slice(3)) + 1;
      const shown = goods.slice(start, start + numberIn(query, 'rows', 8));
      return { edges: shown.map((node, at) => ({ cursor: cursor(start + at), node })) };
    };
    const { positions } = learnFrom(
      [`after=${cursor(3)}`, `after=${cursor(11)}`, `rows=5&after=${cursor(9)}`].map((query) =>
        query.replace('=/', '%3D'),
      ),
      byEdge,
    );
    expect(positions).toMatchObject([{ by: 'token', token: { '{base64}': 'at:{place | plus -1}' } }]);
  });
});

test('how long a page is by itself is what it tells where others tell the length that was asked for', () => {
  const answer = (query: URLSearchParams) => {
    const [all, limit] = [goods.slice(0, 5), numberIn(query, 'limit', 12)];
    return { goods: all.slice(0, limit), limit, count: Math.min(limit, all.length), of: all.length };
  };
  const { query, body } = listFrom(['limit=2', 'limit=9', 'limit=4'], answer);
  expect(query.pageSize).toBe(12);
  expect(body).toMatchObject({ limit: '{page.size}', count: '{page.count}', of: '{page.total}' });
  // What is as long as the page where no length is asked for does not tell it, nor does what always is.
  const asMany = (asked: URLSearchParams) => ({ ...answer(asked), limit: numberIn(asked, 'limit', 5) });
  expect(learnFrom(['limit=2', 'limit=9', 'limit=4'], asMany).pageSize).toBeNull();
  const counted = (asked: URLSearchParams) => ({ ...answer(asked), limit: undefined });
  expect(learnFrom(['limit=2', 'limit=3', 'limit=4'], counted).pageSize).toBeNull();
});

test('a link to the next page is told by the lists that were walked to their end, though most were not', () => {
  const { headers } = serviceFrom(
    ['', 'page=2', 'page=3', 'page=4', ...[0, 1, 2, 3, 4].map((stock) => `rows=2&stock=${stock}`)].map(
      (query): Asked => {
        const asked = new URLSearchParams(query);
        const [page, rows] = [numberIn(asked, 'page', 1), numberIn(asked, 'rows', 8)];
        const found = goods.filter(({ stock }) => numberIn(asked, 'stock', stock) === stock);
        const isMore = page * rows < found.length;
        asked.set('page', `${page + 1}`);
        return [
          '/v1/listings',
          query,
          found.slice((page - 1) * rows, page * rows),
          isMore ? `<https://service.example/v1/listings?${asked.toString()}>; rel="next"` : undefined,
        ];
      },
    ),
  ).lists.listListings!;
  expect(headers?.Link).toMatchObject([{ '{link}': { query: { page: '{page.next | text}' } } }]);
});

describe('of a list that a parameter changes', () => {
  test('what leaves the records in their order picks some, though its end was not seen', () => {
    const { filters, sort } = learnFrom(
      ['start=8', 'start=16', 'start=24', 'shelf=high&rows=5', 'shelf=high&rows=5&start=5'],
      picked,
    );
    expect(filters).toEqual({ shelf: [{ at: '/shelf', by: 'is' }] });
    expect(sort).toBeUndefined();
  });

  test.each([
    { how: 'as in the usual list', ties: undefined, tie: () => 0 },
    {
      how: 'in the opposite of the usual order',
      ties: { '-': '-' },
      tie: (a: Goods, b: Goods) => goods.indexOf(b) - goods.indexOf(a),
    },
    { how: 'by their ids', ties: { '-': '/id' }, tie: (a: Goods, b: Goods) => (a.id < b.id ? -1 : 1) },
  ])('records of one value stand $how', ({ how, ties, tie }) => {
    const usual = how === 'by their ids' ? [...goods].sort((a, b) => (a.name < b.name ? -1 : 1)) : goods;
    const sorted = (query: URLSearchParams) => {
      const found = query.has('sort') ? [...usual].sort((a, b) => b.stock - a.stock || tie(a, b)) : usual;
      return { goods: found.slice(0, numberIn(query, 'rows', 30)) };
    };
    const { sort } = learnFrom(['rows=10', 'sort=-stock'], sorted);
    expect(sort?.values).toMatchObject({ '-stock': '-/stock' });
    expect(sort?.ties).toEqual(ties);
  });
});

test('an order under a name that no record has is passed over, as the usual list showed', async () => {
  const told = (sort: string | null) => ({
    goods: sort === 'stock' ? [...goods].sort((x, y) => x.stock - y.stock) : goods,
  });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: told(null) },
      { asked: 'GET /v1/listings?sort=stock', told: told('stock') },
      { asked: 'GET /v1/listings?sort=name', told: told('name') },
      { asked: 'GET /v1/listings?sort=colour', told: told('colour') },
    ].map((one) => (one.asked.endsWith('name') ? { ...one, told: { goods: [...goods].sort(byName) } } : one)),
  );
  expect(await ask('GET /v1/listings?sort=-colour')).toEqual([200, { goods }]);
  expect(await ask('GET /v1/listings?sort=flavour')).toEqual([200, { goods }]);
  expect(await ask('GET /v1/listings?sort=stock')).toEqual([200, told('stock')]);
});

test('links keep what else was asked for, though no such list was walked to its end', () => {
  const linked = (query: URLSearchParams) => {
    const start = numberIn(query, 'start', 0);
    const sorted = query.get('sort') === 'name' ? [...goods].sort(byName) : goods;
    const further = new URLSearchParams(query);
    further.set('start', String(start + 8));
    return {
      goods: sorted.slice(start, start + 8),
      ...(start + 8 < sorted.length && { next: `/v1/listings?${further.toString()}` }),
    };
  };
  const { body } = listFrom(['start=8', 'start=16', 'start=24', 'sort=name'], linked);
  expect(body).toMatchObject({ next: { query: { start: '{page.next | text}', '*': '{query}' } } });
});

describe('what a query states is told', () => {
  const thing = (at: number, name: string, price: number, kind: number) => ({
    id: `t-${at}`,
    name,
    price,
    kind,
  });
  const things = Array.from({ length: 24 }, (_, at) =>
    thing(at, at % 5 === 0 ? `Red Lamp ${at}` : `Blue Rug ${at}`, 10 + ((at * 37) % 90), 1 + (at % 3)),
  );
  type Thing = ReturnType<typeof thing>;
  const holds = (one: Thing, [field, sign, value]: readonly unknown[]) => {
    const own = one[field as keyof Thing];
    if (sign === '>') return Number(own) > Number(value);
    if (sign === '<') return Number(own) < Number(value);
    return sign === '~'
      ? String(own).includes(String(value).replaceAll('%', ''))
      : String(own) === String(value);
  };
  const json = (...conditions: readonly (readonly unknown[])[]) =>
    `where=${encodeURIComponent(JSON.stringify(conditions))}`;
  const family = (...conditions: readonly (readonly unknown[])[]) =>
    conditions
      .map(([field, sign, value], at) => {
        const of = `where[${at}]`;
        return `${of}[field]=${String(field)}&${of}[sign]=${encodeURIComponent(String(sign))}&${of}[value]=${encodeURIComponent(String(value))}`;
      })
      .join('&');
  const repeated = (...conditions: readonly (readonly unknown[])[]) =>
    conditions
      .map(
        ([field, sign, value]) => `${String(field)}=${encodeURIComponent(`${String(sign)}${String(value)}`)}`,
      )
      .join('&');
  const session = (write: typeof json) =>
    [
      [],
      [['price', '>', 60]],
      [
        ['price', '>', 30],
        ['price', '<', 70],
      ],
      [['name', '~', '%Lamp%']],
      [['kind', '=', 2]],
    ].map((conditions) => ({
      asked: `GET /v1/listings${conditions.length === 0 ? '' : `?${write(...conditions)}`}`,
      told: { things: things.filter((one) => conditions.every((condition) => holds(one, condition))) },
    }));
  const cases = [
    ['as a list in JSON', json],
    ['in a family of parameters for each', family],
    ['in a parameter that is sent once for each', repeated],
  ] as const;

  test.each(cases)('%s', async (_, write) => {
    const ask = learnedFrom(session(write));
    const asked = [
      [['price', '<', 40]],
      [
        ['price', '<', 90],
        ['price', '>', 50],
      ],
      [
        ['name', '~', '%Rug%'],
        ['kind', '=', 3],
      ],
    ];
    for (const conditions of asked) {
      expect(await ask(`GET /v1/listings?${write(...conditions)}`)).toEqual([
        200,
        { things: things.filter((one) => conditions.every((condition) => holds(one, condition))) },
      ]);
    }
  });

  test('and a comparison that it does not know is refused otherwise than what is no condition', async () => {
    const refused = (asked: string, fault: string) => ({ asked, status: 400, told: { fault } });
    const ask = learnedFrom([
      ...session(json),
      refused(`GET /v1/listings?${json(['price', 'near', 40])}`, 'no such comparison'),
      refused('GET /v1/listings?where=red', 'no condition'),
    ]);
    expect(await ask(`GET /v1/listings?${json(['kind', 'beside', 2])}`)).toEqual([
      400,
      { fault: 'no such comparison' },
    ]);
    expect(await ask('GET /v1/listings?where=blue')).toEqual([400, { fault: 'no condition' }]);
  });

  test('by the same name for several values, of which one is enough', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { things } },
      ...[1, 3].map((kind) => ({
        asked: `GET /v1/listings?kind=${kind}`,
        told: { things: things.filter((one) => one.kind === kind) },
      })),
    ]);
    expect(await ask('GET /v1/listings?kind=3&kind=1')).toEqual([
      200,
      { things: things.filter(({ kind }) => kind !== 2) },
    ]);
  });
});

test('a number of many millions that records are picked by is soon known to be no place in the list', () => {
  const maker = (at: number) => 999_000_001 + (at % 3) * 1_000;
  const made = goods.map((one, at) => ({ ...one, maker: maker(at) }));
  const { filters, positions } = learnFrom(
    ['start=8', 'start=16', `maker=${maker(0)}`, `maker=${maker(1)}`],
    (query) => {
      const found = made.filter((one) => (query.get('maker') ?? String(one.maker)) === String(one.maker));
      const start = numberIn(query, 'start', 0);
      return { goods: found.slice(start, start + 8) };
    },
  );
  expect(positions).toEqual([{ name: 'start', by: 'offset', first: 0 }]);
  expect(Object.keys(filters ?? {})).toEqual(['maker']);
});

test('what was asked for leaves no text of a record in what is learned', () => {
  const few = goods.slice(0, 6);
  const answer = (query: URLSearchParams) => ({ goods: query.has('find') ? few.slice(3, 4) : few });
  const asked = ['find=mine', 'hint=Thing%2011', `hint=${few[2]!.id}`].map((query): Asked => [
    '/v1/listings',
    query,
    answer(new URLSearchParams(query)),
  ]);
  const form = serviceFrom([['/v1/listings', '', answer(new URLSearchParams())], ...asked]);
  expect(JSON.stringify(form.lists)).not.toMatch(/g-\d|Thing/);
});

test('the digits that the names of records share are no part of what is learned', () => {
  const runs = Array.from({ length: 9 }, (_, at) => ({ id: `q${at}-x`, name: `RUN-0003${at + 1}` }));
  const form = serviceFrom([['/v1/reports', '', { runs }]]);
  expect(form.records.reportRun?.fields['/name']?.shape).toBe('RUN-99999');
});

test('a direction alone sorts from the end of the usual list', () => {
  const usual = goods.map((_, at) => goods[(at * 7) % goods.length]!);
  const directed = (query: URLSearchParams) => {
    const found = query.get('order') === 'DESC' ? usual.toReversed() : usual;
    const start = numberIn(query, 'start', 0);
    return { goods: found.slice(start, start + numberIn(query, 'rows', 12)) };
  };
  const { sort } = learnFrom(
    ['start=12', 'start=24', 'order=DESC&rows=9', 'order=DESC&rows=9&start=9'],
    directed,
  );
  expect(sort).toMatchObject({ name: 'order', values: { DESC: '-', ASC: '' } });
});

test('a direction beside the leaf turns what is sorted by it, and the usual list, from the one that is usual', async () => {
  const sorted = (query: string) => {
    const asked = new URLSearchParams(query);
    const key = asked.get('by') === 'title' ? 'name' : asked.get('by') === 'left' ? 'stock' : 'id';
    const found = goods.toSorted((a, b) => (a[key] < b[key] ? 1 : a[key] > b[key] ? -1 : 0));
    if (asked.get('way') === 'up') found.reverse();
    return { goods: found.slice(0, numberIn(asked, 'rows', 30)) };
  };
  const ask = learnedFrom(
    ['', 'rows=12', 'by=left', 'way=up&rows=9', 'by=title&way=up&rows=14'].map((query) => ({
      asked: `GET /v1/listings?${query}`,
      told: sorted(query),
    })),
  );
  for (const query of ['by=title&way=down&rows=7', 'by=title&rows=7', 'way=up&rows=11', 'way=down&rows=3']) {
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, sorted(query)]);
  }
});

test('what stands in any item of a list picks records, and so does what is left out', async () => {
  const racks = goods.map(({ id, name, stock }) => ({
    id,
    name,
    in: [{ rack: stock }, ...(name.endsWith('7') ? [{ rack: 9 }] : [])],
  }));
  const found = (query: string) => {
    const asked = new URLSearchParams(query);
    const without = asked.get('without')?.split(',') ?? [];
    const kept = racks.filter(
      (one) =>
        !without.includes(one.id) &&
        (!asked.has('rack') || one.in.some(({ rack }) => rack === Number(asked.get('rack')))),
    );
    return { goods: kept.slice(0, numberIn(asked, 'rows', 30)) };
  };
  const ask = learnedFrom(
    ['', 'rows=12', 'rack=3', 'rack=9', 'without=g-12,g-10&rows=5'].map((query) => ({
      asked: `GET /v1/listings?${query}`,
      told: found(query),
    })),
  );
  for (const query of ['rack=1', 'rack=0&rows=4', 'without=g-13&rows=5', 'without=g-11,g-20,g-12&rows=9']) {
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, found(query)]);
  }
});

test('a link to the last page leads to the first one of an empty list', async () => {
  const linked = (query: string) => {
    const asked = new URLSearchParams(query);
    const found = goods.filter(({ shelf }) => (asked.get('shelf') ?? shelf) === shelf);
    const number = numberIn(asked, 'page', 1);
    const rest = asked.has('shelf') ? `&shelf=${asked.get('shelf')!}` : '';
    return {
      goods: found.slice((number - 1) * 12, number * 12),
      end: `/v1/listings?page=${Math.max(1, Math.ceil(found.length / 12))}${rest}`,
    };
  };
  const ask = learnedFrom(
    ['', 'page=2', 'page=3', 'shelf=low', 'shelf=high', 'shelf=high&page=2'].map((query) => ({
      asked: `GET /v1/listings?${query}`,
      told: linked(query),
    })),
  );
  expect(await ask('GET /v1/listings?shelf=none')).toEqual([200, linked('shelf=none')]);
});

describe('what has changed since', () => {
  const things = goods.map((one, at) => ({
    ...one,
    // Noon in UTC, a day apart, and not in the order of the list.
    changed: `2026-04-${String(1 + ((at * 7) % 30)).padStart(2, '0')}T05:00:00-07:00`,
  }));
  const since = (moment: string) => ({
    things: things.filter(({ changed }) => Date.parse(changed) > Date.parse(moment)),
  });
  const list = 'GET /v1/listings';

  test('is asked for by a moment that may be written in another way', async () => {
    const asked = (moment: string) => `${list}?after=${encodeURIComponent(moment)}`;
    const ask = learnedFrom([
      { asked: list, told: { things } },
      { asked: asked('2026-04-20T14:30:00Z'), told: since('2026-04-20T14:30:00Z') },
      { asked: asked('2026-04-11T00:00:00Z'), told: since('2026-04-11T00:00:00Z') },
    ]);
    for (const moment of ['2026-04-16T11:00:00Z', '2026-04-16T13:00:00Z', '2026-04-16T13:30:00+02:00'])
      expect(await ask(asked(moment))).toEqual([200, since(moment)]);
  });

  test('is asked for by a header, and so another list than the same without it', async () => {
    const headers = (moment: string) => ({ 'If-Modified-Since': moment });
    const [first, other] = ['Mon, 20 Apr 2026 14:30:00 GMT', 'Tue, 14 Apr 2026 00:00:00 GMT'];
    const ask = learnedFrom([
      { asked: `${list}?rows=40`, told: { things } },
      { asked: `${list}?rows=12`, told: { things: things.slice(0, 12) } },
      { asked: `${list}?rows=20`, headers: headers(first), told: since(first) },
    ]);
    expect(await ask(`${list}?rows=20`)).toEqual([200, { things: things.slice(0, 20) }]);
    expect(await ask(`${list}?rows=25`, undefined, undefined, headers(other))).toEqual([200, since(other)]);
  });
});

test('a parameter that says false asks for nothing', async () => {
  const counted = (query: string) => {
    const found = picked(new URLSearchParams(query));
    return query.includes('count=true') ? { ...found, total: goods.length } : found;
  };
  const list = (query: string) => `GET /v1/listings?${query}`;
  const ask = learnedFrom(
    ['', 'count=true&', 'count=false&'].flatMap((count) =>
      [0, 12, 24].map((start) => {
        const query = `${count}rows=12&start=${start}`;
        return { asked: list(query), told: counted(query) };
      }),
    ),
  );
  for (const query of ['count=false&rows=5', 'count=true&rows=9', 'rows=9&start=9'])
    expect(await ask(list(query))).toEqual([200, counted(query)]);
});

test('one parameter names the leaf, and another one beside it the direction', async () => {
  const usual = goods.map((_, at) => goods[(at * 7) % goods.length]!);
  const things = (key: 'id' | 'name' | 'stock', direction: 1 | -1) => ({
    things: usual.toSorted((a, b) => (a[key] < b[key] ? -direction : a[key] > b[key] ? direction : 0)),
  });
  const wrong = (name: string) => ({ fault: `${name} is not known` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { things: usual } },
    { asked: 'GET /v1/listings?by=name&way=down', told: things('name', -1) },
    { asked: 'GET /v1/listings?by=stock', told: things('stock', 1) },
    { asked: 'GET /v1/listings?by=id&way=up', told: things('id', 1) },
    { asked: 'GET /v1/listings?by=name&way=left', status: 400, told: wrong('way') },
  ]);
  expect(await ask('GET /v1/listings?by=stock&way=down')).toEqual([200, things('stock', -1)]);
  expect(await ask('GET /v1/listings?by=id')).toEqual([200, things('id', 1)]);
  expect(await ask('GET /v1/listings?by=name&way=up')).toEqual([200, things('name', 1)]);
  expect(await ask('GET /v1/listings?by=id&way=right')).toEqual([400, wrong('way')]);
});

test('a direction that was never asked for is the opposite of the one that was', async () => {
  const usual = goods.map((_, at) => goods[(at * 7) % goods.length]!);
  const byName = usual.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { things: usual } },
    { asked: 'GET /v1/listings?by=name&way=ascending', told: { things: byName } },
  ]);
  const turned = { things: byName.toReversed() };
  expect(await ask('GET /v1/listings?by=name&way=descending')).toEqual([200, turned]);
});

test('a leaf that was never sorted by sorts, wherever the leaves stand that were', async () => {
  const items = goods.map(({ id, name, stock }) => ({ id, name, kept: { stock } }));
  const by = (key: (one: (typeof items)[number]) => number | string) =>
    [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings?sort=stock', told: { items: by(({ kept }) => kept.stock) } },
    { asked: 'GET /v1/listings?sort=id', told: { items: by(({ id }) => id) } },
    { asked: 'GET /v1/listings?sort=colour', status: 400, told: { error: 'colour sorts nothing' } },
  ]);
  expect(await ask('GET /v1/listings?sort=name')).toEqual([200, { items: by(({ name }) => name) }]);
  expect(await ask('GET /v1/listings?sort=size')).toEqual([400, { error: 'size sorts nothing' }]);
});

test('what sorts one list sorts its sister by its own leaves', () => {
  const bySort = (key: 'id' | 'name', all: readonly Goods[]) => ({
    items: all.toSorted((a, b) => (a[key] < b[key] ? -1 : 1)),
  });
  const { listStrategies } = serviceFrom([
    ['/v1/listings', '', bySort('id', goods)],
    ['/v1/listings', 'sort=name', bySort('name', goods)],
    [
      '/v1/strategies',
      '',
      {
        items: [
          { id: 's-1', mode: 'follow' },
          { id: 's-2', mode: 'hold' },
        ],
      },
    ],
  ]).lists;
  expect(listStrategies?.query.sort).toMatchObject({
    name: 'sort',
    values: { mode: '/mode', id: '/id' },
  });
});

test('links that stand in a list are told by their names, in an order that is that of each answer', () => {
  const withLinks = (query: URLSearchParams) => {
    const [page, rows] = [numberIn(query, 'page', 1), numberIn(query, 'rows', 8)];
    const last = Math.ceil(goods.length / rows);
    const link = (name: string, to: number) => ({
      name,
      to: `https://service.example/v1/listings?page=${to}&rows=${rows}`,
    });
    const links = [
      link('here', page),
      ...(page > 1 ? [link('back', page - 1)] : []),
      ...(page < last ? [link('on', page + 1), link('end', last)] : []),
    ];
    return { goods: goods.slice((page - 1) * rows, page * rows), links };
  };
  const { links } = listFrom(['page=2', 'page=4', 'page=3', 'rows=5', 'rows=5&page=6'], withLinks).body as {
    links: readonly { name: string; to: { query: object } }[];
  };
  expect(links.map(({ name }) => name)).toEqual(['here', 'back', 'on', 'end']);
  expect(links[0]!.to.query).toEqual({ page: '{page.number | plus 1 | text}', rows: '{page.size | text}' });
});

test('the cursor that an answer gives is the one that is taken, though a part of it tells nothing', () => {
  const seal = (query: URLSearchParams) => (query.has('shelf') ? '7c1e90' : 'a40b2d');
  const byCursor = (query: URLSearchParams) => {
    const found = goods.filter(({ shelf }) => (query.get('shelf') ?? shelf) === shelf);
    const cursor = (at: number) => Buffer.from(`${found[at - 1]!.id}:${seal(query)}`).toString('base64url');
    const start = query.has('from')
      ? found.findIndex((_, at) => at > 0 && cursor(at) === query.get('from'))
      : 0;
    const end = start + numberIn(query, 'rows', 8);
    return { goods: found.slice(start, end), ...(end < found.length && { more: cursor(end) }) };
  };
  const cursor = (id: string, part: string) => Buffer.from(`${id}:${part}`).toString('base64url');
  const { body, query } = listFrom(
    [
      `from=${cursor('g-17', 'a40b2d')}`,
      `from=${cursor('g-25', 'a40b2d')}`,
      'shelf=high&rows=6',
      `shelf=high&rows=6&from=${cursor('g-18', '7c1e90')}`,
    ],
    byCursor,
  );
  const made = (part: string) => ({ '{base64url}': `{last/id}:${part}` });
  const token = {
    '{case}': '{query.shelf|}',
    '': made('a40b2d'),
    high: made('7c1e90'),
    '{else}': { '{base64url}': '{last/id}{query | shaped :ffffff}' },
  };
  expect(query.positions).toEqual([{ name: 'from', by: 'token', token }]);
  expect(body).toEqual({ goods: '{records}', more: '{page.next}' });
});

test('cursors of which a part depends on the size of the pages are told by it, others look like them', () => {
  const walkOf = (query: URLSearchParams) => (query.has('rows') ? '5d83f0a2' : '0be47c91');
  const byCursor = (query: URLSearchParams) => {
    const cursor = (at: number) => `${walkOf(query)}.${goods[at]!.id}`;
    const start = query.has('from') ? goods.findIndex((_, at) => cursor(at) === query.get('from')) : 0;
    const end = start + numberIn(query, 'rows', 8);
    return { goods: goods.slice(start, end), ...(end < goods.length && { more: cursor(end) }) };
  };
  const { query } = listFrom(
    ['from=0be47c91.g-18', 'from=0be47c91.g-26', 'rows=6', 'rows=6&from=5d83f0a2.g-16'],
    byCursor,
  );
  expect(query.positions?.[0]?.token).toEqual({
    '{case}': '{query.rows|}',
    '': '0be47c91.{next/id}',
    6: '5d83f0a2.{next/id}',
    '{else}': '{query | shaped ffffffff.}{next/id}',
  });
});

test('a list that was empty once and not before says how many pages an empty list has', () => {
  const counts = [2, 2, 1, 0];
  const polled = (query: URLSearchParams) => {
    const found = query.has('shelf') ? goods.slice(0, counts.shift()) : goods.slice(0, 12);
    const rows = numberIn(query, 'rows', 30);
    const start = numberIn(query, 'start', 0);
    return { goods: found.slice(start, start + rows), pages: Math.max(1, Math.ceil(found.length / rows)) };
  };
  const { body } = listFrom(
    ['rows=5', 'rows=5&start=5', 'rows=5&start=10', ...counts.map(() => 'shelf=high')],
    polled,
  );
  expect(body).toEqual({ goods: '{records}', pages: '{page.pages at least one}' });
});

test('more links in an answer with one record follow from it, and are no state of it', () => {
  const link = ({ id }: Goods, rest: string) => ({ to: `https://service.example/v1/listings/${id}${rest}` });
  const listed = goods.map((one) => ({ ...one, links: [link(one, '')] }));
  const whole = (at: number): Asked => {
    const one = goods[at]!;
    const links = [link(one, ''), link(one, '/price')];
    return [`/v1/listings/${one.id}`, '', { ...one, shelf: at === 3 ? 'moved' : one.shelf, links }];
  };
  const { lists, reads } = serviceFrom([['/v1/listings', '', { goods: listed }], whole(3), whole(8)]);
  expect(reads.getListing).toMatchObject({
    shows: { '/links': [{ to: '{record/links/0/to}' }, { to: '{record/links/0/to}/price' }] },
  });
  expect(lists.listListings!.shows).toBeUndefined();
});

test('a refusal that tells both words of a filter tells what the other one means', async () => {
  const items = goods.map(({ id }, at) => ({ id, sold: at % 3 === 0 }));
  const list = (sold: boolean) => ({ items: items.filter((one) => one.sold === sold) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings?sold=oui', told: list(true) },
    { asked: 'GET /v1/listings?sold=peut', status: 400, told: { error: "sold: 'oui' ou 'non', pas 'peut'" } },
  ]);
  expect(await ask('GET /v1/listings?sold=non')).toEqual([200, list(false)]);
  expect(await ask('GET /v1/listings?sold=hier')).toEqual([
    400,
    { error: "sold: 'oui' ou 'non', pas 'hier'" },
  ]);
});

test('a comparison that one leaf was asked for can be asked of another', () => {
  const answer = (asked: URLSearchParams) => ({
    goods: goods.filter(
      ({ shelf, stock }) =>
        (asked.get('shelf[is]') ?? shelf) === shelf && asked.get('stock[is-not]') !== String(stock),
    ),
  });
  const { filters } = learnFrom(['shelf[is]=low', 'stock[is-not]=3'], answer);
  expect(filters).toMatchObject({
    'shelf[is-not]': [{ at: '/shelf', by: 'is not' }],
    'stock[is]': [{ at: '/stock', by: 'is' }],
  });
});

test('what is told of an empty list alone is told of another one', async () => {
  const list = (items: readonly object[]) => ({
    items,
    notes: items.length > 0 ? [] : [{ text: 'There is nothing.' }],
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list(goods.slice(0, 8)) },
    { asked: 'GET /v1/listings?start=8', told: list(goods.slice(8)) },
    { asked: 'GET /v1/listings?start=90', told: list([]) },
    {
      asked: 'GET /v1/listings?shelf=low',
      told: list(goods.slice(0, 8).filter(({ shelf }) => shelf === 'low')),
    },
    { asked: 'GET /v1/listings?shelf=blue', told: list([]) },
  ]);
  expect(await ask('GET /v1/listings?start=40')).toEqual([200, list([])]);
});

test('a list that is left out where it is empty is told so', () => {
  const withoutEmpty = (query: URLSearchParams) => {
    const { goods: found } = picked(query);
    return found.length === 0 ? {} : { goods: found, count: found.length };
  };
  const { body } = listFrom(['rows=5', 'shelf=none', 'start=8', 'start=16'], withoutEmpty);
  expect(body).toMatchObject({ goods: '{records | when page.any?}' });
});

test('an object without members stands where a record has nothing, and is told so', async () => {
  const told = {
    goods: goods.map((one, at) => ({ ...one, rule: at % 3 === 0 ? {} : `r-${at % 2}` })),
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told },
    { asked: 'GET /v1/listings/g-11', told: told.goods[1] },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, told]);
});

test('a record stands by itself where it is the only one, and nothing where there is none', async () => {
  const told = (found: readonly Goods[]) => ({
    page: { of: found.length, ...(found.length > 0 && { one: found.length === 1 ? found[0] : found }) },
  });
  const few = [...goods.slice(0, 5), { ...goods[5]!, shelf: 'top' }];
  const asked = (shelf: string) => ({
    asked: `GET /v1/listings?shelf=${shelf}`,
    told: told(few.filter((one) => one.shelf === shelf)),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: told(few) },
    ...['low', 'high', 'top', 'none'].map(asked),
    { asked: 'GET /v1/listings?rows=2', told: told(few.slice(0, 2)) },
  ]);
  for (const shelf of ['top', 'nowhere'])
    expect(await ask(`GET /v1/listings?shelf=${shelf}`)).toEqual([200, asked(shelf).told]);
});

test('the largest size is the one that an answer tells, though the list is shorter', () => {
  const sized = (query: URLSearchParams) => {
    const size = Math.min(50, numberIn(query, 'rows', 8));
    const start = numberIn(query, 'start', 0);
    return { goods: goods.slice(start, start + size), size, total: goods.length };
  };
  const { query } = listFrom(['rows=5', 'start=25', 'rows=10&start=5', 'rows=900'], sized);
  expect(query.size).toEqual({ name: 'rows', max: 50, excess: 'cap' });
});

test('the largest size is told, too, where the page is just that long and how long the list is nobody knows', () => {
  const sized = (query: URLSearchParams) => {
    const size = Math.min(20, numberIn(query, 'rows', 8));
    const start = numberIn(query, 'start', 0);
    return { goods: goods.slice(start, start + size), size };
  };
  const { query } = listFrom(['rows=5', 'start=8', 'rows=10&start=25', 'rows=900&shape=short'], sized);
  expect(query.size).toEqual({ name: 'rows', max: 20, excess: 'cap' });
});

test('a size that is too large is taken for none where larger pages than the usual one were served', async () => {
  const answer = (query: string) => {
    const asked = new URLSearchParams(query);
    const size = numberIn(asked, 'rows', 6);
    const start = numberIn(asked, 'start', 0);
    return {
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      told: { goods: goods.slice(start, start + (size > 20 ? 6 : size)) },
    };
  };
  const ask = learnedFrom(
    ['', 'start=6', 'rows=10', 'rows=10&start=10', 'rows=16', 'rows=16&start=16', 'rows=25'].map(answer),
  );
  for (const query of ['rows=13', 'rows=29', 'rows=16&start=4'])
    expect(await ask(answer(query).asked)).toEqual([200, answer(query).told]);
});

test('a list may be cut to the size that is asked for: it is no longer than that', async () => {
  const answer = (query: string) => {
    const asked = new URLSearchParams(query);
    const shelf = asked.get('shelf');
    const all = goods.filter((one) => shelf === null || one.shelf === shelf);
    const cut = all.slice(0, numberIn(asked, 'most', all.length));
    const [begin, end] = [numberIn(asked, 'from', 0), numberIn(asked, 'from', 0) + 12];
    return {
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      told: { found: cut.length, goods: cut.slice(begin, end), ...(end < cut.length && { on: end }) },
    };
  };
  const ask = learnedFrom(
    ['', 'from=12', 'from=24', 'shelf=low', 'shelf=high', 'most=4', 'most=7', 'shelf=low&most=3'].map(answer),
  );
  for (const query of ['most=5', 'shelf=high&most=6', 'shelf=low', ''])
    expect(await ask(answer(query).asked)).toEqual([200, answer(query).told]);
});

test('a list that is shorter than a page of its sister is known to its end, and how many pages it has', async () => {
  const rules = ['a', 'b', 'c', 'd'].map((id) => ({ id: `rule-${id}`, name: `Rule ${id}` }));
  const answer = (path: string, query = '') => {
    const asked = new URLSearchParams(query);
    const [size, from] = [numberIn(asked, 'rows', 8), numberIn(asked, 'start', 0)];
    const all = path === 'listings' ? goods : rules;
    const told = {
      found: all.slice(from, from + size),
      count: all.length,
      pages: Math.ceil(all.length / size),
    };
    return { asked: `GET /v1/${path}${query === '' ? '' : `?${query}`}`, told };
  };
  const ask = learnedFrom([
    ...['', 'start=8', 'start=16', 'start=24', 'rows=15', 'rows=15&start=15'].map((query) =>
      answer('listings', query),
    ),
    ...['', 'rows=2', 'rows=2&start=2'].map((query) => answer('strategies', query)),
  ]);
  for (const query of ['rows=3', 'rows=1', ''])
    expect(await ask(answer('strategies', query).asked)).toEqual([200, answer('strategies', query).told]);
});

test('a link to the next page keeps the order that was asked for, though no such list was walked', async () => {
  const answer = (query: string) => {
    const asked = new URLSearchParams(query);
    const [size, from] = [numberIn(asked, 'rows', 8), numberIn(asked, 'start', 0)];
    const by = asked.get('order');
    const all = by === null ? goods : [...goods].reverse();
    const place = `rows=${size}&start=${from + size}${by === null ? '' : `&order=${by}`}`;
    const next = from + size < all.length ? `/v1/listings?${place}` : null;
    return {
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      told: { found: all.slice(from, from + size), count: all.length, next },
    };
  };
  const ask = learnedFrom(
    ['', 'rows=8&start=8', 'rows=8&start=16', 'rows=8&start=24', 'rows=12', 'rows=12&start=12']
      .concat(['rows=12&start=24', 'order=newest&rows=9', 'order=newest&rows=4'])
      .map(answer),
  );
  expect(await ask('GET /v1/listings?order=newest&rows=7')).toEqual([
    200,
    answer('order=newest&rows=7').told,
  ]);
});

test('whether there are more pages is told in two words, too', () => {
  const flagged = (query: URLSearchParams) => {
    const start = numberIn(query, 'start', 0);
    const end = start + numberIn(query, 'rows', 12);
    return { goods: goods.slice(start, end), more: end < goods.length ? 'Y' : 'N' };
  };
  const { body } = listFrom(['start=12', 'start=24', 'rows=20', 'rows=20&start=20'], flagged);
  expect(body).toEqual({
    goods: '{records}',
    more: { '{case}': '{page.more | text}', true: 'Y', false: 'N' },
  });
});

test.each([
  {
    how: 'not a value',
    query: 'shelf[is-not]=low',
    passes: ({ shelf }: Goods) => shelf !== 'low',
    filter: { at: '/shelf', by: 'is not' },
  },
  {
    how: 'not a value, in a condition',
    query: 'q=shelf:ne:low',
    passes: ({ shelf }: Goods) => shelf !== 'low',
    filter: { at: '/shelf', by: 'is not', as: '{}:ne:*' },
  },
  {
    how: 'one of a list in JSON',
    query: `id[in]=${JSON.stringify(['g-12', 'g-15', 'g-30'])}`,
    passes: ({ id }: Goods) => ['g-12', 'g-15', 'g-30'].includes(id),
    filter: { at: '/id', by: 'is one of' },
  },
])('records are picked that are $how', ({ query, passes, filter }) => {
  const answer = (asked: URLSearchParams) => {
    const found = [...asked].some(([name]) => /^(q|.*\[.*)$/.test(name)) ? goods.filter(passes) : goods;
    const start = numberIn(asked, 'start', 0);
    return { goods: found.slice(start, start + numberIn(asked, 'rows', 20)) };
  };
  const { filters } = learnFrom(['start=20', query, `${query}&start=20`], answer);
  expect(Object.values(filters!)[0]).toContainEqual(filter);
});

test('conditions stand in one value, and comparisons that were never seen are read by their words', () => {
  const holds = (one: Goods, condition: string) => {
    const [name = '', word, value = ''] = condition.split(':');
    const own = String(one[name as keyof Goods]);
    return word === 'EQ' ? own === value : Number(own) > Number(value);
  };
  const answer = (asked: URLSearchParams) => {
    const conditions = (asked.get('q') ?? '').split(';').filter((one) => one !== '');
    const found = goods.filter((one) => conditions.every((condition) => holds(one, condition)));
    return { goods: found.slice(numberIn(asked, 'start', 0), numberIn(asked, 'start', 0) + 20) };
  };
  const queries = ['start=20', 'q=shelf:EQ:low', 'q=stock:GT:2', 'q=shelf:EQ:low;stock:GT:2'];
  const { filters } = learnFrom(queries, answer);
  const and = { and: ';' };
  expect(filters!.q).toEqual(
    expect.arrayContaining([
      { at: '/stock', by: 'above', as: '{}:GT:*', ...and },
      { at: '/stock', by: 'at most', as: '{}:LE:*', ...and },
      { at: '/stock', by: 'is not', as: '{}:NE:*', ...and },
    ]),
  );
});

test.each([
  { how: 'that only came together', queries: ['stock_to=3&stock_from=2'] },
  {
    how: 'of which one came alone',
    queries: ['stock_from=1', 'stock_from=1&start=20', 'stock_to=3&stock_from=2'],
  },
])('two bounds $how are those of one leaf', ({ queries }) => {
  const within = (asked: URLSearchParams) => {
    const [from, to] = [numberIn(asked, 'stock_from', 0), numberIn(asked, 'stock_to', 9)];
    const found = goods.filter(({ stock }) => stock >= from && stock <= to);
    return { goods: found.slice(numberIn(asked, 'start', 0), numberIn(asked, 'start', 0) + 20) };
  };
  const { filters, ignored } = learnFrom(['start=20', ...queries], within);
  expect(filters).toEqual({
    stock_from: [{ at: '/stock', by: 'at least' }],
    stock_to: [{ at: '/stock', by: 'at most' }],
  });
  expect(ignored).toBeUndefined();
});

test('a token that was used once has its place where its number stands', () => {
  const byToken = (query: URLSearchParams) => {
    const token = query.get('on');
    const start = token === null ? 0 : Number(token.split('"')[3]);
    const end = start + numberIn(query, 'rows', 12);
    const next = end < goods.length && { next: JSON.stringify([goods[end - 1]!.id, String(end)]) };
    return { goods: goods.slice(start, end), ...next };
  };
  const { positions } = learnFrom([`on=${encodeURIComponent('["g-21","12"]')}`, 'rows=5'], byToken);
  expect(positions).toMatchObject([{ name: 'on', token: '["{last/id}","{place}"]' }]);
});

describe('of a list that was never walked', () => {
  const walked = (query: URLSearchParams, all: readonly unknown[]) => {
    const start = numberIn(query, 'start', 0);
    const end = start + numberIn(query, 'rows', 12);
    const shown = all.slice(start, end);
    return {
      items: shown,
      ...(end < all.length && { next: end }),
      ...(query.has('count') && { total: all.length }),
    };
  };
  const strategies = [{ id: 's-1' }, { id: 's-2' }];
  const ask = (path: string, text: string, all: readonly unknown[]): Asked => [
    path,
    text,
    walked(new URLSearchParams(text), all),
  ];

  test('what its sister shows under a condition is shown by it, too', () => {
    const { listStrategies } = serviceFrom([
      ...['', 'start=12', 'start=24', 'count=yes', 'count=yes&start=12', 'count=yes&start=24'].map((query) =>
        ask('/v1/listings', query, goods),
      ),
      ask('/v1/strategies', '', strategies),
    ]).lists;
    expect(listStrategies!.body).toEqual({
      items: '{records}',
      next: '{page.next?}',
      total: '{page.total | when query.count?}',
    });
  });
});

test('a list that was only seen whole has the status of a part that its sisters have', async () => {
  const ids = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at + 10}`);
  const strategies = ids('strategy', 5).map((id) => ({ id, title: `Title of ${id}` }));
  const listings = ids('listing', 4).map((id) => ({ id, cheapest: 12.5, dearest: 20 }));
  const page = (from: number, most: number) => ({ rows: strategies.slice(from, from + most), of: 5 });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: listings, of: 4 } },
    { asked: 'GET /v1/listings?most=9', told: { rows: listings, of: 4 } },
    { asked: `GET /v1/listings/${listings[0]!.id}`, told: listings[0] },
    { asked: 'GET /v1/strategies', told: page(0, 5) },
    { asked: 'GET /v1/strategies?from=0&most=2', status: 206, told: page(0, 2) },
    { asked: 'GET /v1/strategies?from=2&most=2', status: 206, told: page(2, 2) },
    { asked: 'GET /v1/strategies?from=4&most=2', status: 206, told: page(4, 2) },
    { asked: 'GET /v1/strategies?most=9', told: page(0, 9) },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, { rows: listings, of: 4 }]);
  expect(await ask('GET /v1/listings?from=2&most=2')).toEqual([206, { rows: listings.slice(2), of: 4 }]);
});

describe('a page behind the end', () => {
  const things = Array.from({ length: 13 }, (_, at) => ({ id: `t-${at + 11}`, name: `Thing ${at}` }));
  const page = (all: readonly object[], number: number, size: number, isAgain: boolean) => {
    const shown = isAgain ? Math.min(number, Math.ceil(all.length / size)) : number;
    return { things: all.slice((shown - 1) * size, shown * size), total: all.length, number };
  };
  const session = (isAgain: boolean) =>
    [
      [1, 5],
      [2, 5],
      [3, 5],
      [7, 5],
    ].map(([number = 0, size = 0]) => ({
      asked: `GET /v1/listings?size=${size}&page=${number}`,
      told: page(things, number, size, isAgain),
    }));

  test.each([true, false])('is the last one again where it was so: %s', async (isAgain) => {
    const plans = ['dawn', 'dusk', 'noon', 'tide'].map((id) => ({ id }));
    const ask = learnedFrom([
      ...session(isAgain),
      { asked: 'GET /v1/strategies', told: page(plans, 1, 5, isAgain) },
      { asked: 'GET /v1/strategies?size=3&page=1', told: page(plans, 1, 3, isAgain) },
    ]);
    expect(await ask('GET /v1/listings?size=4&page=9')).toEqual([200, page(things, 9, 4, isAgain)]);
    expect(await ask('GET /v1/listings?size=4&page=4')).toEqual([200, page(things, 4, 4, isAgain)]);
    expect(await ask('GET /v1/strategies?size=3&page=5')).toEqual([200, page(plans, 5, 3, isAgain)]);
  });
});

test('a page behind the end tells of itself what the last one does, where it was so', async () => {
  const things = Array.from({ length: 13 }, (_, at) => ({ id: `t-${at + 11}`, name: `Thing ${at}` }));
  const page = (asked: number, size = 5) => {
    const last = Math.ceil(things.length / size);
    const number = Math.min(asked, last);
    return {
      things: things.slice((number - 1) * size, number * size),
      number,
      before: number > 1 ? number - 1 : null,
      behind: number < last ? number + 1 : null,
      total: things.length,
    };
  };
  const ask = learnedFrom(
    [1, 2, 3, 7].map((number) => ({
      asked: `GET /v1/listings?size=5&page=${number}`,
      told: page(number),
    })),
  );
  expect(await ask('GET /v1/listings?size=5&page=9')).toEqual([200, page(9)]);
  expect(await ask('GET /v1/listings?size=4&page=6')).toEqual([200, page(6, 4)]);
});

describe('members that a query names', () => {
  const all = Array.from({ length: 6 }, (_, at) => ({
    id: `t-${at + 11}`,
    title: `Thing ${at}`,
    stock: at,
    low: at + 1,
  }));
  const only = (...names: readonly string[]) => ({
    things: all.map((one) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name))),
    ),
  });
  const asked = (list: readonly string[]) =>
    `GET /v1/listings?show=${encodeURIComponent(JSON.stringify(list))}`;
  const refused = (name: string) => ({ error: `There is no ${name}.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { things: all } },
    { asked: asked(['id', 'title']), told: only('id', 'title') },
    { asked: asked(['id', 'low']), told: only('id', 'low') },
    { asked: asked(['id', 'title', 'low']), told: only('id', 'title', 'low') },
    { asked: asked(['id', 'colour']), status: 400, told: refused('colour') },
    { asked: 'GET /v1/listings?sort=-stock', told: { things: all.toReversed() } },
    { asked: 'GET /v1/listings?sort=-colour', status: 400, told: refused('colour') },
  ]);

  test('are shown in other choices than the recorded ones, too', async () => {
    expect(await ask(asked(['id', 'stock', 'low']))).toEqual([200, only('id', 'stock', 'low')]);
  });

  test('and one that no record has is told by its name, wherever it is asked for', async () => {
    expect(await ask(asked(['id', 'flavour']))).toEqual([400, refused('flavour')]);
    expect(await ask('GET /v1/listings?sort=-shape')).toEqual([400, refused('shape')]);
  });
});

test('a flag is a value that was seen, however few records there were', () => {
  const { records } = serviceFrom([
    [
      '/v1/listings',
      '',
      {
        items: [
          { id: 'g-10', sold: true, open: true },
          { id: 'g-11', sold: false, open: true },
        ],
      },
    ],
  ]);
  const { fields = {} } = records.listing ?? {};
  expect(fields['/sold']).toMatchObject({ kinds: ['boolean'], values: [true, false] });
  expect(fields['/open']).toMatchObject({ values: [true] });
});

describe('records that the usual list leaves out', () => {
  const all = Array.from({ length: 12 }, (_, at) => ({
    code: `c-${at + 40}`,
    label: `Part ${(at * 5) % 12}`,
    gone: at % 4 === 1,
    shelf: at % 3 === 0 ? 'low' : 'high',
  }));
  const page = (found: typeof all, number: number) => ({
    parts: found.slice((number - 1) * 4, number * 4),
    count: found.length,
  });
  const there = all.filter(({ gone }) => !gone);
  const ask = learnedFrom([
    ...[1, 2, 3].map((number) => ({
      asked: `GET /v1/listings?leaf=${number}`,
      told: page(there, number),
    })),
    ...[1, 2, 3].map((number) => ({
      asked: `GET /v1/listings?with_gone=yes&leaf=${number}`,
      told: page(all, number),
    })),
    // So that they have not come since.
    { asked: 'GET /v1/listings?leaf=3', told: page(there, 3) },
  ]);

  test('are there where a parameter asks for them, in their places, and nowhere else', async () => {
    expect(await ask('GET /v1/listings?leaf=2')).toEqual([200, page(there, 2)]);
    expect(await ask('GET /v1/listings?with_gone=yes&leaf=2')).toEqual([200, page(all, 2)]);
  });

  test('may be one alone, where all others are alike in what it is', async () => {
    const few = all.slice(2, 6);
    const told = (found: typeof all) => ({ parts: found, count: found.length });
    const alone = learnedFrom([
      { asked: 'GET /v1/listings?with_gone=yes', told: told(few) },
      { asked: 'GET /v1/listings', told: told(few.filter(({ gone }) => !gone)) },
    ]);
    expect(await alone('GET /v1/listings')).toEqual([200, told(few.filter(({ gone }) => !gone))]);
    expect(await alone('GET /v1/listings?with_gone=yes')).toEqual([200, told(few)]);
  });
});

describe('a word that asks for the first page', () => {
  const all = Array.from({ length: 11 }, (_, at) => ({ id: `r-${at + 70}`, kind: at % 2 === 0 ? 'a' : 'b' }));
  const told = (from: number, size: number) => ({
    rows: all.slice(from, from + size),
    ...(from + size < all.length && { after: `at:${from + size}` }),
  });
  const walked = (size: string, by: number) =>
    Array.from({ length: Math.ceil(11 / by) }, (_, at) => ({
      asked: `GET /v1/listings?mark=${at === 0 ? '*' : `at:${at * by}`}${size}`,
      told: told(at * by, by),
    }));
  const ask = learnedFrom([...walked('', 4), ...walked('&rows=5', 5)]);

  test('is no token of an answer, and leads to its beginning', async () => {
    expect(await ask('GET /v1/listings?mark=*&rows=6')).toEqual([200, told(0, 6)]);
    expect(await ask('GET /v1/listings?mark=at:6&rows=6')).toEqual([200, told(6, 6)]);
  });
});

test('an id may hold an @, as long as it is no address of a mail', async () => {
  const runs = Array.from({ length: 6 }, (_, at) => ({
    by: `person${at}@mail.example`,
    run: `77AB${at}@Q${at}`,
    kind: at % 2 === 0 ? 'old' : 'new',
  }));
  const of = (kind: string) => ({ runs: runs.filter((one) => one.kind === kind) });
  const service = [
    { asked: 'GET /v1/reports', told: { runs } },
    { asked: 'GET /v1/reports?kind=old', told: of('old') },
  ];
  expect(await learnedFrom(service)('GET /v1/reports?kind=new')).toEqual([200, of('new')]);
  const { service: form } = learnProfile([{ name: 'session', recording: recordingOf(service) }]);
  expect(form?.records.reportRun?.id.at).toBe('/run');
});

test.each([
  ['digits that could be a moment', ['4000810000319', '4000810000449', '4000810001019']],
  [
    'names of several parts (RFC 8141)',
    ['urn:shop:report:158004', 'urn:shop:report:158013', 'urn:shop:report:158022'],
  ],
])('where nothing else tells records apart, their ids may be %s', async (_, ids) => {
  const runs = ids.map((id, at) => ({ id, state: 'done', created: `2026-05-12T08:2${at}:00Z` }));
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: { runs } },
    { asked: 'GET /v1/reports?size=2', told: { runs: runs.slice(0, 2) } },
  ]);
  expect(await ask('GET /v1/reports')).toEqual([200, { runs }]);
  expect(await ask('GET /v1/reports?size=1')).toEqual([200, { runs: runs.slice(0, 1) }]);
});

describe('members within an object that a query names', () => {
  const all = Array.from({ length: 5 }, (_, at) => ({
    id: `n-${at + 20}`,
    values: {
      title: `Thing ${at}`,
      stock: `${at * 3}`,
      colour: at % 2 === 0 ? 'red' : 'blue',
      rank: `${9 - at}`,
    },
  }));
  const only = ({ id, values }: (typeof all)[0], ...names: readonly (keyof (typeof all)[0]['values'])[]) => ({
    id,
    values: Object.fromEntries(names.map((name) => [name, values[name]])),
  });
  const read = (at: number, ...names: Parameters<typeof only>[1][]) => ({
    asked: `GET /v1/listings/${all[at]!.id}${names.length === 0 ? '' : `?values=${names.join(',')}`}`,
    told: only(all[at]!, ...(names.length === 0 ? (['title'] as const) : names)),
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings?values=title,stock,colour,rank',
      told: { found: all.map((one) => only(one, 'title', 'stock', 'colour', 'rank')) },
    },
    { asked: 'GET /v1/listings', told: { found: all.map((one) => only(one, 'title')) } },
    read(0),
    read(1),
    read(2, 'stock'),
    read(3, 'stock', 'rank'),
    read(4, 'colour', 'stock'),
  ]);

  test('are shown of records that were read without them, too', async () => {
    expect(await ask(read(0, 'rank', 'stock').asked)).toEqual([200, only(all[0]!, 'stock', 'rank')]);
    expect(await ask(read(2).asked)).toEqual([200, only(all[2]!, 'title')]);
  });
});

test('one record may stand in a list of one', async () => {
  const all = Array.from({ length: 4 }, (_, at) => ({
    id: `s-${at + 30}`,
    title: `Thing ${at}`,
    low: at + 1,
  }));
  const price = (at: number) => `PATCH /v1/listings/${all[at]!.id}/price`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { Things: all, ok: true } },
    { asked: `GET /v1/listings/${all[0]!.id}`, told: { Things: [all[0]], ok: true } },
    { asked: `GET /v1/listings/${all[1]!.id}`, told: { Things: [all[1]], ok: true } },
    { asked: price(0), sent: { low: 7 }, told: { Things: [{ ...all[0], low: 7 }], ok: true } },
    { asked: price(1), sent: { low: 9 }, told: { Things: [{ ...all[1], low: 9 }], ok: true } },
  ]);
  const changed = [200, { Things: [{ ...all[3], low: 5 }], ok: true }];
  expect(await ask(price(3), { low: 5 })).toEqual(changed);
  expect(await ask(`GET /v1/listings/${all[3]!.id}`)).toEqual(changed);
});

test('what a list shows only where it is asked for stays away from it otherwise, and from its filters', async () => {
  const isHidden = ({ id }: Goods) => id === 'g-12' || id === 'g-19';
  const pageOf = (query: string, size = 8) => {
    const asked = new URLSearchParams(query);
    const all = goods
      .slice(0, 14)
      .filter((one) => asked.get('withGone') === 'true' || !isHidden(one))
      .filter(({ shelf }) => asked.get('shelf') === null || asked.get('shelf') === shelf);
    const from = Number(asked.get('from') ?? 0);
    return { items: all.slice(from, from + size), total: all.length };
  };
  const answer = (query: string) => ({ asked: `GET /v1/listings${query}`, told: pageOf(query) });
  const mock = learnedFrom([
    answer(''),
    answer('?from=8'),
    { asked: 'GET /v1/listings/g-11', told: goods[1] },
    answer('?shelf=high'),
    answer('?shelf=low'),
    answer('?withGone=true'),
    answer('?withGone=true&from=8'),
  ]);

  expect(await mock('GET /v1/listings')).toEqual([200, pageOf('')]);
  expect(await mock('GET /v1/listings?from=3')).toEqual([200, pageOf('?from=3')]);
  expect(await mock('GET /v1/listings?shelf=low')).toEqual([200, pageOf('?shelf=low')]);
  expect(await mock('GET /v1/listings?withGone=true&from=5')).toEqual([200, pageOf('?withGone=true&from=5')]);
});

test('a list that is counted up to a number alone is told to be as long, and not to be counted wholly', async () => {
  const pageOf = (query: string) => {
    const asked = new URLSearchParams(query);
    const all = goods.filter(({ shelf }) => asked.get('shelf') === null || asked.get('shelf') === shelf);
    const from = Number(asked.get('from') ?? 0);
    const count = Math.min(15, all.length);
    return {
      items: all.slice(from, from + 12),
      count,
      pages: Math.ceil(count / 12),
      whole: count === all.length,
    };
  };
  const answer = (query: string) => ({ asked: `GET /v1/listings${query}`, told: pageOf(query) });
  const few = goods.slice(0, 7);
  const mock = learnedFrom([
    answer(''),
    answer('?from=12'),
    answer('?from=24'),
    { asked: 'GET /v1/listings/g-11', told: goods[1] },
    answer('?shelf=low'),
    answer('?shelf=high'),
    answer('?shelf=high&from=12'),
    { asked: 'GET /v1/strategies', told: { items: few, count: 7, pages: 1, whole: true } },
    answer('?shelf=none'),
    // Of what changes nothing, only the beginning was seen.
    answer('?colour=red'),
  ]);

  for (const query of ['', '?from=12', '?shelf=high', '?shelf=low', '?from=5', '?colour=red'])
    expect(await mock(`GET /v1/listings${query}`)).toEqual([200, pageOf(query)]);
});

test('a link that is a query alone keeps what else was asked for', async () => {
  const link = (query: URLSearchParams, page: number) => {
    const other = new URLSearchParams(query);
    other.delete('page');
    return `?page=${page}${other.size === 0 ? '' : `&${other.toString()}`}`;
  };
  const answer = (target: string) => {
    const query = new URLSearchParams(target);
    const page = numberIn(query, 'page', 1);
    const found = goods.filter(({ shelf }) => (query.get('shelf') ?? shelf) === shelf);
    const [from, to] = [page * 6 - 6, page * 6];
    return {
      goods: found.slice(from, to),
      links: { current: link(query, page), next: to < found.length ? link(query, page + 1) : null },
    };
  };
  const queries = ['', 'page=2', 'page=3', 'page=4', 'page=5', 'shelf=low', 'page=2&shelf=low'];
  const ask = learnedFrom(
    queries.map((query) => ({ asked: `GET /v1/listings?${query}`, told: answer(query) })),
  );
  expect(await ask('GET /v1/listings?shelf=high')).toEqual([200, answer('shelf=high')]);
});

describe('a range', () => {
  const priced = (query: URLSearchParams) => {
    const [low = '', high = ''] = query.get('stock')?.split('-') ?? [];
    const isWithin = ({ stock }: Goods) =>
      (low === '' || low === '*' || stock >= Number(low)) &&
      (high === '' || high === '*' || stock <= Number(high));
    return { goods: goods.filter(isWithin).slice(0, 40) };
  };
  const ask = learnedFrom(
    ['', '?stock=1-3', '?stock=2-2', '?stock=*-1'].map((query) => ({
      asked: `GET /v1/listings${query}`,
      told: priced(new URLSearchParams(query)),
    })),
  );

  test.each(['0-2', '3-4', '*-2', '3-*'])(
    'may be written with a dash, and be open at an end: %s',
    async (range) => {
      const query = `stock=${range}`;
      expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, priced(new URLSearchParams(query))]);
    },
  );
});

test('what every list tells, such as the orders that may be asked for, is no cursor', () => {
  const sorted = (query: URLSearchParams) => ({
    goods: [...picked(new URLSearchParams({ ...Object.fromEntries(query), rows: '40' })).goods]
      .sort((a, b) => (query.has('sort') ? a.stock - b.stock || byName(a, b) : 0))
      .slice(0, numberIn(query, 'rows', 8)),
    orders: ['by_stock', 'by_relevance'],
  });
  const { positions = [] } = learnFrom(
    [
      'rows=5',
      'shelf=low',
      'shelf=high&rows=3',
      'rows=4&start=4',
      'sort=by_stock',
      'sort=by_stock&shelf=low',
    ],
    sorted,
  );
  expect(positions.map(({ name }) => name)).not.toContain('sort');
});

test('a link that tells half of a surrogate pair, which has no UTF-8, is written', async () => {
  const titles = ['amber', 'beige', 'cream', 'd\ud83d', 'ecru'];
  const all = titles.map((title, at) => ({ id: `item-${at}`, title }));
  const page = (at: number): Said => {
    const before = at === 0 ? '' : `&after=${titles[at - 1]!}`;
    const next = `https://upstream.example/v1/listings?limit=1&after=${titles[at]!}`;
    return { asked: `GET /v1/listings?limit=1${before}`, told: { items: [all[at]], next } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all, next: null } },
    page(0),
    page(1),
    page(2),
  ]);
  const [status, told] = (await ask('GET /v1/listings?limit=1&after=cream')) as [number, { next: string }];
  expect(status).toBe(200);
  expect(told).toMatchObject({ items: [all[3]] });
  expect(told.next).toContain('after=d%EF%BF%BD');
});

test('what an answer tells of a list is nothing where an order was asked for, nor where nothing is found', async () => {
  const countOf = (wanted: string | null) =>
    goods.filter(({ shelf }) => wanted === null || shelf === wanted).length;
  const said = (text: string): Said => {
    const query = new URLSearchParams(text);
    const { goods: found } = picked(query);
    const isOrdered = query.has('order');
    const best = isOrdered || found.length === 0 ? null : 1;
    return {
      asked: `GET /v1/listings?${text}`,
      told: { best, count: countOf(query.get('shelf')), goods: isOrdered ? [...found].sort(byName) : found },
    };
  };
  const ask = learnedFrom([
    ...['', 'start=8', 'rows=6&start=12', 'shelf=none', 'shelf=high', 'shelf=high&rows=4', 'rows=30'].map(
      said,
    ),
    ...['rows=30', 'rows=40', 'rows=35', 'shelf=low&rows=30'].map((one) => said(`${one}&order=name`)),
  ]);
  const best = async (query: string) => {
    const [, told] = (await ask(`GET /v1/listings?${query}`)) as [number, { best: unknown }];
    return told.best;
  };
  expect(await best('shelf=low&rows=5')).toBe(1);
  expect(await best('shelf=lost')).toBeNull();
  expect(await best('rows=32&order=name')).toBeNull();
});

describe('a list that several leaves explain', () => {
  const items = Array.from({ length: 12 }, (_, at) => {
    const price = ((at * 5) % 12) * 10 + 20;
    return {
      id: `i-${at + 10}`,
      title: ['Oak chair', 'Ash table', 'Oak stool', 'Elm bench'][at % 4]!,
      price,
      min_price: price - 1,
      plan: at % 3 === 0 ? null : 'steady',
      rank: at % 2 === 0 ? null : 1,
    };
  });
  type Item = (typeof items)[number];
  const said = (query: string, found: readonly Item[]): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: { items: found },
  });
  const byPrice = [...items].sort((a, b) => a.price - b.price);
  const without = (at: 'plan' | 'rank', isMeant = true) =>
    items.filter((one) => (one[at] === null) === isMeant);
  const ask = learnedFrom([
    said('', items),
    said('order=min_price.desc', [...byPrice].reverse()),
    said('order=price.asc', byPrice),
    said(
      'minPriceFrom=50&minPriceTo=100',
      items.filter(({ price }) => price > 50 && price < 105),
    ),
    said(
      'search=oak',
      items.filter(({ title }) => title.startsWith('Oak')),
    ),
    said('plan=is.null', without('plan')),
    said('rank=not.is.null', without('rank', false)),
    said(
      'title=like.*table*',
      items.filter(({ title }) => title.includes('table')),
    ),
    {
      asked: 'PATCH /v1/listings/i-10/price',
      sent: { min_price: 500 },
      told: { ...items[0]!, min_price: 500 },
    },
    { asked: 'GET /v1/listings/i-10', told: { ...items[0]!, min_price: 500 } },
    { asked: 'PATCH /v1/listings/i-11/price', sent: { min_price: 3 }, told: { ...items[1]!, min_price: 3 } },
  ]);
  const found = async (query: string) => {
    const [, told] = (await ask(`GET /v1/listings?${query}`)) as [number, { items: readonly Item[] }];
    return told.items.map(({ id }) => id);
  };
  const ids = (of: readonly Item[]) => of.map(({ id }) => id);

  test('is sorted by the one whose whole name was asked for', async () => {
    await ask('PATCH /v1/listings/i-12/price', { min_price: 900 });
    expect((await found('order=min_price.desc'))[0]).toBe('i-12');
    expect((await found('order=price.asc')).indexOf('i-12')).toBe(ids(byPrice).indexOf('i-12'));
  });

  test('is picked from by the one that the parameters name', async () => {
    await ask('PATCH /v1/listings/i-13/price', { min_price: 77 });
    expect(await found('minPriceFrom=76.5&minPriceTo=77.5')).toEqual(['i-13']);
  });

  test('is searched for what stands anywhere in a text', async () => {
    expect(await found('search=stool')).toEqual(ids(items.filter(({ title }) => title.includes('stool'))));
  });

  test('is picked from by what has no value, and a star stands for any text', async () => {
    await ask('PATCH /v1/listings/i-10/price', { min_price: 7 });
    expect(await found('plan=is.null')).toEqual(ids(without('plan')));
    expect(await found('title=like.*bench*')).toEqual(
      ids(items.filter(({ title }) => title.includes('bench'))),
    );
  });

  test('is asked in each parameter that is called as its leaf is in the ways of the others', async () => {
    expect(await found('plan=not.is.null')).toEqual(ids(without('plan', false)));
    expect(await found('rank=is.null')).toEqual(ids(without('rank')));
  });
});

test('a path of a leaf sorts, wherever the leaves stand that were sorted by', async () => {
  const things = Array.from({ length: 9 }, (_, at) => ({
    id: `t-${at + 10}`,
    mode: { price: { amount: (at * 5) % 9 } },
    stock: { left: (at * 7) % 9, sold: (at * 4) % 9 },
  }));
  const by = (of: (thing: (typeof things)[number]) => number) => ({
    all: [...things].sort((a, b) => of(a) - of(b)),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { all: things } },
    { asked: 'GET /v1/listings?sort=-mode.price.amount', told: by(({ mode }) => -mode.price.amount) },
    { asked: 'GET /v1/listings?sort=colour', status: 422, told: { error: 'cannot sort' } },
  ]);
  expect(await ask('GET /v1/listings?sort=-stock.left')).toEqual([200, by(({ stock }) => -stock.left)]);
  expect(await ask('GET /v1/listings?sort=stock.sold')).toEqual([200, by(({ stock }) => stock.sold)]);
  expect(await ask('GET /v1/listings?sort=stock.lost')).toEqual([422, { error: 'cannot sort' }]);
});
