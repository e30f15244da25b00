// Refusals that depend on what a record is, not on what was sent: a listing that has ended, a strategy that the account may
// not use. What a refused request's record has and no accepted one's had is to blame.
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { valueAt } from '../../http/pointer.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import type { StateCondition } from '../../dialect/profile-form.ts';
import type { Objection } from '../../dialect/objections.ts';
import { sameValue } from '../../dialect/templates.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import { grouped } from '../groups.ts';
import type { States } from './states.ts';

export interface Refusal {
  readonly by: Exchange;
  readonly step: number;
  /** What could be to blame. */
  readonly candidates: readonly Objection[];
  /** What is; undefined where nothing explains it. */
  readonly blamed: Objection | undefined;
  /** How many errors the answer tells. */
  readonly problems?: number;
}

const mostValues = 4;

/** The refusals, those that nothing else explains with the state that is to blame. */
export function learnStates(refusals: readonly Refusal[], states: States): Refusal[] {
  const unexplained = refusals.filter(
    ({ candidates, by }) => candidates.length === 0 && by.method === 'PATCH' && by.endpoint !== undefined,
  );
  const groups = grouped(unexplained, ({ by }) => `${by.endpoint!.name} ${signature(by)}`);
  const blamed = new Map<Exchange, Objection>();
  for (const group of groups.values()) {
    for (const of of ['record', 'strategy'] as const) {
      const records = group.map(({ by, step }) => recordOf(of, by, step, states));
      if (records.some((record) => record === undefined)) continue;
      const accepted = states.exchanges.flatMap((by, step) =>
        by.ok && by.endpoint === group[0]!.by.endpoint ? (recordOf(of, by, step, states) ?? []) : [],
      );
      const when = conditionOf(of, records as Json[], accepted, states, wordsOf(group[0]!.by));
      if (when === undefined) continue;
      for (const { by } of group)
        blamed.set(by, {
          cause: of === 'record' ? 'record-state' : 'strategy-state',
          param: `${when.at}=${textOf(when.is)}`,
          when,
        });
      break;
    }
  }
  // What holds for one write holds for the other.
  const conditions = [...new Set([...blamed.values()])];
  for (const { by, step } of unexplained) {
    if (blamed.has(by)) continue;
    const same = conditions.find(
      ({ when }) =>
        when !== undefined &&
        sameValue(valueAt(recordOf(when.of, by, step, states), when.at) ?? null, when.is),
    );
    if (same !== undefined) blamed.set(by, same);
  }
  return refusals.map((refusal) => {
    const objection = blamed.get(refusal.by);
    return objection === undefined ? refusal : { ...refusal, candidates: [objection], blamed: objection };
  });
}

/** The words of an error without what may differ from request to request. */
function signature({ status, body, text }: Exchange): string {
  const words = body === undefined ? (text ?? '') : JSON.stringify(body);
  return `${status} ${words.replace(/"[^"]*\d[^"]*"|\d+/g, '#').slice(0, 200)}`;
}

function recordOf(of: StateCondition['of'], by: Exchange, step: number, states: States): Json | undefined {
  if (of === 'record')
    return (
      states.before(step, 'listing', by.recordId) ??
      states.before(Number.MAX_SAFE_INTEGER, 'listing', by.recordId)
    );
  const texts = leavesOf(by.sent ?? null).map(([, leaf]) => textOf(leaf));
  const named = [...states.strategies].find(([id]) =>
    texts.some((text) => text === id || text.endsWith(`/${id}`)),
  );
  return named?.[1];
}

/** The words of the sentences of a refusal that the request did not bring. */
function wordsOf(by: Exchange): ReadonlySet<string> {
  const wordsIn = (text: string) => text.match(/\p{L}[\p{L}\d_-]*/gu) ?? [];
  const asked = new Set(wordsIn(`${by.path} ${JSON.stringify(by.sent ?? null)}`));
  const sentences = leavesOf(toldBy(by)).map(([, leaf]) => textOf(leaf));
  return new Set(
    sentences
      .filter((text) => /\s/.test(text))
      .flatMap(wordsIn)
      .filter((word) => !asked.has(word)),
  );
}

/** @param told the words with which one of them was refused */
function conditionOf(
  of: 'record' | 'strategy',
  refused: readonly Json[],
  accepted: readonly Json[],
  states: States,
  told: ReadonlySet<string>,
): StateCondition | undefined {
  // What few records share with one refusal, they share by chance.
  if (accepted.length + 2 * refused.length < 4) return undefined;
  const all = states.all(of === 'record' ? 'listing' : 'strategy');
  const found = leavesOf(refused[0]!).flatMap(([at, is]) => {
    if (typeof is === 'object' && is !== null) return [];
    if (!refused.every((record) => sameValue(valueAt(record, at) ?? null, is))) return [];
    if (accepted.some((record) => sameValue(valueAt(record, at) ?? null, is))) return [];
    const values = new Set(all.map((record) => textOf(valueAt(record, at) ?? null)));
    // One refusal alone may share many things by chance; that something is not so is rather the reason, and what it tells.
    const isTold = typeof is === 'string' && told.has(is) && told.has(lastSegment(at));
    if (refused.length < 2 && is !== false && !isTold) return [];
    return values.size > mostValues && !isTold ? [] : [{ of, at, is, isTold, values: values.size }];
  });
  const [best] = found.sort((a, b) => Number(b.isTold) - Number(a.isTold) || a.values - b.values);
  return best === undefined ? undefined : { of, at: best.at, is: best.is };
}
