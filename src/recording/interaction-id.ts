// The id of an interaction: short, readable and never given twice in a recording, so that it can stand in a review.
import type { Interaction } from './format.ts';
import { remembering } from '../http/remembering.ts';
import { mayHoldPlaceholder } from './placeholders.ts';

/** The next number after all that were ever given in a recording. */
export function nextOrdinal(interactions: readonly Pick<Interaction, 'id'>[]): number {
  let highest = 0;
  for (const { id } of interactions) highest = Math.max(highest, Number(/^\d{1,9}(?=-)/.exec(id)?.[0] ?? 0));
  return highest + 1;
}

/** `3-get-listing` for the third interaction, `GET /v1/listings/{id}`. The path must be redacted already. */
export function interactionId(ordinal: number, method: string, path: string): string {
  const last = path.lastIndexOf('/') + 1;
  const end = path.slice(last);
  const name =
    isIdentifier(end) && !isVersion(end)
      ? nameOfOne(`${method} ${path.slice(0, last)}`)
      : nameOf(method, path.split('/'));
  return `${ordinal}-${name}`.replace(/[-.]+$/, '');
}

/** The records of one collection have the same name. It takes a method and the collection, such as `GET /v1/listings/`. */
const nameOfOne = remembering(1000, (words) => {
  const space = words.indexOf(' ');
  return nameOf(words.slice(0, space), [...words.slice(space + 1).split('/'), '1']);
});

function nameOf(method: string, segments: readonly string[]): string {
  const what = segments
    .filter((segment) => segment !== '' && !isVersion(segment))
    .reduce((subject, segment) => (isIdentifier(segment) ? singular(subject) : segment), 'root');
  return `${clean(method)}-${clean(what)}`;
}

function isVersion(segment: string): boolean {
  return /^v\d+$/.test(segment);
}

function clean(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 32);
}

function isIdentifier(segment: string): boolean {
  return mayHoldPlaceholder(segment) || /\d.*\d.*\d|^\d+$|%/.test(segment) || segment.length > 32;
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}
