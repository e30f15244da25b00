// All probes: by the assumption or shorthand that they look at, and by the place of the form.
import type { FormPlace } from '../../src/spec/form.ts';
import type { AnswerId } from '../../src/spec/settings.ts';
import { edgeForms, edgeProbes } from './edge-probes.ts';
import { listForms, listProbes } from './list-probes.ts';
import type { Probe } from './probe.ts';
import { recordForms, recordProbes } from './record-probes.ts';
import { refusalForms, refusalProbes } from './refusal-probes.ts';
import { updateProbes } from './update-probes.ts';

export const probes = {
  ...listProbes,
  ...updateProbes,
  ...refusalProbes,
  ...recordProbes,
  ...edgeProbes,
} as Readonly<Record<AnswerId, Probe>>;

export const formProbes: Readonly<Partial<Record<FormPlace, Probe>>> = {
  ...listForms,
  ...recordForms,
  ...refusalForms,
  ...edgeForms,
};
