// Filters for what parameters were asked for: of a value as it is, of a word for one, or of conditions that name a leaf and a
// comparison.
import {
  conditionsIn,
  inFirstItems,
  isOfThere,
  isOrder,
  partsBetween,
  passes,
  placeRead,
  reads,
} from '../../../dialect/conditions.ts';
import { filterOperators } from '../../../dialect/profile-form.ts';
import type { FilterForm } from '../../../dialect/profile-form.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { isNothing, textOf } from '../../../http/exact-json.ts';
import { literalPattern } from '../../../http/literal-pattern.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { allLeaves, leafAt, parentOf, placesAround, textAt } from '../../../http/pointer.ts';
import { parted } from '../../groups.ts';
import { calledFirst } from '../pages/known-walks.ts';
import { fittest, inUnits, isCompared, isPickedBy } from './filter-cases.ts';
import type { Case } from './filter-cases.ts';
import { meaningFor } from './filter-values.ts';
import { endNamed, leavesOutEqual, orderWords } from './range-ends.ts';

/** What is called so asks for a beginning: `sw` is a word for that, too (RFC 7644 §3.4.2.2). */
const ofBeginning = /start|begin|prefix|(?<![a-z])sw(?![a-z])/i;

/** What is called so looks for a part of a text. */
const ofSearch = /^(?:q|query|find|keywords?|terms?|search(?:[_-]?(?:terms?|text|query|for))?)$/i;

/** Of two comparisons that pick the same the one that the name of the parameter tells, such as `cost_less_than`. */
export function calledSo(name: string, form: FilterForm, cases: readonly Case[]): FilterForm {
  const isStrict = leavesOutEqual.test(name);
  const end =
    form.by === 'is' && cases.every(({ value }) => isCompared(value)) ? endNamed(name, form) : undefined;
  const told =
    form.by === 'contains' && ofBeginning.test(name)
      ? 'starts with'
      : form.by === 'at least' && isStrict
        ? 'above'
        : form.by === 'at most' && isStrict
          ? 'below'
          : form.by === 'is' && form.as === undefined && form.means === undefined && ofSearch.test(name)
            ? 'contains'
            : form.by;
  const by = end ?? told;
  const called = { ...form, by };
  return cases.every((one) => isPickedBy(one, [called])) ? called : form;
}

/** The leaves that the shown records have as asked, and the fewest of the others; several, where values are conditions. */
export function filtersOf(cases: readonly Case[], places: readonly string[]): FilterForm[] {
  const telling = cases.filter(({ shown }) => shown.length > 0);
  if (telling.length === 0) return [];
  const whole = bestFor(cases, places, false);
  // A range that names how it compares is made of conditions.
  const isSaid = whole?.by === 'between' && telling.some(({ value }) => comparison.test(value));
  if (whole !== undefined && !isSaid) return [whole];
  const meant = meaningFor(cases, telling, places);
  if (meant !== undefined) return [meant];
  const turned = turnedBySign(cases, places);
  if (turned !== undefined) return turned;
  const found = withConditions([], telling, places);
  const [first] = found;
  // What is the value alone is no condition: it is searched for, in one leaf and, where it is not there, in others.
  if (first?.by === 'contains' && found.every(({ as }) => as === '*'))
    return [{ at: first.at, by: first.by }];
  return found.length === 0 && whole !== undefined ? [whole] : found;
}

/** Filters with those that read the conditions of further cases: each may be of another kind. */
export function withConditions(
  forms: readonly FilterForm[],
  cases: readonly Case[],
  places: readonly string[],
): FilterForm[] {
  let found: readonly FilterForm[] = [...forms];
  const bySize = [...cases].sort((a, b) => a.value.length - b.value.length);
  for (const one of bySize) {
    if (found.some((form) => reads(form, one.value) && isPickedBy(one, [form]))) continue;
    const joint = joints.find(({ and, or }) => {
      const joined = withJoint(withOtherWords(found), { and, or });
      const isJoint = one.value.includes(and ?? or!) && isPickedBy(one, joined);
      return isJoint && conditionsIn(one.value, joined).every(({ form }) => form !== undefined);
    });
    if (joint !== undefined) {
      found = withJoint(found, joint);
      continue;
    }
    const together = conditionsTogether(one, found, places);
    if (together !== undefined) {
      found = together;
      continue;
    }
    const form = conditionOf(one, places);
    if (form === undefined) continue;
    const said = { ...form, by: saidIn(form) ?? form.by };
    found = [...found, isPickedBy(one, [said]) ? said : form];
  }
  return withOtherEnds(withOtherWords(found));
}

