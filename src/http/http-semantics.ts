// What HTTP says about methods and header fields, for the recorder, the replay and the doors.

/**
 * Methods that ask for no change (RFC 9110 §9.2.1), and QUERY, which its own specification defines as safe. Every guard that lets a GET
 * pass lets a QUERY pass: a service that changes something on either breaks the same promise. A page of another site cannot
 * misuse this, because a browser sends a preflight before a QUERY or TRACE.
 */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** The methods that clients of an API use. HTTP is open to others (RFC 9110 §16.1), which no check may refuse. */
export const usualMethods: readonly string[] = [...safeMethods, 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a method asks for no change. An unknown method is taken to change something. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/** The header with the key by which a write is done once (draft-ietf-httpapi-idempotency-key-header). */
export const onceHeader = 'Idempotency-Key';

/**
 * Fields of one connection and not of the message, in lower case: those of RFC 9110 §7.6.1 and §11.7, `Trailer`, which
 * belongs to the framing, and `HTTP2-Settings` (RFC 7540 §3.2.1). Fields that `Connection` names belong to the connection, too.
 */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether an answer to this method with this status has a body at all (RFC 9110 §6.4.1). */
export function mayHaveBody(method: string | undefined, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

/** What a Content-Type names, without its parameters: a charset changes nothing in JSON, which is UTF-8 (RFC 8259 §8.1). */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

/** Whether `If-Match` names an entity tag, as it stands there (RFC 9110 §13.1.1). */
export function namesTag(condition: string | undefined, tag: string): boolean {
  return condition?.split(',').some((one) => one.trim() === '*' || one.trim() === tag) ?? false;
}

/** Whether `If-None-Match` names an entity tag: a weak one is as good as a strong one (RFC 9110 §13.1.2). */
export function namesTagWeakly(condition: string | undefined, tag: string): boolean {
  const strong = (text: string) => text.replace(/(^|,)\s*W\//g, '$1');
  return namesTag(condition === undefined ? undefined : strong(condition), strong(tag));
}

/** The targets of a `Link` header (RFC 8288) by what stands behind them. */
export function linksIn(header: string): Map<string, string> {
  const links = header.matchAll(/<([^>]*)>;?([^,<]*)/g);
  return new Map(Array.from(links, ([, target = '', rest = '']) => [rest.trim(), target]));
}
