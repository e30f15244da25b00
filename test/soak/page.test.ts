// The page under what is hard on one: hostile strings, a long run, the keyboard alone, an audit of its accessibility.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startReplay, startServer } from '../../src/index.ts';
import { startControlled, token } from '../control/server.ts';
import { ids } from '../support/app.ts';
import { inLanes } from '../support/in-lanes.ts';
import { hasChromium, rowsOf, shows, useBrowser } from '../page/browser.ts';
import { hostile } from '../page/hostile.ts';

const root = new URL('../../', import.meta.url).pathname;
const panes = ['Traffic', 'Limits', 'Records', 'Recording', 'Trust'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Elements that the page itself never has. */
const foreign =
  'img,iframe,object,embed,math,video,audio,base,meta,marquee,script,style,link,template,textarea';

const goTo = (page: Page, pane: string) => page.getByRole('link', { name: pane, exact: true }).click();
const elements = async (page: Page) => Number(await page.evaluate('document.querySelectorAll("*").length'));

/** What axe finds. The CSP of the page keeps scripts out that are not its own, so axe comes by the debugger. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const run = 'axe.run(document, { resultTypes: ["violations"] })';
  const violations = `${run}.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`;
  return page.evaluate<string[]>(violations);
}

/** Presses `j` in the very task in which the first row comes to stand in the document. */
const pressAtFirstRow = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-row]') === null) return;
  observer.disconnect();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })`;

/** Opens the keys, leaves them by a command and opens them anew before a frame is drawn; whether they stay open. */
const openTwiceInAFrame = `(async () => {
  const keys = () => document.querySelector('dialog');
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const until = async (isSo) => {
    for (let turn = 0; turn < 100 && !isSo(); turn += 1) await undefined;
  };
  const frame = () => new Promise(requestAnimationFrame);
  press('?');
  await until(() => keys() !== null);
  [...keys().querySelectorAll('li button')].find((one) => one.textContent.includes('Show limits')).click();
  await until(() => keys() === null);
  const isLeft = keys() === null;
  press('?');
  await frame();
  await frame();
  return isLeft && keys() !== null;
})()`;

describe.runIf(hasChromium)('the page, at length', () => {
  const open = useBrowser();

  test.each(['light', 'dark'] as const)('axe finds nothing in any pane of a mock, %s', async (scheme) => {
    const { server, ask } = await startControlled({ perSecond: 5, audit: true });
    for (let count = 0; count < 6; count += 1) await ask('GET', '/v1/strategies');
    const page = await open(server.url, { scheme });
    await shows(rowsOf(page), '429');
    for (const pane of panes) {
      await goTo(page, pane);
      if (pane !== 'Recording' && pane !== 'Trust') await rowsOf(page).first().click();
      if (pane === 'Trust') await page.getByRole('row', { name: 'rate-algorithm' }).waitFor();
      expect(await findings(page), pane).toEqual([]);
    }
    await page.keyboard.press('?');
    expect(await findings(page), 'the keys').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'No faults' }).click();
    expect(await findings(page), 'the faults').toEqual([]);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in the panes of a replay, %s', async (scheme) => {
    const server = await startReplay({ recording: 'sample', cwd: root, controlToken: token });
    onTestFinished(() => server.closeNow());
    const headers = { 'X-API-KEY': 'test_replay' };
    for (const path of ['/v1/listings', '/v1/listings?limit=6']) await fetch(server.url + path, { headers });
    const page = await open(server.url, { scheme });
    await rowsOf(page).filter({ hasText: '501' }).click();
    await shows(page.locator('.detail'), '--missing');
    expect(await findings(page)).toEqual([]);
    await goTo(page, 'Recording');
    await rowsOf(page).first().click();
    await page.getByRole('button', { name: 'Why?' }).click();
    expect(await findings(page)).toEqual([]);
    await goTo(page, 'Trust');
    await page.getByRole('button', { name: 'Compare' }).click();
    await shows(page.getByRole('status'), 'agree');
    await page.getByRole('button', { name: 'Learn' }).click();
    await page.getByRole('table', { name: 'Evidence' }).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('the keyboard alone does for all of it', async () => {
    const { server, ask } = await startControlled();
    await ask('GET', '/v1/strategies');
    await ask('PATCH', `/v1/listings/${ids.board}/price`, { json: { minPrice: 16.5 } });
    const page = await open(server.url);
    await shows(rowsOf(page), 'PATCH');
    const { keyboard } = page;
    await keyboard.press('j');
    await shows(page.locator('.detail h2'), 'GET');
    await keyboard.press('j');
    await shows(page.locator('.detail h2'), 'PATCH');
    await page.locator('[data-row]:focus').waitFor();
    await keyboard.press('Enter');
    await page.locator('h2:focus').waitFor();
    await keyboard.press('Escape');
    await page.locator('[data-row]:focus').waitFor();
    await keyboard.press('k');
    await shows(page.locator('.detail h2'), 'GET');
    await keyboard.press('/');
    await keyboard.type('minPrice');
    await shows(page.getByRole('status'), '1 request');
    await keyboard.press('Escape');
    await keyboard.press('2');
    await page.getByRole('figure').first().waitFor();
    await keyboard.press('Control+k');
    await keyboard.type('freeze');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await keyboard.press('?');
    await shows(page.getByRole('dialog'), 'Next row');
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a key that is pressed the moment a row stands there finds it', async () => {
    const { server, ask } = await startControlled();
    const page = await open(server.url);
    await shows(page.getByRole('status'), 'live');
    await page.evaluate(pressAtFirstRow);
    await ask('GET', '/v1/strategies');
    await shows(rowsOf(page), 'GET');
    expect(await page.locator('.detail h2').count()).toBe(1);
  });

  test('keys that are asked for again the moment a command has run stay open', async () => {
    const { server } = await startControlled();
    const page = await open(server.url);
    await shows(page.getByRole('status'), 'live');
    expect(await page.evaluate(openTwiceInAFrame)).toBe(true);
  });

  test('10,000 requests leave the page within its bounds, and it is current', async () => {
    const server = await startServer({
      data: 'tiny',
      perSecond: 'off',
      perMinute: 'off',
      controlToken: token,
    });
    onTestFinished(() => server.closeNow());
    const page = await open(server.url);
    await shows(page.getByRole('status'), 'live');
    const ask = (from: number, to: number) =>
      inLanes(
        16,
        Array.from({ length: to - from }, (_, at) => from + at),
        async (number) => {
          const headers = { 'X-API-KEY': `test_${number % 4}` };
          await (
            await fetch(`${server.url}/v1/strategies?starting_after=n${number}`, { headers })
          ).arrayBuffer();
        },
      );
    const heap = async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      return Number(await page.evaluate('performance.memory.usedJSHeapSize'));
    };
    await ask(0, 5000);
    await shows(rowsOf(page).last(), 'n49');
    const [before, nodes] = [await heap(), await elements(page)];
    await ask(5000, 10_000);
    await shows(page.getByRole('status'), /[\d,]+ requests/);
    await rowsOf(page).filter({ hasText: 'n99' }).first().waitFor();
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(200);
    expect(await elements(page)).toBeLessThan(nodes + 200);
    expect(await heap()).toBeLessThan(before * 1.5 + 8_000_000);
  });

  test('following stops when the reader scrolls away, and goes on at the end', async () => {
    const { server, ask } = await startControlled();
    for (let count = 0; count < 60; count += 1) await ask('GET', `/v1/strategies?starting_after=n${count}`);
    const page = await open(server.url);
    await shows(rowsOf(page).last(), 'n59');
    await page.locator('.table').hover();
    await page.mouse.wheel(0, -600);
    await page.getByRole('button', { name: 'Follow the newest' }).waitFor();
    await ask('GET', '/v1/strategies?starting_after=last');
    await shows(page.getByRole('status'), '61 requests');
    expect(await page.getByRole('button', { name: 'Follow the newest' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Follow the newest' }).click();
    await shows(rowsOf(page).last(), 'last');
  });

  test('50 hostile strings stay text in every field of a recording', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pricing-mock-page-')), 'hostile.json');
    onTestFinished(() => {
      rmSync(dirname(file), { recursive: true });
    });
    const interactions = hostile.map((text, at) => {
      const headers = [['X-Told', encodeURI(text)]];
      const path = `/v1/${encodeURIComponent(text)}`;
      const request = { method: 'GET', path, query: encodeURIComponent(text), headers, body: null };
      const response = { status: 200, reason: '', headers, body: { text } };
      return { id: `${at + 1}-get`, at: '2026-01-01T00:00:00.000Z', milliseconds: 1, request, response };
    });
    const recording = {
      format: 'pricing-mock-recording',
      version: 1,
      upstream: 'https://api.invalid',
      interactions,
    };
    writeFileSync(file, JSON.stringify(recording));
    const server = await startReplay({ recording: file, controlToken: token });
    onTestFinished(() => server.closeNow());
    const page = await open(server.url, { pane: 'Recording' });
    await shows(rowsOf(page), '1-get');
    for (const text of hostile) {
      await page.keyboard.press('j');
      await shows(page.locator('.detail pre').last(), text);
      expect(await page.locator('body').locator(foreign).count(), text).toBe(0);
    }
    expect(await page.evaluate('window.wasRun')).toBeUndefined();
  });

  test('50 hostile strings stay text in every field of a request, an answer and a record', async () => {
    expect(hostile).toHaveLength(50);
    const { server, call } = await startControlled();
    const page = await open(server.url);
    await shows(page.getByRole('status'), 'live');
    for (const text of hostile) {
      const url = `${server.url}/v1/${encodeURIComponent(text)}?${encodeURIComponent(text)}=${encodeURIComponent(text)}`;
      const headers = {
        'X-API-KEY': 'test_hostile',
        'X-Told': encodeURI(text),
        'Content-Type': 'text/plain',
      };
      await fetch(url, { method: 'PATCH', headers, body: text });
    }
    const [first] = (await call('GET', '/__mock/worlds')).json as [{ id: string }];
    const world = { headers: { 'X-Mock-World': first.id } };
    for (const [at, text] of hostile.entries()) {
      const json = {
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        sku: text,
        title: text,
        minPrice: 1,
        maxPrice: 2,
        strategyId: ids.chaser,
      };
      const created = await call('POST', '/__mock/state/listings', { ...world, json });
      expect(created, created.text).toMatchObject({ status: 201 });
    }
    await shows(page.getByRole('status'), '50 requests');
    for (const text of hostile) {
      await page.keyboard.press('j');
      await shows(page.locator('.detail h2'), 'PATCH');
      expect(await page.locator('body').locator(foreign).count(), text).toBe(0);
    }
    await goTo(page, 'Records');
    await shows(rowsOf(page), hostile[0]!);
    expect(await page.locator('body').locator(foreign).count()).toBe(0);
    expect(await page.evaluate('window.wasRun')).toBeUndefined();
  });
});
