// Runs the examples as a user would, against what `npm run build` left in dist.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { userEnvironment } from '../support/serve.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** Both streams, as a terminal would show them. */
  readonly output: string;
}

/** A run that takes longer is ended by a signal. */
const longestMs = 500_000;

export async function run(
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const options = { cwd: root, env: { ...userEnvironment(), ...env }, timeout: longestMs };
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { code, output };
}

/** The examples that node:test runs; the counts of their tests are in `output`. */
export function runNodeTest(file: string): Promise<Ran> {
  return run(process.execPath, ['--test', '--test-reporter=tap', `examples/${file}`]);
}

/** Whether there is such a program; says aloud what is skipped where there is none. */
export function has(program: string, what: string): boolean {
  const found = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!found) console.warn(`SKIPPED: there is no ${program} here, so ${what} did not run.`);
  return found;
}
