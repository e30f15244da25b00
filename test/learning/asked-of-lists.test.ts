// What a list is asked for in ways that come together: by several leaves, by several values, by whether something is there.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Ware {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly cost: number;
  readonly rule: string | null;
}

const kinds = ['lamp', 'rug', 'chair', 'desk', 'lamp', 'rug', 'lamp'];
const wares = Array.from({ length: 24 }, (_, at): Ware => ({
  id: `w-${100 + at}`,
  name: `Ware ${(at * 7) % 24}`,
  kind: kinds[(at * 5) % 7]!,
  cost: 10 + ((at * 17) % 60),
  rule: at % 3 === 1 ? null : `r-${at % 5}`,
}));

type Leaf = 'name' | 'kind' | 'cost';
type Order = readonly [leaf: Leaf, isDown: boolean];

const compared = (a: Ware, b: Ware, [leaf, isDown]: Order) =>
  (a[leaf] < b[leaf] ? -1 : a[leaf] > b[leaf] ? 1 : 0) * (isDown ? -1 : 1);

const sorted = (all: readonly Ware[], orders: readonly Order[]) =>
  [...all].sort((a, b) => orders.reduce((step, order) => step || compared(a, b, order), 0));

/** A mock of a service that was asked in some ways. */
function askedSo(targets: readonly string[], answer: (query: URLSearchParams) => unknown) {
  const told = (target: string) => answer(new URLSearchParams(target.split('?')[1]));
  const ask = learnedFrom(
    ['', ...targets].map((target): Said => ({ asked: `GET /v1/listings${target}`, told: told(target) })),
  );
  return async (target: string) => {
    expect(await ask(`GET /v1/listings${target}`), target).toEqual([200, told(target)]);
  };
}

test('a list is sorted by several leaves where the parameter is sent several times, or names several', async () => {
  const orderOf = (text: string): Order =>
    text.startsWith('-') ? [text.slice(1) as Leaf, true] : [text as Leaf, false];
  const inOrder = (query: URLSearchParams) => ({
    wares: sorted(
      wares,
      query.getAll('sort').flatMap((text) => text.split(',').map(orderOf)),
    ),
  });
  const same = askedSo(['?sort=cost', '?sort=-name', '?sort=kind&sort=-cost', '?sort=kind,cost'], inOrder);
  await same('?sort=-kind&sort=name');
  await same('?sort=kind,-name');
});

test('a family of parameters names the leaves to sort by, as in order[cost]=desc', async () => {
  const inOrder = (query: URLSearchParams) => ({
    wares: sorted(
      wares,
      [...query].map(([name, direction]): Order => [name.slice(6, -1) as Leaf, direction === 'desc']),
    ),
  });
  const same = askedSo(['?order[cost]=desc', '?order[name]=asc'], inOrder);
  await same('?order[name]=desc');
  await same('?order[kind]=asc&order[cost]=desc');
});

test('what picks records is told apart from what sorts them, though both were only asked for together', async () => {
  const answer = (query: URLSearchParams) => {
    const [least, most] = [Number(query.get('least') ?? 0), Number(query.get('most') ?? Infinity)];
    const found = wares.filter(
      ({ cost, kind }) => cost >= least && cost <= most && kind === (query.get('kind') ?? kind),
    );
    const all = sorted(found, query.has('by') ? [[query.get('by') as Leaf, false]] : []);
    return { wares: all.slice(0, Number(query.get('rows') ?? 50)), total: all.length };
  };
  const same = askedSo(
    [
      '?rows=7',
      '?rows=4&by=cost',
      '?by=cost',
      '?least=20&most=41',
      '?most=33&by=cost',
      '?kind=lamp&by=name',
      '?kind=rug&by=cost',
    ],
    answer,
  );
  await same('?least=30&most=52');
  await same('?most=27');
  await same('?kind=desk');
});

