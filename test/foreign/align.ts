// Which answers of two sessions belong together, when the program went other ways on both sides.
import type { Asked } from './contract.ts';
import type { Step } from './walk.ts';

export type Pair = readonly [one: Step | undefined, other: Step | undefined];

/** Pairs in the order of both sessions, of which as many as possible are the answers to like requests. */
export function aligned(ones: readonly Step[], others: readonly Step[]): readonly Pair[] {
  const [left, right] = [ones.map(kindOf), others.map(kindOf)];
  // The likeness of all that follows both, from the end on.
  const best = Array.from({ length: ones.length + 1 }, () => Array<number>(others.length + 1).fill(0));
  for (let i = ones.length - 1; i >= 0; i -= 1) {
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const paired = best[i + 1]![j + 1]! + likeness(left[i]!, right[j]!);
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, paired);
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < ones.length && j < others.length) {
    const like = likeness(left[i]!, right[j]!);
    if (like > 0 && best[i]![j] === best[i + 1]![j + 1]! + like) pairs.push([ones[i++], others[j++]]);
    else if (best[i]![j] === best[i + 1]![j]) pairs.push([ones[i++], undefined]);
    else pairs.push([undefined, others[j++]]);
  }
  for (const one of ones.slice(i)) pairs.push([one, undefined]);
  for (const other of others.slice(j)) pairs.push([undefined, other]);
  return pairs;
}

/** What requests have in common with others, from the whole to the least. */
type Kind = readonly [request: string, parameters: string, label: string];

function kindOf({ request }: Step): Kind {
  const { target, body } = request;
  const label = labelOf(request);
  const names = [...new URLSearchParams(target.split('?')[1]).keys()].sort().join();
  return [`${label} ${target} ${body}`, `${label} ${names} ${body}`, label];
}

/** 0 for requests of other endpoints. */
function likeness(one: Kind, other: Kind): number {
  return one[0] === other[0] ? 4 : one[1] === other[1] ? 2 : one[2] === other[2] ? 1 : 0;
}

/** The endpoint of a request, be it at the service or elsewhere. */
export function labelOf({ method, target }: Asked): string {
  const path = target
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/\?.*/s, '')
    .replace(/^(\/v1\/[^/]+\/)[^/]+/, '$1{id}')
    .replace(/^(\/v1\/[^/]+\/\{id\}\/[^/]+\/)[^/]+/, '$1{id}')
    .replace(/^((?!\/v1)\/[^/]*\/).*/, '$1...');
  return `${method} ${path}`;
}
