// What an answer to an open question can be. An assumption is such a question with our answer; a place of the form of
// answers (`form.ts`) is one, too, and has its default in a preset.

/** Where an answer comes from: the specification's own words, our choice, or a recording. */
type Evidence = 'spec' | 'assumed' | 'observed';

/** A question that the specification leaves open. */
interface Question {
  /** The number of the gap, such as `A13`; related questions share one. */
  readonly gap: string;
  /** The section of the specification that is silent. */
  readonly section: string;
  readonly question: string;
  /** Why our answer is what it is. */
  readonly reason: string;
  readonly evidence: Evidence;
}

/** One of several texts. */
export interface Choice<V extends string = string> {
  readonly kind: 'choice';
  readonly values: readonly V[];
}

/** A number within a range. */
export interface Amount {
  readonly kind: 'amount';
  readonly min: number;
  readonly max: number;
}

/** A text of a given form. */
export interface Text {
  readonly kind: 'text';
  readonly accepts: (words: string) => boolean;
  readonly expected: string;
}

/** JSON in which texts such as `{records}` are filled in; see `dialect/templates.ts`. */
export interface Template {
  readonly kind: 'template';
  /** The one that must stand there, and those that may. */
  readonly holes: readonly [whole: string, ...more: string[]];
}

/** What an answer can be, if it is one word or number. */
type Plain = Choice | Amount | Text;
export type ValueOf<A> = A extends Choice<infer V> ? V : A extends Amount ? number : string;

export type Asked<K = Plain | Template> = Question & K;
export type Assumption<K = Plain> = Asked<K> & { readonly default: ValueOf<K> };

type Place = readonly [gap: string, section: string];

const asked = ([gap, section]: Place, question: string, reason: string, evidence: Evidence): Question => ({
  gap,
  section,
  question,
  reason,
  evidence,
});

/** A question that takes one of several answers; the first is the default. */
export function choice<const V extends string>(
  place: Place,
  question: string,
  values: readonly [V, ...V[]],
  reason: string,
  evidence: Evidence = 'assumed',
): Assumption<Choice<V>> {
  return {
    kind: 'choice',
    default: values[0],
    values,
    ...asked(place, question, reason, evidence),
  };
}

/** A question that takes a whole number within a range. */
export function amount(
  place: Place,
  question: string,
  range: { readonly default: number; readonly min: number; readonly max: number },
  reason: string,
): Assumption<Amount> {
  return { kind: 'amount', ...range, ...asked(place, question, reason, 'assumed') };
}

/** A question that takes a text of a given form. */
export function text(
  place: Place,
  question: string,
  form: { readonly default: string } & Omit<Text, 'kind'>,
  reason: string,
): Assumption<Text> {
  return { kind: 'text', ...form, ...asked(place, question, reason, 'assumed') };
}

/** A question that takes a template. */
export function template(
  place: Place,
  question: string,
  holes: Template['holes'],
  reason: string,
): Asked<Template> {
  return { kind: 'template', holes, ...asked(place, question, reason, 'assumed') };
}

/** The valid values in words. */
export function validValues(entry: Plain | Template): string {
  switch (entry.kind) {
    case 'choice':
      return entry.values.join(' | ');
    case 'amount':
      return `a whole number from ${entry.min} to ${entry.max}`;
    case 'text':
      return entry.expected;
    case 'template':
      return `JSON with ${entry.holes.map((hole) => `{${hole}}`).join(', ')}`;
  }
}

/** The value that a text stands for, or undefined when it is not valid for this question. */
export function parseValue(entry: Plain, value: string): string | number | undefined {
  switch (entry.kind) {
    case 'choice':
      return entry.values.includes(value) ? value : undefined;
    case 'amount': {
      const number = /^\d+$/.test(value) ? Number(value) : NaN;
      return number >= entry.min && number <= entry.max ? number : undefined;
    }
    case 'text':
      return entry.accepts(value) ? value : undefined;
  }
}
