// Where requests go: one fixed origin, checked as text when it is given and as an address when it is connected.
// No part of a request ever reaches the authority (headroomlabs-ai/headroom#3280, WireMock CVE-2023-39967).
import { parseUrl } from '../http/parse-url.ts';
import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** An upstream that cannot be; its message is one line and repeats no secret. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** A name that resolves to an address which nothing may be sent to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';

  constructor(hostname: string, address: string) {
    super(
      `The upstream ${hostname} stands for ${address}, a link-local or metadata address: refused, because it ` +
        'would give away the credentials of this machine.',
    );
  }
}

/** Link-local networks and the metadata services of clouds; an IPv4 address in IPv6 form counts as IPv4. */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');

/**
 * Reads an upstream such as `https://api.example.com` or, with a path that goes before every request's own,
 * `https://example.com/api`.
 * @throws UpstreamError for whatever else it holds
 */
export function parseUpstream(text: string): URL {
  // The text itself is judged first: the URL parser would forgive `http:\\host`, `http:host` and line ends.
  const isPlain = /^https?:\/\/[^/\\]/i.test(text) && !/[\s\\]/.test(text);
  const url = isPlain ? parseUrl(text) : undefined;
  if (url === undefined) {
    throw new UpstreamError('an upstream is an http or https URL, such as https://api.example.com');
  }
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw new UpstreamError('an upstream carries no user name and no password: clients send their own key');
  }
  if (/[?#]/.test(text)) {
    throw new UpstreamError('an upstream has no query and no fragment: only an origin and perhaps a path');
  }
  const address = addressIn(url);
  if (address !== undefined && isRefused(address)) {
    throw new UpstreamError(new RefusedAddress(url.host, address).message);
  }
  return url;
}

/** The host as `connect` wants it: an IPv6 address without its brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * A lookup that refuses names which stand for a refused address. It runs for every connection, so that a name cannot
 * change its meaning between a check and its use (WireMock CVE-2023-41329).
 */
export function guardedLookup(lookup: LookupFunction = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error === null) {
        const addresses = typeof found === 'string' ? [found] : found.map((entry) => entry.address);
        const bad = addresses.find(isRefused);
        if (bad !== undefined) {
          callback(new RefusedAddress(hostname, bad), '');
          return;
        }
      }
      callback(error, found, family);
    });
  };
}

function addressIn(url: URL): string | undefined {
  const hostname = hostnameOf(url);
  return isIP(hostname) === 0 ? undefined : hostname;
}

function isRefused(address: string): boolean {
  const bare = address.replace(/%.*$/, ''); // fe80::1%eth0
  return refused.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
}
