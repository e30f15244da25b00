// The same requests in two recordings of a service: another status, another error, another envelope or another order of
// the same records is a change of the service, whatever its data are.
import { readMoment } from '../../dialect/time-forms.ts';
import { isList, isObject, kindOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { parentOf, pointerTo, valueAt } from '../../http/pointer.ts';
import { shortened } from '../../http/plain-text.ts';
import { preferenceHeaders } from '../../http/preferences.ts';
import { requestKey } from '../../recording/request-key.ts';
import { isKeyless, wordsTold } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { Places } from '../find-records.ts';
import { byFrequency, commonest, grouped } from '../groups.ts';
import { isTransport, placesOf } from './answer-shapes.ts';
import { changesAt, headerChangesAt, isWord } from './changes.ts';
import type { Change } from './changes.ts';
import { labelOf, pathOf } from './places.ts';

export interface ReadRecording {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
}

/** A request that both recordings hold, with its answers. */
interface Same {
  readonly endpoint: string;
  readonly before: readonly Exchange[];
  readonly after: readonly Exchange[];
}

export function* sameRequestChanges(before: ReadRecording, after: ReadRecording): Generator<Change> {
  const [recurring, later] = [recurringValues(before.exchanges), recurringValues(after.exchanges)];
  const isCode = (at: string, text: string) =>
    isWord(text) || recurring.has(`${at} ${text}`) || later.has(`${at} ${text}`);
  const headers = [headersOf(before.exchanges), headersOf(after.exchanges)] as const;
  const told = new Map<string, Change>();
  for (const same of sameRequests(before.exchanges, after.exchanges)) {
    const status = statusChange(same, before.exchanges, after.exchanges);
    if (status !== undefined) {
      note(told, status);
      continue;
    }
    for (const [old, now] of pairsOf(same)) {
      const found = [
        ...(old.ok ? [] : errorChanges(same.endpoint, [old, before.places], [now, after.places], isCode)),
        ...headerChanges(same.endpoint, old, now, headers),
      ];
      for (const change of found) if (!follows(change, found)) note(told, change);
    }
    const order = orderChange(same, before.places, after.places);
    if (order !== undefined && ![...told.values()].some(({ group }) => group === order.group))
      note(told, order);
  }
  yield* told.values();
}

function note(told: Map<string, Change>, change: Change): void {
  told.set(`${change.endpoint} ${change.what} ${change.path} ${change.old} ${change.new}`, change);
}

/** Whether a code changed only because another one stands in it, as in the address of a page about it. */
function follows(change: Change, all: readonly Change[]): boolean {
  return all.some(
    ({ what, old, new: now }) =>
      what === change.what &&
      old !== '' &&
      change.old !== old &&
      change.old.includes(old) &&
      change.old.replaceAll(old, now) === change.new,
  );
}

function sameRequests(before: readonly Exchange[], after: readonly Exchange[]): Same[] {
  const [old, now] = [byRequest(before), byRequest(after)];
  return [...old].flatMap(([key, answers]): Same[] => {
    const others = now.get(key);
    const { method, path } = answers[0]!;
    return others === undefined ? [] : [{ endpoint: labelOf(method, path), before: answers, after: others }];
  });
}

/** Answers that say nothing of what was asked are left out. */
function byRequest(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const telling = exchanges.filter(({ isLimited, status, isFile }) => !isLimited && status < 500 && !isFile);
  const wishOf = unusualWishes(telling);
  // What is answered to no key may be the answer to a wrong one, too.
  const ofKeys = new Set(telling.flatMap((by) => (isKeyless(by) && !by.ok ? by.status : [])));
  return grouped(telling, (by) => {
    // Of a refusal with a good status a recording does not hold whether it is due to the key.
    const isStrange =
      (by.method === 'GET' && ofKeys.has(by.status)) || by.status === 401 || (!by.ok && by.status < 300);
    const asker = isKeyless(by) ? 'keyless' : isStrange ? 'stranger' : '';
    return `${asker} ${wishOf(by)} ${requestKey(by.interaction.request)}`;
  });
}

/** What a request prefers otherwise than most of its recording: that, and no other client, may be why it is answered otherwise. */
function unusualWishes(exchanges: readonly Exchange[]): (by: Exchange) => string {
  const usual = preferenceHeaders.map((name) => commonest(exchanges.map(({ prefers }) => prefers.get(name))));
  return ({ prefers }) =>
    preferenceHeaders
      .flatMap((name, at) => {
        const choice = prefers.get(name);
        return choice === usual[at] ? [] : `${name}=${choice ?? ''}`;
      })
      .join();
}

/** Answers of one status, in their order. */
function pairsOf({ before, after }: Same): [Exchange, Exchange][] {
  const left = [...after];
  return before.flatMap((old): [Exchange, Exchange][] => {
    const at = left.findIndex(({ status }) => status === old.status);
    return at === -1 ? [] : [[old, left.splice(at, 1)[0]!]];
  });
}

const statusesOf = (answers: readonly Exchange[]) => new Set(answers.map(({ status }) => status));
const list = (statuses: ReadonlySet<number>) => [...statuses].sort((a, b) => a - b).join(', ');

function statusChange(
  same: Same,
  earlier: readonly Exchange[],
  later: readonly Exchange[],
): Change | undefined {
  const { endpoint, before, after } = same;
  const [old, now] = [statusesOf(before), statusesOf(after)];
  if ([...now].some((status) => old.has(status)) || isOfRecord(endpoint, old, now, later)) return undefined;
  if (isOfState(endpoint, after, before, later) || isOfState(endpoint, before, after, earlier))
    return undefined;
  return changesAt(endpoint, 'status')('breaking', 'status changed', list(old), list(now));
}

/**
 * Whether a write that one recording took was refused in the other, in words in which the first one refuses another: what it was
 * about stood otherwise.
 */
function isOfState(
  endpoint: string,
  taken: readonly Exchange[],
  refused: readonly Exchange[],
  others: readonly Exchange[],
): boolean {
  if (endpoint.startsWith('GET') || !taken.every(({ ok }) => ok)) return false;
  const told = new Set(
    others.flatMap((by) => (!by.ok && labelOf(by.method, by.path) === endpoint ? [wordsTold(by)] : [])),
  );
  return refused.every((by) => !by.ok && by.status < 500 && told.has(wordsTold(by)));
}

/** Whether a record came or went, rather than an endpoint, or whether what a record was decided. */
function isOfRecord(
  endpoint: string,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
  exchanges: readonly Exchange[],
): boolean {
  const isGood = (status: number) => status >= 200 && status < 300;
  const all = (statuses: ReadonlySet<number>, test: (status: number) => boolean) => [...statuses].every(test);
  if (!endpoint.includes('{id}')) return false;
  if (all(before, (status) => status === 404) && all(after, isGood)) return true;
  const works = exchanges.some((by) => by.ok && labelOf(by.method, by.path) === endpoint);
  return works && all(before, isGood) && all(after, (status) => status === 404);
}

function* errorChanges(
  endpoint: string,
  old: readonly [Exchange, Places],
  now: readonly [Exchange, Places],
  isCode: (at: string, text: string) => boolean,
): Generator<Change> {
  const told = (at: string) => changesAt(endpoint, pathOf(at), at);
  const [before, after] = [placesIn(...old), placesIn(...now)];
  for (const [at, value] of before) {
    const next = after.get(at);
    if (next === undefined) {
      // Lists may be shorter, and below what is gone everything is.
      if (at !== '' && isObject(after.get(parentOf(at))))
        yield told(at)('breaking', 'removed', kindOf(value));
      continue;
    }
    const [kind, other] = [kindOf(value), kindOf(next)];
    if (kind !== other) {
      if (kind !== 'null' && other !== 'null') yield told(at)('breaking', 'has another type', kind, other);
    } else if (kind === 'string' || kind === 'number') {
      const [text, words] = [textOf(value), textOf(next)];
      if (text !== words && isCode(at, text) && isCode(at, words))
        yield told(at)('breaking', 'code changed', text, words);
    }
  }
  for (const [at, value] of after) {
    if (!before.has(at) && at !== '' && isObject(before.get(parentOf(at))))
      yield told(at)('additive', 'added', '', kindOf(value));
  }
}

/** How many answers of one kind there are, and how many of them have each header. */
type Headers = ReadonlyMap<string, { of: number; readonly seen: Map<string, number> }>;

const answerKey = ({ method, path, status }: Exchange) => `${labelOf(method, path)} ${status}`;

function headersOf(exchanges: readonly Exchange[]): Headers {
  const found = new Map<string, { of: number; readonly seen: Map<string, number> }>();
  for (const by of exchanges) {
    const own = found.get(answerKey(by)) ?? { of: 0, seen: new Map<string, number>() };
    found.set(answerKey(by), own);
    own.of += 1;
    for (const lower of namesOf(by).keys()) own.seen.set(lower, (own.seen.get(lower) ?? 0) + 1);
  }
  return found;
}

const namesOf = ({ headers }: Exchange) =>
  new Map(headers.flatMap(([name]) => (isTransport(name) ? [] : [[name.toLowerCase(), name] as const])));

/** Headers that no answer of this kind had before and each has now, and the other way round. */
function* headerChanges(
  endpoint: string,
  old: Exchange,
  now: Exchange,
  [before, after]: readonly [Headers, Headers],
): Generator<Change> {
  const key = answerKey(old);
  const isOnly = (lower: string, having: Headers, lacking: Headers) =>
    having.get(key)?.seen.get(lower) === having.get(key)?.of && !lacking.get(key)?.seen.has(lower);
  const [olds, news] = [namesOf(old), namesOf(now)];
  for (const [lower, name] of olds)
    if (!news.has(lower) && isOnly(lower, before, after))
      yield headerChangesAt(endpoint, name)('breaking', 'removed');
  for (const [lower, name] of news)
    if (!olds.has(lower) && isOnly(lower, after, before))
      yield headerChangesAt(endpoint, name)('additive', 'added');
}

/** The values of an error by place, without those of a record that it shows; all items of a list share one. */
function placesIn(by: Exchange, places: Places): Map<string, Json> {
  const found = new Map<string, Json>();
  const records = placesOf(by, places);
  const visit = (at: string, value: Json) => {
    if (at === records.at) return;
    if (!found.has(at)) found.set(at, value);
    if (isList(value)) for (const item of value) visit(`${at}/*`, item);
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) visit(pointerTo(at, name), item);
  };
  if (by.body !== undefined) visit('', by.body);
  return found;
}

