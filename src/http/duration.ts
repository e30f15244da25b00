// Durations: milliseconds, or words such as `250ms`, `61s`, `5m`, `1h`, `2d`.

/** A number of milliseconds, or a number with its unit. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds; undefined for a value that is no duration. */
export function readDuration(value: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(String(value)) ?? [];
  const found = typeof value === 'number' ? value : Number(amount) * (units[unit] ?? NaN);
  return Number.isFinite(found) && found >= 0 ? found : undefined;
}

/**
 * Milliseconds.
 * @throws RangeError for a value that is no duration, or a negative one
 */
export function milliseconds(duration: Duration): number {
  const found = readDuration(duration);
  if (found !== undefined) return found;
  throw new RangeError(
    `${JSON.stringify(duration)} is no duration; write milliseconds, or a number with ms, s, m, h or d, such as 61s`,
  );
}
