// Regular expressions that are made of texts. Node 20 has no RegExp.escape.

/** The source of a regular expression that matches a text as it stands. Not for one with the flag `u` or `v`. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
