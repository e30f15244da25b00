// The files of a completed report run: a CSV of the listings as they stood at completion, plain and as gzip.
import { lineOf } from '../../dialect/report-file.ts';
import type { Listing, ReportRun } from '../models/resources.ts';

export type Compression = 'gzip' | null;

interface ReportFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What is kept of a report's files; the files themselves are made again for each download. */
export interface ReportSizes {
  readonly rowCount: number;
  readonly plain: number;
  readonly gzip: number;
}

// There is no column for the listing's id: as in the reports of marketplaces, the SKU identifies a row.
const columns: readonly (readonly [name: string, value: (listing: Listing) => string | number | null])[] = [
  ['SKU', (listing) => listing.sku],
  ['EXTERNAL_ID', (listing) => listing.externalId],
  ['TITLE', (listing) => listing.title],
  ['MARKETPLACE', (listing) => listing.marketplace],
  ['CURRENCY', (listing) => listing.currency],
  ['CURRENT_PRICE', (listing) => listing.currentPrice],
  ['MIN_PRICE', (listing) => listing.minPrice],
  ['MAX_PRICE', (listing) => listing.maxPrice],
  ['STRATEGY_ID', (listing) => listing.strategyId],
  ['QUANTITY', (listing) => listing.quantity],
  ['STATUS', (listing) => listing.status],
];

/** The listings that a run reports on: those of its marketplace and, for one type, without a minimum. */
function rowsOf(run: ReportRun, listings: readonly Listing[]): Listing[] {
  return listings.filter(
    (listing) =>
      (run.marketplace === null || listing.marketplace === run.marketplace) &&
      (run.type !== 'listings_without_min_price' || listing.minPrice === null),
  );
}

/** RFC 4180: CRLF, quotes where needed. */
function csv(listings: readonly Listing[]): string {
  const rows = listings.map((listing) => columns.map(([, value]) => String(value(listing) ?? '')));
  return [columns.map(([name]) => name), ...rows]
    .map((cells) => lineOf(cells, { separator: ',', end: '\r\n' }))
    .join('');
}

/** Names the listings that a run's file selects. Over the same listings, runs with one key have files of one size. */
export function contentKey(run: ReportRun): string {
  return `${run.marketplace ?? '*'} ${run.type === 'listings_without_min_price' ? 'unbounded' : 'all'}`;
}

/** A run's file, made from the listings at completion. */
export async function reportFile(
  run: ReportRun,
  listings: readonly Listing[],
  compression: Compression,
): Promise<ReportFile> {
  const plain = utf8.encode(csv(rowsOf(run, listings)));
  return compression === 'gzip'
    ? { contentType: 'application/gzip', bytes: await compress(plain) }
    : { contentType: 'text/csv; charset=utf-8', bytes: plain };
}

export async function reportSizes(run: ReportRun, listings: readonly Listing[]): Promise<ReportSizes> {
  const rows = rowsOf(run, listings);
  const plain = utf8.encode(csv(rows));
  return { rowCount: rows.length, plain: plain.length, gzip: (await compress(plain)).length };
}

const utf8 = new TextEncoder();

async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  // Loaded for the first file, because a start does not need it.
  return (await import('../../http/compression.ts')).compression.gzip(bytes);
}
