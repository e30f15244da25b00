import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksTo, rebasedExchange, servedResponse } from '../../src/recording/links/rebase-links.ts';
import type { ServiceLinks } from '../../src/recording/links/rebase-links.ts';
import { RebasedBody } from '../../src/recording/links/rebased-body.ts';
import { exchange, interaction } from '../support/recordings.ts';
import { pieces } from '../support/upstreams.ts';

const here = 'http://127.0.0.1:5300';
const api = linksTo('https://api.example.com');

describe('a link to the service, however it is written, leads here', () => {
  test.each([
    ['https://api.example.com', here],
    ['https://api.example.com/', `${here}/`],
    ['https://api.example.com?a=1', `${here}?a=1`],
    ['https://api.example.com#top', `${here}#top`],
    ['https://api.example.com:443/x', `${here}/x`],
    ['HTTPS://API.Example.COM/x', `${here}/x`],
    ['//api.example.com/x', '//127.0.0.1:5300/x'],
    ['{"a":"https://api.example.com/x"}', `{"a":"${here}/x"}`],
    [String.raw`{"a":"https:\/\/api.example.com\/x"}`, String.raw`{"a":"http:\/\/127.0.0.1:5300\/x"}`],
    [
      String.raw`{"a":"https:\u002F\u002Fapi.example.com\u002Fx"}`,
      String.raw`{"a":"http:\u002F\u002F127.0.0.1:5300\u002Fx"}`,
    ],
    [
      String.raw`{"html":"\u003ca href=\"https://api.example.com/x\"\u003e"}`,
      String.raw`{"html":"\u003ca href=\"${here}/x\"\u003e"}`,
    ],
    [String.raw`"see\nhttps://api.example.com/x."`, String.raw`"see\n${here}/x."`],
    ['<link>https://api.example.com/feed</link>', `<link>${here}/feed</link>`],
    ["<a href='//api.example.com/x'>", "<a href='//127.0.0.1:5300/x'>"],
    ['Read https://api.example.com, then go.', `Read ${here}, then go.`],
    ['Read https://api.example.com. Then go.', `Read ${here}. Then go.`],
    ['https://api.example.com/a https://api.example.com/b', `${here}/a ${here}/b`],
  ])('%s', (text, led) => {
    expect(api.rebase(text, here)).toBe(led);
    expect(api.strayIn(text, here)).toBeUndefined();
  });
});

describe('another service is left alone', () => {
  test.each([
    ['http://api.example.com/x', 'http://api.example.com'],
    ['https://api.example.com:8443/x', 'https://api.example.com:8443'],
    ['https://api.example.com:4430/x', 'https://api.example.com:4430'],
    ['wss://api.example.com/x', 'wss://api.example.com'],
    ['https://api.example.com.evil.net/x', undefined],
    ['https://api.example.com@evil.net/x', undefined],
    ['https://api.example.com:443@evil.net/x', undefined],
    ['https://api.example.company/x', undefined],
    ['https://my-api.example.com/x', undefined],
    ['https://evil.net//api.example.com/x', undefined],
    ['api.example.com/x', undefined],
    ['user@api.example.com', undefined],
  ])('%s', (text, stray) => {
    expect(api.rebase(text, here)).toBe(text);
    expect(api.strayIn(text, here)).toBe(stray);
  });
});

test('on this machine its names stand for each other, with the same port alone', () => {
  const own = linksTo('http://localhost:7240');
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
    expect(own.rebase(`"http://${name}:7240/x"`, here)).toBe(`"${here}/x"`);
  }
  for (const other of ['http://localhost:72401/x', 'http://localhost/x', 'http://127.0.0.2:7240/x']) {
    expect(own.rebase(other, here)).toBe(other);
  }
  expect(own.strayIn('http://localhost:1/x', here)).toBe('http://localhost:1');
  expect(own.strayIn(`${here}/x`, here)).toBeUndefined();
});

