// The commands. The options of a command are loaded to print its help or to read its flags, the command itself to run it.
import type { Io } from './io.ts';
import type { Beside } from './running.ts';
import type { Flags, Options } from '../app/options/options.ts';

/**
 * @param args the arguments that are no options
 * @param beside the words behind `--`, for a command that takes any
 */
type Run = (flags: Flags, io: Io, args: readonly string[], beside: Beside) => Promise<number>;

/** A command line as it is typed, and what it is for. */
type Example = readonly [line: string, purpose: string];

export interface CommandEntry {
  /** The name and arguments in commander's form, such as `record <base-url>`. */
  readonly name: string;
  readonly description: string;
  /** Whether another command may stand behind `--`, to be run while this one serves. */
  readonly takesCommand?: true;
  readonly examples: readonly Example[];
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
    examples: [
      ['pricing-mock serve --port 8080 --data tiny', 'a few records on another port'],
      [
        'pricing-mock serve --fault status=500@0.1 --latency 200..800',
        'one answer in ten fails, and all are slow',
      ],
      [
        'pricing-mock serve --fixtures data.json --clock 2026-01-01,frozen',
        'the same data and the same time in every run',
      ],
      ['pricing-mock serve --from session', 'go on from a recording, as its service speaks'],
      ['pricing-mock serve --fail-on audit -- npm test', 'around the tests of a client'],
    ],
    options: async () => (await import('../app/options/serve-options.ts')).serveOptions,
    run: async () => (await import('./serve-command.ts')).serve,
  },
  {
    name: 'fixtures',
    description: 'write generated data as a fixture file',
    examples: [
      ['pricing-mock fixtures --data tiny --out data.json', 'a file to change and to serve with --fixtures'],
    ],
    options: async () => (await import('../app/options/print-options.ts')).fixturesOptions,
    run: async () => (await import('./print-commands.ts')).fixtures,
  },
  {
    name: 'assumptions',
    description: 'list what the specification leaves open and what the mock does there',
    examples: [
      ['pricing-mock assumptions', 'every question and its answer'],
      [
        'pricing-mock assumptions --profile profile.json',
        'what a learned profile knows, and what is left open',
      ],
    ],
    options: async () => (await import('../app/options/print-options.ts')).assumptionsOptions,
    run: async () => (await import('./assumptions-command.ts')).listAssumptions,
  },
  {
    name: 'openapi',
    description: 'write the OpenAPI document of the service or of the control API',
    examples: [
      ['pricing-mock openapi --out openapi.json', 'the service, for a generator of clients'],
      ['pricing-mock openapi --of control', 'the control API below /__mock'],
    ],
    options: async () => (await import('../app/options/print-options.ts')).openapiOptions,
    run: async () => (await import('./print-commands.ts')).openapi,
  },
  {
    name: 'record <base-url>',
    description: 'pass requests on to the real service and record what comes back',
    takesCommand: true,
    examples: [
      ['pricing-mock record https://api.example.com', 'record what clients ask, with their own keys'],
      [
        'pricing-mock record https://api.example.com --key-env API_KEY',
        'clients use test keys, the upstream gets the real one',
      ],
      [
        'pricing-mock record https://api.example.com --name session --missing',
        'record only what is not recorded yet',
      ],
    ],
    options: async () => (await import('../app/options/record-options.ts')).recordOptions,
    run: async () => (await import('./record-command.ts')).record,
  },
  {
    name: 'replay <recording>',
    description: 'answer from a recording, by its name or file; no connection is ever opened',
    takesCommand: true,
    examples: [
      ['pricing-mock replay session', 'the recording recordings/session.json'],
      [
        'pricing-mock replay session --fail-on-miss --log json',
        'in CI: code 1 if a request was not recorded',
      ],
      ['pricing-mock replay session --on-miss mock', 'the simulator answers what was not recorded'],
    ],
    options: async () => (await import('../app/options/replay-options.ts')).replayOptions,
    run: async () => (await import('./replay-command.ts')).replay,
  },
  {
    name: 'health <url>',
    description: 'tell whether a pricing-mock answers at an address',
    examples: [['pricing-mock health http://127.0.0.1:5300', 'for the health check of a container']],
    options: async () => (await import('../app/options/health-options.ts')).healthOptions,
    run: async () => (await import('./health-command.ts')).health,
  },
  {
    name: 'wait <url>',
    description: 'wait until a pricing-mock answers at an address',
    examples: [['pricing-mock wait http://127.0.0.1:5300 --timeout 1m', 'before tests of another process']],
    options: async () => (await import('../app/options/health-options.ts')).waitOptions,
    run: async () => (await import('./health-command.ts')).wait,
  },
  {
    name: 'learn <recording...>',
    description: 'learn from recordings what the specification leaves open, as a profile',
    examples: [['pricing-mock learn session --out profile.json', 'how the recorded service speaks']],
    options: async () => (await import('../app/options/analysis-options.ts')).learnOptions,
    run: async () => (await import('./learn-command.ts')).learn,
  },
  {
    name: 'fidelity <recording>',
    description: 'play a recording through the mock and tell how faithful it is',
    examples: [
      ['pricing-mock fidelity session --split 0.7', 'learn from the first 70 %, score the rest'],
      ['pricing-mock fidelity session --profile profile.json --fail-under 95', 'in CI: code 1 below 95 %'],
    ],
    options: async () => (await import('../app/options/analysis-options.ts')).fidelityOptions,
    run: async () => (await import('./fidelity-command.ts')).fidelity,
  },
  {
    name: 'drift <old> <new>',
    description: 'tell what changed in the service between two recordings, or since a profile was learned',
    examples: [
      ['pricing-mock drift session today', 'what a client would notice'],
      [
        'pricing-mock drift profile.json today --tolerate additive',
        'in CI: code 1 for a breaking change alone',
      ],
    ],
    options: async () => (await import('../app/options/analysis-options.ts')).driftOptions,
    run: async () => (await import('./drift-command.ts')).drift,
  },
  {
    name: 'recordings',
    description: 'list, show, check and convert recordings',
    commands: async () =>
      (await import('../app/options/recordings-options.ts')).recordingsCommands.map(
        ({ name, description, examples, options, run }) => ({
          name,
          description,
          examples,
          options: () => Promise.resolve(options),
          run: async () => (await import('./recordings-command.ts'))[run],
        }),
      ),
  },
];
