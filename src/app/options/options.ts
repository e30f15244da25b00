// Options that come from a flag, the environment or a configuration file, in that order of precedence. Each is declared
// once, as data, and one parser reads all sources, so that all take the same values.
import { suggestion } from '../../http/nearest-name.ts';
import { usageError, CommandError, exitCodes } from './command-error.ts';

export interface Option<T> {
  /** The flag in commander's form, such as `--per-second <n|off>`. */
  readonly flags: string;
  readonly help: string;
  /** @throws Error that says what would be valid */
  readonly parse: (words: string) => T;
  readonly default: T;
  /** The default in words, if its value does not explain itself. */
  readonly defaultText?: string;
  /** The heading under which the help of a command with many options lists it. */
  readonly group?: string;
}

/** An option that can be given several times; the environment separates values by commas, a file by a list. */
export interface ManyOption<T> extends Omit<Option<readonly T[]>, 'parse'> {
  readonly many: true;
  /** The text between the key and the value of an entry, if a file may give an object. */
  readonly joint?: string;
  readonly parse: (words: string) => T;
}

export type AnyOption = Option<unknown> | ManyOption<unknown>;
export type Options = Readonly<Record<string, AnyOption>>;
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name]['default'] };

/** The flags of a command by option name: a text, a list of texts, or `true` for a flag without a value. */
export type Flags = Readonly<Record<string, unknown>>;

/** The values of all sources, not checked yet. */
interface Sources {
  readonly flags: Flags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file: Readonly<Record<string, unknown>>;
  /** Names the file in errors. */
  readonly fileName: string;
  /** Whether a program gives what otherwise stands in the file. */
  readonly isProgram?: boolean;
}