/** Who takes one end of a range, `added:[*..]`, takes the other one, and both. */
function withOtherEnds(forms: readonly FilterForm[]): FilterForm[] {
  const ends: readonly (readonly [string, FilterForm['by']])[] = [
    ['*..', 'at least'],
    ['..*', 'at most'],
    ['*', 'between'],
  ];
  const more = forms.flatMap((form): FilterForm[] => {
    const [range] = /(?<=[[({])(?:\*\.\.|\.\.\*)(?=[\])}])/.exec(form.as ?? '') ?? [];
    return range === undefined || !isOrder(form.by)
      ? []
      : ends.map(([end, by]) => ({ ...form, by, as: form.as!.replace(range, end) }));
  });
  return [...forms, ...more.filter((one) => !forms.some(({ as }) => as === one.as))];
}

/** What stands in front of a value that is not to be picked. */
const signsOfNot = ['-', '!', '~', '^', 'not:', 'ne:'];

/** A leaf that has the value, or has another one where a sign stands before it. */
function turnedBySign(cases: readonly Case[], places: readonly string[]): FilterForm[] | undefined {
  for (const sign of signsOfNot) {
    const [turned, plain] = parted(cases, ({ value }) => value.startsWith(sign));
    const isTelling = turned.length > 0 && plain.some(({ shown }) => shown.length > 0);
    const whole = isTelling ? bestFor(plain, places, false) : undefined;
    if (whole === undefined || (whole.by !== 'is' && whole.by !== 'is one of')) continue;
    const forms: FilterForm[] = [{ at: whole.at, by: 'is not', as: `${sign}*` }, whole];
    if (turned.every((one) => one.shown.length === 0 || isPickedBy(one, forms))) return forms;
  }
  return undefined;
}

type Joint = Pick<FilterForm, 'and' | 'or'>;

/** What stands between conditions of which all are asked for, or one. */
const joints: readonly Joint[] = [
  ...[';', ',', '|', ' and ', ' AND ', '&&'].map((and) => ({ and })),
  ...['||', ' or ', ' OR ', '|', ','].map((or) => ({ or })),
];

/**
 * The forms with those of conditions that only came together, such as a range of prices and their currency: each leaf is one that
 * its condition calls, and all conditions pick what was shown. Undefined where none do.
 */
function conditionsTogether(
  one: Case,
  found: readonly FilterForm[],
  places: readonly string[],
): readonly FilterForm[] | undefined {
  for (const joint of joints) {
    const parts = joint.and === undefined ? [] : partsBetween(one.value, joint.and);
    if (parts.length < 2 || !parts.every((part) => /^[\p{L}_.-]+\W/u.test(part))) continue;
    const forms = parts.flatMap((value) => {
      const known = withOtherWords(found).find((form) => reads(form, value));
      return known === undefined ? (calledCondition({ ...one, value }, places) ?? []) : [known];
    });
    const joined = withJoint(withOtherWords([...new Set([...found, ...forms])]), joint);
    if (forms.length === parts.length && isPickedBy(one, joined)) return joined;
  }
  return undefined;
}

/** A condition that all records pass that were shown, and not all others, on the leaf that its words call first. */
function calledCondition(one: Case, places: readonly string[]): FilterForm | undefined {
  for (const at of calledFirst(one.value.replace(/\W.*$/s, ''), places)) {
    const form = filterOperators
      .flatMap((by) => (by === 'is' ? [] : conditionsOf(one, [at], by)))
      .find(
        (own) =>
          one.shown.every((record) => passes(record, own, one.value)) &&
          !one.all.every((record) => passes(record, own, one.value)),
      );
    if (form !== undefined) return form;
  }
  return undefined;
}

const withJoint = (forms: readonly FilterForm[], joint: Joint): FilterForm[] =>
  forms.map((form) => ({ ...form, ...joint }));

