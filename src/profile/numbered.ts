// Generated data for a dialect: each record is numbered, so that what only some records of the service have (nulls,
// missing fields, every value of an enumeration) is spread over ours evenly and shows in a small data set too.
import type { DataSet } from '../api/resources.ts';

/** The member that carries the number through the store; no service's own member begins like this. */
export const numberMember = '@number';

/** The records numbered from 0, each kind by itself. */
export function numbered(data: DataSet): DataSet {
  return {
    listings: count(data.listings),
    strategies: count(data.strategies),
    reportRuns: count(data.reportRuns),
  };
}

function count<T extends object>(records: readonly T[]): T[] {
  return records.map((record, at) => ({ [numberMember]: at, ...record }));
}
