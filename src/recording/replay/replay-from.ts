// Answers from a recording, as a filter. It opens no connection, and its caller passes in the body codec, so it runs behind
// msw in a browser, too.
import { requestWith, withHeaders, mapMaybe } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler, RequestContext } from '../../http/message.ts';
import type { RecordedBody, RecordedRequest } from '../format.ts';
import { answerUnrecordedWrite, applyOverlay } from './answer-unrecorded-write.ts';
import type { UnrecordedWriteRules } from './answer-unrecorded-write.ts';
import { carriesBody, heldBody, measure, readBody, resumedBody, spentBody } from '../body/live-body.ts';
import type { LongBody } from '../body/live-body.ts';
import { listingWrite, synthesizedHeader } from './overlay.ts';
import type { Found, HeadersOf, MissReason } from './replay-cursor.ts';
import { ReplayTrace } from './replay-trace.ts';
import { buildResponse, responseCache } from './response-cache.ts';
import type { BodyCodec } from '../body/body-codec.ts';
import type { ReplayWorld, ReplayWorlds } from './replay-worlds.ts';
import { conditionHeaders, isConditional, requestKey, unconditionalKey } from '../request-key.ts';
import type { KeyedRequest } from '../request-key.ts';
import { Sha256 } from '../../http/sha-256.ts';
import { headerPairs, storedRequestHeaders } from '../recordable-headers.ts';
import { isWrite } from './timeline.ts';
import type { Timeline } from './timeline.ts';

export interface ReplayFromOptions {
  readonly bodies: BodyCodec;
  /** Given, unrecorded writes are answered by these rules (`--allow-unrecorded-writes`). */
  readonly unrecordedWrites?: UnrecordedWriteRules;
  /** Given, each answer takes the time it took when it was recorded (`--timing recorded`). */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /**
   * The longest request body that is compared, in bytes; a longer one goes to the next handler, as it comes. Unless
   * given, a body of any length is compared, the long ones by their hash.
   */
  readonly maxBody?: number;
  /** Whether the requests are those that the service would refuse: they get the recorded 401s and nothing else. */
  readonly refused?: boolean;
}

/** Bodies up to so many bytes, or as long as the longest recorded one, are compared by content; longer ones by their hash. */
const usualBody = 10 * 2 ** 20;

/** Answers what was recorded, as it was recorded; hands everything else on. */
export function replayFrom(worlds: ReplayWorlds, options: ReplayFromOptions): Filter {
  const { bodies, unrecordedWrites, sleep, maxBody } = options;
  const respond = responseCache(bodies);
  const open = ({ context }: ApiRequest): ReplayWorld =>
    options.refused === true ? worlds.openRefused() : worlds.open(context.world?.key ?? '');

  return function replay(next) {
    return function replayed(request) {
      if (!carriesBody(request)) return serve(request, null, request);
      const limit = Math.max(maxBody ?? usualBody, open(request).timeline.longestBody);
      // A body that is too long goes to the next handler unread.
      if (maxBody !== undefined && Number(request.headers['content-length']) > limit) return next(request);
      return mapMaybe(readBody(request, limit), (body) => {
        // Not by its class: bytes may come from another realm, such as a page's worker.
        if (!('begun' in body)) return serveWithBody(request, body);
        if (maxBody !== undefined) return next(requestWith(request, { body: resumedBody(body) }));
        return serveLong(request, body);
      });
    };

    function serveWithBody(request: ApiRequest, bytes: Uint8Array): ReturnType<Handler> {
      request.context.body = bytes;
      const body = bytes.length === 0 ? null : bodies.recordBody(bytes, headerPairs(request.rawHeaders));
      return serve(request, body, requestWith(request, { body: heldBody(bytes) }));
    }

    async function serveLong(request: ApiRequest, body: LongBody): Promise<ApiResponse> {
      const omitted = await measure(body, bodies.createHash());
      return serve(request, { omitted }, requestWith(request, { body: spentBody }));
    }

    function serve(request: ApiRequest, body: RecordedBody, unread: ApiRequest): ReturnType<Handler> {
      const world = open(request);
      const asked = toRecordedRequest(request, body);
      const found = find(worlds, world, asked, request);
      if (!('missing' in found)) {
        worlds.countAnswer();
        return answer(request, worlds.recording.upstream, world, asked, found);
      }
      const guess =
        unrecordedWrites && answerUnrecordedWrite(unrecordedWrites, worlds, world, asked, request);
      if (guess !== undefined) {
        worlds.countAnswer();
        request.context.replay = new ReplayTrace({ synthesizedBy: 'unrecorded-write' });
        return guess;
      }
      const headers = found.missing === 'variant' ? headerPairs(request.rawHeaders) : asked.headers;
      const asSent = { ...asked, headers };
      missContexts.set(request.context, { asked: asSent, reason: found, timeline: world.timeline });
      return next(unread);
    }
  };

  function answer(
    request: ApiRequest,
    upstream: string,
    world: ReplayWorld,
    asked: RecordedRequest,
    found: Found,
  ): ReturnType<Handler> {
    const { interaction, marks } = found;
    const write = listingWrite(asked.method, asked.path);
    const { status } = interaction.response;
    if (unrecordedWrites !== undefined && write !== undefined && status >= 200 && status < 300) {
      const fields = world.overlay.noteRecordedWrite(write, interaction);
      unrecordedWrites.onWrite?.(request.context.world?.key ?? '', write.listing, fields);
    }
    const changed = unrecordedWrites && applyOverlay(world.overlay, interaction, marks.includes('stale'));
    const synthesizedBy = changed === undefined ? undefined : 'unrecorded-write';
    request.context.replay = new ReplayTrace({ found, synthesizedBy });
    const accepts = request.headers['accept-encoding'];
    const bases = { upstream, origin: request.origin };
    const bare =
      changed === undefined
        ? respond(interaction, bases, accepts)
        : withHeaders(buildResponse(bodies, changed, bases, accepts), ...synthesizedHeader);
    const response = marks.length === 0 ? bare : withHeaders(bare, 'X-Mock-Replay', marks.join(', '));
    return sleep === undefined ? response : sleep(interaction.milliseconds).then(() => response);
  }
}

