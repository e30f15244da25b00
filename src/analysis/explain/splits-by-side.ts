// Answers to writes that tell something, such as a warning, where a number of the record lies beyond its bounds or one of them.
import { isNothing, textOf } from '../../http/exact-json.ts';
import { leafTexts } from '../../dialect/known-facts.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import { wordsInName } from '../../dialect/name-words.ts';
import { applyFilter, worthOf } from '../../dialect/template-filters.ts';
import { commonest, grouped } from '../groups.ts';
import { factNames, isOwn } from './sample.ts';
import type { Sample } from './sample.ts';
import type { Split } from './splits.ts';

/** So many answers that say nothing tell that those say something that do. */
const fewestUsual = 2;

/** By the side of the bounds on which a number lies: those first whose numbers or names what is told has in it. */
export function splitsBySide(samples: readonly Sample[]): Split[] {
  const own = samples.filter(isOwn);
  const sent = factNames(own, 'sent/').filter((name) => own.some(({ facts }) => isNumber(facts, name)));
  if (sent.length === 0) return [];
  const most = JSON.stringify(commonest(own, ({ value }) => JSON.stringify(value))?.value);
  const told = own.filter(({ value }) => JSON.stringify(value) !== most);
  if (told.length === 0 || own.length - told.length < fewestUsual) return [];
  const numbers = factNames(own, 'record/').filter((name) =>
    own.every(({ facts }) => isNothing(facts.get(name)) || isNumber(facts, name)),
  );
  const bounds = numbers.filter((name) => sent.some((one) => isSetBy(own, name, one)));
  const isUsual = (one: Sample) => !told.includes(one);
  const found = numbers.flatMap((name) =>
    boundsFor(name, bounds, own).flatMap((ends) => {
      const filter = `side ${ends.join(' ')}`;
      const sides = grouped(own, ({ facts }) =>
        textOf(applyFilter(filter, facts.get(name) ?? null, (one) => facts.get(one))),
      );
      const isTelling = [...sides].every(
        ([side, group]) => group.every(isUsual) || (isEnd(side) && !group.some(isUsual)),
      );
      const weight = isTelling ? weightOf(name, ends, told, bounds.includes(name)) : 0;
      return [{ test: `{${name} | ${filter}}`, sides, weight }];
    }),
  );
  return (
    found
      // What names no number and tells none may go with any of them by chance.
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .map(({ test, sides }) => {
        const all = saysNoEnd(told) ? withOtherEnd(sides) : sides;
        const groups = [...all].map(([choice, group]) => ({ choice, group }));
        const { choice: usual } = groups.find(({ group }) => group.every(isUsual))!;
        return { test, groups, usual, mayMiss: false };
      })
  );
}

const isEnd = (side: string): boolean => side === 'below' || side === 'above';

/** Words that tell on which side a number lies. */
const wordsOfEnds = /\b(?:below|under|less|lower|low|min\w*|above|over|more|higher|high|max\w*|exceed\w*)\b/i;

/** Whether what is told says that a number lies beyond its bounds, and not beyond which one. */
const saysNoEnd = (told: readonly Sample[]): boolean =>
  !told.some(({ value }) => leafTexts(value).some((text) => wordsOfEnds.test(text)));

/** The sides with the other end, if no answer was of it, telling what was told at one. */
function withOtherEnd(sides: ReadonlyMap<string, readonly Sample[]>): ReadonlyMap<string, readonly Sample[]> {
  const [below, above] = [sides.get('below'), sides.get('above')];
  if (below !== undefined) return above === undefined ? new Map([...sides, ['above', below]]) : sides;
  return above === undefined ? sides : new Map([...sides, ['below', above]]);
}

const isNumber = (facts: Facts, name: string): boolean => worthOf(facts.get(name)) !== undefined;

/** Whether records have at a place what was sent, wherever it was. */
function isSetBy(samples: readonly Sample[], place: string, sent: string): boolean {
  const pairs = samples.flatMap(({ facts }) =>
    isNumber(facts, sent) ? [[worthOf(facts.get(sent)), worthOf(facts.get(place))] as const] : [],
  );
  return pairs.length > 1 && pairs.every(([one, other]) => one === other);
}

/** Between which two a number may lie: both bounds, or one of them, beyond which it is. */
function boundsFor(name: string, bounds: readonly string[], samples: readonly Sample[]): string[][] {
  const others = bounds.filter((one) => one !== name);
  const isLower = (low: string, high: string) =>
    samples.every(({ facts }) => {
      const [one, other] = [low, high].map((end) => worthOf(facts.get(end)));
      return one === undefined || other === undefined || one <= other;
    });
  const pairs = others.flatMap((low) =>
    others.flatMap((high) => (low !== high && isLower(low, high) ? [[low, high]] : [])),
  );
  return [...pairs, ...others.map((one) => [one, one])];
}

/**
 * How likely it is that what is told is told of a number that is no bound: it has it in it, or words of its name or of what it lies
 * beyond.
 */
function weightOf(name: string, ends: readonly string[], told: readonly Sample[], isBound: boolean): number {
  const isTold = told.every(({ value, facts }) =>
    leafTexts(value).some((text) => numbersIn(text).includes(worthOf(facts.get(name))!)),
  );
  const text = leafTexts(told[0]!.value).join(' ').toLowerCase();
  const wordsOf = (one: string) => wordsInName(one.slice('record'.length)).filter((word) => word !== '');
  const words = wordsOf(name);
  const named = words.filter((word) => text.includes(word)).length;
  const isOfEnd = ends.flatMap(wordsOf).some((word) => text.includes(word));
  return (isTold ? 10 : 0) + named - (words.length - named) / 2 + Number(isOfEnd) - Number(isBound);
}

const numbersIn = (text: string): number[] => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
