import fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordFinder } from '../../src/recording/quick-look.ts';
import { mayHoldSecrets } from '../../src/recording/secret-shapes.ts';

/** The same question, asked the plain way. */
const holdsWord =
  /akia|asia|aiza|auth|b(?:asic |earer )|c(?:ookie|red)|eyj|g(?:h[pos]_|ithub_|lpat|oogleaccess)|hmac|jwt|key|p(?:assw|olicy|wd)|rk_|s(?:ecret|ig|k_)|token|x(?:-amz-|-goog-|ox)/;

// Pieces of the words, so that many texts hold one or nearly do.
const piece = fc.constantFrom(
  ...[
    'AK',
    'ia',
    'to',
    'Ken',
    'X-',
    'aMz-',
    'k',
    'E',
    'y',
    'sk',
    '_',
    '\u007f',
    'Bear',
    'er',
    ' ',
    'eyJ',
    'ı',
    'ſ',
  ],
);
const text = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 3, unit: 'grapheme' })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

test('a text with a word that goes with secrets is told from one without', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(mayHoldSecrets(any), any).toBe(holdsWord.test(any.toLowerCase()) || any.includes('\u212a'));
    }),
    { numRuns: 20_000 },
  );
});

test('a text with a Kelvin sign, which is a k in lower case, is looked at more closely', () => {
  expect(mayHoldSecrets('to\u212aen')).toBe(true);
});

test('words that begin alike are told apart, and one at either end is found', () => {
  const find = wordFinder(['abc', 'abcde', 'xyz']);
  expect(['abc', '1ABC', '.xyz', 'Xyz.'].map(find)).toEqual([true, true, true, true]);
  expect(['', 'ab', 'bc', 'ab c', '!"#', 'x-y-z'].map(find)).toEqual(Array<boolean>(6).fill(false));
});
