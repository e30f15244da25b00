// The errors of a service. What is to blame for a refusal is what the refused request has and no accepted one had; the
// answer is then explained like any other, so that it can be told again with other values. What is told otherwise for all
// that is told again to the very same request.
import {
  isList,
  isNothing,
  isObject,
  jsonIn,
  mapMembers,
  numberOf,
  textOf,
} from '../../../http/exact-json.ts';
import type { Json, JsonObject } from '../../../http/exact-json.ts';
import { isWithin, pointerTo, valueAt, withValueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { endpointOf } from '../../../spec/router.ts';
import { isUnseen, learnStates, listingAt, recordOf, wasInState } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { Dialect } from '../../../dialect/dialect.ts';
import { alongside, mergeErrors } from '../../../dialect/several-errors.ts';
import { withShares } from '../../../dialect/shares.ts';
import { isToldFor, takenOfSister } from '../../../dialect/refusal-words.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { areSisters, causes } from '../../../dialect/causes.ts';
import { asCrossed, objectionsTo, onceKey, requestDigest } from '../../../dialect/objections.ts';
import type { Cause } from '../../../dialect/causes.ts';
import type { KnownRecords, Objection } from '../../../dialect/objections.ts';
import {
  addSentPlaces,
  addAllNames,
  addLeaves,
  addObjection,
  addSubject,
  leafTexts,
  leavesOf,
  namesOf,
  sentLeaves,
} from '../../../dialect/known-facts.ts';
import type { Accepted, DialectForm, ErrorForm, WriteForm } from '../../../dialect/profile-form.ts';
import { fill, sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { holeMark } from '../../explain/sample.ts';
import type { Guess } from '../../explain/explain.ts';
import { numeric } from '../../../dialect/template-filters.ts';
import type { Sample } from '../../explain/sample.ts';
import { joinedIn, namesTold, sentencesIn } from './joined-sentences.ts';
import type { Joined } from './joined-sentences.ts';
import { lengthFacts } from '../../../dialect/select-page.ts';
import { isKeyless, isWrite, placeAsked, toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped, inOrder } from '../../groups.ts';
import { countOf, errorForms, fits } from './error-forms.ts';
import { addHeaderFacts, askedBy, requestFacts, situationOf, writtenBy } from '../records/request-facts.ts';
import { haveSameForm, listingsByKey, recordKey } from '../records/sightings.ts';
import type { Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';
import { hiddenListings } from '../pages/usual-list.ts';
import { gives } from '../pages/walks.ts';

export interface LearnedErrors {
  readonly errors: readonly ErrorForm[];
  readonly accepted: readonly Accepted[];
  readonly order: readonly Cause[];
  readonly tellsAll: boolean;
  readonly together: DialectForm['together'];
  readonly refusals: readonly Refusal[];
  readonly guesses: readonly (Guess & { readonly cause: Cause })[];
}

/** What of a request is wrong before it has found its endpoint. */
function outerObjections(by: Exchange, served: ReadonlySet<string>): Objection[] {
  if (by.isLimited) return [{ cause: 'rate' }];
  if (by.status >= 500) return [{ cause: 'server' }];
  if (isKeyless(by)) return [{ cause: 'key-missing' }];
  if (by.status === 401) return [{ cause: 'key-wrong' }];
  if (by.endpoint !== undefined)
    return by.status === 404 && !served.has(waysOf(by.path)) ? [{ cause: 'path-unknown' }] : [];
  const others = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'].some(
    (method) => endpointOf(method, by.path) !== undefined,
  );
  return [{ cause: others ? 'method-unknown' : 'path-unknown' }];
}

/** Whether a request went to an endpoint that the service has beside those of the specification: it took others there. */
function isBeside({ exchanges }: States): (by: Exchange) => boolean {
  const taken = new Set(
    exchanges.flatMap((by) => (by.ok && by.endpoint === undefined ? [placeAsked(by)] : [])),
  );
  return (by) => by.endpoint === undefined && taken.has(placeAsked(by));
}

/** The version that a path begins with, and whether it ends with a slash: not every service takes each (§9). */
const waysOf = (path: string) => `${path.split('/')[1]} ${path.endsWith('/')}`;

/** The ways of the paths at which endpoints were found. */
const servedWays = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ ok, endpoint, path }) => (ok && endpoint !== undefined ? [waysOf(path)] : [])),
  );

/** By exchange, what was known before it. */
function knownIn(states: States, dialect: Dialect): (step: number) => KnownRecords {
  const { writes, lists } = dialect.form;
  const done = writesDone(states.exchanges, writes);
  const hidden = hiddenListings(states, lists.listListings?.query);
  const asWritten = listingsWritten(states, dialect);
  return (step) => {
    const listings = new Map<string, Json | undefined>();
    return {
      listing: (id) => {
        if (!listings.has(id))
          listings.set(id, withShares(asWritten(step, id), dialect.form.records.listing));
        return listings.get(id);
      },
      isHidden: (id) => hidden.has(id),
      tag: (id) => states.tag(step, id),
      strategy: states.strategyNamed,
      all: (kind) => states.all(kind),
      done: done(step),
    };
  };
}

