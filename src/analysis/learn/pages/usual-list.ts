// The list of which nothing was asked: the records that it leaves out, and what it assumes to be asked for.
import type { Json } from '../../../http/exact-json.ts';
import { leafAt, textAt } from '../../../http/pointer.ts';
import { isAt } from '../../../dialect/conditions.ts';
import { reveals } from '../../../dialect/select-page.ts';
import type { QueryForm } from '../../../dialect/profile-form.ts';
import { parted } from '../../groups.ts';
import { asksFor, calledFirst, isWhole, valuesIn } from './known-walks.ts';
import type { KnownWalks } from './known-walks.ts';
import type { States } from '../records/states.ts';
import type { Walk } from './walks.ts';

/** The lists of what is assumed where nothing is asked, as if that had not been asked for. */
export const asUsual = (stated: readonly Walk[], assumed: QueryForm['assumed']): readonly Walk[] =>
  stated
    .map((one) => ({
      ...one,
      rest: one.rest.filter(([name, value]) => name !== assumed?.name || value !== assumed.is),
    }))
    .filter(({ rest }) => rest.every(([name]) => name !== assumed?.name));

/** So many records alike are no chance. */
const enoughAlike = 8;

/** A list that was asked for by one parameter alone, with the records that it showed. */
interface Asked {
  readonly values: readonly string[];
  readonly one: Walk;
  readonly records: readonly Json[];
}

/**
 * The parameter that picks records by a leaf of which the usual list shows one value alone, though others are picked; or that
 * shows the usual list for a word that is the value of no record.
 */
export function assumedIn(known: KnownWalks): QueryForm['assumed'] {
  const { walks, usual, places } = known;
  if (usual === undefined) return undefined;
  const shown = shownBy(usual, known);
  for (const name of new Set(walks.flatMap(({ rest }) => rest.map(([own]) => own)))) {
    const asked = walks
      .filter(({ rest }) => rest.length > 0 && rest.every(([other]) => other === name))
      .map((one): Asked => ({ values: valuesIn(one, name), one, records: shownBy(one, known) }))
      .filter(({ records }) => records.length > 0);
    if (asked.length < 2) continue;
    for (const at of calledFirst(name, places)) {
      const [picking, others] = parted(asked, ({ values, records }) =>
        [...textsAt(at, records)].every((text) =>
          values.some((value) => value.split(',').some((word) => isSameWord(word, text))),
        ),
      );
      const usualOne = { usual, texts: [...textsAt(at, shown)], count: shown.length };
      if (picking.length === 0) {
        const said = assumedInConditions(usualOne, at, asked);
        if (said !== undefined) return { name, ...said };
        continue;
      }
      if (others.some(({ values }) => values.length > 1)) continue;
      const found = assumedAt(usualOne, at, picking, others);
      if (found !== undefined) return { name, ...found };
      // The leaf explains all that was picked.
      if (others.length === 0) break;
    }
  }
  return undefined;
}

/** A record as it was known when a list was last seen. */
const recordIn = ({ pages }: Walk, id: string, { states, kind }: KnownWalks): Json =>
  states.before(pages.at(-1)!.listed.step + 1, kind, id)!;

const shownBy = (one: Walk, known: KnownWalks): readonly Json[] =>
  one.order.flatMap((id) => (id === undefined ? [] : [recordIn(one, id, known)]));

/** States are asked for in whatever case. */
const isSameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const textsAt = (at: string, records: readonly Json[]): ReadonlySet<string> =>
  new Set(records.map((record) => textAt(record, at)));

/** What the usual list shows of a leaf: its texts, and in how many records. */
interface UsualTexts {
  readonly usual: Walk;
  readonly texts: readonly string[];
  readonly count: number;
}

/** Whether what a list shows is no chance. */
const isSure = ({ usual, count }: UsualTexts) => isWhole(usual) || count >= enoughAlike;

/**
 * What is assumed of a leaf where conditions name it: all that pick by it begin with one word, and lists whose conditions are
 * about other leaves show one value of it alone.
 */
function assumedInConditions(
  usual: UsualTexts,
  at: string,
  asked: readonly Asked[],
): { readonly is: string; readonly unless: string } | undefined {
  const [is] = usual.texts;
  if (usual.texts.length !== 1 || !isSure(usual)) return undefined;
  const picking = asked.flatMap(({ values, records }) => {
    const [value] = values;
    const texts = [...textsAt(at, records)];
    const first = /^[\w.[\]-]+(?=\W)/.exec(value!)?.[0];
    return values.length === 1 && first !== undefined && texts.every((text) => isWordIn(text, value!))
      ? [{ value: value!, texts, first }]
      : [];
  });
  const unless = picking.find(({ texts }) => texts.some((text) => text !== is))?.first;
  const one = picking.find(({ texts, first }) => texts.length === 1 && first === unless);
  if (unless === undefined || one === undefined) return undefined;
  const beside = asked.filter(({ values }) => !values.some((value) => value.includes(unless)));
  return beside.every(({ records }) => [...textsAt(at, records)].every((text) => text === is))
    ? { is: one.value.replace(one.texts[0]!, is!), unless }
    : undefined;
}

