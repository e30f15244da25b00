// Reports failures of the upstream: what happened, at which host and what to do; never the key or the query.
// A failure before the head becomes an answer (ApiError); one after it breaks the body (UpstreamBroke).
import { ApiError } from '../spec/errors.ts';
import { RefusedAddress } from './upstream-url.ts';

/** The value of `X-Mock-Error`, by which an answer of ours is told from one of the upstream. */
type FailureName =
  | 'upstream_unreachable'
  | 'upstream_tls'
  | 'upstream_timeout'
  | 'upstream_broke'
  | 'upstream_loop'
  | 'client_gone';

/** Thrown by the body of an answer that the upstream did not finish: it must never look complete. */
export class UpstreamBroke extends Error {
  override readonly name = 'UpstreamBroke';
  readonly failure: 'upstream_broke' | 'upstream_timeout';

  constructor(failure: 'upstream_broke' | 'upstream_timeout', message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Raised by our own timer, because http-proxy reports a timeout as a reset (defect 7). */
export class UpstreamSilent extends Error {
  override readonly name = 'UpstreamSilent';
}

/** The client left before the upstream's head came; nobody reads the answer that this becomes. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The request came back to where it started. */
export class ForwardingLoop extends Error {
  override readonly name = 'ForwardingLoop';
}

/** What an upstream that breaks the rules of HTTP has done, where Node's parser does not object. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

const untrusted =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_UNTRUSTED|INVALID_CA)$/;
const badCertificate =
  /^(?:CERT_|CRL_|ERROR_IN_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_PURPOSE|PATH_LENGTH_)/;
const badHandshake = /^(?:EPROTO|ERR_SSL_|ERR_TLS_|ERR_OSSL_)/;
const unreachable =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_.*|E(?:HOST|NET)UNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/;
const unsendable = /^(?:ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN|ERR_HTTP_CONTENT_LENGTH_MISMATCH)$/;

/** The answer to a request that failed before the upstream's head came. */
export function failureAnswer(error: Error, host: string, timeoutMs: number): Error {
  if (error instanceof UpstreamSilent) {
    const message = `The upstream ${host} did not answer within ${timeoutMs / 1000} s.`;
    return new ApiError('timeout', message, { headers: ['X-Mock-Error', 'upstream_timeout'] });
  }
  if (error instanceof ClientGone)
    return badGateway('client_gone', 'The client left before the answer came.');
  if (error instanceof ForwardingLoop) {
    return badGateway('upstream_loop', `The upstream ${host} is this recorder itself: name another one.`);
  }
  if (error instanceof RefusedAddress) return badGateway('upstream_unreachable', error.message);
  if (error instanceof BadAnswer) {
    return badGateway(
      'upstream_broke',
      `The answer of the upstream ${host} is not valid HTTP: ${error.message}.`,
    );
  }
  const code = errorCode(error);
  if (code === undefined) return error;
  if (unsendable.test(code)) {
    return new ApiError('invalid_http', `The request cannot be passed on as it is (${code}).`);
  }
  const tls = tlsMessage(code);
  if (tls !== undefined) return badGateway('upstream_tls', `The upstream ${host} ${tls}`);
  if (unreachable.test(code) || ('syscall' in error && error.syscall === 'connect')) {
    return badGateway('upstream_unreachable', `The upstream ${host} cannot be reached (${code}).`);
  }
  const what = code.startsWith('HPE_') ? 'sent something that is not HTTP' : 'broke off before its answer';
  return badGateway('upstream_broke', `The upstream ${host} ${what} (${code}).`);
}

/** The error that ends the body of an answer whose head has left already. */
export function brokenBody(error: Error | undefined, host: string, timeoutMs: number): Error {
  if (error instanceof ClientGone) return error;
  if (error instanceof UpstreamSilent) {
    const message = `the upstream ${host} was silent for ${timeoutMs / 1000} s in the middle of its answer`;
    return new UpstreamBroke('upstream_timeout', message);
  }
  // Only the code: Node hangs the raw bytes on a parse error, and they may hold a secret.
  const code = error === undefined ? undefined : errorCode(error);
  return new UpstreamBroke(
    'upstream_broke',
    `the upstream ${host} broke off its answer (${code ?? 'closed'})`,
  );
}

/** Several addresses tried in vain give an AggregateError, whose code is the first one's. */
export function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function badGateway(failure: FailureName, message: string): ApiError {
  return new ApiError('bad_gateway', message, { headers: ['X-Mock-Error', failure] });
}

function tlsMessage(code: string): string | undefined {
  if (untrusted.test(code)) {
    return (
      `has a certificate from an authority that is not trusted (${code}). Name the authority with --ca <file> ` +
      'or NODE_EXTRA_CA_CERTS; --insecure turns the check off.'
    );
  }
  if (badCertificate.test(code)) {
    return `has a certificate that is not valid (${code}). Renew it there, or use --insecure for this run.`;
  }
  if (badHandshake.test(code)) return `does not agree on TLS (${code}). Does it speak plain http:// there?`;
  return undefined;
}
