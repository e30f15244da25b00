// A server while a command runs it.
import type { MockServer } from '../start/server.ts';
import type { Io } from './io.ts';
import type { Log } from './log.ts';

/** Whether other machines can reach a server on this host. */
export function isOpenToOthers(host: string): boolean {
  return !/^(127\.|localhost$|::1$)/.test(host);
}

/** Waits for the first signal, then for what is in flight; a second signal ends that at once. */
export async function stopped(server: MockServer, io: Io, log: Pick<Log, 'stopping'>): Promise<void> {
  await new Promise<void>((signalled) => {
    let asked = false;
    io.onStop(() => {
      if (asked) void server.closeNow();
      asked = true;
      signalled();
    });
  });
  log.stopping();
  await server.close();
}
