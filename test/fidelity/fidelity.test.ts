// Fidelity to recorded sessions: what agrees, and what is planted into them at its place.
import { describe, expect, test } from 'vitest';
import { measureFidelity, percentOf } from '../../src/analysis/fidelity/fidelity.ts';
import type { FidelityReport } from '../../src/analysis/fidelity/fidelity.ts';
import { explainRecordings } from '../../src/analysis/learn/learn.ts';
import type { Recording } from '../../src/recording/format.ts';
import { recordingOf } from '../learning/said.ts';
import type { Said } from '../learning/said.ts';
import { ids } from '../support/app.ts';
import { measure, recordMock, told, wholeSession, withAnswers, withJson, without } from './sessions.ts';
import type { Ask, Fields } from './sessions.ts';

const board = `/v1/listings/${ids.board}`;
const reads: readonly Ask[] = [
  { path: '/v1/listings' },
  { path: board },
  { path: '/v1/strategies' },
  { path: `/v1/listings/${ids.nowhere}` },
  { path: '/v1/listings', key: null },
  { path: '/v1/strategies', key: 'somebody' },
];
const session = await recordMock(wholeSession);
const reading = await recordMock(reads);

/** What differs more than without a change. */
async function planted(recording: Recording, changed: Recording): Promise<string[]> {
  const { form } = explainRecordings([{ name: 'plain', recording }]);
  const before = told(await measure(recording, { speech: { form } }));
  return told(await measure(changed, { speech: { form } })).filter((line) => !before.includes(line));
}

test('a session of reads and refusals agrees whole with what was learned from it', async () => {
  const report = await measure(reading);
  expect(told(report)).toEqual([]);
  expect(report.answers).toEqual({ agreeing: reads.length, of: reads.length });
  expect(report.headers).toEqual({ agreeing: reads.length, of: reads.length });
  expect(percentOf(report.answers)).toBe(100);
});

test('answers are counted by endpoint, whatever number of places differs in one', async () => {
  const report = await measure(reading, {
    assume: { 'error-codes': 'fine', 'time-format': 'unix' },
  });
  expect(report.endpoints.map(({ endpoint, of }) => `${endpoint} ${of}`)).toEqual([
    'GET /v1/listings 2',
    'GET /v1/listings/{id} 2',
    'GET /v1/strategies 2',
  ]);
  const { agreeing, of } = report.answers;
  expect(of).toBe(6);
  expect(agreeing).toBeLessThan(6);
  expect(percentOf({ agreeing: 2, of: 3 })).toBe(66.6);
});

describe('planted', () => {
  test('another status is one difference, and the body behind it none', async () => {
    const changed = withAnswers(session, ({ request, response }) =>
      request.path === '/v1/strategies' && response.status === 200 ? { status: 206 } : {},
    );
    expect(await planted(session, changed)).toEqual(['GET /v1/strategies status status']);
  });

  test('another error code is one difference', async () => {
    const changed = withJson(session, (json, { response }) =>
      response.status === 404 ? { error: { ...(json.error as Fields), code: 'gone' } } : json,
    );
    expect(await planted(session, changed)).toEqual(['GET /v1/listings/{id} value $.error.code']);
  });

  test('a member of an envelope that is missing, and one more', async () => {
    const changed = withJson(session, (json, { request, response }) =>
      request.path === '/v1/reports' && response.status === 200
        ? { ...without(json, 'has_more'), page: 1 }
        : json,
    );
    expect(await planted(session, changed)).toEqual([
      'GET /v1/reports missing $.page',
      'GET /v1/reports extra $.has_more',
    ]);
  });

  test('a header more is told apart from the answers', async () => {
    const { form } = explainRecordings([{ name: 'plain', recording: reading }]);
    const changed = withAnswers(reading, ({ request, response }) =>
      request.path === board
        ? { headers: [...response.headers, ['X-Region', 'eu'], ['Server', 'nginx']] }
        : {},
    );
    const report = await measure(changed, { speech: { form } });
    expect(report.answers.agreeing).toBe(reads.length);
    expect(report.headers.agreeing).toBe(reads.length - 1);
    expect(report.headerDifferences.map(({ path, aspect }) => `${aspect} ${path}`)).toEqual([
      'missing header:X-Region',
    ]);
  });

  test('an ignored place is compared with nothing', async () => {
    const { form } = explainRecordings([{ name: 'plain', recording: reading }]);
    const changed = withJson(reading, (json, { response }) =>
      response.status === 404 ? { error: { ...(json.error as Fields), code: 'gone' } } : json,
    );
    expect(told(await measure(changed, { speech: { form }, ignored: ['$.error.code'] }))).toEqual([]);
    expect(told(await measure(changed, { speech: { form }, ignored: ['$..code'] }))).toEqual([]);
    expect(told(await measure(changed, { speech: { form }, ignored: ['body'] }))).toEqual([]);
    expect(told(await measure(changed, { speech: { form } }))).toHaveLength(1);
  });
});

