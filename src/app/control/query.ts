// Reads the query parameters of the control API as if they were members of a body.
import type { ApiRequest } from '../../http/message.ts';
import type { Fields } from '../../spec/read-body.ts';
import { v } from '../../http/schema.ts';
import { readMembers } from './members.ts';

/** The parameters of a query, the last of each name. */
export function queryFields({ query }: ApiRequest): Fields {
  return Object.fromEntries(new URLSearchParams(query));
}

/** @throws ApiError 400 for a parameter that is none of these */
export function refuseOthers(request: ApiRequest, known: readonly string[]): void {
  readMembers(queryFields(request), Object.fromEntries(known.map((name) => [name, v.unknown()])));
}

/** A number from its digits. */
export function digits<S extends v.GenericSchema>(schema: S) {
  const number = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value);
  return v.pipe(v.unknown(), v.transform(number), schema);
}

export const yesOrNo = v.pipe(
  v.picklist(['true', 'false'], 'true or false'),
  v.transform((value) => value === 'true'),
);
