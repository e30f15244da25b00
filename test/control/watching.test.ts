// What a page asks a server to show all that happens in it: one stream over all worlds, a request with its answer and what it
// changed, the limits as they count, the changes of records, and a search.
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../src/index.ts';
import { ids } from '../support/app.ts';
import { openEvents } from './events.ts';
import { expectControlError } from './expect.ts';
import { startControlled, token } from './server.ts';
import type { Answer, ControlledServer } from './server.ts';

const watch = ({ server }: ControlledServer, headers: Readonly<Record<string, string>> = {}) =>
  openEvents(server, '/__mock/events', headers);

const pathOf = (id: string) => `/v1/listings/${id}/price`;
const jsonOf = ({ json }: Answer) => json as Record<string, unknown>;

test('a page that opens is told how things stand, and what was asked before', async () => {
  const controlled = await startControlled();
  await controlled.ask('GET', '/v1/listings');
  await controlled.ask('GET', '/v1/strategies', { key: 'test_other' });
  await controlled.ask('GET', '/v1/listings', { key: 'nobody' });
  const { event } = await watch(controlled);
  const { data } = await event('start');
  expect(data).toMatchObject({
    resumed: false,
    mode: { mode: 'mock' },
    serial: 3,
    unauthenticated: 1,
    keepsAnswers: true,
    audited: true,
    worlds: [
      { requests: 1, clock: { frozen: true }, faults: [] },
      { requests: 1, clock: { frozen: true }, faults: [] },
    ],
  });
  const [first, second] = data.worlds as { id: string }[];
  expect(data.current).toBe(first!.id);
  const rows = (await event('requests')).data;
  expect(rows.map(({ serial, number, world, status }) => [serial, number, world, status])).toEqual([
    [1, 1, first!.id, 200],
    [2, 1, second!.id, 200],
    [3, 1, null, 401],
  ]);
});

test('what happens in any world comes as it happens: requests, records, clocks, faults, worlds, the mode', async () => {
  const controlled = await startControlled();
  const { call, ask } = controlled;
  const { event } = await watch(controlled);
  await event('start');

  await ask('PATCH', `${pathOf(ids.board)}?colour=red`, { json: { minPrice: 21 } });
  const opened = (await event('world')).data;
  expect(opened).toMatchObject({ state: 'opened', clock: { frozen: true }, faults: [] });
  const changes = (await event('records')).data;
  expect(changes).toMatchObject({
    world: opened.world,
    changes: [{ number: 1, kind: 'listing', id: ids.board, after: { minPrice: 21 } }],
  });
  expect((await event('requests')).data).toMatchObject([
    { method: 'PATCH', endpoint: 'updatePrice', id: ids.board, status: 200, world: opened.world },
  ]);

  await call('POST', '/__mock/clock/advance', { json: { by: '61s' } });
  expect((await event('clock')).data).toMatchObject({ world: opened.world, frozen: true });
  await call('POST', '/__mock/faults', { json: { kind: 'status=503', times: 1 } });
  expect((await event('faults')).data).toMatchObject({ faults: [{ kind: 'status=503', struck: 0 }] });
  await ask('GET', '/v1/listings');
  expect((await event('faults')).data).toMatchObject({ faults: [{ struck: 1 }] });
  expect((await event('requests')).data).toMatchObject([
    { status: 503, injected: 'status=503', badges: ['injected'] },
  ]);
  await call('PATCH', `/__mock/state/listings/${ids.lamp}`, { json: { title: 'Lamp' } });
  expect((await event('records')).data).toMatchObject({
    changes: [{ id: ids.lamp, after: { title: 'Lamp' } }],
  });
  await call('PUT', '/__mock/mode', { json: { mode: 'mock' } });
  expect((await event('mode')).data).toEqual({ mode: 'mock', recording: null, upstream: null });
  await call('POST', '/__mock/state/reset', { json: {} });
  expect((await event('world')).data).toMatchObject({ world: opened.world, state: 'reset', faults: [] });
  await call('DELETE', `/__mock/worlds/${String(opened.world)}`);
  expect((await event('world')).data).toEqual({ world: opened.world, state: 'dropped' });
});

