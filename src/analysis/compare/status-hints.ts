// What decides a status, by what was asked.
import { assumptions, type AssumptionId } from '../../spec/assumptions.ts';
import { headerValues } from '../../recording/recordable-headers.ts';
import { jsonOf } from '../../recording/replay/overlay.ts';
import type { Difference } from './differences.ts';
import { formatOf, isObject } from './formats.ts';
import type { Answer, Hint } from './hint.ts';

const isGood = (status: unknown) => typeof status === 'number' && status >= 200 && status < 300;

export function statusHint(difference: Difference): Hint {
  const answers = candidates(difference);
  const ids = [...new Set(answers.map(({ id }) => id))];
  // §4 and §7 say when it is 200, 401 and 404; other refusals at an endpoint of §4 are nobody's guess.
  const spoken = { decidedBy: ['§7'], specified: difference.label.specified } as const;
  if (ids.length === 0) return { ...spoken, answers: [] };
  return { decidedBy: ids, specified: false, answers, ifNone: spoken };
}

function candidates({ recorded, simulated, label, exchange }: Difference): Answer[] {
  const { request } = exchange.interaction;
  const status = String(recorded);
  const answers: Answer[] = [];
  const add = (id: AssumptionId, ...values: readonly string[]) => {
    for (const value of values) answers.push({ id, value });
  };
  /** An entry that lets something pass or refuses it. */
  const either = (id: AssumptionId, lenient: readonly string[], refusing: string) => {
    add(id, ...(isGood(recorded) ? lenient : [refusing]));
  };

  if (request.method === 'PATCH' && isGood(recorded) && isGood(simulated)) {
    add('patch-response', ...(recorded === 204 ? ['no-content'] : ['full', 'partial', 'empty']));
    return answers;
  }
  if (label.resource === 'files') {
    add('expired-link', status);
    return answers;
  }
  if (label.id !== undefined && formatOf(label.id) !== 'uuid') add('malformed-id', status);
  const [type] = headerValues(request.headers, 'content-type');
  if (request.body !== null && !/^application\/json\b/i.test(type ?? '')) {
    add('wrong-content-type', isGood(recorded) ? 'lenient' : status);
  }
  const body = jsonOf(request.body);
  if (request.method === 'PATCH' && isObject(body)) ofBody(body, request.path, status, { add, either });
  if (request.query !== '') ofQuery({ either });
  if (request.path.endsWith('/')) either('trailing-slash', ['ignore'], 'reject');
  if (!request.path.startsWith('/v1/')) either('versions', ['any'], 'v1');
  if (request.method === 'POST') either('create-endpoints', ['post'], 'none');
  if (request.path.endsWith('/events')) either('events', ['list'], 'none');
  if (recorded === 412 || recorded === 304) add('etag', 'on');
  if (recorded === 401) add('valid-keys', 'listed');
  const documented = [400, 404].includes(Number(recorded));
  if (!isGood(recorded) && !isGood(simulated)) {
    add('undocumented-statuses', documented ? 'documented' : 'keep');
    if (request.method === 'PATCH') add('missing-listing', ...assumptions['missing-listing'].values);
  }
  return answers;
}

interface Add {
  readonly add: (id: AssumptionId, ...values: readonly string[]) => void;
  readonly either: (id: AssumptionId, lenient: readonly string[], refusing: string) => void;
}

function ofBody(
  body: Readonly<Record<string, unknown>>,
  path: string,
  status: string,
  { add, either }: Add,
): void {
  if (path.endsWith('/strategy')) {
    if (body.strategyId === null || body.strategyId === '') either('empty-strategy', ['unassign'], 'reject');
    else add('unknown-strategy', status);
  } else {
    const { minPrice, maxPrice } = body;
    const bounds = [minPrice, maxPrice].filter((bound) => bound !== undefined);
    if (bounds.length === 1) either('both-bounds', ['optional'], 'required');
    if (bounds.includes(null)) either('null-bound', ['clear', 'ignore'], 'reject');
    if (bounds.some((bound) => typeof bound === 'string')) {
      either('numeric-strings', ['coerce'], 'reject');
      either('price-form', ['string'], 'number');
    }
    if (bounds.includes(0)) either('zero-price', ['accept'], 'reject');
    if (bounds.length === 2 && minPrice === maxPrice) either('equal-bounds', ['accept'], 'reject');
    if (Number(minPrice) > Number(maxPrice)) either('bounds-order', ['ignore'], 'check');
    const places = Math.max(0, ...bounds.map((bound) => JSON.stringify(bound).split('.')[1]?.length ?? 0));
    if (places > 0) either('max-decimals', [String(places)], String(places - 1));
    if (places > 2) either('excess-decimals', ['round'], 'reject');
    const known = bounds.map(Number).filter((bound) => bound > 0);
    if (known.length > 0) {
      either('lowest-price', [String(Math.min(...known))], String(Math.min(...known) * 2));
      either('highest-price', [String(Math.max(...known))], String(Math.max(...known) / 2));
    }
  }
  const unknown = Object.keys(body).filter((key) => !['minPrice', 'maxPrice', 'strategyId'].includes(key));
  if (unknown.length > 0) either('unknown-body-field', ['ignore'], 'reject');
  if (Object.keys(body).length === unknown.length) either('empty-patch', ['noop'], 'reject');
}

function ofQuery({ either }: Pick<Add, 'either'>): void {
  either('unknown-query', ['ignore'], 'reject');
  either('limit-excess', ['cap'], 'reject');
  either('filters', ['off'], 'on');
  either('pagination', ['none', 'page', 'link'], 'cursor');
}
