// How faithful the simulator is to a recording: it is played, compared and scored, and what would settle a difference
// is tried.
import type { Settings } from './api/assumptions.ts';
import { createSettings } from './api/settings.ts';
import { compareSession } from './fidelity/compare.ts';
import type { Answer } from './fidelity/ledger-hints.ts';
import { Moving } from './fidelity/moving.ts';
import { playTimes } from './fidelity/play-times.ts';
import { createReport, type FidelityReport } from './fidelity/score.ts';
import { playSession } from './fidelity/session.ts';
import { settle } from './fidelity/settle.ts';
import { createFidelityApp } from './fidelity-app.ts';
import type { Limits } from './filters/limiter.ts';
import { recordedData } from './recorded-data.ts';
import type { Recording } from './recording/format.ts';

export interface FidelityOptions {
  /** How the user calls the recording. */
  readonly name: string;
  readonly settings: Settings;
  /** The limits of the key that was recorded (§8). */
  readonly limits: Limits;
  /** Places that are not compared; see `parseIgnored`. */
  readonly ignored: readonly string[];
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
}

export async function measureFidelity(
  recording: Recording,
  options: FidelityOptions,
): Promise<FidelityReport> {
  const { interactions, upstream } = recording;
  const { limits, ignored, onFailure } = options;
  const data = recordedData(recording);
  const moving = new Moving(interactions);
  const start = playTimes(interactions)[0] ?? 0;

  const play = async (settings: Settings) => {
    const simulator = createFidelityApp({ settings, data, limits, origin: upstream, start, onFailure });
    const exchanges = await playSession(interactions, simulator, limits);
    return { exchanges, findings: compareSession(exchanges, moving, { ignored }) };
  };

  const { exchanges, findings } = await play(options.settings);
  const tried = async ({ id, value }: Answer) => {
    const settings = createSettings('default', options.settings, { [id]: value });
    return (await play(settings)).findings;
  };
  const settled = await settle(findings, tried, interactions.length);
  return createReport({ name: options.name, upstream }, exchanges, findings, settled);
}
