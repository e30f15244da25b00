// Without Buffer as with it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  base64Of,
  binaryOf,
  bytesOf,
  bytesOfBase64,
  exactTextOf,
  hexadecimalOf,
  textOf,
  utf8Of,
} from '../../src/http/binary-text.ts';
import { anyText } from '../support/any-text.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const same = (seen: Uint8Array, buffer: Buffer) => {
  expect(Buffer.from(seen).toString('hex')).toBe(buffer.toString('hex'));
};

test('property: bytes become the same texts as with Buffer', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const buffer = Buffer.from(given);
      expect(binaryOf(given)).toBe(buffer.toString('latin1'));
      expect(base64Of(given)).toBe(buffer.toString('base64'));
      expect(hexadecimalOf(binaryOf(given))).toBe(buffer.toString('hex'));
      expect(textOf(given)).toBe(buffer.toString());
      same(bytesOfBase64(base64Of(given)), buffer);
      same(bytesOf(binaryOf(given)), buffer);
    }),
  );
});

test('property: texts become the same bytes as with Buffer', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      same(utf8Of(text), Buffer.from(text));
      same(bytesOf(text), Buffer.from(text, 'latin1'));
      expect(exactTextOf(utf8Of(text))).toBe(Buffer.from(text).toString());
    }),
  );
});

test('property: base64 is read as leniently as with Buffer', () => {
  const words = fc.string({
    unit: fc.constantFrom('A', 'B', 'a', '0', '+', '/', '-', '_', '=', ' ', '\n', '*'),
  });
  fc.assert(
    fc.property(words, (text) => {
      same(bytesOfBase64(text), Buffer.from(text, 'base64'));
    }),
  );
});

test('megabytes become text without a stack that is too deep', () => {
  expect(binaryOf(new Uint8Array(2 ** 20).fill(0xff))).toHaveLength(2 ** 20);
  expect(exactTextOf(new Uint8Array([0x61, 0xff]))).toBeUndefined();
});