describe('a base URL with a path', () => {
  const based = linksTo('https://example.com/api/');

  test.each([
    ['https://example.com/api', here],
    ['https://example.com/api/x', `${here}/x`],
    ['https://example.com/api?x', `${here}?x`],
    [String.raw`"https:\/\/example.com\/api\/x"`, String.raw`"http:\/\/127.0.0.1:5300\/x"`],
  ])('%s is below it', (text, led) => {
    expect(based.rebase(text, here)).toBe(led);
  });

  test.each([
    'https://example.com/',
    'https://example.com/apis/x',
    'https://example.com/api.json',
    'https://example.com/api%2Fx',
  ])('%s is not', (text) => {
    expect(based.rebase(text, here)).toBe(text);
    expect(based.strayIn(text, here)).toBe('https://example.com');
  });

  test('in headers, what begins with the path loses it, and what begins otherwise names its host', () => {
    const led = (name: string, value: string) => based.rebaseHeaders([[name, value]], here)[0]![1];
    expect(led('Location', '/api/x')).toBe(`${here}/x`);
    expect(led('Location', '/login')).toBe('https://example.com/login');
    expect(led('Location', 'x?y=/api/x')).toBe('x?y=/api/x');
    expect(led('Link', '</api/x>; rel="next", <y>; rel="last"')).toBe(
      `<${here}/x>; rel="next", <y>; rel="last"`,
    );
    expect(led('X-Path', '/api/x')).toBe('/api/x');
  });
});

describe('headers', () => {
  test('every one but cookies', () => {
    const headers = [
      ['Location', 'https://api.example.com/1'],
      ['Operation-Location', 'https://api.example.com/2'],
      ['Refresh', '0; url=https://api.example.com/3'],
      ['WWW-Authenticate', 'Bearer realm="https://api.example.com/token"'],
      ['Set-Cookie', 'to=https://api.example.com/4'],
      ['ETag', 'W/"1"'],
    ] as const;
    expect(api.rebaseHeaders(headers, here).map(([, value]) => value)).toEqual([
      `${here}/1`,
      `${here}/2`,
      `0; url=${here}/3`,
      `Bearer realm="${here}/token"`,
      'to=https://api.example.com/4',
      'W/"1"',
    ]);
  });

  test('without a link they are the same object', () => {
    const headers = [['Location', '/x']] as const;
    expect(api.rebaseHeaders(headers, here)).toBe(headers);
  });

  test('a redirect elsewhere is told, in whatever form', () => {
    const leadsTo = (value: string) => api.leadsTo([['Location', value]], here);
    expect(leadsTo('https://other.example/x')).toBe('https://other.example');
    expect(leadsTo('//other.example/x')).toBe('https://other.example');
    expect(leadsTo('https://user:pass@other.example/x')).toBe('https://other.example');
    expect(leadsTo('http://api.example.com/x')).toBe('http://api.example.com');
    for (const own of ['/x', '', 'x', 'https://api.example.com/x', `${here}/x`, 'https://', 'mailto:a@b.c']) {
      expect(leadsTo(own)).toBeUndefined();
    }
    expect(api.leadsTo([['Link', '<https://other.example/x>; rel="license"']], here)).toBeUndefined();
  });
});

test('in a query a link is led back percent-encoded or not, and another port is not', () => {
  const own = linksTo(here);
  const to = api.base;
  const given = `${here}/x?y=1`;
  expect(own.rebaseQuery(`next=${encodeURIComponent(given)}&n=${given}`, to)).toBe(
    `next=${encodeURIComponent(`${to}/x?y=1`)}&n=${to}/x?y=1`,
  );
  expect(own.rebaseQuery('next=http%3a%2f%2flocalhost%3a5300%2fx', to)).toBe(
    'next=https%3a%2f%2fapi.example.com%2fx',
  );
  for (const query of [
    'a=1',
    '',
    `u=${encodeURIComponent('http://127.0.0.1:53001/x')}`,
    'u=http%3A%2F%2F127.0.0.1%3A5300%40evil',
  ]) {
    expect(own.rebaseQuery(query, to)).toBe(query);
  }
});

/** What a body becomes that arrives in these pieces. */
async function throughBody(links: ServiceLinks, texts: readonly string[]): Promise<string> {
  const body = new RebasedBody(pieces(...texts)[Symbol.asyncIterator](), links, here);
  const led: Uint8Array[] = [];
  for await (const piece of body) led.push(piece);
  return Buffer.concat(led).toString('utf8');
}

test('a text in pieces becomes what it becomes as a whole, wherever it is cut', async () => {
  const words = [
    'https://api.example.com',
    '//api.example.com',
    'http',
    '"',
    '/x',
    ':443',
    ' ',
    'é',
    String.raw`\/\/`,
    '\n',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join('')),
      fc.array(fc.nat({ max: 200 }), { maxLength: 6 }),
      async (text, cuts) => {
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
        const texts = places
          .slice(1)
          .map((at, index) => bytes.subarray(places[index], at).toString('latin1'));
        const body = new RebasedBody(
          (async function* () {
            for (const piece of texts) yield await Promise.resolve(Buffer.from(piece, 'latin1'));
          })(),
          api,
          here,
        );
        const led: Uint8Array[] = [];
        for await (const piece of body) led.push(piece);
        expect(Buffer.concat(led).toString()).toBe(api.rebase(text, here));
      },
    ),
  );
});

