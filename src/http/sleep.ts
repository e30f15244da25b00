// Waiting in real time, in every runtime.

/** Waits for a number of milliseconds. In Node a running wait does not keep the process alive. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => {
    const timer: unknown = setTimeout(wake, milliseconds);
    if (hasUnref(timer)) timer.unref();
  });
}

/** A timer is a number in a browser, and an object in Node. */
function hasUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
