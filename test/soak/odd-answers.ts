// Answers as no careful server sends them, but some server does: by hand what is known to hurt, and a generator that
// mixes it. All is bytes, a character for a byte; nothing in them looks like a secret.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Random } from '../support/random.ts';

export interface OddAnswer {
  readonly name: string;
  /** Of the request that gets it. */
  readonly method: string;
  /** Written one after the other, with a turn of the event loop in between. */
  readonly pieces: readonly string[];
  /** What becomes of the upstream's connection then. */
  readonly ending: 'stays' | 'ends' | 'breaks';
}

type Part = Partial<Omit<OddAnswer, 'name'>>;

const odd = (name: string, bytes: string, part: Part = {}): OddAnswer => ({
  name,
  method: 'GET',
  pieces: [bytes],
  ending: 'ends',
  ...part,
});

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const utf8 = (text: string): string => latin1(Buffer.from(text));
const everyByte = latin1(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const json = '{"data":[1,2,3],"note":"plain"}';

const head = (statusLine: string, lines: readonly string[]): string =>
  [statusLine, ...lines, '', ''].join('\r\n');
const withLength = (body: string, lines: readonly string[] = [], statusLine = 'HTTP/1.1 200 OK'): string =>
  head(statusLine, [...lines, `Content-Length: ${body.length}`]) + body;
const inChunks = (chunks: readonly string[], lines: readonly string[] = [], last = '0\r\n\r\n'): string =>
  head('HTTP/1.1 200 OK', [...lines, 'Transfer-Encoding: chunked']) +
  chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('') +
  last;
const untilClose = (body: string, lines: readonly string[] = [], statusLine = 'HTTP/1.1 200 OK'): string =>
  head(statusLine, lines) + body;

const isBodiless = (status: number): boolean => status < 200 || status === 204 || status === 304;

function statuses(): OddAnswer[] {
  const each = Array.from({ length: 900 }, (_, at) => 100 + at).map((status) =>
    odd(
      `status ${status}`,
      isBodiless(status)
        ? head(`HTTP/1.1 ${status} Some`, ['X-Status: 1'])
        : withLength(String(status), [], `HTTP/1.1 ${status} Some`),
    ),
  );
  const lines = [
    'HTTP/1.1 1000 Long', 'HTTP/1.1 99 Short', 'HTTP/1.1 000 Zero', 'HTTP/1.1 -20 Minus', 'HTTP/1.1 2e2 Exponent',
    'HTTP/1.1 20 Two', 'HTTP/1.1  200 Gap', 'HTTP/1.1 200', 'HTTP/1.1', 'HTTP/1.1 OK', 'HTTP/2.0 200 OK', 'HTTP/2 200',
    'HTTP/0.9 200 OK', 'HTTP/1.2 200 OK', 'HTTP/1.0 200 OK', 'HTTP/1.10 200 OK', 'http/1.1 200 OK', 'ICY 200 OK',
    'RTSP/1.0 200 OK', 'HTTP /1.1 200 OK', ' HTTP/1.1 200 OK', '\r\nHTTP/1.1 200 OK', 'SSH-2.0-OpenSSH_9.2', '\0\0\0', '',
  ]; // prettier-ignore
  const bodies = [204, 304, 205, 100, 101, 199].flatMap((status) => [
    odd(`status ${status} with a body`, withLength('body', [], `HTTP/1.1 ${status} Some`)),
    odd(`status ${status} in chunks`, inChunks(['body']).replace('200 OK', `${status} Some`)),
    odd(`status ${status} to HEAD`, head(`HTTP/1.1 ${status} Some`, ['Content-Length: 4']), {
      method: 'HEAD',
    }),
  ]);
  const interim = [
    '100 Continue',
    '102 Processing',
    '103 Early Hints',
    '199 Odd',
    '100',
    '101 Switching Protocols',
  ];
  return [
    ...each,
    ...lines.map((line) => odd(`status line ${JSON.stringify(line)}`, withLength('ok', [], line))),
    ...bodies,
    ...interim.map((line) =>
      odd(`${line} before`, head(`HTTP/1.1 ${line}`, ['Link: </a>']) + withLength('ok')),
    ),
    odd('20 hints before', head('HTTP/1.1 103 Early Hints', ['Link: </a>']).repeat(20) + withLength('ok')),
    odd('a hint and nothing else', head('HTTP/1.1 103 Early Hints', [])),
    odd(
      '101 with an upgrade and what follows it',
      `${head('HTTP/1.1 101 Switching Protocols', ['Upgrade: websocket', 'Connection: Upgrade'])}\x81\x02hi`,
    ),
  ];
}

const oddReasons: Readonly<Record<string, string>> = {
  'nothing, and no space': '', 'a space': ' ', latin1: ' caf\xe9', 'UTF-8': utf8(' café ☃'), 'a tab': ' a\tb', DEL: ' a\x7fb',
  'a control byte': ' a\x01b', NUL: ' a\0b', ESC: ' \x1b[31mred', 'a CR': ' a\rb', 'a vertical tab': ' a\x0bb',
  '1,000 characters': ` ${'r'.repeat(1_000)}`, '8,000 characters': ` ${'r'.repeat(8_000)}`,
  '20,000 characters': ` ${'r'.repeat(20_000)}`, 'every high byte': ` ${everyByte.slice(128)}`, quotes: ' "a" \\ \'b\'',
  'a header': ' OK X-Smuggled: 1', 'the status again': ' 404 Not Found', 'spaces around': '   OK   ',
}; // prettier-ignore

const reasons = (): OddAnswer[] =>
  Object.entries(oddReasons).flatMap(([name, reason]) =>
    [200, 404, 503].map((status) =>
      odd(`reason with ${name}, ${status}`, withLength(json, [], `HTTP/1.1 ${status}${reason}`)),
    ),
  );

const oddLines: Readonly<Record<string, readonly string[]>> = {
  'a name of 100 characters': [`${'n'.repeat(100)}: 1`], 'a name of 5,000 characters': [`${'n'.repeat(5_000)}: 1`],
  'a name of 5,001 characters': [`${'n'.repeat(5_001)}: 1`], 'a name of 15,000 characters': [`${'n'.repeat(15_000)}: 1`],
  'a value of 5,001 characters': [`X-A: ${'v'.repeat(5_001)}`], 'a value of 15,000 characters': [`X-A: ${'v'.repeat(15_000)}`],
  'a value of 20,000 characters': [`X-A: ${'v'.repeat(20_000)}`], 'a value of 200,000 characters': [`X-A: ${'v'.repeat(200_000)}`],
  'the same twice': ['X-A: 1', 'X-A: 1'], 'one name in three spellings': ['X-A: 1', 'x-a: 2', 'X-a: 3'],
  'Content-Type twice': ['Content-Type: text/plain', 'Content-Type: application/json'],
  'ETag twice': ['ETag: "a"', 'ETag: "b"'], 'Location twice': ['Location: /a', 'Location: /b'],
  'obs-fold with a space': ['X-A: one', ' two'], 'obs-fold with a tab': ['X-A: one', '\ttwo'], 'obs-fold at once': [' folded: 1'],
  'no colon': ['X-A'], 'a colon alone': [':'], 'no name': [': 1'], 'a space before the colon': ['X-A : 1'],
  'a space in the name': ['X A: 1'], 'no value': ['X-A:'], 'spaces as the value': ['X-A:    '], 'no space': ['X-A:1'],
  'tabs around the value': ['X-A:\t1\t'], 'NUL in a value': ['X-A: a\0b'], 'NUL in a name': ['X\0A: 1'],
  'DEL in a value': ['X-A: a\x7fb'], 'DEL in a name': ['X\x7fA: 1'], 'a control byte in a value': ['X-A: a\x01b'],
  'ESC in a value': ['X-A: \x1b[2J'], 'a CR in a value': ['X-A: a\rb'], 'a bare LF behind a value': ['X-A: a\nX-B: b'],
  'CR CR LF': ['X-A: a\r'], 'latin1 in a value': ['X-A: caf\xe9'], 'latin1 in a name': ['X-caf\xe9: 1'],
  'UTF-8 in a value': [utf8('X-A: café ☃ 🙂')], 'UTF-8 in a name': [utf8('X-é: 1')], 'invalid UTF-8': ['X-A: \xff\xfe\x80'],
  'every high byte': [`X-A: ${everyByte.slice(128)}`], 'every sign a token may have': ["!#$%&'*+-.^_`|~09azAZ: 1"],
  'a sign no token may have': ['X(A): 1'], 'quotes in a name': ['"X-A": 1'], 'a slash in a name': ['X/A: 1'],
  'a surrogate as UTF-8': ['X-A: \xed\xa0\x80'], 'names of Object.prototype': ['__proto__: 1', 'constructor: 2', 'toString: 3'],
  '99 headers': Array.from({ length: 99 }, (_, at) => `X-${at}: ${at}`),
  '1,001 headers': Array.from({ length: 1_001 }, (_, at) => `X-${at}: 1`),
  '2,000 headers': Array.from({ length: 2_000 }, () => 'X: 1'), '2,000 different headers': Array.from({ length: 2_000 }, (_, at) => `X${at}:`),
  '10,000 headers': Array.from({ length: 10_000 }, () => 'X: 1'), 'only digits as a name': ['200: 1'],
  'Connection that names a header': ['Connection: X-A', 'X-A: 1'], 'Connection that names Content-Type': ['Connection: content-type', 'Content-Type: a/b'],
  'Connection that names Content-Length': ['Connection: content-length'], 'Connection: close': ['Connection: close'],
  'Connection with rubbish': ['Connection: ,, ,\xe9,'], 'Keep-Alive': ['Keep-Alive: timeout=0, max=0'], 'Keep-Alive with rubbish': ['Keep-Alive: timeout=-1e9'],
  'Upgrade: h2c': ['Upgrade: h2c', 'Connection: Upgrade'], 'Proxy-Connection': ['Proxy-Connection: keep-alive'], 'Trailer: X-T': ['Trailer: X-T'],
  'our own X-Mock-Error': ['X-Mock-Fault: none'], 'a Date of no kind': ['Date: yesterday'], 'two Dates': ['Date: a', 'Date: b'],
  'no Content-Type that anybody knows': ['Content-Type: ;;;='], 'a charset nobody knows': ['Content-Type: application/json; charset=klingon'],
  'UTF-16': ['Content-Type: application/json; charset=utf-16'], 'an empty Content-Type': ['Content-Type:'],
  'Vary: *': ['Vary: *'], 'Retry-After of rubbish': ['Retry-After: soon'], 'Content-Range of rubbish': ['Content-Range: bytes 9-1/0'],
  'Link of rubbish': ['Link: <<<>>>; rel='], 'Location of rubbish': ['Location: http://[::1'], 'Location without a scheme': ['Location: //x/y'],
  'Set-Cookie of rubbish': ['Set-Cookie: ;;;'], 'Content-Encoding twice': ['Content-Encoding: identity', 'Content-Encoding: identity'],
}; // prettier-ignore

const headers = (): OddAnswer[] =>
  Object.entries(oddLines).flatMap(([name, lines]) => [
    odd(`headers: ${name}`, withLength(json, lines)),
    odd(`headers: ${name}, in chunks`, inChunks([json], lines)),
    odd(`headers: ${name}, to HEAD`, head('HTTP/1.1 200 OK', [...lines, 'Content-Length: 31']), {
      method: 'HEAD',
    }),
    odd(`headers: ${name}, with 304`, head('HTTP/1.1 304 Not Modified', lines)),
  ]);

const lengthOf = (value: string, body = 'body', more: readonly string[] = []): string =>
  head('HTTP/1.1 200 OK', [`Content-Length:${value === '' ? '' : ` ${value}`}`, ...more]) + body;

function framing(): OddAnswer[] {
  const values = ['-1', '-0', '+4', '0x4', '4.0', '4e0', '4 ', '4,4', '4, 4', '4, 5', '4;4', 'four', '', ' ', '\t4', '04', '0000000000000000000004',
    '9007199254740993', '18446744073709551616', '99999999999999999999999', '2147483648', '\xb2', '4\0', '"4"', '3', '5', '0', '1', '1000000']; // prettier-ignore
  const codings = ['gzip', 'identity', 'chunked, identity', 'identity, chunked', 'gzip, chunked', 'chunked, chunked', 'CHUNKED', ' chunked ',
    'chunked;a=b', 'xchunked', 'chunkedx', '"chunked"', '', 'chun ked', 'chunked,', ',chunked', 'deflate', 'trailers', '\x0bchunked']; // prettier-ignore
  const sizes = ['5', '3', '04', '4 ', ' 4', '0x4', '-4', '+4', '4;', '4;a', '4;a=b', '4;a="b;c"', '4;a="\r\n"', '4 ; a = b', `4;${'e'.repeat(5_000)}`,
    `4;${'e'.repeat(20_000)}`, 'zz', '', 'ffffffffffffffff', '10000000000000000', 'fffffffff', '4\t', '4\n', '4,', '4;\xe9', '4;\0', `${'0'.repeat(300)}4`]; // prettier-ignore
  const trailers = [
    'X-T: 1',
    'Content-Length: 9',
    'Transfer-Encoding: chunked',
    'no colon',
    ' folded',
    'X-T: a\0',
    `X-T: ${'t'.repeat(20_000)}`,
    ': 1',
  ];
  return [
    ...values.map((value) => odd(`Content-Length: ${JSON.stringify(value)}`, lengthOf(value))),
    ...values.map((value) =>
      odd(`Content-Length: ${JSON.stringify(value)} to HEAD`, lengthOf(value, ''), { method: 'HEAD' }),
    ),
    ...['4', '5', '4,4', 'four'].map((value) =>
      odd(`Content-Length: 4 and ${value}`, lengthOf('4', 'body', [`Content-Length: ${value}`])),
    ),
    ...codings.map((coding) =>
      odd(
        `Transfer-Encoding: ${JSON.stringify(coding)}`,
        head('HTTP/1.1 200 OK', [`Transfer-Encoding: ${coding}`]) + '4\r\nbody\r\n0\r\n\r\n',
      ),
    ),
    ...codings.map((coding) =>
      odd(
        `Content-Length and Transfer-Encoding: ${JSON.stringify(coding)}`,
        lengthOf('14', '4\r\nbody\r\n0\r\n\r\n', [`Transfer-Encoding: ${coding}`]),
      ),
    ),
    odd(
      'two Transfer-Encodings',
      head('HTTP/1.1 200 OK', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']) +
        '4\r\nbody\r\n0\r\n\r\n',
    ),
    ...sizes.map((size) =>
      odd(
        `a chunk of the size ${JSON.stringify(size.slice(0, 30))}`,
        `${inChunks([], [], '')}${size}\r\nbody\r\n0\r\n\r\n`,
      ),
    ),
    ...trailers.map((trailer) =>
      odd(`the trailer ${JSON.stringify(trailer.slice(0, 30))}`, inChunks(['body'], [], `0\r\n${trailer}\r\n\r\n`)),
    ),
    odd('chunks with bare LF', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\nbody\n0\n\n'),
    odd('a head with bare LF', 'HTTP/1.1 200 OK\nContent-Length: 4\n\nbody'),
    odd('a head with bare CR', 'HTTP/1.1 200 OK\rContent-Length: 4\r\rbody'),
    odd('chunks without the last one', inChunks(['body'], [], '')),
    odd('chunks without the last line', inChunks(['body'], [], '0\r\n')),
    odd('chunks with one too many', inChunks(['body'], [], '0\r\n\r\n4\r\nmore\r\n0\r\n\r\n')),
    odd('1,000 chunks of one byte', inChunks(Array.from({ length: 1_000 }, () => 'x'))),
    odd('chunks, and none of them with anything in it', inChunks([])),
    odd('no length, until the end', untilClose(json)),
    odd('no length and no body', untilClose('')),
    odd('no length, 1 MB', untilClose('x'.repeat(1_000_000))),
    odd('HTTP/1.0 without a length', untilClose(json, [], 'HTTP/1.0 200 OK')),
    odd('HTTP/1.0 with a length', withLength(json, [], 'HTTP/1.0 200 OK')),
    odd('HTTP/1.0 in chunks', inChunks([json]).replace('HTTP/1.1', 'HTTP/1.0')),
    odd('HTTP/1.0 with keep-alive', withLength(json, ['Connection: keep-alive'], 'HTTP/1.0 200 OK')),
    odd('HTTP/0.9, no head at all', '<html>hello</html>'),
    odd('nothing at all', ''),
    odd('a head without its end', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n'),
    odd('half a status line', 'HTTP/1.1 2'),
    odd('a body to HEAD', withLength(json), { method: 'HEAD' }),
    odd('chunks to HEAD', inChunks([json]), { method: 'HEAD' }),
    odd('a body to HEAD on a connection that stays', withLength(json), { method: 'HEAD', ending: 'stays' }),
    odd('more than the length on a connection that stays', lengthOf('2'), { ending: 'stays' }),
    odd('a second answer behind it', withLength(json) + withLength('second'), { ending: 'stays' }),
    odd('a second answer behind a 204', head('HTTP/1.1 204 No Content', []) + withLength('second'), { ending: 'stays' }),
    odd('a second answer behind a 304', head('HTTP/1.1 304 Not Modified', []) + withLength('second'), {
      ending: 'stays',
    }),
    odd('a second answer behind the last chunk', inChunks([json]) + withLength('second'), { ending: 'stays' }),
    odd('rubbish behind it', `${withLength(json)}\0\0rubbish`, { ending: 'stays' }),
    odd('empty lines behind it', `${withLength(json)}\r\n\r\n`, { ending: 'stays' }),
  ]; // prettier-ignore
}

function encodings(): OddAnswer[] {
  const zipped = latin1(gzipSync(json));
  const brotli = latin1(brotliCompressSync(json));
  const bomb = latin1(gzipSync(Buffer.alloc(11 * 1024 ** 2)));
  const nested = latin1(gzipSync(gzipSync(Buffer.alloc(11 * 1024 ** 2))));
  const bodies: Readonly<Record<string, readonly [string, string]>> = {
    gzip: ['gzip', zipped], 'x-gzip': ['x-gzip', zipped], 'gzip, truncated': ['gzip', zipped.slice(0, -9)],
    'gzip, only its head': ['gzip', zipped.slice(0, 10)], 'gzip of nothing': ['gzip', latin1(gzipSync(''))], 'gzip and no byte': ['gzip', ''],
    'gzip with a wrong checksum': ['gzip', `${zipped.slice(0, -8)}\0\0\0\0${zipped.slice(-4)}`], 'gzip, two members': ['gzip', zipped + zipped],
    'gzip with rubbish behind it': ['gzip', `${zipped}rubbish`], 'gzip that is plain JSON': ['gzip', json], 'gzip that is brotli': ['gzip', brotli],
    'br that is gzip': ['br', zipped], br: ['br', brotli], 'br, truncated': ['br', brotli.slice(0, -3)], deflate: ['deflate', latin1(deflateSync(json))],
    'gzip, br': ['gzip, br', latin1(brotliCompressSync(gzipSync(json)))], 'br, gzip': ['br, gzip', latin1(gzipSync(brotliCompressSync(json)))],
    'gzip, gzip': ['gzip, gzip', latin1(gzipSync(gzipSync(json)))], 'gzip labelled identity': ['identity', zipped], unknown: ['klingon', json],
    'zstd, not decoded': ['zstd', '\x28\xb5\x2f\xfd\x04\x00\x11\x00\x00\x61\x62'], empty: ['', json], 'GZIP in capitals': ['GZIP', zipped],
    'a list with holes': ['gzip,,', zipped], 'a bomb of 11 MB': ['gzip', bomb], 'a bomb in a bomb': ['gzip, gzip', nested],
    'aws-chunked': ['aws-chunked', json], 'ten codings': ['gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip', zipped],
  }; // prettier-ignore
  return Object.entries(bodies).flatMap(([name, [coding, body]]) => {
    const lines = [`Content-Encoding: ${coding}`, 'Content-Type: application/json'];
    return [
      odd(`coded: ${name}`, withLength(body, lines)),
      odd(`coded: ${name}, in chunks`, inChunks(body === '' ? [] : [body], lines)),
      odd(`coded: ${name}, until the end`, untilClose(body, lines)),
      odd(`coded: ${name}, without a type`, withLength(body, lines.slice(0, 1))),
    ];
  });
}

function bodies(): OddAnswer[] {
  const many = `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`;
  const texts: Readonly<Record<string, string>> = {
    'invalid UTF-8': '{"a":"\xff\xfe"}', 'half a character at the end': '{"a":1}\xe2\x98', 'a BOM': utf8('\ufeff{"a":1}'), 'UTF-16': latin1(Buffer.from('{"a":1}', 'utf16le')),
    NUL: '{"a":"\0"}', 'only NUL': '\0\0\0', 'every byte': everyByte, '20,000 keys': many, '200 levels': '['.repeat(200) + ']'.repeat(200),
    '5,000 levels': '['.repeat(5_000) + ']'.repeat(5_000), '200 objects': `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'a key twice': '{"a":1,"a":2}',
    'empty keys': '{"":1,"":2}', 'big numbers': '[12345678901234567890,1e400,-1e400,1e-400,0.1000000000000000055511151231257827]', 'minus zero': '[-0,-0.0,0e0]',
    'numbers as they are written': '[1.0,1.50,1e2,1E+2,100000000000000000000000]', 'one string of 1 MB': JSON.stringify('s'.repeat(1_000_000)),
    'CRLF between': '{\r\n  "a": 1,\r\n  "b": [\r\n  ]\r\n}\r\n', 'spaces around': ' \t\r\n{"a":1}\n ', 'escapes': String.raw`{"\u0061":"\ud83d\ude42\/\b\u0000"}`,
    'half a surrogate': String.raw`{"a":"\ud800"}`, 'names of Object.prototype': '{"__proto__":{"a":1},"constructor":2,"hasOwnProperty":3}', 'a text': '"text"',
    'a number': '1', null: 'null', nothing: '', 'a space': ' ', 'not JSON': 'not JSON', 'half of JSON': '{"a":', 'JSON and more': '{"a":1}{"b":2}', lines: '{"a":1}\n{"b":2}\n',
    NaN: '[NaN,Infinity,undefined]', comments: '{"a":1}// x', 'a list of 100,000': `[${'0,'.repeat(99_999)}0]`, html: '<html>caf\xe9</html>', xml: utf8('<?xml version="1.0"?><a>é</a>'),
    'our own words': '{"json":{"text":"a","base64":"AAAA","omitted":{"bytes":1}}}', placeholder: '{"a":"__redacted__"}', 'line separators': utf8('{"a":"\u2028\u2029"}'),
    'an unassigned character': utf8('{"a":"\u{10ffff}"}'), 'CESU-8': '{"a":"\xed\xa0\xbd\xed\xb9\x82"}', 'a long form of a slash': '{"a":"\xc0\xaf"}',
  }; // prettier-ignore
  return Object.entries(texts).flatMap(([name, body]) => [
    odd(`body: ${name}`, withLength(body, ['Content-Type: application/json'])),
    odd(`body: ${name}, as text`, withLength(body, ['Content-Type: text/plain; charset=utf-8'])),
    odd(`body: ${name}, as bytes`, withLength(body, ['Content-Type: application/octet-stream'])),
    odd(
      `body: ${name}, in chunks`,
      inChunks(body === '' ? [] : [body.slice(0, 1), body.slice(1)].filter((piece) => piece !== ''), [
        'Content-Type: application/json',
      ]),
    ),
    odd(`body: ${name}, without a type`, withLength(body)),
  ]);
}

function connections(): OddAnswer[] {
  const whole = withLength(json, ['Content-Type: application/json']);
  const chunked = inChunks([json.slice(0, 9), json.slice(9)], ['Content-Type: application/json']);
  const everyCut = (name: string, bytes: string): OddAnswer[] =>
    Array.from({ length: bytes.length - 1 }, (_, at) =>
      odd(`${name}, split at ${at + 1}`, bytes, { pieces: [bytes.slice(0, at + 1), bytes.slice(at + 1)] }),
    );
  const broken = (name: string, bytes: string): OddAnswer[] =>
    [0, 4, 16, 30, bytes.length - 20, bytes.length - 1, bytes.length].flatMap((at) => [
      odd(`${name}, a reset at ${at}`, bytes.slice(0, at), { ending: 'breaks' }),
      odd(`${name}, an end at ${at}`, bytes.slice(0, at)),
    ]);
  return [
    ...everyCut('a length', whole),
    ...everyCut('chunks', chunked),
    odd('byte by byte', whole, { pieces: Array.from(whole) }),
    odd('byte by byte, in chunks', chunked, { pieces: Array.from(chunked) }),
    ...broken('a length', whole),
    ...broken('chunks', chunked),
    ...broken('until the end', untilClose(json)),
    odd('a connection that stays', whole, { ending: 'stays' }),
    odd('chunks on a connection that stays', chunked, { ending: 'stays' }),
  ];
}

/** Mixes all of it. */
function mixed(random: Random, count: number): OddAnswer[] {
  const lines = Object.values(oddLines).filter((each) => each.join().length < 6_000);
  const texts = [
    json,
    '',
    everyByte,
    '\xff',
    '{"a":1,"a":2}',
    utf8('{"a":"é"}'),
    'x'.repeat(70_000),
    '[1.0, 2]\r\n',
  ];
  return Array.from({ length: count }, (_, at) => {
    const status = random.chance(4) ? 200 : random.pick([200, 201, 204, 206, 301, 304, 404, 418, 429, 500, 599]);
    const reason = random.chance(5) ? random.pick(Object.values(oddReasons)) : ' OK';
    const chosen = Array.from({ length: random.below(4) }, () => random.pick(lines)).flat();
    const body = isBodiless(status) && !random.chance(5) ? '' : random.pick(texts);
    const statusLine = `HTTP/1.${random.chance(10) ? 0 : 1} ${status}${reason}`;
    const zipped = random.chance(5);
    const bytes = zipped ? latin1(gzipSync(Buffer.from(body, 'latin1'))) : body;
    if (zipped) chosen.push('Content-Encoding: gzip');
    if (random.chance(2)) chosen.push('Content-Type: application/json');
    const framed = random.pick([
      () => withLength(bytes, chosen, statusLine),
      () => inChunks(bytes === '' ? [] : [bytes], chosen).replace('HTTP/1.1 200 OK', () => statusLine),
      () => untilClose(bytes, chosen, statusLine),
      () =>
        head(statusLine, [...chosen, `Content-Length: ${Math.max(0, bytes.length + random.below(5) - 2)}`]) +
        bytes,
    ])();
    const cut = random.below(framed.length + 1);
    const ending = random.chance(12) ? 'breaks' : 'ends';
    const sent = random.chance(12) ? framed.slice(0, cut) : framed;
    const pieces = random.chance(2) ? [sent] : [sent.slice(0, cut), sent.slice(cut)];
    return odd(`mixed ${at}`, sent, {
      method: random.chance(8) ? 'HEAD' : random.pick(['GET', 'GET', 'GET', 'POST', 'DELETE']),
      pieces: pieces.filter((piece) => piece !== ''),
      ending,
    });
  }); // prettier-ignore
}

/** By kind; at least 1,500 in all. */
export function oddAnswers(seed: number): Readonly<Record<string, readonly OddAnswer[]>> {
  return {
    statuses: statuses(),
    reasons: reasons(),
    headers: headers(),
    framing: framing(),
    encodings: encodings(),
    bodies: bodies(),
    connections: connections(),
    mixed: mixed(new Random(seed), 600),
  };
}
