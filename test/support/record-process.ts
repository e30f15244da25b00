// Starts the built program as `pricing-mock record`, on a port of its own and with a folder for the recordings.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));

export interface RecordProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Every line of the log so far; it is of the form json. */
  readonly lines: readonly string[];
  stderr(): string;
  /** Ends it as Ctrl-C does; the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** @throws Error with what the program said, if it does not listen */
export async function startRecording(
  upstream: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<RecordProcess> {
  const argv = [bin, 'record', upstream, '--port', '0', '--log', 'json', ...flags];
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const lines: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const closed = once(child, 'close').then(([code]) => {
    process.off('exit', end);
    return code as number | null;
  });
  await Promise.race([once(output, 'line'), closed]);
  const { url } = JSON.parse(lines[0] ?? '{}') as { url?: string };
  if (url === undefined) throw new Error(`the recorder did not come up (${await closed}): ${stderr}`);
  const stop = (): Promise<number | null> => {
    child.kill('SIGINT');
    return closed;
  };
  return {
    url,
    port: Number(new URL(url).port),
    child,
    lines,
    stderr: () => stderr,
    stop,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}