describe('what is no difference', () => {
  test('a service whose clock is wrong tells the same times', async () => {
    const hour = 3_600_000;
    const skewed = {
      ...reading,
      interactions: reading.interactions.map((each) => ({
        ...each,
        at: new Date(Date.parse(each.at) - hour).toISOString(),
      })),
    };
    expect(told(await measure(skewed))).toEqual([]);
  });

  test('a placeholder for a secret', async () => {
    const redacted = withJson(reading, (json, { request, response }) =>
      request.path === board && response.status === 200 ? { ...json, sku: '__redacted.sku.1__' } : json,
    );
    expect(told(await measure(redacted))).toEqual([]);
  });

  test('the id of a request, and a link to it, whatever they are called', async () => {
    let number = 0;
    const numbered = withJson(reading, (json, { response }) => {
      if (response.status < 400) return json;
      const id = `req_${(number += 1)}a8f3c2${number}`;
      return { error: { ...(json.error as Fields), trace: id } };
    });
    const report = await measure(numbered);
    expect(told(report)).toEqual([]);
  });
});

test('how long an answer took, which one list shows to be made anew, is no difference in its sisters', async () => {
  const asked: readonly Ask[] = [
    { path: '/v1/strategies' },
    { path: '/v1/strategies' },
    { path: '/v1/listings?page=1&page_size=2' },
    { path: '/v1/listings?page=2&page_size=2' },
    { path: '/v1/listings?page=1&page_size=3' },
  ];
  const times = [31, 4, 18, 9, 22];
  const timed = withJson(await recordMock(asked), (json) => ({ ...json, milliseconds: times.shift()! }));
  expect(times).toEqual([]);
  expect(told(await measure(timed))).toEqual([]);
});

test('a link whose path holds the id of a request is no difference, one that leads elsewhere is', async () => {
  const pots = ['A', 'B', 'C', 'D'].map((name, at) => ({ id: 70 + at, name, floor: 3 + at }));
  const said: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { rows: pots } },
    { asked: 'PATCH /v1/listings/71/price', sent: { floor: 9 }, told: { ...pots[1]!, floor: 9 } },
    ...['cheap', 'dear', 'low', 'high'].map((floor, at): Said => {
      const call = `call_${['kQ7wLzXcVbNm', 'd5Fg8HjKlPoI', 'TrEwQaZxSwEd', 'zYxWvUtSrQpO'][at]!}`;
      return {
        asked: 'PATCH /v1/listings/72/price',
        sent: { floor },
        status: 400,
        answered: { 'Call-Id': call },
        told: { code: 'not_a_number', see: `https://desk.pots.example/calls/${call}?floor=${floor}` },
      };
    }),
  ];
  const recording = recordingOf(said);
  expect(told(await measureFidelity(recording, { name: 'session', ignored: [] }))).toEqual([]);
  const { form } = explainRecordings([{ name: 'session', recording }]);
  const elsewhere = withJson(recording, (json, { response }) =>
    response.status < 400 ? json : { ...json, see: (json.see as string).replace('/calls/', '/letters/') },
  );
  const report = await measure(elsewhere, { speech: { form } });
  expect(report.answers).toEqual({ agreeing: 2, of: 6 });
});

test('a wrong key is told with whatever status the service tells it', async () => {
  const pots = ['A', 'B', 'C', 'D'].map((name, at) => ({ id: 70 + at, name, floor: 3 + at }));
  const said: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { rows: pots } },
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 1, name: 'Keep' }] } },
    { asked: 'GET /v1/listings/99', status: 404, told: { fault: 'No such pot' } },
    { asked: 'GET /v1/strategies', keyless: true, status: 400, told: { fault: 'Send an API key' } },
    { asked: 'GET /v1/strategies', status: 400, told: { fault: 'API key not valid' } },
  ];
  const report = await measureFidelity(recordingOf(said), { name: 'session', ignored: [] });
  expect(told(report)).toEqual([]);
  expect(report.answers).toEqual({ agreeing: 5, of: 5 });
});

