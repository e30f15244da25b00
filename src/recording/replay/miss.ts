// The answer to a request that was not recorded. A client cannot take it for an answer of the service: a 404 would mean
// that there is no such listing.
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, Handler } from '../../http/message.ts';
import { isLoopback } from '../../http/loopback.ts';
import { nearest, renderNearest } from './nearest.ts';
import type { Near } from './nearest.ts';
import type { MissReason } from './replay-cursor.ts';
import { missContextOf, toRecordedRequest } from './replay-from.ts';
import type { MissContext } from './replay-from.ts';
import { ReplayTrace, shownNear } from './replay-trace.ts';
import type { ReplayWorlds } from './replay-worlds.ts';
import { isWrite } from './timeline.ts';

/**
 * Answers what `replayFrom` could not, with what came near and the command that would record it.
 * @param options.name of the recording, as the command takes it
 */
export function answerMiss(worlds: ReplayWorlds, options: { readonly name: string }): Handler {
  return function miss(request) {
    const { why, near, command } = noteMiss(worlds, request, options);
    const lines = [
      why,
      near.length === 0
        ? 'The recording is empty.'
        : `The nearest recorded requests:\n${renderNearest(near)}`,
      `To record it: ${command}`,
    ];
    throw new ApiError('replay_miss', lines.join('\n'));
  };
}

/**
 * Notes a request as missed, however it is answered: it is counted, and its context tells what came near.
 * @returns why it was missed, redacted; and the command that would record it
 */
export function noteMiss(
  worlds: ReplayWorlds,
  request: ApiRequest,
  { name, answeredBy }: { readonly name: string; readonly answeredBy?: 'mock' },
): { readonly why: string; readonly near: readonly Near[]; readonly command: string } {
  const { asked, reason, timeline } = contextOf(worlds, request);
  const redacted = worlds.redact(asked);
  const { method, path, query } = redacted;
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  worlds.countMiss(target);
  const decisive = reason.missing === 'variant' ? [reason.header] : [];
  const near = nearest(redacted, timeline.distinct, { decisive });
  const { upstream } = worlds.recording;
  const mayWrite = isWrite(asked.method) && !isLoopback(new URL(upstream));
  const command = `pricing-mock record ${upstream} --name ${name} --missing${mayWrite ? ' --allow-writes' : ''}`;
  const why = explain(target, reason);
  const missed = { why, near: shownNear(near), command };
  request.context.replay = new ReplayTrace({ missed, synthesizedBy: answeredBy });
  return { why, near, command };
}

function contextOf(worlds: ReplayWorlds, request: ApiRequest): MissContext {
  return (
    missContextOf(request) ?? {
      asked: toRecordedRequest(request, null),
      reason: { missing: 'unrecorded' },
      timeline: worlds.open(request.context.world?.key ?? '').timeline,
    }
  );
}

function explain(target: string, reason: MissReason): string {
  if (reason.missing === 'unrecorded') return `Not recorded: ${target}.`;
  if (reason.missing === 'variant') {
    return `Not recorded for a client that prefers this: ${target}. By its Vary the answer depends on ${reason.header}, recorded: ${reason.recorded.join('; ')}.`;
  }
  if (reason.missing === 'secret') {
    return `Not decided: ${target}. ${reason.recorded} recorded requests differ in a secret alone, which is not in the recording, so nobody can tell which one is meant. Record them under names of their own.`;
  }
  const { id, request } = reason.interaction;
  if (reason.missing === 'passed') {
    return `Not recorded from here on: ${target}. It is ${id}, and the writes done have left that behind.`;
  }
  return `Not recorded yet at this point: ${target}. It was recorded after ${id} (${request.method} ${request.path}), which was not sent.`;
}
