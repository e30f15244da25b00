// Seeded randomness, and the only importer of faker. Everything a rule depends on is drawn as a whole number;
// faker's word lists lend the texts. The locale's own module loads in 20 ms where faker's root takes 160 ms.
import { faker as sharedFaker } from '@faker-js/faker/locale/en';

type OwnFaker = typeof sharedFaker;

/** The class is exported by faker's root alone; its instance leads to it as well. */
const Faker = sharedFaker.constructor as new (options: {
  readonly locale: readonly OwnFaker['rawDefinitions'][];
}) => OwnFaker;

/** Words for product titles. */
export const productWords: Readonly<Record<'adjective' | 'material' | 'product', readonly string[]>> =
  sharedFaker.definitions.commerce.product_name;

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
  const faker = new Faker({ locale: [sharedFaker.rawDefinitions] });
  faker.seed([seed, stream]);
  const range = { min: 0, max: 0 };

  const whole = (low: number, high: number) => {
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