test('a page that comes back goes on after the last request that it saw; a new run of the server begins anew', async () => {
  const controlled = await startControlled();
  await controlled.ask('GET', '/v1/listings');
  const first = await watch(controlled);
  const { id } = await first.event('requests');
  first.leave();
  await controlled.ask('GET', '/v1/strategies');

  const again = await watch(controlled, { 'last-event-id': id! });
  expect((await again.event('start')).data).toMatchObject({ resumed: true, run: id!.split(':')[0] });
  const { data } = await again.event('requests');
  expect(data.map(({ serial }) => serial)).toEqual([2]);

  const other = await startControlled();
  await other.ask('GET', '/v1/listings');
  const elsewhere = await watch(other, { 'last-event-id': id! });
  expect((await elsewhere.event('start')).data).toMatchObject({ resumed: false });
  expect((await elsewhere.event('requests')).data).toMatchObject([{ serial: 1 }]);
});

test('what the log has lost meanwhile is counted', async () => {
  const controlled = await startControlled();
  await controlled.ask('GET', '/v1/listings');
  const first = await watch(controlled);
  const { id } = await first.event('requests');
  await controlled.ask('GET', '/v1/listings');
  await controlled.call('DELETE', '/__mock/requests');
  await controlled.ask('GET', '/v1/strategies');
  const again = await watch(controlled, { 'last-event-id': id! });
  expect((await again.event('skipped')).data).toEqual({ count: 1 });
});

test('what a client does wrong is told when it changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const controlled = await startControlled();
  const { event } = await watch(controlled);
  await event('start');
  await event('checks');
  await controlled.ask('GET', '/v1/nothing');
  vi.advanceTimersByTime(1000);
  const { data } = await event('checks');
  expect(data).toMatchObject({ failed: ['unmatched'], counts: { unmatched: 1 } });
  const checks = jsonOf(await controlled.call('GET', '/__mock/checks')).worlds as { world: string | null }[];
  expect(checks.find(({ world }) => world === data.world)).toMatchObject({
    failed: ['unmatched'],
    facts: expect.arrayContaining([
      expect.objectContaining({
        id: 'unmatched',
        failed: true,
        requests: [expect.objectContaining({ number: 1 })],
      }),
    ]) as unknown,
  });
});

test('without an audit there are no checks', async () => {
  const { call } = await startControlled({ audit: false });
  expectControlError(await call('GET', '/__mock/checks'), 409, 'mode_conflict');
});

test('the stream needs the token', async () => {
  const { call } = await startControlled();
  expectControlError(await call('GET', '/__mock/events', { token: null }), 401, 'control_token_missing');
});

test('a request comes in full: its answer, and the record before and after', async () => {
  const { call, ask } = await startControlled();
  await ask('PATCH', pathOf(ids.board), { json: { minPrice: 21 } });
  const detail = jsonOf(await call('GET', '/__mock/requests/1'));
  expect(detail).toMatchObject({
    number: 1,
    method: 'PATCH',
    body: { minPrice: 21 },
    headers: { 'x-api-key': '<key>' },
    answer: { state: 'shown', body: { id: ids.board, minPrice: 21 } },
    wrote: { kind: 'listing', id: ids.board, after: { minPrice: 21 } },
    errorPage: null,
    replayed: null,
    miss: null,
    badges: [],
  });
  const { before, after } = detail.wrote as Record<string, Record<string, unknown>>;
  expect(before!.minPrice).not.toBe(after!.minPrice);
  expect((detail.answer as { headers: unknown }).headers).toContainEqual([
    'Content-Type',
    'application/json',
  ]);
});

test('an error comes with its page, and what was ignored with its name', async () => {
  const { call, ask } = await startControlled();
  await ask('GET', '/v1/listings?colour=red');
  await ask('GET', `/v1/listings/${ids.nowhere}`);
  expect(jsonOf(await call('GET', '/__mock/requests/1'))).toMatchObject({
    badges: ['ignored'],
    ignored: ['query colour'],
  });
  const { errorPage } = jsonOf(await call('GET', '/__mock/requests/2'));
  expect((await call('GET', errorPage as string, { token: null })).status).toBe(200);
  expectControlError(await call('GET', '/__mock/requests/3'), 404, 'resource_missing', 'number');
});

test('requests that no world let in are read, too', async () => {
  const { call, ask } = await startControlled();
  await ask('GET', '/v1/listings', { key: 'nobody' });
  expect(jsonOf(await call('GET', '/__mock/requests/1?unauthenticated=true'))).toMatchObject({
    status: 401,
    world: null,
    errorPage: expect.stringContaining('/__mock/errors/') as string,
  });
});

