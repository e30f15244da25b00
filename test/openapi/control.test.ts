// The OpenAPI document of the control API: made from its routes, and true of its answers.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { guardedRoutes, openRoutes } from '../../src/app/control/control-routes.ts';
import { pageFileRoutes } from '../../src/app/control/page-routes.ts';
import { openapiDocument } from '../../src/app/control/openapi-documents.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { startControlled } from '../control/server.ts';
import type { Answer } from '../control/server.ts';
import { ids } from '../support/app.ts';
import { expectAnswer, jsonSchema, operationsOf, partsOf, untypedIn } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';

const document = openapiDocument('control', createSettings(), 'http://127.0.0.1:5300');
const operations = operationsOf(document);

/** Files for browsers are no operations of an API. */
const openOperations = openRoutes.filter(({ name }) => !pageFileRoutes.some((file) => file.name === name));

test('every route of the dispatcher is there but for the files of the page, and no other', () => {
  const described = operations
    .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`)
    .sort();
  const routes = [...openOperations, ...guardedRoutes].map(
    ({ method, path, name }) => `${method} ${path} ${name}`,
  );
  expect(described).toEqual(routes.sort());
});

test('the open routes ask for no token, and all others do', () => {
  const open = operations.filter(({ part }) => (part.security as unknown[] | undefined)?.length === 0);
  expect(open.map(({ path }) => path)).toEqual(openOperations.map(({ path }) => path));
  expect(document.security).toEqual([{ Token: [] }]);
});

test('nothing of it is assumed of the service, and every reference leads somewhere', () => {
  for (const part of partsOf(document)) {
    expect(part).not.toHaveProperty('x-assumed');
    if (typeof part.$ref === 'string') resolve(part.$ref, document);
  }
});

test('no schema leaves a type to be guessed, but for the bodies of messages, which may be anything', () => {
  const untyped = untypedIn(document).map(({ description }) => description);
  expect([...new Set(untyped)]).toEqual([
    'In JSON, or as text; null where there was none, or more than 64 KB.',
    'In JSON or as text; null where it is not shown.',
  ]);
});

const recordings = fileURLToPath(new URL('../../recordings', import.meta.url));

const bodies: Readonly<Record<string, unknown>> = {
  advanceClock: { by: '61s' },
  freezeClock: { at: '2027-01-01T00:00:00Z' },
  resumeClock: {},
  resetWorld: {},
  addFault: { kind: 'status=503', match: { method: 'GET', path: '/v1/*' }, times: 1 },
  verifyRequests: { match: { method: 'GET' }, atLeast: 1 },
  changeMode: { mode: 'replay', recording: 'sample' },
  moveReplay: { at: 0 },
  createListing: { minPrice: 1 },
  createStrategy: { id: 'new', name: 'New' },
  createReport: { id: 'new' },
  changeListing: { minPrice: 2 },
  changeStrategy: { name: 'new' },
  changeReport: { type: 'new' },
};

/** An answer as `expectAnswer` reads it. */
const asResponse = ({ status, headers, text }: Answer) => ({
  status,
  headers,
  body: text === '' ? null : text,
});

test.each(operations)('each answer to $operationId is one that the document names', async (operation) => {
  const { method, path, operationId, part } = operation;
  const isOfRecording = (part.tags as string[]).includes('Recording');
  const replay = { mode: 'replay', recording: 'sample' } as const;
  const { server, call, ask } = await startControlled({ dir: recordings });
  await ask('GET', '/v1/listings');
  const world = server.world();
  world.strategies.create({ id: 'unused', name: 'Unused' });
  const named: Readonly<Record<string, string>> = {
    listings: ids.board,
    strategies: 'unused',
    reports: ids.doneRun,
    worlds: world.id,
    faults: world.faults.add({ kind: 'reset' }).id,
    errors: 'not_found',
    requests: '1',
    recording: '2-get-listing',
  };
  const found = path.replace(/(\w+)\/\{\w+\}/, (_, kind: string) => `${kind}/${named[kind]!}`);
  const target = operationId === 'searchRequests' ? `${found}?text=listings` : found;
  const snapshot: unknown = JSON.parse(JSON.stringify(world.snapshot()));
  const json = operationId === 'restoreSnapshot' ? snapshot : bodies[operationId];
  const sent = json === undefined ? {} : { json };
  if (json !== undefined) expect(violations(json, jsonSchema(operation.requestBody)!, document)).toEqual([]);
  if (isOfRecording) await server.mode.change(replay);
  const good = await call(method, target, sent);
  expect(good.status, good.text).toBeLessThan(300);
  expectAnswer(document, operation, asResponse(good));

  const megabytes = operationId === 'restoreSnapshot' ? 65 : 2;
  const withoutAudit = await startControlled({ audit: false });
  const bad = [
    await call(method, target, { ...sent, token: null }),
    await call(method, target, { ...sent, key: 'nobody' }),
    await call(method, target, { ...sent, headers: { 'x-mock-world': 'nobody' } }),
    await call(method, path.replace(/\{\w+\}/, 'nobody'), sent),
    ...(['readAudit', 'listChecks', 'readCoverage'].includes(operationId)
      ? [await withoutAudit.call(method, target)]
      : []),
    ...(operationId === 'removeStrategy' ? [await call(method, path.replace(/\{\w+\}/, ids.guard))] : []),
    ...(json === undefined
      ? [await call(method, `${found}?limit=x&of=x&unauthenticated=x`)]
      : [
          await call(method, target, { json: { minPrice: 'x', nobody: 'knows' } }),
          await call(method, target, { body: '{' }),
          await call(method, target, { body: '{}', headers: { 'content-type': 'text/plain' } }),
          await call(method, target, { body: ' '.repeat(megabytes * 1024 * 1024) }),
        ]),
  ];
  await server.mode.change(isOfRecording ? { mode: 'mock' } : replay);
  bad.push(await call(method, target, sent));
  const statuses = new Set<number>();
  for (const answer of bad) {
    expectAnswer(document, operation, asResponse(answer));
    statuses.add(answer.status);
  }
  const errors = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 400 && status !== 403);
  expect(
    [...statuses].filter((status) => status >= 400).sort(),
    'the errors that the document names',
  ).toEqual(errors.filter((status) => !(operationId === 'changeMode' && status === 409)).sort());
});