/** The words of comparisons, and their signs: who takes one of them takes the others. */
const comparisons: readonly Readonly<Record<string, FilterForm['by']>>[] = [
  Object.assign({ eq: 'is', ne: 'is not' }, ...orderWords) as Record<string, FilterForm['by']>,
  { '>=': 'at least', '<=': 'at most', '!=': 'is not', '>': 'above', '<': 'below' },
];

const comparison = /(?<![A-Za-z])(?:eq|ne|gte?|ge|lte?|le)(?![A-Za-z])|[<>!]=|[<>]/i;

const wordIn = ({ as }: FilterForm) => (as === undefined ? undefined : comparison.exec(as)?.[0]);

const kinOf = (word: string) => comparisons.find((kin) => Object.hasOwn(kin, word.toLowerCase()))!;

/** The comparison that a condition names by a word. */
function saidIn(form: FilterForm): FilterForm['by'] | undefined {
  const word = wordIn(form);
  return word === undefined ? undefined : kinOf(word)[word.toLowerCase()];
}

/** Conditions that name their comparison by a word, with the other words in its place: what names its leaf before what reads any. */
function withOtherWords(forms: readonly FilterForm[]): FilterForm[] {
  const all = [...forms];
  for (const form of forms) {
    const word = wordIn(form);
    if (word === undefined) continue;
    for (const [other, by] of Object.entries(kinOf(word))) {
      const as = form.as!.replace(comparison, word === word.toUpperCase() ? other.toUpperCase() : other);
      // Numbers need no quotes.
      const ways = isOrder(by) ? [as, as.replace(/(['"])\*\1/, '*')] : [as];
      for (const way of new Set(ways))
        if (!all.some((one) => one.as === way && (way.includes('{}') || one.at === form.at)))
          all.push({ ...form, as: way, by });
    }
  }
  const [others, named] = parted(all, ({ as }) => as?.includes('{}') === true);
  return [...named, ...others];
}

const conditionOf = (one: Case, places: readonly string[]): FilterForm | undefined =>
  one.shown.length === 0 ? undefined : bestFor([one], places, true);

function bestFor(
  cases: readonly Case[],
  places: readonly string[],
  isCondition: boolean,
): FilterForm | undefined {
  const [telling] = cases.filter(({ shown }) => shown.length > 0);
  const forms = filterOperators.flatMap((by): readonly FilterForm[] => {
    // Only in a condition may other words stand before what is compared.
    const hasNumber = ({ value }: Case) => /\d/.test(value) || readMoment(value) !== undefined;
    const isAnywhere = isCondition || by === 'between';
    if (isOrder(by) && !cases.every((one) => (isAnywhere ? hasNumber(one) : isCompared(one.value))))
      return [];
    // A point within a number stands between no two.
    if (by === 'between' && !cases.some(({ value }) => /\d(?!\.\d)\D+\d/.test(value))) return [];
    // A sign of an order says how it is compared.
    const isOtherwise = !isOrder(by) && by !== 'is not' && /[<>]/.test(telling!.value);
    if (isCondition) return by === 'is' || isOtherwise ? [] : conditionsOf(telling!, places, by);
    return (isOrder(by) ? inUnits(places) : places.map((at) => ({ at }))).map((one) => ({ ...one, by }));
  });
  return fittest(
    isCondition ? namingFirst(forms) : forms,
    cases,
    (form, record, at) => passes(record, form, cases[at]!.value),
    // What leaves nothing out picks nothing, and two values have no order.
    (form) =>
      cases.some(({ value, all }) => !all.every((record) => passes(record, form, value))) &&
      (!isOrder(form.by) || isOrdered(cases, form, telling!.value)),
  );
}

/** A condition that names a leaf is rather about that than about another one that begins so by chance. */
function namingFirst(forms: readonly FilterForm[]): FilterForm[] {
  const around = new Set(forms.flatMap(({ at }) => placesAround(at)));
  return parted(forms, ({ at, as }) => as?.includes('{}') === true && !around.has(at)).flat();
}

/** Whether a leaf has more than two values. */
function isOrdered(cases: readonly Case[], form: FilterForm, value: string): boolean {
  const at = inFirstItems(placeRead(form, value));
  return new Set(cases.flatMap(({ all }) => all.map((record) => textAt(record, at)))).size > 2;
}

/** A name with a word or a sign beside it, such as `{} pr` (RFC 7644 §3.4.2.2) and `exists({})`. */
const besideName = /^(?:\{\}[^\w*,][^*,]*|[^*,]*[^\w*,]\{\}[^\w*,]*)\*$/;

const withParents = (places: readonly string[]): string[] => [
  ...new Set(places.flatMap((at) => (parentOf(at) === '' ? [at] : [at, parentOf(at)]))),
];

/** A condition holds the value, and mostly the name of the leaf. */
function conditionsOf(
  { value, shown, all }: Case,
  places: readonly string[],
  by: FilterForm['by'],
): FilterForm[] {
  if (by === 'between' || isOrder(by)) {
    const numbers = [...value.matchAll(/\d+(?:\.\d+)?Z?/g)];
    const [first, last] = [numbers[0], numbers.at(-1)];
    if (first === undefined || last === undefined) return [];
    const as = `${value.slice(0, first.index)}*${value.slice(last.index + last[0].length)}`;
    return inUnits(places).flatMap((one) => named(as, one, by));
  }
  if (by === 'contains' || by === 'starts with') {
    const ways = [...value.matchAll(/[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*/gu)].flatMap(({ 0: word, index }) => {
      const [before, behind] = [value.slice(0, index), value.slice(index + word.length)];
      // A part of a moment or a number is no word.
      if (/\d$/.test(word) && /^[-:.]\d/.test(behind)) return [];
      if (/^\d/.test(word) && /\d[-:.]$/.test(before)) return [];
      // A beginning is asked for by a word, or by a sign for any other text behind it alone.
      const isStart = ofBeginning.test(value) || (/^[*%]/.test(behind) && !/[*%]$/.test(before));
      const as = `${before.replace(/\*$/, '')}*${behind.replace(/^\*$/, '')}`;
      return isStart === (by === 'starts with') ? [as] : [];
    });
    return places.flatMap((at) => ways.flatMap((as) => named(as, { at }, by)));
  }
  if (isOfThere(by)) {
    // Whether there is a value is asked of a leaf, or of an object, by its name, and by yes or by words beside it alone.
    const as = value.replace(/\b(?:true|false)\b/i, '*');
    const isSaid = as === value;
    return withParents(places)
      .flatMap((at) => named(isSaid ? `${value}*` : as, { at }, by))
      .filter((form) => (isSaid ? besideName : /\{\}/).test(form.as!));
  }
  return places.flatMap((at): FilterForm[] => {
    // What is asked not to be is what the others are.
    const picked = by === 'is not' ? all.filter((record) => !shown.includes(record)) : shown;
    const texts = new Set(
      picked
        .flatMap((record) => allLeaves(leafAt(record, at)))
        .flatMap(([, leaf]) => (isNothing(leaf) ? (/\bnull\b/i.exec(value) ?? []) : textOf(leaf)))
        .filter((text) => value.includes(text)),
    );
    if (texts.size === 0) return [];
    // The name of the leaf is no value.
    const name = lastSegment(at);
    const unnamed = value.replace(name, ' '.repeat(name.length));
    // Nor is a part of a word.
    const starts = [...texts].map((text) =>
      unnamed.search(new RegExp(`(?<![A-Za-z0-9])${literalPattern(text)}(?![A-Za-z0-9])`)),
    );
    if (starts.includes(-1)) return [];
    const ends = [...texts].map((text, one) => starts[one]! + text.length);
    const as = `${value.slice(0, Math.min(...starts))}*${value.slice(Math.max(...ends))}`;
    return as === '*' ? [] : named(as, { at }, by);
  });
}

/** With the name of the leaf it is a condition on any leaf, without on this one alone. */
function named(as: string, leaf: Pick<FilterForm, 'at' | 'times'>, by: FilterForm['by']): FilterForm[] {
  const name = lastSegment(leaf.at);
  return as.includes(name) && name.length > 1
    ? [
        { ...leaf, by, as: as.replace(name, '{}') },
        { ...leaf, by, as },
      ]
    : [{ ...leaf, by, as }];
}
