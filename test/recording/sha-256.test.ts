import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256 } from '../../src/http/sha-256.ts';

const ofNode = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('it is what Node says, for every length around a block', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
    expect(new Sha256().update(bytes).digest()).toBe(ofNode(bytes));
  }
});

test('property: in whatever pieces the bytes come', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
      const hash = new Sha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.digest()).toBe(ofNode(Buffer.concat(pieces)));
    }),
  );
});
