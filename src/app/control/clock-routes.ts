// The clock of a world.
import { ApiError } from '../../spec/errors.ts';
import { parseIsoTime } from '../../http/iso-time.ts';
import { readDuration } from '../../http/duration.ts';
import type { WorldClock } from '../../service/handles/world-clock.ts';
import { readObject, readOptional } from './control-body.ts';
import { readAs, readMembers, required } from './members.ts';
import { answerJson } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';
import { worldOf } from './asked-world.ts';

export const clockRoutes: readonly Route<ControlParts>[] = [
  { name: 'readClock', method: 'GET', path: '/__mock/clock', answer: (call) => show(worldOf(call).clock) },
  { name: 'freezeClock', method: 'POST', path: '/__mock/clock/freeze', answer: freeze },
  { name: 'advanceClock', method: 'POST', path: '/__mock/clock/advance', answer: advance },
  { name: 'resumeClock', method: 'POST', path: '/__mock/clock/resume', answer: resume },
];

function show(clock: WorldClock) {
  return answerJson({ now: clock.now(), frozen: clock.frozen });
}

async function freeze(call: Call<ControlParts>) {
  const { at } = readMembers(await readOptional(call.request), { at: time });
  const { clock } = worldOf(call);
  inRange('at', () => {
    clock.freeze(at);
  });
  return show(clock);
}

async function advance(call: Call<ControlParts>) {
  const members = readMembers(await readObject(call.request), { by: duration });
  const by = required(members.by, 'by', durationWords);
  const { clock } = worldOf(call);
  inRange('by', () => {
    clock.advance(by);
  });
  return show(clock);
}

async function resume(call: Call<ControlParts>) {
  readMembers(await readOptional(call.request), {});
  const { clock } = worldOf(call);
  clock.resume();
  return show(clock);
}

/** A hundred years. */
const longest = 100 * 365 * 24 * 3_600_000;

const durationWords = 'milliseconds or a duration such as 250ms, 61s, 5m, 1h or 2d, from 0 to 100 years';
/** Milliseconds, or words such as `61s`. */
const duration = readAs(durationWords, (value) => {
  const found = readDuration(value);
  return found !== undefined && found <= longest ? found : undefined;
});

const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Milliseconds since 1970, from a number of them, a time with its zone, or a date alone, which is its beginning in UTC. */
const time = readAs('milliseconds since 1970 or a time such as 2026-01-31T00:00:00Z', (value) => {
  const at = typeof value === 'string' && timeForm.test(value) ? parseIsoTime(value) : value;
  return typeof at === 'number' && Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? at : undefined;
});

/** Answers 400 with the reason if the clock cannot be set so. */
function inRange(param: string, set: () => void): void {
  try {
    set();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ApiError('parameter_out_of_range', `${param}: ${error.message}.`, { param });
  }
}
