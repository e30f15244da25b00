// When a JSON text may stand in a recording as its value: only where printing the value gives the text back.

/** Past this depth JSON stands as text: `JSON.stringify` overflows the stack on what `JSON.parse` accepts. */
export const depthLimit = 64;

/** A JSON body that still has the text it was read from. Printed itself, it is `{"json": ...}` and no more. */
class ReadJson {
  readonly json: unknown;
  readonly #text: string;

  constructor(json: unknown, text: string) {
    this.json = json;
    this.#text = text;
  }

  static textOf(body: object): string | undefined {
    return #text in body ? body.#text : undefined;
  }
}

/**
 * The value of a JSON text that printing gives back byte for byte: spaces, repeated keys, `1e400`, `-0`, numbers
 * with more digits than a double holds and integer-like keys out of order all fail it.
 */
export function exactJson(text: string): { readonly json: unknown } | undefined {
  // Most other text is told apart by its first character.
  if (!/^["[{\d\-tfn]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return isDeeper(json, depthLimit) || JSON.stringify(json) !== text ? undefined : new ReadJson(json, text);
  } catch {
    return undefined;
  }
}

/** The text of a JSON body: the one that it was read from, where it is still there. */
export function jsonText(body: { readonly json: unknown }): string {
  return ReadJson.textOf(body) ?? JSON.stringify(body.json);
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
