// The query parameters of the control API. They are read as the members of a body are, from their words.
import type { ApiRequest } from '../../http/message.ts';
import type { Fields } from '../../spec/read-body.ts';
import { invalid } from './members.ts';

/** The parameters of a query, the last of each name. */
export function queryFields({ query }: ApiRequest): Fields {
  return Object.fromEntries(new URLSearchParams(query));
}

/** A number from its digits. */
export function digits<T>(read: (value: unknown, param: string) => T): (value: unknown, param: string) => T {
  return (value, param) => read(/^\d{1,15}$/.test(String(value)) ? Number(value) : value, param);
}

export function yesOrNo(value: unknown, param: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid(param, 'true or false', value);
}
