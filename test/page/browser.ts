// The page in a real Chromium, as a person has it before them.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { token } from '../control/server.ts';

const { CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;

/** Without it the tests are skipped, and say so. */
export const hasChromium = existsSync(executablePath);
if (!hasChromium) console.warn(`SKIPPED: there is no ${executablePath}, so the page was not tested.`);

/** As root, as in a container, Chromium runs without its sandbox only; it opens nothing but this page. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

interface OpenOptions {
  readonly scheme?: 'light' | 'dark';
  /** Such as `limits`. */
  readonly pane?: string;
  /** Empty: the link has none. */
  readonly withToken?: string;
  /** Whether the connection may break: Chromium tells of that in its console. */
  readonly mayBreak?: boolean;
}

/** One browser for a file; each page has a context of its own, and goes with its test. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
  });
  afterAll(() => browser.close());

  /** Opens the page of a server as its link does. What it complains about makes the test fail. */
  return async function open(url: string, options: OpenOptions = {}): Promise<Page> {
    const { scheme = 'light', pane, withToken = token, mayBreak = false } = options;
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ colorScheme: scheme, viewport });
    context.setDefaultTimeout(100_000);
    const page = await context.newPage();
    const complaints = complaintsOf(page, url, mayBreak);
    onTestFinished(async () => {
      await close(context);
      expect(complaints).toEqual([]);
    });
    await page.goto(`${url}/__mock/${withToken === '' ? '' : `#token=${withToken}`}`);
    if (pane !== undefined) await page.getByRole('link', { name: pane, exact: true }).click();
    return page;
  };
}

const close = (context: BrowserContext) => context.close();

/** Errors, what the CSP refused, and requests that leave the server. */
function complaintsOf(page: Page, url: string, mayBreak: boolean): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const isRefusal = message
      .text()
      .includes('Failed to load resource: the server responded with a status of 4');
    if (!isRefusal && !(mayBreak && message.text().includes('net::ERR_'))) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(`${url}/`) && !to.startsWith('data:')) complaints.push(`a request to ${to}`);
  });
  return complaints;
}

/** The rows of the table that is shown. */
export const rowsOf = (page: Page): Locator => page.locator('[data-row]');

/** Waits until the page shows this text in this place. */
export async function shows(place: Locator, text: string | RegExp): Promise<void> {
  await place.filter({ hasText: text }).first().waitFor();
}

/**
 * Waits until an expression is true in the page. It is asked from outside each time: what asks again from within
 * would evaluate a string there, which the CSP of the page refuses.
 */
export async function holds(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { timeout: 100_000 }).toBe(true);
}