describe('limits', () => {
  const burst = (count: number, after: number) =>
    Array.from({ length: count }, (): Ask => ({ path: board, after }));

  test('a 429 comes where the recorded requests explain it', async () => {
    const limited = await recordMock(burst(7, 20), { limits: { perSecond: 5, perMinute: 300 } });
    expect(limited.interactions.map(({ response }) => response.status)).toEqual([
      200, 200, 200, 200, 200, 429, 429,
    ]);
    const report = await measure(limited);
    expect(told(report)).toEqual([]);
    expect(report.aside).toEqual([]);
  });

  test('one that they do not explain is compared by its form', async () => {
    const limited = await recordMock(burst(7, 20), { limits: { perSecond: 5, perMinute: 300 } });
    const alone = { ...limited, interactions: limited.interactions.slice(5) };
    const report = await measure(alone, { assume: {} });
    expect(told(report)).toEqual([]);
    expect(report.aside).toEqual([
      { reason: 'limits', interactions: alone.interactions.map(({ id }) => id) },
    ]);
  });

  test('a request that the limits let through by a hair is no difference', async () => {
    const recording = await recordMock(burst(9, 200));
    const early = {
      ...recording,
      interactions: recording.interactions.map((each, at) => ({
        ...each,
        at: new Date(Date.parse(each.at) - (at === 5 ? 30 : 0)).toISOString(),
        milliseconds: 40,
      })),
    };
    expect(told(await measure(early, { limits: { perSecond: 5 } }))).toEqual([]);
  });

  test('a service with other limits is told by what it lets through', async () => {
    const generous = await recordMock(burst(9, 20));
    expect(told(await measure(generous, { limits: { perSecond: 5 } }))).toEqual([
      'GET /v1/listings/{id} status status',
    ]);
    expect(told(await measure(generous))).toEqual([]);
  });

  test('a recording that was made in two sessions is played with time between them', async () => {
    const again = await recordMock(burst(4, 10));
    const twice = {
      ...again,
      interactions: [
        ...again.interactions.map((each) => ({ ...each, at: '2026-02-01T00:00:00.000Z' })),
        ...again.interactions.map((each) => ({ ...each, id: `9${each.id}` })),
      ],
    };
    expect(told(await measure(twice, { limits: { perSecond: 5 } }))).toEqual([]);
  });
});

test('the service’s own trouble is set aside', async () => {
  const broken = withAnswers(reading, ({ id }) => (id.startsWith('3-') ? { status: 503, body: null } : {}));
  const report = await measure(broken);
  expect(report.aside).toEqual([{ reason: 'trouble', interactions: ['3-get-strategies'] }]);
  expect(report.answers.of).toBe(reads.length - 1);
});

describe('--split', () => {
  const more: readonly Ask[] = [...reads, ...reads, ...reads, ...reads];
  const counts = ({ answers, interactions, learnedInteractions }: FidelityReport) => [
    answers.agreeing,
    answers.of,
    interactions,
    learnedInteractions,
  ];

  test('what was learned from one part is scored on the other', async () => {
    const recording = await recordMock(more);
    expect(counts(await measure(recording, { split: { scored: 'later', share: 0.5 } }))).toEqual([
      12, 12, 12, 12,
    ]);
    expect(counts(await measure(recording, { split: { scored: 'earlier', share: 0.75 } }))).toEqual([
      6, 6, 6, 18,
    ]);
    expect(counts(await measure(recording, { split: { scored: 'third', share: 0.5 } }))[2]).toBe(8);
  });

  test('the later part finds the state that the first one has left', async () => {
    const write: Ask = { method: 'PATCH', path: `${board}/price`, json: { minPrice: 21.5, maxPrice: 30 } };
    const recording = await recordMock([
      { path: board },
      write,
      { path: board },
      { path: board },
      { path: board },
    ]);
    const report = await measure(recording, { split: { scored: 'later', share: 0.6 } });
    expect(told(report)).toEqual([]);
  });

  test('an answer that the mock cannot know is counted as such', async () => {
    const recording = await recordMock([
      ...reads,
      { path: '/v1/strategies' },
      { method: 'PATCH', path: `${board}/strategy`, json: 'text' },
    ]);
    const { answers, undecided } = await measure(recording, { split: { scored: 'later', share: 0.75 } });
    expect(answers.of - answers.agreeing).toBe(1);
    expect(undecided).toBe(1);
  });
});

test('a client that sends an entity tag back sends the one that the mock gave for that record', async () => {
  const items = [
    { id: 'a-1', low: 5 },
    { id: 'a-2', low: 6 },
  ];
  const tag = (version: number) => `"v${version}"`;
  const versions = new Map<string, number>();
  const read = (id: string): Said => ({
    asked: `GET /v1/listings/${id}`,
    answered: { ETag: tag(versions.get(id) ?? 1) },
    told: { ...items.find((item) => item.id === id) },
  });
  const write = (id: string, low: number): Said[] => {
    const version = versions.get(id) ?? 1;
    versions.set(id, version + 1);
    Object.assign(
      items.find((item) => item.id === id)!,
      { low },
    );
    const asked = `PATCH /v1/listings/${id}/price`;
    const told = { id, low };
    return [
      { asked, sent: { low: 0.5 }, headers: { 'If-Match': '"v0"' }, status: 412, told: { error: 'stale' } },
      {
        asked,
        sent: { low },
        headers: { 'If-Match': tag(version) },
        answered: { ETag: tag(version + 1) },
        told,
      },
    ];
  };
  const session = [
    { asked: 'GET /v1/listings', told: { items: structuredClone(items) } },
    ...['a-1', 'a-2'].map(read),
    ...[9, 8, 7].flatMap((low) => [...write('a-1', low), read('a-1')]),
    ...[4, 3].flatMap((low) => [...write('a-2', low), read('a-2')]),
  ];
  const { answers } = await measureFidelity(recordingOf(session), { name: 'session', ignored: [] });
  expect(answers).toEqual({ of: session.length, agreeing: session.length });
});
