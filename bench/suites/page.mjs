// The page at /__mock/: what a browser loads, how soon it is live, how it keeps up with many requests.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { median, summary } from '../measure.mjs';
import { launch } from '../processes.mjs';
import { count, milliseconds, verdict } from '../report.mjs';
import { ours } from '../servers/ours.mjs';

const { CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;
const built = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const openings = 7;
const requests = 3000;
const lanes = 16;
const mostBytes = 45_000;
const mostRows = 200;
const token = 'a-token-for-the-bench';

const how = [
  'Sizes are those of the built files, gzipped at level 9; all that the page needs is among them.',
  `Live: from just before the page is opened in a new context of Chromium until it says so, which it does when the event stream has begun; ${openings} times.`,
  `Catching up: ${count(requests)} requests over ${lanes} connections while the page looks on; counted from the last answer until the page shows that request. Chromium, server and client share the machine.`,
];

export async function run({ bin, progress }) {
  const sizes = ['index.html', 'page.js', 'page.css'].map((name) => ({
    name,
    bytes: gzipSync(readFileSync(built + name), { level: 9 }).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
  const head = ['The page', 'measured', 'spread', 'goal', ''];
  const rows = [
    ...sizes.map(({ name, bytes }) => [name, kilobytes(bytes), '', '', '']),
    ['all of it', kilobytes(total), '', `<= ${kilobytes(mostBytes)}`, verdict(total <= mostBytes)],
  ];
  if (!existsSync(executablePath)) {
    return {
      title: 'The page',
      how,
      tables: [{ head, rows }],
      notes: [`There is no ${executablePath}: times were not measured.`],
    };
  }
  const { live, caughtUp, shown } = await inChromium(bin, progress);
  const { min, max } = summary(live);
  rows.push(
    [
      'live after opening',
      milliseconds(median(live)),
      `${milliseconds(min)} to ${milliseconds(max)}`,
      '',
      '',
    ],
    [`current after ${count(requests)} requests`, milliseconds(caughtUp), '', '', ''],
    ['rows in the document then', String(shown), '', `<= ${mostRows}`, verdict(shown <= mostRows)],
  );
  return { title: 'The page', how, tables: [{ head, rows }], notes: [] };
}

async function inChromium(bin, progress) {
  const server = await launch({ ...ours(bin, '--control-token', token), probe: '/v1/listings' });
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const live = [];
    let page;
    for (let opening = 0; opening < openings; opening += 1) {
      await page?.context().close();
      page = await (await browser.newContext()).newPage();
      const started = performance.now();
      await page.goto(`${server.url}/__mock/#token=${token}`);
      await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
      live.push(performance.now() - started);
      progress(`opening ${opening + 1} of ${openings}`);
    }
    progress(`${requests} requests`);
    const seen = page.locator('[data-row]').filter({ hasText: 'starting_after=last' });
    await load(server.url);
    const started = performance.now();
    await seen.waitFor();
    const caughtUp = performance.now() - started;
    return { live, caughtUp, shown: await page.locator('[data-row]').count() };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function load(url) {
  const ask = async (name) => {
    const answer = await fetch(`${url}/v1/strategies?starting_after=${name}`, {
      headers: { 'X-API-KEY': 'test_key' },
    });
    await answer.arrayBuffer();
  };
  let asked = 0;
  const lane = async () => {
    while ((asked += 1) < requests) await ask(`n${asked}`);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await ask('last');
}
