// Seeded fuzzing of a whole server over raw sockets: requests from a grammar that likes the edges, then bytes broken at
// random. It knows nothing of the handler but that every answer must be well-formed HTTP, and every error the service's.
import type { Handler } from '../../src/http/message.ts';
import { listen } from '../../src/doors/port/listen.ts';
import type { ServerOptions } from '../../src/doors/port/listen.ts';
import { Random } from './random.ts';
import { errorOf, MalformedAnswer, RawClient, takeResponse } from './raw-http.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** How many requests to send, whole or broken. */
  readonly requests: number;
  /** How many connections at a time. */
  readonly sockets?: number;
  /** Targets that mean something to the handler. */
  readonly targets?: readonly string[];
  /** Header lines that mean something to the handler, such as `X-API-KEY: test_fuzz`. */
  readonly headers?: readonly string[];
  readonly bodies?: readonly string[];
}

export interface FuzzReport {
  readonly requests: number;
  readonly connections: number;
  /** How many answers of each status came. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Connections that ended in a reset, behind a whole answer. */
  readonly resets: number;
}

/** Longer than this, a connection counts as hanging. */
const hangMs = 60_000;

/**
 * Fuzzes a handler behind a server of its own.
 * @throws Error that names the seed and shows the bytes, when an answer is malformed, missing or late, or the server
 * reports a defect
 */
export async function fuzz(
  handler: Handler,
  serverOptions: Pick<ServerOptions, 'settings'> & Partial<ServerOptions>,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const defects: unknown[] = [];
  const onDefect = (error: unknown): void => {
    defects.push(error);
  };
  const server = await listen(handler, { host: '127.0.0.1', port: 0, onDefect, ...serverOptions });
  const grammar = new Grammar(options, server.port);
  const statuses: Record<number, number> = {};
  let [requests, connections, resets] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (requests < options.requests) {
      const { parts, count } = grammar.conversation();
      requests += count;
      connections += 1;
      const sent = Buffer.concat(parts);
      try {
        const { answers, ending } = await converse(server.port, parts);
        for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
        if (ending === 'reset') resets += 1;
        if (defects.length > 0) throw new Error('the server reported a defect', { cause: defects[0] });
      } catch (error) {
        const shown = JSON.stringify(sent.toString('latin1'));
        throw new Error(`fuzzing with seed ${options.seed}: ${String(error)}; sent: ${shown}`, {
          cause: error,
        });
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: options.sockets ?? 16 }, worker));
    await server.close(hangMs);
  } finally {
    await server.closeNow();
  }
  return { requests, connections, statuses, resets };
}

/**
 * Sends the parts, closes our half and checks all that comes back.
 * @param patienceMs longer than this, a connection counts as hanging
 * @returns the statuses of the answers, without interim ones, and how the connection ended
 * @throws Error when an answer is malformed, missing or late
 */
