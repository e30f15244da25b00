// The OpenAPI document of the service: whole, marked where we assume, and true of the mock's answers under any setting.
import { expect, test } from 'vitest';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import type { Answers } from '../../src/spec/settings.ts';
import { defaultForm, presetNames } from '../../src/spec/presets.ts';
import { createSettings } from '../../src/spec/settings.ts';
import type { Start } from '../../src/spec/settings.ts';
import type { Asked, Assumption } from '../../src/spec/assumption.ts';
import { changeForm, formPlaceNames, formPlaces, withFormValue } from '../../src/spec/form.ts';
import type { Form } from '../../src/spec/form.ts';
import { shorthandIds, shorthands } from '../../src/spec/shorthands.ts';
import { withOptions } from '../../src/app/options/service-options.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { endpoints } from '../../src/spec/endpoints.ts';
import type { Part } from '../../src/service/openapi/openapi-document.ts';
import { serviceDocument } from '../../src/service/openapi/service-document.ts';
import { createTestApp, ids } from '../support/app.ts';
import type { CallOptions } from '../support/app.ts';
import { expectAnswer, jsonSchema, operationsOf, partsOf, untypedIn } from '../support/openapi.ts';
import type { Operation } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';
import { amount } from '../support/soak.ts';

const origin = 'http://127.0.0.1:5300';
const documentOf = (assume: Answers = {}, start: Start = 'default') =>
  serviceDocument(createSettings(start, assume), origin);

const texts: Readonly<Record<string, readonly string[]>> = {
  'list-key': ['items'],
  'price-range': ['0..99999999999', '5..5'],
  decimals: ['0', '4', '2:round'],
  'bounds-effect': ['none', 'delayed:30s'],
};

/** Each assumption and shorthand with each of its values, an amount with its least and its largest. */
const answerVariants = [
  ...assumptionIds.map((id) => [id, assumptions[id]] as const),
  ...shorthandIds.map((id) => [id, shorthands[id].entry] as const),
].flatMap(([id, entry]: readonly [string, Assumption]): Variant[] => {
  const values =
    entry.kind === 'choice' ? entry.values : entry.kind === 'amount' ? [entry.min, entry.max] : texts[id]!;
  return values.map((value) => [id, value, { assume: { [id]: value } }]);
});

const templates: Readonly<Record<string, readonly Json[]>> = {
  record: [{ data: '{record}' }, { kind: 'one', of: { this: '{record}' } }],
  list: [
    { items: '{records}', hasMore: '{more}', next: '{next?}' },
    { meta: { total: '{total}', url: 'http://x{path}', next: '{next}' }, records: '{records}', version: 1 },
  ],
};

/** Each place of the form with each of its values. */
const formVariants = formPlaceNames.flatMap((place): Variant[] => {
  const entry: Asked = formPlaces[place];
  const values: readonly Json[] =
    entry.kind === 'choice'
      ? entry.values
      : entry.kind === 'amount'
        ? [entry.min, entry.max]
        : (templates[place] ?? ['ANOTHER NAME']);
  return values.map((value) => {
    const form = withFormValue(defaultForm, place, value);
    return [`form.${place}`, JSON.stringify(value), { form }];
  });
});

interface Said {
  readonly assume?: Answers;
  readonly form?: Form;
}

type Variant = readonly [name: string, value: string | number, said: Said];

const variants = [...answerVariants, ...formVariants];

/** Those that a mock is asked under; all of them in the soak. */
const asked = variants.filter((_, at) => at % amount(10, 1) === 0);

const documentUnder = ({ assume, form }: Said) =>
  documentOf(assume, form === undefined ? 'default' : { form });

test.each(presetNames)('under %s every endpoint of §4 is there, and no other', (profile) => {
  const document = documentOf({}, profile);
  const found = operationsOf(document).map(
    ({ method, path, operationId }) => `${method} ${path} ${operationId}`,
  );
  expect(found).toEqual(endpoints.map(({ name, method, path }) => `${method} /v1${path} ${name}`));
});

test('every status of §7 is there for every endpoint that can answer it', () => {
  for (const { path, responses, operationId } of operationsOf(documentOf())) {
    const wanted = ['200', '400', '401', ...(path.includes('{id}') ? ['404'] : []), '429', '500'];
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(wanted));
  }
});

