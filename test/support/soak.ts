// Tests that come in two sizes: a small run with every `npm test`, and the whole of it in `npm run soak`.

const isSoak = process.env.SOAK === '1';

/** The seed of whatever is left to chance; `SOAK_SEED` sets another one. A test that uses it names it in its title. */
export const soakSeed = Number(process.env.SOAK_SEED ?? 20_260_131);

/** How much of something a test does: the second in the project `soak`, see vitest.config.ts. */
export function amount(usual: number, soak: number): number {
  return isSoak ? soak : usual;
}

/** What a test goes through: the first so many, and all in the project `soak`. */
export function first<T>(usual: number, all: readonly T[]): readonly T[] {
  return isSoak ? all : all.slice(0, usual);
}