test('of several values of one parameter a record has one, and links keep them all', async () => {
  const answer = (query: URLSearchParams) => {
    const wanted = query.getAll('kind[]');
    const found = wares.filter(({ kind }) => wanted.length === 0 || wanted.includes(kind));
    const page = Number(query.get('page') ?? 1);
    const link = `/v1/listings?page=${page + 1}${wanted.map((one) => `&kind[]=${one}`).join('')}`;
    return {
      wares: found.slice(page * 5 - 5, page * 5),
      total: found.length,
      next: page * 5 < found.length ? link : null,
    };
  };
  const many = (...names: readonly string[]) => names.map((name) => `kind[]=${name}`).join('&');
  const same = askedSo(
    [
      '?page=2',
      '?page=3',
      '?page=4',
      '?page=5',
      `?${many('lamp', 'rug')}`,
      `?${many('lamp', 'rug')}&page=2`,
      `?${many('lamp', 'rug')}&page=3`,
      `?${many('lamp', 'rug')}&page=4`,
    ],
    answer,
  );
  await same(`?${many('chair', 'desk')}`);
  await same(`?${many('chair', 'rug')}&page=2`);
});

test('a parameter may ask for what has something, or for what has not', async () => {
  const same = askedSo(['?ruled=true', '?ruled=false'], (query) => ({
    wares: wares.filter(
      ({ rule }) => !query.has('ruled') || (rule !== null) === (query.get('ruled') === 'true'),
    ),
  }));
  await same('?ruled=true');
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    { asked: 'GET /v1/listings?ruled=false', told: { wares: wares.filter(({ rule }) => rule === null) } },
  ]);
  const ruled = { wares: wares.filter(({ rule }) => rule !== null) };
  expect(await ask('GET /v1/listings?ruled=true')).toEqual([200, ruled]);
});

test('what a list is called is not told by its records, of which there may be none', async () => {
  const listOf = (type: string, all: readonly Ware[]) => (target: string) => {
    const query = new URLSearchParams(target.split('?')[1]);
    const found = all.filter(({ kind }) => (query.get('kind') ?? kind) === kind);
    return {
      of: type,
      items: found.map((ware) => ({ type, ...ware })),
      empty: found.length === 0,
      sorted: false,
    };
  };
  const lists = {
    listings: listOf('Ware', wares),
    strategies: listOf('Rule', wares.slice(0, 9)),
    reports: listOf('Run', wares.slice(4, 7)),
  };
  const asked = (name: keyof typeof lists, target: string): Said => ({
    asked: `GET /v1/${name}${target}`,
    told: lists[name](target),
  });
  const ask = learnedFrom([
    ...['', '?kind=lamp', '?kind=rug', '?kind=bed'].map((target) => asked('listings', target)),
    ...['', '?kind=lamp', '?kind=desk'].map((target) => asked('strategies', target)),
    ...['', ''].map((target) => asked('reports', target)),
  ]);
  expect(await ask('GET /v1/strategies?kind=stool')).toEqual([200, lists.strategies('?kind=stool')]);
});

test('what stands in answers only where something was asked for is told so', async () => {
  const told = (target: string) => {
    const few = wares.slice(0, 6).map(({ id, name }) => ({ id, name }));
    const query = target.split('?')[1];
    return { rules: few, ...(query !== undefined && { view: { of: query } }) };
  };
  const targets = ['', '?name=Ware+0', '?rows=3'];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    ...[...targets, ...targets].map((target): Said => ({
      asked: `GET /v1/strategies${target}`,
      told: told(target),
    })),
  ]);
  expect(await ask('GET /v1/strategies')).toEqual([200, told('')]);
  expect(await ask('GET /v1/strategies?shape=round')).toMatchObject([200, { view: {} }]);
});

