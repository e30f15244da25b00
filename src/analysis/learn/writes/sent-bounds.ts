// Where bodies tell the two price bounds, how they are written there, and where records show them.
import { isMarked, isNothing, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import type { AmountForm, WriteForm } from '../../../dialect/profile-form.ts';
import { inUnit, nearest, numeric, steps, unitName, worthOf } from '../../../dialect/template-filters.ts';
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import { lackingAt, replacesBy } from '../../../dialect/recorded-record.ts';
import type { Exchange } from '../../exchanges.ts';
import { byFrequency, parted } from '../../groups.ts';
import { unitBetween } from './sent-values.ts';
import { shows } from '../records/sightings.ts';
import type { Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

/** The two amounts of accepted bodies: the lower bound is the one that is never above the other. */
export function boundsIn(
  accepted: readonly Exchange[],
  refused: readonly Exchange[],
  version: string | undefined,
): readonly [AmountForm | undefined, AmountForm | undefined] {
  const amounts = accepted.flatMap(({ sent, recordId }) =>
    sentLeaves(sent).filter(
      ([at, leaf]) => worthOf(leaf) !== undefined && textOf(leaf) !== recordId && at !== version,
    ),
  );
  const forms = byFrequency(amounts, ([at]) => at)
    .slice(0, 2)
    .map((own) => ({
      at: own[0]![0],
      ...writtenAs(
        own.map(([, leaf]) => leaf),
        wantsNumbers(refused),
      ),
    }));
  if (forms.length < 2) return [forms[0], undefined];
  const [a, b] = forms as [AmountForm, AmountForm];
  const both = accepted.flatMap(({ sent }) => {
    const [x, y] = [worthOf(valueAt(sent, a.at)), worthOf(valueAt(sent, b.at))];
    return x === undefined || y === undefined ? [] : [x - y];
  });
  const above = both.filter((difference) => difference > 0).length;
  const below = both.filter((difference) => difference < 0).length;
  return above > below ? [b, a] : [a, b];
}

/** The bounds with the place that shows their unit, where what was sent had several, each the one that its record shows there. */
export function withUnits(
  bounds: readonly (AmountForm | undefined)[],
  writes: readonly Write[],
): readonly (AmountForm | undefined)[] {
  const sent = writes.flatMap(({ by, before }) =>
    bounds.flatMap((bound) => {
      const amount = bound && inUnit(valueAt(by.sent, bound.at));
      return amount === undefined || before === undefined ? [] : [{ unit: amount.unit, before }];
    }),
  );
  const [{ unit, before }] = [...sent, { unit: '', before: null }] as [(typeof sent)[0]];
  const shows = (at: string) => sent.every((one) => valueAt(one.before, at) === unitName(one.unit));
  const unitAt =
    new Set(sent.map((one) => one.unit)).size < 2 ? undefined : leavesOf(before).find(([at]) => shows(at));
  return unitAt === undefined
    ? bounds
    : bounds.map((bound) => bound && { ...bound, unit, unitAt: unitAt[0] });
}

/** Whether refusals tell that a number is wanted, and none that a text is. */
function wantsNumbers(refused: readonly Exchange[]): boolean {
  const told = refused.map(({ body }) => JSON.stringify(body ?? null)).join(' ');
  return /\b(?:number|numeric|decimal)\b/i.test(told) && !/\bstring\b/i.test(told);
}

function writtenAs(values: readonly Json[], areNumbersWanted: boolean): Omit<AmountForm, 'at'> {
  const isWhole = values.every(
    (value) => !isMarked(value) && Number.isInteger(worthOf(value)) && !/\d[.,]/.test(textOf(value)),
  );
  const whole = isWhole && { whole: true as const };
  const isComma = (value: Json) => textOf(value).includes(',') && inUnit(value)?.unit.includes('*') !== true;
  const comma = values.some(isComma) && { comma: true as const };
  // Where both are taken, most are written in the way that is meant, unless refusals tell another one.
  const texts = values.filter((value) => numberOf(value) === undefined);
  const [unit, ...others] = new Set(texts.map((value) => inUnit(value)?.unit));
  const own = unit !== undefined && others.length === 0 && { unit };
  const areTexts = texts.length === values.length || (texts.length * 2 > values.length && !areNumbersWanted);
  if (areTexts) return { as: 'text', scale: 1, ...whole, ...comma, ...own };
  return {
    as: isWhole && texts.length === 0 ? 'integer' : 'number',
    scale: 1,
    ...whole,
  };
}

/** Where records show a bound: the leaf that most often became worth what was sent. */
export function boundPlace(writes: readonly Write[], { at }: AmountForm): string | undefined {
  const counts = new Map<string, number>();
  for (const { by, before, after } of writes) {
    const sent = valueAt(by.sent, at);
    // A list may show what was asked for alone.
    const most = Math.max(...after.map(({ record }) => Object.keys(record).length));
    const last = after.findLast(({ record }) => Object.keys(record).length * 2 > most)?.record;
    if (numeric(sent) === 0 || last === undefined) continue;
    for (const [place, leaf] of leavesOf(last)) {
      const changed = before !== undefined && textOf(valueAt(before, place)) !== textOf(leaf);
      if (unitBetween(leaf, sent) === undefined && !(changed && isRounded(leaf, sent))) continue;
      counts.set(place, (counts.get(place) ?? 0) + (changed ? 3 : 1));
    }
  }
  // Where several leaves always are alike, the one that is called as what was sent.
  const isNamesake = (place: string) => Number(lastSegment(place) === lastSegment(at));
  return [...counts].sort((a, b) => b[1] - a[1] || isNamesake(b[0]) - isNamesake(a[0]))[0]?.[0];
}

/** Whether a number is what was sent, but for a step to which that was rounded. */
function isRounded(leaf: Json, sent: Json | undefined): boolean {
  const [number, asked] = [numeric(leaf), numeric(sent)];
  return (
    number !== undefined &&
    number !== 0 &&
    asked !== undefined &&
    steps.some((step) => nearest(asked, step) === number)
  );
}

/**
 * Whether writes that left out a bound or the strategy took it away, and none left it there; of those that did now this and now
 * that, what the bodies say that took it away.
 */
export function takesAway(
  writes: readonly Write[],
  sent: readonly (string | undefined)[],
  places: readonly (string | undefined)[],
  views: States['views'],
): WriteForm['replaces'] {
  const left = writes.flatMap(({ by, before, after, isStale }) =>
    places.flatMap((place, at) => {
      const own = sent[at];
      if (place === undefined || own === undefined || isStale) return [];
      // A receipt may leave out what stays, and a list show what was asked for alone.
      const last = after.findLast(({ view }) => shows(views[view], place))?.record;
      if (last === undefined) return [];
      const isLeftOut = lackingAt(by.sent, own) !== undefined && !isNothing(valueAt(before, place));
      return isLeftOut ? [{ by, isKept: !isNothing(valueAt(last, place)) }] : [];
    }),
  );
  const [kept, taken] = parted(left, ({ isKept }) => isKept);
  if (taken.length === 0) return undefined;
  if (kept.length === 0) return true;
  // What says so is a flag or a word.
  return sentLeaves(taken[0]!.by.sent)
    .map(([at, is]) => ({ at, is }))
    .find(
      (says) =>
        /^[a-z][\w-]*$/i.test(textOf(says.is)) &&
        !sent.includes(says.at) &&
        taken.every(({ by }) => replacesBy(by.sent, says)) &&
        kept.every(({ by }) => valueAt(by.sent, says.at) !== undefined && !replacesBy(by.sent, says)),
    );
}
