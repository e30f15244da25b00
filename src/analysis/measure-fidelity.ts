// How faithful the simulator is to a recording: it is played, compared and scored, and what would settle a difference
// is tried.
import type { AssumptionId } from '../spec/assumptions.ts';
import { SettingError, type Overrides } from '../spec/settings.ts';
import { compareSession } from './compare/compare.ts';
import type { Answer } from './compare/hint.ts';
import { Moving } from './compare/moving.ts';
import { hydrate } from './hydrate/hydrate.ts';
import { learnShapes } from './compare/learn-shapes.ts';
import { playTimes } from './compare/play-times.ts';
import { createReport, type FidelityReport } from './compare/score.ts';
import { playSession } from './compare/session.ts';
import { settle } from './compare/try-answers.ts';
import type { AnswerShape } from './compare/shapes.ts';
import { createFidelityApp, type Spoken } from './compare/fidelity-app.ts';
import type { Profile } from '../dialect/profile.ts';
import type { Limits } from '../service/worlds/limiter.ts';
import { sampleSpeech } from './compare/sample-answers.ts';
import type { Recording } from '../recording/format.ts';

export interface FidelityOptions {
  /** How the user calls the recording. */
  readonly name: string;
  /** How the recorded service speaks, where that was learned. */
  readonly profile?: Profile;
  /**
   * The answers in force with others over them, and the dialect of a learned profile.
   * @param now the simulator's time, in milliseconds since 1970
   * @throws SettingError for an answer that cannot be
   */
  readonly inForce: (over: Overrides, now: () => number) => Spoken;
  /** The limits of the key that was recorded (§8). */
  readonly limits: Limits;
  /** Places that are not compared; see `parseIgnored`. */
  readonly ignored: readonly string[];
  /** Whether the answers that may settle a difference are tried; a hint says so. */
  readonly tryAnswers?: boolean;
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
}

/** The questions whose answers change what a record looks like. */
const formsOfRecords: ReadonlySet<AssumptionId> = new Set<AssumptionId>([
  'single-envelope',
  'list-envelope',
  'list-key',
  'price-form',
  'time-format',
  'listing-fields',
  'listing-states',
  'strategy-fields',
  'report-fields',
  'report-states',
  'report-links',
  'extra-fields',
  'incomplete-ratio',
]);

export async function measureFidelity(
  recording: Recording,
  options: FidelityOptions,
): Promise<FidelityReport> {
  const { interactions, upstream } = recording;
  const { profile, limits, ignored, onFailure } = options;
  const { data, files, found } = hydrate(recording, { asOf: 'start', ...(profile && { profile }) });
  const partial = new Set(
    found.flatMap(({ kind, path }) => (kind === 'partial-page' && path !== undefined ? [path] : [])),
  );
  const moving = new Moving(interactions);
  const recordedShapes = learnShapes(interactions);
  const start = playTimes(interactions)[0] ?? 0;

  const play = async (over: Overrides, known?: Map<string, AnswerShape>) => {
    const inForce = (now: () => number) => options.inForce(over, now);
    const app = { inForce, origin: upstream, start, onFailure };
    const simulator = createFidelityApp({ ...app, data, files, limits });
    const exchanges = await playSession(interactions, simulator, limits);
    const speech = known ?? (await sampleSpeech(app));
    const shapes = { recorded: recordedShapes, mock: speech };
    return { exchanges, speech, findings: compareSession(exchanges, moving, { ignored, shapes, partial }) };
  };

  const { exchanges, speech, findings } = await play({});
  const tried = async ({ id, value }: Answer) => {
    try {
      return (await play({ [id]: value }, formsOfRecords.has(id) ? undefined : speech)).findings;
    } catch (error) {
      if (error instanceof SettingError) return undefined; // what a profile has learned is not up for choice
      throw error;
    }
  };
  const places = [...recordedShapes.values()].reduce((sum, { fields }) => sum + fields.size, 0);
  const settled =
    options.tryAnswers === false
      ? new Map()
      : await settle(findings, tried, { requests: interactions.length, places });
  return createReport({ name: options.name, upstream }, exchanges, findings, settled);
}
