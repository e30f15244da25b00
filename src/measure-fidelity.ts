// How faithful the simulator is to a recording: it is played, compared and scored, and what would settle a difference
// is tried.
import type { AssumptionId, Settings } from './api/assumptions.ts';
import { createSettings } from './api/settings.ts';
import { compareSession } from './fidelity/compare.ts';
import type { Answer } from './fidelity/ledger-hints.ts';
import { Moving } from './fidelity/moving.ts';
import { hydrate } from './fidelity/hydrate.ts';
import { playTimes } from './fidelity/play-times.ts';
import { createReport, type FidelityReport } from './fidelity/score.ts';
import { playSession } from './fidelity/session.ts';
import { settle } from './fidelity/settle.ts';
import type { AnswerShape } from './fidelity/shapes.ts';
import { createFidelityApp } from './fidelity-app.ts';
import type { Filter } from './http.ts';
import type { Profile } from './profile/profile.ts';
import type { Limits } from './filters/limiter.ts';
import { sampleSpeech } from './speech-sample.ts';
import type { Recording } from './recording/format.ts';

export interface FidelityOptions {
  /** How the user calls the recording. */
  readonly name: string;
  readonly settings: Settings;
  /** How the recorded service speaks, where that was learned; its settings and its dialect are those given here. */
  readonly profile?: Profile;
  readonly dialect?: Filter;
  /** The limits of the key that was recorded (§8). */
  readonly limits: Limits;
  /** Places that are not compared; see `parseIgnored`. */
  readonly ignored: readonly string[];
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
  const { profile, dialect, limits, ignored, onFailure } = options;
  const { data, files, found } = hydrate(recording, { asOf: 'start', ...(profile && { profile }) });
  const partial = new Set(found.flatMap(({ kind, path }) => (kind === 'partial-page' && path) || []));
  const moving = new Moving(interactions);
  const start = playTimes(interactions)[0] ?? 0;

  const play = async (settings: Settings, known?: Map<string, AnswerShape>) => {
    const app = { settings, origin: upstream, start, onFailure, ...(dialect && { dialect }) };
    const simulator = createFidelityApp({ ...app, data, files, limits });
    const exchanges = await playSession(interactions, simulator, limits);
    const speech = known ?? (await sampleSpeech(app));
    return { exchanges, speech, findings: compareSession(exchanges, moving, { ignored, speech, partial }) };
  };

  const { exchanges, speech, findings } = await play(options.settings);
  const tried = async ({ id, value }: Answer) => {
    const settings = createSettings('default', options.settings, { [id]: value });
    return (await play(settings, formsOfRecords.has(id) ? undefined : speech)).findings;
  };
  const settled = await settle(findings, tried, interactions.length);
  return createReport({ name: options.name, upstream }, exchanges, findings, settled);
}
