// A disk that fails, at any call and in any way: what was acknowledged stays, the traffic goes on, and the stop says it.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { priceOrigin, secretKey } from '../support/price-origin.ts';
import { Random } from '../support/random.ts';
import { startRecording } from '../support/record-process.ts';
import type { RecordProcess } from '../support/record-process.ts';
import { filesIn, temporaryDirectory } from '../support/recordings.ts';
import { soakSeed } from '../support/soak.ts';

const preload = pathToFileURL(fileURLToPath(new URL('../support/io-faults.mjs', import.meta.url))).href;
const lanes = 2;
const runs = 50;
const clients = 4;
const requests = 5;

/** What became of the runs of one lane. */
interface Tally {
  readonly acknowledged: string[];
  unrecorded: number;
  refusedToStart: number;
  endedEarly: number;
}

/** Asks for as much as a run does; every answer has to come, recorded or not. */
async function ask(url: string, name: string, tally: Tally): Promise<number> {
  const before = tally.unrecorded;
  const client = async (id: number): Promise<void> => {
    for (let count = 0; count < requests; count += 1) {
      const path = `/n/${name}/${id}/${count}`;
      const answer = await fetch(`${url}${path}`, { headers: { 'X-API-KEY': secretKey } });
      expect([answer.status, await answer.text()]).toEqual([200, `{"path":"${path}"}`]);
      if (answer.headers.get('X-Mock-Recorded') === 'no') tally.unrecorded += 1;
      else tally.acknowledged.push(path);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, id) => client(id)));
  return tally.unrecorded - before;
}

test(`${lanes * runs} recorders on a failing disk: nothing acknowledged is lost, and every answer comes (seed ${soakSeed})`, async () => {
  await using origin = await priceOrigin();
  const folder = await temporaryDirectory();
  const lane = async (number: number): Promise<Tally> => {
    const random = new Random(soakSeed + number);
    const tally: Tally = { acknowledged: [], unrecorded: 0, refusedToStart: 0, endedEarly: 0 };
    const flags = ['--dir', join(folder, String(number)), '--pace', 'off'];
    for (let run = 0; run < runs; run += 1) {
      const faults = { folder, every: 1 + random.below(40), once: random.chance(2), seed: random.below(1e9) };
      const env = { NODE_OPTIONS: `--import=${preload}`, IO_FAULTS: JSON.stringify(faults) };
      let recorder: RecordProcess;
      try {
        recorder = await startRecording(origin.url, flags, env);
      } catch (error) {
        // One line that says why, and the exit code of a bad file.
        expect((error as Error).message).toMatch(
          /^the recorder did not come up \(4\): pricing-mock: [^\n]+\n$/,
        );
        tally.refusedToStart += 1;
        continue;
      }
      const unrecorded = await ask(recorder.url, `${number}/${run}`, tally);
      const code = await recorder.stop();
      const { problem } = JSON.parse(recorder.lines.at(-1)!) as { problem?: string };
      const told = `${JSON.stringify(faults)}: ${code}, ${problem ?? 'no problem'}, ${recorder.stderr()}`;
      if (code === 0) expect([unrecorded, problem, told]).toEqual([0, undefined, told]);
      else expect([code, typeof problem, told]).toEqual([4, 'string', told]);
      if (code !== 0) tally.endedEarly += 1;
    }
    const last = await startRecording(origin.url, flags);
    await ask(last.url, `${number}/last`, tally);
    expect([await last.stop(), last.stderr()]).toEqual([0, '']);
    const { interactions } = await readRecording(join(folder, String(number), 'session.json'));
    const stored = new Set(interactions.map(({ request }) => request.path));
    expect(tally.acknowledged.filter((path) => !stored.has(path))).toEqual([]);
    return tally;
  };
  const tallies = await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  for (const { acknowledged, unrecorded, endedEarly } of tallies) {
    expect(acknowledged.length).toBeGreaterThan(runs);
    expect(Math.min(unrecorded, endedEarly)).toBeGreaterThan(0);
  }
  for (const bytes of (await filesIn(folder)).values()) expect(bytes.includes(secretKey)).toBe(false);
});
