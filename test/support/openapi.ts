// Answers held against an OpenAPI document: each must be one that the document names, in its form.
import { expect } from 'vitest';
import { headerValue } from '../../src/http/message.ts';
import type { ApiResponse } from '../../src/http/message.ts';
import type { OpenApiDocument, Part } from '../../src/service/openapi/openapi-document.ts';
import { memberNames, resolve, violations } from './schema.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly Part[];
  readonly requestBody: Part | undefined;
  readonly responses: Readonly<Record<string, Part>>;
  readonly part: Part;
}

/** All operations, their references resolved. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const whole = (part: Part): Part => (typeof part.$ref === 'string' ? resolve(part.$ref, document) : part);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, part]) => ({
      method: method.toUpperCase(),
      path,
      operationId: part.operationId as string,
      parameters: ((part.parameters ?? []) as Part[]).map(whole),
      requestBody: part.requestBody as Part | undefined,
      responses: Object.fromEntries(
        Object.entries(part.responses as Record<string, Part>).map(([status, one]) => [status, whole(one)]),
      ),
      part,
    })),
  );
}

/** The schema of a body in JSON; undefined where there is none. */
export function jsonSchema(part: Part | undefined): Part | undefined {
  const content = part?.content as Record<string, { schema: Part }> | undefined;
  return content?.['application/json']?.schema;
}

/** Expects the answer to be one that the document names for the operation. */
export function expectAnswer(document: OpenApiDocument, operation: Operation, answer: ApiResponse): void {
  const { status, body, headers } = answer;
  const label = `${operation.operationId} ${status}`;
  const response = operation.responses[status] ?? operation.responses.default;
  expect(response, label).toBeDefined();
  const schema = jsonSchema(response);
  if (schema !== undefined) {
    expect(headerValue(headers, 'content-type'), label).toBe('application/json');
    const value: unknown = JSON.parse(Buffer.from(body as string | Uint8Array).toString());
    expect(violations(value, schema, document), label).toEqual([]);
    const names = memberNames(schema, document);
    const known = Array.isArray(value) || isOpen(schema, document) ? [] : Object.keys(value as object);
    expect(
      known.filter((name) => !names.includes(name)),
      `${label}: members that the document does not have`,
    ).toEqual([]);
  } else if (response!.content === undefined) expect(body, label).toBeNull();
  for (const [name, given] of Object.entries((response!.headers ?? {}) as Record<string, Part>)) {
    const header = typeof given.$ref === 'string' ? resolve(given.$ref, document) : given;
    const value = headerValue(headers, name.toLowerCase());
    if (header.required === true) expect(value, `${label} ${name}`).toBeDefined();
    if (value === undefined) continue;
    const { type } = header.schema as Part;
    const found = violations(type === 'integer' ? Number(value) : value, header.schema as Part, document);
    expect(found, `${label} ${name}`).toEqual([]);
  }
}

/** Whether a schema says that there may be other members. */
function isOpen(schema: Part, document: OpenApiDocument): boolean {
  const whole = typeof schema.$ref === 'string' ? resolve(schema.$ref, document) : schema;
  return whole.additionalProperties === true;
}

/** Every part of a document, at any depth. */
export function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Part;
  for (const child of Object.values(value)) yield* partsOf(child);
}

/** Schemas that say nothing of a type, so that a generator of clients would make `unknown` or `any` of them. */
export function untypedIn(document: OpenApiDocument): Part[] {
  return [...partsOf(document)]
    .flatMap(({ schema, properties = {}, items, anyOf = [], allOf = [] }) =>
      [
        schema,
        items,
        ...Object.values(properties as Part),
        ...(anyOf as Part[]),
        ...(allOf as Part[]),
      ].filter((part): part is Part => typeof part === 'object'),
    )
    .filter((part) => !['type', '$ref', 'anyOf'].some((keyword) => keyword in part));
}
