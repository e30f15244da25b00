// Waiting in real time.

/** Waits so many milliseconds; a delay that is still running keeps no stopped program alive. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds).unref());
}
