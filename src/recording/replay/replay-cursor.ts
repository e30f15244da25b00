// The place of one client in a replay. A cursor moves through the epochs of a timeline only by writing, never by reading,
// so no read shows a price before the PATCH that set it. Browser-safe.
import type { HeaderPair, Interaction } from '../format.ts';
import type { SecretDecides } from '../placeholders.ts';
import { countBelow, epochAt, isSuccess } from './timeline.ts';
import type { AffectingWrites, Epoch, Timeline, WritesTo, WriteTrack } from './timeline.ts';
import type { Unacceptable } from './variants.ts';

/**
 * What a client should know about a replayed answer.
 * `stale`: it does not show all the writes that were done, as no such state was recorded.
 * `skipped-writes`: the recording has writes to the same subject before this one that were not done.
 * `repeated-write`: the write that led to this state again; nothing moved.
 * `secret-not-compared`: a secret in the request may be another than the recorded one, which is not in the recording.
 */
type ReplayMark = 'stale' | 'skipped-writes' | 'repeated-write' | 'secret-not-compared';

export interface Found {
  readonly interaction: Interaction;
  readonly marks: readonly ReplayMark[];
  readonly place: Place;
}

/** Where in the recording an answer stands, counted in the writes that concern it. */
export interface Place {
  readonly kind: 'read' | 'write';
  /** How many of these writes the client has done; of a read, without a gap from the first one on. */
  readonly done: number;
  /** How many of them were recorded before the answer. */
  readonly writesDone: number;
  /** How many there are. */
  readonly writes: number;
  /** It is the n-th of so many answers that were recorded in this place. */
  readonly answer: number;
  readonly answers: number;
}

/**
 * Why no interaction answers, and the one that explains it.
 * `later`: recorded only after `interaction`, a write that was not done yet.
 * `passed`: recorded as `interaction`, which is behind this cursor or used up.
 */
export type MissReason =
  | { readonly missing: 'unrecorded' }
  | Unacceptable
  | SecretDecides
  | { readonly missing: 'later' | 'passed'; readonly interaction: Interaction };

/** The headers of a request, redacted; made only where they decide. */
export type HeadersOf = () => readonly HeaderPair[];

const noHeaders: HeadersOf = () => [];

/** The place of one world in a timeline. All of it is synchronous, so no two requests move it at the same time. */
export class ReplayCursor {
  readonly #timeline: Timeline;
  /** How many of the writes to a subject are behind this cursor. */
  readonly #passed = new Map<WritesTo, number>();
  /** The ordinals of all writes that are done. */
  readonly #done = new Set<number>();
  /** How many of the writes that affect a subject are done. */
  readonly #doneFor = new Map<AffectingWrites, number>();
  /** How many of them are done without a gap, from the first one on. */
  readonly #frontiers = new Map<AffectingWrites, number>();
  /** How many answers of an epoch, or to a write, were served. */
  readonly #servedOf = new Map<Epoch | WriteTrack, number>();
  readonly #served = new Set<Interaction>();

  /**
   * @param from how many of the writes are done when it begins, or a cursor in an earlier edition of the recording, to be
   *   taken over by interaction id
   */
  constructor(timeline: Timeline, from: number | ReplayCursor = 0) {
    this.#timeline = timeline;
    if (typeof from === 'number') this.#begin(from);
    else this.#takeOver(from);
  }

