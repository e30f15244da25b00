// Servers for the tests of the edge, closed when the test is over, and a handler that shows what it was given.
import { onTestFinished } from 'vitest';
import { ApiError } from '../../src/spec/errors.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { jsonResponse } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../src/http/message.ts';
import { listen } from '../../src/doors/port/listen.ts';
import type { RunningServer, ServerOptions } from '../../src/doors/port/listen.ts';
import { RawClient } from '../support/raw-http.ts';

export const settings = createSettings('default', { 'error-codes': 'fine' });

export async function start(
  handler: Handler,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer & { client(): Promise<RawClient> }> {
  const server = await listen(handler, { host: '127.0.0.1', port: 0, settings, ...options });
  onTestFinished(() => server.closeNow());
  const client = async (): Promise<RawClient> => {
    const raw = await RawClient.connect(server.port);
    onTestFinished(() => {
      raw.leave();
    });
    return raw;
  };
  return { ...server, client };
}

/** Answers with what it saw; reads bodies up to 1,000 bytes; TRACE and the like are not allowed. */
export function echo(request: ApiRequest): ApiResponse | Promise<ApiResponse> {
  const { method, path, query, origin } = request;
  if (method === 'GET' || method === 'HEAD') {
    return jsonResponse(200, JSON.stringify({ method, path, query, origin }));
  }
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', 'GET, PATCH'], body: null };
  if (method === 'DELETE') return { status: 401, headers: [], body: null };
  if (method !== 'PATCH' && method !== 'POST') throw new ApiError('method_not_allowed', 'Not allowed.');
  const answer = (bytes: Uint8Array): ApiResponse =>
    jsonResponse(200, JSON.stringify({ method, path, body: Buffer.from(bytes).toString('latin1') }));
  const bytes = request.body.bytes(1_000);
  return bytes instanceof Promise ? bytes.then(answer) : answer(bytes);
}
