// The document of a learned profile: it describes the recorded service, its examples fit its schemas, and so do the answers of
// the mock.
import { expect } from 'vitest';
import { openapiDocument } from '../../src/app/control/openapi-documents.ts';
import { dataOf } from '../../src/analysis/open-recording-data.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Part } from '../../src/service/openapi/openapi-document.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { createTestApp, origin } from '../support/app.ts';
import { operationsOf } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';

export interface Media {
  readonly schema: Part;
  readonly example?: unknown;
}

export const mediaIn = (part: Part | undefined): Media[] =>
  Object.values((part?.content ?? {}) as Record<string, Media>);

/** That a profile's document has the endpoints of its form, and schemas that its examples and the answers of the mock fit. */
export async function expectDocument(profile: Profile): Promise<void> {
  const form = profile.service!;
  const document = openapiDocument('service', createSettings(), origin, profile);
  expect(document.openapi).toBe('3.1.0');
  expect(JSON.stringify(document)).not.toContain('recording.invalid');
  for (const [reference] of JSON.stringify(document).matchAll(/(?<="\$ref":")[^"]+/g))
    expect(resolve(reference, document)).toBeDefined();
  const operations = operationsOf(document);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    [form.lists, form.reads, form.writes].flatMap((forms) => Object.keys(forms)).sort(),
  );
  for (const { path, parameters, requestBody, responses, operationId } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const [status, part] of [['body', requestBody] as const, ...Object.entries(responses)]) {
      if (part === undefined) continue;
      if (status !== 'body') expect(part.description, `${operationId} ${status}`).toMatch(/./);
      for (const { schema, example } of mediaIn(part)) {
        if (example !== undefined)
          expect(violations(example, schema, document), `${operationId} ${status}`).toEqual([]);
      }
    }
    for (const size of [form.lists[operationId as 'listListings']?.query.size?.name]) {
      if (size !== undefined) expect(parameters.map(({ name }) => name)).toContain(size);
    }
  }
  const { settings, dialect } = applyProfile(profile);
  const data = dataOf({ records: generateRecords(form, 3, { listing: 9, strategy: 3, reportRun: 4 }) }, form);
  const app = createTestApp({ data, settings, dialect });
  for (const { path, method, responses, operationId } of operations) {
    if (method !== 'GET') continue;
    const answer = await app.get(path.replace('{id}', encodeURIComponent(data.listings[4]!.id)));
    const part = responses[answer.status];
    expect(part, `${operationId} ${answer.status} ${answer.text}`).toBeDefined();
    for (const { schema } of mediaIn(part)) {
      if ((schema as { type?: string }).type === 'string') continue;
      expect(violations(JSON.parse(answer.text), schema, document), operationId).toEqual([]);
    }
  }
  expect(app.failures).toEqual([]);
}
