// The three presets do what their names say.
import { expect, test } from 'vitest';
import { startCommand } from '../cli/command.ts';
import { requestRaw } from '../cli/wire.ts';
import { each, nowhere, one, openProbed, strategyB, verdict } from './probe.ts';
import type { Answer, Sent, Service } from './probe.ts';
import { amount } from '../support/soak.ts';

const price = `/v1/listings/${one}/price`;

const methods = ['GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get', 'PURGE'];

const paths = [
  '/v1/listings',
  '/v1/reports',
  '/v1/strategies',
  `/v1/listings/${one}`,
  price,
  `/v1/listings/${one}/strategy`,
  `/v1/listings/${nowhere}`,
  `/v1/listings/${nowhere}/price`,
  '/v1/listings/42',
  '/v1/listings/%zz/strategy',
  '/v1/listings/',
  '/v2/listings',
  '/v1',
  '/',
  '/v1/events',
  '/v1/listings//price',
  '*',
  '/v1/nothing',
];

const queries = ['', '?limit=1', '?limit=abc&page=x', '?sort=nonsense&colour=red', '?starting_after=nobody'];

const sents: readonly Sent[] = [
  {},
  { key: null },
  { key: 'wrong' },
  { body: { minPrice: 16, strategyId: strategyB, other: 1 } },
  { body: { minPrice: 99, strategyId: 'nobody' } },
  { body: '{' },
  { body: {}, headers: { 'content-type': 'text/plain' } },
  { body: {}, headers: { 'content-encoding': 'gzip' } },
  { body: ' '.repeat(102_401) },
  { headers: { 'if-match': '"x"', 'if-none-match': '*', 'x-request-id': 'mine', range: 'bytes=0-1' } },
  ...[400, 401, 403, 404, 405, 410, 418, 429, 499, 500, 502, 503, 599].map((status) => ({
    headers: { 'x-mock-fault': `status=${status}` },
  })),
  { headers: { 'x-mock-fault': 'nonsense' } },
];

/** The combinations of the above, each once: all of them in the soak, one of eleven otherwise. */
function* broadRequests(): Generator<readonly [line: string, sent: Sent]> {
  const share = amount(11, 1);
  let at = 0;
  for (const method of methods)
    for (const path of paths)
      for (const query of queries)
        for (const sent of sents) if ((at += 1) % share === 0) yield [`${method} ${path}${query}`, sent];
}

async function broadAnswers(service: Service): Promise<(Answer & { readonly line: string })[]> {
  const answers = [];
  for (const [line, sent] of broadRequests()) answers.push({ ...(await service.send(line, sent)), line });
  return answers;
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)].sort();

test('spec-only shows no status and no header beside those of the specification and the Date of HTTP', async () => {
  const limited = await openProbed({}, { profile: 'spec-only', perSecond: 1 });
  const answers = await broadAnswers(await openProbed({}, { profile: 'spec-only' }));
  answers.push(...(await broadAnswers(limited)));
  expect(distinct(answers.map(({ status }) => status))).toEqual([200, 400, 401, 404, 429, 500]);
  // The probed clock is not the machine's, so the service itself tells its time (RFC 9110 §6.6.1).
  expect(distinct(answers.flatMap(({ headers }) => Object.keys(headers)))).toEqual(['content-type', 'date']);
  expect(distinct(answers.map(({ headers }) => headers['content-type']))).toEqual(['application/json']);
});

test('spec-only shows no field beside those of the specification', async () => {
  const fields = { listing: new Set<string>(), report: new Set<string>(), strategy: new Set<string>() };
  const errors = new Set<string>();
  const note = (set: Set<string>, record: object) => {
    for (const name of Object.keys(record)) set.add(name);
  };
  for (const data of ['tiny', 'edge', 'default'] as const) {
    for (const { line, status, value } of await broadAnswers(
      await openProbed({}, { profile: 'spec-only', data }),
    )) {
      if (status !== 200) {
        expect(Object.keys(value as object), line).toEqual(['error']);
        note(errors, (value as { error: object }).error);
      } else if (value === null) expect(line).toMatch(/^HEAD /);
      else {
        const kind = line.includes('/reports')
          ? 'report'
          : line.includes('/strategies')
            ? 'strategy'
            : 'listing';
        const isList = /^\S+ \/v1\/(listings|reports|strategies)(\?|$)/.test(line);
        expect(Array.isArray(value), line).toBe(isList);
        for (const record of isList ? (value as object[]) : [value as object]) note(fields[kind], record);
      }
    }
  }
  expect([...fields.listing]).toEqual(['id', 'minPrice', 'maxPrice', 'strategyId']);
  expect([...fields.strategy]).toEqual(['id']);
  expect([...fields.report]).toEqual(['id', 'status', 'downloadLinks', 'metadata']);
  expect([...errors].sort()).toEqual(['code', 'doc_url', 'message', 'param']);
});

test('spec-only on a port adds nothing but framing and the date', async () => {
  await using served = await startCommand(['--port', '0', '--profile', 'spec-only', '--per-second', '9']);
  const names = await each(
    [
      { line: 'GET /v1/listings' },
      { line: 'GET /v1/listings', key: 'wrong' },
      { line: 'HEAD /v1/listings' },
      { line: 'OPTIONS /v1/listings' },
      { line: 'DELETE /v1/reports' },
      { line: 'GET /v1/nothing' },
      { line: `PATCH ${price}`, body: '{' },
      ...Array.from({ length: 9 }, () => ({ line: 'GET /v1/strategies' })),
    ],
    async (sent) => {
      const { status, headers } = await requestRaw(served.url, sent);
      expect([200, 400, 401, 404, 429], sent.line).toContain(status);
      return Object.keys(headers);
    },
  );
  const allowed = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];
  expect(distinct(names.flat()).filter((name) => !allowed.includes(name))).toEqual([]);
});

const requests: readonly (readonly [line: string, sent: Sent])[] = [
  [`PATCH ${price}`, { body: { minPrice: 16 } }],
  [`PATCH ${price}`, { body: { minPrice: 16, maxPrice: 30, other: 1 } }],
  [`PATCH ${price}`, { body: '{"minPrice":16,"minPrice":17,"maxPrice":30}' }],
  ['GET /v1/listings?colour=red', {}],
  ['DELETE /v1/listings', {}],
  [`PATCH ${price}`, { body: ' '.repeat(102_401) }],
  [`PATCH ${price}`, { body: {}, headers: { 'content-type': 'text/plain' } }],
];

test.each([
  ['default', ['200', '200', '200', '200', '405', '413', '415'], 'unauthorized'],
  ['strict', ['400 maxPrice', '400 other', '400', '400 colour', '405', '413', '415'], 'api_key_missing'],
  ['spec-only', ['200', '200', '200', '200', '404', '400', '400'], 'unauthorized'],
] as const)('the profile %s judges as it is named', async (profile, verdicts, code) => {
  const { send } = await openProbed({}, { profile });
  expect(await each(requests, async ([line, sent]) => verdict(await send(line, sent)))).toEqual(verdicts);
  expect((await send('GET /v1/listings', { key: null })).body.error!.code).toBe(code);
});

test('an answer of its own goes before the profile', async () => {
  const { send } = await openProbed({ 'both-bounds': 'optional' }, { profile: 'strict' });
  expect((await send(`PATCH ${price}`, { body: { minPrice: 16 } })).status).toBe(200);
});
