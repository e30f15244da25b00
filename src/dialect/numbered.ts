// Generated data for a dialect: each record is numbered, so that what only some records of the service have (nulls,
// missing fields, every value of an enumeration) is spread over ours evenly and shows in a small data set too.
/** The member that carries the number through the store; no service's own member begins like this. */
export const numberMember = '@number';

/** The records numbered from 0, each kind by itself. */
export function numbered<Data extends Readonly<Record<keyof Data, readonly object[]>>>(data: Data): Data {
  const kinds = Object.entries<readonly object[]>(data);
  return Object.fromEntries(kinds.map(([kind, records]) => [kind, count(records)])) as unknown as Data;
}

const count = (records: readonly object[]) =>
  records.map((record, at) => ({ [numberMember]: at, ...record }));
