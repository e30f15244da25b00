// Where an answer belongs in a recording, and whether it is there already. Recording an unchanged API again must leave
// the file as it is, and a changed answer must take the place of the old one and no other.
//
// The 2xx writes cut a recording into epochs, as they do for the replay (`timeline.ts`). The n-th answer to a request in
// an epoch is compared with the n-th recorded there: the same one is kept as it stands, another one takes its place
// and its id. A write is looked for at or after the current epoch, and its epoch becomes the current one. So
//  - a session that is shorter than the recorded one, or skips parts of it, removes nothing;
//  - a session that is longer adds: a read at the end of its epoch, a write that is not recorded at the very end;
//  - the same answer once more at the end of an epoch is not stored, as a replay repeats its last answer there. Should
//    another answer follow in the same epoch (a report completes), the repeats are stored after all, up to a limit.
// Answers chosen by what the client prefers (`variants.ts`) are those to another request.
import { digest, fingerprint } from '../replay/fingerprint.ts';
import type { Interaction, RecordedResponse, Exchange } from '../format.ts';
import { interactionId, nextOrdinal } from '../interaction-id.ts';
import type { LogEntry } from '../file/write-ahead-log.ts';
import { requestKey } from '../request-key.ts';
import { isDoneWrite, isTrouble, isWrite } from '../replay/timeline.ts';
import { selectingHeaders, variantOf } from '../replay/variants.ts';

/** A longer key of a request is kept as its digest, which takes less memory. */
const longestKey = 64;

/** Repeats kept for one request, and altogether: a client that polls for days must not fill the memory. */
const mostRepeats = 100;
const mostRepeated = 1000;

interface Placement {
  readonly id: string;
  /** Whether it is in the recording already. */
  readonly repeated: boolean;
  /** What has to be written. */
  readonly entries: readonly LogEntry[];
}

interface Slot {
  readonly id: string;
  print: string;
}

type Keys = readonly [string, ...string[]];

interface Epoch {
  readonly answers: Map<string, Answers>;
  /** The write that ends it; none ends the last one. */
  write: (Slot & { readonly key: string }) | undefined;
  /** Whether nothing was recorded in it before this session. */
  fresh: boolean;
}

/**
 * The answers to one request in one epoch. A session holds one of these for every request that it has met: mostly there
 * is one answer, which therefore stands in here itself.
 */
class Answers implements Slot {
  readonly id: string;
  print: string;
  #more: Slot[] | undefined;
  #seen = 1;
  #visit: number;

  constructor({ id, print }: Slot, visit: number) {
    this.id = id;
    this.print = print;
    this.#visit = visit;
  }

  get last(): Slot {
    return this.#more?.at(-1) ?? this;
  }

  /** The next one that a session in its n-th epoch has not seen yet. */
  next(visit: number): Slot | undefined {
    const at = this.#visit === visit ? this.#seen : 0;
    const slot = at === 0 ? this : this.#more?.[at - 1];
    if (slot !== undefined) this.#see(at + 1, visit);
    return slot;
  }

  /** Adds one at the end, which has then been seen. */
  add(slot: Slot, visit: number): void {
    this.#more ??= [];
    this.#see(1 + this.#more.push(slot), visit);
  }

  #see(seen: number, visit: number): void {
    this.#seen = seen;
    this.#visit = visit;
  }
}

/** Where the answers of a session belong among those that are stored. */
export class SessionMerge {
  readonly #epochs: Epoch[] = [];
  /** The epochs that a write ends, ascending. */
  readonly #writes = new Map<string, number[]>();
  #current = 0;
  /** How many epochs this session has been in, some perhaps again. */
  #visit = 1;
  readonly #repeats = new Map<
    string,
    { readonly slot: Slot; readonly times: Pick<Exchange, 'at' | 'milliseconds'>[] }
  >();
  /** By request key, the sets of headers that have decided about the answers, each with one more than the one before. */
  readonly #selecting = new Map<string, (readonly string[])[]>();
  #ordinal: number;

