// The mode `record`, with what stands in the way of a request on purpose: the guard of writes, the pace, the swap of keys.
import type { Settings } from '../../spec/assumptions.ts';
import { markError } from '../../spec/errors.ts';
import { filesPath } from '../../spec/mock-paths.ts';
import { authenticate } from '../../spec/authenticate.ts';
import { byPath } from '../../http/mount.ts';
import { catchErrors } from '../../spec/catch-errors.ts';
import { guardWrites } from '../../recording/record/guard-writes.ts';
import type { Limits } from '../../service/filters/limiter.ts';
import { observe } from '../../http/observe.ts';
import type { Observation } from '../../http/observe.ts';
import { pace } from '../../recording/record/pace.ts';
import { swapKey } from '../../recording/record/swap-key.ts';
import { forwardTo } from '../../proxy/forward.ts';
import type { ForwardOptions } from '../../proxy/forward.ts';
import { forwardFiles } from '../../proxy/forward-files.ts';
import { isLoopback } from '../../http/loopback.ts';
import { mapResponse, pipeline } from '../../http/message.ts';
import type { ApiRequest, Filter, Handler } from '../../http/message.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { DownloadLinks } from '../../recording/record/download-links.ts';
import { DownloadPrefetcher } from '../../recording/record/prefetch-downloads.ts';
import type { Recording } from '../../recording/format.ts';
import { linksTo } from '../../recording/links/rebase-links.ts';
import { recordTo } from '../../recording/record/record-to.ts';
import type { Outcome } from '../../recording/record/record-to.ts';
import type { Redactor } from '../../recording/redact/redactor.ts';
import { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { replayFrom } from '../../recording/replay/replay-from.ts';
import { returnLinks } from '../../recording/links/return-links.ts';
import type { OpenRecording } from '../../recording/file/open-recording.ts';

export interface RecordAppOptions {
  readonly upstream: URL;
  readonly recording: OpenRecording;
  /** The one that the recording is made with. */
  readonly redactor: Redactor;
  readonly settings: Settings;
  /** Longer bodies are recorded as omitted. */
  readonly maxBody: number;
  readonly forward: ForwardOptions;
  /** Whether writes may reach an upstream that is not on this machine. */
  readonly allowWrites: boolean;
  /** Given, clients use keys of the mock, and the upstream gets the real one. */
  readonly keys: { readonly real: string; readonly valid: ReadonlySet<string> } | undefined;
  /** What the upstream is asked at most; undefined: as fast as clients ask. */
  readonly limits: Limits | undefined;
  /** Given, what is recorded in it is answered from it, and only the rest is recorded. */
  readonly missingFrom: { readonly recording: Recording; readonly redactor: Redactor } | undefined;
  /** Whether the files behind download links are fetched without being asked for. */
  readonly fetchLinks: boolean;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly watcher: RecordWatcher;
}

export interface RecordWatcher {
  /** An answer of the upstream has been passed on, or has broken off. */
  readonly passed: (outcome: Outcome) => void;
  /** A request was answered without the upstream: refused, failed, or from the recording. */
  readonly answered: (observation: Observation) => void;
  /** Something happened that nobody expected. */
  readonly failure: (error: unknown) => void;
}

export interface RecordApp {
  readonly handler: Handler;
  /** Resolves when the files that are being fetched are here. */
  settled(): Promise<void>;
  close(): void;
}

export function createRecordApp(options: RecordAppOptions): RecordApp {
  const { upstream, recording, redactor, settings, maxBody, keys, limits, missingFrom, watcher } = options;
  const known = missingFrom === undefined ? [] : [answerKnown(missingFrom, maxBody)];

  const queue = new DownloadPrefetcher((request) => handler(request));
  const downloads = new DownloadLinks({
    upstream: upstream.origin,
    learn: (url) => redactor.text(url),
    ...(options.fetchLinks && { onFile: queue.note }),
  });
  const onOutcome = (outcome: Outcome): void => {
    watcher.passed(outcome);
    queue.start();
  };

  const links = linksTo(upstream.href);
  const forward = forwardTo(upstream, options.forward);
  const record = pipeline(
    ...(keys === undefined ? [] : [authenticate({ keys: keys.valid, required: true }, settings)]),
    ...(keys === undefined && missingFrom !== undefined ? [openWorlds(settings)] : []),
    ...known,
    ...(options.allowWrites || isLoopback(upstream) ? [] : [guardWrites(upstream.origin)]),
    ...(limits === undefined ? [] : [pace({ limits, now: options.now, sleep: options.sleep })]),
    markPassed(),
    returnLinks(() => links.base),
    recordTo(recording, { maxBody, downloads, links, onOutcome }),
    ...(keys === undefined ? [] : [swapKey(keys.real)]),
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
    byPath([[filesPath, files]]),
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

/** Answers what is recorded already (`--missing`). */
function answerKnown(
  { recording, redactor }: NonNullable<RecordAppOptions['missingFrom']>,
  maxBody: number,
): Filter {
  const worlds = new ReplayWorlds(() => recording, { redact: (request) => redactor.request(request) });
  return replayFrom(worlds, { bodies: nodeBodies, maxBody });
}

/** Each key stands at a place of its own in the recording; whether it is valid is up to the upstream. */
function openWorlds(settings: Settings): Filter {
  return authenticate({ keys: new Set(), required: false }, settings);
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