/** Whether a text stands as a word of its own behind the first one of another, or in quotes. */
const isWordIn = (text: string, whole: string): boolean =>
  whole
    .split(/[\s'"(),|;:=<>!]+/)
    .slice(1)
    .includes(text) || whole.split(/['"]/).includes(text);

/**
 * What is assumed of a leaf.
 * @param picking lists that show the records with what was asked for
 * @param others lists that do not: what was asked for may be a word for all
 */
function assumedAt(
  shown: UsualTexts,
  at: string,
  picking: readonly Asked[],
  others: readonly Asked[],
): Omit<NonNullable<QueryForm['assumed']>, 'name'> | undefined {
  const { usual, texts } = shown;
  const wordsOf = (lists: readonly Asked[]) => lists.flatMap(({ values }) => values);
  const lengthOf = ({ total, order }: Walk) => total ?? order.length;
  const isUsual = ({ one }: Asked) =>
    lengthOf(one) >= lengthOf(usual) && one.order.every((id, place) => id === usual.order[place]);
  if (texts.length === 1) {
    const [is] = texts as [string];
    const hasOthers = ({ records }: Asked) => [...textsAt(at, records)].some((text) => text !== is);
    const [more, idle] = parted(others, hasOthers);
    const [all, unsaid] = [wordsOf(more), wordsOf(idle)];
    return isSure(shown) && picking.some(hasOthers) && idle.every(isUsual)
      ? {
          is: wordsOf(picking).find((word) => isSameWord(word, is)) ?? is,
          ...(all.length > 0 && { all }),
          ...(unsaid.length > 0 && { unsaid }),
        }
      : undefined;
  }
  const all = wordsOf(others);
  return all.length > 0 && others.every(isUsual) ? { all } : undefined;
}

/** What the records have in common that the usual list leaves out, seen whole, and a parameter adds to it or shows alone. */
export function hiddenIn(known: KnownWalks): QueryForm['hidden'] {
  const { walks, usual, places } = known;
  if (usual === undefined || !isWhole(usual)) return undefined;
  const unless: Record<string, string[]> = {};
  const others = new Map<string, Json>();
  const moreIn = (one: Walk) =>
    one.order.flatMap((id) => (id === undefined || usual.places.has(id) ? [] : [id]));
  const asking = (name: string) => walks.filter((one) => asksFor(one, name));
  const isIdle = (name: string) =>
    asking(name).some((one) => one.order.length > 0 && moreIn(one).length === 0);
  for (const one of walks) {
    const more = moreIn(one);
    if (more.length === 0) continue;
    const isAlone = one.rest.length === 1;
    if (isAlone || !one.rest.some(([name]) => unless[name])) {
      // Of several it is none of those that show nothing more elsewhere; where more are left, nobody can tell which one it is.
      const [first, ...rest] = one.rest.filter(([name]) => isAlone || !isIdle(name));
      if (first === undefined || rest.length > 0) return undefined;
      (unless[first[0]] ??= []).push(first[1]);
    }
    for (const id of more) others.set(id, recordIn(one, id, known));
  }
  const shown = shownBy(usual, known);
  const [other] = others.values();
  const told = (other === undefined ? [] : places).flatMap((at) => {
    const is = leafAt(other, at);
    const isKind =
      others.size > 1 || (shown.length > 2 && new Set(shown.map((one) => textAt(one, at))).size === 1);
    return (is !== null && typeof is === 'object') || !isKind ? [] : [{ at, is }];
  });
  // That something is there tells more than what it is.
  const mark = [...told.map(({ at }) => ({ at })), ...told].find(
    (one) =>
      [...others.values()].every((record) => isAt(record, one)) && !shown.some((record) => isAt(record, one)),
  );
  if (mark !== undefined) return { ...mark, unless };
  const revealing = walks.filter((one) => showsMore(one, usual));
  if (revealing.length === 0) return undefined;
  const asked: Record<string, string[]> = {};
  for (const { rest } of revealing) for (const [name, value] of rest) (asked[name] ??= []).push(value);
  return { unless: asked };
}

/** The listings that only such a list shows as reveals what the usual one hides. */
export function hiddenListings({ sightings }: States, query: QueryForm | undefined): ReadonlySet<string> {
  if (query?.hidden === undefined || query.hidden.at !== undefined) return new Set();
  const [revealed, shown] = parted(
    sightings.filter(({ endpoint }) => endpoint === 'listListings'),
    ({ by }) => reveals(by.query, query),
  );
  const usual = new Set(shown.map(({ id }) => id));
  return new Set(revealed.flatMap(({ id }) => (usual.has(id) ? [] : [id])));
}

/** Whether a list that one thing is asked of shows the whole of the usual one up to its end, and others in between. */
function showsMore({ rest, order }: Walk, usual: Walk): boolean {
  if (rest.length !== 1 || order.includes(undefined)) return false;
  const places = order.flatMap((id) => usual.places.get(id!) ?? []);
  return places.length > 1 && places.length < order.length && places.every((place, at) => place === at);
}
