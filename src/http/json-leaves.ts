// Goes over the strings and numbers of a JSON text without reading its values.

/** A number, or where a string begins. */
const leaf = /"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A JSON text with its strings, names of members among them, and its numbers written in another way. */
export function rewriteLeaves(json: string, rewrite: (leaf: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  leaf.lastIndex = 0;
  for (let found = leaf.exec(json); found !== null; found = leaf.exec(json)) {
    const start = found.index;
    parts.push(json.slice(end, start));
    end = found[0] === '"' ? stringEnd(json, start) : start + found[0].length;
    parts.push(rewrite(json.slice(start, end)));
    leaf.lastIndex = end;
  }
  return parts.join('') + json.slice(end);
}

/**
 * Where a string of a JSON text ends: behind the next quote that no backslash escapes, or with the text. It is no regular
 * expression, as one with a choice in it overflows the stack on a long string.
 * @param start of the string's opening quote
 */
export function stringEnd(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return json.length;
}
