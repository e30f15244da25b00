// What is so by chance is not learned.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Rug {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly isWorn: boolean;
  readonly least: number | string;
  readonly most: number;
  readonly plan: string;
}

const rugs = Array.from({ length: 23 }, (_, at): Rug => ({
  id: `r-${at + 100}`,
  name: `Rug ${(at * 7) % 23}`,
  width: (at * 11) % 31,
  isWorn: at % 6 === 5,
  least: at + 1,
  most: at + 90,
  plan: '',
}));
const plans = ['slow', 'fast', 'old'].map((name, at) => ({ id: `p-${at}`, name, isRetired: at === 2 }));
const runs = ['a', 'b', 'c', 'd'].map((name, at) => ({
  id: `q-${at}`,
  name,
  form: at % 2 === 0 ? 'csv' : 'pdf',
}));

const told = (code: number, message: string, rest: object = {}) => ({ code, message, ...rest });
const first: Rug = rugs[0]!;
const list = (query: string, items: readonly object[]): Said => ({
  asked: `GET /v1/listings${query}`,
  told: told(0, 'fine', { items, total: 23 }),
});

const session: readonly Said[] = [
  list('', rugs),
  list('?size=8', rugs.slice(0, 8)),
  list(
    '?by=width&way=up',
    [...rugs].sort((a, b) => a.width - b.width),
  ),
  list(
    '?by=name&way=down',
    [...rugs].sort((a, b) => (a.name < b.name ? 1 : -1)),
  ),
  { asked: 'GET /v1/strategies', told: told(0, 'fine', { items: plans, total: 3 }) },
  { asked: 'GET /v1/reports', told: told(0, 'fine', { items: runs, total: 4 }) },
  {
    asked: 'GET /v1/reports?form=csv&by=name&way=down',
    told: told(0, 'fine', { items: [runs[2], runs[0]], total: 2 }),
  },
  { asked: `GET /v1/listings/${first.id}`, told: told(0, 'fine', { item: first }) },
  ...rugs.slice(1, 4).map((rug, at): Said => ({
    asked: `PATCH /v1/listings/${rug.id}/price`,
    sent: { least: at + 4, most: at + 60 },
    told: told(0, 'changed', { item: { ...rug, least: at + 4, most: at + 60 } }),
  })),
  ...rugs.slice(1, 4).map((rug, at): Said => ({
    asked: `PATCH /v1/listings/${rug.id}/strategy`,
    sent: { plan: plans[at % 2]!.id },
    told: told(0, 'the plan is set', {
      item: { ...rug, least: at + 4, most: at + 60, plan: plans[at % 2]!.id },
    }),
  })),
  {
    asked: `PATCH /v1/listings/${rugs[1]!.id}/strategy`,
    sent: { plan: '' },
    told: told(0, 'the plan is gone', { item: { ...rugs[1], least: 4, most: 60, plan: '' } }),
  },
  {
    asked: `PATCH /v1/listings/${rugs[5]!.id}/price`,
    sent: { least: 5, most: 60 },
    status: 409,
    told: told(61, 'Worn pieces cannot be changed'),
  },
  { asked: 'GET /v1/listings?by=weight', status: 400, told: told(23, 'no such order') },
];

test('a code that is the number of records is that of the refusal', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/reports?by=weight')).toEqual([400, told(23, 'no such order')]);
});

test('what is told of an empty text is told where one is sent, and of another text where that is', async () => {
  const ask = learnedFrom(session);
  const message = async (plan: string) =>
    (await ask.answer(`PATCH /v1/listings/${rugs[8]!.id}/strategy`, { plan })).json;
  expect(await message('p-1')).toMatchObject({ message: 'the plan is set' });
  expect(await message('')).toMatchObject({ message: 'the plan is gone' });
});

test('a flag is told by its name without the verb', async () => {
  const ask = learnedFrom(session);
  expect(await ask(`PATCH /v1/listings/${rugs[11]!.id}/price`, { least: 5, most: 70 })).toEqual([
    409,
    told(61, 'Worn pieces cannot be changed'),
  ]);
});

test('what is called as a leaf is picks records by it, and no order, which is that of the sister', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/reports?form=pdf&by=name&way=down')).toEqual([
    200,
    told(0, 'fine', { items: [runs[3], runs[1]], total: 2 }),
  ]);
});

test('what picks records of one list picks those of its sister, though nothing told so', async () => {
  const marked = (name: string, at: number) => ({
    id: `${name}-${at}`,
    mark: at % 3 === 2 ? 'small' : 'big',
  });
  const [things, ways] = ['t', 'w'].map((name) => Array.from({ length: 6 }, (_, at) => marked(name, at)));
  const withMark = (own: typeof things, mark: string) => ({ items: own!.filter((one) => one.mark === mark) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: things } },
    { asked: 'GET /v1/listings?size=2', told: { items: things!.slice(0, 2) } },
    { asked: 'GET /v1/listings?mark=big', told: withMark(things, 'big') },
    { asked: 'GET /v1/listings?mark=small', told: withMark(things, 'small') },
    { asked: 'GET /v1/strategies', told: { items: ways } },
    { asked: 'GET /v1/strategies?mark=big&size=2', told: { items: ways!.slice(0, 2) } },
  ]);
  expect(await ask('GET /v1/strategies?mark=small')).toEqual([200, withMark(ways, 'small')]);
});
