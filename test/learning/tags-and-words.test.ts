// What a shop for pens taught: entity tags that stand in records alone, strategies that are sent as objects and shown whole, who wrote
// last, and in which words crossed bounds, states of records, unknown ids and lacking bounds are told.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: string) => `GET /v1/listings/${id}`;
const price = (id: string) => `PATCH /v1/listings/${id}/price`;
const follow = (id: string) => `PATCH /v1/listings/${id}/strategy`;
const json = 'application/json';

interface Plan {
  readonly type: string;
  readonly id: string;
  readonly rev: string;
  readonly name: string;
}
const plans: readonly Plan[] = ['Match', 'Undercut', 'Margin', 'Clearance'].map((name, at) => ({
  type: 'plan',
  id: String(40 + at * 7),
  rev: String((at * 2) % 3),
  name,
}));

test('a tag that stands in a record alone guards writes and spares reads', async () => {
  const pen = (at: number, changed: object = {}) => ({
    id: `pen-${401 + at}`,
    title: `Pen ${'ABCDEFGHIJKL'[at]!}`,
    stock: 1 + ((at * 2) % 6),
    low: 20 + ((at * 7) % 23),
    etag: String((at * 5) % 4),
    ...changed,
  });
  const pens = Array.from({ length: 12 }, (_, at) => pen(at));
  const changedSince = { status: 412, told: { fault: 'The pen has been changed since.' } };
  const first = pens[3]!;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    { asked: read(first.id), told: first },
    {
      asked: price(first.id),
      sent: { low: 51 },
      headers: { 'If-Match': '3' },
      told: pen(3, { low: 51, etag: '4' }),
    },
    { asked: price(first.id), sent: { low: 52 }, headers: { 'If-Match': '3' }, ...changedSince },
    { asked: read(first.id), headers: { 'If-None-Match': '4' }, status: 304, told: '' },
    { asked: price(pens[6]!.id), sent: { low: 53 }, told: pen(6, { low: 53, etag: '3' }) },
    { asked: read(pens[6]!.id), told: pen(6, { low: 53, etag: '3' }) },
  ]);
  // Its stock is 3, and so is its tag once.
  expect(pens[7]).toMatchObject({ stock: 3, etag: '3' });
  const { id } = pens[7]!;
  const write = async (low: number, tag: string) => {
    const { status, json: told } = await ask.answer(price(id), { low }, json, { 'If-Match': tag });
    return [status, told];
  };
  expect(await write(61, '3')).toEqual([200, pen(7, { low: 61, etag: '4' })]);
  expect(await write(62, '3')).toEqual([412, changedSince.told]);
  expect(await write(62, '4')).toEqual([200, pen(7, { low: 62, etag: '5' })]);
  const again = (tag: string) => ask.answer(read(id), undefined, json, { 'If-None-Match': tag });
  expect((await again('5')).status).toBe(304);
  expect(await write(63, '5')).toEqual([200, pen(7, { low: 63, etag: '6' })]);
  const { status, json: told } = await again('5');
  expect([status, told]).toEqual([200, pen(7, { low: 63, etag: '6' })]);
});

const followed = (at: number, plan: Plan | null) => ({
  id: `pen-${501 + at}`,
  title: `Pen ${at}`,
  low: 20 + at,
  plan,
});
const followedBy = (at: number) => (at % 3 === 1 ? null : plans[(at * 3) % 4]!);
const following = Array.from({ length: 12 }, (_, at) => followed(at, followedBy(at)));

test('a strategy that is sent as an object is shown with its own members, or null once it is cleared', async () => {
  const assign = (at: number, plan: Plan | null): Said => ({
    asked: follow(following[at]!.id),
    sent: { plan: plan && { id: plan.id } },
    told: followed(at, plan),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens: following } },
    { asked: 'GET /v1/strategies', told: { plans } },
    assign(1, plans[0]!),
    { asked: read(following[1]!.id), told: followed(1, plans[0]!) },
    assign(4, plans[2]!),
    assign(0, null),
    { asked: read(following[0]!.id), told: followed(0, null) },
  ]);
  for (const { asked, sent, told } of [assign(7, plans[3]!), assign(3, plans[1]!), assign(6, null)]) {
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(asked.replace('PATCH', 'GET').replace('/strategy', ''))).toEqual([200, told]);
  }
});

