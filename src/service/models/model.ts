// What a model is made of: fields, each declared once, from which the rest of the program derives the TypeScript types,
// the reader of records, the schemas of both OpenAPI documents, what lists can be filtered and sorted by, how answers
// show a record, and the generator.
import { check, ownFields, v } from '../../http/schema.ts';
import type { JsonPath } from '../../http/json-places.ts';
import type { Checked, Problem } from '../../http/schema.ts';
import { extra } from './field-forms.ts';
import type { Extra } from './field-forms.ts';

/** The fields that somebody gave for a record, each of them checked. */
export type Given = Readonly<Record<string, unknown>>;

export interface Field<T = unknown, Before = never, Draw = never> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** What the field means, for readers of the OpenAPI documents. */
  readonly meaning?: string;
  /** Whether the specification names it (§2); all other fields are assumed. */
  readonly specified?: true;
  /**
   * Makes the value for a record that is given without this field. A field that has no fallback must be given.
   * @param before the fields declared before this one
   * @param given all fields that were given
   */
  readonly fallback?: (before: Before, given: Given) => NoInfer<T>;
  /**
   * Makes the value for generated data.
   * @param draw faker, and the values that the fields of one record share
   */
  readonly make: (draw: Draw, before: Before) => NoInfer<T>;
  /** Whether lists can be filtered by it. */
  readonly filter?: true;
  /** The list parameter that keeps only records whose time in this field is not earlier. */
  readonly since?: string;
  readonly sort?: true;
  readonly shown?: Shown;
}

/** Where answers show a field: not at all, or inside an object of this name. By default it is a member of the record. */
type Shown = 'nowhere' | 'metadata';

/** A field that answers show and that is computed from others, so that it is never kept and can't be given. */
interface DerivedField {
  readonly schema: v.GenericSchema;
  readonly meaning?: string;
  readonly specified?: true;
  readonly shown?: Shown;
}

/** What kept fields and derived fields have in common. */
export type ShownField = Pick<Field, 'schema' | 'meaning' | 'specified' | 'shown'>;

/** A condition on several fields of a record. When it is broken, the result names the field at fault and the reason. */
type Rule<R> = (record: R) => { readonly field: keyof R & string; readonly reason: string } | undefined;

/** A record of this model: the known fields, and those that a user added under `extra`. */
export type RecordOf<M> = M extends Model<infer R, never> ? R & { readonly extra?: Extra } : never;

// The types of `before` and `draw` differ from field to field; `Model.field` checks them when a field is declared.
type AnyField = Field;

interface Parts<R> {
  readonly fields: Readonly<Record<string, AnyField>>;
  readonly derived: Readonly<Record<string, DerivedField>>;
  /** The names of both kinds of fields in the order of their declaration. */
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

  /** The fields that are kept, in the order in which fixture files write them. */
  get fields(): Readonly<Record<string, AnyField>> {
    return this.#parts.fields;
  }

  get derived(): Readonly<Record<string, DerivedField>> {
    return this.#parts.derived;
  }

  /** All fields that answers show, in their order. */
  get shown(): readonly (readonly [name: string, field: ShownField])[] {
    const { fields, derived, order } = this.#parts;
    return order
      .map((name) => [name, (fields[name] ?? derived[name])!] as const)
      .filter(([, { shown }]) => shown !== 'nowhere');
  }

  /** The schema is built when a record is first checked; generated data needs no check. */
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

  /** Checks a value from anywhere and completes it by the defaults. The result is a record, or all problems found. */
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

/** A model without fields. `Draw` is what `make` of its fields is given. */
export function model<Draw>(name: string): Model<object, Draw> {
  return new Model(name, { fields: {}, derived: {}, order: [], rules: [] });
}

/** The same problems with the path of the outer value in front. */
export function inside(path: JsonPath, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}
