// Refusals that depend on what a record is, not on what was sent: a listing that has ended, a strategy that the account may
// not use. What a refused request's record has and no accepted one's had is to blame.
import { nameIn, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { allLeaves, isWithin, leafAt, valueAt } from '../../../http/pointer.ts';
import { leafTexts, leavesOf } from '../../../dialect/known-facts.ts';
import type { DialectForm, StateCondition } from '../../../dialect/profile-form.ts';
import { isAt } from '../../../dialect/conditions.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { isInState, leftBeside } from '../../../dialect/objections/state-objections.ts';
import { isNullAt } from '../../../dialect/objections/sent-leaves.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import { firstOfWords, isAcceptedWrite, isWrite, toldBy, wordsTold } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped, parted } from '../../groups.ts';
import { membersOf } from '../records/sightings.ts';
import type { States } from '../records/states.ts';
import { isCodeWord, wordsInName } from '../../../dialect/name-words.ts';
import { wordsOf, tellBound, tellName, toldMembers } from './told-names.ts';
import { tellsRange } from '../told-numbers.ts';
import { mostValues, conditionOf } from './state-conditions.ts';
import type { Found } from './state-conditions.ts';

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

/** Whether nothing tells that an amount is out of range, a text too short or an action missing, but that no such one was accepted. */
export const isUnseen = ({ cause }: Objection) =>
  cause === 'amount-low' || cause === 'amount-high' || cause === 'search-short' || cause === 'item-missing';

/**
 * The refusals, those that nothing else explains with the state that is to blame, and those of bounds that are taken away with
 * what the strategy needs.
 */
export function learnStates(all: readonly Refusal[], states: States, form: DialectForm): Refusal[] {
  const { wordsTold, firstWordsTold } = wordsBeside(states, all);
  const refusals = withoutLacks(all, wordsTold);
  // That a field lacks, or is another than ever, may be seen with this write alone, too: what is told of the record's state is rather
  // to blame.
  const isOpen = (by: Exchange) => (one: Objection) =>
    (isUnseen(one) && !tellsRange(by, one, form.amounts)) ||
    one.cause === 'field-missing' ||
    (one.cause === 'field-other' && !tellName(wordsOf(by), lastSegment(one.param ?? '')));
  const open = refusals.filter(({ candidates, by }) => isWrite(by) && candidates.every(isOpen(by)));
  const blamed = new Map<Exchange, Objection>();
  const byWords = grouped(refusals, ({ by }) => wordsTold(by));
  const byFirstWords = grouped(refusals, ({ by }) => firstWordsTold(by));
  for (const group of grouped(open, ({ by }) => `${by.endpoint!.name} ${firstWordsTold(by)}`).values()) {
    const [{ by: first }] = group as [Refusal];
    const isUnexplained = ({ candidates }: Refusal) => candidates.length === 0;
    // One alone shares much by chance with what is to blame; what refuses the other write in its words is rather the same.
    const inWords = open.filter(({ by }) => wordsTold(by) === wordsTold(first));
    const unexplained = (group.length > 1 ? group : inWords).filter(isUnexplained);
    const alike = byWords.get(wordsTold(first))!;
    const toSame = alike.filter(({ by }) => by.endpoint === first.endpoint);
    const areSeveral = new Set(toSame.map(({ by }) => by.recordId)).size > 1;
    const isUnsure = unexplained.length === 0 && (haveCommonCause(alike) || !areSeveral);
    const own = unexplained.length > 0 ? unexplained : isUnsure ? group : toSame;
    const when = stateIn(own, states, isUnsure, form);
    const isFaulty = own.every(({ candidates }) => candidates.some((one) => !isUnseen(one)));
    if (when === undefined || (isFaulty && typeof when.is !== 'string')) continue;
    const is = `${when.is === undefined ? '!' : ''}=${textOf(when.is ?? when.isNot ?? null)}`;
    const cause = when.of === 'record' ? 'record-state' : 'strategy-state';
    for (const { by, step } of group)
      if (wasInState(by, step, when, states, form)) blamed.set(by, { cause, param: when.at + is, when });
  }
  const taking = refusals.filter(
    ({ by, candidates }) =>
      by.endpoint?.name === 'updatePrice' &&
      candidates.length > 0 &&
      candidates.every((one) => isUnseen(one) || /^field-(?:null|missing)$/.test(one.cause)),
  );
  for (const group of grouped(taking, ({ by }) => wordsTold(by)).values()) {
    const when = neededIn(group, states, form);
    if (when !== undefined)
      for (const { by } of group) blamed.set(by, { cause: 'record-state', param: `${when.at}=null`, when });
  }
  // What holds for one write holds for the other; what a word of a strategy says that it needs, where it is told in the same words.
  const conditions = [...new Set([...blamed.values()])];
  for (const { by, step, candidates } of open) {
    if (blamed.has(by) || candidates.length > 0) continue;
    const isToldSo = (one: Objection) =>
      byFirstWords.get(firstWordsTold(by))!.some((other) => blamed.get(other.by)?.when === one.when);
    const same = conditions.find(
      (one) =>
        one.when !== undefined &&
        (one.when.and === undefined || one.when.and.is === true || isToldSo(one)) &&
        wasInState(by, step, one.when, states, form),
    );
    if (same !== undefined) blamed.set(by, same);
  }
  return refusals.map((refusal) => {
    const objection = blamed.get(refusal.by);
    if (objection !== undefined) {
      // What was another than ever is wrong in itself: what the record is comes first.
      const others = refusal.candidates.filter(({ cause }) => cause === 'field-other');
      return { ...refusal, candidates: [objection, ...others], blamed: objection };
    }
    const same = byFirstWords.get(firstWordsTold(refusal.by))!;
    const told = toldOfState(refusal, conditions, same, blamed, states, form);
    return told === undefined
      ? refusal
      : { ...refusal, candidates: [told, ...refusal.candidates], blamed: told };
  });
}

/** What names a strategy tells best what that needs. */
const strategiesFirst = (refusals: readonly Refusal[]): readonly Refusal[] =>
  parted(refusals, ({ by }) => by.endpoint?.name === 'updateStrategy').flat();

interface WordsTold {
  readonly wordsTold: (by: Exchange) => string;
  readonly firstWordsTold: (by: Exchange) => string;
}

/** The words of refusals without what the record is called, by a code or a title: another one would be called otherwise. */
function wordsBeside(states: States, refusals: readonly Refusal[]): WordsTold {
  const listings = states.all('listing');
  const values = grouped(
    listings.flatMap((record) => leavesOf(record)),
    ([at]) => at,
  );
  const calling = [...values].flatMap(([at, own]) =>
    new Set(own.map(([, leaf]) => leaf)).size * 2 > Math.max(listings.length, 2 * mostValues) ? [at] : [],
  );
  const words = new Map(
    refusals.map(({ by, step }) => {
      const record = isWrite(by) ? listingAt(step, by.recordId, states) : undefined;
      const names = calling
        .map((at) => (record === undefined ? null : valueAt(record, at)))
        .filter((name) => typeof name === 'string' && name.length > 2)
        .sort((a, b) => (b as string).length - (a as string).length);
      const told = names.reduce<string>((text, name) => text.replaceAll(name as string, '#'), wordsTold(by));
      return [by, told] as const;
    }),
  );
  const own = (by: Exchange) => words.get(by) ?? wordsTold(by);
  return { wordsTold: own, firstWordsTold: (by) => firstOfWords(own(by)) };
}

/** The refusals, but that a field lacks is not to blame where the other write, with which nothing was wrong, got the same words. */
function withoutLacks(refusals: readonly Refusal[], wordsTold: WordsTold['wordsTold']): readonly Refusal[] {
  const toBlameless = grouped(
    refusals.filter(({ by, candidates }) => isWrite(by) && candidates.length === 0),
    ({ by }) => wordsTold(by),
  );
  return refusals.map((refusal) => {
    const { by, candidates } = refusal;
    const isLack =
      candidates.length > 0 && candidates.every((one) => one.cause === 'field-missing' || isUnseen(one));
    const others = isLack && isWrite(by) ? (toBlameless.get(wordsTold(by)) ?? []) : [];
    return others.some((other) => other.by.endpoint !== by.endpoint)
      ? { ...refusal, candidates: [], blamed: undefined }
      : refusal;
  });
}

/** Whether one thing could be to blame for all of these. */
const haveCommonCause = ([first, ...others]: readonly Refusal[]): boolean =>
  first!.candidates.some(({ cause }) =>
    others.every(({ candidates }) => candidates.some((one) => one.cause === cause)),
  );

/**
 * The state that is to blame for a refusal in spite of what else was wrong: the record is in it, and no record that is not was
 * refused in the same words.
 * @param same all refusals in its words
 */
function toldOfState(
  { by, step }: Refusal,
  conditions: readonly Objection[],
  same: readonly Refusal[],
  blamed: ReadonlyMap<Exchange, Objection>,
  states: States,
  form: DialectForm,
): Objection | undefined {
  if (!isWrite(by)) return undefined;
  return conditions.find(({ when }) => {
    if (when === undefined || !wasInState(by, step, when, states, form)) return false;
    const isOutside = (one: Refusal) =>
      recordOf(when.of, one.by, one.step, states) !== undefined &&
      !wasInState(one.by, one.step, when, states, form);
    return same.some((one) => blamed.get(one.by)?.when === when) && !same.some(isOutside);
  });
}

/**
 * The state that is to blame for refusals in the same words.
 * @param isUnsure whether something else could be to blame, too
 */
function stateIn(
  group: readonly Refusal[],
  states: States,
  isUnsure: boolean,
  form: DialectForm,
): StateCondition | undefined {
  const needed = neededIn(strategiesFirst(group), states, form);
  if (needed !== undefined) return needed;
  // What is told of a bound where that was sent is rather about what was sent.
  const isOfStrategy = group[0]!.by.endpoint?.name === 'updateStrategy';
  const found = (['record', 'strategy'] as const).flatMap((of): Found[] => {
    const records = group.flatMap(({ by, step }) => recordOf(of, by, step, states) ?? []);
    if (records.length < group.length) return [];
    const accepted = states.exchanges.flatMap((by, step) =>
      by.ok && by.endpoint === group[0]!.by.endpoint ? (recordOf(of, by, step, states) ?? []) : [],
    );
    const settled = group.flatMap((one) => settledIn(of, one, states) ?? []);
    const told = { words: wordsOf(group[0]!.by), bounds: isOfStrategy && !isUnsure ? boundsIn(form) : [] };
    const one = conditionOf(of, records, accepted, settled, states, told);
    return one === undefined ? [] : [one];
  });
  const told = found.find(({ isTold }) => isTold);
  return (isUnsure ? told : (told ?? found[0]))?.when;
}

/** Whether an answer names the strategy that the listing follows, or says what listings call it. */
function tellsStrategy({ by, step }: Refusal, { strategyOf, strategyPlace, before }: States): boolean {
  const strategy = strategyOf(listingAt(step, by.recordId, { before }) ?? null);
  const told = leafTexts(toldBy(by)).join('\n');
  const names = leavesOf(strategy ?? null).flatMap(([, leaf]) => (typeof leaf === 'string' ? [leaf] : []));
  const [called = ''] = wordsInName(lastSegment(strategyPlace ?? ''));
  return (
    strategy !== undefined &&
    (names.some((name) => name.length > 3 && told.includes(name)) ||
      (called.length > 3 && told.toLowerCase().includes(called)))
  );
}

/**
 * What refused listings lack, or would, and the strategies that were named, or are followed, need, as a flag says that is called
 * after it: such as `needsFloor` of `floor`; or any flag, or a word that the answer tells, where that names what lacks, too, and a
 * strategy without it was accepted where that lacked; or, of a bound, any strategy. No accepted write left a listing without what
 * its strategy needs.
 */
function neededIn(group: readonly Refusal[], states: States, form: DialectForm): StateCondition | undefined {
  const [{ by: first, step: firstStep }] = group as [Refusal];
  if (first.endpoint?.name === 'updatePrice' && !tellsStrategy(group[0]!, states)) return undefined;
  const accepted = acceptedIn(states);
  const { min, max } = form.records.listing ?? {};
  const isOfBound = (at: string) => [min, max].some((bound) => bound !== undefined && isWithin(bound.at, at));
  const members = [...new Set(states.all('listing').flatMap((record) => membersOf(record)))];
  const places = first.endpoint?.name === 'updatePrice' ? members.filter(isOfBound) : members;
  const lettersOf = (at: string) => lettersIn(lastSegment(at));
  const told = wordsOf(first);
  const record = recordOf('record', first, firstStep, states);
  const strategy = besideOf(first, firstStep, { of: 'record', at: '' }, states, form)?.strategy;
  // A flag is set, or a word is told that is not the strategy's own name.
  const isNeeding = (is: Json) => is === true || (typeof is === 'string' && told.has(is.toLowerCase()));
  const named = states.places.ids.strategy?.at;
  const found = leavesOf(strategy ?? null).flatMap(([flag, is]): StateCondition[] =>
    !isNeeding(is) || flag === named
      ? []
      : places.flatMap((at): StateCondition[] => {
          const lacks = valueAt(record, at) === '' ? '' : null;
          const when = { of: 'record' as const, at, is: lacks, and: { at: flag, is } };
          const isSo = ({ by, step }: { readonly by: Exchange; readonly step: number }) =>
            wasInState(by, step, when, states, form);
          const [own, wanting] = [lettersOf(at), lettersOf(flag)];
          const isCalledSo = is === true && own.length > 2 && wanting !== own && wanting.includes(own);
          // Of what a write takes away its answer need not tell.
          const isMeant = tellName(told, lastSegment(at)) || (record !== undefined && !isAt(record, when));
          const isNamed = isMeant && accepted.some((one) => isOfOther(one, when, states, form));
          const isRefuted = accepted.some((one) => one.by.endpoint === first.endpoint && isSo(one));
          return (isCalledSo || isNamed) && group.every(isSo) && !isRefuted ? [when] : [];
        }),
  );
  // A word may stand in a name that is told; a flag is what says so, and a word as it is told says so rather than another case of it.
  const isFlag = ({ and }: StateCondition) => Number(and?.is === true);
  const texts = leafTexts(toldBy(first));
  const isAsTold = ({ and }: StateCondition) =>
    Number(texts.some((text) => typeof and?.is === 'string' && text.includes(and.is)));
  const [needed] = found.sort(
    (a, b) =>
      isFlag(b) - isFlag(a) || isAsTold(b) - isAsTold(a) || lettersOf(b.at).length - lettersOf(a.at).length,
  );
  const isOfBounds = first.endpoint?.name === 'updatePrice';
  const bounds = boundsIn(form);
  return (
    needed ??
    (isOfBounds
      ? neededByAny(group, places, states, form)
      : (neededByKind(group, bounds, states, form) ?? neededByAny(group, bounds, states, form)))
  );
}

/**
 * The bound that the answer names, and the kind of strategies that needs it: those of other kinds were allowed to be without. Of
 * the leaves that tell strategies apart so, the kind is a word rather than a number, and the one with the fewest values.
 */
function neededByKind(
  group: readonly Refusal[],
  bounds: readonly string[],
  states: States,
  form: DialectForm,
): StateCondition | undefined {
  const [{ by: first, step: firstStep }] = group as [Refusal];
  const told = wordsOf(first);
  const strategies = states.all('strategy');
  const accepted = acceptedIn(states);
  const valuesAt = (at: string) => new Set(strategies.map((one) => textOf(leafAt(one, at)))).size;
  const kinds = leavesOf(recordOf('strategy', first, firstStep, states) ?? null)
    .flatMap(([at, is]) => (typeof is === 'object' ? [] : [{ at, is, values: valuesAt(at) }]))
    .filter(({ values }) => values < strategies.length && values <= mostValues)
    .sort((a, b) => Number(isWord(b)) - Number(isWord(a)) || a.values - b.values);
  return bounds
    .filter((at) => tellsBound(first, told, at, bounds))
    .flatMap((at) =>
      kinds.map((kind): StateCondition => ({
        of: 'record',
        at,
        is: null,
        and: { at: kind.at, is: kind.is },
      })),
    )
    .find((when) => {
      const isSo = ({ by, step }: Pick<Refusal, 'by' | 'step'>) => wasInState(by, step, when, states, form);
      const isOther = (one: Pick<Refusal, 'by' | 'step'>) => isOfOther(one, when, states, form);
      const isFree = (strategy: Json) => !isAt(strategy, when.and!);
      const areFree = accepted.some(isOther) || strategiesWithout(when, states).some(isFree);
      return group.every(isSo) && areFree && !accepted.some(isSo);
    });
}

const isWord = ({ is }: { readonly is: Json }): boolean => isCodeWord(nameIn(is) ?? '');

/** The strategies of listings that were shown to be without what a condition is about. */
const strategiesWithout = (when: StateCondition, { sightings, strategyOf }: States): Json[] =>
  sightings.flatMap(({ kind, record }) =>
    kind === 'listing' && sameValue(valueAt(record, when.at), when.is) ? (strategyOf(record) ?? []) : [],
  );

/** The accepted writes to records that no other write has changed since they were seen. */
function acceptedIn({ exchanges, writes }: Pick<States, 'exchanges' | 'writes'>) {
  const stale = new Set(writes.flatMap(({ by, isStale }) => (isStale ? [by] : [])));
  return exchanges.flatMap((by, step) => (isAcceptedWrite(by) && !stale.has(by) ? [{ by, step }] : []));
}

/** Whether a refusal names a bound, in its words or as the member that holds them. */
const tellsBound = (by: Exchange, told: ReadonlySet<string>, at: string, bounds: readonly string[]) =>
  tellName(told, lastSegment(at)) || tellBound(told, at, bounds) || toldMembers(by).has(lastSegment(at));

/** The bounds that a write is to take away. */
const boundsTaken = (
  { sent }: Exchange,
  { writes: { updatePrice }, records: { listing } }: DialectForm,
): string[] =>
  (['min', 'max'] as const).flatMap((bound) => {
    const [asked, stored] = [updatePrice?.[bound]?.at, listing?.[bound]?.at];
    return stored !== undefined && asked !== undefined && isNullAt(sent ?? null, asked) ? [stored] : [];
  });

/**
 * The bound that the answer names, be it by what the other one is not called, or that was to be taken away, and that any strategy
 * needs: who follows none was allowed to be without, or a strategy was to be followed.
 */
function neededByAny(
  group: readonly Refusal[],
  bounds: readonly string[],
  states: States,
  form: DialectForm,
): StateCondition | undefined {
  const [{ by: first }] = group as [Refusal];
  const named = states.places.ids.strategy?.at;
  if (named === undefined) return undefined;
  const told = wordsOf(first);
  const accepted = acceptedIn(states).filter(({ by }) => by.endpoint === first.endpoint);
  const own = boundsIn(form);
  const taken = boundsTaken(first, form);
  // What is named is rather a bound than what holds both.
  return [...bounds]
    .sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)))
    .filter((at) => taken.includes(at) || tellsBound(first, told, at, own))
    .map((at): StateCondition => ({ of: 'record', at, is: null, and: { at: named } }))
    .find((when) => {
      const isSo = ({ by, step }: Pick<Refusal, 'by' | 'step'>) => wasInState(by, step, when, states, form);
      const isFree = ({ by, step }: Pick<Refusal, 'by' | 'step'>) => {
        const left = besideOf(by, step, when, states, form);
        return left !== undefined && left.strategy === undefined && isAt(left.record, when);
      };
      // A strategy that is assigned says nothing of bounds: what is told of one is what it needs.
      const isNeeded = first.endpoint?.name === 'updateStrategy' || accepted.some(isFree);
      // Listings that are without it all the same tell otherwise, unless writes to such ones are what was refused.
      const isWithout = ({ by, step }: Pick<Refusal, 'by' | 'step'>) => {
        const record = recordOf('record', by, step, states);
        return record !== undefined && isAt(record, when) && states.strategyOf(record) !== undefined;
      };
      const isRefuted = strategiesWithout(when, states).length > 0 && !group.some(isWithout);
      return group.every(isSo) && isNeeded && !accepted.some(isSo) && !isRefuted;
    });
}

