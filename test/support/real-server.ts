// Servers that nobody here wrote, as programs of their own on free ports.
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export interface RealServer extends AsyncDisposable {
  readonly port: number;
  /** As the Host header names it. */
  readonly host: string;
}

/** Waits until the program accepts connections on the port. @throws Error when it ends, or does not for 10 s */
export async function running(child: ChildProcess, port: number): Promise<RealServer> {
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const closed = once(child, 'close');
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (tries === 200 || child.exitCode !== null) throw new Error(`${child.spawnfile} does not listen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    host: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      const kill = setTimeout(end, 3_000);
      await closed;
      clearTimeout(kill);
      process.off('exit', end);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => {
      resolve(false);
    });
  });
}

/** Those that were given away: their servers may not listen yet. */
const given = new Set<number>();

/**
 * A port that nobody has, and that nobody gets by chance until the caller listens on it: it is below those that a system
 * gives to connections and to servers on port 0 (from 32,768 on Linux, from 49,152 elsewhere).
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