test('crossed bounds are told in the same words, whether both were sent or one alone', async () => {
  const pens = Array.from({ length: 12 }, (_, at) => ({
    id: `pen-${601 + at}`,
    low: 20 + at,
    high: 60 + ((at * 7) % 23),
  }));
  const crossed = { status: 422, told: { faults: { low: ['Low must be below high'] } } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    { asked: price('pen-601'), sent: { low: 21, high: 71 }, told: { ...pens[0]!, low: 21, high: 71 } },
    { asked: price('pen-602'), sent: { low: 23 }, told: { ...pens[1]!, low: 23 } },
    { asked: price('pen-603'), sent: { low: 9, high: 4 }, ...crossed },
    { asked: price('pen-604'), sent: { high: 1 }, ...crossed },
  ]);
  for (const sent of [{ high: 2 }, { low: 900 }, { low: 50, high: 30 }])
    expect(await ask(price('pen-607'), sent)).toEqual([422, crossed.told]);
  expect(await ask(price('pen-608'), { high: 3 })).toEqual([422, crossed.told]);
});

test('what two states refuse is told by each in words of its own', async () => {
  const pens = Array.from({ length: 14 }, (_, at) => ({
    id: `pen-${701 + at}`,
    state: at % 5 === 4 ? 'closed' : 'open',
    plan: at % 3 === 0 ? null : plans[at % 4]!.id,
    low: (at % 3 === 2 && at % 5 !== 4) || at === 6 ? null : 20 + at,
    high: 60 + ((at * 7) % 23),
  }));
  const needed = { status: 422, told: { faults: { low: ['is needed by a plan'] } } };
  const closed = { status: 422, told: { faults: { state: ['is closed'] } } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: price('pen-701'), sent: { low: 12, high: 98 }, told: { ...pens[0]!, low: 12, high: 98 } },
    { asked: price('pen-702'), sent: { high: 80 }, told: { ...pens[1]!, high: 80 } },
    { asked: price('pen-704'), sent: { low: 13 }, told: { ...pens[3]!, low: 13 } },
    { asked: price('pen-707'), sent: { high: 70 }, told: { ...pens[6]!, high: 70 } },
    { asked: follow('pen-704'), sent: { plan: '47' }, told: { ...pens[3]!, low: 13, plan: '47' } },
    { asked: follow('pen-707'), sent: { plan: '40' }, ...needed },
    { asked: price('pen-703'), sent: { high: 73 }, ...needed },
    { asked: price('pen-706'), sent: { high: 74 }, ...needed },
    { asked: price('pen-705'), sent: { low: 14 }, ...closed },
  ]);
  for (const sent of [{ high: 75 }, { low: 15 }])
    expect(await ask(price('pen-710'), sent)).toEqual([422, closed.told]);
  expect(await ask(price('pen-705'), { high: 76 })).toEqual([422, closed.told]);
  expect(await ask(price('pen-708'), { high: 77 })).toEqual([200, { ...pens[7]!, high: 77 }]);
});

test('who wrote last is the same account after a write of any listing', async () => {
  const people = [
    { name: 'Ada', id: '310442', login: 'ada@pens.example' },
    { name: 'Kim', id: '310457', login: 'kim@pens.example' },
  ];
  const robot = { name: 'Robot', id: '310901', login: 'AutomatedUser_88213@pens.example' };
  const pens = Array.from({ length: 12 }, (_, at) => ({
    id: `pen-${801 + at}`,
    low: 20 + at,
    changed_by: at % 4 === 3 ? robot : people[at % 2]!,
  }));
  const write = (at: number, low: number): Said => ({
    asked: price(pens[at]!.id),
    sent: { low },
    told: { ...pens[at]!, low, changed_by: robot },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    write(0, 41),
    write(1, 42),
    { asked: read(pens[1]!.id), told: { ...pens[1]!, low: 42, changed_by: robot } },
    write(5, 43),
  ]);
  for (const at of [2, 6, 9]) {
    const { asked, sent, told } = write(at, 50 + at);
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(read(pens[at]!.id))).toEqual([200, told]);
  }
});

