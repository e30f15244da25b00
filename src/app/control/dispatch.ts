// Finds the route of a request below `/__mock/`. Errors here belong to this tool: their codes and statuses do not depend
// on what is assumed about the service.
import { ApiError, errorResponse } from '../../spec/errors.ts';
import { createSettings } from '../../spec/settings.ts';
import type { ApiRequest, ApiResponse, Handler } from '../../http/message.ts';
import { percentDecoded } from '../../http/parse-url.ts';
import { RecordError } from '../../service/handles/records.ts';
import { AuditError } from '../../service/handles/world.ts';
import { ModeError } from '../modes/mode-switch.ts';
import { CommandError } from '../options/command-error.ts';
import { controlOperations } from './control-operations.ts';
import type { ControlOperation, OperationWords } from './control-operations.ts';
import { readQuery } from './query.ts';
import type { Query } from './query.ts';
import type { Route } from './route.ts';

/** The settings under which errors of the control API are written. */
export const ownSettings = createSettings('default', { 'error-codes': 'fine' });

/**
 * Answers from a table of routes.
 * @param letIn rejects with an ApiError for a request that may not use the routes
 */
export function dispatch<P>(
  routes: readonly Route<P>[],
  parts: P,
  letIn: (request: ApiRequest, route: Route<P>) => void | Promise<void>,
): Handler {
  const table = routes.map((route) => ({ route, segments: route.path.split('/') }));

  function find(request: ApiRequest): { route: Route<P>; id: string } {
    const sent = request.path.split('/');
    const found = table.flatMap(({ route, segments }) => {
      const id = idIn(segments, sent);
      return id === undefined ? [] : [{ route, id }];
    });
    if (found.length === 0) {
      throw new ApiError(
        'route_not_found',
        'The mock has no such page or operation; see /__mock/openapi.json?of=control.',
      );
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // A path that stands there as it is means nothing else: no request is called `verify`.
    const literal = found.filter(({ route }) => route.path === request.path);
    const named = literal.length === 0 ? found : literal;
    const chosen = named.find(({ route }) => route.method === method);
    if (chosen !== undefined) return chosen;
    const allowed = named.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
    const message = `This path of the mock takes ${allowed.join(', ')}, not ${request.method.slice(0, 20)}.`;
    throw new ApiError('method_not_allowed', message, { headers: ['Allow', allowed.join(', ')] });
  }

  return async function dispatch(request) {
    try {
      const { route, id } = find(request);
      await letIn(request, route);
      return await route.answer({ request, parts, id, query: queryOf(request, route.name) });
    } catch (error) {
      return errorAnswer(error, request);
    }
  };
}

/** A misspelt parameter would be left out of account in silence. Browsers may add what they like to the name of a file. */
function queryOf(request: ApiRequest, name: ControlOperation): Query {
  const { query = [], isFile }: OperationWords = controlOperations[name];
  return isFile === true ? {} : readQuery(request, query);
}

/** The segment that stands for `{name}` in the pattern, empty if the pattern has none; undefined if the path does not fit. */
function idIn(pattern: readonly string[], sent: readonly string[]): string | undefined {
  if (pattern.length !== sent.length) return undefined;
  let id = '';
  for (const [at, segment] of pattern.entries()) {
    if (segment.startsWith('{')) {
      const decoded = percentDecoded(sent[at]!);
      if (decoded === undefined || decoded === '') return undefined;
      id = decoded;
    } else if (segment !== sent[at]) return undefined;
  }
  return id;
}

/** @throws the error again if it is a defect of this program, so that the server reports it */
function errorAnswer(error: unknown, request: ApiRequest): ApiResponse {
  const known = asApiError(error);
  if (known === undefined) throw error;
  return errorResponse(known, ownSettings, request.origin);
}

/** The error as an answer shows it; undefined for an unexpected one. */
function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof RecordError) {
    const { message, param } = error;
    return new ApiError('parameter_invalid', message, param === undefined || param === '' ? {} : { param });
  }
  if (error instanceof ModeError || error instanceof CommandError || error instanceof AuditError) {
    return new ApiError('mode_conflict', error.message);
  }
  return undefined;
}
