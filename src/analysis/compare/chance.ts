// What small recordings do not show.

/** What happens less often than this by chance did not happen by chance. */
const significance = 0.05;

/**
 * Whether it may be chance that something was not seen.
 * @param share how often it happens, from 0 to 1
 * @param samples among how many it was not seen
 */
export function isChance(share: number, samples: number): boolean {
  return (1 - Math.min(1, share)) ** samples >= significance;
}
