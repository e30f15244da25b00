// A time in ISO 8601 that really exists: Date.parse takes February 30 for March 2.

/**
 * @param time a date, or a date with time and zone, of four, two and two digits
 * @returns milliseconds since 1970; NaN for a time that does not exist
 */
export function parseRealTime(time: string): number {
  const [year, month, date] = time.slice(0, 10).split('-').map(Number);
  const daysInMonth = new Date(Date.UTC(year!, month, 0)).getUTCDate();
  return date! <= daysInMonth ? Date.parse(time) : NaN;
}
