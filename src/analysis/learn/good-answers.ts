// What good answers look like: status, body around the records, and which fields their records show.
import { parseUrl } from '../../http/parse-url.ts';
import { isObject, without } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { listValues } from '../../dialect/list-values.ts';
import { valueAt } from '../../dialect/pointer.ts';
import type { Page } from '../../dialect/select-page.ts';
import type { AnswerWire, PagingWire } from '../../dialect/wire.ts';
import { commonest } from './findings.ts';
import type { Sample } from './infer-leaf.ts';
import { inferTemplate } from './infer-template.ts';
import { sample } from './locate.ts';
import type { Places } from './locate.ts';
import type { Observation } from './observations.ts';
import type { ListAnswer, PagingLearned } from './list-answer.ts';

/** The template of a list, and whether there is another for an empty one. */
export function learnList(learned: PagingLearned, places: Places): AnswerWire | undefined {
  const { answers, paging, filters } = learned;
  const shown = sample(answers, 400);
  if (shown.length === 0) return undefined;
  const { endpoint, kind } = shown[0]!.by.route!;
  const place = places.body[endpoint] ?? '';
  const limits = withTold(paging, shown);
  const samples = shown.map((answer) => listSample(answer, limits, learned.ignored));
  const body = inferTemplate(samples, { fixed: new Map([[place, '{records}']]) });
  const inItem = places.item[kind] ?? '';
  const item = inItem === '' ? undefined : itemTemplate(shown, place, inItem);
  return {
    seen: answers.length,
    status: commonest(shown.map(({ by }) => by.status))!,
    body,
    ...(item !== undefined && { item }),
    ...(Object.keys(limits).length > 0 && { paging: limits }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

/** How many come without being asked, where the answer itself says so. */
function withTold(paging: PagingWire, answers: readonly ListAnswer[]): PagingWire {
  if (paging.limit?.default !== 0) return paging;
  const told = answers
    .filter(({ asked }) => asked === undefined)
    .map(({ by, count }) => toldLimit(by.body, count));
  const value = commonest(told.filter((number) => number !== undefined));
  return value === undefined ? paging : { ...paging, limit: { ...paging.limit, default: value } };
}

function toldLimit(body: Json | undefined, count: number): number | undefined {
  if (!isObject(body)) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'number' && /^(limit|per_?page|page_?size|size)$/i.test(name) && value > count)
      return value;
    const inner = toldLimit(value, count);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function listSample(answer: ListAnswer, paging: PagingWire, ignored: ReadonlySet<string>): Sample {
  return sampleOf(answer.by, listNames(answer, paging, ignored), []);
}

/** What an answer with a list knows by name. */
export function listNames(
  { by, count, from, total, asked }: ListAnswer,
  paging: PagingWire,
  ignored: ReadonlySet<string>,
): Readonly<Record<string, Json | undefined>> {
  const limit =
    asked !== undefined && asked >= 1
      ? Math.min(asked, cap(paging))
      : (paging.limit?.default ?? 0) || Infinity;
  const to = from + count;
  const first = paging.page?.first ?? 1;
  const whole = Number.isFinite(limit) ? limit : Math.max(total, 1);
  const number = Math.floor(from / whole) + first;
  const next = to < total ? leadTo(paging, to, number + 1, by) : undefined;
  const previous = from > 0 ? leadTo(paging, Math.max(0, from - whole), number - 1, by) : undefined;
  const page: Page = {
    from,
    to,
    total,
    limit,
    number,
    pages: Number.isFinite(limit) ? Math.ceil(total / limit) : Math.min(total, 1),
    hasMore: to < total,
    firstPage: first,
    ...(next && { next }),
    ...(previous && { previous }),
  };
  const query = new URLSearchParams([...by.query].filter(([name]) => !ignored.has(name)));
  const request = { origin: by.origin, path: by.path, query: query.toString() };
  const names = listValues(request, page, [], paging);
  const others = without(names, 'records');
  return { ...others, count, path: by.path };
}

const cap = ({ limit }: PagingWire) => (limit?.excess === 'cap' ? limit.max : Infinity);

/** The parameter that leads on; of a cursor the one that the answer itself gives, wherever it stands. */
function leadTo(
  paging: PagingWire,
  place: number,
  number: number,
  by: Observation,
): readonly [string, string] | undefined {
  if (paging.cursor !== undefined) {
    const given = cursorIn(by.body, paging.cursor.name) ?? cursorInHeaders(by, paging.cursor.name);
    return given === undefined ? undefined : [paging.cursor.name, given];
  }
  if (paging.page !== undefined) return [paging.page.name, String(number)];
  return paging.offset === undefined ? undefined : [paging.offset.name, String(place)];
}

function cursorIn(value: Json | undefined, parameter: string, name = ''): string | undefined {
  if (typeof value === 'string') {
    if (/prev|before|first|self|start/i.test(name)) return undefined;
    if (/^(https?:\/)?\//.test(value)) return parameterIn(value, parameter);
    return /next|cursor|token|after|continuation|marker/i.test(name) && value !== '' ? value : undefined;
  }
  if (!isObject(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const way =
      typeof item === 'string' && /^(href|url|uri|link|cursor|token)$/i.test(key) ? `${name} ${key}` : key;
    const found = cursorIn(item, parameter, way);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A parameter of a link; undefined where it lacks, or the link is none. */
function parameterIn(link: string, name: string): string | undefined {
  return parseUrl(link, 'http://host')?.searchParams.get(name) ?? undefined;
}

function cursorInHeaders({ headers }: Observation, parameter: string): string | undefined {
  const link = headers.find(([name]) => name.toLowerCase() === 'link')?.[1];
  const next = link === undefined ? undefined : /<([^>]+)>;\s*rel="?next"?/.exec(link)?.[1];
  return next === undefined ? undefined : parameterIn(next, parameter);
}

/** What stands around each record of a list. */
function itemTemplate(answers: readonly ListAnswer[], place: string, inItem: string): Json | undefined {
  const samples = answers.slice(0, 40).flatMap(({ by, ids }) => {
    const items = valueAt(by.body, place);
    if (!Array.isArray(items)) return [];
    return (items as readonly Json[]).map((value, at): Sample => {
      return { value, names: {}, literals: [['itemId', ids[at] ?? '']], headers: [], at: by.at };
    });
  });
  const template = inferTemplate(samples, { fixed: new Map([[inItem, '{record}']]) });
  return isObject(template) ? withCursor(template) : undefined;
}

/** A text of its own beside each record is its cursor. */
function withCursor(template: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [
      name,
      /cursor|token/i.test(name) ? '{itemCursor}' : value,
    ]),
  );
}

export function sampleOf(
  by: Observation,
  names: Readonly<Record<string, Json | undefined>>,
  literals: Sample['literals'],
): Sample {
  const headers = by.headers
    .filter(([name]) => !/^(date|content-|age$|etag$)/i.test(name))
    .map(([name, value]) => [name.toLowerCase(), value] as const);
  return { value: by.body, names, literals, headers, at: by.at, ...(by.status >= 400 && { isError: true }) };
}
