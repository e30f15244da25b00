// Data for the simulator from a recording: what its answers say about listings, strategies and report runs before any
// write. It is read as leniently as it can be, because the real service may write records in forms that are not ours.
import type { DataSet, Listing, Strategy } from '../../service/models/resources.ts';
import { FixtureError } from '../../service/models/fixtures.ts';
import { readListing, readReportRun, readStrategy } from '../../service/models/fixture-records.ts';
import { generate } from '../../service/data/generate.ts';
import type { Subject } from '../../spec/endpoints.ts';
import { subjectOf } from '../../spec/router.ts';
import { jsonOf, listingWrite } from '../replay/overlay.ts';
import type { Interaction, Recording } from '../format.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown, at: { readonly file: string; readonly path: string }) => T;

/**
 * What the recording shows. Of a kind of which it shows no record, the data set `default` is taken, so that there is
 * something to answer with; a strategy that a listing has and that nothing describes is made up.
 */
export function recordedData({ interactions }: Recording): DataSet {
  const shown = collect(interactions);
  const read = {
    listings: readAll([...shown.listing.values()].map(listingOf), readListing),
    reportRuns: readAll([...shown.reportRun.values()].map(planOf), readReportRun),
    strategies: readAll(
      [...shown.strategy.values()].map((record) => without(record, 'assignedCount')),
      readStrategy,
    ),
  };
  const fallback = generate({ seed: 1, set: 'default' });
  const listings = read.listings.length > 0 ? read.listings : fallback.listings;
  const strategies =
    read.strategies.length > 0 || listings === read.listings ? read.strategies : fallback.strategies;
  return {
    listings,
    reportRuns: read.reportRuns.length > 0 ? read.reportRuns : fallback.reportRuns,
    strategies: [...strategies, ...missingStrategies(listings, strategies, fallback)],
  };
}

/** The records of each kind by id. */
type Shown = Readonly<Record<Subject, Map<string, Fields>>>;

/** The records in recorded answers. What was said of a listing first counts, as later writes have changed it. */
function collect(interactions: readonly Interaction[]): Shown {
  const shown: Shown = { listing: new Map(), strategy: new Map(), reportRun: new Map(), change: new Map() };
  for (const { request, response } of interactions) {
    if (response.status < 200 || response.status >= 300) continue;
    const isWritten = listingWrite(request.method, request.path) !== undefined;
    const kind = isWritten ? 'listing' : subjectOf(request.path);
    if (kind === undefined || !(isWritten || request.method === 'GET')) continue;
    const records = shown[kind];
    for (const record of recordsIn(jsonOf(response.body))) {
      const id = String(record.id);
      const earlier = records.get(id);
      // A run goes on by itself: its latest state tells how it ended.
      records.set(id, kind === 'reportRun' ? { ...earlier, ...record } : { ...record, ...earlier });
    }
  }
  return shown;
}

/** The outermost objects with an id, in whatever envelope. */
function recordsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('id' in value && typeof value.id === 'string') return [value];
  return Object.values(value).flatMap(recordsIn);
}

/** Each record that can be read; a field in a form that is not ours is left out, so that its default stands. */
function readAll<T>(records: Iterable<Fields>, read: Read<T>): T[] {
  return Array.from(records).flatMap((record) => {
    let fields = record;
    for (let left = Object.keys(record).length; left > 0; left -= 1) {
      try {
        return [read(fields, { file: '', path: '' })];
      } catch (error) {
        if (!(error instanceof FixtureError)) throw error;
        const name = /^\w+/.exec(error.path)?.[0] ?? '';
        if (!Object.hasOwn(fields, name) || name === 'id') return [];
        // The bounds and the strategy have no default (§2): unknown is null.
        fields = Object.hasOwn(unbound, name) ? { ...fields, [name]: null } : without(fields, name);
      }
    }
    return [];
  });
}

const unbound = { minPrice: null, maxPrice: null, strategyId: null };

function listingOf(record: Fields): Fields {
  const number = (value: unknown) =>
    typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  const { minPrice = null, maxPrice = null } = record;
  const bounds = { minPrice: number(minPrice), maxPrice: number(maxPrice) };
  return without({ ...unbound, ...record, ...bounds }, 'eligibility'); // derived anew
}

/** How a run went, from what was seen of it. */
function planOf(record: Fields): Fields {
  const { id, type, createdAt, status, error, metadata } = record;
  const links = record.downloadLinks ?? record.downloadUrl;
  const seen = typeof status === 'string' ? status : '';
  const outcome = /fail|fatal|error/i.test(seen)
    ? 'failed'
    : /cancel/i.test(seen)
      ? 'cancelled'
      : 'completed';
  const kept = outcome === 'completed' && !(Array.isArray(links) && links.length === 0);
  const details =
    typeof metadata === 'object' && metadata !== null ? without(metadata as Fields, 'rowCount') : {};
  const plan = { ...details, id, type, createdAt, outcome, kept, ...(outcome === 'failed' && { error }) };
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
}

function missingStrategies(
  listings: readonly Listing[],
  known: readonly Strategy[],
  fallback: DataSet,
): Strategy[] {
  const ids = new Set(listings.flatMap(({ strategyId }) => strategyId ?? []));
  for (const { id } of known) ids.delete(id);
  return Array.from(ids, (id) => {
    return (
      fallback.strategies.find((strategy) => strategy.id === id) ??
      readStrategy({ id }, { file: '', path: '' })
    );
  });
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}
