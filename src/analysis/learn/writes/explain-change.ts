// What a write makes of one place of a record, explained by what was sent, by the clock, by what it was before, or by its case.
import { isList, isNothing, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWithin, parentOf, valueAt } from '../../../http/pointer.ts';
import { worthOf } from '../../../dialect/template-filters.ts';
import { holesIn, sameValue, withMarks } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { isAnew } from '../../explain/shapes.ts';
import { choiceOf } from './effect-cases.ts';
import { gives } from './write-changes.ts';
import type { Change } from './write-changes.ts';

/**
 * @param isEmptied whether some records have null in place of an object there
 * @param sentThere the names of what is sent and shown there
 * @param others of a bound, where the other one stands: bounds that cross may be drawn to each other
 * @param shown what stands there in records as they were shown
 */
export function explainChange(
  changes: readonly Change[],
  changed: readonly Change[],
  bounds: readonly (string | undefined)[],
  {
    isEmptied,
    sentThere,
    others,
    shown,
  }: {
    readonly isEmptied: boolean;
    readonly sentThere: readonly string[];
    readonly others: readonly string[];
    readonly shown: readonly Change[];
  },
): Json | undefined {
  const candidates: Json[] = [];
  const [low, high] = bounds.map((at) => (at === undefined ? '' : `record${at}`));
  if ((low ?? high ?? '') !== '' && changed.some(({ before }) => worthOf(before) !== undefined)) {
    const drawn = `{was | within ${low ?? ''} ${high ?? ''}}`;
    // Some draw only the price of what has a strategy.
    candidates.push(drawn, { '{case}': '{names strategy | text}', yes: drawn, no: '{was}' });
  }
  const names = changed
    .flatMap(({ facts }) => [...facts.keys()].filter((name) => name.startsWith('sent/')))
    .sort((a, b) => Number(sentThere.includes(b)) - Number(sentThere.includes(a)));
  const explainedBy = (
    isMeant: (name: string) => boolean,
    samples: readonly Change[] = changed,
    also: readonly string[] = ['now'],
  ) =>
    explain(
      samples
        .filter(({ facts }) => [...facts.keys()].some(isMeant))
        .map(({ value, facts }) => ({
          value,
          facts: new Map([...facts].filter(([name]) => isMeant(name) || also.includes(name))),
        })),
    );
  // How a bound is rounded is told by those that were not drawn to the other one.
  const member = changed.map(({ value }) => amountMember(value)).find((one) => one !== undefined);
  const undrawn = changed.filter(({ value, after }) => {
    const amount = isObject(value) && member !== undefined ? value[member] : value;
    return !others.some((at) => sameValue(valueAt(after, at), amount));
  });
  const undrawnBy = (isMeant: (name: string) => boolean) =>
    explainedBy(isMeant, undrawn, ofEachWrite).template;
  const drawn = (way: Json, sent: readonly string[]): Json[] =>
    [...others.map((at) => `record${at}`), ...sent].flatMap((to) =>
      ['least', 'most'].flatMap((filter) => drawnTo(way, `${filter} ${to}`, member) ?? []),
    );
  // An object is rather made of what stood in one that was sent than of this and that; one seen again and again may be so by
  // chance.
  const objects = new Set(changed.flatMap(({ value }) => (isObject(value) ? JSON.stringify(value) : [])));
  for (const outer of objects.size > 1 || changed.length === 1 ? new Set(names.map(parentOf)) : []) {
    const { template, guesses } = explainedBy((name) => name.startsWith(`${outer}/`));
    if (outer !== 'sent' && isObject(template) && guesses.length === 0) candidates.push(template);
  }
  // So it is of the strategy that is named.
  const ofStrategy = explainedBy((name) => name.startsWith('strategy/'));
  if (isObject(ofStrategy.template) && ofStrategy.guesses.length === 0) candidates.push(ofStrategy.template);
  // A list that was sent stands there as it is, or nothing in place of an empty one.
  for (const name of new Set(names))
    if (changed.some(({ facts }) => isList(facts.get(name))))
      candidates.push(`{${name}}`, `{${name} | filled?}`);
  // What was sent is rather meant than a case of something else that happens to go with it; an amount may be rounded as well.
  const isSentText = (name: string) =>
    changed.every(
      ({ value, facts }) =>
        typeof value === 'string' && worthOf(value) === undefined && sameValue(facts.get(name), value),
    );
  candidates.push(...sentThere.filter(isSentText).map((name) => `{${name}}`));
  const { template } = explain(changed.map(({ value, facts }) => ({ value, facts })));
  if (template !== undefined) candidates.push(template);
  for (const name of new Set(names)) {
    const alone = explainedBy((other) => other === name).template;
    if (alone === undefined) continue;
    // What was sent mostly is no value made anew.
    const own = isAnew(alone) ? `{${name}}` : alone;
    candidates.push(alone, own);
    // What was sent and left the leaf as it was may tell how it is rounded.
    const whole =
      changes.length > changed.length ? explainedBy((other) => other === name, changes).template : undefined;
    if (typeof whole === 'string' && !isAnew(whole)) candidates.push(whole);
    for (const way of others.length > 0 ? new Set([undrawnBy((other) => other === name), own]) : [])
      candidates.push(
        ...drawn(
          way ?? null,
          names.filter((one) => one !== name),
        ),
      );
    // How it is written is told by what was set, where null stands for a text of its own.
    const set = changed.filter(({ facts }) => facts.get(name) !== null);
    const written = set.length < changed.length ? explainedBy((other) => other === name, set).template : own;
    for (const way of new Set([textOf(own), textOf(written)]))
      candidates.push(...forNothing(way, name, changed));
    // Nothing may be sent to leave it as it was, or to take it away.
    if (typeof own === 'string' && /^\{[^{}?]+\}$/.test(own))
      candidates.push(`${own.slice(0, -1)} | else was}`, `${own.slice(0, -1)}?}`);
    const mark = [`{${name}}`, `{${name}?}`, `{${name}|}`].indexOf(textOf(own));
    if (mark !== -1) candidates.push(`{${name} | filled${['', '?', '|'][mark]!}}`);
  }
  for (const outer of others.length > 0 ? new Set(names.map(parentOf)) : []) {
    const own = undrawnBy((name) => name.startsWith(`${outer}/`));
    if (isObject(own))
      candidates.push(
        own,
        ...drawn(
          own,
          names.filter((one) => !isWithin(one, outer)),
        ),
      );
  }
  // Null in place of an object that is sent otherwise takes away what stood there.
  const orNothing: Json[] = [];
  for (const candidate of candidates.filter(isObject)) {
    const holes = holesIn(candidate);
    const made = ['sent/', 'strategy/'].flatMap(
      (from) => holes.find((hole) => hole.startsWith(from)) ?? [],
    )[0];
    if (made === undefined || Object.hasOwn(candidate, '{if}')) continue;
    const orNull = { '{if}': `{${made}}`, ...candidate };
    if (isEmptied) orNothing.push(orNull);
    candidates.push(orNull, { '{if}': `{${made}?}`, ...candidate });
  }
  candidates.unshift(...orNothing);
  // What follows from the strategy is gone with it, and what is made of what was sent where nothing was.
  for (const candidate of candidates.filter((one) => typeof one === 'string')) {
    const [, name] =
      /^\{(strategy\/[^{}|?]+)[?|]?\}$/.exec(candidate) ??
      /^[^{}]+\{(sent\/[^{}|?]+)\}$/.exec(candidate) ??
      [];
    if (name !== undefined)
      for (const mark of ['', '?', '|']) candidates.push({ '{if}': `{${name}${mark}}`, '{then}': candidate });
  }
  let best: { template: Json; held: number } | undefined;
  // What holds for one thing that was sent mostly is proposed for the others, too.
  for (const candidate of new Set(candidates)) {
    const kept = keeping(candidate);
    if (isAnew(kept)) continue;
    const held = changes.filter((change) => gives(kept, change)).length;
    const isBetter =
      best === undefined ||
      held > best.held ||
      (held === best.held &&
        // A text that one write showed is rather that of the strategy than one that stands there by itself.
        (tellsStrategy(kept, best.template) ||
          (changed.length === 1 && leastByChance(kept) < leastByChance(best.template))));
    if (isBetter) best = { template: kept, held };
  }
  const held = best?.held ?? 0;
  // What a write makes anew may be anything: it is what explains a leaf where nothing else does. An amount is no such thing.
  const areAmounts = changes.every(({ value }) => isNothing(value) || worthOf(value) !== undefined);
  const anew = areAmounts ? undefined : candidates.map(keeping).find(isAnew);
  if (anew !== undefined && held * 2 < changes.length) return anew;
  if (held !== changes.length) {
    // What was sent mostly stands there, though another write that nobody saw may have changed it since.
    if (sentThere.length > 0 && held * 2 > changes.length) return best?.template;
    const choice = choiceOf(changes, bounds, shown);
    if (choice !== undefined) return choice;
    if (held * 4 < changes.length * 3) return undefined;
  }
  return best?.template;
}

