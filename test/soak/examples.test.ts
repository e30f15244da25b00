// Each example does what it says, run as a user would run it.
import { describe, expect, test } from 'vitest';
import { startServer } from '../../src/index.ts';
import { serve } from '../support/serve.ts';
import { has, root, run, runNodeTest } from './run.ts';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

test('the tests with vitest, its fixture and msw pass', async () => {
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'examples/vitest.config.mjs'];
  const { code, output } = await run(process.execPath, words, { NO_COLOR: '1' });
  expect(output).toMatch(/Test Files +4 passed \(4\)/);
  expect(code).toBe(0);
});

test.each([
  ['repricing/server.node-test.mjs', 7],
  ['ways/port.node-test.mjs', 1],
  ['ways/function.node-test.mjs', 1],
])('the tests of %s pass', async (file, count) => {
  expectPassed(await runNodeTest(file), count);
});

test('the repricing script sets bounds and fetches a report', async () => {
  await using server = await startServer({ data: 'tiny' });
  const world = server.world('test_script');
  world.listings.all();
  world.clock.advance('1m'); // the report run that begins with the world is done
  const env = { PRICING_URL: server.url, PRICING_KEY: world.key };
  const { code, output } = await run(process.execPath, ['examples/repricing/main.mjs', '0.6'], env);
  expect(output).toMatch(
    /^KB-1001-BLUE: 20 to 24.99\nLM-2002-DESK: 32 to 44.95\nMG-3003-RED: 9.6 to 12.99\nSKU,/,
  );
  expect(code).toBe(0);
});

describe.skipIf(!has(chromium, 'the page with its service worker'))('in Chromium', () => {
  test('the page with its service worker does what it says', async () => {
    expectPassed(await runNodeTest('browser/page.node-test.mjs'), 5);
  });
});

describe.skipIf(!has('curl', 'the example for the shell'))('with curl', () => {
  const token = 'a-token-for-the-shell';

  test('the script finds all well', async () => {
    await using server = await serve('--data', 'empty', '--control-token', token);
    const { code, output } = await control(server.url, token);
    expect(output.trim().split('\n')).toHaveLength(9);
    expect(output).toMatch(/^(?:ok: .*\n){9}$/);
    expect(code).toBe(0);
  });

  test('the script ends with what went wrong', async () => {
    await using server = await serve('--data', 'empty', '--control-token', token);
    const { code, output } = await control(server.url, 'another-token');
    expect(output).toContain('control_token_invalid');
    expect(code).not.toBe(0);
  });

  const control = (url: string, secret: string) =>
    run('bash', ['examples/curl/control.sh'], { MOCK_URL: url, MOCK_TOKEN: secret });
});

describe.skipIf(!has('python3', 'the example for Python'))('with Python', () => {
  test('the tests with unittest pass', async () => {
    const env = { PRICING_MOCK: `${process.execPath} ${root}dist/bin.cjs`, PYTHONDONTWRITEBYTECODE: '1' };
    const { code, output } = await run('python3', ['-m', 'unittest', 'discover', 'examples/python'], env);
    expect(output).toMatch(/Ran 5 tests in [^]*\nOK\n$/);
    expect(code).toBe(0);
  });
});

function expectPassed({ code, output }: { code: number | null; output: string }, count: number): void {
  expect(output).toMatch(new RegExp(`\n# pass ${count}\n# fail 0\n# cancelled 0\n# skipped 0\n`));
  expect(code).toBe(0);
}
