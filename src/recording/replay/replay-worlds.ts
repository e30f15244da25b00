// The worlds of a replay: for each API key its place in the recording and its unrecorded writes; for all keys the requests
// that were missed. Browser-safe.
import { BoundedCache } from '../../http/bounded-cache.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import type { Recording } from '../format.ts';
import { findStrategyIds, Overlay } from './overlay.ts';
import { ReplayCursor } from './replay-cursor.ts';
import { requestKey } from '../request-key.ts';
import type { KeyedRequest, RedactRequest } from '../request-key.ts';
import { readStart, writesDone } from './start-at.ts';
import type { StartAt } from './start-at.ts';
import { Timeline } from './timeline.ts';

export interface WorldsOptions {
  /** How the recording was redacted, so that live requests match its placeholders. */
  readonly redact?: RedactRequest;
  /** Whether keys are checked before a request comes here. */
  readonly authenticated?: boolean;
  /** Where each account begins: after the recorded write of this number or id; at the start unless given. */
  readonly at?: string | undefined;
  /** How many worlds are kept; the least recently used is dropped. */
  readonly capacity?: number;
}

/** What a replay was asked, over all keys. */
export interface ReplaySummary {
  /** Requests answered from the recording, synthesized answers among them. */
  readonly answered: number;
  readonly misses: number;
  /** The requests missed, the first hundred, each with its number. */
  readonly missed: readonly { readonly request: string; readonly count: number }[];
  /** How many the recording has. */
  readonly interactions: number;
  /** The ids of the interactions that served nobody, in recorded order. */
  readonly unused: readonly string[];
}

/** One account's way through the recording. */
export interface ReplayWorld {
  /** Of the edition that the cursor is in. */
  readonly timeline: Timeline;
  readonly cursor: ReplayCursor;
  readonly overlay: Overlay;
}

const printedMisses = 100;
const keysKept = 10_000;

/** The worlds of one recording: a cursor in it for each API key. */
export class ReplayWorlds {
  readonly #source: () => Recording;
  readonly #options: WorldsOptions;
  readonly #worlds: BoundedCache<string, ReplayWorld>;
  readonly #keys = new BoundedCache<string, string>({ max: keysKept });
  readonly #missed = new Map<string, number>();
  readonly #served = new Set<string>();
  readonly #start: StartAt;
  #recording: Recording;
  #timeline: Timeline;
  /** The one world of all requests that the recorded service would refuse; it holds only the recorded 401s. */
  #refused: ReplayWorld | undefined;
  #refusedTimeline: Timeline | undefined;
  #strategyIds: ReadonlySet<string> | undefined;
  #misses = 0;
  #answered = 0;

