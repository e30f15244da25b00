// What the specification lets an endpoint answer: its success, and the errors that a section of it names (§4, §5, §7, §8).
// Errors that only an assumption makes, and faults that break a connection, are not among it.
import { endpoints } from './endpoints.ts';
import type { Endpoint, EndpointName } from './endpoints.ts';
import { errorKinds } from './errors.ts';
import type { ErrorName } from './errors.ts';
import type { Settings } from './settings.ts';

/** One answer of one endpoint. */
export interface DefinedAnswer {
  readonly endpoint: EndpointName;
  readonly status: number;
  /** Null for a success, and where kinds are not told apart. */
  readonly error: ErrorName | null;
}

/** What a mock asks of its clients. */
export interface Demands {
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  /** Whether requests are limited per second, and per minute (§8). */
  readonly perSecond: boolean;
  readonly perMinute: boolean;
}

/**
 * The answers of the endpoints of §4 that can be met under these settings, in the order of a table.
 * @param kinds whether kinds of errors are told apart; if not, errors of one status count once
 */
export function definedAnswers(settings: Settings, demands: Demands, kinds: boolean): DefinedAnswer[] {
  return endpoints.flatMap((endpoint) => {
    const errors = [
      ...badRequests(endpoint, settings),
      ...(demands.auth ? (['api_key_missing', 'api_key_invalid'] as const) : []),
      ...(endpoint.path.includes('{id}') ? (['resource_missing'] as const) : []),
      ...(demands.perSecond ? (['rate_limit_per_second'] as const) : []),
      ...(demands.perMinute ? (['rate_limit_per_minute'] as const) : []),
      'server_error' as const,
    ];
    const answers = [
      { endpoint: endpoint.name, status: successOf(endpoint, settings), error: null },
      ...errors.filter(isDefined).map((error) => {
        return { endpoint: endpoint.name, status: statusOf(error, settings), error };
      }),
    ];
    const told = kinds ? answers : byStatus(answers);
    return told.sort((a, b) => a.status - b.status);
  });
}

const byStatus = (answers: readonly DefinedAnswer[]): DefinedAnswer[] =>
  answers
    .filter(({ status }, at) => answers.findIndex((one) => one.status === status) === at)
    .map((answer) => ({ ...answer, error: null }));

/** Whether a section of the specification names the error, and not only an assumption. */
const isDefined = (error: ErrorName) => errorKinds[error].decidedBy.some((rule) => rule.startsWith('§'));

function successOf({ method }: Endpoint, settings: Settings): number {
  return method === 'PATCH' && settings.form.written === 'no-content' ? 204 : 200;
}

function statusOf(error: ErrorName, settings: Settings): number {
  if (error === 'reference_missing' && settings['unknown-strategy'] === '404') return 404;
  return errorKinds[error].status;
}

/** What makes a request invalid (§4 rule 3). The queries of the lists are not shown, so nothing there is. */
function badRequests({ name, path, of }: Endpoint, settings: Settings): ErrorName[] {
  const ofPath: ErrorName[] =
    of === 'listing' && path.includes('{id}') && settings['malformed-id'] === '400'
      ? ['parameter_invalid']
      : [];
  const mayBeEmpty = settings['empty-patch'] === 'noop';
  switch (name) {
    case 'updatePrice':
      return [
        'invalid_json',
        ...(mayBeEmpty && settings['both-bounds'] !== 'required' ? [] : (['parameter_missing'] as const)),
        'parameter_invalid',
        'parameter_out_of_range',
      ];
    case 'updateStrategy':
      return [
        'invalid_json',
        ...(mayBeEmpty ? [] : (['parameter_missing'] as const)),
        'parameter_invalid',
        'reference_missing',
      ];
    default:
      return ofPath;
  }
}
