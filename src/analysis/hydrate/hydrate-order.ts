// In which order a service lists its records, and whether a recording shows its lists as a whole.
import type { SpokenEndpoint } from '../../dialect/wire.ts';
import { idOf } from '../learn/locate.ts';
import type { Places } from '../learn/locate.ts';
import type { Observation } from '../learn/observations.ts';
import { learnPaging } from '../learn/paging.ts';
import type { ListAnswer } from '../learn/list-answer.ts';
import type { Sighting } from '../learn/sightings.ts';
import type { HydrationNote } from './source.ts';

const paths = {
  listListings: '/v1/listings',
  listStrategies: '/v1/strategies',
  listReports: '/v1/reports',
} as const;
const listOf = { listing: 'listListings', strategy: 'listStrategies', reportRun: 'listReports' } as const;

export interface ListingOrder {
  readonly placeOf: (sighting: Sighting) => number;
  readonly notes: readonly HydrationNote[];
}

interface List {
  readonly places: ReadonlyMap<string, number>;
  /** Whether nothing is missing in it. */
  readonly whole: boolean;
}

export function listingOrder(
  observations: readonly Observation[],
  seen: readonly Sighting[],
  places: Places,
  asOf: 'start' | 'end',
): ListingOrder {
  const lists = new Map<SpokenEndpoint, List>();
  const notes: HydrationNote[] = [];
  for (const endpoint of Object.keys(paths) as (keyof typeof paths)[]) {
    const { answers, roles, ignored } = learnPaging(endpoint, observations, places);
    const plain = answers.filter(({ by }) =>
      [...by.query.keys()].every((name) => roles.has(name) || ignored.has(name)),
    );
    if (answers.length === 0) continue;
    const list = placesIn(asOf === 'start' ? plain : [...plain].reverse());
    lists.set(endpoint, list);
    if (!list.whole) notes.push(partial(paths[endpoint], list, plain));
  }
  const behind = new Map<string, number>();
  for (const { kind, id } of seen)
    if (!behind.has(`${kind} ${id}`)) behind.set(`${kind} ${id}`, 1_000_000 + behind.size);
  return {
    notes,
    placeOf({ kind, id, record }) {
      const list = lists.get(listOf[kind]);
      const place = list?.places.get(idOf(record, kind, places) ?? id) ?? list?.places.get(id);
      if (place !== undefined) return place;
      return list?.whole === true ? -1 : behind.get(`${kind} ${id}`)!;
    },
  };
}

/** Each record's place, from the answers in their order: the first word on a record counts. */
function placesIn(answers: readonly ListAnswer[]): List {
  const found = new Map<string, number>();
  const covered = new Set<number>();
  let total = 0;
  for (const { ids, from, total: told } of answers) {
    total = Math.max(total, told);
    for (const [at, id] of ids.entries()) {
      covered.add(from + at);
      if (!found.has(id.toLowerCase())) found.set(id.toLowerCase(), from + at);
    }
  }
  return { places: found, whole: answers.length > 0 && covered.size >= total };
}

function partial(path: string, { places }: List, plain: readonly ListAnswer[]): HydrationNote {
  const total = Math.max(0, ...plain.map((answer) => answer.total));
  const text =
    plain.length === 0
      ? `${path} was never read without a filter: what else it holds is not known`
      : `${path} shows ${places.size} of ${total}: the other pages were not recorded`;
  return { kind: 'partial-page', path, text };
}
