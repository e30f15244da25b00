// Each field of a record is declared once, in its model: whatever else knows the fields has exactly those.
import { expect, test } from 'vitest';
import { createMock } from '../../src/msw.ts';
import { controlSchema } from '../../src/app/control/control-schemas.ts';
import { dataSetNames } from '../../src/service/data/data-sets.ts';
import { generate } from '../../src/service/data/generate.ts';
import { writeFixtures } from '../../src/service/models/fixtures.ts';
import { listingModel } from '../../src/service/models/listing.ts';
import { model } from '../../src/service/models/model.ts';
import { text } from '../../src/service/models/field-forms.ts';
import { reportRunModel } from '../../src/service/models/report-run.ts';
import { strategyModel } from '../../src/service/models/strategy.ts';
import { Components } from '../../src/service/openapi/openapi-document.ts';
import { serviceDocument } from '../../src/service/openapi/service-document.ts';
import { createSettings } from '../../src/spec/settings.ts';

const models = [
  ['Listing', listingModel, 'listings', '/v1/listings'],
  ['Strategy', strategyModel, 'strategies', '/v1/strategies'],
  ['Report', reportRunModel, 'reportRuns', '/v1/reports'],
] as const;

const bare = { id: '11111111-1111-4111-8111-111111111111', minPrice: null, maxPrice: null, strategyId: null };

test.each(models)(
  '%s: generated, hand-written and written records have the fields of the model',
  (_, { fields }, kind) => {
    const names = Object.keys(fields);
    for (const set of dataSetNames) {
      const data = generate({ seed: 1, set });
      for (const record of data[kind]) expect(Object.keys(record)).toEqual(names);
      const written = JSON.parse(writeFixtures(data)) as Record<typeof kind, readonly object[]>;
      for (const record of written[kind]) expect(Object.keys(record)).toEqual(names);
    }
  },
);

test('a record that says only what it must has every field of its model', () => {
  expect(Object.keys(listingModel.check(bare).value!)).toEqual(Object.keys(listingModel.fields));
  for (const { check, fields } of [
    { check: (value: unknown) => strategyModel.check(value), fields: strategyModel.fields },
    { check: (value: unknown) => reportRunModel.check(value), fields: reportRunModel.fields },
  ]) {
    expect(Object.keys(check({ id: 'x' }).value!)).toEqual(Object.keys(fields));
  }
});

test.each(models)(
  '%s: both OpenAPI documents and the answers have the fields of the model',
  async (name, of, _, path) => {
    const components = new Components();
    controlSchema(components, name);
    const kept = (components.all().schemas![name] as { properties: object }).properties;
    expect(Object.keys(kept).filter((field) => field !== 'status' || field in of.fields)).toEqual([
      ...Object.keys(of.fields),
      'extra',
    ]);
    const top = of.shown.filter(([field, { shown }]) => shown === undefined && field !== 'downloadUrl');
    const hasMetadata = of.shown.some(([, { shown }]) => shown === 'metadata');
    const shown = [...top.map(([field]) => field), ...(hasMetadata ? ['metadata'] : [])].sort();
    const document = serviceDocument(createSettings(), 'http://127.0.0.1');
    const schema = document.components.schemas![name === 'Report' ? 'ReportRun' : name] as {
      properties: object;
    };
    expect(Object.keys(schema.properties).sort()).toEqual(shown);
    const mock = createMock({ data: 'tiny' });
    const response = await mock.fetch(`https://api.test${path}`, { headers: { 'X-API-KEY': mock.key } });
    const { data } = (await response.json()) as { data: readonly object[] };
    for (const record of data) expect(Object.keys(record).sort()).toEqual(shown);
  },
);

test('a field added to a model is checked, defaulted, generated and typed', () => {
  const more = model<null>('thing')
    .field('id', { schema: text, make: () => 'a' })
    .field('colour', {
      schema: text,
      fallback: ({ id }) => `colour of ${id}`,
      make: (_, { id }) => `made of ${id}`,
    });
  const made: { readonly id: string; readonly colour: string } = more.make(null);
  expect(made).toEqual({ id: 'a', colour: 'made of a' });
  expect(more.check({ id: 'b' }).value).toEqual({ id: 'b', colour: 'colour of b' });
  expect(more.check({ id: 'b', color: 'red' }).problems).toMatchObject([
    { path: ['color'], reason: expect.stringContaining("did you mean 'colour'?") as string },
  ]);
});
