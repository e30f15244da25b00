// What most services do that speak plainly, and no recording need show: they search several texts, take yes where they take no, and
// tell several faults of one field.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const plans = [1, 2, 3, 4].map((at) => ({ id: `plan-${at}`, label: `Plan ${at}`, isOn: at !== 3 }));
const wares = Array.from({ length: 12 }, (_, at) => ({
  id: `ware-${10 + at}`,
  label: `${at % 2 === 0 ? 'Oak' : 'Elm'} desk ${at}`,
  code: `${at % 3 === 0 ? 'QX' : 'RT'}-${at}`,
  state: at % 4 === 0 ? 'inert' : 'active',
  low: 5,
  high: 50,
  plan: `plan-${1 + (at % 2)}`,
}));

const lists: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: wares } },
  { asked: 'GET /v1/strategies', told: { items: plans } },
];
const found = (isFound: (ware: (typeof wares)[number]) => boolean) => ({ items: wares.filter(isFound) });

test('what is searched for and stands in no leaf that was searched may stand in another text of a record', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: 'GET /v1/listings?q=oak', told: found(({ label }) => label.startsWith('Oak')) },
    { asked: 'GET /v1/listings?q=desk%203', told: found(({ label }) => label === 'Elm desk 3') },
    { asked: 'GET /v1/listings?q=nowhere', told: { items: [] } },
  ]);
  expect(await ask('GET /v1/listings?q=qx-')).toEqual([200, found(({ code }) => code.startsWith('QX'))]);
  expect(await ask('GET /v1/listings?q=elm')).toEqual([200, found(({ label }) => label.startsWith('Elm'))]);
  expect(await ask('GET /v1/listings?q=anywhere')).toEqual([200, { items: [] }]);
});

test('who takes no takes yes, though another word was refused', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: 'GET /v1/listings?sold=false', told: { items: wares } },
    { asked: 'GET /v1/listings?sold=perhaps', status: 422, told: { wrong: 'sold is true or false' } },
  ]);
  const [status] = (await ask('GET /v1/listings?sold=true')) as [number];
  expect(status).toBe(200);
  expect(await ask('GET /v1/listings?sold=maybe')).toEqual([422, { wrong: 'sold is true or false' }]);
});

describe('several faults of one field', () => {
  const faults = (name: string) => [`${name} must not be above 900`, `${name} must be a number`];
  const price = (sent: unknown, status: number, told: unknown): Said => ({
    asked: 'PATCH /v1/listings/ware-11/price',
    sent,
    status,
    told,
  });
  const ask = learnedFrom([
    ...lists,
    price({ low: 6, high: 60 }, 200, { ...wares[1], low: 6, high: 60 }),
    price({ low: 7, high: 70 }, 200, { ...wares[1], low: 7, high: 70 }),
    price({ low: 6 }, 200, { ...wares[1], low: 6, high: 70 }),
    price({ high: 65 }, 200, { ...wares[1], low: 6, high: 65 }),
    price({ low: 'dear' }, 400, { wrong: faults('low') }),
    price({ low: 'x', high: 'y' }, 400, { wrong: [...faults('low'), ...faults('high')] }),
    price({ low: 1, colour: 1, size: 2 }, 400, {
      wrong: ['colour should not be there', 'size should not be there'],
    }),
    price({ shape: 1 }, 400, { wrong: ['shape should not be there'] }),
  ]);
  const asked = (sent: unknown) => ask('PATCH /v1/listings/ware-12/price', sent);

  test('are told of each field by itself', async () => {
    expect(await asked({ high: 'lots' })).toEqual([400, { wrong: faults('high') }]);
    expect(await asked({ low: 'a', high: 'b' })).toEqual([
      400,
      { wrong: [...faults('low'), ...faults('high')] },
    ]);
  });
});

