// After how many of the writes of a recording which of its answers is in force, to a client that has done them in recorded
// order: what a cursor (`replay-cursor.ts`) would give it then, told of the whole recording at once. Browser-safe.
import type { Interaction } from '../format.ts';
import { epochAt } from './timeline.ts';
import type { Timeline } from './timeline.ts';

/** A stretch of a recording, in numbers of writes done. */
interface Stretch {
  readonly from: number;
  /** The first number behind it; null: to the end of the recording. */
  readonly until: number | null;
  /** Whether the answer does not show all of these writes, because no such state was recorded. */
  readonly stale: boolean;
}

/** Where each answer is in force, in recorded order; an interaction that is not in it never answers. */
export function stretches(timeline: Timeline): ReadonlyMap<Interaction, readonly Stretch[]> {
  const found = new Map<Interaction, Stretch[]>();
  const note = (interaction: Interaction, stretch: Stretch) => {
    const known = found.get(interaction);
    if (known === undefined) found.set(interaction, [stretch]);
    else known.push(stretch);
  };
  for (const track of timeline.reads.values()) {
    const { writes } = track.affectedBy;
    const epochs = timeline.epochsOf(track);
    for (const [at, { epoch: own, answers }] of epochs.entries()) {
      const end = epochs[at + 1]?.epoch ?? writes.length + 1;
      const stretch = (from: number, until: number, stale: boolean) => {
        return {
          from: doneAt(writes, from),
          until: until > writes.length ? null : doneAt(writes, until),
          stale,
        };
      };
      for (const answer of answers) note(answer, stretch(own, own + 1, false));
      if (end > own + 1) note(epochAt(epochs, own + 1)!.finalAnswer, stretch(own + 1, end, true));
    }
  }
  for (const { subject, attempts } of timeline.writes.values()) {
    const ordinals = subject.writes.map(({ ordinal }) => ordinal);
    for (const { interaction, before } of attempts) {
      const until = before < ordinals.length ? doneAt(ordinals, before + 1) : null;
      note(interaction, { from: doneAt(ordinals, before), until, stale: false });
    }
  }
  return found;
}

/** How many of all writes are done when the n-th of these is: they are told by their ordinals among all. */
const doneAt = (ordinals: readonly number[], count: number) => (count === 0 ? 0 : ordinals[count - 1]! + 1);
