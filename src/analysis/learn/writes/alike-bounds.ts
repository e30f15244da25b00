// Two bounds are written alike: what is known of one is known of the other, where that explains it.
import { rewritten } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { literalPattern } from '../../../http/literal-pattern.ts';
import { isWithin } from '../../../http/pointer.ts';
import type { Reference } from '../../../dialect/profile-form.ts';
import { asOther } from '../../../dialect/template-filters.ts';
import { holesIn, sameValue } from '../../../dialect/templates.ts';
import { leastByChance } from './explain-change.ts';
import { gives } from './write-changes.ts';
import type { Change } from './write-changes.ts';

/**
 * How one bound is written where it was sent or taken away, the other is, where that explains all of both and the other's way does
 * not.
 */
export function makeAlike(
  sets: Record<string, Json>,
  [low, high]: readonly Reference[],
  changesAt: (place: string, which: 'soon') => readonly Change[],
): void {
  if (low === undefined || high === undefined) return;
  const placeOf = ({ is }: Reference) => Object.keys(sets).find((own) => isWithin(is, own));
  const sureAt = (place: string) => changesAt(place, 'soon').filter(({ isStale }) => !isStale);
  const held = (place: string, template: Json) =>
    sureAt(place).filter((change) => gives(template, change)).length;
  for (const [one, other] of [
    [low, high],
    [high, low],
  ] as const) {
    const [place, there] = [placeOf(one), placeOf(other)];
    if (place === undefined) continue;
    const before = there === undefined ? -1 : held(place, turned(sets[there]!, other, one));
    const sister = renamed(one.is, other.is)(place);
    // In which unit amounts are, one of them may tell alone.
    const unit = unitTold(sets[place]!);
    const own = held(place, sets[place]!);
    const isLikelier =
      own > before || (own === before && leastByChance(sets[place]!) < leastByChance(sets[there!]!));
    if (!isLikelier && unit === undefined) continue;
    const filters = holesIn(sets[place]!).find((hole) => hole.startsWith(`sent${one.at} |`));
    const parted = withThousands(sets[place]!);
    const template = [
      turned(sets[place]!, one, other),
      turned(parted, one, other),
      ...(there === undefined || filters === undefined
        ? []
        : [filteredBy(sets[there]!, other, writingIn(filters.slice(`sent${one.at}`.length)))]),
      ...(there === undefined || unit === undefined ? [] : [inUnitOf(sets[there]!, unit)]),
    ].find((own) => held(sister, own) === sureAt(sister).length);
    if (template === undefined) continue;
    for (const own of Object.keys(sets)) if (isWithin(own, sister)) Reflect.deleteProperty(sets, own);
    sets[sister] = template;
    if (sameValue(template, turned(parted, one, other))) sets[place] = parted;
    return;
  }
}

/** A template that parts the thousands of amounts with a unit: of smaller ones nobody sees whether it does. */
const withThousands = (template: Json): Json =>
  rewritten(template, (json) => json.replace(/ \| fixed (?=[^\d{}|?])/g, ' | grouped '));

/** The amount of the record in whose unit another one is written. */
const unitTold = (template: Json): string | undefined =>
  new RegExp(` ${asOther}(was/[^{}|?"]+)`).exec(JSON.stringify(template))?.[1];

/** A template that writes amounts in the unit of another one, in place of a unit that is always the same. */
const inUnitOf = (template: Json, other: string): Json =>
  rewritten(template, (json) =>
    json.replace(/( \| (?:fixed|comma|grouped)) (?!\d+[{}|?])[^{}|?"]+/g, `$1 ${asOther}${other}`),
  );

/** Filters of a hole that say how it is written, without those that draw it to another value. */
const writingIn = (filters: string): string =>
  filters.replace(/ \| (?:least|most) [^{}|?]+?(?= \||[?}]|$)/g, '');

/** A template that writes what was sent for a bound, with these filters alone. */
function filteredBy(template: Json, { at }: Reference, filters: string): Json {
  const hole = new RegExp(`\\{sent${literalPattern(at)}(?: \\| [^{}|?]+)*`, 'g');
  return rewritten(template, (json) => json.replace(hole, `{sent${at}${filters.replace(/[?|]$/, '')}`));
}

/** What says how one bound is written, as it would say it of the other one, though not to what that is drawn. */
function turned(template: Json, one: Reference, other: Reference): Json {
  const [sent, shown] = [renamed(one.at, other.at), renamed(one.is, other.is)];
  return rewritten(template, (json) =>
    writingIn(json).replace(
      /\b(sent|was|record)((?:\/[^/{}|?\s"]+)+)/g,
      (_, of: string, at: string) => of + (of === 'sent' ? sent : shown)(at),
    ),
  );
}

/** How a place is called that is to another one as these two are to each other. */
function renamed(one: string, other: string): (place: string) => string {
  const [steps, others] = [one.split('/'), other.split('/')];
  const [at, ...more] = steps.flatMap((step, index) => (step === others[index] ? [] : [index]));
  // Where more than a name differs, these two alone are so to each other.
  if (at === undefined || more.length > 0 || steps.length !== others.length)
    return (place) => (place === one ? other : place);
  return (place) => {
    const own = place.split('/');
    return own[at] === steps[at] ? [...own.slice(0, at), others[at]!, ...own.slice(at + 1)].join('/') : place;
  };
}
