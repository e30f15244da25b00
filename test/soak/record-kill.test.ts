// kill -9 of the real program while it records: what a client had whole is in the recording, and is replayed.
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { priceOrigin, secretKey } from '../support/price-origin.ts';
import { Random } from '../support/random.ts';
import { startRecording } from '../support/record-process.ts';
import { filesIn, temporaryDirectory } from '../support/recordings.ts';
import { start } from '../support/serve.ts';
import { soakSeed } from '../support/soak.ts';

const clients = 8;
const rounds = 50;

/** The body, when the whole of a good answer has come; undefined when it has not. */
function ask(url: string, path: string, key: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lost = (): void => {
      resolve(undefined);
    };
    const sent = httpRequest(`${url}${path}`, { agent: false, headers: { 'X-API-KEY': key } }, (answer) => {
      let body = '';
      answer.setEncoding('latin1').on('data', (text: string) => (body += text));
      answer.on('error', lost).on('aborted', lost);
      answer.on('end', () => {
        const isMarked = answer.headers['x-mock-recorded'] ?? answer.headers['x-mock-error'];
        resolve(answer.complete && isMarked === undefined ? body : undefined);
      });
    });
    sent.on('error', lost).end();
  });
}

test(`the real program under ${clients} clients, kill -9, ${rounds} times: the next one starts at once, and nothing that a client had is lost (seed ${soakSeed})`, async () => {
  await using origin = await priceOrigin();
  const folder = await temporaryDirectory();
  const flags = ['--dir', folder, '--name', 'kill', '--pace', 'off'];
  const random = new Random(soakSeed);
  const had = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    const recorder = await startRecording(origin.url, flags);
    // Most die at work, some before they have begun.
    let left = random.chance(10) ? 0 : 1 + random.below(60);
    const killed = left === 0 ? recorder.kill() : undefined;
    const client = async (id: number): Promise<void> => {
      for (let count = 0; ; count += 1) {
        const path = `/${count % 8 === 0 ? 'bytes/70000' : 'n'}/${round}/${id}/${count}`;
        const body = await ask(recorder.url, path, secretKey);
        if (body === undefined) return;
        had.set(path, body);
        left -= 1;
        if (left === 0) void recorder.kill();
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, id) => client(id)));
    await (killed ?? recorder.kill());
  }
  expect(had.size).toBeGreaterThan(rounds);

  const last = await startRecording(origin.url, flags);
  expect(await ask(last.url, '/n/last', secretKey)).toBe('{"path":"/n/last"}');
  expect([await last.stop(), last.stderr()]).toEqual([0, '']);
  const files = await filesIn(folder);
  expect([...files.keys()]).toEqual(['kill.json']);
  expect(files.get('kill.json')!.includes(secretKey)).toBe(false);

  const { interactions } = await readRecording(join(folder, 'kill.json'));
  const stored = new Set(interactions.map(({ request }) => request.path));
  expect([...had.keys()].filter((path) => !stored.has(path))).toEqual([]);
  await using replay = await start('replay', 'kill', '--dir', folder);
  for (const [path, body] of had)
    expect([path, await ask(replay.url, path, 'test_kill')]).toEqual([path, body]);
});
