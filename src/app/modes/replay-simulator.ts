// What `--on-miss mock` puts behind a replay: the simulator, with data from the recording, following its writes.
import type { Listing } from '../../service/models/resources.ts';
import { tagRequests } from '../../service/filters/tag-requests.ts';
import { mapResponse, pipeline, withHeaders } from '../../http/message.ts';
import type { ApiResponse, Handler } from '../../http/message.ts';
import { download } from '../../service/endpoints/downloads.ts';
import { simulate } from '../../service/endpoints/simulate.ts';
import { recordMiss } from '../../recording/replay/miss.ts';
import type { ListingFields } from '../../recording/replay/overlay.ts';
import type { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { recordedData } from '../../recording/hydrate/recorded-data.ts';
import type { ReplayOptions } from './replay-app-options.ts';
import { Worlds } from '../../service/worlds/worlds.ts';

export interface MissSimulator {
  /** Answers a request that was not recorded, and counts it as missed all the same. */
  readonly handler: Handler;
  /** Answers at the links in its reports. */
  readonly downloads: Handler;
  /** A write that an account has done in the replay, so that both show the same listing. */
  readonly write: (account: string, listing: string, fields: ListingFields) => void;
}

/** The header that tells its answers from recorded ones. */
const simulatedHeader = ['X-Mock-Synthesized', 'mock'] as const;

export function simulateMisses(worlds: ReplayWorlds, options: ReplayOptions): MissSimulator {
  const { settings, createClock } = options;
  const simulated = new Worlds({
    settings,
    data: recordedData(worlds.recording),
    limitsOf: () => ({ perSecond: Infinity, perMinute: Infinity }),
    createClock,
    ...{ faults: [], latency: null, seed: 1 },
    onDrop: () => undefined,
  });
  const mock = pipeline(...(settings['request-id'] === 'on' ? [tagRequests()] : []))(
    simulate((account) => simulated.of(account).simulation, settings),
  );
  const marked = (response: ApiResponse) => withHeaders(response, ...simulatedHeader);

  return {
    handler: function simulateMiss(request) {
      recordMiss(worlds, request);
      return mapResponse(mock(request), marked);
    },
    downloads: async (request) => {
      return marked(await download(request, (id) => simulated.byId(id)?.simulation, settings));
    },
    write(account, listing, fields) {
      const { store } = simulated.of(account).simulation;
      const known = store.listings.get(listing);
      if (known !== undefined) store.putListing({ ...known, ...writable(fields) });
    },
  };
}

/** The fields of §4, where they have the forms in which the simulator keeps them. */
function writable(fields: ListingFields): Partial<Listing> {
  const isPrice = (value: unknown) => value === null || typeof value === 'number';
  const isId = (value: unknown) => value === null || typeof value === 'string';
  const taken = Object.entries(fields).filter(([name, value]) =>
    name === 'strategyId' ? isId(value) : (name === 'minPrice' || name === 'maxPrice') && isPrice(value),
  );
  return Object.fromEntries(taken);
}
