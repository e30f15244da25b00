// Starts the built program as a user would, for tests that need the real thing on a real port.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));
const startLimit = 15_000;
const stopLimit = 5_000;

export interface Served extends AsyncDisposable {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Every line on stdout so far, the listening line first. */
  lines(): readonly string[];
  /** Everything on stderr so far. */
  stderr(): string;
  /**
   * Asks the program to end, and kills it if it does not; more than one call does no harm.
   * @returns its exit code, or null if a signal killed it
   */
  stop(): Promise<number | null>;
}

/**
 * `await using server = await serve('--data', 'tiny')`, or `stop()` in an `afterAll`.
 * @param flags of `pricing-mock serve`
 */
export function serve(...flags: readonly string[]): Promise<Served> {
  return start('serve', ...flags);
}

/**
 * Starts any command that serves.
 * @param words the command and what stands behind it; `--port 0 --log json` come last
 */
export function start(...words: readonly string[]): Promise<Served> {
  return startIn({}, ...words);
}

/** @param place the folder to start it in, and environment variables beside ours */
export async function startIn(
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
  ...words: readonly string[]
): Promise<Served> {
  const child = spawn(process.execPath, [bin, ...words, '--port', '0', '--log', 'json'], {
    cwd,
    env: { ...userEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);

  const lines: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const stdout = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const closed = new Promise<number | null>((resolve) => {
    child.once('error', (error) => (stderr += String(error)));
    child.once('close', resolve); // unlike `exit`, it comes after the last line of output
  });

  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), stopLimit);
    const code = await closed;
    clearTimeout(kill);
    return code;
  };

  const patience = new AbortController();
  await Promise.race([
    new Promise((resolve) => stdout.once('line', resolve)),
    closed,
    delay(startLimit, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();

  const url = listeningUrl(lines[0]);
  if (url === undefined) {
    const ended = child.exitCode === null ? 'it was still running' : `it ended with code ${child.exitCode}`;
    await stop();
    throw new Error(
      `The server did not come up (${ended}).\ncommand: ${child.spawnargs.join(' ')}\n` +
        `stdout: ${lines.join('\n')}\nstderr: ${stderr}\n(The tests run what \`npm run build\` left in dist.)`,
    );
  }
  return {
    url,
    lines: () => lines,
    stderr: () => stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}

function listeningUrl(line: string | undefined): string | undefined {
  try {
    const event = JSON.parse(line ?? '') as { readonly event?: unknown; readonly url?: unknown };
    return event.event === 'listening' && typeof event.url === 'string' ? event.url : undefined;
  } catch {
    return undefined;
  }
}

/** Our environment without what a test runner adds: the program must behave as in a user's shell. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env);
  return Object.fromEntries(
    ours.filter(([name]) => !/^(?:NODE_ENV|TEST|DEV|PROD|MODE|BASE_URL|SSR|VITEST.*|TEST_BUILT)$/.test(name)),
  );
}

const running = new Set<ChildProcess>();

/** A test that forgets `stop()`, or a worker that is told to end, leaves no program behind. */
function endWithUs(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', killAll);
    process.once('SIGTERM', killAllAndEnd);
  }
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size > 0) return;
    process.off('exit', killAll);
    process.off('SIGTERM', killAllAndEnd);
  });
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function killAllAndEnd(): void {
  killAll();
  process.exit(143);
}
