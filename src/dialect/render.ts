// Writes answers as a profile says: a template filled in with what is known, and its headers.
import { isNothing, isObject, printExactly, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { parentOf, pointerTo, valueAt, withoutValueAt, withValueAt } from '../http/pointer.ts';
import type { Facts } from './known-facts.ts';
import { withLists } from './pair-lists.ts';
import { keyMember } from './profile-form.ts';
import type { AnswerForm, FieldForm, HeaderForms, RecordForm } from './profile-form.ts';
import { isNamedBy, membersNamed } from './select-page.ts';
import { fill, sameValue } from './templates.ts';
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
  const told = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2)
    told.set(`header.${headers[at]!.toLowerCase()}`, headers[at + 1]!);
  const body = fill(form.body, (name) => {
    const value = find(name);
    return value === undefined ? told.get(name) : value;
  });
  const isType = (name: string) => name.toLowerCase() === 'content-type';
  if (body === undefined || body === null) {
    const kept = headers.flatMap((name, at) =>
      at % 2 === 0 && !isType(name) ? [name, headers[at + 1]!] : [],
    );
    return {
      status: form.status,
      headers: form.body === null ? kept : headers,
      body: form.body === null ? null : '',
    };
  }
  const text = form.isText === true ? textOf(body) : printExactly(body);
  const typed = headers.some((name, at) => at % 2 === 0 && isType(name))
    ? headers
    : ['Content-Type', form.isText === true ? 'text/plain; charset=utf-8' : 'application/json', ...headers];
  const led = (words: string) => words.replaceAll(origin.stored, origin.own);
  return { status: form.status, headers: typed.map(led), body: led(text) };
}

function writeHeaders(forms: HeaderForms, resolve: Resolve): string[] {
  const headers: string[] = [];
  for (const [name, form] of Object.entries(forms)) {
    const value = Array.isArray(form) ? linksOf(form as readonly Json[], resolve) : fill(form, resolve);
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

/** A record as one kind of answer shows it: without what that never shows, and with what follows from the rest. */
export function view(
  record: Json,
  { view: usual, views, shows = {} }: Pick<AnswerForm, 'view' | 'views' | 'shows'>,
  form: RecordForm | undefined,
  resolve: Resolve,
): Json {
  const members = membersAsked({ view: usual, views }, form, resolve);
  let whole = members === undefined ? record : cut(record, new Set(members), '');
  for (const place of members ?? []) {
    const field = form?.fields[place];
    if (field === undefined || field.seen < field.of || valueAt(whole, place) !== undefined) continue;
    const parent = parentOf(place);
    if (parent !== '' && !isObject(valueAt(whole, parent))) continue;
    const value = follows(field, resolve);
    if (value !== undefined) whole = withValueAt(whole, place, value);
  }
  for (const [place, template] of Object.entries(shows)) {
    // What names nothing is shown as nothing.
    if (valueAt(whole, place) === null) continue;
    const value = fill(template, (name) =>
      name.startsWith('object/') ? valueAt(resolve(`object ${place}`), name.slice(6)) : resolve(name),
    );
    if (value !== undefined) whole = withValueAt(whole, place, value);
  }
  const told = withLists(whole, form?.pairs);
  return isObject(told) && Object.hasOwn(told, keyMember) ? withoutValueAt(told, `/${keyMember}`) : told;
}

/** The members of records that an answer shows; undefined: all. */
export function membersAsked(
  { view: usual, views = [] }: Pick<AnswerForm, 'view' | 'views'>,
  form: RecordForm | undefined,
  resolve: Resolve,
): readonly string[] | undefined {
  let members: readonly string[] | undefined;
  for (const { name, values } of views) {
    const asked = resolve(`queries.${name}`) as readonly string[] | undefined;
    if (asked === undefined) continue;
    // Sent once for each member, it asks for all of them.
    const shown = membersFor(asked.join(), values, usual, form);
    const isUsual = (member: string) => usual?.includes(member) !== false;
    // What the usual answer lacks and one parameter asks for is there, what another one leaves out is not.
    members =
      members === undefined
        ? shown
        : [
            ...members.filter((member) => shown.includes(member) || !isUsual(member)),
            ...shown.filter((member) => !isUsual(member)),
          ];
  }
  return members ?? usual;
}

/**
 * What a parameter such as `fields=id,title` asks for, as it was seen. Otherwise it adds the members that it names to the usual
 * ones, takes them away from those, or asks for them alone and what is always shown, whichever the values seen have done.
 */
function membersFor(
  asked: string,
  values: Readonly<Record<string, readonly string[]>>,
  usual: readonly string[] | undefined,
  form: RecordForm | undefined,
): readonly string[] {
  if (Object.hasOwn(values, asked)) return values[asked]!;
  const seen = Object.entries(values).map(([value, members]) => ({ names: membersNamed(value), members }));
  const named = membersNamed(asked).flatMap((name) =>
    Object.keys(form?.fields ?? {}).filter((member) => isNamedBy([name], member)),
  );
  const leavesOut = ({ names: own, members }: (typeof seen)[0]) =>
    members.every((member) => usual!.includes(member) && !isNamedBy(own, member)) &&
    usual!.every((member) => members.includes(member) || isNamedBy(own, member));
  if (usual !== undefined && seen.every(leavesOut)) return usual.filter((member) => !named.includes(member));
  if (usual !== undefined && seen.every(({ members }) => usual.every((member) => members.includes(member))))
    return [...new Set([...usual, ...named])];
  // What is shown though it is not named; one value alone tells that where it is a list of members.
  const [first = [], ...others] = seen.map(({ names: own, members }) =>
    members.filter((member) => !isNamedBy(own, member)),
  );
  const always = first.filter((member) => others.every((members) => members.includes(member)));
  const isList = ({ names: own, members }: (typeof seen)[0]) =>
    own.length > 0 && own.every((name) => members.some((member) => isNamedBy([name], member)));
  return [...new Set([...(others.length > 0 || seen.every(isList) ? always : []), ...named])];
}

/** The value of a leaf that was not seen in this record, where it can be told. */
function follows(
  { template, values, nulls = 0, seen, kinds }: FieldForm,
  resolve: Resolve,
): Json | undefined {
  if (template !== undefined) return fill(template, resolve);
  if (values?.length === 1 && nulls === 0) return values[0];
  if (nulls * 2 > seen) return null;
  return kinds.length === 1 && kinds[0] === 'object' ? {} : undefined;
}

function cut(record: Json, members: ReadonlySet<string>, at: string): Json {
  if (!isObject(record)) return record;
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, item]) => {
      const own = pointerTo(at, name);
      return members.has(own) ? [[name, cut(item, members, own)]] : [];
    }),
  );
}

/** Two errors told in one answer: their lists one behind the other, their objects member by member. */
export function mergeErrors(a: Json, b: Json): Json {
  if (Array.isArray(a) && Array.isArray(b))
    return sameValue(a as Json, b as Json)
      ? (a as Json)
      : [...(a as readonly Json[]), ...(b as readonly Json[])];
  if (!isObject(a) || !isObject(b)) return a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [x, y] = [a[name], b[name]];
      return [name, x === undefined ? y! : y === undefined ? x : mergeErrors(x, y)];
    }),
  );
}
