// A foreign service: the paths of the specification and the header X-API-KEY, everything else its own. It knows nothing
// of the learner, and the learner knows nothing of it.

/** A request as it arrives. Header names are in lower case; `target` is the path with its query, as sent. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** One run of a service. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Another number for each run: from it come the values that two runs do not share (request ids, signatures, tokens). */
  readonly run: number;
  /** Where the service stands, for the links in its answers: `https://api.example.test`. */
  readonly origin: string;
}

/** What a program sends. */
export interface Sending {
  /** Is sent as JSON. */
  readonly json?: unknown;
  /** Is sent as it stands, in place of `json`. */
  readonly text?: string;
  /** Added to, or in place of, the usual headers (key, content type); null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Without the pause of 300 ms before each request. */
  readonly atOnce?: boolean;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; the text of another body; null of none. */
  readonly body: unknown;
}

/** What a program of the service's user has in hand; `target` is a path with its query, or a whole URL that an answer gave. */
export interface Api {
  ask(method: string, target: string, sending?: Sending): Promise<Received>;
  /** Lets time pass. */
  wait(milliseconds: number): void;
}

export interface ForeignService {
  readonly name: string;
  readonly key: string;
  /** Starts the service with the data that it always starts with; each run answers by itself. */
  start(run: Run): (request: Asked) => Answered;
  /** Whether an answer refuses its request, of a service that does not say so by a status from 400. */
  readonly isRefusal?: (answer: Answered) => boolean;
  /** The records that a body shows, of a service that does not show them as the items of its first list. */
  readonly recordsIn?: (body: unknown) => readonly unknown[];
  /**
   * What the user's program does. It follows what the answers say (links, cursors, totals), and does not know on whom it
   * calls. `recorded` is the session that is learned from; `another` asks for other listings, page sizes, prices and
   * mistakes, none of them recorded.
   */
  session(api: Api, which: 'recorded' | 'another'): Promise<void>;
}
