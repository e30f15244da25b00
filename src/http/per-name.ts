// What can be said of a name alone, such as that of a header. The same few names come with every message, so it is
// worked out once.
import { remembering } from './remembering.ts';

/** So many names are remembered, and no longer ones: names that a client makes up must not fill the memory. */
const mostNames = 1000;
const longestName = 64;

/** @param judge gets the name in lower case, and as it is written */
export function perName<Verdict extends string | boolean>(
  judge: (lower: string, name: string) => Verdict,
): (name: string) => Verdict {
  const judgeName = (name: string): Verdict => judge(name.toLowerCase(), name);
  const judgeOnce = remembering(mostNames, judgeName);
  return (name) => (name.length <= longestName ? judgeOnce(name) : judgeName(name));
}