/** What is known of each write, whatever was sent with it; where the second is, numbers are measured anew. */
const ofEachWrite = ['now', 'names strategy'];

/** The member that is the amount, of an object that is an amount of money. */
const amountMember = (value: Json | undefined): string | undefined =>
  isObject(value) ? Object.keys(value).find((name) => worthOf(value[name]) !== undefined) : undefined;

/** A bound as it is written, but drawn by a filter; undefined where it is made of nothing that could be. */
function drawnTo(template: Json, filter: string, member: string | undefined): Json | undefined {
  if (!isObject(template)) {
    const hole = /^\{([^{}?]+)\}$/.exec(textOf(template))?.[1];
    return hole === undefined ? undefined : `{${hole} | ${filter}}`;
  }
  const amount = drawnTo(template[member ?? ''] ?? null, filter, undefined);
  return amount === undefined ? undefined : { ...template, [member!]: amount };
}

/** What is written where null was sent for what is mostly sent, or for an object that holds it: 0 or -1, or a text for it. */
function forNothing(template: string, name: string, changed: readonly Change[]): Json[] {
  const filters = /^\{[^{}|?]+((?: \|[^{}|]+)*)\}$/.exec(template)?.[1];
  const none = changed.filter(
    ({ facts, value }) =>
      [name, parentOf(name)].some((sent) => facts.get(sent) === null) && !isNothing(value),
  );
  if (filters === undefined || none.length === 0 || typeof none[0]!.value === 'object') return [];
  const text = textOf(none[0]!.value);
  return [
    ...['0', '-1'].map((number) => `{${name} | else =${number}${filters === '' ? ' | number' : filters}}`),
    ...(/[{}|]/.test(text) ? [] : [`{${name}${filters} | else =${text}}`]),
  ];
}

