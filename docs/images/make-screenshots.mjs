// `npm run screenshots`: what the README shows of the page, light and dark, from a session that is the same every time.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startServer } from '../../dist/index.js';

const { CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;
if (!existsSync(executablePath)) {
  console.error(`There is no ${executablePath}: apt-get install chromium`);
  process.exit(1);
}

const token = 'a-token-for-the-screenshots';
const board = '11111111-1111-4111-8111-111111111111';
const server = await startServer({
  data: 'tiny', clock: '2026-03-01T12:00:00Z,frozen', controlToken: token, port: 5399,
});
const key = 'test_shop';
const world = server.world(key);

async function ask(method, path, { after = 120, body, headers = {} } = {}) {
  world.clock.advance(after);
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'X-API-KEY': key, ...type, ...headers },
    ...json,
  });
  await answer.arrayBuffer();
}

for (let round = 0; round < 4; round += 1) {
  await ask('GET', '/v1/listings?limit=2', { after: 800 });
  await ask('GET', `/v1/listings/${board}`);
  await ask('GET', '/v1/strategies');
  await ask('PATCH', `/v1/listings/${board}/price`, { body: { minPrice: 16 + round / 2 } });
  await ask('GET', '/v1/reports');
  if (round === 1) await ask('GET', '/v1/strategies');
  if (round === 2) await ask('GET', '/v1/listings?limit=2&colour=blue', { after: 700 });
}
await ask('PATCH', `/v1/listings/${board}/price`, { after: 900, body: { minPrice: 31 } });
await ask('GET', '/v1/reports', { headers: { 'X-Mock-Fault': 'status=503' } });
await ask('PATCH', `/v1/listings/${board}/price`, { body: { minPrice: 18.5, maxPrice: 26 } });

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await shoot('light', '#traffic', 'PATCH');
  await shoot('dark', '#limits', '429');
} finally {
  await browser.close();
  await server.closeNow();
}

/** The page with the last row selected that has the text. */
async function shoot(colorScheme, pane, text) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 720 } });
  await page.goto(`${server.url}/__mock/#token=${token}`);
  await page.locator(`nav a[href="${pane}"]`).click();
  await page.locator('[data-row]').filter({ hasText: text }).last().click();
  await page.locator('.detail pre').last().waitFor();
  await page.mouse.move(600, 5);
  const file = fileURLToPath(new URL(`page-${colorScheme}.png`, import.meta.url));
  await page.screenshot({ path: file });
  console.log(file);
}