test('records of an order that nothing tells wholly stand behind those that were seen', async () => {
  // Of one kind, they stand as nobody can tell.
  const place = ({ id }: Ware) => (Number(id.slice(2)) * 7) % 24;
  const told = (target: string) => {
    const query = new URLSearchParams(target);
    const leaf = query.get('by') as Leaf | null;
    const found = wares.filter(({ kind }) => (query.get('kind') ?? kind) === kind);
    const all =
      leaf === null ? found : found.sort((a, b) => compared(a, b, [leaf, false]) || place(a) - place(b));
    return { wares: all.slice(0, Number(query.get('rows') ?? all.length)), total: all.length };
  };
  const odd = '?by=kind&rows=6';
  const targets = ['', '?rows=50', '?rows=8', odd, '?by=cost&rows=9', '?kind=lamp', '?kind=rug&rows=2'];
  const ask = learnedFrom(
    targets.map((target): Said => ({ asked: `GET /v1/listings${target}`, told: told(target) })),
  );
  expect(await ask(`GET /v1/listings${odd}`)).toEqual([200, told(odd)]);
});

describe('conditions that name a comparison', () => {
  const isMet = (ware: Ware, [leaf, sign, value]: readonly [string, string, string]) => {
    const own = leaf === 'worth' ? ware.cost : ware[leaf as Leaf];
    if (sign === 'in') return /'([^()]*)'/.exec(value)![1]!.split("','").includes(String(own));
    if (sign === 'ge' || sign === '>=') return Number(own) >= Number(value);
    if (sign === 'le' || sign === '<=') return Number(own) <= Number(value);
    return Number(own) > Number(value);
  };

  test('as a word or as a sign: of a leaf that they call otherwise, the other comparisons are known, too', async () => {
    for (const [signs, and] of [
      [['ge', 'le'], ' and '],
      [['>=', '<='], ';'],
    ] as const) {
      const space = and === ';' ? '' : ' ';
      const on = (sign: 0 | 1, value: number) => `worth${space}${signs[sign]}${space}${value}`;
      const answer = (query: URLSearchParams) => {
        const conditions = (query.get('where') ?? '').split(and).filter((one) => one !== '');
        const asked = conditions.map(
          (one) =>
            /^(\w+?) ?(ge|le|>=|<=) ?(\d+)$/.exec(one)!.slice(1) as unknown as [string, string, string],
        );
        return { wares: wares.filter((ware) => asked.every((one) => isMet(ware, one))) };
      };
      const where = (...parts: string[]) => `?where=${encodeURIComponent(parts.join(and))}`;
      const same = askedSo([where(on(0, 40)), where(on(0, 20), on(1, 45))], answer);
      await same(where(on(1, 33)));
      await same(where(on(0, 25), on(1, 60)));
    }
  });

  test('of one of several values, each between quotes', async () => {
    const answer = (query: URLSearchParams) => {
      const [, leaf, value] = /^(\w+) in (.+)$/.exec(query.get('where') ?? '') ?? [];
      const isPicked = (ware: Ware) => leaf === undefined || isMet(ware, [leaf, 'in', value!]);
      return { wares: wares.filter(isPicked) };
    };
    const where = (kindsAsked: readonly string[]) =>
      `?where=${encodeURIComponent(`kind in ('${kindsAsked.join("','")}')`)}`;
    const same = askedSo([where(['rug', 'desk'])], answer);
    await same(where(['lamp', 'chair']));
    await same(where(['desk']));
  });
});

test('a refusal tells what stands behind the operator of a condition, and the sign at which it could not be read', async () => {
  const operators: Readonly<Record<string, (own: number, value: number) => boolean>> = {
    gte: (own, value) => own >= value,
    lte: (own, value) => own <= value,
  };
  const told = (query: string): { readonly status?: number; readonly told: unknown } => {
    const [, value = ''] = query.split('=');
    const [, operator = '', operand = ''] = /^(gte|lte)\.(.*)$/.exec(value) ?? [];
    if (operator === '')
      return { status: 400, told: { error: `cannot read ${value}`, hint: `unexpected "${value[0]!}"` } };
    if (!/^\d+$/.test(operand)) return { status: 422, told: { error: `"${operand}" is no number` } };
    return { told: { wares: wares.filter(({ cost }) => operators[operator]!(cost, Number(operand))) } };
  };
  const said = (query: string): Said => ({ asked: `GET /v1/listings?${query}`, ...told(query) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    ...['cost=gte.40', 'cost=lte.60', 'cost=gte.25', 'cost=gte.cheap', 'cost=over.20'].map(said),
  ]);
  for (const query of ['cost=lte.50', 'cost=lte.dear', 'cost=below.9', 'cost=30']) {
    const { status = 200, told: body } = told(query);
    expect(await ask(`GET /v1/listings?${query}`), query).toEqual([status, body]);
  }
});

