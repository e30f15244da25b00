// Waiting, in every runtime.

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((wake) => setTimeout(wake, milliseconds));
