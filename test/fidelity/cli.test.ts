// `pricing-mock fidelity`: what it prints and how it ends.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printRecording } from '../../src/recording/file/print.ts';
import { run } from '../cli/command.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { recordMock, wholeSession, withListings } from './sessions.ts';

const session = await recordMock(wholeSession);
const texts = withListings(session, (listing) => ({ ...listing, sku: null }));

async function fidelity(recording: typeof session, ...argv: string[]) {
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'session.json'), printRecording(recording));
  return run(['fidelity', 'session', '--dir', '.', ...argv], { cwd });
}

test('the text has a line for each endpoint and a block for each difference', async () => {
  const { code, out, err } = await fidelity(texts);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain(`session: ${wholeSession.length} interactions of http://127.0.0.1:5300`);
  expect(out).toMatch(/^Endpoint +Interactions +Agreeing +Differing +Spec silent +Score$/m);
  expect(out).toMatch(/^GET \/v1\/listings +3 +\d+ +0 +1 +\d\d\.\d %$/m);
  expect(out).toMatch(/^1\. \$\.data\[\*\]\.sku: null or not$/m);
  expect(out).toMatch(/^ {3}recorded {3}null$/m);
  expect(out).toMatch(/^ {3}decided by listing-fields \(A30, §2\)$/m);
  expect(out).toMatch(/^ {3}to change {2}a profile: pricing-mock learn session -o profile.json/m);
});

test('the JSON has the same for programs', async () => {
  const { out } = await fidelity(texts, '--json');
  const report = JSON.parse(out) as Record<string, unknown>;
  expect(report).toMatchObject({
    recording: 'session',
    interactions: wholeSession.length,
    differences: [
      {
        aspect: 'null',
        path: '$.data[*].sku',
        recorded: null,
        decidedBy: ['listing-fields'],
        specified: false,
      },
    ],
  });
  expect(report.score).toBeLessThan(100);
});

test('the Markdown is a table', async () => {
  const { out } = await fidelity(texts, '--markdown');
  expect(out).toMatch(/^## Fidelity of session: \d\d\.\d %$/m);
  expect(out).toMatch(/^\| `\$\.data\[\*\]\.sku`: null or not \| `GET \/v1\/listings` and 3 more, /m);
});

test('a score below --fail-under ends with 1, after the report', async () => {
  const failed = await fidelity(texts, '--fail-under', '100');
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('Fidelity ');
  expect(failed.err).toMatch(/^pricing-mock: the fidelity is \d\d(\.\d)? %, below 100 %\n$/);
  expect((await fidelity(texts, '--fail-under', '50')).code).toBe(0);
  expect((await fidelity(session, '--fail-under', '100')).code).toBe(0);
  expect((await fidelity(texts, '--fail-under', '100', '--ignore', '$..sku')).code).toBe(0);
});

test('what makes no sense is refused with a reason', async () => {
  expect((await fidelity(session, '--fail-under', '101')).code).toBe(2);
  expect((await fidelity(session, '--ignore', 'sku')).err).toContain("'sku' is no place in an answer");
  expect((await fidelity(session, '--json', '--markdown')).code).toBe(2);
  expect((await fidelity({ ...session, interactions: [] })).code).toBe(4);
  expect((await run(['fidelity', 'nowhere'])).code).toBe(4);
});

test('the sample recording of the project can be scored', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { code, out } = await run(['fidelity', 'sample', '--json'], { cwd });
  expect(code).toBe(0);
  expect((JSON.parse(out) as { score: number }).score).toBeGreaterThan(95);
});
