// What the control API answers and its event stream tells, as far as the page shows it. Times are milliseconds since 1970 by
// the world's clock, or ISO 8601 where they are text.

export interface Mode {
  readonly mode: 'mock' | 'replay' | 'record';
  readonly recording: string | null;
  readonly upstream: string | null;
}

export interface Fault {
  readonly id: string;
  readonly kind: string;
  readonly match?: { readonly method?: string; readonly path?: string };
  readonly probability?: number;
  readonly times?: number;
  readonly every?: number;
  readonly struck: number;
}

interface WorldClock {
  readonly now: number;
  readonly frozen: boolean;
}

export interface World {
  /** A test key as it is; a secret one never. */
  readonly id: string;
  readonly clock: WorldClock;
  readonly faults: readonly Fault[];
}

/** A request, as the list of the traffic has it. */
export interface Row {
  /** Counts over all worlds. */
  readonly serial: number;
  /** Null: no world let it in. */
  readonly world: string | null;
  /** Counts within the world. */
  readonly number: number;
  readonly at: string;
  /** When the limits counted it. */
  readonly countedAt: number | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly badges: readonly string[];
  readonly injected: string | null;
  readonly ignored: readonly string[];
  readonly error: { readonly code: string; readonly message: string; readonly param?: string } | null;
  readonly kind: string | null;
  readonly retry_after: string | null;
  /** The recorded answer that a replay chose, or that a recorder made of it. */
  readonly interaction: string | null;
  /** What a recorder did with it. */
  readonly recorded: string | null;
}

interface Near {
  readonly interaction: string;
  readonly request: string;
  readonly differences: readonly {
    readonly part: string;
    readonly name?: string | null;
    readonly asked: unknown;
    readonly recorded: unknown;
  }[];
}

export interface Miss {
  readonly why: string;
  readonly near: readonly Near[];
  readonly command: string;
}

export type HeaderPairs = readonly (readonly [string, string])[];

export interface ShownBody {
  /** Whether the body is here, or why it is not. */
  readonly state: 'shown' | 'none' | 'binary' | 'cut' | 'too-long' | 'passed' | 'off' | 'forgotten';
  readonly body: unknown;
  /** In bytes, or of a text in characters. */
  readonly length: number | null;
}

/** A request with all that was kept of it. */
export interface Exchange extends Row {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: { readonly headers: HeaderPairs } & ShownBody;
  readonly errorPage: string | null;
  readonly wrote: {
    readonly kind: string;
    readonly id: string;
    readonly before: object | null;
    readonly after: object | null;
  } | null;
  readonly replayed: { readonly interaction: string; readonly why: string; readonly at: string } | null;
  readonly miss: Miss | null;
}

export interface LimitWindow {
  readonly name: string;
  /** The requests that it counts, such as those of one endpoint; null: all. */
  readonly scope: string | null;
  /** Null: any number. */
  readonly limit: number | null;
  readonly widthMs: number;
  readonly used: number;
  /** Time and count in turn; each count holds until the next time. */
  readonly points: readonly (readonly [number, number])[];
}

export interface Limits {
  /** Whether more than the limit is refused. */
  readonly applied: boolean;
  readonly algorithm: string;
  readonly windows: readonly LimitWindow[];
  readonly refused: readonly { readonly serial: number; readonly at: number; readonly window: string }[];
}

export interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly minPrice: number | null;
  readonly currentPrice: number | null;
  readonly maxPrice: number | null;
  readonly currency: string;
  readonly strategyId: string | null;
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface Strategy {
  readonly id: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

export interface Report {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly createdAt: string | null;
  readonly queuedMs: number;
  readonly runningMs: number;
  readonly [field: string]: unknown;
}

export interface State {
  readonly listings: readonly Listing[];
  readonly strategies: readonly Strategy[];
}

/** A file of a completed report run. */
export interface ReportFile {
  readonly format: string;
  readonly url: string;
  readonly sizeBytes: number;
  readonly compression: string | null;
}

export interface Change {
  readonly number: number;
  readonly at: string;
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface RecordedStep {
  readonly number: number;
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  /** How many writes stand before it. */
  readonly epoch: number;
  readonly write: boolean;
  readonly used: boolean;
  /** The path that it is about, as the replay has it. */
  readonly about: string;
  /** Where it is the answer in force, in numbers of writes done; null: to the end. */
  readonly inForce: readonly {
    readonly from: number;
    readonly until: number | null;
    readonly stale: boolean;
  }[];
}

export interface Recording {
  readonly name: string;
  readonly upstream: string;
  readonly total: number;
  readonly writes: readonly string[];
  readonly interactions: readonly RecordedStep[];
  readonly clients: readonly {
    readonly world: string | null;
    readonly writesDone: number;
    readonly writesOf: number;
    /** The first write that it has not done. */
    readonly next: string | null;
    readonly served: number;
  }[];
  readonly answered: number;
  readonly misses: readonly { readonly request: string; readonly count: number }[];
  readonly missed: number;
  readonly unused: number;
}

export interface RecordedExchange {
  readonly request: { readonly headers: HeaderPairs } & ShownBody;
  readonly response: { readonly headers: HeaderPairs } & ShownBody;
}

export interface Checks {
  readonly worlds: readonly {
    readonly world: string | null;
    readonly facts: readonly {
      readonly id: string;
      readonly title: string;
      readonly count: number;
      readonly failed: boolean;
      readonly requests: readonly { readonly world: string | null; readonly number: number }[];
    }[];
  }[];
}

export interface Assumption {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  /** Null: the form of answers says something else than any of the values. */
  readonly value: string | number | null;
  readonly default: string | number;
  readonly reason: string;
  readonly evidence: string;
}

/** What a recording teaches about the service. */
export interface Learned {
  readonly recording: string;
  readonly about: readonly string[];
  /** By the id of the assumption. */
  readonly assumptions: Readonly<Record<string, string | number>>;
  readonly evidence: readonly {
    readonly at: string;
    readonly seen: number;
    readonly interactions: readonly string[];
  }[];
}

export interface Fidelity {
  readonly recording: string;
  readonly answers: { readonly agreeing: number; readonly of: number };
  /** Answers that no recording shows. */
  readonly undecided: number;
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly agreeing: number;
    readonly of: number;
  }[];
  readonly differences: readonly {
    readonly endpoint: string;
    readonly aspect: string;
    readonly path: string;
    readonly recorded: unknown;
    readonly mock: unknown;
    readonly answers: number;
    readonly interactions: readonly string[];
  }[];
}

/** The events of the one stream, by name. */
export interface Events {
  readonly start: {
    readonly run: string;
    /** False: every row that is kept comes again. */
    readonly resumed: boolean;
    readonly version: string;
    readonly keepsAnswers: boolean;
    readonly mode: Mode;
    readonly current: string | null;
    readonly worlds: readonly World[];
  };
  readonly requests: readonly Row[];
  readonly skipped: { readonly count: number };
  readonly records: { readonly world: string };
  readonly clock: WorldClock & { readonly world: string };
  readonly faults: { readonly world: string; readonly faults: readonly Fault[] };
  readonly replay: { readonly world: string };
  readonly checks: { readonly world: string | null; readonly failed: readonly string[] };
  readonly mode: Mode;
  readonly world: Omit<World, 'id'> & {
    readonly world: string;
    readonly state: 'opened' | 'dropped' | 'reset';
  };
  readonly recorded: { readonly serial: number; readonly interaction: string; readonly outcome: string };
}
