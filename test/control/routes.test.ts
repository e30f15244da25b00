// The control API as a client in any language meets it: each route, what it takes, and what it does to the world.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { presetNames } from '../../src/spec/presets.ts';
import { expectControlError } from './expect.ts';
import { version } from '../../src/app/version.ts';
import { ids, opening } from '../support/app.ts';
import { startControlled } from './server.ts';

const recordings = fileURLToPath(new URL('../../recordings', import.meta.url));

test('health, assumptions, interfaces and errors are open; everything else needs the token', async () => {
  const { call } = await startControlled();
  for (const path of [
    'health',
    'assumptions',
    'openapi.json',
    'openapi.json?of=control',
    'errors/not_found',
  ]) {
    expect((await call('GET', `/__mock/${path}`, { token: null })).status, path).toBe(200);
  }
  for (const path of ['state', 'clock', 'faults', 'requests', 'requests/stream', 'audit', 'mode', 'worlds']) {
    expectControlError(await call('GET', `/__mock/${path}`, { token: null }), 401, 'control_token_missing');
  }
});

test('health tells the mode and the version', async () => {
  const { call } = await startControlled();
  expect((await call('GET', '/__mock/health')).json).toEqual({
    status: 'ok',
    mode: 'mock',
    version: version(),
  });
});

test('the assumptions come with the answers in force', async () => {
  const { call } = await startControlled({ profile: 'strict' });
  const { json } = await call('GET', '/__mock/assumptions');
  const { assumptions, form } = json as { assumptions: object[]; form: object };
  expect(assumptions).toContainEqual(
    expect.objectContaining({ id: 'error-codes', value: 'fine', default: 'coarse' }),
  );
  expect(form).toMatchObject({ errors: { codes: 'fine' } });
});

test('the records of a world are read together', async () => {
  const { call, server } = await startControlled();
  const { listings, strategies, reports } = server.world();
  expect((await call('GET', '/__mock/state')).json).toEqual({
    listings: listings.all(),
    strategies: strategies.all(),
    reports: reports.all(),
  });
  expect(listings.all()).toHaveLength(3);
});

test.each([
  ['listings', { title: 'New', minPrice: 1 }, { minPrice: 2 }],
  ['strategies', { name: 'New' }, { name: 'Newer' }],
  ['reports', { type: 'sales' }, { outcome: 'cancelled' }],
])('a record of %s is created, changed and removed', async (kind, fields, changes) => {
  const { call } = await startControlled();
  const all = `/__mock/state/${kind}`;
  const one = `${all}/${ids.nowhere}`;
  const created = await call('POST', all, { json: { id: ids.nowhere, ...fields } });
  expect([created.status, created.json]).toEqual([
    201,
    expect.objectContaining({ id: ids.nowhere, ...fields }),
  ]);
  const changed = await call('PATCH', one, { json: changes });
  expect([changed.status, changed.json]).toEqual([200, expect.objectContaining({ ...fields, ...changes })]);
  expect((await call('GET', one)).json).toEqual(changed.json);
  expect((await call('GET', all)).json).toContainEqual(changed.json);
  expect((await call('DELETE', one)).status).toBe(204);
  for (const [method, json] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    const answer = await call(method, one, { ...(json && { json }) });
    expectControlError(answer, 404, 'resource_missing', 'id');
  }
});

test('an id is decoded as a segment of a path', async () => {
  const { call, server } = await startControlled();
  server.world().strategies.create({ id: 'a/b ä', name: 'Odd' });
  const path = `/__mock/state/strategies/${encodeURIComponent('a/b ä')}`;
  expect((await call('GET', path)).json).toMatchObject({ id: 'a/b ä', name: 'Odd' });
  expectControlError(await call('GET', '/__mock/state/strategies/%zz'), 404, 'route_not_found');
});

test('an id that no path can carry is refused', async () => {
  const { call } = await startControlled();
  for (const [kind, more] of [
    ['strategies', { name: 'Odd' }],
    ['reports', {}],
  ] as const) {
    const answer = await call('POST', `/__mock/state/${kind}`, { json: { id: 'x\ud83d', ...more } });
    expectControlError(answer, 400, 'parameter_invalid', 'id');
  }
});