test('a refusal for what a strategy is tells no word of the listing that stands in it by chance', async () => {
  const assign = (ware: string, plan: string, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/${ware}/strategy`,
    sent: { plan },
    status,
    told,
  });
  const refused = { code: 'plan_inactive', why: 'The plan "Plan 3" is not active.' };
  const ask = learnedFrom([
    ...lists,
    assign('ware-11', 'plan-2', 200, { ...wares[1], plan: 'plan-2' }),
    assign('ware-12', 'plan-1', 200, { ...wares[2], plan: 'plan-1' }),
    assign('ware-13', 'plan-4', 200, { ...wares[3], plan: 'plan-4' }),
    assign('ware-11', 'plan-3', 409, refused),
  ]);
  expect(await ask('PATCH /v1/listings/ware-14/strategy', { plan: 'plan-3' })).toEqual([409, refused]);
});

test('a stale tag is told the version that holds, however short it is', async () => {
  const told = (version: number) => ({ ...wares[1], version, low: 4 + version });
  const tagged = (version: number) => ({ told: told(version), answered: { ETag: `"${version}"` } });
  const write = (version: number, low: number): Said => ({
    asked: 'PATCH /v1/listings/ware-11/price',
    sent: { low },
    headers: { 'If-Match': `"${version}"` },
    told: undefined,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares.map((ware) => ({ ...ware, version: 1 })) } },
    { asked: 'GET /v1/listings/ware-11', ...tagged(1) },
    { ...write(1, 6), ...tagged(2) },
    { ...write(2, 7), ...tagged(3) },
    { asked: 'GET /v1/listings/ware-11', ...tagged(3) },
    { ...write(2, 9), status: 412, told: { wrong: 'stale', why: 'Its version is 3.' } },
  ]);
  expect(
    await ask('PATCH /v1/listings/ware-12/price', { low: 9 }, 'application/json', { 'If-Match': '"7"' }),
  ).toEqual([412, { wrong: 'stale', why: 'Its version is 1.' }]);
});

test('a name alone that is asked for and not known is told as one among others was', async () => {
  const few = (names: readonly string[]) => ({
    items: wares.map((ware) =>
      Object.fromEntries(Object.entries(ware).filter(([name]) => name === 'id' || names.includes(name))),
    ),
  });
  const ask = learnedFrom([
    ...lists,
    { asked: 'GET /v1/listings?fields=id,code', told: few(['code']) },
    { asked: 'GET /v1/listings?fields=label,state', told: few(['label', 'state']) },
    { asked: 'GET /v1/listings?fields=id,hue', status: 400, told: { wrong: 'There is no hue.' } },
  ]);
  expect(await ask('GET /v1/listings?fields=size')).toEqual([400, { wrong: 'There is no size.' }]);
});

test('who takes several words with commas between for one leaf takes them for another, and of another list', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    { asked: 'GET /v1/listings?state=inert', told: found(({ state }) => state === 'inert') },
    { asked: 'GET /v1/listings?plan=plan-1,plan-2', told: { items: wares } },
    {
      asked: 'GET /v1/listings?code=QX-0,RT-4',
      told: found(({ code }) => code === 'QX-0' || code === 'RT-4'),
    },
    { asked: 'GET /v1/strategies?id=plan-2', told: { items: [plans[1]] } },
    { asked: 'GET /v1/strategies?label=Plan%201', told: { items: [plans[0]] } },
    { asked: 'GET /v1/strategies?label=Plan%203', told: { items: [plans[2]] } },
    { asked: 'GET /v1/listings?state=sold', status: 400, told: { wrong: 'No such state: sold' } },
    { asked: 'GET /v1/strategies?id=plan-9', status: 400, told: { wrong: 'No such id: plan-9' } },
  ]);
  expect(await ask('GET /v1/listings?state=inert,active')).toEqual([200, { items: wares }]);
  expect(await ask('GET /v1/strategies?id=plan-4,plan-1')).toEqual([200, { items: [plans[0], plans[3]] }]);
  expect(await ask('GET /v1/strategies?label=Plan%204')).toEqual([200, { items: [plans[3]] }]);
});

describe('refusals of parameters', () => {
  const wrong = (asked: string, why: string): Said => ({
    asked: `GET /v1/listings?${asked}`,
    status: 400,
    told: { wrong: why },
  });
  const dated = wares.map((ware, at) => ({ ...ware, made: 1_700_000_000 + at * 100, cost: 10 + at }));
  const shown = (isShown: (ware: (typeof dated)[number]) => boolean) => ({ items: dated.filter(isShown) });
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { items: dated } },
      { asked: 'GET /v1/strategies', told: { items: plans } },
      { asked: 'GET /v1/listings?state=inert', told: shown(({ state }) => state === 'inert') },
      { asked: 'GET /v1/listings?since=1700000400', told: shown(({ made }) => made >= 1_700_000_400) },
      { asked: 'GET /v1/listings?until=1700000600', told: shown(({ made }) => made <= 1_700_000_600) },
      {
        asked: 'GET /v1/listings?since=1700000200&until=1700000500',
        told: shown(({ made }) => made >= 1_700_000_200 && made <= 1_700_000_500),
      },
      wrong('state=sold', 'state is none of those'),
      wrong('since=monday', 'since must be a moment'),
      wrong('since=1700000900&until=1700000300', 'since must not be behind until'),
      wrong('hue=red', 'hue is not expected'),
      wrong('hue=red&size=4', 'hue, size is not expected'),
    ]);

  test('are told of one as of another that asks in the same way', async () => {
    expect(await learned()('GET /v1/listings?until=soon')).toEqual([
      400,
      { wrong: 'until must be a moment' },
    ]);
  });

  test('are told of the ends of a range that cross', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings?since=1700000700&until=1700000100')).toEqual([
      400,
      { wrong: 'since must not be behind until' },
    ]);
    expect(await ask('GET /v1/listings?since=1700000700&until=1700000800')).toEqual([
      200,
      shown(({ made }) => made >= 1_700_000_700 && made <= 1_700_000_800),
    ]);
  });

  test('name all that are unknown', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings?tone=dark')).toEqual([400, { wrong: 'tone is not expected' }]);
    expect(await ask('GET /v1/listings?tone=dark&mood=good&since=1700000700')).toEqual([
      400,
      { wrong: 'tone, mood is not expected' },
    ]);
  });
});

test('a strategy that needs a bound is refused to listings without one, if the refusal tells of it in words', async () => {
  const open = wares.map((ware, at) => ({ ...ware, low_cost: at % 3 === 0 ? null : 5 }));
  const assign = (at: number, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/${open[at]!.id}/strategy`,
    sent: { plan: 'plan-2' },
    status,
    told,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: open } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    assign(1, 200, { ...open[1], plan: 'plan-2' }),
    assign(2, 200, { ...open[2], plan: 'plan-2' }),
    assign(4, 200, { ...open[4], plan: 'plan-2' }),
    assign(3, 422, { wrong: 'It requires a lower bound or a lowest cost.' }),
  ]);
  expect(await ask('PATCH /v1/listings/ware-16/strategy', { plan: 'plan-2' })).toEqual([
    422,
    { wrong: 'It requires a lower bound or a lowest cost.' },
  ]);
  expect(await ask('PATCH /v1/listings/ware-15/strategy', { plan: 'plan-2' })).toMatchObject([200, {}]);
});

test('a tag that nothing explains is weak where those of the service are', async () => {
  const tagged = (at: number, tag: string): Said => ({
    asked: `GET /v1/listings/ware-1${at}`,
    told: wares[at],
    answered: { ETag: `W/"${tag}"` },
  });
  const ask = learnedFrom([
    ...lists,
    tagged(1, '5d2c81e04b7f9a36'),
    tagged(2, 'ffffffffffffffff'),
    tagged(3, '09be47d1c35a8f62'),
  ]);
  const { headers } = await ask.answer('GET /v1/listings/ware-14');
  expect(headers.etag ?? headers.ETag).toMatch(/^W\/"[0-9a-f]{16}"$/);
});
