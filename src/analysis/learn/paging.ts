// How lists are paged: which parameter does what, and where each answer stood in the whole list.
import { filtersOf, ignoredIn, keepsOthers } from './list-filters.ts';
import { limitOf } from './list-limits.ts';
import type { SpokenEndpoint } from '../../dialect/wire.ts';
import { isObject, numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { cursorForm } from './cursor-form.ts';
import type { GivenCursor } from './cursor-form.ts';
import { idOf, recordsIn } from './locate.ts';
import type { Places } from './locate.ts';
import { plain } from './match-fields.ts';
import type { Observation } from './observations.ts';
import type { ListAnswer, PagingLearned, Role } from './list-answer.ts';

const names: readonly (readonly [Role, RegExp])[] = [
  ['limit', /^(page)?(limit|size)$|^perpage$|^(count|first|take|maxresults|max|top|num|results|pagesize)$/],
  ['page', /^(page|p|pg)(number|no|num|index)?$/],
  ['offset', /^(page)?offset$|^(skip|start|from|startindex|startat)$/],
  ['cursor', /cursor|token|^(page)?after$|startingafter|continuation|marker|bookmark|^next$/],
];

export function learnPaging(
  endpoint: SpokenEndpoint,
  observations: readonly Observation[],
  places: Places,
): PagingLearned {
  const asked = observations.filter(({ route }) => route?.endpoint === endpoint);
  const good = asked.filter(({ ok }) => ok);
  const roles = findRoles(asked, good);
  const nameOf = (role: Role) => [...roles].find(([, own]) => own === role)?.[0];
  const limitName = nameOf('limit');
  const answers = good.map((by): ListAnswer => {
    const ids = recordsIn(by, places).map((record) => idOf(record, by.route!.kind, places) ?? '');
    const limit = limitName === undefined ? null : by.query.get(limitName);
    return {
      by,
      ids,
      count: ids.length,
      asked: limit === null ? undefined : Number(limit),
      from: 0,
      total: 0,
    };
  });
  const first = firstPage(answers, nameOf('page'));
  const ignored = ignoredIn(answers, roles);
  const groups = groupBy(answers, roles, ignored);
  const given = placePages(groups, roles, first);
  const limit = limitOf(limitName, asked, answers);
  const [page, offset, cursor] = [nameOf('page'), nameOf('offset'), nameOf('cursor')];
  return {
    answers,
    roles,
    ignored,
    filters: filtersOf(answers, new Set([...roles.keys(), ...ignored]), places),
    paging: {
      ...(limit !== undefined && { limit }),
      ...(page !== undefined && { page: { name: page, first } }),
      ...(keepsOthers(answers, ignored) && { keeps: true as const }),
      ...(offset !== undefined && { offset: { name: offset } }),
      ...(cursor !== undefined && { cursor: { name: cursor, form: cursorForm(given) } }),
    },
  };
}

function findRoles(asked: readonly Observation[], good: readonly Observation[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  const used = new Set(asked.flatMap(({ query }) => [...query.keys()]));
  for (const name of used) {
    const role = names.find(([, pattern]) => pattern.test(plain(name)))?.[0];
    const isTaken = role !== undefined && [...roles.values()].includes(role);
    if (role !== undefined && !isTaken) roles.set(name, role);
    else if (isGiven(name, good)) roles.set(name, 'cursor');
  }
  return roles;
}

/** Whether the values of a parameter come out of earlier answers. */
function isGiven(name: string, good: readonly Observation[]): boolean {
  const values = good.flatMap(({ query }) => query.get(name) ?? []);
  // A word is a filter's.
  if (values.length === 0 || values.some((value) => value.length < 6 || /^(\d+|[A-Za-z_-]+)$/.test(value)))
    return false;
  const texts = good.slice(0, 200).map(({ body }) => JSON.stringify(body ?? null));
  return values
    .slice(0, 20)
    .every((value) => texts.some((text) => text.includes(JSON.stringify(value).slice(1, -1))));
}

/** Whether pages are counted from 0: one was asked for, or the first is called so. */
function firstPage(answers: readonly ListAnswer[], name: string | undefined): 0 | 1 {
  if (name === undefined) return 1;
  const zero = answers.find(({ by }) => by.query.get(name) === '0');
  if (zero === undefined)
    return answers.some(({ by, count }) => !by.query.has(name) && count > 0 && calledZero(by)) ? 0 : 1;
  const one = answers.find(({ by }) => by.query.get(name) === '1' && by.session === zero.by.session);
  return one !== undefined && one.count > 0 && one.ids[0] === zero.ids[0] ? 1 : 0;
}

/** Whether a body calls the page it holds the page 0. */
function calledZero({ body }: Observation): boolean {
  const inside = (value: Json | undefined): boolean =>
    isObject(value) &&
    Object.entries(value).some(
      ([name, item]) =>
        (item === 0 && /^(page|pagenumber|currentpage|pageindex|number)$/.test(plain(name))) || inside(item),
    );
  return inside(body);
}

function groupBy(
  answers: readonly ListAnswer[],
  roles: ReadonlyMap<string, Role>,
  ignored: ReadonlySet<string>,
): ListAnswer[][] {
  const groups = new Map<string, ListAnswer[]>();
  for (const answer of answers) {
    const filters = [...answer.by.query]
      .filter(([name]) => !roles.has(name) && !ignored.has(name))
      .map((pair) => pair.join('='));
    const key = `${answer.by.session} ${filters.sort().join('&')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [answer]);
    else group.push(answer);
  }
  return [...groups.values()];
}

/** Finds where each answer begins in its list and how long that is; tells the cursors that led on. */
function placePages(
  groups: readonly ListAnswer[][],
  roles: ReadonlyMap<string, Role>,
  first: 0 | 1,
): GivenCursor[] {
  const given: GivenCursor[] = [];
  for (const group of groups) {
    const usual = new Map<number | undefined, number>();
    for (const { asked, count } of group) usual.set(asked, Math.max(usual.get(asked) ?? 0, count));
    for (const [at, answer] of group.entries()) {
      for (const [name, role] of roles) {
        const value = answer.by.query.get(name);
        if (value === null) continue;
        if (role === 'offset') answer.from = Number(value) || 0;
        if (role === 'page')
          answer.from = Math.max(0, (Number(value) || 0) - first) * usual.get(answer.asked)!;
        if (role !== 'cursor') continue;
        const before = group
          .slice(0, at)
          .reverse()
          .find((earlier) => leadsTo(earlier, value));
        if (before === undefined) continue;
        answer.from = before.from + before.count;
        given.push({ cursor: value, offset: answer.from, lastId: before.ids.at(-1) ?? '' });
      }
    }
    const length = Math.max(...group.map(({ from, count }) => from + count));
    for (const answer of group) answer.total = Math.max(length, toldTotal(answer));
  }
  return given;
}

function leadsTo({ by, ids }: ListAnswer, cursor: string): boolean {
  if (ids.at(-1) === cursor) return true;
  const encoded = encodeURIComponent(cursor);
  const text = JSON.stringify(by.body) + by.headers.map(([, value]) => value).join(' ');
  return text.includes(cursor) || text.includes(encoded);
}

const totalName =
  /^(total|totalcount|totalitems|totalresults|totalrecords|totalelements|totalsize|itemcount|resultcount|recordcount|allcount|count)$/;

/** A number that the answer calls its total, in the body or a header. */
function toldTotal({ by, from, count }: ListAnswer): number {
  const found: number[] = [];
  const walk = (value: Json | undefined): void => {
    if (!isObject(value)) return;
    for (const [name, item] of Object.entries(value)) {
      const number =
        numberOf(item) ?? (typeof item === 'string' && /^\d{1,9}$/.test(item) ? Number(item) : undefined);
      if (number !== undefined && totalName.test(plain(name))) found.push(number);
      else walk(item);
    }
  };
  walk(by.body);
  for (const [name, value] of by.headers) {
    if (/total|count/i.test(name) && !/page/i.test(name) && /^\d{1,9}$/.test(value))
      found.push(Number(value));
  }
  return Math.max(0, ...found.filter((number) => number >= from + count));
}
