// The page in Debian's Chromium, driven by playwright-core: node --test examples/browser/page.node-test.mjs
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { buildPage } from './build.mjs';
import { serveFolder } from './serve.mjs';

const { CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;
const skip = existsSync(executablePath) ? false : `there is no ${executablePath}: apt-get install chromium`;
if (skip) console.error(`SKIPPED: ${skip}`);

describe('the page with its service worker', { skip }, () => {
  let folder, server, browser, page;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pricing-mock-page-'));
    await buildPage(folder);
    server = await serveFolder(folder);
    // As root, as in a container, Chromium runs without its sandbox only; it opens nothing but this page.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page whose mock is as new: it lives in the page, and begins anew when the page is loaded. */
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage();
    await page.goto(`http://localhost:${server.address().port}`);
    await says('3 listings');
  });

  const says = (words) => page.getByRole('status').filter({ hasText: words }).waitFor();
  const field = (name) => page.getByLabel(name, { exact: true });
  const lowest = () => field('minPrice of KB-1001-BLUE');
  const load = async () => {
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('status').filter({ hasNotText: 'working' }).waitFor();
  };

  test('a new bound is kept, and the price follows it', async () => {
    await lowest().fill('21.5');
    await lowest().blur();
    await says('KB-1001-BLUE saved');
    await load();
    assert.equal(await lowest().inputValue(), '21.5');
    assert.equal(await page.getByRole('row').nth(1).getByRole('cell').nth(2).textContent(), '21.5');
  });

  test('a bound that cannot be is refused in the words of the service', async () => {
    await lowest().fill('99');
    await lowest().blur();
    await says('minPrice 99 is above maxPrice 24.99.');
  });

  test('each account has listings of its own', async () => {
    await lowest().fill('21.5');
    await lowest().blur();
    await says('KB-1001-BLUE saved');
    await field('Account').fill('test_ben');
    await load();
    assert.equal(await lowest().inputValue(), '15.99');
    await field('Account').fill('test_anna');
    await load();
    assert.equal(await lowest().inputValue(), '21.5');
  });

  test('the sixth request of a second waits as Retry-After asks', async () => {
    await page.evaluate(() => window.world('test_anna').reset());
    await page.evaluate(() => window.world('test_anna').clock.freeze());
    for (let count = 0; count < 5; count += 1) await load();
    assert.equal(await page.getByRole('status').textContent(), '3 listings');
    await load();
    assert.equal(await page.getByRole('status').textContent(), '429, waited 1000 ms; 3 listings');
    assert.equal(await page.evaluate(() => window.world('test_anna').requests.count({ status: 429 })), 1);
  });

  test('a wrong key is told', async () => {
    await field('Account').fill('wrong');
    await load();
    await says('The API key is not valid.');
  });
});
