// The control API as a client in any language meets it: each route, what it takes, and what it does to the world.
import { expect, test } from 'vitest';
import { presetNames } from '../../src/spec/settings.ts';
import { expectControlError } from './expect.ts';
import { createControl } from './fake.ts';

test('health, assumptions, interfaces and errors are open; everything else needs the token', async () => {
  const { call } = createControl();
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
  const { call } = createControl();
  expect((await call('GET', '/__mock/health')).json).toEqual({
    status: 'ok',
    mode: 'mock',
    version: '1.2.3',
  });
});

test('the assumptions come with the answers in force', async () => {
  const { call } = createControl('strict');
  const { json } = await call('GET', '/__mock/assumptions');
  expect(json).toContainEqual(
    expect.objectContaining({ id: 'error-codes', value: 'fine', default: 'coarse' }),
  );
});

test('the records of a world are read, created, changed and removed', async () => {
  const { call } = createControl();
  expect((await call('GET', '/__mock/state')).json).toEqual({
    listings: [{ id: 'board' }, { id: 'lamp' }],
    strategies: [{ id: 'guard' }, { id: 'a/b ä' }],
    reports: [{ id: 'run' }],
  });
  for (const kind of ['listings', 'strategies', 'reports']) {
    const created = await call('POST', `/__mock/state/${kind}`, { json: { id: 'x', minPrice: 1 } });
    expect([created.status, created.json]).toEqual([201, { id: 'x', minPrice: 1 }]);
    const changed = await call('PATCH', `/__mock/state/${kind}/x`, { json: { minPrice: 2 } });
    expect([changed.status, changed.json]).toEqual([200, { id: 'x', minPrice: 2 }]);
    expect((await call('GET', `/__mock/state/${kind}/x`)).json).toEqual({ id: 'x', minPrice: 2 });
    expect((await call('GET', `/__mock/state/${kind}`)).json).toContainEqual({ id: 'x', minPrice: 2 });
    expect((await call('DELETE', `/__mock/state/${kind}/x`)).status).toBe(204);
    for (const [method, json] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      const answer = await call(method, `/__mock/state/${kind}/x`, { ...(json && { json }) });
      expectControlError(answer, 404, 'resource_missing', 'id');
    }
  }
});

test('an id is decoded as a segment of a path', async () => {
  const { call } = createControl();
  const path = `/__mock/state/strategies/${encodeURIComponent('a/b ä')}`;
  expect((await call('GET', path)).json).toEqual({ id: 'a/b ä' });
  expectControlError(await call('GET', '/__mock/state/strategies/%zz'), 404, 'route_not_found');
});

test('a record that cannot be is refused with its field', async () => {
  const { call } = createControl();
  const answer = await call('POST', '/__mock/state/listings', { json: { minPrice: 'x' } });
  expectControlError(answer, 400, 'parameter_invalid', 'minPrice');
});

test('a world is saved, restored and reset', async () => {
  const { call, world } = createControl();
  const { json } = await call('GET', '/__mock/state/snapshot');
  await call('DELETE', '/__mock/state/listings/board');
  expect((await call('PUT', '/__mock/state/snapshot', { json })).status).toBe(204);
  expect((await call('GET', '/__mock/state/listings')).json).toHaveLength(2);
  expectControlError(
    await call('PUT', '/__mock/state/snapshot', { json: {} }),
    400,
    'parameter_invalid',
    'listings',
  );
  expect((await call('POST', '/__mock/state/reset')).status).toBe(204);
  expect(world().resets).toBe(1);
});

test('the key in X-API-KEY names the world; without one it is the server’s own', async () => {
  const { call, world } = createControl();
  await call('POST', '/__mock/state/reset', { key: 'test_other' });
  expect([world('test_other').resets, world().resets]).toEqual([1, 0]);
  const wrong = await call('POST', '/__mock/state/reset', { key: 'nobody' });
  expectControlError(wrong, 401, 'api_key_invalid');
});

test('where the mode has no records, they answer 409 and the rest goes on', async () => {
  const { call } = createControl();
  const replay = await call('PUT', '/__mock/mode', { json: { mode: 'replay', recording: 'demo' } });
  expect(replay.json).toEqual({ mode: 'replay', recording: 'demo', upstream: null });
  expectControlError(await call('GET', '/__mock/state'), 409, 'mode_conflict');
  expectControlError(await call('GET', '/__mock/state/listings/board'), 409, 'mode_conflict');
  expect((await call('GET', '/__mock/clock')).status).toBe(200);
});

test('the clock is frozen, moved and let go', async () => {
  const { call } = createControl();
  const start = 1_767_225_600_000;
  expect((await call('GET', '/__mock/clock')).json).toEqual({ now: start, frozen: false });
  expect((await call('POST', '/__mock/clock/freeze')).json).toEqual({ now: start, frozen: true });
  const durations = [
    ['61s', 61_000],
    ['250ms', 250],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    ['0.5s', 500],
    [7, 7],
  ] as const;
  let now = start;
  for (const [by, milliseconds] of durations) {
    now += milliseconds;
    expect((await call('POST', '/__mock/clock/advance', { json: { by } })).json).toEqual({
      now,
      frozen: true,
    });
  }
  expect((await call('POST', '/__mock/clock/resume')).json).toEqual({ now, frozen: false });
  const at = '2027-01-31T00:00:00+01:00';
  const frozen = await call('POST', '/__mock/clock/freeze', { json: { at } });
  expect(frozen.json).toEqual({ now: Date.parse(at), frozen: true });
});