test('with documented statuses alone no other is named', () => {
  const statuses = operationsOf(documentOf({}, 'spec-only')).flatMap(({ responses }) =>
    Object.keys(responses),
  );
  expect([...new Set(statuses)].sort()).toEqual(['200', '400', '401', '404', '429', '500']);
});

test.each(variants)(
  'every mark names an assumption or a place of the form, and every reference leads somewhere: %s=%s',
  (_, _value, said) => {
    const document = documentUnder(said);
    const marks = [...assumptionIds, ...shorthandIds, ...formPlaceNames.map((place) => `form.${place}`)];
    for (const part of partsOf(document)) {
      for (const mark of marksOf(part)) expect(marks).toContain(mark);
      if (typeof part.$ref === 'string') resolve(part.$ref, document);
    }
  },
);

/** What a part rests on, as a whole or by keyword. */
function marksOf(part: Part): unknown[] {
  const mark = part['x-assumed'] ?? {};
  return typeof mark === 'string' ? [mark] : Object.values(mark);
}

test.each(variants)('no schema leaves a type to be guessed: %s=%s', (_, _value, said) => {
  expect(untypedIn(documentUnder(said))).toEqual([]);
});

test('every shared part is used', () => {
  for (const profile of presetNames) {
    const document = documentOf({}, profile);
    const used = new Set(Array.from(partsOf(document), ({ $ref }) => $ref));
    const { securitySchemes, ...sections } = document.components;
    expect(Object.keys(securitySchemes!)).toEqual(['ApiKey']);
    const unused = Object.entries(sections).flatMap(([section, parts]) =>
      Object.keys(parts).filter((name) => !used.has(`#/components/${section}/${name}`)),
    );
    expect(unused).toEqual([]);
  }
});

test('what §2 and §4 state carries no mark, and every other field, parameter and header does', () => {
  const document = documentOf();
  const { schemas, parameters, headers } = document.components as Record<
    string,
    Record<string, Record<string, unknown>>
  >;
  const fieldsOf = (name: string) => Object.entries(schemas![name]!.properties as Record<string, Part>);
  const unmarked = (name: string) =>
    fieldsOf(name).flatMap(([field, part]) => (typeof part['x-assumed'] === 'string' ? [] : [field]));
  expect(unmarked('Listing')).toEqual(['id', 'minPrice', 'maxPrice', 'strategyId']);
  expect(unmarked('PriceUpdate')).toEqual(['minPrice', 'maxPrice']);
  expect(unmarked('StrategyUpdate')).toEqual(['strategyId']);
  expect(unmarked('Strategy')).toEqual([]);
  expect(unmarked('ReportRun')).toEqual([]);
  expect(schemas!.Price).not.toHaveProperty('x-assumed');
  const { minPrice } = schemas!.PriceUpdate!.properties as Record<string, Part>;
  expect(minPrice!['x-assumed']).toEqual({ minimum: 'price-range', maximum: 'price-range' });
  expect(Object.keys(parameters!).filter((name) => !('x-assumed' in parameters![name]!))).toEqual(['id']);
  expect(Object.keys(headers!).filter((name) => !('x-assumed' in headers![name]!))).toEqual([]);
});

test.each([
  [{ 'price-form': 'string' }, 'Price', { type: 'string', 'x-assumed': 'price-form' }],
  [{ 'price-form': 'cents' }, 'Price', { type: 'integer', 'x-assumed': 'price-form' }],
  [{ 'time-format': 'unix' }, 'Time', { type: 'integer', 'x-assumed': 'time-format' }],
] as const)('the document follows the settings: %j', (assume, schema, expected) => {
  expect(documentOf(assume).components.schemas![schema]).toMatchObject(expected);
});

test.each([
  [{ listing: 'spec' }, 'Listing', ['id', 'minPrice', 'maxPrice', 'strategyId']],
  [{ strategy: 'spec' }, 'Strategy', ['id']],
  [{ reportRun: 'spec' }, 'ReportRun', ['id', 'status', 'downloadLinks', 'metadata']],
] as const)('the document has the fields that the form says: %j', (fields, schema, required) => {
  const document = documentOf({}, { form: { fields } });
  expect(document.components.schemas![schema]).toMatchObject({ required });
});

