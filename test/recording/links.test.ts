import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileId,
  rewriteLinksInText,
  servedLink,
  serveStoredLinks,
  storedLink,
} from '../../src/recording/links/links.ts';

const signed = 'https://files.example.net/r/1.csv?X-Amz-Date=20260101&X-Amz-Signature=abc&part=2';

/** The download links in a value, as the recorder meets them. */
function linksIn(value: unknown): string[] {
  const found: string[] = [];
  rewriteLinksInText(JSON.stringify(value), (url) => {
    found.push(url);
    return undefined;
  });
  return found;
}

test('links are found by the name on or around them', () => {
  const link = (name: string): string => `https://files.example.net/${name}`;
  const reports = {
    data: [
      { downloadLinks: [{ format: 'csv', url: link('a') }, link('b')], website: 'https://no.example' },
      { download_url: link('c'), downloadLink: { csv: link('d') }, file: 'report.csv', fileUrl2: link('e') },
    ],
    links: { self: signed, next: { href: signed } },
    profile: 'https://no.example',
    doc_url: signed,
    next_page_url: signed,
  };
  expect(linksIn(reports)).toEqual(['a', 'b', 'c', 'd', 'e'].map(link));
});

test('a signed URL is a link whatever it is called', () => {
  expect(linksIn({ report: signed, site: 'https://no.example/?page=2' })).toEqual([signed]);
});

test('what is no absolute http URL is no link', () => {
  const urls = ['/files/1', 'ftp://a/b', 'https://', 'javascript:alert(1)', 7, null];
  expect(linksIn({ downloadLinks: urls })).toEqual([]);
});

test('rewriting changes the links alone, and gives back the text when there are none', () => {
  const text = JSON.stringify({ url: signed, title: 'https://no.example' });
  expect(rewriteLinksInText(text, () => 'http://here/')).toBe(text.replace(signed, 'http://here/'));
  expect(rewriteLinksInText(text, () => undefined)).toBe(text);
});

test('in a text, spacing and numbers stay, and no copy of the link is left', () => {
  const escaped = signed.replaceAll('/', '\\/');
  const text = `{ "url": "${escaped}",\n  "price": 19.90, "title": "${signed}" }`;
  expect(rewriteLinksInText(text, () => 'http://here/')).toBe(
    '{ "url": "http://here/",\n  "price": 19.90, "title": "http://here/" }',
  );
  expect(rewriteLinksInText(`not json ${signed}`, () => 'http://here/')).toBe(`not json ${signed}`);
});

test('a link beside a text of many megabytes is rewritten', () => {
  const data = 'x'.repeat(9_500_000);
  const rewritten = rewriteLinksInText(JSON.stringify({ data, url: signed }), () => 'http://here/');
  expect(rewritten === JSON.stringify({ data, url: 'http://here/' })).toBe(true);
});

test('a renewed signature leaves the id as it is, anything else makes another', () => {
  const id = fileId(signed);
  expect(id).toMatch(/^[0-9a-f]{16}\.csv$/);
  expect(fileId(signed.replace('abc', 'xyz').replace('20260101', '20260202'))).toBe(id);
  expect(fileId(signed.replace('part=2', 'part=3'))).not.toBe(id);
  expect(fileId(signed.replace('/1.csv', '/2.csv'))).not.toBe(id);
  expect(fileId(signed.replace('files.', 'other.'))).not.toBe(id);
});

test.each([
  'X-Sig',
  'sig',
  'Signature',
  'Expires',
  'Key-Pair-Id',
  'se',
  'X-Goog-Signature',
  'token',
  'api_key',
])('the parameter %s is no part of a file', (name) => {
  expect(fileId(`https://a.example/f?${name}=1`)).toBe(fileId(`https://a.example/f?${name}=2`));
});

test('a file of the upstream has one id wherever the upstream is served', () => {
  const id = (origin: string): string => fileId(`${origin}/files/1.csv.gz`, origin);
  expect(id('http://127.0.0.1:5300')).toBe(id('http://127.0.0.1:41234'));
  expect(id('http://127.0.0.1:5300')).toMatch(/\.csv\.gz$/);
});

test('a stored link is served from the origin that is asked, also with escaped slashes', () => {
  const stored = storedLink('abc.csv');
  const escaped = (text: string): string => text.replaceAll('/', '\\/');
  const origin = 'http://127.0.0.1:5300';
  expect(serveStoredLinks(`${stored} ${escaped(stored)}`, origin)).toBe(
    `${servedLink('abc.csv', origin)} ${escaped(servedLink('abc.csv', origin))}`,
  );
});

test('property: no signature is left in a text whose links were rewritten', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.nat(4), (before, after, indent) => {
      const text = JSON.stringify({ before, list: [{ url: signed }], copy: [signed], after }, null, indent);
      const rewritten = rewriteLinksInText(text, (url) => storedLink(fileId(url)));
      expect(rewritten).not.toContain('X-Amz-Signature');
      expect(JSON.parse(rewritten)).toMatchObject({ list: [{ url: storedLink(fileId(signed)) }] });
    }),
  );
});
