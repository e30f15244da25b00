// Writes that name by a mask what they change, and what is told of them and of what else goes wrong in part: the rule of one
// bound, one list or one kind of record holds for its sister.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const idOf = (kind: string, at: number) => `${kind}-0000-4000-8000-00000000${String(1000 + at)}`;
const plans = [1, 2, 3, 4].map((at) => ({ id: idOf('aaaaaaaa', at), label: `Plan ${at}`, isOn: at !== 3 }));
const wares = Array.from({ length: 12 }, (_, at) => ({
  id: idOf('bbbbbbbb', at),
  label: `${at % 2 === 0 ? 'Oak' : 'Elm'} desk ${at}`,
  sold: at % 3 === 0 ? 'SOLD_OUT' : 'FOR_SALE',
  version: String(3 + at),
  maker: idOf('eeeeeeee', at % 3),
  low: { amount: String(5 + at / 2) },
  high: { amount: String(50 + at) },
  plan: plans[at % 2]!.id,
}));
const [first, second, third, fourth] = wares as [
  (typeof wares)[0],
  (typeof wares)[0],
  (typeof wares)[0],
  (typeof wares)[0],
];
const lists: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: wares } },
  { asked: 'GET /v1/strategies', told: { items: plans } },
];
const without = (record: object, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([own]) => own !== name));
const found = (isFound: (ware: (typeof wares)[number]) => boolean) => ({ items: wares.filter(isFound) });

describe('a mask', () => {
  const price = (
    ware: (typeof wares)[0],
    change: object,
    paths: readonly string[] | undefined,
    told: unknown,
  ) => ({
    asked: `PATCH /v1/listings/${ware.id}/price`,
    sent: { ware: { version: ware.version, ...change }, ...(paths && { mask: { paths } }) },
    told,
  });
  const next = (ware: (typeof wares)[0]) => String(Number(ware.version) + 1);
  const ask = learnedFrom([
    ...lists,
    price(first, { low: { amount: '7' }, high: { amount: '70' } }, ['low', 'high'], {
      ware: { ...first, version: next(first), low: { amount: '7' }, high: { amount: '70' } },
    }),
    price(second, { low: { amount: '8' }, high: { amount: '80' } }, undefined, {
      ware: { ...second, version: next(second), low: { amount: '8' }, high: { amount: '80' } },
    }),
    price(third, { high: { amount: '90' } }, ['high'], {
      ware: { ...third, version: next(third), high: { amount: '90' } },
    }),
    price(fourth, {}, ['high'], { ware: { ...without(fourth, 'high'), version: next(fourth) } }),
    {
      ...price(fourth, { low: { amount: '9' } }, ['low', 'colour'], { wrong: 'colour can not be changed' }),
      sent: {
        ware: { version: next(fourth), low: { amount: '9' } },
        mask: { paths: ['low', 'colour'] },
      },
      status: 400,
    },
  ]);
  const changed = (ware: (typeof wares)[0], change: object, mask: unknown) =>
    ask(`PATCH /v1/listings/${ware.id}/price`, { ware: { version: ware.version, ...change }, mask });

  test('takes away what it names and what was not sent', async () => {
    const ware = wares[6]!;
    expect(await changed(ware, { low: { amount: '9' } }, { paths: ['low', 'high'] })).toEqual([
      200,
      { ware: { ...without(ware, 'high'), version: next(ware), low: { amount: '9' } } },
    ]);
  });

  test('names no member that was refused', async () => {
    expect(await changed(wares[8]!, { low: { amount: '9' } }, { paths: ['low', 'shape'] })).toEqual([
      400,
      { wrong: 'shape can not be changed' },
    ]);
  });
});

test('the strategy becomes what was sent, though one write in three left another one', async () => {
  const assign = (ware: (typeof wares)[0], plan: string, shown: string): Said => ({
    asked: `PATCH /v1/listings/${ware.id}/strategy`,
    sent: { plan },
    told: { ...ware, plan: shown },
  });
  const ask = learnedFrom([
    ...lists,
    assign(first, plans[1]!.id, plans[1]!.id),
    assign(second, plans[0]!.id, plans[0]!.id),
    assign(third, plans[3]!.id, plans[0]!.id),
  ]);
  const ware = wares[7]!;
  expect(await ask(`PATCH /v1/listings/${ware.id}/strategy`, { plan: plans[0]!.id })).toEqual([
    200,
    { ...ware, plan: plans[0]!.id },
  ]);
});

