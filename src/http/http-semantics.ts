// What HTTP says of methods and fields, once for all who ask: the recorder, its guards, the replay and the doors.

/**
 * Methods that ask for no change (RFC 9110 §9.2.1), and QUERY, which its own document defines as safe. One meaning for all:
 * whoever lets a GET pass lets a QUERY pass, for a service that changes something on either breaks the same promise. Nor
 * does a page gain by it: a browser asks first before it sends a QUERY or TRACE to another site.
 */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Whether a method asks for no change. Methods that nobody knows may. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/**
 * Fields of one connection and not of the message, in lower case: those of RFC 9110 §7.6.1 and §11.7, `Trailer`, which
 * goes with a framing, and `HTTP2-Settings` (RFC 7540 §3.2.1). What `Connection` names is of the connection, too.
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
