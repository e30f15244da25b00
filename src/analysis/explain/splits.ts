// Cases into which answers fall by what was asked: each may be told in its own way.
import { isList, isNothing, isObject } from '../../http/exact-json.ts';
import { ofPreferences } from '../../dialect/known-facts.ts';
import { numeric } from '../../dialect/template-filters.ts';
import { sameValue } from '../../dialect/templates.ts';
import { byFrequency, parted } from '../groups.ts';
import { factNames, holds, isOwn } from './sample.ts';
import type { Sample } from './sample.ts';

/** Answers told apart by what was asked. */
export interface Split {
  /** The text that names the case. */
  readonly test: string;
  /** The groups with their cases; undefined for those that have none. */
  readonly groups: readonly { readonly choice: string | undefined; readonly group: readonly Sample[] }[];
  /** The case of all others. */
  readonly usual: string | undefined;
  /** Whether it is told apart so though that leaves something unexplained. */
  readonly mayMiss: boolean;
}

/** By the texts of a fact, the commonest first. */
const groupsBy = (name: string, own: readonly Sample[]): Split['groups'] =>
  byFrequency(own, ({ facts }) => facts.get(name)).map((group) => ({
    choice: group[0]!.facts.get(name) as string | undefined,
    group,
  }));

/** Who prefers it wants no other form than the usual one of a service that speaks JSON (RFC 8259 §11). */
const plainType = 'application/json';

/** By what clients prefer. */
function splitsByPreference(own: readonly Sample[]): Split[] {
  return factNames(own, ofPreferences).flatMap((name): Split[] => {
    const groups = groupsBy(name, own);
    const usual = groups.find(({ choice }) => choice === undefined || choice === plainType) ?? groups[0]!;
    return groups.length < 2 ? [] : [{ test: `{${name}|}`, groups, usual: usual.choice, mayMiss: true }];
  });
}

/** By whether something was sent, or null or an empty text in its place, as that takes away what the other gives. */
function splitsByNull(own: readonly Sample[]): Split[] {
  return factNames(own, 'sent/').flatMap((name): Split[] => {
    const [nulls, others] = parted(own, ({ facts }) => [null, ''].includes(facts.get(name) as null));
    const isSent = others.length > 1 && others.every(({ facts }) => holds(facts, name));
    if (nulls.length === 0 || !isSent) return [];
    // An empty text is there, too: it is a case of its own.
    const isEmpty = nulls.some(({ facts }) => facts.get(name) === '');
    const groups = [
      { choice: isEmpty ? undefined : 'sent', group: others },
      { choice: isEmpty ? '' : undefined, group: nulls },
    ];
    const test = isEmpty ? `{${name}|}` : `{=sent | when ${name}|}`;
    return [{ test, groups, usual: undefined, mayMiss: true }];
  });
}

/** By what stands beside the name of a leaf in the parameter that asks for it: a service may have other words for some. */
function splitsByBehind(own: readonly Sample[]): Split[] {
  const name = 'each/behind';
  if (!own.every(({ facts }) => facts.has(name))) return [];
  const groups = groupsBy(name, own);
  const usual = groups.find(({ choice }) => choice !== '');
  if (groups.length < 2 || usual === undefined) return [];
  return [{ test: `{${name}}`, groups, usual: usual.choice, mayMiss: false }];
}

/** By the method of requests to no endpoint, where each is told of in its own words, such as what a framework calls it. */
function splitsByMethod(own: readonly Sample[]): Split[] {
  const name = 'method';
  const groups = groupsBy(name, own);
  const isOfOne = groups.every(({ group }) => group.every(({ value }) => sameValue(value, group[0]!.value)));
  const isText = ({ value }: Sample) => typeof value === 'string' && numeric(value) === undefined;
  const isTold = own.every((one) => isText(one) && one.facts.has(name) && !one.facts.has('endpoint.of'));
  if (groups.length < 2 || !isTold || !isOfOne) return [];
  return [{ test: `{${name}}`, groups, usual: groups[0]!.choice, mayMiss: false }];
}

/** A case has at least so many answers of a list, lest it be another thing that they have in common. */
const fewestAlike = 3;

/**
 * By whether something was asked of a list, such as an order in which it says nothing of its own one, or a size that it tells again
 * as the text that was sent.
 */
function splitsByAsked(own: readonly Sample[]): Split[] {
  return factNames(own, 'query.').flatMap((name): Split[] => {
    const [asked, others] = parted(own, ({ facts }) => holds(facts, name) && facts.has('page.count'));
    // Flags are alike by chance.
    const isAlike =
      asked.length >= fewestAlike &&
      asked.every(({ value }) => typeof value !== 'boolean' && sameValue(value, asked[0]!.value));
    const isToldAgain =
      asked.length >= fewestAlike && asked.every(({ value, facts }) => value === facts.get(name));
    // Nor does what was not counted tell a number below 0 by chance.
    const isUncounted =
      asked.length > 0 && asked.every(isBelowZero) && others.length > 0 && !others.some(isBelowZero);
    const isTelling = isAlike || isToldAgain || isUncounted;
    if (!isTelling || others.length < fewestAlike || /[{}|]/.test(name)) return [];
    return [splitWhen(name, 'asked', [asked, others])];
  });
}

/** Those of which something holds, under a name of their own, and all others. */
const splitWhen = (
  name: string,
  choice: string,
  [meant, others]: readonly [meant: readonly Sample[], others: readonly Sample[]],
  mayMiss = false,
): Split => ({
  test: `{=${choice} | when ${name}|}`,
  groups: [
    { choice, group: meant },
    { choice: undefined, group: others },
  ],
  usual: undefined,
  mayMiss,
});

/** By whether a list goes on: what leads on may be a word or a number of its own where it ends, such as 0 or -1. */
function splitsByMore(own: readonly Sample[]): Split[] {
  const name = 'page.more';
  const [more, last] = parted(own, ({ facts }) => holds(facts, name));
  const isOne = last.length > 0 && last.every(({ value }) => sameValue(value, last[0]!.value));
  const isPlain = own.every(({ value, facts }) => facts.has(name) && typeof value !== 'boolean');
  if (more.length === 0 || !isOne || !isPlain) return [];
  return [splitWhen(name, 'more', [more, last])];
}

/** By whether a list shows anything: where it shows nothing, what is told may be of another kind, such as `[]` in place of an object. */
function splitsByAny(own: readonly Sample[]): Split[] {
  const name = 'page.any';
  const [any, none] = parted(own, ({ facts }) => holds(facts, name));
  const [first] = none;
  const isOfList = any.length > 0 && first !== undefined && own.every(({ facts }) => facts.has(name));
  if (!isOfList || !none.every(({ value }) => isList(value) && value.length === 0)) return [];
  if (!any.every(({ value }) => isObject(value))) return [];
  return [splitWhen(name, 'any', [any, none], true)];
}

const isBelowZero = ({ value }: Sample) => value !== undefined && Number(numeric(value)) < 0;

/** In all ways, the surest first. */
export function splitsOf(samples: readonly Sample[]): Split[] {
  // A number that differs between so few is rather another number each time.
  const areNumbers = samples.every(({ value }) => isNothing(value) || numeric(value) !== undefined);
  const own = samples.filter(isOwn);
  return [
    ...(areNumbers ? [] : [...splitsByPreference(own), ...splitsByNull(own)]),
    ...splitsByBehind(own),
    ...splitsByMethod(own),
    ...splitsByMore(own),
    ...splitsByAny(own),
    ...splitsByAsked(own),
  ];
}
