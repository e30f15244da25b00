// Parameters that change which members of records an answer shows, and several of them together.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const goods = Array.from({ length: 9 }, (_, at) => ({
  id: `g-${at + 21}`,
  name: `Thing ${(at * 5) % 9}`,
  shelf: at % 2 === 0 ? 'low' : 'high',
  price: 12 + at * 3,
  ...(at % 3 === 0 && { stock: { here: at * 4, there: 7 } }),
  note: `Word ${at * 17}`,
}));
type Goods = (typeof goods)[number];

/** Only some have a stock. */
const hidden = ['stock', 'note'];

function shown(one: Goods, query: URLSearchParams): Partial<Goods> {
  const asked = (name: string) => query.get(name)?.split(',') ?? [];
  return Object.fromEntries(
    Object.entries(one).filter(([name]) => {
      if (hidden.includes(name)) return asked('with').includes(name);
      if (query.has('only') && name !== 'id' && !asked('only').includes(name)) return false;
      return !asked('without').includes(name);
    }),
  );
}

const listed = (query: string) => {
  const asked = new URLSearchParams(query);
  return { goods: goods.slice(0, Number(asked.get('size') ?? 20)).map((one) => shown(one, asked)) };
};

const list = (query: string) => ({ asked: `GET /v1/listings?${query}`, told: listed(query) });
const single = (at: number, query = '') => ({
  asked: `GET /v1/listings/${goods[at]!.id}${query === '' ? '' : `?${query}`}`,
  told: shown(goods[at]!, new URLSearchParams(query)),
});

describe('parameters that add members, leave them out, and ask for some alone', () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: listed('') },
    list('size=4'),
    list('with=stock'),
    list('with=note'),
    list('without=price'),
    list('without=shelf,price&size=5'),
    list('only=name'),
    list('only=name,shelf&size=6'),
    single(0),
    single(1),
    single(3, 'with=stock'),
  ]);

  test.each(['with=stock,note', 'without=name', 'only=price,shelf', 'only=price'])(
    'are told apart by what they did, whatever they name: %s',
    async (query) => {
      expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
    },
  );

  test.each(['only=name&with=stock', 'without=price&with=note', 'without=price&with=stock&size=3'])(
    'do what each does where several are given: %s',
    async (query) => {
      expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
    },
  );

  test('mean the same for one record, where less was seen of them', async () => {
    const { asked, told } = single(6, 'with=stock');
    expect(await ask(asked)).toEqual([200, told]);
    expect(await ask(single(6).asked)).toEqual([200, single(6).told]);
  });
});

test('members that stand in an object are asked for by their own names, though that was done once', async () => {
  const things = Array.from({ length: 7 }, (_, at) => ({
    key: `k-${at + 51}`,
    edition: at + 3,
    data: {
      name: `Thing ${(at * 3) % 7}`,
      shelf: at % 2 === 0 ? 'low' : 'high',
      price: 12 + at * 3,
      word: `w${at}`,
    },
  }));
  const page = (pick?: readonly string[]) => ({
    things: things.map((one) => ({
      ...one,
      data: Object.fromEntries(
        Object.entries(one.data).filter(([name]) => pick === undefined || pick.includes(name)),
      ),
    })),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page() },
    { asked: 'GET /v1/listings?pick=name,price', told: page(['name', 'price']) },
    { asked: 'GET /v1/listings/k-51', told: things[0] },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, page()]);
  expect(await ask('GET /v1/listings?pick=name,price')).toEqual([200, page(['name', 'price'])]);
  expect(await ask('GET /v1/listings?pick=shelf,word')).toEqual([200, page(['shelf', 'word'])]);
});

test('members with spaces in their names are asked for by a parameter that is sent once for each', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => ({
    id: `row${at + 31}`,
    cells: {
      Name: `Thing ${(at * 3) % 8}`,
      'Lowest price': at + 4.5,
      'Highest price': at + 20,
      Shelf: at % 2,
    },
  }));
  const page = (...pick: readonly string[]) => ({
    rows: rows.map(({ id, cells }) => ({
      id,
      cells: Object.fromEntries(
        Object.entries(cells).filter(([name]) => pick.length === 0 || pick.includes(name)),
      ),
    })),
  });
  const list = (...pick: readonly string[]) =>
    `GET /v1/listings?${pick.map((name) => `pick[]=${encodeURIComponent(name)}`).join('&')}`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page() },
    { asked: list('Name', 'Lowest price'), told: page('Name', 'Lowest price') },
  ]);
  for (const pick of [
    ['Name', 'Lowest price'],
    ['Highest price', 'Shelf'],
  ])
    expect(await ask(list(...pick))).toEqual([200, page(...pick)]);
});

