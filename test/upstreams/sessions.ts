// Sessions of the clients with the upstreams, directly or through a recorder of this process. Time is the session's
// own: it stands still but for what the client waits, and the recording tells it as well.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSettings } from '../../src/spec/settings.ts';
import { createRecorder } from '../../src/app/modes/record.ts';
import { openService } from '../../src/service/service.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Recording } from '../../src/recording/format.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { Exchange } from '../../src/recording/format.ts';
import { OpenRecording } from '../../src/recording/record/open-recording.ts';
import type { Added, RecordingOptions } from '../../src/recording/record/open-recording.ts';
import { listen } from '../../src/doors/port/listen.ts';
import { runClient } from './client.ts';
import type { Facts, UpstreamName } from './client.ts';
import type { Planted, Plants, Upstream, UpstreamOptions } from './listen.ts';
import * as cents from './upstream-cents.ts';
import * as nodes from './upstream-nodes.ts';
import * as offsets from './upstream-offsets.ts';
import * as strings from './upstream-strings.ts';

export const upstreams: Readonly<
  Record<
    UpstreamName,
    { readonly start: (options?: UpstreamOptions) => Promise<Upstream>; readonly plants: Plants }
  >
> = { strings, cents, nodes, offsets };

export const upstreamNames = Object.keys(upstreams) as readonly UpstreamName[];

/** When sessions begin unless told otherwise: a Monday morning. */
export const usualStart = Date.UTC(2026, 2, 2, 9);

/** A clock that only the one who waits moves. */
export class SessionClock {
  #time: number;

  constructor(start = usualStart) {
    this.#time = start;
  }

  readonly now = (): number => this.#time;

  readonly wait = (milliseconds: number): Promise<void> => {
    this.#time += milliseconds;
    return Promise.resolve();
  };
}

export interface SessionOptions {
  readonly planted?: Planted;
  /** When it begins, in milliseconds since 1970. */
  readonly startAt?: number;
}

/** What the client of an upstream gets from the upstream itself. */
export async function directSession(name: UpstreamName, options: SessionOptions = {}): Promise<Facts> {
  const clock = new SessionClock(options.startAt);
  await using upstream = await upstreams[name].start({ now: clock.now, planted: options.planted });
  return await runClient(name, { url: upstream.url, key: upstream.key, wait: clock.wait });
}

export interface RecordedSession {
  readonly recording: Recording;
  /** What the client saw through the recorder. */
  readonly facts: Facts;
  /** The upstream's key, which the recording does not hold. */
  readonly key: string;
}

/** @param path of the recording's file, which stays; without it, none does */
export async function recordSession(
  name: UpstreamName,
  { path, ...options }: SessionOptions & { readonly path?: string } = {},
): Promise<RecordedSession> {
  const folder = await mkdtemp(join(tmpdir(), 'pricing-mock-upstream-'));
  const file = path ?? join(folder, `${name}.json`);
  const clock = new SessionClock(options.startAt);
  const upstream = await upstreams[name].start({ now: clock.now, planted: options.planted });
  try {
    const facts = await throughRecorder(upstream, file, clock, (url) =>
      runClient(name, { url, key: upstream.key, wait: clock.wait }),
    );
    return { recording: await readRecording(file), facts, key: upstream.key };
  } finally {
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const nothing = () => undefined;

const noPages = () => {
  throw new Error('a session asks for no page of the recorder');
};

async function throughRecorder<Result>(
  upstream: Upstream,
  file: string,
  clock: SessionClock,
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  const redactor = new Redactor(nodeBodies);
  const recording = new ClockedRecording(file, { upstream: upstream.url, redactor }, clock);
  await recording.open();
  const settings = createSettings('default');
  const defects: unknown[] = [];
  const service = openService({
    settings,
    keys: new Map(),
    limits: { perSecond: Infinity, perMinute: Infinity },
    auth: true,
    watcher: { request: nothing, worldDropped: nothing, failure: (error) => defects.push(error) },
  });
  const recorder = createRecorder({
    upstream: new URL(upstream.url),
    recording,
    redactor,
    service,
    maxBody: 10_000_000,
    forward: {},
    allowWrites: false,
    realKey: undefined,
    limits: undefined,
    missingFrom: undefined,
    fetchLinks: false,
    now: clock.now,
    sleep: clock.wait,
    watcher: {
      passed: ({ result }) => {
        if ('error' in result) defects.push(result.error);
      },
      answered: nothing,
      failure: (error) => defects.push(error),
    },
  });
  const server = await listen(service.serve(recorder.handler, noPages), {
    host: '127.0.0.1',
    port: 0,
    settings,
  });
  const result = await run(server.url).finally(async () => {
    await server.closeNow();
    recorder.close();
    await recording.close();
  });
  if (recording.failed !== undefined) defects.push(recording.failed);
  if (defects.length > 0) throw new AggregateError(defects, 'the recorder failed');
  return result;
}

/** A recording by the session's clock: a minute of waiting is a minute in the file, too. */
class ClockedRecording extends OpenRecording {
  readonly #clock: SessionClock;

  constructor(path: string, options: RecordingOptions, clock: SessionClock) {
    super(path, options);
    this.#clock = clock;
  }

  override add(exchange: Exchange): Promise<Added> {
    return super.add({ ...exchange, at: new Date(this.#clock.now()).toISOString(), milliseconds: 1 });
  }
}