test('how the lower bound is written where it was sent, the upper one is', async () => {
  const price = (
    ware: (typeof wares)[0],
    [low, high]: readonly string[],
    shown: readonly string[],
  ): Said => ({
    asked: `PATCH /v1/listings/${ware.id}/price`,
    sent: { low: { amount: low }, high: { amount: high } },
    told: { ...ware, low: { amount: shown[0] }, high: { amount: shown[1] } },
  });
  const ask = learnedFrom([
    ...lists,
    price(first, ['7.50', '70'], ['7.5', '70']),
    price(second, ['8.25', '80.15'], ['8.25', '80.15']),
    price(third, ['9', '90'], ['9', '90']),
  ]);
  const ware = wares[7]!;
  const sent = { low: { amount: '4.40' }, high: { amount: '60.20' } };
  expect(await ask(`PATCH /v1/listings/${ware.id}/price`, sent)).toEqual([
    200,
    { ...ware, low: { amount: '4.4' }, high: { amount: '60.2' } },
  ]);
});

describe('a list', () => {
  const ask = learnedFrom([
    ...lists,
    { asked: `GET /v1/listings?plan=${plans[0]!.id}`, told: found(({ plan }) => plan === plans[0]!.id) },
    { asked: 'GET /v1/listings?sale=false', told: found(({ sold }) => sold === 'SOLD_OUT') },
    { asked: 'GET /v1/listings?sale=maybe', status: 400, told: { wrong: 'sale is no flag' } },
    { asked: 'GET /v1/listings?sold=SOLD_OUT', told: found(({ sold }) => sold === 'SOLD_OUT') },
    { asked: 'GET /v1/listings?sold=GONE', status: 400, told: { wrong: 'sold is none of these' } },
  ]);

  test('is asked for a strategy that no listing follows', async () => {
    expect(await ask(`GET /v1/listings?plan=${plans[3]!.id}`)).toEqual([200, { items: [] }]);
  });

  test('that was asked by no is asked by yes, where its leaf has two values', async () => {
    expect(await ask('GET /v1/listings?sale=true')).toEqual([200, found(({ sold }) => sold === 'FOR_SALE')]);
  });
});

test('a cursor begins with what all of them do, and takes the total away', async () => {
  const cursors = ['Xa3_-kLmN0pQrStUvWx1', '9-Zb_CdEfGhIjKlMnOpQ', 'qW_eRtY-uIoPaSdFgHjK'];
  const page = (from: number, more: object) => ({ items: wares.slice(from, from + 3), ...more });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares, total: 12 } },
    lists[1]!,
    { asked: 'GET /v1/listings?max=3', told: page(0, { total: 12, next: `CUR.${cursors[0]}` }) },
    { asked: `GET /v1/listings?max=3&after=CUR.${cursors[0]}`, told: page(3, { next: `CUR.${cursors[1]}` }) },
    { asked: `GET /v1/listings?max=3&after=CUR.${cursors[1]}`, told: page(6, { next: `CUR.${cursors[2]}` }) },
    { asked: `GET /v1/listings?max=3&after=CUR.${cursors[2]}`, told: page(9, {}) },
    {
      asked: 'GET /v1/listings?max=5',
      told: { items: wares.slice(0, 5), total: 12, next: 'CUR.k-_8rTzPqLwErTyUiOpA' },
    },
    {
      asked: 'GET /v1/listings?max=2',
      told: { items: wares.slice(0, 2), total: 12, next: 'CUR.mN_-4cVbNmAsDfGhJkLz' },
    },
    {
      asked: 'GET /v1/listings?max=4',
      told: { items: wares.slice(0, 4), total: 12, next: 'CUR.zX-_5vBnMqWeRtYuIoPa' },
    },
  ]);
  const [, told] = (await ask('GET /v1/listings?max=6')) as [number, { next: string; total: number }];
  expect(told.total).toBe(12);
  expect(told.next).toMatch(/^CUR\.[\w-]{20}$/);
  expect(await ask(`GET /v1/listings?max=6&after=${told.next}`)).toEqual([200, { items: wares.slice(6) }]);
});

