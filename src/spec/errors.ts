// The error object (§7), the codes we fill it with, and the one place that turns an error of our own into an answer.
import { headerValue, jsonResponse, withHeaders } from '../http/message.ts';
import type { ApiResponse, ErrorObject } from '../http/message.ts';
import type { Mark, Settings } from './settings.ts';

/** A kind of error. The names of the kinds are assumed (A13). */
export interface ErrorKind {
  readonly status: number;
  /** Other statuses, which an assumption can give the error. */
  readonly otherStatuses?: readonly number[];
  /** What the error means, for the page behind `doc_url`. */
  readonly meaning: string;
  /** The rules of the specification, the assumptions and the places of the form that decide that this is an error. */
  readonly decidedBy: readonly (Mark | `§${string}`)[];
  /** Whether it is an error of this tool, which no service has. Its code and status are then the same under every setting. */
  readonly tool?: boolean;
}

// One row for each kind, so that it reads as a table.
// prettier-ignore
export const errorKinds = {
  parameter_missing: { status: 400, meaning: 'A parameter that is needed is not there.', decidedBy: ['§4 rule 3', 'both-bounds', 'empty-patch'] },
  parameter_invalid: { status: 400, meaning: 'A parameter has the wrong type or form.', decidedBy: ['§4 rule 3', 'decimals', 'numeric-strings', 'null-bound', 'empty-strategy', 'malformed-id'] },
  parameter_out_of_range: { status: 400, meaning: 'A number is too small or too large.', decidedBy: ['§4 rule 3', 'price-range', 'page-max-limit', 'form.paging.excess'] },
  parameter_unknown: { status: 400, meaning: 'There is no such parameter.', decidedBy: ['unknown-body-field', 'unknown-query'] },
  parameters_conflict: { status: 400, meaning: 'Two parameters contradict each other.', decidedBy: ['bounds-order', 'equal-bounds', 'pagination'] },
  reference_missing: { status: 400, otherStatuses: [404], meaning: 'A parameter names a record that does not exist.', decidedBy: ['§4 rule 3', 'unknown-strategy', 'pagination'] },
  invalid_json: { status: 400, meaning: 'The body is not a JSON object.', decidedBy: ['§4 rule 3', 'duplicate-keys'] },
  invalid_http: { status: 400, meaning: 'The request breaks the rules of HTTP.', decidedBy: ['§4 rule 3'] },
  api_key_missing: { status: 401, meaning: 'The request carries no API key.', decidedBy: ['§5 rule 3', '§5 rule 4', 'form.headers.challenge'] },
  api_key_invalid: { status: 401, meaning: 'The API key is not valid.', decidedBy: ['§5 rule 4', 'form.headers.challenge'] },
  link_invalid: { status: 403, meaning: 'The download link is not one that this mock gave out as it is.', decidedBy: ['form.files.errors'] },
  link_expired: { status: 403, otherStatuses: [404, 410], meaning: 'The download link was given out too long ago.', decidedBy: ['link-ttl', 'form.files.expired', 'form.files.errors'] },
  resource_missing: { status: 404, meaning: 'There is no record with this id.', decidedBy: ['§4 rule 2', 'malformed-id', 'missing-listing'] },
  route_not_found: { status: 404, meaning: 'There is no such endpoint.', decidedBy: ['§4', '§9', 'versions', 'trailing-slash'] },
  method_not_allowed: { status: 405, meaning: 'The endpoint exists, but not with this method.', decidedBy: ['form.errors.statuses'] },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.', decidedBy: ['form.errors.statuses'] },
  precondition_failed: { status: 412, meaning: 'The record has changed since the client read it.', decidedBy: ['etag', 'form.errors.statuses'] },
  payload_too_large: { status: 413, meaning: 'The body is too large.', decidedBy: ['max-body', 'form.errors.statuses'] },
  uri_too_long: { status: 414, meaning: 'The request target is too long.', decidedBy: ['form.errors.statuses'] },
  unsupported_media_type: { status: 415, otherStatuses: [400], meaning: 'The body is not application/json, or is encoded.', decidedBy: ['§4', 'wrong-content-type', 'form.errors.statuses'] },
  range_not_satisfiable: { status: 416, meaning: 'The range asked for names no byte of the file.', decidedBy: ['form.files.errors'] },
  expectation_failed: { status: 417, meaning: 'The Expect header asks for something unknown.', decidedBy: ['form.errors.statuses'] },
  rate_limit_per_second: { status: 429, meaning: 'Too many requests within one second.', decidedBy: ['§8', 'rate-algorithm', 'rejected-counted', 'rate-headers'] },
  rate_limit_per_minute: { status: 429, meaning: 'Too many requests within one minute.', decidedBy: ['§8', 'rate-algorithm', 'rejected-counted', 'rate-headers'] },
  headers_too_large: { status: 431, meaning: 'There are too many request headers, or they are too long.', decidedBy: ['form.errors.statuses'] },
  server_error: { status: 500, meaning: 'The service failed. In this mock: an injected fault, or a defect of the mock itself.', decidedBy: ['§7'] },
  bad_gateway: { status: 502, meaning: 'An injected fault: the service got no good answer from behind it.', decidedBy: ['form.errors.statuses'] },
  unavailable: { status: 503, meaning: 'The service is not available: an injected fault, or too many connections to this mock.', decidedBy: ['form.errors.statuses'] },
  host_forbidden: { status: 403, tool: true, meaning: 'The request names a host that this mock does not answer for.', decidedBy: [] },
  origin_forbidden: { status: 403, tool: true, meaning: 'A page of another site asked this mock for a change, or for its secrets.', decidedBy: [] },
  upgrade_refused: { status: 501, tool: true, meaning: 'The request asked for another protocol, such as WebSocket. This mock speaks HTTP/1.1 and passes nothing else on.', decidedBy: [] },
  writes_refused: { status: 403, tool: true, meaning: 'The recorder was asked to pass a write on to a real service, which --allow-writes would have allowed.', decidedBy: [] },
  replay_miss: { status: 501, tool: true, meaning: 'The recording that is replayed has no answer to this request at this point.', decidedBy: [] },
  undecided: { status: 400, tool: true, meaning: 'The service refuses this request, and no recording that its profile was learned from shows how.', decidedBy: [] },
  unreplayable: { status: 500, tool: true, meaning: 'The recording knows this answer, but its body was too large to be recorded, is encoded in a way that cannot be decoded here, or has a status that cannot be sent here.', decidedBy: [] },
  control_token_missing: { status: 401, tool: true, meaning: 'The request to the control API carries no token.', decidedBy: [] },
  control_token_invalid: { status: 401, tool: true, meaning: 'The token is not that of the control API.', decidedBy: [] },
  fault_missing: { status: 404, tool: true, meaning: 'The world has no fault with this id.', decidedBy: [] },
  world_missing: { status: 404, tool: true, meaning: 'No world with this id is open.', decidedBy: [] },
  mode_conflict: { status: 409, tool: true, meaning: 'The server, as it was started or in the mode in force, does not have what was asked of it, or the mode cannot be the one named.', decidedBy: [] },
  timeout: { status: 504, meaning: 'An injected fault: the service got no answer in time from behind it.', decidedBy: ['form.errors.statuses'] },
} as const satisfies Record<string, ErrorKind>;

