import { expect, test } from 'vitest';

import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

/** What is wrong with one request; domain.md section 7 says which of two is answered. */
interface Flaws {
  readonly key?: boolean;
  readonly rate?: boolean;
  readonly path?: boolean;
  readonly method?: boolean;
  readonly type?: boolean;
  readonly size?: boolean;
  readonly syntax?: boolean;
  readonly idShape?: boolean;
  readonly missing?: boolean;
  readonly body?: boolean;
  readonly strategy?: boolean;
}
type Flaw = keyof Flaws;
type Check = readonly [flaw: Flaw, status: number, param?: string];

// In the order of checks: the flaw, and what it is answered with.
const checks: readonly Check[] = [
  ['key', 401],
  ['rate', 429],
  ['path', 404],
  ['method', 405],
  ['type', 415],
  ['size', 413],
  ['syntax', 400],
  ['idShape', 400, 'id'],
  ['missing', 404, 'id'],
  ['body', 400, 'extra'],
  ['strategy', 400, 'strategyId'],
];

async function send(flaws: Flaws, chunked = false) {
  const app = createTestApp({
    limits: { perSecond: 1, perMinute: 1 },
    assume: { 'unknown-body-field': 'reject' },
  });
  if (flaws.rate === true) await app.get('/v1/strategies');
  const before = await app.get('/v1/listings', { key: 'test_other' });
  const id = flaws.idShape === true ? 'abc' : flaws.missing === true ? ids.nowhere : ids.board;
  const fields = {
    strategyId: flaws.strategy === true ? 'nope' : ids.guard,
    ...(flaws.body === true && { extra: 1 }),
  };
  const text = flaws.syntax === true ? '{' : JSON.stringify(fields);
  const answer = await app.call(
    flaws.method === true ? 'PUT' : 'PATCH',
    `/v1/listings/${id}/${flaws.path === true ? 'nothing' : 'strategy'}`,
    {
      key: flaws.key === true ? 'nobody' : 'test_key',
      type: flaws.type === true ? 'text/plain' : 'application/json',
      body: flaws.size === true ? text.padEnd(102_401) : text,
      chunked,
    },
  );
  const after = await app.get('/v1/listings', { key: 'test_third' });
  expect(after.text).toBe(before.text);
  return answer;
}

test('a request without a flaw is applied', async () => {
  expect((await send({})).status).toBe(200);
});

const single = checks.map(([flaw, status, param]) => ({ flaw, status, param }));

test.each(single)('a request whose only flaw is its $flaw gets $status', async ({ flaw, status, param }) => {
  expectError(await send({ [flaw]: true }), status, param);
});

/** A body that is no JSON has no fields, and an id without form names nothing. */
const impossible = new Set(['syntax body', 'syntax strategy', 'idShape missing']);
const possible = checks.flatMap(([first, status, param], at) =>
  checks
    .slice(at + 1)
    .filter(([later]) => !impossible.has(`${first} ${later}`))
    .map(([later]) => ({ first, later, status, param })),
);

test.each(possible)('domain 7: $first is checked before $later', async ({ first, later, status, param }) => {
  expectError(await send({ [first]: true, [later]: true }), status, param);
  expectError(await send({ [first]: true, [later]: true }, true), status, param);
});

test('domain 7: a request with every flaw gets the first error, and so on down the list', async () => {
  const flaws = checks.map(([flaw]) => flaw);
  for (const [at, [first, status, param]] of checks.entries()) {
    const rest = Object.fromEntries(flaws.slice(at).map((flaw) => [flaw, true])) as Flaws;
    if (first === 'syntax' || first === 'idShape') continue;
    expectError(await send({ ...rest, idShape: at < 7 }), status, param);
  }
});

test('domain 7: faults strike after key and limit, and before the path', async () => {
  const headers = { 'X-Mock-Fault': 'status=503' };
  const app = createTestApp({ limits: { perSecond: 1, perMinute: 1 } });
  expectError(await app.get('/v1/nothing', { headers, key: null }), 401);
  expectError(await app.get('/v1/nothing', { headers }), 503);
  expectError(await app.get('/v1/nothing', { headers }), 429);
});

test('domain 7: nothing of the body is read before its media type and declared size are right', async () => {
  const app = createTestApp();
  const reads: string[] = [];
  const onRead = () => void reads.push('read');
  const target = `/v1/listings/${ids.board}/price`;
  await app.patch(target, { minPrice: 16 }, { key: null, onRead });
  await app.patch('/v1/nothing', { minPrice: 16 }, { onRead });
  await app.patch('/v1/listings', { minPrice: 16 }, { onRead });
  await app.patch(target, { minPrice: 16 }, { type: 'text/plain', onRead });
  await app.call('PATCH', target, { body: ' '.repeat(102_401), onRead });
  await app.call('GET', '/v1/listings', { body: '{}', onRead });
  expect(reads).toEqual([]);
  await app.patch(target, { minPrice: 16 }, { onRead });
  expect(reads).toEqual(['read']);
});

test('§4 rule 3: one error per answer, minPrice before maxPrice, form before order', async () => {
  const app = createTestApp();
  const patch = (json: object) => app.patch(`/v1/listings/${ids.board}/price`, json);
  expectError(await patch({ maxPrice: -1, minPrice: 'x' }), 400, 'minPrice');
  expectError(await patch({ maxPrice: -1, minPrice: 50 }), 400, 'maxPrice');
  expectError(await patch({ maxPrice: 40, minPrice: 50 }), 400, 'minPrice');
});
