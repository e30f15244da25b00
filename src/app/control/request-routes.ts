// The request log of a world: search, count, verify, watch, clear.
import { ApiError } from '../../spec/errors.ts';
import { readObject } from './control-body.ts';
import { eventStream } from './event-stream.ts';
import { requestEvents } from './request-events.ts';
import { detailOf } from './request-detail.ts';
import { printable } from '../../spec/read-body.ts';
import { printExactly } from '../../http/exact-json.ts';
import type { Requests } from '../../service/handles/requests.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';
import { matchSchema } from '../../service/worlds/match.ts';
import { readMembers, required, whole } from './members.ts';
import { answerJson, done } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';
import { worldOf } from './asked-world.ts';

export const requestRoutes: readonly Route<ControlParts>[] = [
  { name: 'listRequests', method: 'GET', path: '/__mock/requests', answer: list },
  { name: 'clearRequests', method: 'DELETE', path: '/__mock/requests', answer: clear },
  { name: 'countRequests', method: 'GET', path: '/__mock/requests/count', answer: count },
  { name: 'verifyRequests', method: 'POST', path: '/__mock/requests/verify', answer: verify },
  { name: 'watchRequests', method: 'GET', path: '/__mock/requests/stream', answer: watch },
  { name: 'searchRequests', method: 'GET', path: '/__mock/requests/search', answer: search },
  { name: 'readRequest', method: 'GET', path: '/__mock/requests/{number}', answer: readOne },
];

const usualPage = 100;

/** Lists requests, oldest first. A page begins after the request number `after`. */
function list(call: Call<ControlParts>) {
  const { limit = usualPage, after = 0 } = call.query;
  const found = select(call);
  const page = found.filter(({ number }) => number > after).slice(0, limit);
  return answerJson({ data: page, total: found.length });
}

function count(call: Call<ControlParts>) {
  return answerJson({ count: select(call).length });
}

/** Without a number, at least one request must match. The answer shows the newest that do. */
async function verify(call: Call<ControlParts>) {
  const { unauthenticated } = call.query;
  const readers = { match: matchSchema, exactly: whole(0), atLeast: whole(0), atMost: whole(0) };
  const { match, exactly, atLeast, atMost } = readMembers(await readObject(call.request), readers);
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined) {
    const message = 'exactly excludes atLeast and atMost.';
    throw new ApiError('parameters_conflict', message, { param: 'exactly' });
  }
  const least = exactly ?? atLeast ?? (atMost === undefined ? 1 : 0);
  const most = exactly ?? atMost ?? Infinity;
  const found = logOf(call, unauthenticated).find(match);
  const verified = found.length >= least && found.length <= most;
  return answerJson({ verified, count: found.length, requests: found.slice(-usualPage) });
}

function clear(call: Call<ControlParts>) {
  const { unauthenticated } = call.query;
  logOf(call, unauthenticated).clear();
  return done;
}

/** With `Last-Event-ID` or `after`, the stream begins after that request, as far as the log still holds the requests since. */
function watch(call: Call<ControlParts>) {
  const { unauthenticated, after } = call.query;
  const last = call.request.headers['last-event-id'];
  const from = last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : after;
  return eventStream(requestEvents(logOf(call, unauthenticated), from));
}

/** With what the list leaves out: the answer, the record that the request changed, and what a replay made of it. */
async function readOne(call: Call<ControlParts>) {
  const { unauthenticated } = call.query;
  const found = logOf(call, unauthenticated)
    .all()
    .find(({ number }) => String(number) === call.id);
  if (found === undefined) {
    const message = `No request '${printable(call.id)}' is kept: a world counts its requests from 1 and keeps the last 1,000.`;
    throw new ApiError('resource_missing', message, { param: 'number' });
  }
  const recording = (found.replay ?? found.exchanged) ? await call.parts.running().recorded?.() : undefined;
  return answerJson(detailOf(found, recording), 200, printExactly);
}

/** Looks through so many requests, the newest. */
const mostSearched = 5000;

/** Over all worlds, newest first: in method, path, query, headers and bodies, whatever the case. */
function search({ query, parts }: Call<ControlParts>) {
  const wanted = required(query.text, 'text', 'the text to look for').toLowerCase();
  const { opened } = parts;
  const kept = [...opened.all(), opened.unauthenticated]
    .flatMap(({ log }) => log.entries())
    .sort((a, b) => b.serial - a.serial)
    .slice(0, mostSearched);
  const found = kept.filter((one) => [...textsOf(one)].some((words) => words.toLowerCase().includes(wanted)));
  return answerJson({ serials: found.map(({ serial }) => serial), searched: kept.length });
}

function* textsOf(request: LoggedRequest): Generator<string> {
  const { method, path, query, headers, body, answer } = request;
  yield `${method} ${path}${query === '' ? '' : `?${query}`}`;
  for (const pair of [...Object.entries(headers), ...answer.headers]) yield pair.join(': ');
  for (const bytes of [body, answer.body]) {
    if (bytes !== null) yield typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  }
}

/** The requests that the query asks for. */
function select(call: Call<ControlParts>): readonly LoggedRequest[] {
  const { unauthenticated, unmatched, method, path, status } = call.query;
  const match = {
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(status !== undefined && { status }),
  };
  const found = logOf(call, unauthenticated).find(match);
  return unmatched === undefined ? found : found.filter(({ matched }) => matched !== unmatched);
}

/** The request log of the world that the request means, or that of unauthenticated requests. */
function logOf(call: Call<ControlParts>, unauthenticated = false): Requests {
  return unauthenticated ? call.parts.unauthenticated : worldOf(call).requests;
}
