// What the mock says by itself: the shapes of its answers from data of its own, under given settings.
import type { DataSet } from '../../service/models/resources.ts';
import { labelOf } from './endpoint-label.ts';
import type { Answer } from './answer.ts';
import { learnShapes } from './learn-shapes.ts';
import { idField, idOf, locateRecords } from './find-records.ts';
import { kindOf, looseFormatOf } from './formats.ts';
import type { AnswerShape } from './shapes.ts';
import { createFidelityApp, type FidelityAppOptions } from './fidelity-app.ts';
import { generate } from '../../service/data/generate.ts';
import type { Interaction } from '../../recording/format.ts';

/** Together they show every field, type and null that the mock can say. */
const sets = [
  { seed: 1, set: 'default' },
  { seed: 2, set: 'default' },
  { seed: 1, set: 'edge' },
  { seed: 1, set: 'tiny' },
] as const;

/** So many records of each list are read alone, too. */
const mostSingles = 40;

/** A profile may have learned records of thousands of fields: so many characters of a set are enough to tell by. */
const mostText = 1_000_000;

/** Report runs are looked at so many milliseconds after the world has opened: queued, running, done. */
const looks = [0, 10_000, 600_000];

let made: readonly DataSet[] | undefined;

/** By endpoint and status. */
export async function sampleSpeech(
  options: Omit<FidelityAppOptions, 'data' | 'limits'>,
): Promise<Map<string, AnswerShape>> {
  made ??= sets.map((set) => generate(set));
  const interactions: Interaction[] = [];
  const least = textIn(await answersOf({ ...options, data: fewOf(made[0]!, 1) }));
  const most = Math.floor(mostText / least);
  for (const data of made) {
    interactions.push(...(await answersOf({ ...options, data: fewOf(data, most) })));
  }
  return learnShapes(interactions);
}

/** A set in which no kind has more records than these, but for those that show a type or a format that none before did. */
const fewOf = ({ listings, strategies, reportRuns }: DataSet, most: number): DataSet => ({
  listings: telling(listings, most),
  strategies: telling(strategies, most),
  reportRuns: telling(reportRuns, most),
});

function telling<T extends object>(records: readonly T[], most: number): readonly T[] {
  if (records.length <= most) return records;
  const shown = new Set<string>();
  return records.filter((record) => {
    const before = shown.size;
    for (const [name, value] of Object.entries(record)) {
      shown.add(`${name} ${typeof value === 'string' ? looseFormatOf(value) : kindOf(value)}`);
    }
    return shown.size > before;
  });
}

async function answersOf(options: Omit<FidelityAppOptions, 'limits'>): Promise<Interaction[]> {
  const simulator = createFidelityApp({ ...options, limits: { perSecond: Infinity, perMinute: Infinity } });
  const interactions: Interaction[] = [];
  const get = async (path: string): Promise<Answer> => {
    const body = new Uint8Array();
    const request = { method: 'GET', path, query: '', headers: [] };
    const answer = await simulator.ask({ ...request, body, asker: 'account' });
    interactions.push({
      id: String(interactions.length),
      at: new Date(options.start).toISOString(),
      milliseconds: 0,
      request: { ...request, body: null },
      response: {
        status: answer.status,
        reason: '',
        headers: answer.headers,
        body: { text: answer.text ?? '' },
      },
    });
    return answer;
  };
  const { json } = await get('/v1/listings');
  const records = locateRecords(json, labelOf('GET', '/v1/listings'))?.records ?? [];
  const name = idField(records);
  for (const record of records.slice(0, mostSingles)) {
    const id = idOf(record, name);
    if (id !== undefined && textIn(interactions) < mostText)
      await get(`/v1/listings/${encodeURIComponent(id)}`);
  }
  await get('/v1/strategies');
  for (const look of looks) {
    simulator.moveTo(options.start + look);
    await get('/v1/reports');
  }
  return interactions;
}

function textIn(interactions: readonly Interaction[]): number {
  return interactions.reduce((sum, { response: { body } }) => {
    return sum + (body !== null && 'text' in body ? body.text.length : 0);
  }, 0);
}
