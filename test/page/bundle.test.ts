// What a browser loads for the page.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const built = (name: string) => readFileSync(new URL(`../../dist/page/${name}`, import.meta.url));

test('the page has at most 45 KB, gzipped', () => {
  const sizes = ['index.html', 'page.js', 'page.css'].map(
    (name) => gzipSync(built(name), { level: 9 }).length,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(45_000);
});

test('the page names no other server, and evaluates nothing', () => {
  const text = ['index.html', 'page.js', 'page.css'].map((name) => built(name).toString('utf8')).join('\n');
  const addresses = [...text.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address);
  expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  expect(text).not.toMatch(/\beval\(|new Function\(/);
});
