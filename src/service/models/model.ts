// What a model is made of: fields, each declared once, from which the rest of the program derives the TypeScript types,
// the reader of records, the schemas of both OpenAPI documents, what lists can be filtered and sorted by, how answers
// show a record, and the generator.
import { check, ownFields, v } from '../../http/schema.ts';
import type { JsonPath } from '../../http/json-places.ts';
import type { Checked, Problem } from '../../http/schema.ts';
import { extra } from './field-forms.ts';
import type { Extra } from './field-forms.ts';

/** What was said of a record, checked field by field. */
export type Given = Readonly<Record<string, unknown>>;

export interface Field<T = unknown, Before = never, Draw = never> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** What the field means, for readers of the OpenAPI documents. */
  readonly meaning?: string;
  /** Whether the specification names it (§2); all other fields are assumed. */
  readonly specified?: true;
  /**
   * The value of a record that does not say it; without one, a record must say it.
   * @param before the fields declared before this one
   * @param given what the record says, in whatever order
   */
  readonly fallback?: (before: Before, given: Given) => NoInfer<T>;
  /**
   * The value in generated data.
   * @param draw faker, and what the record's values are drawn from together
   */
  readonly make: (draw: Draw, before: Before) => NoInfer<T>;
  /** Whether lists take it as a parameter that filters. */
  readonly filter?: true;
  /** The parameter by which a list is cut at a time of this field. */
  readonly since?: string;
  readonly sort?: true;
  readonly shown?: Shown;
}

/** Where answers show a field: not at all, or in an object of this name; unless told, as a member of the record. */
export type Shown = 'nowhere' | 'metadata';

/** A field that answers show and that follows from others, so that no record says it. */
export interface DerivedField {
  readonly schema: v.GenericSchema;
  readonly meaning?: string;
  readonly specified?: true;
  readonly shown?: Shown;
}

/** What the fields that are kept and those that follow from them have in common. */
export type ShownField = Pick<Field, 'schema' | 'meaning' | 'specified' | 'shown'>;

/** What must hold between the fields of a record; tells which field is at fault, and why. */
export type Rule<R> = (
  record: R,
) => { readonly field: keyof R & string; readonly reason: string } | undefined;

/** What is read from a file or a program: known fields, and others under `extra`. */
export type RecordOf<M> = M extends Model<infer R, never> ? R & { readonly extra?: Extra } : never;

// Its methods take values of these types only where the compiler has checked them.
type AnyField = Field;

interface Parts<R> {
  readonly fields: Readonly<Record<string, AnyField>>;
  readonly derived: Readonly<Record<string, DerivedField>>;
  /** The names of both, as they were declared. */
  readonly order: readonly string[];
  readonly rules: readonly Rule<R>[];
}

export class Model<R extends object, Draw> {
  /** What one record is called. */
  readonly name: string;
  readonly #parts: Parts<R>;
  readonly #all: readonly (readonly [name: string, field: AnyField])[];
  #made: v.GenericSchema<unknown, Given> | undefined;

  constructor(name: string, parts: Parts<R>) {
    this.name = name;
    this.#parts = parts;
    this.#all = Object.entries(parts.fields);
  }

  /** The fields that a record is kept with, in the order in which it is written. */
  get fields(): Readonly<Record<string, AnyField>> {
    return this.#parts.fields;
  }

  get derived(): Readonly<Record<string, DerivedField>> {
    return this.#parts.derived;
  }

  /** All that answers show, in their order. */
  get shown(): readonly (readonly [name: string, field: ShownField])[] {
    const { fields, derived, order } = this.#parts;
    return order
      .map((name) => [name, (fields[name] ?? derived[name])!] as const)
      .filter(([, { shown }]) => shown !== 'nowhere');
  }

  /** Made when a record is first read: data that we make ourselves needs none. */
  get #schema(): v.GenericSchema<unknown, Given> {
    return (this.#made ??= v.object({ ...this.#entries(), [ownFields]: v.optional(extra) }, 'an object'));
  }

