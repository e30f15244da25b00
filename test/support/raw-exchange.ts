// One request as raw bytes on a connection of its own, and the answer as it came.
import { connect } from 'node:net';

export interface RawRequest {
  /** For the test's name. */
  readonly name: string;
  /** Such as `GET /gzip`. */
  readonly line: string;
  /** Lines besides Host and Connection. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly statusLine: string;
  /** Lines as they came, in order, with case and repeats. */
  readonly headers: readonly string[];
  /** Without its framing, but under its encoding. */
  readonly body: Buffer;
}

/**
 * A recorder keeps its connection to the upstream for requests that may be sent twice, and says so there. Servers that
 * echo the request show it, so a direct request says the same.
 */
function connectionHeader(line: string, headers: readonly string[]): string {
  const isFresh = /^(?:POST|PATCH) /.test(line) || headers.some((text) => /^transfer-encoding:/i.test(text));
  return `Connection: ${isFresh ? 'close' : 'keep-alive'}`;
}

/** @param host what the Host header says */
export async function exchangeRaw(
  port: number,
  host: string,
  { line, headers = [], body = '' }: RawRequest,
): Promise<RawAnswer> {
  const head = [`${line} HTTP/1.1`, `Host: ${host}`, ...headers, connectionHeader(line, headers), '', ''];
  const isHead = line.startsWith('HEAD ');
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(Buffer.from(head.join('\r\n'), 'latin1'));
      if (body.length > 0) socket.write(body);
    });
    const look = (ended: boolean): void => {
      const answer = takeAnswer(bytes, isHead, ended);
      if (answer === undefined) return;
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(100_000, () => socket.destroy(new Error(`${line}: no end within 100 s`)));
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      look(false);
    });
    socket.on('error', reject);
    socket.on('end', () => {
      look(true);
      reject(new Error(`${line}: the answer is not whole: ${bytes.toString('latin1').slice(0, 500)}`));
    });
  });
}

/** Undefined while it is not whole (RFC 9112 §6.3). */
function takeAnswer(bytes: Buffer, isHead: boolean, ended: boolean): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...headers] = bytes.toString('latin1', 0, end).split('\r\n');
  const rest = bytes.subarray(end + 4);
  const status = Number(statusLine.split(' ')[1]);
  if (status < 200) return takeAnswer(rest, isHead, ended);
  const answer = (body: Buffer): RawAnswer => ({ statusLine, headers, body });
  if (isHead || status === 204 || status === 304) return answer(Buffer.alloc(0));
  if (headers.some((line) => /^transfer-encoding: *chunked$/i.test(line))) {
    const body = unchunked(rest);
    return body && answer(body);
  }
  const length = headers
    .map((line) => /^content-length: *(\d+)$/i.exec(line)?.[1])
    .find((text) => text !== undefined);
  if (length === undefined) return ended ? answer(rest) : undefined;
  return rest.length < Number(length) ? undefined : answer(rest.subarray(0, Number(length)));
}

/** Undefined while the last chunk is not there. */
function unchunked(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
