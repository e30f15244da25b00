// Writes answers as a profile says: a template filled in with what is known, and its headers.
import { isList, isNothing, isObject, printExactly, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { leafAt, parentOf, pointerTo, valueAt, withValueAt, withoutValueAt } from '../http/pointer.ts';
import type { Facts } from './known-facts.ts';
import { withLists } from './pair-lists.ts';
import { keyMember } from './profile-form.ts';
import type { AnswerForm, FieldForm, HeaderForms, RecordForm } from './profile-form.ts';
import { membersAsked } from './members-asked.ts';
import { isShare } from './shares.ts';
import { entryOf } from './each-value.ts';
import { toldBeside } from './told-together.ts';
import type { Told } from './told-together.ts';
import { fill, holesIn, isOfStrategy } from './templates.ts';
import type { Resolve } from './template-filters.ts';

export interface Written {
  readonly status: number;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly body: string | null;
}

/** Stands for the origin of a recorded service in records; the answer's own origin takes its place. */
export function write(
  form: AnswerForm,
  known: Facts,
  resolve: Resolve,
  origin: { readonly stored: string; readonly own: string },
): Written {
  // What is known to be null is not looked for elsewhere.
  const find: Resolve = (name) => (known.has(name) ? known.get(name) : resolve(name));
  const headers = writeHeaders(form.headers ?? {}, find);
  const told = headerFacts(headers);
  const body = fill(form.body, (name) => {
    const value = find(name);
    return value === undefined ? told.get(name) : value;
  });
  if (body === undefined || body === null) {
    return {
      status: form.status,
      headers: form.body === null ? headersBut(headers, /^content-type$/i) : headers,
      body: form.body === null ? null : '',
    };
  }
  const text = form.isText === true ? textOf(body) : printExactly(body);
  const typed = told.has('header.content-type')
    ? headers
    : ['Content-Type', form.isText === true ? 'text/plain; charset=utf-8' : 'application/json', ...headers];
  const led = (words: string) => words.replaceAll(origin.stored, origin.own);
  return { status: form.status, headers: typed.map(led), body: led(text) };
}

/** What the headers of an answer say, for the rest of it. */
export function headerFacts(headers: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2)
    facts.set(`header.${headers[at]!.toLowerCase()}`, headers[at + 1]!);
  return facts;
}

/** The headers of an answer but for those of some names. */
export const headersBut = (headers: readonly string[], names: RegExp): string[] =>
  headers.flatMap((name, at) => (at % 2 === 0 && !names.test(name) ? [name, headers[at + 1]!] : []));

function writeHeaders(forms: HeaderForms, resolve: Resolve): string[] {
  const headers: string[] = [];
  for (const [name, form] of Object.entries(forms)) {
    const value = isList(form) ? linksOf(form, resolve) : fill(form, resolve);
    if (isNothing(value)) continue;
    headers.push(name, textOf(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));
  }
  return headers;
}

/** RFC 8288 */
function linksOf(links: readonly Json[], resolve: Resolve): string | undefined {
  const written = links.flatMap((link) => {
    if (!isObject(link)) return [];
    const target = fill(link['{link}']!, resolve);
    return target === undefined || target === null || target === ''
      ? []
      : [`<${textOf(target)}>; ${textOf(link.rest)}`];
  });
  return written.length === 0 ? undefined : written.join(', ');
}

/** How many listings name a strategy, which may be told only where it is asked for. */
export const countOfListings = '{listings}';

/** A record as one kind of answer shows it: without what that never shows, and with what follows from the rest. */
export function view(
  record: Json,
  {
    view: usual,
    views,
    shows = {},
    bare = [],
    bareUnless = {},
  }: Pick<AnswerForm, 'view' | 'views' | 'shows' | 'bare' | 'bareUnless'>,
  form: RecordForm | undefined,
  resolve: Resolve,
): Json {
  const members = membersAsked({ view: usual, views }, Object.keys(form?.fields ?? {}), resolve);
  let whole = members === undefined ? record : cut(record, members);
  for (const place of members ?? []) {
    const field = form?.fields[place];
    if (field === undefined || field.seen < field.of) continue;
    // What follows from another amount does so whatever that has become.
    if (valueAt(whole, place) !== undefined && !isShare(field.template)) continue;
    const parent = parentOf(place);
    if (parent !== '' && !isObject(valueAt(whole, parent))) continue;
    const value = follows(field, resolve, isWritten(place, form!), toldBeside(record, place, form!));
    if (value !== undefined) whole = withValueAt(whole, place, value);
  }
  // What is shown unless a parameter chooses other members is not shown beside these.
  const isChosen = () => views?.some(({ name }) => resolve(`queries.${name}`) !== undefined) === true;
  for (const [place, template] of Object.entries(shows)) {
    // What names nothing is shown as nothing, and so is an item of a list that is not there.
    const shown = valueAt(whole, place);
    if (shown === null || valueAt(whole, parentOf(place)) === undefined) continue;
    if (shown === undefined && template === countOfListings) continue;
    if (usual?.includes(place) === true && members?.includes(place) === false && isChosen()) continue;
    const value = fill(template, (name) =>
      name.startsWith('object/')
        ? valueAt(resolve(entryOf(place, textOf(leafAt(record, place)))), name.slice(6))
        : resolve(name),
    );
    if (value !== undefined) whole = withValueAt(whole, place, value);
  }
  const isNullShown = Object.entries(bareUnless).some(([name, values]) =>
    (resolve(`queries.${name}`) as readonly string[] | undefined)?.some((value) => values.includes(value)),
  );
  if (!isNullShown)
    for (const place of bare) if (valueAt(whole, place) === null) whole = withoutValueAt(whole, place);
  const told = withLists(whole, form?.pairs);
  return isObject(told) && Object.hasOwn(told, keyMember) ? withoutValueAt(told, `/${keyMember}`) : told;
}

/** Whether a leaf is one that requests set: where it lacks, there is none. */
const isWritten = (place: string, { min, max, strategy }: RecordForm): boolean =>
  [min?.at, max?.at, strategy].includes(place);

/**
 * The value of a leaf that was not seen in this record, where it can be told, or what it mostly was.
 * @param beside what is told by the leaves that it goes with
 */
function follows(
  { template, values, nulls = 0, seen, kinds }: FieldForm,
  resolve: Resolve,
  isSet: boolean,
  beside: Told | undefined,
): Json | undefined {
  if (isOfStrategy(template) || isShare(template)) return fill(template!, resolve);
  if (beside?.is === 'lacking') return undefined;
  if (beside?.is === 'null') return null;
  if (beside?.value !== undefined && !isSet) return beside.value;
  if (nulls * 2 > seen) return null;
  // What was drawn for each record is not known of this one.
  if (template !== undefined)
    return holesIn(template).includes('answer') ? undefined : fill(template, resolve);
  if (values !== undefined && (!isSet || values.length === 1)) return values[0];
  return kinds.length === 1 && kinds[0] === 'object' ? {} : undefined;
}

/** A record with these members alone; an object of which none is named, as it was only seen without any, is whole. */
function cut(record: Json, members: readonly string[]): Json {
  const shown = new Set(members);
  const parents = new Set(members.map(parentOf));
  const within = (value: Json, at: string): Json => {
    if (!isObject(value) || (at !== '' && !parents.has(at))) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const own = pointerTo(at, name);
        return shown.has(own) ? [[name, within(item, own)]] : [];
      }),
    );
  };
  return within(record, '');
}