test('records may lack a bound where options say that they do', () => {
  const settings = withOptions(createSettings(), { incomplete: 0.1, archived: true });
  const { properties } = serviceDocument(settings, origin).components.schemas!.Listing as {
    properties: Record<string, Part>;
  };
  expect(properties.minPrice!.anyOf).toContainEqual({ type: 'null', 'x-assumed': '--incomplete' });
  expect(properties.status!.description).toContain('archived');
});

test('the server is where the document was asked for', () => {
  const { servers } = serviceDocument(createSettings(), 'http://mock.localhost:80');
  expect(servers.map(({ url }) => url)).toEqual(['http://mock.localhost:80']);
});

test.each(asked)(
  'the examples can be sent to a mock with the data set `tiny` as they stand: %s=%s',
  async (_, _value, said) => {
    const document = documentUnder(said);
    const app = createTestApp(said);
    for (const { method, path, parameters, requestBody } of operationsOf(document)) {
      if (!path.includes('{id}')) continue;
      const { example } = parameters.find(({ name }) => name === 'id')!;
      const body = (requestBody?.content as Record<string, Part> | undefined)?.['application/json'];
      if (body !== undefined) {
        expect(violations(body.example, body.schema as Part, document)).toEqual([]);
      }
      const options = body === undefined ? {} : { json: body.example };
      const { status } = await app.call(method, path.replace('{id}', example as string), options);
      expect([200, 204], `${method} ${path} ${JSON.stringify(options)}`).toContain(status);
    }
  },
);

test('times by which lists are filtered are times', () => {
  const times = operationsOf(documentOf()).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => (name as string).endsWith('Since')).map(({ schema }) => schema),
  );
  expect(times.length).toBeGreaterThan(3);
  expect(new Set(times.map((schema) => JSON.stringify(schema)))).toEqual(
    new Set(['{"type":"string","format":"date-time"}']),
  );
});

/** Requests for one operation, good and bad. */
function callsOf({
  method,
  path,
  operationId,
  responses,
}: Operation): (readonly [target: string, options: CallOptions])[] {
  const target = path.replace('{id}', ids.board);
  const bodies: Readonly<Record<string, readonly unknown[]>> = {
    updatePrice: [
      { minPrice: 16, maxPrice: 30 },
      { minPrice: '16.00', maxPrice: '30.00' },
      { minPrice: 30, maxPrice: 16 },
      { minPrice: 1e9 },
      {},
    ],
    updateStrategy: [{ strategyId: ids.guard }, { strategyId: 'nobody' }, { strategyId: null }, {}],
  };
  const statuses = [400, 404, 410, 412, 413, 415, 429, 500, 503];
  const faults = statuses.filter((status) => status in responses || 'default' in responses);
  const queries = [
    '',
    '?limit=1',
    '?limit=0',
    '?page=1&page_size=1',
    `?starting_after=${ids.lamp}`,
    '?sort=-createdAt',
    '?sort=x',
    '?colour=red',
  ];
  return [
    ...(method === 'GET' ? queries.map((query) => [`${target}${query}`, {}] as const) : []),
    ...(bodies[operationId] ?? []).map((json) => [target, { json }] as const),
    [target, { key: null, json: {} }],
    [target, { key: 'nobody', json: {} }],
    ...faults.map(
      (status) => [target, { json: {}, headers: { 'X-Mock-Fault': `status=${status}` } }] as const,
    ),
    ...(path.includes('{id}')
      ? [[path.replace('{id}', ids.nowhere), { json: { minPrice: 1, strategyId: 'x' } }] as const]
      : []),
    ...(path.includes('{id}') ? [[path.replace('{id}', 'no-uuid'), { json: {} }] as const] : []),
    ...(bodies[operationId] === undefined ? [] : [[target, { body: '{', type: 'text/plain' }] as const]),
    ...(bodies[operationId] === undefined ? [] : [[target, { body: ' '.repeat(110_000) }] as const]),
  ];
}

