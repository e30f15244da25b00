// Waiting in real time, in every runtime.

/** Waits so many milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}

/** The same behind a port, whose connections keep the process alive: the wait itself keeps no stopped program alive. */
export function backgroundSleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => {
    const timer: unknown = setTimeout(wake, milliseconds);
    if (hasUnref(timer)) timer.unref();
  });
}

/** A browser's timer is a number, Node's an object. */
function hasUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
