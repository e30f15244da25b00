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
import { hash } from 'node:crypto';
import type { Interaction, RecordedResponse } from './format.ts';
import { interactionId, nextOrdinal } from './interaction-id.ts';
import type { JournalEntry } from './journal.ts';
import type { Exchange } from './redact.ts';
import { requestKey } from './request-key.ts';
import { isWrite } from './timeline.ts';

/** Repeats kept for one request, and altogether: a client that polls for days must not fill the memory. */
const mostRepeats = 100;
const mostRepeated = 1000;

/**
 * Headers that differ between two answers that are the same. An ETag is not one of them.
 * `Retry-After` and `Expires` count from now.
 */
const volatileHeader =
  /^(?:date|age|expires|retry-after|server-timing|traceparent|tracestate|(?:x-)?(?:request|correlation|trace)-id|x-amz-(?:request-id|id-2|cf-id)|x-amzn-(?:requestid|request-id|trace-id)|cf-ray|x-runtime|x-response-time|x-timer|x-cache-hits|(?:x-)?rate-?limit(?:-.*)?)$/;

export interface Placement {
  readonly id: string;
  /** Whether it is in the recording already. */
  readonly repeated: boolean;
  /** What has to be written. */
  readonly entries: readonly JournalEntry[];
}

interface Slot {
  readonly id: string;
  print: string;
}

interface Epoch {
  readonly slots: Map<string, Slot[]>;
  /** The write that ends it; none ends the last one. */
  write: (Slot & { readonly key: string }) | undefined;
  /** Whether nothing was recorded in it before this session. */
  fresh: boolean;
}

export class Sequence {
  readonly #epochs: Epoch[] = [];
  /** The epochs that a write ends, ascending. */
  readonly #writes = new Map<string, number[]>();
  #current = 0;
  /** How many answers to a request this session has had in the current epoch. */
  readonly #seen = new Map<string, number>();
  readonly #repeats = new Map<
    string,
    { readonly slot: Slot; readonly times: Pick<Exchange, 'at' | 'milliseconds'>[] }
  >();
  #ordinal: number;

  constructor(stored: readonly Interaction[]) {
    this.#ordinal = nextOrdinal(stored);
    this.#epochs.push({ slots: new Map(), write: undefined, fresh: false });
    for (const interaction of stored) {
      const key = keyOf(interaction);
      const slot = { id: interaction.id, print: fingerprint(interaction.response) };
      if (opensEpoch(interaction)) this.#endLast(key, slot, false);
      else append(this.#epochs.at(-1)!.slots, key, slot);
    }
    const last = this.#epochs.at(-1)!;
    last.fresh = last.slots.size === 0;
  }

  /** The id that a new interaction would get now. */
  idFor({ request }: Exchange): string {
    return interactionId(this.#ordinal, request.method, request.path);
  }

  /**
   * @param exchange redacted
   * @param answerBody its answer's body as JSON, which is dear to print twice
   */
  place(exchange: Exchange, answerBody: string): Placement {
    const key = keyOf(exchange);
    const print = fingerprint(exchange.response, answerBody);
    return opensEpoch(exchange)
      ? this.#placeWrite(exchange, key, print)
      : this.#placeOther(exchange, key, print);
  }

  #placeWrite(exchange: Exchange, key: string, print: string): Placement {
    const entries = this.#epochs[this.#current]!.fresh ? this.#storeRepeats() : [];
    const writes = this.#writes.get(key);
    while (writes?.[0] !== undefined && writes[0] < this.#current) writes.shift();
    const found = writes?.[0];
    let placement: Placement;
    if (found === undefined) {
      const interaction = this.#named(exchange);
      this.#endLast(key, { id: interaction.id, print }, true);
      this.#current = this.#epochs.length - 1;
      placement = { id: interaction.id, repeated: false, entries: [{ before: null, interaction }] };
    } else {
      this.#current = found + 1;
      placement = compare(this.#epochs[found]!.write!, exchange, print);
    }
    this.#seen.clear();
    this.#repeats.clear();
    return { ...placement, entries: [...entries, ...placement.entries] };
  }

  #placeOther(exchange: Exchange, key: string, print: string): Placement {
    const slots = this.#epochs[this.#current]!.slots.get(key);
    const seen = this.#seen.get(key) ?? 0;
    const known = slots?.[seen];
    if (known !== undefined) {
      this.#seen.set(key, seen + 1);
      return compare(known, exchange, print);
    }
    const last = slots?.at(-1);
    if (last?.print === print && !isWrite(exchange.request.method) && !isTrouble(exchange.response)) {
      this.#noteRepeat(key, last, exchange);
      return { id: last.id, repeated: true, entries: [] };
    }
    const entries = this.#storeRepeatsOf(key);
    const added = this.#add(key, exchange, print);
    return { id: added.interaction.id, repeated: false, entries: [...entries, added] };
  }

  #add(key: string, exchange: Exchange, print: string): JournalEntry & { readonly interaction: Interaction } {
    const { slots, write } = this.#epochs[this.#current]!;
    const interaction = this.#named(exchange);
    this.#seen.set(key, append(slots, key, { id: interaction.id, print }));
    return { before: write?.id ?? null, interaction };
  }

  #noteRepeat(key: string, slot: Slot, { at, milliseconds }: Exchange): void {
    const repeats = this.#repeats.get(key);
    if (repeats === undefined) {
      if (this.#repeats.size < mostRepeated) this.#repeats.set(key, { slot, times: [{ at, milliseconds }] });
    } else if (repeats.times.length < mostRepeats) {
      repeats.times.push({ at, milliseconds });
    }
  }

  #storeRepeats(): JournalEntry[] {
    return Array.from(this.#repeats.keys()).flatMap((key) => this.#storeRepeatsOf(key));
  }

  #storeRepeatsOf(key: string): JournalEntry[] {
    const repeats = this.#repeats.get(key);
    if (repeats === undefined) return [];
    this.#repeats.delete(key);
    const { slots, write } = this.#epochs[this.#current]!;
    const { id: of, print } = repeats.slot;
    return repeats.times.map((time) => {
      const id = `${this.#ordinal}-${of.replace(/^\d+-/, '')}`;
      this.#ordinal += 1;
      this.#seen.set(key, append(slots, key, { id, print }));
      return { before: write?.id ?? null, repeat: { id, of, ...time } };
    });
  }

