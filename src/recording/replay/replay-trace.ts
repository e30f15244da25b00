// What a replay did with a request, for whoever looks into it later: the recorded answer that it chose and why, or what came near
// a request that was not recorded. Texts are made when they are asked for. Browser-safe.
import type { WrittenRecord } from '../../http/message.ts';
import type { Interaction } from '../format.ts';
import type { Difference, Near } from './nearest.ts';
import { jsonOf } from '../body/readable-json.ts';
import { findObject, listingWrite } from './overlay.ts';
import type { Found, Place } from './replay-cursor.ts';

/** A request that was not recorded. */
export interface Missed {
  /** In a sentence, redacted. */
  readonly why: string;
  readonly near: readonly NearRequest[];
  /** What records it. */
  readonly command: string;
}

interface NearRequest {
  readonly interaction: string;
  /** Method and target. */
  readonly request: string;
  /** The first of them. */
  readonly differences: readonly Difference[];
}

/** Who has made an answer up: the overlay of unrecorded writes, or the simulator. */
type Synthesizer = 'unrecorded-write' | 'mock';

export class ReplayTrace {
  readonly found: Found | undefined;
  readonly missed: Missed | undefined;
  readonly synthesizedBy: Synthesizer | undefined;

  constructor(what: { found?: Found; missed?: Missed; synthesizedBy?: Synthesizer | undefined }) {
    this.found = what.found;
    this.missed = what.missed;
    this.synthesizedBy = what.synthesizedBy;
  }

  /** Why this answer was chosen; undefined where none was. */
  get why(): string | undefined {
    if (this.found === undefined) return undefined;
    const { place, marks } = this.found;
    return [placeText(place), ...marks.map((mark) => markTexts[mark])].join(' ');
  }
}

/** The trace of a request, from its context or its place in a log. */
export function traceOf(kept: object | undefined): ReplayTrace | undefined {
  return kept instanceof ReplayTrace ? kept : undefined;
}

const markTexts: Readonly<Record<Found['marks'][number], string>> = {
  stale: 'The state after all writes that were done was never recorded, so this one does not show them all.',
  'skipped-writes': 'The recording has writes before this one that were not done.',
  'repeated-write': 'It is the write that led to this state again, so nothing moved.',
  'secret-not-compared':
    'A secret in the request may be another than the recorded one, which is not in the recording.',
};

function placeText({ kind, done, writesDone, writes, answer, answers }: Place): string {
  const which = answers === 1 ? 'The one answer' : `Answer ${answer} of ${answers}`;
  if (kind === 'write') {
    return `${which} recorded for this write; ${counted(writesDone, writes)} to the same record stand before it.`;
  }
  const after =
    writes === 0
      ? 'no recorded write concerns it'
      : `recorded after ${counted(writesDone, writes)} that ${writes === 1 ? 'concerns' : 'concern'} it`;
  const here =
    done === writesDone ? '' : ` This client stands after ${done}; nothing later was recorded before that.`;
  return `${which} to this request in its place: ${after}.${here}`;
}

const counted = (done: number, of: number) => `${done} of ${of} ${of === 1 ? 'write' : 'writes'}`;

const mostDifferences = 20;
const longestSide = 200;

/** What came near, short enough to be kept. */
export function shownNear(near: readonly Near[]): NearRequest[] {
  return near.map(({ interaction: { id, request }, differences }) => ({
    interaction: id,
    request: cut(`${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`),
    differences: differences.slice(0, mostDifferences).map(({ part, name, asked, recorded }) => ({
      part,
      name: cut(name),
      ...(asked !== undefined && { asked: cut(asked) }),
      ...(recorded !== undefined && { recorded: cut(recorded) }),
    })),
  }));
}

const cut = (text: string) => (text.length > longestSide ? `${text.slice(0, longestSide)}…` : text);

/** The listing that a recorded write changed, as the recording shows it before and after; undefined for any other request. */
export function recordedWrite(
  interactions: readonly Interaction[],
  { id: interactionId, request, response }: Interaction,
): WrittenRecord | undefined {
  const write = listingWrite(request.method, request.path);
  if (write === undefined || response.status < 200 || response.status > 299) return undefined;
  const { listing: id } = write;
  const own = interactions.findIndex((one) => one.id === interactionId);
  let before: object | undefined;
  for (let at = own - 1; at >= 0 && before === undefined; at -= 1) {
    const earlier = interactions[at]!.response;
    if (earlier.status >= 200 && earlier.status < 300) before = findObject(jsonOf(earlier.body), id);
  }
  const sent = jsonOf(request.body);
  const after = findObject(jsonOf(response.body), id) ?? {
    ...before,
    ...(typeof sent === 'object' && sent !== null ? sent : {}),
  };
  return { kind: 'listing', id, before: before ?? null, after };
}
