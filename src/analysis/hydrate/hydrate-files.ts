// The files behind download links, as they were recorded.
import type { ApiRequest, ApiResponse, Handler } from '../../http/message.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import type { Interaction } from '../../recording/format.ts';
import { filesPath } from '../../spec/mock-paths.ts';
import { storedOrigin } from '../../recording/links/links.ts';
import type { Sighting } from '../learn/sightings.ts';

/** Recorded requests for files, each with its time by the simulator's clock. */
type Recorded = readonly { readonly interaction: Interaction; readonly at: number }[];

/**
 * Answers for recorded files: as of the end of a session every file that was ever downloaded, until the time in its
 * link; as of the start the answer that was given last by the simulator's time.
 * @param now milliseconds since 1970
 */
export function recordedFiles(
  recorded: Recorded,
  runs: readonly Sighting[],
  asOf: 'start' | 'end',
): (now: () => number) => Handler {
  const files = new Map<string, Recorded>();
  for (const one of recorded) {
    const { path } = one.interaction.request;
    if (path.startsWith(filesPath)) files.set(path, [...(files.get(path) ?? []), one]);
  }
  const aliases = aliasesOf(runs, new Set(files.keys()));
  const refusal = recorded.find(
    ({ interaction }) => interaction.request.path.startsWith(filesPath) && !isGood(interaction),
  );
  return (now) =>
    function recordedFiles(request) {
      const answers = files.get(request.path) ?? files.get(aliases.get(request.path) ?? '') ?? [];
      if (asOf === 'start') {
        const [first] = answers;
        const chosen = answers.findLast(({ at }) => at <= now()) ?? first;
        return chosen === undefined ? missing : answerOf(chosen.interaction, request.method);
      }
      const good = answers.find(({ interaction }) => isGood(interaction)) ?? answers[0];
      if (good === undefined) return missing;
      const refused = answers.find(({ interaction }) => !isGood(interaction)) ?? refusal;
      return answerOf(
        isExpired(request, now()) && refused !== undefined ? refused.interaction : good.interaction,
        request.method,
      );
    };
}

/** Links that are new in each answer and lead to one file: to those that were followed. */
function aliasesOf(runs: readonly Sighting[], followed: ReadonlySet<string>): Map<string, string> {
  const places = new Map<string, Set<string>>();
  for (const { id, record, by } of runs) {
    for (const [place, path] of storedLinks(record, '')) {
      const key = `${by.session} ${id} ${place}`;
      places.set(key, (places.get(key) ?? new Set<string>()).add(path));
    }
  }
  const aliases = new Map<string, string>();
  for (const paths of places.values()) {
    const known = [...paths].find((path) => followed.has(path));
    if (known !== undefined) for (const path of paths) aliases.set(path, known);
  }
  return aliases;
}

/** The recorder's own links in a record, with their places. */
function storedLinks(value: unknown, place: string): [place: string, path: string][] {
  if (typeof value === 'string') {
    return value.startsWith(storedOrigin) ? [[place, value.slice(storedOrigin.length)]] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => storedLinks(item, `${place}/${name}`));
}

const isGood = ({ response }: Interaction) => response.status < 300;

/** Links that the dialect gives out name the time at which they end. */
function isExpired({ query }: ApiRequest, now: number): boolean {
  const expires = new URLSearchParams(query).get('expires');
  return expires !== null && now >= Number(expires) * 1000;
}

const missing: ApiResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain'],
  body: 'The recording does not hold this file.\n',
};

function answerOf({ response }: Interaction, method: string): ApiResponse {
  const wire = nodeBodies.wireBody(response);
  if (wire === undefined) return missing;
  const headers = wire.headers.filter(
    ([name]) => !/^(date|content-length|connection|transfer-encoding)$/i.test(name),
  );
  return { status: response.status, headers: headers.flat(), body: method === 'HEAD' ? null : wire.bytes };
}