  #named(exchange: Exchange): Interaction {
    const id = this.idFor(exchange);
    this.#ordinal += 1;
    return { id, ...exchange };
  }

  #endLast(key: string, slot: Slot, fresh: boolean): void {
    const last = this.#epochs.length - 1;
    this.#epochs[last]!.write = { ...slot, key };
    append(this.#writes, key, last);
    this.#epochs.push({ slots: new Map(), write: undefined, fresh });
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

function opensEpoch({ request, response }: Exchange): boolean {
  return isWrite(request.method) && response.status >= 200 && response.status < 300;
}

/** A replay does not let these stay as the last answer, so each of them counts. */
function isTrouble({ status }: RecordedResponse): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 425;
}

function keyOf({ request }: Exchange): string {
  return digest(requestKey(request));
}

/**
 * What makes an answer the same answer. The wire's form of an encoded body is not part of it.
 * @param printed the body as JSON, where it is there already
 */
export function fingerprint({ status, reason, headers, body }: RecordedResponse, printed?: string): string {
  const isHere = body !== null && !('omitted' in body);
  const lasting = headers
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !volatileHeader.test(lower) && !(isHere && lower === 'content-length');
    })
    .map(([name, value]) => [name, name.toLowerCase() === 'set-cookie' ? lastingCookie(value) : value]);
  const isEncoded = isHere && (body.wire !== undefined || body.hash !== undefined);
  const readable = isEncoded ? { ...body, wire: undefined, hash: undefined } : body;
  const text = isEncoded ? undefined : printed;
  return digest(`${JSON.stringify([status, reason, lasting])}${text ?? JSON.stringify(readable)}`);
}

/** A cookie without its value and its end. */
function lastingCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [
    pair.split('=')[0],
    ...attributes.filter((text) => !/^\s*(?:expires|max-age)\s*=/i.test(text)),
  ].join(';');
}

/** Kept for every interaction of a session: short, whatever the body, and no slice, which would keep what it is of. */
function digest(text: string): string {
  return hash('sha256', text, 'binary');
}

/** @returns how many there are now. A list begins with its first item: room for more would be most of the memory. */
function append<Item>(map: Map<string, Item[]>, key: string, item: Item): number {
  const items = map.get(key);
  if (items !== undefined) return items.push(item);
  map.set(key, [item]);
  return 1;
}
