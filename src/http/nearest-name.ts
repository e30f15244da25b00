// Finds what somebody meant who misspelt a name.

/** The known name that comes nearest, unless it is too far to be meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  if (nearest === undefined || nearest.edits > Math.max(1, Math.ceil(name.length / 3))) return undefined;
  return nearest.candidate;
}

/** Behind a list of what is known: `; did you mean 'title'?`, or nothing where none comes near. */
export function meantBy(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`;
}

/** `did you mean 'title'?`, or the names that are known where none comes near. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean '${nearest}'?`;
}

/** Levenshtein's distance, two neighbours that are swapped counted as one edit. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
