// The answers to the same few questions, worked out once each.

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
