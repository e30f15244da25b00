// Places in an answer: `status`, `header:Retry-After`, `$.data[*].minPrice`. All records of a list share one path.

/** The step to every item of a list. */
export const everyItem: unique symbol = Symbol('*');
export type Step = string | typeof everyItem;
export type Path = readonly Step[];

export function printPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step !== 'string') return `${text}[*]`;
    return /^[\w-]+$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '$');
}

/**
 * Whether a place is one that the user wants left out (`--ignore`): the place itself or what lies above it; `$..name`
 * is that name at any depth. Header names are compared without case.
 */
export function isIgnored(place: string, ignored: readonly string[]): boolean {
  return ignored.some((given) => {
    if (/^header:/i.test(given)) return given.toLowerCase() === place.toLowerCase();
    if (given.startsWith('$..')) return `${place}.`.includes(`.${given.slice(3)}.`) || hasItem(place, given);
    return place === given || place.startsWith(`${given}.`) || place.startsWith(`${given}[`);
  });
}

const hasItem = (place: string, given: string) => `${place}.`.includes(`.${given.slice(3)}[`);

/** @throws RangeError with the forms that are known */
export function parseIgnored(words: string): string {
  if (words === 'status' || words === 'body' || /^header:[!#$%&'*+\-.^`|~\w]+$/i.test(words)) return words;
  if (/^\$(\.\.?[\w-]+|\[\*\]|\["[^"]+"\])+$/.test(words)) return words;
  throw new RangeError(
    `'${words}' is no place in an answer; it takes a JSON path such as $.data[*].updatedAt or $..updatedAt, header:<name>, status, or body`,
  );
}
