// What can be said of a header by its name alone. The same few names come with every message, so it is worked out once.

/** So many names are remembered, and no longer ones: names that a client makes up must not fill the memory. */
const mostNames = 1000;
const longestName = 64;

/** @param judge gets the name in lower case */
export function perName<Verdict extends string | boolean>(
  judge: (lower: string) => Verdict,
): (name: string) => Verdict {
  const known = new Map<string, Verdict>();
  return (name) => {
    const met = known.get(name);
    if (met !== undefined) return met;
    const verdict = judge(name.toLowerCase());
    if (known.size < mostNames && name.length <= longestName) known.set(name, verdict);
    return verdict;
  };
}