test('amounts in cents are asked for in whole units', async () => {
  const inCents = wares.map(({ cost, ...ware }) => ({ ...ware, cost: cost * 100 + 25 }));
  const answer = (query: URLSearchParams) => {
    const [least, most] = ['from', 'to'].map((name) => query.get(name));
    return {
      wares: inCents.filter(
        ({ cost }) => cost >= Number(least ?? 0) * 100 && cost <= Number(most ?? Infinity) * 100,
      ),
    };
  };
  const same = askedSo(['?from=20&to=50', '?from=45'], answer);
  await same('?from=33');
  await same('?from=15&to=38');
});

test('a list is sorted by the first of several texts, such as a title in several languages', async () => {
  const names = ['Pan', 'Cup', 'Jug', 'Bowl', 'Mug', 'Dish'];
  const titled = names.map((name, at) => ({
    id: `t-${at}`,
    title: [
      { lang: 'en', text: name },
      { lang: 'de', text: `${names[(at * 5 + 2) % 6]!}e` },
    ],
  }));
  const up = [...titled].sort((a, b) => (a.title[0]!.text < b.title[0]!.text ? -1 : 1));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: titled } },
    { asked: 'GET /v1/listings?sort=title:asc', told: { items: up } },
  ]);
  expect(await ask('GET /v1/listings?sort=title:desc')).toEqual([200, { items: up.toReversed() }]);
});

test('words for the values of a leaf tell what its other values are called', async () => {
  const states = ['On sale', 'Out of stock', 'Delisted'].map((name, at) => ({ id: at + 1, name }));
  const goods = Array.from({ length: 12 }, (_, at) => ({ id: `g-${at}`, state: states[(at * 5) % 3]! }));
  const inState = (id: number) => ({ items: goods.filter(({ state }) => state.id === id) });
  const strange = { error: 'no such state' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: goods } },
    { asked: 'GET /v1/listings?state=on_sale', told: inState(1) },
    { asked: 'GET /v1/listings?state=out_of_stock', told: inState(2) },
    { asked: 'GET /v1/listings?state=sleeping', status: 400, told: strange },
  ]);
  expect(await ask('GET /v1/listings?state=delisted')).toEqual([200, inState(3)]);
  expect(await ask('GET /v1/listings?state=dreaming')).toEqual([400, strange]);
});

test('a list is sorted by what stands in a member that is named, such as an amount with its currency', async () => {
  const items = Array.from({ length: 9 }, (_, at) => ({
    id: `w-${at + 31}`,
    price: { currency: 'EUR', amount: 12 + ((at * 5) % 9) },
    cost: { currency: 'EUR', amount: 5 + ((at * 7) % 9) },
  }));
  const by = (name: 'price' | 'cost') => [...items].sort((a, b) => a[name].amount - b[name].amount);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings?order=price:asc', told: { items: by('price') } },
  ]);
  expect(await ask('GET /v1/listings?order=cost:asc')).toEqual([200, { items: by('cost') }]);
  expect(await ask('GET /v1/listings?order=cost:desc')).toEqual([200, { items: by('cost').toReversed() }]);
});