/** The name of a kind of error. `code` in an answer is coarser unless `error-codes` is `fine` (A13). */
export type ErrorName = keyof typeof errorKinds;

/** The coarse codes, which echo the wording of §7; only `invalid_request` is attested there (A13). */
const coarseCodes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  410: 'gone',
  412: 'precondition_failed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  417: 'expectation_failed',
  429: 'rate_limited',
  431: 'headers_too_large',
};

interface ErrorDetails {
  /** The parameter at fault, if there is one. */
  readonly param?: string;
  /** Replaces the status of the kind. */
  readonly status?: number;
  readonly headers?: readonly string[];
  /** Whether the connection must be closed after the answer. */
  readonly close?: boolean;
}

/** An error that becomes an answer in the service's form. Its message goes to the client: no secret, no stack. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorName;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(kind: ErrorName, message: string, details: ErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status ?? errorKinds[kind].status;
    this.details = details;
  }
}

/** The coarse code of a status: 5xx is `server_error`; 400, and any other status that has no code in the table, is `invalid_request`. */
export function coarseCode(status: number): string {
  return coarseCodes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request');
}

/** A missing record has the same code whether the path or a parameter names it; the status differs. */
export function fineCode(kind: ErrorName): string {
  return kind === 'reference_missing' ? 'resource_missing' : kind;
}

/**
 * The answer for an error.
 * @param origin where the mock is reached; the base of `doc_url` unless `--doc-base` names another
 */
export function errorResponse(error: ApiError, settings: Settings, origin: string): ApiResponse {
  if (isToolError(error.kind)) return toolResponse(error, settings, origin);
  const status =
    settings.form.errors.statuses === 'documented' ? documentedStatus(error.status) : error.status;
  const code = settings.form.errors.codes === 'fine' ? fineCode(error.kind) : coarseCode(status);
  const body = errorObject(code, error.message, error.details.param, settings, origin);
  const headers = status === error.status ? (error.details.headers ?? []) : [];
  const response = jsonResponse(status, JSON.stringify({ error: body }), ...headers);
  return {
    ...response,
    error: body,
    errorKind: error.kind,
    ...(error.details.close === true && { close: true }),
  };
}

/** Whether no service can send this error, so that nothing about it is assumed of one. */
export function isToolError(kind: ErrorName): boolean {
  const { tool = false }: ErrorKind = errorKinds[kind];
  return tool;
}

/** Has the service's form, so that clients can read it, but a code, a status and a header that no service has. */
function toolResponse(
  { kind, message, status, details }: ApiError,
  settings: Settings,
  origin: string,
): ApiResponse {
  const body = errorObject(
    kind,
    message,
    details.param,
    { ...settings, mock: { ...settings.mock, docBase: null } },
    origin,
  );
  const headers = [...(details.headers ?? []), 'X-Mock-Error', kind];
  const response = jsonResponse(status, JSON.stringify({ error: body }), ...headers);
  return { ...response, error: body, errorKind: kind };
}

/** Marks an error of this tool where other answers are the service's (record, replay), so that it is not mistaken for one of them. */
export function markError(answer: ApiResponse): ApiResponse {
  return answer.error === undefined || headerValue(answer.headers, 'x-mock-error') !== undefined
    ? answer
    : withHeaders(answer, 'X-Mock-Error', answer.error.code);
}

/** The object under `error` (§7). */
function errorObject(
  code: string,
  message: string,
  param: string | undefined,
  settings: Settings,
  origin: string,
): ErrorObject {
  const base = settings.mock.docBase ?? `${origin}/__mock`;
  const missing = { omit: {}, null: { param: null }, empty: { param: '' } }[settings.form.errors.param];
  return { code, message, ...(param === undefined ? missing : { param }), doc_url: `${base}/errors/${code}` };
}

/** The nearest status that §7 lists. */
function documentedStatus(status: number): number {
  if (status >= 500) return 500;
  if (status === 405) return 404;
  return [401, 404, 429].includes(status) ? status : 400;
}
