// Which interactions a recording can lose without a replay answering anything differently:
//  - the same answer once more at the end of an epoch, as the last answer of an epoch stays (`timeline.ts`);
//  - the file behind a download link that no recorded answer gives out any more.
// Writes are never dropped, nor what a client has not asked for yet: a replay cannot know who will.
import { filesPath, storedOrigin } from '../../spec/mock-paths.ts';
import type { Interaction, Recording } from '../format.ts';
import { fingerprint } from './fingerprint.ts';
import { isTrouble, Timeline } from './timeline.ts';

export interface Dropped {
  readonly interaction: Interaction;
  readonly reason: 'repeat' | 'file without a link';
}

interface Pruned {
  /** The same object when nothing was dropped. */
  readonly recording: Recording;
  readonly dropped: readonly Dropped[];
}

export function pruneRecording(recording: Recording): Pruned {
  const timeline = new Timeline(recording.interactions);
  const reasons = new Map<Interaction, Dropped['reason']>();
  for (const track of timeline.reads.values()) {
    for (const { answers } of timeline.epochsOf(track)) {
      for (const repeat of repeatsAtEnd(answers)) reasons.set(repeat, 'repeat');
    }
  }
  for (const file of filesWithoutLink(recording.interactions)) reasons.set(file, 'file without a link');
  if (reasons.size === 0) return { recording, dropped: [] };
  const interactions = recording.interactions.filter((interaction) => !reasons.has(interaction));
  const dropped = Array.from(reasons, ([interaction, reason]) => ({ interaction, reason }));
  return { recording: { ...recording, interactions }, dropped };
}

function repeatsAtEnd(answers: readonly Interaction[]): readonly Interaction[] {
  const last = answers.at(-1)!;
  // Passing trouble does not stay, so each of it counts.
  if (isTrouble(last)) return [];
  const print = fingerprint(last.response);
  const before = answers.findLastIndex(({ response }) => fingerprint(response) !== print);
  return answers.slice(before + 2);
}

function filesWithoutLink(interactions: readonly Interaction[]): readonly Interaction[] {
  const files = interactions.filter(({ request }) => request.path.startsWith(filesPath));
  if (files.length === 0) return [];
  const linked = new Set<string>();
  for (const { response } of interactions) {
    const text = JSON.stringify(response.body);
    if (!text.includes(storedOrigin)) continue;
    for (const [, id] of text.matchAll(/\/\/recording\.invalid\/__mock\/files\/([\w.-]+)/g)) linked.add(id!);
  }
  return files.filter(({ request }) => !linked.has(request.path.slice(filesPath.length)));
}
