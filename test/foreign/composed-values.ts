// Amounts, moments and words as the style of a composed service writes them, and how it reads what is sent.
import { isObject } from './materials.ts';
import type { Row } from './materials.ts';
import type { Style } from './composed-style.ts';

export const currency = 'EUR';

/** The member that holds the amount, where money is an object. */
export const amountName = (style: Style): string =>
  style.name(style.money === 'value number' ? 'value' : 'amount');

const grouped = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount as the style writes it. */
export function moneyIn(style: Style, cents: number): unknown {
  const { name } = style;
  const decimal = (cents / 100).toFixed(2);
  switch (style.money) {
    case 'number':
      return cents / 100;
    case 'decimal text':
      return decimal;
    case 'cents':
      return cents;
    case 'micros text':
      return String(cents * 10_000);
    case 'symbol':
      return `€${grouped(cents)}`;
    case 'with currency':
      return `${decimal} ${currency}`;
    case 'three digits':
      return (cents / 100).toFixed(3);
    case 'comma':
      return decimal.replace('.', ',');
    case 'amount text':
      return { [name('amount')]: decimal, [name('currency')]: currency };
    case 'value number':
      return { [name('value')]: cents / 100, [name('currency')]: currency };
    case 'amount cents':
      return { [name('amount')]: cents, [name('currency')]: currency };
    case 'formatted':
      return {
        [name('amount')]: cents,
        [name('currency')]: currency,
        [name('formatted')]: `€${grouped(cents)}`,
      };
  }
}

/** An amount as a client sends it: without what is only for the eye. */
export function moneySent(style: Style, cents: number): unknown {
  const shown = moneyIn(style, cents);
  if (!isObject(shown)) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => key !== style.name('formatted')));
}

/** Whether an amount is told in whole cents. */
export const isInCents = ({ money }: Style): boolean =>
  money === 'cents' || money === 'amount cents' || money === 'formatted';

/** What is shown for a bound that is not set, where that is an amount. */
export const noBound = (style: Style): number | undefined =>
  style.habits.none === 'zero'
    ? 0
    : style.habits.none === 'negative'
      ? isInCents(style)
        ? -1
        : -100
      : undefined;

/** The cents of an amount without its currency member; undefined for what is none. */
export function centsOf(style: Style, value: unknown): number | undefined {
  const { money } = style;
  const like = typeof plainMoney(style, 0);
  if (typeof value !== like && (style.write.money === 'strict' || !isPlain(value))) return undefined;
  if (value === '') return undefined;
  const text = String(value);
  const form =
    money === 'symbol'
      ? /^€(-?\d{1,3}(?:,\d{3})*\.\d\d)$/
      : money === 'with currency'
        ? /^(-?\d+\.\d\d) EUR$/
        : money === 'comma'
          ? /^(-?\d+,\d\d)$/
          : undefined;
  // A lenient service also takes a number that is none of its texts.
  const found = form === undefined || typeof value === 'number' ? text : form.exec(text)?.[1];
  if (found === undefined) return undefined;
  const number = Number(money === 'comma' ? found.replace(',', '.') : found.replaceAll(',', ''));
  if (Number.isNaN(number)) return undefined;
  if (isInCents(style)) return Number.isInteger(number) ? number : undefined;
  if (money === 'micros text') return Number.isInteger(number) ? Math.round(number / 10_000) : undefined;
  return Math.round(number * 100);
}

/** Whether an amount in whole units has more decimals than are kept. */
export function isTooPrecise(style: Style, value: unknown): boolean {
  const kept = style.money === 'three digits' ? 3 : 2;
  const isWhole = isInCents(style) || style.money === 'micros text';
  return !isWhole && isPlain(value) && (/[.,](\d+)\D*$/.exec(String(value))?.[1] ?? '').length > kept;
}

const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** An amount without its currency member. */
export function plainMoney(style: Style, cents: number): unknown {
  const shown = moneyIn(style, cents);
  return isObject(shown) ? shown[amountName(style)] : shown;
}

