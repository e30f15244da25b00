// A logged request in full: with its answer, the record that it changed, and what a replay made of it.
import { headerValue } from '../../http/message.ts';
import type { WrittenRecord } from '../../http/message.ts';
import type { Recording } from '../../recording/format.ts';
import { recordedWrite, traceOf } from '../../recording/replay/replay-trace.ts';
import type { ReplayTrace } from '../../recording/replay/replay-trace.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';
import { bodyView, recordedBodyView } from './body-view.ts';
import type { BodyView } from './body-view.ts';
import { rowOf } from './row.ts';

/** @param recording of the mode in force; undefined where it has none */
export function detailOf(request: LoggedRequest, recording: Recording | undefined) {
  const { headers, body } = request.toJSON();
  const trace = traceOf(request.replay);
  const found = trace?.found;
  return {
    ...rowOf(request),
    headers,
    body,
    answer: answerOf(request, trace, recording),
    errorPage:
      request.error === undefined ? null : `/__mock/errors/${encodeURIComponent(request.error.code)}`,
    wrote: request.written ?? writtenByReplay(trace, recording) ?? null,
    replayed:
      found === undefined
        ? null
        : {
            interaction: found.interaction.id,
            at: found.interaction.at,
            why: trace!.why,
            marks: found.marks,
            ...found.place,
          },
    miss: trace?.missed ?? null,
  };
}

/** Where the answer itself is not here, or is encoded, what the recording holds of it is shown. */
function answerOf(
  { answer, exchanged }: LoggedRequest,
  trace: ReplayTrace | undefined,
  recording: Recording | undefined,
) {
  const { headers, state, body } = answer;
  const view = body === null ? undefined : bodyView(body, headerValue(headers.flat(), 'content-encoding'));
  const id =
    trace?.synthesizedBy === undefined ? (exchanged?.interaction ?? trace?.found?.interaction.id) : undefined;
  const isHere = view !== undefined && view.state !== 'binary';
  const known = id === undefined || isHere ? undefined : responseIn(recording, trace, id);
  const shown: BodyView = (known === undefined ? undefined : recordedBodyView(known.body)) ??
    view ?? { state: 'none', body: null, length: null };
  return {
    headers,
    ...shown,
    // What is not shown is not kept, for a reason that the log knows.
    state: known === undefined && view === undefined ? (state === 'kept' ? 'none' : state) : shown.state,
  };
}

function responseIn(recording: Recording | undefined, trace: ReplayTrace | undefined, id: string) {
  const own = trace?.found?.interaction;
  return (own?.id === id ? own : recording?.interactions.find((one) => one.id === id))?.response;
}

function writtenByReplay(
  trace: ReplayTrace | undefined,
  recording: Recording | undefined,
): WrittenRecord | undefined {
  if (trace?.found === undefined || recording === undefined) return undefined;
  return recordedWrite(recording.interactions, trace.found.interaction);
}
