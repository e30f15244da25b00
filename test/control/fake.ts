// A server for the control API to act on, all in memory: worlds with a few records, a request log and a clock that stands.
import { createSettings } from '../../src/spec/settings.ts';
import type { PresetName } from '../../src/spec/settings.ts';
import { control } from '../../src/app/control/control.ts';
import type {
  ControlParts,
  FaultHandle,
  FaultRule,
  LoggedRequest,
  ModeChange,
  ModeState,
  Records,
  RequestMatch,
  Requests,
  WorldHandle,
} from '../../src/app/control/parts.ts';
import { BodyTooLarge, headerValue } from '../../src/http/message.ts';
import type { ApiResponse } from '../../src/http/message.ts';

export const origin = 'http://127.0.0.1:5300';
export const token = 'the-token-of-the-tests';

class Named extends Error {
  readonly param: string | undefined;

  constructor(name: string, message: string, param?: string) {
    super(message);
    this.name = name;
    this.param = param;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
}

class FakeRecords<T> implements Records<T> {
  rows = new Map<string, Row>();
  readonly #mode: () => ModeState;

  constructor(mode: () => ModeState, ...ids: readonly string[]) {
    this.#mode = mode;
    for (const id of ids) this.rows.set(id, { id });
  }

  all(): T[] {
    return [...this.#open().values()] as T[];
  }

  get(id: string): T | undefined {
    return this.#open().get(id) as T | undefined;
  }

  create(fields: { id?: string; minPrice?: unknown }): T {
    const { id = `new-${this.rows.size}`, minPrice = 1 } = fields;
    if (typeof minPrice !== 'number')
      throw new Named('RecordError', 'minPrice is not a number from 0', 'minPrice');
    this.#open().set(id, { ...fields, id });
    return this.get(id)!;
  }

  update(id: string, changes: object): T {
    return this.create({ ...this.rows.get(id), ...changes, id });
  }

  remove(id: string): boolean {
    if (id === 'in-use') throw new Named('RecordError', 'a listing has this strategy');
    return this.#open().delete(id);
  }

  #open(): Map<string, Row> {
    const { mode } = this.#mode();
    if (mode !== 'mock') throw new Named('ModeError', `the mode ${mode} keeps no records`);
    return this.rows;
  }
}

export class FakeRequests implements Requests {
  entries: LoggedRequest[] = [];
  readonly listeners = new Set<(entry: LoggedRequest) => void>();

  note(method: string, path: string, status: number, more: object = {}): void {
    const number = (this.entries.at(-1)?.number ?? 0) + 1;
    const fields = {
      number,
      at: '2026-01-01T00:00:00.000Z',
      method,
      path,
      status,
      matched: status !== 404,
      ...more,
    };
    const entry = { ...fields, toJSON: () => fields };
    this.entries.push(entry);
    for (const listener of this.listeners) listener(entry);
  }

  get total(): number {
    return this.entries.length;
  }

  find(match: RequestMatch = {}): LoggedRequest[] {
    return this.entries.filter((entry) =>
      Object.entries(match).every(
        ([name, value]) => JSON.stringify((entry.toJSON() as Fields)[name]) === JSON.stringify(value),
      ),
    );
  }

  unmatched(): LoggedRequest[] {
    return this.entries.filter(({ matched }) => !matched);
  }

  subscribe(listener: (entry: LoggedRequest) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  clear(): void {
    this.entries = [];
  }
}

export class FakeWorld implements WorldHandle {
  readonly key: string;
  readonly id: string;
  readonly listings: FakeRecords<never>;
  readonly strategies: FakeRecords<never>;
  readonly reports: FakeRecords<never>;
  readonly requests = new FakeRequests();
  readonly clock = {
    time: 1_767_225_600_000,
    frozen: false,
    now(): number {
      return this.time;
    },
    freeze(at?: string | number): void {
      if (at !== undefined && Number(at) < this.time) throw new RangeError('a clock only moves forward');
      this.time = Number(at ?? this.time);
      this.frozen = true;
    },
    advance(by: number): void {
      this.time += by;
    },
    resume(): void {
      this.frozen = false;
    },
  };
  readonly faults = {
    added: [] as FaultHandle[],
    add(rule: FaultRule): FaultHandle {
      const id = `f${this.added.length + 1}`;
      const remove = () => void (this.added = this.added.filter((one) => one.id !== id));
      this.added.push({ id, struck: 0, rule, remove });
      return this.added.at(-1)!;
    },
    list(): FaultHandle[] {
      return this.added;
    },
    clear(): void {
      this.added = [];
    },
  };
  resets = 0;
  readonly #mode: () => ModeState;

