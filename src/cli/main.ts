// The command line: reads it, runs the command and prints its error.
import { Command, CommanderError, Option as Flag } from 'commander';
import { nearestName } from '../http/nearest-name.ts';
import { failureText } from '../http/plain-text.ts';
import { CommandError, exitCodes, usageError } from '../app/options/command-error.ts';
import { envName, flagName, isNegated, isSwitch } from '../app/options/options.ts';
import type { AnyOption, Flags, Options } from '../app/options/options.ts';
import { version } from '../app/version.ts';
import { commands } from './commands.ts';
import type { CommandEntry, CommandGroup } from './commands.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { createPaint } from './paint.ts';
import type { Beside } from './running.ts';

/**
 * Runs the program.
 * @param argv the words after the program's name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(io);
  const { words: typed, beside } = splitWords(withDefaultCommand(argv));
  let words = typed;
  const add = async (parent: Command, entry: CommandEntry): Promise<void> => {
    const options = await entry.options();
    const command = addCommand(parent, entry);
    const hasGroups = Object.keys(options).length > mostUngrouped;
    for (const option of Object.values(options)) command.addOption(createFlag(option, hasGroups));
    if (entry.takesCommand) explainBeside(command, entry);
    command.addHelpText('after', () => helpBelow(entry, options));
    command.action(async () => {
      await noteMisspeltVariables(options, io);
      const run = await entry.run();
      exitCode = await run(readFlags(options, command.opts()), io, command.args, beside ?? []);
    });
  };

  try {
    words = await withHelpFlag(words);
    const called = commands.find((entry) => nameOf(entry) === words[0]);
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
    return tell(error, await helpCommand(words), io);
  }
}

function createProgram(io: Io): Command {
  const paint = createPaint(io);
  return (
    new Command('pricing-mock')
      .description('A stateful mock of the Pricing Automation Service.')
      .version(version(), '-v, --version', 'print the version')
      .helpOption('-h, --help', 'print this help')
      .helpCommand('help [command]', 'print the help of a command')
      .exitOverride()
      .configureHelp({ styleTitle: (title) => paint('heading', title) })
      // What is coloured was decided by the paint.
      .configureOutput({ writeOut: io.out, writeErr: () => undefined, getOutHasColors: () => true })
      .addHelpText('after', '\nOptions without a command are those of serve; see: pricing-mock help serve')
  );
}

/** A command with more options than these has them under headings. */
const mostUngrouped = 12;

/** What stands below the options of a command: examples, and how the environment names the options. */
function helpBelow({ examples }: CommandEntry, options: Options): string {
  const lines = examples.flatMap(([line, purpose]) => [`  # ${purpose}`, `  ${line}`]);
  // A name of two words shows the rule.
  const named = Object.keys(options).find((name) => /[A-Z]/.test(name)) ?? Object.keys(options)[0];
  const rule =
    named === undefined
      ? []
      : [
          '',
          'Environment:',
          `  Each option has a variable: ${envName(named)} is ${flagName(options[named]!)}.`,
          '  A repeatable option takes several values with commas between them.',
          '  A flag counts more than the variable.',
        ];
  return ['', 'Examples:', ...lines, ...rule].join('\n');
}

function addCommand(parent: Command, { name, description }: CommandEntry | CommandGroup): Command {
  const command = parent.command(name).description(description).allowExcessArguments(false);
  return command.exitOverride((error) => {
    throw refusedValue(error, command) ?? excessArguments(error, command) ?? error;
  });
}

function addGroup(program: Command, entry: CommandGroup): Command {
  const { name } = entry;
  const group: Command = addCommand(program, entry).allowExcessArguments(true);
  return group.action(() => {
    const names = group.commands.map((command) => command.name());
    throw noCommand(name, group.args[0], names);
  });
}

/** @param within the word before the command */
function noCommand(within: string, given: string | undefined, names: readonly string[]): CommandError {
  const problem = given === undefined ? 'a command is missing' : `there is no command '${given}'`;
  const nearest = given === undefined ? undefined : nearestName(given, names);
  const hint = nearest === undefined ? `there are ${names.join(', ')}` : `did you mean ${nearest}?`;
  return usageError(`${within}: ${problem}; ${hint}`);
}

/** `serve` when no command is named. */
function withDefaultCommand(argv: readonly string[]): string[] {
  const [first] = argv;
  const own = ['-h', '--help', '-v', '--version'];
  return first === undefined || (first.startsWith('-') && !own.includes(first))
    ? ['serve', ...argv]
    : [...argv];
}

/** `help recordings ls` as `recordings ls --help`, because commander's own `help` passes over what it does not know. */
async function withHelpFlag(words: readonly string[]): Promise<readonly string[]> {
  const [first, name, below] = words;
  if (first !== 'help' || name === undefined || name.startsWith('-')) return words;
  const entry = commands.find((each) => nameOf(each) === name);
  if (entry === undefined) throw noCommand('help', name, commands.map(nameOf));
  if (!('commands' in entry) || below === undefined) return [name, '--help'];
  const names = (await entry.commands()).map(nameOf);
  if (!names.includes(below)) throw noCommand(`help ${name}`, below, names);
  return [name, below, '--help'];
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
  const found = commands.find((entry) => nameOf(entry) === first);
  return found !== undefined && 'run' in found ? found : undefined;
}

