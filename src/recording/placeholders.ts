// Placeholders stand for secrets in a recording. They consist of characters that no encoding changes, so a placeholder looks
// the same in JSON, in a link, in a form and in HTML. A recording does not hold the values, so a live request with a secret
// can be matched to a recorded one only where a single one comes into question. Browser-safe.

/** `__redacted.<what>.<number>__`; a signature has no number, and a secret in a live request has no name either. */
const placeholder = /__redacted(?:\.[A-Za-z0-9-]{1,40}(\.[1-9]\d{0,8})?)?__/g;
const onlyPlaceholder = new RegExp(`^${placeholder.source}$`);

/** Stands for a secret of which nobody knows whether it is one of those in a recording. */
export const unknownSecret = '__redacted__';

/** @param number its place among those of its kind; none where different ones count as the same */
export function placeholderText(label: string, number?: number): string {
  return number === undefined ? `__redacted.${label}__` : `__redacted.${label}.${number}__`;
}

/** Whether a value holds a placeholder and nothing else. */
export function isPlaceholder(value: string): boolean {
  return onlyPlaceholder.test(value);
}

/** Whether a text may hold a placeholder. */
export const mayHoldPlaceholder = (text: string): boolean => text.includes('__redacted');

/** The text with something of the same length in the place of each placeholder. */
export function withoutPlaceholders(text: string): string {
  return mayHoldPlaceholder(text)
    ? text.replace(placeholder, (found) => '\u0001'.repeat(found.length))
    : text;
}

/** The placeholders in a text, in order. */
export const placeholdersIn = (text: string): string[] =>
  mayHoldPlaceholder(text) ? (text.match(placeholder) ?? []) : [];

/** The key of a request with all secrets alike: the same for requests that differ in nothing else. */
export const withSecretsAlike = (key: string): string => key.replace(placeholder, unknownSecret);

/** Several recorded requests differ in secrets alone, and the live one may be any of them. */
export interface SecretDecides {
  readonly missing: 'secret';
  /** How many they are. */
  readonly recorded: number;
}

/**
 * The recorded request that a live one stands for, by its key.
 * @param recorded the keys that differ from it in secrets alone
 */
export function chooseBySecrets(key: string, recorded: readonly string[]): string | SecretDecides {
  if (!key.includes(unknownSecret)) return key;
  const fitting = recorded.filter((candidate) => mayBe(key, candidate));
  if (fitting.length > 1) return { missing: 'secret', recorded: fitting.length };
  return fitting[0] ?? key;
}

/** A client that follows a recorded link sends its placeholder back, number and all: then that one is meant. */
function mayBe(live: string, recorded: string): boolean {
  const stored = placeholdersIn(recorded);
  return Array.from(live.matchAll(placeholder)).every(
    ([sent, number], at) => number === undefined || sent === stored[at],
  );
}
