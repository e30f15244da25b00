// Recordings of the foreign services: of several runs, of other sessions, and with one thing planted that has changed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Recording } from '../../src/recording/format.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { Answered, Asked, ForeignService } from '../foreign/contract.ts';
import { clockAt, start } from '../foreign/judge.ts';
import type { Which } from '../foreign/judge.ts';
import { Walk, answerTime } from '../foreign/walk.ts';

export type Plant = (answer: Answered, request: Asked) => Answered;

export interface Recorded {
  readonly run?: number;
  readonly which?: Which;
  /** By how many milliseconds the session begins later. */
  readonly later?: number;
  /** What has changed in the service. */
  readonly plant?: Plant;
}

const upstream = 'https://upstream.example';

/** What the recorder keeps of a session with a service. */
export async function recordForeign(
  service: ForeignService,
  { run = 0, which = 'recorded', later = 0, plant = (answer) => answer }: Recorded = {},
): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'pricing-mock-foreign-'));
  try {
    const path = join(folder, 'session.json');
    const file = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
    const clock = clockAt(start + later);
    const answer = service.start({ now: () => clock.now(), run, origin: upstream });
    const walk = new Walk({
      origin: upstream,
      key: service.key,
      clock,
      answer: (request) => plant(answer(request), request),
      onStep: async ({ at, request, answer: given }) => {
        const [target = '', query = ''] = request.target.split(/\?(.*)/s);
        const headers = Object.entries(request.headers);
        const added = await file.add({
          at: new Date(at).toISOString(),
          milliseconds: answerTime,
          request: {
            method: request.method,
            path: target,
            query,
            headers,
            body: nodeBodies.recordBody(Buffer.from(request.body), headers),
          },
          response: {
            status: given.status,
            reason: '',
            headers: given.headers,
            body: nodeBodies.recordBody(Buffer.from(given.body), given.headers),
          },
        });
        if (!added.recorded) throw added.error;
      },
    });
    await service.session(walk, which).finally(() => file.close());
    return await readRecording(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
