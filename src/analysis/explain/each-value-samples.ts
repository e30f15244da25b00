// Objects and lists in which answers tell beside their records, for each different value that these have somewhere, what it stands
// for: which value that is, and the samples of what is told of each.
import { isList, isObject, nameIn } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { valueAt } from '../../http/pointer.ts';
import {
  eachByIn,
  eachByMark,
  firstsByName,
  inOrderOfValues,
  shownRecords,
} from '../../dialect/each-value.ts';
import { addLeaves, addObjects } from '../../dialect/known-facts.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import { parted } from '../groups.ts';
import { guardFor, holds } from './sample.ts';
import type { Sample } from './sample.ts';

/** The name under which it is known what answers tell beside records: by place in these, and by name there, what was told last. */
export const besideRecords = 'beside records';

/** What answers tell for each different value of their records. */
interface EachValue {
  readonly mark: string;
  /** The condition under which it is told; undefined: always. */
  readonly guard: string | undefined;
  /** What was told of each value, with what was known of the first record that has it. */
  readonly items: readonly Sample[];
  /** All that was told of any value. */
  readonly entries: readonly Json[];
}

/** The values that records have at a place, each with what was known of the first record that has it. */
function valuesAt(at: string, facts: Facts): Map<string, Facts> {
  const shown = facts.get(shownRecords);
  if (!isList(shown)) return firstsByName([facts], (own) => own.get(`record${at}`));
  const firsts = firstsByName(shown, (one) => valueAt(one, `/record${at}`));
  return new Map(Array.from(firsts, ([value, one]) => [value, factsOf(one as JsonObject)]));
}

/** What is known of a record of many, and of its strategy. */
function factsOf(shown: JsonObject): Facts {
  const own = new Map<string, Json>();
  for (const [name, value] of Object.entries(shown)) {
    addLeaves(own, name, value);
    addObjects(own, name, value);
  }
  return own;
}

/** What is told by name: the members of an object, or the items of a list by a leaf of theirs. */
function toldIn(value: Json | undefined, leaf: string | undefined): [name: string, item: Json][] {
  if (isObject(value)) return Object.entries(value);
  return isList(value)
    ? value.map((item) => [nameIn(isObject(item) ? item[leaf!] : undefined) ?? '', item])
    : [];
}

/** Each way in which answers may tell it; none where they tell something else. */
export function eachValueIn(samples: readonly Sample[]): EachValue[] {
  const known = samples[0]?.facts.get(besideRecords);
  if (!isObject(known)) return [];
  const there = samples.filter(({ value }) => isTold(value));
  const first = there[0]?.value;
  const others = samples.filter(({ value }) => !isTold(value));
  if (first === undefined || others.some(({ value }) => value === '')) return [];
  if (there.some(({ value }) => isList(value) !== isList(first))) return [];
  const [item] = isList(first) ? first : [];
  const leaves = isList(first) ? (isObject(item) ? Object.keys(item) : []) : [undefined];
  return Object.keys(known).flatMap((at) =>
    leaves.flatMap((leaf) => toldAt(at, leaf, there, others, known[at] as JsonObject) ?? []),
  );
}

const isTold = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function toldAt(
  at: string,
  leaf: string | undefined,
  there: readonly Sample[],
  others: readonly Sample[],
  entries: JsonObject,
): EachValue | undefined {
  const told = there.map((sample) => ({
    sample,
    items: toldIn(sample.value, leaf),
    values: valuesAt(at, sample.facts),
  }));
  const areSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');
  const namesOf = (items: readonly [string, Json][]) => items.map(([name]) => name);
  const isObjectTold = leaf === undefined;
  const ordered = told.every(({ items, values }) => areSame(namesOf(items), [...values.keys()]));
  const sorted = told.every(({ items, values }) =>
    areSame(
      isObjectTold ? inOrderOfValues(namesOf(items)) : namesOf(items),
      inOrderOfValues([...values.keys()]),
    ),
  );
  if (!sorted && (isObjectTold || !ordered)) return undefined;
  // Where it is left out though there are values, or empty elsewhere, something tells when it is told.
  const [absent, empty] = parted(others, ({ value }) => value === undefined);
  const withheld = others.filter(({ facts }) => valuesAt(at, facts).size > 0);
  const isGuarded = absent.length > 0 && (withheld.length > 0 || empty.length > 0);
  const guard = isGuarded ? guardFor([...there, ...empty], absent) : undefined;
  if (withheld.some((one) => empty.includes(one)) || (isGuarded && guard === undefined)) return undefined;
  const none = isGuarded ? absent.filter(({ facts }) => holds(facts, guard!)) : absent;
  const [one] = empty;
  const end = one === undefined ? (none.length > 0 ? '?' : '|') : one.value === null ? '' : '|';
  const mark = eachByMark(at, !isObjectTold && !ordered, end);
  // A place whose name a template cannot hold.
  if (eachByIn({ [mark]: null }) === undefined) return undefined;
  return {
    mark,
    guard,
    items: told.flatMap(({ items, values }) =>
      items.map(([name, value]): Sample => ({
        value,
        facts: ofValue(values.get(name)!, entries[name]),
      })),
    ),
    entries: Object.values(entries),
  };
}

/** What tells of one value: the record and its strategy, and what was recorded of it. */
function ofValue(facts: Facts, entry: Json | undefined): Facts {
  const own = new Map([...facts].filter(([name]) => /^(?:record|strategy)(?:\/|$)/.test(name)));
  addLeaves(own, 'object', entry);
  return own;
}
