// What a list may object to: parameters that it does not know, and values that it cannot read or has never heard of.
import { jsonIn, mapMembers, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { pointerTo, valueAt } from '../../http/pointer.ts';
import { lastPart, lastSegment } from '../../http/parse-url.ts';
import type { Cause } from '../causes.ts';
import {
  compare,
  conditionsIn,
  fieldNamed,
  hasLeaf,
  isNull,
  isOfThere,
  isOneOf,
  isOrder,
  isSearch,
  saysThere,
  parametersIn,
  passes,
  placeRead,
  readFilter,
  statedIn,
  valueOf,
  valuesAsked,
} from '../conditions.ts';
import type { Stated } from '../conditions.ts';
import { isNamedBy, membersNamed, namesIn } from '../stated-names.ts';
import { pick, selectPage, sinceHeader, withAssumed } from '../select-page.ts';
import { lengthOf } from '../known-list.ts';
import { isDirection, ordersOf } from '../sort-orders.ts';
import { isDirectionWord } from '../order-words.ts';
import { listedKind } from '../profile-form.ts';
import type { DialectForm, FilterForm, QueryForm, RecordKind } from '../profile-form.ts';
import { worthOf } from '../template-filters.ts';
import { plainForm, readMoment } from '../time-forms.ts';
import { isToldFor, leavesOut } from '../refusal-words.ts';
import type { Objection, AskedRequest, KnownRecords } from './objection.ts';
import { isIdLike } from './named-ids.ts';

export function listObjections(request: AskedRequest, form: DialectForm, known: KnownRecords): Objection[] {
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
      // What others state in it as an object, by its members.
      const isMalformed = [...names].some((own) => own?.startsWith(`${name}[`));
      const cause = isMalformed ? 'filter-malformed' : isOfMembers ? 'parameter-member' : 'parameter-unknown';
      found.push({ cause, param: name, value, ...operand(value) });
    }
  }
  const strange = (value: string, taken: readonly string[] = []) => {
    const names = namesIn(value);
    const others = names.filter((name) => !taken.includes(name));
    const named = others.find((name) => !isMember(name)) ?? others[0] ?? names[0];
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
    // What every request said, such as a number of an account, is taken as it was; of what picked nothing any number may be.
    if (query.always?.[name] === undefined && [value, ...values].every(isWhole)) continue;
    const isOfMembers =
      list.views?.some((one) => one.name === name) === true && areMembers(membersNamed(value));
    const known = values.flatMap(namesIn);
    if (!isOfMembers) found.push({ cause: 'parameter-value', param: name, value, ...strange(value, known) });
  }
  // Listings may be asked for by any strategy that there is, though none of them follows it.
  const strategyPlace = kind === 'listing' ? form.records.listing?.strategy : undefined;
  const isUnknownThere = (one: FilterForm, own: string): boolean => {
    const namesLeaf = one.as?.includes('{}') === true;
    const read = placeRead(one, own);
    const at = namesLeaf && !Object.hasOwn(fields, read) ? pointerTo('', fieldNamed(one, own)) : read;
    const values = fields[at]?.values;
    const isStrategy = at === strategyPlace && known.strategy(readFilter(one, own)!.asked) !== undefined;
    return !isStrategy && isUnknown(one, own, all, values);
  };
  for (const [name, value] of withAssumed(stated, query)) {
    const forms = query.filters?.[name];
    const search = forms?.find(({ by, as }) => as === undefined && isSearch(by));
    if (value.length < (search?.shortest ?? 0)) found.push({ cause: 'search-short', param: name, value });
    if (forms === undefined || search !== undefined) continue;
    for (const { form: one, value: own } of conditionsIn(value, forms, all)) {
      // What no record has, or what is written in a way that was never seen.
      if (one === undefined)
        found.push({ cause: unread(own, forms), param: name, value: own, ...strange(own), ...operand(own) });
      else if (!all.some((record) => hasLeaf(record, one, own)))
        found.push({ cause: 'filter-field', param: fieldNamed(one, own), value: fieldNamed(one, own) });
      else if (!isComparable(one, own, all) || !isNamedLike(one, own, kind, records))
        found.push({ cause: 'filter-unreadable', param: name, value: own, ...leafIn(one, own) });
      // A day alone, say, may be no moment to who tells seconds.
      else if (isWrittenOtherwise(one, own, all))
        found.push({ cause: 'filter-form', param: name, value: own, ...leafIn(one, own) });
      else if (isUnknownThere(one, own))
        found.push({ cause: 'filter-unknown', param: name, value: own, ...leafIn(one, own) });
      // What asks for those without a strategy may be no id to the service.
      else if (namesStrategy(one, kind, records) && isNull(own))
        found.push({ cause: 'filter-null', param: name, value: own });
    }
  }
  const faulty = new Set(found.map(({ param }) => param));
  found.push(...besideTokens(request, query));
  found.push(...rangeObjections(stated, query.filters ?? {}, faulty));
  const sort = query.sort;
  const ordersIn = (value: string) => namesIn(value).filter((word) => !isDirectionWord(word));
  const isUnlisted = (value: string) => {
    const takenOrders = Object.keys(sort?.values ?? {}).flatMap(ordersIn);
    const unknown = { cause: 'sort-unknown', param: sort?.name } as const;
    return form.errors.some(
      (one) => isToldFor(one, unknown, request.endpoint) && leavesOut(one, ordersIn(value), takenOrders),
    );
  };
  const unsorted = stated.find(
    ([name, value]) =>
      name === sort?.name && (ordersOf(sort, value, all[0]) === undefined || isUnlisted(value)),
  );
  // That an order may not be empty says nothing of others.
  if (unsorted?.[1] === '') found.push({ cause: 'parameter-value', param: unsorted[0], value: '' });
  else if (unsorted !== undefined) {
    const [param, value] = unsorted;
    const { named = namesIn(value)[0] } = strange(value);
    const isStrange = (words: readonly string[]) => words.length > 0 && !words.some(isMember);
    // Of several members each must be one; a word for a direction stands by itself in some.
    const areNamed = /^[\w.+:\s,;-]*$/.test(value) ? value.split(/[,;]/) : [value];
    const isUnknown = areNamed.some((one) => isStrange(ordersIn(one)));
    const isNone = isUnknown || isStrange(namesIn(value)) || isUnlisted(value);
    const other = isNone ? 'sort-unknown' : 'sort-member';
    found.push({ cause: isTurnedOddly(value) ? 'sort-direction' : other, param, value, named });
  }
  const turn = sort?.reversedBy?.name;
  const direction = turn === undefined ? null : valueOf(turn, stated);
  if (direction !== null && !isDirection(sort!, direction))
    found.push({ cause: 'sort-direction', param: turn!, value: direction });
  // That nothing is found where something else is wrong follows from that.
  const isWrong = found.some(({ cause }) => cause !== 'token-beside' && cause !== 'filter-lone');
  if (!isWrong && lengthOf(picked) === 0 && all.length > 0) found.push({ cause: 'found-nothing' });
  return found;
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

