// Bodies from the wire into a recording and back. A body that was not edited leaves as the very bytes that came. An edited
// one leaves with the recorded encoding and a right length, which is where replayers go wrong most. Browser-safe: what a
// platform does in its own way is handed in (`node-bodies.ts`, `fetch-bodies.ts`).
import { exactTextOf, utf8Of } from '../../http/binary-text.ts';
import { acceptedCodings, contentCodings, decodedLimit, mostCodings } from './coding-names.ts';
import type { HeaderPair, PresentBody, ReadableBody, RecordedBody, RecordedResponse } from '../format.ts';
import { exactJson, jsonText } from './readable-json.ts';
import { withLength, withoutHeaders } from '../recordable-headers.ts';

/** How one content encoding is taken off and put on. */
export interface Coding {
  /** @throws Error for bytes that are damaged, or swell past the limit */
  decode(bytes: Uint8Array, limit: number): Uint8Array;
  encode(bytes: Uint8Array): Uint8Array;
}

/** A hash that is fed piece by piece. */
export interface Hashing {
  update(piece: Uint8Array): unknown;
  /** @returns hexadecimal digits */
  digest(encoding: 'hex'): string;
}

/** What Node and a browser do differently. */
interface BodyPlatform {
  /** The content encodings that are known, by name. */
  readonly codings: ReadonlyMap<string, Coding>;
  base64Of(bytes: Uint8Array): string;
  bytesOfBase64(base64: string): Uint8Array;
  /** SHA-256. */
  createHash(): Hashing;
}

export interface WireAnswer {
  readonly headers: readonly HeaderPair[];
  readonly bytes: Uint8Array;
}

/** The client that an answer is for. */
export interface BodyTaker {
  readonly method?: string;
  /** Whether the client takes an encoding, see `acceptedCodings`; any, unless given. */
  readonly accepts?: (coding: string) => boolean;
}

export class BodyCodec {
  readonly #platform: BodyPlatform;

  constructor(platform: BodyPlatform) {
    this.#platform = platform;
  }

  /**
   * A body as it came, for the recording. A `base64` without a `hash` stands for the wire's bytes; with a `hash`, as
   * every other form, for the readable ones.
   */
  recordBody(wire: Uint8Array, headers: readonly HeaderPair[]): RecordedBody {
    if (wire.length === 0) return null;
    const codings = contentCodings(headers);
    if (codings.length === 0) return this.readableBody(wire);
    const decoded = this.decode(wire, codings);
    const sent = this.#platform.base64Of(wire);
    if (decoded === undefined) return { base64: sent };
    return { ...this.readableBody(decoded), hash: this.digest(decoded), wire: sent };
  }

  /** The form in which bytes can be read and edited without losing any. */
  readableBody(bytes: Uint8Array): ReadableBody {
    const text = exactTextOf(bytes);
    if (text === undefined) return { base64: this.#platform.base64Of(bytes) };
    return exactJson(text) ?? { text };
  }

  readableBytes(body: ReadableBody): Uint8Array {
    if ('json' in body) return utf8Of(jsonText(body));
    return 'text' in body ? utf8Of(body.text) : this.#platform.bytesOfBase64(body.base64);
  }

  /**
   * A recorded answer as it goes to a client; undefined when its body was omitted from the recording.
   * It hashes and may compress: keep the result for as long as the recording stays the same.
   */
  wireBody(response: RecordedResponse, client: BodyTaker = {}): WireAnswer | undefined {
    const { body, headers } = response;
    const codings = contentCodings(headers);
    const accepted = client.accepts === undefined || codings.every(client.accepts);
    const plain = withoutHeaders(headers, 'content-encoding');

    if (body === null) {
      const bytes = new Uint8Array();
      // The length of an answer to HEAD, or of a 304, is that of a body that is not here.
      if (client.method !== 'HEAD' && response.status !== 304)
        return { headers: withLength(headers, 0), bytes };
      return { headers: accepted ? headers : withoutHeaders(plain, 'content-length'), bytes };
    }
    if ('omitted' in body) return undefined;

    const whole = (kept: readonly HeaderPair[], bytes: Uint8Array): WireAnswer => ({
      headers: withLength(kept, bytes.length),
      bytes,
    });
    const readable = this.readableBytes(body);
    if (codings.length === 0) return whole(headers, readable);
    if (!isDecoded(body)) {
      const decoded = accepted ? undefined : this.decode(readable, codings);
      return decoded === undefined ? whole(headers, readable) : whole(plain, decoded);
    }
    if (!accepted) return whole(plain, readable);
    if (body.wire !== undefined && body.hash === this.digest(readable)) {
      return whole(headers, this.#platform.bytesOfBase64(body.wire));
    }
    const encoded = this.encode(readable, codings);
    return encoded === undefined ? whole(plain, readable) : whole(headers, encoded);
  }

  /** Which encodings a client accepts. */
  acceptedCodings(acceptEncoding: string | undefined): (coding: string) => boolean {
    return acceptedCodings(acceptEncoding);
  }

  /** The bytes without their encodings; undefined when one is unknown, damaged or swells past the limit. */
  decode(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
    if (codings.length > mostCodings) return undefined;
    let decoded = bytes;
    for (const name of codings.toReversed()) {
      const coding = this.#platform.codings.get(name);
      if (coding === undefined) return undefined;
      try {
        decoded = coding.decode(decoded, decodedLimit);
      } catch {
        return undefined;
      }
    }
    return decoded;
  }

  /** The bytes under the encodings; undefined when one is unknown. */
  encode(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
    let encoded = bytes;
    for (const name of codings) {
      const coding = this.#platform.codings.get(name);
      if (coding === undefined) return undefined;
      encoded = coding.encode(encoded);
    }
    return encoded;
  }

  /** SHA-256 in hexadecimal. */
  digest(bytes: Uint8Array): string {
    const hash = this.createHash();
    hash.update(bytes);
    return hash.digest('hex');
  }

  createHash(): Hashing {
    return this.#platform.createHash();
  }
}

/** Whether the readable form is the decoded one. */
export function isDecoded(body: PresentBody): boolean {
  return !('base64' in body) || body.hash !== undefined;
}
