// Rewrites links to the recorded service. A recording keeps them as the service gave them. A client gets them with the
// origin that it asked, the recorder or the replay, so that it stays there. Links that lead past the recorder all the same
// are found, so that the user can be told. Browser-safe.
import { parseUrl } from '../../http/parse-url.ts';
import { BoundedCache } from '../../http/bounded-cache.ts';
import { base64Of, binaryOf, bytesOf, bytesOfBase64 } from '../../http/binary-text.ts';
import { contentCodings } from '../body/coding-names.ts';
import { textIn } from '../body/readable-json.ts';
import type { HeaderPair, Interaction, RecordedBody, RecordedResponse } from '../format.ts';
import { serveStoredLinks } from './links.ts';
import { headerIn, withoutHeaders } from '../recordable-headers.ts';

/** Returns where a link leads instead, by the host that it names. */
type Target = string | ((host: string) => string);

/** The names of this machine, which stand for each other in the links of a service that runs on it. */
const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A slash: as it is or with any number of JSON's backslashes before it, as JSON's code; percent-encoded. */
const plainSlash = String.raw`(?:\\*\/|\\+u002f)`;
const encodedSlash = String.raw`(?:\/|%2f)`;

/** What stands before a reference without a scheme, such as `//api.example.com/x`. */
const startOfReference = String.raw`(?<=^|["'<(=,;\s])`;

/** Behind a host or a path: nothing that would make it another one, or a name and password before the real host. */
const end = String.raw`(?![\w@~-]|[.:]\w)`;

/** Headers with references that are resolved against the address that was asked (RFC 9110 §10.2.2, RFC 8288). */
const referring: ReadonlySet<string> = new Set(['location', 'content-location', 'link']);

/** The value of a cookie stays: a client sends it back, and the service may have signed it. */
const untouched = 'set-cookie';

/** The links to one service. */
export class ServiceLinks {
  /** Without a slash at its end. */
  readonly base: string;
  readonly #origin: string;
  readonly #scheme: string;
  readonly #path: string;
  readonly #hosts: readonly string[];
  /** A link to the service; groups: the scheme, a slash as written, the host. */
  readonly #own: RegExp;
  /** The same in a query, percent-encoded or not; groups: a colon and a slash as written, the host. */
  readonly #ownInQuery: RegExp;
  /** A link to the service's host under any scheme, port and path; groups: the scheme, the host, the port. */
  readonly #nearby: RegExp;

