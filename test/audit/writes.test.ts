// PATCHes that were not needed or cannot be meant (§4).
import { expect, test } from 'vitest';

import { createAudit } from '../../src/service/audit/audit.ts';
import type { AuditedRequest } from '../../src/service/audit/audited-request.ts';
import { board, factOf, foundIn, lamp, patch, reportOf, standard } from './requests.ts';
import type { Told } from './requests.ts';

const price = { minPrice: 10, maxPrice: 20 };
const toLamp: Told = { path: `${lamp}/price` };
const strategy = (id: string, told: Told = {}) =>
  patch({ strategyId: id }, { path: `${board}/strategy`, ...told });

const cases: readonly (readonly [string, readonly AuditedRequest[], Record<string, number>])[] = [
  ['one', [patch(price)], {}],
  ['the same twice', [patch(price), patch(price)], { 'identical-patches': 1 }],
  ['the same five times', Array.from({ length: 5 }, () => patch(price)), { 'identical-patches': 4 }],
  ['the same to two listings', [patch(price), patch(price, toLamp)], {}],
  [
    'the same with another listing’s between',
    [patch(price), patch(price, toLamp), patch(price)],
    { 'identical-patches': 1 },
  ],
  ['the same with another between', [patch(price), patch({ minPrice: 11 }), patch(price)], {}],
  [
    'the same with another operation between',
    [patch(price), strategy('a'), patch(price)],
    { 'unchanged-patches': 1 },
  ],
  [
    'the same after a refusal by the rules',
    [patch(price), patch({ minPrice: -1 }, { status: 400 }), patch(price)],
    { 'identical-patches': 1 },
  ],
  ['the same after a 429', [patch(price, { status: 429 }), patch(price, { at: 1000 })], { 429: 1 }],
  ['the same after a 5xx', [patch(price, { status: 503 }), patch(price, { at: 1000 })], {}],
  [
    'the same after one that may have been applied',
    [patch(price), patch({ minPrice: 9 }, { status: 500 }), patch(price, { at: 1000 })],
    {},
  ],
  ['the same after a lost answer', [patch(price, { broken: true }), patch(price)], {}],
  [
    'the same after a lost answer, and once more',
    [patch(price, { broken: true }), patch(price), patch(price)],
    { 'identical-patches': 1 },
  ],
  [
    'the same values in another form',
    [patch(price), patch('{"maxPrice": 20.0, "minPrice": 10.00}')],
    { 'unchanged-patches': 1 },
  ],
  ['a part of what is set', [patch(price), patch({ maxPrice: 20 })], { 'unchanged-patches': 1 }],
  [
    'a part of what was set one by one',
    [patch({ minPrice: 10 }), patch({ maxPrice: 20 }), patch(price)],
    { 'unchanged-patches': 1 },
  ],
  ['a part that differs', [patch(price), patch({ minPrice: 10, maxPrice: 21 })], {}],
  [
    'a field that nobody knows beside the same values',
    [patch(price), patch({ ...price, colour: 1 })],
    { 'unchanged-patches': 1 },
  ],
  ['no known field', [patch(price), patch({})], {}],
  [
    'the same id in capitals',
    ['abc', 'ABC'].map((id) => patch(price, { path: `/v1/listings/${id}-1/price` })),
    { 'identical-patches': 1 },
  ],
  ['the same strategy twice', [strategy('a'), strategy('a')], { 'identical-patches': 1 }],
  ['another strategy', [strategy('a'), strategy('b')], {}],
  ['bodies nobody has read', [patch(undefined), patch(undefined)], {}],
  [
    'bodies too long to be kept',
    [patch({ ...price, x: 'x'.repeat(2000) }), patch({ ...price, x: 'x'.repeat(2000) })],
    {},
  ],
];

test.each(cases)('PATCH: %s', (_, requests, found) => {
  expect(foundIn(reportOf(requests))).toEqual(found);
});

test('after records were changed otherwise, the same PATCH is no repeat', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(patch(price));
  audit.recordsChanged();
  audit.take(patch(price));
  expect(foundIn(audit.report())).toEqual({});
});

test('the last write of thousands of listings is remembered, the oldest is not', () => {
  const write = (id: number) => patch(price, { at: id * 1000, path: `/v1/listings/${id}/price` });
  const all = Array.from({ length: 6000 }, (_, id) => write(id));
  expect(foundIn(reportOf([...all, write(5999)]))).toEqual({ 'identical-patches': 1 });
  expect(foundIn(reportOf([...all, write(0)]))).toEqual({});
});

test('repeated PATCHes are named', () => {
  const report = reportOf([patch(price, { number: 1 }), patch(price, { number: 2 })]);
  expect(factOf(report, 'identical-patches').requests).toMatchObject([{ number: 2, path: `${board}/price` }]);
});

const crossed = { minPrice: 21, maxPrice: 20 };

test.each([
  ['refused by the mock', patch(crossed, { status: 400, kind: 'parameters_conflict' }), 1],
  [
    'refused against the bound that the body leaves out',
    patch({ minPrice: 21 }, { status: 400, kind: 'parameters_conflict' }),
    1,
  ],
  ['taken by the mock', patch(crossed), 1],
  ['refused for something else', patch(crossed, { status: 404, kind: 'resource_missing' }), 1],
  ['equal', patch({ minPrice: 20, maxPrice: 20 }), 0],
  ['in order', patch(price), 0],
  ['of a body that is no JSON', patch('{"minPrice": 21, "maxPrice": 20', { status: 400 }), 0],
  ['on another path', patch(crossed, { path: `${board}/strategy` }), 0],
])('bounds the wrong way round: %s', (_, request, count) => {
  expect(factOf(reportOf([request]), 'min-above-max').count).toBe(count);
});
