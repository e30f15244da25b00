// The fixed moment that all generated data precedes. No generated value depends on the time at which it is generated,
// so that the same seed always gives the same bytes.

export const day = 24 * 60 * 60 * 1000;

/** 2026-01-01T00:00:00.000Z */
export const referenceTime = Date.UTC(2026, 0, 1);

/** The longest time, in milliseconds, by which a generated timestamp precedes the reference. */
export const history = 400 * day;

/** ISO 8601 in UTC with milliseconds (A29). */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
