// Seeded randomness for generated data and for faults, and the only importer of faker.
//
// The package exports its class from its root alone, which loads 70 languages: 160 ms against 20 for the English one.
// The instance that comes with a language leads to its class as well; the instance itself, which users' tests may
// share, is never drawn from nor reseeded.
import type { Faker } from '@faker-js/faker';
import { faker as shared } from '@faker-js/faker/locale/en';
import { referenceTime } from './moments.ts';

export type { Faker } from '@faker-js/faker';

const EnglishFaker = shared.constructor as typeof Faker;

/**
 * A source of values that follow from the seed alone, on every machine.
 * @param stream tells apart the sources of one seed, so that more draws from one leave the others as they were
 */
export function createFaker(seed: number, stream: number): Faker {
  const faker = new EnglishFaker({ locale: shared.rawDefinitions });
  faker.seed([seed, stream]);
  faker.setDefaultRefDate(referenceTime);
  return faker;
}
