/** Does something with each, at most so many at a time; the results in the order of what was given. */
export async function inLanes<T, Result>(
  lanes: number,
  all: readonly T[],
  work: (one: T, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = all.entries();
  const lane = async (): Promise<void> => {
    for (const [at, one] of left) results[at] = await work(one, at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
