// Starts the mode `record` on a port, for `record` and `startRecorder`.
import { isLoopback } from '../http/loopback.ts';
import { isTestKey } from '../spec/authenticate.ts';
import { createSettings } from '../spec/settings.ts';
import { isWildcardAddress, ownAddresses, urlHost } from '../doors/port/host-check.ts';
import { parseUpstream, UpstreamError } from '../proxy/forward.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { Redactor } from '../recording/redact/redactor.ts';
import { accessFrom } from './options/service-options.ts';
import { usageError } from './options/command-error.ts';
import type { RecordOptions } from './options/record-options.ts';
import { load, recordingFile } from './data/recording-files.ts';
import { mockOfRecording } from './modes/mock.ts';
import { startOf } from './modes/mode-switch.ts';
import type { Mode, ModeRequest } from './modes/mode-switch.ts';
import { recordMode, redactorOf } from './modes/record.ts';
import type { RecordHooks, RecordMode } from './modes/record.ts';
import { replayMode } from './modes/replay-file.ts';
import { openAuditedServer } from './audited-server.ts';
import type { MockServer } from './server.ts';
import type { Start } from './start-mock.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface StartRecord extends Omit<Start<RecordOptions>, 'hooks'> {
  readonly env: Environment;
  /** Gets the redactor, so that the log masks the same secrets as the recording. */
  readonly createHooks: (redactor: Redactor) => RecordHooks;
}

interface StartedRecord {
  readonly server: MockServer;
  readonly record: RecordMode;
  readonly upstream: URL;
  readonly redactor: Redactor;
  /** See `AuditedServer`. */
  readonly audit: (() => AuditSummary) | undefined;
}

/** The real service asks all of them (§5, §8). */
const demandsOfService = { auth: true, perSecond: true, perMinute: true };

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
  const { server, modes, audit } = await openAuditedServer({
    values,
    hooks,
    service: {
      ...accessFrom({ key: values.key, noAuth: false, perSecond: Infinity, perMinute: Infinity }, true),
      settings: createSettings('default'),
      testKeysAreSecret: values.keyEnv === undefined,
    },
    demands: demandsOfService,
    kinds: false,
    limits: true,
    async openModes(service) {
      const setup = { service, values, upstream, realKey: real, cwd, hooks };
      const mode = await recordMode(values.name, { ...setup, redactor });
      let latest = mode;
      return {
        mode,
        failed: () => latest.failed(),
        async openMode(to: ModeRequest): Promise<Mode> {
          switch (to.mode) {
            case 'record':
              latest = await recordMode(to.recording, { ...setup, redactor: redactorOf(values, real) });
              return latest;
            case 'replay': {
              const { dir, redact } = values;
              return replayMode(to.recording, {
                service,
                cwd,
                note: hooks.note,
                values: { dir, redact, at: startOf(to) },
              });
            }
            case 'mock': {
              const file = recordingFile(latest.recording, values.dir, cwd);
              return mockOfRecording(service, await load(file, hooks.note), hooks.note);
            }
          }
        },
      };
    },
  });
  try {
    refuseSelf(upstream, values.host, server.port); // with `--port 0` the port is known only now
  } catch (error) {
    void server.closeNow();
    await server.close();
    throw error;
  }
  return { server, record: { ...modes.mode, failed: modes.failed }, upstream, redactor, audit };
}

/** @throws CommandError (2) for options that are wrong or do not go together */
function checkRecordOptions(options: RecordOptions, env: Environment): void {
  if (options.insecure && isCi(env)) {
    throw usageError('--insecure is refused where CI is set: name the authority with --ca <file> instead');
  }
  // A key test_<something> says nothing new; beside a command the environment may name one.
  if (options.keyEnv === undefined && options.key.some(({ key }) => !isTestKey(key))) {
    throw usageError(
      '--key goes with --key-env; without it, the keys of the clients are passed on as they are',
    );
  }
}

function isCi({ CI = '' }: Environment): boolean {
  return CI !== '' && CI !== 'false' && CI !== '0';
}

/** @throws CommandError (2) */
function upstreamFrom(baseUrl: string): URL {
  try {
    return parseUpstream(baseUrl);
  } catch (error) {
    if (error instanceof UpstreamError) throw usageError(`<base-url>: ${error.message}`);
    throw error;
  }
}

/** @throws CommandError (2) when the upstream is the server on this host and port (mitmweb CVE-2025-23217) */
function refuseSelf(upstream: URL, host: string, port: number): void {
  const usual = upstream.protocol === 'https:' ? 443 : 80;
  if (port === 0 || Number(upstream.port === '' ? usual : upstream.port) !== port) return;
  const { hostname } = upstream;
  const bound = urlHost(host).toLowerCase();
  const isOwn = isWildcardAddress(host)
    ? isLoopback(upstream) || isWildcardAddress(hostname) || ownAddresses().includes(hostname)
    : hostname === bound || (isLoopback(upstream) && isLoopback(new URL(`http://${bound}`)));
  if (!isOwn) return;
  throw usageError(
    `<base-url>: ${upstream.host} is this recorder itself; choose another port for it with --port`,
  );
}

/** The key of `--key-env`. @throws CommandError (2), which does not repeat it */
function realKey({ keyEnv }: RecordOptions, env: Environment): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv]?.trim() ?? '';
  if (key === '')
    throw usageError(`--key-env ${keyEnv}: the environment has no such variable, or it is empty`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError(`--key-env ${keyEnv}: its value cannot stand in a header`);
  return key;
}
