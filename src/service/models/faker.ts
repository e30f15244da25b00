// Seeded randomness for generated data and for faults. The only importer of faker.
//
// The package exports the class `Faker` from its root alone, and the root loads 70 languages. That makes the import of
// our library cost 365 ms of CPU time instead of 215 (Node 20; the package alone: 188 ms and 26). So the class is taken
// from the instance that the English entry exports. That instance, which users' tests may share, is never drawn from
// and never seeded.
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
