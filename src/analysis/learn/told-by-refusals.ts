// What refusals tell of what is taken: sizes of pages, searches, words of filters, bodies, media types and amounts.
import { mapMembers, textOf } from '../../http/exact-json.ts';
import { leafTexts } from '../../dialect/known-facts.ts';
import { isOfSize, tellsKind } from '../../dialect/refusal-words.ts';
import { mediaType } from '../../http/http-semantics.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import type {
  DialectForm,
  ErrorForm,
  FilterForm,
  QueryForm,
  RecordForm,
} from '../../dialect/profile-form.ts';
import { headerIn } from '../../recording/recordable-headers.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import { refusedFor } from './errors/learn-errors.ts';
import type { LearnedErrors } from './errors/learn-errors.ts';
import type { LearnedList } from './lists/learn-lists.ts';
import type { Walked } from './pages/walks.ts';
import { numbersIn, toldBetween } from './told-numbers.ts';
import { amountRange } from './learn-amounts.ts';

/** The form with what is refused, and with what that tells of what is taken. */
export const withErrors = (
  form: DialectForm,
  lists: readonly LearnedList[],
  errors: LearnedErrors,
): DialectForm => ({
  ...form,
  lists: Object.fromEntries(
    lists.map(({ endpoint, kind, form: own, walked }) => {
      const withTold = (forms: readonly FilterForm[], name: string) =>
        forms.map((one) => withOtherWord(name, withShortest(name, one, errors), form.records[kind], errors));
      const query: QueryForm = {
        ...own.query,
        size: largestSize(endpoint, own.query.size, largestServed(walked, own.query.size), errors),
        filters: own.query.filters && mapMembers(own.query.filters, withTold),
      };
      return [endpoint, { ...own, query }];
    }),
  ),
  writes: mapMembers(form.writes, (write, endpoint) =>
    endpoint === 'updatePrice' && errors.nullKeeps ? { ...write, nullKeeps: true } : write,
  ),
  errors: errors.errors,
  accepted: errors.accepted,
  order: errors.order,
  tellsAll: errors.tellsAll || undefined,
  together: errors.together,
  amounts: amountRange(form.amounts, errors),
  longestBody: longestBody(form.longestBody, errors),
  types: errors.errors.some(({ cause: own }) => own === 'accept-other') ? form.types : undefined,
});

/** The largest size that a list was asked for and served. */
const largestServed = ({ walks }: Walked, size: QueryForm['size']): number =>
  Math.max(
    1,
    ...walks.flatMap(({ pages }) =>
      pages.flatMap(({ listed: { by, ids } }) => [ids.length, Number(by.query.get(size?.name ?? '')) || 0]),
    ),
  );

/**
 * The largest size of a page, where larger ones were refused: a number that the answer tells, or as much as was accepted. What a
 * sister takes or refuses tells only of a list that refused none itself.
 */
function largestSize(
  name: string,
  size: QueryForm['size'],
  served: number,
  learned: LearnedErrors,
): QueryForm['size'] {
  if (size?.max === undefined || size.excess !== undefined) return size;
  const { accepted } = learned;
  const isOfList = ({ on }: ErrorForm) => on?.some((one) => one === name) !== false;
  const isTaken = accepted.some(({ cause, on }) => cause === 'size-too-large' && on === name);
  const all = refusedFor('size-too-large', learned);
  // One that is too small may be told how large they may be.
  const range =
    all.length > 0 || isTaken
      ? []
      : learned.errors.flatMap((error) =>
          isOfSize(error.cause) && isOfList(error) && tellsKind(error, 'size-too-large', 'any')
            ? numbersIn(error.body).filter((number) => number > 9 && number >= served)
            : [],
        );
  if (range[0] !== undefined) return { ...size, max: range[0], excess: 'refuse' };
  const own = all.filter(({ by }) => by.endpoint?.name === name);
  const refused = own.length > 0 ? own : all;
  const wasRefused = own.length > 0 || (refused.length > 0 && !isTaken);
  if (!wasRefused) return { ...size, max: undefined };
  const least = Math.min(...refused.map(({ blamed }) => Number(blamed.value)));
  const errors = learned.errors.filter((error) => own.length === 0 || isOfList(error));
  const told = toldBetween('size-too-large', own.length > 0 ? served : size.max, least, {
    ...learned,
    errors,
  });
  return { ...size, max: Math.floor(told ?? size.max), excess: 'refuse' };
}

/** How many characters a search must have, where fewer were refused: a number that the answer tells, or one more than those had. */
function withShortest(name: string, filter: FilterForm, learned: LearnedErrors): FilterForm {
  const { shortest, ...others } = filter;
  const refused = refusedFor('search-short', learned).flatMap(({ blamed }) =>
    blamed.param === name ? [textOf(blamed.value).length] : [],
  );
  if (shortest === undefined || refused.length === 0) return others;
  const longest = Math.max(...refused);
  return {
    ...filter,
    shortest: Math.ceil(toldBetween('search-short', shortest, longest, learned) ?? longest + 1),
  };
}

/** A filter that has a word for one of two values has the other word for the other, where a refusal tells both. */
function withOtherWord(
  name: string,
  filter: FilterForm,
  record: RecordForm | undefined,
  learned: LearnedErrors,
): FilterForm {
  const [[word, value] = ['', null], ...more] = Object.entries(filter.means ?? {});
  const kinds = record?.fields[filter.at]?.kinds ?? [];
  if (typeof value !== 'boolean' || more.length > 0 || kinds.some((one) => one !== 'boolean')) return filter;
  const [other] = refusedFor('filter-unreadable', learned).flatMap(({ by, blamed }) =>
    blamed.param === name ? leafTexts(toldBy(by)).flatMap((text) => wordBeside(word, text) ?? []) : [],
  );
  return other === undefined ? filter : { ...filter, means: { [word]: value, [other]: !value } };
}

/** The word that a text joins to another one: `yes or no`, `no, yes`. */
function wordBeside(word: string, text: string): string | undefined {
  const known = `['"\`]?(?<!\\w)${literalPattern(word)}(?!\\w)['"\`]?`;
  const other = `['"\`]?([\\p{L}\\d]+)`;
  const found =
    new RegExp(`${known}(?:\\s*[,/|]\\s*|\\s+\\p{L}{1,4}\\s+)${other}`, 'u').exec(text) ??
    new RegExp(`${other}['"\`]?\\s*[,/|]\\s*${known}`, 'u').exec(text);
  return found?.[1];
}

/** No body is called long that is shorter than this. */
const shortBody = 1000;

/** The media types in which requests were answered, and those that clients preferred who got something else. */
export const typesTold = (exchanges: readonly Exchange[]): readonly string[] => [
  ...new Set(
    exchanges.flatMap(({ ok, headers, prefers }) => {
      const types = ok ? [headerIn(headers, 'content-type'), prefers.get('accept')] : [];
      return types.flatMap((type) => (type === undefined ? [] : [mediaType(type)]));
    }),
  ),
];

export const longestAccepted = (exchanges: readonly Exchange[]) =>
  Math.max(shortBody, ...exchanges.map(({ ok, sentText }) => (ok ? (sentText?.length ?? 0) : 0)));

/** The longest body, where a longer one was refused: a number that the answer tells, or as much as was accepted. */
function longestBody(accepted: number | undefined, learned: LearnedErrors): number | undefined {
  const refused = refusedFor('body-large', learned);
  if (refused.length === 0 || accepted === undefined) return undefined;
  const least = Math.min(...refused.map(({ by }) => by.sentText?.length ?? Infinity));
  return toldBetween('body-large', accepted, least, learned) ?? accepted;
}