test('a text that joins what each error tells is told of each alone', async () => {
  const issue = (field: string, value: string) => ({ field, issue: `has ${value}, wanted a number` });
  const refused = (sent: object, issues: readonly { field: string; issue: string }[]): Said => ({
    asked: `PATCH /v1/listings/${first.id}/price`,
    sent,
    status: 400,
    told: { message: issues.map((one) => `'${one.field}' ${one.issue}`).join(', '), issues },
  });
  const ask = learnedFrom([
    ...lists,
    {
      asked: `PATCH /v1/listings/${second.id}/price`,
      sent: { low: 7, high: 70 },
      told: { ...second, low: { amount: '7' }, high: { amount: '70' } },
    },
    {
      asked: `PATCH /v1/listings/${third.id}/price`,
      sent: { low: 8, high: 80 },
      told: { ...third, low: { amount: '8' }, high: { amount: '80' } },
    },
    refused({ low: 'cheap', high: 'dear' }, [issue('low', 'cheap'), issue('high', 'dear')]),
  ]);
  const asked = (sent: object) => ask(`PATCH /v1/listings/${second.id}/price`, sent);
  expect(await asked({ low: 5, high: 'lots' })).toEqual([
    400,
    { message: `'high' has lots, wanted a number`, issues: [issue('high', 'lots')] },
  ]);
  expect(await asked({ low: 'few', high: 'lots' })).toEqual([
    400,
    {
      message: `'low' has few, wanted a number, 'high' has lots, wanted a number`,
      issues: [issue('low', 'few'), issue('high', 'lots')],
    },
  ]);
});

test('a number that is called the value is the one that was sent, however small it is', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: 'GET /v1/listings?max=4', told: { items: wares.slice(0, 4) } },
    { asked: 'GET /v1/listings?max=0', status: 400, told: { wrong: 'max has value 0, wanted 1 or more' } },
  ]);
  expect(await ask('GET /v1/listings?max=-5')).toEqual([
    400,
    { wrong: 'max has value -5, wanted 1 or more' },
  ]);
});

describe('members that are asked for', () => {
  const sized = ({ id, label }: (typeof wares)[0]) => ({ id, label });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares.map(sized) } },
    {
      asked: 'GET /v1/listings?with=LONG_TEXT&with=IMAGE',
      told: {
        items: wares.map((ware) => ({
          ...sized(ware),
          longText: `All of ${ware.label}`,
          image: { of: ware.id },
        })),
      },
    },
    { asked: `GET /v1/listings/${first.id}`, told: { ware: sized(first) } },
    { asked: `GET /v1/listings/${second.id}`, told: { ware: sized(second) } },
    {
      asked: `GET /v1/listings/${third.id}?with=IMAGE`,
      told: { ware: { ...sized(third), image: { of: third.id } } },
    },
  ]);

  test('may be called in capitals', async () => {
    expect(await ask('GET /v1/listings?with=LONG_TEXT')).toEqual([
      200,
      { items: wares.map((ware) => ({ ...sized(ware), longText: `All of ${ware.label}` })) },
    ]);
  });

  test('are not shown where they are not asked for, though one read asked for them', async () => {
    expect(await ask(`GET /v1/listings/${fourth.id}`)).toEqual([200, { ware: sized(fourth) }]);
  });
});

