// A service that changed in mid-session: from some moment on, all answers of a kind have another form than all before. One
// version is learned from, the later one; a mixture of both was never served.
import { isObject, kindOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { pointerTo } from '../../http/pointer.ts';
import { isNamedBy, membersNamed } from '../../dialect/stated-names.ts';
import { readExchanges } from '../read-exchanges.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { findPlaces, idOf, isListed, itemsIn } from '../find-records.ts';
import type { Places } from '../find-records.ts';

export interface VersionChange {
  /** The first answer of the later version. */
  readonly at: string;
  readonly interaction: string;
  /** In which answers, such as `listListings`. */
  readonly where: string;
  /** Places that went, and places that came, such as `/price (string)`. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** How many interactions of the earlier version are left out. */
  readonly earlier: number;
}

interface LatestVersion {
  readonly recordings: readonly NamedRecording[];
  readonly change: VersionChange | undefined;
}

/** What one answer, or one record in it, looks like. */
interface Look {
  readonly step: number;
  readonly by: Exchange;
  /** Tells records apart; for whole answers each counts as one. */
  readonly id: string;
  /** Places with the kinds of what stands there. */
  readonly places: ReadonlyMap<string, string>;
}

/** Fewer than this on either side tell nothing. */
const least = 3;

export function latestVersion(recordings: readonly NamedRecording[]): LatestVersion {
  const exchanges = readExchanges(recordings);
  const places = findPlaces(exchanges);
  const changes = [...looks(exchanges, places)].flatMap(([where, own]) => {
    const found = boundary(own.records, true) ?? boundary(own.answers, false);
    return found === undefined ? [] : [{ where, ...found }];
  });
  const last = changes.sort((a, b) => b.before - a.before)[0];
  if (last === undefined) return { recordings, change: undefined };
  const kept = new Set(exchanges.slice(last.before + 1).map(({ interaction }) => interaction));
  const { where, by, gone, come } = last;
  return {
    recordings: recordings.map(({ name, recording }) => ({
      name,
      recording: { ...recording, interactions: recording.interactions.filter((one) => kept.has(one)) },
    })),
    change: { at: by.interaction.at, interaction: by.id, where, gone, come, earlier: last.before + 1 },
  };
}

interface Group {
  readonly records: Look[];
  readonly answers: Look[];
}

/** Answers to requests of one kind, those with other parameters apart: a parameter may ask for another form. */
function looks(exchanges: readonly Exchange[], places: Places): Map<string, Group> {
  const groups = new Map<string, Group>();
  exchanges.forEach((by, step) => {
    // Errors differ by what is wrong with a request, so that they tell nothing here.
    if (by.endpoint === undefined || by.body === undefined || !by.ok) return;
    const where = `${by.endpoint.name}${parameters(by)}`;
    const group = groups.get(where) ?? { records: [], answers: [] };
    groups.set(where, group);
    const kind = by.endpoint.of;
    const list = places.lists[by.endpoint.name];
    if (isListed(by)) {
      for (const { record } of itemsIn(by.body, list)) {
        group.records.push({ step, by, id: idOf(record, places.ids[kind]) ?? '', places: placesIn(record) });
      }
    } else if (by.method === 'GET')
      group.records.push({ step, by, id: by.recordId, places: placesIn(by.body) });
    group.answers.push({ step, by, id: String(step), places: placesIn(by.body, list?.at) });
  });
  return groups;
}

function parameters({ query }: Exchange): string {
  const names = [...new Set(query.keys())].sort();
  return names.length === 0 ? '' : `?${names.join('&')}`;
}

/** The members of a value with their kinds; null is no kind, as any member may be null at times. */
function placesIn(
  value: Json,
  except?: string,
  at = '',
  into = new Map<string, string>(),
): Map<string, string> {
  if (at === except) into.set(at, 'list');
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) placesIn(item, except, pointerTo(at, name), into);
  else if (value !== null) into.set(at, kindOf(value));
  return into;
}

