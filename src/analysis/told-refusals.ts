// Services that answer everything with a good status, and say in the body what came of it: by a result code, a flag, an
// error beside the data. Known by a place that says one thing in lists with records, and another one in answers that lack what
// the others of their endpoint have; or by results of a write of which some tell faults.
import { isList, isNothing, isObject, kindOf, textOf } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { leavesOf, sentLeaves } from '../dialect/known-facts.ts';
import { worthOf } from '../dialect/template-filters.ts';
import { isWithin, parentOf, pointerTo, valueAt } from '../http/pointer.ts';
import { lastSegment } from '../http/parse-url.ts';
import { commonest, grouped, parted } from './groups.ts';
import { keyOf } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';

/** The exchanges, those that are refusals all the same marked as such. */
export function withToldRefusals(all: readonly Exchange[]): Exchange[] {
  const wrong = new Set([...listsOfFaults(all), ...listedAsFailed(all), ...resultsWithFaults(all)]);
  const busy = new Set([...busyIn(all), ...stoppedIn(all)]);
  const exchanges = all.map((by) =>
    wrong.has(by) || busy.has(by) ? { ...by, ok: false, isLimited: by.isLimited || busy.has(by) } : by,
  );
  const answered = exchanges.filter(({ ok, body }) => ok && isObject(body));
  const lists = answered.filter(({ endpoint, recordId, method, body }) => {
    return endpoint !== undefined && method === 'GET' && recordId === '' && holdsRecords(body!, 0);
  });
  const places = new Set(answered.flatMap(({ body }) => placesIn(body as JsonObject)));
  const found = [...places]
    .map((at) => ({ at, refused: refusedBy(at, answered, lists) }))
    .sort((a, b) => b.refused.size - a.refused.size)[0];
  if (found === undefined || found.refused.size === 0) return exchanges;
  const limited = limitedOf(found.at, found.refused, exchanges);
  return exchanges.map((by) =>
    found.refused.has(by) ? { ...by, ok: false, isLimited: limited.has(by) } : by,
  );
}

/** The accepted writes, those of each endpoint together, that told something of a kind. */
const writesTelling = (
  exchanges: readonly Exchange[],
  isMeant: (body: Json | undefined) => boolean,
): (readonly Exchange[])[] => [
  ...grouped(
    exchanges.filter(
      ({ ok, method, endpoint, body }) => ok && method !== 'GET' && endpoint !== undefined && isMeant(body),
    ),
    ({ endpoint }) => endpoint!.name,
  ).values(),
];

/** Answers to writes that list what was wrong, where others of their endpoint list nothing: none names the record. */
function listsOfFaults(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const found = writesTelling(exchanges, () => true).flatMap((own) => {
    const filled = own.filter(({ body }) => !isEmpty(body));
    const isFault = ({ body, recordId }: Exchange) =>
      isList(body) && body.every(isObject) && !leavesOf(body).some(([, leaf]) => textOf(leaf) === recordId);
    const areLists = own.every(({ body }) => isList(body));
    return areLists && filled.length < own.length && filled.every(isFault) ? filled : [];
  });
  return new Set(found);
}

/**
 * Answers to writes that list what was done beside what was not, such as `done: [], failed: [{id, reason}]`: nothing was done, and
 * something was not.
 */
function listedAsFailed(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const found = writesTelling(exchanges, isObject).flatMap((own) => {
    const lists = [...new Set(own.flatMap(({ body }) => placesIn(body as JsonObject)))].filter((at) =>
      own.some((by) => listsAt(by, at)),
    );
    return lists.filter(isOfFaults).flatMap((failed) =>
      lists.flatMap((done) => {
        if (done === failed || parentOf(done) !== parentOf(failed) || isOfFaults(done)) return [];
        const [refused, others] = parted(own, (by) => saidAt(by, failed) !== '' && saidAt(by, done) === '');
        const areDone = others.some((by) => saidAt(by, done) !== '' && saidAt(by, failed) === '');
        return areDone ? refused : [];
      }),
    );
  });
  return new Set(found);
}

/**
 * Answers to writes with results of which some tell faults: a word in them is another one than in those without, and the faults
 * or that word are called so, or one of the writes was sent something of a kind that was never taken, as no number where numbers are.
 */
function resultsWithFaults(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const isOfParts = (body: Json | undefined) => typeof body === 'object' && body !== null;
  const found = writesTelling(exchanges, isOfParts).flatMap((own) => {
    const told = own.map((by) => ({ by, ...resultsIn(by.body!) }));
    const called = calledFaults(told);
    if (called.length > 0) return called;
    const places = new Set(told.flatMap(({ faults }) => [...faults]));
    for (const place of places) {
      const clean = told.filter(({ faults }) => !faults.has(place));
      for (const [at, [word, ...others]] of clean[0]?.words ?? []) {
        const isGood = ({ words }: (typeof told)[0]) =>
          others.length === 0 && words.get(at)?.size === 1 && words.get(at)!.has(word!);
        const refused = told.filter((one) => !isGood(one)).map(({ by }) => by);
        const taken = told.filter(isGood).map(({ by }) => by);
        const isTelling = clean.length > 1 && clean.every(isGood) && refused.length > 1;
        const saysFault = ({ words }: (typeof told)[0]) => [...(words.get(at) ?? [])].some(isOfFaults);
        const areFaults = () => isOfFaults(place) || told.every((one) => isGood(one) || saysFault(one));
        if (isTelling && (areFaults() || refused.some((by) => isOfOtherKind(by, taken)))) return refused;
      }
    }
    return [];
  });
  return new Set(found);
}

