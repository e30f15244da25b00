// The parts of an OpenAPI 3.1 document, and the mark `x-assumed` for each part that the specification does not show.
import type { Mark } from '../../spec/settings.ts';

/** A piece of JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** Any part of a document. */
export type Part = Readonly<Record<string, unknown>>;

/** A reference to a component. */
export interface Reference extends Part {
  readonly $ref: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Part;
  readonly servers: readonly Part[];
  readonly tags: readonly Part[];
  readonly security: readonly Part[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Part>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Part>>>>;
}

/** The same part with the assumption, or the place of the form, that it rests on as a whole. A part without this mark is in the specification. */
export function assumed<P extends Part>(id: Mark, part: P): P & { readonly 'x-assumed': Mark } {
  return { ...part, 'x-assumed': id };
}

/**
 * The schema with more keywords, each with the assumption that it rests on: `x-assumed` names them by keyword. They stand
 * beside the others and not in a schema of `allOf`, which has no type, so that generators of clients know no type either.
 */
export function withAssumed(
  schema: Schema,
  added: Readonly<Record<string, readonly [value: unknown, id: Mark]>>,
): Schema {
  const keywords = Object.entries(added);
  if (keywords.length === 0) return schema;
  return {
    ...schema,
    ...Object.fromEntries(keywords.map(([keyword, [value]]) => [keyword, value])),
    'x-assumed': Object.fromEntries(keywords.map(([keyword, [, id]]) => [keyword, id])),
  };
}

type Section = 'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes';

/** The shared parts of a document. A part is made at the first reference to it, so that each part is used. */
export class Components {
  readonly #made = new Map<Section, Map<string, Part>>();

  /** A reference to the part; `make` is called for the first one. */
  ref(section: Section, name: string, make: () => Part): Reference {
    const parts = this.#made.get(section) ?? new Map<string, Part>();
    this.#made.set(section, parts);
    if (!parts.has(name)) {
      parts.set(name, {}); // takes its place in the order before the parts that it refers to
      parts.set(name, make());
    }
    return { $ref: `#/components/${section}/${name}` };
  }

  all(): OpenApiDocument['components'] {
    return Object.fromEntries(
      [...this.#made].map(([section, parts]) => [section, Object.fromEntries(parts)]),
    );
  }
}

/** An object of which these members are always there. */
export function object(properties: Readonly<Record<string, Part>>, more: Schema = {}): Schema {
  return { type: 'object', properties, required: Object.keys(properties), ...more };
}

/** The description of a JSON body. */
export function json(schema: Part, example?: unknown): Part {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}
