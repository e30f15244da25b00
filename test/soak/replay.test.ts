// The scripts of peers.md, section 3, through the real programs: an origin is recorded, then stopped, then replayed.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../../src/recording/format.ts';
import { ask, csv, listing, peerClient, priceOf, realKey, signature } from '../support/peer-origin.ts';
import { recordPeers } from '../support/peer-recording.ts';
import type { PeerRecording } from '../support/peer-recording.ts';
import { start } from '../support/serve.ts';
import type { Served } from '../support/serve.ts';

let peers: PeerRecording;
let server: Served;
const clients = Array.from({ length: 8 }, (_, at) => at);

beforeAll(async () => {
  peers = await recordPeers();
  server = await replay('--key', 'OTHER-KEY');
});
afterAll(async () => {
  await server.stop();
  await peers.remove();
});

function replay(...flags: readonly string[]): Promise<Served> {
  return start('replay', 'peers', '--dir', peers.dir, ...flags);
}

/** A copy of the recording that a test may change. */
async function copy(): Promise<{ dir: string; path: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'pricing-mock-edit-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await cp(peers.path, join(dir, 'peers.json'));
  return { dir, path: join(dir, 'peers.json') };
}

/** Asks again until it is so; the test's own time limit ends what never is. */
async function until<T>(look: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    await new Promise(setImmediate);
  }
}

const notes = (served: Served): string[] =>
  served.lines().flatMap((line) => {
    const { event, message } = JSON.parse(line) as { event: string; message?: string };
    return event === 'note' ? [message!] : [];
  });

test('while it was recorded, the client saw what the origin said', () => {
  expect(peers.seen).toEqual([10, 11, 11, csv]);
});

test('script A, by eight clients at once: the same order gives the same answers', async () => {
  const script = async (at: number): Promise<unknown[]> => {
    const client = peerClient(server.url, `test_a${at}`);
    return [priceOf(await client.read()), priceOf(await client.patch(11)), priceOf(await client.read())];
  };
  for (const prices of await Promise.all(clients.map(script))) expect(prices).toEqual([10, 11, 11]);
});

test('script B, by eight clients at once: polling shows no change before the write', async () => {
  const script = async (at: number): Promise<unknown[]> => {
    const client = peerClient(server.url, `test_b${at}`);
    const before = await Promise.all([client.read(), client.read(), client.read()]);
    const rest = [await client.patch(11), await client.read()];
    return [...before, ...rest].map(priceOf);
  };
  for (const prices of await Promise.all(clients.map(script))) expect(prices).toEqual([10, 10, 10, 11, 11]);
});

test('script B, by eight clients of one key: all see 10 until the write is sent, and 11 from then on', async () => {
  const read = () =>
    Promise.all(clients.map(async () => priceOf(await peerClient(server.url, 'test_one').read())));
  expect(await read()).toEqual(clients.map(() => 10));
  await peerClient(server.url, 'test_one').patch(11);
  expect(await read()).toEqual(clients.map(() => 11));
});

test('script C, strict, by eight clients at once: 10, a marked miss, 10', async () => {
  const script = async (at: number): Promise<unknown[]> => {
    const client = peerClient(server.url, `test_c${at}`);
    return [priceOf(await client.read()), priceOf(await client.patch(12)), priceOf(await client.read())];
  };
  for (const prices of await Promise.all(clients.map(script))) expect(prices).toEqual([10, 501, 10]);
});

test('script C, unrecorded writes allowed, by eight clients at once: 10, 12, 12, the last two marked', async () => {
  await using writable = await replay('--allow-unrecorded-writes');
  const script = async (at: number): Promise<unknown[]> => {
    const client = peerClient(writable.url, `test_c${at}`);
    const replies = [await client.read(), await client.patch(12), await client.read()];
    return replies.map((reply) => [priceOf(reply), reply.headers['x-mock-synthesized']]);
  };
  for (const answers of await Promise.all(clients.map(script))) {
    expect(answers).toEqual([
      [10, undefined],
      [12, 'unrecorded-write'],
      [12, 'unrecorded-write'],
    ]);
  }
  const refused = await peerClient(writable.url, 'test_rules').patch(31);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('minPrice 31 is above maxPrice 30.');
});

