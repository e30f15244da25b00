// How many records a page has: without being asked, and at most.
import type { Json } from '../../http/exact-json.ts';
import type { PagingWire } from '../../dialect/wire.ts';
import { commonest } from './findings.ts';
import type { Observation } from './observations.ts';
import type { ListAnswer } from './list-answer.ts';

export function limitOf(
  name: string | undefined,
  asked: readonly Observation[],
  answers: readonly ListAnswer[],
): PagingWire['limit'] {
  const unasked = answers.filter(
    (answer) => answer.asked === undefined && answer.from + answer.count < answer.total,
  );
  const fallback = commonest(unasked.map(({ count }) => count)) ?? 0;
  if (name === undefined) return fallback === 0 ? undefined : { name: 'limit', default: fallback, max: 0 };
  const capped = answers.filter(
    (answer) =>
      answer.asked !== undefined && answer.asked > answer.count && answer.from + answer.count < answer.total,
  );
  const accepted = Math.max(0, ...answers.flatMap((answer) => answer.asked ?? []));
  const refused = asked
    .filter(({ ok, status }) => !ok && (status === 400 || status === 422))
    .filter(({ query }) => Number(query.get(name) ?? 0) > accepted);
  if (capped.length > 0)
    return { name, default: fallback, max: Math.max(...capped.map(({ count }) => count)), excess: 'cap' };
  if (refused.length === 0) return { name, default: fallback, max: 0 };
  const told = refused.flatMap(({ body, query }) =>
    numbersIn(body).filter((number) => number >= accepted && number < Number(query.get(name))),
  );
  const most = told.length > 0 ? Math.max(...told) : Math.max(accepted, fallback, 1);
  return { name, default: fallback, max: most, excess: 'reject' };
}

function numbersIn(body: Json | undefined): number[] {
  return [...JSON.stringify(body ?? null).matchAll(/(?<![\w.-])\d{1,6}(?![\w.])/g)].map(([digits]) =>
    Number(digits),
  );
}