  /**
   * @param source the recording in force; another object is another edition of it, taken over at once
   * @throws StartError where it has no write `at`
   */
  constructor(source: () => Recording, options: WorldsOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#recording = source();
    this.#timeline = new Timeline(this.#recording.interactions, options);
    this.#start = readStart(options.at ?? '0', this.#timeline);
    this.#worlds = new BoundedCache({
      max: options.capacity ?? 1000,
      dispose: (world) => {
        this.#noteServed(world);
      },
    });
  }

  get recording(): Recording {
    return this.#recording;
  }

  /** The index of the recording in force. */
  get timeline(): Timeline {
    this.#refresh();
    return this.#timeline;
  }

  get strategyIds(): ReadonlySet<string> {
    return (this.#strategyIds ??= findStrategyIds(this.#recording.interactions));
  }

  /** The world of an account, where accounts begin if it is new. The empty account is shared by all without a key. */
  open(account: string): ReplayWorld {
    this.#refresh();
    const known = this.#worlds.get(account);
    if (known?.timeline === this.#timeline) return known;
    return this.#begin(account, writesDone(this.#start, this.#timeline), known);
  }

  /**
   * Takes an account to the state after a recorded write, whatever it has done before.
   * @param at as `--at` names it
   * @throws StartError where there is no such write
   */
  move(account: string, at: string): ReplayWorld {
    this.#refresh();
    const { writes } = readStart(at, this.#timeline);
    this.#worlds.delete(account);
    return this.#begin(account, writes);
  }

  /** The one world of all requests that the recorded service would refuse; it holds only the recorded 401s. */
  openRefused(): ReplayWorld {
    this.#refresh();
    const world = this.#refused;
    if (world?.timeline === this.#refusals) return world;
    return (this.#refused = worldIn(this.#refusals, world));
  }

  /** Takes one account, or all of them, back to where accounts begin. */
  reset(account?: string): void {
    if (account === undefined) {
      this.#noteServed(this.#refused);
      this.#refused = undefined;
      this.#worlds.clear();
    } else this.#worlds.delete(account);
  }

  /** The key of a request without body and conditions; such requests are many and alike. */
  plainKey(method: string, path: string, query: string): string {
    const target = `${method} ${path}?${query}`;
    let key = this.#keys.get(target);
    if (key === undefined) {
      key = requestKey({ method, path, query, headers: [], body: null }, this.#options.redact);
      this.#keys.set(target, key);
    }
    return key;
  }

  redact(request: KeyedRequest): KeyedRequest {
    return this.#options.redact?.(request) ?? request;
  }

  /** The accounts that are kept, each with its place in the recording; the one that was longest silent first. */
  clients(): { readonly account: string; readonly cursor: ReplayCursor }[] {
    return Array.from(this.#worlds.entries(), ([account, { cursor }]) => ({ account, cursor })).reverse();
  }

  countAnswer(): void {
    this.#answered += 1;
  }

  countMiss(request: string): void {
    this.#misses += 1;
    const count = this.#missed.get(request);
    if (count !== undefined || this.#missed.size < printedMisses) this.#missed.set(request, (count ?? 0) + 1);
  }

  summary(): ReplaySummary {
    const served = new Set(this.#served);
    for (const world of [...this.#worlds.values(), this.#refused]) {
      for (const { id } of world?.cursor.served ?? []) served.add(id);
    }
    return {
      answered: this.#answered,
      misses: this.#misses,
      missed: Array.from(this.#missed, ([request, count]) => ({ request, count })),
      interactions: this.#recording.interactions.length,
      unused: this.#recording.interactions.map(({ id }) => id).filter((id) => !served.has(id)),
    };
  }

  /** @param known the same account in an earlier edition of the recording */
  #begin(account: string, writes: number, known?: ReplayWorld): ReplayWorld {
    if (known === undefined) this.#learn(account);
    const world = worldIn(this.#timeline, known, writes);
    this.#worlds.set(account, world);
    return world;
  }

  /** Lets the redactor learn the key, so that it is found wherever else a request repeats it. */
  #learn(account: string): void {
    if (account === '') return;
    this.redact({ method: 'GET', path: '/', query: '', headers: [[keyHeader, account]], body: null });
  }

  #noteServed(world: ReplayWorld | undefined): void {
    for (const { id } of world?.cursor.served ?? []) this.#served.add(id);
  }

  #refresh(): void {
    const source = this.#source();
    if (source === this.#recording) return;
    this.#recording = source;
    this.#timeline = new Timeline(source.interactions, this.#options);
    this.#refusedTimeline = undefined;
    this.#strategyIds = undefined;
  }

  get #refusals(): Timeline {
    return (this.#refusedTimeline ??= new Timeline(
      this.#recording.interactions.filter(({ response }) => response.status === 401),
    ));
  }
}

/**
 * @param earlier the same world in an earlier edition of the recording
 * @param writes how many are done in a new one
 */
function worldIn(timeline: Timeline, earlier: ReplayWorld | undefined, writes = 0): ReplayWorld {
  return {
    timeline,
    cursor: new ReplayCursor(timeline, earlier?.cursor ?? writes),
    overlay: earlier?.overlay ?? new Overlay(),
  };
}
