// Which names this server answers to. A page whose name was rebound to 127.0.0.1 is same-origin for the browser,
// so only the Host header gives it away.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ApiError } from '../../spec/errors.ts';

type Scheme = 'http' | 'https';

interface Authority {
  /** Lower case, without a trailing dot; IPv6 in brackets. */
  readonly host: string;
  readonly port: number | undefined;
}

const authorityForm =
  /^(?<host>\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,253}[a-z0-9_])?)\.?(?::(?<port>\d{0,5}))?$/i;

/** Reads `host[:port]` (RFC 9110 §7.2); undefined for anything else. Never throws. */
export function parseAuthority(text: string): Authority | undefined {
  const { host, port } = authorityForm.exec(text)?.groups ?? {};
  if (host === undefined || Number(port ?? 0) > 65_535) return undefined;
  if (host.startsWith('[') && isIP(host.slice(1, -1)) !== 6) return undefined;
  return { host: host.toLowerCase(), port: port === undefined || port === '' ? undefined : Number(port) };
}

export function isWildcardAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::' || host === '';
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

interface HostCheckOptions {
  readonly scheme: Scheme;
  readonly port: number;
  /** The host that the server is bound to. */
  readonly host: string;
  /** Further names: `name` with any port, `name:port` with this one. */
  readonly allowedHosts: readonly string[];
}

/** How many spellings of allowed hosts are remembered; a client can make up any number of `x.localhost`. */
const cacheSize = 256;

export class HostCheck {
  readonly #scheme: Scheme;
  readonly #port: number;
  readonly #names: ReadonlySet<string>;
  readonly #further: readonly Authority[];
  readonly #wildcard: boolean;
  readonly #origins = new Map<string, string>();
  /** What the last request named, as most requests name the same. */
  #last: { readonly text: string; readonly origin: string } | undefined;

  /** @throws TypeError when one of `allowedHosts` is no host name */
  constructor(options: HostCheckOptions) {
    this.#scheme = options.scheme;
    this.#port = options.port;
    this.#wildcard = isWildcardAddress(options.host);
    this.#names = new Set(['localhost', '127.0.0.1', '[::1]']);
    if (!this.#wildcard) this.#names = new Set([...this.#names, urlHost(options.host).toLowerCase()]);
    this.#further = options.allowedHosts.map(parseAllowedHost);
  }

  /**
   * The origin under which the client reaches us, from a Host header or the authority of a target.
   * @throws ApiError when it is malformed, or not one of ours
   */
  originOf(text: string): string {
    if (text === this.#last?.text) return this.#last.origin;
    const origin = this.#origins.get(text) ?? this.#check(text);
    this.#last = { text, origin };
    return origin;
  }

  #check(text: string): string {
    const authority = parseAuthority(text);
    if (authority === undefined) {
      throw new ApiError('invalid_http', 'A request has exactly one Host header, of the form host[:port].', {
        close: true,
      });
    }
    const { host } = authority;
    const usualPort = this.#scheme === 'http' ? 80 : 443;
    const port = authority.port ?? usualPort;
    if (!(port === this.#port && this.#isOurs(host)) && !this.#isFurther(host, port)) {
      throw new ApiError(
        'host_forbidden',
        `This server does not answer for the host '${text}'. To let it, start the server with --allow-host ${host}`,
      );
    }
    const origin = `${this.#scheme}://${host}${port === usualPort ? '' : `:${port}`}`;
    if (this.#origins.size >= cacheSize) this.#origins.clear();
    this.#origins.set(text, origin);
    return origin;
  }

  #isOurs(host: string): boolean {
    if (this.#names.has(host) || host.endsWith('.localhost')) return true;
    return this.#wildcard && ownAddresses().includes(host);
  }

  #isFurther(host: string, port: number): boolean {
    return this.#further.some((allowed) => allowed.host === host && (allowed.port ?? port) === port);
  }
}

function parseAllowedHost(text: string): Authority {
  const authority = parseAuthority(urlHost(text));
  if (authority === undefined) {
    throw new TypeError(`'${text}' is not a host name; an allowed host is written as name or name:port`);
  }
  return authority;
}

/** The addresses of this machine's interfaces as they stand in URLs. Asked anew each time: interfaces come and go. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => urlHost(address)),
  );
}
