// The command line: which commands there are, and how the errors of all of them are told. A command is loaded when
// it is called, so that a help text or a usage error loads commander alone.
import { Command, CommanderError, Option as Flag } from 'commander';
import { driftOptions } from './drift-options.ts';
import { fidelityOptions } from './fidelity-options.ts';
import { CommandError, exitCodes, usageError } from './io.ts';
import type { Io } from './io.ts';
import { isNegated, isSwitch } from './options.ts';
import type { AnyOption, Flags, Options } from './options.ts';
import { learnOptions } from './learn-options.ts';
import { recordingsCommands } from './recordings-options.ts';
import { recordOptions } from './record-options.ts';
import { replayOptions } from './replay-options.ts';
import { assumptionsOptions, fixturesOptions, serveOptions } from './serve-options.ts';
import { version } from './version.ts';

/** @param args the words that are no options */
type Run = (flags: Flags, io: Io, args: readonly string[]) => Promise<number>;

/**
 * Runs the program.
 * @param argv the words after the program's name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(io);
  const add = (
    name: string,
    description: string,
    options: Options,
    load: () => Promise<Run>,
    parent = program,
  ) => {
    const command = parent.command(name).description(description).allowExcessArguments(false);
    for (const option of Object.values(options)) command.addOption(createFlag(option));
    command.action(async () => {
      exitCode = await (await load())(readFlags(options, command.opts()), io, command.args);
    });
  };

  add(
    'serve',
    'serve a mock of the whole service (the default command)',
    serveOptions,
    async () => (await import('./serve.ts')).serve,
  );
  add(
    'fixtures',
    'write generated data as a fixture file',
    fixturesOptions,
    async () => (await import('./fixtures.ts')).fixtures,
  );
  add(
    'assumptions',
    'list what the specification leaves open and what the mock does there',
    assumptionsOptions,
    async () => (await import('./assumptions.ts')).listAssumptions,
  );

  add(
    'record <base-url>',
    'pass requests on to the real service and record what comes back',
    recordOptions,
    async () => (await import('./record.ts')).record,
  );
  add(
    'replay <recording>',
    'answer from a recording, by its name or file; no connection is ever opened',
    replayOptions,
    async () => (await import('./replay.ts')).replay,
  );
  add(
    'learn <recording...>',
    'learn from recordings what the specification leaves open, as a profile',
    learnOptions,
    async () => (await import('./learn.ts')).learn,
  );
  add(
    'fidelity <recording>',
    'play a recording through the mock and tell how faithful it is',
    fidelityOptions,
    async () => (await import('./fidelity.ts')).fidelity,
  );
  add(
    'drift <old> <new>',
    'tell what changed in the service between two recordings, or since a profile was learned',
    driftOptions,
    async () => (await import('./drift.ts')).drift,
  );
  const recordings = addGroup(program, 'recordings', 'list, show, check and convert recordings');
  for (const { name, description, options, run } of recordingsCommands) {
    add(name, description, options, async () => (await import('./recordings.ts'))[run], recordings);
  }

  try {
    await program.parseAsync(withDefaultCommand(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    return tell(error, io);
  }
}

function createProgram(io: Io): Command {
  return new Command('pricing-mock')
    .description('A stateful mock of the Pricing Automation Service.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .addHelpText('after', '\nOptions without a command are those of serve; see: pricing-mock help serve');
}

/** A command that is only there for those below it. */
function addGroup(program: Command, name: string, description: string): Command {
  const group: Command = program.command(name).description(description).allowExcessArguments(true);
  return group.action(() => {
    const names = group.commands.map((command) => command.name()).join(', ');
    const [given] = group.args;
    const problem = given === undefined ? 'a command is missing' : `there is no command '${given}'`;
    throw usageError(`${name}: ${problem}; there are ${names}`);
  });
}

/** `serve` when no command is named. */
function withDefaultCommand(argv: readonly string[]): string[] {
  const [first] = argv;
  const own = ['-h', '--help', '-v', '--version'];
  return first === undefined || (first.startsWith('-') && !own.includes(first))
    ? ['serve', ...argv]
    : [...argv];
}

function createFlag(option: AnyOption): Flag {
  const flag = new Flag(option.flags, helpOf(option));
  return 'many' in option
    ? flag.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value])
    : flag;
}

function helpOf(option: AnyOption): string {
  const fallback = option.defaultText ?? (isPlain(option.default) ? String(option.default) : undefined);
  return fallback === undefined || isSwitch(option) ? option.help : `${option.help} (default: ${fallback})`;
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** What commander found, by our names: it calls `--no-auth` `auth`, and the other way round. */
function readFlags(options: Options, found: Readonly<Record<string, unknown>>): Flags {
  const entries = Object.entries(options).map(([name, option]) => {
    if (!isSwitch(option)) return [name, found[name]];
    const given = isNegated(option)
      ? found[name.replace(/^no./, (no) => no.slice(2).toLowerCase())] === false
      : found[name];
    return [name, given === true ? 'true' : undefined];
  });
  return Object.fromEntries(entries) as Flags;
}

/** One line on stderr for whatever ended a command. */
function tell(error: unknown, io: Io): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok;
    io.err(`pricing-mock: ${onOneLine(usageMessage(error))}; see pricing-mock --help\n`);
    return exitCodes.usage;
  }
  if (error instanceof CommandError) {
    io.err(`pricing-mock: ${onOneLine(error.message)}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`pricing-mock: an unexpected failure, which is a defect of the program: ${text}\n`);
  return exitCodes.failure;
}

/** What commander says; not the value behind an option that it does not know, which may be a key. */
function usageMessage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'there is no such command to help with';
  const unknown = /^error: unknown option '(--[^=']*|-[^-])/.exec(message);
  if (unknown === null) return message.replace(/^error: /, '').replace(/[.]?$/, '');
  const suggestion = /\(Did you mean [^()]*\)$/.exec(message)?.[0];
  return [`unknown option '${unknown[1]!}'`, ...(suggestion === undefined ? [] : [suggestion])].join(' ');
}

const onOneLine = (message: string) => message.replace(/\s*[\n\r]\s*/g, ' ');
