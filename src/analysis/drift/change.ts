// A change of the service, and how much it hurts a client.
import type { Interaction } from '../../recording/format.ts';
import type { LimitsSeen } from './limits-seen.ts';
import type { AnswerShape } from '../compare/shapes.ts';

/** `breaking`: a client that worked may fail; `additive`: one that ignores the unknown works; `cosmetic`: neither. */
export const severities = ['breaking', 'additive', 'cosmetic'] as const;

export type Severity = (typeof severities)[number];

export interface Change {
  readonly severity: Severity;
  /** What changed, in words. */
  readonly what: string;
  /** `status`, `header:<name>`, `limits` or a JSON path. */
  readonly path: string;
  readonly old: string;
  readonly new: string;
  /** What belongs together over endpoints. */
  readonly group: string;
  readonly endpoint: string;
}

/** A change in all its places. */
export interface Drift extends Omit<Change, 'group' | 'endpoint'> {
  readonly places: readonly { readonly endpoint: string; readonly path: string }[];
}

/** What is known of a service, from a recording or from a profile. */
export interface ServiceShape {
  /** Its answers, without those to the requests left out, by `requestKey`. */
  readonly answers: (leftOut: ReadonlySet<string>) => ReadonlyMap<string, AnswerShape>;
  readonly limits: LimitsSeen;
  /** Undefined for a profile. */
  readonly interactions?: readonly Interaction[];
}

/** Stands for the endpoint of errors where nothing tells at which ones they come. */
export const anyEndpoint = '*';
