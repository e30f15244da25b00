// What a service could object to in a request: every objection that there is, whether or not this service makes it. Learning
// asks which of them refused requests have and accepted ones have not; the mock asks which of them its profile refuses.
import { isList, isNothing, isObject, jsonIn, mapMembers, numberOf, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { mediaType, namesTag, onceHeader } from '../http/http-semantics.ts';
import { isWithin, parentOf, pointerTo, textAt, valueAt, withValueAt } from '../http/pointer.ts';
import { lastPart, lastSegment } from '../http/parse-url.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import type { Cause } from './causes.ts';
import {
  compare,
  conditionsIn,
  fieldNamed,
  hasLeaf,
  isAt,
  isDirectionWord,
  isOfThere,
  isOrder,
  isYes,
  parametersIn,
  passes,
  readFilter,
  statedIn,
  valueOf,
  valuesAsked,
} from './conditions.ts';
import type { Stated } from './conditions.ts';
import { isNamedBy, membersNamed, namesIn } from './stated-names.ts';
import { pick, selectPage, sinceHeader, withAssumed } from './select-page.ts';
import { lengthOf } from './known-list.ts';
import { isDirection, ordersOf } from './sort-orders.ts';
import type { Remember } from './select-page.ts';
import { listedKind } from './profile-form.ts';
import type {
  AmountForm,
  DialectForm,
  FilterForm,
  QueryForm,
  RecordForm,
  RecordKind,
  Reference,
  StateCondition,
  WriteForm,
} from './profile-form.ts';
import { digest } from './drawn-texts.ts';
import { leavesOf, membersWithin } from './known-facts.ts';
import { wholeSent } from './recorded-record.ts';
import type { AskedFor, Objected, TakenKind } from './known-facts.ts';
import { decimalsIn, inUnit, numeric, unitName, worthOf } from './template-filters.ts';
import { fill, sameValue } from './templates.ts';
import { readMoment } from './time-forms.ts';

export interface Objection extends Objected {
  readonly cause: Cause;
  /** For what a record is, and not what was sent. */
  readonly when?: StateCondition;
}

/** What of the headers and the body of a request may be objected to. */
export interface Objectionable extends AskedFor {
  readonly contentType: string | undefined;
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
  /** The header Idempotency-Key. */
  readonly onceKey?: string | undefined;
  /** Undefined: the endpoint takes no body, or it cannot be read. */
  readonly sentText: string | undefined;
}

/** A request to an endpoint as far as objections go. */
export interface AskedRequest extends Objectionable {
  readonly endpoint: EndpointName;
  readonly query: URLSearchParams;
}

/** The records that objections are about. */
export interface KnownRecords {
  readonly listing: (id: string) => Json | undefined;
  /** Whether the usual list leaves a listing out that another one shows. */
  readonly isHidden?: (id: string) => boolean;
  /** The entity tag of a listing; undefined where none was told. */
  readonly tag?: (id: string) => string | undefined;
  readonly strategy: (name: string) => Json | undefined;
  readonly all: (kind: RecordKind) => readonly Json[];
  /** What a recording showed of a list, where that is more than rules tell. */
  readonly remember?: (kind: RecordKind) => Remember;
  /** The digest of the write that was done with a key. */
  readonly done: (key: string) => string | undefined;
}

/**
 * Tells requests apart that differ in anything of their own; what they ask for cannot be read from it. Entity tags are the
 * service's: it is one whether a request names this or that. In which language it is answered makes it no other request.
 */
export const requestDigest = ({
  endpoint,
  recordId,
  query,
  contentType = '',
  ifMatch,
  prefers,
  sentText = '',
}: AskedRequest): string =>
  digest(
    JSON.stringify([
      endpoint,
      recordId,
      query.toString(),
      mediaType(contentType),
      ifMatch !== undefined,
      prefers.get('prefer'),
      prefers.get('accept')?.replace(/^application\/json$/, ''),
      sentText,
    ]),
  );

/** The key by which a write is done once; undefined where it carries none. */
export function onceKey(
  { endpoint, sent, onceKey: told }: AskedRequest,
  writes: DialectForm['writes'],
): string | undefined {
  const at = writes[endpoint]?.once;
  const key = at === undefined ? undefined : at === onceHeader ? told : valueAt(sent, at);
  return typeof key === 'string' && key !== '' ? key : undefined;
}

export function objectionsTo(request: AskedRequest, form: DialectForm, known: KnownRecords): Objection[] {
  const found: Objection[] = [];
  const accept = request.prefers.get('accept');
  if (accept !== undefined && form.types?.some((type) => isInRange(type, accept)) === false)
    found.push({ cause: 'accept-other', value: accept });
  const list = form.lists[request.endpoint];
  if (list !== undefined)
    return [
      ...found,
      ...listObjections(request, form, known),
      ...stateObjections(request, form, known, undefined),
    ];
  let record: Json | undefined;
  if (request.recordId !== '') {
    record = known.listing(request.recordId);
    if (record === undefined) {
      const isMalformed = !isIdLike(request.recordId, form.records.listing);
      found.push({
        cause: isMalformed ? 'id-malformed' : 'id-unknown',
        param: 'id',
        value: request.recordId,
        ...behindSign(request.recordId, form.records.listing),
      });
    } else if (known.isHidden?.(request.recordId) === true)
      found.push({ cause: 'record-hidden', param: 'id', value: request.recordId });
  }
  const write = form.writes[request.endpoint];
  if (write !== undefined) {
    const key = onceKey(request, form.writes);
    const done = key === undefined ? undefined : known.done(key);
    if (done !== undefined && done !== requestDigest(request))
      found.push({ cause: 'once-again', param: write.once!, value: key! });
    found.push(...writeObjections(request, write, form, known, record));
  }
  return [...found, ...stateObjections(request, form, known, record)];
}

/** Whether a value is one of those that are taken, in whatever case, or one like them: who takes false takes true, and any moment. */
function isTakenLike(value: string, taken: readonly string[]): boolean {
  const isMoment = readMoment(value) !== undefined;
  return (
    taken.some(
      (one) => one.toLowerCase() === value.toLowerCase() || (isMoment && readMoment(one) !== undefined),
    ) || [value, ...taken].every(isFlag)
  );
}

const isFlag = (text: string) => /^(?:true|false)$/.test(text);

/** Whether a media type falls under a range, such as `application/*` (RFC 9110 §12.5.1). */
const isInRange = (type: string, range: string): boolean =>
  range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;

/** The name behind the sign that tells it from an id, as in `code-lamp`. */
function behindSign(asked: string, form: RecordForm | undefined): Pick<Objection, 'named'> {
  const sign = form?.id.others?.find((one) => one.sign !== '' && asked.startsWith(one.sign))?.sign;
  return sign === undefined ? {} : { named: asked.slice(sign.length) };
}

/** Whether a text has the shape of a listing's id. */
function isIdLike(id: string, form: RecordForm | undefined): boolean {
  const { shape, signs } = form?.id ?? {};
  return shape === undefined || id.length === signs || new RegExp(`^(?:${shape})$`).test(id);
}

function listObjections(request: AskedRequest, form: DialectForm, known: KnownRecords): Objection[] {
  const list = form.lists[request.endpoint]!;
  const { query } = list;
  const names = parametersIn(query);
  const found: Objection[] = [];
  const operand = (asked: string | null, forms = Object.values(query.filters ?? {}).flat()) =>
    operandIn(asked, forms);
  const stated = statedIn(request.query);
  const kind = listedKind(request.endpoint)!;
  const { records } = form;
  const fields = records[kind]?.fields ?? {};
  const isMember = (name: string) => Object.keys(fields).some((place) => isNamedBy([name], place));
  const areMembers = (names: readonly string[]) => names.length > 0 && names.every(isMember);
  for (const name of new Set(stated.map(([own]) => own))) {
    if (!names.has(name) && name !== sinceHeader) {
      const value = valueOf(name, stated);
      // A list that was asked by some members may be asked by others in the same way.
      const words = namesIn(name).filter((word) => !isMember(word));
      const isOfMember =
        query.filters !== undefined &&
        words.length < namesIn(name).length &&
        words.every((word) => Object.keys(query.filters!).some((own) => namesIn(own).includes(word)));
      const isOfMembers = isOfMember || areMembers(membersNamed(value ?? ''));
      const cause = isOfMembers ? 'parameter-member' : 'parameter-unknown';
      found.push({ cause, param: name, value, ...operand(value) });
    }
  }
  const strange = (value: string) => {
    const names = namesIn(value);
    const named = names.find((name) => !isMember(name)) ?? names[0];
    return named === undefined || named === value ? {} : { named };
  };
  const isTurnedOddly = (value: string) =>
    value.split(',').some((one) => {
      const [name, ...words] = namesIn(one);
      return (
        name !== undefined &&
        isMember(name) &&
        words.some((word) => !isMember(word) && !isDirectionWord(word))
      );
    });
  const all = known.all(kind);
  const picked = pick(all, request.query, query, known.remember?.(kind));
  found.push(...selectPage(picked, request.query, query).objections);
  const taken = { ...query.ignored, ...mapMembers(query.always ?? {}, (value) => [value]) };
  for (const [name, values] of Object.entries(taken)) {
    const value = valueOf(name, stated);
    if (value === null || isTakenLike(value, values)) continue;
    const isOfMembers =
      list.views?.some((one) => one.name === name) === true && areMembers(membersNamed(value));
    if (!isOfMembers) found.push({ cause: 'parameter-value', param: name, value, ...strange(value) });
  }
  // Listings may be asked for by any strategy that there is, though none of them follows it.
  const strategyPlace = kind === 'listing' ? form.records.listing?.strategy : undefined;
  for (const [name, value] of withAssumed(stated, query)) {
    const forms = query.filters?.[name];
    const search = forms?.find(({ by, as }) => as === undefined && isSearch(by));
    if (value.length < (search?.shortest ?? 0)) found.push({ cause: 'search-short', param: name, value });
    if (forms === undefined || search !== undefined) continue;
    for (const { form: one, value: own } of conditionsIn(value, forms)) {
      // What no record has, or what is written in a way that was never seen.
      if (one === undefined)
        found.push({ cause: unread(own, forms), param: name, value: own, ...strange(own), ...operand(own) });
      else if (!all.some((record) => hasLeaf(record, one, own)))
        found.push({ cause: 'filter-field', param: fieldNamed(one, own), value: fieldNamed(one, own) });
      else if (!isComparable(one, own, all) || !isNamedLike(one, own, kind, records))
        found.push({ cause: 'filter-unreadable', param: name, value: own, ...leafIn(one, own) });
      else if (
        isUnknown(one, own, all, fields[one.at]?.values) &&
        !(one.at === strategyPlace && known.strategy(own) !== undefined)
      )
        found.push({ cause: 'filter-unknown', param: name, value: own, ...leafIn(one, own) });
    }
  }
  found.push(...crossedRanges(stated, query.filters ?? {}));
  const sort = query.sort;
  const unsorted = stated.find(
    ([name, value]) => name === sort?.name && ordersOf(sort, value, all[0]) === undefined,
  );
  // That an order may not be empty says nothing of others.
  if (unsorted?.[1] === '') found.push({ cause: 'parameter-value', param: unsorted[0], value: '' });
  else if (unsorted !== undefined) {
    const [param, value] = unsorted;
    const { named = namesIn(value)[0] } = strange(value);
    const isStrange = (words: readonly string[]) => words.length > 0 && !words.some(isMember);
    // Of several members each must be one; a word for a direction stands by itself in some.
    const areNamed = /^[\w.+:\s,;-]*$/.test(value) ? value.split(/[,;]/) : [value];
    const isUnknown = areNamed.some((one) =>
      isStrange(namesIn(one).filter((word) => !isDirectionWord(word))),
    );
    const other = isUnknown || isStrange(namesIn(value)) ? 'sort-unknown' : 'sort-member';
    found.push({ cause: isTurnedOddly(value) ? 'sort-direction' : other, param, value, named });
  }
  const turn = sort?.reversedBy?.name;
  const direction = turn === undefined ? null : valueOf(turn, stated);
  if (direction !== null && !isDirection(sort!, direction))
    found.push({ cause: 'sort-direction', param: turn!, value: direction });
  // That nothing is found where something else is wrong follows from that.
  if (found.length === 0 && lengthOf(picked) === 0 && all.length > 0) found.push({ cause: 'found-nothing' });
  return found;
}

/** The lower ends of ranges of one leaf, by two parameters, whose upper end is below. */
function crossedRanges(stated: readonly Stated[], filters: NonNullable<QueryForm['filters']>): Objection[] {
  const ends = stated.flatMap(([name, value]) => {
    const [form, ...more] = filters[name] ?? [];
    return form !== undefined && more.length === 0 && form.as === undefined ? [{ name, value, form }] : [];
  });
  return ends.flatMap(({ name, value, form: { at, by } }): Objection[] => {
    const isCrossed = ends.some(
      ({ form, value: end }) =>
        form.at === at && (form.by === 'at most' || form.by === 'below') && compare(value, end) > 0,
    );
    return (by === 'at least' || by === 'above') && isCrossed
      ? [{ cause: 'filter-crossed', param: name, value }]
      : [];
  });
}

/**
 * A condition that names a leaf, or a parameter all of whose conditions have operators, asks something that was never seen; any
 * other is none.
 */
const unread = (asked: string, forms: readonly FilterForm[]): Cause =>
  forms.every(({ as }) => as?.startsWith('{')) && jsonIn(asked) === undefined
    ? 'filter-malformed'
    : forms.every(({ as }) => as !== undefined && !as.includes('{}')) ||
        forms.some(({ at, as }) => as !== undefined && asked.includes(lastSegment(at)))
      ? 'filter-operator'
      : 'filter-unreadable';

/** What stands in a condition behind its operator, as one of these is written: the shortest such text. */
function operandIn(asked: string | null, forms: readonly FilterForm[]): Pick<Objection, 'operand'> {
  const operands = forms.flatMap((form) => {
    const operand = asked === null || form.as === undefined ? undefined : readFilter(form, asked)?.asked;
    return operand === undefined || operand === '' || operand === asked ? [] : [operand];
  });
  const [operand] = operands.sort((a, b) => a.length - b.length);
  return operand === undefined ? {} : { operand };
}

/** The leaf that a condition names, and what stands in it behind its operator. */
const leafIn = (form: FilterForm, asked: string): Pick<Objection, 'named' | 'operand'> => ({
  ...(form.as?.includes('{}') === true && { named: fieldNamed(form, asked) }),
  ...operandIn(asked, [form]),
});

/** Whether a condition names a value that no record has, though another may come to have it that was seen to. */
function isUnknown(
  form: FilterForm,
  asked: string,
  all: readonly Json[],
  values: readonly Json[] | undefined,
): boolean {
  if (isSearch(form.by) || isOrder(form.by) || isOfThere(form.by)) return false;
  // What is left out is told as what is asked for.
  const wanted: FilterForm = form.by === 'is not' ? { ...form, by: 'is one of' } : form;
  const isKnown = (one: string) =>
    all.some((record) => passes(record, wanted, one)) ||
    values?.some((value) => textOf(value).toLowerCase() === one.toLowerCase()) === true;
  const named = valuesAsked(form, asked);
  // Of a few values each must be one; of many, such as ids, that one is not there says nothing of it.
  return values === undefined ? !named.some(isKnown) : !named.every(isKnown);
}

/** Whether a condition that asks for what names a strategy has the shape of its ids. */
const isNamedLike = (
  form: FilterForm,
  asked: string,
  kind: RecordKind,
  { listing, strategy }: DialectForm['records'],
): boolean =>
  kind !== 'listing' ||
  form.as !== undefined ||
  form.means !== undefined ||
  form.at !== listing?.strategy ||
  !(form.by === 'is' || form.by === 'is one of') ||
  valuesAsked(form, asked).every((one) => /^null$/i.test(one) || isIdLike(lastPart(one), strategy));

/** Numbers are compared with numbers, and moments with moments; other texts have an order of their own. */
function isComparable(form: FilterForm, asked: string, all: readonly Json[]): boolean {
  const { at, asked: value } = readFilter(form, asked)!;
  if (isOfThere(form.by)) return isYes(value) !== undefined;
  const leaves = all.flatMap((record) => valueAt(record, at) ?? []).slice(0, 20);
  const areFlags = leaves.length > 0 && leaves.every((leaf) => typeof leaf === 'boolean');
  // What has words of its own for its values has said already which it reads.
  const isOfFlags = areFlags && form.by === 'is' && form.means === undefined;
  if (!isOrder(form.by)) return !isOfFlags || isFlag(value);
  const areAll = (read: (leaf: Json) => unknown) =>
    leaves.length > 0 && leaves.every((leaf) => read(leaf) !== undefined);
  if (readMoment(value) !== undefined) return true;
  return areAll(worthOf) ? worthOf(value) !== undefined : !areAll(readMoment);
}

/** Whether a text is searched for in what records show. */
export const isSearch = (by: FilterForm['by']) => by === 'contains' || by === 'starts with';

function writeObjections(
  { contentType, ifMatch, onceKey: key, sentText, sent, endpoint, recordId }: AskedRequest,
  write: WriteForm,
  form: DialectForm,
  known: KnownRecords,
  record: Json | undefined,
): Objection[] {
  const found: Objection[] = [];
  const tag = known.tag?.(recordId);
  const isOther =
    ifMatch !== undefined &&
    record !== undefined &&
    !namesTag(ifMatch, tag ?? '') &&
    !JSON.stringify(record).includes(JSON.stringify(ifMatch).slice(1, -1));
  // A tag that the record shows, too, such as its version, is what may be told.
  const version = tag?.replace(/^(?:W\/)?"(.*)"$/, '$1');
  const isShown = leavesOf(record ?? null).some(([, leaf]) => textOf(leaf) === version);
  if (isOther) found.push({ cause: 'record-changed', value: ifMatch, ...(isShown && { wanted: version }) });
  if (write.conditional === true && ifMatch === undefined) found.push({ cause: 'condition-missing' });
  if (write.once === onceHeader && key === undefined)
    found.push({ cause: 'once-missing', param: onceHeader });
  if (contentType === undefined) found.push({ cause: 'type-missing' });
  else if (!isTaken(contentType, write.type)) found.push({ cause: 'type-other', value: contentType });
  if (sentText === undefined) return found;
  if (form.longestBody !== undefined && sentText.length > form.longestBody)
    found.push({ cause: 'body-large' });
  if (sentText.trim() === '') return [...found, { cause: 'body-empty' }];
  if (sent === undefined) return [...found, { cause: 'body-malformed' }];
  const isOfItems = write.fields.some((at) => /^\/[\w-]+=/.test(at));
  if (typeof sent !== 'object' || sent === null || isList(sent) !== isOfItems)
    return [...found, { cause: 'body-other', value: sent }];
  if (Object.keys(sent).length === 0) found.push({ cause: 'object-empty' });
  found.push(...containerObjections(sent, recordId, write));
  // Who does not send what wraps the rest is told of that, and not of what stands there in its place.
  const leaves = [write.min?.at, write.max?.at, write.strategy].flatMap((at) => at ?? []);
  const [wraps, insides] = [leaves.map((at) => at.split('/')[1]!), leaves.map((at) => at.split('/')[2])];
  const [wrap] = wraps;
  const isUnwrapped =
    wrap !== undefined &&
    wraps.every((other) => other === wrap) &&
    !insides.includes(undefined) &&
    !wrap.includes('=') &&
    valueAt(sent, pointerTo('', wrap)) === undefined;
  for (const field of isUnwrapped ? [] : unknownFields(sent, write.fields))
    found.push(
      otherAction(sent, field, write.constants) ?? {
        cause: 'field-unknown',
        param: field,
        value: valueAt(sent, field)!,
      },
    );
  if (write.once !== undefined && write.once !== onceHeader) readLeaf(sent, write.once, 'text', found);
  if (write.version !== undefined) addVersionObjections(sent, write.version, record, found);
  if (endpoint === 'updatePrice') addPriceObjections(sent, write, form, record, found);
  else addStrategyObjections(sent, write, known, form.records, record, found);
  return found;
}

const isTaken = (contentType: string, type: string | undefined): boolean =>
  type === undefined
    ? /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(contentType))
    : mediaType(contentType) === type;

