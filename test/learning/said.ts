// A mock that has learned from a few answers of a service.
import type { AsOf } from '../../src/analysis/hydrate.ts';
import { openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { Recording } from '../../src/recording/format.ts';
import { createTestApp, opening } from '../support/app.ts';

export interface Said {
  readonly asked: string;
  readonly sent?: unknown;
  readonly type?: string;
  /** Sent with it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked without a key. */
  readonly keyless?: true;
  readonly status?: number;
  /** Headers of the answer. */
  readonly answered?: Readonly<Record<string, string>>;
  /** A text is told as it is, anything else as JSON. */
  readonly told: unknown;
}

const begin = Date.UTC(2026, 2, 3, 9);

export function recordingOf(session: readonly Said[]): Recording {
  return {
    format: 'pricing-mock-recording',
    version: 1,
    upstream: 'https://upstream.example',
    interactions: session.map(
      (
        { asked, sent, type = 'application/json', headers = {}, keyless, status = 200, answered = {}, told },
        at,
      ) => {
        const [method = '', target = ''] = asked.split(' ');
        const [path = '', query = ''] = target.split('?');
        const bodyOf = (value: unknown) =>
          nodeBodies.recordBody(
            Buffer.from(value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
            [],
          );
        return {
          id: `${at + 1}`,
          at: new Date(begin + at * 1000).toISOString(),
          milliseconds: 1,
          request: {
            method,
            path,
            query,
            ...(keyless && { keyless }),
            body: bodyOf(sent),
            headers: [
              ...Object.entries(headers),
              ...(sent === undefined ? [] : [['Content-Type', type] as const]),
            ],
          },
          response: {
            status,
            reason: '',
            body: bodyOf(told),
            headers: [
              ['Content-Type', typeof told === 'string' ? 'text/plain' : 'application/json'],
              ...Object.entries(answered),
            ],
          },
        };
      },
    ),
  };
}

/**
 * What asks the mock, and tells the status and the body of its answer; `answer` tells all of it, `wait` lets seconds pass.
 * @param edited the printed profile as a person has edited it
 */
export function learnedFrom(
  session: readonly Said[],
  asOf: AsOf = 'start',
  edited: (printed: string) => string = (printed) => printed,
) {
  const recording = recordingOf(session);
  const printed = printProfile(learnProfile([{ name: 'session', recording }]));
  const profile = parseProfile(JSON.parse(edited(printed)));
  const { settings, dialect } = applyProfile(profile);
  const { data, beside } = openRecordingData(recording, asOf, profile.service);
  let waited = 0;
  const app = createTestApp({ data, settings, dialect, beside: beside(nodeBodies, () => opening + waited) });
  const answer = (
    asked: string,
    sent?: unknown,
    type = 'application/json',
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const [method = '', target = ''] = asked.split(' ');
    const body = sent === undefined ? {} : typeof sent === 'string' ? { body: sent } : { json: sent };
    const { 'X-API-KEY': key = 'test_key', ...others } = headers;
    return app.call(method, target, { ...body, type, key, headers: others });
  };
  const ask = async (...asked: Parameters<typeof answer>): Promise<unknown> => {
    const { status, json } = await answer(...asked);
    return [status, json];
  };
  return Object.assign(ask, {
    answer,
    wait: (seconds: number) => {
      waited += seconds * 1000;
      app.clock.advance(seconds * 1000);
    },
  });
}
