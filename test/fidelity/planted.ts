// Recordings of the upstreams with one thing planted: the requests of a whole session, sent to an upstream that does
// one thing otherwise. DownloadLinks are left out, as their links differ from start to start.
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { HeaderPair, Recording } from '../../src/recording/format.ts';
import { interactionId } from '../../src/recording/interaction-id.ts';
import { withStoredHeaders } from '../../src/recording/recordable-headers.ts';
import { recordingOf } from '../support/recordings.ts';
import type { UpstreamName } from '../upstreams/client.ts';
import type { Planted } from '../upstreams/listen.ts';
import { replayed, transcript, type Passed } from '../upstreams/transcript.ts';

const sessions = new Map<string, Promise<Passed[]>>();
const recordings = new Map<string, Promise<Recording>>();

export interface PlantedOptions {
  readonly planted?: Planted;
  readonly startAt?: number;
}

/** What the client of an upstream and the upstream say to each other; with something planted, to the same requests. */
export function recordPlanted(name: UpstreamName, options: PlantedOptions = {}): Promise<Recording> {
  const key = `${name} ${options.planted ?? ''} ${options.startAt ?? ''}`;
  const recording = recordings.get(key) ?? record(name, options);
  recordings.set(key, recording);
  return recording;
}

async function record(name: UpstreamName, { planted, startAt }: PlantedOptions): Promise<Recording> {
  const key = `${name} ${startAt ?? ''}`;
  const plain = sessions.get(key) ?? transcript(name, startAt === undefined ? {} : { startAt });
  sessions.set(key, plain);
  const passed = planted === undefined ? await plain : await replayed(name, await plain, planted);
  const interactions = passed
    .filter(({ target }) => /^\/v\d\//.test(target))
    .map(({ at, method, target, init, status, headers, text }, index) => {
      const [path = '', query = ''] = target.split('?');
      const sent = new Headers(init.headers);
      sent.delete('x-api-key');
      const pairs: HeaderPair[] = [...sent];
      const exchange = withStoredHeaders({
        at: new Date(at).toISOString(),
        milliseconds: 1,
        request: {
          method,
          path,
          query,
          headers: pairs,
          body: nodeBodies.recordBody(Buffer.from(typeof init.body === 'string' ? init.body : ''), pairs),
        },
        response: {
          status,
          reason: '',
          headers,
          body: nodeBodies.recordBody(Buffer.from(text, 'latin1'), headers),
        },
      });
      return { id: interactionId(index + 1, method, path), ...exchange };
    });
  return { ...recordingOf(...interactions), upstream: 'http://upstream' };
}

/** The place of a planted difference as we write paths. */
export function placeOf(where: string): string {
  if (where === 'status') return where;
  if (where.startsWith('header ')) return `header:${where.slice('header '.length).toLowerCase()}`;
  return where === '' || where.startsWith('[') ? `$${where}` : `$.${where}`;
}
