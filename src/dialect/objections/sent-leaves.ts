// What was sent at a place of a body, and what is wrong with it there.
import { isList, isObject, numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { lackingPlace, parentOf, valueAt } from '../../http/pointer.ts';
import type { Cause } from '../causes.ts';
import type { TakenKind } from '../known-facts.ts';
import { numeric } from '../template-filters.ts';
import type { Objection } from './objection.ts';

/**
 * What was sent at a place that is read, undefined where nothing can be made of it; what is wrong with it is added.
 * @param worth the number that a text is, where that is not as usual
 * @param kind what is told of what is taken there
 */
export function readLeaf(
  sent: Json,
  at: string,
  as: 'number' | 'text' | 'any',
  found: Objection[],
  worth: (value: Json) => number | undefined = numeric,
  kind: TakenKind | undefined = as === 'any' ? undefined : as === 'text' ? 'string' : 'number',
): Json | undefined {
  if (isInsideOther(sent, at)) return undefined;
  const value = valueAt(sent, at);
  if (value === undefined) {
    const objection = unnamedIn(sent, at) ?? { cause: 'field-missing', param: lackingPlace(sent, at)! };
    if (!found.some(({ cause, param }) => cause === objection.cause && param === objection.param))
      found.push(objection);
    return undefined;
  }
  const object = (cause: Cause) => {
    found.push({ cause, param: at, value, kind });
  };
  const isNumber = numberOf(value) !== undefined;
  if (value === null) object('field-null');
  else if (value === '') object('field-empty');
  else if (!isNumber && typeof value !== 'string') object('field-type');
  else {
    if (isNumber && as === 'text') object('field-number');
    if (!isNumber && as === 'number')
      object(worth(value) === undefined ? 'field-text' : 'field-numeric-text');
    return value;
  }
  return undefined;
}

/** Whether what should hold a place is no object, which is told in place of what lacks in it. */
function isInsideOther(sent: Json, at: string): boolean {
  const steps = at.split('/');
  return steps.slice(1).some((step, index) => {
    const outer = valueAt(sent, steps.slice(0, index + 1).join('/'));
    if (isList(outer)) return false;
    return isObject(outer) ? step.includes('=') : outer !== undefined;
  });
}

/** That a list of actions has none for a place: what it does not name, most services leave alone. */
function unnamedIn(sent: Json, at: string): Objection | undefined {
  const steps = at.split('/');
  const last = steps.findIndex((step, index) => {
    const outer = index === 0 ? undefined : valueAt(sent, steps.slice(0, index).join('/'));
    return isList(outer) && !/^\d+$/.test(step) && valueAt(outer, `/${step}`) === undefined;
  });
  return last === -1 ? undefined : { cause: 'item-missing', param: steps.slice(0, last + 1).join('/') };
}

/** Whether null was sent at a place, or in place of an object that holds it. */
export const isNullAt = (sent: Json, at: string): boolean =>
  at !== '' && (valueAt(sent, at) === null || isNullAt(sent, parentOf(at)));
