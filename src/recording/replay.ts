// Answers from a recording: a filter that serves what was recorded, and the handler behind it for what was not.
// Neither ever opens a connection, and how a body becomes bytes is handed in, so this runs behind msw, too.
import { errorResponse } from '../api/errors.ts';
import type { Settings } from '../api/assumptions.ts';
import { keyHeader } from '../api/spec.ts';
import { BodyTooLarge, jsonResponse, withHeaders } from '../http.ts';
import type { ApiRequest, ApiResponse, Filter, Handler, RequestBody, RequestContext } from '../http.ts';
import type {
  HeaderPair,
  Interaction,
  RecordedBody,
  RecordedRequest,
  RecordedResponse,
  Recording,
} from './format.ts';
import { hasStoredLinks, serveStoredLinks } from './links.ts';
import { nearest, renderNearest } from './nearest.ts';
import { findObject, findStrategyIds, jsonOf, listingWrite, Overlay, synthesizedHeader } from './overlay.ts';
import type { ListingFields, ListingWrite, ValidateWrite } from './overlay.ts';
import { conditionHeaders, isConditional, requestKey, unconditionalKey } from './request-key.ts';
import type { KeyedRequest, RedactRequest } from './request-key.ts';
import { isWrite, Position, Timeline } from './timeline.ts';
import type { Found, Missing } from './timeline.ts';

/** From wire bytes to a recorded body and back: the functions of these names in `bodies.ts` and `content-coding.ts`. */
export interface BodyCodec {
  recordBody(wire: Uint8Array, headers: readonly HeaderPair[]): RecordedBody;
  wireBody(
    response: RecordedResponse,
    client: { readonly method: string; readonly accepts: (coding: string) => boolean },
  ): { readonly headers: readonly HeaderPair[]; readonly bytes: Uint8Array } | undefined;
  acceptedCodings(acceptEncoding: string | undefined): (coding: string) => boolean;
}

export interface WorldsOptions {
  /** How the recording was redacted, so that live requests match its placeholders. */
  readonly redact?: RedactRequest;
  /** Whether keys are checked before a request comes here. */
  readonly authenticated?: boolean;
  /** How many worlds are kept; the least recently used is dropped. */
  readonly capacity?: number;
}

export interface ReplayOptions {
  readonly bodies: BodyCodec;
  /** Lays unrecorded writes over the recorded answers (`--overlay`). */
  readonly overlay?: { readonly validate: ValidateWrite; readonly settings: Settings };
  /** Given, each answer takes the time it took when it was recorded (`--timing recorded`). */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** The longest request body that is compared; a longer one was never recorded. */
  readonly maxBody?: number;
}

export interface ReplaySummary {
  readonly misses: number;
  /** The requests missed, the first hundred, each with its number. */
  readonly missed: readonly { readonly request: string; readonly count: number }[];
  /** The ids of the interactions that served nobody, in recorded order. */
  readonly unused: readonly string[];
}

/** One account's way through the recording. */
interface ReplayWorld {
  /** Of the edition that the position is in. */
  readonly timeline: Timeline;
  readonly position: Position;
  readonly overlay: Overlay;
}

const printedMisses = 100;
const keysKept = 10_000;
const preparedBytes = 64 * 2 ** 20;

/** The worlds of one recording: a position in it for each API key. */
export class ReplayWorlds {
  readonly #source: () => Recording;
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<string, ReplayWorld>();
  readonly #keys = new Map<string, string>();
  readonly #missed = new Map<string, number>();
  readonly #served = new Set<string>();
  #recording: Recording;
  #timeline: Timeline;
  #strategyIds: ReadonlySet<string> | undefined;
  #misses = 0;

  /** @param source the recording in force; another object is another edition of it, taken over at once */
  constructor(source: () => Recording, options: WorldsOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#recording = source();
    this.#timeline = new Timeline(this.#recording.interactions, options);
  }

  get recording(): Recording {
    return this.#recording;
  }

