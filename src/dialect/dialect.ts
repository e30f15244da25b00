// A service's way of speaking, put to work: which page a query asks for, what is objected to, what a write does to a record,
// and how each of these is written. It knows no clock, store or world of its own; they are handed in.
import { isObject, isThere, jsonIn, textOf, numberOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { allLeaves, isWithin, parentOf, pointerTo, stepsOf, valueAt, withValueAt } from '../http/pointer.ts';
import { namesTagWeakly } from '../http/http-semantics.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { headerValue } from '../http/message.ts';
import { lastPart, lastSegment } from '../http/parse-url.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { storedOrigin } from '../spec/mock-paths.ts';
import {
  addAllNames,
  addLeaves,
  addObjects,
  addObjection,
  addSubject,
  leafTexts,
  requestFacts,
  addSentPlaces,
} from './known-facts.ts';
import type { RequestKnown } from './known-facts.ts';
import { areSisters, causes, usual } from './causes.ts';
import {
  asCrossed,
  objectionsTo,
  onceKey,
  requestDigest,
  strategyAt,
  strategyPlaceIn,
} from './objections.ts';
import type { Cause } from './causes.ts';
import type { AskedRequest, KnownRecords, Objection } from './objections.ts';
import {
  askedFor,
  besidePaging,
  lengthFacts,
  pageFact,
  pick,
  reveals,
  selectPage,
  backAt,
  tokenAt,
} from './select-page.ts';
import type { Page, Remember } from './select-page.ts';
import { inCase, isNamedSo, listedKind, storedId } from './profile-form.ts';
import type {
  AnswerForm,
  DialectForm,
  ErrorForm,
  ListForm,
  ListName,
  MonitorForm,
  Preferences,
  PreferredForm,
  RecordKind,
  WriteForm,
} from './profile-form.ts';
import { isFlag, isOfThere, isOrder } from './conditions.ts';
import { membersAsked } from './members-asked.ts';
import { namesIn } from './stated-names.ts';
import { headerFacts, headersBut, mergeErrors, view, write } from './render.ts';
import { monitorAnswer, monitorFacts } from './monitor.ts';
import type { Written } from './render.ts';
import { leftBy, wholeSent } from './recorded-record.ts';
import { digest } from './drawn-texts.ts';
import { fill, holesIn, parseHole, sameValue } from './templates.ts';
import type { Resolve } from './template-filters.ts';
import { readMoment } from './time-forms.ts';

/** A request, and what the mock knows when it answers it. */
export interface Situation extends RequestKnown {
  readonly endpoint: EndpointName | undefined;
  readonly contentType: string | undefined;
  readonly ifMatch?: string | undefined;
  /** The header Idempotency-Key. */
  readonly onceKey?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  readonly sentText: string | undefined;
  /** Counts the answers, so that request ids differ. */
  readonly answer: string;
  /** What the limits tell. */
  readonly limits: ReadonlyMap<string, Json>;
  /** How many writes have changed something, this one among them if it is one; undefined where nothing tells it. */
  readonly writes?: number;
}

interface Refused extends Written {
  readonly cause: Cause;
  readonly param: string | undefined;
}

/** What else is known when a record is shown. */
export interface Kin {
  readonly strategies: readonly Json[];
  /** Left out: none are known. */
  readonly listings?: () => readonly Json[];
  /** What an answer showed in place of a name at a place of records, such as a brand in place of its number. */
  readonly object: (place: string, name: Json) => Json | undefined;
}

/** Why a refusal cannot be written: no recording shows how. */
export interface Undecided {
  readonly undecided: true;
  readonly status: number;
  readonly cause: Cause;
  readonly param: string | undefined;
}

/** Whether a refusal tells of what kind a value must be. */
export const tellsKindOfValue = ({ body }: Pick<ErrorForm, 'body'>): boolean =>
  /\b(?:must|should|expected) (?:to )?be (?:\{param\.kind|an? [^.]*\b(?:integer|number|decimal|boolean|date|time|uuid)\b)/i.test(
    JSON.stringify(body),
  );

/**
 * Whether a refusal tells which values a parameter may have, as `must be one of: open, shut` does. What is told of an unknown
 * parameter may tell the names of others.
 */
export const tellsValues = ({ cause, body }: Pick<ErrorForm, 'cause' | 'body'>): boolean =>
  leafTexts(body).some(
    (text) =>
      /\b(?:one (?:or more )?of|values?|allowed|possible|supported)\b[^.{}]*?[\w-]+["'`]?(?:,| or| \|) ["'`]?[\w-]+/i.test(
        text,
      ) &&
      (cause !== 'parameter-unknown' || /\b(?:must|should) be\b|\bvalues?\b/i.test(text)),
  );

/** Whether a body holds members, and none but those that the service does not know. */
function hasStrangersAlone(sent: Json | undefined, objections: readonly Objection[]): boolean {
  const strangers = new Set(
    objections.flatMap(({ cause, param }) => (cause === 'field-unknown' ? param : [])),
  );
  const members = isObject(sent) ? Object.keys(sent) : [];
  return members.length > 0 && members.every((name) => strangers.has(pointerTo('', name)));
}

/** Whether a refusal of what a parameter may be lists this value among those that it may be. */
function listsValue({ cause, body }: ErrorForm, value: Json | undefined): boolean {
  const isOfValues =
    cause === 'parameter-value' || /^unknown (?:parameter|value)$/.test(usual[cause].family ?? '');
  if (!isOfValues || typeof value !== 'string' || !/^\p{L}[\w-]{2,}$/u.test(value)) return false;
  const isListed = new RegExp(`(?<![\\w{.-])${literalPattern(value)}(?![\\w.-])`);
  return leafTexts(body).some((text) => isListed.test(text));
}

/** What says of one value all that the others may be: it is told of one of another kind, or out of the range at its other end, too. */
function tellsKind({ cause, on, body }: ErrorForm, other: Cause, endpoint: EndpointName | 'any'): boolean {
  const says = (words: RegExp) => leafTexts(body).some((text) => /\s/.test(text) && words.test(text));
  const isOfKind = says(/\b(?:integer|whole number|a number|uuid)\b/i);
  if (cause === 'size-too-large')
    return other === 'size-unreadable' ? isOfKind : other.startsWith('size-') && says(/\b[01]\b.*\d{2}/);
  const isOfStrategy = /^field-(?:text|type)$/.test(cause) && on?.includes(endpoint) === true;
  return isOfStrategy && other === 'strategy-malformed' && isOfKind;
}

export class Dialect {
  readonly form: DialectForm;
  readonly #order: ReadonlyMap<Cause, number>;
  /** By token given out, the parameters of the list that it goes on with. */
  readonly #given = new Map<string, string>();

  /** Whether anything is told by how many writes there were. */
  readonly countsWrites: boolean;

  constructor(form: DialectForm) {
    this.form = form;
    this.countsWrites = /\{writes\b/.test(JSON.stringify([form.writes, form.lists]));
    this.#order = new Map([...form.order, ...causes].reverse().map((cause, at) => [cause, -at]));
  }

  /** The query of a request; one with a token alone goes on with the list that gave it. */
  #queryOf({ endpoint, query, recordId, ifModifiedSince }: Situation): URLSearchParams {
    const asked = askedFor(query, recordId === '' ? ifModifiedSince : undefined);
    for (const { name, alone } of this.form.lists[endpoint!]?.query.positions ?? []) {
      const token = alone === true ? asked.get(name) : null;
      for (const [other, value] of new URLSearchParams(
        token === null ? '' : this.#given.get(`${endpoint} ${token}`),
      ))
        if (!asked.has(other)) asked.set(other, value);
    }
    return asked;
  }

  #remember({ endpoint }: Situation, query: URLSearchParams, page: Page): void {
    const form = this.form.lists[endpoint!]!.query;
    const position = form.positions?.find(({ alone }) => alone === true);
    if (position === undefined) return;
    const size = query.get(form.size?.name ?? '');
    const rest = new URLSearchParams(besidePaging(query, form));
    if (size !== null) rest.set(form.size!.name, size);
    const before = Math.max(0, page.from - page.size);
    const tokens = [page.to, before].map((place) =>
      Number.isFinite(place) ? tokenAt(place, position, page) : undefined,
    );
    for (const token of [...tokens, backAt(page.from, position, page)]) {
      if (token === undefined) continue;
      if (this.#given.size > 10_000) this.#given.clear();
      this.#given.set(`${endpoint!} ${token}`, rest.toString());
    }
  }

  #asked(situation: Situation, endpoint: EndpointName): AskedRequest {
    const { recordId, contentType, ifMatch, onceKey, prefers, sentText, sent } = situation;
    const query = this.#queryOf(situation);
    return { endpoint, query, recordId, contentType, ifMatch, onceKey, prefers, sentText, sent };
  }

  /** The key by which a write is done once, and what tells it from others; undefined where it has none. */
  once(situation: Situation): { readonly key: string; readonly digest: string } | undefined {
    const { endpoint } = situation;
    if (endpoint === undefined || this.form.writes[endpoint]?.once === undefined) return undefined;
    const asked = this.#asked(situation, endpoint);
    const key = onceKey(asked, this.form.writes);
    return key === undefined ? undefined : { key, digest: requestDigest(asked) };
  }

  /** What this service objects to, the first that it tells first; whatever was never seen is decided as most services do. */
  objections(situation: Situation, known: KnownRecords): Objection[] {
    const { endpoint } = situation;
    if (endpoint === undefined) return [];
    const asked = this.#asked(situation, endpoint);
    const all = objectionsTo(asked, this.form, known);
    const refused = all.filter((objection) => this.#refuses(objection, endpoint));
    // Where strangers are passed over, a body of nothing else is as an empty one.
    const emptied: Objection = { cause: 'object-empty' };
    const arePassedOver = !refused.some(({ cause }) => cause === 'field-unknown');
    if (arePassedOver && hasStrangersAlone(asked.sent, all) && this.#refuses(emptied, endpoint))
      refused.push(emptied);
    // Of what is wrong with one field, or with an object and what lacks in it, what was seen here goes before what other
    // endpoints refuse.
    const isSeen = (objection: Objection) =>
      this.form.errors.some(({ cause, on }) => cause === objection.cause && on?.includes(endpoint) !== false);
    const seen = refused.flatMap((one) => (isSeen(one) ? (one.param ?? []) : []));
    const isTold = ({ cause, param }: Objection) =>
      cause === 'object-empty' || cause === 'field-empty'
        ? seen.some((place) => isWithin(place, param ?? ''))
        : param !== undefined && seen.includes(param);
    return refused
      .filter((one) => isSeen(one) || !isTold(one))
      .sort((a, b) => this.#order.get(a.cause)! - this.#order.get(b.cause)!);
  }

  #refuses(objection: Objection, endpoint: EndpointName): boolean {
    const { cause, param, value } = objection;
    const accepted = this.form.accepted.filter((one) => one.cause === cause);
    const isAccepted = accepted.some(
      (one) => one.on === endpoint && (one.param === param || one.cause === 'parameter-unknown'),
    );
    if (isAccepted) return false;
    const form = this.#formFor(objection, endpoint);
    if (form !== undefined && listsValue(form, value)) return false;
    // That a state is none says nothing of an id which no record has.
    const isOfMany = ['id', 'many'].includes(this.#filterKind(endpoint, param) ?? '');
    if (cause === 'filter-unknown' && form?.param !== param && isOfMany) return false;
    // Nor does of what kind the value of one parameter must be, where others that mean nothing are passed over.
    const { ignored } = this.form.lists[endpoint as ListName]?.query ?? {};
    const isOfOne = form?.param !== undefined && form.param !== param && tellsKindOfValue(form);
    if (cause === 'parameter-unknown' && isOfOne && ignored !== undefined) return false;
    const isOfSister = form?.param !== param && takenOfSister(this.form.accepted, { cause, param }, endpoint);
    // That one member cannot be asked by says nothing of the others.
    if (usual[cause].taken === true) return form?.cause === cause && form.param === param;
    if (form?.cause === cause && !isOfSister) return true;
    // What one field or one list takes, its sister takes.
    if (accepted.length > 0 || isOfSister) return false;
    // Of 0 records there may be a page, though what is no count is refused.
    const refusesWords =
      cause.endsWith('-negative') &&
      this.form.errors.some((one) => one.cause === cause.replace('negative', 'unreadable'));
    const lenient = this.form.accepted.some(
      (one) =>
        one.on === endpoint &&
        isLenient(one.cause, cause) &&
        !(refusesWords && one.cause === cause.replace('negative', 'zero')),
    );
    const isKin =
      form !== undefined && (areSisters(form.cause, cause) || form === this.#wordsOfParameter(cause));
    return isKin || (!lenient && (form !== undefined || usual[cause].refused === true));
  }

  /** What a parameter of a list asks for; undefined of any that picks no records. */
  #filterKind(
    endpoint: EndpointName | 'any',
    param = '',
  ): 'flag' | 'moment' | 'number' | 'id' | 'few' | 'few numbers' | 'many' | undefined {
    const { lists, records } = this.form;
    const [filter] = lists[endpoint as ListName]?.query.filters?.[param] ?? [];
    const kind = endpoint === 'any' ? undefined : listedKind(endpoint);
    if (filter === undefined || filter.as !== undefined || kind === undefined) return undefined;
    const { by, at } = filter;
    const { fields, strategy, id } = records[kind] ?? {};
    const { time, values, shape } = fields?.[at] ?? {};
    if (isOfThere(by)) return 'flag';
    if (isOrder(by)) return time === undefined ? 'number' : 'moment';
    if (at === strategy || at === id?.at || shape !== undefined) return 'id';
    if (values === undefined) return 'many';
    return values.every((one) => numberOf(one) !== undefined) ? 'few numbers' : 'few';
  }

  /** What a parameter of a list takes that picks no records; undefined of any other. */
  #takenKind(endpoint: EndpointName | 'any', param = ''): 'flag' | 'number' | 'word' | undefined {
    const { ignored = {}, always = {} } = this.form.lists[endpoint as ListName]?.query ?? {};
    const values = ignored[param] ?? always[param];
    if (values === undefined) return undefined;
    const all = [values].flat();
    if (all.every((value) => isFlag(value))) return 'flag';
    return all.every((value) => numberOf(value) !== undefined) ? 'number' : 'word';
  }

  /** Whether a parameter of a list is true or false. */
  #isOfFlag(endpoint: EndpointName | 'any', param = ''): boolean {
    const [filter] = this.form.lists[endpoint as ListName]?.query.filters?.[param] ?? [];
    const kind = endpoint === 'any' ? undefined : listedKind(endpoint);
    if (filter === undefined || filter.as !== undefined || filter.by !== 'is' || kind === undefined)
      return this.#takenKind(endpoint, param) === 'flag';
    return this.form.records[kind]?.fields[filter.at]?.kinds.join() === 'boolean';
  }

  /** Whether what is told of one parameter's value may be told of the other's, though these are of other kinds: both are flags. */
  #areFlags(
    form: ErrorForm,
    { cause, param }: Pick<Objection, 'cause' | 'param'>,
    endpoint: EndpointName | 'any',
  ): boolean {
    const isOfValue = (one: Cause) => one === 'parameter-value' || one === 'filter-unreadable';
    return (
      isOfValue(cause) &&
      isOfValue(form.cause) &&
      this.#isOfFlag(form.on?.[0] ?? endpoint, form.param) &&
      this.#isOfFlag(endpoint, param)
    );
  }

  /** Whether writes send others within a field. */
  #holdsFields(field = ''): boolean {
    return Object.values(this.form.writes).some(({ fields }) =>
      fields.some((one) => one.startsWith(`${field}/`)),
    );
  }

  /** The form of an error: for this very field and endpoint, else one that says any of them. */
  #formFor(
    { cause, param, kind }: Pick<Objection, 'cause' | 'param' | 'kind'>,
    endpoint: EndpointName | 'any',
  ): ErrorForm | undefined {
    let best: { form: ErrorForm; score: number } | undefined;
    const usualWords = this.#wordsOfParameter(cause);
    // What a listing shows and no write takes may be told otherwise than what it does not have.
    // A write may wrap what a listing shows.
    const shown = this.form.records.listing?.fields ?? {};
    const isShown = (field = '') => field in shown || field.replace(/^\/[^/]+(?=\/)/, '') in shown;
    for (const form of this.form.errors) {
      const isKin = (form.param ?? param) === param && tellsKind(form, cause, endpoint);
      // Of what kind a field is, is told here of one that is no such thing rather than elsewhere of another field; an object or
      // a list is no such field.
      const isOfKind =
        usual[cause].family === 'field type' &&
        !/^(?:object|array)$/.test(kind ?? '') &&
        form.on?.includes(endpoint) === true &&
        (form.param ?? param) === param;
      const nearness =
        form.cause === cause
          ? 8
          : isKin
            ? 6
            : form === usualWords
              ? 5
              : this.#areFlags(form, { cause, param }, endpoint)
                ? 4
                : areSisters(cause, form.cause)
                  ? isOfKind
                    ? 5
                    : 0
                  : -1;
      if (nearness < 0) continue;
      // What a parameter may be that is a flag or a word is told of no number, nor the other way round.
      const takes = this.#takenKind(endpoint, param);
      const isOfOtherKind =
        cause === 'parameter-value' &&
        form.param !== undefined &&
        form.param !== param &&
        (takes === 'number' || this.#takenKind(form.on?.[0] ?? endpoint, form.param) !== takes);
      if (isOfOtherKind && !this.#areFlags(form, { cause, param }, endpoint)) continue;
      if (form.when !== undefined && form.param !== param) continue;
      // Fields that the service does not know are told alike where they stand side by side.
      const isUnknownBeside =
        cause === 'field-unknown' &&
        form.cause === cause &&
        parentOf(form.param ?? '') === parentOf(param ?? '');
      const isOwn = form.param === undefined || form.param === param || isUnknownBeside;
      const namesField = JSON.stringify([form.body, form.headers ?? null]).includes('{param');
      const isHere = form.on === undefined || form.on.includes(endpoint);
      // What is said of a field of one write need not be said of the other's, unless the field alone makes it differ.
      const isOthers = !isHere && /^(field|amount|bounds?)-/.test(form.cause);
      if ((!isOwn || isOthers) && !namesField) continue;
      // Fields at the same depth are rather told alike.
      const depth = (of = '') => of.split('/').length;
      const isAlike =
        form.param === param ||
        (isUnknownBeside
          ? isShown(form.param) === isShown(param)
          : !isOwn &&
            depth(form.param) === depth(param) &&
            this.#holdsFields(form.param) === this.#holdsFields(param) &&
            this.#filterKind(form.on?.[0] ?? endpoint, form.param) === this.#filterKind(endpoint, param));
      // What is told elsewhere, of whatever field, is less likely than what is told here of one beside it.
      const ownness = !isOwn ? 0 : form.param === undefined && !isHere ? 2 : 4;
      const score = nearness + ownness + (isHere ? 2 : 0) + (isAlike ? 1 : 0);
      if (best === undefined || score > best.score) best = { form, score };
    }
    // A number below 0 is told as what is no number where nothing else is told of it.
    const isBelow = best === undefined && cause.endsWith('-negative') && !cause.startsWith('amount');
    return isBelow
      ? this.#formFor({ cause: cause.replace('negative', 'unreadable') as Cause, param, kind }, endpoint)
      : best?.form;
  }

  /** The form of what is told of a size, or of where a page begins, in the same words as another thing that is wrong with a list. */
  #wordsOfParameter(cause: Cause): ErrorForm | undefined {
    const [, about] = /^(size|position)-/.exec(cause) ?? [];
    if (about === undefined || usual[cause].refused !== true) return undefined;
    const wordsOf = ({ status, body }: ErrorForm) => JSON.stringify([status, body]);
    const forms = this.form.errors.filter((form) => /^(?:size|position|filter|sort|token)-/.test(form.cause));
    const own = forms.filter((form) => form.cause.startsWith(about));
    const [form] = own;
    // How small or large it may be is told of nothing else.
    const isOfRange = (one: ErrorForm) => /-(?:negative|zero|too-large)$/.test(one.cause);
    const isUsual =
      form !== undefined &&
      own.every((one) => wordsOf(one) === wordsOf(form)) &&
      forms.some((one) => one.cause !== form.cause && !isOfRange(one) && wordsOf(one) === wordsOf(form));
    return isUsual ? form : undefined;
  }

  /** The errors that are told together, in the order of the service. */
  #inOrder(objections: readonly Objection[]): Objection[] {
    const fields = this.form.together?.fields ?? [];
    const told = [objections[0]!, ...alongside(objections)];
    const taken = Object.values(this.form.writes).flatMap((write) => write.fields);
    const place = ({ cause, param = '' }: Objection) => {
      // One that the service does not know stands where another one did.
      const at = fields.findIndex(
        (field) =>
          field === param ||
          (cause === 'field-unknown' && parentOf(field) === parentOf(param) && !taken.includes(field)),
      );
      // One of which nobody knows where it stands itself stands where the member around it does, or one within it.
      const near = at === -1 ? fields.findIndex((one) => isWithin(param, one) || isWithin(one, param)) : at;
      return near === -1 ? fields.length : near;
    };
    return this.form.tellsAll === true ? told.sort((a, b) => place(a) - place(b)) : told.slice(0, 1);
  }

  /** The answer to a request that is refused for these reasons. */
  refuse(
    situation: Situation,
    objections: readonly Objection[],
    record: Json | undefined,
    records?: KnownRecords,
  ): Refused | Undecided {
    const endpoint = situation.endpoint ?? 'any';
    // What else is wrong is told where no recording shows how the first is.
    const shown = objections.findIndex((one) => this.#formFor(one, endpoint) !== undefined);
    const told = objections.slice(Math.max(0, shown));
    const [first] = told as [Objection, ...Objection[]];
    const inOrder = this.#inOrder(told);
    const { cause, param } = first;
    const form = this.#formFor(first, endpoint);
    if (form === undefined) return { undecided: true, status: usual[cause].status ?? 400, cause, param };
    // What one parameter may be says nothing of what another one may be.
    if (form.param !== undefined && form.param !== param && tellsValues(form))
      return { undecided: true, status: form.status, cause, param };
    if (cause === 'bound-beyond-stored' && form.cause === 'bounds-crossed') {
      const { sent, objection } = asCrossed(situation.sent!, first, this.form, record);
      return {
        ...this.refuse({ ...situation, sent }, [objection, ...told.slice(1)], record, records),
        cause,
        param,
      };
    }
    const list = situation.endpoint && this.form.lists[situation.endpoint];
    const kind = situation.endpoint && listedKind(situation.endpoint);
    const lengths =
      records === undefined || list === undefined || kind === undefined
        ? []
        : lengthFacts(records.all(kind), this.#queryOf(situation), list.query, records.remember?.(kind));
    const { strategy: sentAt } = this.form.writes[endpoint as EndpointName] ?? {};
    const strategy =
      records &&
      (strategyAt(situation.sent, sentAt, records) ??
        strategyAt(record, this.form.records.listing?.strategy, records));
    const facts = (objection: Objection) => {
      const known = new Map<string, Json>();
      addObjection(known, objection, situation.sent);
      addSentPlaces(known, objection, situation.sentText, situation.sent);
      addAllNames(known, objection, told);
      if (situation.endpoint !== undefined) addSubject(known, situation.endpoint);
      for (const [name, value] of this.#facts(situation)) known.set(name, value);
      addLeaves(known, 'record', record);
      addLeaves(known, 'strategy', strategy);
      known.set('problems', 1 + alongside(told).length);
      for (const [name, value] of lengths) known.set(name, value);
      return known;
    };
    const known = facts(first);
    // What is told of a name in the value tells nothing of a value without one.
    const tellsName = holesIn(form.body).some((hole) => parseHole(hole).name === 'value.named');
    if (tellsName && !known.has('value.named')) {
      const { value = null } = first;
      if (namesIn(textOf(value)).join() !== value)
        return { undecided: true, status: usual[cause].status ?? 400, cause, param };
      known.set('value.named', value);
    }
    const bodies =
      inOrder.length > 1
        ? inOrder.flatMap((other) => {
            const own = this.#formFor(other, endpoint);
            if (own?.status !== form.status || own.isText === true) return [];
            const others = facts(other);
            return [fill(own.body, (name) => others.get(name)) ?? null];
          })
        : [];
    const ofRecord: Resolve = (name) =>
      name === 'digest' && record !== undefined ? stateOf(record) : undefined;
    const written = write(form, known, ofRecord, this.#origins(situation));
    if (bodies.length < 2 || form.isText === true) return { ...written, cause, param };
    for (const [name, value] of headerFacts(written.headers)) known.set(name, value);
    const { together } = this.form;
    const parts = bodies.flatMap((body) => {
      const told = together && valueAt(body, together.at);
      return told === undefined ? [] : [told];
    });
    const errors = parts.every((part) => Array.isArray(part)) ? parts.flat() : parts.reduce(mergeErrors);
    const whole =
      together === undefined || parts.flat().length === 0
        ? bodies.reduce(mergeErrors)
        : Object.entries(together.joins ?? {}).reduce<Json>(
            (body, [at, between]) => {
              const [begins, ends] = [together.begins?.[at] ?? '', together.ends?.[at] ?? ''];
              const texts = bodies.map((one, index) => {
                const text = textOf(valueAt(one, at));
                const from = index > 0 && text.startsWith(begins) ? begins.length : 0;
                const isLast = index === bodies.length - 1;
                return text.slice(
                  from,
                  !isLast && text.endsWith(ends) ? text.length - ends.length : undefined,
                );
              });
              return withValueAt(body, at, texts.join(between));
            },
            together.body === undefined
              ? withValueAt(bodies[0]!, together.at, errors)
              : fill(together.body, (name) => (name === 'errors' ? errors : known.get(name)))!,
          );
    return {
      ...written,
      ...write(
        { ...form, body: '{body}' },
        new Map([...known, ['body', whole]]),
        ofRecord,
        this.#origins(situation),
      ),
      cause,
      param,
    };
  }

  /** Whether a list is asked for the records, too, that it hides. */
  reveals(situation: Situation): boolean {
    return reveals(this.#queryOf(situation), this.form.lists[situation.endpoint!]!.query);
  }

  /** The page of a list that a query asks for; the objections have been made before. */
  page(situation: Situation, records: readonly Json[], remember?: Remember): Page {
    const form = this.form.lists[situation.endpoint!]!.query;
    const query = this.#queryOf(situation);
    const { page } = selectPage(pick(records, query, form, remember), query, form);
    this.#remember(situation, query, page);
    return page;
  }

  /** The answer with a page of a list. */
  list(situation: Situation, kind: RecordKind, page: Page, kin: Kin): Written {
    const form = this.form.lists[situation.endpoint!]!;
    const [position] = form.query.positions ?? [];
    const facts = this.#facts(situation);
    const shown = page.records.map((record, at) =>
      this.#item(form, kind, record, page, page.from + at, facts, kin),
    );
    const isArray = form.key === undefined || (form.emptyAsList === true && shown.length === 0);
    const columns = this.#columns(form, kind, facts);
    const items = shown.map(([, item]) =>
      columns === undefined ? item : columns.map((name) => valueAt(item, pointerTo('', name)) ?? null),
    );
    const isAlone =
      form.oneAlone !== undefined && items.length === 1 && isPreferred(form.oneAlone, situation.prefers);
    const list: Json = isAlone ? items[0]! : isArray ? items : Object.fromEntries(shown);
    const resolve: Resolve = (name) => {
      if (name === 'records') return list;
      if (name === 'list.name') return nameOfList(form);
      if (name === 'columns') return columns;
      if (name.startsWith('columns/')) return columns?.includes(name.slice('columns/'.length));
      if (name === 'digest') return stateOf([page.records, page.total]);
      if (name === 'page.strategies')
        return [...new Set(page.records.flatMap((record) => this.#strategyOf(record, kin) ?? []))];
      if (name === 'page.strategies in order') {
        const named = new Set(page.records.map((record) => this.#strategyOf(record, kin)));
        return kin.strategies.filter((strategy) => named.has(strategy));
      }
      return pageFact(name, page, position);
    };
    const isPart =
      form.part !== undefined &&
      isPartIn(form.part, situation.prefers, (name) => facts.get(name) ?? resolve(name));
    const status = isPart ? form.part.status : form.status;
    if (form.none !== undefined && isThere(resolve(form.none.when)))
      return write({ ...form, ...form.none, body: null }, facts, resolve, this.#origins(situation));
    return unlessKnown(form, situation, write({ ...form, status }, facts, resolve, this.#origins(situation)));
  }

  /** The names of the cells of a table's rows: the usual ones, or those of the members that are asked for. */
  #columns(
    form: ListForm,
    kind: RecordKind,
    facts: ReadonlyMap<string, Json>,
  ): readonly string[] | undefined {
    const isAsked = form.views?.some(({ name }) => facts.has(`query.${name}`)) === true;
    if (form.columns === undefined || !isAsked) return form.columns;
    const members = membersAsked(form, Object.keys(this.form.records[kind]?.fields ?? {}), (name) =>
      facts.get(name),
    );
    return members?.map((place) => stepsOf(place).at(-1)!);
  }

  #item(
    form: ListForm,
    kind: RecordKind,
    record: Json,
    page: Page,
    place: number,
    facts: ReadonlyMap<string, Json>,
    kin: Kin,
  ): [key: string, item: Json] {
    const [position] = form.query.positions ?? [];
    const resolve = this.#recordFacts(kind, record, kin, facts);
    const shown = view(record, form, this.form.records[kind], resolve);
    const ofItem: Resolve = (name) => {
      if (name === 'record') return shown;
      if (name === 'item.place') return place;
      if (name === 'item.token')
        return position === undefined ? undefined : tokenAt(place + 1, position, page);
      return resolve(name) ?? pageFact(name, page, position);
    };
    const key = form.key === undefined ? '' : textOf(fill(form.key, ofItem));
    return [key, form.item === undefined ? shown : (fill(form.item, ofItem) ?? null)];
  }

  /** The answer with one record. */
  read(situation: Situation, record: Json, kin: Kin): Written {
    const form = this.form.reads[situation.endpoint!] ?? likeliest;
    return unlessKnown(form, situation, this.#answer(form, situation, record, undefined, kin));
  }

  /** The answer to a write that was done. */
  written(situation: Situation, record: Json, before: Json, kin: Kin): Written {
    const usual = this.form.writes[situation.endpoint!] ?? likeliest;
    const { preferred = [] } = usual as Partial<WriteForm>;
    const query = new URLSearchParams(situation.query);
    const isAsked = ({ prefers = {}, asks = {} }: PreferredForm) =>
      isPreferred(prefers, situation.prefers) &&
      Object.entries(asks).every(([name, value]) => query.get(name) === value);
    const form = preferred.find(isAsked) ?? usual;
    return this.#answer(form, situation, record, before, kin);
  }

  /**
   * What a status monitor answers.
   * @param asked what was known of the write, what it was answered with, and the monitor's path
   * @param situation of the read
   */
  monitored(
    form: MonitorForm,
    asked: { readonly situation: Situation; readonly told: Written; readonly path: string },
    situation: Situation,
  ): Written {
    const told = jsonIn(asked.told.body ?? '');
    const known = monitorFacts(this.#facts(asked.situation), told, asked.path);
    const answer = monitorAnswer(form, told, known, situation.now - asked.situation.now);
    return write(
      { ...answer.form, body: '{body}' },
      new Map([...this.#facts(situation), ['body', answer.body]]),
      () => undefined,
      this.#origins(situation),
    );
  }

  #answer(form: AnswerForm, situation: Situation, record: Json, before: Json | undefined, kin: Kin): Written {
    const facts = this.#facts(situation);
    addLeaves(facts, 'was', before);
    addObjects(facts, 'was', before);
    if (before !== undefined) facts.set('changed', !sameValue(before, record));
    const ofRecord = this.#recordFacts('listing', record, kin, facts);
    const shown = view(record, form, this.form.records.listing, ofRecord);
    return write(
      form,
      facts,
      (name) => (name === 'record' ? shown : ofRecord(name)),
      this.#origins(situation),
    );
  }

  /** The entity tag with which a listing is read (RFC 9110 §8.8.3); undefined where reads tell none. */
  tagOf(listing: Json): string | undefined {
    const headers = Object.entries(this.form.reads.getListing?.headers ?? {});
    const form = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1];
    if (form === undefined) return undefined;
    const kin = { strategies: [], object: () => undefined };
    const tag = fill(form, this.#recordFacts('listing', listing, kin, new Map()));
    return typeof tag === 'string' ? tag : undefined;
  }

  /** The record as a write leaves it, and what becomes of it later. */
  apply(
    situation: Situation,
    record: Json,
    kin: Kin,
  ): { record: Json; later?: { seconds: number; record: (then: Json) => Json } } {
    const form = this.form.writes[situation.endpoint!];
    if (form === undefined) return { record };
    const facts = this.#facts({ ...situation, sent: wholeSent(situation.sent, form) });
    addLeaves(facts, 'was', record);
    // What stands there again may be a list.
    for (const place of Object.keys(form.later?.sets ?? {})) {
      const stood = valueAt(record, place);
      if (stood !== undefined) facts.set(`was${place}`, stood);
    }
    const set = (known: Json, sets: WriteForm['sets'], then?: number) =>
      this.#set(
        known,
        sets,
        then === undefined ? facts : new Map([...facts, ['then', then]]),
        kin,
        situation,
      );
    const { sets, later, keepsSame } = form;
    const sent = Object.entries({ ...sets, ...later?.sets }).filter(([, template]) =>
      /\{(?:sent|strategy)\//.test(JSON.stringify(template)),
    );
    // All that was sent may stand there already.
    if (keepsSame === true && sameValue(set(record, Object.fromEntries(sent)), record)) return { record };
    const now = set(record, sets);
    if (later === undefined) return { record: now };
    const { seconds } = later;
    const after = (then: Json) => set(then, later.sets, situation.now + seconds * 1000);
    return { record: now, later: { seconds, record: after } };
  }

  #set(
    record: Json,
    sets: WriteForm['sets'],
    facts: ReadonlyMap<string, Json>,
    kin: Kin,
    situation: Situation,
  ): Json {
    const { makes, filled, ...form }: Partial<WriteForm> = this.form.writes[situation.endpoint!] ?? {};
    const named = strategyPlaceIn(situation.sent, form);
    const sent = named.at === undefined ? undefined : innermostAt(situation.sent, named.at);
    // Null in place of an object that would name one names none.
    const strategyOf = (changed: Json) =>
      sent === undefined
        ? this.#strategyOf(changed, kin)
        : this.strategyNamed(sent, kin.strategies, named.is);
    return leftBy(record, { sets, makes, filled }, (name, changed) => {
      if (name === 'names strategy') return strategyOf(changed) === undefined ? 'no' : 'yes';
      return isOfStrategy(name) ? valueAt(strategyOf(changed), name.slice(8)) : facts.get(name);
    });
  }

  #facts(situation: Situation): Map<string, Json> {
    const facts = requestFacts(situation);
    facts.set('answer', situation.answer);
    if (situation.writes !== undefined) facts.set('writes', situation.writes);
    for (const [name, value] of situation.limits) facts.set(name, value);
    return facts;
  }

  #recordFacts(kind: RecordKind, record: Json, kin: Kin, facts: ReadonlyMap<string, Json>): Resolve {
    let strategy: Json | undefined;
    return (name) => {
      if (name.startsWith('record/')) return valueAt(record, name.slice(6));
      if (name.startsWith('object ')) {
        const place = name.slice('object '.length);
        return kin.object(place, valueAt(record, place) ?? null);
      }
      if (isOfStrategy(name)) {
        if (kind !== 'listing') return undefined;
        strategy ??= this.#strategyOf(record, kin);
        return valueAt(strategy, name.slice(8));
      }
      if (name === 'digest') return stateOf(record);
      if (name === 'listings') return kind === 'strategy' ? this.#listingsOf(record, kin) : undefined;
      return name === 'id' ? this.idOf(kind, record) : facts.get(name);
    };
  }

  /** How many listings name a strategy. */
  #listingsOf(strategy: Json, kin: Kin): number | undefined {
    const id = this.idOf('strategy', strategy);
    return kin.listings?.().filter((listing) => {
      const named = this.#strategyOf(listing, kin);
      return named !== undefined && this.idOf('strategy', named) === id;
    }).length;
  }

  #strategyOf(record: Json, kin: Kin): Json | undefined {
    const place = this.form.records.listing?.strategy;
    const named = place === undefined ? undefined : valueAt(record, place);
    return named === undefined || named === null ? undefined : this.strategyNamed(named, kin.strategies);
  }

  /** @param by the place in strategies that names them; left out: their id */
  strategyNamed(named: Json, strategies: readonly Json[], by?: string): Json | undefined {
    const text = textOf(named);
    const names = [text, lastPart(text)];
    return strategies.find((strategy) =>
      by === undefined
        ? names.includes(this.idOf('strategy', strategy))
        : textOf(valueAt(strategy, by) ?? null) === text,
    );
  }

  /** The id of a listing that a path names, by that or by another leaf, as the listings write it. */
  storedId(asked: string, listings: () => readonly Json[]): string {
    const { case: way, others = [] } = this.form.records.listing?.id ?? {};
    const id = way === undefined ? this.#wholeId('listing', asked, listings) : inCase(asked, way);
    if (others.length === 0 || asked === '') return id;
    const all = listings();
    const named = all.some((listing) => this.idOf('listing', listing) === id)
      ? undefined
      : all.find((listing) => isNamedSo(listing, others, asked));
    return named === undefined ? id : this.idOf('listing', named);
  }

  /** A body that names a strategy as the strategies write their ids. */
  storedSent(
    { sent, endpoint }: Pick<Situation, 'sent' | 'endpoint'>,
    strategies: readonly Json[],
  ): Json | undefined {
    const at = endpoint && this.form.writes[endpoint]?.strategy;
    const named = at === undefined ? undefined : valueAt(sent, at);
    if (at === undefined || typeof named !== 'string') return sent;
    const { others = [] } = this.form.records.strategy?.id ?? {};
    const other = strategies.find((strategy) => isNamedSo(strategy, others, named));
    const whole =
      other === undefined ? this.#wholeId('strategy', named, () => strategies) : this.idOf('strategy', other);
    return whole === named ? sent : withValueAt(sent!, at, whole);
  }

  #wholeId(kind: RecordKind, asked: string, records: () => readonly Json[]): string {
    const ids = () => new Set(records().map((record) => this.idOf(kind, record)));
    return storedId(asked, this.form.records.listing?.id ?? {}, ids);
  }

  /** The id of a record as paths write it. */
  idOf(kind: RecordKind, record: Json): string {
    const form = this.form.records[kind];
    const text = textOf(valueAt(record, form?.id.at ?? '/id'));
    const prefix = form?.id.prefix ?? '';
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }

  #origins({ origin }: Situation) {
    return { stored: storedOrigin, own: origin };
  }
}

/** `strategy` is the whole, `strategy/name` a member. */
const isOfStrategy = (name: string) => name === 'strategy' || name.startsWith('strategy/');

/** A text that is another one as soon as anything of what is shown is. */
const stateOf = (shown: Json): string => digest(JSON.stringify(shown));

/** An answer, or 304 for whom it tells nothing new (RFC 9110 §15.4.5). */
function unlessKnown(
  form: { readonly revalidates?: true | undefined; readonly revalidatesSince?: true | undefined },
  situation: Situation,
  answer: Written,
): Written {
  const { headers } = answer;
  const isKnown = form.revalidates === true && hasTag(situation, headerValue(headers, 'etag'));
  const isAsOld =
    form.revalidatesSince === true && isNoOlder(situation, headerValue(headers, 'last-modified'));
  if (!isKnown && !isAsOld) return answer;
  return { status: 304, headers: headersBut(headers, /^content-/i), body: null };
}

const hasTag = ({ ifNoneMatch }: Situation, tag: string | undefined): boolean =>
  tag !== undefined && namesTagWeakly(ifNoneMatch, tag);

/** Whether what a client has is no older than what was last changed then; tags tell more than moments do. */
function isNoOlder({ ifNoneMatch, ifModifiedSince }: Situation, changed: string | undefined): boolean {
  const [then, since] = [readMoment(changed), readMoment(ifModifiedSince)];
  return ifNoneMatch === undefined && then !== undefined && since !== undefined && then.at <= since.at;
}

/** The member that holds the records, as headers may call what they count. */
function nameOfList({ body }: ListForm): string | undefined {
  const [at] = allLeaves(body).find(([, leaf]) => holesIn(leaf).includes('records')) ?? [];
  return at === undefined || at === '' ? undefined : lastSegment(at);
}

/** Whether a client prefers all of this. */
const isPreferred = (prefers: Preferences, choices: RequestKnown['prefers']): boolean =>
  Object.entries(prefers).every(([header, choice]) => choices.get(header) === choice);

/** Whether an answer with a list has the status of its other form. */
export const isPartIn = (
  { when, prefers = {} }: NonNullable<ListForm['part']>,
  choices: RequestKnown['prefers'],
  resolve: Resolve,
): boolean => isPreferred(prefers, choices) && (when === undefined || isThere(resolve(when)));

const likeliest: AnswerForm = { status: 200, body: '{record}' };

/** What stands at a place, or null where that stands in place of an object that holds it. */
function innermostAt(value: Json | undefined, place: string): Json | undefined {
  const found = valueAt(value, place);
  if (found !== undefined || place === '') return found;
  return innermostAt(value, parentOf(place)) === null ? null : undefined;
}

/** The objections that are told together with the first: of the same kind, one for each field, none within another. */
export function alongside([first, ...others]: readonly Objection[]): Objection[] {
  const stage = ({ cause }: Objection) =>
    /^(field|amount)-/.test(cause)
      ? 'fields'
      : /^(size|position|parameter|filter|sort)-/.test(cause)
        ? 'query'
        : cause;
  const told = new Set([first!.param]);
  return others.filter((other) => {
    const own = `${other.param}`;
    const isOne = [...told].some((param) => isWithin(own, `${param}`) || isWithin(`${param}`, own));
    if (stage(other) !== stage(first!) || isOne) return false;
    told.add(other.param);
    return true;
  });
}

/** Whether an error is told for this cause, field and endpoint. */
export const isToldFor = (
  { cause, param, on }: ErrorForm,
  objection: Objection,
  endpoint: EndpointName | 'any' = 'any',
): boolean =>
  cause === objection.cause &&
  (param === undefined || param === objection.param) &&
  (on === undefined || on.includes(endpoint));

/** Who takes a number that is written as a text takes the number, too. */
const isWrittenOtherwise = (taken: Cause, cause: Cause) =>
  taken === 'field-numeric-text' && cause === 'field-number';

/** Whether two fields stand side by side, or in objects that do, as the amounts of two bounds. */
const areBeside = (one: string, other: string): boolean =>
  parentOf(one) === parentOf(other) ||
  (lastSegment(one) === lastSegment(other) && parentOf(parentOf(one)) === parentOf(parentOf(other)));

/** Whether the same was taken of another field beside this one. */
export const takenOfSister = (
  accepted: DialectForm['accepted'],
  { cause, param }: { readonly cause: Cause; readonly param?: string | undefined },
  endpoint: EndpointName | 'any',
): boolean =>
  param?.startsWith('/') === true &&
  accepted.some(
    (one) =>
      (one.cause === cause || isWrittenOtherwise(one.cause, cause)) &&
      one.on === endpoint &&
      one.param !== param &&
      one.param?.startsWith('/') === true &&
      areBeside(one.param, param),
  );

/** Who takes a page size that is none takes all of them. */
const isLenient = (taken: Cause, cause: Cause) =>
  /^(size|position)-(zero|negative|unreadable)$/.test(taken) &&
  /^(size|position)-(zero|negative|unreadable)$/.test(cause) &&
  taken.split('-')[0] === cause.split('-')[0];
