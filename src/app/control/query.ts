// Reads the query parameters of the control API as if they were members of a body.
import type { ApiRequest } from '../../http/message.ts';
import { v } from '../../http/schema.ts';
import { oneOf, text } from '../../service/models/field-forms.ts';
import { matchedMethod, matchedPath } from '../../service/worlds/match.ts';
import type { ControlParameter } from './control-operations.ts';
import { readMembers, whole } from './members.ts';

const yesOrNo = v.pipe(
  v.picklist(['true', 'false'], 'true or false'),
  v.transform((value) => value === 'true'),
);

/** A number from its digits. */
function digits<S extends v.GenericSchema>(schema: S) {
  const number = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value);
  return v.pipe(v.unknown(), v.transform(number), schema);
}

const mostOfPage = 1000;

const readers = {
  of: oneOf('service', 'control'),
  method: matchedMethod,
  path: matchedPath,
  status: digits(whole(100, 999)),
  unmatched: yesOrNo,
  unauthenticated: yesOrNo,
  id: text,
  text,
  limit: digits(whole(1, mostOfPage)),
  after: digits(whole(0)),
} as const satisfies Readonly<Record<ControlParameter, v.GenericSchema>>;

/** The parameters that were sent, the last of each name. */
export type Query = { readonly [Name in ControlParameter]?: v.InferOutput<(typeof readers)[Name]> };

/**
 * @param names of the parameters that the operation takes
 * @throws ApiError 400 for one that is unknown or not valid
 */
export function readQuery({ query }: ApiRequest, names: readonly ControlParameter[]): Query {
  const fields = Object.fromEntries(new URLSearchParams(query));
  return readMembers(fields, Object.fromEntries(names.map((name) => [name, readers[name]])));
}
