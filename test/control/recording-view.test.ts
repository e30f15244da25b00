// What a page asks a server that replays or records: the recording cut by its writes, where each client stands in it, which
// recorded answer was chosen and why, what came near a miss, and what the recording teaches.
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { recordedBodyView } from '../../src/app/control/body-view.ts';
import { studies } from '../../src/app/study-recording.ts';
import { startRecorder, startReplay, startServer } from '../../src/index.ts';
import type { MockServer } from '../../src/index.ts';
import { ids } from '../support/app.ts';
import type { ExchangeParts } from '../support/recordings.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { openEvents } from './events.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const board = `/v1/listings/${ids.board}`;
const recordedPrices = { minPrice: 21.5, maxPrice: 30 };

type Body = Record<string, unknown>;

async function read(server: MockServer, path: string, init: RequestInit = {}): Promise<Body> {
  const headers = {
    Authorization: `Bearer ${server.controlToken}`,
    'Content-Type': 'application/json',
    ...(init.headers as Record<string, string> | undefined),
  };
  const response = await fetch(`${server.url}/__mock/${path}`, { ...init, headers });
  return { ...((await response.json()) as Body), httpStatus: response.status };
}

/** Takes the client of the server's own key to another place. */
const move = (server: MockServer, json: object) =>
  read(server, 'replay/at', { method: 'PUT', body: JSON.stringify(json) });