test('a code holds no state of the record by chance', async () => {
  const states = ['ACTIVE', 'DRAFT', 'OVER'];
  const all = wares.map((ware, at) => ({ ...ware, state: states[at % 3] }));
  const assign = (at: number, plan: string, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/${all[at]!.id}/strategy`,
    sent: { plan },
    status,
    told,
  });
  const wrong = { code: 'PLAN_NOT_ACTIVE', text: 'Plan is not on.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    assign(0, plans[1]!.id, 200, { ...all[0], plan: plans[1]!.id }),
    assign(1, plans[0]!.id, 200, { ...all[1], plan: plans[0]!.id }),
    assign(3, plans[2]!.id, 409, wrong),
  ]);
  expect(await ask(`PATCH /v1/listings/${all[4]!.id}/strategy`, { plan: plans[2]!.id })).toEqual([
    409,
    wrong,
  ]);
});

describe('names that are written otherwise than members are', () => {
  const goods = Array.from({ length: 12 }, (_, at) => ({
    Code: `P${10 + at}`,
    Label: `${'QDXAMBZKCYEL'[at]!} desk`,
    SalesPrice: 10 + ((at * 5) % 12),
    InStock: at % 3 === 0 ? 0 : at,
    Active: at % 4 > 0,
  }));
  const kinds = Array.from({ length: 4 }, (_, at) => ({
    Code: `K${at}`,
    Name: `Kind ${9 - at}`,
    Active: at !== 2,
  }));
  const by = (leaf: keyof (typeof goods)[0], sign = 1) =>
    goods.toSorted((a, b) => (a[leaf] < b[leaf] ? -sign : a[leaf] > b[leaf] ? sign : 0));
  const list = (query: string, told: readonly unknown[]): Said => ({
    asked: `GET /v1/listings${query}`,
    told: { Goods: told },
  });
  const ask = learnedFrom([
    list('', goods),
    list('?sortby=instock&size=4', by('InStock').slice(0, 4)),
    list('?sortby=salesprice&sortorder=descending', by('SalesPrice', -1)),
    list('?sortby=label&sortorder=ascending', by('Label')),
    list(
      '?filter=active',
      goods.filter(({ Active }) => Active),
    ),
    list(
      '?filter=inactive',
      goods.filter(({ Active }) => !Active),
    ),
    { asked: 'GET /v1/strategies', told: { Kinds: kinds } },
    { asked: 'GET /v1/strategies?filter=active', told: { Kinds: kinds.filter(({ Active }) => Active) } },
    { asked: 'GET /v1/listings?filter=gone', status: 400, told: { wrong: 'no such filter: gone' } },
    { asked: 'GET /v1/listings?sortby=colour', status: 400, told: { wrong: 'no such order: colour' } },
    { asked: 'GET /v1/listings?size=99', status: 400, told: { wrong: 'size must be between 1 and 50' } },
  ]);

  test('sort by those members', async () => {
    expect(await ask('GET /v1/listings?sortby=code&sortorder=descending')).toEqual([
      200,
      { Goods: by('Code', -1) },
    ]);
  });

  test('mean at one list what they mean at another', async () => {
    expect(await ask('GET /v1/strategies?filter=inactive')).toEqual([200, { Kinds: [kinds[2]] }]);
  });

  test('a size that is too small is refused as one that is too large was, where that told the range', async () => {
    expect(await ask('GET /v1/listings?size=0')).toEqual([400, { wrong: 'size must be between 1 and 50' }]);
  });
});

test('a wrapped member that listings show is refused otherwise than one that none has, and what is not wrapped as that', async () => {
  const price = (sent: object, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/${first.id}/price`,
    sent,
    status,
    told,
  });
  const ask = learnedFrom([
    ...lists,
    price({ ware: { low: { amount: '7' }, high: { amount: '70' } } }, 200, {
      ware: { ...first, low: { amount: '7' }, high: { amount: '70' } },
    }),
    price({ ware: { low: { amount: '8' }, high: { amount: '80' } } }, 200, {
      ware: { ...first, low: { amount: '8' }, high: { amount: '80' } },
    }),
    price({ ware: { colour: 1 } }, 400, { wrong: 'There is no colour.' }),
    price({ ware: { label: 1 } }, 400, { wrong: 'The label stays as it is.' }),
    price({ low: { amount: '8' } }, 400, { wrong: 'Send a ware.' }),
  ]);
  const asked = (sent: object) => ask(`PATCH /v1/listings/${second.id}/price`, sent);
  expect(await asked({ ware: { sold: 'FOR_SALE' } })).toEqual([400, { wrong: 'The sold stays as it is.' }]);
  expect(await asked({ ware: { shape: 1 } })).toEqual([400, { wrong: 'There is no shape.' }]);
  expect(await asked({ high: { amount: '8' } })).toEqual([400, { wrong: 'Send a ware.' }]);
});
