// How services write moments: seconds or milliseconds since 1970, seconds with a fraction as a text (`text s.SSSSSS`), the date
// of HTTP, or a text whose digits stand where a pattern says, such as `YYYY-MM-DDThh:mm:ss.SSS+02:00`, or the time of the day
// alone (`hh:mm:ss`). In `ss.000` the fraction is always nothing, in `ss[.SSS]` it is left out where it is nothing, in `ss(.SSS)`
// the zeros at its end are, too, `MMM` is the short name of a month and `WWW` that of a day, and with ` A` behind them hours
// count to 12, before noon and after it.
import type { Json } from '../http/exact-json.ts';
import { lastSegment } from '../http/parse-url.ts';

/** 2001 to 2100: a number outside is hardly a moment. */
const unixRange = [978_307_200, 4_102_444_800] as const;

const isoText =
  /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)(?:([.,])(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d| ?UTC)?)?$/;
/** With the day in front: `12.05.2026 08:30`, `12 May 2026 08:30 AM`. */
const dayText =
  /^(\d\d)(?:\.(\d\d)\.|([ .-])([A-Z][a-z]{2})\3)(\d{4})(?:( |, |T)(\d\d):(\d\d)(?::(\d\d))?( [AP]M)?)?$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The basic format of ISO 8601, with a T and a Z or without. */
const compactText = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(T?)([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?)$/;
/** Not less digits behind the point: an amount has these. */
const secondsText = /^\d{10}\.(\d{3,6})$/;
/** The date of mails (RFC 5322 §3.3), which tells an offset in place of GMT. */
const mailText = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? ([+-]\d{4})$/;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const httpText = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How it is written: `s`, `ms`, `http` or a pattern. */
  readonly form: string;
}

/** The moment that a value tells; undefined for any other value. */
export function readMoment(value: Json | undefined): Moment | undefined {
  if (typeof value === 'number') return unixMoment(value);
  if (typeof value !== 'string' || value.length < 10 || value.length > 40) return undefined;
  if (httpText.test(value)) return moment(Date.parse(value), 'http');
  const mail = mailText.exec(value);
  if (mail !== null) {
    const [, , day, name, year, hour, minute, second, zone] = mail as unknown as readonly string[];
    const text = `${year}-${twoDigits(months.indexOf(name!) + 1)}-${day}T${hour}:${minute}:${second ?? '00'}Z`;
    const seconds = second === undefined ? '' : ':ss';
    return moment(Date.parse(text) - zoneOffset(zone!), `WWW, DD MMM YYYY hh:mm${seconds} ${zone}`);
  }
  const [, fraction] = secondsText.exec(value) ?? [];
  if (fraction !== undefined) {
    const found = unixMoment(Number(value));
    return found && moment(Math.round(found.at), `text s.${'S'.repeat(fraction.length)}`);
  }
  const iso = isoText.exec(value);
  if (iso !== null) {
    const [, year, month, day, between, hour = '00', minute = '00', second, point, fraction = '', zone = ''] =
      iso;
    const text = `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}.${fraction.padEnd(3, '0').slice(0, 3)}`;
    const at = Date.parse(`${text}Z`) - zoneOffset(zone);
    const seconds =
      second === undefined ? '' : `:ss${point === undefined ? '' : point + 'S'.repeat(fraction.length)}`;
    const clock = between === undefined ? '' : `${between}hh:mm${seconds}${zone}`;
    return moment(at, `YYYY-MM-DD${clock}`);
  }
  const compact = compactText.exec(value);
  if (compact !== null) {
    const [, year, month, day, between = '', hour, minute, second, zone = ''] = compact;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return moment(at, `YYYYMMDD${between}hhmmss${zone}`);
  }
  const dayFirst = dayText.exec(value);
  if (dayFirst === null) return undefined;
  const [, day, digits, between = '.', name = '', year, before, hour = '00', minute = '00', second, half] =
    dayFirst;
  const month = digits ?? twoDigits(months.indexOf(name) + 1);
  const hours = half === undefined ? hour : twoDigits((Number(hour) % 12) + (half === ' PM' ? 12 : 0));
  const seconds = second === undefined ? '' : ':ss';
  const clock = before === undefined ? '' : `${before}hh:mm${seconds}${half === undefined ? '' : ' A'}`;
  return moment(
    Date.parse(`${year}-${month}-${day}T${hours}:${minute}:${second ?? '00'}.000Z`),
    `DD${between}${digits === undefined ? 'MMM' : 'MM'}${between}YYYY${clock}`,
  );
}