describe('a parameter that no recorded request had', () => {
  const strange = (name: string) => ({ error: `unknown parameter ${name}` });
  const of = (kind: string) => ({ items: wares.filter((ware) => ware.kind === kind) });
  const byCost = { items: sorted(wares, [['cost', false]]) };
  const recorded: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/listings?kind=lamp', told: of('lamp') },
    { asked: 'GET /v1/listings?kind=rug', told: of('rug') },
    { asked: 'GET /v1/listings?order=cost', told: byCost },
    { asked: 'GET /v1/listings?colour=red', status: 400, told: strange('colour') },
    { asked: 'GET /v1/listings?order=size', status: 400, told: { error: 'cannot order by size' } },
  ];

  test('asks of the leaf that it is called after, where another is called after its own', async () => {
    const ask = learnedFrom(recorded);
    expect(await ask('GET /v1/listings?rule=r-2')).toEqual([
      200,
      { items: wares.filter(({ rule }) => rule === 'r-2') },
    ]);
    expect(await ask('GET /v1/listings?size=3')).toEqual([400, strange('size')]);
  });

  test('and a leaf that no list was sorted by sorts one', async () => {
    const ask = learnedFrom(recorded);
    expect(await ask('GET /v1/listings?order=name')).toEqual([
      200,
      { items: sorted(wares, [['name', false]]) },
    ]);
    expect(await ask('GET /v1/listings?order=weight')).toEqual([400, { error: 'cannot order by weight' }]);
  });

  test('is refused where that very one was, and no other that is called after a leaf', async () => {
    const ask = learnedFrom([
      ...recorded,
      { asked: 'GET /v1/listings?name=3', status: 400, told: { error: 'not a text for name: 3' } },
    ]);
    expect(await ask('GET /v1/listings?name=5')).toEqual([400, { error: 'not a text for name: 5' }]);
    expect(await ask('GET /v1/listings?rule=r-2')).toEqual([
      200,
      { items: wares.filter(({ rule }) => rule === 'r-2') },
    ]);
    expect(await ask('GET /v1/listings?colour=blue')).toEqual([400, strange('colour')]);
  });
});

test('a list that was sorted by marked names alone is sorted upwards by a name without a mark', async () => {
  const recorded = ['cost,desc', 'name,desc'].map((asked): Said => {
    const [leaf] = asked.split(',') as [Leaf];
    return { asked: `GET /v1/listings?order=${asked}`, told: { items: sorted(wares, [[leaf, true]]) } };
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    ...recorded,
    { asked: 'GET /v1/listings?order=size', status: 400, told: { error: 'cannot order by size' } },
  ]);
  expect(await ask('GET /v1/listings?order=kind')).toEqual([
    200,
    { items: sorted(wares, [['kind', false]]) },
  ]);
});

test('a list that tells how many records it has is known to be picked, though its page begins as the usual one does', async () => {
  const answer = (query: URLSearchParams) => {
    const found = wares.filter((_, at) => at < Number(query.get('until') ?? 99));
    const shown = found.slice(0, Number(query.get('rows') ?? 50));
    return { wares: shown.map((ware) => ({ ...ware, rank: wares.indexOf(ware) })), total: found.length };
  };
  const same = askedSo(['?rows=5', '?until=9&rows=3', '?until=15&rows=4'], answer);
  await same('?until=12&rows=20');
});

test('a page that is asked for with no record and shows one has one at least', async () => {
  const answer = (query: URLSearchParams) => ({
    wares: wares.slice(0, Math.max(1, Number(query.get('rows') ?? 50))),
    total: wares.length,
  });
  const same = askedSo(['?rows=7', '?rows=0', '?rows=3'], answer);
  await same('?rows=-2');
});

