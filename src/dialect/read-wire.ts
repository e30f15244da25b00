// The wire part of a profile, checked as it is read: every refusal names the place and what would be accepted.
import { ProfileError } from './profile-error.ts';
import type { Wire } from './wire.ts';

/** Throws a ProfileError unless the value is what it should be. */
type Check = (value: unknown, at: string) => void;

function refuse(value: unknown, at: string, expected: string): never {
  const words = value === undefined ? 'nothing' : JSON.stringify(value);
  throw new ProfileError(at, `${words.length > 60 ? `${words.slice(0, 57)}...` : words} is not ${expected}`);
}

const must =
  (holds: (value: unknown) => boolean, expected: string): Check =>
  (value, at) => {
    if (!holds(value)) refuse(value, at, expected);
  };

const isWhole = (value: unknown, low: number, high: number) =>
  Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;

const text = must((value) => typeof value === 'string', 'a string');
const flag = must((value) => typeof value === 'boolean', 'true or false');
const count = must((value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER), 'a whole number from 0');
const number = must((value) => typeof value === 'number', 'a number');
const scalar = must(
  (value) => ['string', 'number', 'boolean'].includes(typeof value),
  'a string, a number or a boolean',
);
const status = must((value) => isWhole(value, 200, 999), 'a status from 200 to 999');
const pointer = must(
  (value) => typeof value === 'string' && /^(\/|$)/.test(value),
  'a JSON pointer, such as /data/items',
);
const json = must((value) => value !== undefined, 'a JSON value');
const oneOf = (...choices: readonly unknown[]) =>
  must((value) => choices.includes(value), `one of ${choices.join(', ')}`);

const list =
  (item: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return refuse(value, at, 'a list');
    value.forEach((element, index) => {
      item(element, `${at}/${index}`);
    });
  };

const table =
  (item: Check): Check =>
  (value, at) => {
    for (const [name, element] of members(value, at)) item(element, `${at}/${name}`);
  };

/** Names that end in `?` may be left out. */
const object =
  (parts: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    const found = new Map(members(value, at));
    for (const [name, check] of Object.entries(parts)) {
      const plain = name.replace(/\?$/, '');
      const element = found.get(plain);
      if (element !== undefined) check(element, `${at}/${plain}`);
      else if (plain === name) throw new ProfileError(`${at}/${plain}`, 'is missing');
      found.delete(plain);
    }
    const [unknown] = found.keys();
    if (unknown !== undefined) {
      const names = Object.keys(parts)
        .map((name) => name.replace(/\?$/, ''))
        .join(', ');
      throw new ProfileError(`${at}/${unknown}`, `is not known here; there are ${names}`);
    }
  };

function members(value: unknown, at: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(value, at, 'an object');
  return Object.entries(value);
}

const pair: Check = (value, at) => {
  if (!Array.isArray(value) || value.length !== 2) return refuse(value, at, 'a list of two numbers');
  list(number)(value, at);
};

const types = list(oneOf('string', 'number', 'integer', 'boolean', 'object', 'array', 'null'));
const money = object({ as: oneOf('number', 'string', 'cents', 'cents-string'), decimals: count });
const times = [
  'iso',
  'iso-seconds',
  'iso-micros',
  'iso-offset',
  'iso-offset-ms',
  'spaced',
  'date',
  'http',
  'unix',
  'unix-ms',
];

const field: Check = (value, at) => {
  object({
    name: text,
    'ours?': text,
    seen: count,
    'absent?': count,
    'nulls?': count,
    types,
    'format?': oneOf('uuid', 'time', 'url', 'email', 'currency', 'decimal', 'digits'),
    'time?': oneOf(...times),
    'money?': money,
    'values?': list(scalar),
    'means?': table(text),
    'range?': pair,
    'decimals?': count,
    'nothing?': oneOf('omitted', 'empty'),
    'in?': list(text),
    'fields?': list(field),
    'items?': field,
  })(value, at);
};

const record = object({
  seen: count,
  id: pointer,
  idForm: object({
    form: oneOf('uuid', 'UUID', 'hex', 'HEX', 'integer', 'digits', 'text'),
    prefix: text,
    'length?': count,
    'strict?': flag,
  }),
  fields: list(field),
});

const parameter = { name: text };
const answer = object({
  seen: count,
  status,
  body: json,
  'crossed?': json,
  'item?': json,
  'omits?': list(pointer),
  'sentOnly?': flag,
  'paging?': object({
    'limit?': object({ ...parameter, default: count, max: count, 'excess?': oneOf('cap', 'reject') }),
    'page?': object({ ...parameter, first: oneOf(0, 1) }),
    'keeps?': flag,
    'offset?': object(parameter),
    'cursor?': object({
      ...parameter,
      form: object({ is: oneOf('id', 'offset', 'base64', 'base64url', 'opaque'), 'of?': text }),
    }),
  }),
  'filters?': table(pointer),
});

const wire = object({
  records: object({ 'listing?': record, 'strategy?': record, 'reportRun?': record }),
  answers: object({
    'listListings?': answer,
    'getListing?': answer,
    'updatePrice?': answer,
    'updateStrategy?': answer,
    'listReports?': answer,
    'listStrategies?': answer,
  }),
  requests: object({
    'minPrice?': pointer,
    'maxPrice?': pointer,
    'strategyId?': pointer,
    'money?': money,
    'lenient?': flag,
  }),
  errors: list(
    object({
      kind: text,
      'param?': text,
      'about?': text,
      status,
      body: json,
      seen: count,
      interactions: list(text),
    }),
  ),
  headers: list(object({ name: text, value: text, on: list(text), seen: count })),
  'limits?': object({ 'perSecond?': count, 'perMinute?': count }),
});

/** @throws ProfileError */
export function readWire(value: unknown, at: string): Wire {
  wire(value, at);
  return value as Wire;
}
