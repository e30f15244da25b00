// Answers to the same few questions, each worked out once. A recorder meets the same names of headers and fields and the
// same heads of answers with each exchange.

/**
 * @param most so many are remembered, the first ones: texts that somebody else makes up must not fill the memory
 * @param work depends on the text alone
 */
export function remembering<Result extends string | boolean>(
  most: number,
  work: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const met = known.get(text);
    if (met !== undefined) return met;
    const result = work(text);
    if (known.size < most) known.set(text, result);
    return result;
  };
}

/** So many names are remembered, and no longer ones: names that a client makes up must not fill the memory. */
const mostNames = 1000;
const longestName = 64;

/**
 * What can be said of a name alone, such as that of a header.
 * @param judge gets the name in lower case, and as it is written
 */
export function perName<Verdict extends string | boolean>(
  judge: (lower: string, name: string) => Verdict,
): (name: string) => Verdict {
  const judgeName = (name: string): Verdict => judge(name.toLowerCase(), name);
  const judgeOnce = remembering(mostNames, judgeName);
  return (name) => (name.length <= longestName ? judgeOnce(name) : judgeName(name));
}
