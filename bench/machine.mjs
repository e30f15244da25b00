// What a reader has to know of the machine. No host name, no path: RESULTS.md is published.

import { availableParallelism, arch, cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine in sentences. Call it before the first load: it tells how busy the machine was without us. */
export function describeMachine() {
  const kernel = /^[\d.]+/.exec(release())?.[0] ?? '';
  const cores = availableParallelism();
  return [
    `Date: ${new Date().toISOString().slice(0, 10)}`,
    `Processor: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${cores} cores (${arch()})`,
    `Memory: ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `System: ${type()} ${kernel}`,
    `Node: ${process.version}`,
    `Load average when it began: ${loadavg()[0].toFixed(2)} (from other work on the machine, if well above 0)`,
    `Client and server share the ${cores} cores: the load generator keeps one of them busy all the time.`,
  ];
}
