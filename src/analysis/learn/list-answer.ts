// What is learned of one list from the answers that showed pages of it.
import type { PagingWire } from '../../dialect/wire.ts';
import type { Observation } from './observations.ts';

/** One answer with a list, and its place in the whole. */
export interface ListAnswer {
  readonly by: Observation;
  readonly count: number;
  readonly ids: readonly string[];
  readonly asked: number | undefined;
  from: number;
  total: number;
}

export interface PagingLearned {
  readonly paging: PagingWire;
  readonly answers: readonly ListAnswer[];
  readonly filters: Readonly<Record<string, string>>;
  /** Parameters that page. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Parameters that change nothing. */
  readonly ignored: ReadonlySet<string>;
}

export type Role = 'limit' | 'page' | 'offset' | 'cursor';
