// Seeded randomness, and the only importer of faker, whose generator it draws whole numbers from. The module of the
// locale that has no texts loads in 9 ms, an English one in 18, faker's root in 160.
import type { SimpleFaker } from '@faker-js/faker';
import { faker as sharedFaker } from '@faker-js/faker/locale/base';

/** Faker without its texts. It is exported by faker's root alone; the class of its instances leads to it as well. */
const OwnFaker = Object.getPrototypeOf(sharedFaker.constructor) as new () => SimpleFaker;

export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** One of the choices, each as often as its weight says; the weights add up to 100. */
  weigh<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** `length` characters of the alphabet; the number of possible strings must stay below 2^53. */
  characters(alphabet: string, length: number): string;
  /** At most 13 digits, lower-case. */
  hex(length: number): string;
}

/**
 * Dice of their own: the faker instance that users' tests share is never drawn from nor reseeded.
 * @param stream tells apart the dice of one seed, so that more draws here never change what is drawn elsewhere
 */
export function createDice(seed: number, stream: number): Dice {
  let faker: SimpleFaker | undefined; // made by the first throw: most data needs three of its five dice
  const range = { min: 0, max: 0 };

  const whole = (low: number, high: number) => {
    if (faker === undefined) {
      faker = new OwnFaker();
      faker.seed([seed, stream]);
    }
    range.min = low;
    range.max = high;
    return faker.number.int(range);
  };
  const characters = (alphabet: string, length: number) => {
    let combinations = 1;
    for (let at = 0; at < length; at += 1) combinations *= alphabet.length;
    let rest = whole(0, combinations - 1);
    let text = '';
    for (let at = 0; at < length; at += 1) {
      text += alphabet.charAt(rest % alphabet.length);
      rest = Math.floor(rest / alphabet.length);
    }
    return text;
  };

  return {
    whole,
    characters,
    pick: (choices) => choices[whole(0, choices.length - 1)]!,
    weigh: (choices) => {
      let rest = whole(1, 100);
      for (const [weight, choice] of choices) {
        rest -= weight;
        if (rest <= 0) return choice;
      }
      throw new RangeError('the weights do not add up to 100');
    },
    chance: (percent) => whole(1, 100) <= percent,
    hex: (length) =>
      whole(0, Number.parseInt('f'.repeat(length), 16))
        .toString(16)
        .padStart(length, '0'),
  };
}
