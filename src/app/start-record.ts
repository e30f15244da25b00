// `record`, without the command line: the real service behind a port that keeps what passes.
import { createSettings } from '../spec/settings.ts';
import { recordedData } from '../recording/hydrate/recorded-data.ts';
import { noRecords } from './modes/replay-app.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import { Worlds } from '../service/worlds/worlds.ts';
import { keyCheck, planWorlds, usualKey } from './options/plan-worlds.ts';
import { mockMode } from './modes/mock-mode.ts';
import type { Mode, ModeRequest } from './modes/modes.ts';
import { checkRecordOptions, realKey, refuseSelf, upstreamFrom } from './modes/record-checks.ts';
import type { Environment } from './modes/record-checks.ts';
import { recordMode, redactorOf } from './modes/record-mode.ts';
import type { RecordHooks, RecordMode } from './modes/record-mode.ts';
import type { RecordOptions } from './options/record-options.ts';
import { load, recordingFile } from './data/recording-files.ts';
import { replayMode } from './modes/replay-mode.ts';
import { openServer } from './server.ts';
import type { MockServer } from './server.ts';
import type { Start } from './start-mock.ts';

export interface StartRecord extends Omit<Start<RecordOptions>, 'hooks'> {
  readonly env: Environment;
  /** Made with the redactor, so that what is printed is masked as what is stored. */
  readonly createHooks: (redactor: Redactor) => RecordHooks;
}

export interface StartedRecord {
  readonly server: MockServer;
  readonly record: RecordMode;
  readonly upstream: URL;
}

/**
 * @param baseUrl of the real service
 * @throws CommandError for options and a URL that cannot be, a recording that is taken, and a port that cannot be opened
 */
export async function startRecord(baseUrl: string, start: StartRecord): Promise<StartedRecord> {
  const { values, cwd, env } = start;
  checkRecordOptions(values, env);
  const upstream = upstreamFrom(baseUrl);
  refuseSelf(upstream, values.host, values.port);
  const real = realKey(values, env);
  const redactor = redactorOf(values, real);
  const hooks = start.createHooks(redactor);
  const settings = createSettings('default');
  const access = { ...values, noAuth: false, noLimits: true, perSecond: Infinity, perMinute: Infinity };
  const plan = { ...access, fault: [], latency: null, seed: 1, clock: 'real' } as const;
  const worlds = new Worlds({ ...planWorlds(plan, settings, noRecords), onDrop: hooks.worldDropped });
  const record = await recordMode(values.name, { values, upstream, realKey: real, redactor, cwd, hooks });
  let latest = record;

  async function openMode(to: ModeRequest): Promise<Mode> {
    switch (to.mode) {
      case 'record':
        latest = await recordMode(to.recording, {
          ...{ values, upstream, realKey: real, redactor: redactorOf(values, real), cwd, hooks },
        });
        return latest;
      case 'replay': {
        const replay = {
          ...values,
          noAuth: false,
          allowUnrecordedWrites: false,
          onMiss: 'error',
          timing: 'none',
        } as const;
        return replayMode(to.recording, {
          ...{ values: { ...replay, limits: false }, settings, worlds, cwd, hooks },
        });
      }
      case 'mock': {
        const file = recordingFile(latest.recording, values.dir, cwd);
        worlds.begin(recordedData(await load(file, hooks.note)));
        return mockMode(worlds, { ...values, noAuth: false }, { settings, onFailure: hooks.failure });
      }
    }
  }

  const server = await openServer({
    network: values,
    ...{ settings, worlds, mode: record, openMode, hooks },
    key: usualKey({ ...values, noAuth: false }),
    isKey: keyCheck({ ...values, noAuth: false }, settings),
    controlToken: values.controlToken,
  });
  try {
    refuseSelf(upstream, values.host, server.port); // with `--port 0` the port is known only now
  } catch (error) {
    void server.closeNow();
    await server.close();
    throw error;
  }
  return { server, record: { ...record, failed: () => latest.failed() }, upstream };
}
