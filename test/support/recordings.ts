// Exchanges and recordings for tests, as a recorder would hand them over.
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HeaderPair, Interaction, Recording } from '../../src/recording/format.ts';
import { formatName, formatVersion } from '../../src/recording/format.ts';
import type { RecordingError } from '../../src/recording/file/recording-error.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import type { Added, RecordingOptions } from '../../src/recording/record/open-recording.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { recordingPieces } from '../../src/recording/file/print.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { Exchange } from '../../src/recording/format.ts';

export const upstream = 'https://api.example.com';

export interface ExchangeParts {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly requestHeaders?: readonly HeaderPair[];
  readonly requestBody?: unknown;
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
  /** Bytes as on the wire, or a value to be sent as JSON. */
  readonly body?: unknown;
  readonly at?: string;
}

/** As it passes through the recorder. */
export function exchange(parts: ExchangeParts = {}): Exchange {
  const headers = parts.headers ?? [['Content-Type', 'application/json']];
  const requestHeaders = parts.requestHeaders ?? [['X-API-KEY', 'test_key_4f9a1c77']];
  return {
    at: parts.at ?? '2026-01-31T12:00:00.000Z',
    milliseconds: 3,
    request: {
      method: parts.method ?? 'GET',
      path: parts.path ?? '/v1/listings',
      query: parts.query ?? '',
      headers: requestHeaders,
      body: nodeBodies.recordBody(bytesOf(parts.requestBody), requestHeaders),
    },
    response: {
      status: parts.status ?? 200,
      reason: 'OK',
      headers,
      body: nodeBodies.recordBody(bytesOf(parts.body), headers),
    },
  };
}

/** As it stands in a recording; a body that is sent as JSON says so. */
export function interaction(id: string, parts: ExchangeParts = {}): Interaction {
  const { requestBody } = parts;
  const isJson = requestBody !== undefined && !(requestBody instanceof Uint8Array);
  const requestHeaders: HeaderPair[] = isJson ? [['Content-Type', 'application/json']] : [];
  return { id, ...exchange({ requestHeaders, ...parts }) };
}

/** As its file reads. */
export function printRecording(recording: Recording): string {
  return Array.from(recordingPieces(recording)).join('');
}

export function recordingOf(...interactions: readonly Interaction[]): Recording {
  return { format: formatName, version: formatVersion, upstream, interactions };
}

/** An empty directory that goes away with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pricing-mock-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

interface Session {
  /** What became of each exchange. */
  readonly added: readonly Added[];
  readonly failed: RecordingError | undefined;
}

/** One session of recording, from opening to closing. */
export async function session(
  path: string,
  exchanges: readonly Exchange[],
  options: Partial<RecordingOptions> = {},
): Promise<Session> {
  const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies), ...options });
  const added: Added[] = [];
  for (const each of exchanges) added.push(await recording.add(each));
  await recording.close();
  return { added, failed: recording.failed };
}

/** Whether each exchange was stored, was there already or is lost. */
export const fates = (added: readonly Added[]) =>
  added.map((one) => (!one.recorded ? 'lost' : one.repeated ? 'repeated' : 'recorded'));

/** Every file below a directory, by its path from there. */
export async function filesIn(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      paths.sort().map(async (path) => [relative(directory, path), await readFile(path)] as const),
    ),
  );
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
}
