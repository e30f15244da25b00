// `pricing-mock/vitest` in a run of its own, as in a project that has installed the package.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { consumer } from '../support/consumer.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

interface Run {
  readonly code: number;
  /** All that was printed. */
  readonly text: string;
}

function run(folder: string, ...words: readonly string[]): Promise<Run> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST.*|TEST.*|NODE_ENV)$/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' };
  return new Promise((resolve) => {
    const options = { cwd: folder, env, encoding: 'utf8' as const };
    const arguments_ = [vitest, 'run', '--root', folder, '--maxWorkers', '2', ...words];
    execFile(process.execPath, arguments_, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` });
    });
  });
}

/** The same in each file: if anything were shared, the second to come would notice. */
const greedy = `
import { createTest, test } from 'pricing-mock/vitest';
import { describe, expect } from 'vitest';
const ask = (mock, path) => fetch(mock.url + path, { headers: { 'X-API-KEY': mock.key } });
const small = createTest({ data: 'tiny', perSecond: 2, clock: '2026-01-05T00:00:00Z,frozen' });

describe.concurrent('side by side', () => {
  for (let number = 0; number < 5; number += 1) {
    small('number ' + number, async ({ mock, expect }) => {
      expect(mock.world.requests.total).toBe(0);
      expect([(await ask(mock, '/v1/listings')).status, (await ask(mock, '/v1/listings')).status]).toEqual([200, 200]);
      expect((await ask(mock, '/v1/listings')).status).toBe(429);
      mock.world.clock.advance('1s');
      expect((await ask(mock, '/v1/listings')).status).toBe(200);
      const [{ id }] = mock.world.listings.all();
      mock.world.listings.remove(id);
      expect(mock.world.listings.all()).toHaveLength(2);
      expect(mock.world.requests.total).toBe(4);
    });
  }
});
small('another test of the file has the same server and another world', async ({ mock, mockServer }) => {
  expect(mockServer.url).toBe(mock.url);
  expect(mock.world.listings.all()).toHaveLength(3);
  expect(mockServer.worlds().length).toBeGreaterThan(1);
});
test('a test function of other options has another server', ({ mock }) => {
  expect(mock.world.listings.all().length).toBeGreaterThan(3);
});
`;

test('tests and files run side by side, each test in a world of its own', async () => {
  const folder = await consumer({
    'a.test.mjs': greedy,
    'b.test.mjs': greedy,
    'c.test.mjs': greedy,
  });
  const { code, text } = await run(folder);
  expect(code, text).toBe(0);
  expect(text).toMatch(/Tests {2}21 passed/);
  expect(text).not.toMatch(/close timed out|hanging|What the mock was asked/i);
  const shared = await run(folder, '--no-isolate', '--pool', 'threads');
  expect(shared.code, shared.text).toBe(0);
});

test('a test that fails prints what its own world was asked, and no other’s', async () => {
  const folder = await consumer({
    'fails.test.mjs': `
      import { test } from 'pricing-mock/vitest';
      import { describe, expect } from 'vitest';
      const ask = (mock, path) => fetch(mock.url + path, { headers: { 'X-API-KEY': mock.key } });
      describe.concurrent('side by side', () => {
        test('passes', async ({ mock }) => { await ask(mock, '/v1/listings?of=one-that-passes'); });
        test('fails', async ({ mock, expect }) => {
          mock.world.clock.freeze();
          await ask(mock, '/v1/strategies?of=one-that-fails');
          await ask(mock, '/v1/nothing');
          expect(1).toBe(2);
        });
        test('asks much', async ({ mock, expect }) => {
          for (let at = 0; at < 25; at += 1) { await ask(mock, '/v1/reports?at=' + at); mock.world.clock.advance('1s'); }
          expect(1).toBe(2);
        });
        test('asks nothing', ({ mock, expect }) => { expect(1).toBe(2); });
      });
    `,
  });
  const { code, text } = await run(folder);
  expect(code).toBe(1);
  expect(text).toContain(
    'What the mock was asked in this test (all):\n  GET /v1/strategies?of=one-that-fails 200\n  GET /v1/nothing 404 not_found: There is no such endpoint',
  );
  expect(text).not.toContain('one-that-passes');
  expect(text).toContain(
    'What the mock was asked in this test (the last 20 of 25):\n  GET /v1/reports?at=5 200',
  );
  expect(text).toContain('The mock was asked nothing in this test.');
  expect(text.match(/What the mock was asked/g)).toHaveLength(2);
  expect(text).toMatch(/Tests {2}3 failed \| 1 passed/);
});

test('wrong options fail the tests that need them, with the option’s name', async () => {
  const folder = await consumer({
    'wrong.test.mjs': `
      import { createTest } from 'pricing-mock/vitest';
      createTest({ seed: 'x' })('never', ({ mock }) => { mock.world.reset(); });
    `,
  });
  const { code, text } = await run(folder);
  expect(code).toBe(1);
  expect(text).toContain("startServer: seed: 'x' is not a whole number");
});
