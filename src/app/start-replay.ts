// Starts the mode `replay` on a port, for `replay` and `startReplay`.
import { backgroundSleep } from '../http/sleep.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import { openService } from '../service/service.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { accessFrom, withOptions } from './options/service-options.ts';
import { chooseProfile } from './options/choose-settings.ts';
import type { ReplayCommandOptions } from './options/replay-options.ts';
import { mockOfRecording } from './modes/mock.ts';
import { nothingToRecord, startOf } from './modes/mode-switch.ts';
import type { Mode, ModeRequest } from './modes/mode-switch.ts';
import { replayMode } from './modes/replay-file.ts';
import type { ReplayMode } from './modes/replay-file.ts';
import { demandsOf, openAudit } from './server-audit.ts';
import { openServer } from './server.ts';
import type { MockServer } from './server.ts';
import type { Start } from './start-mock.ts';

interface StartReplay extends Start<ReplayCommandOptions> {
  /** Also masks secrets in the log; if none is given, the replay makes one. */
  readonly redactor?: Redactor;
}

interface StartedReplay {
  readonly server: MockServer;
  /** The mode with which the server was started. */
  readonly replay: ReplayMode;
  /** The sum over all recordings that were replayed since the start. */
  readonly summary: () => ReplaySummary;
  /** See `StartedMock`. */
  readonly audit: (() => AuditSummary) | undefined;
}

/** Nobody is told to keep to limits that are not applied. */
const unlimited = { perSecond: Infinity, perMinute: Infinity };

/**
 * @param given the recording's name or file
 * @throws CommandError for a recording that is missing or damaged, and a port that cannot be opened
 */
export async function startReplay(
  given: string,
  { values, cwd, hooks, redactor }: StartReplay,
): Promise<StartedReplay> {
  const { settings: chosen, profile } = chooseProfile(values.profile, values.assume, cwd);
  const settings = withOptions(chosen, values);
  const access = accessFrom(values);
  const audit = await openAudit(values, settings, demandsOf(accessFrom(values, !values.limits)), false);
  const service = openService({
    ...access,
    settings,
    sleep: backgroundSleep,
    keepAnswers: values.keepAnswers,
    ...(audit && {
      createAudit: (world, limits) => audit.createAudit(world, values.limits ? limits : unlimited),
      keepReport: audit.keepReport,
    }),
    watcher: audit?.watching(hooks) ?? hooks,
  });
  const form = profile?.service;
  const setup = { service, values, cwd, note: hooks.note, form };
  const replay = await replayMode(given, { ...setup, redactor });
  const replays = [replay];

  async function openMode(to: ModeRequest): Promise<Mode> {
    if (to.mode === 'replay') {
      const next = await replayMode(to.recording, { ...setup, values: { ...values, at: startOf(to) } });
      replays.push(next);
      return next;
    }
    if (to.mode === 'mock') return mockOfRecording(service, replays.at(-1)!.current(), hooks.note, form);
    throw nothingToRecord();
  }

  const server = await openServer({
    network: values,
    service,
    mode: replay,
    openMode,
    hooks,
    controlToken: values.controlToken,
    coverage: audit?.coverage,
    thresholds: values.failOn?.audit ?? undefined,
  });
  const summary = () => sumOf(replays.map((one) => one.summary()));
  return { server, replay, summary, audit: audit && (() => audit.summary(service.worlds)) };
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
