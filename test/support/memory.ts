// What a process holds, whatever it has not yet cleared away: when that happens by itself differs between Nodes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** This process's memory, in bytes, once all garbage is collected. */
export function heldMemory(): NodeJS.MemoryUsage {
  collectGarbage();
  return process.memoryUsage();
}
