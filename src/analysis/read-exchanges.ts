// Reads recordings of one service: what was asked, what came back, when; once, for everybody who learns from them or compares
// with them.
import { jsonIn, withLeaves } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { firstChoices } from '../http/preferences.ts';
import { withMasked } from '../dialect/stated-names.ts';
import { askedFor, sinceHeader } from '../dialect/select-page.ts';
import { precisionOf, readMoment } from '../dialect/time-forms.ts';
import { endpoints, writeMethods } from '../spec/endpoints.ts';
import type { OtherMethods } from '../spec/endpoints.ts';
import { filesPath, storedOrigin } from '../spec/mock-paths.ts';
import { endpointOf, routerOfRecordings } from '../spec/router.ts';
import type { Router } from '../spec/router.ts';
import { jsonOf, textIn } from '../recording/body/readable-json.ts';
import type { Interaction, RecordedBody } from '../recording/format.ts';
import { headerIn } from '../recording/recordable-headers.ts';
import type { Exchange, NamedRecording } from './exchanges.ts';
import { askedId, withStoredIds } from './stored-ids.ts';
import { withToldRefusals } from './told-refusals.ts';

export function readExchanges(recordings: readonly NamedRecording[]): readonly Exchange[] {
  const find = routerOfRecordings(methodsUsed(recordings));
  const read = recordings.flatMap(({ name, recording }, session) => {
    const offset = clockOffset(recording.interactions);
    return recording.interactions.map((interaction, at) => {
      return readExchange(
        interaction,
        `${name}/${interaction.id}`,
        { session, number: at + 1 },
        recording.upstream,
        offset,
        find,
      );
    });
  });
  return withStoredIds(withToldRefusals(read));
}

function readExchange(
  interaction: Interaction,
  id: string,
  place: Pick<Exchange, 'session' | 'number'>,
  upstream: string,
  offset: number,
  find: Router,
): Exchange {
  const { at, request, response } = interaction;
  const asked = endpointOf(request.method, request.path, find);
  const query = askedFor(
    request.query,
    asked?.id === undefined ? headerIn(request.headers, sinceHeader.toLowerCase()) : undefined,
  );
  const { status } = response;
  const json = exactlyIn(response.body);
  const body = json === undefined ? undefined : rebased(json, upstream);
  return {
    id,
    ...place,
    at: Date.parse(at) + offset,
    method: request.method,
    path: request.path,
    query,
    endpoint: asked?.endpoint,
    recordId: askedId({ endpoint: asked?.endpoint, path: request.path }),
    isFile: request.path.startsWith(filesPath),
    requestHeaders: request.headers,
    prefers: firstChoices((name) => headerIn(request.headers, name)),
    sentText: textIn(request.body),
    sent: withMasked(exactlyIn(request.body), query),
    status,
    ok: status >= 200 && status < 300,
    dryRun: undefined,
    isLimited: status === 429,
    limits: new Map(),
    headers: response.headers.map(([name, value]) => [name, rebasedText(value, upstream)] as const),
    body,
    text: body === undefined ? textIn(response.body) : undefined,
    interaction,
  };
}

/** The methods by which a service was written to, where it never took the one of §4. */
function methodsUsed(recordings: readonly NamedRecording[]): OtherMethods {
  const taken = new Set(
    recordings.flatMap(({ recording: { interactions } }) =>
      interactions.flatMap(({ request: { method, path }, response: { status } }) => {
        const written =
          status >= 200 && status < 300 && method !== 'GET' ? endpointOf('PATCH', path) : undefined;
        return written === undefined ? [] : [`${written.endpoint.name} ${method}`];
      }),
    ),
  );
  return Object.fromEntries(
    endpoints.flatMap(({ name, method }) => {
      const used = writeMethods.find((one) => taken.has(`${name} ${one}`)) ?? method;
      return used === method ? [] : [[name, used]];
    }),
  );
}

/** The JSON value of a body, its numbers as they were written. */
const exactlyIn = (body: RecordedBody) => jsonOf(body, jsonIn) as Json | undefined;

/** A value whose links to the service lead to `storedOrigin`, as those of downloads do. */
const rebased = (value: Json, upstream: string): Json =>
  withLeaves(value, (leaf) => (typeof leaf === 'string' ? rebasedText(leaf, upstream) : leaf));

function rebasedText(text: string, upstream: string): string {
  if (!text.includes(upstream)) return text;
  const pieces = text.split(upstream);
  return pieces.reduce((before, piece) => {
    // `https://api.example.com.evil` does not lead to `https://api.example.com`.
    return /^[\w.:@-]/.test(piece) ? before + upstream + piece : before + storedOrigin + piece;
  });
}

/** Clocks this near to each other count as one, in milliseconds. */
const near = 2000;

/** By how many milliseconds the service's clock is before that of the recorder, as its `Date` headers tell. */
function clockOffset(interactions: readonly Interaction[]): number {
  const offsets = interactions.flatMap(({ at, milliseconds, response }) => {
    const told = readMoment(headerIn(response.headers, 'date'));
    if (told === undefined) return [];
    return [told.at + precisionOf(told.form) / 2 - (Date.parse(at) + milliseconds / 2)];
  });
  const median = offsets.sort((a, b) => a - b)[offsets.length >> 1] ?? 0;
  return Math.abs(median) < near ? 0 : Math.round(median);
}