/** What the errors of the service say of states, and of requests that nothing else explains. */
function stateObjections(
  request: AskedRequest,
  form: DialectForm,
  known: KnownRecords,
  record: Json | undefined,
): Objection[] {
  const { endpoint, sent } = request;
  const named = form.writes[endpoint]?.strategy;
  const found = form.errors.flatMap(({ cause, param, on, when }): Objection[] => {
    if (when === undefined || (on !== undefined && !on.includes(endpoint))) return [];
    const name = named === undefined ? undefined : valueAt(sent, named);
    if (when.and !== undefined && record !== undefined) {
      const left = leftBeside(request, when, record, form);
      const strategy = strategyAt(left.of, left.at, known);
      const isSo = isAt(left.record, when) && isAt(strategy ?? null, when.and);
      return isSo ? [{ cause, when, param, value: name }] : [];
    }
    const subject =
      when.of === 'request'
        ? { digest: requestDigest(request) }
        : when.of === 'record'
          ? record
          : strategyAt(sent, named, known);
    return subject !== undefined && isInState(subject, when) ? [{ cause, when, param, value: name }] : [];
  });
  // What a record is, is told before what it would lack beside a strategy.
  return found.sort((a, b) => Number(a.when?.and !== undefined) - Number(b.when?.and !== undefined));
}