  /** Answers a read and moves on among the answers of its epoch, never to another epoch. */
  read(key: string, headers = noHeaders): Found | MissReason {
    const current = this.#epochFor(key, headers);
    if ('missing' in current) return current;
    const { epoch, marks, affectedBy, done } = current;
    const { answers } = epoch;
    const served = current.now ? (this.#servedOf.get(epoch) ?? 0) : answers.length;
    const interaction = answers[served] ?? epoch.finalAnswer;
    if (current.now) this.#servedOf.set(epoch, Math.min(served + 1, epoch.answers.length));
    this.#served.add(interaction);
    const answer = served < answers.length ? served + 1 : answers.indexOf(interaction) + 1;
    const place = {
      done,
      writesDone: epoch.epoch,
      writes: affectedBy.writes.length,
      answer,
      answers: answers.length,
    };
    return { interaction, marks, place: { kind: 'read', ...place } };
  }

  /** The final answer to a read at this point, without moving. */
  peek(key: string, headers = noHeaders): Interaction | undefined {
    const current = this.#epochFor(key, headers);
    return 'missing' in current ? undefined : current.epoch.finalAnswer;
  }

  /** Answers a write, and moves to the epoch that it opened if it was a success. */
  write(request: string, headers = noHeaders): Found | MissReason {
    const key = this.#timeline.choose(request, headers);
    if (typeof key !== 'string') return key;
    const track = this.#timeline.writes.get(key);
    if (track === undefined) return { missing: 'unrecorded' };
    const { subject, attempts } = track;
    const passed = this.#passed.get(subject) ?? 0;
    const from = Math.max(
      this.#servedOf.get(track) ?? 0,
      countBelow(attempts.length, (at) => attempts[at]!.before < passed),
    );
    const next = attempts[from];

    // A client that repeats the write it did last gets the same answer, rather than a state beyond other writes.
    const opened = subject.writes[passed - 1];
    const place = (answer: number, writesDone: number): Place => ({
      kind: 'write',
      done: passed,
      writesDone,
      writes: subject.writes.length,
      answer,
      answers: attempts.length,
    });
    if (opened?.key === key && isRepeatable(opened.interaction) && (next?.before ?? Infinity) > passed) {
      const again = attempts.findIndex(({ interaction }) => interaction === opened.interaction) + 1;
      return { interaction: opened.interaction, marks: ['repeated-write'], place: place(again, passed - 1) };
    }
    if (next === undefined) {
      const last = attempts.at(-1)!;
      return last.before < passed
        ? { missing: 'passed', interaction: last.interaction }
        : { interaction: last.interaction, marks: [], place: place(attempts.length, last.before) };
    }
    this.#servedOf.set(track, from + 1);
    this.#served.add(next.interaction);
    if (isSuccess(next.interaction)) this.#advance(subject, next.before + 1);
    const marks = next.before > passed ? (['skipped-writes'] as const) : [];
    return { interaction: next.interaction, marks, place: place(from + 1, next.before) };
  }

  get served(): ReadonlySet<Interaction> {
    return this.#served;
  }

  /** How many of the recorded writes are done, those passed over among them. */
  get writesDone(): number {
    return this.#done.size;
  }

  /** The first recorded write that is not done; undefined when all are. */
  get nextWrite(): Interaction | undefined {
    return this.#timeline.ordered.find((_, ordinal) => !this.#done.has(ordinal));
  }

  /** The epoch that answers a read here, and whether it is the current one. */
  #epochFor(
    request: string,
    headers: HeadersOf,
  ):
    | {
        readonly epoch: Epoch;
        readonly now: boolean;
        readonly marks: readonly ReplayMark[];
        readonly affectedBy: AffectingWrites;
        /** How many of the writes that affect it are done without a gap. */
        readonly done: number;
      }
    | MissReason {
    const key = this.#timeline.choose(request, headers);
    if (typeof key !== 'string') return key;
    const track = this.#timeline.reads.get(key);
    if (track === undefined) return { missing: 'unrecorded' };
    const { affectedBy } = track;
    const epochs = this.#timeline.epochsOf(track);
    const now = this.#frontier(affectedBy);
    const epoch = epochAt(epochs, now);
    if (epoch === undefined) {
      return { missing: 'later', interaction: this.#timeline.ordered[affectedBy.writes[now]!]! };
    }
    const isCurrent = epoch.epoch === now;
    const showsAll = isCurrent && (this.#doneFor.get(affectedBy) ?? 0) === now;
    return { epoch, now: isCurrent, marks: showsAll ? [] : ['stale'], affectedBy, done: now };
  }

  #frontier(affecting: AffectingWrites): number {
    const { writes } = affecting;
    let frontier = this.#frontiers.get(affecting) ?? 0;
    while (frontier < writes.length && this.#done.has(writes[frontier]!)) frontier += 1;
    this.#frontiers.set(affecting, frontier);
    return frontier;
  }

  /** The writes passed over count as done: what was recorded after them holds their effects. */
  #advance(subject: WritesTo, passed: number): void {
    for (let at = this.#passed.get(subject) ?? 0; at < passed; at += 1) {
      this.#done.add(subject.writes[at]!.ordinal);
      for (const read of subject.affects) this.#doneFor.set(read, (this.#doneFor.get(read) ?? 0) + 1);
    }
    this.#passed.set(subject, passed);
  }

  /** What was recorded before counts as done, and served nobody. */
  #begin(writes: number): void {
    if (writes === 0) return;
    for (const subject of this.#timeline.writesTo) {
      this.#advance(
        subject,
        countBelow(subject.writes.length, (at) => subject.writes[at]!.ordinal < writes),
      );
    }
  }

  #takeOver(previous: ReplayCursor): void {
    const served = new Set(Array.from(previous.#served, ({ id }) => id));
    const done = new Set(Array.from(previous.#done, (ordinal) => previous.#timeline.ordered[ordinal]!.id));
    const wasServed = ({ id }: Interaction): boolean => served.has(id);
    for (const interaction of this.#timeline.interactions) {
      if (wasServed(interaction)) this.#served.add(interaction);
    }
    for (const subject of this.#timeline.writesTo) {
      this.#advance(subject, subject.writes.findLastIndex(({ interaction }) => done.has(interaction.id)) + 1);
    }
    for (const track of this.#timeline.reads.values()) {
      for (const epoch of this.#timeline.epochsOf(track))
        this.#servedOf.set(epoch, epoch.answers.findLastIndex(wasServed) + 1);
    }
    for (const track of this.#timeline.writes.values()) {
      const last = track.attempts.findLastIndex(({ interaction }) => wasServed(interaction));
      this.#servedOf.set(track, last + 1);
    }
  }
}

/** A merge patch or a PUT leaves the same state when it is done twice (RFC 9110 §9.2.2); a POST may not. */
function isRepeatable({ request: { method } }: Interaction): boolean {
  return method === 'PATCH' || method === 'PUT';
}
