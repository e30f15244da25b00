// What recordings settle of the ledger: one part for each part of the wire.
import type { Finding } from './findings.ts';
import { settleErrors } from './settle-errors.ts';
import { settleHeaders } from './settle-headers.ts';
import { settleLists } from './settle-lists.ts';
import { settlePrices } from './settle-prices.ts';
import { settleRecords } from './settle-records.ts';
import { settleReports } from './settle-reports.ts';
import { settleWrites } from './settle-writes.ts';
import type { Learned } from './learned.ts';

export function settleAll(learned: Learned): Finding[] {
  return [
    settleLists,
    settleRecords,
    settleReports,
    settleWrites,
    settlePrices,
    settleErrors,
    settleHeaders,
  ].flatMap((part) => part(learned));
}