/**
 * What a condition on a listing beside a strategy is about, and where that names the strategy: a write of bounds leaves the
 * listing without those that it takes away, and the strategy is the one that it follows; any other write finds it as it is.
 */
export function leftBeside(
  { endpoint, sent }: Pick<AskedRequest, 'endpoint' | 'sent'>,
  { at }: StateCondition,
  record: Json,
  { writes, records: { listing } }: Pick<DialectForm, 'writes' | 'records'>,
): { readonly record: Json; readonly of: Json | undefined; readonly at: string | undefined } {
  const write = writes[endpoint];
  if (endpoint !== 'updatePrice' || write === undefined) return { record, of: sent, at: write?.strategy };
  const whole = wholeSent(sent, write) ?? null;
  const isTaken = (['min', 'max'] as const).some(
    (bound) =>
      write[bound] !== undefined &&
      listing?.[bound] !== undefined &&
      isWithin(listing[bound].at, at) &&
      isNullAt(whole, write[bound].at),
  );
  return { record: isTaken ? withValueAt(record, at, null) : record, of: record, at: listing?.strategy };
}

/** Whether a record is in a state in which the service refuses a write. */
export const isInState = (record: Json, { at, is, isNot }: StateCondition): boolean =>
  isNot === undefined ? isAt(record, { at, is }) : !isAt(record, { at, is: isNot });

