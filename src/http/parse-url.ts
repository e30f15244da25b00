// Reads a URL and its parts without an exception. `URL.canParse` is not used: on Node 20 it refuses a URL with a letter such as `ü` once
// it has been called often enough to be compiled.

/** The URL in a text, relative to a base where one is given; undefined where it is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A part of a URL without its percent-encoding; undefined where that is no UTF-8. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A name or value of a query, in which `+` stands for a space; as it stands where it is no UTF-8. */
export function queryDecoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' ')) ?? text;
}

/** The parameters of a query but for those of some names. */
export function parametersBut(
  query: URLSearchParams,
  names: readonly (string | undefined)[],
): [name: string, value: string][] {
  return [...query].filter(([name]) => !names.includes(name));
}

/** What stands behind the last slash: of a path, an address, or a name such as `strategies/12`. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
