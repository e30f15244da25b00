// Reads a URL without an exception. `URL.canParse` is not used: on Node 20 it refuses a URL with a letter such as `ü` once
// it has been called often enough to be compiled.

/** The URL in a text, relative to a base where one is given; undefined where it is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