/** The strategy that a body or a record names at a place. */
export function strategyAt(
  value: Json | undefined,
  place: string | undefined,
  known: Pick<KnownRecords, 'strategy'>,
): Json | undefined {
  const name = place === undefined ? undefined : valueAt(value, place);
  return name === undefined || name === null ? undefined : known.strategy(textOf(name));
}

function unknownFields(sent: Json, fields: readonly string[], at = ''): string[] {
  return membersWithin(sent).flatMap(([name, item]) => {
    const own = pointerTo(at, name);
    if (!fields.includes(own)) return [own];
    // Below a place that is read only some are known; one whose inside is never read may hold anything.
    return fields.some((field) => field.startsWith(`${own}/`)) ? unknownFields(item, fields, own) : [];
  });
}

/** That an unknown item of a list of actions is no field, but an action that none of the known ones is. */
function otherAction(
  sent: Json,
  item: string,
  constants: WriteForm['constants'] = {},
): Objection | undefined {
  const isItem = (at: string) => lastSegment(at).includes('=');
  for (const [name, value] of isItem(item) ? membersWithin(valueAt(sent, item)!) : []) {
    const known = Object.entries(constants).flatMap(([at, is]) =>
      isItem(parentOf(at)) && lastSegment(at) === name && !lastSegment(parentOf(at)).startsWith(`${name}=`)
        ? [is]
        : [],
    );
    if (known.length > 0 && !known.some((is) => sameValue(is, value)))
      return { cause: 'field-other', param: pointerTo(item, name), value, wanted: known[0]! };
  }
  return undefined;
}

