// The last so many requests, a column for each of their facts. The columns live long and are written over: a record for
// each request would outlive two collections before it is dropped, which took a tenth of the time of a PATCH.
import type { ErrorName } from '../../spec/errors.ts';
import type { ApiRequest, ApiResponse, ErrorObject } from '../../http/message.ts';
import { headerValue } from '../../http/message.ts';
import { JournalEntry } from './journal-entry.ts';

/** Longer bodies are not kept, in bytes. */
const longestBody = 65_536;

/** Rooms for bodies begin with so many bytes, so that most are made once. */
const smallestRoom = 64;

const noRoom = new Uint8Array(0);

export class JournalRing {
  readonly #at: number[] = [];
  readonly #milliseconds: number[] = [];
  readonly #methods: string[] = [];
  readonly #paths: string[] = [];
  readonly #queries: string[] = [];
  readonly #rawHeaders: (readonly string[])[] = [];
  #lastHead: readonly string[] = [];
  readonly #statuses: number[] = [];
  readonly #errors: (ErrorObject | undefined)[] = [];
  readonly #kinds: (ErrorName | undefined)[] = [];
  readonly #retryAfters: (string | undefined)[] = [];
  /** Where bodies are copied to; a request's own bytes would keep a whole network buffer. */
  readonly #rooms: Uint8Array[] = [];
  /** The lengths of the bodies in their rooms; -1 for none. */
  readonly #lengths: number[] = [];

  /** Writes over what stood in the place; places are taken one after the other, from 0. */
  put(place: number, at: number, request: ApiRequest, response: ApiResponse, milliseconds: number): void {
    this.#at[place] = at;
    this.#milliseconds[place] = milliseconds;
    this.#methods[place] = request.method;
    this.#paths[place] = request.path;
    this.#queries[place] = request.query;
    this.#rawHeaders[place] = this.#head(request.rawHeaders);
    this.#statuses[place] = response.status;
    this.#errors[place] = response.error;
    this.#kinds[place] = response.errorKind as ErrorName | undefined;
    this.#retryAfters[place] =
      response.status < 400 ? undefined : headerValue(response.headers, 'retry-after');
    this.#putBody(place, request.context.body);
  }

  /** @param number the entry's, as the world counts its requests */
  entry(place: number, number: number): JournalEntry {
    return new JournalEntry({
      number,
      at: this.#at[place]!,
      method: this.#methods[place]!,
      path: this.#paths[place]!,
      query: this.#queries[place]!,
      rawHeaders: this.#rawHeaders[place]!,
      body: this.#lengths[place] === -1 ? null : this.#rooms[place]!.slice(0, this.#lengths[place]),
      status: this.#statuses[place]!,
      milliseconds: this.#milliseconds[place]!,
      error: this.#errors[place],
      kind: this.#kinds[place],
      retryAfter: this.#retryAfters[place],
    });
  }

  /** One client's heads are mostly alike: the same ones are kept once, so that the rest is dropped young. */
  #head(rawHeaders: readonly string[]): readonly string[] {
    if (!areAlike(rawHeaders, this.#lastHead)) this.#lastHead = rawHeaders;
    return this.#lastHead;
  }

  #putBody(place: number, body: Uint8Array | undefined): void {
    const isKept = body !== undefined && body.length <= longestBody;
    this.#lengths[place] = isKept ? body.length : -1;
    const room = this.#rooms[place] ?? noRoom;
    if (!isKept) {
      this.#rooms[place] = room;
      return;
    }
    const roomy = room.length >= body.length ? room : new Uint8Array(Math.max(smallestRoom, body.length));
    roomy.set(body);
    this.#rooms[place] = roomy;
  }
}

function areAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
