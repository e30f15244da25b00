// Where the pages of a list that nobody asked for are: answers offer links to them, by a parameter that no request had.
import { linksIn } from '../../../http/http-semantics.ts';
import { namedParameters } from '../../../http/parse-url.ts';
import type { PositionForm } from '../../../dialect/profile-form.ts';
import { grouped } from '../../groups.ts';
import { parametersOf } from '../../exchanges.ts';
import { textsGiven } from './given-texts.ts';
import type { Listed, Walked } from './walks.ts';

/** What the links of an answer to the same list give parameters that its request did not have, or had with another value. */
function offersOf({ by }: Listed): ReadonlyMap<string, ReadonlySet<string>> {
  const { path, query, headers } = by;
  const linked = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'link' ? [...linksIn(value).values()] : [],
  );
  const found = new Map<string, Set<string>>();
  for (const link of [...textsGiven(by).keys(), ...linked]) {
    const [before = '', parameters] = link.split(/\?(.*)/s);
    if (parameters === undefined || /\s/.test(link) || (before !== '' && !before.endsWith(path))) continue;
    for (const [name, value] of namedParameters(parameters))
      if (query.get(name) !== value) found.set(name, (found.get(name) ?? new Set<string>()).add(value));
  }
  return found;
}

type Reading = Pick<PositionForm, 'by' | 'first'>;

/** What the value of a parameter that leads to other pages may be. */
const readings: readonly Reading[] = [
  { by: 'offset', first: 0 },
  { by: 'offset', first: 1 },
  { by: 'page', first: 1 },
  { by: 'page', first: 0 },
];

/** The value that leads to the page behind one of so many records; undefined of tokens. */
function nextBehind({ by, first = 0 }: Reading, from: number, count: number): string | undefined {
  if (by === 'offset') return String(from + count + first);
  return by === 'page' ? String(Math.round(from / count) + 1 + first) : undefined;
}

/** The position that links offer and no request asked for; undefined where none is offered, or nobody can tell what it is. */
function offeredPosition(lists: readonly Listed[]): PositionForm | undefined {
  const asked = new Set(parametersOf(lists));
  const offers = lists
    .filter(({ ids }) => ids.length > 0)
    .flatMap((listed) =>
      Array.from(offersOf(listed), ([name, values]) => ({ listed, name, values: [...values] })),
    );
  for (const [name, own] of grouped(offers, (one) => one.name)) {
    if (asked.has(name)) continue;
    const isNumber = own.every(({ values }) => values.every((value) => /^\d{1,9}$/.test(value)));
    const counts = new Set(own.map(({ listed }) => listed.ids.length));
    const reading = readings.find((one) =>
      own.every(({ listed, values }) => values.includes(nextBehind(one, 0, listed.ids.length)!)),
    );
    // A page of one record has its second page at the first offset: then nobody can tell.
    if (isNumber && reading !== undefined && (counts.size > 1 || !counts.has(1))) return { name, ...reading };
    // A token is another one of each page. A number is one where it is the id of the last record.
    const isToken = (value: string, { ids }: Listed) => (isNumber ? value === ids.at(-1) : value.length > 3);
    const areTokens = own.every(({ listed, values }) => values.length === 1 && isToken(values[0]!, listed));
    const tokens = new Set(own.map(({ listed, values }) => `${listed.ids.at(-1)!} ${values[0]!}`));
    const ends = new Set(own.map(({ listed }) => listed.ids.at(-1)!));
    if (areTokens && ends.size > 1 && tokens.size === ends.size) return { name, by: 'token' };
  }
  return undefined;
}

/** The token that an answer offers for the page behind it. */
export const offeredToken = (listed: Listed, { name }: PositionForm): string | undefined =>
  offersOf(listed).get(name)?.values().next().value;

/** Whether a page offers the one behind it, or a token for it. */
export function leadsOn(listed: Listed, from: number, position: PositionForm | undefined): boolean {
  if (position === undefined) return false;
  if (position.by === 'token') return offeredToken(listed, position) !== undefined;
  const next = nextBehind(position, from, listed.ids.length);
  return next !== undefined && offersOf(listed).get(position.name)?.has(next) === true;
}

/** The roles of a list with what its links offer, where no request asked for another page. */
export function withOffered(walked: Walked, lists: readonly Listed[]): Walked {
  const position = walked.roles.positions.length > 0 ? undefined : offeredPosition(lists);
  return position === undefined
    ? walked
    : { ...walked, roles: { ...walked.roles, positions: [position] }, isOffered: true };
}
