// Forwards requests for files to where their download links really lead: mostly another host than the upstream's, which
// never gets the API key. The links come from the upstream, so they are not trusted with this machine either.
import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { ApiError } from '../spec/errors.ts';
import { keyHeader } from '../spec/endpoints.ts';
import { forwardTo } from './forward.ts';
import type { ForwardOptions, Forwarder } from './forward.ts';
import { isLocalhost } from '../http/loopback.ts';
import { requestWith } from '../http/message.ts';
import type { ApiRequest, Handler } from '../http/message.ts';
import { hostnameOf, parseUpstream, UpstreamError } from './upstream-url.ts';

/** What a client sends to the recorder and to nobody else; a page's address says who asks. */
const withheld: ReadonlySet<string> = new Set([keyHeader, 'authorization', 'cookie', 'referer', 'origin']);

/** How many hosts are kept connected at a time. */
const mostOrigins = 16;

/** What leads back to this machine; 0.0.0.0 and :: do as well. */
const ownAddresses = new BlockList();
ownAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
ownAddresses.addSubnet('0.0.0.0', 8, 'ipv4');
ownAddresses.addAddress('::1', 'ipv6');
ownAddresses.addAddress('::', 'ipv6');

/**
 * @param find where the file that a request names really is
 * @param upstream whose answers the links stand in; only one on this machine may lead to this machine
 * @param options for the upstream; another host is met with the usual trust, and no less
 */
export function forwardFiles(
  find: (request: ApiRequest) => URL | undefined,
  upstream: URL,
  options: ForwardOptions,
): Handler & Pick<Forwarder, 'close'> {
  const forwarders = new Map<string, Forwarder>();
  const mayLeadHere = isOwn(hostnameOf(upstream));

  function forwarderFor(url: URL): Forwarder {
    const known = forwarders.get(url.origin);
    if (known !== undefined) return known;
    const { ca, insecure, ...usual } = options;
    const trust = { ...(ca !== undefined && { ca }), ...(insecure !== undefined && { insecure }) };
    const created = forwardTo(parseUpstream(url.origin), {
      ...usual,
      ...(url.origin === upstream.origin && trust),
      ...(!mayLeadHere && { lookup: refuseOwn(options.lookup) }),
    });
    const oldest = forwarders.keys().next().value;
    if (oldest !== undefined && forwarders.size >= mostOrigins) {
      forwarders.get(oldest)!.retire();
      forwarders.delete(oldest);
    }
    forwarders.set(url.origin, created);
    return created;
  }

  const handler = (request: ApiRequest): ReturnType<Forwarder> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('method_not_allowed', 'A file takes GET and HEAD.', {
        headers: ['Allow', 'GET, HEAD'],
      });
    }
    const url = find(request);
    if (url === undefined) {
      const message =
        'This recorder has not given out this link, or has been started anew since: read the report again.';
      throw new ApiError('link_invalid', message, { status: 404, headers: ['X-Mock-Error', 'link_unknown'] });
    }
    if (url.username !== '' || url.password !== '') throw refused('it carries a password');
    if (url.origin === request.origin) throw refused('it leads to this recorder itself');
    if (!mayLeadHere && isOwn(hostnameOf(url))) throw refused('it leads to this machine');
    return wrapped(() => forwarderFor(url)(withoutSecrets(request, url)));
  };

  return Object.assign(handler, {
    close: () => {
      for (const forwarder of forwarders.values()) forwarder.close();
    },
  });
}

function wrapped<T>(forward: () => T): T {
  try {
    return forward();
  } catch (error) {
    if (error instanceof UpstreamError) throw refused('it leads to a link-local or metadata address');
    throw error;
  }
}

function refused(reason: string): ApiError {
  return new ApiError('link_invalid', `The download link of this file is not followed: ${reason}.`, {
    headers: ['X-Mock-Error', 'link_refused'],
  });
}

function withoutSecrets(request: ApiRequest, url: URL): ApiRequest {
  const { rawHeaders } = request;
  const kept = rawHeaders.filter((_, at) => !withheld.has(rawHeaders[at - (at % 2)]!.toLowerCase()));
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !withheld.has(name)));
  return requestWith(request, { path: url.pathname, query: url.search.slice(1), rawHeaders: kept, headers });
}

/** Whether a host, as written, is this machine. */
function isOwn(hostname: string): boolean {
  const family = isIP(hostname);
  if (family === 0) return isLocalhost(hostname);
  return ownAddresses.check(hostname, family === 6 ? 'ipv6' : 'ipv4');
}

/** A lookup that refuses names which resolve to this machine. */
function refuseOwn(lookup: LookupFunction = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const isRefused =
        error === null &&
        (typeof found === 'string' ? isOwn(found) : found.some(({ address }) => isOwn(address)));
      callback(
        isRefused ? Object.assign(new Error('it leads to this machine'), { code: 'EACCES' }) : error,
        found,
        family,
      );
    });
  };
}
