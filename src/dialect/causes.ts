// Why a service may refuse a request.
import type { Json } from '../http/exact-json.ts';

/** In the order in which services look for them, unless a recording shows another. */
export const causes = [
  'path-unknown',
  'method-unknown',
  'key-missing',
  'key-wrong',
  'rate',
  'server',
  'id-malformed',
  'id-unknown',
  'body-large',
  'type-missing',
  'type-other',
  'body-empty',
  'body-malformed',
  'body-other',
  'record-changed',
  'object-empty',
  'field-unknown',
  'field-other',
  'field-missing',
  'field-null',
  'field-type',
  'field-text',
  'field-numeric-text',
  'field-number',
  'field-empty',
  'amount-fraction',
  'amount-decimals',
  'amount-step',
  'amount-negative',
  'amount-zero',
  'amount-low',
  'amount-high',
  'bounds-crossed',
  'bounds-equal',
  'strategy-malformed',
  'strategy-unknown',
  'record-state',
  'strategy-state',
  'parameter-unknown',
  'parameter-value',
  'size-unreadable',
  'size-negative',
  'size-zero',
  'size-too-large',
  'position-unreadable',
  'position-negative',
  'token-unknown',
  'filter-unreadable',
  'filter-field',
  'filter-unknown',
  'position-beyond',
] as const;

export type Cause = (typeof causes)[number];

/** A leaf of the listing that is to be changed, or of the strategy that is named, and its value. */
export interface StateCondition {
  readonly of: 'record' | 'strategy';
  readonly at: string;
  readonly is: Json;
}
