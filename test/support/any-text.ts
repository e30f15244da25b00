// Texts of any characters, for property tests.
import fc from 'fast-check';

const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/**
 * A text of any characters but halves of a pair, as `fc.string({ unit: 'binary' })` makes it; that one first lists all
 * 1,112,064 of them, which takes seconds.
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });
}