/** Objects and lists that are something else or hold nothing, and members that said the same in all accepted bodies. */
function containerObjections(
  sent: Json,
  recordId: string,
  { fields, constants = {} }: WriteForm,
): Objection[] {
  const found: Objection[] = [];
  for (const at of fields) {
    const value = valueAt(sent, at);
    const within = fields.flatMap((field) => (field.startsWith(`${at}/`) ? [field.slice(at.length)] : []));
    if (value === undefined || within.length === 0) continue;
    const isOfItems = within.some((inside) => /^\/(?:[\w-]+=|0(?:\/|$))/.test(inside));
    const isFitting = isOfItems ? isList(value) : isObject(value);
    const kind = isOfItems ? 'array' : 'object';
    if (!isFitting)
      found.push({ cause: value === null ? 'field-null' : 'field-type', param: at, value, kind });
    else if (Object.keys(value as object).length === 0)
      found.push({ cause: 'field-empty', param: at, value, kind });
    else if (isList(value) && within.some((inside) => inside.includes('/', 1)))
      value.forEach((item, index) => {
        if (!isObject(item))
          found.push({ cause: 'field-type', param: pointerTo(at, index), value: item, kind: 'object' });
      });
  }
  for (const [at, is] of Object.entries(constants)) {
    const value = valueAt(sent, at);
    if (value === undefined && isObject(valueAt(sent, parentOf(at))) && at !== pointerTo('', lastSegment(at)))
      found.push({ cause: 'constant-missing', param: at });
    const wanted = fill(is, (name) => (name === 'id' ? recordId : undefined));
    if (value === undefined || value === null || sameValue(value, wanted)) continue;
    const isText = typeof value === 'string';
    const cause = isText ? 'field-other' : numberOf(value) === undefined ? 'field-type' : 'field-number';
    found.push({ cause, param: at, value, wanted, ...(!isText && { kind: 'string' as const }) });
  }
  return found;
}

