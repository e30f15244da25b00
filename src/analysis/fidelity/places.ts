// Places in an answer as reports tell them: `status`, `header:Retry-After`, `$.data[*].minPrice`. All items of a list share
// one place.
import { stepsOf } from '../../http/pointer.ts';

/** A pointer (RFC 6901) whose step `*` stands for every item, as a JSON path. */
export function pathOf(pointer: string): string {
  return stepsOf(pointer).reduce((text, step) => {
    if (step === '*') return `${text}[*]`;
    return /^[\w-]+$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '$');
}

/**
 * Whether a place is one that the user wants left out (`--ignore`): the place itself or what lies above it; `$..name`
 * is that name at any depth. Header names are compared without case.
 */
export function isIgnored(place: string, ignored: readonly string[]): boolean {
  return ignored.some((given) => {
    if (given === 'body') return place.startsWith('$');
    if (/^header:/i.test(given)) return given.toLowerCase() === place.toLowerCase();
    if (given.startsWith('$..')) {
      const name = given.slice(3);
      return `${place}.`.includes(`.${name}.`) || `${place}.`.includes(`.${name}[`);
    }
    return place === given || place.startsWith(`${given}.`) || place.startsWith(`${given}[`);
  });
}

/** @throws RangeError with the forms that are known */
export function parseIgnored(words: string): string {
  if (words === 'status' || words === 'body' || /^header:[!#$%&'*+\-.^`|~\w]+$/i.test(words)) return words;
  if (/^\$(\.\.?[\w-]+|\[\*\]|\["[^"]+"\])+$/.test(words)) return words;
  throw new RangeError(
    `'${words}' is no place in an answer; it takes a JSON path such as $.data[*].updatedAt or $..updatedAt, header:<name>, status, or body`,
  );
}
