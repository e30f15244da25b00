// `pricing-mock`: the servers of the command line for a program to start, and the mock as a function.
import { resolveInput } from './options/mock-input.ts';
import type { ReplaySummary } from './recording/replay-worlds.ts';
import { quiet } from './start/hooks.ts';
import type { ServerHooks } from './start/hooks.ts';
import type { RecorderInput, ReplayInput, ServerInput } from './start/input.ts';
import { recordOptions } from './start/record-options.ts';
import { replayOptions } from './start/replay-options.ts';
import { serveOptions } from './start/serve-options.ts';
import type { MockServer } from './start/server.ts';
import { startMock } from './start/start-mock.ts';
import { startRecord } from './start/start-record.ts';
import { startReplay as replayFrom } from './start/start-replay.ts';

export { createMock } from './door/create-mock.ts';
export type { Mock, MockDoorInput } from './door/create-mock.ts';
export * from './public-types.ts';
export type { RecorderInput, ReplayInput, ServerInput } from './start/input.ts';
export { ModeError } from './start/modes.ts';
export type { ModeName, ModeRequest, ModeState } from './start/modes.ts';
export type { ModeHandle, MockServer } from './start/server.ts';
export type { Recording } from './recording/format.ts';
export type { ReplaySummary } from './recording/replay-worlds.ts';

/**
 * Starts the mock of the whole service on a free port: `pricing-mock serve` for a program.
 * @example
 * await using server = await startServer({ data: 'tiny' });
 * const response = await fetch(`${server.url}/v1/listings`, { headers: { 'X-API-KEY': server.key } });
 * @throws CommandError for options that cannot be, bad files and a port that cannot be opened
 */
export async function startServer(input: ServerInput = {}): Promise<MockServer> {
  const { cwd = process.cwd(), onRequest, fixtures, port = 0, ...given } = input;
  const files = typeof fixtures === 'string' ? { fixtures } : {};
  const values = resolveInput(serveOptions, { audit: true, ...given, ...files, port }, 'startServer');
  const records = typeof fixtures === 'object' ? { records: fixtures } : {};
  return (await startMock({ values, cwd, hooks: hooksWith(onRequest), ...records })).server;
}

/** A server that replays, with what it was asked. */
export interface ReplayServer extends MockServer {
  /** How many requests were answered and missed so far. */
  summary(): ReplaySummary;
}

/**
 * Replays a recording on a free port: `pricing-mock replay` for a program.
 * @throws CommandError for options that cannot be, a bad recording and a port that cannot be opened
 */
export async function startReplay(input: ReplayInput): Promise<ReplayServer> {
  const { recording, cwd = process.cwd(), onRequest, port = 0, ...given } = input;
  const values = resolveInput(replayOptions, { ...given, port }, 'startReplay');
  const { server, replay } = await replayFrom(recording, { values, cwd, hooks: hooksWith(onRequest) });
  const close = server.close.bind(server);
  return Object.assign(server, {
    summary: replay.summary,
    close: async () => {
      await close();
      const { misses, missed } = replay.summary();
      if (values.failOnMiss && misses > 0) {
        throw new Error(`${misses} requests were not recorded (failOnMiss): ${missed[0]!.request}`);
      }
    },
  });
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
  const { upstream, cwd = process.cwd(), onRequest, port = 0, ...given } = input;
  const values = resolveInput(recordOptions, { ...given, port }, 'startRecorder');
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

function hooksWith(onRequest: ServerInput['onRequest']): ServerHooks {
  return onRequest === undefined ? quiet : { ...quiet, request: onRequest };
}
