// Waits for the end of a server that a command runs.
import type { MockServer } from '../app/server.ts';
import type { OnStop } from './io.ts';
import type { Log } from './log.ts';

/** Whether other machines can reach a server that listens on this address. */
export function isOpenToOthers(host: string): boolean {
  return !/^(127\.|localhost$|::1$)/.test(host);
}

/**
 * Waits for the first signal, then for requests in flight. A second signal ends these at once.
 * @param onStop comes from `catchSignals`, called before a port or a recording was opened: otherwise a signal in between
 *   would leave them open
 */
export async function stopped(server: MockServer, onStop: OnStop, log: Pick<Log, 'stopping'>): Promise<void> {
  await new Promise<void>((signalled) => {
    let asked = false;
    onStop(() => {
      if (asked) void server.closeNow();
      asked = true;
      signalled();
    });
  });
  log.stopping();
  await server.close();
}
