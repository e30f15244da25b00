// `replay --on-miss mock`: the simulator answers requests that were not recorded, as the recorded service speaks. It has the
// data of the recording and follows the replay's writes.
import type { Clock } from '../../http/clock.ts';
import type { Settings, Overrides } from '../../spec/settings.ts';
import type { Listing } from '../../service/models/resources.ts';
import { route, routerUnder } from '../../spec/router.ts';
import { numberRequests } from '../../service/filters/number-requests.ts';
import { tagRequests } from '../../service/filters/tag-requests.ts';
import { mapResponse, pipeline, withHeaders } from '../../http/message.ts';
import { applyForm } from '../../dialect/apply-profile.ts';
import { otherMethods } from '../../dialect/profile-form.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import { speakErrors } from '../../service/endpoints/dialect-renderer.ts';
import type { ApiResponse, Handler } from '../../http/message.ts';
import { answerDownloads } from '../../service/endpoints/downloads.ts';
import { generate } from '../../service/data/generate.ts';
import { simulate } from '../../service/endpoints/simulate.ts';
import type { Service } from '../../service/service.ts';
import { noteMiss } from '../../recording/replay/miss.ts';
import type { ListingFields } from '../../recording/replay/overlay.ts';
import type { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { openRecordingData } from '../../analysis/open-recording-data.ts';

interface MissSimulator {
  /** Answers a request that was not recorded, and counts it as missed all the same. */
  readonly handler: Handler;
  /** Answers the download links in the simulator's reports. */
  readonly downloads: Handler;
  /** Does a write that the replay has answered, so that both show the same listing. */
  readonly write: (key: string, listing: string, fields: ListingFields) => void;
}

/** The header that marks simulated answers. */
const simulatedHeader = ['X-Mock-Synthesized', 'mock'] as const;

/**
 * @param options.name of the recording, as the command takes it
 * @param options.form how the recorded service speaks, where a profile says so; else the recording teaches it
 */
export function simulateMisses(
  { worlds, settings }: Service,
  positions: ReplayWorlds,
  { name, form: known }: { readonly name: string; readonly form?: DialectForm | undefined },
): MissSimulator {
  const { form, assumptions, data } = openRecordingData(positions.recording, 'start', known);
  worlds.begin(form === undefined ? generate({ seed: 1, set: 'default' }) : data);
  const mock =
    form === undefined ? plainly(settings) : spoken(form, assumptions, worlds.unauthenticated.clock);
  const downloads = answerDownloads(worlds, settings);
  const marked = (response: ApiResponse) => withHeaders(response, ...simulatedHeader);

  return {
    handler: function simulateMiss(request) {
      noteMiss(positions, request, { name, answeredBy: 'mock' });
      return mapResponse(mock(request), marked);
    },
    downloads: (request) => mapResponse(downloads(request), marked),
    write(key, listing, fields) {
      const { store } = worlds.of(key).account;
      const known = store.listings.get(listing);
      if (known !== undefined) store.putListing({ ...known, ...writable(fields) });
    },
  };
}

function plainly(settings: Settings): Handler {
  const filters = settings.form.headers.requestId === 'on' ? [tagRequests()] : [];
  return pipeline(numberRequests(), ...filters)(simulate(routerUnder(settings), settings));
}

function spoken(form: DialectForm, assumptions: Overrides, clock: Clock): Handler {
  const { dialect, settings } = applyForm(form, [assumptions]);
  const router = routerUnder(settings, otherMethods(form));
  return pipeline(
    route(router),
    numberRequests(),
    speakErrors(dialect, clock),
  )(simulate(router, settings, dialect));
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
