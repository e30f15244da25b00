// Sends a body that arrives piece by piece: as it comes, no faster than the client reads, and never ended as if it were
// whole when it is not.
import type { ServerResponse } from 'node:http';
import type { ApiResponse, ByteStream } from '../../http/message.ts';
import type { Connection } from './connection.ts';
import { cutOff, reset } from './cut-off.ts';
import { announcedLength, framedHeaders, writeHead } from './framing.ts';

export function sendStream(
  connection: Connection,
  response: ServerResponse,
  answer: ApiResponse,
  body: ByteStream,
): void {
  const { method, httpVersionMinor } = response.req;
  const length = announcedLength(answer.headers);
  writeHead(response, answer, framedHeaders(answer, method, undefined));
  // An event stream may be silent for long, and its client waits for the head. Not `flushHeaders`: it sends the head as
  // UTF-8 and spoils the bytes above 0x7F that a header passed on from elsewhere may hold.
  response.write(new Uint8Array(0));
  pump(connection, response, body[Symbol.asyncIterator](), length).catch(() => {
    // HTTP/1.0 knows no chunks: without a length, a clean end of the connection would be the end of the body.
    if (httpVersionMinor === 0 && length === undefined) reset(connection, response);
    else cutOff(connection, response);
  });
}

export const pieceBytes = 256 * 1024;

/** A whole body in pieces of 256 KB. */
// eslint-disable-next-line @typescript-eslint/require-await -- all of it is here
export async function* inPieces(bytes: Uint8Array): ByteStream {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Tells a source that no more of it is needed, so that it frees what it holds. */
export function releaseStream(source: AsyncIterator<Uint8Array>): void {
  source.return?.().catch(() => undefined);
}

/** Rejects when the source fails, or its length is not the one announced. */
async function pump(
  { socket }: Connection,
  response: ServerResponse,
  source: AsyncIterator<Uint8Array>,
  length: number | undefined,
): Promise<void> {
  let sent = 0;
  let wake = (): void => undefined;
  const leave = (): void => {
    wake();
    releaseStream(source);
  };
  socket.once('close', leave);
  try {
    for (;;) {
      const piece = await source.next();
      if (socket.destroyed) return;
      if (piece.done === true) break;
      sent += piece.value.length;
      if (length !== undefined && sent > length) throw new Error('the body is longer than announced');
      if (response.write(piece.value)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        response.once('drain', resolve);
      });
    }
    if (length !== undefined && sent < length) throw new Error('the body is shorter than announced');
    response.end();
  } finally {
    socket.off('close', leave);
    releaseStream(source);
  }
}