/** What stands beside a token that leads from page to page, which may have to stand alone. */
function besideTokens({ said }: AskedRequest, { positions = [] }: QueryForm): Objection[] {
  if (!positions.some(({ by, name }) => by === 'token' && said.has(name))) return [];
  return statedIn(said).flatMap(([param, value]): Objection[] =>
    positions.some(({ name }) => name === param) ? [] : [{ cause: 'token-beside', param, value }],
  );
}

/**
 * Of ranges of one leaf, by two parameters, the lower ends whose upper end is below, and those of which one end alone is asked for.
 * @param faulty the parameters with which something is wrong in itself
 */
function rangeObjections(
  stated: readonly Stated[],
  filters: NonNullable<QueryForm['filters']>,
  faulty: ReadonlySet<string | undefined>,
): Objection[] {
  const isLow = ({ by }: FilterForm) => by === 'at least' || by === 'above';
  const isHigh = ({ by }: FilterForm) => by === 'at most' || by === 'below';
  const ends = Object.entries(filters).flatMap(([name, [form, ...more]]) =>
    form !== undefined && more.length === 0 && form.as === undefined && (isLow(form) || isHigh(form))
      ? [{ name, form, value: valueOf(name, stated) }]
      : [],
  );
  return ends.flatMap(({ name, form, value }): Objection[] => {
    if (value === null) return [];
    const others = ends.filter((end) => end.form.at === form.at && isLow(end.form) !== isLow(form));
    const isCrossed = others.some((end) => end.value !== null && compare(value, end.value) > 0);
    if (isLow(form) && isCrossed) return [{ cause: 'filter-crossed', param: name, value }];
    const [other] = others;
    return other !== undefined && !faulty.has(name) && others.every((end) => end.value === null)
      ? [{ cause: 'filter-lone', param: isLow(form) ? name : other.name }]
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

/** Whether a condition asks for what names a strategy. */
const namesStrategy = (form: FilterForm, kind: RecordKind, { listing }: DialectForm['records']): boolean =>
  kind === 'listing' &&
  form.as === undefined &&
  form.means === undefined &&
  form.at === listing?.strategy &&
  isOneOf(form.by);

/** Whether a condition that asks for what names a strategy has the shape of its ids. */
const isNamedLike = (
  form: FilterForm,
  asked: string,
  kind: RecordKind,
  records: DialectForm['records'],
): boolean =>
  !namesStrategy(form, kind, records) ||
  valuesAsked(form, asked).every((one) => isNull(one) || isIdLike(lastPart(one), records.strategy));

/** Numbers are compared with numbers, and moments with moments; other texts have an order of their own. */
function isComparable(form: FilterForm, asked: string, all: readonly Json[]): boolean {
  const { at, asked: value } = readFilter(form, asked)!;
  if (isOfThere(form.by)) return saysThere(value) !== undefined;
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

/** Whether a moment is compared that is written in another form than those of the records, but for fractions and zones. */
function isWrittenOtherwise(form: FilterForm, asked: string, all: readonly Json[]): boolean {
  if (!isOrder(form.by)) return false;
  const { at, asked: value } = readFilter(form, asked)!;
  const own = readMoment(value);
  const forms = all.slice(0, 20).flatMap((record) => readMoment(valueAt(record, at))?.form ?? []);
  return (
    own !== undefined && forms.length > 0 && !forms.some((one) => plainForm(one) === plainForm(own.form))
  );
}

const isWhole = (text: string) => /^\d+$/.test(text);

const isFlag = (text: string) => /^(?:true|false)$/.test(text);
