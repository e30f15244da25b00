// Fidelity and drift of the foreign services: how much of its own recording a mock answers alike that has learned from it, and
// how much of a part that it has not seen (the table is printed); and that no service has changed where only runs, sessions and
// times differ. Both learn from the same recording, which is done once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import type { Drift } from '../../src/analysis/fidelity/drift.ts';
import { measureFidelity, percentOf } from '../../src/analysis/fidelity/fidelity.ts';
import type { FidelityReport, Split } from '../../src/analysis/fidelity/fidelity.ts';
import { formOfRecording } from '../../src/analysis/learn/learn.ts';
import type { DialectForm } from '../../src/dialect/profile-form.ts';
import type { Recording } from '../../src/recording/format.ts';
import { report } from '../foreign/figures.ts';
import { recordSession } from '../foreign/record-session.ts';
import { services } from '../foreign/services.ts';

interface Case {
  readonly what: string;
  readonly split?: Split;
}

const cases: readonly Case[] = [
  { what: 'whole' },
  { what: 'every third', split: { scored: 'third', share: 2 / 3 } },
  { what: 'the last 30 %', split: { scored: 'later', share: 0.7 } },
];

/** The share of answers that agree at least, in percent, in each of the cases: what was reached. */
const reached: Readonly<Record<string, readonly number[]>> = {
  'advert-sections': [99, 52, 14],
  auctions: [100, 82, 34],
  'available-filters': [81, 42, 22],
  'base-records': [95, 50, 28],
  'camel-problem': [92, 50, 17],
  'catalog-references': [99, 43, 16],
  'check-digits': [100, 43, 21],
  'code-aliases': [90, 49, 13],
  'column-rows': [97, 66, 31],
  connections: [97, 46, 6],
  'constraint-messages': [94, 51, 23],
  'control-plane': [95, 50, 25],
  'counted-results': [100, 67, 43],
  'custom-objects': [91, 16, 24],
  'data-and-paging': [99, 51, 14],
  'declared-objects': [100, 35, 6],
  'direct-debits': [98, 37, 0],
  'displayed-references': [98, 55, 28],
  documents: [98, 48, 12],
  'dollar-filters': [88, 42, 8],
  'echoed-params': [98, 41, 45],
  elements: [79, 48, 30],
  'entity-collections': [99, 42, 16],
  'error-collections': [99, 63, 31],
  'error-locations': [99, 52, 21],
  'error-sources': [99, 63, 3],
  'expandable-fields': [92, 46, 33],
  'external-ids': [99, 72, 69],
  'field-violations': [99, 50, 16],
  'flat-pages': [94, 52, 16],
  'flattened-errors': [100, 60, 19],
  hal: [100, 70, 18],
  'indexed-filters': [100, 74, 28],
  'item-issues': [80, 32, 23],
  'json-api': [100, 57, 15],
  'keyed-maps': [97, 60, 24],
  'ledger-items': [97, 43, 18],
  'legacy-entities': [90, 19, 9],
  'linked-data': [98, 51, 18],
  'localized-entries': [98, 42, 20],
  marketplace: [98, 40, 11],
  'merchandise-management': [100, 84, 36],
  'merchant-links': [100, 65, 20],
  'merge-patches': [100, 50, 27],
  'message-tables': [96, 73, 37],
  'meta-information': [97, 58, 13],
  'meta-messages': [100, 58, 21],
  'model-state': [96, 54, 20],
  'modified-results': [93, 46, 48],
  'nested-filters': [95, 27, 5],
  'object-queries': [91, 38, 37],
  'nil-slices': [100, 57, 32],
  'node-edges': [95, 45, 14],
  odata: [98, 64, 5],
  'offer-commands': [91, 40, 6],
  'offer-processes': [99, 48, 23],
  'ok-flags': [95, 64, 17],
  'operation-receipts': [94, 41, 20],
  'page-contexts': [86, 39, 17],
  'page-headers': [98, 63, 0],
  'page-urls': [97, 46, 13],
  'pageable-content': [99, 25, 20],
  'patch-operations': [100, 75, 33],
  payments: [100, 74, 12],
  'plain-rest': [98, 56, 18],
  'point-of-sale': [100, 51, 26],
  'price-feeds': [88, 32, 23],
  'process-reasons': [98, 25, 21],
  'product-messages': [96, 61, 3],
  'property-maps': [89, 51, 32],
  'query-operators': [100, 54, 10],
  'quoted-labels': [99, 71, 50],
  'request-statuses': [97, 62, 17],
  'resource-keys': [94, 34, 0],
  'resource-names': [98, 46, 26],
  'result-codes': [97, 76, 31],
  'route-schemas': [100, 63, 70],
  'row-filters': [95, 34, 5],
  'search-criteria': [100, 64, 7],
  'search-hits': [94, 33, 18],
  'search-predicates': [99, 45, 19],
  'seller-offers': [92, 63, 20],
  'shop-plugin': [100, 44, 20],
  'state-descriptions': [100, 60, 17],
  'stock-ranges': [100, 60, 17],
  storefront: [100, 79, 87],
  'success-envelopes': [96, 52, 17],
  'ticket-classes': [99, 34, 20],
  'tried-articles': [96, 59, 10],
  'typed-properties': [76, 7, 15],
  'update-actions': [98, 64, 26],
  'validation-messages': [100, 61, 23],
  'version-ranges': [79, 48, 17],
  'wildcard-filters': [95, 39, 13],
  'wrapped-items': [98, 51, 31],
};

const reports = new Map<string, FidelityReport>();

const told = (changes: readonly Drift[]) =>
  changes.map(
    ({ severity, what, path, places, old, new: now }) =>
      `${severity} ${places[0]!.endpoint} ${path} ${what}: ${old} / ${now}`,
  );

describe.each(services)('$name', (service) => {
  let recording: Recording;

  beforeAll(async () => {
    ({ recording } = await recordSession(service));
  });

  test.each(cases)('is answered alike: $what of its recording', async ({ what, split }) => {
    const at = cases.findIndex((one) => one.what === what);
    const found = await measureFidelity(recording, { name: service.name, ignored: [], split });
    reports.set(`${service.name} ${what}`, found);
    expect(percentOf(found.answers)).toBeGreaterThanOrEqual(reached[service.name]![at]!);
  });

  test('has not changed since it was learned from this very recording', () => {
    const printed = JSON.parse(JSON.stringify(formOfRecording(recording))) as DialectForm;
    expect(told(findDrift({ form: printed }, { recording }))).toEqual([]);
  });

  test('has not changed in another run of the same session, a week later', async () => {
    const again = await recordSession(service, { run: 1, later: 7 * 86_400_000 });
    expect(told(findDrift({ recording }, again))).toEqual([]);
  });

  test('has not changed in another session', async () => {
    const other = await recordSession(service, { run: 1, which: 'another' });
    expect(told(findDrift({ recording }, other))).toEqual([]);
    expect(told(findDrift(other, { recording }))).toEqual([]);
  });
});

afterAll(() => {
  const shareOf = (found: FidelityReport | undefined) =>
    found === undefined
      ? null
      : { equal: found.answers.agreeing, of: found.answers.of, unknown: found.undecided };
  report('fidelity', {
    columns: cases.map(({ what }) => what),
    rows: services.map(({ name }) => ({
      service: name,
      shares: cases.map(({ what }) => shareOf(reports.get(`${name} ${what}`))),
    })),
  });
});