test('an unknown id is told behind the letter of its kind', async () => {
  const unknown = (id: string): Pick<Said, 'status' | 'told'> => ({
    status: 404,
    told: { fault: `Invalid value 's_${id}'. 'plan' with value 's_${id}' not found` },
  });
  const assign = (id: string) => ({ plan: { id } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens: following } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: 'GET /v1/strategies/47', told: plans[1]! },
    { asked: follow('pen-502'), sent: assign('40'), told: followed(1, plans[0]!) },
    { asked: follow('pen-505'), sent: assign('77'), ...unknown('77') },
    { asked: 'GET /v1/strategies/999', ...unknown('999') },
  ]);
  expect(await ask(follow('pen-508'), assign('63'))).toEqual([404, unknown('63').told]);
  expect(await ask('GET /v1/strategies/8812')).toEqual([404, unknown('8812').told]);
});

test('a bound that one kind of strategies needs is needed by no strategy of another kind', async () => {
  const kinds = ['match', 'margin', 'match', 'sale', 'match'];
  const ways = kinds.map((kind, at) => ({ id: String(31 + at * 3), kind, percent: (at * 5) % 9 }));
  const pens = Array.from({ length: 12 }, (_, at) => ({
    id: `pen-${901 + at}`,
    low: at % 3 === 1 ? null : 20 + at,
    high: 60 + ((at * 7) % 23),
    plan: at === 4 ? ways[1]!.id : at % 4 === 2 && at % 3 !== 1 ? ways[at % 5]!.id : null,
  }));
  const lacking = { status: 400, told: { faults: [{ at: 'low', words: "'low' is required" }] } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    { asked: 'GET /v1/strategies', told: { ways } },
    { asked: price('pen-901'), sent: { low: 15, high: 91 }, told: { ...pens[0]!, low: 15, high: 91 } },
    { asked: price('pen-904'), sent: { high: null }, told: { ...pens[3]!, high: null } },
    { asked: follow('pen-901'), sent: { plan: '31' }, told: { ...pens[0]!, low: 15, high: 91, plan: '31' } },
    { asked: follow('pen-904'), sent: { plan: '40' }, told: { ...pens[3]!, high: null, plan: '40' } },
    { asked: follow('pen-902'), sent: { plan: '31' }, ...lacking },
  ]);
  expect(await ask(price('pen-905'), { high: null })).toEqual([200, { ...pens[4]!, high: null }]);
  expect(await ask(follow('pen-908'), { plan: '37' })).toEqual([400, lacking.told]);
  expect(await ask(follow('pen-909'), { plan: '37' })).toEqual([200, { ...pens[8]!, plan: '37' }]);
});

test('a size that is too large is refused as one that was none, where that told the range', async () => {
  const pens = Array.from({ length: 9 }, (_, at) => ({ id: `pen-${301 + at}`, title: `Pen ${at}` }));
  const range = { fault: 'size: Not in range [1, 50]' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { pens } },
    { asked: 'GET /v1/listings?size=4', told: { pens: pens.slice(0, 4) } },
    { asked: 'GET /v1/listings?size=0', status: 400, told: range },
  ]);
  expect(await ask('GET /v1/listings?size=51')).toEqual([400, range]);
  expect(await ask('GET /v1/listings?size=50')).toEqual([200, { pens }]);
});

test('a read that was made twice is answered as it was last by then, and that of another run with links as such a run has them', async () => {
  const run = (id: number, state: string) => ({
    id,
    state,
    links: [{ rel: 'self', href: `/v1/reports/${id}` }],
  });
  const alone = (id: number, state: string, found: number | null) => ({
    ...run(id, state),
    found,
    links: [
      { rel: 'self', href: `/v1/reports/${id}` },
      ...(state === 'done' ? [{ rel: 'file', href: `/v1/reports/${id}/file` }] : []),
      { rel: 'all', href: '/v1/reports' },
    ],
  });
  const session: Said[] = [
    {
      asked: 'GET /v1/reports',
      told: { runs: [run(47, 'busy'), run(45, 'done'), run(42, 'lost'), run(41, 'done')] },
    },
    { asked: 'GET /v1/reports/47', told: alone(47, 'busy', null) },
    { asked: 'GET /v1/reports/45', told: alone(45, 'done', 12) },
    { asked: 'GET /v1/reports/42', told: alone(42, 'lost', null) },
    { asked: 'GET /v1/reports/47', told: alone(47, 'done', 31) },
  ];
  const ask = learnedFrom(session, 'end');
  expect(await ask('GET /v1/reports/47')).toEqual([200, alone(47, 'done', 31)]);
  const done = alone(41, 'done', 12);
  expect(await ask('GET /v1/reports/41')).toEqual([
    200,
    expect.objectContaining({ id: 41, links: done.links }),
  ]);
});
