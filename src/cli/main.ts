// The command line: reads it, runs the command and prints its error.
import { Command, CommanderError, Option as Flag } from 'commander';
import { CommandError, exitCodes, usageError } from '../app/options/command-error.ts';
import { isNegated, isSwitch } from '../app/options/options.ts';
import type { AnyOption, Flags, Options } from '../app/options/options.ts';
import { version } from '../app/version.ts';
import { commands } from './commands.ts';
import type { CommandEntry, CommandGroup } from './commands.ts';
import type { Io } from './io.ts';
import type { Beside } from './running.ts';

/**
 * Runs the program.
 * @param argv the words after the program's name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(io);
  const { words, beside } = splitWords(withDefaultCommand(argv));
  const add = async (parent: Command, entry: CommandEntry): Promise<void> => {
    const options = await entry.options();
    const command = addCommand(parent, entry);
    for (const option of Object.values(options)) command.addOption(createFlag(option));
    if (entry.takesCommand) explainBeside(command, entry);
    command.action(async () => {
      exitCode = await (
        await entry.run()
      )(readFlags(options, command.opts()), io, command.args, beside ?? []);
    });
  };

  try {
    const called = commands.find(({ name }) => name.split(' ', 1)[0] === words[0]);
    for (const entry of commands) {
      // Only the called command needs its options; the help of the program lists which commands have any.
      if (called !== undefined && called !== entry) addCommand(program, entry);
      else if (!('commands' in entry)) await add(program, entry);
      else {
        const group = addGroup(program, entry);
        for (const below of await entry.commands()) await add(group, below);
      }
    }
    if (beside?.length === 0 || beside?.[0] === '')
      throw usageError(`${words[0]}: behind -- stands a command to run`);
    await program.parseAsync(words, { from: 'user' });
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

function addCommand(parent: Command, { name, description }: CommandEntry | CommandGroup): Command {
  return parent.command(name).description(description).allowExcessArguments(false);
}

function addGroup(program: Command, entry: CommandGroup): Command {
  const { name } = entry;
  const group: Command = addCommand(program, entry).allowExcessArguments(true);
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

interface Words {
  readonly words: readonly string[];
  /** What stands behind `--`; undefined where there is none, or where it means what it does elsewhere. */
  readonly beside: Beside | undefined;
}

/** Takes the command off that is to run beside ours: `serve --port 0 -- npm test`. */
function splitWords(words: readonly string[]): Words {
  const at = words.indexOf('--');
  if (at === -1 || findCommand(words)?.takesCommand !== true) return { words, beside: undefined };
  return { words: words.slice(0, at), beside: words.slice(at + 1) };
}

function findCommand([first]: readonly string[]): CommandEntry | undefined {
  const found = commands.find(({ name }) => name.split(' ', 1)[0] === first);
  return found !== undefined && 'run' in found ? found : undefined;
}

function explainBeside(command: Command, { name }: CommandEntry): void {
  const [, ...args] = name.split(' ');
  command.usage(['[options]', ...args, '[-- <command>]'].join(' '));
  command.addHelpText(
    'after',
    `\nBehind -- a command can stand, such as npm test. It runs while this one answers, with PRICING_MOCK_URL,
PRICING_MOCK_KEY and PRICING_MOCK_CONTROL_TOKEN in its environment; its exit code becomes ours.`,
  );
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

/** Commander's flags by our names: commander reads `--no-auth` as `auth: false`. */
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

/** Prints the error that ended a command as one line on stderr. */
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

/** Commander's message without the value of an unknown option, which may be a key. */
function usageMessage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'there is no such command to help with';
  const unknown = /^error: unknown option '(--[^=']*|-[^-])/.exec(message);
  if (unknown === null) return message.replace(/^error: /, '').replace(/[.]?$/, '');
  const suggestion = /\(Did you mean [^()]*\)$/.exec(message)?.[0];
  return [`unknown option '${unknown[1]!}'`, ...(suggestion === undefined ? [] : [suggestion])].join(' ');
}

const onOneLine = (message: string) => message.replace(/\s*[\n\r]\s*/g, ' ');
