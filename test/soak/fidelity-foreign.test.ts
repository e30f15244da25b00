// Fidelity of the foreign services: how much of its own recording a mock answers alike that has learned from it, and how much
// of a part that it has not seen. The table is printed.
import { afterAll, describe, expect, test } from 'vitest';
import { measureFidelity, percentOf } from '../../src/analysis/fidelity/fidelity.ts';
import type { FidelityReport, Split } from '../../src/analysis/fidelity/fidelity.ts';
import { report } from '../foreign/figures.ts';
import { services } from '../foreign/services.ts';
import { recordForeign } from '../fidelity/foreign-recordings.ts';

interface Case {
  readonly what: string;
  readonly split?: Split;
  /** The share of answers that must agree, in percent. */
  readonly least: number;
}

const cases: readonly Case[] = [
  { what: 'whole', least: 94 },
  { what: 'every third', split: { scored: 'third', share: 2 / 3 }, least: 25 },
  { what: 'the last 30 %', split: { scored: 'later', share: 0.7 }, least: 5 },
];

/** What those reach that are not there yet, in each of the cases. */
const reached: Readonly<Record<string, readonly number[]>> = {
  'available-filters': [81, 41, 22],
  'base-records': [75, 34, 24],
  'check-digits': [98, 38, 21],
  'column-rows': [87, 65, 31],
  documents: [83, 46, 11],
  elements: [79, 48, 28],
  'keyed-maps': [94, 53, 24],
  'ledger-items': [97, 43, 13],
  'merchant-links': [81, 32, 19],
  'merge-patches': [86, 47, 22],
  'message-tables': [92, 71, 37],
  'offer-processes': [89, 35, 22],
  'patch-operations': [98, 75, 33],
  'point-of-sale': [95, 40, 21],
  'price-feeds': [75, 29, 21],
  'property-maps': [88, 51, 14],
  'result-codes': [96, 71, 31],
  'row-filters': [80, 19, 5],
  'search-criteria': [98, 64, 7],
  'search-hits': [55, 16, 18],
  'seller-offers': [85, 51, 19],
  'update-actions': [98, 64, 14],
  'validation-messages': [97, 61, 21],
  'wrapped-items': [83, 40, 31],
};

const measured = services;
const reports = new Map<string, FidelityReport>();

describe.each(measured)('$name', (service) => {
  const recording = recordForeign(service);

  test.each(cases)('$what of its recording', async ({ what, split, least }) => {
    const at = cases.findIndex((one) => one.what === what);
    const found = await measureFidelity(await recording, { name: service.name, ignored: [], split });
    reports.set(`${service.name} ${what}`, found);
    expect(percentOf(found.answers)).toBeGreaterThanOrEqual(reached[service.name]?.[at] ?? least);
  });
});

afterAll(() => {
  const shareOf = (found: FidelityReport | undefined) =>
    found === undefined
      ? null
      : { equal: found.answers.agreeing, of: found.answers.of, unknown: found.undecided };
  report('fidelity', {
    columns: cases.map(({ what }) => what),
    rows: measured.map(({ name }) => ({
      service: name,
      shares: cases.map(({ what }) => shareOf(reports.get(`${name} ${what}`))),
    })),
  });
});