  constructor(stored: readonly Interaction[]) {
    this.#ordinal = nextOrdinal(stored);
    this.#epochs.push({ answers: new Map(), write: undefined, fresh: false });
    const keys = stored.map(keyOf);
    for (const [at, { response }] of stored.entries()) this.#select(keys[at]!, response);
    for (const [at, interaction] of stored.entries()) {
      const key = this.#keysOf(keys[at]!, interaction)[0];
      const slot = { id: interaction.id, print: fingerprint(interaction.response) };
      if (isDoneWrite(interaction)) this.#endLast(key, slot, false);
      else append(this.#epochs.at(-1)!, key, slot, notVisited);
    }
    const last = this.#epochs.at(-1)!;
    last.fresh = last.answers.size === 0;
  }

  /** The id that a new interaction would get now. */
  idFor({ request }: Exchange): string {
    return interactionId(this.#ordinal, request.method, request.path);
  }

  /** @param exchange redacted */
  add(exchange: Exchange): Placement {
    const request = keyOf(exchange);
    this.#select(request, exchange.response);
    const keys = this.#keysOf(request, exchange);
    const print = fingerprint(exchange.response);
    return isDoneWrite(exchange)
      ? this.#placeWrite(exchange, keys, print)
      : this.#placeOther(exchange, keys, print);
  }

  #placeWrite(exchange: Exchange, keys: Keys, print: string): Placement {
    const entries = this.#epochs[this.#current]!.fresh ? this.#storeRepeats() : [];
    const found = keys.map((key) => this.#nextWrite(key)).find((at) => at !== undefined);
    let placement: Placement;
    if (found === undefined) {
      const interaction = this.#named(exchange);
      this.#endLast(keys[0], { id: interaction.id, print }, true);
      this.#current = this.#epochs.length - 1;
      placement = { id: interaction.id, repeated: false, entries: [{ before: null, interaction }] };
    } else {
      this.#current = found + 1;
      placement = compare(this.#epochs[found]!.write!, exchange, print);
    }
    this.#visit += 1;
    this.#repeats.clear();
    return { ...placement, entries: [...entries, ...placement.entries] };
  }

  /** The epoch that a write ends, at or after the current one. */
  #nextWrite(key: string): number | undefined {
    const writes = this.#writes.get(key);
    while (writes?.[0] !== undefined && writes[0] < this.#current) writes.shift();
    return writes?.[0];
  }

  #placeOther(exchange: Exchange, keys: Keys, print: string): Placement {
    const epoch = this.#epochs[this.#current]!;
    for (const candidate of keys) {
      const known = epoch.answers.get(candidate)?.next(this.#visit);
      if (known !== undefined) return compare(known, exchange, print);
    }
    if (!isWrite(exchange.request.method) && !isTrouble(exchange)) {
      for (const candidate of keys) {
        const last = epoch.answers.get(candidate)?.last;
        if (last?.print !== print) continue;
        this.#noteRepeat(candidate, last, exchange);
        return { id: last.id, repeated: true, entries: [] };
      }
    }
    const entries = keys.flatMap((candidate) => this.#storeRepeatsOf(candidate));
    const added = this.#append(keys[0], exchange, print);
    return { id: added.interaction.id, repeated: false, entries: [...entries, added] };
  }

  #append(key: string, exchange: Exchange, print: string): LogEntry & { readonly interaction: Interaction } {
    const epoch = this.#epochs[this.#current]!;
    const interaction = this.#named(exchange);
    append(epoch, key, { id: interaction.id, print }, this.#visit);
    return { before: epoch.write?.id ?? null, interaction };
  }

  #noteRepeat(key: string, slot: Slot, { at, milliseconds }: Exchange): void {
    const repeats = this.#repeats.get(key);
    if (repeats === undefined) {
      if (this.#repeats.size < mostRepeated) this.#repeats.set(key, { slot, times: [{ at, milliseconds }] });
    } else if (repeats.times.length < mostRepeats) {
      repeats.times.push({ at, milliseconds });
    }
  }

  #storeRepeats(): LogEntry[] {
    return Array.from(this.#repeats.keys()).flatMap((key) => this.#storeRepeatsOf(key));
  }

  #storeRepeatsOf(key: string): LogEntry[] {
    const repeats = this.#repeats.get(key);
    if (repeats === undefined) return [];
    this.#repeats.delete(key);
    const epoch = this.#epochs[this.#current]!;
    const { id: of, print } = repeats.slot;
    return repeats.times.map((time) => {
      const id = `${this.#ordinal}-${of.replace(/^\d+-/, '')}`;
      this.#ordinal += 1;
      append(epoch, key, { id, print }, this.#visit);
      return { before: epoch.write?.id ?? null, repeat: { id, of, ...time } };
    });
  }

  /** Takes in which headers have decided about an answer. */
  #select(request: string, response: RecordedResponse): void {
    const named = selectingHeaders(response);
    if (named.length === 0) return;
    const sets = this.#selecting.get(request) ?? [];
    const known = sets.at(-1) ?? [];
    const all = new Set([...known, ...named]);
    if (all.size > known.length) this.#selecting.set(request, [...sets, [...all]]);
  }

  /** The keys of an exchange, the one in force first; by the others it was placed before more headers decided. */
  #keysOf(request: string, exchange: Exchange): Keys {
    const sets = this.#selecting.get(request);
    if (sets === undefined) return [request];
    const of = (names: readonly string[]): string =>
      kept(request + variantOf(names, exchange.request.headers));
    const [current, ...earlier] = sets.toReversed();
    return [of(current!), ...earlier.map(of), request];
  }

  #named(exchange: Exchange): Interaction {
    const id = this.idFor(exchange);
    this.#ordinal += 1;
    return { id, ...exchange };
  }

  #endLast(key: string, slot: Slot, fresh: boolean): void {
    const last = this.#epochs.length - 1;
    this.#epochs[last]!.write = { ...slot, key };
    const others = this.#writes.get(key);
    if (others === undefined) this.#writes.set(key, [last]);
    else others.push(last);
    this.#epochs.push({ answers: new Map(), write: undefined, fresh });
  }
}

/** The stored answer is kept, or the new one takes its place under its id. */
function compare(slot: Slot, exchange: Exchange, print: string): Placement {
  if (slot.print === print) return { id: slot.id, repeated: true, entries: [] };
  slot.print = print;
  return {
    id: slot.id,
    repeated: false,
    entries: [{ before: null, interaction: { id: slot.id, ...exchange } }],
  };
}

/** Kept for every request of a session, so a long one is kept as its digest; no key begins as that does. */
function keyOf({ request }: Exchange): string {
  return kept(requestKey(request));
}

function kept(key: string): string {
  return key.length <= longestKey ? key : `\n${digest(key)}`;
}

/** What is stored before a session begins. */
const notVisited = 0;

function append({ answers }: Epoch, key: string, slot: Slot, visit: number): void {
  const known = answers.get(key);
  if (known === undefined) answers.set(key, new Answers(slot, visit));
  else known.add(slot, visit);
}