test('a record that cannot be is refused with its field', async () => {
  const { call } = await startControlled();
  const answer = await call('POST', '/__mock/state/listings', { json: { minPrice: 'x' } });
  expectControlError(answer, 400, 'parameter_invalid', 'minPrice');
});

test('a new report run is not told a status that its times do not make; one that was read may come back', async () => {
  const { call, server } = await startControlled();
  for (const status of ['completed', 'running', 'done']) {
    const refused = await call('POST', '/__mock/state/reports', { json: { status } });
    expectControlError(refused, 400, 'parameter_invalid', 'status');
    expect(refused.text).toContain(
      'status: follows from outcome, queuedMs, runningMs and the clock: it is queued',
    );
  }
  const json = { queuedMs: 0, runningMs: 0, status: 'completed' };
  expect((await call('POST', '/__mock/state/reports', { json })).status).toBe(201);
  const run = server.world().reports.create();
  server.world().reports.remove(run.id);
  server.world().clock.advance('1h');
  expect(server.world().reports.create(run)).toEqual({ ...run, status: 'completed' });
});

test('a strategy that listings have is not removed', async () => {
  const { call } = await startControlled();
  const answer = await call('DELETE', `/__mock/state/strategies/${ids.guard}`);
  expectControlError(answer, 400, 'parameter_invalid');
});

test('a world is saved, restored and reset', async () => {
  const { call } = await startControlled();
  const board = `/__mock/state/listings/${ids.board}`;
  const { json } = await call('GET', '/__mock/state/snapshot');
  await call('DELETE', board);
  expect((await call('PUT', '/__mock/state/snapshot', { json })).status).toBe(204);
  expect((await call('GET', '/__mock/state/listings')).json).toHaveLength(3);
  const empty = await call('PUT', '/__mock/state/snapshot', { json: {} });
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('parameter_invalid')]);
  await call('DELETE', board);
  expect((await call('POST', '/__mock/state/reset')).status).toBe(204);
  expect((await call('GET', board)).status).toBe(200);
});

test('the key in X-API-KEY names the world; without one it is the server’s own', async () => {
  const { call, server } = await startControlled();
  for (const key of ['test_key', 'test_other']) server.world(key).listings.remove(ids.mug);
  await call('POST', '/__mock/state/reset', { key: 'test_other' });
  const counts = () => ['test_key', 'test_other'].map((key) => server.world(key).listings.all().length);
  expect(counts()).toEqual([2, 3]);
  await call('POST', '/__mock/state/reset');
  expect(counts()).toEqual([3, 3]);
  const wrong = await call('POST', '/__mock/state/reset', { key: 'nobody' });
  expectControlError(wrong, 401, 'api_key_invalid');
});

test('where the mode has no records, they answer 409 and the rest goes on', async () => {
  const { call } = await startControlled({ dir: recordings });
  const replay = await call('PUT', '/__mock/mode', { json: { mode: 'replay', recording: 'sample' } });
  expect(replay.json).toEqual({ mode: 'replay', recording: 'sample', upstream: null });
  expectControlError(await call('GET', '/__mock/state'), 409, 'mode_conflict');
  expectControlError(await call('GET', `/__mock/state/listings/${ids.board}`), 409, 'mode_conflict');
  expect((await call('GET', '/__mock/clock')).status).toBe(200);
});

