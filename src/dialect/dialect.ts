// A service's way of speaking, put to work: which page a query asks for, what is objected to, what a write does to a record,
// and how each of these is written. It knows no clock, store or world of its own; they are handed in.
import { isThere, jsonIn, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { lastPart, lastSegment, withoutPrefix } from '../http/parse-url.ts';
import {
  allLeaves,
  leafAt,
  parentOf,
  pointerTo,
  stepsOf,
  textAt,
  valueAt,
  withValueAt,
} from '../http/pointer.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { storedOrigin } from '../spec/mock-paths.ts';
import { usual } from './causes.ts';
import type { Cause } from './causes.ts';
import { digest } from './drawn-texts.ts';
import { entryAsked, shownRecords, withStrategies } from './each-value.ts';
import {
  addAllNames,
  addChanged,
  addLeaves,
  addObjection,
  addObjects,
  addSentPlaces,
  addSubject,
  requestFacts,
} from './known-facts.ts';
import type { RequestKnown } from './known-facts.ts';
import { membersAsked } from './members-asked.ts';
import { monitorAnswer, monitorFacts } from './monitor.ts';
import { asCrossed } from './objections/bound-objections.ts';
import { onceKey, requestDigest } from './objections/request-digest.ts';
import { strategyAt } from './objections/state-objections.ts';
import { strategyPlaceIn } from './objections/strategy-objections.ts';
import type { AskedRequest, KnownRecords, Objection } from './objections/objection.ts';
import { inCase, isNamedSo, listedKind, storedId } from './profile-form.ts';
import type {
  AnswerForm,
  DialectForm,
  ListForm,
  MonitorForm,
  Preferences,
  PreferredForm,
  RecordKind,
  WriteForm,
} from './profile-form.ts';
import { leftBy, wholeSent } from './recorded-record.ts';
import { tellsValues } from './refusal-words.ts';
import { headerFacts, view, write } from './render.ts';
import type { Written } from './render.ts';
import { MadeObjections } from './objections/made-objections.ts';
import { unlessKnown } from './revalidation.ts';
import { shownTag } from './shown-tags.ts';
import {
  askedFor,
  backAt,
  besidePaging,
  lengthFacts,
  pageFact,
  pick,
  reveals,
  selectPage,
  tokenAt,
} from './select-page.ts';
import type { Page, Remember } from './select-page.ts';
import { alongside, toldTogether } from './several-errors.ts';
import type { Kin, Situation } from './request-situation.ts';
import { namesIn } from './stated-names.ts';
import type { Resolve } from './template-filters.ts';
import { fill, holesIn, parseHole, sameValue } from './templates.ts';

interface Refused extends Written {
  readonly cause: Cause;
  readonly param: string | undefined;
}

/** Why a refusal cannot be written: no recording shows how. */
export interface Undecided {
  readonly undecided: true;
  readonly status: number;
  readonly cause: Cause;
  readonly param: string | undefined;
}

export class Dialect {
  readonly form: DialectForm;
  readonly #made: MadeObjections;
  /** By token given out, the parameters of the list that it goes on with. */
  readonly #given = new Map<string, string>();

  /** Whether anything is told by how many writes there were. */
  readonly countsWrites: boolean;

  constructor(form: DialectForm) {
    this.form = form;
    this.countsWrites = /\{writes\b/.test(JSON.stringify([form.writes, form.lists]));
    this.#made = new MadeObjections(form);
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
    return {
      ...situation,
      endpoint,
      query: this.#queryOf(situation),
      said: new URLSearchParams(situation.query),
    };
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
    return endpoint === undefined ? [] : this.#made.of(this.#asked(situation, endpoint), known);
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
    const shown = objections.findIndex((one) => this.#made.formFor(one, endpoint) !== undefined);
    const told = objections.slice(Math.max(0, shown));
    const [first] = told as [Objection, ...Objection[]];
    const inOrder = this.#made.inOrder(told);
    const { cause, param } = first;
    const form = this.#made.formFor(first, endpoint);
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
      if (record !== undefined) known.set('record', record);
      if (strategy !== undefined) known.set('strategy', strategy);
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
    const ofRecord: Resolve = (name) =>
      name === 'digest' && record !== undefined ? stateOf(record) : undefined;
    const written = write(form, known, ofRecord, this.#origins(situation));
    const alone = { ...written, cause, param };
    if (inOrder.length < 2 || form.isText === true) return alone;
    // What a header tells, such as the id of the request, may stand in the body, too.
    const ofHeaders = headerFacts(written.headers);
    const bodies = inOrder.flatMap((other) => {
      const own = this.#made.formFor(other, endpoint);
      if (own?.status !== form.status || own.isText === true) return [];
      const others = new Map([...facts(other), ...ofHeaders]);
      return [fill(own.body, (name) => others.get(name)) ?? null];
    });
    if (bodies.length < 2) return alone;
    for (const [name, value] of ofHeaders) known.set(name, value);
    const whole = toldTogether(bodies, this.form.together, (name) => known.get(name));
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
    const { positions } = form.query;
    const facts = this.#facts(situation);
    const shown = page.records.map((record, at) =>
      this.#item(form, kind, record, page, page.from + at, facts, kin),
    );
    const empty = shown.length === 0 ? form.empty : undefined;
    const isArray = form.key === undefined || empty === 'list';
    const columns = this.#columns(form, kind, facts);
    const items = shown.map(([, item]) =>
      columns === undefined ? item : columns.map((name) => leafAt(item, pointerTo('', name))),
    );
    const isAlone =
      form.oneAlone !== undefined && items.length === 1 && isPreferred(form.oneAlone, situation.prefers);
    const list: Json =
      empty === 'null' ? null : isAlone ? items[0]! : isArray ? items : Object.fromEntries(shown);
    const resolve: Resolve = (name) => {
      if (name === 'records') return list;
      if (name === 'list.name') return nameOfList(form);
      if (name === 'columns') return columns;
      if (name.startsWith('columns/')) return columns?.includes(name.slice('columns/'.length));
      if (name === 'digest') return stateOf([page.records, page.total]);
      if (name === shownRecords)
        return withStrategies(page.records, (record) =>
          kind === 'listing' ? this.#strategyOf(record, kin) : undefined,
        );
      const entry = entryAsked(name);
      if (entry !== undefined) return kin.object?.(kind, entry.at, entry.value);
      if (name === 'page.strategies')
        return [...new Set(page.records.flatMap((record) => this.#strategyOf(record, kin) ?? []))];
      if (name === 'page.strategies in order') {
        const named = new Set(page.records.map((record) => this.#strategyOf(record, kin)));
        return kin.strategies.filter((strategy) => named.has(strategy));
      }
      return pageFact(name, page, positions);
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
    const { positions = [] } = form.query;
    const [position] = positions;
    const resolve = this.#recordFacts(kind, record, kin, facts);
    const shown = view(record, form, this.form.records[kind], resolve);
    const ofItem: Resolve = (name) => {
      if (name === 'record') return shown;
      if (name === 'item.place') return place;
      if (name === 'item.token')
        return position === undefined ? undefined : tokenAt(place + 1, position, page);
      return resolve(name) ?? pageFact(name, page, positions);
    };
    const key = form.key === undefined ? '' : textOf(fill(form.key, ofItem));
    return [key, form.item === undefined ? shown : (fill(form.item, ofItem) ?? null)];
  }

  /** The answer with one record. */
  read(situation: Situation, record: Json, kin: Kin): Written {
    const form = this.form.reads[situation.endpoint!] ?? likeliest;
    const shown =
      situation.endpoint === 'getListing' ? shownTag(record, this.form.records.listing) : undefined;
    return unlessKnown(form, situation, this.#answer(form, situation, record, undefined, kin), shown);
  }

  /** Whether a write asks to be answered as if it was done. */
  isDryRun({ endpoint, query }: Situation): boolean {
    const asks = this.form.writes[endpoint!]?.dryRun;
    return asks !== undefined && asksFor(asks, new URLSearchParams(query));
  }

  /** The answer to a write that was done. */
  written(situation: Situation, record: Json, before: Json, kin: Kin): Written {
    const usual = this.form.writes[situation.endpoint!] ?? likeliest;
    const { preferred = [] } = usual as Partial<WriteForm>;
    const query = new URLSearchParams(situation.query);
    const isAsked = ({ prefers = {}, asks = {} }: PreferredForm) =>
      isPreferred(prefers, situation.prefers) && asksFor(asks, query);
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
    if (before !== undefined) {
      facts.set('changed', !sameValue(before, record));
      addChanged(facts, before, record);
    }
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
    if (form === undefined) return shownTag(listing, this.form.records.listing);
    const tag = fill(form, this.#recordFacts('listing', listing, { strategies: [] }, new Map()));
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
    if (keepsSame === true && sent.length > 0 && sameValue(set(record, Object.fromEntries(sent)), record))
      return { record };
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
      const entry = entryAsked(name);
      if (entry !== undefined) return kin.object?.(kind, entry.at, entry.value);
      if (isOfStrategy(name)) {
        if (kind !== 'listing') return undefined;
        strategy ??= this.#strategyOf(record, kin);
        return valueAt(strategy, name.slice(8));
      }
      if (name === 'digest') return stateOf(record);
      if (name === 'listings') return kind === 'strategy' ? this.listingsOf(record, kin) : undefined;
      return name === 'id' ? this.idOf(kind, record) : facts.get(name);
    };
  }

  /** How many listings name a strategy. */
  listingsOf(strategy: Json, kin: Kin): number | undefined {
    const id = this.idOf('strategy', strategy);
    return kin.listings?.().filter((listing) => {
      const named = this.#strategyOf(listing, kin);
      return named !== undefined && this.idOf('strategy', named) === id;
    }).length;
  }

  #strategyOf(record: Json, kin: Kin): Json | undefined {
    return strategyAt(record, this.form.records.listing?.strategy, {
      strategy: (name) => this.strategyNamed(name, kin.strategies),
    });
  }

  /** @param by the place in strategies that names them; left out: their id */
  strategyNamed(named: Json, strategies: readonly Json[], by?: string): Json | undefined {
    const text = textOf(named);
    const names = [text, lastPart(text)];
    return strategies.find((strategy) =>
      by === undefined ? names.includes(this.idOf('strategy', strategy)) : textAt(strategy, by) === text,
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
    return withoutPrefix(textOf(valueAt(record, form?.id.at ?? '/id')), form?.id.prefix ?? '');
  }

  #origins({ origin }: Situation) {
    return { stored: storedOrigin, own: origin };
  }
}

/** `strategy` is the whole, `strategy/name` a member. */
const isOfStrategy = (name: string) => name === 'strategy' || name.startsWith('strategy/');

/** A text that is another one as soon as anything of what is shown is. */
const stateOf = (shown: Json): string => digest(JSON.stringify(shown));

/** The member that holds the records, as headers may call what they count. */
function nameOfList({ body }: ListForm): string | undefined {
  const [at] = allLeaves(body).find(([, leaf]) => holesIn(leaf).includes('records')) ?? [];
  return at === undefined || at === '' ? undefined : lastSegment(at);
}

/** Whether a query has parameters with these values. */
const asksFor = (asks: Readonly<Record<string, string>>, query: URLSearchParams): boolean =>
  Object.entries(asks).every(([name, value]) => query.get(name) === value);

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
