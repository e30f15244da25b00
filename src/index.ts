// `pricing-mock`: starts the servers of the command line from a program, and gives the mock as a function.
export { startRecorder, startReplay, startServer } from './app/library.ts';
export type { RecordServer, ReplayServer } from './app/library.ts';
export { createMock } from './app/create-mock.ts';
export type { Mock, CreateMockInput } from './app/create-mock.ts';
export * from './app/public-types.ts';
export type { ServerInput } from './app/options/serve-options.ts';
export type { RecorderInput } from './app/options/record-options.ts';
export type { ReplayInput } from './app/options/replay-options.ts';
export { ModeError } from './app/modes/mode-switch.ts';
export type { ServerMode, ModeName, ModeRequest, ModeState } from './app/modes/mode-switch.ts';
export type { MockServer } from './app/server.ts';
export type { Recording } from './recording/format.ts';
export type { ReplaySummary } from './recording/replay/replay-worlds.ts';
