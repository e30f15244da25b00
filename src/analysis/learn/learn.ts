// From recordings to a profile: how a service speaks, explained by what was known at each answer.
import type { OnStep } from '../../http/on-step.ts';
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import { valueAt } from '../../http/pointer.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { causes } from '../../dialect/causes.ts';
import type { Cause } from '../../dialect/causes.ts';
import { numeric } from '../../dialect/template-filters.ts';
import { leavesOutFractions, withoutEmptyFractions } from '../../dialect/time-forms.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import type {
  AmountForm,
  AmountRange,
  DialectForm,
  FilterForm,
  ListForm,
  ListName,
  RecordForm,
  RecordKind,
} from '../../dialect/profile-form.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { idOf } from '../find-records.ts';
import { learnErrors, withRetold } from './learn-errors.ts';
import type { LearnedErrors } from './learn-errors.ts';
import { learnRecords } from './learn-records.ts';
import { learnLimits } from './learn-limits.ts';
import { learnLists } from './learn-lists.ts';
import type { LearnedList } from './learn-lists.ts';
import { readRecordings } from './read-recordings.ts';
import type { Followed } from './read-recordings.ts';
import { boundPlace, learnRead, learnWrite, strategyFinder, strategyPlace } from './learn-writes.ts';
import type { LearnedWrite } from './learn-writes.ts';

export interface Learned extends Followed {
  readonly form: DialectForm;
  readonly lists: readonly LearnedList[];
  readonly writes: readonly LearnedWrite[];
  readonly errors: LearnedErrors;
}

export function explainRecordings(recordings: readonly NamedRecording[], onStep?: OnStep): Learned {
  onStep?.('Learning: following the records');
  const followed = readRecordings(recordings);
  const { exchanges, places, states } = followed;
  const strategyOf = strategyFinder(states, places);
  onStep?.('Learning: the lists');
  const lists = learnLists(exchanges, places, states, strategyOf);
  onStep?.('Learning: the writes');
  const price = learnWrite('updatePrice', exchanges, places, states, strategyOf);
  const strategy = learnWrite('updateStrategy', exchanges, places, states, strategyOf);
  const single = learnRead(exchanges, states, strategyOf);
  onStep?.('Learning: the records');
  const listing = learnRecords('listing', states, places, strategyOf);
  const strategies = learnRecords('strategy', states, places, strategyOf);
  const reportRun = learnRecords('reportRun', states, places, strategyOf);
  const ids = new Set(states.all('strategy').flatMap((record) => idOf(record, places.ids.strategy) ?? []));
  const named = strategyPlace(states, ids);
  const form: DialectForm = {
    records: {
      ...(listing && {
        listing: withBounds({ ...listing, ...(named !== undefined && { strategy: named }) }, price),
      }),
      ...(strategies && { strategy: strategies }),
      ...(reportRun && { reportRun }),
    },
    lists: Object.fromEntries(lists.map(({ endpoint, form: own }) => [endpoint, own])),
    reads: single === undefined ? {} : { getListing: single.form },
    writes: { ...(price && { updatePrice: price.form }), ...(strategy && { updateStrategy: strategy.form }) },
    errors: [],
    accepted: [],
    order: causes,
    amounts: acceptedAmounts(price),
    longestBody: longestAccepted(exchanges),
    limits: learnLimits(exchanges),
  };
  onStep?.('Learning: the errors');
  const told = learnErrors(exchanges, form, places, states);
  const writes = [price, strategy].filter((write) => write !== undefined);
  const explained = withErrors(form, told);
  const errors = withRetold(told, explained, exchanges, places, states);
  const whole: DialectForm = { ...explained, errors: errors.errors };
  const shown = states.sightings.flatMap(({ record }) => leavesOf(record));
  const timed: DialectForm = leavesOutFractions(shown)
    ? (JSON.parse(withoutEmptyFractions(JSON.stringify(whole))) as DialectForm)
    : whole;
  return { ...followed, form: timed, lists, writes, errors };
}

