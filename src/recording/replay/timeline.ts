// The index over a recording by which replay is aware of writes. The recorded 2xx writes cut a recording into epochs;
// a cursor (`replay-cursor.ts`) moves through them. Browser-safe.
//
// Paths tell which requests belong together. The subject of `/v1/listings/{id}/price` is the listing, the subject
// of any other path is the path. A write concerns the reads of its subject, of what contains it (`/v1/listings`) and
// of what lies below it; so reports and strategies do not wait for price changes.
//
// The state that a read may show is counted in the writes that concern it, in recorded order, up to the first one
// not done yet: for a listing this is its own epoch, for a list the epoch of all listings. Writes done beyond that
// point cannot be shown, because that state was never seen; the answer is then marked `stale`.
//
// The answers to one request that the service chose by what the client prefers (`variants.ts`) are tracks of their own,
// all of them moved by the same writes.
import { isSafe } from '../../http/http-semantics.ts';
import type { HeaderPair, Interaction, RecordedBody } from '../format.ts';
import { chooseBySecrets, mayHoldPlaceholder, withSecretsAlike } from '../placeholders.ts';
import type { SecretDecides } from '../placeholders.ts';
import { requestKey } from '../request-key.ts';
import { acceptable, formOf, selectingHeaders, variantOf } from './variants.ts';
import type { Unacceptable, Variant } from './variants.ts';

/** The answers to one read in one epoch, in recorded order. */
export interface Epoch {
  readonly epoch: number;
  readonly answers: readonly Interaction[];
  /** The one that is served from then on when all have been served once. */
  readonly finalAnswer: Interaction;
  /** Whether `finalAnswer` tells the state of the resource, and not only a passing trouble. */
  readonly settled: boolean;
  /** The nearest earlier epoch that is settled, where this one is not. */
  readonly fallback: Epoch | undefined;
}

interface ReadTrack {
  readonly affectedBy: AffectingWrites;
  /** The interactions that read it, by index. */
  readonly at: number[];
  /** Ascending; made on first use, as a large recording is rarely read as a whole. */
  epochs: readonly Epoch[] | undefined;
}

interface Attempt {
  readonly interaction: Interaction;
  /** How many 2xx writes to the same subject were recorded before it. */
  readonly before: number;
}

export interface WriteTrack {
  readonly subject: WritesTo;
  /** In recorded order, so `before` ascends. */
  readonly attempts: Attempt[];
}

/** The 2xx writes to one subject, in recorded order. */
export interface WritesTo {
  readonly writes: { readonly interaction: Interaction; readonly ordinal: number; readonly key: string }[];
  /** The reads that show these writes. */
  readonly affects: AffectingWrites[];
}

/** The 2xx writes that the reads of one subject show: their ordinals among all, ascending. */
export interface AffectingWrites {
  writes: readonly number[];
}

/** Methods that are not known to be safe count as writes. */
export function isWrite(method: string): boolean {
  return !isSafe(method);
}

/** What a request is about: a listing, whichever part of it is read or written, or else the path itself. */
export function subjectOf(path: string): string {
  return /^.*?\/listings\/[^/]+/.exec(path)?.[0] ?? (path.endsWith('/') ? path.slice(0, -1) : path);
}

export const isSuccess = ({ response: { status } }: Pick<Interaction, 'response'>): boolean =>
  status >= 200 && status < 300;

/** A write that changed something: such ones cut a recording into epochs. */
export const isDoneWrite = (interaction: Pick<Interaction, 'request' | 'response'>): boolean =>
  isWrite(interaction.request.method) && isSuccess(interaction);

/**
 * A passing trouble, or a wrong key, says nothing about the resource; a 404 does. Such an answer is served once, and never
 * stays as the last one.
 */
export const isTrouble = ({ response: { status } }: Pick<Interaction, 'response'>): boolean =>
  status >= 500 || status === 429 || status === 408 || status === 425 || status === 401;

interface Variants {
  /** Of the headers that any answer to the request names. */
  readonly names: Set<string>;
  /** By the key of their tracks, those whose forms differ. */
  readonly recorded: Map<string, Map<string, Interaction>>;
}

const newForms = (): Map<string, Interaction> => new Map<string, Interaction>();
const newVariants = (): Variants => ({ names: new Set(), recorded: new Map() });

