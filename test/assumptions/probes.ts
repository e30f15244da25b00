// All probes, by the assumption that they look at.
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import { edgeProbes } from './edge-probes.ts';
import { listProbes } from './list-probes.ts';
import type { Probe } from './probe.ts';
import { recordProbes } from './record-probes.ts';
import { refusalProbes } from './refusal-probes.ts';
import { updateProbes } from './update-probes.ts';

export const probes = {
  ...listProbes,
  ...updateProbes,
  ...refusalProbes,
  ...recordProbes,
  ...edgeProbes,
} as Readonly<Record<AssumptionId, Probe>>;
