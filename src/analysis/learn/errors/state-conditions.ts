// What refused records or strategies are and accepted ones are not.
import { isList, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { leafAt } from '../../../http/pointer.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import type { StateCondition } from '../../../dialect/profile-form.ts';
import { isAt } from '../../../dialect/conditions.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import type { States } from '../records/states.ts';
import { isCodeWord, wordsInName } from '../../../dialect/name-words.ts';
import { tellName, tellBound, tellOpposite } from './told-names.ts';

/** A leaf that has more values is hardly a state. */
export const mostValues = 4;

/** A leaf of listings that has more is hardly one, though an answer tells its value. */
const mostTold = 8;

/** The end of a name such as `closedAt`. */
const ofMoment = /[_-](?:at|on|date|time)$|(?<=\p{Ll})(?:At|On|Date|Time)$/u;

/** Whether a leaf tells of one item in a list of the record's rather than of the record. */
const isOfItem = (at: string) => /\/\d+(?:\/|$)/.test(at);

export interface Found {
  readonly when: StateCondition;
  /** Whether the answer tells of it. */
  readonly isTold: boolean;
  /** Whether it tells the very value, and not only the name of the place. */
  readonly isValueTold: boolean;
  /** Whether it was otherwise when the same was accepted. */
  readonly isSettled: boolean;
  /** How many values records have there. */
  readonly values: number;
}

/**
 * What refused records are and no accepted one is; else what each accepted one is and no refused one, where the answer tells of it.
 * @param settled what was refused, as it was when the same was accepted
 * @param told the words with which one of them was refused, and where listings have their bounds
 */
export function conditionOf(
  of: 'record' | 'strategy',
  refused: readonly Json[],
  accepted: readonly Json[],
  settled: readonly Json[],
  states: States,
  { words: told, bounds }: { readonly words: ReadonlySet<string>; readonly bounds: readonly string[] },
): Found | undefined {
  // What few records share with one refusal, they share by chance, unless it is told.
  const areFew = accepted.length + 2 * refused.length < 4;
  const all = states.all(of === 'record' ? 'listing' : 'strategy');
  const leaf = (record: Json, at: string) => leafAt(record, at);
  const isAll = (records: readonly Json[], at: string, is: Json) =>
    records.every((record) => isAt(record, { at, is }));
  // Of a list of words each may be to blame.
  const wordsAt = (record: Json, at: string): readonly Json[] => {
    const value = leaf(record, at);
    if (!isList(value)) return [value];
    return value.filter((one) => typeof one === 'string');
  };
  const statesAt = (at: string): readonly Json[] => all.flatMap((record) => wordsAt(record, at));
  // Where there is 0 and 1 alone, these say no and yes.
  const saysNo = (at: string, is: Json | undefined) =>
    is === false || (is === 0 && statesAt(at).every((one) => one === 0 || one === 1));
  // A code of several words may be told in these.
  const areTold = (value: string) => /[_-]/.test(value) && wordsInName(value).every((word) => told.has(word));
  const names = (value: Json) =>
    typeof value === 'string' && (told.has(value.toLowerCase()) || (isCodeWord(value) && areTold(value)));
  // What one record has and another lacks may be to blame, too.
  const places = new Set([refused[0]!, ...accepted].flatMap((record) => leavesOf(record).map(([at]) => at)));
  const stated = [...places].flatMap((at) => wordsAt(refused[0]!, at).map((is) => ({ at, is })));
  const found = stated.flatMap(({ at, is }): Found[] => {
    if (typeof is === 'object' && is !== null) return [];
    const values = new Set(statesAt(at).map(textOf)).size;
    const isNo = saysNo(at, is);
    const isNamed =
      tellName(told, lastSegment(at)) ||
      tellBound(told, at, bounds) ||
      (isNo && !isOfItem(at) && tellOpposite(told, lastSegment(at)));
    const usual = accepted[0] === undefined ? null : leaf(accepted[0], at);
    // Where more states than the one that was accepted are told beside the refused one, it is the latter that is refused.
    const isOneOfTold = names(is) && statesAt(at).some((one) => one !== is && one !== usual && names(one));
    const isUsual = isAll(accepted, at, usual) && !refused.some((one) => isAll([one], at, usual));
    if (names(usual) && isUsual && !isOneOfTold)
      return values > mostValues
        ? []
        : [{ when: { of, at, isNot: usual }, isTold: true, isValueTold: true, isSettled: false, values }];
    // Since when it is so, be it another moment for each.
    const isSince =
      usual === null &&
      accepted.length > 0 &&
      isAll(accepted, at, null) &&
      refused.every((one) => readMoment(leaf(one, at)) !== undefined);
    if (isSince && tellName(told, lastSegment(at).replace(ofMoment, '')))
      return [{ when: { of, at, isNot: null }, isTold: true, isValueTold: true, isSettled: false, values }];
    if (!isAll(refused, at, is) || accepted.some((one) => isAll([one], at, is))) return [];
    // One refusal alone may share many things by chance; that something is not so is rather the reason, and what it tells.
    // A flag is told by its name.
    const isFlag = is === null || isNo || typeof is === 'boolean';
    const isTold = isFlag
      ? isNamed
      : names(is) &&
        (isNamed || values <= (of === 'record' && isCodeWord(textOf(is)) ? mostTold : mostValues));
    const isSettled = settled.length > 0 && !settled.some((one) => isAll([one], at, is));
    if (refused.length < 2 && (!isNo || isOfItem(at)) && !isTold && !isSettled) return [];
    const isTelling = isTold || values <= mostValues || (isSettled && is === null);
    return isTelling
      ? [{ when: { of, at, is }, isTold, isValueTold: isTold && is !== null, isSettled, values }]
      : [];
  });
  const known = areFew
    ? found.filter(({ isValueTold, when: { at, is } }) => isValueTold || (saysNo(at, is) && !isOfItem(at)))
    : found;
  return known.sort(
    (a, b) =>
      Number(b.isTold) - Number(a.isTold) ||
      Number(b.isValueTold) - Number(a.isValueTold) ||
      Number(b.isSettled) - Number(a.isSettled) ||
      Number(isOfItem(a.when.at)) - Number(isOfItem(b.when.at)) ||
      a.values - b.values,
  )[0];
}