test('a world is named by its id, so that its key need not be known', async () => {
  const { call, ask } = await startControlled({ key: 'secret_key' });
  await ask('GET', '/v1/listings', { key: 'secret_key' });
  await ask('GET', '/v1/strategies', { key: 'test_other' });
  const worlds = (await call('GET', '/__mock/worlds')).json as { id: string }[];
  const paths = await Promise.all(
    worlds.map(async ({ id }) => {
      const answer = await call('GET', '/__mock/requests', { headers: { 'x-mock-world': id } });
      return (jsonOf(answer).data as { path: string }[]).map(({ path }) => path);
    }),
  );
  expect(paths).toEqual([['/v1/listings'], ['/v1/strategies']]);
  const nobody = { headers: { 'x-mock-world': 'w99' } };
  expectControlError(await call('GET', '/__mock/clock', nobody), 404, 'world_missing', 'X-Mock-World');
});

test('answers are not kept when that is switched off', async () => {
  const { call, ask } = await startControlled({ keepAnswers: false });
  await ask('GET', '/v1/listings');
  expect(jsonOf(await call('GET', '/__mock/requests/1')).answer).toMatchObject({ state: 'off', body: null });
});

test('an answer of more than 64 KB is not kept, and says so', async () => {
  const { call, ask } = await startControlled({ data: 'default', listings: 500 });
  await ask('GET', '/v1/listings');
  await ask('GET', '/v1/listings?limit=1');
  expect(jsonOf(await call('GET', '/__mock/requests/1')).answer).toMatchObject({
    state: 'too-long',
    body: null,
  });
  expect(jsonOf(await call('GET', '/__mock/requests/2')).answer).toMatchObject({ state: 'shown' });
});

test('the kept answers of all worlds take 2 MB; the oldest go first', async () => {
  const server = await startServer({ listings: 150, noLimits: true });
  onTestFinished(() => server.closeNow());
  const ask = async (key: string) => {
    const headers = { 'X-API-KEY': key };
    const response = await fetch(`${server.url}/v1/listings?limit=100`, { headers });
    return (await response.text()).length;
  };
  const length = await ask('test_first');
  expect(length).toBeLessThan(65_536);
  const fit = Math.floor((2 * 2 ** 20) / length);
  for (let at = 1; at < fit; at += 1) await ask(at % 2 === 0 ? 'test_a' : 'test_b');
  const first = () => server.world('test_first').requests.all()[0]!.answer.state;
  expect(first()).toBe('kept');
  await ask('test_a');
  expect(first()).toBe('forgotten');
  expect(server.world('test_a').requests.all().at(-1)!.answer.state).toBe('kept');
});

test('a text is looked for in paths, headers and bodies of all worlds, newest first', async () => {
  const { call, ask } = await startControlled();
  await ask('PATCH', pathOf(ids.board), { json: { minPrice: 21.37 } });
  await ask('GET', `/v1/listings/${ids.board}`, { key: 'test_other' });
  await ask('GET', '/v1/strategies?limit=1');
  const find = async (text: string) =>
    jsonOf(await call('GET', `/__mock/requests/search?text=${encodeURIComponent(text)}`)).serials;
  expect(await find('21.37')).toEqual([1]);
  expect(await find(ids.board.toUpperCase())).toEqual([2, 1]);
  expect(await find('STRATEGIES?limit')).toEqual([3]);
  expect(await find('x-api-key: <KEY>')).toEqual([3, 2, 1]);
  expect(await find('test_other')).toEqual([]);
  expectControlError(await call('GET', '/__mock/requests/search'), 400, 'parameter_missing', 'text');
});

test('the changes of records are listed, whoever made them', async () => {
  const { call, ask, server } = await startControlled();
  await ask('PATCH', pathOf(ids.board), { json: { minPrice: 21 } });
  const created = server.world().listings.create({ title: 'New' });
  server.world().listings.remove(created.id);
  const { data, total } = jsonOf(await call('GET', '/__mock/state/changes')) as {
    data: { kind: string; id: string; before: object | null; after: object | null }[];
    total: number;
  };
  expect(total).toBe(3);
  expect(data.map(({ id, before, after }) => [id, before === null, after === null])).toEqual([
    [ids.board, false, false],
    [created.id, true, false],
    [created.id, false, true],
  ]);
  const own = jsonOf(await call('GET', `/__mock/state/changes?id=${ids.board}`));
  expect(own).toMatchObject({ total: 1, data: [{ kind: 'listing', after: { minPrice: 21 } }] });
});

test('the links of a completed report are given, and lead to its file', async () => {
  const { call } = await startControlled();
  const { data } = jsonOf(await call('GET', `/__mock/state/reports/${ids.doneRun}/files`)) as {
    data: { url: string }[];
  };
  expect((await fetch(data[0]!.url)).status).toBe(200);
  const missing = await call('GET', `/__mock/state/reports/${ids.nowhere}/files`);
  expectControlError(missing, 404, 'resource_missing', 'id');
});

