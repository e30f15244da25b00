// Data for the simulator from a recording: what its answers say about listings, strategies and report runs before any
// write. It is read as leniently as it can be, because the real service may write records in forms that are not ours.
import type { DataSet, Listing, Strategy } from '../../service/models/resources.ts';
import { readLeniently } from '../../service/models/fixtures.ts';
import { listingModel } from '../../service/models/listing.ts';
import { reportRunModel } from '../../service/models/report-run.ts';
import { strategyModel } from '../../service/models/strategy.ts';
import { generate } from '../../service/data/generate.ts';
import { jsonOf, listingWrite } from '../replay/overlay.ts';
import type { Interaction, Recording } from '../format.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What the recording shows. Of a kind of which it shows no record, the data set `default` is taken, so that there is
 * something to answer with; a strategy that a listing has and that nothing describes is made up.
 */
export function recordedData({ interactions }: Recording): DataSet {
  const shown = collect(interactions);
  const read = {
    listings: [...shown.listings.values()].flatMap(
      (record) => readLeniently(listingModel, listingOf(record)) ?? [],
    ),
    reportRuns: [...shown.reports.values()].flatMap(
      (record) => readLeniently(reportRunModel, planOf(record)) ?? [],
    ),
    strategies: [...shown.strategies.values()].flatMap(
      (record) => readLeniently(strategyModel, without(record, 'assignedCount')) ?? [],
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

interface Shown {
  readonly listings: Map<string, Fields>;
  readonly strategies: Map<string, Fields>;
  readonly reports: Map<string, Fields>;
}

/** The records in recorded answers. What was said of a listing first counts, as later writes have changed it. */
function collect(interactions: readonly Interaction[]): Shown {
  const shown: Shown = { listings: new Map(), strategies: new Map(), reports: new Map() };
  for (const { request, response } of interactions) {
    if (response.status < 200 || response.status >= 300) continue;
    const path = /^\/v\d+\/(listings|strategies|reports)(?:\/[^/]+)?$/.exec(request.path);
    const kind = path?.[1] as keyof Shown | undefined;
    const written = listingWrite(request.method, request.path);
    if (written === undefined && (kind === undefined || request.method !== 'GET')) continue;
    const records = shown[kind ?? 'listings'];
    for (const record of recordsIn(jsonOf(response.body))) {
      const id = String(record.id);
      const earlier = records.get(id);
      // A run goes on by itself: its latest state tells how it ended.
      records.set(id, kind === 'reports' ? { ...earlier, ...record } : { ...record, ...earlier });
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
      fallback.strategies.find((strategy) => strategy.id === id) ?? readLeniently(strategyModel, { id })!
    );
  });
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}
