// A server while a command runs it: how it fails to start, and how it is stopped.
import type { RunningServer } from '../server/listen.ts';
import { PortError } from '../server/port-error.ts';
import { CommandError, exitCodes, usageError } from './io.ts';
import type { Io } from './io.ts';
import type { Log } from './log.ts';

/** How long requests in flight may take once the program is told to stop, in milliseconds. */
const grace = 5000;

/** @throws CommandError (3) for a port that cannot be opened; (2) for a malformed name */
export async function openServer(start: () => Promise<RunningServer>): Promise<RunningServer> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof PortError) throw new CommandError(exitCodes.port, error.message);
    if (error instanceof TypeError) throw usageError(error.message);
    throw error;
  }
}

/** Whether other machines can reach a server on this host. */
export function isOpenToOthers(host: string): boolean {
  return !/^(127\.|localhost$|::1$)/.test(host);
}

/** Waits for the first signal, then for what is in flight; a second signal ends that at once. */
export async function stopped(server: RunningServer, io: Io, log: Pick<Log, 'stopping'>): Promise<void> {
  await new Promise<void>((signalled) => {
    let asked = false;
    io.onStop(() => {
      if (asked) void server.closeNow();
      asked = true;
      signalled();
    });
  });
  log.stopping();
  await server.close(grace);
}
