// Breaks an answer on purpose, as far as the Fetch API can show it; `doors/port/break-answer.ts` does the same on a socket.
import type { ApiResponse, Breakage, ByteStream } from '../../http/message.ts';
import { spreadOver } from '../spread-over.ts';

/** The request, as far as its answer depends on it. */
export interface Asked {
  readonly method: string;
  /** Of the request: aborted when the client gives up. */
  readonly signal: AbortSignal;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The client sees its connection fail, as `fetch` tells it: a TypeError. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * What becomes of a body; a promise for an answer that never comes.
 * @param body null where the answer carries none
 * @throws ConnectionLost
 */
export function breakAnswer(
  body: Uint8Array | ByteStream | null,
  breakage: Breakage,
  { signal, sleep }: Asked,
): ApiResponse['body'] | Promise<never> {
  switch (breakage.kind) {
    case 'reset':
      throw reset();
    case 'timeout':
      return untilAborted(signal);
    case 'truncate':
      // There is nothing to cut in an answer without a body.
      if (!ArrayBuffer.isView(body) || body.length === 0) throw reset();
      return firstHalf(body);
    case 'slow-body':
      return ArrayBuffer.isView(body) && body.length > 0
        ? spreadOver(body, breakage.milliseconds, sleep)
        : body;
  }
}

const reset = () => new ConnectionLost('the connection was reset (an injected fault)');

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => {
      reject(new ConnectionLost('the client gave up'));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

async function* firstHalf(body: Uint8Array): ByteStream {
  const half = body.slice(0, body.length >> 1);
  if (half.length > 0) yield half;
  await Promise.resolve();
  throw new TypeError('terminated');
}
