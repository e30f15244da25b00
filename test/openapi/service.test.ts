// The OpenAPI document of the service: whole, marked where we assume, and true of the mock's answers under any setting.
import { expect, test } from 'vitest';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import type { AssumptionId, Settings } from '../../src/spec/assumptions.ts';
import { createSettings, presetNames } from '../../src/spec/settings.ts';
import { endpoints } from '../../src/spec/endpoints.ts';
import type { Part } from '../../src/service/openapi/openapi-document.ts';
import { serviceDocument } from '../../src/service/openapi/service-document.ts';
import { createTestApp, ids } from '../support/app.ts';
import type { CallOptions } from '../support/app.ts';
import { expectAnswer, jsonSchema, operationsOf, partsOf, untypedIn } from '../support/openapi.ts';
import type { Operation } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';

const origin = 'http://127.0.0.1:5300';
const documentOf = (assume: Partial<Settings> = {}, profile: (typeof presetNames)[number] = 'default') =>
  serviceDocument(createSettings(profile, assume), origin);

/** Each assumption with each of its values, an amount with its least and its largest. */
const variants = assumptionIds.flatMap((id): (readonly [AssumptionId, string | number])[] => {
  const entry = assumptions[id];
  if (entry.kind === 'choice') return entry.values.map((value) => [id, value] as const);
  if (entry.kind === 'amount') return [entry.min, entry.max].map((value) => [id, value] as const);
  return [[id, id === 'list-key' ? 'items' : 'https://docs.example.org/help'] as const];
});

test.each(presetNames)('under %s every endpoint of §4 is there, and no other', (profile) => {
  const document = documentOf({}, profile);
  const found = operationsOf(document).map(
    ({ method, path, operationId }) => `${method} ${path} ${operationId}`,
  );
  expect(found).toEqual(endpoints.map(({ name, method, path }) => `${method} /v1${path} ${name}`));
});

test('endpoints that only an assumption adds are there when it does, and marked', () => {
  const document = documentOf({ 'create-endpoints': 'post', events: 'list' });
  const more = operationsOf(document).filter(
    ({ operationId }) => !endpoints.some(({ name }) => name === operationId),
  );
  expect(more.map(({ operationId, part }) => [operationId, part['x-assumed']])).toEqual([
    ['createListing', 'create-endpoints'],
    ['createStrategy', 'create-endpoints'],
    ['listEvents', 'events'],
  ]);
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
  'every mark names an assumption, and every reference leads somewhere: %s=%s',
  (id, value) => {
    const document = documentOf({ [id]: value });
    for (const part of partsOf(document)) {
      for (const assumption of marksOf(part)) expect(assumptionIds).toContain(assumption);
      if (typeof part.$ref === 'string') resolve(part.$ref, document);
    }
  },
);

/** The assumptions on which a part rests, as a whole or by keyword. */
function marksOf(part: Part): unknown[] {
  const mark = part['x-assumed'] ?? {};
  return typeof mark === 'string' ? [mark] : Object.values(mark);
}

test.each(variants)('no schema leaves a type to be guessed: %s=%s', (id, value) => {
  const document = documentOf({ [id]: value, 'create-endpoints': 'post', events: 'list' });
  expect(untypedIn(document)).toEqual([]);
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
  expect(minPrice!['x-assumed']).toEqual({ minimum: 'lowest-price', maximum: 'highest-price' });
  expect(Object.keys(parameters!).filter((name) => !('x-assumed' in parameters![name]!))).toEqual(['id']);
  expect(Object.keys(headers!).filter((name) => !('x-assumed' in headers![name]!))).toEqual([]);
});

test.each([
  [{ 'price-form': 'string' }, 'Price', { type: 'string', 'x-assumed': 'price-form' }],
  [{ 'price-form': 'cents' }, 'Price', { type: 'integer', 'x-assumed': 'price-form' }],
  [{ 'time-format': 'unix' }, 'Time', { type: 'integer', 'x-assumed': 'time-format' }],
  [{ 'listing-fields': 'spec' }, 'Listing', { required: ['id', 'minPrice', 'maxPrice', 'strategyId'] }],
  [{ 'strategy-fields': 'spec' }, 'Strategy', { required: ['id'] }],
  [{ 'report-fields': 'spec' }, 'ReportRun', { required: ['id', 'status', 'downloadLinks', 'metadata'] }],
] as const)('the document follows the settings: %j', (assume, schema, expected) => {
  expect(documentOf(assume).components.schemas![schema]).toMatchObject(expected);
});

test('the server is where the document was asked for', () => {
  const { servers } = serviceDocument(createSettings(), 'http://mock.localhost:80');
  expect(servers.map(({ url }) => url)).toEqual(['http://mock.localhost:80']);
});

// The largest `lowest-price` is above `highest-price`, so that no price can be sent under it.
test.each(variants.filter(([id, value]) => !(id === 'lowest-price' && value === 1_000_000)))(
  'the examples can be sent to a mock with the data set `tiny` as they stand: %s=%s',
  async (id, value) => {
    const assume = { [id]: value };
    const document = documentOf(assume);
    const app = createTestApp({ assume });
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
  const times = operationsOf(documentOf({ events: 'list' })).flatMap(({ parameters }) =>
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
    createListing: [{ minPrice: 1, maxPrice: 2, strategyId: null }, {}],
    createStrategy: [{ name: 'New' }, { name: 17 }],
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

async function expectAnswersToFit(
  assume: Partial<Settings>,
  profile?: (typeof presetNames)[number],
): Promise<void> {
  const document = documentOf(assume, profile);
  const app = createTestApp({ assume, ...(profile && { profile }) });
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
    await expectAnswersToFit({ 'error-codes': 'fine' }, profile);
  },
);

/** Under these the mock does, on purpose, what no document announces. */
const unannounced: readonly AssumptionId[] = ['extra-fields'];

const others = variants.filter(
  ([id, value]) => assumptions[id].default !== value && !unannounced.includes(id),
);

test.each(others)('every answer of the mock is one that the document names: %s=%s', async (id, value) => {
  await expectAnswersToFit({ [id]: value });
});

test('combined settings are described as one', async () => {
  await expectAnswersToFit({
    'single-envelope': 'data',
    'patch-response': 'partial',
    'price-form': 'string',
    etag: 'on',
    'error-codes': 'fine',
    'param-when-none': 'null',
    events: 'list',
    'create-endpoints': 'post',
  });
  await expectAnswersToFit({
    'single-envelope': 'data',
    'patch-response': 'empty',
    'list-envelope': 'page',
    pagination: 'page',
    'envelope-case': 'camel',
    'rate-headers': 'x-ratelimit',
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
  const cases: readonly (readonly [Partial<Settings>, unknown])[] = [
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
    [{ 'zero-price': 'accept' }, { minPrice: 0 }],
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
  ['listEvents', '/v1/events'],
])('the query parameters of %s are those that the mock knows', async (name, path) => {
  const assume = { 'unknown-query': 'reject', events: 'list' } as const;
  const operation = operationsOf(documentOf(assume)).find(({ operationId }) => operationId === name)!;
  const { json } = await createTestApp({ assume }).get(`${path}?colour=red`);
  const { message } = (json as { error: { message: string } }).error;
  const known = /known are (.*)\.$/.exec(message)![1]!.split(', ');
  expect(operation.parameters.map((parameter) => parameter.name).sort()).toEqual(known.sort());
});