test('the clock is frozen, moved and let go', async () => {
  const { call } = await startControlled();
  let now = opening;
  expect((await call('GET', '/__mock/clock')).json).toEqual({ now, frozen: true });
  const durations = [
    ['61s', 61_000],
    ['250ms', 250],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    ['0.5s', 500],
    [7, 7],
  ] as const;
  for (const [by, milliseconds] of durations) {
    now += milliseconds;
    const { json } = await call('POST', '/__mock/clock/advance', { json: { by } });
    expect(json).toEqual({ now, frozen: true });
  }
  const { json: going } = await call('POST', '/__mock/clock/resume');
  expect(going).toMatchObject({ frozen: false });
  expect((going as { now: number }).now).toBeGreaterThanOrEqual(now);
  expect((await call('POST', '/__mock/clock/freeze')).json).toMatchObject({ frozen: true });
  // As --clock and the library take it, a date alone is its beginning in UTC.
  for (const at of ['2027-01-31T00:00:00+01:00', '2027-01-31']) {
    const frozen = await call('POST', '/__mock/clock/freeze', { json: { at } });
    expect(frozen.json).toEqual({ now: Date.parse(at), frozen: true });
  }
});

test.each([
  ['advance', {}, 'parameter_missing', 'by'],
  ['advance', { by: '-1s' }, 'parameter_invalid', 'by'],
  ['advance', { by: -1 }, 'parameter_invalid', 'by'],
  ['advance', { by: '1 day' }, 'parameter_invalid', 'by'],
  ['advance', { by: 1e18 }, 'parameter_invalid', 'by'],
  ['advance', { by: 1, too: 1 }, 'parameter_unknown', 'too'],
  ['freeze', { at: 'tomorrow' }, 'parameter_invalid', 'at'],
  ['freeze', { at: '2026-02-30' }, 'parameter_invalid', 'at'],
  ['freeze', { at: '2026-02-30T00:00:00Z' }, 'parameter_invalid', 'at'],
  ['freeze', { at: '2026-02-03T00:00:00' }, 'parameter_invalid', 'at'],
  ['freeze', { at: 1e16 }, 'parameter_invalid', 'at'],
  ['resume', { at: 0 }, 'parameter_unknown', 'at'],
])('the clock refuses to %s by %j', async (verb, json, code, param) => {
  const { call, server } = await startControlled();
  expectControlError(await call('POST', `/__mock/clock/${verb}`, { json }), 400, code, param);
  expect(server.world().clock.now()).toBe(opening);
  expect(server.world().clock.frozen).toBe(true);
});

test.each([
  ['clock/freeze', { at: 'a "b"' }, 'at: "a \\"b\\"" is not milliseconds since 1970 or a time such as'],
  ['clock/resume', { 'a "b"': 1 }, '["a \\"b\\""]: is unknown'],
  ['faults', { kind: 'a\n"b"' }, `kind: 'a\\n\\"b\\"' is not a fault`],
  ['faults', { kind: `x${'y'.repeat(5000)}` }, `kind: 'xyyy`],
  [
    'clock/advance',
    {},
    'by is missing; it takes milliseconds or a duration such as 250ms, 61s, 5m, 1h or 2d',
  ],
  [
    'clock/advance',
    { by: 1e15 },
    'by: 1000000000000000 is not milliseconds or a duration such as 250ms, 61s, 5m, 1h or 2d, from 0 to 100 years.',
  ],
  ['faults', {}, 'kind is missing; it takes one of status=<400-599>, '],
])('a refused member is quoted once, and what is taken is said: POST %s %j', async (path, json, message) => {
  const { call } = await startControlled();
  const { error } = (await call('POST', `/__mock/${path}`, { json })).json as { error: { message: string } };
  expect(error.message.slice(0, message.length)).toBe(message);
  expect(error.message.length).toBeLessThan(300);
});

test('the clock does not go past the end of time', async () => {
  const { call } = await startControlled();
  await call('POST', '/__mock/clock/freeze', { json: { at: 8.64e15 } });
  const answer = await call('POST', '/__mock/clock/advance', { json: { by: 1 } });
  expectControlError(answer, 400, 'parameter_out_of_range', 'by');
});

