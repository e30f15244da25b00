// Of several things that are wrong with a refused request, the one that its answer tells.
import { isList, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isUnseen } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { isToldFor } from '../../../dialect/refusal-words.ts';
import { areSisters, naturally } from '../../../dialect/causes.ts';
import type { asCrossed } from '../../../dialect/objections/bound-objections.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import { leafTexts, namesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import type { ErrorForm } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { fits } from './error-forms.ts';
import { onceFor } from '../../once-for.ts';
import { addHeaderFacts } from '../records/request-facts.ts';

/**
 * Of several candidates the one whose error, as it was told elsewhere, is the one told here; else the first that was told
 * nowhere else, in the natural order.
 */
export function blame(
  { candidates, by, step }: Refusal,
  forms: readonly ErrorForm[],
  alone: readonly Refusal[],
  known: (refusal: Refusal) => Map<string, Json>,
  isTakenOfSister: (objection: Objection, by: Exchange) => boolean,
  crossed: (objection: Objection, by: Exchange, step: number) => ReturnType<typeof asCrossed>,
): Objection {
  // What is taken of one bound is hardly to blame for the other, nor what was only never seen where something is wrong in itself.
  const isUnlikely = (one: Objection) => Number(isTakenOfSister(one, by)) * 2 + Number(isUnseen(one));
  const ordered = [...candidates].sort((a, b) => isUnlikely(a) - isUnlikely(b) || naturally(a, b));
  const named = namedIn(by, ordered);
  const isToldAs = (blamed: Objection, form: ErrorForm, sent = by.sent) => {
    const facts = addHeaderFacts(known({ by: { ...by, sent }, step, candidates, blamed }), by);
    return (
      form.status === by.status &&
      (fits(form.body, toldBy(by), (name) => facts.get(name)) ||
        fits(form.body, by.body, (name) => asText(facts.get(name))))
    );
  };
  const isCrossed = (one: Objection, form: ErrorForm) => {
    const { sent, objection } = crossed(one, by, step);
    return isToldAs(objection, form, sent);
  };
  const namesStored = (one: Objection) => {
    const own = new Set(sentLeaves(by.sent).flatMap(([at]) => namesOf(at)));
    const stored = sentLeaves(crossed(one, by, step).sent).flatMap(([at]) => namesOf(at));
    const words = new Set(leafTexts(toldBy(by)).flatMap((text) => text.split(/[^\p{L}\p{N}_-]+/u)));
    return stored.some((name) => !own.has(name) && words.has(name));
  };
  const told =
    ordered.find((blamed) =>
      forms.some(
        (form) =>
          (isToldFor({ ...form, on: undefined }, blamed) && isToldAs(blamed, form)) ||
          // Two that cross are told by the lower one, though null was sent for it, or nothing.
          (blamed.cause.startsWith('bound-beyond-') &&
            form.cause === 'bounds-crossed' &&
            isCrossed(blamed, form)),
      ),
    ) ??
    ordered.find((blamed) =>
      forms.some((form) => areSisters(form.cause, blamed.cause) && isToldAs(blamed, form)),
    );
  // A bound for which null or nothing is sent may be left as it was, so that the other one crosses it, however that is named.
  const isLeft =
    (named?.cause === 'field-null' && told?.cause === 'bound-beyond-null') ||
    (named?.cause === 'field-missing' && told?.cause === 'bound-beyond-stored');
  if (named !== undefined && !isTakenOfSister(named, by) && !isLeft) return named;
  if (told !== undefined) return told;
  // What names the bound that stands tells that the one that was sent crosses it, rather than that such an amount was never taken.
  const crossing = ordered.find((one) => one.cause === 'bound-beyond-stored' && namesStored(one));
  if (crossing !== undefined && ordered.every((one) => one === crossing || isUnseen(one))) return crossing;
  // What tells of the bound that was left out and of the one that was sent tells that these cross.
  const [beyond, lack] = ['bound-beyond-stored', 'field-missing'].map((cause) =>
    ordered.find((one) => one.cause === cause && namedIn(by, [one]) === one),
  );
  if (beyond !== undefined && lack !== undefined) return beyond;
  const isTold = (one: Objection) => forms.some((form) => isToldFor(form, one, by.endpoint?.name));
  const isToldOtherwise = (one: Objection) =>
    forms.some((form) => areSisters(form.cause, one.cause) && form.status !== by.status);
  // What crosses a bound that stands is told as two that cross are, unless its status is another one.
  const isNotCrossed = ({ cause }: Objection) =>
    cause === 'bound-beyond-stored' &&
    forms.some((form) => form.cause === 'bounds-crossed' && form.status === by.status);
  const open = ordered.filter((one) => !isTold(one) && !isNotCrossed(one));
  const likely = open.find((one) => !isToldOtherwise(one));
  const unknown = likely === undefined || isUnseen(likely) ? open[0] : likely;
  const worthOf = worthOfWords(alone);
  const nearest = new Map(
    ordered.map((objection) => {
      const told = alone.filter(
        ({ blamed, by: other }) => blamed?.cause === objection.cause && other.status === by.status,
      );
      return [objection, Math.max(0, ...told.map(({ by: other }) => likeness(other, by, worthOf)))];
    }),
  );
  const nearness = (objection: Objection) => nearest.get(objection)!;
  const likeliest = [...ordered].sort((a, b) => nearness(b) - nearness(a))[0]!;
  if (unknown === undefined) return likeliest;
  // What is nearly as like to what is told of the first is of the first.
  const isOther = nearness(likeliest) > 0.7 && nearness(unknown) < nearness(likeliest) * 0.75;
  return isOther ? likeliest : unknown;
}