test('a reference is none because the piece before it ended between its slashes', async () => {
  const chain = '//api.example.com'.repeat(3);
  const text = `${chain}/x${'https://api.example.com'.repeat(3)}`;
  const body = new RebasedBody(
    (async function* () {
      for (const piece of [text.slice(0, -1), text.slice(-1)])
        yield await Promise.resolve(Buffer.from(piece));
    })(),
    api,
    here,
  );
  const led: Uint8Array[] = [];
  for await (const piece of body) led.push(piece);
  expect(Buffer.concat(led).toString()).toBe(api.rebase(text, here));
});

test('links without anything between them are led wherever they are cut', async () => {
  const chain = `https://api.example.com/x${'https://api.example.com'.repeat(3)}`;
  for (let at = 1; at < chain.length; at += 1) {
    expect(await throughBody(api, [chain.slice(0, at), chain.slice(at)]), `cut at ${at}`).toBe(
      api.rebase(chain, here),
    );
  }
  const other = `https://api.example.com${'h'.repeat(200)}.test/`;
  for (let at = 1; at < other.length; at += 1) {
    expect(await throughBody(api, [other.slice(0, at), other.slice(at)]), `cut at ${at}`).toBe(other);
  }
});

test('what cannot be the beginning of a link does not wait', async () => {
  expect(await throughBody(api, ['{"a":1}', '\n'])).toBe('{"a":1}\n');
  for (const text of ['{"a":1}', 'data: x\n\n', ']', 'é', 'a "']) expect(api.openEnd(text)).toBe(0);
  for (const [text, open] of [
    ['"h', 1],
    ['"https://api.exa', 15],
    ['"//', 2],
  ] as const) {
    expect(api.openEnd(text)).toBe(open);
  }
});

describe('a recorded answer', () => {
  const json = { self: 'https://api.example.com/x' };
  const served = (parts: Parameters<typeof interaction>[1]) =>
    servedResponse(interaction('1-x', parts).response, api.base, here);

  test('leads here, without the checksums and the wire’s bytes of the other text', () => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['Digest', 'x'],
    ] as const;
    const { response, leadsTo } = served({ body: json, headers });
    expect(response).toMatchObject({ headers: [headers[0]], body: { json: { self: `${here}/x` } } });
    expect(leadsTo).toBeUndefined();
  });

  test('without a link it is as it was recorded', () => {
    const { response } = interaction('1-x', { body: { a: 1 } });
    expect(served({ body: { a: 1 } }).response).toEqual(response);
  });

  test('a part of a body stays, as its bytes are counted, and is told', () => {
    const { response, leadsTo } = served({ status: 206, body: json });
    expect(response.body).toEqual({ json });
    expect(leadsTo).toBe('https://api.example.com');
  });

  test('binary bodies stay', () => {
    const body = Buffer.concat([Buffer.from('https://api.example.com/x'), Buffer.from([0xff, 0xfe])]);
    const headers = [['Content-Type', 'application/octet-stream']] as const;
    expect(served({ body, headers }).response.body).toEqual({ base64: body.toString('base64') });
  });

  test('HTML that is not UTF-8 leads here, each of its other bytes as it was', () => {
    const page = (url: string) => Buffer.from(`<a href="${url}/x">\xe9</a>`, 'latin1');
    const headers = [['Content-Type', 'text/html; charset=iso-8859-1']] as const;
    const { body } = served({ body: page(api.base), headers }).response;
    expect(body).toEqual({ base64: page(here).toString('base64') });
  });
});

test('an exchange with another port of this machine is as it was with the earlier one', () => {
  const parts = (port: number) => ({
    query: `of=${encodeURIComponent(`http://localhost:${port}/x`)}`,
    headers: [
      ['Content-Type', 'application/json'],
      ['Location', `http://127.0.0.1:${port}/x`],
    ] as const,
    body: { self: `http://localhost:${port}/x`, other: 'http://localhost:1/x' },
  });
  const again = rebasedExchange(exchange(parts(7002)), 'http://localhost:7002', 'http://localhost:7001');
  expect(JSON.stringify(again)).toBe(JSON.stringify(exchange(parts(7001))));
});
