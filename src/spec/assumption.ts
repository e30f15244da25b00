// What an assumption is: a question that the specification leaves open, the answers we can give, and the one we give.

/** Where an answer comes from: the specification's own words, our choice, or a recording. */
type Evidence = 'spec' | 'assumed' | 'observed';

interface Common {
  /** The number of the gap, such as `A13`; related questions share one. */
  readonly gap: string;
  /** The section of the specification that is silent. */
  readonly section: string;
  readonly question: string;
  /** Why the default is what it is. */
  readonly reason: string;
  readonly evidence: Evidence;
  /** The answer under `--profile spec-only` and `--profile strict`, where it is not the default. */
  readonly presets: { readonly 'spec-only'?: string; readonly strict?: string };
}

export interface Choice<V extends string = string> extends Common {
  readonly kind: 'choice';
  readonly default: V;
  readonly values: readonly V[];
}

export interface Amount extends Common {
  readonly kind: 'amount';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

export interface Text extends Common {
  readonly kind: 'text';
  readonly default: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

type Assumption = Choice | Amount | Text;
export type ValueOf<A> = A extends Choice<infer V> ? V : A extends Amount ? number : string;

type More = Partial<Pick<Common, 'evidence' | 'presets'>>;
type Place = readonly [gap: string, section: string];

const common = ([gap, section]: Place, question: string, reason: string, more: More): Common => ({
  gap,
  section,
  question,
  reason,
  evidence: more.evidence ?? 'assumed',
  presets: more.presets ?? {},
});

/** One of several answers; the first is the default. */
export function choice<const V extends string>(
  place: Place,
  question: string,
  values: readonly [V, ...V[]],
  reason: string,
  more: More = {},
): Choice<V> {
  return { kind: 'choice', default: values[0], values, ...common(place, question, reason, more) };
}

/** A number within a range. */
export function amount(
  place: Place,
  question: string,
  range: { readonly default: number; readonly min: number; readonly max: number; readonly whole?: boolean },
  reason: string,
  more: More = {},
): Amount {
  return { kind: 'amount', whole: true, ...range, ...common(place, question, reason, more) };
}

/** A text of a given form. */
export function text(
  place: Place,
  question: string,
  form: { readonly default: string; readonly pattern: RegExp; readonly expected: string },
  reason: string,
  more: More = {},
): Text {
  return { kind: 'text', ...form, ...common(place, question, reason, more) };
}

/** The valid values in words. */
export function validValues(assumption: Assumption): string {
  switch (assumption.kind) {
    case 'choice':
      return assumption.values.join(' | ');
    case 'amount':
      return `${assumption.whole ? 'a whole number' : 'a number'} from ${assumption.min} to ${assumption.max}`;
    case 'text':
      return assumption.expected;
  }
}

/** The value that a text stands for, or undefined when it is not valid for this assumption. */
export function parseValue(assumption: Assumption, value: string): string | number | undefined {
  switch (assumption.kind) {
    case 'choice':
      return assumption.values.includes(value) ? value : undefined;
    case 'amount': {
      const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
      const inRange = number >= assumption.min && number <= assumption.max;
      return inRange && (!assumption.whole || Number.isInteger(number)) ? number : undefined;
    }
    case 'text':
      return assumption.pattern.test(value) ? value : undefined;
  }
}
