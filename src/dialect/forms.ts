// The forms in which services write amounts, times and ids, each in both directions.
import { parseRealTime } from '../spec/real-time.ts';
import { fixedNumber, numberOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import type { IdForm, MoneyForm, TimeForm } from './wire.ts';

const decimalText = /^-?\d{1,15}(\.\d{1,15})?$/;

/** An amount of ours in the service's form. */
export function writeMoney(value: number, { as, decimals }: MoneyForm): Json {
  const cents = Math.round(value * 100);
  switch (as) {
    case 'number':
      return fixedNumber(value, decimals);
    case 'string': {
      const places = String(value).split('.')[1]?.length ?? 0;
      return value.toFixed(Math.max(decimals, places));
    }
    case 'cents':
      return cents;
    case 'cents-string':
      return String(cents);
  }
}

/** The amount in the service's form; undefined for what is not of that form. */
export function readMoney(value: unknown, { as }: MoneyForm): number | undefined {
  const number = numberOf(value);
  switch (as) {
    case 'number':
      return number;
    case 'cents':
      return number === undefined ? undefined : number / 100;
    case 'string':
      return typeof value === 'string' && decimalText.test(value) ? Number(value) : undefined;
    case 'cents-string':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) / 100 : undefined;
  }
}

const timeForms: Readonly<Record<Exclude<TimeForm, 'http' | 'unix' | 'unix-ms'>, RegExp>> = {
  iso: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'iso-seconds': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  'iso-micros': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  'iso-offset': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  'iso-offset-ms': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}[+-]\d\d:\d\d$/,
  spaced: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** 2001 to 2100: a number outside is hardly a time. */
const unixRange = [978_307_200, 4_102_444_800] as const;

/** The form of a value that looks like a time; a number alone says little, so its name has to speak for it too. */
export function timeFormOf(value: unknown, name: string): TimeForm | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) {
    if (
      !/(^|[^a-z])(at|time|timestamp|date|created|updated|modified|started|completed|finished|expires|expiry|since|until|from|to|start|end|on|ts|reset)$|[a-z](At|Time|Timestamp|Date|On|Ts|From|To|Until|Start|End|Ms)$/i.test(
        name,
      )
    )
      return undefined;
    if (value >= unixRange[0] && value < unixRange[1]) return 'unix';
    return value >= unixRange[0] * 1000 && value < unixRange[1] * 1000 ? 'unix-ms' : undefined;
  }
  if (typeof value !== 'string' || value.length > 40) return undefined;
  for (const [form, pattern] of Object.entries(timeForms)) {
    if (pattern.test(value))
      return Number.isNaN(readTime(value, form as TimeForm)) ? undefined : (form as TimeForm);
  }
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value) ? 'http' : undefined;
}

/** Milliseconds since 1970; NaN for what is no time. */
export function readTime(value: unknown, form: TimeForm): number {
  const time = timeIn(value, form);
  return Math.abs(time) <= latest ? time : NaN;
}

/** The last time that there is for a computer, in milliseconds since 1970. */
const latest = 8.64e15;

function timeIn(value: unknown, form: TimeForm): number {
  if (form === 'unix') return typeof value === 'number' ? value * 1000 : NaN;
  if (form === 'unix-ms') return typeof value === 'number' ? value : NaN;
  if (typeof value !== 'string') return NaN;
  if (form === 'http') return Date.parse(value);
  return parseRealTime(form === 'spaced' ? `${value.replace(' ', 'T')}Z` : value);
}

export function writeTime(milliseconds: number, form: TimeForm): Json {
  const iso = new Date(milliseconds).toISOString();
  switch (form) {
    case 'iso':
      return iso;
    case 'iso-seconds':
      return `${iso.slice(0, 19)}Z`;
    case 'iso-micros':
      return `${iso.slice(0, 23)}000Z`;
    case 'iso-offset':
      return `${iso.slice(0, 19)}+00:00`;
    case 'iso-offset-ms':
      return `${iso.slice(0, 23)}+00:00`;
    case 'spaced':
      return iso.slice(0, 19).replace('T', ' ');
    case 'date':
      return iso.slice(0, 10);
    case 'http':
      return new Date(milliseconds).toUTCString();
    case 'unix':
      return Math.floor(milliseconds / 1000);
    case 'unix-ms':
      return milliseconds;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The id of ours that a service's id stands for; undefined for one that is not of the form. Ours is a UUID where
 * `wantsUuid` says so (a listing's, §2) or the form allows it; else the text itself.
 */
export function readId(id: string, form: IdForm, wantsUuid: boolean): string | undefined {
  const { prefix, length } = form;
  if (!id.startsWith(prefix)) return undefined;
  const rest = id.slice(prefix.length);
  if (length !== undefined && rest.length !== length) return undefined;
  const lower = rest.toLowerCase();
  if (form.strict === true && rest !== (/^[A-Z]/.test(form.form) ? rest.toUpperCase() : lower))
    return undefined;
  switch (form.form) {
    case 'uuid':
    case 'UUID':
      return uuid.test(lower) ? lower : undefined;
    case 'hex':
    case 'HEX':
      return /^[0-9a-f]{32}$/.test(lower) ? dashed(lower) : undefined;
    case 'integer':
    case 'digits':
      return /^\d{1,15}$/.test(rest) ? dashed(rest.padStart(32, '0')) : undefined;
    case 'text':
      if (!wantsUuid || uuid.test(rest)) return id;
      return /^[\w.~:-]{1,100}$/.test(rest) ? dashed(digest(rest)) : undefined;
  }
}

/** An id of ours in the service's form. */
export function writeId(id: string, { form, prefix, length }: IdForm): Json {
  const hex = id.replaceAll('-', '');
  switch (form) {
    case 'uuid':
      return prefix + id;
    case 'UUID':
      return prefix + id.toUpperCase();
    case 'hex':
      return prefix + hex;
    case 'HEX':
      return prefix + hex.toUpperCase();
    case 'integer':
      return prefix === '' ? numberIn(id, hex) : `${prefix}${numberIn(id, hex)}`;
    case 'digits':
      return (
        prefix +
        String(numberIn(id, hex))
          .padStart(length ?? 0, '0')
          .slice(-(length ?? 15))
      );
    case 'text':
      // One that was read is as it was; of one of our own only so much is taken as theirs are long.
      if (!uuid.test(id) || length === undefined) return id.startsWith(prefix) ? id : prefix + id;
      return prefix + digest(id).slice(0, length).padEnd(length, '0');
  }
}

/** What `readId` has made of a number is undone; an id of our own becomes some number. */
function numberIn(id: string, hex: string): number {
  return /^0{17}\d+$/.test(hex) ? Number(hex) : Number.parseInt(digest(id).slice(0, 7), 16);
}

const dashed = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

/** 128 bits of a text in hexadecimal, from four lanes of FNV-1a. */
export function digest(text: string): string {
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    for (let lane = 0; lane < 4; lane += 1) {
      lanes[lane] = Math.imul(lanes[lane]! ^ (text.charCodeAt(at) + lane * 131), 0x01000193 + 2 * lane);
    }
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
