// What `record` checks before it begins.
import { networkInterfaces } from 'node:os';
import { isLoopback } from '../../http/loopback.ts';
import { parseUpstream, UpstreamError } from '../../proxy/forward.ts';
import { usageError } from '../options/command-error.ts';
import { isWildcardAddress, urlHost } from '../../doors/port/host-check.ts';
import type { RecordOptions } from '../options/record-options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws CommandError (2) for options that are wrong or do not go together */
export function checkRecordOptions(options: RecordOptions, env: Environment): void {
  if (options.insecure && isCi(env)) {
    throw usageError('--insecure is refused where CI is set: name the authority with --ca <file> instead');
  }
  if (options.key.length > 0 && options.keyEnv === undefined) {
    throw usageError(
      '--key goes with --key-env; without it, the keys of the clients are passed on as they are',
    );
  }
}

function isCi({ CI = '' }: Environment): boolean {
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
export function realKey({ keyEnv }: RecordOptions, env: Environment): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv]?.trim() ?? '';
  if (key === '')
    throw usageError(`--key-env ${keyEnv}: the environment has no such variable, or it is empty`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError(`--key-env ${keyEnv}: its value cannot stand in a header`);
  return key;
}