  constructor(key: string, id: string, mode: () => ModeState) {
    this.#mode = mode;
    this.key = key;
    this.id = id;
    this.listings = new FakeRecords(mode, 'board', 'lamp');
    this.strategies = new FakeRecords(mode, 'guard', 'a/b ä');
    this.reports = new FakeRecords(mode, 'run');
  }

  report(): object {
    if (this.#mode().mode !== 'mock') throw new Named('AuditError', 'there is no audit');
    return { peakPerSecond: 5 };
  }

  reset(): void {
    this.resets += 1;
  }

  snapshot(): object {
    return { format: 1, listings: this.listings.all() };
  }

  restore(snapshot: { readonly listings?: readonly Row[] }): void {
    if (snapshot.listings === undefined) throw new Named('RecordError', 'listings is missing', 'listings');
    this.listings.all();
    this.listings.rows = new Map(snapshot.listings.map((row) => [row.id, row]));
  }
}

interface CallOptions {
  readonly key?: string;
  /** Null: no token. */
  readonly token?: string | null;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
  readonly response: ApiResponse;
  header(name: string): string | undefined;
}

/** The control API over such a server. */
export function createControl(profile: PresetName = 'default') {
  let state: ModeState = { mode: 'mock', recording: null, upstream: null };
  const worlds = new Map<string, FakeWorld>();
  let opened = 0;
  const worldOf = (key: string): FakeWorld | undefined => {
    if (key === 'nobody') return undefined;
    const world = worlds.get(key) ?? new FakeWorld(key, `w${(opened += 1)}`, () => state);
    worlds.set(key, world);
    return world;
  };
  const parts: ControlParts & { readonly unauthenticated: FakeRequests } = {
    settings: createSettings(profile),
    token,
    version: '1.2.3',
    defaultKey: 'test_key',
    mode: {
      current: () => state,
      change: (to: ModeChange) => {
        if (to.mode === 'record')
          return Promise.reject(new Named('ModeError', 'there is no upstream to record'));
        state = { mode: to.mode, recording: to.mode === 'mock' ? null : to.recording, upstream: null };
        return Promise.resolve();
      },
    },
    unauthenticated: new FakeRequests(),
    worldOf,
    worlds: () => [...worlds.values()],
    dropWorld: (id) => [...worlds].some(([key, world]) => world.id === id && worlds.delete(key)),
  };
  const handler = control(parts);

  async function call(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    const bytes = new TextEncoder().encode(body ?? '');
    const headers: Record<string, string> = {
      ...(options.token !== null && { authorization: `Bearer ${options.token ?? token}` }),
      ...(options.key !== undefined && { 'x-api-key': options.key }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
      }),
      ...options.headers,
    };
    const [path = '', query = ''] = target.split('?');
    const response = await handler({
      method,
      path,
      query,
      headers,
      rawHeaders: Object.entries(headers).flat(),
      body: {
        bytes: (limit) =>
          bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes),
        stream: () => {
          throw new Error('the control API reads bodies whole');
        },
      },
      origin,
      context: {},
      onAbort: () => undefined,
    });
    const text = typeof response.body === 'string' ? response.body : '';
    return {
      status: response.status,
      text,
      json: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : undefined,
      response,
      header: (name) => headerValue(response.headers, name),
    };
  }

  return { call, parts, world: (key = 'test_key') => worldOf(key)!, unauthenticated: parts.unauthenticated };
}
