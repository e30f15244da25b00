// Identifiers that look real and cannot be taken for a real product's: `B0MOCK` is recognisable, and a UPC that
// starts with 4 is restricted circulation, never a retail product.
import type { Dice } from './dice.ts';

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphanumerics = letters + digits;

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

/** Version 4: nothing but drawn bits. */
export function uuidV4(dice: Dice): string {
  return uuid(dice, dice.hex(12), '4');
}

/** Version 7: the first 48 bits are the creation time, so ids sort by it. */
export function uuidV7(dice: Dice, createdAt: number): string {
  return uuid(dice, createdAt.toString(16).padStart(12, '0'), '7');
}

/** Joined, because engines keep the pieces of a string that was added up: twice the memory for every id. */
function uuid(dice: Dice, head: string, version: '4' | '7'): string {
  const variant = dice.pick(['8', '9', 'a', 'b']) + dice.hex(3);
  return [head.slice(0, 8), head.slice(8), version + dice.hex(3), variant, dice.hex(12)].join('-');
}

export function sku(dice: Dice, nasty: boolean): string {
  const number = dice.characters(digits, 4);
  const word = dice.characters(letters, 4);
  if (nasty) return dice.pick(nastySkus)(number, word);
  return `${dice.characters(letters, 2)}-${number}-${word}`;
}

/** An ASIN's form at amazon, an item number's anywhere else. */
export function externalId(dice: Dice, marketplace: string): string {
  if (marketplace === 'amazon') return `B0MOCK${dice.characters(alphanumerics, 4)}`;
  return `${dice.whole(100_000_000, 999_999_999)}`;
}

export function upc(dice: Dice): string {
  const body = `4${dice.characters(digits, 10)}`;
  return body + checkDigit(body);
}

/** GS1's mod-10 check digit: weights 3 and 1 in turn, from the right. */
export function checkDigit(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    const weight = (body.length - at) % 2 === 1 ? 3 : 1;
    sum += Number(body.charAt(at)) * weight;
  }
  return `${(10 - (sum % 10)) % 10}`;
}
