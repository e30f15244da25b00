// How amounts are written. A price that happens to be whole says nothing: only what cannot be otherwise settles it.
import type { MoneyForm } from '../../dialect/wire.ts';
import type { FieldStats } from './field-stats.ts';

export interface MoneyEvidence {
  readonly form: MoneyForm;
  /** Whether cents were told from units by how large the numbers are, which is a guess. */
  readonly guessed: boolean;
}

/** @param stats of the fields that hold prices for sure; undefined where they say nothing */
export function moneyOf(
  stats: readonly FieldStats[],
  acceptedDecimals: boolean,
  refusedDecimals: boolean,
): MoneyEvidence | undefined {
  const seen = stats.filter(({ low, high }) => low <= high);
  if (seen.length === 0) return undefined;
  const isText = seen.some(({ types }) => types.has('string'));
  const decimals = Math.max(...seen.map((field) => field.decimals));
  const fewest = Math.min(...seen.map((field) => field.fewestDecimals));
  // Numbers drop their last zeros, unless somebody writes them on purpose: 19.90 can't come from a plain printer.
  const always = isText || fewest > 0 ? fewest : 0;
  if (decimals > 0 || acceptedDecimals) return form(isText ? 'string' : 'number', always, false);
  if (refusedDecimals) return form(isText ? 'cents-string' : 'cents', 0, false);
  const values = seen.flatMap((field) => [...(field.values?.keys() ?? [])].map(Number));
  const samples = values.length > 0 ? values : seen.flatMap(({ low, high }) => [low, high]);
  const odd = samples.filter((value) => value >= 100 && value % 100 !== 0);
  const large = [...samples].sort((a, b) => a - b)[samples.length >> 1]! >= 500;
  const isCents = samples.length >= 2 && odd.length * 2 >= samples.length && large;
  if (isCents) return form(isText ? 'cents-string' : 'cents', 0, true);
  return form(isText ? 'string' : 'number', 0, true);
}

const form = (as: MoneyForm['as'], decimals: number, guessed: boolean): MoneyEvidence => ({
  form: { as, decimals },
  guessed,
});

/** The form of another amount of the same record. */
export function moneyLike(main: MoneyForm, stats: FieldStats): MoneyForm | undefined {
  if (stats.types.has('string')) {
    if (stats.formats.has('decimal') || main.as === 'string')
      return { as: 'string', decimals: Math.min(stats.fewestDecimals, 9) };
    return main.as === 'cents-string' ? main : undefined;
  }
  if (stats.low > stats.high) return undefined;
  if (stats.decimals > 0) return { as: 'number', decimals: stats.fewestDecimals };
  return main.as === 'cents' || main.as === 'number' ? main : { as: 'number', decimals: 0 };
}
