// The id of an interaction: short, readable and never given twice in a recording, so that it can stand in a review.
import type { Interaction } from './format.ts';

/** The next number after all that were ever given in a recording. */
export function nextOrdinal(interactions: readonly Pick<Interaction, 'id'>[]): number {
  let highest = 0;
  for (const { id } of interactions) highest = Math.max(highest, Number(/^\d{1,9}(?=-)/.exec(id)?.[0] ?? 0));
  return highest + 1;
}

/** `3-get-listing` for the third interaction, `GET /v1/listings/{id}`. The path must be redacted already. */
export function interactionId(ordinal: number, method: string, path: string): string {
  const what = path
    .split('/')
    .filter((segment) => segment !== '' && !/^v\d+$/.test(segment))
    .reduce((subject, segment) => (isIdentifier(segment) ? singular(subject) : segment), 'root');
  const clean = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .slice(0, 32);
  return `${ordinal}-${clean(method)}-${clean(what)}`.replace(/[-.]+$/, '');
}

function isIdentifier(segment: string): boolean {
  return segment.includes('__redacted.') || /\d.*\d.*\d|^\d+$|%/.test(segment) || segment.length > 32;
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}
