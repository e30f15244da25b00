// What stood at one place of an answer, and what was known then.
import type { Facts } from '../../dialect/known-facts.ts';
import type { Json } from '../../http/exact-json.ts';

export interface Sample {
  /** Undefined: nothing stood there. */
  readonly value: Json | undefined;
  readonly facts: Facts;
  /**
   * The kind of answer that it is from, where that is another one: what explains it as well is rather meant, but what it
   * shows itself is not looked for.
   */
  readonly sister?: string;
  /** Whether it is a further answer of its kind, which only tells what is made anew for each. */
  readonly isAgain?: boolean;
}

export const isOwn = ({ sister }: Sample) => sister === undefined;

/** Marks a text that is a part of a template already. */
export const holeMark = '\u0002';

export const isHole = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.startsWith(holeMark);
