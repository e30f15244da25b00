// The mode `mock`: the simulator answers.
import type { DataSet } from '../../service/models/resources.ts';
import type { Service } from '../../service/service.ts';
import type { Mode } from './mode-switch.ts';

/** @param data if given, all worlds begin anew with it */
export function mockMode({ worlds, simulator }: Service, data?: DataSet): Mode {
  if (data !== undefined) worlds.begin(data);
  return { mode: 'mock', recording: null, upstream: null, handler: simulator };
}