/** Values that stand at one place in several refusals: codes, rather than ids of requests. */
function recurringValues(exchanges: readonly Exchange[]): Set<string> {
  const told = exchanges.flatMap((by) =>
    by.ok
      ? []
      : [...placesIn(by, { ids: {}, lists: {} })].flatMap(([at, value]) => {
          const isCode =
            typeof value !== 'object' && !/\s/.test(textOf(value)) && readMoment(value) === undefined;
          return isCode ? [`${at} ${textOf(value)}`] : [];
        }),
  );
  return new Set(byFrequency(told).flatMap(([key, again]) => (again === undefined ? [] : [key!])));
}

/** The same records in another order, where neither recording shows that the order changes by itself. */
function orderChange(
  { endpoint, before, after }: Same,
  oldPlaces: Places,
  newPlaces: Places,
): Change | undefined {
  const [old, now] = [ordersOf(before, oldPlaces), ordersOf(after, newPlaces)];
  const [first, other] = [old[0], now[0]];
  if (first === undefined || other === undefined) return undefined;
  const isStable = [...old.slice(1), ...now.slice(1)].every((ids) =>
    isSameOrder(ids, first.ids.length > 0 && old.includes(ids) ? first : other),
  );
  if (!isStable || isSameOrder(first, other)) return undefined;
  const common = new Set(first.ids.filter((id) => other.ids.includes(id)));
  const shown = ({ ids }: Order) => shortened(ids.filter((id) => common.has(id)).join(', '));
  const told = changesAt(endpoint, pathOf(first.at), `${endpoint} order`);
  return told('cosmetic', 'has another order', shown(first), shown(other));
}

interface Order {
  readonly at: string;
  readonly ids: readonly string[];
}

function ordersOf(answers: readonly Exchange[], places: Places): Order[] {
  return answers.flatMap((by): Order[] => {
    if (!by.ok || by.body === undefined) return [];
    const { listAt, idOf, isMap } = placesOf(by, places);
    const items = listAt === undefined || isMap ? undefined : valueAt(by.body, listAt);
    if (!isList(items)) return [];
    return [{ at: listAt!, ids: items.flatMap((item) => idOf(item) ?? []) }];
  });
}

function isSameOrder(a: Order, b: Order): boolean {
  const [left, right] = [new Set(a.ids), new Set(b.ids)];
  const [ones, others] = [a.ids.filter((id) => right.has(id)), b.ids.filter((id) => left.has(id))];
  return ones.length !== others.length || ones.every((id, at) => id === others[at]);
}
