// An upstream with TLS: trusted, not trusted, and not what it seems.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '../../src/spec/errors.ts';
import { forwardTo } from '../../src/proxy/forward.ts';
import { failureAnswer } from '../../src/proxy/upstream-errors.ts';
import type { Handler } from '../../src/http/message.ts';
import { apiRequest, bodyText, listen, tcpUpstream } from '../support/upstreams.ts';

const tlsFailure = { status: 502, details: { headers: ['X-Mock-Error', 'upstream_tls'] } };

async function failure(handler: Handler): Promise<ApiError> {
  return Promise.resolve(handler(apiRequest())).then(
    () => expect.unreachable('it answered'),
    (thrown: unknown) => thrown as ApiError,
  );
}

test.for([
  ['SELF_SIGNED_CERT_IN_CHAIN', /--ca <file>.*NODE_EXTRA_CA_CERTS.*--insecure/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /--ca <file>/],
  ['CERT_HAS_EXPIRED', /Renew it there/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /Renew it there/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /http:\/\//],
  ['EPROTO', /http:\/\//],
] as const)('a failure of TLS names its code and a remedy: %s', ([code, remedy]) => {
  const error = failureAnswer(Object.assign(new Error('x'), { code }), 'api.test', 30_000);
  expect(error).toMatchObject({ status: 502, details: { headers: ['X-Mock-Error', 'upstream_tls'] } });
  expect(error.message).toContain(`api.test`);
  expect(error.message).toContain(`(${code})`);
  expect(error.message).toMatch(remedy);
});

describe.skipIf(!opensslIsThere())('an upstream with a certificate of its own', () => {
  let directory: string;
  let ca: string;
  let server: https.Server;
  let port: number;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'forward-'));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', ...options, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    ca = readFileSync(cert, 'utf8');
    server = https.createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
      response.end(request.headers.host);
    });
    port = await listen(server);
  });
  afterAll(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });

  test('is not trusted: 502 upstream_tls with the remedy', async () => {
    const handler = forwardTo(new URL(`https://localhost:${port}`));
    const error = await failure(handler);
    expect(error).toMatchObject(tlsFailure);
    expect(error.message).toMatch(/localhost.*DEPTH_ZERO_SELF_SIGNED_CERT.*--ca <file>.*--insecure/);
    handler.close();
  });

  test('is trusted with `ca`, and with `insecure`', async () => {
    for (const options of [{ ca }, { ca: Buffer.from(ca) }, { insecure: true }]) {
      const handler = forwardTo(new URL(`https://localhost:${port}`), options);
      expect(await bodyText(await handler(apiRequest()))).toBe(`localhost:${port}`);
      handler.close();
    }
  });

  test('has the wrong name, even with `ca`: 502 upstream_tls', async () => {
    const handler = forwardTo(new URL(`https://127.0.0.1:${port}`), { ca });
    expect(await failure(handler)).toMatchObject({
      ...tlsFailure,
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') as string,
    });
    handler.close();
  });

  test('is met with http: an answer of its own or 502, no hang', async () => {
    const handler = forwardTo(new URL(`http://localhost:${port}`));
    expect(await failure(handler)).toMatchObject({
      status: 502,
      details: { headers: ['X-Mock-Error', 'upstream_broke'] },
    });
    handler.close();
  });

  test('https where only http is spoken: 502 upstream_tls', async () => {
    await using upstream = await tcpUpstream((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const handler = forwardTo(new URL(`https://localhost:${upstream.url.port}`));
    expect(await failure(handler)).toMatchObject(tlsFailure);
    handler.close();
  });
});

function opensslIsThere(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
