// Where one client of a replay stands. A position moves through the epochs of a timeline only by writing, never by
// reading, so no read shows a price before the PATCH that set it (peers.md, section 3). Browser-safe.
import type { HeaderPair, Interaction } from '../format.ts';
import type { SecretDecides } from '../placeholders.ts';
import { countBelow, isSuccess } from './timeline.ts';
import type { Epoch, Lane, Scope, Timeline, WriteTrack } from './timeline.ts';
import type { Unacceptable } from './variants.ts';

/**
 * What a client should know about a replayed answer.
 * `stale`: it does not show all the writes that were done, as no such state was recorded.
 * `skipped-writes`: the recording has writes to the same subject before this one that were not done.
 * `repeated-write`: the write that led to this state again; nothing moved.
 * `secret-not-compared`: a secret in the request may be another than the recorded one, which is not in the recording.
 */
export type ReplayMark = 'stale' | 'skipped-writes' | 'repeated-write' | 'secret-not-compared';

export interface Found {
  readonly interaction: Interaction;
  readonly marks: readonly ReplayMark[];
}

/**
 * Why nothing answers, and the interaction that says more.
 * `later`: recorded only after `interaction`, a write that was not done yet.
 * `passed`: recorded as `interaction`, which is behind this position or used up.
 */
export type Missing =
  | { readonly missing: 'unrecorded' }
  | Unacceptable
  | SecretDecides
  | { readonly missing: 'later' | 'passed'; readonly interaction: Interaction };

export interface PositionSummary {
  readonly interactions: number;
  readonly served: number;
  /** The ids of the interactions never served, in recorded order. */
  readonly unused: readonly string[];
  /** The 2xx writes: in the recording, and behind this position. */
  readonly writes: { readonly recorded: number; readonly done: number };
}

/** The headers of a request, redacted, for those who have to know what it prefers. */
export type HeadersOf = () => readonly HeaderPair[];

const noHeaders: HeadersOf = () => [];

/** Where one world stands in a timeline. Synchronous throughout, so each request moves it as a whole. */
export class Position {
  readonly #timeline: Timeline;
  /** How many writes of a lane are behind this position. */
  readonly #pointers = new Map<Lane, number>();
  readonly #done = new Set<number>();
  readonly #doneIn = new Map<Scope, number>();
  /** How many writes of a scope are done before the first that is not. */
  readonly #frontiers = new Map<Scope, number>();
  readonly #cursors = new Map<Epoch | WriteTrack, number>();
  readonly #served = new Set<Interaction>();

  /** @param previous a position in an earlier edition of the recording, to be taken over by interaction id */
  constructor(timeline: Timeline, previous?: Position) {
    this.#timeline = timeline;
    if (previous !== undefined) this.#takeOver(previous);
  }

