// Explains one leaf: a number, a text, a link, a moment, a token. Candidates are made from a few samples and tried on all.
import { isMarked, isNothing, isObject, numberOf, textOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { worthOf } from '../../dialect/template-filters.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { areNear, readMoment } from '../../dialect/time-forms.ts';
import {
  fill,
  holeAlone,
  holesIn,
  literal,
  literalValue,
  parseHole,
  sameValue,
  withMark,
  withMarks,
} from '../../dialect/templates.ts';
import { isAnew, shapeOf } from './shapes.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import { commonest, inOrder, parted, spread } from '../groups.ts';
import { proposalsFor } from './proposals.ts';
import type { Add } from './proposals.ts';
import type { Sample } from './sample.ts';
import { factNames, guardFor, holds, holeMark, isHole, markFor, nothingOf } from './sample.ts';

interface ExplainedLeaf {
  readonly template: Json | undefined;
  /** In how many samples it gives what stood there. */
  readonly held: number;
}

/** A template that may explain a leaf; a lower rank is preferred where two hold alike. */
interface Candidate {
  readonly template: Json;
  readonly rank: number;
}

const proposers = 12;
const mostSamples = 240;

const isMoment = (template: Json) => typeof template === 'string' && template.startsWith('{now');

/** What a template counts by, if it counts anything. */
const countedBy = (template: Json): string | undefined =>
  typeof template === 'string' ? /\{(writes|requests)\b/.exec(template)?.[1] : undefined;

const isCounting = (samples: readonly Sample[], what: string) =>
  new Set(samples.map(({ facts }) => facts.get(what))).size > 1;

/** @param elsewhere what was known where nothing may be told: of two that explain the same, the one without a value there */
export function explainLeaf(all: readonly Sample[], elsewhere: readonly Facts[] = []): ExplainedLeaf {
  const samples = spread(all, mostSamples);
  const [there, lacking] = parted(samples, ({ value }) => !isNothing(value));
  if (there.length === 0) {
    const nothing = nothingOf(samples);
    const name = emptyAs(samples);
    return {
      template: name === undefined ? nothing : withMark(`{${name}}`, markFor(nothing)),
      held: samples.length,
    };
  }
  const marked = there[0]!.value;
  if (isHole(marked)) {
    const hole = marked.slice(holeMark.length);
    // A list lacks rather for having no records than for anything else that was so then.
    const isForNone =
      there.every(({ facts }) => holds(facts, 'page.any')) &&
      !lacking.some(({ facts }) => holds(facts, 'page.any'));
    const guard = lacking.length > 0 && isForNone ? 'page.any' : guardFor(there, lacking);
    const template = guard === undefined ? hole : orElse(withGuard(hole, guard), nothingOf(lacking));
    return { template, held: all.length };
  }

  const asked = whereAsked(samples);
  if (asked !== undefined) return { template: asked, held: all.length };
  const nothing = lacking.length === 0 ? undefined : nothingOf(lacking);
  const guard = guardFor(there, lacking);
  const nowhere = [...lacking.map(({ facts }) => facts), ...elsewhere];
  // Where nothing stood there must be nothing; elsewhere that only decides between equals.
  const weigh = (held: number, silent: number) =>
    elsewhere.length > 0 || guard !== undefined ? held + silent / (nowhere.length + 1) : held + silent;
  let best:
    (Candidate & { readonly held: number; readonly weight: number; readonly exact: number }) | undefined;
  for (const candidate of propose(there, nowhere)) {
    // What is counted leaves none out, and one alone tells nothing.
    const counted = countedBy(candidate.template);
    if (counted !== undefined && !isCounting(there, counted)) continue;
    const mayMiss = counted === undefined ? there.length - 1 : 0;
    const least = best?.weight ?? 0;
    const held = heldBy(
      candidate.template,
      there,
      (missed) => missed <= mayMiss && weigh(there.length - missed, nowhere.length) >= least,
    );
    if (held === undefined) continue;
    const own = orElse(candidate.template, nothing);
    const silent = nowhere.filter((facts) => isNothing(fill(own, (name) => facts.get(name)))).length;
    const weight = weigh(held, silent);
    // Of two that come near a moment, the one that more often meets it.
    const exact = isMoment(candidate.template)
      ? there.filter(({ value, facts }) =>
          sameValue(
            fill(candidate.template, (name) => facts.get(name)),
            value,
          ),
        ).length
      : held;
    const isBetter =
      best === undefined ||
      weight > best.weight ||
      (weight === best.weight &&
        isMoment(candidate.template) &&
        isMoment(best.template) &&
        exact > best.exact);
    if (isBetter) best = { ...candidate, held, weight, exact };
  }
  const scale = all.length / samples.length;
  if (best === undefined || best.held * 5 < there.length * 4) {
    const shape = shapeOf(there.map(({ value }) => value!));
    if (shape !== undefined)
      return finish(shape, { there, lacking, guard }, Math.round(there.length * scale), scale);
  }
  if (best === undefined) return { template: nothingOf(samples), held: 0 };
  const usual = best.held < there.length ? askedOrUsual(there) : undefined;
  const { template, held } = usual !== undefined && usual.held > best.held ? usual : best;
  return finish(template, { there, lacking, guard }, Math.round(held * scale), scale);
}

/**
 * What is left out unless it is asked for, and may be empty where it is; undefined where nothing that was asked for tells the two
 * apart, or what is told then is not explained.
 */
function whereAsked(samples: readonly Sample[]): Json | undefined {
  const [told, absent] = parted(samples, ({ value }) => value !== undefined);
  if (absent.length === 0 || !told.some(({ value }) => isNothing(value))) return undefined;
  const guard = factNames(told, 'query.').find(
    (name) =>
      !/[{}|]/.test(name) &&
      told.every(({ facts }) => holds(facts, name)) &&
      !absent.some(({ facts }) => holds(facts, name)),
  );
  if (guard === undefined) return undefined;
  const { template, held } = explainLeaf(told);
  return template === undefined || held < told.length || !JSON.stringify(template).includes('{')
    ? undefined
    : { '{if}': `{${guard}?}`, '{then}': template };
}

/** How many of the samples a template explains; undefined as soon as it misses more than may be. */
function heldBy(
  template: Json,
  samples: readonly Sample[],
  mayMiss: (count: number) => boolean,
): number | undefined {
  let missed = 0;
  for (const sample of samples) {
    if (explains(template, sample)) continue;
    missed += 1;
    if (!mayMiss(missed)) return undefined;
  }
  return samples.length - missed;
}

/** So many times something is told again by no chance. */
const fewestAsked = 3;

/**
 * What was asked for, or a usual text where nothing was. Of several such texts it is the commonest, if what was asked for was
 * told again often enough.
 */
function askedOrUsual(there: readonly Sample[]): { template: Json; held: number } | undefined {
  const names = ['query.', 'order.', 'direction.'].flatMap((family) => factNames(there, family));
  for (const name of names) {
    if (/[{}|]/.test(name)) continue;
    const [asked, others] = parted(there, ({ facts }) => facts.has(name));
    const usual = commonest(others, ({ value }) => value)?.value;
    if (typeof usual !== 'string' || /[{}|]/.test(usual)) continue;
    const template = `{${name} | else =${usual}}`;
    const held = there.filter((sample) => explains(template, sample)).length;
    const told = asked.filter((sample) => explains(template, sample));
    // What is written in two ways may be told in one of them.
    const isTold =
      told.length >= fewestAsked &&
      new Set(told.map(({ value }) => value)).size > 1 &&
      told.length * 4 >= asked.length * 3;
    if (isTold || held === there.length) return { template, held };
  }
  return undefined;
}

/** Where something stands, where nothing does, and the condition that tells the two apart, if one does. */
interface Parted {
  readonly there: readonly Sample[];
  readonly lacking: readonly Sample[];
  readonly guard: string | undefined;
}

/** The template with what it says where nothing stands. */
function finish(
  template: Json,
  { there, lacking, guard }: Parted,
  held: number,
  scale: number,
): ExplainedLeaf {
  if (lacking.length === 0) return { template, held };
  const nothing = nothingOf(lacking);
  const count = Math.round(lacking.length * scale);
  const own = orElse(template, nothing);
  // Where a template has no value by itself, it needs no guard.
  const open = isAnew(template)
    ? lacking
    : lacking.filter(({ facts }) => !isNothing(fill(own, (name) => facts.get(name))));
  if (open.length === 0) return { template: own, held: held + count };
  const condition = guard ?? guardFor(there, open);
  if (condition !== undefined)
    return { template: orElse(withGuard(template, condition), nothing), held: held + count };
  if (lacking.length > there.length) return { template: nothing, held: count };
  return { template, held };
}

/** What a template becomes where its holes have no value. */
function orElse(template: Json, nothing: Json | undefined): Json {
  const mark = markFor(nothing);
  if (typeof template !== 'string') {
    if (!isObject(template)) return template;
    const { '{if}': guard, '{url}': start, query = {} } = template;
    const own = guard !== undefined && { '{if}': withMark(guard as string, mark) };
    if (start === undefined) return { ...template, ...own };
    return {
      ...own,
      '{url}': orElse(start, nothing),
      query,
      otherwise: nothing === undefined ? 'absent' : nothing,
    };
  }
  if (mark === '|' && holeAlone(template) === undefined) return template;
  return withMarks(template, mark);
}

/** The template only where a fact is there. */
function withGuard(template: Json, guard: string): Json {
  if (isObject(template)) return { '{if}': `{${guard}}`, ...template };
  if (typeof template !== 'string') return { '{if}': `{${guard}}`, '{then}': template };
  const hole = holeAlone(template);
  if (hole !== undefined) return `{${hole.replace(/[?|]$/, '')} | when ${guard}}`;
  return template.includes('{')
    ? { '{if}': `{${guard}}`, '{then}': template }
    : `{=${template} | when ${guard}}`;
}

/** Whether a template gives the value of a sample; moments may differ by what an answer takes. */
export function explains(template: Json, { value, facts }: Sample): boolean {
  const made = fill(template, (name) => facts.get(name));
  if (sameValue(made, value)) return true;
  if (typeof template === 'object' && typeof made === 'string' && typeof value === 'string')
    return sameLink(made, value);
  return typeof template === 'string' && template.includes('{now') && areNear(made, value);
}

/** Whether two links say the same in whatever order and encoding. */
function sameLink(a: string, b: string): boolean {
  const split = (link: string) => {
    const [path, query = ''] = link.split(/\?(.*)/s);
    return `${path!}?${[...new URLSearchParams(query)]
      .map((pair) => pair.join('='))
      .sort()
      .join('&')}`;
  };
  return split(a) === split(b);
}

/** The candidates, those first that are rather meant. */
function propose(there: readonly Sample[], nowhere: readonly Facts[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (template: Json, rank: number) => {
    const key = JSON.stringify(template);
    const known = found.get(key);
    if (known === undefined || known.rank > rank) found.set(key, { template, rank });
  };
  // One of each value, and others: a single sample may be an odd one.
  for (const sample of new Set([...spread(distinct(there), proposers), ...spread(there, proposers)])) {
    for (const { template, rank } of proposalsFor(sample.value!, sample.facts)) add(template, rank);
  }
  const constant = commonest(there, ({ value }) => JSON.stringify(value))!.value!;
  const rankOfConstant = constantRank(constant, there[0]!.facts);
  add(typeof constant === 'string' && !isMarked(constant) ? literal(constant) : constant, rankOfConstant);
  proposeFlag(there, add);
  const skeleton = byNumbers(there);
  if (skeleton !== undefined) add(skeleton, 16);
  const texts = there.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (texts.length === there.length && areLinks(texts)) {
    const link = explainLink(there, nowhere);
    if (link !== undefined) add(link, 15);
  }
  return [...found.values()]
    .filter((one) => !isNoneByChance(one, there))
    .map((one) =>
      isOfThatName(one, there[0]!) ? { ...one, rank: Math.min(one.rank, rankOfConstant - 0.5) } : one,
    )
    .sort((a, b) => a.rank - b.rank);
}

/** Whether a number or a text is what a record has under the name of the member: rather that than a constant. */
const isOfThatName = ({ template }: Candidate, { called, value }: Sample): boolean =>
  called !== undefined &&
  typeof value !== 'boolean' &&
  holesIn(template).some((hole) => isOfRecord(parseHole(hole).name, called));

/** What a flag is called that says of a list that nothing is in it. */
const namesNothing = /[Ee]mpty|[Nn]one|[Nn]othing|[Bb]lank|[Zz]ero|^no(?=_|[A-Z])/;

/** Whether a flag that was always false would say that a list holds nothing, which never was so, and is not called so. */
const isNoneByChance = ({ template }: Candidate, there: readonly Sample[]): boolean =>
  (template === '{page.empty}' || template === '{page.none}') &&
  !namesNothing.test(there[0]!.called ?? '') &&
  there.every(({ value }) => value === false);

/** Whether a fact is what a record has under a name of the service's own, now or before a write. */
const isOfRecord = (fact: string, name: string): boolean =>
  /^(?:record|was)\//.test(fact) && lastSegment(fact) === name;

/** What a record has under the name of the member, and that is nothing there, too. */
function emptyAs(samples: readonly Sample[]): string | undefined {
  const [first] = samples;
  const { called } = first ?? {};
  if (called === undefined || first?.value === undefined) return undefined;
  return [...first.facts.keys()].find(
    (name) =>
      isOfRecord(name, called) && samples.every(({ facts, value }) => sameValue(facts.get(name), value)),
  );
}

const isFlag = /^(?:\p{L}+|[01])$/u;

/** Two values that stand for true and false, such as `Y` and `N`, or 1 and 0. */
function proposeFlag(there: readonly Sample[], add: Add): void {
  const values = [...new Set(there.map(({ value }) => value!))];
  if (values.length !== 2 || values.some((value) => typeof value === 'boolean')) return;
  const areFlags = values.every((value) => !isMarked(value) && isFlag.test(textOf(value)));
  for (const [name, first] of there[0]!.facts) {
    // Any two values may tell whether a write has changed the record.
    if (typeof first !== 'boolean' || !(areFlags || name === 'changed')) continue;
    const [yes, no] = first === (there[0]!.value === values[0]) ? values : values.toReversed();
    if (there.every(({ value, facts }) => facts.get(name) === (value === yes)))
      add({ '{case}': `{${name} | text}`, true: literalValue(yes!), false: literalValue(no!) }, 21);
  }
}

/** Texts that differ in numbers alone: each number explained by itself. */
function byNumbers(there: readonly Sample[]): string | undefined {
  if (there.length < 2 || !there.every(({ value }) => typeof value === 'string' && !isMarked(value)))
    return undefined;
  // An amount is one number, whatever stands before and behind its point, and so is a moment.
  if (there.every(({ value }) => worthOf(value) !== undefined || readMoment(value) !== undefined))
    return undefined;
  const split = there.map(({ value }) => (value as string).split(/(\d+)/));
  const [first] = split as [string[]];
  if (first.length < 5 || first.length > 15) return undefined;
  if (
    split.some(
      (parts) =>
        parts.length !== first.length || parts.some((part, at) => at % 2 === 0 && part !== first[at]),
    )
  )
    return undefined;
  const varies = first.some((part, at) => at % 2 === 1 && split.some((own) => own[at] !== part));
  if (!varies) return undefined;
  const parts = first.map((part, at) => {
    if (at % 2 === 0 || split.every((own) => own[at] === part)) return literal(part);
    const { template, held } = explainLeaf(
      there.map(({ facts }, index) => ({ value: split[index]![at]!, facts })),
    );
    return typeof template === 'string' && held === there.length ? template : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/**
 * A number that says something (a total, a size) is rather known than constant; 0 and 1 are rather constant, and -1 is where nobody
 * has sent it.
 */
function constantRank(value: Json, facts: Facts): number {
  const number = numberOf(value);
  if (number === -1 && sameValue(facts.get('value'), value)) return 40;
  const isOfRecords = facts.has('page.count') || facts.has('names strategy');
  if (number !== undefined) return Math.abs(number) <= 1 ? 10 : isOfRecords ? 40 : 22;
  if (typeof value === 'boolean') return value || !isOfRecords ? 5 : 40;
  return 20;
}

/** Whether a text is a link with parameters, or the query of one; it may be relative (RFC 3986 §4.2). */
const isLink = (text: string) => /^(https?:\/\/[^\s?#]+|\/[^\s?#]*|[\w.-]+(\/[\w.-]+)*|)\?[^\s]*=/.test(text);

/** Whether texts are links, with parameters or without; a relative one may be any word, unless others lead on from there. */
function areLinks(texts: readonly string[]): boolean {
  const [led, others] = parted(texts, isLink);
  const starts = new Set(led.map((text) => text.split('?', 1)[0]));
  return led.length > 0 && others.every((text) => /^(https?:\/)?\/[^\s?#]+$/.test(text) || starts.has(text));
}

const lastPage = '{page.last | text}';

/** Links, each parameter explained by itself; undefined where they have nothing in common. */
function explainLink(samples: readonly Sample[], nowhere: readonly Facts[]): Json | undefined {
  const links = samples.map(({ value }) => {
    const [before = '', query = ''] = (value as string).split(/\?(.*)/s);
    return { before, query: new URLSearchParams(query) };
  });
  const starts = samples.map(({ facts }, at) => ({ value: links[at]!.before, facts }));
  const start = explainLeaf(starts).template;
  if (typeof start !== 'string') return undefined;
  const names = inOrder(links.map(({ query }) => [...new Set(query.keys())]));
  if (names.length === 0) return start;
  const query: Record<string, Json> = {};
  for (const name of names) {
    const all = samples.map(({ facts }, at) => ({ values: links[at]!.query.getAll(name), facts }));
    const isAsked = all.every(({ values, facts }) => sameValue(values, facts.get(`queries.${name}`) ?? []));
    if (isAsked && all.some(({ values }) => values.length > 1 || values[0] === '')) {
      query[name] = `{queries.${name}?}`;
      continue;
    }
    const own = all.map(({ values, facts }) => ({ value: values[0], facts }));
    const isThere = own.every(({ value }) => value !== undefined);
    const { template } = explainLeaf(own, isThere ? nowhere : []);
    if (template === undefined || typeof template === 'object') return undefined;
    // What was asked for under this name is told again, though it was the same each time, or stands in the records that it picked.
    const isElsewhere = holesIn(template).every((hole) => /^(?:first|last|record)\//.test(hole));
    if (isElsewhere && own.every(({ value, facts }) => value === facts.get(`query.${name}`))) {
      query[name] = `{query.${name}?}`;
      continue;
    }
    if (template === `{query.${name}?}`) {
      query[name] = `{queries.${name}?}`;
      continue;
    }
    // A link leads to the last page, which is the first one of an empty list, and not to the number of the pages.
    const isLast = template === '{page.pages | text}' && own.every((one) => explains(lastPage, one));
    query[name] = isLast ? lastPage : typeof template === 'string' ? template : String(template);
  }
  const keeps = keepsOthers(
    samples,
    links.map((link) => link.query),
    query,
  );
  return { '{url}': start, query: keeps ? withOthers(query, '{query}') : query };
}

/** Whether a link tells a parameter again as it was asked for. */
const isToldAgain = (query: JsonObject, name: string): boolean =>
  /^\{quer(?:y|ies)\.(.*?)\??\}$/.exec(textOf(query[name]))?.[1] === name;

/** The parameters of a link, with all that was asked for in place of what is told again as it was asked for. */
export function withOthers(query: JsonObject, others: string): JsonObject {
  const named = Object.entries(query).map(([name, item]) =>
    isToldAgain(query, name) ? (['*', others] as const) : ([name, item] as const),
  );
  return Object.fromEntries([...named, ['*', others]]);
}

/** Whether links keep every parameter of the request that they do not set themselves. */
function keepsOthers(
  samples: readonly Sample[],
  links: readonly URLSearchParams[],
  query: JsonObject,
): boolean {
  const isOwn = (name: string) => Object.hasOwn(query, name) && !isToldAgain(query, name);
  const others = samples.map(({ facts }) =>
    [...facts.keys()].flatMap((name) =>
      name.startsWith('query.') && !isOwn(name.slice(6)) ? [name.slice(6)] : [],
    ),
  );
  return (
    others.some((names) => names.length > 0) &&
    others.every((names, at) => names.every((name) => links[at]!.has(name)))
  );
}

/** One sample of each value. */
function distinct(samples: readonly Sample[]): Sample[] {
  return [...new Map(samples.map((sample) => [JSON.stringify(sample.value), sample])).values()];
}
