// Tries out what would settle a difference: the session is played again under another answer of the ledger, and a
// hint is given only for what has helped.
import type { Difference, Findings } from './differences.ts';
import { hintFor } from './assumption-hints.ts';
import { type Answer } from './hint.ts';

/**
 * At most so many requests are played for hints, so that a large recording is told about as fast as a small one; places
 * of answers count, too, as an answer may be a map of thousands.
 */
const mostRequests = 10_000;
const placesPerRequest = 20;

/**
 * @param play plays the whole session under an answer; undefined where that cannot be
 * @param requests how many requests that takes, and in how many places their answers are compared
 * @returns for each difference that was tried the answers that make it go away and bring no new one
 */
export async function settle(
  { differences }: Findings,
  play: (answer: Answer) => Promise<Findings | undefined>,
  { requests, places }: { readonly requests: number; readonly places: number },
): Promise<Map<Difference, readonly Answer[]>> {
  const settled = new Map<Difference, Answer[]>();
  const cost = requests + places / placesPerRequest;
  /** What differs under an answer. */
  const tried = new Map<string, ReadonlySet<string> | undefined>();
  for (const [key, difference] of differences) {
    const { answers } = hintFor(difference);
    for (const answer of answers) {
      const words = `${answer.id}=${answer.value}`;
      if (!tried.has(words)) {
        if ((tried.size + 1) * cost > mostRequests) continue;
        const after = await play(answer);
        tried.set(words, after && new Set(after.differences.keys()));
      }
      const helped = settled.get(difference) ?? [];
      settled.set(difference, helped);
      const after = tried.get(words);
      if (after !== undefined && !after.has(key) && after.size < differences.size) helped.push(answer);
    }
  }
  return settled;
}