/**
 * How much of an object stands by itself or is made of this and that, where it may have been made of one object that was sent:
 * less is likelier.
 */
export function leastByChance(template: Json): number {
  if (!isObject(template)) return 0;
  const leaves = Object.entries(template).flatMap(([name, item]) => (name === '{if}' ? [] : textOf(item)));
  const alone = leaves.filter((leaf) => !leaf.includes('{'));
  return alone.length + new Set(holesIn(template).map(parentOf)).size;
}

/** Whether a template is another one with texts of the strategy in place of some that stand by themselves. */
function tellsStrategy(template: Json, other: Json): boolean {
  if (!isObject(template) || !isObject(other)) return false;
  const [own, others] = [Object.entries(template), Object.entries(other)];
  const isAlone = (item: Json) => typeof item === 'string' && holesIn(item).length === 0;
  const isOfStrategy = (item: Json) => /^\{strategy\/[^{}]+\}$/.test(textOf(item));
  return (
    own.length === others.length &&
    own.some(([name, item]) => !sameValue(item, other[name])) &&
    own.every(([name, item]) => {
      const before = other[name];
      return before !== undefined && (sameValue(item, before) || (isAlone(before) && isOfStrategy(item)));
    })
  );
}

/** A template whose holes leave the record as it was where they have no value; what was sent may be nothing. */
function keeping(template: Json): Json {
  return typeof template === 'string' ? withMarks(template, '?', /^sent\/|[?|]$/) : template;
}