async function expectAnswersToFit(said: Said, profile?: (typeof presetNames)[number]): Promise<void> {
  const document = profile === undefined ? documentUnder(said) : documentOf(said.assume, profile);
  const app = createTestApp({ ...said, ...(profile && { profile }) });
  app.clock.advance(120_000);
  for (const operation of operationsOf(document)) {
    for (const [target, options] of callsOf(operation)) {
      const { response } = await app.call(operation.method, target, options);
      expectAnswer(document, operation, response);
    }
  }
}

test.each(presetNames)(
  'under %s every answer of the mock is one that the document names',
  async (profile) => {
    await expectAnswersToFit({}, profile);
    await expectAnswersToFit({ assume: { 'error-codes': 'fine' } }, profile);
  },
);

test.each(asked)(
  'every answer of the mock is one that the document names: %s=%s',
  async (_, _value, said) => {
    await expectAnswersToFit(said);
  },
);

test('combined settings are described as one', async () => {
  await expectAnswersToFit({
    assume: { 'patch-response': 'partial', 'price-form': 'string', etag: 'on', 'error-codes': 'fine' },
    form: changeForm(defaultForm, { record: { data: '{record}' }, errors: { param: 'null' } }),
  });
  await expectAnswersToFit({
    assume: { 'patch-response': 'empty', pagination: 'page', 'rate-headers': 'x-ratelimit' },
    form: changeForm(defaultForm, {
      record: { data: '{record}' },
      list: { data: '{records}', pageSize: '{size}', totalPages: '{pages}' },
    }),
  });
});

test('a document of other settings does not fit, so that these tests can fail', async () => {
  const document = documentOf();
  const { json } = await createTestApp({ assume: { 'price-form': 'string' } }).get(
    `/v1/listings/${ids.board}`,
  );
  const found = violations(json, { $ref: '#/components/schemas/Listing' }, document);
  expect(found).toContain('$.minPrice: should be number, but is "15.99"');
});

test('bodies that the document allows and refuses are those that the mock does', async () => {
  const cases: readonly (readonly [Answers, unknown])[] = [
    [{}, { minPrice: 16, maxPrice: 30 }],
    [{}, { maxPrice: 30 }],
    [{}, { minPrice: '16' }],
    [{}, { minPrice: null }],
    [{}, { minPrice: 0 }],
    [{}, {}],
    [{}, { minPrice: 16, more: 1 }],
    [{ 'unknown-body-field': 'reject' }, { minPrice: 16, more: 1 }],
    [{ 'both-bounds': 'required' }, { maxPrice: 30 }],
    [{ 'numeric-strings': 'coerce' }, { minPrice: '16' }],
    [{ 'null-bound': 'clear' }, { minPrice: null }],
    [{ 'price-range': '0..100' }, { minPrice: 0 }],
    [{ 'price-form': 'string' }, { minPrice: '16.00' }],
    [{ 'price-form': 'string' }, { minPrice: 16 }],
    [{ 'price-form': 'cents' }, { minPrice: 1600 }],
    [{ 'price-form': 'cents' }, { minPrice: 16.5 }],
    [{ 'empty-patch': 'noop' }, {}],
  ];
  for (const [assume, json] of cases) {
    const document = documentOf(assume);
    const operation = operationsOf(document).find(({ operationId }) => operationId === 'updatePrice')!;
    const allowed = violations(json, jsonSchema(operation.requestBody)!, document).length === 0;
    const { status } = await createTestApp({ assume }).patch(`/v1/listings/${ids.board}/price`, json);
    expect([assume, json, status === 200]).toEqual([assume, json, allowed]);
  }
});

test.each([
  ['listListings', '/v1/listings'],
  ['listStrategies', '/v1/strategies'],
  ['listReports', '/v1/reports'],
])('the query parameters of %s are those that the mock knows', async (name, path) => {
  const assume = { 'unknown-query': 'reject' } as const;
  const operation = operationsOf(documentOf(assume)).find(({ operationId }) => operationId === name)!;
  const { json } = await createTestApp({ assume }).get(`${path}?colour=red`);
  const { message } = (json as { error: { message: string } }).error;
  const known = /known are (.*)\.$/.exec(message)![1]!.split(', ');
  expect(operation.parameters.map((parameter) => parameter.name).sort()).toEqual(known.sort());
});