interface Line {
  name: string;
  limit: number;
  used: number;
  points: [number, number][];
  ahead: [number, number][];
}

test('the limits are shown as lines, with the request that was refused', async () => {
  const { call, ask, server } = await startControlled({ perSecond: 2, perMinute: 300 });
  const start = server.world().clock.now();
  const statuses = [await ask('GET', '/v1/listings'), await ask('GET', '/v1/listings')];
  statuses.push(await ask('GET', '/v1/listings'));
  server.world().clock.advance('500ms');
  const answer = jsonOf(await call('GET', '/__mock/limits'));
  expect(statuses).toEqual([200, 200, 429]);
  expect(answer).toMatchObject({
    applied: true,
    algorithm: 'sliding-log',
    counts: 'passed',
    now: start + 500,
    refused: [{ number: 3, at: start, window: 'second' }],
  });
  const [second, minute] = answer.windows as [Line, Line];
  expect(second).toMatchObject({
    name: 'second',
    limit: 2,
    used: 2,
    points: [[start, 2]],
    ahead: [[start + 1000, 0]],
  });
  expect(minute).toMatchObject({ name: 'minute', limit: 300, used: 2, ahead: [[start + 60_000, 0]] });
  expect(jsonOf(await call('GET', '/__mock/requests/3'))).toMatchObject({
    badges: ['429'],
    countedAt: start,
  });
});

test('where no limit refuses, requests are counted against those of §8 all the same', async () => {
  const { call, ask } = await startControlled({ noLimits: true });
  for (let at = 0; at < 7; at += 1) await ask('GET', '/v1/listings');
  const answer = jsonOf(await call('GET', '/__mock/limits'));
  expect(answer).toMatchObject({ applied: false, refused: [] });
  expect(answer.windows).toMatchObject([
    { name: 'second', limit: 5 },
    { name: 'minute', limit: 300, used: 7 },
  ]);
});

test('the browser that opens the address is sent to the page, and no other client', async () => {
  const { server } = await startControlled();
  const open = (path: string, accept: string, method = 'GET') =>
    fetch(server.url + path, { method, headers: { accept }, redirect: 'manual' });
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const path of ['/', '/__mock']) {
    const answer = await open(path, html);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/__mock/']);
  }
  expect((await open('/', '*/*')).status).toBe(401);
  expect((await open('/', 'application/json')).status).toBe(401);
  expect((await open('/', html, 'POST')).status).toBe(401);
  expect((await open('/v1/listings', html)).status).toBe(401);
  expect(server.unauthenticated.total).toBe(4);
});

test('a program that asks for the address of the control API, as the greeting prints it, is told what there is', async () => {
  const { server, call } = await startControlled();
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const answer = await call('GET', '/__mock', { headers, token: null });
    expect([answer.status, answer.header('content-type'), answer.header('vary')]).toEqual([
      200,
      'application/json',
      'Accept',
    ]);
    const links = [...answer.text.matchAll(/(?<=:")http[^"]+/g)].map(([link]) => link);
    expect(links).toHaveLength(5);
    for (const link of links) {
      expect(link.startsWith(`${server.url}/__mock/`)).toBe(true);
      expect((await call('GET', link.slice(server.url.length), { token: null })).status, link).toBe(200);
    }
  }
  expect((await call('HEAD', '/__mock', { token: null })).status).toBe(200);
  const posted = await call('POST', '/__mock', { token: null });
  expect([posted.status, posted.header('allow')]).toEqual([405, 'GET, HEAD']);
  expect(server.unauthenticated.total).toBe(0);
});

test('the files of the page need no token, and a browser that has them is told so', async () => {
  const { call } = await startControlled();
  for (const [path, type] of [
    ['/__mock/', 'text/html; charset=utf-8'],
    ['/__mock/page.js', 'text/javascript; charset=utf-8'],
    ['/__mock/page.css', 'text/css; charset=utf-8'],
  ] as const) {
    const first = await call('GET', path, { token: null });
    expect([first.status, first.header('content-type'), first.header('cache-control')], path).toEqual([
      200,
      type,
      'no-cache',
    ]);
    const policy = first.header('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain(
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(first.header('x-content-type-options')).toBe('nosniff');
    expect(first.text).not.toContain(token);
    const again = await call('GET', path, {
      token: null,
      headers: { 'if-none-match': first.header('etag')! },
    });
    expect([again.status, again.text], path).toEqual([304, '']);
  }
});
