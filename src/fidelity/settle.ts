// Tries out what would settle a difference: the session is played again under another answer of the ledger, and a
// hint is given only for what has helped.
import type { Difference, Findings } from './findings.ts';
import { hintFor, type Answer } from './ledger-hints.ts';

/** At most so many requests are played for hints, so that a large recording is told about as fast as a small one. */
const mostRequests = 10_000;

/**
 * @param play plays the whole session under an answer; undefined where that cannot be
 * @param requests how many requests that takes
 * @returns for each difference that was tried the answers that make it go away and bring no new one
 */
export async function settle(
  { differences }: Findings,
  play: (answer: Answer) => Promise<Findings | undefined>,
  requests: number,
): Promise<Map<Difference, readonly Answer[]>> {
  const settled = new Map<Difference, Answer[]>();
  const tried = new Map<string, Promise<Findings | undefined>>();
  for (const [key, difference] of differences) {
    const { answers } = hintFor(difference);
    for (const answer of answers) {
      const words = `${answer.id}=${answer.value}`;
      if (!tried.has(words)) {
        if ((tried.size + 1) * requests > mostRequests) continue;
        tried.set(words, play(answer));
      }
      const helped = settled.get(difference) ?? [];
      settled.set(difference, helped);
      const after = await tried.get(words)!;
      if (after === undefined) continue;
      const isBetter = !after.differences.has(key) && after.differences.size < differences.size;
      if (isBetter) helped.push(answer);
    }
  }
  return settled;
}
