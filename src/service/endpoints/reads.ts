// The GET endpoints of §4 by our own rules. With the profile of a recorded service `recorded-rules.ts` decides.
import { downloadLinks } from './downloads.ts';
import { findListing } from './find-listing.ts';
import { listingFields, reportFields, strategyFields } from './list-fields.ts';
import { collectionPage } from './list-query.ts';
import { progressAt } from '../worlds/report-runs.ts';
import type { Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import type { ReportState } from '../worlds/serializer.ts';
import type { DatedRun } from '../worlds/store.ts';

function listListings({ request, account, settings }: Call): Outcome {
  return {
    kind: 'page',
    of: 'listing',
    page: collectionPage(request, account.store.listings, listingFields, settings),
  };
}

function getListing(call: Call): Outcome {
  return { kind: 'record', of: 'listing', record: findListing(call) };
}

function listStrategies({ request, account, settings }: Call): Outcome {
  return {
    kind: 'page',
    of: 'strategy',
    page: collectionPage(request, account.store.strategies, strategyFields, settings),
  };
}

async function listReports({ request, account, settings }: Call): Promise<Outcome> {
  const now = account.clock.now();
  // By the name that the client sees.
  const statusOf = (run: DatedRun) => settings.form.states[progressAt(run, now).status];
  const page = collectionPage(request, account.store.reportRuns, reportFields(statusOf), settings);
  const stateOf = async (run: DatedRun): Promise<ReportState> => {
    const progress = progressAt(run, now);
    // The clock may have moved on since `now`; a run is shown as it stood then.
    const completed = progress.status === 'completed';
    const links = completed ? await downloadLinks(run, account, request.origin) : [];
    const rowCount = completed ? ((await account.reportSizes(run))?.rowCount ?? null) : null;
    return { id: run.id, run, progress, rowCount, links };
  };
  const records = await Promise.all(page.records.map(stateOf));
  return { kind: 'page', of: 'reportRun', page: { ...page, records } };
}

export const reads = { listListings, getListing, listReports, listStrategies };
