// README.md and the pages of docs/ as a reader follows them: the files that a page says to write, and its commands with
// what they print.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startIn, userEnvironment } from './serve.ts';
import type { Served } from './serve.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** All files of Markdown that readers are sent to, by their path from the root. */
export const markdownFiles: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'bench', '.github'].flatMap((folder) => markdownBelow(folder)),
];

/** Those whose blocks are generated and whose commands are run. */
export const pages: readonly string[] = markdownFiles.filter(
  (path) => path === 'README.md' || path.startsWith('docs/'),
);

function markdownBelow(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .sort();
  } catch {
    return []; // there is no such folder
  }
}

export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What a page asks its reader to do. */
export type Step =
  /** ``Write `name`:`` and a block behind it. */
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  /** A command that serves until `^C` stands at the start of a block, or until another one takes its port. */
  | { readonly kind: 'server'; readonly command: string; readonly port: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'command'; readonly command: string; readonly output: string };

const fences = /(?:`([^`\n]+)`:\n\n(?:<!-- begin [\w-]+ -->\n)?)?^```(\w*)\n([^]*?)^```$/gm;
const serving =
  /^(?:\w+=\S* )*(?:npm start --|(?:npx pricing-mock|node dist\/bin\.cjs) (?:serve|record|replay)\b)(?!.*(?:[;|>]| -- ))/;

/** The steps of a page in their order. */
export function stepsOf(page: string): Step[] {
  return [...readPage(page).matchAll(fences)].flatMap(([, name, language, text = '']): Step[] => {
    if (language === 'console') return commandsOf(text);
    return name !== undefined && /^[\w.-]+(\/[\w.-]+)*\.\w+$/.test(name)
      ? [{ kind: 'file', name, text }]
      : [];
  });
}

function commandsOf(block: string): Step[] {
  const stop: Step[] = block.startsWith('^C\n') ? [{ kind: 'stop' }] : [];
  const commands = block
    .split(/^\$ /m)
    .slice(1)
    .map((step): Step => {
      const lines = step.split('\n');
      const last = lines.findIndex((line) => !line.endsWith('\\'));
      const command = lines.slice(0, last + 1).join('\n');
      const port = / --port (\d+)/.exec(command)?.[1] ?? '5300';
      if (serving.test(command)) return { kind: 'server', command, port };
      return {
        kind: 'command',
        command,
        output: lines
          .slice(last + 1)
          .join('\n')
          .trimEnd(),
      };
    });
  return [...stop, ...commands];
}

const run = promisify(execFile);

/** npx and npm take seconds to find what is beside us. */
const shortcuts = `
exec 2>&1
npx() {
  local name=$1
  shift
  case $name in
    pricing-mock) node dist/bin.cjs "$@" ;;
    vitest) node node_modules/vitest/vitest.mjs "$@" ;;
    *) command npx --no-install "$name" "$@" ;;
  esac
}
`;

/** A folder in which a reader with the package installed follows one page. */
export class Reader implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pricing-mock-docs-'));
  /** By the port that the page names, in the order in which they were started. */
  readonly #servers = new Map<string, Served>();
  /** Real addresses, of servers that have stopped, too: a recording names its service. */
  readonly #addresses = new Map<string, string>();

  constructor() {
    for (const name of ['recordings', 'fixtures', 'examples'])
      cpSync(join(root, name), join(this.#folder, name), { recursive: true });
    mkdirSync(join(this.#folder, 'node_modules/.bin'), { recursive: true });
    const script = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/bin.cjs')}' "$@"\n`;
    writeFileSync(join(this.#folder, 'node_modules/.bin/pricing-mock'), script, { mode: 0o755 });
    const links = { dist: 'dist', 'node_modules/pricing-mock': '.' };
    const packages = ['vitest', 'msw'].map((name) => [`node_modules/${name}`, `node_modules/${name}`]);
    for (const [at, to] of [...Object.entries(links), ...packages] as [string, string][])
      symlinkSync(join(root, to), join(this.#folder, at), 'junction');
  }

  write(name: string, text: string): void {
    const path = join(this.#folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  async start(command: string, port: string): Promise<void> {
    await this.#servers.get(port)?.stop();
    this.#servers.delete(port);
    const words = (this.#real(command).match(/'[^']*'|\S+/g) ?? []).map((word) =>
      word.replace(/^'(.*)'$/, '$1'),
    );
    const assignments = words.slice(
      0,
      words.findIndex((word) => !/^\w+=/.test(word)),
    );
    const [program, ...others] = words.slice(assignments.length);
    const flags = program === 'npm' ? ['serve', ...others.slice(2)] : others.slice(1);
    const env = Object.fromEntries(assignments.map((word) => word.split('=', 2) as [string, string]));
    const server = await startIn({ cwd: this.#folder, env }, ...flags);
    this.#servers.set(port, server);
    this.#addresses.set(server.url, address(port));
  }

  /** Ctrl-C in the terminal of the server that was started last. */
  async stop(): Promise<void> {
    const [port, server] = [...this.#servers].at(-1) ?? [];
    if (port === undefined) throw new Error('^C, and no server runs');
    await server!.stop();
    this.#servers.delete(port);
  }

  /** What a command prints, with the addresses that the page names. */
  async type(command: string): Promise<string> {
    const env = { ...userEnvironment(), NO_COLOR: '1' };
    const typed = `${shortcuts}${this.#real(command)}`;
    // A command that ends with another code than 0 has printed, too.
    const { stdout } = await run('bash', ['-c', typed], { cwd: this.#folder, env }).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    let shown = stdout.replaceAll('\r\n', '\n'); // as a terminal shows it
    for (const [url, named] of this.#addresses) shown = shown.replaceAll(url, named);
    return shown.trimEnd();
  }

  /** Whether a command ends well, so that what it asks for is on this machine. */
  async has(command: string): Promise<boolean> {
    return (await this.type(`${command} && echo yes`)).endsWith('yes');
  }

  /** Whether a server runs at each address that a command names. */
  knows(command: string): boolean {
    return [...command.matchAll(/127\.0\.0\.1:(\d+)\//g)].every(([, port]) => this.#servers.has(port!));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers.values()) await server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A command with the addresses at which the servers really are. */
  #real(command: string): string {
    let real = command;
    for (const [port, { url }] of this.#servers) real = real.replaceAll(address(port), url);
    return real;
  }
}

const address = (port: string) => `http://127.0.0.1:${port}`;