test('script D: another key is served, an unknown one is not, and none is asked for with --no-auth', async () => {
  expect(priceOf(await peerClient(server.url, 'OTHER-KEY').read())).toBe(10);
  expect(priceOf(await peerClient(server.url, 'unknown').read())).toBe(401);
  await using open = await replay('--no-auth');
  expect(priceOf(await peerClient(open.url, 'unknown').read())).toBe(10);
  expect(priceOf(await ask(`${open.url}/v1/listings/${listing}`, { key: null }))).toBe(10);
});

test('script E, by eight clients at once: links lead to the replay, whose file has the same bytes', async () => {
  const script = async (at: number): Promise<void> => {
    const { text } = await peerClient(server.url, `test_e${at}`).reports();
    const link = /"url":"([^"]+)"/.exec(text)![1]!;
    expect(link.startsWith(`${server.url}/__mock/files/`)).toBe(true);
    expect(link).not.toContain('?');
    const file = await ask(link, { key: null });
    expect([file.status, file.text, file.headers['content-type']]).toEqual([200, csv, 'text/csv']);
  };
  await Promise.all(clients.map(script));
});

test('script E: neither key nor signature is on the disk', async () => {
  const files = await readdir(peers.dir);
  expect(files).toEqual(['peers.json']);
  const text = await readFile(peers.path, 'utf8');
  for (const secret of [realKey, signature]) expect(text).not.toContain(secret);
});

test('a miss shows the three nearest with what differs side by side, and the command that records it', async () => {
  const { status, headers, text } = await peerClient(server.url, 'test_miss').patch(12);
  expect([status, headers['x-mock-error']]).toEqual([501, 'replay_miss']);
  const { error } = JSON.parse(text) as { error: { code: string; message: string; doc_url: string } };
  expect(error.code).toBe('replay_miss');
  const lines = error.message.split('\n');
  expect(lines[0]).toBe(`Not recorded: PATCH /v1/listings/${listing}/price.`);
  expect(lines.filter((line) => /^ {2}\d\. /.test(line))).toHaveLength(3);
  expect(lines[3]).toMatch(/^ +body minPrice +asked 12 +recorded 11$/);
  expect(lines.at(-1)).toBe(`To record it: pricing-mock record ${peers.upstream} --name peers --missing`);
  expect((await ask(error.doc_url, { key: null })).text).toContain('Error replay_miss');
});

test('at the end it tells what was missed, and with --fail-on-miss the exit code is 1', async () => {
  const strict = await replay('--fail-on-miss');
  const client = peerClient(strict.url, 'test_end');
  await client.read();
  await client.patch(12);
  await client.patch(13);
  expect(await strict.stop()).toBe(1);
  expect(notes(strict)).toEqual([
    'Answered 1 request from the recording, missed 2; 4 of 5 interactions unused.',
    `Missed 2 times: PATCH /v1/listings/${listing}/price`,
  ]);
  expect(strict.stderr()).toBe(
    `pricing-mock: 2 requests not recorded (--fail-on-miss): PATCH /v1/listings/${listing}/price\n`,
  );
  const calm = await replay('--fail-on-miss');
  await peerClient(calm.url, 'test_end').read();
  expect(await calm.stop()).toBe(0);
});

test('the answer is the recorded one to the header, the Date among them', async () => {
  const { interactions } = JSON.parse(await readFile(peers.path, 'utf8')) as Recording;
  const { rawHeaders, bytes } = await peerClient(server.url, 'test_exact').read();
  const { headers, body } = interactions[0]!.response;
  const connection = /^(connection|keep-alive)$/i;
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
  expect(pairs.filter(([name]) => !connection.test(name!))).toEqual(headers);
  expect(bytes.toString('base64')).toBe((body as { wire?: string }).wire);
});