export async function converse(port: number, parts: readonly Uint8Array[], patienceMs = hangMs) {
  const client = await RawClient.connect(port);
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no end within ${patienceMs} ms`));
    }, patienceMs);
  });
  try {
    for (const part of parts) {
      client.send(part);
      if (parts.length > 1) await new Promise(setImmediate);
    }
    client.halfClose();
    const ending = await Promise.race([client.ended(), hang]);
    const sent = Buffer.concat(parts);
    const answers = readAnswers(Buffer.from(client.unread, 'latin1'), sent.includes('HEAD '));
    const final = answers.filter((status) => status >= 200);
    if (final.length === 0 && /[^\r\n]/.test(sent.toString('latin1'))) throw new Error('no answer');
    return { answers: final, ending };
  } finally {
    clearTimeout(timer);
    client.leave();
  }
}

/** The statuses of all answers in the bytes. An answer to HEAD shows no body, and only the rest tells which it was. */
function readAnswers(bytes: Buffer, maybeHead: boolean): number[] {
  if (bytes.length === 0) return [];
  try {
    return readFrom(bytes, 'GET', maybeHead);
  } catch (error) {
    if (!maybeHead || !(error instanceof MalformedAnswer)) throw error;
    return readFrom(bytes, 'HEAD', maybeHead);
  }
}

function readFrom(bytes: Buffer, method: string, maybeHead: boolean): number[] {
  const taken = takeResponse(bytes, method, true);
  if (taken === undefined)
    throw new MalformedAnswer(`not whole: ${JSON.stringify(bytes.toString('latin1'))}`);
  const { response, length } = taken;
  if (response.status >= 400 && method !== 'HEAD') errorOf(response);
  return [response.status, ...readAnswers(bytes.subarray(length), maybeHead)];
}

const methods = [
  'GET',
  'GET',
  'PATCH',
  'PATCH',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
];
const oddMethods = ['get', 'PRI', 'FOO', '', 'G\0T', 'M-SEARCH', 'PROPFIND'];
const targets = [
  '/',
  '/v1/listings',
  '/v1/listings?limit=1',
  '/v1/listings/%zz',
  '//x',
  '/..',
  '/a?b=c',
  '/%00',
];
const oddTargets = [
  '*',
  'x',
  '/#a',
  '/\xff',
  'http://localhost:PORT/a',
  'http://evil.test/',
  '/ b',
  '',
  ':443',
  'a:1',
];
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'];
const oddVersions = ['HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', '', 'HTTP/11', 'ICY/1.1'];
const oddHosts = [
  'evil.test',
  '',
  'localhost',
  'localhost:PORT, x',
  '[::1]:PORT',
  '[',
  'a:b:c',
  '\xff',
  'x.localhost.:PORT',
];
const lines = [
  'Accept: */*', 'Content-Type: application/json', 'Cookie: a=b', 'Set-Cookie: a', 'Set-Cookie: b', 'X-Empty:',
  'Connection: keep-alive', 'Connection: close', 'User-Agent: fuzz', 'X-Latin: \xe9', '__proto__: 1', 'constructor: 2',
  'Origin: http://evil.test', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: none', 'If-Match: "x"',
]; // prettier-ignore
const oddLines = [
  'Expect: 100-continue', 'Expect: x', 'Upgrade: h2c', 'Connection: Upgrade', 'Transfer-Encoding: gzip', 'Content-Length: 5',
  'Transfer-Encoding: chunked', 'Content-Length: -1', 'Content-Length: 99999999999', 'Content-Length: 1, 1', 'Host: two',
  'X : 1', ' folded', 'novalue', ':', 'X: a\0b', 'X: a\rb', 'TE: trailers', 'Trailer: X', 'Content-Encoding: gzip',
]; // prettier-ignore
const bodies = [
  '',
  '{}',
  '[]',
  '{"minPrice":1}',
  '{"minPrice":1,"maxPrice":2}',
  '{"strategyId":"x"}',
  '{',
  'null',
  '\xff\xfe',
];
const noise = [
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\0',
  ':',
  ';',
  ',',
  '\xff',
  'HTTP/1.1',
  '0\r\n\r\n',
  'chunked',
  '\x16\x03\x01',
];

class Grammar {
  readonly #random: Random;
  readonly #options: FuzzOptions;
  readonly #port: string;

  constructor(options: FuzzOptions, port: number) {
    this.#random = new Random(options.seed);
    this.#options = options;
    this.#port = String(port);
  }

  /** What is sent over one connection, in the parts in which it is sent. */
  conversation(): { readonly parts: Uint8Array[]; readonly count: number } {
    const count = 1 + this.#random.below(5);
    let text = '';
    for (let at = 0; at < count; at += 1) text += this.#request();
    text = text.replaceAll('PORT', this.#port);
    if (this.#random.chance(3)) text = this.#mutate(text);
    const bytes = Buffer.from(text, 'latin1');
    if (!this.#random.chance(4)) return { parts: [bytes], count };
    const cut = this.#random.below(bytes.length + 1);
    return { parts: [bytes.subarray(0, cut), bytes.subarray(cut)], count };
  }

  #request(): string {
    const method = this.#random.chance(40) ? this.#random.pick(oddMethods) : this.#random.pick(methods);
    const own = this.#options.targets ?? [];
    const target = this.#random.chance(20)
      ? this.#random.pick(oddTargets)
      : this.#random.pick([...targets, ...own, ...own]);
    const version = this.#random.chance(40) ? this.#random.pick(oddVersions) : this.#random.pick(versions);
    const head = [`${method} ${this.#random.chance(200) ? `/${'a'.repeat(9_000)}` : target} ${version}`];
    head.push(this.#random.chance(20) ? `Host: ${this.#random.pick(oddHosts)}` : 'Host: localhost:PORT');
    for (const line of this.#options.headers ?? []) if (!this.#random.chance(10)) head.push(line);
    for (let more = this.#random.below(4); more > 0; more -= 1) head.push(this.#random.pick(lines));
    if (this.#random.chance(12)) head.push(this.#random.pick(oddLines));
    if (this.#random.chance(200)) for (let at = 0; at < 300; at += 1) head.push(`X-${at}: 1`);
    if (this.#random.chance(300)) head.push(`X-Long: ${'a'.repeat(17_000)}`);
    const body = this.#body(method, head);
    return `${head.join(this.#random.chance(60) ? '\n' : '\r\n')}\r\n\r\n${body}`;
  }

  #body(method: string, head: string[]): string {
    if (!['PATCH', 'POST', 'PUT'].includes(method) && !this.#random.chance(15)) return '';
    const own = this.#options.bodies ?? [];
    const body = this.#random.chance(50)
      ? 'x'.repeat(this.#random.below(20_000))
      : this.#random.pick([...bodies, ...own, ...own]);
    if (this.#random.chance(3)) {
      head.push('Transfer-Encoding: chunked');
      const size = this.#random.chance(15)
        ? this.#random.pick(['zz', '-1', '', 'fffffffff', ' 1'])
        : body.length.toString(16);
      return body === ''
        ? '0\r\n\r\n'
        : `${size}${this.#random.chance(9) ? ';a=b' : ''}\r\n${body}\r\n0\r\n\r\n`;
    }
    head.push(`Content-Length: ${body.length + (this.#random.chance(25) ? this.#random.below(5) - 2 : 0)}`);
    return body;
  }

  #mutate(text: string): string {
    let mutated = text;
    for (let times = 1 + this.#random.below(3); times > 0; times -= 1) {
      const at = this.#random.below(mutated.length + 1);
      const end = Math.min(mutated.length, at + 1 + this.#random.below(12));
      const [before, cut, after] = [mutated.slice(0, at), mutated.slice(at, end), mutated.slice(end)];
      mutated = this.#random.pick([
        () => before + after,
        () => before + this.#random.pick(noise) + cut + after,
        () => before + cut + cut + after,
        () => before + String.fromCharCode(this.#random.below(256)) + cut.slice(1) + after,
        () => before,
        () => before + cut.toUpperCase() + after,
      ])();
    }
    return mutated;
  }
}