function explainBeside(command: Command, { name }: CommandEntry): void {
  const [, ...args] = name.split(' ');
  command.usage(['[options]', ...args, '[-- <command>]'].join(' '));
  command.addHelpText(
    'after',
    `\nBehind -- a command can stand, such as npm test. It runs while this one answers,
with PRICING_MOCK_URL, PRICING_MOCK_KEY and PRICING_MOCK_CONTROL_TOKEN in its
environment; its exit code becomes ours.`,
  );
}

function createFlag(option: AnyOption, hasGroups: boolean): Flag {
  const flag = new Flag(option.flags, helpOf(option));
  if (hasGroups && option.group !== undefined) flag.helpGroup(`${option.group}:`);
  return 'many' in option
    ? flag.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value])
    : flag;
}

function helpOf(option: AnyOption): string {
  const help = 'many' in option ? `${option.help} (repeatable)` : option.help;
  const fallback = option.defaultText ?? (isPlain(option.default) ? String(option.default) : undefined);
  return fallback === undefined || isSwitch(option) ? help : `${help} (default: ${fallback})`;
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

/** The command line that prints the help of the command that was called, or of the program where there is no such command. */
async function helpCommand([word, next]: readonly string[]): Promise<string> {
  const called = commands.find((entry) => nameOf(entry) === word);
  if (called === undefined) return 'pricing-mock --help';
  const below = 'commands' in called ? (await called.commands()).map(nameOf) : [];
  return ['pricing-mock', word, ...below.filter((name) => name === next), '--help'].join(' ');
}

const nameOf = ({ name }: CommandEntry | CommandGroup) => name.split(' ', 1)[0]!;

/**
 * Tells of a variable whose name comes near that of an option of the command. Others may have a meaning elsewhere: for
 * another command, or from a cluster, which names a service's address `PRICING_MOCK_PORT_5300_TCP` and the like.
 */
async function noteMisspeltVariables(options: Options, io: Io): Promise<void> {
  const known = Object.keys(options).map(envName);
  const others = Object.keys(io.env).filter((name) => name.startsWith(envName('')) && !known.includes(name));
  if (others.length === 0) return;
  const all = await everyVariable();
  for (const name of others.filter((other) => !all.has(other))) {
    const bare = (variable: string) => variable.slice(envName('').length);
    const nearest = nearestName(bare(name), known.map(bare));
    if (nearest !== undefined) {
      noteTo(io)(`${name} is set, which no option reads; did you mean ${envName('')}${nearest}?`);
    }
  }
}

/** The variables of the options of all commands. */
async function everyVariable(): Promise<ReadonlySet<string>> {
  const all = new Set<string>();
  for (const entry of commands) {
    for (const each of 'commands' in entry ? await entry.commands() : [entry]) {
      for (const name of Object.keys(await each.options())) all.add(envName(name));
    }
  }
  return all;
}

/** Prints the error that ended a command on stderr, each problem on one line. */
function tell(error: unknown, help: string, io: Io): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok;
    io.err(`pricing-mock: ${withHelp(onOneLine(usageMessage(error)), help)}\n`);
    return exitCodes.usage;
  }
  if (error instanceof CommandError) {
    const isUsage = error.exitCode === exitCodes.usage;
    for (const message of error.problems.map(onOneLine))
      io.err(`pricing-mock: ${isUsage ? withHelp(message, help) : message}\n`);
    return error.exitCode;
  }
  io.err(`pricing-mock: an unexpected failure, which is a defect of the program: ${failureText(error)}\n`);
  return exitCodes.failure;
}

const withHelp = (message: string, help: string) =>
  /[.?]$/.test(message) ? `${message} See ${help}` : `${message}; see ${help}`;

/** Commander's message without the value of an unknown option, which may be a key. */
function usageMessage({ message }: CommanderError): string {
  const unknown = /^error: unknown option '(--[^=']*|-[^-])/.exec(message);
  if (unknown === null) return message.replace(/^error: /, '').replace(/[.]?$/, '');
  const suggestion = /\(Did you mean [^()]*\)$/.exec(message)?.[0];
  return [`unknown option '${unknown[1]!}'`, ...(suggestion === undefined ? [] : [suggestion])].join(' ');
}

/** The error for `--audit=1`, which commander takes for an unknown option. */
function refusedValue({ code, message }: CommanderError, command: Command): CommandError | undefined {
  if (code !== 'commander.unknownOption') return undefined;
  const [, name] = /^error: unknown option '(--[^=']+)=/.exec(message) ?? [];
  const known = command.createHelp().visibleOptions(command);
  return known.some(({ long }) => long === name) ? usageError(`${name}: takes no value`) : undefined;
}

/** The error for `serve npm test`: the words may be secret, so none is repeated. */
function excessArguments({ code, message }: CommanderError, command: Command): CommandError | undefined {
  if (code !== 'commander.excessArguments') return undefined;
  const [, taken, given] = /Expected (\d+) \D*(\d+)/.exec(message) ?? [];
  const hint =
    findCommand([command.name()])?.takesCommand === true ? '; a command to run stands behind --' : '';
  return usageError(
    `too many arguments: ${command.name()} takes ${taken === '0' ? 'none' : taken}, not ${given}${hint}`,
  );
}

const onOneLine = (message: string) => message.replace(/\s*[\n\r]\s*/g, ' ');