/**
 * Whether a parameter was sent with other values from there on, each again and again or only once: it may ask for the other form.
 * Values that are new each time, such as cursors, do not.
 */
function isAskedFor(early: readonly Look[], late: readonly Look[]): boolean {
  return [...early[0]!.by.query.keys()].some((name) => {
    const [before, after] = [valuesAsked(early, name), valuesAsked(late, name)];
    return before.isChosen && after.isChosen && [...before.values].every((value) => !after.values.has(value));
  });
}

/** Whether each request from there on names by a parameter a member that came, and not each before; or the other way round. */
function isNamed(early: readonly Look[], late: readonly Look[], { gone, come }: Cut): boolean {
  const isBy = (side: readonly Look[], token: string) => side.every(({ by }) => names(by, token));
  return (
    come.some((token) => isBy(late, token) && !isBy(early, token)) ||
    gone.some((token) => isBy(early, token) && !isBy(late, token))
  );
}

/** Whether a parameter names a member: `fields=id,price` names `/price (number)`. */
function names({ query }: Exchange, token: string): boolean {
  const member = token.slice(0, token.lastIndexOf(' '));
  return [...query.values()].some((value) => isNamedBy(membersNamed(value), member));
}

/** The values that a parameter has in requests, and whether there is one alone or some come again. */
function valuesAsked(side: readonly Look[], name: string) {
  const asked = new Map(side.map(({ step, by }) => [step, by.query.getAll(name).join()]));
  const values = new Set(asked.values());
  return { values, isChosen: asked.size === 1 || values.size < asked.size };
}

/** What goes and what comes somewhere, such as `/price (number)`. */
interface Cut {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

interface Boundary extends Cut {
  /** The last step of the earlier version. */
  readonly before: number;
  readonly by: Exchange;
}

/**
 * Where places that all had until then are gone for good, or others come that none had.
 * @param isRecord some record must have been shown in both forms
 */
function boundary(own: readonly Look[], isRecord: boolean): Boundary | undefined {
  if (own.length < 2 * least) return undefined;
  const tokens = new Map<string, { first: number; last: number; count: number }>();
  own.forEach(({ places }, at) => {
    for (const [place, kind] of places) {
      const token = `${place} (${kind})`;
      const known = tokens.get(token);
      if (known === undefined) tokens.set(token, { first: at, last: at, count: 1 });
      else Object.assign(known, { last: at, count: known.count + 1 });
    }
  });
  const cuts = new Map<number, { gone: string[]; come: string[] }>();
  const note = (at: number, which: 'gone' | 'come', token: string) => {
    const cut = cuts.get(at) ?? { gone: [], come: [] };
    cut[which].push(token);
    cuts.set(at, cut);
  };
  for (const [token, { first, last, count }] of tokens) {
    if (count !== last - first + 1) continue;
    if (first === 0 && last < own.length - 1) note(last + 1, 'gone', token);
    if (first > 0 && last === own.length - 1) note(first, 'come', token);
  }
  const telling = [...cuts].filter(([at, { gone, come }]) => {
    const [early, late] = [own.slice(0, at), own.slice(at)];
    if (early.at(-1)!.step === late[0]!.step) return false;
    const [before, after] = [early, late].map((side) => new Set(side.map(({ id }) => id)));
    if (before!.size < least || after!.size < least) return false;
    // Members alone may come and go with what a record is; one in place of another is a change of the service.
    if (gone.length === 0 || come.length === 0) return false;
    if (isAskedFor(early, late) || isNamed(early, late, { gone, come })) return false;
    return !isRecord || [...before!].some((id) => after!.has(id));
  });
  const latest = telling.sort(([a], [b]) => a - b).at(-1);
  if (latest === undefined) return undefined;
  const [at, { gone, come }] = latest;
  return { before: own[at - 1]!.step, by: own[at]!.by, gone, come };
}