/** Whether a write left a listing without the same, and its strategy is not one that needs it. */
function isOfOther(
  { by, step }: Pick<Refusal, 'by' | 'step'>,
  when: StateCondition,
  states: States,
  form: DialectForm,
): boolean {
  const left = besideOf(by, step, when, states, form);
  return left?.strategy !== undefined && isAt(left.record, when) && !isAt(left.strategy, when.and!);
}

/** The listing as a write leaves it, and the strategy that is named with it or followed; undefined where it is not known. */
function besideOf(by: Exchange, step: number, when: StateCondition, states: States, form: DialectForm) {
  const record = recordOf('record', by, step, states);
  if (record === undefined || by.endpoint === undefined) return undefined;
  const left = leftBeside({ endpoint: by.endpoint.name, sent: by.sent }, when, record, form).record;
  const isNamed = by.endpoint.name !== 'updatePrice';
  return {
    record: left,
    strategy: isNamed ? recordOf('strategy', by, step, states) : states.strategyOf(record),
  };
}

/** What a refused write was about when the very same write was accepted later; undefined where it never was. */
function settledIn(of: StateCondition['of'], { by, step }: Refusal, states: States): Json | undefined {
  const again = states.exchanges.findIndex(
    (one, later) =>
      later > step &&
      one.ok &&
      one.endpoint === by.endpoint &&
      one.recordId === by.recordId &&
      one.session === by.session &&
      one.sentText === by.sentText,
  );
  return again === -1 ? undefined : recordOf(of, states.exchanges[again]!, again, states);
}

