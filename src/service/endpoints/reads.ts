// The GET endpoints of §4.
import type { ApiResponse } from '../../http/message.ts';
import { Collection } from '../worlds/collection.ts';
import { downloadLinks } from './downloads.ts';
import { entityTag, notModified } from './entity-tag.ts';
import { listResponse, recordResponse } from './envelope.ts';
import { findListing } from './find-listing.ts';
import { changeFields, listingFields, reportFields, strategyFields } from './list-fields.ts';
import { selectPage } from './list-query.ts';
import { progressAt, stateNames } from '../worlds/report-runs.ts';
import type { Call } from './call.ts';
import type { DatedRun } from '../worlds/store.ts';

function listListings({ request, account, settings }: Call): ApiResponse {
  const page = selectPage(request, account.store.listings, listingFields, settings);
  const texts = page.records.map((listing) => account.serializer.listing(listing));
  return listResponse(request, page, texts, settings);
}

function getListing(call: Call): ApiResponse {
  const text = call.account.serializer.listing(findListing(call));
  if (call.settings.etag === 'off') return recordResponse(text, call.settings);
  const tag = entityTag(text);
  return notModified(call.request, tag) ?? recordResponse(text, call.settings, 200, 'ETag', tag);
}

function listStrategies({ request, account, settings }: Call): ApiResponse {
  const page = selectPage(request, account.store.strategies, strategyFields, settings);
  const texts = page.records.map((strategy) => account.serializer.strategy(strategy));
  return listResponse(request, page, texts, settings);
}

async function listReports({ request, account, settings }: Call): Promise<ApiResponse> {
  const now = account.clock.now();
  // By the name that the client sees.
  const names = stateNames[settings['report-states']];
  const statusOf = (run: DatedRun) => names[progressAt(run, now).status];
  const page = selectPage(request, account.store.reportRuns, reportFields(statusOf), settings);
  const print = async (run: DatedRun) => {
    const progress = progressAt(run, now);
    // The clock may have moved on since `now`; a run is shown as it stood then.
    const completed = progress.status === 'completed';
    const links = completed ? await downloadLinks(run, account, request.origin) : [];
    const rowCount = completed ? ((await account.reportSizes(run))?.rowCount ?? null) : null;
    return account.serializer.reportRun(run, progress, rowCount, links);
  };
  const texts = await Promise.all(page.records.map(print));
  return listResponse(request, page, texts, settings);
}

/** The changes made through the API, where events are assumed to exist (A27). */
function listEvents({ request, account, settings }: Call): ApiResponse {
  const changes = new Collection('change', account.store.changes(), 'newest');
  const page = selectPage(request, changes, changeFields, settings);
  const texts = page.records.map((change) => account.serializer.change(change));
  return listResponse(request, page, texts, settings);
}

export const reads = { listListings, getListing, listReports, listStrategies, listEvents };
