// How the words of an option become its value. Each throws an error that says what would be valid.
import { parseRealTime } from '../api/real-time.ts';
import type { Limits } from '../filters/limiter.ts';
import { parseAuthority } from '../server/host-check.ts';

export function text(words: string): string {
  if (words === '') throw new Error('must not be empty');
  return words;
}

export function flag(words: string): boolean {
  if (words === 'true' || words === '1') return true;
  if (words === 'false' || words === '0') return false;
  throw new Error(`'${words}' is neither true nor false`);
}

export function wholeNumber(min: number, max: number): (words: string) => number {
  return (words) => {
    const number = /^\d{1,10}$/.test(words) ? Number(words) : NaN;
    if (number >= min && number <= max) return number;
    throw new Error(`'${words}' is not a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const T extends string>(values: readonly T[]): (words: string) => T {
  return (words) => {
    const found = values.find((value) => value === words);
    if (found !== undefined) return found;
    throw new Error(`'${words}' is none of ${values.join(', ')}`);
  };
}

/** A number of bytes up to 100 MB, such as `500kb` or `10mb`. */
export function byteSize(words: string): number {
  const [, number, unit = ''] = /^(\d{1,9})(b|kb|mb)?$/i.exec(words) ?? [];
  const factor = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 }[unit.toLowerCase()] ?? NaN;
  const bytes = Number(number) * factor;
  if (bytes <= 100 * 1024 ** 2) return bytes;
  throw new Error(`'${words}' is not a size up to 100mb, such as 500kb or 10mb`);
}

/** Limits as `<perSecond>/<perMinute>`, or `off` for none. */
export function pacing(words: string): Limits | undefined {
  if (words === 'off') return undefined;
  const [, perSecond, perMinute] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(words) ?? [];
  if (perSecond !== undefined) return { perSecond: Number(perSecond), perMinute: Number(perMinute) };
  throw new Error(`'${words}' is neither <perSecond>/<perMinute>, such as 5/300, nor off`);
}

/** What Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** The name of a recording, which becomes the name of its files on every system. */
export function recordingName(words: string): string {
  const isPlain = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(words) && !words.endsWith('.');
  if (isPlain && !reserved.test(words)) return words;
  throw new Error(
    `'${words}' is no name for a recording: up to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit`,
  );
}

/** A number of requests, or `off` for Infinity. */
export function limit(words: string): number {
  if (words === 'off') return Infinity;
  const number = /^\d{1,9}$/.test(words) ? Number(words) : 0;
  if (number >= 1) return number;
  throw new Error(`'${words}' is neither a whole number of at least 1 nor off`);
}

export interface KeyOption {
  readonly key: string;
  /** Undefined: the limits of every key. */
  readonly limits: Limits | undefined;
}

/** `<key>` or `<key>:<perSecond>/<perMinute>`. The words may be a secret, so they are not repeated in an error. */
export function apiKey(words: string): KeyOption {
  const found = /^([\x21-\x39\x3b-\x7e]{1,200})(?::(\d{1,9}|off)\/(\d{1,9}|off))?$/.exec(words);
  if (found === null) {
    throw new Error(
      'takes <key> or <key>:<perSecond>/<perMinute>, such as my_key:20/1200; a key has no space and no colon',
    );
  }
  const [, key = '', perSecond, perMinute] = found;
  if (perSecond === undefined || perMinute === undefined) return { key, limits: undefined };
  return { key, limits: { perSecond: limit(perSecond), perMinute: limit(perMinute) } };
}

/** Where a world's clock starts, and whether it stands still there. */
export type ClockOption = 'real' | { readonly start: number; readonly frozen: boolean };

/** `real`, `<time>` or `<time>,frozen`. */
export function clock(words: string): ClockOption {
  if (words === 'real') return words;
  const [time = '', mode, ...rest] = words.split(',');
  const start = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(time) ? parseRealTime(time) : NaN;
  if (!Number.isNaN(start) && (mode === undefined || mode === 'frozen') && rest.length === 0) {
    return { start, frozen: mode === 'frozen' };
  }
  throw new Error(
    `'${words}' is no clock; it takes real, or a time such as 2026-01-01T00:00:00Z, or that with ,frozen`,
  );
}

/** An address or a name to listen on; an IPv6 address may stand in the brackets that it has in a URL. */
export function hostAddress(words: string): string {
  return text(words).replace(/^\[(.*:.*)\]$/, '$1');
}

/** `name` or `name:port`. */
export function hostName(words: string): string {
  const isBareAddress = /^[0-9a-f:]*:[0-9a-f:]*:/i.test(words); // IPv6 without its brackets
  if (parseAuthority(isBareAddress ? `[${words}]` : words) !== undefined) return words;
  throw new Error(`'${words}' is no host name, such as mock.test or mock.test:5300`);
}

export function origin(words: string): string {
  const url = URL.canParse(words) ? new URL(words) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === words) return words;
  throw new Error(`'${words}' is not an origin, such as http://localhost:3000`);
}