async function ask(
  server: MockServer,
  path: string,
  { key = 'test_key', json }: { key?: string; json?: unknown } = {},
) {
  const response = await fetch(server.url + path, {
    headers: { 'X-API-KEY': key, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
    ...(json !== undefined && { method: 'PATCH', body: JSON.stringify(json) }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function replaySample(
  options: { allowUnrecordedWrites?: boolean; onMiss?: 'mock' } = {},
): Promise<MockServer> {
  const server = await startReplay({ recording: 'sample', cwd: root, ...options });
  onTestFinished(() => server.close());
  return server;
}

test('the recording is cut by its writes, and each client has its place in it', async () => {
  const server = await replaySample();
  await ask(server, board);
  await ask(server, `${board}/price`, { json: recordedPrices, key: 'test_other' });
  const recording = await read(server, 'recording');
  expect(recording).toMatchObject({
    name: 'sample',
    total: 8,
    writes: ['3-patch-price'],
    answered: 2,
    missed: 0,
    unused: 6,
  });
  const interactions = recording.interactions as {
    id: string;
    epoch: number;
    write: boolean;
    used: boolean;
  }[];
  expect(interactions.map(({ id, epoch, write, used }) => [id, epoch, write, used]).slice(0, 4)).toEqual([
    ['1-get-listings', 0, false, false],
    ['2-get-listing', 0, false, true],
    ['3-patch-price', 0, true, true],
    ['4-get-listing', 1, false, false],
  ]);
  expect(recording.clients).toEqual([
    { world: expect.any(String) as string, writesDone: 0, writesOf: 1, next: '3-patch-price', served: 1 },
    { world: expect.any(String) as string, writesDone: 1, writesOf: 1, next: null, served: 1 },
  ]);
  const page = await read(server, 'recording?after=2&limit=2');
  expect((page.interactions as { number: number }[]).map(({ number }) => number)).toEqual([3, 4]);
});

/** Reads and writes of a listing, of what holds it and of something else, with a refusal and a passing trouble in between. */
async function replayWritten(): Promise<MockServer> {
  const patch = (minPrice: number, status = 200): ExchangeParts => ({
    method: 'PATCH',
    path: `${board}/price`,
    status,
    body: { minPrice },
    requestHeaders: [['Content-Type', 'application/json']],
    requestBody: { minPrice },
  });
  const get = (path: string, told: string, status = 200): ExchangeParts => ({ path, status, body: { told } });
  const parts = [
    get(board, 'first'),
    get('/v1/listings', 'first'),
    get('/v1/reports', 'first'),
    patch(21),
    get(board, 'busy', 503),
    get('/v1/listings', 'after 21'),
    patch(99, 400),
    patch(22),
    { method: 'POST', path: '/v1/listings', status: 201, body: { told: 'another' } },
    get(board, 'after another'),
    get(board, 'later'),
    patch(23),
    get('/v1/reports', 'last'),
    { method: 'POST', path: '/v1/reports', status: 202, body: { told: 'run' } },
  ];
  const cwd = await temporaryDirectory();
  const file = join(cwd, 'written.json');
  const steps = parts.map((one, at) => interaction(`${at + 1}-step`, one));
  await writeFile(file, printRecording(recordingOf(...steps)));
  const server = await startReplay({ recording: file, cwd });
  onTestFinished(() => server.close());
  return server;
}

interface Step {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly about: string;
  readonly inForce: readonly { from: number; until: number | null; stale: boolean }[];
}

test('after each write those answers are told to be in force that a client moved there gets', async () => {
  const server = await replayWritten();
  const { interactions, writes } = (await read(server, 'recording')) as unknown as {
    interactions: readonly Step[];
    writes: readonly string[];
  };
  expect(writes).toEqual(['4-step', '8-step', '9-step', '12-step', '14-step']);
  expect(interactions.find(({ id }) => id === '4-step')!.about).toBe(board);
  const inForce = (path: string, method: string, at: number) =>
    interactions.flatMap((step) =>
      step.path === path && step.method === method
        ? step.inForce
            .filter(({ from, until }) => from <= at && at < (until ?? Infinity))
            .map(({ stale }) => `${step.id}${stale ? ' stale' : ''}`)
        : [],
    );
  let asked = 0;
  for (let at = 0; at <= writes.length; at += 1) {
    for (const path of [board, '/v1/listings', '/v1/reports']) {
      const place = { writesDone: at, writesOf: 5, next: writes[at] ?? null, served: 0 };
      expect(await move(server, { at })).toMatchObject(place);
      await ask(server, path);
      asked += 1;
      const { replayed } = (await read(server, `requests/${asked}`)) as unknown as {
        replayed: { interaction: string; marks: readonly string[] };
      };
      const got = [replayed.interaction, ...replayed.marks].join(' ');
      expect(inForce(path, 'GET', at), `${path} after ${at}`).toContain(got);
    }
  }
  const next = (at: number) => inForce(`${board}/price`, 'PATCH', at);
  expect([next(0), next(1), next(2), next(3), next(4)]).toEqual([
    ['4-step'],
    ['7-step', '8-step'],
    ['12-step'],
    ['12-step'],
    [],
  ]);
});

test('a client is moved by the number or the id of a write, and it alone', async () => {
  const server = await replaySample();
  await ask(server, board, { key: 'test_other' });
  const { event } = await openEvents(server, '/__mock/events');
  await event('start');
  const moved = await move(server, { at: '3-patch-price' });
  expect(moved).toMatchObject({ world: 'test_key', writesDone: 1, writesOf: 1, next: null, served: 0 });
  expect((await event('replay')).data).toEqual({ world: 'test_key' });
  await ask(server, board);
  expect(await read(server, 'requests/1')).toMatchObject({ interaction: '4-get-listing' });
  const { clients } = await read(server, 'recording');
  expect(
    (clients as { world: string; writesDone: number }[]).map((one) => [one.world, one.writesDone]),
  ).toEqual([
    ['test_other', 0],
    ['test_key', 1],
  ]);
  await move(server, { at: 0 });
  await ask(server, board);
  expect(await read(server, 'requests/2')).toMatchObject({ interaction: '2-get-listing' });
});

test('where there is no such write, and where nothing is replayed, a client stays where it is', async () => {
  const server = await replaySample();
  const refused = (error: object, httpStatus = 400) => ({ httpStatus, error });
  expect(await move(server, { at: 2 })).toMatchObject(
    refused({
      code: 'parameter_invalid',
      param: 'at',
      message: 'at: there is no write 2; the recording has the write 1 (3-patch-price).',
    }),
  );
  expect(await move(server, {})).toMatchObject(refused({ code: 'parameter_missing', param: 'at' }));
  expect(await move(server, { at: true })).toMatchObject(refused({ code: 'parameter_invalid', param: 'at' }));
  expect((await read(server, 'recording')).clients).toEqual([]);
  const mock = await startServer({ data: 'tiny' });
  onTestFinished(() => mock.close());
  expect(await move(mock, { at: 0 })).toMatchObject(refused({ code: 'mode_conflict' }, 409));
});

test('of a replayed answer it is told which one was chosen, and why', async () => {
  const server = await replaySample();
  await ask(server, board);
  await ask(server, `${board}/price`, { json: recordedPrices });
  await ask(server, board);
  expect(await read(server, 'requests/1')).toMatchObject({
    interaction: '2-get-listing',
    replayed: {
      interaction: '2-get-listing',
      marks: [],
      done: 0,
      writesDone: 0,
      writes: 1,
      answer: 1,
      answers: 1,
    },
    answer: { state: 'shown', body: { id: ids.board } },
  });
  const write = await read(server, 'requests/2');
  expect(write).toMatchObject({
    replayed: { interaction: '3-patch-price', kind: 'write' },
    wrote: { kind: 'listing', id: ids.board, after: recordedPrices },
  });
  expect((write.wrote as { before: Body }).before.minPrice).not.toBe(recordedPrices.minPrice);
  const { replayed } = await read(server, 'requests/3');
  expect(replayed).toMatchObject({ interaction: '4-get-listing', writesDone: 1 });
  expect((replayed as { why: string }).why).toBe(
    'The one answer to this request in its place: recorded after 1 of 1 write that concerns it.',
  );
});

test('of a miss the nearest recorded requests are shown, each with what differs', async () => {
  const server = await replaySample();
  await ask(server, `/v1/listings/${ids.lamp}`);
  const { badges, miss, status } = await read(server, 'requests/1');
  expect([status, badges]).toEqual([501, ['miss']]);
  const { why, near, command } = miss as {
    why: string;
    near: { interaction: string; differences: unknown[] }[];
    command: string;
  };
  expect(why).toBe(`Not recorded: GET /v1/listings/${ids.lamp}.`);
  expect(near[0]).toEqual({
    interaction: '2-get-listing',
    request: `GET ${board}`,
    differences: [{ part: 'path', name: '3', asked: ids.lamp, recorded: ids.board }],
  });
  expect(command).toContain('--name sample --missing');
  expect(await read(server, 'recording')).toMatchObject({
    missed: 1,
    misses: [{ request: `GET /v1/listings/${ids.lamp}`, count: 1 }],
  });
});

test('answers that no recording holds are told apart: an unrecorded write, and the simulator', async () => {
  const overlaid = await replaySample({ allowUnrecordedWrites: true });
  await ask(overlaid, `${board}/price`, { json: { minPrice: 22 } });
  await ask(overlaid, board);
  expect(await read(overlaid, 'requests/1')).toMatchObject({
    badges: ['overlay'],
    wrote: { before: { id: ids.board }, after: { minPrice: 22 } },
    replayed: null,
  });
  expect(await read(overlaid, 'requests/2')).toMatchObject({
    badges: ['overlay'],
    replayed: { interaction: '2-get-listing' },
    answer: { body: { minPrice: 22 } },
  });
  const simulated = await replaySample({ onMiss: 'mock' });
  await ask(simulated, '/v1/listings?limit=1');
  expect(await read(simulated, 'requests/1')).toMatchObject({
    badges: ['miss', 'synthesized'],
    miss: { near: [{}, {}, {}] },
  });
});

test('an interaction is read with its bodies', async () => {
  const server = await replaySample();
  expect(await read(server, 'recording/3-patch-price')).toMatchObject({
    request: { method: 'PATCH', path: `${board}/price`, state: 'shown', body: recordedPrices },
    response: { status: 200, state: 'shown', body: { id: ids.board } },
  });
  expect(await read(server, 'recording/none')).toMatchObject({ httpStatus: 404 });
  const misspelt = await read(server, 'recording/3-ptch-price');
  expect(misspelt).toMatchObject({
    httpStatus: 404,
    error: { message: "There is no interaction '3-ptch-price'; did you mean '3-patch-price'?" },
  });
});

test('what the recording teaches is found out when it is asked for', async () => {
  const server = await replaySample();
  const learned = await read(server, 'learned');
  expect(learned).toMatchObject({
    recording: 'sample',
    about: [
      expect.stringContaining('8 interactions'),
      expect.any(String),
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ],
  });
  expect((learned.evidence as { at: string }[]).map(({ at }) => at)).toContain('/service/writes/updatePrice');
  const { answers, endpoints } = await read(server, 'fidelity');
  expect(answers).toMatchObject({ agreeing: expect.any(Number) as number, of: expect.any(Number) as number });
  expect((endpoints as { endpoint: string }[]).length).toBeGreaterThan(2);
});

test('a server that mocks works on no recording', async () => {
  const server = await startServer({ data: 'tiny' });
  onTestFinished(() => server.close());
  for (const path of ['recording', 'recording/x', 'learned', 'fidelity']) {
    expect(await read(server, path), path).toMatchObject({
      httpStatus: 409,
      error: { code: 'mode_conflict' },
    });
  }
});

test('a recorder shows what becomes of each request, with the answer that passed', async () => {
  const cwd = await temporaryDirectory();
  const upstream = await startServer({ data: 'tiny', noLimits: true });
  onTestFinished(() => upstream.close());
  const recorder = await startRecorder({ upstream: upstream.url, cwd, name: 'mine', pace: 'off' });
  onTestFinished(() => recorder.close());
  const { event } = await openEvents(recorder, '/__mock/events');
  expect((await event('start')).data).toMatchObject({ mode: { mode: 'record', recording: 'mine' } });
  await ask(recorder, board);
  const [row] = (await event('requests')).data;
  expect(row).toMatchObject({ method: 'GET', path: board, status: 200 });
  await ask(recorder, board);
  await ask(recorder, `${board}/price`, { json: { minPrice: 22 } });
  const { interactions, writes, clients } = await read(recorder, 'recording');
  expect([writes, clients]).toEqual([['3-patch-price'], []]);
  expect((interactions as { id: string }[]).map(({ id }) => id)).toEqual([
    '1-get-listing',
    '2-get-listing',
    '3-patch-price',
  ]);
  const ofWorld = { 'X-Mock-World': (row as { world: string }).world };
  const details = await Promise.all(
    [1, 2, 3].map((number) => read(recorder, `requests/${number}`, { headers: ofWorld })),
  );
  expect(details.map(({ interaction, recorded }) => [interaction, recorded])).toEqual([
    ['1-get-listing', 'recorded'],
    ['1-get-listing', 'repeated'],
    ['3-patch-price', 'recorded'],
  ]);
  expect(details[0]!.answer).toMatchObject({ state: 'shown', body: { id: ids.board } });
  expect(JSON.stringify(details)).not.toContain('test_key');
});

test('of an answer that passed piece by piece, its end tells what became of it', async () => {
  const cwd = await temporaryDirectory();
  const upstream = http.createServer((_, answer) => {
    answer.setHeader('Content-Type', 'application/json');
    answer.write('{"piece":');
    answer.end('"by piece"}');
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  onTestFinished(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const { port } = upstream.address() as AddressInfo;
  const recorder = await startRecorder({
    upstream: `http://127.0.0.1:${port}`,
    cwd,
    name: 'mine',
    pace: 'off',
  });
  onTestFinished(() => recorder.close());
  const { event } = await openEvents(recorder, '/__mock/events');
  await event('start');
  await ask(recorder, '/v1/listings');
  const { data } = await event('recorded');
  expect(data).toEqual({ serial: 1, interaction: '1-get-listings', result: 'recorded' });
  expect(await read(recorder, 'requests/1', { headers: { 'X-Mock-World': 'w1' } })).toMatchObject({
    recorded: 'recorded',
    answer: { state: 'shown', body: { piece: 'by piece' } },
  });
});

test('of a recorded body that is no text, the length is that of its bytes', () => {
  for (const bytes of [1, 2, 3]) {
    const base64 = Buffer.alloc(bytes).toString('base64');
    expect(recordedBodyView({ base64 })).toEqual({ state: 'binary', body: null, length: bytes });
  }
});

test('a study that failed is done anew when it is asked for again', async () => {
  const { interactions, ...head } = recordingOf(interaction('1-get-listings'));
  let isBroken = true;
  const recording = {
    ...head,
    get interactions() {
      if (isBroken) throw new Error('out of memory');
      return interactions;
    },
  };
  await expect(studies.fidelity('session', recording)).rejects.toThrow('out of memory');
  isBroken = false;
  const found = studies.fidelity('session', recording);
  expect(await found).toMatchObject({ recording: 'session', interactions: 1 });
  expect(studies.fidelity('session', recording)).toBe(found);
});
