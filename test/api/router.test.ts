// The one router: an endpoint is found by its declaration alone.
import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/spec/endpoints.ts';
import { createRouter, endpointOf, subjectOf } from '../../src/spec/router.ts';

const strict = { anyVersion: false, trailingSlash: false };
const declared = (method: Endpoint['method'], path: string): Endpoint => {
  return { name: 'getListing', method, path, of: 'strategy', summary: '', description: '' };
};

test('an endpoint with an id is found under any collection, with what its path allows', () => {
  const find = createRouter(
    [
      declared('GET', '/strategies'),
      declared('GET', '/strategies/{id}'),
      declared('PATCH', '/strategies/{id}'),
      declared('PATCH', '/strategies/{id}/rules'),
    ],
    strict,
  );
  expect(find('/v1/strategies/s%2F1')).toMatchObject({ id: 's%2F1', allow: 'GET, HEAD, PATCH, OPTIONS' });
  expect(find('/v1/strategies/s1/rules')).toMatchObject({ id: 's1', allow: 'PATCH, OPTIONS' });
  expect(find('/v1/strategies')).toMatchObject({ id: undefined, allow: 'GET, HEAD, OPTIONS' });
  for (const path of [
    '/v1/strategies/',
    '/v1/strategies//rules',
    '/v1/strategies/s1/rules/2',
    '/v2/strategies',
  ]) {
    expect(find(path), path).toBeUndefined();
  }
});

test.each([
  ['GET', '/v1/listings', 'listListings', undefined],
  ['HEAD', '/v2/listings/abc', 'getListing', 'abc'],
  ['PATCH', '/v1/listings/abc/price/', 'updatePrice', 'abc'],
  ['PATCH', '/v1/listings/abc', undefined, undefined],
  ['GET', '/v1/events', undefined, undefined],
  ['GET', '/listings', undefined, undefined],
])('a recorded %s %s is of the endpoint %s', (method, path, name, id) => {
  const asked = endpointOf(method, path);
  expect([asked?.endpoint.name, asked?.id]).toEqual([name, id]);
});

test('a path leads where its canonical form leads: escapes of unreserved characters mean nothing', () => {
  const find = createRouter([declared('GET', '/strategies'), declared('GET', '/strategies/{id}')], strict);
  expect(find('/v%31/%73trategies')).toEqual(find('/v1/strategies'));
  expect(find('/v1/strategies/%73%2d1%2f')).toEqual(find('/v1/strategies/s-1%2F'));
  expect(find('/v1%2Fstrategies')).toBeUndefined();
  expect(find('/v1/%53trategies')).toBeUndefined();
});

test.each([
  ['/v1/reports', 'reportRun'],
  ['/%761/%72eports', 'reportRun'],
  ['/v3/reports/a-run', 'reportRun'],
  ['/v1/strategies/s1', 'strategy'],
  ['/v1/listings/1/price', undefined],
  ['/v1/other', undefined],
])('the path %s is about: %s', (path, subject) => {
  expect(subjectOf(path)).toBe(subject);
});
