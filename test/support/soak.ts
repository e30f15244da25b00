// Tests that come in two sizes: a small run with every `npm test`, and the whole of it in `npm run soak`.

/** The seed of whatever is left to chance; `SOAK_SEED` sets another one. A test that uses it names it in its title. */
export const soakSeed = Number(process.env.SOAK_SEED ?? 20_260_131);

/** How much of something a test does: the second in the project `soak`, see vitest.config.ts. */
export function amount(usual: number, soak: number): number {
  return process.env.SOAK === '1' ? soak : usual;
}
