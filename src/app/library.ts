// The functions by which a program starts the servers of the command line: `startServer`, `startReplay`, `startRecorder`.
import { failuresOf } from '../service/audit/coverage-text.ts';
import { usageError } from './options/command-error.ts';
import { resolveInput } from './options/options.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { quiet } from './modes/hooks.ts';
import type { ServerHooks } from './modes/hooks.ts';
import { serveOptions } from './options/serve-options.ts';
import type { ServerInput } from './options/serve-options.ts';
import { recordOptions } from './options/record-options.ts';
import type { RecorderInput } from './options/record-options.ts';
import { replayOptions } from './options/replay-options.ts';
import type { ReplayInput } from './options/replay-options.ts';
import type { MockServer } from './server.ts';
import { startMock } from './start-mock.ts';
import { startRecord } from './start-record.ts';
import { startReplay as replayFrom } from './start-replay.ts';

/**
 * Starts the mock of the whole service on a free port: `pricing-mock serve` for a program.
 * @example
 * await using server = await startServer({ data: 'tiny' });
 * const response = await fetch(`${server.url}/v1/listings`, { headers: { 'X-API-KEY': server.key } });
 * @throws CommandError for options that cannot be, bad files and a port that cannot be opened
 */
export async function startServer(input: ServerInput = {}): Promise<MockServer> {
  const { cwd = process.cwd(), onRequest, fixtures } = input;
  const hasRecords = typeof fixtures === 'object';
  const given = { port: 0, audit: true, ...defined(input), ...(hasRecords && { fixtures: undefined }) };
  const values = resolveInput(serveOptions, given, { name: 'startServer', besides });
  const { server, audit } = await startMock({
    ...{ values, cwd, hooks: hooksWith(onRequest) },
    ...(hasRecords && { records: fixtures }),
  });
  const { failOn } = values;
  if (failOn === null || audit === undefined) return server;
  return endingWith(server, () => {
    const failures = failuresOf(audit(), server.coverage(), failOn);
    if (failures.length > 0) throw new Error(failures.join('; '));
  });
}

/** A server that replays, with a summary of its requests. */
export interface ReplayServer extends MockServer {
  /** How many requests were answered and missed so far. */
  summary(): ReplaySummary;
}

/**
 * Replays a recording on a free port: `pricing-mock replay` for a program.
 * @throws CommandError for options that cannot be, a bad recording and a port that cannot be opened
 */
export async function startReplay(input: ReplayInput): Promise<ReplayServer> {
  const { recording, cwd = process.cwd(), onRequest } = input;
  const caller = { name: 'startReplay', besides: [...besides, 'recording'] };
  const values = resolveInput(replayOptions, { port: 0, ...defined(input) }, caller);
  if (typeof recording !== 'string') throw usageError('startReplay: recording: takes a name or a file');
  const { server, summary } = await replayFrom(recording, { values, cwd, hooks: hooksWith(onRequest) });
  const checked = endingWith(server, () => {
    const { misses, missed } = summary();
    if (!values.failOnMiss || misses === 0) return;
    const which = missed.map(({ request, count }) => `${request}${count === 1 ? '' : ` (${count} times)`}`);
    throw new Error(`requests that were not recorded (failOnMiss), ${misses} in all: ${which.join('; ')}`);
  });
  return Object.assign(checked, { summary });
}

/** A server that records. */
export interface RecordServer extends MockServer {
  /** Where the recording is kept, below the working directory. */
  readonly file: string;
  /** Why nothing more is recorded; undefined when all is well. */
  failure(): Error | undefined;
}

/**
 * Records the real service through a free port: `pricing-mock record` for a program.
 * @throws CommandError for options that cannot be, a recording that is taken and a port that cannot be opened
 */
export async function startRecorder(input: RecorderInput): Promise<RecordServer> {
  const { upstream, cwd = process.cwd(), onRequest } = input;
  const caller = { name: 'startRecorder', besides: [...besides, 'upstream'] };
  const values = resolveInput(recordOptions, { port: 0, ...defined(input) }, caller);
  if (typeof upstream !== 'string') throw usageError('startRecorder: upstream: takes a base URL');
  const nothing = () => undefined;
  const alarm = (message: string): void => {
    console.error(`pricing-mock: ${message}`);
  };
  const hooks = { ...hooksWith(onRequest), passed: nothing, answered: nothing, alarm };
  const { server, record } = await startRecord(upstream, {
    ...{ values, cwd, env: process.env, createHooks: () => hooks },
  });
  return Object.assign(server, { file: record.file, failure: record.failed });
}

/** Names that every function here takes besides the options of the command line. */
const besides: readonly string[] = ['cwd', 'onRequest'];

/** The input without undefined members, which have their defaults. */
function defined(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The server, whose `close()` then checks something, and rejects if the check throws. */
function endingWith(server: MockServer, check: () => void): MockServer {
  const close = server.close.bind(server);
  server.close = () => close().then(check);
  return server;
}

function hooksWith(onRequest: ServerInput['onRequest']): ServerHooks {
  if (onRequest === undefined) return quiet;
  return {
    ...quiet,
    request(observation) {
      try {
        onRequest(observation);
      } catch (error) {
        // The callback of the caller failed, such as an assertion of a test. The process must see it, the client must not.
        queueMicrotask(() => {
          throw error;
        });
      }
    },
  };
}
