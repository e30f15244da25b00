// `pricing-mock health <url>` and `pricing-mock wait <url>`: whether a mock, recorder or replay of this program answers there,
// on one line and as an exit code, for containers and scripts.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../http/parse-url.ts';
import { sleep } from '../http/sleep.ts';
import { CommandError, exitCodes, usageError } from '../app/options/command-error.ts';
import { healthOptions, waitOptions } from '../app/options/health-options.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { modeNames } from '../app/modes/mode-switch.ts';
import type { Io } from './io.ts';

/** @throws CommandError (1) where none answers */
export async function health(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const { timeout } = resolveOptions(healthOptions, { flags, env: io.env, file: {}, fileName: '' });
  const url = checkedUrl('health', given);
  const found = await ask(url, timeout);
  if ('problem' in found) throw new CommandError(exitCodes.missed, `${url.origin}: ${found.problem}`);
  io.out(`${url.origin}: ${inWords(found)}\n`);
  return exitCodes.ok;
}

/** The pauses between two questions grow up to this, in milliseconds. */
const longestPause = 500;

/** @throws CommandError (1) where none answers in time, with what was there last */
export async function wait(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const { timeout } = resolveOptions(waitOptions, { flags, env: io.env, file: {}, fileName: '' });
  const url = checkedUrl('wait', given);
  const end = performance.now() + timeout;
  let problem = tooLate;
  for (let pause = 50; ; pause = Math.min(2 * pause, longestPause)) {
    const found = await ask(url, Math.max(1, end - performance.now()));
    if (!('problem' in found)) {
      io.out(`${url.origin}: ${inWords(found)}\n`);
      return exitCodes.ok;
    }
    // The last question may have had no time for an answer; what was found before says more.
    if (found.problem !== tooLate) ({ problem } = found);
    const left = end - performance.now();
    if (left <= 0) {
      const message = `${url.origin}: no pricing-mock within ${timeout / 1000} s (${problem})`;
      throw new CommandError(exitCodes.missed, message);
    }
    await sleep(Math.min(pause, left));
  }
}

/** @throws CommandError (2), which does not repeat what may hold a password */
function checkedUrl(command: string, given: string): URL {
  const url = parseUrl(given);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isHttp && url.username === '' && url.password === '') return url;
  throw usageError(`${command}: <url> takes the address of a mock, such as http://127.0.0.1:5300`);
}

interface Health {
  readonly mode: string;
  readonly version: string;
}

const inWords = ({ mode, version }: Health): string => `pricing-mock ${version} answers, in the mode ${mode}`;

const tooLate = 'no answer in time';

/** In characters: a pricing-mock says less, and of another server no more is read. */
const longestAnswer = 65_536;

/** Asks a server for its health. `fetch` would not do: it asks no port that browsers block, such as 6000. */
async function ask(url: URL, timeout: number): Promise<Health | { readonly problem: string }> {
  const { get } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const signal = AbortSignal.timeout(Math.ceil(timeout));
  try {
    const asking = get(new URL('/__mock/health', url), { agent: false, signal });
    asking.on('error', () => undefined); // of an answer that broke off, whose reader is told as well
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) {
      text += piece as string;
      if (text.length > longestAnswer) break;
    }
    const found = answer.statusCode === 200 ? readHealth(text) : undefined;
    if (found !== undefined) return found;
    if (answer.headers['x-mock-error'] === 'host_forbidden')
      return { problem: `a pricing-mock that takes no requests for ${url.hostname}; see its --allow-host` };
    return { problem: `answers ${answer.statusCode}, but is no pricing-mock` };
  } catch (error) {
    return { problem: signal.aborted ? tooLate : reasonOf(error as NodeJS.ErrnoException) };
  }
}

function readHealth(text: string): Health | undefined {
  try {
    const { status, mode, version } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isOurs = status === 'ok' && modeNames.some((name) => name === mode) && typeof version === 'string';
    return isOurs && /^[\w.+-]{1,40}$/.test(version) ? { mode: mode as string, version } : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? `nobody listens there (${code})` : `no answer (${code ?? message})`;
}