  /** Answers a read and moves on among the answers of its epoch, never to another epoch. */
  read(key: string, headers = noHeaders): Found | Missing {
    const current = this.#epochFor(key, headers);
    if ('missing' in current) return current;
    const { epoch, marks } = current;
    const served = current.now ? (this.#cursors.get(epoch) ?? 0) : epoch.answers.length;
    const interaction = epoch.answers[served] ?? epoch.stays;
    if (current.now) this.#cursors.set(epoch, Math.min(served + 1, epoch.answers.length));
    this.#served.add(interaction);
    return { interaction, marks };
  }

  /** The answer that stays for a read at this position, without moving. */
  peek(key: string, headers = noHeaders): Interaction | undefined {
    const current = this.#epochFor(key, headers);
    return 'missing' in current ? undefined : current.epoch.stays;
  }

  /** Answers a write, and moves to the epoch that it opened if it was a success. */
  write(request: string, headers = noHeaders): Found | Missing {
    const key = this.#timeline.choose(request, headers);
    if (typeof key !== 'string') return key;
    const track = this.#timeline.writes.get(key);
    if (track === undefined) return { missing: 'unrecorded' };
    const { lane, attempts } = track;
    const pointer = this.#pointers.get(lane) ?? 0;
    const from = Math.max(
      this.#cursors.get(track) ?? 0,
      countBelow(attempts.length, (at) => attempts[at]!.before < pointer),
    );
    const next = attempts[from];

    // A client that repeats the write it did last gets the same answer, rather than a state beyond other writes.
    const opened = lane.writes[pointer - 1];
    if (opened?.key === key && isRepeatable(opened.interaction) && (next?.before ?? Infinity) > pointer) {
      return { interaction: opened.interaction, marks: ['repeated-write'] };
    }
    if (next === undefined) {
      const last = attempts.at(-1)!;
      return last.before < pointer
        ? { missing: 'passed', interaction: last.interaction }
        : { interaction: last.interaction, marks: [] };
    }
    this.#cursors.set(track, from + 1);
    this.#served.add(next.interaction);
    if (isSuccess(next.interaction)) this.#advance(lane, next.before + 1);
    return { interaction: next.interaction, marks: next.before > pointer ? ['skipped-writes'] : [] };
  }

  get served(): ReadonlySet<Interaction> {
    return this.#served;
  }

  /** Back to the start of the recording. */
  reset(): void {
    for (const state of [
      this.#pointers,
      this.#done,
      this.#doneIn,
      this.#frontiers,
      this.#cursors,
      this.#served,
    ]) {
      state.clear();
    }
  }

  summary(): PositionSummary {
    const { interactions, ordered } = this.#timeline;
    const unused = interactions.filter((interaction) => !this.#served.has(interaction)).map(({ id }) => id);
    return {
      interactions: interactions.length,
      served: interactions.length - unused.length,
      unused,
      writes: { recorded: ordered.length, done: this.#done.size },
    };
  }

  /** The epoch that answers a read here, and whether it is the one of now. */
  #epochFor(
    request: string,
    headers: HeadersOf,
  ): { epoch: Epoch; now: boolean; marks: readonly ReplayMark[] } | (Missing & object) {
    const key = this.#timeline.choose(request, headers);
    if (typeof key !== 'string') return key;
    const track = this.#timeline.reads.get(key);
    if (track === undefined) return { missing: 'unrecorded' };
    const { scope } = track;
    const epochs = this.#timeline.epochsOf(track);
    const now = this.#frontier(scope);
    const nearest = epochs[countBelow(epochs.length, (at) => epochs[at]!.epoch <= now) - 1];
    if (nearest === undefined) {
      return { missing: 'later', interaction: this.#timeline.ordered[scope.writes[now]!]! };
    }
    if (nearest.epoch === now) {
      return { epoch: nearest, now: true, marks: (this.#doneIn.get(scope) ?? 0) > now ? ['stale'] : [] };
    }
    return { epoch: nearest.standIn ?? nearest, now: false, marks: ['stale'] };
  }

  #frontier(scope: Scope): number {
    let frontier = this.#frontiers.get(scope) ?? 0;
    while (frontier < scope.writes.length && this.#done.has(scope.writes[frontier]!)) frontier += 1;
    this.#frontiers.set(scope, frontier);
    return frontier;
  }

  /** The writes passed over count as done: what was recorded after them holds their effects. */
  #advance(lane: Lane, pointer: number): void {
    for (let at = this.#pointers.get(lane) ?? 0; at < pointer; at += 1) {
      this.#done.add(lane.writes[at]!.ordinal);
      for (const scope of lane.scopes) this.#doneIn.set(scope, (this.#doneIn.get(scope) ?? 0) + 1);
    }
    this.#pointers.set(lane, pointer);
  }

  #takeOver(previous: Position): void {
    const served = new Set(Array.from(previous.#served, ({ id }) => id));
    const done = new Set(Array.from(previous.#done, (ordinal) => previous.#timeline.ordered[ordinal]!.id));
    const wasServed = ({ id }: Interaction): boolean => served.has(id);
    for (const interaction of this.#timeline.interactions) {
      if (wasServed(interaction)) this.#served.add(interaction);
    }
    for (const lane of this.#timeline.lanes) {
      this.#advance(lane, lane.writes.findLastIndex(({ interaction }) => done.has(interaction.id)) + 1);
    }
    for (const track of this.#timeline.reads.values()) {
      for (const epoch of this.#timeline.epochsOf(track))
        this.#cursors.set(epoch, epoch.answers.findLastIndex(wasServed) + 1);
    }
    for (const track of this.#timeline.writes.values()) {
      const last = track.attempts.findLastIndex(({ interaction }) => wasServed(interaction));
      this.#cursors.set(track, last + 1);
    }
  }
}

/** A merge patch or a PUT leaves the same state when it is done twice (RFC 9110 §9.2.2); a POST may not. */
function isRepeatable({ request: { method } }: Interaction): boolean {
  return method === 'PATCH' || method === 'PUT';
}