test('a client that does not take gzip gets the body decoded, with the right length', async () => {
  const client = peerClient(server.url, 'test_plain');
  const packed = await client.read();
  expect(packed.headers['content-encoding']).toBe('gzip');
  const plain = await client.read({ headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.bytes.toString()).toBe(gunzipSync(packed.bytes).toString());
  expect(plain.headers['content-length']).toBe(String(plain.bytes.length));
});

test('an edited body goes out under the recorded encoding, with the right length', async () => {
  const { dir, path } = await copy();
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll('"minPrice": 10', '"minPrice": 10.5'));
  await using edited = await start('replay', path, '--dir', dir);
  const { headers, bytes } = await peerClient(edited.url, 'test_edit').read();
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ minPrice: 10.5 });
});

test('an edit is taken over while serving; a broken one and a deleted file keep the last good one, and say why', async () => {
  const { path } = await copy();
  const good = await readFile(path, 'utf8');
  await using served = await start('replay', path);
  const price = async (): Promise<unknown> => priceOf(await peerClient(served.url, 'test_hot').read());
  const changed = async (text: string): Promise<void> => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  expect(await price()).toBe(10);

  await changed(good.replaceAll('"minPrice": 10', '"minPrice": 10.5'));
  await until(price, (value) => value === 10.5);
  expect(notes(served)).toEqual(['The recording has changed: 5 interactions from now on.']);

  await writeFile(path, `${good.slice(0, 300)}\n<<<<<<< HEAD\n${good.slice(300)}`);
  const [, conflict] = await until(
    () => notes(served),
    ({ length }) => length === 2,
  );
  expect(conflict).toMatch(
    /peers\.json:\d+: Git left a conflict in the file \(conflict\)\..* is served on\.$/,
  );
  expect(await price()).toBe(10.5);

  await rm(path);
  const [, , gone] = await until(
    () => notes(served),
    ({ length }) => length === 3,
  );
  expect(gone).toBe(`${path}: the file is gone; what it held is served on`);
  expect(await price()).toBe(10.5);

  await writeFile(path, good);
  await until(price, (value) => value === 10);
});

test('no request fails while the recording is edited a hundred times', async () => {
  const { path } = await copy();
  const good = await readFile(path, 'utf8');
  await using served = await start('replay', path);
  let done = false;
  const poll = async (at: number): Promise<Set<unknown>> => {
    const prices = new Set<unknown>();
    while (!done) prices.add(priceOf(await peerClient(served.url, `test_p${at}`).read()));
    return prices;
  };
  const polls = clients.map(poll);
  for (let edit = 0; edit < 100; edit += 1) {
    const broken = edit % 10 === 9;
    await writeFile(
      path,
      broken ? good.slice(0, edit * 10) : good.replaceAll('"minPrice": 10', `"minPrice": 1${edit % 5}`),
    );
  }
  done = true;
  for (const prices of await Promise.all(polls)) {
    for (const price of prices) expect([10, 11, 12, 13, 14]).toContain(price);
  }
});

const isRoot = process.getuid?.() === 0;
const unshares = isRoot && (await runs('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']));
if (!unshares) process.stderr.write('No root, unshare or ip: replay is NOT tested without a network.\n');

test.skipIf(!unshares)('it serves in a network namespace that has loopback and nothing else', async () => {
  const script = `ip link set lo up && exec "$0" "$@"`;
  const child = spawn(
    'unshare',
    [
      '-n',
      'sh',
      '-c',
      script,
      process.execPath,
      new URL('../support/replay-alone.mjs', import.meta.url).pathname,
      peers.path,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  for await (const piece of child.stdout.setEncoding('utf8')) out += piece as string;
  expect(JSON.parse(out)).toEqual({ outside: 'ENETUNREACH', statuses: [200, 200, 200, 200, 200, 501] });
});

async function runs(command: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(command, words, { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => {
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
}
