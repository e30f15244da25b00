// The greeting of `record`.
import { isLoopback } from '../http/loopback.ts';
import type { RecordOptions } from '../app/options/record-options.ts';
import { version } from '../app/version.ts';
import { curl, testKeyHeader } from './greeting.ts';
import type { Address } from './greeting.ts';
import type { Io } from './io.ts';
import type { RecordGreeting } from './record-log.ts';
import { isOpenToOthers } from './running.ts';

interface Setup {
  readonly options: RecordOptions;
  readonly upstream: URL;
  readonly file: string;
  readonly env: Io['env'];
  /** What was noticed when the recording was opened. */
  readonly notes: readonly string[];
}

export function greet(
  { url, controlToken }: Address,
  { options, upstream, file, env, notes }: Setup,
): RecordGreeting {
  const { allowWrites, insecure, keyEnv, pace, host } = options;
  const isReal = !isLoopback(upstream);
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (name) => (env[name] ?? '') !== '',
  );
  return {
    url,
    controlToken,
    version: version(),
    example: curl(`${url}${pathBelow(upstream)}`, keyEnv === undefined ? realKeyHeader : testKeyHeader),
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

/** A list of the service, below a base URL that may hold the version already. */
const pathBelow = ({ pathname }: URL) => `${/\/v1\/?$/.test(pathname) ? '' : '/v1'}/listings?limit=2`;

/** The real key is never printed: the shell puts it in. */
const realKeyHeader = '"X-API-KEY: $API_KEY"';
