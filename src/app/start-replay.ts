// `replay`, without the command line: a recording behind a port.
import { assumedBy } from './options/answer-replay.ts';
import { recordedData } from '../recording/hydrate/recorded-data.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { noRecords } from './modes/replay-app.ts';
import { Worlds } from '../service/worlds/worlds.ts';
import { chooseSettings } from './options/choose-settings.ts';
import { keyCheck, planWorlds, usualKey } from './options/plan-worlds.ts';
import { mockMode } from './modes/mock-mode.ts';
import { ModeError } from './modes/modes.ts';
import type { Mode, ModeRequest } from './modes/modes.ts';
import { replayMode } from './modes/replay-mode.ts';
import type { ReplayMode } from './modes/replay-mode.ts';
import type { ReplayCommandOptions } from './options/replay-options.ts';
import { openServer } from './server.ts';
import type { MockServer } from './server.ts';
import type { Start } from './start-mock.ts';

export interface StartReplay extends Start<ReplayCommandOptions> {
  /** Masks what is printed as well; one of its own unless given. */
  readonly redactor?: Redactor;
}

export interface StartedReplay {
  readonly server: MockServer;
  /** The one that it was started with. */
  readonly replay: ReplayMode;
  /** Over all recordings that were replayed since, one after the other. */
  readonly summary: () => ReplaySummary;
}

/**
 * @param given the recording's name or file
 * @throws CommandError for a recording that is missing or damaged, and a port that cannot be opened
 */
export async function startReplay(
  given: string,
  { values, cwd, hooks, redactor }: StartReplay,
): Promise<StartedReplay> {
  const settings = chooseSettings(values.profile, assumedBy(values), cwd);
  const plan = { ...values, noLimits: false, fault: [], latency: null, seed: 1, clock: 'real' } as const;
  const worlds = new Worlds({ ...planWorlds(plan, settings, noRecords), onDrop: hooks.worldDropped });
  const setup = { values, settings, worlds, cwd, hooks };
  const replay = await replayMode(given, { ...setup, redactor });
  const replays = [replay];

  async function openMode(to: ModeRequest): Promise<Mode> {
    if (to.mode === 'replay') {
      const next = await replayMode(to.recording, setup);
      replays.push(next);
      return next;
    }
    if (to.mode === 'mock') {
      worlds.begin(recordedData(replays.at(-1)!.current()));
      return mockMode(worlds, values, { settings, onFailure: hooks.failure });
    }
    throw new ModeError('this server was not started with `record`, so there is nothing that it may record');
  }

  const server = await openServer({
    network: values,
    ...{ settings, worlds, mode: replay, openMode, hooks },
    key: usualKey(values),
    isKey: keyCheck(values, settings),
    controlToken: values.controlToken,
  });
  return { server, replay, summary: () => sumOf(replays.map(({ summary }) => summary())) };
}

function sumOf(summaries: readonly ReplaySummary[]): ReplaySummary {
  const total = (count: (summary: ReplaySummary) => number) =>
    summaries.reduce((sum, summary) => sum + count(summary), 0);
  return {
    answered: total(({ answered }) => answered),
    misses: total(({ misses }) => misses),
    missed: summaries.flatMap(({ missed }) => missed),
    interactions: total(({ interactions }) => interactions),
    unused: summaries.flatMap(({ unused }) => unused),
  };
}