test('a condition on a moment names the whole of it', async () => {
  const made = (at: number) => `2025-0${1 + (at % 9)}-1${(at * 7) % 10}T08:00:00Z`;
  const all = wares.map((ware, at) => ({ ...ware, made: made(at) }));
  const since = (least: string) => ({ wares: all.filter((ware) => ware.made > least) });
  const asked = (least: string) => `GET /v1/listings?where=made%20%3E%20${least}`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    { asked: 'GET /v1/listings?kind=none', told: { wares: [] } },
    { asked: asked('2025-03-01T00:00:00Z'), told: since('2025-03-01T00:00:00Z') },
  ]);
  const [, told] = (await ask(asked('2025-05-14T06:30:00Z'))) as [number, { wares: readonly Ware[] }];
  const ids = (found: readonly Ware[]) => found.map(({ id }) => id);
  expect(ids(told.wares)).toEqual(ids(since('2025-05-14T06:30:00Z').wares));
});

test('two parameters of a short list are no range of names, and one sorts it as it sorts its sister', async () => {
  const rules = [
    { id: 'r-1', kind: 'lamp', step: 4 },
    { id: 'r-2', kind: 'rug', step: 2 },
    { id: 'r-3', kind: 'lamp', step: 9 },
    { id: 'r-4', kind: 'rug', step: 7 },
    { id: 'r-5', kind: 'chair', step: 1 },
  ];
  const sortedBy = (leaf: Leaf, isDown: boolean) => ({ wares: sorted(wares, [[leaf, isDown]]) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    { asked: 'GET /v1/listings?by=cost', told: sortedBy('cost', false) },
    { asked: 'GET /v1/listings?by=-name', told: sortedBy('name', true) },
    { asked: 'GET /v1/strategies', told: { rules } },
    { asked: 'GET /v1/strategies?kind=lamp&by=-step', told: { rules: [rules[2], rules[0]] } },
  ]);
  expect(await ask('GET /v1/strategies?kind=rug&by=-step')).toEqual([200, { rules: [rules[3], rules[1]] }]);
  expect(await ask('GET /v1/strategies?kind=rug&by=step')).toEqual([200, { rules: [rules[1], rules[3]] }]);
});

test('what sorts a list, and how long its pages are, is told by lists that a write came between', async () => {
  const clocked = wares.map((one, at) => ({
    ...one,
    min: 5,
    seen: `2026-03-0${1 + (at % 2)}T1${at % 10}:00:0${at % 7}Z`,
  }));
  const list = (query: string, now = clocked) => {
    const asked = new URLSearchParams(query);
    const all = asked.has('sort') ? [...now].sort((a, b) => (a.seen < b.seen ? 1 : -1)) : now;
    const [rows, from] = [Number(asked.get('rows') ?? 10), Number(asked.get('from') ?? 0)];
    return { wares: all.slice(from, from + rows), goesOn: from + rows < all.length };
  };
  const written = [4, 9].map((at, number) => ({
    ...clocked[at]!,
    min: 7,
    seen: `2026-03-03T09:00:0${5 + number}Z`,
  }));
  const after = clocked.map((one) => written.find(({ id }) => id === one.id) ?? one);
  const write = (at: number, number: number): Said => ({
    asked: `PATCH /v1/listings/${clocked[at]!.id}/price`,
    sent: { min: 7 },
    told: written[number],
  });
  const said = (query: string, now = clocked): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: list(query, now),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list('') },
    said('from=10'),
    said('from=20'),
    said('sort=-seen&rows=5'),
    said('rows=4'),
    write(4, 0),
    write(9, 1),
    said('sort=-seen&rows=6', after),
  ]);
  for (const query of ['sort=-seen&rows=5', 'rows=3', 'sort=-seen&rows=8&from=8'])
    expect(await ask(`GET /v1/listings?${query}`), query).toEqual([200, list(query)]);
});

test('a direction that is asked for is told again, though the usual one depends on what else is asked', async () => {
  const answer = (query: URLSearchParams) => {
    const by = query.get('by');
    const way = query.get('way') ?? (by === null ? 'down' : 'up');
    const leaf: Leaf = by === null ? 'name' : (by as Leaf);
    return { wares: sorted(wares, [[leaf, way === 'down']]), way };
  };
  const same = askedSo(['?by=cost', '?by=kind&way=up', '?by=cost&way=down', '?way=up', '?way=down'], answer);
  await same('?by=name&way=up');
  await same('?by=name&way=down');
  await same('');
});