/**
 * What was sent at a place that is read, undefined where nothing can be made of it; what is wrong with it is added.
 * @param worth the number that a text is, where that is not as usual
 * @param kind what is told of what is taken there
 */
function readLeaf(
  sent: Json,
  at: string,
  as: 'number' | 'text' | 'any',
  found: Objection[],
  worth: (value: Json) => number | undefined = numeric,
  kind: TakenKind | undefined = as === 'any' ? undefined : as === 'text' ? 'string' : 'number',
): Json | undefined {
  if (isInsideOther(sent, at)) return undefined;
  const value = valueAt(sent, at);
  if (value === undefined) {
    const objection = unnamedIn(sent, at) ?? missing(sent, at);
    if (!found.some(({ cause, param }) => cause === objection.cause && param === objection.param))
      found.push(objection);
    return undefined;
  }
  const object = (cause: Cause) => {
    found.push({ cause, param: at, value, kind });
  };
  const isNumber = numberOf(value) !== undefined;
  if (value === null) object('field-null');
  else if (value === '') object('field-empty');
  else if (!isNumber && typeof value !== 'string') object('field-type');
  else {
    if (isNumber && as === 'text') object('field-number');
    if (!isNumber && as === 'number')
      object(worth(value) === undefined ? 'field-text' : 'field-numeric-text');
    return value;
  }
  return undefined;
}

