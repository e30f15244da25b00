// A port, and behind it a handler.
import { createServer as createHttpServer } from 'node:http';
import type { Server, ServerOptions as NodeServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Settings } from '../../spec/settings.ts';
import type { Handler } from '../../http/message.ts';
import { accept } from './accept.ts';
import { checkCorsOrigin } from './cross-site.ts';
import type { ServerContext, Refusal } from './server-context.ts';
import { HostCheck, isWildcardAddress, urlHost } from './host-check.ts';
import { backlog, idleMs, maxHeadBytes } from './port-limits.ts';
import { portError } from './port-error.ts';
import { answerProtocolErrors } from './protocol-errors.ts';
import { createShutdown } from './shutdown.ts';
import type { Shutdown } from './shutdown.ts';
import { cutOffStalled } from './stalled-clients.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly settings: Settings;
  /** Whether answers stand for another service's, so that errors of the server itself carry `X-Mock-Error`. */
  readonly marksErrors?: () => boolean;
  /** Further hosts to answer for: `name` with any port, `name:port` with this one. */
  readonly allowedHosts?: readonly string[];
  /** The one foreign origin whose pages may use the server, such as `http://localhost:3000`. */
  readonly corsOrigin?: string;
  /** Serves https. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  /** How long a request head may take. */
  readonly headersTimeoutMs?: number;
  /** How long a request may take as a whole, from its first byte to its last. */
  readonly bodyTimeoutMs?: number;
  /** How long a client may read nothing of an answer that waits for it: 60 s unless given. */
  readonly stallTimeoutMs?: number;
  /** Connections beyond are closed at once. */
  readonly maxConnections?: number;
  /** Told in one line of clients that do not speak our protocol. */
  readonly onClientError?: (message: string) => void;
  /** Told of requests that never reach the handler, such as those for another host. */
  readonly onRefusal?: (refusal: Refusal) => void;
  /** Told of what the handler throws, and of answers that cannot be sent. */
  readonly onDefect?: (error: unknown) => void;
}

export interface RunningServer extends Shutdown {
  /** An address that works on this machine, never 0.0.0.0. */
  readonly url: string;
  readonly port: number;
}

/**
 * Opens a port for a handler.
 * @throws PortError when the port cannot be opened; TypeError when a name or an origin is malformed
 */
export async function listen(handler: Handler, options: ServerOptions): Promise<RunningServer> {
  const { host, allowedHosts = [] } = options;
  const report = options.onClientError ?? (() => undefined);
  const corsOrigin = options.corsOrigin === undefined ? undefined : checkCorsOrigin(options.corsOrigin);
  const scheme = options.tls === undefined ? 'http' : 'https';
  const hostCheck = (port: number): HostCheck => new HostCheck({ scheme, port, host, allowedHosts });
  hostCheck(options.port); // malformed names are reported before a port is opened
  const server = await createServer(options);
  const port = await bind(server, host, options.port);
  const url = `${scheme}://${shownHost(host)}:${port}`;
  const context: ServerContext = {
    handler,
    settings: options.settings,
    marksErrors: options.marksErrors ?? (() => false),
    url,
    hosts: hostCheck(port),
    corsOrigin,
    held: new Set(),
    report,
    onRefusal: options.onRefusal ?? (() => undefined),
    onDefect: options.onDefect ?? (() => undefined),
    closing: false,
  };
  serve(server, context);
  cutOffStalled(server, context, options.stallTimeoutMs ?? idleMs);
  return { url, port, ...createShutdown(server, context) };
}

async function createServer(options: ServerOptions): Promise<Server> {
  const bodyTimeout = options.bodyTimeoutMs ?? 30_000;
  const headersTimeout = Math.min(options.headersTimeoutMs ?? 10_000, bodyTimeout);
  const settings: NodeServerOptions = {
    headersTimeout,
    requestTimeout: bodyTimeout,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headersTimeout / 4)),
    keepAliveTimeout: idleMs,
    maxHeaderSize: maxHeadBytes,
    insecureHTTPParser: false, // whatever NODE_OPTIONS says
    requireHostHeader: false, // Node's own refusal has no body
    joinDuplicateHeaders: true, // else the first of two wins in silence
  };
  const server: Server =
    options.tls === undefined
      ? createHttpServer(settings)
      : // Loaded for those who serve it: it brings all of TLS.
        (await import('node:https')).createServer({
          ...settings,
          ...options.tls,
          handshakeTimeout: headersTimeout,
        });
  server.maxConnections = options.maxConnections ?? 10_000;
  // A client that has sent all may close its half of the connection and still wants the answer.
  (server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  return server;
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      reject(portError(error, host, port));
    };
    server.once('error', fail);
    try {
      server.listen({ port, host, backlog }, () => {
        server.off('error', fail);
        resolve((server.address() as AddressInfo).port);
      });
    } catch (error) {
      fail(error as NodeJS.ErrnoException); // a port out of range is thrown
    }
  });
}

function serve(server: Server, context: ServerContext): void {
  server.on('request', (incoming, response) => {
    accept(context, incoming, response, 'nothing');
  });
  answerProtocolErrors(server, context);
  // Without file descriptors left, accepting fails; the server lives on and accepts again when some are free.
  server.on('error', (error: NodeJS.ErrnoException) => {
    context.report(`a connection could not be accepted (${error.code ?? error.message})`);
  });
  server.on('drop', () => {
    context.report(`a connection beyond the ${server.maxConnections} that may be open was closed`);
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST')
      context.report(`a client speaks plain HTTP to the TLS port; use ${context.url}`);
    socket.destroy();
  });
}

function shownHost(host: string): string {
  if (!isWildcardAddress(host)) return urlHost(host);
  return host === '0.0.0.0' ? '127.0.0.1' : '[::1]';
}
