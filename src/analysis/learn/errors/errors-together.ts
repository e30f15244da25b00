// Answers that tell several errors at once: each is taken for as many answers, and what stands around the errors is learned.
import { isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json, JsonObject } from '../../../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { isUnseen } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { alongside } from '../../../dialect/several-errors.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { DialectForm } from '../../../dialect/profile-form.ts';
import { explain } from '../../explain/explain.ts';
import { holeMark } from '../../explain/sample.ts';
import type { Sample } from '../../explain/sample.ts';
import { joinedIn, namesTold, sentencesIn } from './joined-sentences.ts';
import type { Joined } from './joined-sentences.ts';
import type { Exchange } from '../../exchanges.ts';
import { inOrder } from '../../groups.ts';
import { addHeaderFacts } from '../records/request-facts.ts';
import { naturally } from '../../../dialect/causes.ts';

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

/**
 * An answer that tells as many errors as could be told together is taken for as many answers.
 * @param others refusals, some of which tell one such error alone
 */
export function partsOf(whole: Refusal, others: readonly Refusal[]): Parts {
  const alone = { whole, refusals: [whole], at: undefined, fields: [], joined: [] };
  // What only was never seen may be taken.
  const sure = whole.candidates.filter((one) => !isUnseen(one));
  return partsAmong(whole.candidates, whole, others) ?? partsAmong(sure, whole, others) ?? alone;
}

function partsAmong(
  candidates: readonly Objection[],
  whole: Refusal,
  others: readonly Refusal[],
): Parts | undefined {
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
  // Fields of one name in several objects are told apart by their paths.
  const areAlike = new Set(names).size < names.length;
  const isNamedIn = (item: Json, { param = '' }: Objection) =>
    areAlike ? lettersIn(JSON.stringify(item)).includes(lettersIn(param)) : isNamed(lastSegment(param), item);
  const several = severalIn(whole.by.body, '', together);
  const list = several.find((one) => isList(valueAt(whole.by.body, one))) ?? several[0];
  const isMap = list !== undefined && !isList(valueAt(whole.by.body, list));
  const rest = isMap ? withValueAt(whole.by.body, list, null) : whole.by.body;
  const sentences =
    isMap || list === undefined
      ? sentencesIn(rest, names, toldAlone(together, whole.by.endpoint, others))
      : undefined;
  const at = list ?? sentences?.at;
  if (at === undefined) return undefined;
  const told = list === undefined ? sentences!.parts : (valueAt(whole.by.body, list) as JsonObject);
  const all = Object.entries(told);
  // What is told beside the members of the first field alone, or of all fields, is told of none of the others.
  const beside = isMap && sentences === undefined ? lettersIn(JSON.stringify(rest)) : '';
  if (together.some((one) => beside.includes(lettersIn(nameOf(one))))) return undefined;
  const isAbout = (item: Json, objection: Objection) =>
    list === undefined
      ? namesTold(textOf(item), names).includes(nameOf(objection))
      : isNamedIn(item, objection);
  const places = together.map((objection, index) => {
    const own = all.flatMap(([name, item], place) =>
      (isMap ? isCalledAfter(name, objection) : isAbout(item, objection)) ? [place] : [],
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
        const part = isMap
          ? parts.find((one) => namesTold(one, names).includes(nameOf(blamed)))
          : parts[places[index]![0]!];
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

/** The answers of an endpoint that tell one error alone, of the same cause as one of these. */
const toldAlone = (
  together: readonly Objection[],
  endpoint: Exchange['endpoint'],
  refusals: readonly Refusal[],
): readonly Json[] =>
  refusals.flatMap(({ candidates: [one, ...more], by }) =>
    more.length === 0 &&
    by.endpoint === endpoint &&
    by.body !== undefined &&
    together.some(({ cause }) => cause === one?.cause)
      ? [by.body]
      : [],
  );

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
    ? value.every(isProblem) &&
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
const isProblem = (item: Json) => isObject(item) || (typeof item === 'string' && /\s/.test(item));

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
export function learnTogether(
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