function addVersionObjections(
  sent: Json,
  { at, is }: Reference,
  record: Json | undefined,
  found: Objection[],
): void {
  const known = valueAt(record, is);
  if (known === undefined) return;
  const value = readLeaf(sent, at, numberOf(known) === undefined ? 'text' : 'number', found);
  const isRead = value !== undefined && !found.some(({ param }) => param === at);
  if (isRead && !sameValue(value, known))
    found.push({ cause: 'record-changed', param: at, value, wanted: known });
}

function addPriceObjections(
  sent: Json,
  { min, max, replaces }: WriteForm,
  form: DialectForm,
  record: Json | undefined,
  found: Objection[],
): void {
  const areWhole = [min, max].every((bound) => bound === undefined || bound.whole === true);
  const amounts = [min, max].map(
    (bound) => bound && readBound(sent, bound, areWhole, form.amounts, record, found),
  );
  const shown = form.records.listing;
  const floor = amountIn(record, floorOf(form));
  for (const [index, bound] of [min, max].entries()) {
    const amount = amounts[index];
    if (floor !== undefined && amount !== undefined && amount < floor)
      found.push({ cause: 'amount-below-floor', param: bound!.at, value: valueAt(sent, bound!.at)! });
  }
  // The other bound is the one that stands, where null leaves it, too.
  const [low, high] = (['min', 'max'] as const).map((bound, index) => {
    const form = { min, max }[bound];
    const stands = replaces === undefined && form !== undefined && isNothing(valueAt(sent, form.at));
    return amounts[index] ?? (stands ? amountIn(record, shown?.[bound]) : undefined);
  });
  const isNull = [min, max].some((bound) => bound !== undefined && isNullAt(sent, bound.at));
  // Nobody sells for nothing: 0 is no upper bound, but stands for none.
  if (low !== undefined && high !== undefined && high !== 0) {
    const param = amounts[0] === undefined ? max?.at : min?.at;
    if (low >= high)
      found.push({
        cause:
          low === high
            ? 'bounds-equal'
            : !amounts.includes(undefined)
              ? 'bounds-crossed'
              : isNull
                ? 'bound-beyond-null'
                : 'bound-beyond-stored',
        ...(param !== undefined && { param, value: valueAt(sent, param)! }),
      });
  }
  // What is sent stands there already.
  const isThere = amounts.map(
    (amount, index) =>
      amount === undefined || amount === amountIn(record, shown?.[index === 0 ? 'min' : 'max']),
  );
  if (!isNull && amounts.some((amount) => amount !== undefined) && !isThere.includes(false))
    found.push({ cause: 'change-none' });
}

/** What is told of two bounds that were sent is told of one that was, beside the other as the record shows it. */
export function asCrossed(
  sent: Json,
  { param }: Objection,
  { writes, records: { listing } }: Pick<DialectForm, 'writes' | 'records'>,
  record: Json | undefined,
): { readonly sent: Json; readonly objection: Objection } {
  const { min, max } = writes.updatePrice!;
  const isLow = param === max?.at;
  const [other, shown] = isLow ? [min, listing?.min] : [max, listing?.max];
  const stored = shown?.scale === 1 ? valueAt(record, shown.at) : amountIn(record, shown);
  const both = stored === undefined ? sent : withValueAt(sent, other!.at, stored);
  const value = valueAt(both, min!.at)!;
  return { sent: both, objection: { cause: 'bounds-crossed', param: min!.at, value } };
}

/** The amount below which no bound may be, written as the bounds are; undefined where there is none. */
const floorOf = ({ amounts: { floor }, records: { listing } }: DialectForm): AmountForm | undefined =>
  floor === undefined ? undefined : { as: 'number', scale: 1, ...listing?.min, at: floor };

/** The amount that a record shows, in the measure of what is sent. */
export function amountIn(record: Json | undefined, form: AmountForm | undefined): number | undefined {
  const number = form === undefined ? undefined : worthOf(valueAt(record, form.at));
  return number === undefined ? undefined : number / form!.scale;
}

/** Whether what should hold a place is no object, which is told in place of what lacks in it. */
function isInsideOther(sent: Json, at: string): boolean {
  const steps = at.split('/');
  return steps.slice(1).some((step, index) => {
    const outer = valueAt(sent, steps.slice(0, index + 1).join('/'));
    if (isList(outer)) return false;
    return isObject(outer) ? step.includes('=') : outer !== undefined;
  });
}

/** That a list of actions has none for a place: what it does not name, most services leave alone. */
function unnamedIn(sent: Json, at: string): Objection | undefined {
  const steps = at.split('/');
  const last = steps.findIndex((step, index) => {
    const outer = index === 0 ? undefined : valueAt(sent, steps.slice(0, index).join('/'));
    return isList(outer) && !/^\d+$/.test(step) && valueAt(outer, `/${step}`) === undefined;
  });
  return last === -1 ? undefined : { cause: 'item-missing', param: steps.slice(0, last + 1).join('/') };
}

