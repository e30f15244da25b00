// kill -9 of the real program while it records: what a client had whole is in the recording.
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/document.ts';
import { priceOrigin, secretKey } from '../support/price-origin.ts';
import { startRecording } from '../support/record-process.ts';
import { filesIn, session, temporaryDirectory } from '../support/recordings.ts';

const lanes = 2;
const rounds = 25;

/** The path, when the whole answer has come; undefined when it has not. */
function ask(url: string, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lost = (): void => {
      resolve(undefined);
    };
    const sent = httpRequest(
      `${url}${path}`,
      { agent: false, headers: { 'X-API-KEY': secretKey } },
      (answer) => {
        answer.on('error', lost).on('aborted', lost).resume();
        answer.on('end', () => {
          resolve(answer.complete ? path : undefined);
        });
      },
    );
    sent.on('error', lost).end();
  });
}

test(
  `the real program, kill -9, ${lanes * rounds} times: every recording loads, and nothing that a client had is lost`,
  { timeout: 120_000 },
  async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    let received = 0;
    const lane = async (number: number): Promise<void> => {
      const name = `lane-${number}`;
      const had: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const recorder = await startRecording(origin.url, ['--dir', folder, '--name', name, '--pace', 'off']);
        let isOver = false;
        let first = (): void => undefined;
        const client = async (id: number): Promise<void> => {
          for (let count = 0; !isOver; count += 1) {
            const kind = count % 3 === 0 ? 'bytes/70000' : `n/${number}/${round}/${id}/${count}`;
            const path = await ask(
              recorder.url,
              kind.startsWith('n/') ? `/${kind}` : `/${kind}?${number}.${round}.${id}.${count}`,
            );
            if (path === undefined) return;
            had.push(path);
            first();
          }
        };
        const clients = Array.from({ length: 4 }, (_, id) => client(id));
        // Most die at work, some before they have begun.
        if (Math.random() < 0.9)
          await Promise.race([
            new Promise(
              (resolve) =>
                (first = () => {
                  resolve(undefined);
                }),
            ),
            delay(2_000),
          ]);
        await delay(Math.random() * 60);
        await recorder.kill();
        isOver = true;
        await Promise.all(clients);
      }
      const path = join(folder, `${name}.json`);
      await session(path, [], { upstream: origin.url });
      const { interactions } = await readRecording(path);
      const stored = new Set(
        interactions.map(({ request }) => request.path + (request.query === '' ? '' : `?${request.query}`)),
      );
      expect(had.filter((each) => !stored.has(each))).toEqual([]);
      received += had.length;
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    expect(received).toBeGreaterThan(lanes * rounds);
    const files = await filesIn(folder);
    expect([...files.keys()].filter((name) => !name.endsWith('.json'))).toEqual([]);
    for (const bytes of files.values()) expect(bytes.includes(secretKey)).toBe(false);
  },
);