/** A listing before an exchange: as it was shown last, and as the writes left it that came since. */
function listingsWritten(states: States, dialect: Dialect): (step: number, id: string) => Json | undefined {
  const written = grouped(states.writes, ({ by, id }) => recordKey(by, id));
  const shown = listingsByKey(states.sightings);
  const strategies = states.all('strategy');
  // What a write leaves is the same whatever comes after it.
  const left = new Map<Write, Json>();
  const leftBy = (write: Write, known: Json): Json => {
    const record = left.get(write) ?? writtenBy(write, known, dialect, strategies);
    left.set(write, record);
    return record;
  };
  return (step, id) => {
    const record = listingAt(step, id, states);
    const key = recordKey(states.exchanges[step]!, id);
    const last = shown.get(key)?.findLast((one) => one.step < step)?.step;
    if (record === undefined || last === undefined) return record;
    return (written.get(key) ?? [])
      .filter((one) => one.step > last && one.step < step)
      .reduce((known, write) => leftBy(write, known), record);
  };
}

/** By exchange, the digests of the writes that were done with keys before it. */
function writesDone(
  exchanges: readonly Exchange[],
  writes: DialectForm['writes'],
): (step: number) => KnownRecords['done'] {
  const all = exchanges.flatMap((by, step) => {
    const asked = by.ok && by.endpoint !== undefined ? askedBy(by) : undefined;
    const key = asked && onceKey(asked, writes);
    return key === undefined ? [] : [{ key, step, digest: requestDigest(asked!) }];
  });
  const byKey = grouped(all, ({ key }) => key);
  return (before) => (key) => byKey.get(key)?.findLast(({ step }) => step < before)?.digest;
}

const keyOf = ({ cause, param }: Pick<Objection, 'cause' | 'param'>, endpoint: string | undefined) =>
  `${cause} ${param ?? ''} ${endpoint ?? ''}`;

export function learnErrors(states: States, form: DialectForm): LearnedErrors {
  const { exchanges } = states;
  const accepted = new Map<string, Accepted>();
  const refused: { by: Exchange; step: number; all: readonly Objection[] }[] = [];
  // What an answer gave is no unknown token, though nothing may tell what it is made of.
  const isGiven = ({ value }: Objection, before: number) =>
    typeof value === 'string' && exchanges.slice(0, before).some((by) => by.ok && gives({ by }, value));
  const knownAt = knownIn(states, new Dialect(form));
  const served = servedWays(exchanges);
  const isOther = isBeside(states);
  exchanges.forEach((by, step) => {
    if (by.isFile || by.method === 'OPTIONS' || by.status === 304) return;
    const outer = outerObjections(by, served);
    const isUnknown = outer.some(({ cause }) => cause === 'path-unknown' || cause === 'method-unknown');
    if (isUnknown && isOther(by)) return;
    const asked = by.endpoint && askedBy(by);
    const inner =
      asked === undefined || outer.length > 0
        ? []
        : objectionsTo(asked, form, knownAt(step)).filter(
            (one) => one.cause !== 'token-unknown' || !isGiven(one, step),
          );
    if (!by.ok) {
      const isMoved = by.status >= 300 && by.status < 400;
      if (!isMoved || isWrite(by)) refused.push({ by, step, all: [...outer, ...inner] });
      return;
    }
    if (asked === undefined) return;
    for (const objection of [...outer, ...inner]) {
      const id = keyOf(objection, asked.endpoint);
      const { cause, param } = objection;
      const seen = (accepted.get(id)?.seen ?? 0) + 1;
      accepted.set(id, { cause, on: asked.endpoint, param, seen });
    }
  });

  // An objection that an accepted request had as well is not to blame.
  const tellsKey = refused.some(({ by }) => by.status === 401 && !isKeyless(by));
  // What is gone (410, RFC 9110 §15.5.11) was there: that tells nothing of ids that never were, where these are refused otherwise.
  const tellsUnknown = refused.some(
    ({ by, all }) => by.status === 404 && all.some(({ cause }) => cause === 'id-unknown'),
  );
  const isGone = ({ status }: Exchange, { cause }: Objection) =>
    tellsUnknown && status === 410 && cause === 'id-unknown';
  const open = refused.map(({ by, step, all }): Refusal => {
    const candidates = all.filter(
      (one) =>
        !accepted.has(keyOf(one, by.endpoint?.name)) &&
        !(isUnseen(one) && namesAnother(by, one)) &&
        !isGone(by, one),
    );
    // Where nothing is wrong with a read that asked for nothing special, its key was, unless that is told otherwise.
    const isDueToKey =
      candidates.length === 0 &&
      !tellsKey &&
      (by.status === 403 ||
        (by.method === 'GET' &&
          by.endpoint !== undefined &&
          by.status < 404 &&
          !by.prefers.has('prefer') &&
          all.length === 0));
    const own = isDueToKey ? [{ cause: 'key-wrong' as const }] : candidates;
    return { by, step, candidates: own, blamed: own.length === 1 ? own[0] : undefined };
  });
  const known = errorFactsIn(form, states);
  const parts = open.map(partsOf);
  const explained = withRequests(
    learnStates(
      parts.flatMap((one) => one.refusals),
      states,
      form,
    ),
    exchanges,
  );
  const alone = explained.filter(({ candidates }) => candidates.length === 1);
  const taken = [...accepted.values()];
  const alike = answeredAlike(explained, states);
  const first = errorForms(alone, known, taken, alike).errors;
  const isTakenOfSister = (objection: Objection, { endpoint }: Exchange) =>
    takenOfSister(taken, objection, endpoint?.name ?? 'any');
  const crossed = (objection: Objection, by: Exchange, step: number) =>
    asCrossed(by.sent ?? null, objection, form, recordOf('record', by, step, states));
  const refusals = explained.map((refusal) =>
    refusal.candidates.length < 2 || refusal.blamed !== undefined
      ? refusal
      : { ...refusal, blamed: blame(refusal, first, alone, known, isTakenOfSister, crossed) },
  );
  const { errors, guesses } = errorForms(refusals, known, taken, alike);
  const split = parts.filter(({ at }) => at !== undefined);
  const { order, tellsAll } = orderOf(refusals, errors, known, states, form);
  return {
    errors,
    accepted: taken,
    order,
    tellsAll: tellsAll || split.length > 0,
    refusals,
    guesses,
    together: learnTogether(split, alone, known),
  };
}

