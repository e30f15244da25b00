// The ledger as a whole: every entry and every value of it is probed, every gap of the specification has an entry.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import { parseValue, validValues } from '../../src/spec/assumption.ts';
import { createSettings, presetNames } from '../../src/spec/settings.ts';
import { probes } from './probes.ts';

/** The sections of the specification. */
const sections = ['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'];

/** Every place where the specification says "not shown", in its order, with the entries that answer it. */
const gaps: readonly (readonly [section: string, words: string, answeredBy: readonly AssumptionId[]])[] = [
  [
    '§2',
    'other fields of the listing record',
    ['listing-fields', 'extra-fields', 'time-format', 'bounds-effect'],
  ],
  ['§2', 'other fields of the strategy record', ['strategy-fields', 'extra-fields']],
  [
    '§2',
    'names, types and allowed values of the fields of a report run',
    ['report-fields', 'report-links', 'link-ttl', 'expired-link', 'link-errors', 'time-format'],
  ],
  [
    '§3',
    'states and transitions of listings, strategies and report runs',
    ['listing-states', 'report-states'],
  ],
  [
    '§4',
    'exact response bodies of every endpoint',
    ['single-envelope', 'patch-response', 'list-envelope', 'list-key'],
  ],
  [
    '§4',
    'query parameters, pagination, filtering and sorting of the list endpoints',
    ['pagination', 'page-default-limit', 'filters', 'sort', 'unknown-query'],
  ],
  [
    '§4',
    'validation rules for minPrice and maxPrice',
    [
      ...([
        'both-bounds',
        'bounds-order',
        'equal-bounds',
        'lowest-price',
        'highest-price',
        'zero-price',
      ] as const),
      ...(['max-decimals', 'excess-decimals', 'null-bound', 'empty-patch', 'numeric-strings'] as const),
    ],
  ],
  ['§4', 'endpoints that create listings or strategies', ['create-endpoints']],
  ['§6', 'events, webhooks and notifications', ['events']],
  [
    '§7',
    'the list of error codes and their mapping to statuses',
    ['error-codes', 'param-when-none', 'doc-base', 'undocumented-statuses'],
  ],
  [
    '§8',
    'rate-limit response headers, retry timing and other quotas',
    ['rate-headers', 'retry-after-form', 'rate-algorithm', 'rejected-counted', 'page-max-limit', 'max-body'],
  ],
  ['§9', 'deprecation policy, other versions and version negotiation', ['versions']],
];

test('each "not shown" of the specification is answered by entries of its section', () => {
  expect(gaps).toHaveLength(12);
  for (const [section, words, answeredBy] of gaps) {
    const found = answeredBy.map((id) => assumptions[id].section);
    expect(found, `${section} ${words}`).toEqual(answeredBy.map(() => section));
  }
});

test.each(assumptionIds)('%s names a section, asks a question, gives a reason', (id) => {
  const { section, question, reason, gap } = assumptions[id];
  expect(sections).toContain(section);
  expect(question).toMatch(/^\S.*\?$/);
  expect(reason).toMatch(/^\S.*\.$/);
  expect(gap).toMatch(/^A\d+$/);
});

test.each(assumptionIds)('%s has a default that it accepts, and so have its presets', (id) => {
  const entry = assumptions[id];
  expect(parseValue(entry, String(entry.default))).toBe(entry.default);
  for (const profile of presetNames) expect(() => createSettings(profile)).not.toThrow();
  for (const value of Object.values(entry.presets)) expect(parseValue(entry, value)).not.toBe(entry.default);
});

test('the ids are kebab-case, and no gap is left out', () => {
  for (const id of assumptionIds) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  const found = new Set(assumptionIds.map((id) => assumptions[id].gap));
  expect([...found].sort()).toEqual(Array.from({ length: 33 }, (_, at) => `A${at + 1}`).sort());
});

test('every entry is probed, and nothing else', () => {
  expect(Object.keys(probes).sort()).toEqual([...assumptionIds].sort());
});

test.each(assumptionIds)('every value of %s is probed, and each makes a difference to every other', (id) => {
  const entry = assumptions[id];
  const { expected } = probes[id];
  const probed = Object.keys(expected);
  if (entry.kind === 'choice') expect(probed.sort()).toEqual([...entry.values].sort());
  else {
    expect(probed).toContain(String(entry.default));
    if (entry.kind === 'amount')
      expect(probed).toEqual(expect.arrayContaining([String(entry.min), String(entry.max)]));
    const ends = entry.kind === 'amount' ? new Set([entry.default, entry.min, entry.max]).size : 1;
    expect(probed.length, 'beside the default and the ends, one more').toBeGreaterThan(ends);
    for (const value of probed) expect(parseValue(entry, value), value).toBeDefined();
  }
  const observations = Object.values(expected);
  const equal = observations.filter((one, at) =>
    observations.some((other, to) => to < at && isDeepStrictEqual(one, other)),
  );
  expect(equal).toEqual([]);
});

test.each(assumptionIds)('%s refuses what it does not offer, and says what it does', (id) => {
  for (const value of ['', 'nonsense with a space', '-1', '1e99', null, {}, true]) {
    expect(() => createSettings('default', { [id]: value })).toThrow(validValues(assumptions[id]));
  }
});
