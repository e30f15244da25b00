// A body that arrives slowly on purpose (the fault `slow-body`).
import type { ByteStream } from '../http/message.ts';

const mostPieces = 20;

/** The body in up to 20 pieces, spread evenly over the time given, in milliseconds. */
export async function* spreadOver(
  body: Uint8Array,
  milliseconds: number,
  sleep: (milliseconds: number) => Promise<void>,
): ByteStream {
  const pieces = Math.min(body.length, mostPieces);
  const start = performance.now();
  for (let at = 0; at < pieces; at += 1) {
    await sleep(Math.max(0, start + (milliseconds * (at + 1)) / pieces - performance.now()));
    yield body.slice(Math.floor((body.length * at) / pieces), Math.floor((body.length * (at + 1)) / pieces));
  }
}
