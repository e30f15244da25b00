// The answers to assumptions that say more than one word: what a price may be (A6), and when new bounds move it (A8).

const range = /^(\d{1,7}(?:\.\d{1,4})?)\.\.(\d{1,11}(?:\.\d{1,4})?)$/;
const places = /^([0-4])(:round)?$/;
const effect = /^(?:clamp|none|delayed:(\d{1,5})s)$/;

export function isPriceRange(words: string): boolean {
  const [whole, low, high] = range.exec(words) ?? [];
  return whole !== undefined && Number(low) <= Number(high);
}

export const isDecimals = (words: string) => places.test(words);

export const isBoundsEffect = (words: string) => effect.test(words);

/** The lowest and the highest price. */
export function priceRange(answers: Readonly<Record<'price-range', string>>): {
  readonly low: number;
  readonly high: number;
} {
  const [, low, high] = range.exec(answers['price-range'])!;
  return { low: Number(low), high: Number(high) };
}

/** How many decimal places a price may have, and whether more of them are rounded or refused. */
export function priceDecimals(answers: Readonly<Record<'decimals', string>>): {
  readonly most: number;
  readonly rounds: boolean;
} {
  const [, most, round] = places.exec(answers.decimals)!;
  return { most: Number(most), rounds: round !== undefined };
}

/** After how many milliseconds new bounds clamp the current price; undefined: never. */
export function clampDelay(answers: Readonly<Record<'bounds-effect', string>>): number | undefined {
  const [words, seconds] = effect.exec(answers['bounds-effect'])!;
  if (seconds !== undefined) return Number(seconds) * 1000;
  return words === 'clamp' ? 0 : undefined;
}
