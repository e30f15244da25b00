// What redaction is known not to find: docs/explanation/what-is-never-stored.md names each in these words, and a test holds that each is still true.
import { deflateSync, gzipSync } from 'node:zlib';
import { tarOf } from './archives.ts';
import type { ExchangeParts } from './recordings.ts';

export interface KnownGap {
  /** A sentence for people; it stands on that page. */
  readonly sentence: string;
  /** What passes, in order; the secret stays in the body of the last answer. */
  readonly sample: () => readonly ExchangeParts[];
}

/** A secret without a shape of its own. */
const plain = ['Zk9QwErTy42', 'LmNoPq'].join('');
/** A secret of a vendor. */
const shaped = ['gh', 'p_', '1234567890abcdefghijklmnopqrstuvwxyz'].join('');
const text = (content: string): ExchangeParts => ({
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from(content),
});

export const knownGaps: readonly KnownGap[] = [
  {
    sentence:
      'a secret without a known shape under a name that says nothing, if it is never met under its own',
    sample: () => [{ body: { note: plain } }],
  },
  {
    sentence: 'a UUID that is a secret under a name that says nothing, as ids are UUIDs',
    sample: () => [{ body: { ref: '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a' } }],
  },
  {
    sentence: 'a secret that is split over two fields',
    sample: () => [{ body: { first: shaped.slice(0, 12), second: shaped.slice(12) } }],
  },
  {
    sentence: 'a secret that is written backwards or in base85',
    sample: () => [
      { requestHeaders: [['X-API-KEY', plain]] },
      { requestHeaders: [], body: { note: Array.from(plain).reverse().join(''), other: base85(plain) } },
    ],
  },
  {
    sentence: 'a secret in what a picture shows, in a compressed stream of a PDF, or in an encrypted file',
    sample: () => [
      {
        headers: [['Content-Type', 'application/pdf']],
        body: Buffer.concat([
          Buffer.from('%PDF-1.7\nstream\n'),
          deflateSync(shaped),
          Buffer.from('\nendstream'),
        ]),
      },
    ],
  },
  {
    sentence: 'a secret in a compressed file inside an uncompressed archive (tar, ar, deb)',
    sample: () => [
      { headers: [['Content-Type', 'application/x-tar']], body: tarOf('inner.gz', gzipSync(shaped)) },
    ],
  },
  {
    sentence: 'an AWS key id without a digit',
    sample: () => [{ body: { note: ['AK', 'IAABCDEFGHIJKLMNOP'].join('') } }],
  },
  {
    sentence:
      'a password that is a word of the service, a date or shorter than six characters, away from its field',
    sample: () => [
      { body: { password: 'listing' } },
      { body: { password: '2026-01-31' } },
      { body: { password: 'abc12' } },
      text('the listing of 2026-01-31 says abc12'),
    ],
  },
  {
    sentence: 'a password of letters alone inside a longer word, away from its field',
    sample: () => [{ body: { password: 'sunshine' } }, text('opensunshinegate')],
  },
  {
    sentence: 'the oldest of more than 10,000 different keys, away from its header',
    sample: () => [
      ...Array.from({ length: 10_001 }, (_, at): ExchangeParts => ({
        requestHeaders: [['X-API-KEY', `${plain}-${String(at).padStart(6, '0')}`]],
      })),
      { requestHeaders: [], body: { note: `${plain}-000000` } },
    ],
  },
];

/** Ascii85 without its frame; four bytes at a time. */
function base85(content: string): string {
  const bytes = Buffer.from(content.padEnd(Math.ceil(content.length / 4) * 4, '\0'), 'latin1');
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let group = bytes.readUInt32BE(at);
    let digits = '';
    for (let digit = 0; digit < 5; digit += 1, group = Math.floor(group / 85))
      digits = String.fromCharCode(33 + (group % 85)) + digits;
    encoded += digits;
  }
  return encoded;
}