/** Whether a write was about something in a state. */
export function wasInState(
  by: Exchange,
  step: number,
  when: StateCondition,
  states: States,
  form: DialectForm,
): boolean {
  if (when.and !== undefined) {
    const beside = besideOf(by, step, when, states, form);
    return beside !== undefined && isAt(beside.record, when) && isAt(beside.strategy ?? null, when.and);
  }
  const record = recordOf(when.of, by, step, states);
  return record !== undefined && isInState(record, when);
}

/** A listing as it was known before an exchange, or else at the end. */
export const listingAt = (step: number, id: string, { before }: Pick<States, 'before'>): Json | undefined =>
  before(step, 'listing', id) ?? before(Infinity, 'listing', id);

/** What a write is about: the listing, or the strategy that its body names. */
export function recordOf(
  of: StateCondition['of'],
  by: Exchange,
  step: number,
  states: States,
): Json | undefined {
  if (of === 'record') return listingAt(step, by.recordId, states);
  const texts = allLeaves(by.sent ?? null).map(([, leaf]) => textOf(leaf));
  const named = [...states.strategies].find(([id]) =>
    texts.some((text) => text === id || text.endsWith(`/${id}`)),
  );
  return named?.[1];
}

/** The places of both bounds of a listing; none where it has not got two. */
function boundsIn({ records: { listing } }: DialectForm): readonly string[] {
  return listing?.min === undefined || listing.max === undefined ? [] : [listing.min.at, listing.max.at];
}
