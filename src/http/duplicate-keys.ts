// Finds an object that has the same key twice in a JSON text. JSON.parse keeps the last one and does not report it.

/** @returns false for a text that is no JSON object */
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
