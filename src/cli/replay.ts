// `pricing-mock replay`: a recording behind a port, with the network unplugged, until somebody stops it.
import { Clock } from '../clock.ts';
import type { Observation } from '../filters/observe.ts';
import { followRecording } from '../recording/follow.ts';
import type { Recording } from '../recording/format.ts';
import { Redactor } from '../recording/redact.ts';
import type { ReplaySummary } from '../recording/replay-worlds.ts';
import { createReplayApp } from '../replay-app.ts';
import type { ReplayAppOptions } from '../replay-app.ts';
import { listen } from '../server/listen.ts';
import { chooseSettings } from './choose-settings.ts';
import { CommandError, exitCodes } from './io.ts';
import type { Io } from './io.ts';
import { createLog } from './log.ts';
import type { Greeting } from './log.ts';
import type { Flags } from './options.ts';
import { count, reading, recordingFile } from './recording-files.ts';
import { readOptions } from './read-options.ts';
import { replayOptions } from './replay-options.ts';
import type { ReplayOptions } from './replay-options.ts';
import { isOpenToOthers, openServer, stopped } from './running.ts';
import { version } from './version.ts';

export async function replay(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const options = await readOptions(replayOptions, flags, io);
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  const keys = options.key.map(({ key }) => key);
  const redactor = new Redactor({ secrets: keys, rules: options.redact });
  // A path in a log line may hold a secret that was put there by mistake.
  const write = (text: string) => {
    io.out(redactor.text(text));
  };
  const log = createLog(options.log, write, { colour: io.isTerminal && !io.env.NO_COLOR, keys });
  const file = recordingFile(given, options.dir, io);
  const followed = await reading(file, () =>
    followRecording(file.path, {
      onTaken: ({ interactions }) => {
        log.note(`The recording has changed: ${count(interactions.length, 'interaction')} from now on.`);
      },
      onKept: (reason) => {
        log.note(reason.replaceAll(file.path, file.shown));
      },
    }),
  );
  try {
    const app = await createReplayApp({
      ...appOptions(options),
      settings,
      redactor,
      source: followed.current,
      name: file.name,
      onRequest: (observation: Observation) => {
        log.request(observation, undefined);
      },
      onFailure: log.failure,
    });
    const server = await openServer(() =>
      listen(app.handler, {
        host: options.host,
        port: options.port,
        settings,
        allowedHosts: options.allowHost,
        ...(options.corsOrigin !== undefined && { corsOrigin: options.corsOrigin }),
        onClientError: log.note,
        onDefect: log.failure,
      }),
    );
    log.listening(greet(server.url, options, file.name, followed.current()));
    await stopped(server, io, log);
    const summary = app.worlds.summary();
    for (const line of linesOf(summary)) log.note(line);
    if (options.failOnMiss && summary.misses > 0) throw missedError(summary);
    return exitCodes.ok;
  } finally {
    followed.close();
  }
}

function appOptions(
  options: ReplayOptions,
): Pick<
  ReplayAppOptions,
  'keys' | 'auth' | 'limitsOf' | 'overlay' | 'simulateMisses' | 'sleep' | 'createClock'
> {
  const { perSecond, perMinute } = options;
  const keys = new Map(options.key.map(({ key, limits }) => [key, limits ?? { perSecond, perMinute }]));
  return {
    keys,
    auth: !options.noAuth,
    limitsOf: options.limits ? (account) => keys.get(account) ?? { perSecond, perMinute } : null,
    overlay: options.overlay,
    simulateMisses: options.onMiss === 'mock',
    // A delay that is still running keeps no stopped program alive.
    sleep:
      options.timing === 'recorded'
        ? (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds).unref())
        : null,
    createClock: () => new Clock(Date.now()),
  };
}

function greet(url: string, options: ReplayOptions, name: string, recording: Recording): Greeting {
  const { upstream, note, interactions } = recording;
  const times = interactions.map(({ at }) => at).sort();
  const when = times.length === 0 ? '' : `, recorded ${daysOf(times[0]!, times.at(-1)!)}`;
  const key = options.noAuth ? '' : `-H 'X-API-KEY: test_key' `;
  const first = interactions.find(
    ({ request }) => request.method === 'GET' && request.path.startsWith('/v1/'),
  );
  const query = first === undefined || first.request.query === '' ? '' : `?${first.request.query}`;
  return {
    url,
    version: version(),
    data:
      `the recording ${name} (${count(interactions.length, 'interaction')} of ${upstream}${when})` +
      (note === undefined ? '' : `: ${note}`),
    example: `curl ${key}'${url}${first?.request.path ?? '/v1/listings'}${query}'`,
    warnings: isOpenToOthers(options.host)
      ? [`the recording is served on ${options.host}, to other machines too`]
      : [],
  };
}

function daysOf(first: string, last: string): string {
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return from === to ? from : `${from} to ${to}`;
}

function linesOf({ answered, misses, missed, interactions, unused }: ReplaySummary): string[] {
  return [
    `Answered ${count(answered, 'request')} from the recording, missed ${misses}; ` +
      `${unused.length} of ${count(interactions, 'interaction')} unused.`,
    ...missed.map(({ request, count: times }) => `Missed${times === 1 ? '' : ` ${times} times`}: ${request}`),
  ];
}

function missedError({ misses, missed }: ReplaySummary): CommandError {
  const first = missed[0]?.request ?? '';
  const others = missed.length > 1 ? ` and ${missed.length - 1} more` : '';
  return new CommandError(
    exitCodes.missed,
    `${count(misses, 'request')} not recorded (--fail-on-miss): ${first}${others}`,
  );
}
