// Unrecorded writes in a replay (`--allow-unrecorded-writes`): validated, then shown in the recorded answers that the
// same account gets from then on.
import { errorResponse } from '../../spec/errors.ts';
import type { Settings } from '../../spec/settings.ts';
import { jsonResponse, withHeaders } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Interaction, RecordedRequest } from '../format.ts';
import { jsonOf } from '../body/readable-json.ts';
import { findObject, listingWrite, synthesizedHeader } from './overlay.ts';
import type { ListingFields, ListingWrite, Overlay, ValidateWrite } from './overlay.ts';
import type { ReplayWorld, ReplayWorlds } from './replay-worlds.ts';
import { requestKey } from '../request-key.ts';

export interface UnrecordedWriteRules {
  readonly validate: ValidateWrite;
  readonly settings: Settings;
  /** Told of each write that an account has done, recorded or not, with the fields as they now stand. */
  readonly onWrite?: (account: string, listing: string, fields: ListingFields) => void;
}

/** The recorded interaction with the unrecorded writes in its body; undefined when they change nothing. */
export function applyOverlay(
  overlay: Overlay,
  interaction: Interaction,
  stale: boolean,
): Interaction | undefined {
  const { response } = interaction;
  const recorded = jsonOf(response.body);
  const json = overlay.apply(recorded, stale);
  if (json === recorded) return undefined;
  const headers = response.headers.filter(([name]) => !/^(etag|last-modified)$/i.test(name));
  return { ...interaction, response: { ...response, headers, body: { json } } };
}

/** The answer to an unrecorded write; undefined where none can be guessed. */
export function answerUnrecordedWrite(
  { validate, settings, onWrite }: UnrecordedWriteRules,
  worlds: ReplayWorlds,
  world: ReplayWorld,
  asked: RecordedRequest,
  { origin, context }: Pick<ApiRequest, 'origin' | 'context'>,
): ApiResponse | undefined {
  const write = listingWrite(asked.method, asked.path);
  const known = write && currentListing(worlds, world, write, asked.path);
  if (known === undefined) return undefined;
  const { listing } = write!;
  const { strategyIds } = worlds;
  const verdict = validate({ ...write!, body: jsonOf(asked.body), current: known.listing, strategyIds });
  if (!verdict.ok) {
    return withHeaders(errorResponse(verdict.error, settings, origin), ...synthesizedHeader);
  }
  world.overlay.write(listing, verdict.fields);
  onWrite?.(context.world?.key ?? '', listing, verdict.fields);
  const shown = world.overlay.apply(known.body, true);
  context.written = {
    kind: 'listing',
    id: listing,
    before: known.listing,
    after: findObject(shown, listing),
  };
  return jsonResponse(200, JSON.stringify(shown), ...synthesizedHeader);
}

/** The listing as this world last saw it: from an answer to GET by id, else from a list. */
function currentListing(
  worlds: ReplayWorlds,
  { cursor, timeline, overlay }: ReplayWorld,
  { listing }: ListingWrite,
  path: string,
): { readonly body: unknown; readonly listing: ListingFields } | undefined {
  const own = path.slice(0, path.lastIndexOf('/'));
  const lists = timeline.distinct.filter(({ request }) => {
    return request.method === 'GET' && request.path === own.slice(0, own.lastIndexOf('/'));
  });
  const shown = [
    cursor.peek(worlds.plainKey('GET', own, '')),
    ...lists.map(({ request }) => cursor.peek(requestKey(request), () => request.headers)),
  ];
  for (const [at, interaction] of shown.entries()) {
    if (interaction?.response.status !== 200) continue;
    const body = overlay.apply(jsonOf(interaction.response.body), true);
    const found = findObject(body, listing);
    if (found !== undefined) return { body: at === 0 ? body : found, listing: found };
  }
  return undefined;
}