/** The form with what is refused, and with what that tells of what is taken. */
const withErrors = (form: DialectForm, errors: LearnedErrors): DialectForm => ({
  ...form,
  lists: withOtherWord(withLargestSizes(form.lists, errors), form.records, errors),
  errors: errors.errors,
  accepted: errors.accepted,
  order: errors.order,
  ...(errors.tellsAll && { tellsAll: true }),
  ...(errors.together && { together: errors.together }),
  amounts: amountRange(form.amounts, errors),
  longestBody: longestBody(form.longestBody, errors),
});

/** Where a listing shows its bounds, in the measure of what is sent. */
function withBounds(form: RecordForm, price: LearnedWrite | undefined): RecordForm {
  if (price === undefined) return form;
  const shown = (bound: AmountForm | undefined): AmountForm | undefined => {
    const at = bound === undefined ? undefined : boundPlace(price.writes, bound);
    if (bound === undefined || at === undefined) return undefined;
    const scales = price.writes.flatMap(({ by, after }) => {
      const [a, b] = [numeric(valueAt(by.sent, bound.at)), numeric(valueAt(after.at(-1)?.record, at))];
      return a === undefined || b === undefined || a === 0 ? [] : [b / a];
    });
    const scale =
      scales.find((one) =>
        [1, 100, 0.01, 1000, 0.001, 1e6, 1e-6].some((factor) => Math.abs(one - factor) < 1e-9 * factor),
      ) ?? 1;
    return { at, as: bound.as, scale: Number(scale.toPrecision(9)) };
  };
  const [min, max] = [shown(price.form.min), shown(price.form.max)];
  return { ...form, ...(min && { min }), ...(max && { max }) };
}

/** The largest size of a page, where larger ones were refused: a number that the answer tells, or as much as was accepted. */
function withLargestSizes(lists: DialectForm['lists'], learned: LearnedErrors): DialectForm['lists'] {
  const { refusals, accepted } = learned;
  const refused = refusals.filter(({ blamed }) => blamed?.cause === 'size-too-large');
  const told = toldFor('size-too-large', learned);
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]): [string, ListForm] => {
      const { size } = list.query;
      if (size?.max === undefined || size.excess === 'cap') return [name, list];
      const wasRefused =
        refused.some(({ by }) => by.endpoint?.name === name) ||
        (refused.length > 0 && !accepted.some(({ cause, on }) => cause === 'size-too-large' && on === name));
      const { max, ...others } = size;
      const least = Math.min(...refused.map(({ blamed }) => Number(blamed!.value)));
      const limit = told.find((number) => number >= max && number < least) ?? max;
      const own = wasRefused ? { ...others, max: limit, excess: 'refuse' as const } : others;
      return [name, { ...list, query: { ...list.query, size: own } }];
    }),
  );
}

