// What the control API needs of a server. The classes that do the work stand elsewhere; here is only what is asked of
// them, so that this part knows neither sockets nor modes.
import type { Settings } from '../../spec/assumptions.ts';
import type { Listing, ReportRun, Strategy } from '../../service/models/resources.ts';

export interface ControlParts {
  readonly settings: Settings;
  /** The secret that opens the control API; compared in constant time. */
  readonly token: string;
  /** The version of the program. */
  readonly version: string;
  /** The key whose world is meant by a request without `X-API-KEY`. */
  readonly defaultKey: string;
  readonly mode: ModeHandle;
  /** What was let into no world: no key, a wrong one, or refused at the edge. */
  readonly unauthenticated: Requests;
  /** The world that a key opens, opened if need be; undefined for a key that is not valid. */
  worldOf(key: string): WorldHandle | undefined;
  /** The worlds that are open. */
  worlds(): readonly WorldHandle[];
  /** Forgets a world and all that is in it; whether there was one. */
  dropWorld(id: string): boolean;
}

/** One account's side of the server; its records throw an error named `ModeError` where a mode has none. */
export interface WorldHandle {
  /** The API key that opens it; secret, never answered. */
  readonly key: string;
  /** Names it in links and logs, such as `w1`. */
  readonly id: string;
  readonly listings: Records<Listing>;
  readonly strategies: Records<Strategy>;
  readonly reports: Records<ReportRun>;
  readonly clock: ClockHandle;
  readonly faults: Faults;
  readonly requests: Requests;
  /** @throws Error named `AuditError` where the server keeps none */
  report(): object;
  reset(): void;
  snapshot(): object;
  /** @throws Error named `RecordError` for what is no snapshot */
  restore(snapshot: never): void;
}

/** What a body says, unchecked. */
type Members = Readonly<Record<string, unknown>>;

/** Bad fields throw an error named `RecordError`, whose `param` says where. */
export interface Records<T> {
  all(): readonly T[];
  get(id: string): T | undefined;
  create(fields: Members): T;
  update(id: string, changes: Members): T;
  remove(id: string): boolean;
}

/** Times in milliseconds since 1970. */
export interface ClockHandle {
  readonly frozen: boolean;
  now(): number;
  /** @throws RangeError for a time that the clock cannot take */
  freeze(at?: string | number): void;
  /** Moves it forward by so many milliseconds. */
  advance(by: number): void;
  resume(): void;
}

export interface Faults {
  add(rule: FaultRule): FaultHandle;
  list(): readonly FaultHandle[];
  clear(): void;
}

/** A fault and the requests that it strikes; each of the three numbers narrows them further. */
export interface FaultRule {
  /** As on the command line, such as `status=503`. */
  readonly kind: string;
  readonly match?: Pick<RequestMatch, 'method' | 'path' | 'query'>;
  readonly times?: number;
  readonly every?: number;
  readonly probability?: number;
}

export interface FaultHandle {
  readonly id: string;
  /** How often it has struck. */
  readonly struck: number;
  /** What was added. */
  readonly rule?: FaultRule;
  remove(): void;
}

/** All that is named must fit. */
export interface RequestMatch {
  readonly method?: string;
  /** Exact; `*` stands for anything, `{name}` for one segment. */
  readonly path?: string;
  readonly status?: number;
  readonly query?: Readonly<Record<string, string>>;
  /** Members that the body must have. */
  readonly body?: object;
}

/** The request log, oldest first. */
export interface Requests {
  /** How many there have been, those no longer kept among them. */
  readonly total: number;
  find(match?: RequestMatch): readonly LoggedRequest[];
  unmatched(): readonly LoggedRequest[];
  subscribe(listener: (entry: LoggedRequest) => void): () => void;
  clear(): void;
}

/** A request and its answer, the key masked. */
export interface LoggedRequest {
  /** 1, 2, 3 and so on within its world. */
  readonly number: number;
  /** Whether there is such an endpoint, or such an answer in the recording. */
  readonly matched: boolean;
  /** As JSON shows it. */
  toJSON(): unknown;
}

export interface ModeHandle {
  current(): ModeState;
  /** @throws Error named `ModeError` or `CommandError` when it cannot be */
  change(to: ModeChange): Promise<void>;
}

export interface ModeState {
  readonly mode: 'mock' | 'replay' | 'record';
  readonly recording: string | null;
  readonly upstream: string | null;
}

export type ModeChange =
  | { readonly mode: 'mock' }
  | { readonly mode: 'replay'; readonly recording: string }
  | { readonly mode: 'record'; readonly recording: string };
