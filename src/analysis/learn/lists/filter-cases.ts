// What a parameter was asked for and what the list then showed of the records that were known: which filter picks just these.
import { groupsIn, hasOneOf } from '../../../dialect/conditions.ts';
import type { FilterForm } from '../../../dialect/profile-form.ts';
import { units } from '../../../dialect/template-filters.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWhole } from '../pages/known-walks.ts';
import type { KnownWalks } from '../pages/known-walks.ts';
import type { Walk } from '../pages/walks.ts';

export interface Case {
  readonly value: string;
  readonly shown: readonly Json[];
  /** All that were known, and how many of them it has, of which a page may show but some. */
  readonly all: readonly Json[];
  readonly count: number;
}

/** The records of a page, as they were known by then. */
export const shownIn = (
  { step, ids, records }: Walk['pages'][number]['listed'],
  { kind, states }: Pick<KnownWalks, 'kind' | 'states'>,
): readonly Json[] => records.map((record, index) => states.before(step + 1, kind, ids[index]!) ?? record);

export function caseOf(one: Walk, value: string, { usual, kind, states }: KnownWalks): Case {
  const { pages } = one;
  const step = pages.at(-1)!.listed.step;
  // A list may show a part of what is known of its records.
  const shown = pages.flatMap(({ listed }) => shownIn(listed, { kind, states }));
  // A list that tells how many records it has, of which all are known, was as good as seen whole.
  const isCounted = one.total !== undefined && usual !== undefined && isWhole(usual);
  if ((isWhole(one) || isCounted) && shown.length > 0)
    return { value, shown, all: states.all(kind, step + 1), count: one.total! };
  // Of a list that was not seen whole, those that stand between the records of a page, or before those of the first one.
  const between = new Set(
    pages.flatMap(({ listed: { ids }, from }) => {
      const own = ids.flatMap((id) => usual?.places.get(id) ?? []);
      return own.length === 0
        ? []
        : usual!.order.slice(from === 0 ? 0 : Math.min(...own), Math.max(...own) + 1);
    }),
  );
  const known = [...between].flatMap((id) =>
    id === undefined ? [] : (states.before(step + 1, kind, id) ?? []),
  );
  return { value, shown, all: known.length > shown.length ? known : shown, count: shown.length };
}

/** So many others may be picked beside the records that were shown: a few may have changed since they were last seen. */
const mostOthers = (shown: number) => Math.max(1, shown / 3);

/** Of these the one that picks all records that were shown, and the fewest others. */
export function fittest<Form>(
  forms: Iterable<Form>,
  cases: readonly Case[],
  picks: (form: Form, record: Json, at: number) => boolean,
  isMeant: (form: Form) => boolean = () => true,
): Form | undefined {
  let best: { form: Form; wrong: number } | undefined;
  const shown = cases.reduce((sum, own) => sum + own.shown.length, 0);
  for (const form of forms) {
    const isPicked = (at: number) => (record: Json) => picks(form, record, at);
    if (!cases.every((own, at) => own.shown.every(isPicked(at))) || !isMeant(form)) continue;
    const others = cases.map((own, at) => own.all.filter(isPicked(at)).length - own.count);
    const wrong = others.reduce((sum, more) => sum + Math.max(0, more), 0);
    if (best === undefined || wrong < best.wrong) best = { form, wrong };
  }
  return best === undefined || shown === 0 || best.wrong > mostOthers(shown) ? undefined : best.form;
}

/** Whether what is asked for picks the records that were shown, and hardly others. */
export function isPickedBy({ value, shown, all, count }: Case, forms: readonly FilterForm[]): boolean {
  const groups = groupsIn(value, forms, all);
  const isPicked = (record: Json) => hasOneOf(record, groups);
  const others = all.filter(isPicked).length - count;
  return shown.every(isPicked) && others <= mostOthers(shown.length);
}

/** Whether what is asked for has an order: a number or a moment. */
export const isCompared = (value: string) => /^[+-]?\d/.test(value) || readMoment(value) !== undefined;

/** Each leaf as it is, and as an amount in a smaller unit than what is asked for. */
export const inUnits = (places: readonly string[]): Pick<FilterForm, 'at' | 'times'>[] => [
  ...places.map((at) => ({ at })),
  ...units.flatMap((times) => (times > 1 ? places.map((at) => ({ at, times })) : [])),
];