test.each([
  ['advance', {}, 'parameter_missing', 'by'],
  ['advance', { by: '-1s' }, 'parameter_invalid', 'by'],
  ['advance', { by: -1 }, 'parameter_invalid', 'by'],
  ['advance', { by: '1 day' }, 'parameter_invalid', 'by'],
  ['advance', { by: 1e18 }, 'parameter_invalid', 'by'],
  ['advance', { by: 1, too: 1 }, 'parameter_unknown', 'too'],
  ['freeze', { at: 'tomorrow' }, 'parameter_invalid', 'at'],
  ['freeze', { at: '2026-02-30T00:00:00Z' }, 'parameter_invalid', 'at'],
  ['freeze', { at: '2026-02-03T00:00:00' }, 'parameter_invalid', 'at'],
  ['freeze', { at: 0 }, 'parameter_out_of_range', 'at'],
  ['resume', { at: 0 }, 'parameter_unknown', 'at'],
])('the clock refuses to %s by %j', async (verb, json, code, param) => {
  const { call, world } = createControl();
  expectControlError(await call('POST', `/__mock/clock/${verb}`, { json }), 400, code, param);
  expect(world().clock).toMatchObject({ time: 1_767_225_600_000, frozen: false });
});

test('a fault is added, listed and removed', async () => {
  const { call } = createControl();
  const rule = {
    kind: 'status=503',
    match: { path: '/v1/listings/*', query: { limit: '1' } },
    times: 2,
    every: 3,
    probability: 0.5,
  };
  const added = await call('POST', '/__mock/faults', { json: rule });
  expect([added.status, added.json]).toEqual([201, { id: 'f1', ...rule, struck: 0 }]);
  expect((await call('GET', '/__mock/faults')).json).toEqual([{ id: 'f1', ...rule, struck: 0 }]);
  expect((await call('DELETE', '/__mock/faults/f1')).status).toBe(204);
  expectControlError(await call('DELETE', '/__mock/faults/f1'), 404, 'fault_missing', 'id');
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
  [{ kind: 'reset', match: { query: { limit: 1 } } }, 'parameter_invalid', 'match.query.limit'],
  [{ kind: 'reset', match: { status: 503 } }, 'parameter_unknown', 'match.status'],
  [{ kind: 'reset', match: { body: {} } }, 'parameter_unknown', 'match.body'],
  [{ kind: 'reset', often: 1 }, 'parameter_unknown', 'often'],
])('the fault %j is refused', async (json, code, param) => {
  const { call } = createControl();
  expectControlError(await call('POST', '/__mock/faults', { json }), 400, code, param);
});

test('the mode is changed, or 409 says why it cannot be', async () => {
  const { call } = createControl();
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

test('the worlds are listed without their keys, and one is dropped', async () => {
  const { call, world } = createControl();
  world().requests.note('GET', '/v1/listings', 200);
  world('test_other');
  const answer = await call('GET', '/__mock/worlds', { key: 'test_other' });
  expect(answer.json).toEqual([
    { id: 'w1', requests: 1, current: false },
    { id: 'w2', requests: 0, current: true },
  ]);
  expect((await call('DELETE', '/__mock/worlds/w2')).status).toBe(204);
  expectControlError(await call('DELETE', '/__mock/worlds/w2'), 404, 'world_missing', 'id');
});

test('asking for the worlds opens none', async () => {
  const { call } = createControl();
  expect((await call('GET', '/__mock/worlds', { key: 'test_new' })).json).toEqual([]);
});

test('the audit is what the world says of its client', async () => {
  const { call } = createControl();
  expect((await call('GET', '/__mock/audit')).json).toEqual({ peakPerSecond: 5 });
});

test('an unknown path is 404, a wrong method 405 with what the path takes', async () => {
  const { call } = createControl();
  for (const path of [
    '/__mock/',
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
  ] as const;
  for (const [method, path, allow] of cases) {
    const answer = await call(method, path);
    expectControlError(answer, 405, 'method_not_allowed');
    expect(answer.header('allow')).toBe(allow);
  }
});

test('HEAD is answered wherever GET is', async () => {
  const { call } = createControl();
  expect((await call('HEAD', '/__mock/clock')).status).toBe(200);
});

test('nothing that can change is kept by a cache', async () => {
  const { call } = createControl();
  for (const path of ['clock', 'state', 'requests', 'requests/stream', 'health']) {
    expect((await call('GET', `/__mock/${path}`)).header('cache-control'), path).toBe('no-store');
  }
});

test.each(presetNames)('its errors stand whatever is assumed of the service: %s', async (profile) => {
  const { call } = createControl(profile);
  expectControlError(await call('PUT', '/__mock/faults'), 405, 'method_not_allowed');
  const wrongType = { body: '{}', headers: { 'content-type': 'text/plain' } };
  expectControlError(await call('POST', '/__mock/faults', wrongType), 415, 'unsupported_media_type');
  expectControlError(await call('GET', '/__mock/clock', { token: 'x' }), 401, 'control_token_invalid');
});
