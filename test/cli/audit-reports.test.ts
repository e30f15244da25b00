// Client checks as a JUnit report and in Markdown, from a run of `serve` to the files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { factRows } from '../../src/service/audit/facts.ts';
import type { AuditSummary } from '../../src/service/audit/summary.ts';
import { run, startCommand } from './command.ts';
import { temporaryFiles } from './files.ts';
import { requestRaw } from './wire.ts';

const both = ['--junit', 'checks.xml', '--markdown', 'checks.md'];
const secret = 'listed-key-4711';

/** Serves, asks once without a key and once at a path that holds another key than its own, and stops. */
async function runWith(...flags: readonly string[]) {
  const cwd = await temporaryFiles();
  const served = await startCommand(['--port', '0', '--data', 'tiny', '--key', secret, ...flags], { cwd });
  await requestRaw(served.url, { line: 'GET /v1/listings', key: null });
  await requestRaw(served.url, { line: `GET /v1/nothing|here/${secret}` });
  served.signal();
  const code = await served.code;
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return { code, junit: read('checks.xml'), markdown: read('checks.md'), out: served.out() };
}

test('each fact is a case of the JUnit report, and one found too often fails with the requests behind it', async () => {
  const { code, junit } = await runWith(...both);
  expect(code).toBe(0);
  const report = await parse(junit);
  const [suite] = report && 'testsuite' in report ? (report.testsuite ?? []) : [];
  const cases = suite!.testcase!;
  expect(cases.map(({ name }) => name)).toEqual(factRows.map(({ id, title }) => `${id}: ${title}`));
  expect(suite).toMatchObject({ tests: cases.length, failures: 2, skipped: 2 });
  const failed = cases.filter(({ failure }) => failure !== undefined);
  expect(failed).toMatchObject(
    [
      { name: /^unmatched: /, failure: [{ message: '1 found, at most 0 may be' }] },
      {
        name: /^no-key: /,
        failure: [{ message: '1 found, at most 0 may be', inner: '#1 GET /v1/listings 401' }],
      },
    ].map(({ name, failure }) => ({ name: expect.stringMatching(name) as string, failure })),
  );
});

test('the Markdown names what was found, and a bar in a path breaks no table', async () => {
  const { markdown } = await runWith(...both);
  expect(markdown).toContain('## Client checks of pricing-mock: 2 of 16 failed\n\n2 requests.\n');
  expect(markdown).toContain('| **failed** | `no-key` | requests without an API key | 1 | 0 |');
  const widths = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).length);
  expect(new Set(widths)).toEqual(new Set([8]));
});

test.each([
  ['a world that is reset', 'POST /__mock/state/reset'],
  ['a world that is dropped', 'DELETE /__mock/worlds/test_key'],
])('what was found of %s counts at the end of the run', async (_, line) => {
  const flags = [
    '--port',
    '0',
    '--data',
    'tiny',
    '--fail-on',
    'audit',
    '--log',
    'json',
    '--control-token',
    'a-token-of-a-test',
  ];
  const served = await startCommand(flags, { cwd: await temporaryFiles() });
  const walk = () => requestRaw(served.url, { line: 'GET /v1/nothing' });
  await walk();
  expect(
    (await requestRaw(served.url, { line, headers: { Authorization: 'Bearer a-token-of-a-test' } })).status,
  ).toBe(204);
  await walk();
  served.signal();
  expect(await served.code).toBe(1);
  const events = served.lines().map((each) => JSON.parse(each) as Record<string, unknown>);
  const audit = events.find(({ event }) => event === 'audit') as unknown as AuditSummary;
  expect(audit.requests).toBe(2);
  expect(audit.facts.find(({ id }) => id === 'unmatched')).toMatchObject({ count: 2 });
});

test('--fail-on decides what fails, in the files as in the exit code', async () => {
  const gate = ['--fail-on', 'audit:all=off,no-key=0'];
  const { code, junit, markdown } = await runWith(...gate, ...both);
  expect(code).toBe(1);
  expect(junit).toContain('failures="1" errors="0" skipped="15"');
  expect(markdown).toContain(': 1 of 16 failed');
});

test.each(['pretty', 'json'])('no key stands in the files, nor in the log (%s)', async (log) => {
  const { junit, markdown, out } = await runWith(...both, '--log', log);
  for (const text of [junit, markdown, out]) {
    expect(text).not.toContain(secret);
    expect(text).toMatch(/nothing\|here|nothing\\\|here/);
  }
});

test.each(['--junit', '--markdown'])(
  'a folder where %s should write its file is told before anything is served',
  async (flag) => {
    const cwd = await temporaryFiles();
    expect(await run(['--port', '0', flag, '.'], { cwd })).toEqual({
      code: 4,
      out: '',
      err: `pricing-mock: ${flag} .: cannot be written: it is a folder (EISDIR)\n`,
    });
  },
);

test('a folder that is not there is told before anything is served', async () => {
  const cwd = await temporaryFiles();
  const { code, out, err } = await run(['--port', '0', '--junit', 'none/checks.xml'], { cwd });
  expect([code, out, err]).toEqual([
    4,
    '',
    'pricing-mock: --junit none/checks.xml: cannot be written: its folder is not there (ENOENT)\n',
  ]);
  expect(readdirSync(cwd)).toEqual([]);
});
