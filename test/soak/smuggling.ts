// Conversations by which one request is to become two behind a proxy, or to bring what it was not allowed to. What must
// never get through stands under `/smuggled` or in a header `X-Smuggled`; what the client may send, under `/legit`.
import type { Random } from '../support/random.ts';

export interface Conversation {
  readonly name: string;
  /** A character for a byte; `HOST` stands for the door's own host and port. */
  readonly text: string;
  /** The targets that may arrive, each once. */
  readonly legit: readonly string[];
}

const key = 'X-API-KEY: test_smuggling';
const host = 'Host: HOST';

/** Transfer-Encoding in all the ways that somebody reads as chunked, and somebody else does not. */
const codings = [
  'Transfer-Encoding: chunked', 'Transfer-Encoding : chunked', 'Transfer-Encoding:chunked', 'Transfer-Encoding:\tchunked', 'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: xchunked', 'Transfer-Encoding: chunkedx', 'Transfer-Encoding: "chunked"', 'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked', 'Transfer-Encoding: identity', 'Transfer-Encoding: gzip', 'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', 'Transfer-Encoding: chunked;a=b',
  'Transfer-Encoding:\r\n chunked', 'Transfer-Encoding: x\r\n chunked', ' Transfer-Encoding: chunked', 'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked', 'Transfer-Encoding: CHUNKED', 'TRANSFER-ENCODING: chunked', 'Transfer_Encoding: chunked', 'Transfer-Encoding\0: chunked',
  'Transfer-Encoding: chunked\0', 'Transfer-Encoding\x7f: chunked', 'Transfer-Encoding: c\x00hunked', 'Transfer-Encoding: \xffchunked', 'Transfer-Encoding: chunked ,',
  'Transfer-Encoding: , chunked', 'Transfer-Encoding: chunked, chunked', 'Transfer-Encoding:', 'Transfer-Encoding', 'Transfer-Encoding;: chunked',
  '"Transfer-Encoding": chunked', 'Transfer-Encoding: chunk\\ed', 'Transfer-Encoding: trailers', 'TE: chunked', 'Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked',
  'Transfer-Encod\xefng: chunked', 'Transfer-Encoding : chunked\r\nTransfer-Encoding: identity', 'Transfer-Encoding: \r\nX: chunked',
]; // prettier-ignore
const lengths = (right: number): string[] => [
  `Content-Length: ${right}`, `Content-Length: +${right}`, `Content-Length: -${right}`, `Content-Length: 0x${right.toString(16)}`, `Content-Length: ${right} `,
  `Content-Length: ${right}, ${right}`, `Content-Length: ${right}\r\nContent-Length: ${right}`, `Content-Length: 0\r\nContent-Length: ${right}`,
  `Content-Length: ${right}\r\nContent-Length: 0`, `Content-Length: 0, ${right}`, `Content-Length : ${right}`, `Content-Length:\r\n ${right}`, `Content-Length: ${right}.0`,
  `Content-Length: ${right}e0`, `Content-Length: 00${right}`, `Content-Length: ${right}\0`, `Content-Length: "${right}"`, `Content-Length: \xb2`, `Content-Length: ${right};0`,
  `Content_Length: 0\r\nContent-Length: ${right}`, `Content-Length: 18446744073709551616`, `Content-Length: ${right}\r\nTransfer-Encoding: chunked`, 'Content-Length:',
]; // prettier-ignore
const sizes = [
  '0x',
  '-',
  '+',
  ' ',
  '\t',
  '0x0x',
  '',
  'ffffffffffffffff',
  '10000000000000000',
  '\0',
  '_',
  '"',
  "'",
  '\xb2',
  '\r',
  '\n',
  ';',
];
const extensions = [
  ';a=b', ';a="b"', ';', ';;', ';a=b;c=d', ' ;a', ';a\n', ';a\r', ';a="\r\n"', ';a=\0', ';\xff', `;${'e'.repeat(5_000)}`, `;${'e'.repeat(20_000)}`, ';a="', '\n', '\r\r',
]; // prettier-ignore
const trailers = [
  'X-T: 1', 'X-Smuggled: 1', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Host: evil.test', 'X-API-KEY: test_other', ' folded', 'no colon', ': 1', 'X: a\0b', 'X: a\nX-Smuggled: 1',
]; // prettier-ignore
const injections = [
  'X: a\nX-Smuggled: 1', 'X: a\rX-Smuggled: 1', 'X: a\r\r\nX-Smuggled: 1\r\n', 'X: a\0\r\nY: b', 'X\nX-Smuggled: 1', 'X: a\n\nGET /smuggled/inline HTTP/1.1\nHost: HOST\n', 'X: a\x85X-Smuggled: 1',
  'X: \xe5\x98\x8d\xe5\x98\x8aX-Smuggled: 1', 'X: a%0d%0aX-Smuggled: 1', '\x0bX-Smuggled: 1', 'X: a\x0b\x0cY: 1', ': X-Smuggled', 'X : 1', 'X-Forwarded-Host: evil.test',
]; // prettier-ignore
const targets = [
  'http://evil.test/smuggled', 'http://evil.test@HOST/smuggled', 'http://HOST@evil.test/smuggled', 'https://evil.test:443/smuggled', '//evil.test/legit', '///legit', 'http://[::1/smuggled',
  'HTTP://EVIL.TEST/smuggled', 'http:/smuggled', 'file:///smuggled', 'evil.test:80', '*', 'smuggled', '?smuggled', '#smuggled', '/legit#smuggled', '/legit HTTP/1.1\r\nX-Second: 1', '/legit\tHTTP/1.1',
  '/legit\0', '/legit\x7f', '/legit%0d%0aX-Smuggled:%201', '/legit%20HTTP/1.1', '/legit\\..\\smuggled', '/legit/../other', '/%2e%2e/legit', '/legit;a=b', '/legit?a=\xff',
]; // prettier-ignore
const hosts = [
  '', 'Host:', 'Host: evil.test', 'Host: HOST\r\nHost: evil.test', 'Host: evil.test\r\nHost: HOST', 'Host : HOST', ' Host: HOST', 'Host: HOST, evil.test', 'Host: HOST@evil.test', 'Host: evil.test/HOST',
  'Host: HOST\0', 'Host:\r\n HOST', 'X: y\nHost: evil.test', 'Host: [::1', 'Host: HOST#', 'Host: HOST:80',
]; // prettier-ignore
const connections = [
  'Connection: Content-Length', 'Connection: Host', 'Connection: close, Content-Length', 'Connection: X-API-KEY', 'Connection: keep-alive, Transfer-Encoding', 'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\nSec-WebSocket-Version: 13', 'Upgrade: TLS/1.0\r\nConnection: Upgrade', 'Keep-Alive: timeout=1, max=1', 'Proxy-Connection: keep-alive', 'Connection: \xff',
]; // prettier-ignore
const expectations = [
  'Expect: 100-continue',
  'Expect: 100-Continue',
  'Expect: 100-continue, 100-continue',
  'Expect: x',
  'Expect:',
  'Expect: 100-continue\r\nExpect: 100-continue',
  'Expect : 100-continue',
];
const bodilessMethods = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];
const writes = ['POST', 'PUT', 'PATCH'];
const firstLines = [
  'GET  TARGET HTTP/1.1', 'GET\tTARGET\tHTTP/1.1', ' GET TARGET HTTP/1.1', 'GET TARGET', 'GET TARGET HTTP/1.1 HTTP/1.1', 'GET TARGET HTTP/9.9', 'GET TARGET HTTP/0.9', 'GET TARGET HTTP/1.10', 'GET TARGET http/1.1', 'get TARGET HTTP/1.1',
  'GPOST TARGET HTTP/1.1', 'G\0ET TARGET HTTP/1.1', 'PRI * HTTP/2.0', 'CONNECT evil.test:443 HTTP/1.1', 'GET TARGET HTTP/1.1\r', 'GET TARGET HTTP/1.1\n', 'GET TARGET\r\nX: HTTP/1.1', '\r\nGET TARGET HTTP/1.1', '\n\nGET TARGET HTTP/1.1', 'GET TARGET HTTP/1.0',
]; // prettier-ignore

