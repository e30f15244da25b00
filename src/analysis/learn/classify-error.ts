// What a recorded error was about: told from the request and what had been seen until then, as the answer's own words
// are the service's. The terms are those of `dialect/problem.ts`, so that the simulator finds the words again.
import { priceProblems } from './classify-price.ts';
import { coreFields, isList } from '../../dialect/core-fields.ts';
import type { Route } from '../../dialect/core-fields.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { readId } from '../../dialect/forms.ts';
import { valueAt, withoutValueAt } from '../../dialect/pointer.ts';
import { aboutBody, aboutValue } from '../../dialect/situations.ts';
import type { IdForm } from '../../dialect/wire.ts';
import { hasDuplicateKeys } from '../../http/duplicate-keys.ts';
import { resourceAt } from '../../spec/router.ts';
import { decode } from './locate.ts';
import type { Observation } from './observations.ts';
import type { Role } from './list-answer.ts';
import type { Classified, ErrorContext } from './error-context.ts';

const byStatus: Readonly<Record<number, string>> = {
  405: 'method_not_allowed',
  408: 'request_timeout',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  500: 'server_error',
  502: 'bad_gateway',
  503: 'unavailable',
  504: 'timeout',
};

/** Several kinds where the answer stands for all of them. */
export function classify(by: Observation, context: ErrorContext): readonly Classified[] {
  const { status, route } = by;
  const words = JSON.stringify(by.body ?? '').toLowerCase();
  if (status === 401 || status === 403) return keyProblem(words);
  if (status === 429) return limitProblem(words, by);
  if (status === 415) return [mediaProblem(by)];
  const plain = byStatus[status];
  if (plain !== undefined) return [{ kind: plain }];
  if (status >= 500) return [{ kind: 'server_error' }];
  if (by.path.endsWith('/') || !by.path.startsWith('/v1/')) return [{ kind: 'route_not_found' }];
  if (route === undefined)
    return [{ kind: resourceAt(by.path) !== undefined ? 'method_not_allowed' : 'route_not_found' }];
  if (isList(route.endpoint)) return [queryProblem(by, context.roles(route), words)];
  const id = decode(route.id);
  const listing = context.known(by.session, id.toLowerCase());
  if (
    listing === undefined &&
    (context.listingForm === undefined ||
      readId(id, context.listingForm, true) === undefined ||
      !looksLikeId(id, context.listingForm))
  ) {
    return [{ kind: 'parameter_invalid', param: 'id' }];
  }
  if (route.endpoint === 'getListing' || (listing === undefined && status === 404)) {
    return [{ kind: 'resource_missing', param: 'id' }];
  }
  return [bodyProblem(by, route, listing, context, words)];
}

function keyProblem(words: string): readonly Classified[] {
  const missing =
    /missing|required|provide|absent|without|no (api )?key|not (sent|given|present|provided|supplied)|unauthenticated/.test(
      words,
    );
  const invalid =
    /invalid|unknown|incorrect|wrong|revoked|not valid|unrecogni[sz]ed|not recogni[sz]ed|does not exist|bad|denied|rejected|no such|expired/.test(
      words,
    );
  if (missing && !invalid) return [{ kind: 'api_key_missing' }];
  if (invalid && !missing) return [{ kind: 'api_key_invalid' }];
  return [{ kind: 'api_key_missing' }, { kind: 'api_key_invalid' }];
}

function limitProblem(words: string, { headers }: Observation): readonly Classified[] {
  const wait = Number(headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]);
  if (words.includes('minute') && !/second\b/.test(words)) return [{ kind: 'rate_limit_per_minute' }];
  if (/per second|a second|\/s\b|per_second/.test(words)) return [{ kind: 'rate_limit_per_second' }];
  if (wait > 2) return [{ kind: 'rate_limit_per_minute' }];
  return [{ kind: 'rate_limit_per_second' }, { kind: 'rate_limit_per_minute' }];
}

const mediaProblem = ({ requestType }: Observation): Classified => ({
  kind: 'unsupported_media_type',
  about: requestType === undefined ? 'missing' : 'other',
});

