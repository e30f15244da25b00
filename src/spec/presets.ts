// The presets that ship: answers to assumptions and the form of answers, as a profile file holds them. `default` is whole;
// the others say where they differ from it.
import type { Behaviours } from './assumptions.ts';
import type { Form, FormPatch } from './form.ts';

/** What a profile file can hold, too. */
export interface Preset {
  readonly assumptions?: Partial<Behaviours>;
  readonly form?: FormPatch;
}

/** The form of answers that the likely service has. */
export const defaultForm: Form = {
  record: '{record}',
  list: { data: '{records}', has_more: '{more}' },
  written: 'full',
  paging: { by: 'cursor', default: 0, most: 100, excess: 'reject' },
  prices: 'number',
  times: 'iso',
  fields: { listing: 'full', strategy: 'full', reportRun: 'full' },
  states: {
    queued: 'queued',
    running: 'running',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  links: 'array',
  files: { expired: '403', errors: 'xml' },
  errors: { codes: 'coarse', param: 'omit', statuses: 'keep' },
  headers: { limits: 'retry-after', retryAfter: 'seconds', requestId: 'on', challenge: 'on' },
};

export const presets = {
  /** The likely answers. */
  default: { form: defaultForm },
  /** Nothing beyond the specification: no field, header, parameter or status of our own. */
  'spec-only': {
    assumptions: { filters: 'off' },
    form: {
      list: '{records}',
      paging: { by: 'none' },
      fields: { listing: 'spec', strategy: 'spec', reportRun: 'spec' },
      errors: { statuses: 'documented' },
      headers: { limits: 'none', requestId: 'off', challenge: 'off' },
    },
  },
  /** The least forgiving answers. */
  strict: {
    assumptions: {
      'both-bounds': 'required',
      'unknown-query': 'reject',
      'unknown-body-field': 'reject',
      'duplicate-keys': 'reject',
    },
    form: { errors: { codes: 'fine' } },
  },
} as const satisfies Readonly<Record<string, Preset>>;

/** A preset answers all open questions: with the likely answers, with nothing beyond the specification, or with the least forgiving ones. */
export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as PresetName[];
