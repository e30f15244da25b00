// The judge itself: it finds nothing where there is nothing to find, and each thing that differs.
import { expect, test } from 'vitest';
import { aligned } from './align.ts';
import type { Answered, Asked, ForeignService } from './contract.ts';
import { anotherRun, judgeMock, mockOrigin } from './judge.ts';
import type { Which } from './record-session.ts';
import { howMuchLater, unlike } from './same-answer.ts';
import { payments } from './payments.ts';
import { Walk } from './walk.ts';
import type { Step } from './walk.ts';

const service: ForeignService = payments;

async function judgedAs(change: (answer: Answered, request: Asked) => Answered, which: Which = 'another') {
  const { clock, answer } = await anotherRun(service, 'start');
  return judgeMock(
    { service, which, asOf: 'start' },
    { clock, answer: (request) => change(answer(request), request) },
  );
}

test('each answer with another status counts', async () => {
  const { equal, of } = await judgedAs((answer) => ({
    ...answer,
    status: answer.status === 404 ? 410 : answer.status,
  }));
  const { steps } = await goThrough();
  expect(of - equal).toBe(steps.filter(({ answer }) => answer.status === 404).length);
});

test('a link that leads to the service itself counts', async () => {
  const { differences } = await judgedAs((answer) => ({
    ...answer,
    body: answer.body.replaceAll(mockOrigin, 'https://upstream.example'),
  }));
  expect(differences.map(({ where }) => where)).toContain('/data/1/result/url');
});

test('a list that never ends is cut, and what was not asked counts', async () => {
  const { clock, answer } = await anotherRun(service, 'start');
  const { equal, of, differences } = await judgeMock(
    { service, which: 'another', asOf: 'start' },
    {
      clock,
      answer: (request) => {
        const given = answer({
          ...request,
          target: request.target.replace(/[?&]starting_after=.*/, ''),
        });
        return { ...given, body: given.body.replace('"has_more":false', '"has_more":true') };
      },
    },
  );
  expect(of).toBeGreaterThan(200);
  expect(equal).toBeLessThan(10);
  expect(differences.map(({ got }) => got)).toContain('the program ended before: more than 200 requests');
});

test('a mock that fails counts as one that gives no answer', async () => {
  const { equal, differences } = await judgedAs(() => {
    throw new Error('out of order');
  });
  expect(equal).toBe(0);
  expect(differences[0]!.got).toMatch(/out of order/);
});

async function goThrough(): Promise<Walk> {
  const { clock, answer } = await anotherRun(service, 'start');
  const walk = new Walk({ origin: mockOrigin, key: service.key, clock, answer });
  await service.session(walk, 'another');
  return walk;
}

const answered = (body: unknown) => ({
  origin: 'https://one.example',
  answer: { status: 200, headers: [], body: typeof body === 'string' ? body : JSON.stringify(body) },
});

/** @param others what the service itself gives at another time: in another run, and later */
const differs = (expected: unknown, got: unknown, others: { run?: unknown; later?: unknown } = {}) =>
  unlike(answered(expected), answered(got), {
    runs: [answered(others.run ?? expected)],
    later: answered(others.later ?? expected),
  }) !== undefined;

const noon = Date.UTC(2026, 4, 12, 12);
const iso = (time: number) => new Date(time).toISOString();

test.each([
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, {}],
  ['parameters in another order', { next: '/v1/x?a=1&b=2' }, { next: '/v1/x?b=2&a=1' }, {}],
  ['an id of the request', { id: 'req_8aF3kk' }, { id: 'req_1bX9qq' }, { run: { id: 'req_4cZ7mm' } }],
  ['a time', { at: iso(noon) }, { at: iso(noon + 5000) }, { later: { at: iso(noon + howMuchLater) } }],
  [
    'a time in seconds',
    { at: noon / 1000 },
    { at: noon / 1000 + 9 },
    { later: { at: (noon + howMuchLater) / 1000 } },
  ],
  [
    'the signature of a link',
    { url: '/f?of=7&sig=aa11' },
    { url: '/f?of=7&sig=cc33' },
    { run: { url: '/f?of=7&sig=bb22' } },
  ],
  ['a duration', { took: 8 }, { took: 24 }, { run: { took: 13 } }],
  [
    'a signature that the recording does not hold',
    { url: '/f?of=7&sig=aa11' },
    { url: '/f?of=7&sig=__redacted.sig__' },
    { run: { url: '/f?of=7&sig=bb22' } },
  ],
  ['a text with an id', 'Nothing here (a1b2)', 'Nothing here (c3d4)', { run: 'Nothing here (e5f6)' }],
])('%s may differ', (_, expected, got, others) => {
  expect(differs(expected, got, others)).toBe(false);
});

test.each([
  ['a missing member', { a: 1, b: null }, { a: 1 }, {}],
  ['a number as text', { a: 1 }, { a: '1' }, {}],
  ['the order of a list', [1, 2], [2, 1], {}],
  ['a parameter of a link', { next: '/v1/x?a=1&b=2' }, { next: '/v1/x?a=1&b=3' }, {}],
  ['what the recording might hold', { a: 'always' }, { a: '__redacted.a__' }, {}],
  ['the form of an id', { id: 'req_8aF3kk' }, { id: 'req-8aF3kk' }, { run: { id: 'req_4cZ7mm' } }],
  ['the length of an id', { id: 'req_8aF3kk' }, { id: 'req_8aF3kkk' }, { run: { id: 'req_4cZ7mm' } }],
  ['the length of a number as id', { id: 48_151_623 }, { id: 4_815 }, { run: { id: 42_108_150 } }],
  ['what stays beside an id', 'Nothing here (a1b2)', 'Nobody here (c3d4)', { run: 'Nothing here (e5f6)' }],
  [
    'a time in another form',
    { at: iso(noon) },
    { at: '12 May 2026' },
    { later: { at: iso(noon + howMuchLater) } },
  ],
  ['seconds for milliseconds', { at: noon }, { at: noon / 1000 }, { later: { at: noon + howMuchLater } }],
  ['what is later only because it counts', { at: 1 }, { at: 3 }, { later: { at: 2 } }],
  [
    'the rest of a signed link',
    { url: '/f?of=7&sig=aa11' },
    { url: '/f?of=8&sig=cc33' },
    { run: { url: '/f?of=7&sig=bb22' } },
  ],
])('%s must not differ', (_, expected, got, others) => {
  expect(differs(expected, got, others)).toBe(true);
});

test('a page that was left out moves no other answer out of its place', () => {
  const step = (target: string): Step => ({
    at: 0,
    request: { method: 'GET', target, headers: {}, body: '' },
    answer: { status: 200, headers: [], body: '' },
  });
  const pages = ['?page=1', '?page=2', '?page=3'].map((query) => step(`/v1/listings${query}`));
  const pairs = aligned([...pages, step('/v1/reports')], [pages[0]!, pages[2]!, step('/v1/reports')]);
  expect(pairs.map((pair) => pair.map((one) => one?.request.target))).toEqual([
    ['/v1/listings?page=1', '/v1/listings?page=1'],
    ['/v1/listings?page=2', undefined],
    ['/v1/listings?page=3', '/v1/listings?page=3'],
    ['/v1/reports', '/v1/reports'],
  ]);
});
