// The error answers of an endpoint (§7): which statuses, with which codes, under the settings in force.
import type { Mark, Settings } from '../../spec/settings.ts';
import { ApiError, errorKinds, errorResponse } from '../../spec/errors.ts';
import type { ErrorKind, ErrorName } from '../../spec/errors.ts';
import { assumed, json, object, withAssumed } from './openapi-document.ts';
import type { Components, Reference, Schema } from './openapi-document.ts';
import { orElse } from './fields.ts';
import type { Headers } from './response-headers.ts';

/** The words of §7. */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad request, invalid parameters.',
  401: 'Unauthorized, invalid API key.',
  404: 'Not found, the resource does not exist.',
  429: 'Too many requests, rate limited.',
  500: 'Server error.',
};

/** Statuses that §7 does not list, each with the assumption that it rests on. */
const otherStatuses: Readonly<Record<number, readonly [id: Mark, text: string]>> = {
  412: ['etag', 'The record has changed since the client read it.'],
  413: ['max-body', 'The body is too large.'],
  415: ['wrong-content-type', 'The body is not application/json.'],
};

/** What any endpoint may answer. */
const common = [
  ...(['api_key_missing', 'api_key_invalid', 'rate_limit_per_second', 'rate_limit_per_minute'] as const),
  ...(['invalid_http', 'server_error'] as const),
].map((kind) => new ApiError(kind, ''));

/**
 * The error answers of an endpoint: those that any endpoint may give, and the ones passed in.
 * @returns responses by status; `default` where statuses are used that §7 does not list
 */
export function errorResponses(
  own: readonly ApiError[],
  components: Components,
  headers: Headers,
  settings: Settings,
): Record<string, Reference> {
  const statuses = new Set([...own, ...common].map((error) => errorResponse(error, settings, '').status));
  const responses: Record<string, Reference> = {};
  for (const status of [...statuses].sort()) {
    responses[status] = statusResponse(status, components, headers, settings);
  }
  if (settings.form.errors.statuses === 'documented') return responses;
  responses.default = components.ref('responses', 'OtherError', () =>
    assumed('form.errors.statuses', {
      description: 'Any other error: conventional HTTP status codes (§7).',
      headers: headers.ofErrors(),
      content: json(components.ref('schemas', 'Error', () => errorSchema(settings))),
    }),
  );
  return responses;
}

function statusResponse(
  status: number,
  components: Components,
  headers: Headers,
  settings: Settings,
): Reference {
  return components.ref('responses', `Error${status}`, () => {
    const [id, text] = otherStatuses[status] ?? [];
    const part = {
      description: text ?? statusTexts[status]!,
      headers: headers.ofErrors(status),
      content: json(errorSchema(settings, codesOf(status, settings))),
    };
    return id === undefined ? part : assumed(id, part);
  });
}

/**
 * The error body (§7).
 * @param codes those that go with the status of the answer
 */
function errorSchema(settings: Settings, codes?: readonly string[]): Schema {
  const code = { type: 'string', description: 'Machine-readable error code.' };
  const none = settings.form.errors.param === 'null' ? [assumed('form.errors.param', { type: 'null' })] : [];
  const required = ['code', 'message', 'doc_url'];
  const properties = {
    code: withAssumed(code, codes === undefined ? {} : { enum: [codes, 'error-codes'] }),
    message: { type: 'string', description: 'Human-readable explanation.' },
    param: {
      ...orElse({ type: 'string' }, none),
      description: 'Name of the parameter that caused the error.',
    },
    doc_url: { type: 'string', format: 'uri', description: 'Link to an explanation of the code.' },
  };
  const error = { type: 'object', properties };
  const isAlwaysThere = settings.form.errors.param !== 'omit';
  return object({
    error: isAlwaysThere
      ? withAssumed(error, { required: [[...required, 'param'], 'form.errors.param'] })
      : { ...error, required },
  });
}

/** The errors that the service can answer. Those of download links and of the mock itself are left out. */
const serviceKinds = Object.entries<ErrorKind>(errorKinds).filter(
  ([kind, { tool }]) => tool !== true && !/^(link|range)_/.test(kind),
) as readonly (readonly [ErrorName, ErrorKind])[];

/** The codes that go with a status. The mock's own error writer gives them, so that they match its answers. */
function codesOf(status: number, settings: Settings): string[] {
  const codes = serviceKinds.flatMap(([kind, { status: usual, otherStatuses: others = [] }]) =>
    [usual, ...others].flatMap((asked) => {
      const answer = errorResponse(new ApiError(kind, '', { status: asked }), settings, '');
      return answer.status === status ? [answer.error!.code] : [];
    }),
  );
  return [...new Set(codes)];
}
