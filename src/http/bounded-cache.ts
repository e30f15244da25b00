// Caches of bounded size: what was not used for the longest time is dropped first.
import { LRUCache } from 'lru-cache';

export { LRUCache as BoundedCache };

/**
 * The same function, which remembers its last answers.
 * @param most so many are remembered: texts that a client makes up must not fill the memory
 * @param work depends on the text alone
 */
export function remembering<Result extends string | boolean>(
  most: number,
  work: (text: string) => Result,
): (text: string) => Result {
  const known = new LRUCache<string, Result>({ max: most });
  return (text) => {
    const met = known.get(text);
    if (met !== undefined) return met;
    const result = work(text);
    known.set(text, result);
    return result;
  };
}

const mostNames = 1000;
const longestName = 64;

/**
 * What can be said of a name alone, such as that of a header: the same few names come with every message.
 * @param judge gets the name in lower case, and as it is written
 */
export function perName<Verdict extends string | boolean>(
  judge: (lower: string, name: string) => Verdict,
): (name: string) => Verdict {
  const judgeName = (name: string): Verdict => judge(name.toLowerCase(), name);
  const judgeOnce = remembering(mostNames, judgeName);
  return (name) => (name.length <= longestName ? judgeOnce(name) : judgeName(name));
}