  /** @param base such as `https://api.example.com`, or with the path that goes before every recorded one */
  constructor(base: string) {
    const { origin, hostname, protocol, port, pathname } = new URL(base);
    this.#origin = origin;
    this.#scheme = protocol;
    this.#path = pathname.replace(/\/+$/, '');
    this.base = origin + this.#path;
    this.#hosts = ownNames.includes(hostname) ? ownNames : [hostname];

    const hosts = `(${this.#hosts.map(escaped).join('|')})`;
    const usualPort = protocol === 'https:' ? '443' : '80';
    const portAfter = (colon: string): string =>
      port === '' ? `(?:${colon}${usualPort})?` : `${colon}${port}`;
    const pathWith = (slash: string): string => this.#path.split('/').map(escaped).join(slash);
    const scheme = `(?:(${protocol})|${startOfReference})`;
    const all = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'gi');
    this.#own = all(
      scheme,
      `(${plainSlash})${plainSlash}`,
      hosts,
      portAfter(':'),
      pathWith(plainSlash),
      end,
      '(?!%)',
    );
    const colon = '(?::|%3a)';
    this.#ownInQuery = all(
      protocol.slice(0, -1),
      `(${colon})(${encodedSlash})${encodedSlash}`,
      hosts,
      portAfter(colon),
      pathWith(encodedSlash),
      end,
      String.raw`(?!%40|%3a\w)`,
    );
    this.#nearby = all(
      `(?:((?:https?|wss?):)|${startOfReference})`,
      plainSlash,
      plainSlash,
      hosts,
      String.raw`(:\d+)?`,
      end,
    );
  }

  /**
   * A text, such as JSON, with the links to the service leading elsewhere; every other character stays.
   * @param from links that begin before this place stay as well; what stands there decides on those behind it
   * @param until and those that end behind this place; what stands there decides on those before it
   */
  rebase(text: string, target: Target, from = 0, until = text.length): string {
    if (!this.#isNamedIn(text)) return text;
    const lead = (
      link: string,
      scheme: string | undefined,
      slash: string,
      host: string,
      at: number,
    ): string => {
      if (at < from || at + link.length > until) return link;
      const to = targetOf(target, host);
      return (scheme === undefined ? to.slice(to.indexOf('/')) : to).replaceAll('/', slash);
    };
    return text.replace(this.#own, lead);
  }

  /** The same for a query, in whose values a link may be percent-encoded. */
  rebaseQuery(query: string, target: Target): string {
    if (!/\/\/|%2f/i.test(query)) return query;
    return query.replace(this.#ownInQuery, (_, colon: string, slash: string, host: string) =>
      targetOf(target, host).replaceAll(':', colon).replaceAll('/', slash),
    );
  }

  /** The headers of an answer; the same ones where none holds a link to the service. */
  rebaseHeaders(headers: readonly HeaderPair[], to: string): readonly HeaderPair[] {
    const rebased = headers.map(([name, value]) => [name, this.#rebaseHeader(name, value, to)] as const);
    return rebased.some(([, value], at) => value !== headers[at]![1]) ? rebased : headers;
  }

  /**
   * Where the headers of an answer lead that is neither the service nor where the client asked: another server by
   * a redirect, or the service's host by a link that stays as it is, since its scheme, port or path is another one.
   * @param here the origin under which the client asked
   * @returns an origin
   */
  leadsTo(headers: readonly HeaderPair[], here: string): string | undefined {
    for (const [name, value] of headers) {
      const lower = name.toLowerCase();
      if (lower === untouched) continue;
      const redirect =
        lower === 'location' ? this.#elsewhere(this.#rebaseHeader(name, value, here), here) : undefined;
      const found = redirect ?? this.strayIn(value, here);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The first origin of the service's host in a text that `rebase` leaves as it is. */
  strayIn(text: string, here: string): string | undefined {
    return this.#isNamedIn(text) ? this.foundIn(text.replace(this.#own, ''), here) : undefined;
  }

  /** The first origin of the service's host in a text. */
  foundIn(text: string, here: string): string | undefined {
    if (!this.#isNamedIn(text)) return undefined;
    for (const [, scheme, host, port = ''] of text.matchAll(this.#nearby)) {
      const found = `${scheme ?? this.#scheme}//${host!}${port}`.toLowerCase();
      if (found !== here) return found;
    }
    return undefined;
  }

  /** How much of a text's end may be the beginning of a link whose rest is still to come. */
  openEnd(text: string): number {
    const tail = text.slice(-this.#longest);
    let cut = text.length - tail.length + tail.search(openLink);
    for (const { index, 0: link } of this.#isNamedIn(text) ? text.matchAll(this.#own) : []) {
      const behind = index + link.length;
      // What comes next decides on a link that has just ended.
      if (index < cut && cut < behind) cut = behind + 2 <= text.length ? behind : index;
    }
    return text.length - cut;
  }

  get #longest(): number {
    return 2 * this.base.length + 40;
  }

  #rebaseHeader(name: string, value: string, to: string): string {
    if (!value.includes('/')) return value;
    const lower = name.toLowerCase();
    if (lower === untouched) return value;
    const isResolved = this.#path !== '' && referring.has(lower);
    return this.rebase(isResolved ? this.#absolute(lower, value) : value, to);
  }

  /** The service's path is not ours: what begins with it would lead to another place here. */
  #absolute(name: string, value: string): string {
    return name === 'link'
      ? value.replace(/<(?=\/(?!\/))/g, `<${this.#origin}`)
      : value.replace(/^(?=\/(?!\/))/, this.#origin);
  }

  #elsewhere(location: string, here: string): string | undefined {
    const url = location.startsWith('//') ? this.#scheme + location : location;
    const origin = /^https?:\/\//i.test(url) ? parseUrl(url)?.origin : undefined;
    return origin === new URL(here).origin ? undefined : origin;
  }

  /** A quick test: a text without the host or without slashes holds no link to the service. */
  #isNamedIn(text: string): boolean {
    if (!text.includes('//') && !text.includes('\\/') && !text.includes('u002')) return false;
    const lower = text.toLowerCase();
    return this.#hosts.some((host) => lower.includes(host));
  }
}

/** A link that goes on to the end of a text, as far as it may be one. */
const openLink = /(?:h(?:t(?:t(?:p(?:s?|s?:[\w.:/\\[\]~%-]*))?)?)?|[\\/][\w.:/\\[\]~%-]*)?$/i;

const targetOf = (target: Target, host: string): string =>
  typeof target === 'string' ? target : target(host.toLowerCase());

const escaped = (text: string): string => text.replace(/\W/g, String.raw`\$&`);

// Clients can reach us under any number of names.
const known = new BoundedCache<string, ServiceLinks>({ max: 100 });

/** The links to a service, made once for each. */
export function linksTo(base: string): ServiceLinks {
  let links = known.get(base);
  if (links === undefined) known.set(base, (links = new ServiceLinks(base)));
  return links;
}

/** The forms in which services give links: JSON, XML, HTML, and those that come in pieces. */
function holdsLinks(contentType: string): boolean {
  return (
    /^\s*(?:(?:application|text)\/(?:[\w.!#$&^-]+\+)?(?:json|xml)|text\/html|application\/x-json)\s*(?:;|$)/i.test(
      contentType,
    ) || comesInPieces(contentType)
  );
}

/** Whether a client reads an answer piece by piece, and does not wait for its end: events, and lines of JSON. */
export function comesInPieces(contentType: string): boolean {
  return /^\s*(?:text\/event-stream|application\/(?:(?:x-)?(?:ndjson|jsonl|json-lines|json-seq)|stream\+json))\s*(?:;|$)/i.test(
    contentType,
  );
}

/** A part of a body is measured in bytes of the whole one, so it stays as it is. */
const isPart = (status: number): boolean => status === 206;

/**
 * Where an answer leads past a recorder.
 * @param here the origin under which the client asked
 * @returns an origin
 */
export function leadsPast(response: RecordedResponse, links: ServiceLinks, here: string): string | undefined {
  const { status, headers, body } = response;
  const found = links.leadsTo(headers, here);
  if (found !== undefined) return found;
  const text = textOf(body, headers);
  if (text === undefined) return undefined;
  return isLed(status, headers, text) ? links.strayIn(text, here) : links.foundIn(text, here);
}

/**
 * Whether the links in an answer's body are led elsewhere while it passes.
 * @param text of the body, or how it begins: it tells what a body without a type is
 */
export function isLed(status: number, headers: readonly HeaderPair[], text: string): boolean {
  const type = headerIn(headers, 'content-type');
  return !isPart(status) && (type === undefined ? /^\s*[[{]/.test(text) : holdsLinks(type));
}

/** Checksums of a body, which is not the same with other links in it. */
export function withoutDigests(headers: readonly HeaderPair[]): HeaderPair[] {
  return withoutHeaders(headers, 'content-md5', 'digest', 'content-digest', 'repr-digest');
}

/**
 * A recorded answer as a client is to get it. Links stand in all of its text, since no recorder has to let it pass as it
 * arrives, and the service itself may be reachable.
 * @param base of the recorded service
 * @param here the origin under which the client asks
 */
export function servedResponse(
  response: RecordedResponse,
  base: string,
  here: string,
): { readonly response: RecordedResponse; readonly leadsTo: string | undefined } {
  const links = linksTo(base);
  const { status, headers, body } = response;
  const leadsTo = links.leadsTo(headers, here);
  const rebased = { ...response, headers: links.rebaseHeaders(headers, here) };
  const text = textOf(body, headers);
  if (text === undefined) return { response: rebased, leadsTo };
  const left = isPart(status) ? links.foundIn(text, here) : links.strayIn(text, here);
  const served = serveStoredLinks(isPart(status) ? text : links.rebase(text, here), here);
  return {
    leadsTo: leadsTo ?? left,
    // The wire's bytes of such a body hold the other links.
    response:
      served === text
        ? rebased
        : { ...rebased, headers: withoutDigests(rebased.headers), body: bodyOf(served, body!) },
  };
}

/**
 * An exchange with a service as it would have been where the service stood before: its own name for itself becomes the
 * earlier one, another name of the same machine stays and gets the earlier port.
 * @param from the base of the service, and `to` the earlier one
 */
export function rebasedExchange<Of extends Pick<Interaction, 'request' | 'response'>>(
  exchange: Of,
  from: string,
  to: string,
): Of {
  const links = linksTo(from);
  const own = new URL(from).hostname;
  const earlier = new URL(to);
  const target = (host: string): string => (host === own ? to : to.replace(earlier.hostname, host));
  const { request, response } = exchange;
  const inText = (text: string): string => links.rebase(text, target);
  const inHeaders = (headers: readonly HeaderPair[]): HeaderPair[] =>
    headers.map(([name, value]) => [name, inText(value)]);
  const inBody = (body: RecordedBody, headers: readonly HeaderPair[]): RecordedBody => {
    const text = textOf(body, headers);
    const rebased = text === undefined ? undefined : inText(text);
    return rebased === text ? body : bodyOf(rebased!, body!);
  };
  return {
    ...exchange,
    request: {
      ...request,
      query: links.rebaseQuery(request.query, target),
      headers: inHeaders(request.headers),
      body: inBody(request.body, request.headers),
    },
    response: {
      ...response,
      headers: inHeaders(response.headers),
      body: inBody(response.body, response.headers),
    },
  };
}

/** The text of a body, of one that is not UTF-8 with a character for each byte; undefined for what is no text. */
function textOf(body: RecordedBody, headers: readonly HeaderPair[]): string | undefined {
  if (body === null || 'omitted' in body) return undefined;
  if (!('base64' in body)) return textIn(body);
  const isReadable = body.hash !== undefined || contentCodings(headers).length === 0;
  const type = headerIn(headers, 'content-type') ?? '';
  const isText = holdsLinks(type) || /^\s*text\//i.test(type);
  return isReadable && isText ? binaryOf(bytesOfBase64(body.base64)) : undefined;
}

/** A text in place of that of a body, whose bytes as they were sent hold the other one. */
function bodyOf(text: string, body: NonNullable<RecordedBody>): RecordedBody {
  if ('omitted' in body) return body;
  if ('json' in body) return { json: JSON.parse(text) as unknown };
  if ('text' in body) return { text };
  return { base64: base64Of(bytesOf(text)), ...(body.hash !== undefined && { hash: body.hash }) };
}