/** One of very many, by chance; each has its own targets, by its number. */
export function conversation(random: Random, number: number): Conversation {
  const legit = `/legit/${number}`;
  const smuggled = `GET /smuggled/${number} HTTP/1.1\r\n${host}\r\n${key}\r\nX-Smuggled: 1\r\n\r\n`;
  const request = (line: string, ...lines: string[]): string => [line, ...lines, '', ''].join('\r\n');
  const mixed = (...lines: string[]): string[] => {
    const all = [host, key, ...lines];
    return random.chance(2) ? all : [...lines, host, key];
  };
  const write = random.pick(writes);
  const bodiless = random.pick(bodilessMethods);
  const hidden = `0\r\n\r\n${smuggled}`;
  const size = smuggled.length.toString(16);
  const inChunks = `${size}\r\n${smuggled}\r\n0\r\n\r\n`;
  const follower = request(`GET ${legit}/follower HTTP/1.1`, host, key);
  const made = (name: string, text: string, ...targetsToo: string[]): Conversation => ({
    name: `${number}: ${name}`,
    text,
    legit: [legit, ...targetsToo],
  });
  const kinds: readonly (() => Conversation)[] = [
    () => {
      const [coding, length] = [random.pick(codings), random.pick(lengths(hidden.length))];
      return made('length and coding', request(`${write} ${legit} HTTP/1.1`, ...mixed(coding, length)) + hidden);
    },
    () => {
      const lines = mixed(`Content-Length: ${hidden.length}`, random.pick(codings));
      return made('a right length and a coding', request(`${random.pick([write, bodiless])} ${legit} HTTP/1.1`, ...lines) + hidden);
    },
    () => {
      const lines = mixed(random.pick(lengths(smuggled.length)));
      return made('lengths', request(`${random.pick([write, bodiless])} ${legit} HTTP/1.1`, ...lines) + smuggled);
    },
    () => {
      const bad = `${random.pick(sizes)}${random.pick([size, '0', '5'])}${random.pick(['', ...extensions])}`;
      const body = `${bad}\r\n${smuggled}\r\n0\r\n\r\n`;
      return made('chunk sizes', request(`${write} ${legit} HTTP/1.1`, ...mixed('Transfer-Encoding: chunked')) + body);
    },
    () => {
      const body = `${size}${random.pick(extensions)}\r\n${smuggled}\r\n0${random.pick(['', ...extensions])}\r\n\r\n`;
      return made('chunk extensions', request(`${random.pick([write, bodiless])} ${legit} HTTP/1.1`, ...mixed('Transfer-Encoding: chunked')) + body);
    },
    () => {
      const lines = Array.from({ length: 1 + random.below(3) }, () => random.pick(trailers));
      const body = `${size}\r\n${smuggled}\r\n0\r\n${lines.join('\r\n')}\r\n\r\n`;
      return made('trailers', request(`${write} ${legit} HTTP/1.1`, ...mixed('Transfer-Encoding: chunked')) + body);
    },
    () => {
      const end = random.pick(['\n', '\r', '\r\r\n', '\n\r']);
      const text = request(`${write} ${legit} HTTP/1.1`, ...mixed('Transfer-Encoding: chunked')) + inChunks;
      const at = random.below(text.split('\r\n').length - 1);
      const parts = text.split('\r\n');
      const bent = parts.slice(0, at + 1).join('\r\n') + end + parts.slice(at + 1).join('\r\n');
      return made('a bent line end', bent);
    },
    () => made('an injected header', request(`GET ${legit} HTTP/1.1`, ...mixed(random.pick(injections)))),
    () => made('an odd target', request(`${random.pick(['GET', write])} ${random.pick(targets)} HTTP/1.1`, host, key, 'Content-Length: 0')),
    () => made('an absolute target', request(`GET http://${random.pick(['HOST', 'localhost', 'evil.test'])}${legit} HTTP/1.1`, random.pick([host, ...hosts]), key)),
    () => made('odd hosts', request(`GET ${legit} HTTP/1.1`, ...[random.pick(hosts), key].filter((line) => line !== ''))),
    () => made('a body where none is read', request(`${bodiless} ${legit} HTTP/1.1`, ...mixed(`Content-Length: ${smuggled.length}`)) + smuggled + follower, `${legit}/follower`),
    () => made('chunks where none are read', request(`${bodiless} ${legit} HTTP/1.1`, ...mixed('Transfer-Encoding: chunked')) + inChunks + follower, `${legit}/follower`),
    () => {
      const count = 1 + random.below(8);
      const all = Array.from({ length: count }, (_, at) => `${legit}/${at}`);
      const line = (target: string): string => request(`${random.pick(['GET', 'GET', 'HEAD'])} ${target} HTTP/1.1`, ...mixed());
      return made('a pipeline', all.map(line).join(''), ...all);
    },
    () => {
      const lines = mixed(random.pick(expectations), random.chance(2) ? 'Transfer-Encoding: chunked' : `Content-Length: ${inChunks.length}`);
      return made('an expectation', request(`${random.pick([write, bodiless])} ${legit} HTTP/1.1`, ...lines) + inChunks);
    },
    () => {
      const lines = random.pick([
        [`X: ${'x'.repeat(20_000)}`],
        Array.from({ length: 300 }, (_, at) => `X-${at}: 1`),
        [`X${'n'.repeat(70_000)}: 1`],
        [`Cookie: ${'c'.repeat(60_000)}`],
      ]);
      const target = random.chance(3) ? `${legit}?${'q'.repeat(9_000)}` : legit;
      return made('too much', request(`${random.pick([write, 'GET'])} ${target} HTTP/1.1`, ...mixed(...lines, `Content-Length: ${smuggled.length}`)) + smuggled, target);
    },
    () => {
      const lines = mixed(random.pick(connections), `Content-Length: ${smuggled.length}`);
      return made('Connection', request(`${random.pick([write, bodiless])} ${legit} HTTP/1.1`, ...lines) + smuggled);
    },
    () => {
      const lines = mixed(`Content-Length: ${smuggled.length}`, random.pick(['X: 1', ...codings, ...connections]));
      return made('an odd first line', request(random.pick(firstLines).replace('TARGET', legit), ...lines) + smuggled);
    },
    () => {
      const version = 'HTTP/1.0';
      const lines = mixed(random.pick(codings), random.pick(['Connection: keep-alive', 'X: 1', `Content-Length: ${hidden.length}`]));
      return made('HTTP/1.0', request(`${write} ${legit} ${version}`, ...lines) + hidden);
    },
  ]; // prettier-ignore
  return random.pick(kinds)();
}