interface Results {
  readonly by: Exchange;
  readonly faults: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Those whose own word, such as `status: INVALID`, is called after what is wrong, as no other's is, and that list sentences of it. */
function calledFaults(told: readonly Results[]): readonly Exchange[] {
  const places = new Set(told.flatMap(({ words }) => [...words.keys()].filter((at) => !at.includes('/-'))));
  for (const at of places) {
    const [bad, good] = parted(told, ({ words }) => [...(words.get(at) ?? [])].some(isOfFaults));
    const isTold = bad.every(({ faults }) => faults.size > 0) && good.every(({ words }) => words.has(at));
    if (bad.length > 1 && good.length > 0 && isTold) return bad.map(({ by }) => by);
  }
  return [];
}

/** Whether the end of a place, or a word, is called after what is wrong. */
const isOfFaults = (place: string): boolean =>
  /error|fault|fail|reject|violation|invalid/i.test(lastSegment(place));

/**
 * Where the items of lists tell faults in sentences, and all words, by places that are the same for all items of a list; of a list
 * of faults whether there are any.
 */
function resultsIn(body: Json): {
  readonly faults: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
} {
  const faults = new Set<string>();
  const words = new Map<string, Set<string>>();
  const visit = (value: Json, at: string) => {
    if (isSentence(value)) {
      for (let outer = parentOf(at); outer.includes('/-'); outer = parentOf(outer)) faults.add(outer);
    } else if (typeof value !== 'object' || value === null) {
      words.set(at, (words.get(at) ?? new Set()).add(textOf(value)));
    } else if (isList(value)) {
      if (isOfFaults(at))
        words.set(at, (words.get(at) ?? new Set()).add(value.length === 0 ? '' : something));
      for (const item of value) visit(item, `${at}/-`);
    } else for (const [name, item] of Object.entries(value)) visit(item, pointerTo(at, name));
  };
  visit(body, '');
  return { faults, words };
}

const something = 'something';

const isSentence = (value: Json): boolean => typeof value === 'string' && /\s/.test(value);

/** What a leaf is; a number may be written as a text. */
const sortOf = (leaf: Json): string => (worthOf(leaf) === undefined ? kindOf(leaf) : 'number');

/** Whether a body has a leaf of another kind than all others have at its place; nothing is of no kind. */
function isOfOtherKind({ sent }: Exchange, others: readonly Exchange[]): boolean {
  const leaves = ({ sent: body }: Pick<Exchange, 'sent'>) =>
    sentLeaves(body).filter(([, leaf]) => !isNothing(leaf));
  const known = grouped(others.flatMap(leaves), ([at]) => at);
  return leaves({ sent }).some(([at, leaf]) => {
    const own = known.get(at);
    return own !== undefined && !own.some(([, other]) => sortOf(other) === sortOf(leaf));
  });
}

/** Whether a list of objects stands in a value. */
function holdsRecords(value: Json, depth: number): boolean {
  if (isList(value)) return value.length > 0 && value.every(isObject);
  return isObject(value) && depth < 3 && Object.values(value).some((item) => holdsRecords(item, depth + 1));
}

/** The members of a body, and those of the objects in it. */
const placesIn = (body: JsonObject): string[] =>
  Object.entries(body).flatMap(([name, item]) => {
    const at = pointerTo('', name);
    return isObject(item) ? [at, ...Object.keys(item).map((inner) => pointerTo(at, inner))] : [at];
  });

const listsAt = ({ body }: Exchange, at: string): boolean => isList(valueAt(body, at));

/** What a place says of how it went; a list or an object there only that there is one. */
function saidAt({ body }: Exchange, at: string): string {
  const value = valueAt(body, at);
  if (isEmpty(value)) return '';
  return typeof value === 'object' ? something : textOf(value);
}

const isEmpty = (value: Json | undefined): boolean =>
  isNothing(value) || (typeof value === 'object' && Object.keys(value).length === 0);

/** The answers in which a place says something else than in lists with records; none where it tells no refusals. */
function refusedBy(
  at: string,
  answered: readonly Exchange[],
  lists: readonly Exchange[],
): ReadonlySet<Exchange> {
  const none = new Set<Exchange>();
  const usual = commonest(lists.map((by) => saidAt(by, at)));
  if (usual === undefined) return none;
  // A list without items has found nothing.
  const isGood = (by: Exchange) => saidAt(by, at) === usual || (usual === something && listsAt(by, at));
  const refused = answered.filter((by) => !isGood(by));
  const asked = answered.filter(({ endpoint }) => endpoint !== undefined);
  const mixed = [...grouped(asked, ({ endpoint }) => endpoint!.name).values()].filter(
    (own) => !own.every(isGood),
  );
  const tells =
    mixed.length > 0 && refused.length > 1 && mixed.every((own) => lackWhatOthersHave(own, isGood, at));
  return tells ? new Set(refused) : none;
}

/** @param at where it is told which are good */
function lackWhatOthersHave(
  own: readonly Exchange[],
  isGood: (by: Exchange) => boolean,
  at: string,
): boolean {
  const bodiesOf = (some: readonly Exchange[]) => some.map(({ body }) => body as JsonObject);
  const [good, refused] = [bodiesOf(own.filter(isGood)), bodiesOf(own.filter((by) => !isGood(by)))];
  const isRead = own[0]!.method === 'GET';
  const [first] = good;
  if (first === undefined) return false;
  // A list may find nothing.
  const common = Object.keys(first).filter(
    (name) =>
      good.every((body) => Object.hasOwn(body, name)) &&
      good.filter((body) => !isEmpty(body[name])).length * 2 > good.length,
  );
  const holding = common.filter((name) =>
    good.every((body) => typeof body[name] === 'object' && body[name] !== null),
  );
  const needed = holding.length > 0 ? holding : common;
  // What stands under the same name and has none of its members is something else, unless these are what tells it.
  const namesAt = (name: string) => new Set(good.flatMap((body) => namesOf(body[name])));
  const known = new Map(needed.map((name) => [name, namesAt(name)]));
  const isLacking = (body: JsonObject, name: string) =>
    isEmpty(body[name]) ||
    (!isWithin(at, pointerTo('', name)) &&
      known.get(name)!.size > 0 &&
      isObject(body[name]) &&
      !namesOf(body[name]).some((one) => known.get(name)!.has(one)));
  const lacking = refused.every(
    (body) => needed.filter((name) => isLacking(body, name)).length * 2 > needed.length,
  );
  const size = (bodies: readonly JsonObject[]) =>
    bodies.reduce((sum, body) => sum + leavesOf(body).length, 0) / bodies.length;
  // Of a record that is read a refusal tells less than the record.
  return needed.length > 0 && lacking && (!isRead || size(refused) < size(good));
}

const namesOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Requests that came soon after others and were refused for one reason, though each was accepted before as it is. */
function limitedOf(
  at: string,
  refused: ReadonlySet<Exchange>,
  exchanges: readonly Exchange[],
): ReadonlySet<Exchange> {
  const again = refusedSoon(refused, exchanges);
  const limits = [...grouped(refused, (by) => saidAt(by, at)).values()].filter(
    (all) => all.length > 1 && all.every((by) => again.has(by)),
  );
  return new Set(limits.flat());
}

/** What a service says that is too busy: to those who ask too often, if it never says so otherwise. */
function busyIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const busy = new Set(exchanges.filter(({ interaction }) => interaction.response.status === 503));
  if (busy.size < 2) return new Set();
  const read = exchanges.filter(({ ok, method }) => ok && method === 'GET').map(keyOf);
  return refusedSoon(busy, exchanges, read).size === busy.size ? busy : new Set();
}

