// Answers from a recording, as a filter. It never opens a connection, and how a body becomes bytes is handed in, so it
// runs behind msw, too.
import { requestWith, withHeaders, mapMaybe } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../../http/message.ts';
import { askedOf, noteMissed } from './recorded-request.ts';
import type { RecordedBody, RecordedRequest } from '../format.ts';
import { layOver, overlaid } from './answer-unrecorded-write.ts';
import type { OverlayRules } from './answer-unrecorded-write.ts';
import { carriesBody, heldBody, measure, readBody, resumedBody, spentBody } from '../body/live-body.ts';
import type { LongBody } from '../body/live-body.ts';
import { listingWrite, synthesizedHeader } from './overlay.ts';
import type { Found, HeadersOf, Missing } from './replay-cursor.ts';
import { build, preparedAnswers } from './response-cache.ts';
import type { BodyCodec } from './response-cache.ts';
import type { ReplayWorld, ReplayWorlds } from './replay-worlds.ts';
import { isConditional, requestKey, unconditionalKey } from '../request-key.ts';
import type { KeyedRequest } from '../request-key.ts';
import { Sha256 } from '../../http/sha-256.ts';
import { headerPairs, storedRequestHeaders } from '../recordable-headers.ts';
import { isWrite } from './timeline.ts';

export interface ReplayOptions {
  readonly bodies: BodyCodec;
  /** Lays unrecorded writes over the recorded answers (`--overlay`). */
  readonly overlay?: OverlayRules;
  /** Given, each answer takes the time it took when it was recorded (`--timing recorded`). */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /**
   * The longest request body that is compared, in bytes; a longer one goes to whoever is behind, as it comes. Unless
   * given, a body of any length is compared, the long ones by their hash.
   */
  readonly maxBody?: number;
  /** Whether the requests are those that the service would refuse: they get the recorded 401s and nothing else. */
  readonly refused?: boolean;
}

/** So much of a body is compared as what it says, and more where the recording holds more. */
const usualBody = 10 * 2 ** 20;

/** Answers what was recorded, as it was recorded; hands everything else on. */
export function replayFrom(worlds: ReplayWorlds, options: ReplayOptions): Filter {
  const { bodies, overlay, sleep, maxBody } = options;
  const prepared = preparedAnswers(bodies);
  const open = ({ context }: ApiRequest): ReplayWorld =>
    options.refused === true ? worlds.openRefused() : worlds.open(context.world?.key ?? '');

  return function replay(next) {
    return function replayed(request) {
      if (!carriesBody(request)) return serve(request, null, request);
      const limit = Math.max(maxBody ?? usualBody, open(request).timeline.longestBody);
      // Unread, for whoever is behind us to decide about.
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
      const omitted = await measure(body, bodies.createHash?.() ?? new Sha256());
      return serve(request, { omitted }, requestWith(request, { body: spentBody }));
    }

    function serve(request: ApiRequest, body: RecordedBody, unread: ApiRequest): ReturnType<Handler> {
      const world = open(request);
      const asked = askedOf(request, body);
      const found = find(worlds, world, asked, request);
      if (!('missing' in found)) {
        worlds.countAnswer();
        return answer(request, worlds.recording.upstream, world, asked, found);
      }
      const guess = overlay === undefined ? undefined : layOver(overlay, worlds, world, asked, request);
      if (guess !== undefined) {
        worlds.countAnswer();
        return guess;
      }
      const headers = found.missing === 'variant' ? headerPairs(request.rawHeaders) : asked.headers;
      noteMissed(request.context, { asked: { ...asked, headers }, found, timeline: world.timeline });
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
    if (overlay !== undefined && write !== undefined && status >= 200 && status < 300) {
      const fields = world.overlay.settle(write, interaction);
      overlay.onWrite?.(request.context.world?.key ?? '', write.listing, fields);
    }
    const laid =
      overlay === undefined ? undefined : overlaid(world.overlay, interaction, marks.includes('stale'));
    const accepts = request.headers['accept-encoding'];
    const place = { upstream, origin: request.origin };
    const bare =
      laid === undefined
        ? prepared(interaction, place, accepts)
        : withHeaders(build(bodies, laid, place, accepts), ...synthesizedHeader);
    const response = marks.length === 0 ? bare : withHeaders(bare, 'X-Mock-Replay', marks.join(', '));
    return sleep === undefined ? response : sleep(interaction.milliseconds).then(() => response);
  }
}

function find(
  worlds: ReplayWorlds,
  { position, timeline }: ReplayWorld,
  asked: RecordedRequest,
  { rawHeaders, context }: ApiRequest,
): Found | Missing {
  const { method, path, query } = asked;
  const redact = (request: KeyedRequest): KeyedRequest => worlds.redact(request);
  const headers: HeadersOf = () => {
    const stored = storedRequestHeaders(headerPairs(rawHeaders));
    return redact({ method, path, query, headers: stored, body: null }).headers;
  };
  const conditional = isConditional(asked.headers);
  const key =
    conditional || asked.body !== null ? requestKey(asked, redact) : worlds.plainKey(method, path, query);
  const answerTo = (of: string): Found | Missing => {
    const own = timeline.unmask(of);
    if (typeof own !== 'string') return own;
    const found = isWrite(method) ? position.write(own, headers) : position.read(own, headers);
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