/** Whether an answer names another field that was sent, and not that to which there is an objection. */
export function namesAnother({ body, sent }: Exchange, { param = '' }: Objection): boolean {
  const told = new Set(leafTexts(body));
  const isTold = (place: string) => told.has(namesOf(place).at(-1) ?? '');
  return !isTold(param) && sentLeaves(sent).some(([at]) => isTold(at));
}

/**
 * The objection to the field or parameter that an answer names, by its place, by the end of that or by its name alone, and
 * rather so than in a sentence; undefined where none or several are.
 */
function namedIn({ body, sent }: Exchange, objections: readonly Objection[]): Objection | undefined {
  const texts = new Set(body === undefined ? [] : [...textsIn(body, sent)]);
  const whole = new Set([...texts].flatMap(endsOf));
  const words = new Set(
    [...texts].flatMap((text) =>
      /\s/.test(text)
        ? text.split(/[\s,;:(){}"'`]+/).flatMap((word) => endsOf(word.replace(/[.!?]+$/, '')))
        : [],
    ),
  );
  const steps = objections.map(({ param = '' }) => namesOf(param));
  for (let length = Math.max(0, ...steps.map((own) => own.length)); length > 0; length -= 1)
    for (const told of [whole, words]) {
      const found = objections.filter(
        ({ param }, at) =>
          param !== undefined && steps[at]!.length >= length && told.has(steps[at]!.slice(-length).join('.')),
      );
      if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    }
  return undefined;
}

/** A place in a body, however it is written (`/bounds/min`, `bounds[min]`), by its path with dots, and by the end of that. */
function endsOf(place: string): string[] {
  const steps = place.replace(/[[/]['"]?([^\]'"/]*)['"]?\]?/g, '.$1').split('.');
  return steps.map((_, at) => steps.slice(at).join('.'));
}

/** The texts in an answer, and the names of its members, without the body that was sent where that is told again. */
function* textsIn(value: Json, sent: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield textOf(value);
  else if (typeof value === 'object' && value !== null && !sameValue(value, sent)) {
    // A place may be told as a list of its steps.
    const steps = isList(value) ? value : [];
    if (steps.every((step) => typeof step !== 'object')) yield steps.map(textOf).join('.');
    for (const [name, item] of Object.entries(value)) {
      if (!isList(value)) yield name;
      yield* textsIn(item, sent);
    }
  }
}

/** What was sent as a number may be told as a text. */
const asText = (value: Json | undefined) => (numberOf(value) === undefined ? value : textOf(value));

/** The words of an answer, its members and its texts; what has a digit is an id, a version or an amount of this answer alone. */
const wordsIn = onceFor(({ body, text }: Exchange): ReadonlySet<string> => {
  const words = (body === undefined ? (text ?? '') : JSON.stringify(body)).split(/\W+/);
  return new Set(words.filter((word) => !/\d/.test(word)));
});

/** How much a word says of an answer, from 0 to 1: the less, the more refusals say it. */
const worthOfWords = onceFor((refusals: readonly Refusal[]): ((word: string) => number) => {
  const counts = new Map<string, number>();
  for (const { by } of refusals)
    for (const word of wordsIn(by)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => 1 - (counts.get(word) ?? 0) / (refusals.length + 1);
});

/** How much of what two answers say they share, from 0 to 1: what wraps all errors says little of any of them. */
function likeness(a: Exchange, b: Exchange, worthOf: (word: string) => number): number {
  const [x, y] = [wordsIn(a), wordsIn(b)];
  const worth = (words: readonly string[]) => words.reduce((sum, word) => sum + worthOf(word), 0);
  const shared = worth([...x].filter((word) => y.has(word)));
  const apart = [...x, ...y].filter((word) => !x.has(word) || !y.has(word));
  return shared / (shared + worth(apart) || 1);
}
