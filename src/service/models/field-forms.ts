// Schemas for the fields of records. Each checks a value and brings it into the form in which it is kept. Values that
// only we chose, such as conditions (A21 to A24), may be any text, because the real service may know others.
import { parseIsoTime } from '../../http/iso-time.ts';
import { isObject } from '../../http/exact-json.ts';
import { meantBy } from '../../http/nearest-name.ts';
import { v } from '../../http/schema.ts';

const deepest = 100;

const words = 'a string that is not empty';
export const text = v.pipe(v.string(words), v.nonEmpty(words));

/** Any text that can stand in a path, which no half of a surrogate pair can. */
export const identifier = v.pipe(
  text,
  v.check((value) => !/\p{Surrogate}/u.test(value), 'whole text: half of a surrogate pair stands in it'),
);

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const uuidWords = 'a UUID, such as 11111111-1111-4111-8111-111111111111';
/** A UUID of any version, in upper or lower case; it is kept in lower case. */
export const uuid = v.pipe(
  v.string(uuidWords),
  v.check((value) => uuidForm.test(value), uuidWords),
  v.toLowerCase(),
  v.metadata({ format: 'uuid' }),
);

const countWords = 'a whole number from 0';
export const count = v.pipe(
  v.number(countWords),
  v.safeInteger(countWords),
  v.minValue(0, countWords),
  v.transform(withoutMinus),
);

const amountWords = 'a number from 0';
/** An amount of money or a percentage. */
const amount = v.pipe(
  v.number(amountWords),
  v.finite(amountWords),
  v.minValue(0, amountWords),
  // This test is exact (A6). `% 0.01` and `x * 100` are not: 1.15 * 100 is 114.99999999999999.
  v.check((value) => Math.round(value * 100) / 100 === value, 'a number with at most two decimals'),
  v.transform(withoutMinus),
);

const positiveAmount = v.pipe(
  amount,
  v.check((value) => value !== 0, 'a number above 0'),
);

/** An amount in the currency of its record. The assumption `price-form` decides how answers show it. */
export const price = v.pipe(amount, v.metadata({ form: 'price' }));
export const positivePrice = v.pipe(positiveAmount, v.metadata({ form: 'price' }));

const currencyWords = 'a currency code of three letters, such as USD';
export const currency = v.pipe(v.string(currencyWords), v.regex(/^[A-Za-z]{3}$/, currencyWords));

const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const timeWords = 'a time with its zone, such as 2026-01-01T00:00:00.000Z';
/** ISO 8601 with a time zone, or a date alone. It is kept in UTC with milliseconds (A29). */
export const time = v.pipe(
  v.string(timeWords),
  v.check((value) => timeForm.test(value) && !Number.isNaN(parseIsoTime(value)), timeWords),
  v.transform((value) => new Date(parseIsoTime(value)).toISOString()),
  v.metadata({ form: 'time' }),
);

/** An amount of money or a percentage; another field of the same object says which. */
export const adjustmentValue = v.pipe(amount, v.metadata({ form: 'adjustment' }));

const forms = ['price', 'time', 'adjustment'] as const;
export type Form = (typeof forms)[number];

/** The form of a field whose look in answers depends on the settings; undefined for all other fields. */
export function formOf(schema: object): Form | undefined {
  if (!('pipe' in schema)) return undefined;
  const { form } = v.getMetadata(schema as unknown as v.GenericSchema);
  return forms.find((one) => one === form);
}

export function oneOf<const T extends readonly string[]>(...choices: T) {
  return v.picklist(choices, ({ input }) => {
    const meant = typeof input === 'string' ? meantBy(input, choices) : '';
    return `one of ${choices.join(', ')}${meant}`;
  });
}

/** Fields that a user has added to a record, with JSON values. Answers show them beside the known fields. */
export type Extra = Readonly<Record<string, unknown>>;

export const extra = v.pipe(
  v.custom<Extra>(isObject, 'an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    findNoJson(dataset.value, [], (path, message, input) => {
      addIssue({ message, input, path: path as [v.IssuePathItem, ...v.IssuePathItem[]] });
    });
  }),
  v.transform((value): Extra => structuredClone(value)),
);

/** An object inside a record. */
export function group<E extends v.ObjectEntries>(entries: E) {
  return v.object({ ...entries, extra: v.exactOptional(extra) }, 'an object');
}

type Tell = (path: readonly v.IssuePathItem[], message: string, input: unknown) => void;

/** Reports values that JSON can't hold, and the name `__proto__`: a later copy could change a prototype by it. */
function findNoJson(value: unknown, path: readonly v.IssuePathItem[], tell: Tell): void {
  if (path.length > deepest) tell(path, `is nested more than ${deepest} levels deep`, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const key = Array.isArray(value) ? Number(name) : name;
      const place: v.IssuePathItem = { type: 'unknown', origin: 'value', input: value, key, value: member };
      if (name === '__proto__') tell([...path, place], 'this name is not allowed', name);
      else findNoJson(member, [...path, place], tell);
    }
  } else if (!isScalar(value)) tell(path, `${String(value)} is not a JSON value`, String(value));
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Minus zero, which JSON can write, becomes zero. */
function withoutMinus(value: number): number {
  return value + 0;
}
