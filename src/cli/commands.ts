// The commands. The options of a command are loaded to print its help or to read its flags, the command itself to run it.
import type { Io } from './io.ts';
import type { Beside } from './running.ts';
import type { Flags, Options } from '../app/options/options.ts';

/**
 * @param args the arguments that are no options
 * @param beside the words behind `--`, for a command that takes any
 */
type Run = (flags: Flags, io: Io, args: readonly string[], beside: Beside) => Promise<number>;

export interface CommandEntry {
  /** The name and arguments in commander's form, such as `record <base-url>`. */
  readonly name: string;
  readonly description: string;
  /** Whether another command may stand behind `--`, to be run while this one serves. */
  readonly takesCommand?: true;
  readonly options: () => Promise<Options>;
  readonly run: () => Promise<Run>;
}

/** A command that only groups other commands. */
export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  readonly commands: () => Promise<readonly CommandEntry[]>;
}

/** In the order in which the help lists them. */
export const commands: readonly (CommandEntry | CommandGroup)[] = [
  {
    name: 'serve',
    description: 'serve a mock of the whole service (the default command)',
    takesCommand: true,
    options: async () => (await import('../app/options/serve-options.ts')).serveOptions,
    run: async () => (await import('./serve-command.ts')).serve,
  },
  {
    name: 'fixtures',
    description: 'write generated data as a fixture file',
    options: async () => (await import('../app/options/print-options.ts')).fixturesOptions,
    run: async () => (await import('./print-commands.ts')).fixtures,
  },
  {
    name: 'assumptions',
    description: 'list what the specification leaves open and what the mock does there',
    options: async () => (await import('../app/options/print-options.ts')).assumptionsOptions,
    run: async () => (await import('./assumptions-command.ts')).listAssumptions,
  },
  {
    name: 'openapi',
    description: 'write the OpenAPI document of the service or of the control API',
    options: async () => (await import('../app/options/print-options.ts')).openapiOptions,
    run: async () => (await import('./print-commands.ts')).openapi,
  },
  {
    name: 'record <base-url>',
    description: 'pass requests on to the real service and record what comes back',
    takesCommand: true,
    options: async () => (await import('../app/options/record-options.ts')).recordOptions,
    run: async () => (await import('./record-command.ts')).record,
  },
  {
    name: 'replay <recording>',
    description: 'answer from a recording, by its name or file; no connection is ever opened',
    takesCommand: true,
    options: async () => (await import('../app/options/replay-options.ts')).replayOptions,
    run: async () => (await import('./replay-command.ts')).replay,
  },
  {
    name: 'health <url>',
    description: 'tell whether a pricing-mock answers at an address',
    options: async () => (await import('../app/options/health-options.ts')).healthOptions,
    run: async () => (await import('./health-command.ts')).health,
  },
  {
    name: 'wait <url>',
    description: 'wait until a pricing-mock answers at an address',
    options: async () => (await import('../app/options/health-options.ts')).waitOptions,
    run: async () => (await import('./health-command.ts')).wait,
  },
  {
    name: 'learn <recording...>',
    description: 'learn from recordings what the specification leaves open, as a profile',
    options: async () => (await import('../app/options/analysis-options.ts')).learnOptions,
    run: async () => (await import('./learn-command.ts')).learn,
  },
  {
    name: 'fidelity <recording>',
    description: 'play a recording through the mock and tell how faithful it is',
    options: async () => (await import('../app/options/analysis-options.ts')).fidelityOptions,
    run: async () => (await import('./fidelity-command.ts')).fidelity,
  },
  {
    name: 'drift <old> <new>',
    description: 'tell what changed in the service between two recordings, or since a profile was learned',
    options: async () => (await import('../app/options/analysis-options.ts')).driftOptions,
    run: async () => (await import('./drift-command.ts')).drift,
  },
  {
    name: 'recordings',
    description: 'list, show, check and convert recordings',
    commands: async () =>
      (await import('../app/options/recordings-options.ts')).recordingsCommands.map(
        ({ name, description, options, run }) => ({
          name,
          description,
          options: () => Promise.resolve(options),
          run: async () => (await import('./recordings-command.ts'))[run],
        }),
      ),
  },
];
