import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/document.ts';
import { filesIn, session, temporaryDirectory } from '../support/recordings.ts';

const child = fileURLToPath(new URL('../support/record-until-killed.mjs', import.meta.url));
const lanes = 4;
const rounds = 50;

/** One recorder's life; what it had acknowledged when it was killed, as `id path`. */
async function liveAndDie(path: string, round: string): Promise<string[]> {
  const recorder = spawn(process.execPath, [child, path, round], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  recorder.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  recorder.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const closed = new Promise((resolve) => recorder.once('close', resolve));
  // Most die at work, some before they have begun.
  if (Math.random() < 0.9)
    await Promise.race([new Promise((resolve) => recorder.stdout.once('data', resolve)), closed]);
  await delay(Math.random() * 60);
  recorder.kill('SIGKILL');
  await closed;
  if (errors !== '') throw new Error(errors);
  return output.split('\n').slice(0, -1); // half a line was not acknowledged
}

test(
  `kill -9, ${lanes * rounds} times: every recording loads, and nothing that was acknowledged is lost`,
  { timeout: 120_000 },
  async () => {
    const directory = await temporaryDirectory();
    let acknowledged = 0;
    const lane = async (number: number): Promise<void> => {
      const path = join(directory, `lane-${number}.json`);
      const told: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        told.push(...(await liveAndDie(path, `${number}-${round}`)));
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
  },
);
