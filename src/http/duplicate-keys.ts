// Whether a JSON text has an object with a key that stands twice, which JSON.parse does not tell.

/** @returns false for what is no JSON object */
export function hasDuplicateKeys(text: string): boolean {
  const open: Set<string>[] = [];
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g;
  for (const [token, name, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined && name !== undefined) {
      const keys = open.at(-1);
      if (keys?.has(name) === true) return true;
      keys?.add(name);
    }
  }
  return false;
}
