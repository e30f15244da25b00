// When a client that was refused is told to come back.

/**
 * Reads the header Retry-After (RFC 9110 §10.2.3).
 * @param from when the answer left, in milliseconds since 1970
 * @returns the time to come back, likewise; undefined for a value that says none
 */
export function readRetryAfter(value: string | undefined, from: number): number | undefined {
  const words = value?.trim() ?? '';
  if (/^\d+$/.test(words)) return from + Number(words) * 1000;
  // Date.parse takes much else for a date, such as `-5` and `1.5`.
  const date = /^[A-Z][a-z]{2,8}, /.test(words) ? Date.parse(words) : NaN;
  return Number.isNaN(date) ? undefined : date;
}
