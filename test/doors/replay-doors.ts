// The three doors to a replay: a port, and msw's two ways to ask.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startReplay } from '../../src/index.ts';
import type { ReplaySummary } from '../../src/index.ts';
import { replayHandlers } from '../../src/msw.ts';
import type { CreateReplayInput } from '../../src/msw.ts';
import type { Recording } from '../../src/recording/format.ts';
import { printRecording, temporaryDirectory } from '../support/recordings.ts';
import { baseUrlOf, doorOf, whileServed, workerFetch } from './doors.ts';
import type { Door } from './doors.ts';

export const replayDoors = ['port', 'msw setupServer', 'msw getResponse'] as const;
export type ReplayDoorName = (typeof replayDoors)[number];

export interface ReplayDoor extends Door {
  summary(): ReplaySummary;
}

export type ReplayInput = Omit<CreateReplayInput, 'baseUrl' | 'name'>;

/** Opens a door to a recording, and closes it behind whoever has passed. */
export async function throughReplay<T>(
  name: ReplayDoorName,
  recording: Recording,
  input: ReplayInput,
  pass: (door: ReplayDoor) => Promise<T>,
): Promise<T> {
  const text = printRecording(recording);
  if (name === 'port') {
    const dir = await temporaryDirectory();
    await writeFile(join(dir, 'session.json'), text);
    await using server = await startReplay({ ...input, recording: 'session', dir });
    return await pass({ ...doorOf(name, server.url, server, fetch), summary: () => server.summary() });
  }
  const base = baseUrlOf();
  // As it is imported from its file.
  const handlers = replayHandlers(JSON.parse(text), { ...input, baseUrl: base, name: 'session' });
  const { summary } = handlers;
  if (name === 'msw getResponse') {
    return pass({ ...doorOf(name, base, handlers, workerFetch(handlers)), summary });
  }
  return whileServed(handlers, () => pass({ ...doorOf(name, base, handlers, fetch), summary }));
}
