// The mode `record`: passes requests on to the real service and records the exchanges. Three filters act on a request
// before it is passed on: the guard of writes, the pace, and the swap of keys.
import type { Limits } from '../../spec/endpoints.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { markError } from '../../spec/errors.ts';
import { filesPath } from '../../spec/mock-paths.ts';
import { anonymous, authenticate, keyOf } from '../../spec/authenticate.ts';
import { catchErrors } from '../../spec/catch-errors.ts';
import { isLoopback } from '../../http/loopback.ts';
import { mapResponse, pipeline } from '../../http/message.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';
import { mount } from '../../http/mount.ts';
import { observe } from '../../http/observe.ts';
import type { Observation } from '../../http/observe.ts';
import { backgroundSleep } from '../../http/sleep.ts';
import { forwardTo } from '../../proxy/forward.ts';
import type { ForwardOptions } from '../../proxy/forward.ts';
import { forwardFiles } from '../../proxy/forward-files.ts';
import type { News } from '../../service/worlds/news.ts';
import type { Service } from '../../service/service.ts';
import type { Worlds } from '../../service/worlds/worlds.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { openRecording } from '../../recording/record/open-recording.ts';
import type { OpenRecording } from '../../recording/record/open-recording.ts';
import { whyNotRead } from '../../http/system-error.ts';
import { RecordingError } from '../../recording/file/recording-error.ts';
import type { Recording } from '../../recording/format.ts';
import { linksTo } from '../../recording/links/rebase-links.ts';
import { returnLinks } from '../../recording/links/return-links.ts';
import { DownloadLinks } from '../../recording/record/download-links.ts';
import { guardWrites } from '../../recording/record/guard-writes.ts';
import { pace } from '../../recording/record/pace.ts';
import { DownloadPrefetcher } from '../../recording/record/prefetch-downloads.ts';
import { recordTo } from '../../recording/record/record-to.ts';
import type { Outcome } from '../../recording/record/record-to.ts';
import { swapKey } from '../../recording/record/swap-key.ts';
import { Redactor } from '../../recording/redact/redactor.ts';
import { replayFrom } from '../../recording/replay/replay-from.ts';
import { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import type { ServerHooks } from './hooks.ts';
import { asWritten, recordingFile } from '../data/recording-files.ts';
import type { RecordingFile } from '../data/recording-files.ts';
import { inputError } from '../options/command-error.ts';
import type { RecordOptions } from '../options/record-options.ts';
import type { Mode } from './mode-switch.ts';

interface RecorderOptions {
  readonly upstream: URL;
  readonly recording: OpenRecording;
  /** The one that the recording is made with. */
  readonly redactor: Redactor;
  readonly service: Pick<Service, 'settings' | 'worlds' | 'keyRules'>;
  /** Longer bodies are recorded as omitted. */
  readonly maxBody: number;
  readonly forward: ForwardOptions;
  /** Whether writes may reach an upstream that is not on this machine. */
  readonly allowWrites: boolean;
  /** If given, clients use keys of the mock, and the upstream gets this key. Secret. */
  readonly realKey: string | undefined;
  /** The most requests to the upstream per second and minute; undefined: no bound. */
  readonly limits: Limits | undefined;
  /** If given, answers requests that it has recorded, so that only the others are recorded. */
  readonly missingFrom: { readonly recording: Recording; readonly redactor: Redactor } | undefined;
  /** Whether to fetch the files behind download links before a client asks for them. */
  readonly fetchLinks: boolean;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly watcher: Pick<RecordHooks, 'passed' | 'answered' | 'failure'>;
}

/** A recorder as a pipeline of filters. */
interface Recorder {
  readonly handler: Handler;
  /** Resolves when the files that are being fetched are here. */
  settled(): Promise<void>;
  close(): void;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { upstream, recording, redactor, service, maxBody, realKey, limits, missingFrom, watcher } = options;
  const { settings, worlds, keyRules } = service;
  const known = missingFrom === undefined ? [] : [answerKnown(missingFrom, maxBody)];

  const queue = new DownloadPrefetcher((request) => handler(request));
  const downloads = new DownloadLinks({
    upstream: upstream.origin,
    learn: (url) => redactor.text(url),
    ...(options.fetchLinks && { onFile: queue.note }),
  });
  const onOutcome = (outcome: Outcome): void => {
    noteExchanged(outcome, worlds.traffic.news);
    watcher.passed(outcome);
    queue.start();
  };

  const links = linksTo(upstream.href);
  const forward = forwardTo(upstream, options.forward);
  const record = pipeline(
    realKey === undefined ? tellKeysApart(worlds) : authenticate(keyRules, settings, (key) => worlds.of(key)),
    ...known,
    ...(options.allowWrites || isLoopback(upstream) ? [] : [guardWrites(upstream.origin)]),
    ...(limits === undefined ? [] : [pace({ limits, now: options.now, sleep: options.sleep })]),
    markPassed(),
    returnLinks(() => links.base),
    recordTo(recording, { maxBody, downloads, links, onOutcome }),
    ...(realKey === undefined ? [] : [swapKey(realKey)]),
  )(forward);

  const forwardFile = forwardFiles(({ path }) => downloads.find(path), upstream, options.forward);
  const files = pipeline(
    ...known,
    markPassed(),
    recordTo(recording, { maxBody, links, onOutcome }),
  )(forwardFile);

  const handler = pipeline(
    observe((observation) => {
      if (observation.request.context.passedOn !== true) watcher.answered(observation);
    }),
    markErrors(),
    catchErrors(settings, watcher.failure),
    mount([[filesPath, files]]),
  )(record);

  return {
    handler,
    settled: () => queue.settled(),
    close: () => {
      forward.close();
      forwardFile.close();
    },
  };
}

/**
 * Each key has a world of its own, which is audited and has its own position in the recording. The upstream decides whether
 * it is valid: a request that it refuses is let into none.
 */
function tellKeysApart(worlds: Pick<Worlds, 'of'>): Filter {
  return (next) =>
    function tellKeysApart(request) {
      const { context } = request;
      const key = keyOf(request);
      context.world = worlds.of(key);
      return mapResponse(next(request), (answer) => {
        if (answer.status !== 401) return answer;
        delete context.world;
        return { ...answer, errorKind: key === anonymous ? 'api_key_missing' : 'api_key_invalid' };
      });
    };
}

/** Answers what is recorded already (`--missing`). */
function answerKnown(
  { recording, redactor }: NonNullable<RecorderOptions['missingFrom']>,
  maxBody: number,
): Filter {
  const worlds = new ReplayWorlds(() => recording, { redact: (request) => redactor.request(request) });
  return replayFrom(worlds, { bodies: nodeBodies, maxBody });
}

/** Leaves in the request's log what became of it in the recording, which is known when its answer has passed. */
function noteExchanged({ request, result }: Outcome, news: News): void {
  const { exchanged } = request.context;
  if (exchanged === undefined) return;
  if ('brokenBy' in result) exchanged.result = `broken off by the ${result.brokenBy}`;
  else if (result.recorded) {
    exchanged.interaction = result.id;
    exchanged.result = result.repeated ? 'repeated' : 'recorded';
  } else exchanged.result = 'not recorded';
  news.tell({ type: 'recorded', exchanged });
}

/** Remembers which requests the upstream has answered. */
function markPassed(): Filter {
  return (next) =>
    function markPassed(request: ApiRequest) {
      return mapResponse(next(request), (answer) => {
        request.context.passedOn = true;
        return answer;
      });
    };
}

function markErrors(): Filter {
  return (next) =>
    function markErrors(request) {
      return mapResponse(next(request), markError);
    };
}

/** How long the recorder waits at its end for files that it is fetching, in milliseconds. */
const grace = 5000;

export interface RecordHooks extends ServerHooks {
  /** An answer of the upstream has been passed on, or has broken off. */
  readonly passed: (outcome: Outcome) => void;
  /** A request was answered without the upstream: refused, failed, or from the recording. */
  readonly answered: (observation: Observation) => void;
  /** Something happened that the user must not overlook. */
  readonly alarm: (message: string) => void;
}

interface RecordSetup {
  readonly service: Service;
  readonly values: RecordOptions;
  readonly upstream: URL;
  /** The real key, where clients use keys of the mock. Secret. */
  readonly realKey: string | undefined;
  readonly redactor: Redactor;
  readonly cwd: string;
  readonly hooks: RecordHooks;
}

export interface RecordMode extends Mode {
  readonly recording: string;
  readonly upstream: string;
  /** As the user would write it. */
  readonly file: string;
  /** What was noticed when the recording was opened. */
  readonly warnings: readonly string[];
  /** Why nothing more is recorded; undefined when all is well. */
  readonly failed: () => RecordingError | undefined;
}

/** @throws CommandError (4) for a recording that is taken, damaged or of another upstream, and a disk that refuses */
export async function recordMode(name: string, setup: RecordSetup): Promise<RecordMode> {
  const { service, values, upstream, realKey, redactor, cwd, hooks } = setup;
  const ca = values.ca === undefined ? undefined : readCertificates(values.ca, cwd);
  const file = recordingFile(join(values.dir, `${name}.json`), values.dir, cwd);
  const recording = await openFile(file, upstream, redactor, hooks);
  let recorder: Recorder;
  try {
    const { insecure, maxBody, allowWrites, fetchLinks, missing } = values;
    recorder = createRecorder({
      upstream,
      recording,
      redactor,
      service,
      realKey,
      maxBody,
      allowWrites,
      fetchLinks,
      sleep: backgroundSleep,
      forward: { insecure, ...(ca !== undefined && { ca }) },
      limits: values.pace,
      missingFrom: missing
        ? {
            recording: await recording.recorded(),
            redactor: redactorOf(values, realKey, true),
          }
        : undefined,
      now: () => performance.now(),
      watcher: hooks,
    });
  } catch (error) {
    await recording.close();
    throw error;
  }
  return {
    mode: 'record',
    recording: name,
    upstream: linksTo(upstream.href).base,
    handler: recorder.handler,
    limits: false,
    recorded: () => recording.recorded(),
    file: file.shown,
    warnings: recording.warnings,
    failed: () => recording.failed,
    async close() {
      await Promise.race([recorder.settled(), backgroundSleep(grace)]);
      recorder.close();
      await recording.close();
    },
  };
}

/**
 * What must not be stored: the rules of the options, and the real key.
 * @param compares see `RedactorOptions`
 */
export function redactorOf(
  { redact, keepUndecoded }: Pick<RecordOptions, 'redact' | 'keepUndecoded'>,
  realKey: string | undefined,
  compares = false,
): Redactor {
  const secrets = realKey === undefined ? [] : [realKey];
  return new Redactor(nodeBodies, { rules: redact, secrets, keepUndecoded, compares });
}

async function openFile(
  file: RecordingFile,
  upstream: URL,
  redactor: Redactor,
  hooks: RecordHooks,
): Promise<OpenRecording> {
  let isStarting = true;
  try {
    const recording = await openRecording(file.path, {
      upstream: linksTo(upstream.href).base,
      redactor,
      onFailure: (error) => {
        const reason = asWritten(error.message, file);
        if (!isStarting) hooks.alarm(`NOTHING MORE IS RECORDED, but requests are still passed on. ${reason}`);
      },
    });
    isStarting = false;
    if (recording.failed === undefined) return recording;
    await recording.close();
    throw recording.failed;
  } catch (error) {
    if (error instanceof RecordingError) throw inputError(asWritten(error.message, file));
    throw error;
  }
}

function readCertificates(name: string, cwd: string): string {
  let pem: string;
  try {
    pem = readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw inputError(`--ca ${name}: ${whyNotRead(error)}`);
  }
  try {
    createSecureContext({ ca: pem });
  } catch {
    throw inputError(`--ca ${name}: holds no certificate in PEM form`);
  }
  if (!pem.includes('-----BEGIN')) throw inputError(`--ca ${name}: holds no certificate in PEM form`);
  return pem;
}
