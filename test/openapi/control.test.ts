// The OpenAPI document of the control API: made from its routes, and true of its answers.
import { expect, test } from 'vitest';
import { guardedRoutes, openRoutes } from '../../src/app/control/control-routes.ts';
import { openapiDocument } from '../../src/app/control/openapi-documents.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { createControl, origin } from '../control/fake.ts';
import { expectAnswer, jsonSchema, operationsOf, partsOf } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';

const document = openapiDocument('control', createSettings(), origin);
const operations = operationsOf(document);

test('every route of the dispatcher is there, and no other', () => {
  const described = operations
    .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`)
    .sort();
  const routes = [...openRoutes, ...guardedRoutes].map(
    ({ method, path, name }) => `${method} ${path} ${name}`,
  );
  expect(described).toEqual(routes.sort());
});

test('the open routes ask for no token, and all others do', () => {
  const open = operations.filter(({ part }) => (part.security as unknown[] | undefined)?.length === 0);
  expect(open.map(({ path }) => path)).toEqual(openRoutes.map(({ path }) => path));
  expect(document.security).toEqual([{ Token: [] }]);
});

test('nothing of it is assumed of the service, and every reference leads somewhere', () => {
  for (const part of partsOf(document)) {
    expect(part).not.toHaveProperty('x-assumed');
    if (typeof part.$ref === 'string') resolve(part.$ref, document);
  }
});

const bodies: Readonly<Record<string, unknown>> = {
  restoreSnapshot: { listings: [] },
  advanceClock: { by: '61s' },
  freezeClock: { at: '2027-01-01T00:00:00Z' },
  resumeClock: {},
  resetWorld: {},
  addFault: { kind: 'status=503', match: { method: 'GET', path: '/v1/*' }, times: 1 },
  verifyRequests: { match: { method: 'GET' }, atLeast: 1 },
  changeMode: { mode: 'replay', recording: 'demo' },
  createListing: { minPrice: 1 },
  createStrategy: { id: 'new' },
  createReport: { id: 'new' },
  changeListing: { minPrice: 2 },
  changeStrategy: { name: 'new' },
  changeReport: { type: 'new' },
};
const ids: Readonly<Record<string, string>> = {
  listings: 'board',
  strategies: 'guard',
  reports: 'run',
  faults: 'f1',
  worlds: 'w1',
  errors: 'not_found',
};

test.each(operations)('each answer to $operationId is one that the document names', async (operation) => {
  const { method, path, operationId } = operation;
  const made = createControl();
  made.world().requests.note('GET', '/v1/listings', 200);
  made.world().faults.add({ kind: 'reset' });
  const target = path.replace(/(\w+)\/\{\w+\}/, (_, kind: string) => `${kind}/${ids[kind]!}`);
  const json = bodies[operationId];
  const sent = json === undefined ? {} : { json };
  if (json !== undefined) expect(violations(json, jsonSchema(operation.requestBody)!, document)).toEqual([]);
  const good = await made.call(method, target, sent);
  expect(good.status, good.text).toBeLessThan(300);
  expectAnswer(document, operation, good.response);

  const bad = [
    await made.call(method, target, { ...sent, token: null }),
    await made.call(method, target, { ...sent, key: 'nobody' }),
    await made.call(method, path.replace(/\{\w+\}/, 'nobody'), sent),
    ...(operationId === 'removeStrategy' ? [await made.call(method, path.replace(/\{\w+\}/, 'in-use'))] : []),
    ...(json === undefined
      ? [await made.call(method, `${target}?limit=x&of=x&unauthenticated=x`)]
      : [
          await made.call(method, target, { json: { minPrice: 'x', nobody: 'knows' } }),
          await made.call(method, target, { body: '{' }),
          await made.call(method, target, { body: '{}', headers: { 'content-type': 'text/plain' } }),
          await made.call(method, target, { body: ' '.repeat(65 * 1024 * 1024) }),
        ]),
  ];
  await made.parts.mode.change({ mode: 'replay', recording: 'demo' });
  bad.push(await made.call(method, target, sent));
  const statuses = new Set<number>();
  for (const answer of bad) {
    expectAnswer(document, operation, answer.response);
    statuses.add(answer.status);
  }
  const named = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 400 && status !== 403);
  expect(
    [...statuses].filter((status) => status >= 400).sort(),
    'the errors that the document names',
  ).toEqual(named.filter((status) => !(operationId === 'changeMode' && status === 409)).sort());
});
