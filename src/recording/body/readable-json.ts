// When a JSON text may stand in a recording as its value: only where printing the value gives the text back.

/** Past this depth JSON stands as text: `JSON.stringify` overflows the stack on what `JSON.parse` accepts. */
export const depthLimit = 64;

/**
 * The value of a JSON text that printing gives back byte for byte: spaces, repeated keys, `1e400`, `-0`, numbers
 * with more digits than a double holds and integer-like keys out of order all fail it.
 */
export function exactJson(text: string): { readonly value: unknown } | undefined {
  // Most text is told apart by its first character, without the price of an exception.
  if (!/^["[{\d\-tfn]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, depthLimit) || JSON.stringify(value) !== text ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Whether a value is nested beyond a depth. */
export function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const item of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    if (isDeeper(item, limit - 1)) return true;
  }
  return false;
}
