// `pricing-mock replay`: answers from a recording, with no connection to any other server, until it is stopped.
import type { Flags } from '../app/options/options.ts';
import type { Recording } from '../recording/format.ts';
import { nodeBodies } from '../recording/body/node-bodies.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { counted } from '../http/plain-text.ts';
import { replayOptions } from '../app/options/replay-options.ts';
import type { ReplayCommandOptions } from '../app/options/replay-options.ts';
import { startReplay } from '../app/start-replay.ts';
import { version } from '../app/version.ts';
import { tellChecks } from './client-checks.ts';
import { curl, recordedLines, testKeyHeader } from './greeting.ts';
import type { Address } from './greeting.ts';
import type { Io } from './io.ts';
import { createLog } from './log.ts';
import type { Greeting } from './log.ts';
import type { Asked } from './log-secrets.ts';
import { logTarget } from './printer.ts';
import { readOptions } from './read-options.ts';
import { catchSignals, endOfRun, failedBy, isOpenToOthers, optionsBeside, untilStopped } from './running.ts';
import type { Beside } from './running.ts';
import { checkReportFiles } from './write-out.ts';

export async function replay(
  flags: Flags,
  io: Io,
  [given = '']: readonly string[],
  beside: Beside,
): Promise<number> {
  const onStop = catchSignals(io, beside);
  const options = await readOptions(optionsBeside(replayOptions, beside), flags, io);
  const keys = options.key.map(({ key }) => key);
  const redactor = new Redactor(nodeBodies, { secrets: keys, rules: options.redact, compares: true });
  const mask = options.redact.length === 0 ? undefined : (request: Asked) => redactor.target(request);
  const secrets = { keys, mask };
  const log = createLog(options.log, { ...logTarget(io, beside.length > 0), ...secrets });
  checkReportFiles(options, io);
  const { server, replay, summary, audit } = await startReplay(given, {
    values: options,
    cwd: io.cwd,
    hooks: log,
    redactor,
  });
  const controlToken = options.controlToken === undefined ? server.controlToken : undefined;
  log.listening(greet({ url: server.url, controlToken }, options, replay.recording, replay.current()));
  const code = await untilStopped(server, { onStop, log, beside, io, key: server.key });
  const found = summary();
  for (const line of linesOf(found)) log.note(line);
  const missed = options.failOnMiss && found.misses > 0 ? [missedText(found)] : [];
  const failed = await tellChecks({ server, audit, options, log, io }, secrets);
  return endOfRun(code, failedBy([...missed, ...failed]), io);
}

function greet(
  { url, controlToken }: Address,
  options: ReplayCommandOptions,
  name: string,
  recording: Recording,
): Greeting {
  const { upstream, note, interactions } = recording;
  const times = interactions.map(({ at }) => at).sort();
  const when = times.length === 0 ? '' : `, recorded ${daysOf(times[0]!, times.at(-1)!)}`;
  const reads = interactions.filter(({ request }) => request.method === 'GET');
  const good = reads.find(({ response }) => response.status >= 200 && response.status < 300) ?? reads[0];
  const { path, query } = good?.request ?? { path: '/v1/listings', query: '' };
  const target = `${url}${path}${query === '' ? '' : `?${query}`}`;
  return {
    url,
    version: version(),
    data:
      `the recording ${name} (${counted(interactions.length, 'interaction')} of ${upstream}${when})` +
      (note === undefined ? '' : `: ${note}`),
    controlToken,
    endpoints: recordedLines(recording),
    example: curl(target, options.noAuth ? undefined : testKeyHeader),
    warnings: [
      ...(isOpenToOthers(options.host)
        ? [`the recording is served on ${options.host}, to other machines too`]
        : []),
      ...(interactions.length === 0 ? ['the recording is empty, so every request will be a miss (501)'] : []),
    ],
  };
}

function daysOf(first: string, last: string): string {
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return from === to ? from : `${from} to ${to}`;
}

function linesOf({ answered, misses, missed, interactions, unused }: ReplaySummary): string[] {
  return [
    `Answered ${counted(answered, 'request')} from the recording, missed ${misses}; ` +
      `${unused.length} of ${counted(interactions, 'interaction')} unused.`,
    ...missed.map(({ request, count: times }) => `Missed${times === 1 ? '' : ` ${times} times`}: ${request}`),
  ];
}

function missedText({ misses, missed }: ReplaySummary): string {
  const first = missed[0]?.request ?? '';
  const others = missed.length > 1 ? ` and ${missed.length - 1} more` : '';
  return `${counted(misses, 'request')} not recorded (--fail-on-miss): ${first}${others}`;
}
