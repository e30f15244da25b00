// What profiles are made of, checked: counts, names, places, templates, headers. Each schema's message says what it takes:
// `"ten" is not a whole number from 1`.
import { isList, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { suggestion } from '../http/nearest-name.ts';
import { v, valueText } from '../http/schema.ts';
import { endpoints } from '../spec/endpoints.ts';
import { causes } from './causes.ts';
import { isPointer, templateProblems } from './check-template.ts';
import type { TemplatePlace, TemplateProblem } from './check-template.ts';

/** What a schema takes, which nobody changes. */
export type Taken<Schema extends v.GenericSchema> = Fixed<v.InferOutput<Schema>>;
type Fixed<Value> = [Json] extends [Value] ? Value : Value extends object ? Members<Value> : Value;
type Members<Value> = { readonly [Name in keyof Value]: Fixed<Value[Name]> };

/** An object; what it needs is told where there is none. */
export function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  const needed = Object.entries(entries).flatMap(([name, { type }]) => (type === 'optional' ? [] : [name]));
  const names = [needed.slice(0, -1).join(', '), ...needed.slice(-1)].filter((text) => text !== '');
  return v.object(
    entries,
    ['an object', ...(names.length > 0 ? ['with', names.join(' and ')] : [])].join(' '),
  );
}

export const optional = v.optional;

export function several<Item extends v.GenericSchema>(item: Item, words: string) {
  return v.pipe(
    v.array(item, `an array of ${words}`),
    v.minLength(1, `an array with at least one ${words.replace(/s$/, '')}`),
  );
}

export const text = v.string('a text');
export const number = v.pipe(v.number('a number'), v.finite('a number'));
export const yes = v.literal(true, 'true');
/** Any JSON value. */
export const json: v.GenericSchema<unknown, Json> = v.custom<Json>(() => true);

const whole = (words: string, least: number) =>
  v.pipe(v.number(words), v.safeInteger(words), v.minValue(least, words));
export const count = whole('a whole number from 0', 0);
export const positive = whole('a whole number from 1', 1);
const paceWords = 'a number above 0';
export const pace = v.pipe(v.number(paceWords), v.finite(paceWords), v.gtValue(0, paceWords));
const statusWords = 'a status from 200 to 999';
export const status = v.pipe(whole(statusWords, 200), v.maxValue(999, statusWords));
const decimalsWords = 'a count of decimals from 0 to 15';
export const decimals = v.pipe(whole(decimalsWords, 0), v.maxValue(15, decimalsWords));
const parameterWords = 'the name of a parameter';
export const parameter = v.pipe(v.string(parameterWords), v.minLength(1, parameterWords));

export const pointerWords = 'a JSON pointer, such as /pricing/min';
export const pointer = v.pipe(v.string(pointerWords), v.check(isPointer, pointerWords));
export const pointers = each(v.array(pointer, 'an array of JSON pointers'), 'place');

/** A list in which nothing stands twice. */
export function each<Item>(list: v.GenericSchema<Item[]>, what: string) {
  return v.pipe(
    list,
    v.check((all) => new Set(all).size === all.length, `an array that names each ${what} once`),
  );
}

/** A text that fits; `words` say which do. */
export const fitting = (words: string, fits: (text: string) => boolean) =>
  v.pipe(v.string(words), v.check(fits, words));

/** One of a few names; another one is refused with the one that was meant. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return v.pipe(
    v.string(`one of ${names.join(', ')}`) as v.GenericSchema as v.GenericSchema<Name>,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || names.includes(dataset.value)) return;
      const { value } = dataset;
      addIssue({ message: `${valueText(value)} is unknown here; ${suggestion(value, names)}` });
    }),
    v.metadata({ enum: names }), // in schemas/profile.json
  );
}

const endpointNames = endpoints.map(({ name }) => name);
export const endpoint = oneOf(endpointNames);
export const endpointOrAny = oneOf([...endpointNames, 'any']);
export const cause = oneOf(causes);

/**
 * A schema with a check of what stands deeper in a value. Its type says what it takes, and not how: written out, the types of
 * pipes are too deep for the compilers of those who use the package.
 */
