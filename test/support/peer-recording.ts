// A recording of the origin of peers.md, made by the real program; the origin is gone when it is there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, peerClient, peerOrigin, priceOf } from './peer-origin.ts';
import { start } from './serve.ts';

export interface PeerRecording {
  readonly dir: string;
  /** The file. */
  readonly path: string;
  /** The origin that was recorded. */
  readonly upstream: string;
  /** What the client saw while it was recorded. */
  readonly seen: readonly unknown[];
  readonly remove: () => Promise<void>;
}

/** GET, PATCH 11, GET, GET reports and the file behind its link. */
export async function recordPeers(): Promise<PeerRecording> {
  const dir = await mkdtemp(join(tmpdir(), 'pricing-mock-replay-'));
  const origin = await peerOrigin();
  const seen: unknown[] = [];
  try {
    const recorder = await start('record', origin.url, '--dir', dir, '--name', 'peers');
    try {
      const client = peerClient(recorder.url);
      seen.push(priceOf(await client.read()), priceOf(await client.patch(11)), priceOf(await client.read()));
      const { text } = await client.reports();
      const link = /"url":"([^"]+)"/.exec(text)![1]!;
      seen.push((await ask(link, { key: null })).text);
    } finally {
      await recorder.stop();
    }
  } finally {
    await origin.close();
  }
  const remove = () => rm(dir, { recursive: true, force: true });
  return { dir, path: join(dir, 'peers.json'), upstream: origin.url, seen, remove };
}