/** The index over a recording's interactions; built once and shared by all cursors in it. */
export class Timeline {
  readonly interactions: readonly Interaction[];
  /** The 2xx writes, in recorded order. */
  readonly ordered: readonly Interaction[];
  readonly reads: ReadonlyMap<string, ReadTrack>;
  readonly writes: ReadonlyMap<string, WriteTrack>;
  /** The 2xx writes by their subjects. */
  readonly writesTo: Iterable<WritesTo>;
  /** The first interaction of each track, in recorded order. */
  readonly distinct: readonly Interaction[];
  /** How many 2xx writes were recorded before each interaction. */
  readonly #writesBefore: Uint32Array;
  readonly #authenticated: boolean;
  /** By request key, where the answers to it were chosen among several. */
  readonly #variants = new Map<string, Variants>();
  /** The keys of requests with secrets in them, by what they are without. */
  readonly #masked = new Map<string, string[]>();
  #longestBody: number | undefined;

  /**
   * @param options.authenticated whether only requests with a valid key come this far; a recorded 401 is then left
   *   out where the same request has another answer, as it was given to another key
   */
  constructor(interactions: readonly Interaction[], options: { readonly authenticated?: boolean } = {}) {
    const writesTo = new Map<string, WritesTo>();
    const affecting = new Map<string, AffectingWrites>();
    const reads = new Map<string, ReadTrack>();
    const writes = new Map<string, WriteTrack>();
    const ordered: Interaction[] = [];
    const distinct: Interaction[] = [];
    this.#writesBefore = new Uint32Array(interactions.length);
    this.#authenticated = options.authenticated ?? false;

    const keys = interactions.map(({ request }) => requestKey(request));
    for (const key of new Set(keys.filter(mayHoldPlaceholder))) {
      entry(this.#masked, withSecretsAlike(key), (): string[] => []).push(key);
    }
    for (const [at, { response }] of interactions.entries()) {
      for (const name of selectingHeaders(response)) {
        entry(this.#variants, keys[at]!, newVariants).names.add(name);
      }
    }
    for (const [at, interaction] of interactions.entries()) {
      const { request } = interaction;
      const key = this.#keyOf(keys[at]!, interaction);
      this.#writesBefore[at] = ordered.length;
      const known = reads.get(key);
      if (known !== undefined) known.at.push(at);
      else if (!isWrite(request.method)) {
        const affectedBy = entry(affecting, subjectOf(request.path), () => ({ writes: [] }));
        reads.set(key, { affectedBy, at: [at], epochs: undefined });
        distinct.push(interaction);
      } else {
        const subject = entry(writesTo, subjectOf(request.path), () => ({ writes: [], affects: [] }));
        const { attempts } = entry(writes, key, () => ({ subject, attempts: [] }));
        if (attempts.push({ interaction, before: subject.writes.length }) === 1) distinct.push(interaction);
        if (isSuccess(interaction)) {
          subject.writes.push({ interaction, ordinal: ordered.push(interaction) - 1, key });
        }
      }
    }

    if (this.#authenticated) for (const { attempts } of writes.values()) leaveOut401(attempts);
    relate(writesTo, affecting);
    this.interactions = interactions;
    this.ordered = ordered;
    this.reads = reads;
    this.writes = writes;
    this.writesTo = [...writesTo.values()];
    this.distinct = distinct;
  }

  /** The key of the recorded request that a live one stands for: another than its own where a secret stands in it. */
  unmask(key: string): string | SecretDecides {
    return mayHoldPlaceholder(key)
      ? chooseBySecrets(key, this.#masked.get(withSecretsAlike(key)) ?? [])
      : key;
  }

  /**
   * The key of the track that answers a request, among those of its variants.
   * @param headers of the request, redacted; asked for only where they decide
   */
  choose(key: string, headers: () => readonly HeaderPair[]): string | Unacceptable {
    const variants = this.#variants.get(key);
    if (variants === undefined) return key;
    const asked = headers();
    const exact = key + variantOf(variants.names, asked);
    if (variants.recorded.has(exact)) return exact;
    const recorded = Array.from(variants.recorded, ([own, forms]): Variant => {
      return { key: own, interactions: [...forms.values()] };
    });
    const chosen = acceptable(recorded, [...variants.names], asked);
    return 'missing' in chosen ? chosen : chosen.key;
  }

  /** At most so many bytes has a request body that stands in the recording, whatever the form in which it stands. */
  get longestBody(): number {
    return (this.#longestBody ??= this.interactions.reduce(
      (longest, { request }) => Math.max(longest, mostBytes(request.body)),
      0,
    ));
  }

  epochsOf(track: ReadTrack): readonly Epoch[] {
    return (track.epochs ??= this.#cut(track));
  }

  #keyOf(key: string, interaction: Interaction): string {
    const variants = this.#variants.get(key);
    if (variants === undefined) return key;
    const own = key + variantOf(variants.names, interaction.request.headers);
    entry(entry(variants.recorded, own, newForms), formOf(interaction), () => interaction);
    return own;
  }

  #cut({ affectedBy, at }: ReadTrack): readonly Epoch[] {
    const answers = at.map((index) => ({ interaction: this.interactions[index]!, index }));
    if (this.#authenticated) leaveOut401(answers);
    const epochs: Epoch[] = [];
    let number = -1;
    let inEpoch: Interaction[] = [];
    for (const { interaction, index } of answers) {
      const before = this.#writesBefore[index]!;
      const epoch = countBelow(affectedBy.writes.length, (write) => affectedBy.writes[write]! < before);
      if (epoch !== number && inEpoch.length > 0) epochs.push(epochOf(number, inEpoch, epochs.at(-1)));
      if (epoch !== number) inEpoch = [];
      inEpoch.push(interaction);
      number = epoch;
    }
    return [...epochs, epochOf(number, inEpoch, epochs.at(-1))];
  }
}

/** Notes for each subject which writes its reads show, and for each write which reads show it. */
function relate(
  writesTo: ReadonlyMap<string, WritesTo>,
  affecting: ReadonlyMap<string, AffectingWrites>,
): void {
  if (writesTo.size === 0) return;
  const ordinalsOf = new Map<AffectingWrites, number[]>();
  const link = (written: WritesTo | undefined, read: AffectingWrites | undefined): void => {
    if (written === undefined || read === undefined) return;
    written.affects.push(read);
    const ordinals = entry(ordinalsOf, read, () => []);
    for (const { ordinal } of written.writes) ordinals.push(ordinal);
  };
  for (const [subject, read] of affecting) {
    link(writesTo.get(subject), read);
    for (const container of containersOf(subject)) link(writesTo.get(container), read);
  }
  for (const [subject, written] of writesTo) {
    for (const container of containersOf(subject)) link(written, affecting.get(container));
  }
  for (const [read, ordinals] of ordinalsOf) read.writes = ordinals.sort((a, b) => a - b);
}

/** `/v1/listings` and `/v1` and the root for `/v1/listings/{id}`. */
function* containersOf(subject: string): Generator<string> {
  for (let slash = subject.lastIndexOf('/'); slash >= 0; slash = subject.lastIndexOf('/')) {
    subject = subject.slice(0, slash);
    yield subject;
  }
}

function epochOf(number: number, answers: readonly Interaction[], earlier: Epoch | undefined): Epoch {
  const settled = answers.findLast((interaction) => !isTrouble(interaction));
  // A trouble is served in its own epoch only, unless nothing else is known.
  const fallback = settled !== undefined || earlier === undefined ? undefined : (earlier.fallback ?? earlier);
  return {
    epoch: number,
    answers,
    finalAnswer: settled ?? answers.at(-1)!,
    settled: settled !== undefined,
    fallback: fallback?.settled === true ? fallback : undefined,
  };
}

/** The epoch that answers a read after so many of the writes that affect it; undefined before the first one. */
export function epochAt(epochs: readonly Epoch[], done: number): Epoch | undefined {
  const nearest = epochs[countBelow(epochs.length, (at) => epochs[at]!.epoch <= done) - 1];
  return nearest === undefined || nearest.epoch === done ? nearest : (nearest.fallback ?? nearest);
}

/** A character takes at most three bytes of UTF-8; that mostly leaves room for the same JSON with other spaces. */
function mostBytes(body: RecordedBody): number {
  if (body === null || 'omitted' in body) return 0;
  const readable = 'json' in body ? JSON.stringify(body.json) : 'text' in body ? body.text : body.base64;
  return 3 * Math.max(readable.length, body.wire?.length ?? 0);
}

function leaveOut401(items: { readonly interaction: Interaction }[]): void {
  const others = items.filter(({ interaction }) => interaction.response.status !== 401);
  if (others.length === 0) return;
  items.length = 0;
  for (const item of others) items.push(item);
}

/** How many of `length` leading places satisfy a test that holds up to some place and not beyond. */
export function countBelow(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