const clockText = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
export const dayLong = 86_400_000;

/** The time of the day that a value tells alone, in milliseconds since midnight; undefined for any other value. */
export function readClock(value: Json | undefined): Moment | undefined {
  const [text, hour, minute, second = '0'] = typeof value === 'string' ? (clockText.exec(value) ?? []) : [];
  if (text === undefined) return undefined;
  return moment(
    Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000,
    text.length === 5 ? 'hh:mm' : 'hh:mm:ss',
  );
}

/** How much later one time of the day is than another, the shorter way round, in milliseconds. */
export function laterInDay(than: number, at: number): number {
  const apart = (((at - than) % dayLong) + dayLong) % dayLong;
  return apart > dayLong / 2 ? apart - dayLong : apart;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

function unixMoment(value: number): Moment | undefined {
  if (value >= unixRange[0] && value < unixRange[1])
    return { at: value * 1000, form: Number.isInteger(value) ? 's' : 's.SSS' };
  const isMilliseconds =
    Number.isInteger(value) && value >= unixRange[0] * 1000 && value < unixRange[1] * 1000;
  return isMilliseconds ? { at: value, form: 'ms' } : undefined;
}

const moment = (at: number, form: string): Moment | undefined =>
  Number.isNaN(at) ? undefined : { at, form };

/** Milliseconds that a zone is before UTC. */
function zoneOffset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

/** The smallest step of a form in milliseconds: two moments nearer than that are written alike. */
export function precisionOf(form: string): number {
  if (form === 'ms' || form.includes('S')) return 1;
  if (form === 's' || form === 'http' || form.includes('ss')) return 1000;
  return form.includes('mm') ? 60_000 : dayLong;
}

/** So near to each other are the moment of an answer and what the answer says of it, in milliseconds. */
export const nearOf = (form: string): number => Math.max(2500, 2 * precisionOf(form));

/** A form whatever digits its fraction has, of which some services leave out zeros at the end. */
const anyFraction = (form: string): string => form.replace(/S+/, 'S');

/** A form without its fraction and its zone. */
export const plainForm = (form: string): string =>
  form.replace(/[[(]?[.,][S0]+[\])]?/, '').replace(/(?:Z|[+-]\d\d:?\d\d| ?UTC)$/, '');

/** Whether two values tell moments in the same form that are so near to each other. */
export function areNear(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [readMoment(a), readMoment(b)];
  if (one !== undefined)
    return (
      other !== undefined &&
      anyFraction(one.form) === anyFraction(other.form) &&
      Math.abs(one.at - other.at) <= nearOf(one.form)
    );
  return areClocksNear(a, b, [0]) ?? false;
}

/**
 * Whether two times of the day alone are near to each other; undefined for any other values, or other forms.
 * @param shifts by one of which the second may be later, in milliseconds
 */
export function areClocksNear(
  a: Json | undefined,
  b: Json | undefined,
  shifts: readonly number[],
): boolean | undefined {
  const [one, other] = [readClock(a), readClock(b)];
  if (one === undefined || one.form !== other?.form) return undefined;
  const late = laterInDay(one.at, other.at);
  return shifts.some((shift) => Math.abs(laterInDay(shift, late)) <= nearOf(one.form));
}

const writable = [Date.parse('0000-01-02'), Date.parse('9999-12-31')] as const;

/** Whether a moment, in milliseconds since 1970, has a year of four digits in each zone: others no form can write. */
export const isWritable = (at: number): boolean => at >= writable[0] && at < writable[1];

/** A moment as a form writes it. */
export function writeMoment(at: number, form: string): Json {
  if (form === 's') return Math.floor(at / 1000);
  if (form === 's.SSS') return at / 1000;
  if (form === 'ms') return at;
  if (form.startsWith('text s')) return (at / 1000).toFixed(form.length - 'text s.'.length);
  if (form === 'http') return new Date(at).toUTCString();
  const zone = /[+-]\d\d:?\d\d$/.exec(form)?.[0] ?? '';
  const iso = new Date(at + zoneOffset(zone)).toISOString();
  const hours = Number(iso.slice(11, 13));
  const isHalved = form.endsWith(' A');
  return form
    .replace(/ A$/, hours < 12 ? ' AM' : ' PM')
    .replace('WWW', weekdays[new Date(iso).getUTCDay()]!)
    .replace('YYYY', iso.slice(0, 4))
    .replace('MMM', months[Number(iso.slice(5, 7)) - 1]!)
    .replace('MM', iso.slice(5, 7))
    .replace('DD', iso.slice(8, 10))
    .replace('hh', twoDigits(isHalved ? hours % 12 || 12 : hours))
    .replace('mm', iso.slice(14, 16))
    .replace('ss', iso.slice(17, 19))
    .replace(/([[(]?)([.,])(S+)[\])]?/, (_, mayLack: string, point: string, digits: string) => {
      const fraction = iso.slice(20, 23).padEnd(digits.length, '0').slice(0, digits.length);
      const told = mayLack === '(' ? fraction.replace(/0+$/, '') : fraction;
      return mayLack !== '' && /^0*$/.test(told) ? '' : point + told;
    });
}

const someFraction = /(:ss)([.,]S+)/g;

/** How fractions are written: left out where they are nothing, without the zeros at their end, or as zeros whatever they are. */
type Fractions = 'left out' | 'trimmed' | 'zeros';

/** So many moments that are all whole seconds are so by no chance. */
const enoughWhole = 8;

/** What holds forms of moments, with fractions that are written so. */
export const fractionsWritten = (forms: string, how: Fractions): string =>
  forms.replace(someFraction, (_, seconds: string, fraction: string) =>
    how === 'zeros'
      ? seconds + fraction.replaceAll('S', '0')
      : how === 'trimmed'
        ? `${seconds}(${fraction[0]!}SSS)`
        : `${seconds}[${fraction}]`,
  );

/** How moments are written that have a fraction in one form now and then, or nothing but zeros in it; undefined of no such ones. */
export function fractionsIn(leaves: readonly (readonly [at: string, value: Json])[]): Fractions | undefined {
  const plain = new Set<string>();
  const exact = new Map<string, Set<number>>();
  const zeros = new Set<Json>();
  for (const [at, value] of leaves) {
    const form = typeof value === 'string' ? readMoment(value)?.form : undefined;
    if (form?.includes(':ss') !== true) continue;
    const name = lastSegment(at);
    const digits = /S*/.exec(form.slice(form.search(/S|$/)))![0].length;
    if (digits === 0) plain.add(name);
    else if (/[.,]0+(?!\d)/.test(value as string)) zeros.add(value);
    else
      exact.set(
        name,
        (exact.get(name) ?? new Set()).add(/[.,]\d*0(?!\d)/.test(value as string) ? 0 : digits),
      );
  }
  if (zeros.size > 0) return exact.size === 0 && zeros.size >= enoughWhole ? 'zeros' : undefined;
  const lengths = [...exact.values()];
  // Of finer ones than those of the mock nobody sees zeros at the end.
  const isCoarse = lengths.every((own) => Math.max(...own) <= 3);
  if (isCoarse && lengths.some(({ size }) => size > 1) && lengths.every((own) => !own.has(0)))
    return 'trimmed';
  return [...plain].some((name) => exact.has(name)) ? 'left out' : undefined;
}

const patterns =
  /^(text s\.S{3,6}|hh:mm(?::ss)?|YYYY-MM-DD([T ]hh:mm(:ss([.,](?:S{1,9}|0{1,9})|\[[.,]S{1,9}\]|\([.,]S{1,9}\))?)?(Z|[+-]\d\d:?\d\d| ?UTC)?)?|YYYYMMDDT?hhmmssZ?|DD(\.MM\.|([ .-])MMM\7)YYYY(( |, |T)hh:mm(:ss)?( A)?)?|WWW, DD MMM YYYY hh:mm(:ss)? [+-]\d{4})$/;

/** Whether a text is a form that `writeMoment` knows. */
export function isTimeForm(form: string): boolean {
  return ['s', 's.SSS', 'ms', 'http'].includes(form) || patterns.test(form);
}

/** A form whatever its offset is: that changes with the seasons. */
export const zoneless = (form: string): string => form.replace(/[+-]\d\d(:?)\d\d$/, '+hh$1mm');
