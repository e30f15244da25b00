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

/** Undoes the escapes of unreserved characters (RFC 3986 §6.2.2); dots, slashes and case stay as sent. */
export function canonicalPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
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

/** The path without its percent-encoding, as it stands where that is no UTF-8: two that lead to the same are alike. */
export const plainPath = (path: string): string => percentDecoded(path) ?? path;

/** A text as a part of a URL; half of a surrogate pair, which has no UTF-8, is the sign for what is unknown. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));

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

/** The path of a link, which may leave out the origin. */
export const linkedPath = (link: string): string =>
  link.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');

/** What stands behind the last slash: of a path, an address, or a name such as `strategies/12`. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The same with what is encoded in it decoded. */
export const plainEnd = (path: string): string => plainPath(lastSegment(path));

/** A text without its beginning, where it has that, such as an id without `listings/`. */
export const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

/** What a path or a URN (RFC 8141) ends with: what stands behind its last slash or colon. */
export const lastPart = (name: string): string => /[^/:]*$/.exec(name)![0];

/**
 * The parameters of a query; `sort[0]` and `sort[1]` are the values of one that is sent several times. One without a name, as of
 * `?=1`, is left out: nothing that is said of parameters can name it.
 */
export function namedParameters(query: string): URLSearchParams {
  const parameters = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name.replace(/(?<=.)\[\d+\]$/, ''),
    value,
  ]);
  return new URLSearchParams(parameters.filter(([name]) => name !== ''));
}