/** So many requests in a row that were answered tell that somebody hurries. */
const hurried = 3;

/** The reads that were refused, by whatever status, right after the same ones were answered in a row, and answered again later. */
function stoppedIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const stopped = new Set<Exchange>();
  let answered = 0;
  exchanges.forEach((by, step) => {
    const before = exchanges[step - 1];
    const isSame = (other: Exchange) => keyOf(other) === keyOf(by);
    if (before === undefined || !isSame(before) || by.at - before.at >= 1000) answered = 0;
    if (by.ok) answered += 1;
    const { request, response } = by.interaction;
    const isRefusal = !by.ok && by.method === 'GET' && response.status < 500 && request.keyless !== true;
    if (!isRefusal || answered < hurried) return;
    if (exchanges.slice(step).some((other) => other.ok && isSame(other))) stopped.add(by);
  });
  return stopped;
}

/**
 * Of refused requests those that came soon after others, and were accepted before as they are.
 * @param known keys of those that are known to be accepted from the first request on
 */
function refusedSoon(
  refused: ReadonlySet<Exchange>,
  exchanges: readonly Exchange[],
  known: readonly string[] = [],
): ReadonlySet<Exchange> {
  const accepted = new Set(known);
  const again = new Set<Exchange>();
  exchanges.forEach((by, step) => {
    if (!refused.has(by) && by.ok) accepted.add(keyOf(by));
    const before = exchanges[step - 1];
    const isSoon = before !== undefined && by.at - before.at < 1000;
    if (isSoon && refused.has(by) && accepted.has(keyOf(by)) && by.interaction.request.keyless !== true)
      again.add(by);
  });
  return again;
}
