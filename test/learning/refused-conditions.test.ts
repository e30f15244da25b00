// What conditions of lists are refused for, and what is none: a state that nothing has is a mistake, a moment after all others is not.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const kinds = ['lamp', 'rug', 'desk'] as const;
const states = ['open', 'shut', 'lent'] as const;
const things = Array.from({ length: 12 }, (_, at) => ({
  id: `thing-${10 + at}`,
  code: `QX${at * 7}`,
  kind: kinds[at % 3]!,
  state: states[(at * 5) % 3]!,
  cost: 10 + at * 3,
  left: at % 4 === 0 ? 0 : at,
  plan: at % 5 === 0 ? null : 301 + (at % 3),
  made: `2025-0${1 + (at % 9)}-11T08:00:00Z`,
}));
type Thing = (typeof things)[number];

const picked = (isPicked: (thing: Thing) => boolean) => ({ things: things.filter(isPicked) });
const plans = { plans: [301, 302, 303].map((id) => ({ id, label: `Plan ${id}` })) };
const list = (query: string, told: unknown): Said => ({ asked: `GET /v1/listings${query}`, told });
const refused = (field: string, message: string, value: unknown) => ({ wrong: [{ field, message, value }] });
const refuse = (query: string, field: string, message: string, value: unknown): Said => ({
  ...list(query, refused(field, message, value)),
  status: 400,
});
const words = {
  state: 'is one of open, shut, lent',
  number: 'is a number from 0',
  flag: 'is true or false',
  page: 'is above 0',
  size: 'is an integer from 1 to 50',
};

const ask = learnedFrom([
  list('', { things }),
  { asked: 'GET /v1/strategies', told: plans },
  list(
    '?state=open,shut',
    picked(({ state }) => state !== 'lent'),
  ),
  list(
    '?state=lent',
    picked(({ state }) => state === 'lent'),
  ),
  list(
    '?kind=rug',
    picked(({ kind }) => kind === 'rug'),
  ),
  list(
    '?code=QX7',
    picked(({ code }) => code === 'QX7'),
  ),
  list(
    '?cost=25',
    picked(({ cost }) => cost >= 25),
  ),
  list(
    '?since=2025-04-01T00:00:00Z',
    picked(({ made }) => made > '2025-04'),
  ),
  list(
    '?any=false',
    picked(({ left }) => left === 0),
  ),
  list(
    '?planned=true',
    picked(({ plan }) => plan !== null),
  ),
  list('?size=4', { things: things.slice(0, 4) }),
  list('?size=4&page=2', { things: things.slice(4, 8) }),
  refuse('?state=lost', 'state', words.state, 'lost'),
  refuse('?cost=dear', 'cost', words.number, 'dear'),
  refuse('?planned=perhaps', 'planned', words.flag, 'perhaps'),
  refuse('?page=x', 'page', words.page, 'x'),
  refuse('?size=900', 'size', words.size, '900'),
  { asked: 'PATCH /v1/listings/thing-11/strategy', sent: { plan: 303 }, told: { ...things[1], plan: 303 } },
  { asked: 'PATCH /v1/listings/thing-11/strategy', sent: { plan: 302 }, told: { ...things[1], plan: 302 } },
  {
    asked: 'PATCH /v1/listings/thing-12/strategy',
    sent: { plan: 'fast' },
    status: 400,
    told: refused('plan', 'is an integer', 'fast'),
  },
  {
    asked: 'PATCH /v1/listings/thing-12/strategy',
    sent: { plan: 999 },
    status: 404,
    told: { wrong: 'There is no plan 999.' },
  },
]);

test('a flag asks whether there is any of a number', async () => {
  expect(await ask('GET /v1/listings?any=true')).toEqual([200, picked(({ left }) => left > 0)]);
});

test('who takes several values for one leaf takes several for another', async () => {
  expect(await ask('GET /v1/listings?kind=rug,desk')).toEqual([200, picked(({ kind }) => kind !== 'lamp')]);
});

test.each(['since=2031-01-01T00:00:00Z', 'cost=5000', 'code=QX1', 'code=NONE'])(
  'nothing is found by %s, which is no mistake where an unknown state is one',
  async (query) => {
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, { things: [] }]);
  },
);

test('of several states each must be one', async () => {
  const told = refused('state', words.state, 'open,lost');
  expect(await ask('GET /v1/listings?state=open,lost')).toEqual([400, told]);
});

test('what is said of a flag is said of another flag, and not what is said of a number', async () => {
  expect(await ask('GET /v1/listings?any=maybe')).toEqual([400, refused('any', words.flag, 'maybe')]);
});

test('what tells of what kind a size must be is told of one of another kind', async () => {
  expect(await ask('GET /v1/listings?size=lots')).toEqual([400, refused('size', words.size, 'lots')]);
});

test('so is what tells that a strategy is named by an integer', async () => {
  expect(await ask('PATCH /v1/listings/thing-13/strategy', { plan: 4.5 })).toEqual([
    400,
    refused('plan', 'is an integer', 4.5),
  ]);
});

test('a state that a run was seen in and none is in by now is one all the same', async () => {
  const run = (number: number, state: string) => ({ run: `run-${number}`, state });
  const runs = (...all: readonly (readonly [number, string])[]) => ({ runs: all.map((one) => run(...one)) });
  const done = [3, 4, 5].map((number) => [number, 'done'] as const);
  const askRuns = learnedFrom([
    list('', { things }),
    { asked: 'GET /v1/reports', told: runs([1, 'due'], [2, 'due'], ...done) },
    { asked: 'GET /v1/reports?state=due', told: runs([1, 'due'], [2, 'due']) },
    { asked: 'GET /v1/reports?state=done', told: runs(...done) },
    {
      ...list('', undefined),
      asked: 'GET /v1/reports?state=lost',
      status: 400,
      told: refused('state', 'is odd', 'lost'),
    },
    { asked: 'GET /v1/reports', told: runs([1, 'done'], [2, 'done'], ...done) },
  ]);
  expect(await askRuns('GET /v1/reports?state=gone')).toEqual([400, refused('state', 'is odd', 'gone')]);
});

test('the values that one parameter may have are not told of another one', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => ({
    id: 700 + at,
    state: ['open', 'shut', 'late'][at % 3]!,
    shop: ['web', 'store'][at % 2]!,
  }));
  const where = (pick: (one: (typeof rows)[number]) => boolean) => ({ rows: rows.filter(pick) });
  const wrong = (name: string) => ({ errors: [`${name} must be one of: open, shut, late`] });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: where(() => true) },
    { asked: 'GET /v1/listings?state=open', told: where(({ state }) => state === 'open') },
    { asked: 'GET /v1/listings?shop=web', told: where(({ shop }) => shop === 'web') },
    { asked: 'GET /v1/listings?state=gone', status: 400, told: wrong('state') },
  ]);
  expect(await ask('GET /v1/listings?state=lost')).toEqual([400, wrong('state')]);
  expect(await ask('GET /v1/listings?shop=street')).toMatchObject([400, { error: { code: 'undecided' } }]);
});
