// Answers broken on purpose, as far as the Fetch API can show it; `doors/port/break-answer.ts` does the same to a socket.
import type { ApiResponse, Breakage, ByteStream } from '../../http/message.ts';
import type { Asked } from './asked.ts';

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
      return ArrayBuffer.isView(body) && body.length > 0 ? dribble(body, breakage.milliseconds, sleep) : body;
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

/** In up to 20 pieces, spread evenly over the time. */
async function* dribble(
  body: Uint8Array,
  milliseconds: number,
  sleep: (milliseconds: number) => Promise<void>,
): ByteStream {
  const pieces = Math.min(body.length, 20);
  const start = performance.now();
  for (let at = 0; at < pieces; at += 1) {
    await sleep(Math.max(0, start + (milliseconds * (at + 1)) / pieces - performance.now()));
    yield body.slice(Math.floor((body.length * at) / pieces), Math.floor((body.length * (at + 1)) / pieces));
  }
}
