// A client that sends exactly the bytes it is given and reads answers with no tolerance: what Node's own client would
// correct or forgive is what these tests are about.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  /** Lower-case names; a name that repeats is joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** The body as it came, under its encoding and without its framing. */
  readonly bytes: Buffer;
}

/** How a connection ended: properly, or by a reset. */
export type Ending = 'end' | 'reset';

/** Thrown for bytes that are no well-formed answer. */
export class MalformedAnswer extends Error {
  override readonly name: string = 'MalformedAnswer';
}

/** Thrown for a connection that ended in the middle of an answer, as one does whose upstream broke off. */
export class UnfinishedAnswer extends MalformedAnswer {
  override readonly name = 'UnfinishedAnswer';
}

export class RawClient {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ending: Ending | undefined;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    const end = (ending: Ending): void => {
      this.#ending ??= ending;
      this.#wake();
    };
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('end', () => {
      end('end');
    });
    socket.on('error', () => {
      end('reset');
    });
    socket.on('close', () => {
      end('reset');
    });
  }

  /** Connects; the client's half of the connection stays open when the server closes its own. */
  static connect(port: number, host = '127.0.0.1'): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, noDelay: true, allowHalfOpen: true }, () => {
        socket.off('error', reject);
        resolve(new RawClient(socket));
      });
      socket.once('error', reject);
    });
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Closes the sending half only. */
  halfClose(): this {
    this.socket.end();
    return this;
  }

  leave(): void {
    this.socket.destroy();
  }

  /** The next answer, interim ones included. Rejects when the connection ends before it is whole. */
  async response(method = 'GET'): Promise<RawResponse> {
    for (;;) {
      const taken = takeResponse(this.#received, method, this.#ending === 'end');
      if (taken !== undefined) {
        this.#received = this.#received.subarray(taken.length);
        return taken.response;
      }
      if (this.#ending !== undefined) {
        const bytes = this.#received.length;
        throw new UnfinishedAnswer(`the connection ended (${this.#ending}) with ${bytes} bytes of an answer`);
      }
      await this.#change();
    }
  }

  /** Waits until the server has closed the connection. */
  async ended(): Promise<Ending> {
    while (this.#ending === undefined) await this.#change();
    return this.#ending;
  }

  /** What has come that no answer has been made of yet. */
  get unread(): string {
    return this.#received.toString('latin1');
  }

  /** Waits until this text has come in. */
  async received(text: string): Promise<void> {
    while (!this.unread.includes(text)) {
      if (this.#ending !== undefined) throw new Error(`the connection ended before '${text}' came`);
      await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** The first answer in the bytes; undefined when it is not whole yet. */
export function takeResponse(
  bytes: Buffer,
  method: string,
  ended: boolean,
): { response: RawResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = /^HTTP\/1\.1 ([1-9]\d\d) ([\t\x20-\x7e\x80-\xff]*)$/.exec(statusLine);
  if (status === null) throw new MalformedAnswer(`bad status line '${statusLine}'`);
  const rawHeaders: string[] = [];
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(line);
    if (field === null) throw new MalformedAnswer(`bad header line '${line}'`);
    const name = field[1]!.toLowerCase();
    rawHeaders.push(field[1]!, field[2]!);
    headers[name] = name in headers ? `${headers[name]!}, ${field[2]!}` : field[2]!;
  }
  const body = takeBody(bytes.subarray(headEnd + 4), Number(status[1]), headers, method, ended);
  if (body === undefined) return undefined;
  return {
    response: {
      status: Number(status[1]),
      reason: status[2]!,
      headers,
      rawHeaders,
      body: body.text.toString('utf8'),
      bytes: body.text,
    },
    length: headEnd + 4 + body.length,
  };
}

/** RFC 9112 §6.3, without any tolerance. */
function takeBody(
  rest: Buffer,
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  method: string,
  ended: boolean,
): { text: Buffer; length: number } | undefined {
  const length = headers['content-length'];
  const coding = headers['transfer-encoding'];
  if (length !== undefined && coding !== undefined) throw new MalformedAnswer('both length and coding');
  if (length !== undefined && !/^\d+$/.test(length))
    throw new MalformedAnswer(`bad Content-Length '${length}'`);
  if ((status === 204 || status < 200) && length !== undefined) {
    throw new MalformedAnswer(`Content-Length in a ${status}`);
  }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { text: Buffer.alloc(0), length: 0 };
  if (length !== undefined) {
    return rest.length < Number(length)
      ? undefined
      : { text: rest.subarray(0, Number(length)), length: Number(length) };
  }
  if (coding !== undefined) return takeChunks(rest);
  if (headers.connection !== 'close') throw new MalformedAnswer('nothing says where the body ends');
  return ended ? { text: rest, length: rest.length } : undefined;
}

function takeChunks(rest: Buffer): { text: Buffer; length: number } | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = rest.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]+$/i.test(size)) throw new MalformedAnswer(`bad chunk size '${size}'`);
    const start = lineEnd + 2;
    const end = start + parseInt(size, 16);
    if (rest.length < end + 2) return undefined;
    if (rest.toString('latin1', end, end + 2) !== '\r\n') throw new MalformedAnswer('bad end of a chunk');
    chunks.push(rest.subarray(start, end));
    at = end + 2;
    if (end === start) return { text: Buffer.concat(chunks), length: at };
  }
}

/** The error object of an answer, checked to have its form (§7). */
export function errorOf(response: RawResponse): { code: string; message: string; param?: string | null } {
  if (response.headers['content-type'] !== 'application/json') {
    throw new MalformedAnswer(
      `an error answer of the type ${response.headers['content-type'] ?? 'undefined'}`,
    );
  }
  const body = parseObject(response.body);
  const { error } = body;
  const wellFormed =
    Object.keys(body).join() === 'error' &&
    typeof error?.code === 'string' &&
    typeof error.message === 'string' &&
    ['string', 'undefined'].includes(typeof (error.param ?? undefined)) &&
    /^https?:\/\/.+\/errors\/[a-z_]+$/.test(String(error.doc_url));
  if (!wellFormed) throw new MalformedAnswer(`no error object: ${response.body}`);
  return error as { code: string; message: string };
}

function parseObject(text: string): Record<string, Record<string, unknown> | undefined> {
  try {
    return Object(JSON.parse(text)) as Record<string, Record<string, unknown>>;
  } catch (error) {
    throw new MalformedAnswer(`no JSON: ${text}`, { cause: error });
  }
}