test('a fault is added, listed and removed', async () => {
  const { call } = await startControlled();
  const rule = {
    kind: 'status=503',
    match: { path: '/v1/listings/*', query: { limit: '1' } },
    times: 2,
    every: 3,
    probability: 0.5,
  };
  const added = await call('POST', '/__mock/faults', { json: rule });
  const { id } = added.json as { id: string };
  expect([added.status, added.json]).toEqual([201, { id, ...rule, struck: 0 }]);
  expect((await call('GET', '/__mock/faults')).json).toEqual([{ id, ...rule, struck: 0 }]);
  expect((await call('DELETE', `/__mock/faults/${id}`)).status).toBe(204);
  expectControlError(await call('DELETE', `/__mock/faults/${id}`), 404, 'fault_missing', 'id');
  await call('POST', '/__mock/faults', { json: { kind: 'reset' } });
  expect((await call('DELETE', '/__mock/faults')).status).toBe(204);
  expect((await call('GET', '/__mock/faults')).json).toEqual([]);
});

test.each([
  [{}, 'parameter_missing', 'kind'],
  [{ kind: 'status=200' }, 'parameter_invalid', 'kind'],
  [{ kind: 'reset', times: 0 }, 'parameter_invalid', 'times'],
  [{ kind: 'reset', every: 1.5 }, 'parameter_invalid', 'every'],
  [{ kind: 'reset', probability: 2 }, 'parameter_invalid', 'probability'],
  [{ kind: 'reset', match: 'x' }, 'parameter_invalid', 'match'],
  [{ kind: 'reset', match: { paths: 'x' } }, 'parameter_unknown', 'match.paths'],
  [{ kind: 'reset', match: { method: 'GTE' } }, 'parameter_invalid', 'match.method'],
  [{ kind: 'reset', match: { path: 'v1/listings' } }, 'parameter_invalid', 'match.path'],
  [{ kind: 'reset', match: { path: '/v1/listings?limit=1' } }, 'parameter_invalid', 'match.path'],
  [{ kind: 'reset', match: { query: { limit: 1 } } }, 'parameter_invalid', 'match.query.limit'],
  [{ kind: 'reset', match: { status: 503 } }, 'parameter_unknown', 'match.status'],
  [{ kind: 'reset', match: { body: {} } }, 'parameter_unknown', 'match.body'],
  [{ kind: 'reset', often: 1 }, 'parameter_unknown', 'often'],
])('the fault %j is refused', async (json, code, param) => {
  const { call } = await startControlled();
  expectControlError(await call('POST', '/__mock/faults', { json }), 400, code, param);
});

test('the mode is changed, or 409 says why it cannot be', async () => {
  const { call } = await startControlled();
  expect((await call('GET', '/__mock/mode')).json).toEqual({ mode: 'mock', recording: null, upstream: null });
  const record = await call('PUT', '/__mock/mode', { json: { mode: 'record', recording: 'new' } });
  expectControlError(record, 409, 'mode_conflict');
  for (const [json, code, param] of [
    [{ mode: 'replay' }, 'parameter_missing', 'recording'],
    [{ mode: 'play' }, 'parameter_invalid', 'mode'],
    [{ mode: 'mock', recording: 'x' }, 'parameters_conflict', 'recording'],
    [{ recording: 'x' }, 'parameter_missing', 'mode'],
  ] as const) {
    expectControlError(await call('PUT', '/__mock/mode', { json }), 400, code, param);
  }
});

test('a mode that does not exist is refused with the one that was meant', async () => {
  const { call, server } = await startControlled();
  const json = { mode: 'rpelay', recording: 'sample' };
  const answer = await call('PUT', '/__mock/mode', { json });
  expectControlError(answer, 400, 'parameter_invalid', 'mode');
  const told = "is not one of mock, replay, record; did you mean 'replay'?";
  expect(answer.json).toMatchObject({ error: { message: `mode: "rpelay" ${told}` } });
  const change = server.mode.change(json as never);
  await expect(change).rejects.toThrow(/^"rpelay" is no mode; .*; did you mean 'replay'\?$/);
});

