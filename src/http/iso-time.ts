// Reads a time in ISO 8601 and refuses one that does not exist: Date.parse reads February 30 as March 2.

/**
 * @param time a date of four, two and two digits, or such a date with time and zone
 * @returns milliseconds since 1970; NaN for a time that does not exist
 */
export function parseIsoTime(time: string): number {
  const [year, month, date] = time.slice(0, 10).split('-').map(Number);
  const daysInMonth = new Date(Date.UTC(year!, month, 0)).getUTCDate();
  return date! <= daysInMonth ? Date.parse(time) : NaN;
}