export function checked<Value>(
  schema: v.GenericSchema<unknown, Value>,
  wrong: (value: Value) => readonly TemplateProblem[],
): v.GenericSchema<unknown, Value> {
  return v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const { path, reason } of wrong(dataset.value)) addIssue(issueAt(dataset.value, path, reason));
    }),
  );
}

function issueAt(
  input: unknown,
  path: readonly (string | number)[],
  message: string,
): { message: string; path?: [v.IssuePathItem, ...v.IssuePathItem[]] } {
  const items = path.map(
    (key) => ({ type: 'object', origin: 'value', input, key, value: null }) as unknown as v.IssuePathItem,
  );
  return items.length === 0
    ? { message }
    : { message, path: items as [v.IssuePathItem, ...v.IssuePathItem[]] };
}

/** An object of values by name. */
export function byName<Item extends v.GenericSchema>(item: Item, words: string) {
  return v.record(v.string(), item, `an object of ${words}`);
}

/** An object by places of a record. */
export function byPlace<Item extends v.GenericSchema>(item: Item, words: string) {
  return checked(byName(item, `${words} by place`), (values) =>
    Object.keys(values).flatMap((at) =>
      isPointer(at) ? [] : [{ path: [at], reason: `is not ${pointerWords}` }],
    ),
  );
}

export const template = (place: TemplatePlace) => checked(json, (value) => templateProblems(value, place));
export const templates = (place: TemplatePlace) => byPlace(template(place), 'templates');

/** RFC 9110 §5.1, §5.5 */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the door writes. */
const ownHeaders = /^(content-length|transfer-encoding|connection|keep-alive|date)$/i;

/** Templates by header name, as the service writes it. A header whose template has no value is left out. */
export const headers = (place: TemplatePlace) =>
  checked(byName(json, 'templates by header name'), (value) =>
    Object.entries(value).flatMap(([name, one]) =>
      headerProblems(name, one, place).map(({ path, reason }) => ({ path: [name, ...path], reason })),
    ),
  );

function headerProblems(name: string, value: Json, place: TemplatePlace): TemplateProblem[] {
  const wrong = (reason: string) => [{ path: [], reason }];
  if (!headerName.test(name)) return wrong('is not the name of a header');
  if (ownHeaders.test(name)) return wrong('is a header that the server itself writes');
  if (typeof value === 'string' && !headerText.test(value))
    return wrong(`${valueText(value)} cannot stand in a header`);
  if (isList(value))
    return value.flatMap((link, index) =>
      linkProblems(link, place).map(({ path, reason }) => ({ path: [index, ...path], reason })),
    );
  const isTemplate =
    isObject(value) &&
    ['{url}', '{case}', '{then}', '{base64}', '{base64url}'].some((own) => Object.hasOwn(value, own));
  if (typeof value !== 'string' && typeof value !== 'number' && !isTemplate)
    return wrong(`${valueText(value)} is not a text, a number, a link or an array of links`);
  return templateProblems(value, place);
}

/** RFC 8288: a target, and what is said of it. */
function linkProblems(link: Json, place: TemplatePlace): TemplateProblem[] {
  if (!isObject(link))
    return [{ path: [], reason: `${valueText(link)} is not an object with "{link}" and "rest"` }];
  const lacking = ['{link}', 'rest'].filter((name) => !Object.hasOwn(link, name));
  return [
    ...Object.entries(link).flatMap(([name, item]): TemplateProblem[] => {
      if (name === '{link}')
        return templateProblems(item, place).map(({ path, reason }) => ({ path: [name, ...path], reason }));
      if (name !== 'rest')
        return [{ path: [name], reason: `is unknown; ${suggestion(name, ['{link}', 'rest'])}` }];
      return typeof item === 'string'
        ? []
        : [{ path: [name], reason: `${valueText(item)} is not a text such as rel="next"` }];
    }),
    ...lacking.map((name) => ({ path: [name], reason: 'is missing' })),
  ];
}