/** A filter that has a word for one of two values has the other word for the other, where a refusal tells both. */
function withOtherWord(
  lists: DialectForm['lists'],
  records: DialectForm['records'],
  { refusals }: LearnedErrors,
): DialectForm['lists'] {
  const completed = (name: string, filter: FilterForm, kind: RecordKind): FilterForm => {
    const [[word, value] = ['', null], ...more] = Object.entries(filter.means ?? {});
    const kinds = records[kind]?.fields[filter.at]?.kinds ?? [];
    if (typeof value !== 'boolean' || more.length > 0 || kinds.some((one) => one !== 'boolean'))
      return filter;
    const [other] = refusals.flatMap(({ by, blamed }) =>
      blamed?.cause === 'filter-unreadable' && blamed.param === name
        ? leavesOf(by.body ?? by.text ?? null).flatMap(([, text]) => wordBeside(word, textOf(text)) ?? [])
        : [],
    );
    return other === undefined ? filter : { ...filter, means: { [word]: value, [other]: !value } };
  };
  return Object.fromEntries(
    Object.entries(lists).map(([endpoint, list]): [string, ListForm] => {
      const filters = Object.entries(list.query.filters ?? {}).map(([name, forms]) => {
        const kind = listedKind(endpoint as ListName)!;
        return [name, forms.map((form) => completed(name, form, kind))] as const;
      });
      return [
        endpoint,
        filters.length === 0
          ? list
          : { ...list, query: { ...list.query, filters: Object.fromEntries(filters) } },
      ];
    }),
  );
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

const longestAccepted = (exchanges: readonly Exchange[]) =>
  Math.max(shortBody, ...exchanges.map(({ ok, sentText }) => (ok ? (sentText?.length ?? 0) : 0)));

/** The longest body, where a longer one was refused: a number that the answer tells, or as much as was accepted. */
function longestBody(accepted: number | undefined, learned: LearnedErrors): number | undefined {
  const refused = learned.refusals.filter(({ blamed }) => blamed?.cause === 'body-large');
  if (refused.length === 0 || accepted === undefined) return undefined;
  const least = Math.min(...refused.map(({ by }) => by.sentText?.length ?? Infinity));
  const told = toldFor('body-large', learned);
  return told.find((number) => number >= accepted && number < least) ?? accepted;
}

const powers = [10, 100, 1000, 10_000, 100_000, 1_000_000];

/** What was accepted: objections to less or to more can only come from outside of it. */
function acceptedAmounts(price: LearnedWrite | undefined): AmountRange {
  if (price === undefined) return {};
  const { min, max } = price.form;
  const numbers = price.writes.flatMap(({ by }) =>
    [min, max].flatMap((bound) => (bound === undefined ? [] : (numeric(valueAt(by.sent, bound.at)) ?? []))),
  );
  if (numbers.length === 0) return {};
  const decimals = Math.max(...numbers.map((number) => String(number).split('.')[1]?.length ?? 0));
  const step = [...powers]
    .reverse()
    .find((one) => numbers.length > 2 && numbers.every((number) => number % one === 0));
  return {
    ...(step !== undefined && { step }),
    low: Math.min(...numbers),
    high: Math.max(...numbers),
    decimals: Math.max(decimals, min?.as === 'integer' ? 0 : 2),
  };
}

/** The range in force: from what was refused for being outside, as far as a number that the answer tells lies between. */
function amountRange({ low, high, decimals, step }: AmountRange, learned: LearnedErrors): AmountRange {
  const { refusals } = learned;
  const refusedFor = (cause: string) =>
    refusals.flatMap(({ blamed }) => (blamed?.cause === cause ? (numeric(blamed.value) ?? []) : []));
  const told = (cause: Cause) => toldFor(cause, learned);
  const [below, above] = [refusedFor('amount-low'), refusedFor('amount-high')];
  const lowest = below.length === 0 || low === undefined ? undefined : Math.max(...below);
  const highest = above.length === 0 || high === undefined ? undefined : Math.min(...above);
  const least =
    lowest === undefined
      ? undefined
      : (told('amount-low').find((number) => number > lowest && number <= low!) ?? nextAbove(lowest));
  const most =
    highest === undefined
      ? undefined
      : (told('amount-high').find((number) => number < highest && number >= high!) ?? nextBelow(highest));
  const isStepped = refusals.some(({ blamed }) => blamed?.cause === 'amount-step');
  const excess = refusals.some(({ blamed }) => blamed?.cause === 'amount-decimals');
  return {
    ...(least !== undefined && { low: least }),
    ...(most !== undefined && { high: most }),
    ...(excess && decimals !== undefined && { decimals }),
    ...(isStepped &&
      step !== undefined && {
        step:
          told('amount-step').find((number) => number > 1 && step % number === 0) ??
          powers.find((one) => refusedFor('amount-step').every((number) => number % one !== 0)) ??
          step,
      }),
  };
}

/** The numbers that errors of a cause tell. */
const toldFor = (cause: Cause, { errors }: LearnedErrors) =>
  errors.flatMap((error) => (error.cause === cause ? numbersIn(error.body) : []));

/** The numbers that stand in texts by themselves, and not in ids; first those of sentences, as others may be codes. */
function numbersIn(body: Json): number[] {
  const texts = leavesOf(body).map(([, leaf]) => textOf(leaf));
  const sentences = texts.filter((text) => /\s/.test(text));
  return [...sentences, ...texts].flatMap((text) =>
    [...text.matchAll(/(?<![\w.,-]|\{=)-?\d+(?:[.,]\d+)*(?![\w-])/g)].map(([number]) =>
      Number(number.replace(/,(?=\d{3})/g, '').replace(',', '.')),
    ),
  );
}

const nextAbove = (number: number) => Number((number + 0.01).toPrecision(12));
const nextBelow = (number: number) => Number((number - 0.01).toPrecision(12));
