// What a request gets that was not recorded. Nothing in it can be taken for an answer of the service
// (peers.md, section 3: a 404 means "no such listing", and a 200 is worse).
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, Handler } from '../../http/message.ts';
import { isLoopback } from '../../http/loopback.ts';
import { askedOf, missedOf } from './recorded-request.ts';
import type { Missed } from './recorded-request.ts';
import type { RecordedRequest } from '../format.ts';
import { nearest, renderNearest } from './nearest.ts';
import type { Missing } from './replay-cursor.ts';
import type { ReplayWorlds } from './replay-worlds.ts';
import { isWrite } from './timeline.ts';

/**
 * Answers what `replayFrom` could not, with what came near and the command that would record it.
 * @param options.name of the recording, as the command takes it
 */
export function miss(worlds: ReplayWorlds, options: { readonly name: string }): Handler {
  return function answerMiss(request) {
    const { asked, found, timeline } = missedBy(worlds, request);
    const target = countMiss(worlds, asked);
    const decisive = found.missing === 'variant' ? [found.header] : [];
    const near = nearest(worlds.redact(asked), timeline.distinct, { decisive });
    const { upstream } = worlds.recording;
    const command = `pricing-mock record ${upstream} --name ${options.name} --missing`;
    const lines = [
      explain(target, found),
      near.length === 0
        ? 'The recording is empty.'
        : `The nearest recorded requests:\n${renderNearest(near)}`,
      `To record it: ${command}${isWrite(asked.method) && !isLoopback(new URL(upstream)) ? ' --allow-writes' : ''}`,
    ];
    throw new ApiError('replay_miss', lines.join('\n'));
  };
}

/** Counts a request as missed, for whoever answers it in another way. */
export function noteMiss(worlds: ReplayWorlds, request: ApiRequest): void {
  countMiss(worlds, missedBy(worlds, request).asked);
}

function missedBy(worlds: ReplayWorlds, request: ApiRequest): Missed {
  const known = missedOf(request.context);
  if (known !== undefined) return known;
  const { timeline } = worlds.open(request.context.world?.key ?? '');
  return { asked: askedOf(request, null), found: { missing: 'unrecorded' }, timeline };
}

/** @returns the request in one line, redacted */
function countMiss(worlds: ReplayWorlds, asked: RecordedRequest): string {
  const { method, path, query } = worlds.redact(asked);
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  worlds.countMiss(target);
  return target;
}

function explain(target: string, found: Missing): string {
  if (found.missing === 'unrecorded') return `Not recorded: ${target}.`;
  if (found.missing === 'variant') {
    return `Not recorded for a client that prefers this: ${target}. By its Vary the answer depends on ${found.header}, recorded: ${found.recorded.join('; ')}.`;
  }
  if (found.missing === 'secret') {
    return `Not decided: ${target}. ${found.recorded} recorded requests differ in a secret alone, which is not in the recording, so nobody can tell which one is meant. Record them under names of their own.`;
  }
  const { id, request } = found.interaction;
  if (found.missing === 'passed') {
    return `Not recorded from here on: ${target}. It is ${id}, and the writes done have left that behind.`;
  }
  return `Not recorded yet at this point: ${target}. It was recorded after ${id} (${request.method} ${request.path}), which was not sent.`;
}
