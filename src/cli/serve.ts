// `pricing-mock serve`: the simulator behind a port, until somebody stops it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DataSet } from '../api/resources.ts';
import { standardLimits } from '../api/spec.ts';
import { createApp } from '../app.ts';
import type { AppOptions } from '../app.ts';
import { Clock } from '../clock.ts';
import type { LimitsWire } from '../profile/wire.ts';
import { listen } from '../server/listen.ts';
import { chooseProfile } from './choose-settings.ts';
import { createData } from './create-data.ts';
import { exitCodes, inputError, usageError } from './io.ts';
import type { Io } from './io.ts';
import { createLog } from './log.ts';
import type { Greeting, Log } from './log.ts';
import type { Flags } from './options.ts';
import { isOpenToOthers, openServer, stopped } from './running.ts';
import { readOptions } from './read-options.ts';
import { serveOptions } from './serve-options.ts';
import type { ServeOptions } from './serve-options.ts';
import { version } from './version.ts';

export async function serve(flags: Flags, io: Io): Promise<number> {
  const options = readOptions(serveOptions, flags, io);
  const now = clockFor(options);
  const chosen = await chooseProfile(options.profile, options.assume, io.cwd, now);
  const { settings } = chosen;
  const { data, files, notes } =
    options.from === undefined
      ? { data: await createData(options, settings, io.cwd), files: undefined, notes: [] }
      : await (await import('./recorded-data.ts')).dataFromRecording(options, chosen.profile, io);
  const keys = options.key.map(({ key }) => key);
  const log = createLog(options.log, io.out, { colour: io.isTerminal && !io.env.NO_COLOR, keys });
  const tls = await readCertificate(options, settings.transport === 'https', io.cwd);
  const { handler } = createApp({
    ...appOptions(withLimits(options, chosen.limits), log),
    settings,
    data,
    ...(chosen.dialect && { dialect: chosen.dialect }),
    ...(files && { files: files(now) }),
  });
  const server = await openServer(() =>
    listen(handler, {
      host: options.host,
      port: options.port,
      settings,
      allowedHosts: options.allowHost,
      ...(options.corsOrigin !== undefined && { corsOrigin: options.corsOrigin }),
      ...(tls !== undefined && { tls }),
      onClientError: log.note,
      onRefusal: log.refused,
      onDefect: log.failure,
    }),
  );
  log.listening(greet(server.url, options, data));
  for (const note of notes) log.note(note);
  await stopped(server, io, log);
  return exitCodes.ok;
}

/** The time that the answers of a learned profile tell: the worlds', as far as all have the same. */
function clockFor({ clock }: ServeOptions): () => number {
  if (clock === 'real') return Date.now;
  const own = new Clock(clock.start, { frozen: clock.frozen });
  return () => own.now();
}

/** The limits that a recording has shown, unless the user names others. */
function withLimits(options: ServeOptions, limits: LimitsWire = {}): ServeOptions {
  const { perSecond, perMinute } = options;
  return {
    ...options,
    perSecond: perSecond === standardLimits.perSecond ? (limits.perSecond ?? perSecond) : perSecond,
    perMinute: perMinute === standardLimits.perMinute ? (limits.perMinute ?? perMinute) : perMinute,
  };
}

function appOptions(options: ServeOptions, log: Log): Omit<AppOptions, 'settings' | 'data'> {
  const { clock, noLimits } = options;
  const limits = noLimits
    ? { perSecond: Infinity, perMinute: Infinity }
    : { perSecond: options.perSecond, perMinute: options.perMinute };
  return {
    keys: new Map(options.key.map(({ key, limits: own }) => [key, noLimits ? limits : (own ?? limits)])),
    limits,
    auth: !options.noAuth,
    faults: options.fault,
    latency: options.latency,
    seed: options.seed,
    createClock: () =>
      clock === 'real' ? new Clock(Date.now()) : new Clock(clock.start, { frozen: clock.frozen }),
    // A delay that is still running keeps no stopped program alive.
    sleep: (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds).unref()),
    watcher: log,
  };
}

async function readCertificate({ tlsCert, tlsKey }: ServeOptions, needed: boolean, cwd: string) {
  if (!needed) {
    if (tlsCert === undefined && tlsKey === undefined) return undefined;
    throw usageError('--tls-cert and --tls-key go with --assume transport=https');
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    throw usageError('transport=https needs --tls-cert and --tls-key, each with a PEM file');
  }
  const tls = { cert: readPem(tlsCert, cwd), key: readPem(tlsKey, cwd) };
  try {
    // Loaded for those who serve https: it costs every other start milliseconds.
    (await import('node:tls')).createSecureContext(tls);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputError(`${tlsCert} and ${tlsKey} are no certificate and its key in PEM form (${reason})`);
  }
  return tls;
}

function readPem(name: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw inputError(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function greet(url: string, options: ServeOptions, data: DataSet): Greeting {
  const { fixtures, from, seed, data: set, noAuth, host } = options;
  const source = from === undefined ? fixtures : `recording ${from}`;
  const counts = [
    counted(data.listings, 'listing', 'listings'),
    counted(data.strategies, 'strategy', 'strategies'),
    counted(data.reportRuns, 'report run', 'report runs'),
  ].join(', ');
  const key = noAuth ? '' : `-H 'X-API-KEY: test_key' `;
  const open = isOpenToOthers(host) ? [`the mock answers on ${host}, to other machines too`] : [];
  return {
    url,
    version: version(),
    data: source === undefined ? `data set ${set}, seed ${seed} (${counts})` : `${source} (${counts})`,
    example: `curl ${key}'${url}/v1/listings?limit=2'`,
    warnings: open,
  };
}

const counted = ({ length }: readonly unknown[], one: string, many: string) =>
  `${length} ${length === 1 ? one : many}`;
