// README.md and docs/ are compared with the program: their generated blocks with the code, their links with what is there.
// What their commands print is compared in test/commands.test.ts.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { expect, test } from 'vitest';
import * as library from '../src/index.ts';
import * as msw from '../src/msw.ts';
import * as vitest from '../src/vitest.ts';
import { blocks } from './support/doc-blocks.ts';
import { markdownFiles, pages, readPage, root } from './support/doc-pages.ts';

const block = /<!-- begin ([\w-]+) -->\n([^]*?)<!-- end \1 -->/g;

if (process.env.UPDATE_README === '1') {
  for (const page of pages) {
    const text = readPage(page);
    const updated = text.replace(block, (found, name: string) => {
      const made = blocks[name]?.();
      return made === undefined ? found : `<!-- begin ${name} -->\n${made}\n<!-- end ${name} -->`;
    });
    if (updated !== text) writeFileSync(join(root, page), updated);
  }
}

test('each generated block stands on one page, and says there what the code says', () => {
  const found = pages.flatMap((page) =>
    [...readPage(page).matchAll(block)].map(([, name, text]) => ({ page, name: name!, text })),
  );
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(blocks).sort());
  for (const { page, name, text } of found) expect(text, `${page}: ${name}`).toBe(`${blocks[name]!()}\n`);
});

test('README is short', () => {
  expect(readPage('README.md').split('\n').length).toBeLessThanOrEqual(180);
});

/** The links of a page, with what stands in code left out. */
function linksOf(page: string): string[] {
  const text = readPage(page)
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source!,
  );
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  const headings = [
    ...readPage(page)
      .replace(/^```[^]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ];
  return headings.map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

test('no link and no anchor of a page is dead', () => {
  const dead = markdownFiles.flatMap((page) =>
    linksOf(page)
      .filter((link) => !/^(?:https?|mailto):/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return true;
        if (anchor === undefined) return false;
        return (
          !target.endsWith('.md') ||
          statSync(join(root, target)).isDirectory() ||
          !anchorsOf(target).includes(anchor)
        );
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('the page on the library names all that the package exports', () => {
  const page = readPage('docs/reference/library.md');
  const names = [library, msw, vitest].flatMap((entry) => Object.keys(entry));
  expect(names.length).toBeGreaterThan(12);
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('the page on decisions says what each package is for', () => {
  const page = readPage('docs/explanation/decisions.md');
  const { dependencies } = JSON.parse(readPage('package.json')) as { readonly dependencies: object };
  expect(Object.keys(dependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the map names every page', () => {
  const map = 'docs/README.md';
  const named = linksOf(map).map((link) => relative('.', join(dirname(map), link.split('#')[0]!)));
  expect(pages.filter((page) => page.startsWith('docs/') && page !== map && !named.includes(page))).toEqual(
    [],
  );
});