/** One of several words, the number of its place, or either in capitals. */
export const wordIn = (style: Style, all: readonly string[], at: number): string | number =>
  style.stateCase === 'number'
    ? at + 1
    : style.stateCase === 'upper'
      ? all[at]!.toUpperCase().replaceAll(' ', '_')
      : all[at]!.replaceAll(' ', '_');

/** A word as a record shows it. */
export function wordShown(style: Style, all: readonly string[], at: number): unknown {
  const word = wordIn(style, all, at);
  const label = all[at]![0]!.toUpperCase() + all[at]!.slice(1);
  switch (style.habits.labels) {
    case 'none':
      return word;
    case 'code and label':
      return { [style.name('code')]: word, [style.name('label')]: label };
    case 'id and name':
      return { [style.name('id')]: at + 1, [style.name('name')]: label };
  }
}

/** A moment as one value. */
export function timeIn(style: Style, moment: number): string | number {
  const text = new Date(moment).toISOString();
  switch (style.times) {
    case 'seconds':
      return Math.floor(moment / 1000);
    case 'milliseconds':
      return moment;
    case 'float':
      return moment / 1000;
    case 'offset':
      return text.replace(/\.\d+Z$/, '+00:00');
    case 'basic offset':
      return text.replace(/\.\d+Z$/, '+0000');
    case 'http':
      return new Date(moment).toUTCString();
    case 'spaced':
      return text.slice(0, 19).replace('T', ' ');
    case 'micros':
      return text.replace('Z', `${String((moment * 7) % 1000).padStart(3, '0')}Z`);
    case 'ms':
      return text;
    default:
      return text.replace(/\.\d+Z$/, 'Z');
  }
}

/** The moment that a parameter names; undefined for what is none. */
export function momentOf(style: Style, text: string): number | undefined {
  if (typeof timeIn(style, 0) === 'number') {
    if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
    return Number(text) * (style.times === 'milliseconds' ? 1 : 1000);
  }
  const moment = Date.parse(style.times === 'spaced' ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Yes or no. */
export function flagIn({ habits }: Style, isSet: boolean): unknown {
  switch (habits.flags) {
    case 'boolean':
      return isSet;
    case 'letter':
      return isSet ? 'Y' : 'N';
    case 'digit':
      return isSet ? 1 : 0;
    case 'text':
      return String(isSet);
  }
}

/** A name in the languages of the service. */
export function titleIn({ habits, name }: Style, title: string): unknown {
  const german = title.replace(/^(\S+) (.*)$/, '$2 von $1');
  switch (habits.titles) {
    case 'plain':
      return title;
    case 'languages':
      return { en: title, de: german };
    case 'list of languages':
      return [
        { [name('language')]: 'en', [name('value')]: title },
        { [name('language')]: 'de', [name('value')]: german },
      ];
  }
}

/** A record in the form that lists, or answers about it alone, show it in. */
export function shaped(style: Style, kind: string, row: Row, isAlone: boolean): Row {
  const { habits, name, words } = style;
  const whole = habits.objects === undefined ? row : { [name(habits.objects)]: name(kind), ...row };
  if (habits.shape === 'wrapped rows') return isAlone ? whole : { [name(kind)]: whole };
  if (habits.shape !== 'attributes') return whole;
  const idName = kind === 'listing' ? name(words.id) : name('id');
  const { [idName]: id, ...rest } = whole;
  return { [idName]: id, [name('type')]: name(kind), [name('attributes')]: rest };
}

/** The members of a record, whatever form it is shown in. */
export function unshaped(style: Style, kind: string, row: Row | undefined): Row | undefined {
  const { habits, name } = style;
  const inner = row?.[habits.shape === 'wrapped rows' ? name(kind) : name('attributes')];
  if (habits.shape === 'plain' || !isObject(inner)) return row;
  return habits.shape === 'wrapped rows' ? inner : { ...row, ...inner };
}
