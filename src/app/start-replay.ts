// Starts the mode `replay` on a port, for `replay` and `startReplay`.
import type { AuditSummary } from '../service/audit/summary.ts';
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
import { openAuditedServer } from './audited-server.ts';
import { demandsOf } from './server-audit.ts';
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
  /** See `AuditedServer`. */
  readonly audit: (() => AuditSummary) | undefined;
}

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
  const form = profile?.service;
  const { server, modes, audit } = await openAuditedServer({
    values,
    hooks,
    service: { ...accessFrom(values), settings },
    demands: demandsOf(accessFrom(values, !values.limits)),
    kinds: false,
    limits: values.limits,
    async openModes(service) {
      const setup = { service, values, cwd, note: hooks.note, form };
      const mode = await replayMode(given, { ...setup, redactor });
      const replays = [mode];
      return {
        mode,
        replays,
        async openMode(to: ModeRequest): Promise<Mode> {
          if (to.mode === 'replay') {
            const next = await replayMode(to.recording, { ...setup, values: { ...values, at: startOf(to) } });
            replays.push(next);
            return next;
          }
          if (to.mode === 'mock')
            return mockOfRecording(service, replays.at(-1)!.current(), hooks.note, form);
          throw nothingToRecord();
        },
      };
    },
  });
  const summary = () => sumOf(modes.replays.map((one) => one.summary()));
  return { server, replay: modes.mode, summary, audit };
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
