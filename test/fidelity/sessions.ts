// Sessions of a client with the mock, recorded without a socket, and differences planted into them.
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { HeaderPair, Interaction, Recording } from '../../src/recording/format.ts';
import { interactionId } from '../../src/recording/interaction-id.ts';
import { createSettings } from '../../src/spec/settings.ts';
import type { Answers } from '../../src/spec/settings.ts';
import { measureFidelity } from '../../src/analysis/fidelity/fidelity.ts';
import type { FidelityOptions, FidelityReport } from '../../src/analysis/fidelity/fidelity.ts';
import { createTestApp, ids, origin, type TestOptions } from '../support/app.ts';
import { recordingOf } from '../support/recordings.ts';

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly key?: string | null;
  readonly type?: string;
  /** Milliseconds since the request before. */
  readonly after?: number;
}

const listing = `/v1/listings/${ids.board}`;

/** Every endpoint, writes and refusals included, at a pace that no limit minds. */
export const wholeSession: readonly Ask[] = [
  { path: '/v1/listings' },
  { path: listing },
  { method: 'PATCH', path: `${listing}/price`, json: { minPrice: 21.5, maxPrice: 30 } },
  { path: listing },
  { path: '/v1/listings' },
  { method: 'PATCH', path: `${listing}/strategy`, json: { strategyId: ids.guard } },
  { path: listing },
  { path: '/v1/strategies' },
  { path: '/v1/reports' },
  { path: '/v1/reports', after: 20_000 },
  { path: '/v1/reports', after: 60_000 },
  { method: 'PATCH', path: `${listing}/price`, json: { minPrice: 40, maxPrice: 30 } },
  { method: 'PATCH', path: `${listing}/strategy`, json: { strategyId: ids.nowhere } },
  { path: `/v1/listings/${ids.nowhere}` },
  { path: '/v1/listings/17' },
  { path: '/v1/listings', key: null },
  { path: '/v1/strategies', key: 'somebody' },
  { method: 'PATCH', path: `${listing}/price`, json: 'no object' },
  { method: 'PATCH', path: `${listing}/price`, json: { minPrice: 1 }, type: 'text/plain' },
];

/** What a recorder would keep of a session with the mock. */
export async function recordMock(asks: readonly Ask[], options: TestOptions = {}): Promise<Recording> {
  const app = createTestApp(options);
  const interactions: Interaction[] = [];
  for (const [at, { method = 'GET', path, json, key, type, after = 1000 }] of asks.entries()) {
    app.clock.advance(after);
    const time = new Date(app.clock.now()).toISOString();
    const answer = await app.call(method, path, {
      ...(json !== undefined && { json }),
      ...(key !== undefined && { key }),
      ...(type !== undefined && { type }),
    });
    const pairs: HeaderPair[] = json === undefined ? [] : [['Content-Type', type ?? 'application/json']];
    const [target = '', query = ''] = path.split('?');
    const headers: HeaderPair[] = [];
    for (let i = 0; i < answer.response.headers.length; i += 2) {
      headers.push([answer.response.headers[i]!, answer.response.headers[i + 1]!]);
    }
    interactions.push({
      id: interactionId(at + 1, method, target),
      at: time,
      milliseconds: 3,
      request: {
        method,
        path: target,
        query,
        headers: pairs,
        ...(key === null && { keyless: true as const }),
        body: nodeBodies.recordBody(Buffer.from(json === undefined ? '' : JSON.stringify(json)), pairs),
      },
      response: {
        status: answer.status,
        reason: '',
        headers,
        body: nodeBodies.recordBody(answer.raw, headers),
      },
    });
  }
  return { ...recordingOf(...interactions), upstream: origin };
}

/** How the mock does under the default preset with other answers, unless the options say how it speaks. */
export function measure(
  recording: Recording,
  { assume, ...options }: Partial<FidelityOptions> & { readonly assume?: Answers } = {},
): Promise<FidelityReport> {
  const speech = assume === undefined ? {} : { speech: { settings: createSettings('default', assume) } };
  return measureFidelity(recording, { name: 'session', ignored: [], ...speech, ...options });
}

/** Each difference in status and body in few words. */
export const told = ({ differences }: FidelityReport): string[] =>
  differences.map(({ endpoint, aspect, path }) => `${endpoint} ${aspect} ${path}`);

export type Fields = Record<string, unknown>;

/** The recording with each answer's JSON changed. */
export function withJson(
  recording: Recording,
  change: (json: Fields, interaction: Interaction) => unknown,
): Recording {
  return withAnswers(recording, (interaction) => {
    const { body } = interaction.response;
    if (body === null || !('json' in body)) return {};
    return { body: { json: change(structuredClone(body.json) as Fields, interaction) } };
  });
}

/** The recording with something of each answer changed. */
export function withAnswers(
  recording: Recording,
  change: (interaction: Interaction) => Partial<Interaction['response']>,
): Recording {
  const interactions = recording.interactions.map((interaction) => {
    return { ...interaction, response: { ...interaction.response, ...change(interaction) } };
  });
  return { ...recording, interactions };
}

/** The recording with each listing changed, in lists and alone. */
export function withListings(recording: Recording, change: (listing: Fields) => Fields): Recording {
  return withJson(recording, (json, { request, response }) => {
    if (!request.path.startsWith('/v1/listings') || response.status !== 200) return json;
    return Array.isArray(json.data)
      ? { ...json, data: json.data.map((each) => change(each as Fields)) }
      : change(json);
  });
}

/** Without a field. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}