test('the name of a parameter tells how it compares where its answers leave that open', async () => {
  const meets: Readonly<Record<string, (one: Ware, asked: string) => boolean>> = {
    cost_less_than: ({ cost }, asked) => cost < Number(asked),
    cost_above: ({ cost }, asked) => cost > Number(asked),
    cost_from: ({ cost }, asked) => cost >= Number(asked),
    name_starting: ({ name }, asked) => name.startsWith(asked),
  };
  const answer = (query: URLSearchParams) => ({
    wares: wares.filter((one) => [...query].every(([name, asked]) => meets[name]!(one, asked))),
  });
  const same = askedSo(
    ['?cost_less_than=30.5', '?cost_above=40.5', '?cost_from=20.5', '?name_starting=Ware%201'],
    answer,
  );
  const { cost } = wares[5]!;
  await same(`?cost_less_than=${cost}`);
  await same(`?cost_above=${cost}`);
  await same(`?cost_from=${cost}`);
  await same('?name_starting=1');
});

test('of a condition that names its leaf, a state that is none is refused though a strategy was asked for that none follows', async () => {
  const items = Array.from({ length: 12 }, (_, at) => ({
    id: `item-${at}`,
    title: `Lamp-${String.fromCharCode(65 + at)}${at * 7}`,
    state: ['open', 'closed'][at % 2],
    rule: ['rule-a', 'rule-b', null][at % 3],
    low: 5 + at,
    high: 90 + at,
  }));
  const where = (field: string, value: string) =>
    `GET /v1/listings?where[0][field]=${field}&where[0][value]=${value}`;
  const found = (field: string, value: string): Said => ({
    asked: where(field, value),
    told: { items: items.filter((one) => String(one[field as keyof typeof one]) === value) },
  });
  const refused = { status: 422, told: { errors: { where: ['is invalid'] } } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/strategies', told: { items: ['a', 'b', 'c'].map((id) => ({ id: `rule-${id}` })) } },
    found('state', 'open'),
    found('state', 'closed'),
    found('rule', 'rule-b'),
    found('title', 'Lamp-C14'),
    // A strategy that no listing follows.
    found('rule', 'rule-c'),
    { asked: where('state', 'lost'), ...refused },
    { asked: where('colour', 'red'), status: 422, told: { errors: { where: ['has no such field'] } } },
  ]);
  expect(await ask(where('state', 'gone'))).toEqual([422, refused.told]);
  expect(await ask(where('title', 'Lamp-D21'))).toEqual([200, { items: [items[3]] }]);
});

test('a page below the first is refused in the words for a size below one', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?size=10', told: { wares: wares.slice(0, 10) } },
    { asked: 'GET /v1/listings?size=10&page=2', told: { wares: wares.slice(10, 20) } },
    { asked: 'GET /v1/listings?size=10&page=3', told: { wares: wares.slice(20) } },
    { asked: 'GET /v1/listings?size=0', status: 400, told: { error: 'No such value of size.' } },
  ]);
  expect(await ask('GET /v1/listings?page=0')).toEqual([400, { error: 'No such value of page.' }]);
});

test('a refusal of a condition tells the leaf that the condition names', async () => {
  const find = (condition: string) => `GET /v1/listings?find=${encodeURIComponent(condition)}`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { wares } },
    { asked: find("kind = 'lamp'"), told: { wares: wares.filter(({ kind }) => kind === 'lamp') } },
    { asked: find("name = 'Ware 7'"), told: { wares: wares.filter(({ name }) => name === 'Ware 7') } },
    { asked: find("cost = 'dear'"), status: 400, told: { error: 'No record has this for its cost.' } },
  ]);
  expect(await ask(find("rule = 'none'"))).toEqual([400, { error: 'No record has this for its rule.' }]);
});

