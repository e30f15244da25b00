// What may be an upstream, as text and as an address.
import dns from 'node:dns';
import { expect, test } from 'vitest';
import { forwardTo, parseUpstream, UpstreamError } from '../../src/proxy/forward.ts';
import { apiRequest, bodyText, ok, rawUpstream } from '../support/upstreams.ts';

test.for([
  ['https://api.example.com', 'https://api.example.com/'],
  ['http://localhost:8080/', 'http://localhost:8080/'],
  ['HTTPS://Api.Example.com:443/base', 'https://api.example.com/base'],
  ['http://[::1]:80', 'http://[::1]/'],
  ['http://10.0.0.1', 'http://10.0.0.1/'],
  ['https://host/a/@b', 'https://host/a/@b'],
])('an upstream: %s', ([text, href]) => {
  expect(parseUpstream(text!).href).toBe(href);
});

test.for([
  ['', /https:\/\/api\.example\.com/],
  ['api.example.com', /https:\/\/api\.example\.com/],
  ['api.example.com:443', /https:\/\/api\.example\.com/],
  ['ftp://host', /http or https/],
  ['http:host', /http or https/],
  ['http:///host', /http or https/],
  ['http:\\\\host', /http or https/],
  ['http://a\\b', /http or https/],
  ['http://a b', /http or https/],
  ['http://host\n', /http or https/],
  ['http://host:99999', /http or https/],
  ['http://[::1', /http or https/],
  ['http://user:s3cr3t@host', /no user name and no password/],
  ['http://s3cr3t@host', /no user name and no password/],
  ['http://@host', /no user name and no password/],
  ['http://host?key=s3cr3t', /no query/],
  ['http://host/?', /no query/],
  ['http://host/#', /no fragment/],
  ['http://169.254.169.254', /link-local or metadata/],
  ['http://2852039166/latest', /link-local or metadata/],
  ['http://0xa9fea9fe', /link-local or metadata/],
  ['http://[fe80::1]', /link-local or metadata/],
  ['http://[fd00:ec2::254]', /link-local or metadata/],
  ['http://[::ffff:169.254.169.254]', /link-local or metadata/],
] as const)('no upstream, in one line that says why: %j', ([text, why]) => {
  let error: unknown;
  try {
    parseUpstream(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(UpstreamError);
  expect((error as Error).message).toMatch(why);
  expect((error as Error).message).not.toMatch(/\n|s3cr3t/);
});

test('a URL that was not checked is checked', () => {
  expect(() => forwardTo(new URL('http://user:x@host'))).toThrow(UpstreamError);
});

test.for([
  ['169.254.169.254', 4],
  ['fe80::1%eth0', 6],
  ['fd00:ec2::254', 6],
  ['::ffff:169.254.1.1', 6],
] as const)('a name that stands for %s is refused when it is connected', async ([address, family]) => {
  for (const all of [true, false]) {
    const handler = forwardTo(new URL('http://metadata.test'), {
      lookup: (_, options, callback) => {
        const found = [
          { address: '127.0.0.1', family: 4 },
          { address, family },
        ];
        if (all && options.all === true) callback(null, found);
        else callback(null, options.all === true ? [found[1]!] : address, family);
      },
    });
    await expect(handler(apiRequest())).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/metadata\.test stands for .*link-local/) as string,
      details: { headers: ['X-Mock-Error', 'upstream_unreachable'] },
    });
    handler.close();
  }
});

test('a name is looked up for every connection, and only then', async () => {
  await using upstream = await rawUpstream(ok);
  const asked: string[] = [];
  const handler = forwardTo(new URL(`http://name.test:${upstream.url.port}`), {
    lookup: (hostname, options, callback) => {
      asked.push(hostname);
      dns.lookup('127.0.0.1', options, callback);
    },
  });
  await bodyText(await handler(apiRequest()));
  await bodyText(await handler(apiRequest({ target: '/@evil.test/' })));
  expect(asked).toEqual(['name.test']);
  expect(upstream.received[0]).toContain(`Host: name.test:${upstream.url.port}\r\n`);
  handler.close();
});

test('an IPv6 address is connected without its brackets', async (context) => {
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => response.end(request.headers.host));
  const port = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(0, '::1', () => {
      resolve((server.address() as { port: number }).port);
    });
  });
  context.skip(port === undefined, 'there is no IPv6 on this machine');
  const handler = forwardTo(parseUpstream(`http://[::1]:${port!}`));
  expect(await bodyText(await handler(apiRequest()))).toBe(`[::1]:${port!}`);
  handler.close();
  server.close();
});
