// The functions by which a program starts the servers of the command line: `startServer`, `startReplay`, `startRecorder`.
import { failuresOf } from '../service/audit/coverage-text.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import { usageError } from './options/command-error.ts';
import { givenOptions, inProgramWords, resolveInput } from './options/options.ts';
import type { Options } from './options/options.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { quiet } from './modes/hooks.ts';
import type { ServerHooks } from './modes/hooks.ts';
import { serveOptions } from './options/serve-options.ts';
import type { CheckValues, ServerInput } from './options/serve-options.ts';
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
  const { cwd = process.cwd(), onRequest, fixtures } = givenOptions(input, 'startServer');
  const hasRecords = typeof fixtures === 'object';
  const given = { ...usual, ...defined(input), ...(hasRecords && { fixtures: undefined }) };
  const values = resolveInput(serveOptions, given, { name: 'startServer', besides });
  const { server, audit } = await startMock({
    values,
    cwd,
    hooks: hooksWith(onRequest),
    ...(hasRecords && { records: fixtures }),
  }).catch(failing(serveOptions));
  return endingWith(server, () => failuresBy(values, server, audit));
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
  const caller = { name: 'startReplay', besides: [...besides, 'recording'] };
  const { recording, cwd = process.cwd(), onRequest } = givenOptions(input, caller.name);
  const values = resolveInput(replayOptions, { ...usual, ...defined(input) }, caller);
  if (typeof recording !== 'string') throw usageError('startReplay: recording: takes a name or a file');
  const { server, summary, audit } = await replayFrom(recording, {
    values,
    cwd,
    hooks: hooksWith(onRequest),
  }).catch(failing(replayOptions));
  const checked = endingWith(server, () => {
    const failures = failuresBy(values, server, audit);
    const { misses, missed } = summary();
    if (!values.failOnMiss || misses === 0) return failures;
    const which = missed.map(({ request, count }) => `${request}${count === 1 ? '' : ` (${count} times)`}`);
    return [
      `requests that were not recorded (failOnMiss), ${misses} in all: ${which.join('; ')}`,
      ...failures,
    ];
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
  const caller = { name: 'startRecorder', besides: [...besides, 'upstream'] };
  const { upstream, cwd = process.cwd(), onRequest } = givenOptions(input, caller.name);
  const values = resolveInput(recordOptions, { ...usual, ...defined(input) }, caller);
  if (typeof upstream !== 'string')
    throw usageError(
      "startRecorder: upstream: takes a base URL as a text, such as 'https://api.example.com'",
    );
  const nothing = () => undefined;
  const alarm = (message: string): void => {
    console.error(`pricing-mock: ${message}`);
  };
  const hooks = { ...hooksWith(onRequest), passed: nothing, answered: nothing, alarm };
  const { server, record, audit } = await startRecord(upstream, {
    values,
    cwd,
    env: process.env,
    createHooks: () => hooks,
  }).catch(failing(recordOptions));
  const checked = endingWith(server, () => failuresBy(values, server, audit));
  return Object.assign(checked, { file: record.file, failure: record.failed });
}

const failing = (options: Options) => (error: unknown) => {
  throw inProgramWords(error, options);
};

/** Unless the program gives others. */
const usual = { port: 0, audit: true };

/** Names that every function here takes besides the options of the command line. */
const besides: readonly string[] = ['cwd', 'onRequest'];

/** The input without undefined members, which have their defaults. */
function defined(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The server, whose `close()` then checks something once, and rejects with what is wrong. */
function endingWith(server: MockServer, check: () => readonly string[]): MockServer {
  const close = server.close.bind(server);
  let checked: Promise<void> | undefined;
  server.close = () =>
    (checked ??= close().then(() => {
      const failures = check();
      if (failures.length > 0) throw new Error(failures.join('; '));
    }));
  return server;
}

/** What `failOn` finds wrong. */
function failuresBy(
  { failOn }: CheckValues,
  server: MockServer,
  audit: (() => AuditSummary) | undefined,
): readonly string[] {
  return failOn === null || audit === undefined ? [] : failuresOf(audit(), server.coverage(), failOn);
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