test('a page before the first is the first, and pages are counted from one all the same', async () => {
  const page = (number: number, size: number) => ({
    page: number,
    size,
    items: wares.slice((number - 1) * size, number * size),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(1, 5) },
    { asked: 'GET /v1/listings?page=2', told: page(2, 5) },
    { asked: 'GET /v1/listings?page=3', told: page(3, 5) },
    { asked: 'GET /v1/listings?page=2&take=3', told: page(2, 3) },
    { asked: 'GET /v1/listings?page=0&take=4', told: page(1, 4) },
  ]);
  expect(await ask('GET /v1/listings?page=3&take=2')).toEqual([200, page(3, 2)]);
  expect(await ask('GET /v1/listings?page=0')).toEqual([200, page(1, 5)]);
});

describe('who takes one end of a range takes the other', () => {
  const picked = (isPicked: (cost: number) => boolean) => ({
    items: wares.filter(({ cost }) => isPicked(cost)),
  });
  test.each([
    ['minCost=30', 'maxCost=30'],
    ['cost_min=30', 'cost_max=30'],
    ['filter[cost][gte]=30', 'filter[cost][lte]=30'],
    ['costFrom=30', 'costTo=30'],
  ])('who asked for %s is answered to %s', async (asked, other) => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items: wares } },
      { asked: `GET /v1/listings?${asked}`, told: picked((cost) => cost >= 30) },
    ]);
    expect(await ask(`GET /v1/listings?${other}`)).toEqual([200, picked((cost) => cost <= 30)]);
  });
});

test('a link to a list itself says several values where they were asked for, though each recorded query had one', async () => {
  const boxes = Array.from({ length: 6 }, (_, at) => ({
    id: `box-${at + 1}`,
    shade: ['red', 'blue'][at % 2],
  }));
  const listed = (query: string, shown = boxes) => ({
    asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
    told: {
      items: shown,
      here: `/v1/listings?${query === '' ? '' : `${query}&`}from=0`,
    },
  });
  const ask = learnedFrom([
    listed(''),
    listed(
      'shade=red',
      boxes.filter(({ shade }) => shade === 'red'),
    ),
    listed(
      'shade=blue',
      boxes.filter(({ shade }) => shade === 'blue'),
    ),
    listed('colour=none'),
  ]);
  const { json } = await ask.answer('GET /v1/listings?shade=red&shade=blue');
  const { here } = json as { here: string };
  expect(new URLSearchParams(here.split('?')[1]).getAll('shade')).toEqual(['red', 'blue']);
});

test('what an order of several leaves names first is known alone, and from its other end', async () => {
  const all = [7, 3, 9, 3, 5, 1].map((sold, at) => ({
    id: `g-${at}`,
    title: 'cabdfe'[at]!,
    quantity_sold: sold,
  }));
  const rows = (by: (one: (typeof all)[0], other: (typeof all)[0]) => number) => ({
    rows: [...all].sort(by),
  });
  const byTitle = rows((a, b) => a.title.localeCompare(b.title));
  const bySold = rows((a, b) => a.quantity_sold - b.quantity_sold || b.title.localeCompare(a.title));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: all } },
    { asked: 'GET /v1/listings?order=title_asc', told: byTitle },
    { asked: 'GET /v1/listings?order=sold_asc,title_desc', told: bySold },
  ]);
  const sold = async (order: string) => {
    const [, told] = (await ask(`GET /v1/listings?order=${order}`)) as [number, typeof byTitle];
    return told.rows.map(({ quantity_sold: one }) => one);
  };
  expect(await sold('sold_desc')).toEqual([9, 7, 5, 3, 3, 1]);
  expect(await ask('GET /v1/listings?order=sold_asc,title_asc')).toEqual([
    200,
    rows((a, b) => a.quantity_sold - b.quantity_sold || a.title.localeCompare(b.title)),
  ]);
});