/** The environment variable of an option: `perSecond` is `PRICING_MOCK_PER_SECOND`. */
export function envName(name: string): string {
  return `PRICING_MOCK_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** What a user may type for an option, such as `-o, --out`. */
export function flagNames({ flags }: Pick<AnyOption, 'flags'>): string {
  return flags.replace(/ <.*$/, '');
}

/** The long flag of an option, such as `--per-second`. */
export function flagName(option: AnyOption): string {
  return flagNames(option).split(' ').at(-1)!;
}

/** Whether an option takes no value. */
export function isSwitch({ flags }: AnyOption): boolean {
  return !flags.includes('<');
}

/** Whether an option switches something off, as `--no-auth` does. */
export function isNegated({ flags }: AnyOption): boolean {
  return flags.startsWith('--no-');
}

/**
 * The values of all options.
 * @throws CommandError that names the source, the value and what would be valid
 */
export function resolveOptions<O extends Options>(options: O, sources: Sources): Values<O> {
  refuseUnknownKeys(options, sources);
  const entries = Object.entries(options).map(([name, option]) => [name, resolve(name, option, sources)]);
  return Object.fromEntries(entries) as Values<O>;
}

function resolve(name: string, option: AnyOption, sources: Sources): unknown {
  const { flags, env, file, fileName, isProgram = false } = sources;
  const fromEnv = env[envName(name)];
  if (flags[name] !== undefined) return read(option, flags[name], flagNames(option), exitCodes.usage);
  if (fromEnv !== undefined && fromEnv !== '') {
    const words = 'many' in option ? fromEnv.split(',').map((item) => item.trim()) : fromEnv;
    return read(option, words, envName(name), exitCodes.usage);
  }
  if (Object.hasOwn(file, name)) {
    const exitCode = isProgram ? exitCodes.usage : exitCodes.input;
    return read(option, file[name], `${fileName}: ${name}`, exitCode);
  }
  return option.default;
}

function read(option: AnyOption, value: unknown, source: string, exitCode: number): unknown {
  const parse = (item: unknown): unknown => {
    try {
      return option.parse(asWords(item));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new CommandError(exitCode, `${source}: ${error.message}`);
    }
  };
  return 'many' in option ? asList(value, option.joint).map(parse) : parse(value);
}

/** A JSON value of a file as the words that a flag would have. */
function asWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('takes a text, a number, true or false');
}

/** A list, a single value, or an object whose entries stand for `key=value`, or with another joint. */
function asList(value: unknown, joint: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null || joint === undefined) return [value];
  return Object.entries(value).map(([key, item]) => `${key}${joint}${String(item)}`);
}

function refuseUnknownKeys(options: Options, { file, fileName }: Sources): void {
  const unknown = Object.keys(file).find((key) => !Object.hasOwn(options, key));
  if (unknown === undefined) return;
  const hint = suggestion(unknown, Object.keys(options));
  throw new CommandError(exitCodes.input, `${fileName}: there is no option '${unknown}'; ${hint}`);
}

/** Declares an option. */
export const option = <T>(
  flags: string,
  help: string,
  parse: (words: string) => T,
  fallback: T,
  defaultText?: string,
): Option<T> => ({
  flags,
  help,
  parse,
  default: fallback,
  ...(defaultText !== undefined && { defaultText }),
});

/** Declares an option that can be given several times. */
export const many = <T>(
  flags: string,
  help: string,
  parse: (words: string) => T,
  joint?: string,
): ManyOption<T> => ({
  flags,
  help,
  parse,
  default: [],
  many: true,
  ...(joint !== undefined && { joint }),
});

/** Puts options under a heading of the help, in place of the one that they may have. */
export function grouped<O extends Options>(group: string, options: O): O {
  return Object.fromEntries(Object.entries(options).map(([name, each]) => [name, { ...each, group }])) as O;
}

/** The function that takes options, for errors. */
interface Caller {
  /** In errors, such as `startServer`. */
  readonly name: string;
  /** Names that it takes besides the options and reads itself. */
  readonly besides?: readonly string[];
}

/**
 * The options that a program gives; one without types may give anything.
 * @param name of the function that takes them, for errors
 * @throws CommandError for what is no object
 */
export function givenOptions<T extends object>(given: T | undefined, name: string): T {
  if (typeof given === 'object' && (given as T | null) !== null && !Array.isArray(given)) return given;
  throw usageError(`${name}: takes an object with its options, not ${inspected(given)}`);
}

const inspected = (value: unknown): string => (Array.isArray(value) ? 'a list' : String(value).slice(0, 40));

/** Options that only the command line has. */
const terminalOptions: readonly string[] = ['config', 'coverage', 'log', 'junit', 'markdown'];

/**
 * The values of options that a program gives.
 * @throws CommandError that names the option, the value and what would be valid
 */
export function resolveInput<O extends Options>(options: O, input: object, caller: Caller): Values<O> {
  const { name, besides = [] } = caller;
  const known = [...Object.keys(options).filter((option) => !terminalOptions.includes(option)), ...besides];
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const unknown = given.find(([option]) => !known.includes(option));
  if (unknown !== undefined) {
    throw usageError(`${name}: there is no option '${unknown[0]}'; ${suggestion(unknown[0], known)}`);
  }
  const words = Object.fromEntries(given.filter(([option]) => !besides.includes(option)));
  return resolveOptions(options, { flags: {}, env: {}, file: words, fileName: name, isProgram: true });
}

/**
 * An error about flags as a program reads it, whose options have names: `--per-second` is `perSecond`, and the argument
 * `<base-url>` the option `upstream`. Commands that it names stay.
 */
export function inProgramWords(error: unknown, options: Options): unknown {
  if (!(error instanceof CommandError)) return error;
  const names = new Map(Object.entries(options).map(([name, option]) => [flagName(option), name]));
  names.set('<base-url>', 'upstream');
  const inWords = (message: string) =>
    message.replace(
      /`[^`]*`|pricing-mock .*|(?<![^\s(])(?:--[a-z-]+|<base-url>)/g,
      (found) => names.get(found) ?? found,
    );
  return new CommandError(error.exitCode, inWords(error.message), error.problems.map(inWords));
}