/** Two accepted requests to each endpoint that refuses others with the same status. */
function answeredAlike(refusals: readonly Refusal[], { exchanges }: States): Refusal[] {
  const keyOf = ({ endpoint, status }: Exchange) => `${endpoint?.name} ${status}`;
  const refused = new Set(refusals.map(({ by }) => keyOf(by)));
  const alike = exchanges.flatMap((by, step): Refusal[] =>
    by.ok && by.endpoint !== undefined && refused.has(keyOf(by))
      ? [{ by, step, candidates: [], blamed: undefined }]
      : [],
  );
  return [...grouped(alike, ({ by }) => keyOf(by)).values()].flatMap((own) => own.slice(0, 2));
}

/** Whether an answer names another field that was sent, and not that to which there is an objection. */
function namesAnother({ body, sent }: Exchange, { param = '' }: Objection): boolean {
  const told = new Set(leafTexts(body));
  const isTold = (place: string) => told.has(namesOf(place).at(-1) ?? '');
  return !isTold(param) && sentLeaves(sent).some(([at]) => isTold(at));
}

/**
 * The objection to the field or parameter that an answer names, by its place, by the end of that or by its name alone, and
 * rather so than in a sentence; undefined where none or several are.
 */
function namedIn({ body, sent }: Exchange, objections: readonly Objection[]): Objection | undefined {
  const texts = new Set(body === undefined ? [] : [...textsIn(body, sent)]);
  const whole = new Set([...texts].flatMap(endsOf));
  const words = new Set(
    [...texts].flatMap((text) =>
      /\s/.test(text)
        ? text.split(/[\s,;:(){}"'`]+/).flatMap((word) => endsOf(word.replace(/[.!?]+$/, '')))
        : [],
    ),
  );
  const steps = objections.map(({ param = '' }) => namesOf(param));
  for (let length = Math.max(0, ...steps.map((own) => own.length)); length > 0; length -= 1)
    for (const told of [whole, words]) {
      const found = objections.filter(
        ({ param }, at) =>
          param !== undefined && steps[at]!.length >= length && told.has(steps[at]!.slice(-length).join('.')),
      );
      if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    }
  return undefined;
}

/** A place in a body, however it is written (`/bounds/min`, `bounds[min]`, `$.bounds.min`), as `bounds.min` and as `min`. */
function endsOf(place: string): string[] {
  const steps = place.replace(/[[/]['"]?([^\]'"/]*)['"]?\]?/g, '.$1').split('.');
  return steps.map((_, at) => steps.slice(at).join('.'));
}

/** The texts in an answer, and the names of its members, without the body that was sent where that is told again. */
function* textsIn(value: Json, sent: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield textOf(value);
  else if (typeof value === 'object' && value !== null && !sameValue(value, sent)) {
    // A place may be told as a list of its steps.
    const steps = isList(value) ? value : [];
    if (steps.every((step) => typeof step !== 'object')) yield steps.map(textOf).join('.');
    for (const [name, item] of Object.entries(value)) {
      if (!isList(value)) yield name;
      yield* textsIn(item, sent);
    }
  }
}

/**
 * Of several candidates the one whose error, as it was told elsewhere, is the one told here; else the first that was told
 * nowhere else, in the natural order.
 */
function blame(
  { candidates, by, step }: Refusal,
  forms: readonly ErrorForm[],
  alone: readonly Refusal[],
  known: (refusal: Refusal) => Map<string, Json>,
  isTakenOfSister: (objection: Objection, by: Exchange) => boolean,
  crossed: (objection: Objection, by: Exchange, step: number) => ReturnType<typeof asCrossed>,
): Objection {
  // What is taken of one bound is hardly to blame for the other, nor what was only never seen where something is wrong in itself.
  const isUnlikely = (one: Objection) => Number(isTakenOfSister(one, by)) * 2 + Number(isUnseen(one));
  const ordered = [...candidates].sort((a, b) => isUnlikely(a) - isUnlikely(b) || naturally(a, b));
  const named = namedIn(by, ordered);
  const isToldAs = (blamed: Objection, form: ErrorForm, sent = by.sent) => {
    const facts = addHeaderFacts(known({ by: { ...by, sent }, step, candidates, blamed }), by);
    return (
      form.status === by.status &&
      (fits(form.body, toldBy(by), (name) => facts.get(name)) ||
        fits(form.body, by.body, (name) => asText(facts.get(name))))
    );
  };
  const isCrossed = (one: Objection, form: ErrorForm) => {
    const { sent, objection } = crossed(one, by, step);
    return isToldAs(objection, form, sent);
  };
  const told =
    ordered.find((blamed) =>
      forms.some(
        (form) =>
          (isToldFor({ ...form, on: undefined }, blamed) && isToldAs(blamed, form)) ||
          // Two that cross are told by the lower one, though null was sent for it, or nothing.
          (blamed.cause.startsWith('bound-beyond-') &&
            form.cause === 'bounds-crossed' &&
            isCrossed(blamed, form)),
      ),
    ) ??
    ordered.find((blamed) =>
      forms.some((form) => areSisters(form.cause, blamed.cause) && isToldAs(blamed, form)),
    );
  // A bound for which null or nothing is sent may be left as it was, so that the other one crosses it, however that is named.
  const isLeft =
    (named?.cause === 'field-null' && told?.cause === 'bound-beyond-null') ||
    (named?.cause === 'field-missing' && told?.cause === 'bound-beyond-stored');
  if (named !== undefined && !isTakenOfSister(named, by) && !isLeft) return named;
  if (told !== undefined) return told;
  // What tells of the bound that was left out and of the one that was sent tells that these cross.
  const [beyond, lack] = ['bound-beyond-stored', 'field-missing'].map((cause) =>
    ordered.find((one) => one.cause === cause && namedIn(by, [one]) === one),
  );
  if (beyond !== undefined && lack !== undefined) return beyond;
  const isTold = (one: Objection) => forms.some((form) => isToldFor(form, one, by.endpoint?.name));
  const isToldOtherwise = (one: Objection) =>
    forms.some((form) => areSisters(form.cause, one.cause) && form.status !== by.status);
  // What crosses a bound that stands is told as two that cross are, unless its status is another one.
  const isNotCrossed = ({ cause }: Objection) =>
    cause === 'bound-beyond-stored' &&
    forms.some((form) => form.cause === 'bounds-crossed' && form.status === by.status);
  const open = ordered.filter((one) => !isTold(one) && !isNotCrossed(one));
  const likely = open.find((one) => !isToldOtherwise(one));
  const unknown = likely === undefined || isUnseen(likely) ? open[0] : likely;
  const nearest = (objection: Objection) =>
    Math.max(
      0,
      ...alone
        .filter(({ blamed, by: other }) => blamed?.cause === objection.cause && other.status === by.status)
        .map(({ by: other }) => likeness(other, by)),
    );
  const likeliest = [...ordered].sort((a, b) => nearest(b) - nearest(a))[0]!;
  return nearest(likeliest) > 0.7 || unknown === undefined ? likeliest : unknown;
}

/** In the order in which services look for what is wrong, unless a recording shows another. */
const naturally = (a: Objection, b: Objection) => causes.indexOf(a.cause) - causes.indexOf(b.cause);

/** What was sent as a number may be told as a text. */
const asText = (value: Json | undefined) => (numberOf(value) === undefined ? value : textOf(value));

interface Parts {
  readonly whole: Refusal;
  /** One for each error that the answer tells. */
  readonly refusals: readonly Refusal[];
  /** Where the answer lists its errors, has a member for each or joins their sentences; undefined where it tells one. */
  readonly at: string | undefined;
  /** The fields in the order in which they are told. */
  readonly fields: readonly string[];
  readonly joined: readonly Joined[];
}

/** An answer that tells as many errors as could be told together is taken for as many answers. */
function partsOf(whole: Refusal): Parts {
  const alone = { whole, refusals: [whole], at: undefined, fields: [], joined: [] };
  // What only was never seen may be taken.
  const sure = whole.candidates.filter((one) => !isUnseen(one));
  return partsAmong(whole.candidates, whole) ?? partsAmong(sure, whole) ?? alone;
}

function partsAmong(candidates: readonly Objection[], whole: Refusal): Parts | undefined {
  const ordered = [...candidates].sort(naturally);
  if (ordered.length < 2 || whole.by.body === undefined) return undefined;
  const groups = ordered.map((first) => [
    first,
    ...alongside([first, ...ordered.filter((one) => one !== first)]),
  ]);
  const largest = groups.sort((a, b) => b.length - a.length)[0]!;
  const together = [...largest].sort((a, b) => candidates.indexOf(a) - candidates.indexOf(b));
  if (together.length < 2) return undefined;
  const nameOf = ({ param = '' }: Objection) => lastSegment(param);
  const names = together.map(nameOf);
  const several = severalIn(whole.by.body, '', together);
  const list = several.find((one) => isList(valueAt(whole.by.body, one))) ?? several[0];
  const isMap = list !== undefined && !isList(valueAt(whole.by.body, list));
  const rest = isMap ? withValueAt(whole.by.body, list, null) : whole.by.body;
  const sentences = isMap || list === undefined ? sentencesIn(rest, names) : undefined;
  const at = list ?? sentences?.at;
  if (at === undefined) return undefined;
  const told = list === undefined ? sentences!.parts : (valueAt(whole.by.body, list) as JsonObject);
  const all = Object.entries(told);
  // What is told beside the members of the first field alone, or of all fields, is told of none of the others.
  const beside = isMap && sentences === undefined ? lettersIn(JSON.stringify(rest)) : '';
  if (together.some((one) => beside.includes(lettersIn(nameOf(one))))) return undefined;
  const isAbout = (item: Json, name: string) =>
    list === undefined ? namesTold(textOf(item), names).includes(name) : isNamed(name, item);
  const places = together.map((objection, index) => {
    const own = all.flatMap(([name, item], place) =>
      (isMap ? isCalledAfter(name, objection) : isAbout(item, nameOf(objection))) ? [place] : [],
    );
    return own.length === 1 || all.length > together.length ? own : [index];
  });
  const fields = [...together]
    .sort((a, b) => places[together.indexOf(a)]![0]! - places[together.indexOf(b)]![0]!)
    .flatMap(({ param }) => param ?? []);
  const isEach = !isMap && all.length === together.length && places.every((own) => own.length === 1);
  const items = all.map(([, item]) => item);
  const joined = sentences === undefined ? (isEach ? joinedIn(whole.by.body, at, items) : []) : [sentences];
  const refusals = together.map((blamed, index): Refusal => {
    const own = places[index]!.map((place) => all[place]!);
    const items = own.map(([, item]) => item);
    const body = joined.reduce(
      (value, { at: beside, parts }) => {
        const part = isMap ? parts.find((one) => isNamed(nameOf(blamed), one)) : parts[places[index]![0]!];
        return withValueAt(value, beside, part!);
      },
      withValueAt(whole.by.body!, at, isMap ? Object.fromEntries(own) : items),
    );
    return {
      by: { ...whole.by, body },
      step: whole.step,
      candidates: [blamed],
      blamed,
      problems: together.length,
    };
  });
  return { whole, refusals, at, fields, joined };
}

const isNamed = (name: string, item: Json) => name !== '' && JSON.stringify(item).includes(name);

/**
 * The lists of as many errors as there are names, or of more, each of which is about one of them; and the objects with a member
 * called after each.
 */
function severalIn(value: Json, at: string, objections: readonly Objection[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const names = objections.map(({ param = '' }) => lastSegment(param));
  const isOfOne = (item: Json) => names.filter((name) => isNamed(name, item)).length === 1;
  const isForEach = isList(value)
    ? value.every(isError) &&
      !areResults(value) &&
      (members.length === names.length ||
        (members.length > names.length &&
          value.every(isOfOne) &&
          names.every((name) => value.some((item) => isNamed(name, item)))))
    : members.length === names.length &&
      objections.every((one) => members.filter(([own]) => isCalledAfter(own, one)).length === 1);
  if (isForEach) return [at];
  return members.flatMap(([name, item]) => severalIn(item, pointerTo(at, name), objections));
}

/** Whether an item of a list may tell an error: a word alone does not. */
const isError = (item: Json) => isObject(item) || (typeof item === 'string' && /\s/.test(item));

/** Whether items tell errors or that there are none: some have nothing where others have an object or a list. */
const areResults = (items: readonly Json[]): boolean =>
  Object.keys(items.find(isObject) ?? {}).some((name) => {
    const there = items.map((item) => valueAt(item, pointerTo('', name)));
    return there.includes(null) && there.some((value) => typeof value === 'object' && value !== null);
  });

/** Whether a member is called as a field or its place is, however written: `MinPrice` for `minPrice`, `$.minPrice`, `item.minPrice`. */
const isCalledAfter = (member: string, { param = '' }: Objection): boolean =>
  param !== '' && [lastSegment(param), param].some((name) => lettersIn(member) === lettersIn(name));

/** What stands around a list of several errors. */
function learnTogether(
  split: readonly Parts[],
  alone: readonly Refusal[],
  known: (refusal: Refusal) => Map<string, Json>,
): DialectForm['together'] {
  // Members called after fields stand in any order: merging them is enough, but for a sentence that joins them.
  const lists = split.filter(
    ({ whole, at, joined }) => isList(valueAt(whole.by.body, at!)) || joined.length > 0,
  );
  const [one] = lists;
  if (one?.at === undefined) return undefined;
  const { at } = one;
  const sampleOf = (refusal: Refusal): Sample => ({
    value: withValueAt(refusal.by.body!, at, `${holeMark}{errors}`),
    facts: addHeaderFacts(known(refusal), refusal.by),
  });
  const samples = lists.flatMap(({ whole: { by, step }, refusals, at: own }) =>
    own === at ? [sampleOf({ ...refusals[0]!, by, step })] : [],
  );
  // What stands around errors that are told alone stands around several.
  const sisters = alone.flatMap((refusal) =>
    isList(valueAt(refusal.by.body, at))
      ? [{ ...sampleOf(refusal), sister: refusal.candidates[0]!.cause }]
      : [],
  );
  const { template } = explain([...samples, ...sisters]);
  const textsOf = (which: 'begins' | 'ends') => {
    const all = one.joined.flatMap((own) =>
      own[which] === undefined ? [] : [[own.at, own[which]] as const],
    );
    return all.length === 0 ? undefined : Object.fromEntries(all);
  };
  return template === undefined
    ? undefined
    : {
        at,
        // What stands around them at one endpoint says nothing of what does at another.
        ...(areFramedAlike(lists) && { body: template }),
        fields: inOrder(lists.map(({ fields }) => fields)),
        ...(one.joined.length > 0 && {
          joins: Object.fromEntries(one.joined.map((joined) => [joined.at, joined.between])),
        }),
        begins: textsOf('begins'),
        ends: textsOf('ends'),
      };
}

/** Whether the answers of all endpoints have the same members around their errors. */
const areFramedAlike = (lists: readonly Parts[]): boolean =>
  new Set(
    lists.map(({ whole: { by } }) =>
      Object.keys(by.body as JsonObject)
        .sort()
        .join(),
    ),
  ).size === 1;

/** How many words two answers share, from 0 to 1. */
function likeness(a: Exchange, b: Exchange): number {
  const words = ({ body, text }: Exchange) =>
    new Set((body === undefined ? (text ?? '') : JSON.stringify(body)).split(/\W+/));
  const [x, y] = [words(a), words(b)];
  const shared = [...x].filter((word) => y.has(word)).length;
  return shared / Math.max(1, x.size + y.size - shared);
}

/** What nothing explains is due to the very request, unless that was accepted at another time. */
function withRequests(refusals: readonly Refusal[], exchanges: readonly Exchange[]): Refusal[] {
  const accepted = acceptedRequests(exchanges);
  return refusals.map((refusal) =>
    refusal.candidates.length > 0 || refusal.by.endpoint === undefined || accepted.has(digestOf(refusal.by))
      ? refusal
      : dueToRequest(refusal),
  );
}

const digestOf = (by: Exchange) => requestDigest(askedBy(by));

const acceptedRequests = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(exchanges.flatMap((by) => (by.ok && by.endpoint !== undefined ? [digestOf(by)] : [])));

function dueToRequest({ by, step }: Pick<Refusal, 'by' | 'step'>): Refusal {
  const is = digestOf(by);
  const blamed: Objection = { cause: 'unexplained', param: is, when: { of: 'request', at: '/digest', is } };
  return { by, step, candidates: [blamed], blamed };
}

/**
 * What was learned, with the refusals that it tells otherwise than they were told: these are told again to the very same
 * requests.
 * @param form all that was learned
 */
export function withRetold(learned: LearnedErrors, form: DialectForm, states: States): LearnedErrors {
  const { exchanges } = states;
  const dialect = new Dialect(form);
  const accepted = acceptedRequests(exchanges);
  const knownAt = knownIn(states, dialect);
  const served = servedWays(exchanges);
  const steps = learned.refusals.flatMap(({ by, step, blamed }) => {
    const isOuter =
      by.endpoint === undefined || outerObjections(by, served).length > 0 || blamed?.cause === 'key-wrong';
    return isOuter || accepted.has(digestOf(by)) ? [] : [step];
  });
  const asked = grouped([...new Set(steps)], (step) => digestOf(exchanges[step]!));
  // What is told so at another time depends on more than the request.
  const retold = [...asked.values()]
    .filter((own) => !own.some((step) => isTold(dialect, exchanges[step]!, knownAt(step))))
    .flatMap((own) => own.map((step) => dueToRequest({ by: exchanges[step]!, step })));
  if (retold.length === 0) return learned;
  const refusals = [...learned.refusals, ...retold];
  const known = errorFactsIn(form, states);
  const again = errorForms(refusals, known, learned.accepted, answeredAlike(refusals, states));
  const isOwn = ({ cause }: { readonly cause: Cause }) => cause === 'unexplained';
  return {
    ...learned,
    refusals,
    errors: [...learned.errors.filter((one) => !isOwn(one)), ...again.errors.filter(isOwn)],
    guesses: [...learned.guesses.filter((one) => !isOwn(one)), ...again.guesses.filter(isOwn)],
  };
}

/** Whether a request is refused as it was, but for what each answer says anew. */
function isTold(dialect: Dialect, by: Exchange, known: KnownRecords): boolean {
  const tell = (now: number, answer: string) => {
    const situation = { ...situationOf(by), now, answer };
    const objections = dialect.objections(situation, known);
    if (objections.length === 0) return undefined;
    const told = dialect.refuse(situation, objections, known.listing(by.recordId), known);
    return 'undecided' in told || told.status !== by.status ? undefined : told.body;
  };
  const [told, again] = [tell(by.at, '1'), tell(by.at + 1e9, '2')];
  if (told === undefined || again === undefined) return false;
  const read = (text: string | null) => (by.body === undefined ? text : jsonIn(text ?? ''));
  return isSameBut(read(told), read(again), toldBy(by));
}

/** Whether a value is what was told, but for what is told otherwise again. */
function isSameBut(told: Json | undefined, again: Json | undefined, value: Json | undefined): boolean {
  if (isNothing(told) || isNothing(value)) return isNothing(told) && isNothing(value);
  if (typeof told !== 'object' || typeof value !== 'object')
    return !sameValue(told, again) || sameValue(told, value);
  const [names, others] = [Object.keys(told), Object.keys(value)];
  const at = (of: Json | undefined, name: string) =>
    isObject(of) || isList(of) ? (of as Record<string, Json>)[name] : undefined;
  return (
    isList(told) === isList(value) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(value, name) && isSameBut(at(told, name), at(again, name), at(value, name)),
    )
  );
}

/** By refusal, what was known when the request was refused. */
function errorFactsIn(form: DialectForm, states: States): (refusal: Refusal) => Map<string, Json> {
  const rounded = mapMembers(form.writes, (write) => roundedBy(write.sets));
  return (refusal) => {
    const facts = errorFacts(refusal, form, states);
    // An amount is told as writes round it.
    for (const hole of rounded[refusal.by.endpoint?.name ?? ''] ?? []) {
      const value = fill(`{${hole}}`, (name) => facts.get(name));
      if (value !== undefined && value !== null) facts.set(hole, value);
    }
    return facts;
  };
}

/** The amounts that a write rounds, as the beginnings of holes. */
const roundedBy = (sets: WriteForm['sets']): readonly string[] =>
  Array.from(JSON.stringify(sets).matchAll(/\{(sent\/[^{}|]+ \| nearest [\d.]+)/g), ([, hole]) => hole!);

function errorFacts(
  { by, step, candidates, blamed, problems }: Refusal,
  { lists, records }: Pick<DialectForm, 'lists' | 'records'>,
  states: States,
): Map<string, Json> {
  const facts = new Map<string, Json>();
  // A state is no field that was sent.
  if (blamed !== undefined) {
    addObjection(facts, blamed.when === undefined ? blamed : { ...blamed, param: undefined }, by.sent);
    addSentPlaces(facts, blamed, by.sentText, by.sent);
    addAllNames(facts, blamed, candidates);
  }
  if (by.endpoint !== undefined) addSubject(facts, by.endpoint.name);
  for (const [name, value] of requestFacts(by)) facts.set(name, value);
  // Which fields were sent that the service does not know is chance: others would be told alike.
  for (const { cause, param } of candidates)
    if (cause === 'field-unknown')
      for (const name of facts.keys()) if (isWithin(name, `sent${param}`)) facts.delete(name);
  if (by.isLimited) for (const [name, value] of by.limits) facts.set(name, value);
  const record = withShares(recordOf('record', by, step, states), records.listing);
  if (by.recordId !== '') addLeaves(facts, 'record', record);
  // That a number of the record is the status of the answer, too, is chance.
  // So is its state where the strategy is to blame.
  const isOther = (value: Json) => blamed?.when?.of === 'strategy' && /^\p{Ll}+$/u.test(textOf(value));
  for (const [name, value] of facts)
    if (name.startsWith('record/') && (textOf(value) === String(by.status) || isOther(value)))
      facts.delete(name);
  const strategy =
    recordOf('strategy', by, step, states) ?? (record === undefined ? undefined : states.strategyOf(record));
  // Its name and what it is may be told; that it has some number or flag is chance.
  for (const [at, leaf] of leavesOf(strategy ?? null))
    if (typeof leaf === 'string' && numeric(leaf) === undefined) facts.set(`strategy${at}`, leaf);
  facts.set('problems', problems ?? countOf(candidates));
  const list = by.endpoint && lists[by.endpoint.name];
  // How long the list is may be told of a page that is not there; that a code is the same number is chance.
  if (list !== undefined && /^(?:size|position|token)-/.test(blamed?.cause ?? ''))
    for (const [name, value] of lengthFacts(states.all(by.endpoint!.of), by.query, list.query))
      facts.set(name, value);
  return facts;
}

/** In which order a service looks for what is wrong, and whether it tells all at once. */
function orderOf(
  refusals: readonly Refusal[],
  errors: readonly ErrorForm[],
  factsOf: (refusal: Refusal) => Map<string, Json>,
  states: States,
  form: DialectForm,
): { order: readonly Cause[]; tellsAll: boolean } {
  let [all, first] = [0, 0];
  const order: Cause[] = [...causes];
  const movedBefore = (cause: Cause, other: Cause) => {
    const [a, b] = [order.indexOf(cause), order.indexOf(other)];
    if (a <= b) return;
    order.splice(a, 1);
    order.splice(b, 0, cause);
  };
  for (const refusal of refusals) {
    const { by, blamed } = refusal;
    // An amount that only was never seen may be one that is taken.
    const candidates = refusal.candidates.filter((one) => one === blamed || !isUnseen(one));
    if (candidates.length < 2) continue;
    const known = [...candidates].sort(naturally).flatMap((objection) => {
      const form = errors.find((one) => isToldFor(one, objection, by.endpoint?.name));
      return form === undefined ? [] : [{ objection, form }];
    });
    if (known.length < 2) continue;
    const told = known
      .filter(({ form }) => form.status === by.status)
      .map(({ objection, form }) => {
        const facts = addHeaderFacts(factsOf({ ...refusal, blamed: objection }), by);
        return { objection, body: fill(form.body, (name) => facts.get(name)) };
      });
    if (told.length === 0) continue;
    const together = [told[0]!.objection, ...alongside(told.map(({ objection }) => objection))];
    const merged = told
      .filter(({ objection }) => together.includes(objection))
      .map(({ body }) => body ?? null)
      .reduce<Json>(mergeErrors, told[0]!.body ?? null);
    const isOne = told.some(({ body }) => sameValue(body, by.body));
    // What sums them up may be told in other words.
    if (!isOne && together.length > 1 && haveSameForm(merged, by.body ?? null)) all += 1;
    const winner = told.find(({ body }) => sameValue(body, by.body));
    if (winner === undefined) continue;
    // What is told in the same words for each says nothing of how many are told.
    const differ = told.some(
      ({ objection, body }) => together.includes(objection) && !sameValue(body, winner.body),
    );
    if (differ) first += 1;
    for (const { objection } of known) movedBefore(winner.objection.cause, objection.cause);
  }
  for (const cause of statesBeforeContent(refusals, states, form)) movedBefore(cause, 'object-empty');
  return { order, tellsAll: all > first };
}

/** Whether it lies in what was sent by itself, whatever there is of records. */
const isOfContent = ({ cause }: Objection) =>
  /^(?:object|field|amount|constant)-|^strategy-malformed/.test(cause);

/** The causes in the state of what is written to that are told though what was sent is wrong in itself, and never the other way round. */
function statesBeforeContent(refusals: readonly Refusal[], states: States, form: DialectForm): Cause[] {
  const conditions = refusals.flatMap(({ blamed }) =>
    blamed?.cause === 'record-state' || blamed?.cause === 'strategy-state' ? blamed : [],
  );
  const isFirst = (cause: Cause) =>
    refusals.some(
      ({ blamed, candidates }) =>
        blamed?.cause === cause && candidates.some((one) => isOfContent(one) && !isUnseen(one)),
    );
  const isLater = ({ when }: Objection) =>
    refusals.some(
      ({ by, step, blamed }) =>
        blamed !== undefined &&
        isOfContent(blamed) &&
        when !== undefined &&
        wasInState(by, step, when, states, form),
    );
  return [...new Set(conditions.map(({ cause }) => cause))].filter(
    (cause) => isFirst(cause) && !conditions.some((one) => one.cause === cause && isLater(one)),
  );
}