/** Whether null was sent at a place, or in place of an object that holds it. */
const isNullAt = (sent: Json, at: string): boolean =>
  at !== '' && (valueAt(sent, at) === null || isNullAt(sent, parentOf(at)));

/** That a place was not sent, told of the outermost place that lacks. */
function missing(sent: Json, at: string): Objection {
  const steps = at.split('/');
  const places = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return { cause: 'field-missing', param: places.find((place) => valueAt(sent, place) === undefined)! };
}

function readBound(
  sent: Json,
  { at, as, whole, comma, unit, unitAt }: AmountForm,
  areWhole: boolean,
  { decimals = Infinity, step, low = -Infinity, high = Infinity }: DialectForm['amounts'],
  record: Json | undefined,
  found: Objection[],
): number | undefined {
  const worth = (value: Json) => {
    if (unit !== undefined && numberOf(value) === undefined) return inUnit(value)?.number;
    if (typeof value !== 'string' || numberOf(value) !== undefined) return numeric(value);
    return value.includes(comma === true ? '.' : ',') ? undefined : numeric(value.replace(',', '.'));
  };
  const kind = as === 'text' ? 'string' : areWhole ? 'integer' : 'number';
  const value = readLeaf(sent, at, as === 'text' ? 'text' : 'number', found, worth, kind);
  if (value === undefined) return undefined;
  const object = (cause: Cause) => found.push({ cause, param: at, value, kind });
  const number = worth(value);
  if (number === undefined) {
    if (as === 'text')
      object(unit === undefined || numeric(value) === undefined ? 'field-text' : 'field-numeric-text');
    return undefined;
  }
  if (unit !== undefined && numberOf(value) === undefined) {
    const shown = unitAt === undefined ? undefined : valueAt(record, unitAt);
    const wanted = typeof shown === 'string' ? textOf(shown) : unitName(unit);
    if (inUnit(value)!.unit !== unit.replace(unitName(unit), wanted)) {
      found.push({ cause: 'field-other', param: at, value, wanted });
      return undefined;
    }
  }
  if (whole === true && !Number.isInteger(number)) object('amount-fraction');
  else if (decimalsIn(textOf(value)) > decimals) object('amount-decimals');
  if (step !== undefined && Math.abs(number % step) > 1e-9) object('amount-step');
  if (number < 0) object('amount-negative');
  else if (number === 0) object('amount-zero');
  if (number < low) object('amount-low');
  if (number > high) object('amount-high');
  return number;
}

/** Where a body names its strategy: by its id, unless it names it in another way alone. */
export function strategyPlaceIn(
  sent: Json | undefined,
  { strategy, strategyBy }: Pick<WriteForm, 'strategy' | 'strategyBy'>,
): Partial<Reference> {
  const isById =
    strategyBy === undefined || (strategy !== undefined && valueAt(sent, strategy) !== undefined);
  return isById || valueAt(sent, strategyBy.at) === undefined
    ? { ...(strategy !== undefined && { at: strategy }) }
    : strategyBy;
}

function addStrategyObjections(
  sent: Json,
  write: WriteForm,
  known: KnownRecords,
  { listing, strategy: strategies }: DialectForm['records'],
  record: Json | undefined,
  found: Objection[],
): void {
  const { at, is } = strategyPlaceIn(sent, write);
  if (at === undefined) return;
  const as = is !== undefined ? 'any' : write.namesByNumber === true ? 'number' : 'text';
  const value = readLeaf(sent, at, as, found);
  if (value === undefined) return;
  const name = textOf(value);
  const isAlone = leavesOf(sent).every(([place]) => write.fields.includes(place));
  const followed = listing?.strategy === undefined ? undefined : valueAt(record, listing.strategy);
  if (isAlone && textOf(followed ?? null) === name) found.push({ cause: 'change-none', param: at, value });
  const isIn = (kind: RecordKind, place: string) =>
    known.all(kind).some((record) => textAt(record, place) === name);
  // What listings show that follow no strategy, such as 0, takes a listing's away.
  const isKnown =
    is !== undefined
      ? isIn('strategy', is)
      : known.all('strategy').length === 0 ||
        known.strategy(name) !== undefined ||
        (listing?.strategy !== undefined && isIn('listing', listing.strategy));
  if (isKnown) return;
  const isLike = is !== undefined || isIdLike(name, strategies) || isIdLike(lastPart(name), strategies);
  const cause = isLike ? 'strategy-unknown' : 'strategy-malformed';
  found.push({ cause, param: at, value, ...behindSign(name, strategies) });
}
