// Makes recordings/sample.json: the recorder in front of this project's own mock, and a short session of a client.
// Run it again (npm run build && node examples/make-sample-recording.mjs) and a mock that answers the same leaves the
// file as it is.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { recordingPieces } from '../dist/recording/file/print.js';

const bin = fileURLToPath(new URL('../dist/bin.cjs', import.meta.url));
const sample = process.argv[2] ?? fileURLToPath(new URL('../recordings/sample.json', import.meta.url));
const note = 'A sample: the mock of pricing-mock itself, recorded by examples/make-sample-recording.mjs';

/** Starts a command that serves; `stop` waits for its end. */
async function start(...words) {
  const child = spawn(process.execPath, [bin, ...words, '--port', '0', '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout });
  const { url } = JSON.parse(await new Promise((resolve) => lines.once('line', resolve)));
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`${words[0]} ended with ${code}`);
  };
  return { url, stop };
}

const dir = mkdtempSync(join(tmpdir(), 'pricing-mock-sample-'));
try {
  if (existsSync(sample)) copyFileSync(sample, join(dir, 'sample.json'));
  // Nothing in an answer may depend on when or on which port this runs.
  const constant = ['--clock', '2026-03-01T12:00:00Z,frozen', '--doc-base', 'https://docs.example.com'];
  const mock = await start('serve', '--data', 'tiny', ...constant);
  const recorder = await start('record', mock.url, '--name', 'sample', '--dir', dir, '--pace', 'off');
  const ask = async (target, { key = 'test_sample', method = 'GET', body } = {}) => {
    const headers = { ...(key && { 'X-API-KEY': key }), ...(body && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(new URL(target, recorder.url), {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    process.stdout.write(`${method} ${new URL(answer.url).pathname} ${answer.status}\n`);
    return text;
  };

  const board = '/v1/listings/11111111-1111-4111-8111-111111111111';
  await ask('/v1/listings');
  await ask(board);
  await ask(`${board}/price`, { method: 'PATCH', body: { minPrice: 21.5, maxPrice: 30 } });
  await ask(board);
  const { data } = JSON.parse(await ask('/v1/reports'));
  const link = data.flatMap((run) => run.downloadLinks).find(({ compression }) => compression === null);
  await ask(link.url, { key: null });
  // The clock stands still, so that the sixth request within this second is one too many; another account may.
  await ask('/v1/strategies');
  await ask('/v1/strategies', { key: 'test_sample_2' });

  await recorder.stop();
  await mock.stop();
  const recording = JSON.parse(readFileSync(join(dir, 'sample.json'), 'utf8'));
  // The port of this run says nothing to a reader.
  const pieces = recordingPieces({ ...recording, upstream: 'http://127.0.0.1:5300', note });
  writeFileSync(sample, Array.from(pieces).join(''));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
