// Keeps within the service's limits (§8): what would be too much waits its turn, in the order of its coming.
import type { Limits } from '../../spec/endpoints.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';
import { createWindow } from '../../service/worlds/rate-windows.ts';

export interface PaceOptions {
  readonly limits: Limits;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** How many may wait; the next one is refused. */
  readonly mostWaiting?: number;
}

/** Requests may bunch up on their way: what leaves a second apart can arrive a little less apart. */
const margin = 50;

interface Waiter {
  readonly go: () => void;
}

export function pace({ limits, now, sleep, mostWaiting = 1000 }: PaceOptions): Filter {
  const second = createWindow('sliding-log', limits.perSecond, 1000 + margin);
  const minute = createWindow('sliding-log', limits.perMinute, 60_000 + margin);
  const waiting = new Set<Waiter>();
  let watching = false;

  const wait = (time: number): number => Math.max(second.wait(time), minute.wait(time));

  /** Counts a request that may go now; false when it may not. */
  function take(): boolean {
    const time = now();
    if (wait(time) > 0) return false;
    second.add(time);
    minute.add(time);
    return true;
  }

  async function watch(): Promise<void> {
    watching = true;
    while (waiting.size > 0) {
      await sleep(wait(now()));
      for (const waiter of waiting) {
        if (!take()) break;
        waiting.delete(waiter);
        waiter.go();
      }
    }
    watching = false;
  }

  function queue(request: ApiRequest, next: Handler): ReturnType<Handler> {
    if (waiting.size >= mostWaiting) {
      const seconds = String(Math.ceil(mostWaiting / limits.perSecond));
      const headers = ['X-Mock-Error', 'pace_queue_full', 'Retry-After', seconds];
      const message = `${mostWaiting} requests wait already: the recorder keeps within the limits of the service.`;
      throw new ApiError('unavailable', message, { headers });
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go: () => {
          resolve(
            new Promise((done) => {
              done(next(request));
            }),
          );
        },
      };
      waiting.add(waiter);
      request.onAbort(() => {
        if (!waiting.delete(waiter)) return;
        reject(
          new ApiError('unavailable', 'The client left before its turn.', {
            headers: ['X-Mock-Error', 'client_gone'],
          }),
        );
      });
      if (!watching) void watch();
    });
  }

  return (next) =>
    function pace(request) {
      return waiting.size === 0 && take() ? next(request) : queue(request, next);
    };
}