function queryProblem(by: Observation, roles: ReadonlyMap<string, Role>, words: string): Classified {
  const used = [...by.query.keys()];
  const named = used.find((name) => words.includes(name.toLowerCase()));
  const name =
    named ?? used.find((candidate) => isOdd(by.query.get(candidate)!, roles.get(candidate))) ?? used[0];
  const role = name === undefined ? undefined : roles.get(name);
  if (name === undefined) return { kind: 'invalid_http' };
  if (role === undefined) return { kind: 'parameter_unknown', param: name, unknown: name };
  if (role === 'cursor') return { kind: 'reference_missing', param: 'cursor' };
  const isNumber = /^-?\d{1,9}$/.test(by.query.get(name)!);
  return { kind: isNumber ? 'parameter_out_of_range' : 'parameter_invalid', param: role };
}

const isOdd = (value: string, role: Role | undefined) =>
  role === undefined ||
  (role !== 'cursor' && (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > 100));

/** An id that any text would be: the forms of others tell which are none. */
function looksLikeId(id: string, { form }: IdForm): boolean {
  return form !== 'text' || !/^(not|bad|invalid|malformed|xyz|abc|foo)|\s|%/i.test(id);
}

function bodyProblem(
  by: Observation,
  route: Route,
  listing: JsonObject | undefined,
  context: ErrorContext,
  words: string,
): Classified {
  const { requestBody, requestText = '', requestType } = by;
  if (isTooLarge(by, words)) return { kind: 'payload_too_large' };
  const type = requestType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !/^application\/([\w.-]+\+)?json$/.test(type ?? ''))
    return mediaProblem(by);
  if (!isObject(requestBody)) return { kind: 'invalid_json', about: aboutBody(requestText) };
  if (hasDuplicateKeys(requestText)) return { kind: 'invalid_json', about: 'duplicate' };
  const names = coreFields(route.endpoint);
  const pointers = new Map(names.map((name) => [name, context.requests[name] ?? `/${name}`]));
  const fields = new Map(names.map((name) => [name, valueAt(requestBody, pointers.get(name)!)]));
  const rest = [...pointers.values()].reduce<Json>(withoutValueAt, requestBody);
  const roots = new Set([...pointers.values()].map((pointer) => pointer.split('/')[1]!));
  const [unknown] = Object.keys(rest as JsonObject).filter((name) => !roots.has(name));
  if (unknown !== undefined && words.includes(unknown.toLowerCase()))
    return { kind: 'parameter_unknown', param: unknown, unknown };
  if (route.endpoint === 'updateStrategy') return strategyProblem(fields.get('strategyId'), unknown);
  const missing = names.find(
    (name) => fields.get(name) === undefined && mentions(words, pointers.get(name)!),
  );
  if (
    missing !== undefined &&
    /missing|required|must (be|have)|expected|both/.test(words) &&
    fields.size - [...fields.values()].filter((value) => value === undefined).length > 0
  ) {
    return { kind: 'parameter_missing', param: missing, about: 'missing' };
  }
  const own = priceProblems(fields.get('minPrice'), fields.get('maxPrice'), context, listing);
  const spoken = own.find(
    ({ param }) => param !== undefined && mentions(words, pointers.get(param as 'minPrice')!),
  );
  const [first] = own;
  const best = first?.kind === 'parameters_conflict' ? first : (spoken ?? first);
  if (best !== undefined && best.kind !== 'parameter_missing') return best;
  if (
    unknown !== undefined &&
    fields.size > 0 &&
    [...fields.values()].every((value) => value !== undefined)
  ) {
    return { kind: 'parameter_unknown', param: unknown, unknown };
  }
  return (
    best ??
    (unknown === undefined
      ? { kind: 'parameter_out_of_range', param: 'maxPrice', about: aboutValue(fields.get('maxPrice')) }
      : { kind: 'parameter_unknown', param: unknown, unknown })
  );
}

const isTooLarge = ({ requestText = '' }: Observation, words: string) =>
  requestText.length > 1000 && /bytes|large|long|size|length|big/.test(words);

function mentions(words: string, pointer: string): boolean {
  return (
    words.includes(pointer.slice(1).replaceAll('/', '.').toLowerCase()) ||
    words.includes(pointer.slice(pointer.lastIndexOf('/') + 1).toLowerCase())
  );
}

function strategyProblem(value: Json | undefined, unknown: string | undefined): Classified {
  const param = 'strategyId';
  if (value === undefined) {
    return { kind: 'parameter_missing', param, about: 'nothing', ...(unknown !== undefined && { unknown }) };
  }
  if (typeof value !== 'string' || value === '') {
    return { kind: 'parameter_invalid', param, about: aboutValue(value) };
  }
  return { kind: 'reference_missing', param };
}
