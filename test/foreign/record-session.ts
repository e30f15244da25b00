// Sessions with foreign services, as the recorder keeps them: in several runs, other sessions, at other times, and with one thing
// planted that has changed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../src/http/clock.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Exchange, Recording } from '../../src/recording/format.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import type { Added } from '../../src/recording/record/open-recording.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { Answered, Asked, ForeignService } from './contract.ts';
import { Walk, answerTime } from './walk.ts';
import type { Step } from './walk.ts';

export type Which = 'recorded' | 'another';

export type Plant = (answer: Answered, request: Asked) => Answered;

interface SessionOptions {
  readonly which?: Which;
  readonly run?: number;
  /** By how many milliseconds the session begins later. */
  readonly later?: number;
  /** What has changed in the service. */
  readonly plant?: Plant;
}

export interface RecordedSession {
  readonly recording: Recording;
  readonly answers: readonly Step[];
  /** The time at its end, in milliseconds since 1970. */
  readonly end: number;
}

/** Where the services stand. */
export const upstream = 'https://upstream.example';

/** When the recorded session begins: a Tuesday morning. */
export const start = Date.UTC(2026, 4, 12, 8, 30);

/** A clock that only a session moves. */
export const clockAt = (time: number) => new Clock(time, { frozen: true, source: () => 0 });

/** Records a session into a file, and reads it back. */
export async function recordSession(
  service: ForeignService,
  { which = 'recorded', run = 0, later = 0, plant = (answer) => answer }: SessionOptions = {},
): Promise<RecordedSession> {
  const folder = await mkdtemp(join(tmpdir(), 'pricing-mock-foreign-'));
  try {
    const path = join(folder, 'recorded.json');
    const file = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
    const clock = clockAt(start + later);
    const answer = service.start({ now: () => clock.now(), run, origin: upstream });
    // What is added in one go is synced to the disk in one go.
    const adding: Promise<Added>[] = [];
    const walk = new Walk({
      origin: upstream,
      key: service.key,
      clock,
      answer: (request) => plant(answer(request), request),
      onStep: (step) => {
        adding.push(file.add(exchangeOf(step)));
      },
    });
    try {
      await service.session(walk, which);
      for (const added of await Promise.all(adding)) if (!added.recorded) throw added.error;
    } finally {
      await file.close();
    }
    if (file.failed !== undefined) throw file.failed;
    return { recording: await readRecording(path), answers: walk.steps, end: clock.now() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As the recorder sees it on the wire. */
function exchangeOf({ at, request, answer }: Step): Exchange {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const headers = Object.entries(request.headers);
  return {
    at: new Date(at).toISOString(),
    milliseconds: answerTime,
    request: {
      method: request.method,
      path,
      query,
      headers,
      body: nodeBodies.recordBody(Buffer.from(request.body), headers),
    },
    response: {
      status: answer.status,
      reason: '',
      headers: answer.headers,
      body: nodeBodies.recordBody(Buffer.from(answer.body), answer.headers),
    },
  };
}
