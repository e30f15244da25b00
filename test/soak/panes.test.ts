// Each pane of the page with the thing that a person would do in it.
import type { Locator } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRecorder, startReplay, startServer } from '../../src/index.ts';
import type { ServerInput } from '../../src/index.ts';
import { startControlled, token } from '../control/server.ts';
import { ids } from '../support/app.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { hasChromium, holds, rowsOf, shows, useBrowser } from '../page/browser.ts';

const root = new URL('../../', import.meta.url).pathname;

/** With the limits of §8 and a clock that stands still: the sixth request is one too many. */
const limited: ServerInput = { perSecond: 5, perMinute: 300 };

describe.runIf(hasChromium)('the page', () => {
  const open = useBrowser();

  test('takes the token out of the address, and follows the traffic from the first request on', async () => {
    const { server, ask } = await startControlled();
    const page = await open(server.url);
    await shows(page.getByRole('status'), 'live');
    expect(page.url()).toBe(`${server.url}/__mock/`);
    expect(await page.evaluate('Object.values(sessionStorage).join()')).toContain(token);
    await shows(page.locator('main'), 'Nothing was asked yet');
    await ask('GET', '/v1/listings?limit=2', { key: 'test_first' });
    await shows(rowsOf(page), '/v1/listings?limit=2');
  });

  test('asks for the token when the link has none, and again when it is wrong', async () => {
    const { server } = await startControlled();
    const page = await open(server.url, { withToken: '' });
    await page.getByLabel('Token').fill('another-token-than-that');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await shows(page.getByRole('status'), 'live');
  });

  test('tells what a PATCH changed, and hands the request out as curl', async () => {
    const { server, ask } = await startControlled();
    const page = await open(server.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask('PATCH', `/v1/listings/${ids.board}/price`, { json: { minPrice: 16.5 } });
    await rowsOf(page).filter({ hasText: 'PATCH' }).click();
    const change = page.getByRole('row', { name: 'minPrice' });
    await shows(change.locator('del'), '15.99');
    await shows(change.locator('ins'), '16.5');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await shows(page.getByRole('status'), 'Copied.');
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`'${server.url}/v1/listings/${ids.board}/price'`);
    expect(copied).toContain(`--data-raw '{"minPrice":16.5}'`);
  });

  test('finds words in bodies, which the rows do not show', async () => {
    const { server, ask } = await startControlled();
    const page = await open(server.url);
    await ask('GET', `/v1/listings/${ids.board}`);
    await ask('GET', `/v1/listings/${ids.mug}`);
    await shows(page.getByRole('status'), '2 requests');
    await page.getByRole('searchbox').fill('travel mug');
    await shows(page.getByRole('status'), '1 request');
    await shows(rowsOf(page), '3333…');
  });

  test('shows which request broke the limit, in the chart, its text and the row', async () => {
    const { server, ask } = await startControlled(limited);
    const page = await open(server.url, { pane: 'Limits' });
    for (let count = 0; count < 6; count += 1) await ask('GET', '/v1/strategies');
    await shows(page.getByRole('figure'), /requests in a second.*5 of 5 in the last 1 s.*1 request refused/);
    await shows(page.getByRole('figure'), /requests in a minute.*5 of 300 in the last 60 s/);
    await rowsOf(page).filter({ hasText: '429' }).click();
    await shows(page.locator('.detail'), 'This request broke the limit per second');
    await shows(page.locator('.detail').getByRole('heading'), '/v1/strategies');
  });

  test('marks the times that are dragged across in a chart, and leaves only their requests', async () => {
    const { server, call, ask } = await startControlled(limited);
    const page = await open(server.url, { pane: 'Limits' });
    await ask('GET', '/v1/strategies');
    await call('POST', '/__mock/clock/advance', { json: { by: 10_000 } });
    await ask('GET', '/v1/reports');
    await shows(rowsOf(page), '/v1/reports');
    await shows(page.getByRole('figure'), /requests in a minute.*2 of 300/);
    const chart = (await page.locator('.u-over').first().boundingBox())!;
    const middle = chart.y + chart.height / 2;
    await page.mouse.move(chart.x + chart.width * 0.5, middle);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width - 1, middle, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'show all times' }).waitFor();
    expect(await rowsOf(page).allTextContents()).toEqual([expect.stringContaining('/v1/reports')]);
    await page.getByRole('button', { name: 'show all times' }).click();
    await shows(rowsOf(page), '/v1/strategies');
  });

  test('links rows and chart both ways: what is pointed at in one is marked in the other', async () => {
    const { server, call, ask } = await startControlled(limited);
    const page = await open(server.url, { pane: 'Limits' });
    await ask('GET', '/v1/strategies');
    await call('POST', '/__mock/clock/advance', { json: { by: 10_000 } });
    await ask('GET', '/v1/reports');
    await shows(page.getByRole('figure'), /requests in a minute.*2 of 300/);
    const chart = page.locator('.u-over').first();
    const { x, y, width, height } = (await chart.boundingBox())!;
    await page.mouse.move(x + 1, y + height / 2);
    await shows(page.locator('[data-row].hovered'), '/v1/strategies');
    await page.mouse.move(x + width - 1, y + height / 2);
    await shows(page.locator('[data-row].hovered'), '/v1/reports');
    await rowsOf(page).filter({ hasText: '/v1/strategies' }).hover();
    // The cursor of the chart goes to the time of the first request, at its left edge.
    const left = (of: string) => `document.querySelector('${of}').getBoundingClientRect().x`;
    await holds(page, `Math.abs(${left('.u-over .u-cursor-x')} - ${left('.u-over')}) < 3`);
  });

  test('draws its charts anew in the colours of another scheme', async () => {
    const { server, ask } = await startControlled(limited);
    const page = await open(server.url, { pane: 'Limits' });
    await ask('GET', '/v1/strategies');
    await shows(page.getByRole('figure'), /requests in a second.*1 of 5/);
    // The figure says what it shows a moment before it is drawn.
    await holds(page, `document.querySelector('canvas') !== null`);
    await page.evaluate(`window.before = document.querySelector('canvas').toDataURL()`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await holds(page, `document.querySelector('canvas').toDataURL() !== window.before`);
  });

  test('edits a price in its row, refuses what cannot be, and goes back to a snapshot', async () => {
    const { server, call, ask } = await startControlled();
    await ask('GET', '/v1/listings');
    const page = await open(server.url, { pane: 'Records' });
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await shows(page.getByRole('status'), 'A snapshot');
    const price = rowsOf(page).filter({ hasText: 'KB-1001-BLUE' });
    const set = async (value: string) => {
      await price.getByRole('button', { name: 'Edit minPrice' }).click();
      await price.getByRole('textbox').fill(value);
      await price.getByRole('textbox').press('Enter');
    };
    await set('17.25');
    await shows(price, '17.25');
    const stored = await call('GET', `/__mock/state/listings/${ids.board}`);
    expect(stored.json).toMatchObject({ minPrice: 17.25 });
    await shows(page.locator('.detail figcaption'), 'minPrice 15.99 to 17.25');
    await set('9000');
    await shows(page.locator('.notice .bad'), 'minPrice');
    await page.getByRole('button', { name: 'Restore that of' }).click();
    await shows(price, '15.99');
  });

  test('gives a listing another strategy, changes that strategy, and takes a world back to where it began', async () => {
    const { server, call, ask } = await startControlled();
    await ask('GET', '/v1/listings');
    const page = await open(server.url, { pane: 'Records' });
    const stored = async (path: string) => (await call('GET', `/__mock/state/${path}`)).json;
    await rowsOf(page).filter({ hasText: 'KB-1001-BLUE' }).getByText('Bamboo').click();
    await page.getByRole('combobox', { name: 'Strategy' }).selectOption('Profit Guard');
    await shows(page.getByRole('status'), 'strategyId is');
    expect(await stored(`listings/${ids.board}`)).toMatchObject({ strategyId: ids.guard });
    await page.getByRole('button', { name: 'strategies' }).click();
    await page.locator('summary').filter({ hasText: 'Profit Guard' }).click();
    await page.getByRole('button', { name: 'edit name of Profit Guard' }).click();
    await page.getByRole('textbox', { name: 'name of Profit Guard' }).fill('Profit Keeper');
    await page.keyboard.press('Enter');
    await shows(page.locator('summary'), 'Profit Keeper');
    expect(await stored(`strategies/${ids.guard}`)).toMatchObject({ name: 'Profit Keeper' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await shows(page.getByRole('status'), 'test_key is as it began.');
    await shows(page.locator('summary'), 'Profit Guard');
    expect(await stored(`strategies/${ids.guard}`)).toMatchObject({ name: 'Profit Guard' });
    expect(await stored(`listings/${ids.board}`)).not.toMatchObject({ strategyId: ids.guard });
    await page.getByRole('link', { name: 'Traffic', exact: true }).click();
    await shows(page.locator('main'), 'Nothing was asked yet');
  });

  test('picks a world by its key: its requests, its records, its clock and its faults', async () => {
    const { server, call, ask } = await startControlled();
    await ask('PATCH', `/v1/listings/${ids.board}/price`, { key: 'test_one', json: { minPrice: 16.5 } });
    await ask('GET', '/v1/strategies', { key: 'test_two' });
    const two = { headers: { 'X-Mock-World': 'test_two' } };
    await call('POST', '/__mock/clock/advance', { ...two, json: { by: '1d' } });
    await call('POST', '/__mock/faults', { ...two, json: { kind: 'reset' } });
    const page = await open(server.url);
    await shows(page.getByRole('status'), '2 requests');
    const pick = (key: string) => page.getByRole('combobox', { name: 'Key' }).selectOption(key);
    await pick('test_one');
    await shows(page.getByRole('status'), '1 request');
    await shows(rowsOf(page), 'PATCH');
    const day = async () => (await page.locator('header time').textContent())!.slice(0, 10);
    const before = await day();
    await page.getByRole('button', { name: 'No faults' }).waitFor();
    await page.getByRole('link', { name: 'Records', exact: true }).click();
    const board = rowsOf(page).filter({ hasText: 'KB-1001-BLUE' });
    await board.getByRole('img', { name: /between 16.5 and/ }).waitFor();
    await pick('test_two');
    await board.getByRole('img', { name: /between 15.99 and/ }).waitFor();
    await page.getByRole('button', { name: '1 fault', exact: true }).waitFor();
    expect(Date.parse(await day()) - Date.parse(before)).toBe(24 * 60 * 60 * 1000);
  });

  test('shows a report run go its way, and links its files when it is completed', async () => {
    const { server, ask } = await startControlled();
    await ask('GET', '/v1/reports');
    const page = await open(server.url, { pane: 'Records' });
    await page.getByRole('button', { name: 'reports' }).click();
    await page.getByRole('progressbar', { name: 'inventory: queued' }).waitFor();
    await page.getByRole('button', { name: '+60 s' }).click();
    await page.getByRole('progressbar', { name: 'inventory: completed' }).waitFor();
    const file = page.getByRole('row', { name: 'inventory' }).getByRole('link').first();
    const answer = await fetch((await file.getAttribute('href'))!);
    expect(answer.status).toBe(200);
  });

  test('stops the clock, moves it and lets it run again', async () => {
    const { server, call, ask } = await startControlled({ clock: '2026-01-01T00:00:00Z' });
    await ask('GET', '/v1/reports');
    const page = await open(server.url);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const clock = async () => (await call('GET', '/__mock/clock')).json as { now: number; frozen: boolean };
    const { now, frozen } = await clock();
    expect(frozen).toBe(true);
    await page.getByRole('button', { name: '+60 s' }).click();
    await shows(page.getByRole('status'), '+60 s');
    expect((await clock()).now).toBe(now + 60_000);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Freeze' }).waitFor();
  });

  test.each([
    ['into the search', ['j', '/'], {}, 'INPUT'],
    ['into the palette', ['k'], { ctrlKey: true }, 'INPUT'],
  ])('what is typed at once after a key that leads %s lands there', async (_, keys, modifiers, field) => {
    const { server, ask } = await startControlled();
    await ask('GET', '/v1/strategies');
    const page = await open(server.url);
    await rowsOf(page).first().waitFor();
    await page.evaluate(`globalThis.focused = [];
      const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, ...${JSON.stringify(modifiers)} }));
      const note = () => focused.push(document.activeElement.tagName);
      ${JSON.stringify(keys)}.forEach(press);
      setTimeout(note);
      requestAnimationFrame(() => requestAnimationFrame(note));`);
    await holds(page, 'focused.length === 2');
    expect(await page.evaluate('focused')).toEqual([field, field]);
  });

  test('adds a fault where a request stands, which strikes the next such request', async () => {
    const { server, ask } = await startControlled();
    await ask('GET', '/v1/strategies');
    const page = await open(server.url);
    await rowsOf(page).first().click();
    await page.getByRole('button', { name: 'Add a fault here' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await shows(page.getByRole('dialog'), 'GET /v1/strategies, 1×');
    await page.keyboard.press('Escape');
    expect(await ask('GET', '/v1/reports')).toBe(200);
    expect(await ask('GET', '/v1/strategies')).toBe(503);
    await shows(rowsOf(page).filter({ hasText: '503' }), 'injected');
  });

  test('leads from a check that fails to the request behind it', async () => {
    const { server, ask } = await startControlled({ audit: true });
    await ask('GET', '/v1/nonsense');
    const page = await open(server.url, { pane: 'Trust' });
    const check = page.getByRole('row', { name: 'requests that no endpoint takes' });
    await shows(check, 'fails');
    await shows(page.getByRole('row', { name: 'rate-algorithm' }), 'assumed');
    await check.getByRole('link', { name: '#1' }).click();
    await shows(page.locator('.detail').getByRole('heading'), '/v1/nonsense');
  });

  test('shows what a recorder passes on, and the recording that grows', async () => {
    const upstream = await startControlled();
    const cwd = await temporaryDirectory();
    const recorder = await startRecorder({ upstream: upstream.server.url, cwd, controlToken: token });
    onTestFinished(() => recorder.close());
    const page = await open(recorder.url);
    const asked = await fetch(`${recorder.url}/v1/strategies`, { headers: { 'X-API-KEY': 'test_key' } });
    expect(asked.status).toBe(200);
    await asked.arrayBuffer();
    await shows(rowsOf(page), '/v1/strategies');
    await page.getByRole('link', { name: 'Recording', exact: true }).click();
    await shows(page.locator('main'), '/v1/strategies');
    await page.getByRole('link', { name: 'Trust', exact: true }).click();
    await shows(page.getByRole('row', { name: 'answers 429' }), 'holds');
  });

  test('tells why a replay had no answer, and where in the recording its clients stand', async () => {
    const server = await startReplay({ recording: 'sample', cwd: root, controlToken: token });
    onTestFinished(() => server.closeNow());
    const ask = (path: string) => fetch(server.url + path, { headers: { 'X-API-KEY': 'test_replay' } });
    expect((await ask('/v1/listings')).status).toBe(200);
    expect((await ask('/v1/listings?limit=6')).status).toBe(501);
    const page = await open(server.url);
    await rowsOf(page).filter({ hasText: '501' }).click();
    await shows(page.locator('.detail').getByRole('row', { name: 'limit' }), '6');
    await shows(page.locator('.detail'), '--missing');
    await page.locator('.detail').getByRole('link').filter({ hasText: /^\d+-/ }).first().click();
    await shows(page.locator('.notice'), '1 miss');
    await page.getByRole('button', { name: 'Why?' }).click();
    await shows(page.locator('.notice').getByRole('row', { name: 'limit' }), '6');
    await page.getByRole('slider').press('End');
    await page.getByRole('button', { name: 'Back to where the client is' }).click();
    await shows(rowsOf(page).filter({ hasText: '4-get-listing' }), 'later');
    await shows(rowsOf(page).filter({ hasText: '5-get-reports' }), 'in force');
    await rowsOf(page).first().click();
    await shows(page.locator('.detail'), '#1');
  });

  test('shows what is in force after a write, takes the client there, and tells why it got an answer', async () => {
    const server = await startReplay({ recording: 'sample', cwd: root, controlToken: token });
    onTestFinished(() => server.closeNow());
    const ask = async () => {
      const answer = await fetch(`${server.url}/v1/listings/${ids.board}`, {
        headers: { 'X-API-KEY': 'test_replay' },
      });
      return ((await answer.json()) as { minPrice: number }).minPrice;
    };
    const before = await ask();
    const page = await open(server.url, { pane: 'Recording' });
    const [first, second] = ['2-get-listing', '4-get-listing'].map((id) =>
      rowsOf(page).filter({ hasText: id }),
    ) as [Locator, Locator];
    await shows(first, 'in force');
    await page.getByRole('slider').press('End');
    await shows(first, 'replaced');
    await shows(second, 'in force');
    await page.getByRole('button', { name: 'Move test_replay here' }).click();
    await shows(page.getByRole('status'), 'test_replay goes on after 1 write.');
    await shows(page.locator('.notice'), 'test_replay: after write 1 of 1');
    expect(await ask()).not.toBe(before);
    await second.click();
    await shows(page.locator('.detail'), 'recorded after 1 of 1 write that concerns it');
  });

  test('is current again when the server has come back', async () => {
    const started = await startServer({ data: 'tiny', controlToken: token });
    const page = await open(started.url, { mayBreak: true });
    await shows(page.getByRole('status'), 'live');
    await started.closeNow();
    await shows(page.getByRole('status'), 'connection lost');
    const port = Number(new URL(started.url).port);
    const again = await startServer({ data: 'tiny', controlToken: token, port });
    onTestFinished(() => again.closeNow());
    await shows(page.getByRole('status'), 'live');
    await fetch(`${again.url}/v1/strategies`, { headers: { 'X-API-KEY': 'test_again' } });
    await shows(rowsOf(page), '/v1/strategies');
    expect(await rowsOf(page).count()).toBe(1);
  });
});
