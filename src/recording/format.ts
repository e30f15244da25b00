// What a recording is, in memory and in its file. A recording is data that people keep and edit:
// bodies stand readable where they can, and the wire's truth survives record -> file -> replay.

export const formatName = 'pricing-mock-recording';
export const formatVersion = 1;

/** A header as it stood on the wire; order, case and repeats are kept. */
export type HeaderPair = readonly [name: string, value: string];

/** The readable copy of a body, after its content encoding is taken off. */
export type ReadableBody =
  { readonly json: unknown } | { readonly text: string } | { readonly base64: string };

/**
 * Why a body is not in the recording.
 * `too-long`: it is longer than `--max-body`.
 * `undecoded`: it is compressed in a way that cannot be undone here, so nobody can tell whether it holds a secret.
 * `secret`: it is binary and holds a secret, which cannot be taken out without spoiling it.
 * `not-in-har`: the HAR that it was imported from does not hold it.
 */
export const omittedReasons = ['too-long', 'undecoded', 'secret', 'not-in-har'] as const;
export type OmittedReason = (typeof omittedReasons)[number];

export interface OmittedBody {
  /** Its length as it was sent. */
  readonly bytes: number;
  readonly reason: OmittedReason;
  /** SHA-256 of its bytes as they were sent, in hexadecimal, where they were seen; secrets are taken out before. */
  readonly hash?: string;
}

/**
 * A body in a recording. A compact JSON text stands as `json`, other UTF-8 as `text`, bytes as `base64`.
 * An encoded body (gzip, br, deflate) stands readable too; `wire` then keeps its bytes as they were sent
 * (base64) and `hash` the SHA-256 of the readable bytes (hex), by which an edited body is noticed. Where a secret
 * was redacted, `wire` is left out. A `base64` without `hash` holds the bytes as sent, whatever their encoding.
 */
export type RecordedBody =
  | null
  | (ReadableBody & { readonly wire?: string; readonly hash?: string })
  | { readonly omitted: OmittedBody };

/** A body that stands in the recording: neither empty nor omitted. */
export type PresentBody = Exclude<RecordedBody, null | { readonly omitted: unknown }>;

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Without `?`, redacted. */
  readonly query: string;
  /** Only those that may be stored, redacted. */
  readonly headers: readonly HeaderPair[];
  /**
   * That it carried no API key, where the answer may be due to that: 401, 403, and any where others carried one. Whether a key
   * was right is not stored.
   */
  readonly keyless?: true;
  readonly body: RecordedBody;
}

export interface RecordedResponse {
  readonly status: number;
  readonly reason: string;
  /** Without the hop-by-hop ones, redacted. */
  readonly headers: readonly HeaderPair[];
  readonly body: RecordedBody;
}

export interface Interaction {
  /** Unique within the recording, stable over re-recording: `<ordinal>-<method>-<what>`, such as `3-get-listing`. */
  readonly id: string;
  /** When the request came, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** From the request to the last byte of the answer. */
  readonly milliseconds: number;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

/** A request and its answer, before they have an id. */
export type Exchange = Omit<Interaction, 'id'>;

/** A recording as its file holds it: exchanges with one service, in their order, without secrets. */
export interface Recording {
  /** Where the file's JSON Schema is, for editors. */
  readonly $schema?: string;
  readonly format: typeof formatName;
  readonly version: typeof formatVersion;
  /**
   * What was recorded: an origin such as `https://api.example.com`, or a base URL such as `https://example.com/api`,
   * whose path went before that of every request. Links to it stand in the answers as the service gave them.
   */
  readonly upstream: string;
  /** A note for people, such as how the recording was made. */
  readonly note?: string;
  /** In the order in which the answers were complete. */
  readonly interactions: readonly Interaction[];
}

/** What a recording says of itself before its interactions. */
export type RecordingHead = Omit<Recording, 'interactions'>;
