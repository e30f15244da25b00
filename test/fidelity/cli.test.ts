// `pricing-mock fidelity`: what it prints and how it ends.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../cli/command.ts';
import { printRecording, temporaryDirectory } from '../support/recordings.ts';
import { recordMock, wholeSession, withListings } from './sessions.ts';

const session = await recordMock(wholeSession);
const texts = withListings(session, (listing) => ({ ...listing, sku: null }));

async function fidelity(recording: typeof session, ...argv: string[]) {
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'session.json'), printRecording(recording));
  const ended = await run(['fidelity', 'session', '--dir', '.', ...argv], { cwd });
  return { ...ended, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

const asDefault = ['--profile', 'default'];

test('the text tells answers first, then a line for each endpoint, then each place that differs', async () => {
  const { code, out, err } = await fidelity(texts, ...asDefault);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain(`session: ${wholeSession.length} interactions of http://127.0.0.1:5300`);
  expect(out).toMatch(/^\d+ of 19 answers agree \(\d\d(\.\d)? %\)$/m);
  expect(out).toMatch(/^Headers: \d+ of the \d+ answers with the recorded status have the recorded ones$/m);
  expect(out).toMatch(/^Endpoint +Answers +Agreeing$/m);
  expect(out).toMatch(/^GET \/v1\/listings +3 +\d +\d\d(\.\d)? %$/m);
  expect(out).toMatch(
    /^GET \/v1\/listings {2}\$\.data\[\*\]\.sku: another type in 2 answers \(1-get-listings, 5-get-listings\)$/m,
  );
  expect(out).toMatch(/^ {3}recorded {2}null$/m);
});

test('without a profile the mock speaks as the recording itself teaches', async () => {
  const own = await fidelity(texts);
  expect(own.out).toContain(', by what the recording itself teaches');
  expect(own.out).not.toContain('$.data[*].sku');
  const split = await fidelity(texts, '--split', '0.6');
  expect(split.out).toContain('session: 8 interactions of http://127.0.0.1:5300, by what 11 others teach');
  const other = await fidelity(texts, '--split', 'third');
  expect(other.out).toContain('session: 6 interactions');
});

test('the JSON has the same for programs', async () => {
  const { out } = await fidelity(texts, ...asDefault, '--json');
  const report = JSON.parse(out) as Record<string, unknown>;
  expect(report).toMatchObject({
    recording: 'session',
    interactions: wholeSession.length,
    answers: { of: 19 },
  });
  expect(report.differences).toContainEqual({
    endpoint: 'GET /v1/listings',
    aspect: 'type',
    path: '$.data[*].sku',
    answers: 2,
    interactions: ['1-get-listings', '5-get-listings'],
    recorded: 'null',
    mock: expect.stringContaining('SKU') as unknown,
  });
  expect(report.score).toBeLessThan(100);
});

test('Markdown and JUnit go into files', async () => {
  const { code, read } = await fidelity(
    texts,
    ...asDefault,
    '--markdown',
    'report.md',
    '--junit',
    'report.xml',
  );
  expect(code).toBe(0);
  const markdown = await read('report.md');
  expect(markdown).toMatch(/^## Fidelity of session: \d\d(\.\d)? %$/m);
  expect(markdown).toMatch(
    /^\| `GET \/v1\/listings` \| `\$\.data\[\*\]\.sku` another type \| 2 \| `null` \|/m,
  );
  const junit = await read('report.xml');
  expect(junit).toContain('<testsuite name="status and body"');
  expect(junit).toMatch(
    /<testcase classname="GET \/v1\/listings" name="3 answers" time="0"><failure message="\d+ places?: /,
  );
});

test('a share below --fail-under ends with 1, after the report', async () => {
  const failed = await fidelity(texts, ...asDefault, '--fail-under', '100');
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('answers agree');
  expect(failed.err).toMatch(/^pricing-mock: the fidelity is \d\d(\.\d)? %, below 100 %\n$/);
  expect((await fidelity(texts, ...asDefault, '--fail-under', '1')).code).toBe(0);
});

test('what makes no sense is refused with a reason', async () => {
  expect((await fidelity(session, '--fail-under', '101')).code).toBe(2);
  expect((await fidelity(session, '--ignore', 'sku')).err).toContain("'sku' is no place in an answer");
  expect((await fidelity(session, '--split', '1.5')).err).toContain(
    "'1.5' is neither a share between 0 and 1",
  );
  expect((await fidelity(session, '--split', '0.5', ...asDefault)).code).toBe(2);
  expect((await fidelity(session, '--junit', 'nowhere/report.xml')).code).toBe(4);
  expect((await fidelity({ ...session, interactions: [] })).code).toBe(4);
  expect(
    (await fidelity({ ...session, interactions: session.interactions.slice(0, 1) }, '--split', '0.5')).code,
  ).toBe(4);
  expect((await run(['fidelity', 'nowhere'])).code).toBe(4);
});

test('the sample recording of the project can be scored', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { code, out } = await run(['fidelity', 'sample', '--json'], { cwd });
  expect(code).toBe(0);
  expect((JSON.parse(out) as { answers: { of: number } }).answers.of).toBe(8);
});
