// Which of the objections that there are a service makes, in which order, and by the words of which recorded error it tells each:
// whatever was never seen is decided as most services do.
import { isObject, numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { isWithin, parentOf, pointerTo } from '../../http/pointer.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { areSisters, causes, usual } from '../causes.ts';
import type { Cause } from '../causes.ts';
import { isOfThere, isOrder } from '../conditions.ts';
import { objectionsTo } from './objections.ts';
import type { AskedRequest, KnownRecords, Objection } from './objection.ts';
import { ofThisBound } from './other-bound.ts';
import { innerOf } from '../known-facts.ts';
import { listedKind } from '../profile-form.ts';
import type { DialectForm, ErrorForm, ListName } from '../profile-form.ts';
import { alongside } from '../several-errors.ts';
import {
  isLenient,
  listsValue,
  takenOfSister,
  tellsKind,
  tellsKindOfValue,
  tellsNumber,
} from '../refusal-words.ts';

/** Whether a body holds members, and none but those that the service does not know. */
function hasStrangersAlone(sent: Json | undefined, objections: readonly Objection[]): boolean {
  const strangers = new Set(
    objections.flatMap(({ cause, param }) => (cause === 'field-unknown' ? param : [])),
  );
  const members = isObject(sent) ? Object.keys(sent) : [];
  return members.length > 0 && members.every((name) => strangers.has(pointerTo('', name)));
}

export class MadeObjections {
  readonly #form: DialectForm;
  readonly #order: ReadonlyMap<Cause, number>;

  constructor(form: DialectForm) {
    this.#form = form;
    this.#order = new Map([...form.order, ...causes].reverse().map((cause, at) => [cause, -at]));
  }

  /** What the service objects to in a request, the first that it tells first. */
  of(asked: AskedRequest, known: KnownRecords): Objection[] {
    const { endpoint } = asked;
    const all = objectionsTo(asked, this.#form, known);
    const refused = all.filter((one) => this.#refuses(one, endpoint));
    // Where strangers are passed over, a body of nothing else is as an empty one.
    const emptied: Objection = { cause: 'object-empty' };
    const arePassedOver = !refused.some(({ cause }) => cause === 'field-unknown');
    if (arePassedOver && hasStrangersAlone(asked.sent, all) && this.#refuses(emptied, endpoint))
      refused.push(emptied);
    // Of what is wrong with one field, or with an object and what lacks in it, what was seen here goes before what other
    // endpoints refuse.
    const isSeen = (objection: Objection) =>
      this.#form.errors.some(
        ({ cause, on }) => cause === objection.cause && on?.includes(endpoint) !== false,
      );
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
    const accepted = this.#form.accepted.filter((one) => one.cause === cause);
    // What one list takes beside a token, its sisters do.
    const isHere = (on: string) => on === endpoint || cause === 'token-beside';
    const isAccepted = accepted.some(
      (one) => isHere(one.on) && (one.param === param || one.cause === 'parameter-unknown'),
    );
    if (isAccepted) return false;
    const form = this.#nearestForm(objection, endpoint);
    if (form !== undefined && listsValue(form, value)) return false;
    // That a state is none says nothing of an id which no record has.
    const isOfMany = ['id', 'many'].includes(this.#filterKind(endpoint, param) ?? '');
    if (cause === 'filter-unknown' && form?.param !== param && isOfMany) return false;
    // Nor does of what kind the value of one parameter must be, where others that mean nothing are passed over.
    const { ignored } = this.#form.lists[endpoint as ListName]?.query ?? {};
    const isOfOne = form?.param !== undefined && form.param !== param && tellsKindOfValue(form);
    if (cause === 'parameter-unknown' && isOfOne && ignored !== undefined) return false;
    const isOfSister =
      form?.param !== param && takenOfSister(this.#form.accepted, { cause, param }, endpoint);
    // That one member cannot be asked by says nothing of the others.
    if (usual[cause].taken === true) return form?.cause === cause && form.param === param;
    if (form?.cause === cause && !isOfSister) return true;
    // What one field or one list takes, its sister takes.
    if (accepted.length > 0 || isOfSister) return false;
    // Of 0 records there may be a page, though what is no count is refused.
    const refusesWords =
      cause.endsWith('-negative') &&
      this.#form.errors.some((one) => one.cause === cause.replace('negative', 'unreadable'));
    const lenient = this.#form.accepted.some(
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
    const { lists, records } = this.#form;
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

  /** Whether an error says of one end of a range what cannot be compared, without its name: the other end is told so, too. */
  #isOfOtherEnd(
    form: ErrorForm,
    cause: Cause,
    param: string | undefined,
    endpoint: EndpointName | 'any',
  ): boolean {
    if (cause !== 'filter-unreadable' || form.cause !== cause || form.param === undefined) return false;
    const { filters = {} } = this.#form.lists[endpoint as ListName]?.query ?? {};
    const [one, other] = [form.param, param ?? ''].map((name) => filters[name]?.[0]);
    const areEnds = [one, other].every((filter) => filter !== undefined && isOrder(filter.by));
    return areEnds && one!.at === other!.at && !JSON.stringify(form.body).includes(form.param);
  }

  /** Whether writes send others within a field. */
  #holdsFields(field = ''): boolean {
    return Object.values(this.#form.writes).some(({ fields }) =>
      fields.some((one) => one.startsWith(`${field}/`)),
    );
  }

  /** The form of an error: for this very field and endpoint, else one that says any of them. */
  formFor(
    objection: Pick<Objection, 'cause' | 'param' | 'kind' | 'when'>,
    endpoint: EndpointName | 'any',
  ): ErrorForm | undefined {
    const form = this.#nearestForm(objection, endpoint);
    return form && (ofThisBound(form, objection.param, this.#form) ?? form);
  }

  #nearestForm(
    { cause, param, kind, when }: Pick<Objection, 'cause' | 'param' | 'kind' | 'when'>,
    endpoint: EndpointName | 'any',
  ): ErrorForm | undefined {
    let best: { form: ErrorForm; score: number } | undefined;
    const usualWords = this.#wordsOfParameter(cause);
    // What a listing shows and no write takes may be told otherwise than what it does not have.
    // A write may wrap what a listing shows.
    const shown = this.#form.records.listing?.fields ?? {};
    const isShown = (field = '') => field in shown || field.replace(/^\/[^/]+(?=\/)/, '') in shown;
    // A text that is no number, where numbers are texts, is told as what is none, and never that it must be a text.
    const isNoNumber = cause === 'field-text' && kind === 'string';
    for (const form of this.#form.errors) {
      if (
        isNoNumber &&
        form.cause !== cause &&
        JSON.stringify(form.body).includes('{param.kind') &&
        !tellsNumber(form)
      )
        continue;
      const isKin = (form.param ?? param) === param && tellsKind(form, cause, endpoint);
      // Of what kind a field is, is told here of one that is no such thing rather than elsewhere of another field; an object or
      // a list is no such field.
      const isOfKind =
        usual[cause].family === 'field type' &&
        !/^(?:object|array)$/.test(kind ?? '') &&
        form.on?.includes(endpoint) === true &&
        (form.param ?? param) === param;
      // Null is no id here: what else is none is told so, too.
      const isOfNull = form.cause === 'filter-null' && form.param === param;
      const nearness =
        form.cause === cause
          ? 8
          : isKin ||
              (isNoNumber && /^(?:field-number|amount-fraction)$/.test(form.cause) && tellsNumber(form))
            ? 6
            : form === usualWords
              ? 5
              : areSisters(cause, form.cause)
                ? isOfKind || isOfNull
                  ? 5
                  : 0
                : -1;
      if (nearness < 0 || (cause === 'field-number' && form.cause !== cause && tellsNumber(form))) continue;
      // What is refused for what something is, is told for nothing else that it might be.
      if (form.when !== undefined && (form.param !== param || (when ?? form.when) !== form.when)) continue;
      // What tells a part of the parameter is told of none that lacks it.
      if (innerOf(param ?? '') === undefined && JSON.stringify(form.body).includes('{param.inner')) continue;
      // Fields that the service does not know are told alike where they stand side by side.
      const isUnknownBeside =
        cause === 'field-unknown' &&
        form.cause === cause &&
        parentOf(form.param ?? '') === parentOf(param ?? '');
      const isOwn =
        form.param === undefined ||
        form.param === param ||
        isUnknownBeside ||
        this.#isOfOtherEnd(form, cause, param, endpoint);
      const namesField = () =>
        JSON.stringify([form.body, form.headers ?? null]).includes('{param') ||
        ofThisBound(form, param, this.#form) !== undefined;
      const isHere = form.on === undefined || form.on.includes(endpoint);
      // What is said of a field of one write need not be said of the other's, unless the field alone makes it differ.
      const isOthers = !isHere && /^(field|amount|bounds?)-/.test(form.cause);
      if ((!isOwn || isOthers) && !namesField()) continue;
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
      ? this.#nearestForm({ cause: cause.replace('negative', 'unreadable') as Cause, param, kind }, endpoint)
      : best?.form;
  }

  /** The form of what is told of a size, or of where a page begins, in the same words as another thing that is wrong with a list. */
  #wordsOfParameter(cause: Cause): ErrorForm | undefined {
    const [, about] = /^(size|position)-/.exec(cause) ?? [];
    if (about === undefined || usual[cause].refused !== true) return undefined;
    const wordsOf = ({ status, body }: ErrorForm) => JSON.stringify([status, body]);
    const forms = this.#form.errors.filter((form) =>
      /^(?:size|position|filter|sort|token)-/.test(form.cause),
    );
    // What is no number is rather told as others that are none, where filters are, too.
    const areNone = forms.filter((one) => areSisters(one.cause, cause) || one.cause === 'filter-unreadable');
    const isNone = usual[cause].family === 'unreadable number';
    if (
      isNone &&
      areNone.some((one) =>
        areNone.some((other) => one.cause !== other.cause && wordsOf(one) === wordsOf(other)),
      )
    )
      return undefined;
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
  inOrder(objections: readonly Objection[]): Objection[] {
    const fields = this.#form.together?.fields ?? [];
    const told = [objections[0]!, ...alongside(objections)];
    const taken = Object.values(this.#form.writes).flatMap((write) => write.fields);
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
    return this.#form.tellsAll === true ? told.sort((a, b) => place(a) - place(b)) : told.slice(0, 1);
  }
}
