// Where in a recording a replay begins (`--at`): at its start, or at the state after one of its writes. Browser-safe.
import { suggestion } from '../../http/nearest-name.ts';
import { valueText } from '../../http/schema.ts';
import type { Interaction } from '../format.ts';
import { isDoneWrite, isWrite } from './timeline.ts';
import type { Timeline } from './timeline.ts';

/** There is no such write in the recording. The message says which there are. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The state after a recorded write. */
export interface StartAt {
  /** The id of the write; undefined for the start of the recording. */
  readonly id: string | undefined;
  /** How many 2xx writes are done. */
  readonly writes: number;
}

/**
 * Reads the words of `--at`.
 * @param words the number of a 2xx write, 0 for the start of the recording, or the id of one
 * @throws StartError
 */
export function readStart(words: string, { ordered, interactions }: Timeline): StartAt {
  if (/^\d{1,9}$/.test(words)) {
    const writes = Number(words);
    if (writes <= ordered.length) return { id: ordered[writes - 1]?.id, writes };
    throw new StartError(`there is no write ${writes}; ${known(ordered)}`);
  }
  const at = ordered.findIndex(({ id }) => id === words);
  if (at !== -1) return { id: words, writes: at + 1 };
  const place = interactions.findIndex(({ id }) => id === words);
  if (place !== -1) throw new StartError(notWritten(interactions, place, ordered));
  const ids = ordered.map(({ id }) => id);
  const hint = suggestion(words, ids);
  throw new StartError(
    `there is no write ${valueText(words)}; ${hint.startsWith('did you') ? `${hint} ` : ''}${known(ordered)}`,
  );
}

/** How many writes are done in another edition of the recording; as many as before where it has the write no more. */
export function writesDone({ id, writes }: StartAt, { ordered }: Timeline): number {
  const at = ordered.findIndex((write) => write.id === id);
  return at === -1 ? Math.min(writes, ordered.length) : at + 1;
}

function notWritten(
  interactions: readonly Interaction[],
  place: number,
  ordered: readonly Interaction[],
): string {
  const { id, request, response } = interactions[place]!;
  const why = isWrite(request.method) ? `was answered ${response.status} and changed nothing` : 'is no write';
  const before = interactions.slice(0, place).filter(isDoneWrite);
  const last = before.at(-1);
  const state = last === undefined ? 'it stands before the first write' : `the write before it is ${last.id}`;
  return `${id} ${why}; ${state} (--at ${before.length}); ${known(ordered)}`;
}

/** So many writes are named; of more the first and the last are. */
const mostNamed = 6;

function known(ordered: readonly Interaction[]): string {
  if (ordered.length === 0) return 'the recording has no write that changed anything';
  const named = ordered.map(({ id }, at) => `${at + 1} (${id})`);
  const shown = named.length <= mostNamed ? named : [...named.slice(0, 2), '...', named.at(-1)!];
  return `the recording has ${ordered.length === 1 ? 'the write' : `${ordered.length} writes,`} ${shown.join(', ')}`;
}