/** A request that was not answered: what it asks for in the terms of a recording, and why nothing answers it. */
export interface MissContext {
  readonly asked: RecordedRequest;
  readonly reason: MissReason;
  readonly timeline: Timeline;
}

const missContexts = new WeakMap<RequestContext, MissContext>();

/** What `replayFrom` found out of a request that it handed on; undefined for one that did not pass it. */
export function missContextOf({ context }: ApiRequest): MissContext | undefined {
  return missContexts.get(context);
}

/** A live request in the terms of a recording: of its headers only those that decide the answer. */
export function toRecordedRequest(
  { method, path, query, headers, rawHeaders }: ApiRequest,
  body: RecordedBody,
): RecordedRequest {
  let decide = body !== null;
  for (const name of conditionHeaders) decide ||= headers[name] !== undefined;
  return { method, path, query, headers: decide ? headerPairs(rawHeaders) : [], body };
}

function find(
  worlds: ReplayWorlds,
  { cursor, timeline }: ReplayWorld,
  asked: RecordedRequest,
  { rawHeaders, context }: ApiRequest,
): Found | MissReason {
  const { method, path, query } = asked;
  const redact = (request: KeyedRequest): KeyedRequest => worlds.redact(request);
  const headers: HeadersOf = () => {
    const stored = storedRequestHeaders(headerPairs(rawHeaders));
    return redact({ method, path, query, headers: stored, body: null }).headers;
  };
  const conditional = isConditional(asked.headers);
  const key =
    conditional || asked.body !== null ? requestKey(asked, redact) : worlds.plainKey(method, path, query);
  const answerTo = (of: string): Found | MissReason => {
    const own = timeline.unmask(of);
    if (typeof own !== 'string') return own;
    const found = isWrite(method) ? cursor.write(own, headers) : cursor.read(own, headers);
    if (own === of || 'missing' in found) return found;
    return { ...found, marks: [...found.marks, 'secret-not-compared'] };
  };
  const found = answerTo(key);
  if (!('missing' in found)) return found;
  // A server may ignore the conditions of a read and answer whole (RFC 9110 §13.1, §14.2).
  if (conditional && !isWrite(method)) return answerTo(unconditionalKey(asked, redact));
  const { body } = context;
  if (found.missing !== 'unrecorded' || body === undefined || body.length === 0) return found;
  // A recorder with a shorter --max-body kept of it the hash.
  const hash = new Sha256().update(body).digest();
  const omitted = { bytes: body.length, reason: 'too-long', hash } as const;
  const known = answerTo(requestKey({ ...asked, body: { omitted } }, redact));
  return 'missing' in known ? found : known;
}
