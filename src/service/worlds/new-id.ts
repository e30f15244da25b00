// Ids of records that a test creates.
import { contentHash } from '../../http/content-hash.ts';
import type { Account } from './account.ts';

/**
 * Makes a version 7 UUID of the clock's time. It differs from all ids that this world has given out since its last
 * reset, and from those of its records. It is not random: the same requests get the same ids in each run.
 */
export function newId({ linkName: world, store, clock, given }: Account): string {
  const time = Math.min(Math.max(clock.now(), 0), 0xffff_ffff_ffff).toString(16).padStart(12, '0');
  for (;;) {
    given.ids += 1;
    const random = contentHash(`${world} ${given.ids}`);
    // Multiplying by an odd number maps different counts to different numbers, so that no id comes twice.
    const count = (Math.imul(given.ids, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    const id = [
      time.slice(0, 8),
      time.slice(8),
      `7${random.slice(0, 3)}`,
      `8${random.slice(3, 6)}`,
      random.slice(6, 10) + count,
    ].join('-');
    const { listings, strategies, reportRuns } = store;
    if ([listings, strategies, reportRuns].every((records) => records.cursor(id) === undefined)) return id;
  }
}
