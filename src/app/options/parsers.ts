// Parsers from the text of an option to its value. Each throws an error that says what would be valid.
import type { Limits } from '../../spec/endpoints.ts';
import { parseIsoTime } from '../../http/iso-time.ts';
import { meantBy } from '../../http/nearest-name.ts';

export function text(words: string): string {
  if (words === '') throw new Error('must not be empty');
  return words;
}

/** The name of a folder, which may not exist yet. */
export function folder(words: string): string {
  // eslint-disable-next-line no-control-regex -- no system takes them all, and a terminal would act on them
  if (/[\u0000-\u001f]/.test(words)) throw new Error(`${JSON.stringify(words)} can be no folder`);
  return text(words);
}

export function flag(words: string): boolean {
  if (words === 'true' || words === '1') return true;
  if (words === 'false' || words === '0') return false;
  throw new Error(`'${words}' is neither true nor false`);
}

/** `on` or `off`; a program and a file say `true` or `false`. */
export function onOff(words: string): boolean {
  if (words === 'on') return true;
  if (words === 'off') return false;
  try {
    return flag(words);
  } catch {
    throw new Error(`'${words}' is neither on nor off`);
  }
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
    throw new Error(`'${words}' is none of ${values.join(', ')}${meantBy(words, values)}`);
  };
}

/** A number from 0 to 1. */
export function share(words: string): number {
  const number = /^\d(\.\d{1,6})?$/.test(words) ? Number(words) : NaN;
  if (number <= 1) return number;
  throw new Error(`'${words}' is not a number from 0 to 1 with at most 6 decimals, such as 0.08`);
}

/** Where the pages about error codes stand. */
export function documentation(words: string): string {
  if (/^https?:\/\/[^\s"<>]{1,200}[^\s"<>/]$/.test(words)) return words;
  throw new Error(
    `'${words}' is not an http(s) URL without a slash at its end, such as https://docs.example.com`,
  );
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
  throw new Error(
    `'${words}' is neither <perSecond>/<perMinute>, each from 1 to 999999, such as 5/300, nor off`,
  );
}

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** The name of a recording, which becomes the name of its files on every system. */
export function recordingName(words: string): string {
  const isPlain = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(words) && !/\.(?:json)?$/.test(words);
  if (isPlain && reserved.test(words))
    throw new Error(`'${words}' is no name for a recording: Windows keeps it for a device`);
  if (isPlain) return words;
  throw new Error(
    `'${words}' is no name for a recording: up to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit, and not ending in .json`,
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

/** `<key>` or `<key>:<perSecond>/<perMinute>`. The text may be a secret, so no error repeats it. */
export function apiKey(words: string): KeyOption {
  const found = /^([\x21-\x39\x3b-\x7e]{1,200})(?::(\d{1,9}|off)\/(\d{1,9}|off))?$/.exec(words);
  if (found === null) {
    throw new Error(
      'takes <key> or <key>:<perSecond>/<perMinute>, such as my_key:20/1200; a key is 1 to 200 visible ASCII characters other than a colon',
    );
  }
  const [, key = '', perSecond, perMinute] = found;
  if (perSecond === undefined || perMinute === undefined) return { key, limits: undefined };
  return { key, limits: { perSecond: limit(perSecond), perMinute: limit(perMinute) } };
}

/** A bearer token. It is a secret, so no error repeats it. */
export function bearerToken(words: string): string {
  if (/^[\w.~+/=-]{8,200}$/.test(words)) return words;
  throw new Error('takes 8 to 200 letters, digits and . _ ~ + / = -');
}

/** The time at which a world's clock starts, and whether it is frozen. */
export type ClockOption = 'real' | { readonly start: number; readonly frozen: boolean };

/** `real`, `<time>` or `<time>,frozen`. */
export function clock(words: string): ClockOption {
  if (words === 'real') return words;
  const [time = '', mode, ...rest] = words.split(',');
  const start = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(time) ? parseIsoTime(time) : NaN;
  if (!Number.isNaN(start) && (mode === undefined || mode === 'frozen') && rest.length === 0) {
    return { start, frozen: mode === 'frozen' };
  }
  throw new Error(
    `'${words}' is no clock; it takes real, or a time such as 2026-01-01T00:00:00Z, or that with ,frozen`,
  );
}
