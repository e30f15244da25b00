// Answers from a recording, as a filter. It never opens a connection, and how a body becomes bytes is handed in, so it
// runs behind msw, too.
import { BodyTooLarge, withHeaders, whenThere } from '../http.ts';
import type { ApiRequest, Filter, Handler, RequestBody } from '../http.ts';
import { askedOf, noteMissed } from './asked.ts';
import type { RecordedBody, RecordedRequest } from './format.ts';
import { layOver, overlaid } from './lay-over.ts';
import type { OverlayRules } from './lay-over.ts';
import { listingWrite, synthesizedHeader } from './overlay.ts';
import type { Found, Missing } from './position.ts';
import { build, preparedAnswers } from './prepared-answers.ts';
import type { BodyCodec } from './prepared-answers.ts';
import type { ReplayWorld, ReplayWorlds } from './replay-worlds.ts';
import { isConditional, requestKey, unconditionalKey } from './request-key.ts';
import type { KeyedRequest } from './request-key.ts';
import { headerPairs } from './stored-headers.ts';
import { isWrite } from './timeline.ts';

export interface ReplayOptions {
  readonly bodies: BodyCodec;
  /** Lays unrecorded writes over the recorded answers (`--overlay`). */
  readonly overlay?: OverlayRules;
  /** Given, each answer takes the time it took when it was recorded (`--timing recorded`). */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** The longest request body that is compared; a longer one was never recorded. */
  readonly maxBody?: number;
}

/** Answers what was recorded, as it was recorded; hands everything else on. */
export function replayFrom(worlds: ReplayWorlds, options: ReplayOptions): Filter {
  const { bodies, overlay, sleep, maxBody = 10 * 2 ** 20 } = options;
  const prepared = preparedAnswers(bodies);

  return function replay(next) {
    return function replayed(request) {
      if (!carriesBody(request)) return serve(request, null, request);
      const take = (bytes: Uint8Array) => serveWithBody(request, bytes);
      return whenThere(request.body.bytes(maxBody), take, (error: unknown) => {
        // A declared length over the limit leaves the body unread, for whoever is behind us to decide about.
        if (error instanceof BodyTooLarge && Number(request.headers['content-length']) > maxBody) {
          return next(request);
        }
        throw error;
      });
    };

    function serveWithBody(request: ApiRequest, bytes: Uint8Array): ReturnType<Handler> {
      request.context.body = bytes;
      const body = bytes.length === 0 ? null : bodies.recordBody(bytes, headerPairs(request.rawHeaders));
      return serve(request, body, withBody(request, bytes));
    }

    function serve(request: ApiRequest, body: RecordedBody, unread: ApiRequest): ReturnType<Handler> {
      const world = worlds.open(request.context.account ?? '');
      const asked = askedOf(request, body);
      const found = find(worlds, world, asked);
      if (!('missing' in found)) {
        worlds.countAnswer();
        return answer(request, worlds.recording.upstream, world, asked, found);
      }
      const guess = overlay === undefined ? undefined : layOver(overlay, worlds, world, asked, request);
      if (guess !== undefined) {
        worlds.countAnswer();
        return guess;
      }
      noteMissed(request.context, { asked, found, timeline: world.timeline });
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
      overlay.onWrite?.(request.context.account ?? '', write.listing, fields);
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

function find(worlds: ReplayWorlds, { position }: ReplayWorld, asked: RecordedRequest): Found | Missing {
  const { method, path, query } = asked;
  const redact = (request: KeyedRequest): KeyedRequest => worlds.redact(request);
  const conditional = isConditional(asked.headers);
  const key =
    conditional || asked.body !== null ? requestKey(asked, redact) : worlds.plainKey(method, path, query);
  if (isWrite(method)) return position.write(key);
  const found = position.read(key);
  // A server may ignore the conditions of a read and answer whole (RFC 9110 §13.1, §14.2).
  return 'missing' in found && conditional ? position.read(unconditionalKey(asked, redact)) : found;
}

function carriesBody({ body, headers }: ApiRequest): boolean {
  // Behind the Fetch API no header tells of a body that is there.
  if (body.isEmpty !== undefined) return !body.isEmpty;
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The request with the body that has been read; a copy by spreading would lose what stands in its class. */
function withBody(request: ApiRequest, bytes: Uint8Array): ApiRequest {
  const { method, path, query, headers, rawHeaders, origin, context } = request;
  const body: RequestBody = {
    bytes: (limit) => (bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream of what is there already
    stream: async function* held() {
      yield bytes;
    },
  };
  const onAbort = (callback: () => void): void => {
    request.onAbort(callback);
  };
  return { method, path, query, headers, rawHeaders, body, origin, context, onAbort };
}