test('of parameters that were only given together, each has the members that it names', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: listed('') },
    list('only=name&with=note'),
    list('only=name&with=note&size=5'),
    single(0),
  ]);
  for (const query of ['with=note', 'only=name']) {
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
  }
});

test('a text that only answers with one record show is made of others where it always is', async () => {
  const inStock = goods.map(({ id, name, shelf }, at) => ({ id, name, shelf, place: `A${at * 7}-${at}` }));
  const whole = (at: number) => ({ ...inStock[at]!, label: `${inStock[at]!.name} (${inStock[at]!.place})` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods: inStock } },
    ...[0, 3, 4, 6].map((at) => ({ asked: `GET /v1/listings/${inStock[at]!.id}`, told: whole(at) })),
  ]);
  expect(await ask(`GET /v1/listings/${inStock[7]!.id}`)).toEqual([200, whole(7)]);
});

test('a text that only answers with one record show is made of others beside it in an object of the record', async () => {
  const within = ({ id, ...attributes }: (typeof goods)[0], more: object = {}) => ({
    id,
    attributes: { ...attributes, ...more },
  });
  const whole = (at: number) => within(goods[at]!, { label: `${goods[at]!.name}, ready to ship.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods: goods.map((one) => within(one)) } },
    ...[0, 1, 3, 4].map((at) => ({ asked: `GET /v1/listings/${goods[at]!.id}`, told: whole(at) })),
  ]);
  expect(await ask(`GET /v1/listings/${goods[7]!.id}`)).toEqual([200, whole(7)]);
});

test('a text that only answers with one record show is made of others, though some records have null there', async () => {
  const whole = (at: number) => ({
    ...goods[at]!,
    label: at % 4 === 1 ? null : `${goods[at]!.name}, ready to ship.`,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    ...[0, 1, 3, 4].map((at) => ({ asked: `GET /v1/listings/${goods[at]!.id}`, told: whole(at) })),
  ]);
  expect(await ask(`GET /v1/listings/${goods[7]!.id}`)).toEqual([200, whole(7)]);
});

test('of a record that only a list showed, a member of few values that answers with one record add is what it mostly was', async () => {
  const group = (at: number) => (at === 1 ? 'spare' : 'whole');
  const one = (at: number) => ({
    asked: `GET /v1/listings/${goods[at]!.id}`,
    told: { ...goods[at]!, group: group(at) },
  });
  const ask = learnedFrom([{ asked: 'GET /v1/listings', told: { goods } }, ...[1, 2, 3, 4, 5].map(one)]);
  expect(await ask(`GET /v1/listings/${goods[7]!.id}`)).toEqual([200, { ...goods[7], group: 'whole' }]);
  expect(await ask(`GET /v1/listings/${goods[1]!.id}`)).toEqual([200, { ...goods[1], group: 'spare' }]);
});

test('an id that each answer with one record makes up is told of others, too, and anew each time', async () => {
  let count = 0;
  const alone = (at: number, more: object = {}) => {
    const call = `call_${(0xa7c0d1e9 + (count += 1) * 0x1f3b5d7).toString(16)}`;
    return { answered: { 'X-Call': call }, told: { ...goods[at], ...more, call } };
  };
  const one = (at: number) => ({ asked: `GET /v1/listings/${goods[at]!.id}`, ...alone(at) });
  const priced = (at: number, price: number) => ({
    asked: `PATCH /v1/listings/${goods[at]!.id}/price`,
    sent: { price },
    ...alone(at, { price }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    one(1),
    one(2),
    priced(1, 40),
    { ...one(1), ...alone(1, { price: 40 }) },
    priced(2, 41),
  ]);
  const call = expect.stringMatching(/^call_[0-9a-f]{8}$/) as string;
  const [status, told] = (await ask(`GET /v1/listings/${goods[5]!.id}`)) as [number, { call: string }];
  expect([status, told]).toEqual([200, { ...goods[5], call }]);
  const [, written] = (await ask(`PATCH /v1/listings/${goods[5]!.id}/price`, {
    price: 50,
  })) as (typeof told)[];
  expect(written).toEqual({ ...goods[5], price: 50, call });
  const [, again] = (await ask(`GET /v1/listings/${goods[5]!.id}`)) as (typeof told)[];
  expect(again).toEqual({ ...goods[5], price: 50, call });
  expect(new Set([told.call, written!.call, again!.call]).size).toBe(3);
});

describe('members in an object, chosen by a list of names that may leave some out', () => {
  const things = Array.from({ length: 9 }, (_, at) => ({
    id: `${at + 41}`,
    code: `C-${at * 3 + 7}`,
    data: {
      name: `Thing ${(at * 4) % 9}`,
      price: at * 2.5 + 4,
      maker: at % 4 === 1 ? null : { name: at % 2 === 0 ? 'North' : 'South', code: `M${at % 2}` },
      shelf: at % 2 === 0 ? 'low' : 'high',
    },
  }));
  type Thing = (typeof things)[number];
  const links = ({ id }: Thing) => ({ links: [`/things/${id}/photo`] });
  const shown = (one: Thing, query: URLSearchParams) => {
    const asked = query.get('pick')?.split(',') ?? [];
    const named = asked.filter((name) => !name.startsWith('-'));
    const data = Object.entries(one.data).filter(
      ([name]) => (named.length === 0 || named.includes(name)) && !asked.includes(`-${name}`),
    );
    return {
      id: one.id,
      code: one.code,
      ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
      ...(query.get('with') === 'links' ? links(one) : {}),
    };
  };
  const listed = (query: string) => {
    const asked = new URLSearchParams(query);
    return { things: things.slice(0, Number(asked.get('size') ?? 20)).map((one) => shown(one, asked)) };
  };
  const list = (query: string) => ({ asked: `GET /v1/listings?${query}`, told: listed(query) });
  const read = (at: number, query = '') => ({
    asked: `GET /v1/listings/${things[at]!.id}?${query}`,
    told: shown(things[at]!, new URLSearchParams(query)),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: listed('') },
    list('pick=name'),
    list('pick=name,maker'),
    list('pick=code&size=5'),
    list('pick=price,name&with=all&size=4'),
    list('pick=-maker,-price&size=3'),
    list('with=links'),
    read(1, 'pick=maker'),
    read(2, 'pick=name'),
  ]);

  test.each(['pick=shelf', 'pick=price,shelf&size=2', 'pick=maker', 'pick=-name', 'pick=name,shelf,-shelf'])(
    'are shown with the object in which they stand, and what is always shown: %s',
    async (query) => {
      expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
    },
  );

  test('explain what was asked for beside another parameter, which then does nothing', async () => {
    expect(await ask('GET /v1/listings?with=all')).toEqual([200, listed('')]);
    expect(await ask('GET /v1/listings?pick=shelf,maker&with=all')).toEqual([
      200,
      listed('pick=shelf,maker'),
    ]);
  });

  test('are whole though they were only seen to be null', async () => {
    const { asked, told } = read(3, 'pick=maker');
    expect(await ask(asked)).toEqual([200, told]);
  });
});

test('a list that is the same for all records that one answer shows with it is shown with others, too', async () => {
  const whole = (at: number) => ({ ...goods[at]!, remarks: [] });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    ...[0, 3, 4].map((at) => ({ asked: `GET /v1/listings/${goods[at]!.id}`, told: whole(at) })),
  ]);
  expect(await ask(`GET /v1/listings/${goods[7]!.id}`)).toEqual([200, whole(7)]);
});

describe('records that are shown in short unless more is asked for', () => {
  const runs = Array.from({ length: 4 }, (_, at) => ({
    id: `run-${at + 41}`,
    title: `Run ${at}`,
    begun: `2026-02-0${at + 1}T08:00:00Z`,
    ended: `2026-02-0${at + 1}T09:30:00Z`,
    rows: 30 + at * 7,
    by: ['mira', 'otto'][at % 2],
    kind: ['stock', 'price'][at % 2],
    file: `run-${at + 41}.csv`,
    region: 'north',
  }));
  const things = goods.map(({ id, name, shelf, price, note }) => ({ id, name, shelf, price, note }));
  const some = (record: object, names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(record).filter(([name]) => name === 'id' || names.includes(name) || names[0] === 'all'),
    );
  const page = (records: readonly object[], show = 'none') => ({
    rows: records.map((record) => some(record, show.split(','))),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(things) },
    { asked: 'GET /v1/listings?show=all', told: page(things, 'all') },
    { asked: 'GET /v1/listings?show=name,price', told: page(things, 'name,price') },
    { asked: `GET /v1/listings/${things[2]!.id}`, told: things[2] },
    { asked: `GET /v1/listings/${things[2]!.id}?show=name,shelf`, told: some(things[2]!, ['name', 'shelf']) },
    { asked: 'GET /v1/reports', told: page(runs) },
    { asked: 'GET /v1/reports?show=all', told: page(runs, 'all') },
    { asked: 'GET /v1/reports?show=title', told: page(runs, 'title') },
  ]);

  test('are the same ones in their short form', async () => {
    expect(await ask('GET /v1/reports')).toEqual([200, page(runs)]);
    expect(await ask('GET /v1/reports?show=all')).toEqual([200, page(runs, 'all')]);
  });

  test('are shown whole by the word for all that was only said for a list', async () => {
    expect(await ask(`GET /v1/listings/${things[5]!.id}?show=all`)).toEqual([200, things[5]]);
  });

  test('are shown with what is asked for alone, where the word for all was said, too', async () => {
    const { id, note } = things[5]!;
    expect(await ask(`GET /v1/listings/${id}?show=note`)).toEqual([200, { id, note }]);
  });
});

test('of two parameters that were only given together, the one that names the members asks for them', async () => {
  const things = [1, 2, 3, 4].map((at) => ({
    kind: 'cup',
    id: `t-${at}`,
    name: `Cup ${at}`,
    active: at < 4,
    size: at * 2,
  }));
  const cups = [1, 2, 3, 4, 5, 6].map((at) => ({ id: `l-${at}`, active: at % 3 > 0 }));
  const short = ({ kind, id, name }: (typeof things)[number]) => ({ kind, id, name });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { all: things } },
    {
      asked: 'GET /v1/strategies?where=active+%3D+true&fields=id,name',
      told: { all: things.filter(({ active }) => active).map(short) },
    },
    { asked: 'GET /v1/listings', told: { all: cups } },
    {
      asked: 'GET /v1/listings?where=active+%3D+true',
      told: { all: cups.filter(({ active }) => active) },
    },
  ]);
  expect(await ask('GET /v1/strategies?where=active+%3D+false&fields=id,name')).toEqual([
    200,
    { all: [short(things[3]!)] },
  ]);
});

test('an object shows more of itself where one parameter names it, though that was asked once', async () => {
  const maker = (isWhole: boolean) => ({
    id: 7,
    name: 'Oskelby',
    ...(isWhole && { town: 'Vik', mail: 'hi' }),
  });
  const cup = (number: number, isWhole = false) => ({
    id: `cup-${number}`,
    maker: maker(isWhole),
    price: number * 2,
  });
  const read = (number: number, query = '', isWhole = false) => ({
    asked: `GET /v1/listings/cup-${number}${query}`,
    told: cup(number, isWhole),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [1, 2, 3, 4].map((number) => cup(number)) } },
    read(1),
    read(2),
    read(3, '?with=maker,price', true),
  ]);
  expect(await ask('GET /v1/listings/cup-3')).toEqual([200, cup(3)]);
  expect(await ask('GET /v1/listings/cup-3?with=price')).toEqual([200, cup(3)]);
  expect(await ask('GET /v1/listings/cup-3?with=maker')).toEqual([200, cup(3, true)]);
});

test('what a write has put into a record is shown in lists of later, too, though none showed it before', async () => {
  const item = (number: number, notes: object, low = 40) => ({ id: `${number}`, low, notes });
  const numbers = [201, 202, 203, 204];
  const written = item(203, { from: 'west', shelf: 'B12' }, 45);
  const ask = learnedFrom(
    [
      {
        asked: 'GET /v1/listings',
        told: { rows: numbers.map((number) => item(number, number % 2 === 0 ? { from: 'east' } : {})) },
      },
      { asked: 'GET /v1/listings/201', told: { row: item(201, {}) } },
      { asked: 'GET /v1/listings/202', told: { row: item(202, { from: 'east' }) } },
      { asked: 'PATCH /v1/listings/201/price', sent: { low: 50 }, told: { row: item(201, {}, 50) } },
      {
        asked: 'PATCH /v1/listings/203/price',
        sent: { low: 45, notes: { from: 'west', shelf: 'B12' } },
        told: { row: written },
      },
    ],
    'end',
  );
  expect(await ask('GET /v1/listings')).toEqual([
    200,
    { rows: [item(201, {}, 50), item(202, { from: 'east' }), written, item(204, { from: 'east' })] },
  ]);
});
