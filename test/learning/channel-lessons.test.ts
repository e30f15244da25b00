// What a channel manager taught: links that say an order that nobody asked for, and what only looks like a strategy.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];

test('links of numbered pages may say an order that nobody asked for', async () => {
  const all = numbers.map((number) => ({ id: `${number}`, rank: (number * 7) % 12, low: 5, high: 9 }));
  const newest = [...all].sort((a, b) => b.rank - a.rank);
  const told = (rows: readonly object[], page: number, size: number, by: string) => {
    const link = (number: number) =>
      `https://upstream.example/v1/listings?page=${number}&size=${size}&by=${by}`;
    return {
      rows: rows.slice((page - 1) * size, page * size),
      page,
      ...(page * size < rows.length && { next: link(page + 1) }),
    };
  };
  const asked = (query: string, ...rest: Parameters<typeof told>): Said => ({
    asked: `GET /v1/listings${query}`,
    told: told(...rest),
  });
  const ask = learnedFrom([
    asked('', newest, 1, 5, 'rank:down'),
    asked('?page=2&size=5&by=rank:down', newest, 2, 5, 'rank:down'),
    asked('?page=3&size=5&by=rank:down', newest, 3, 5, 'rank:down'),
    asked('?size=4&by=rank:up', [...newest].reverse(), 1, 4, 'rank:up'),
    asked('?page=2&size=4&by=rank:up', [...newest].reverse(), 2, 4, 'rank:up'),
    asked('?size=7', newest, 1, 7, 'rank:down'),
  ]);
  const [, first] = (await ask('GET /v1/listings?size=3')) as [number, { next: string }];
  expect(first).toEqual({ ...told(newest, 1, 3, 'rank:down'), next: expect.any(String) as string });
  const next = new URL(first.next);
  expect(next.search).toBe('?page=2&size=3&by=rank:down');
  const [, second] = (await ask(`GET /v1/listings${next.search}`)) as [number, object];
  expect(second).toEqual({ ...told(newest, 2, 3, 'rank:down'), next: expect.any(String) as string });
});

test('a strategy is named where the one that is assigned is shown, though other numbers look like the id of one', async () => {
  const strategies = ['Hold', 'Beat', 'Match', 'Lift'].map((title, at) => ({ id: at + 1, title }));
  const shown = (number: number, rule: number | null) => ({
    id: `${number}`,
    guests: 1 + (number % 4),
    low: 5,
    high: 9,
    ruleId: rule,
    rule: rule === null ? null : strategies[rule - 1],
  });
  const usual = (number: number) => (number % 3 === 0 ? null : 1 + (number % 2));
  const assign = (number: number, rule: number): Said => ({
    asked: `PATCH /v1/listings/${number}/strategy`,
    sent: { ruleId: rule },
    told: shown(number, rule),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => shown(number, usual(number))) } },
    { asked: 'GET /v1/strategies', told: { rows: strategies } },
    { asked: 'GET /v1/listings/101', told: shown(101, usual(101)) },
    assign(102, 2),
    { asked: 'GET /v1/listings/102', told: shown(102, 2) },
    assign(103, 1),
  ]);
  expect(await ask('GET /v1/listings/104')).toEqual([200, shown(104, usual(104))]);
  expect(await ask('PATCH /v1/listings/105/strategy', { ruleId: 4 })).toEqual([200, shown(105, 4)]);
  expect(await ask('GET /v1/listings/105')).toEqual([200, shown(105, 4)]);
});

test('a state refuses both writes in words that call the record by its code, be a field left out or not', async () => {
  const code = (number: number) => `PLAN-${'ABCDEFGHIJKL'[number - 101]!}${number % 2 === 0 ? 'X' : 'Y'}`;
  const item = (number: number, low = 5, high = 9) => ({
    id: `${number}`,
    code: code(number),
    low,
    high,
    ruleId: 'hold',
    source: number % 3 === 0 ? { type: 'copied', share: number } : null,
    isOpen: number !== 104 && number !== 110,
  });
  const refused = (message: string) => ({ status: 409, told: { message, status: 409 } });
  const price = (number: number, sent: object, answer: Omit<Said, 'asked'>): Said => ({
    asked: `PATCH /v1/listings/${number}/price`,
    sent,
    ...answer,
  });
  const assign = (number: number, answer: Omit<Said, 'asked'>): Said => ({
    asked: `PATCH /v1/listings/${number}/strategy`,
    sent: { ruleId: 'beat' },
    ...answer,
  });
  const copied = (number: number) => refused(`Plan ${code(number)} comes from another plan`);
  const closed = (number: number) => refused(`Plan ${code(number)} is not open`);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'hold' }, { id: 'beat' }] } },
    price(101, { low: 4, high: 8 }, { told: item(101, 4, 8) }),
    price(103, { high: 7 }, { told: item(103, 5, 7) }),
    price(107, { low: 3, high: 7 }, { told: item(107, 3, 7) }),
    assign(106, { told: { ...item(106), ruleId: 'beat' } }),
    assign(109, { told: { ...item(109), ruleId: 'beat' } }),
    price(102, { low: 6 }, copied(102)),
    price(104, { low: 6 }, closed(104)),
    assign(108, copied(108)),
    assign(110, closed(110)),
    price(109, { low: 12 }, { status: 422, told: { message: 'low 12 is above high 9', status: 422 } }),
  ]);
  expect(await ask('PATCH /v1/listings/108/price', { high: 7 })).toEqual([409, copied(108).told]);
  expect(await ask('PATCH /v1/listings/110/price', { low: 6, high: 7 })).toEqual([409, closed(110).told]);
  expect(await ask('PATCH /v1/listings/104/strategy', { ruleId: 'hold' })).toEqual([409, closed(104).told]);
  expect(await ask('PATCH /v1/listings/112/price', { low: 14 })).toEqual([
    422,
    { message: 'low 14 is above high 9', status: 422 },
  ]);
});
