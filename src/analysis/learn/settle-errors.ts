// What is settled about errors (A9 to A11, A13 to A16) and about what exists at all (A26 to A28, A32).
import { coarseCode, fineCode, errorKinds } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import type { SeenError } from './error-templates.ts';
import type { Finding } from './findings.ts';
import type { Observation } from './observations.ts';
import type { Learned } from './learned.ts';

/** The statuses of §7. */
const documented = [200, 400, 401, 404, 429, 500];
const withoutParam = new Set([
  'invalid_json',
  'api_key_missing',
  'api_key_invalid',
  'route_not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'rate_limit_per_second',
  'rate_limit_per_minute',
  'server_error',
  'payload_too_large',
]);

export function settleErrors({ errors, observations }: Learned): Finding[] {
  const single = [...new Map(errors.map((error) => [error.by, error])).values()];
  return [...single.flatMap(ofError), ...single.flatMap(ofStatus), ...observations.flatMap(ofPath)];
}

/** What stands in the error object (§7). */
function ofError({ kind, by }: SeenError): Finding[] {
  const object = errorObject(by.body);
  if (object === undefined) return [];
  const findings: Finding[] = [];
  const { code, doc_url: url } = object;
  if (typeof code === 'string' || typeof code === 'number') {
    // An id that is none is no record either, where that is a 404 (A11).
    const own = kind === 'parameter_invalid' && by.status === 404 ? 'resource_missing' : kind;
    const isFine = code === fineCode(own as ErrorName);
    const isCoarse = code === coarseCode(by.status);
    // Where both say the same, neither is shown.
    if (isFine !== isCoarse) findings.push({ id: 'error-codes', value: isFine ? 'fine' : 'coarse', by });
    else if (!isFine) findings.push({ id: 'error-codes', value: 'codes of its own', by });
  }
  if (withoutParam.has(kind)) {
    const { param } = object;
    const value =
      param === undefined
        ? 'omit'
        : param === null
          ? 'null'
          : param === ''
            ? 'empty'
            : 'names what it is about';
    findings.push({ id: 'param-when-none', value, by });
  }
  if (typeof url === 'string') findings.push({ id: 'doc-base', value: baseOf(url, textOf(code)), by });
  return findings;
}

function baseOf(url: string, code: string): string {
  const tail = `/errors/${code}`;
  if (url.endsWith(`/__mock${tail}`)) return 'self';
  return url.endsWith(tail) ? url.slice(0, -tail.length) : 'links of another form';
}

export function errorObject(body: Json | undefined): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  return isObject(body.error) ? body.error : body;
}

function ofStatus({ kind, param, about, by }: SeenError): Finding[] {
  const { status } = by;
  const known = (value: string, choices: readonly string[]) =>
    choices.includes(value) ? value : `status ${value}`;
  const findings: Finding[] = [];
  const say = (id: Finding['id'], value: string) => findings.push({ id, value, by });
  if (kind === 'reference_missing' && param === 'strategyId')
    say('unknown-strategy', known(String(status), ['400', '404']));
  if (kind === 'parameter_invalid' && param === 'strategyId' && (about === 'null' || about === 'empty'))
    say('empty-strategy', 'reject');
  if (kind === 'parameter_invalid' && param === 'id')
    say('malformed-id', known(String(status), ['400', '404']));
  if (kind === 'parameter_missing' && param === 'strategyId') say('empty-patch', 'reject');
  if (kind === 'unsupported_media_type') say('wrong-content-type', known(String(status), ['415', '400']));
  if (kind === 'api_key_invalid') say('valid-keys', 'listed');
  const usual = Object.hasOwn(errorKinds, kind) ? errorKinds[kind as ErrorName].status : status;
  if (!documented.includes(status)) say('undocumented-statuses', 'keep');
  else if (!documented.includes(usual) && usual < 500) say('undocumented-statuses', 'documented');
  if (kind === 'payload_too_large') findings.push(...bodyLimit(by));
  return findings;
}

const usual = [
  64, 256, 512, 1000, 1024, 2000, 2048, 4096, 5000, 8192, 10_000, 10_240, 16_384, 20_000, 32_768, 50_000,
  65_536, 100_000,
];

/** How large a body may be: the number that is told, or one that fits. */
function bodyLimit(by: Observation): Finding[] {
  const length = new TextEncoder().encode(by.requestText ?? '').length;
  const told = [...JSON.stringify(by.body ?? '').matchAll(/(?<![\w.])\d{2,9}(?![\w])/g)]
    .map(([digits]) => Number(digits))
    .find((number) => number >= 64 && number < length);
  const value = told ?? usual.findLast((bytes) => bytes < length && length <= 102_400);
  return value === undefined ? [] : [{ id: 'max-body', value, by }];
}

/** What is there, told by paths that the specification does not have. */
function ofPath(by: Observation): Finding[] {
  const { path, ok, status, method } = by;
  const isMissing = status === 404 || status === 405;
  if (!ok && !isMissing) return [];
  if (/^\/v(?!1\/)\d+\//.test(path)) return [{ id: 'versions', value: ok ? 'any' : 'v1', by }];
  if (/^\/v1\/.+\/$/.test(path)) return [{ id: 'trailing-slash', value: ok ? 'ignore' : 'reject', by }];
  if (path === '/v1/events' && method === 'GET') return [{ id: 'events', value: ok ? 'list' : 'none', by }];
  if (method === 'POST' && /^\/v1\/(listings|strategies)$/.test(path))
    return [{ id: 'create-endpoints', value: ok ? 'post' : 'none', by }];
  return [];
}