  field<const Name extends string, T>(
    name: Name,
    field: Field<T, R, Draw>,
  ): Model<{ readonly [N in keyof R | Name]: N extends keyof R ? R[N] : T }, Draw> {
    const { fields, order, ...others } = this.#parts;
    const parts = { ...others, fields: { ...fields, [name]: field }, order: [...order, name] };
    return new Model(this.name, parts as never);
  }

  derive(name: string, field: DerivedField): Model<R, Draw> {
    const { derived, order, ...others } = this.#parts;
    return new Model(this.name, {
      ...others,
      derived: { ...derived, [name]: field },
      order: [...order, name],
    });
  }

  rule(rule: Rule<R>): Model<R, Draw> {
    return new Model(this.name, { ...this.#parts, rules: [...this.#parts.rules, rule] });
  }

  /** A record as it is kept, from one that may come from anywhere; all that is wrong with it, where something is. */
  check(value: unknown): Checked<R & { readonly extra?: Extra }> {
    const { value: given, problems } = check(this.#schema, value);
    if (given === undefined) return { value: undefined, problems: problems.map(this.#explained) };
    const record: Record<string, unknown> = {};
    for (const [name, { fallback }] of this.#all) {
      record[name] = given[name] === undefined ? fallback!(record as never, given) : given[name];
    }
    const broken = this.#parts.rules.flatMap((rule): Problem[] => {
      const fault = rule(record as R);
      return fault === undefined ? [] : [{ path: [fault.field], reason: fault.reason, kind: 'invalid' }];
    });
    const misplaced = Object.keys(given.extra ?? {})
      .filter((name) => Object.hasOwn(this.derived, name))
      .map((name): Problem => ({ path: [ownFields, name], reason: follows, kind: 'invalid' }));
    const all = [...problems.map(this.#explained), ...broken, ...misplaced];
    if (given.extra !== undefined) record.extra = given.extra;
    return { value: all.length > 0 ? undefined : (record as R), problems: all };
  }

  /** A record of generated data. */
  make(draw: Draw): R {
    const record: Record<string, unknown> = {};
    for (const [name, { make }] of this.#all) record[name] = make(draw as never, record as never);
    return record as R;
  }

  /**
   * A record seen elsewhere, without what follows from other fields, and with every member that is no field of ours
   * moved under `extra`, at each depth at which we know fields.
   */
  adopt(fields: Given): Given {
    const known = Object.entries(fields).filter(([name]) => !Object.hasOwn(this.derived, name));
    return adopted(this.#schema, Object.fromEntries(known));
  }

  #entries(): Record<string, v.GenericSchema> {
    return Object.fromEntries(
      this.#all.map(([name, { schema, fallback }]) => [
        name,
        fallback === undefined ? schema : v.optional(schema as v.GenericSchema),
      ]),
    );
  }

  readonly #explained = (problem: Problem): Problem => {
    const [name, ...rest] = problem.path;
    const isDerived =
      problem.kind === 'unknown' && rest.length === 0 && Object.hasOwn(this.derived, name ?? '');
    return isDerived ? { ...problem, reason: follows } : problem;
  };
}

const follows = 'follows from other fields and can not be set';

/** A model without fields; `Draw` is what the values of its records are drawn from. */
export function model<Draw>(name: string): Model<object, Draw> {
  return new Model(name, { fields: {}, derived: {}, order: [], rules: [] });
}

function adopted(schema: object, value: Given): Given {
  const entries = ('entries' in schema ? schema.entries : {}) as Readonly<Record<string, object>>;
  const known: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const entry = name === ownFields ? undefined : entries[name];
    if (entry === undefined) others[name] = member;
    else
      known[name] =
        isGiven(member) && 'entries' in unwrapped(entry) ? adopted(unwrapped(entry), member) : member;
  }
  return Object.keys(others).length === 0 ? known : { ...known, [ownFields]: others };
}

const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema inside those that let a value be null or missing. */
function unwrapped(schema: object): object {
  return 'wrapped' in schema ? unwrapped(schema.wrapped as object) : schema;
}

/** Problems of a value that stands inside another. */
export function inside(path: JsonPath, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}
