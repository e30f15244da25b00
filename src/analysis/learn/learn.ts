// From recordings to a profile: how a service speaks, explained by what was known at each answer.
import type { OnStep } from '../../http/on-step.ts';
import { mapMembers, rewritten, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { leafTexts, leavesOf } from '../../dialect/known-facts.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { valueAt } from '../../http/pointer.ts';
import { mediaType } from '../../http/http-semantics.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { causes } from '../../dialect/causes.ts';
import type { Cause } from '../../dialect/causes.ts';
import { meantDecimals, worthOf } from '../../dialect/template-filters.ts';
import { fractionsIn, fractionsWritten } from '../../dialect/time-forms.ts';
import { amountIn } from '../../dialect/objections/bound-objections.ts';
import type {
  AmountForm,
  AmountRange,
  DialectForm,
  FilterForm,
  QueryForm,
  RecordForm,
  WriteForm,
} from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import { headerIn } from '../../recording/recordable-headers.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { byFrequency } from '../groups.ts';
import { onceFor } from '../once-for.ts';
import { unitBetween } from './writes/sent-values.ts';
import { withIdleWrites } from './writes/learn-idle-writes.ts';
import { learnErrors } from './errors/learn-errors.ts';
import type { LearnedErrors } from './errors/learn-errors.ts';
import { withRetold } from './errors/retold-errors.ts';
import { learnRecords } from './records/learn-records.ts';
import { learnReportFile } from './records/learn-report-file.ts';
import { learnLists } from './lists/learn-lists.ts';
import type { LearnedList } from './lists/learn-lists.ts';
import { readRecordings } from './read-recordings.ts';
import type { ReadRecordings } from './read-recordings.ts';
import { partsOf, recordOf, tellName, wordsOf } from './errors/record-states.ts';
import type { States } from './records/states.ts';
import { boundPlace } from './writes/sent-bounds.ts';
import { learnRead } from './writes/write-answers.ts';
import { learnWrite } from './writes/learn-writes.ts';
import type { LearnedWrite } from './writes/learn-writes.ts';

export interface Learned {
  readonly states: States;
  readonly form: DialectForm;
  readonly lists: readonly LearnedList[];
  readonly writes: readonly LearnedWrite[];
  readonly errors: LearnedErrors;
}

export function explainRecordings(recordings: readonly NamedRecording[], onStep?: OnStep): Learned {
  onStep?.('Learning: following the records');
  return explainStates(readRecordings(recordings), onStep);
}

/**
 * How the service of one recording speaks. It is learned once, though a mode is switched, or a part of the recording is scored.
 * @param states what was read of the recording, where somebody has read it
 */
export const formOfRecording = onceFor(
  (recording: Recording, states?: ReadRecordings, onStep?: OnStep): DialectForm =>
    explainStates(states ?? readRecordings([{ name: 'recording', recording }]), onStep).form,
);

function explainStates(states: ReadRecordings, onStep: OnStep | undefined): Learned {
  const { exchanges, limits, strategyPlace } = states;
  onStep?.('Learning: the lists');
  const lists = learnLists(states);
  onStep?.('Learning: the writes');
  const found = learnWrite('updatePrice', states);
  const strategy = learnWrite('updateStrategy', states, found);
  const writes = withIdleWrites(
    [found, strategy].filter((one) => one !== undefined),
    states,
  );
  const price = writes.find(({ endpoint }) => endpoint === 'updatePrice');
  const single = learnRead(states);
  onStep?.('Learning: the records');
  const records = learnRecords('listing', states);
  const listing = records && withBounds({ ...records, strategy: strategyPlace }, price);
  const strategies = learnRecords('strategy', states);
  const reportRun = learnRecords('reportRun', states);
  const stored = storedAmounts(listing, states);
  const form: DialectForm = {
    records: {
      ...(listing && { listing }),
      ...(strategies && { strategy: strategies }),
      ...(reportRun && { reportRun }),
    },
    lists: Object.fromEntries(lists.map(({ endpoint, form: own }) => [endpoint, own])),
    reads: single === undefined ? {} : { getListing: single.form },
    reportFile: learnReportFile(states),
    writes: Object.fromEntries(
      writes.map(({ endpoint, form: own }) => [endpoint, withFractions(own, stored)]),
    ),
    errors: [],
    accepted: [],
    order: causes,
    amounts: { ...acceptedAmounts(price, stored), floor: price && floorOf(price, states) },
    longestBody: longestAccepted(exchanges),
    types: typesTold(exchanges),
    limits,
  };
  onStep?.('Learning: the errors');
  const told = learnErrors(states, form);
  const explained = withErrors(form, lists, told);
  const errors = withRetold(told, explained, states);
  const whole: DialectForm = { ...explained, errors: errors.errors };
  const shown = states.sightings.flatMap(({ record }) => leavesOf(record));
  const fractions = fractionsIn(shown);
  const timed =
    fractions === undefined ? whole : rewritten(whole, (json) => fractionsWritten(json, fractions));
  return { states, form: timed, lists, writes, errors };
}

/** The form with what is refused, and with what that tells of what is taken. */
const withErrors = (
  form: DialectForm,
  lists: readonly LearnedList[],
  errors: LearnedErrors,
): DialectForm => ({
  ...form,
  lists: Object.fromEntries(
    lists.map(({ endpoint, kind, form: own }) => {
      const withTold = (forms: readonly FilterForm[], name: string) =>
        forms.map((one) => withOtherWord(name, withShortest(name, one, errors), form.records[kind], errors));
      const query: QueryForm = {
        ...own.query,
        size: largestSize(endpoint, own.query.size, errors),
        filters: own.query.filters && mapMembers(own.query.filters, withTold),
      };
      return [endpoint, { ...own, query }];
    }),
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

/** Where a listing shows its bounds, in the measure of what is sent. */
function withBounds(form: RecordForm, price: LearnedWrite | undefined): RecordForm {
  if (price === undefined) return form;
  const shown = (bound: AmountForm | undefined): AmountForm | undefined => {
    const at = bound && boundPlace(price.writes, bound);
    if (at === undefined) return undefined;
    const [scale = 1] = price.writes.flatMap(
      ({ by, after }) => unitBetween(valueAt(after.at(-1)?.record, at), valueAt(by.sent, bound!.at)) ?? [],
    );
    return { at, as: bound!.as, scale };
  };
  return { ...form, min: shown(price.form.min), max: shown(price.form.max) };
}

/** The refusals for one cause, each with what is to blame. */
const refusedFor = (cause: Cause, { refusals }: LearnedErrors) =>
  refusals.flatMap(({ by, blamed }) => (blamed?.cause === cause ? [{ by, blamed }] : []));

/** The largest size of a page, where larger ones were refused: a number that the answer tells, or as much as was accepted. */
function largestSize(name: string, size: QueryForm['size'], learned: LearnedErrors): QueryForm['size'] {
  if (size?.max === undefined || size.excess !== undefined) return size;
  const { accepted } = learned;
  const refused = refusedFor('size-too-large', learned);
  const wasRefused =
    refused.some(({ by }) => by.endpoint?.name === name) ||
    (refused.length > 0 && !accepted.some(({ cause, on }) => cause === 'size-too-large' && on === name));
  if (!wasRefused) return { ...size, max: undefined };
  const least = Math.min(...refused.map(({ blamed }) => Number(blamed.value)));
  return {
    ...size,
    max: Math.floor(toldBetween('size-too-large', size.max, least, learned) ?? size.max),
    excess: 'refuse',
  };
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
const typesTold = (exchanges: readonly Exchange[]): readonly string[] => [
  ...new Set(
    exchanges.flatMap(({ ok, headers, prefers }) => {
      const types = ok ? [headerIn(headers, 'content-type'), prefers.get('accept')] : [];
      return types.flatMap((type) => (type === undefined ? [] : [mediaType(type)]));
    }),
  ),
];

const longestAccepted = (exchanges: readonly Exchange[]) =>
  Math.max(shortBody, ...exchanges.map(({ ok, sentText }) => (ok ? (sentText?.length ?? 0) : 0)));

/** The longest body, where a longer one was refused: a number that the answer tells, or as much as was accepted. */
function longestBody(accepted: number | undefined, learned: LearnedErrors): number | undefined {
  const refused = refusedFor('body-large', learned);
  if (refused.length === 0 || accepted === undefined) return undefined;
  const least = Math.min(...refused.map(({ by }) => by.sentText?.length ?? Infinity));
  return toldBetween('body-large', accepted, least, learned) ?? accepted;
}

const powers = [10, 100, 1000, 10_000, 100_000, 1_000_000];

/** The bounds that listings had, in the measure of what is sent: whoever set them, the service took them. */
const storedAmounts = ({ min, max }: Partial<RecordForm> = {}, { sightings }: States): readonly number[] =>
  sightings
    .flatMap(({ kind, record }) =>
      kind === 'listing' ? [amountIn(record, min) ?? 0, amountIn(record, max) ?? 0] : [],
    )
    .filter((amount) => amount > 0);

/** A write whose bodies had whole amounts alone takes others, too, where listings have such. */
function withFractions(form: WriteForm, stored: readonly number[]): WriteForm {
  if (stored.every(Number.isInteger)) return form;
  const taken = (bound: AmountForm | undefined): AmountForm | undefined =>
    bound?.whole === true
      ? { ...bound, as: bound.as === 'integer' ? 'number' : bound.as, whole: undefined }
      : bound;
  return { ...form, min: taken(form.min), max: taken(form.max) };
}

/** What was accepted: objections to less or to more can only come from outside of it. */
function acceptedAmounts(price: LearnedWrite | undefined, stored: readonly number[]): AmountRange {
  if (price === undefined) return {};
  const { min, max } = price.form;
  const sent = price.writes.flatMap(({ by }) =>
    [min, max].flatMap((bound) => (bound === undefined ? [] : (worthOf(valueAt(by.sent, bound.at)) ?? []))),
  );
  if (sent.length === 0) return {};
  const numbers = [...sent, ...stored];
  const decimals = Math.max(...numbers.map((number) => meantDecimals(String(number))));
  const step = [...powers]
    .reverse()
    .find((one) => numbers.length > 2 && numbers.every((number) => number % one === 0));
  return {
    step,
    // Who may not go below its cost or above a limit of its own has bounds that others may not.
    low: Math.min(...sent),
    high: Math.max(...sent),
    decimals: Math.max(decimals, min?.as === 'integer' ? 0 : 2),
  };
}

/**
 * The leaf of listings below which none of their bounds may be: refusals tell its number, or its name by more than what
 * bounds and the path are called, and no accepted bound is below it.
 */
function floorOf({ form: { min, max }, writes }: LearnedWrite, states: States): string | undefined {
  const bounds = [min, max].flatMap((bound) => bound?.at ?? []);
  const own = [min, max].map((bound) => bound && boundPlace(writes, bound));
  const lowest = ({ sent }: Exchange) =>
    Math.min(...bounds.flatMap((at) => worthOf(valueAt(sent, at)) ?? []));
  const asked = states.exchanges.flatMap((by, step) => {
    const isPrice = by.endpoint?.name === 'updatePrice' && Number.isFinite(lowest(by));
    const record = isPrice ? recordOf('record', by, step, states) : undefined;
    return record === undefined ? [] : [{ by, record }];
  });
  const ofBounds = bounds.flatMap((at) => partsOf(lastSegment(at)));
  const told = asked.flatMap(({ by, record }) => {
    if (by.ok || by.status >= 500) return [];
    const [numbers, words] = [numbersIn(toldBy(by)), wordsOf(by)];
    const usual = new Set([...ofBounds, ...partsOf(by.path)]);
    const ownName = (at: string) => partsOf(lastSegment(at)).filter((part) => !usual.has(part));
    return leavesOf(record).flatMap(([at, leaf]) => {
      const worth = worthOf(leaf);
      // That nothing may be below 0 is told whatever a record has.
      if (worth === undefined || worth === 0 || lowest(by) >= worth || own.includes(at)) return [];
      return numbers.includes(worth) || tellName(words, ownName(at).join('_')) ? [at] : [];
    });
  });
  return byFrequency(told, (at) => at)
    .map(([at]) => at!)
    .find((at) => {
      const taken = asked.filter(({ by, record }) => by.ok && worthOf(valueAt(record, at)) !== undefined);
      return (
        taken.length >= 2 && taken.every(({ by, record }) => lowest(by) >= worthOf(valueAt(record, at))!)
      );
    });
}

/** The range in force: from what was refused for being outside, as far as a number that the answer tells lies between. */
function amountRange({ low, high, decimals, step, floor }: AmountRange, learned: LearnedErrors): AmountRange {
  const worths = (cause: Cause) =>
    refusedFor(cause, learned).flatMap(({ blamed }) => worthOf(blamed.value) ?? []);
  const [below, above] = [Math.max(...worths('amount-low')), Math.min(...worths('amount-high'))];
  const least =
    low === undefined || below === -Infinity
      ? undefined
      : (toldBetween('amount-low', low, below, learned) ?? nextAbove(below));
  const most =
    high === undefined || above === Infinity
      ? undefined
      : (toldBetween('amount-high', high, above, learned) ?? nextBelow(above));
  const isStepped = refusedFor('amount-step', learned).length > 0;
  const excess = refusedFor('amount-decimals', learned).length > 0;
  return {
    floor,
    low: least,
    high: most,
    decimals: excess ? decimals : undefined,
    step:
      isStepped && step !== undefined
        ? (toldFor('amount-step', learned).find((number) => number > 1 && step % number === 0) ??
          powers.find((one) => worths('amount-step').every((number) => number % one !== 0)) ??
          step)
        : undefined,
  };
}

/** A number that errors of a cause tell, between what was refused and what was accepted. */
function toldBetween(
  cause: Cause,
  accepted: number,
  refused: number,
  learned: LearnedErrors,
): number | undefined {
  const number = toldFor(cause, learned).find((one) =>
    refused > accepted ? one >= accepted && one <= refused : one <= accepted && one >= refused,
  );
  if (number === undefined) return undefined;
  const isOutside = refused > accepted ? beforeMost : beforeLeast;
  const texts = learned.errors.flatMap((error) => (error.cause === cause ? leafTexts(error.body) : []));
  const isTold = texts.some((text) => numbersTold(text, isOutside).includes(number));
  if (!isTold) return number === refused ? undefined : number;
  return refused > accepted ? nextBelow(number) : nextAbove(number);
}

/** The words before a number that is itself too high or too low. */
const beforeMost =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:less|lower|smaller|fewer)\s+than|\b(?:below|under)|<)\s*$/i;
const beforeLeast =
  /(?<!\b(?:not|no)\s(?:be\s)?)(?:\b(?:greater|higher|larger|more)\s+than|\b(?:above|over)|>)\s*$/i;

/** The numbers that errors of a cause tell. */
const toldFor = (cause: Cause, { errors }: LearnedErrors) =>
  errors.flatMap((error) => (error.cause === cause ? numbersIn(error.body) : []));

/** The numbers that stand in texts by themselves, and not in ids; first those of sentences, as others may be codes. */
function numbersIn(body: Json): number[] {
  const texts = leafTexts(body);
  const sentences = texts.filter((text) => /\s/.test(text));
  return [...sentences, ...texts].flatMap((text) => numbersTold(text));
}

/** @param words what must stand before a number */
const numbersTold = (text: string, words = /(?:)/): number[] =>
  [...text.matchAll(/(?<![\w.,-]|\{=)-?\d+(?:[.,]\d+)*(?![\w-])/g)].flatMap(({ 0: number, index }) =>
    words.test(text.slice(0, index)) ? [Number(number.replace(/,(?=\d{3})/g, '').replace(',', '.'))] : [],
  );

const nextAbove = (number: number) => Number((number + 0.01).toPrecision(12));
const nextBelow = (number: number) => Number((number - 0.01).toPrecision(12));
