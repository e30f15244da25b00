// A server while a command runs it.
import type { MockServer } from '../app/server.ts';
import type { OnStop } from './io.ts';
import type { Log } from './log.ts';

/** Whether other machines can reach a server on this host. */
export function isOpenToOthers(host: string): boolean {
  return !/^(127\.|localhost$|::1$)/.test(host);
}

/**
 * Waits for the first signal, then for what is in flight; a second signal ends that at once.
 * @param onStop from signals that were caught before anything was opened: then none finds a port open or a recording
 *   taken that nobody would close
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