  get strategyIds(): ReadonlySet<string> {
    return (this.#strategyIds ??= findStrategyIds(this.#recording.interactions));
  }

  /** The world of an account, at its start if it is new. The empty account is shared by all without a key. */
  open(account: string): ReplayWorld {
    const source = this.#source();
    if (source !== this.#recording) {
      this.#recording = source;
      this.#timeline = new Timeline(source.interactions, this.#options);
      this.#strategyIds = undefined;
    }
    let world = this.#worlds.get(account);
    if (world?.timeline !== this.#timeline) {
      if (world === undefined) this.#learn(account);
      world = {
        timeline: this.#timeline,
        position: new Position(this.#timeline, world?.position),
        overlay: world?.overlay ?? new Overlay(),
      };
      const capacity = this.#options.capacity ?? 1000;
      const oldest = this.#worlds.keys().next().value;
      if (oldest !== undefined && this.#worlds.size >= capacity && !this.#worlds.has(account)) {
        this.#drop(oldest);
      }
    }
    this.#worlds.delete(account);
    this.#worlds.set(account, world); // the last one is the most recently used
    return world;
  }

  /** Takes one account, or all of them, back to the start of the recording. */
  reset(account?: string): void {
    const accounts = account === undefined ? [...this.#worlds.keys()] : [account];
    for (const each of accounts) this.#drop(each);
  }

  /** The key of a request without body and conditions; such requests are many and alike. */
  plainKey(method: string, path: string, query: string): string {
    const target = `${method} ${path}?${query}`;
    let key = this.#keys.get(target);
    if (key === undefined) {
      if (this.#keys.size >= keysKept) this.#keys.clear();
      key = requestKey({ method, path, query, headers: [], body: null }, this.#options.redact);
      this.#keys.set(target, key);
    }
    return key;
  }

  redact(request: KeyedRequest): KeyedRequest {
    return this.#options.redact?.(request) ?? request;
  }

  countMiss(request: string): void {
    this.#misses += 1;
    const count = this.#missed.get(request);
    if (count !== undefined || this.#missed.size < printedMisses) this.#missed.set(request, (count ?? 0) + 1);
  }

  summary(): ReplaySummary {
    const served = new Set(this.#served);
    for (const { position } of this.#worlds.values()) for (const { id } of position.served) served.add(id);
    return {
      misses: this.#misses,
      missed: Array.from(this.#missed, ([request, count]) => ({ request, count })),
      unused: this.#recording.interactions.map(({ id }) => id).filter((id) => !served.has(id)),
    };
  }

  /** Shows the key to whoever redacts, so that it is known wherever else a request repeats it. */
  #learn(account: string): void {
    if (account === '') return;
    this.redact({ method: 'GET', path: '/', query: '', headers: [[keyHeader, account]], body: null });
  }

  #drop(account: string): void {
    for (const { id } of this.#worlds.get(account)?.position.served ?? []) this.#served.add(id);
    this.#worlds.delete(account);
  }
}

/** Answers what was recorded, as it was recorded; hands everything else on. */
export function replayFrom(worlds: ReplayWorlds, options: ReplayOptions): Filter {
  const { bodies, overlay, sleep, maxBody = 10 * 2 ** 20 } = options;
  const prepared = preparedAnswers(bodies);

  return function replay(next) {
    return function replayed(request) {
      if (!carriesBody(request)) return serve(request, null, request);
      return request.body.bytes(maxBody).then(
        (bytes) => {
          const body = bytes.length === 0 ? null : bodies.recordBody(bytes, pairsOf(request.rawHeaders));
          return serve(request, body, { ...request, body: heldBody(bytes) });
        },
        (error: unknown) => {
          // A declared length over the limit leaves the body unread, for whoever is behind us to decide about.
          if (error instanceof BodyTooLarge && Number(request.headers['content-length']) > maxBody) {
            return next(request);
          }
          throw error;
        },
      );
    };

    function serve(request: ApiRequest, body: RecordedBody, unread: ApiRequest): ReturnType<Handler> {
      const world = worlds.open(request.context.account ?? '');
      const asked = askedOf(request, body);
      const found = find(worlds, world, asked);
      if (!('missing' in found)) return answer(request, world, asked, found);
      const guess =
        overlay === undefined ? undefined : layOver(overlay, worlds, world, asked, request.origin);
      if (guess !== undefined) return guess;
      missing.set(request.context, { asked, found, timeline: world.timeline });
      return next(unread);
    }
  };

  function answer(
    request: ApiRequest,
    world: ReplayWorld,
    asked: RecordedRequest,
    found: Found,
  ): ReturnType<Handler> {
    const { interaction, marks } = found;
    const write = listingWrite(asked.method, asked.path);
    const { status } = interaction.response;
    if (overlay !== undefined && write !== undefined && status >= 200 && status < 300) {
      world.overlay.settle(write, interaction);
    }
    const laid =
      overlay === undefined ? undefined : overlaid(world.overlay, interaction, marks.includes('stale'));
    const accepts = request.headers['accept-encoding'];
    const bare =
      laid === undefined
        ? prepared(interaction, request.origin, accepts)
        : withHeaders(build(bodies, laid, request.origin, accepts), ...synthesizedHeader);
    const response = marks.length === 0 ? bare : withHeaders(bare, 'X-Mock-Replay', marks.join(', '));
    return sleep === undefined ? response : sleep(interaction.milliseconds).then(() => response);
  }
}

/** Answers what `replayFrom` could not: nothing in it can be taken for an answer of the service. */
export function miss(worlds: ReplayWorlds, options: { readonly name: string }): Handler {
  return function answerMiss(request) {
    const { asked, found, timeline } = missing.get(request.context) ?? {
      asked: askedOf(request, null),
      found: { missing: 'unrecorded' } as const,
      timeline: worlds.open(request.context.account ?? '').timeline,
    };
    const redacted = worlds.redact(asked);
    const target = `${redacted.method} ${redacted.path}${redacted.query === '' ? '' : `?${redacted.query}`}`;
    worlds.countMiss(target);
    const near = nearest(redacted, timeline.distinct);
    const { upstream } = worlds.recording;
    const command = `pricing-mock record ${upstream} --name ${options.name} --missing`;
    const message = [
      explain(target, found),
      near.length === 0
        ? 'The recording is empty.'
        : `The nearest recorded requests:\n${renderNearest(near)}`,
      `To record it: ${command}${isWrite(asked.method) && !isLoopback(upstream) ? ' --allow-writes' : ''}`,
    ].join('\n');
    return toolError(501, 'replay_miss', message, request.origin);
  };
}

/** What a miss needs to know of a request that `replayFrom` handed on. */
const missing = new WeakMap<
  RequestContext,
  { readonly asked: RecordedRequest; readonly found: Missing; readonly timeline: Timeline }
>();

function explain(target: string, found: Missing): string {
  if (found.missing === 'unrecorded') return `Not recorded: ${target}.`;
  const { id, request } = found.interaction;
  if (found.missing === 'passed') {
    return `Not recorded from here on: ${target}. It is ${id}, and the writes done have left that behind.`;
  }
  return `Not recorded yet at this point: ${target}. It was recorded after ${id} (${request.method} ${request.path}), which was not sent.`;
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

/** The recorded interaction with the unrecorded writes in its body; undefined when they change nothing. */
function overlaid(overlay: Overlay, interaction: Interaction, stale: boolean): Interaction | undefined {
  const { response } = interaction;
  const recorded = jsonOf(response.body);
  const json = overlay.apply(recorded, stale);
  if (json === recorded) return undefined;
  const headers = response.headers.filter(([name]) => !/^(etag|last-modified)$/i.test(name));
  return { ...interaction, response: { ...response, headers, body: { json } } };
}

/** The answer to an unrecorded write; undefined when it is none that can be guessed. */
function layOver(
  { validate, settings }: NonNullable<ReplayOptions['overlay']>,
  worlds: ReplayWorlds,
  world: ReplayWorld,
  asked: RecordedRequest,
  origin: string,
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
  world.overlay.lay(listing, verdict.fields);
  return jsonResponse(200, JSON.stringify(world.overlay.apply(known.body, true)), ...synthesizedHeader);
}

/** The listing as this world last saw it: from a read of its own, else from a list. */
function currentListing(
  worlds: ReplayWorlds,
  { position, timeline, overlay }: ReplayWorld,
  { listing }: ListingWrite,
  path: string,
): { readonly body: unknown; readonly listing: ListingFields } | undefined {
  const own = path.slice(0, path.lastIndexOf('/'));
  const lists = timeline.distinct.filter(({ request }) => {
    return request.method === 'GET' && request.path === own.slice(0, own.lastIndexOf('/'));
  });
  const keys = [worlds.plainKey('GET', own, ''), ...lists.map(({ request }) => requestKey(request))];
  for (const key of keys) {
    const interaction = position.peek(key);
    if (interaction?.response.status !== 200) continue;
    const body = overlay.apply(jsonOf(interaction.response.body), true);
    const found = findObject(body, listing);
    if (found !== undefined) return { body: key === keys[0] ? body : found, listing: found };
  }
  return undefined;
}

/** Turns interactions into answers, and keeps those that are the same for every request. */
function preparedAnswers(bodies: BodyCodec) {
  let kept = new WeakMap<Interaction, Map<string, ApiResponse>>();
  let size = 0;

  return function prepare(
    interaction: Interaction,
    origin: string,
    accepts: string | undefined,
  ): ApiResponse {
    const variant = `${origin} ${accepts ?? ''}`;
    const known = kept.get(interaction)?.get(variant);
    if (known !== undefined) return known;
    const response = build(bodies, interaction, origin, accepts);
    size += 500 + (response.body instanceof Uint8Array ? response.body.length : 0);
    if (size > preparedBytes) {
      kept = new WeakMap();
      size = 0;
    }
    const variants = kept.get(interaction) ?? new Map<string, ApiResponse>();
    if (variants.size < 8) kept.set(interaction, variants.set(variant, response));
    return response;
  };
}

function build(
  bodies: BodyCodec,
  { id, request: { method }, response }: Interaction,
  origin: string,
  acceptEncoding: string | undefined,
): ApiResponse {
  const served = { ...response, body: withServedLinks(response.body, origin) };
  const wire = bodies.wireBody(served, { method, accepts: bodies.acceptedCodings(acceptEncoding) });
  if (wire === undefined) {
    const message = `The body of ${id} was left out of the recording. Record it again with a larger --max-body.`;
    return toolError(500, 'unreplayable', message, origin);
  }
  const { status, reason } = response;
  // Without a body by its nature; the door then leaves the Content-Length as it was recorded.
  const bare = method === 'HEAD' || status === 204 || status === 304;
  return { status, reason, headers: wire.headers.flat(), body: bare ? null : wire.bytes, verbatim: true };
}

/** The body with its stored links pointed at us; such a body has lost its wire form. */
function withServedLinks(body: RecordedBody, origin: string): RecordedBody {
  if (body === null || 'omitted' in body || 'base64' in body) return body;
  const text = 'json' in body ? JSON.stringify(body.json) : body.text;
  if (!hasStoredLinks(text)) return body;
  const served = serveStoredLinks(text, origin);
  return 'json' in body ? { json: JSON.parse(served) as unknown } : { text: served };
}

/** An error of the tool, not of the service: its code and status stand under every setting. */
function toolError(status: number, code: string, message: string, origin: string): ApiResponse {
  const error = { code, message, doc_url: `${origin}/__mock/errors/${code}` };
  return { ...jsonResponse(status, JSON.stringify({ error }), 'X-Mock-Error', code), error };
}

function carriesBody({ headers }: ApiRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function heldBody(bytes: Uint8Array): RequestBody {
  return {
    bytes: (limit) => (bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream of what is there already
    stream: async function* held() {
      yield bytes;
    },
  };
}

/** The request as keys see it: of its headers only those that decide the answer. */
function askedOf(
  { method, path, query, headers, rawHeaders }: ApiRequest,
  body: RecordedBody,
): RecordedRequest {
  let conditional = false;
  for (const name of conditionHeaders) conditional ||= headers[name] !== undefined;
  return { method, path, query, headers: conditional ? pairsOf(rawHeaders) : [], body };
}

function pairsOf(rawHeaders: readonly string[]): HeaderPair[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) => [
    rawHeaders[at * 2]!,
    rawHeaders[at * 2 + 1]!,
  ]);
}

function isLoopback(upstream: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(upstream);
}
