// What `record` checks before it begins, and what it says about itself then.
import { networkInterfaces } from 'node:os';
import { isLoopback } from '../filters/guard-writes.ts';
import { parseUpstream, UpstreamError } from '../forward.ts';
import { isWildcardAddress, urlHost } from '../server/host-check.ts';
import { usageError } from './io.ts';
import type { Io } from './io.ts';
import type { Flags } from './options.ts';
import { readOptions } from './read-options.ts';
import type { RecordGreeting } from './record-log.ts';
import { recordOptions } from './record-options.ts';
import type { RecordOptions } from './record-options.ts';
import { isOpenToOthers } from './running.ts';
import { version } from './version.ts';

/** @throws CommandError (2) for options that are wrong or do not go together */
export async function readRecordOptions(flags: Flags, io: Io): Promise<RecordOptions> {
  const options = await readOptions(recordOptions, flags, io);
  if (options.insecure && isCi(io.env)) {
    throw usageError('--insecure is refused where CI is set: name the authority with --ca <file> instead');
  }
  if (options.key.length > 0 && options.keyEnv === undefined) {
    throw usageError(
      '--key goes with --key-env; without it, the keys of the clients are passed on as they are',
    );
  }
  return options;
}

function isCi({ CI = '' }: Io['env']): boolean {
  return CI !== '' && CI !== 'false' && CI !== '0';
}

/** @throws CommandError (2) */
export function upstreamFrom(baseUrl: string): URL {
  try {
    return parseUpstream(baseUrl);
  } catch (error) {
    if (error instanceof UpstreamError) throw usageError(`<base-url>: ${error.message}`);
    throw error;
  }
}

/** @throws CommandError (2) when the upstream is the server on this host and port (mitmweb CVE-2025-23217) */
export function refuseSelf(upstream: URL, host: string, port: number): void {
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

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => urlHost(address)),
  );
}

/** The key of `--key-env`. @throws CommandError (2), which does not repeat it */
export function realKey({ keyEnv }: RecordOptions, env: Io['env']): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv]?.trim() ?? '';
  if (key === '')
    throw usageError(`--key-env ${keyEnv}: the environment has no such variable, or it is empty`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError(`--key-env ${keyEnv}: its value cannot stand in a header`);
  return key;
}

interface Setup {
  readonly options: RecordOptions;
  readonly upstream: URL;
  readonly file: string;
  readonly env: Io['env'];
  /** What was noticed when the recording was opened. */
  readonly notes: readonly string[];
}

export function greet(url: string, { options, upstream, file, env, notes }: Setup): RecordGreeting {
  const { allowWrites, insecure, keyEnv, pace, host } = options;
  const isReal = !isLoopback(upstream);
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (name) => (env[name] ?? '') !== '',
  );
  return {
    url,
    version: version(),
    upstream: upstream.href.replace(/\/$/, ''),
    file,
    rules: [
      isReal && !allowWrites ? 'Writes are refused; --allow-writes passes them on.' : 'Writes are passed on.',
      pace === undefined
        ? 'Requests are passed on as fast as they come.'
        : `At most ${pace.perSecond} requests a second and ${pace.perMinute} a minute are passed on; others wait.`,
      keyEnv === undefined
        ? 'Clients use the real API key; it is not stored.'
        : `Clients use a key test_<something>; the upstream gets the one in ${keyEnv}, which is not stored.`,
    ],
    warnings: [
      ...notes,
      ...(insecure
        ? ['--insecure: any certificate is trusted, so anyone on the way can read the API key']
        : []),
      ...(isReal && allowWrites ? [`--allow-writes: writes change real data at ${upstream.host}`] : []),
      ...(isOpenToOthers(host) ? [`the recorder answers on ${host}, to other machines too`] : []),
      ...(isReal && proxy !== undefined
        ? [`${proxy} is set and not used: the upstream is connected directly`]
        : []),
    ],
  };
}
