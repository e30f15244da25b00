// What a recording holds besides the endpoints of §4, such as the files behind download links: answered as it was recorded,
// with links that lead to us. Reads of one record are answered as `recorded-reads.ts` says, writes as `recorded-writes.ts` does.
import type { ApiRequest, ApiResponse } from '../http/message.ts';
import type { Json } from '../http/exact-json.ts';
import { shortened } from '../http/plain-text.ts';
import type { BodyCodec } from '../recording/body/body-codec.ts';
import { servedResponse } from '../recording/links/rebase-links.ts';
import type { DialectForm } from '../dialect/profile-form.ts';
import { filesPath, storedOrigin } from '../spec/mock-paths.ts';
import { ApiError } from '../spec/errors.ts';
import type { AnswersBeside } from '../service/service.ts';
import { isReadBeside, placeAsked } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { grouped } from './groups.ts';
import type { HydratedRecords } from './hydrate.ts';
import type { Sighting } from './learn/records/sightings.ts';
import type { States } from './learn/records/states.ts';
import { recordedReads } from './recorded-reads.ts';
import { recordedWrites } from './recorded-writes.ts';
import { linksOf } from './report-links.ts';
import type { Link } from './report-links.ts';

/**
 * As of the end of a session each file is answered as it was when it was last there, until the time in its link; as of the start
 * as it was at that time of the session.
 * @param upstream the base URL of the recorded service
 * @param now milliseconds since 1970
 * @param form how the service speaks: whether it tells how files are made that were not recorded
 */
export function answersBeside(
  states: States,
  records: HydratedRecords['records'],
  asOf: 'start' | 'end',
  upstream: string,
  bodies: BodyCodec,
  now: () => number,
  form: DialectForm | undefined,
): AnswersBeside {
  const { exchanges, sightings } = states;
  const readAt = recordedReads(states, { records }, asOf, form?.lists.listStrategies?.shows);
  const writesAt = recordedWrites(exchanges);
  const beside = exchanges.filter((by) => isReadBeside(by) && readAt(by.path) === undefined);
  // Where nothing was ever found is no file: the service's own error tells that.
  const found = new Set(beside.filter(isGood).map(placeAsked));
  const files = grouped(
    beside.filter((by) => by.path.startsWith(filesPath) || found.has(placeAsked(by))),
    ({ path }) => path,
  );
  const runs = sightings.filter(({ kind }) => kind === 'reportRun');
  const linksIn = linksOf(runs, files);
  const aliases = aliasesOf(runs, new Set(files.keys()), linksIn);
  // A link that the service gave leads to something there, though nobody followed it.
  const left = form?.reportFile === undefined ? runs : [];
  const given = new Set(left.flatMap(({ record }) => linksIn(record).map(([, path]) => path)));
  const refusal = exchanges.find((by) => by.isFile && !isGood(by));
  const first = exchanges[0]?.at ?? 0;
  const began = now();
  const elapsed = () => now() - began;

  return {
    file(request) {
      if (readAt(request.path) !== undefined) return undefined;
      const all = files.get(request.path) ?? files.get(aliases.get(request.path) ?? '');
      if (all === undefined)
        return request.path.startsWith(filesPath) || given.has(request.path) ? missing : undefined;
      const same = all.filter(({ interaction }) => interaction.request.query === request.query);
      const answers = same.length > 0 ? same : all;
      return answerOf(fileOf(answers, request), request);
    },
    read(request, listingsOf) {
      const answer = readAt(request.path)?.(request.query, elapsed(), listingsOf);
      return answer && answerOf(answer.like, request, answer.body);
    },
    write(request) {
      const { method, path, query } = request;
      const answersTo = writesAt(method, path);
      if (answersTo === undefined) return undefined;
      return (sent) => {
        const answers = answersTo(query, utf8.decode(sent));
        if (answers.length === 0) throw undecided(request);
        return answerOf(asOf === 'start' ? shownBy(answers) : answers.at(-1)!, request);
      };
    },
  };

  /** @param told in place of the recorded body */
  function answerOf({ interaction }: Exchange, { method, origin }: ApiRequest, told?: string): ApiResponse {
    const { response, leadsTo } = servedResponse(interaction.response, upstream, origin);
    const wire = bodies.wireBody(response);
    if (wire === undefined) return missing;
    // A tag is the recorded record's alone.
    const others =
      told === undefined
        ? /^(date|content-length|connection|transfer-encoding)$/i
        : /^(date|content-length|content-encoding|connection|transfer-encoding|etag|last-modified)$/i;
    const headers = wire.headers.filter(([name]) => !others.test(name));
    const whole = told?.replaceAll(storedOrigin, origin) ?? wire.bytes;
    const body = method === 'HEAD' ? null : whole;
    return {
      status: response.status,
      headers: headers.flat(),
      body,
      ...(leadsTo !== undefined && { leadsTo }),
    };
  }

  function fileOf(answers: readonly Exchange[], request: ApiRequest): Exchange {
    if (asOf === 'start') return shownBy(answers);
    const good = answers.findLast(isGood) ?? answers[0]!;
    const refused = answers.find((by) => !isGood(by)) ?? refusal;
    return isExpired(request, now()) && refused !== undefined ? refused : good;
  }

  /** The answer of this time of the session. */
  function shownBy(answers: readonly Exchange[]): Exchange {
    return answers.findLast(({ at }) => at - first <= elapsed()) ?? answers[0]!;
  }
}

/** Links that are new in each answer and lead to one file: to those that were followed. */
function aliasesOf(
  runs: readonly Sighting[],
  followed: ReadonlySet<string>,
  linksIn: (record: Json) => readonly Link[],
): Map<string, string> {
  const places = new Map<string, Set<string>>();
  for (const { id, record, by } of runs) {
    for (const [place, path] of linksIn(record)) {
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

const isGood = ({ status }: Exchange) => status < 400;

/** Links that name the time at which they end, in seconds since 1970. */
function isExpired({ query }: ApiRequest, now: number): boolean {
  const expires = new URLSearchParams(query).get('expires');
  return expires !== null && now >= Number(expires) * 1000;
}

const utf8 = new TextDecoder();

const undecided = ({ method, path }: ApiRequest) =>
  new ApiError(
    'undecided',
    `The recordings do not show how the service answers ${shortened(method, 20)} ${shortened(path, 100)} with this query and body.`,
    { status: 501 },
  );

const missing: ApiResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain'],
  body: 'The recording does not hold this file.\n',
};
