// Caches of bounded size: the entry that was not used for the longest time is dropped first.
import { LRUCache } from 'lru-cache';

export { LRUCache as BoundedCache };

/**
 * The same function, which remembers its last answers.
 * @param most the number of answers to remember, so that texts of clients cannot fill the memory
 * @param work depends on the text alone
 */
export function remembering<Result extends string | boolean | object>(
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
 * Remembers a judgement of a name, such as that of a header, because every message has the same few names.
 * @param judge gets the name in lower case, and as it is written
 */
export function perName<Verdict extends string | boolean>(
  judge: (lower: string, name: string) => Verdict,
): (name: string) => Verdict {
  const judgeName = (name: string): Verdict => judge(name.toLowerCase(), name);
  const judgeOnce = remembering(mostNames, judgeName);
  return (name) => (name.length <= longestName ? judgeOnce(name) : judgeName(name));
}
