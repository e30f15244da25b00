import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { Random } from '../support/random.ts';
import { filesIn, session, temporaryDirectory } from '../support/recordings.ts';
import { soakSeed } from '../support/soak.ts';

const child = fileURLToPath(new URL('../support/record-until-killed.mjs', import.meta.url));
const lanes = 4;
const rounds = 50;

/**
 * One recorder's life; what it had acknowledged when it was killed, as `id path`.
 * @param last it is killed when it has acknowledged so many; with 0, before it has begun
 */
async function liveAndDie(path: string, round: string, last: number): Promise<string[]> {
  const recorder = spawn(process.execPath, [child, path, round], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  const acknowledged = new Promise<void>((resolve) => {
    recorder.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length > last) resolve();
    });
  });
  recorder.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const closed = new Promise((resolve) => recorder.once('close', resolve));
  if (last > 0) await Promise.race([acknowledged, closed]);
  recorder.kill('SIGKILL');
  await closed;
  if (errors !== '') throw new Error(errors);
  return output.split('\n').slice(0, -1); // half a line was not acknowledged
}

test(`kill -9, ${lanes * rounds} times: every recording loads, and nothing that was acknowledged is lost (seed ${soakSeed})`, async () => {
  const directory = await temporaryDirectory();
  let acknowledged = 0;
  const lane = async (number: number): Promise<void> => {
    const path = join(directory, `lane-${number}.json`);
    const random = new Random(soakSeed + number);
    const told: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const last = random.chance(10) ? 0 : 1 + random.below(60);
      told.push(...(await liveAndDie(path, `${number}-${round}`, last)));
      if (existsSync(path)) await readRecording(path);
    }
    await session(path, []);
    const { interactions } = await readRecording(path);
    const stored = new Set(interactions.map(({ id, request }) => `${id} ${request.path}`));
    expect(told.filter((line) => !stored.has(line))).toEqual([]);
    acknowledged += told.length;
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  expect(acknowledged).toBeGreaterThan(lanes * rounds);
  const files = await filesIn(directory);
  expect([...files.keys()].filter((name) => !name.endsWith('.json'))).toEqual([]);
  for (const bytes of files.values()) expect(bytes.includes('live_secret_0123456789')).toBe(false);
});