test('the worlds are listed by their test keys, and one is dropped', async () => {
  const { call, ask } = await startControlled();
  await ask('GET', '/v1/listings');
  await ask('GET', '/v1/listings', { key: 'test_other' });
  await ask('GET', '/v1/listings', { key: 'test_other' });
  const answer = await call('GET', '/__mock/worlds', { key: 'test_other' });
  expect(answer.json).toEqual([
    { id: 'test_key', requests: 1, current: false },
    { id: 'test_other', requests: 2, current: true },
  ]);
  expect((await call('DELETE', '/__mock/worlds/test_other')).status).toBe(204);
  expectControlError(await call('DELETE', '/__mock/worlds/test_other'), 404, 'world_missing', 'id');
});

test('asking for the worlds opens none', async () => {
  const { call } = await startControlled();
  expect((await call('GET', '/__mock/worlds', { key: 'test_new' })).json).toEqual([]);
});

test('the audit is what the world says of its client', async () => {
  const { call, ask, server } = await startControlled();
  await ask('GET', '/v1/listings');
  const { json } = await call('GET', '/__mock/audit');
  expect(json).toEqual(JSON.parse(JSON.stringify(server.world().report())));
  expect(json).toMatchObject({ requests: 1 });
});

test('an unknown path is 404, a wrong method 405 with what the path takes', async () => {
  const { call } = await startControlled();
  for (const path of [
    '/__mock/page',
    '/__mock/nothing',
    '/__mock/state/',
    '/__mock/state/prices',
    '/__mock//state',
  ]) {
    expectControlError(await call('GET', path), 404, 'route_not_found');
  }
  const cases = [
    ['PUT', '/__mock/faults', 'GET, HEAD, POST, DELETE'],
    ['POST', '/__mock/health', 'GET, HEAD'],
    ['GET', '/__mock/clock/advance', 'POST'],
    ['OPTIONS', '/__mock/state/listings/x', 'GET, HEAD, PATCH, DELETE'],
    ['POST', '/__mock/requests/7', 'GET, HEAD'],
    // No request is called so: what stands there is told, and nothing twice.
    ['POST', '/__mock/requests/stream', 'GET, HEAD'],
    ['GET', '/__mock/requests/verify', 'POST'],
    // The address that a greeting prints.
    ['POST', '/__mock', 'GET, HEAD'],
    ['DELETE', '/__mock', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of cases) {
    const answer = await call(method, path);
    expectControlError(answer, 405, 'method_not_allowed');
    expect(answer.header('allow')).toBe(allow);
  }
});

test('an operation that takes a body and gets none says so, not that a header is missing', async () => {
  const { call } = await startControlled();
  for (const [method, path] of [
    ['POST', '/__mock/clock/advance'],
    ['POST', '/__mock/faults'],
    ['POST', '/__mock/state/listings'],
    ['PUT', '/__mock/state/snapshot'],
  ] as const) {
    const answer = await call(method, path);
    expectControlError(answer, 400, 'invalid_json');
    expect(answer.text).toContain(
      'There is no body; a JSON object is expected, with Content-Type: application/json.',
    );
  }
});

test('a key that opens no world is told which keys do', async () => {
  const { call } = await startControlled();
  const answer = await call('GET', '/__mock/state', { key: 'mine' });
  expectControlError(answer, 401, 'api_key_invalid');
  expect(answer.text).toContain('test_<something>');
});

test('HEAD is answered wherever GET is', async () => {
  const { call } = await startControlled();
  expect((await call('HEAD', '/__mock/clock')).status).toBe(200);
});

test('nothing that can change is kept by a cache', async () => {
  const { call } = await startControlled();
  for (const path of ['clock', 'state', 'requests', 'health']) {
    expect((await call('GET', `/__mock/${path}`)).header('cache-control'), path).toBe('no-store');
  }
});

test.each(presetNames)('its errors stand whatever is assumed of the service: %s', async (profile) => {
  const { call } = await startControlled({ profile });
  expectControlError(await call('PUT', '/__mock/faults'), 405, 'method_not_allowed');
  const wrongType = { body: '{}', headers: { 'content-type': 'text/plain' } };
  expectControlError(await call('POST', '/__mock/faults', wrongType), 415, 'unsupported_media_type');
  expectControlError(await call('GET', '/__mock/clock', { token: 'x' }), 401, 'control_token_invalid');
});
