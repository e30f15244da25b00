// Identifiers that look real and cannot be taken for a real product's: `B0MOCK` is recognisable, and a UPC that
// starts with 4 is restricted circulation, never a retail product.
import type { Faker } from './faker.ts';

/** SKUs as sellers really write them; each breaks a client that forgets to encode or that reads numbers. */
const nastySkus: readonly ((number: string, word: string) => string)[] = [
  (number, word) => `${word} ${number} blue`,
  (number, word) => `${word}/${number}/L`,
  (number, word) => `${word}+${number}+2`,
  (number, word) => `50%OFF-${number}-${word}`,
  (number, word) => `Größe-${number}-${word}-é`,
  (number, word) => `商品-${number}-${word}`,
  (number, word) => `000${number}-${word}`,
];

export function sku(faker: Faker, nasty: boolean): string {
  const number = faker.string.numeric(4);
  const word = faker.string.alpha({ length: 4, casing: 'upper' });
  if (nasty) return faker.helpers.arrayElement(nastySkus)(number, word);
  return `${faker.string.alpha({ length: 2, casing: 'upper' })}-${number}-${word}`;
}

/** An ASIN's form at amazon, an item number's anywhere else. */
export function externalId(faker: Faker, marketplace: string): string {
  if (marketplace === 'amazon') return `B0MOCK${faker.string.alphanumeric({ length: 4, casing: 'upper' })}`;
  return `${faker.number.int({ min: 100_000_000, max: 999_999_999 })}`;
}

export function upc(faker: Faker): string {
  return faker.commerce.upc({ prefix: '4' });
}
