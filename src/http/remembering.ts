// What follows from a text alone is worked out once. A start of the mock needs this, so it loads no package: when so many
// answers are kept that texts of clients could fill the memory, all are forgotten, and what is still asked for is made anew.

/**
 * The same function, which remembers its answers.
 * @param most the number of answers to keep
 * @param work depends on the text alone
 */
export function remembering<Result extends string | number | boolean | object>(
  most: number,
  work: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const met = known.get(text);
    if (met !== undefined) return met;
    const result = work(text);
    if (known.size >= most) known.clear();
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
