// The two writes of §4: which places of a body hold the bounds and the strategy, how amounts are written, what becomes of
// the record, and what is answered. And the read of one record, which is answered alike.
import { isMarked, isNothing, isObject, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { mediaType, onceHeader } from '../../../http/http-semantics.ts';
import { pointerTo, valueAt, withValueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { isWrite, parametersOf, toldBy } from '../../exchanges.ts';
import { preferenceHeaders } from '../../../http/preferences.ts';
import type {
  AmountForm,
  AnswerForm,
  PreferredForm,
  Reference,
  WriteForm,
} from '../../../dialect/profile-form.ts';
import { writeMethods } from '../../../spec/endpoints.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { inUnit, nearest, numeric, steps, unitName, worthOf } from '../../../dialect/template-filters.ts';
import { sinceHeader } from '../../../dialect/select-page.ts';
import { holesIn, literal, sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { holeMark } from '../../explain/sample.ts';
import type { Guess } from '../../explain/explain.ts';
import { leavesOf, membersWithin, scalarsSent, sentLeaves } from '../../../dialect/known-facts.ts';
import { lackingAt, leftBy, wholeSent } from '../../../dialect/recorded-record.ts';
import type { Sample } from '../../explain/sample.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import type { Exchange } from '../../exchanges.ts';
import { byFrequency, commonest, grouped } from '../../groups.ts';
import type { Effects } from './learn-effects.ts';
import { learnEffects } from './learn-effects.ts';
import { factsOfWrite } from './write-changes.ts';
import { unitBetween } from './sent-values.ts';
import { learnHeaders, revalidates } from '../records/learn-headers.ts';
import type { Known } from '../records/learn-headers.ts';
import { learnMonitor } from './learn-monitors.ts';
import { recordFacts, addHeaderFacts, requestFacts } from '../records/request-facts.ts';
import { shows } from '../records/sightings.ts';
import type { Sighting, Write } from '../records/sightings.ts';
import type { DryRun, States } from '../records/states.ts';
import { membersShown } from '../records/views.ts';

type WriteEndpoint = 'updatePrice' | 'updateStrategy';

export interface LearnedWrite {
  readonly endpoint: WriteEndpoint;
  readonly form: WriteForm;
  readonly guesses: readonly Guess[];
  /** By their places in the form of the monitor. */
  readonly monitorGuesses: readonly Guess[];
  readonly unexplained: readonly string[];
  readonly writes: readonly Write[];
  /** What is sent, and where records show it. */
  readonly shown: readonly Reference[];
  /** Whether a write of what stood there already left the record as it was; undefined where there was none. */
  readonly keepsSame: boolean | undefined;
}

interface LearnedRead {
  readonly form: AnswerForm;
  readonly guesses: readonly Guess[];
}

interface LearnedAnswer extends LearnedRead {
  readonly form: AnswerForm & Pick<WriteForm, 'preferred'>;
}

/** @param price what was learned of the other write, where this is that of the strategy */
export function learnWrite(
  endpoint: WriteEndpoint,
  states: States,
  price?: LearnedWrite,
): LearnedWrite | undefined {
  const { exchanges } = states;
  const once = onceIn(exchanges);
  const own = states.writes.filter(({ by }) => by.endpoint?.name === endpoint);
  const writes = withoutRepeats(own, once);
  // A body without members has no places; a profile can not say what such a one means.
  const accepted = writes
    .map(({ by }) => by)
    .filter(({ sent }) => sent === undefined || isObject(sent) || membersWithin(sent).length > 0);
  const refused = exchanges.filter(({ ok, endpoint: own }) => !ok && own?.name === endpoint);
  if (writes.length === 0) return undefined;
  const version = versionIn(writes, endpoint, states);
  const fields = new Set(accepted.flatMap(({ sent }) => (sent === undefined ? [] : placesIn(sent))));
  const [min, max] =
    endpoint === 'updatePrice' ? withUnits(boundsIn(accepted, refused, version?.at), writes) : [];
  const strategy = endpoint === 'updateStrategy' ? strategyIn(accepted, states) : undefined;
  const strategyBy =
    strategy === undefined ? undefined : otherNameIn(accepted, strategy, states.all('strategy'));
  const taken = new Set([min?.at, max?.at, strategy, strategyBy?.at, version?.at, once]);
  const constants = constantsIn(accepted, refused, taken);
  const byNumber =
    strategy !== undefined && accepted.some(({ sent }) => numberOf(valueAt(sent, strategy)) !== undefined);
  const bounds = [min, max].map((bound) => (bound === undefined ? undefined : boundPlace(writes, bound)));
  const shown = [
    [min?.at, bounds[0]],
    [max?.at, bounds[1]],
    [strategy, states.strategyPlace],
  ].flatMap(([at, is]): Reference[] => (at === undefined || is === undefined ? [] : [{ at, is }]));
  const written = [...bounds, ...(price?.shown.map(({ is }) => is) ?? []), states.strategyPlace].filter(
    (at) => at !== undefined,
  );
  const replaces =
    takesAway(writes, [min?.at, max?.at, strategy], [...bounds, states.strategyPlace], states.views) ||
    undefined;
  const whole = writes.map((write) => {
    const sent = wholeSent(write.by.sent, { min, max, strategy, replaces });
    return { ...write, by: { ...write.by, sent } };
  });
  const effects = learnEffects(whole, bounds, shown, written, states);
  const { makes, filled, later, unexplained, keepsSame } = effects;
  const sets = strategyBy === undefined ? effects.sets : namedInAnyWay(effects.sets, strategy!, states);
  const answer = withDryAnswer(endpoint, learnAnswer(endpoint, writes, states, effects), states, effects);
  const monitor = learnMonitor(writes, withoutRepeats(states.writes, once), exchanges);
  const types = accepted.flatMap(({ requestHeaders }) => headerIn(requestHeaders, 'content-type') ?? []);
  const type = commonest(types.map(mediaType));
  const usedMethod = writeMethods.find((method) => writes[0]!.by.endpoint?.method === method);
  const known = [min?.at, max?.at, strategy].filter((at) => at !== undefined);
  // A field that no accepted body had may still be known: that it is missing was what was refused.
  for (const { sent } of refused)
    if (sent !== undefined) for (const at of known) if (valueAt(sent, at) !== undefined) fields.add(at);
  return {
    endpoint,
    form: {
      ...answer.form,
      method: usedMethod === 'PATCH' ? undefined : usedMethod,
      type: type === 'application/json' ? undefined : type,
      fields: [...fields],
      constants: Object.keys(constants).length > 0 ? constants : undefined,
      min,
      max,
      replaces,
      strategy,
      strategyBy,
      once,
      version,
      dryRun: states.dryRuns[0]?.by.dryRun,
      conditional:
        writes.every(({ by }) => headerIn(by.requestHeaders, 'if-match') !== undefined) || undefined,
      namesByNumber: byNumber || undefined,
      sets,
      makes,
      filled,
      later,
      monitor: monitor?.form,
    },
    guesses: answer.guesses,
    monitorGuesses: monitor?.guesses ?? [],
    unexplained,
    writes,
    shown,
    keepsSame,
  };
}

/** The places of a body, each after the one that holds it. */
const placesIn = (sent: Json, at = ''): string[] =>
  membersWithin(sent).flatMap(([name, item]) => [
    pointerTo(at, name),
    ...placesIn(item, pointerTo(at, name)),
  ]);

/**
 * Texts that were the same whenever accepted bodies had that place, and not once only, unless a body was refused that had another
 * one there, by an answer that names it; `{id}` for the id of the path.
 */
function constantsIn(
  accepted: readonly Exchange[],
  refused: readonly Exchange[],
  taken: ReadonlySet<string | undefined>,
): Record<string, Json> {
  const leaves = accepted.flatMap(({ sent, recordId }) =>
    sentLeaves(sent).flatMap(([at, leaf]) =>
      typeof leaf !== 'string' || at === '' || taken.has(at) ? [] : [{ at, text: textOf(leaf), recordId }],
    ),
  );
  return Object.fromEntries(
    [...grouped(leaves, ({ at }) => at)].flatMap(([at, own]) => {
      if (own.every(({ text, recordId }) => text === recordId)) return [[at, '{id}']];
      const [{ text }] = own as [(typeof own)[0]];
      const isRefused = refused.some((by) => {
        const value = valueAt(by.sent, at);
        const isNamed = lettersIn(JSON.stringify(toldBy(by))).includes(lettersIn(lastSegment(at)));
        // A moment that was sent once is none that all must send.
        return !isNothing(value) && !sameValue(value, text) && isNamed && readMoment(text) === undefined;
      });
      return (own.length > 1 || isRefused) && own.every((one) => one.text === text)
        ? [[at, literal(text)]]
        : [];
    }),
  );
}

/** A value of so many characters hardly stands in two places by chance. */
const telling = 8;

/** By these a write is told that it knows an older record. */
const tellsStale: ReadonlySet<number> = new Set([409, 412]);

/**
 * The version that bodies are for: in each of them what the record showed before, and not by chance; at least one write made
 * another of it, while what bodies set is what the record shows afterwards.
 */
function versionIn(
  writes: readonly Write[],
  endpoint: EndpointName,
  { exchanges, before: recordBefore }: States,
): Reference | undefined {
  const stale = exchanges.flatMap((by, step) =>
    tellsStale.has(by.status) && by.endpoint?.name === endpoint
      ? [{ sent: by.sent, record: recordBefore(step, 'listing', by.recordId) }]
      : [],
  );
  /** Whether a write was refused that told there what the record did not show by then. */
  const isRefused = (at: string, is: string) =>
    stale.some(({ sent, record }) => {
      const [value, shown] = [valueAt(sent, at), valueAt(record, is)];
      return value !== undefined && shown !== undefined && !sameValue(shown, value);
    });
  const leaves = writes.flatMap((write) =>
    sentLeaves(write.by.sent).flatMap(([at, value]) => {
      const { before } = write;
      const isScalar = typeof value !== 'object' && typeof value !== 'boolean';
      return before !== undefined && isScalar ? [{ at, write, before, value }] : [];
    }),
  );
  for (const [at, cases] of grouped(leaves, (one) => one.at)) {
    const values = new Set(cases.map(({ value }) => textOf(value)));
    const isTelling = values.size > 1 || [...values].some((value) => value.length >= telling);
    for (const [is] of leavesOf(cases[0]!.before)) {
      if (!isTelling && !isRefused(at, is)) continue;
      const isTold = cases.every(({ before, value }) => sameValue(valueAt(before, is), value));
      const isMade = ({ write, value }: (typeof cases)[0]) => {
        const last = write.after.at(-1);
        return last !== undefined && !sameValue(valueAt(last.record, is) ?? value, value);
      };
      if (isTold && cases.some(isMade)) return { at, is };
    }
  }
  return undefined;
}

/** The two amounts of accepted bodies: the lower bound is the one that is never above the other. */
function boundsIn(
  accepted: readonly Exchange[],
  refused: readonly Exchange[],
  version: string | undefined,
): readonly [AmountForm | undefined, AmountForm | undefined] {
  const amounts = accepted.flatMap(({ sent, recordId }) =>
    sentLeaves(sent).filter(
      ([at, leaf]) => worthOf(leaf) !== undefined && textOf(leaf) !== recordId && at !== version,
    ),
  );
  const forms = byFrequency(amounts, ([at]) => at)
    .slice(0, 2)
    .map((own) => ({
      at: own[0]![0],
      ...writtenAs(
        own.map(([, leaf]) => leaf),
        wantsNumbers(refused),
      ),
    }));
  if (forms.length < 2) return [forms[0], undefined];
  const [a, b] = forms as [AmountForm, AmountForm];
  const both = accepted.flatMap(({ sent }) => {
    const [x, y] = [worthOf(valueAt(sent, a.at)), worthOf(valueAt(sent, b.at))];
    return x === undefined || y === undefined ? [] : [x - y];
  });
  const above = both.filter((difference) => difference > 0).length;
  const below = both.filter((difference) => difference < 0).length;
  return above > below ? [b, a] : [a, b];
}

/** The bounds with the place that shows their unit, where what was sent had several, each the one that its record shows there. */
function withUnits(
  bounds: readonly (AmountForm | undefined)[],
  writes: readonly Write[],
): readonly (AmountForm | undefined)[] {
  const sent = writes.flatMap(({ by, before }) =>
    bounds.flatMap((bound) => {
      const amount = bound && inUnit(valueAt(by.sent, bound.at));
      return amount === undefined || before === undefined ? [] : [{ unit: amount.unit, before }];
    }),
  );
  const [{ unit, before }] = [...sent, { unit: '', before: null }] as [(typeof sent)[0]];
  const shows = (at: string) => sent.every((one) => valueAt(one.before, at) === unitName(one.unit));
  const unitAt =
    new Set(sent.map((one) => one.unit)).size < 2 ? undefined : leavesOf(before).find(([at]) => shows(at));
  return unitAt === undefined
    ? bounds
    : bounds.map((bound) => bound && { ...bound, unit, unitAt: unitAt[0] });
}

/** Whether refusals tell that a number is wanted, and none that a text is. */
function wantsNumbers(refused: readonly Exchange[]): boolean {
  const told = refused.map(({ body }) => JSON.stringify(body ?? null)).join(' ');
  return /\b(?:number|numeric|decimal)\b/i.test(told) && !/\bstring\b/i.test(told);
}

function writtenAs(values: readonly Json[], areNumbersWanted: boolean): Omit<AmountForm, 'at'> {
  const isWhole = values.every(
    (value) => !isMarked(value) && Number.isInteger(worthOf(value)) && !/\d[.,]/.test(textOf(value)),
  );
  const whole = isWhole && { whole: true as const };
  const isComma = (value: Json) => textOf(value).includes(',') && inUnit(value)?.unit.includes('*') !== true;
  const comma = values.some(isComma) && { comma: true as const };
  // Where both are taken, most are written in the way that is meant, unless refusals tell another one.
  const texts = values.filter((value) => numberOf(value) === undefined);
  const [unit, ...others] = new Set(texts.map((value) => inUnit(value)?.unit));
  const own = unit !== undefined && others.length === 0 && { unit };
  const areTexts = texts.length === values.length || (texts.length * 2 > values.length && !areNumbersWanted);
  if (areTexts) return { as: 'text', scale: 1, ...whole, ...comma, ...own };
  return {
    as: isWhole && texts.length === 0 ? 'integer' : 'number',
    scale: 1,
    ...whole,
  };
}

/** Where records show a bound: the leaf that most often became worth what was sent. */
export function boundPlace(writes: readonly Write[], { at }: AmountForm): string | undefined {
  const counts = new Map<string, number>();
  for (const { by, before, after } of writes) {
    const sent = valueAt(by.sent, at);
    const last = after.at(-1)?.record;
    if (numeric(sent) === 0 || last === undefined) continue;
    for (const [place, leaf] of leavesOf(last)) {
      const changed = before !== undefined && textOf(valueAt(before, place)) !== textOf(leaf);
      if (unitBetween(leaf, sent) === undefined && !(changed && isRounded(leaf, sent))) continue;
      counts.set(place, (counts.get(place) ?? 0) + (changed ? 3 : 1));
    }
  }
  // Where several leaves always are alike, the one that is called as what was sent.
  const isNamesake = (place: string) => Number(lastSegment(place) === lastSegment(at));
  return [...counts].sort((a, b) => b[1] - a[1] || isNamesake(b[0]) - isNamesake(a[0]))[0]?.[0];
}

/** Whether writes that left out a bound or the strategy took it away, and none left it there. */
function takesAway(
  writes: readonly Write[],
  sent: readonly (string | undefined)[],
  places: readonly (string | undefined)[],
  views: States['views'],
): boolean {
  const kept = writes.flatMap(({ by, step: written, before, after, isStale }) =>
    places.flatMap((place, at) => {
      const own = sent[at];
      if (place === undefined || own === undefined || isStale) return [];
      // A receipt may leave out what stays.
      const last = after.findLast(({ step, view }) => step > written || shows(views[view], place))?.record;
      if (last === undefined) return [];
      const isLeftOut = lackingAt(by.sent, own) !== undefined && !isNothing(valueAt(before, place));
      return isLeftOut ? [!isNothing(valueAt(last, place))] : [];
    }),
  );
  return kept.length > 0 && !kept.includes(true);
}

/** Whether a number is what was sent, but for a step to which that was rounded. */
function isRounded(leaf: Json, sent: Json | undefined): boolean {
  const [number, asked] = [numeric(leaf), numeric(sent)];
  return (
    number !== undefined &&
    number !== 0 &&
    asked !== undefined &&
    steps.some((step) => nearest(asked, step) === number)
  );
}

/** The place of accepted bodies that names a strategy. */
function strategyIn(
  accepted: readonly Exchange[],
  { strategyNamed }: Pick<States, 'strategyNamed'>,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { sent } of accepted) {
    for (const [at, leaf] of scalarsSent(sent)) {
      if (typeof leaf !== 'string' && typeof leaf !== 'number') continue;
      counts.set(at, (counts.get(at) ?? 0) + (strategyNamed(textOf(leaf)) === undefined ? 1 : 10));
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The place of accepted bodies without an id that names a strategy by another member, which no two strategies share. */
function otherNameIn(
  accepted: readonly Exchange[],
  strategy: string,
  strategies: readonly Json[],
): Reference | undefined {
  const others = accepted.flatMap(({ sent }) =>
    sent === undefined || valueAt(sent, strategy) !== undefined ? [] : [sentLeaves(sent)],
  );
  const members = leavesOf(strategies[0] ?? null).map(([place]) => place);
  for (const [at] of others.flat()) {
    const names = others.flatMap((leaves) => leaves.flatMap(([own, leaf]) => (own === at ? [leaf] : [])));
    if (names.some((name) => typeof name !== 'string')) continue;
    const is = members.find((place) => {
      const known = strategies.map((record) => valueAt(record, place));
      return new Set(known).size === known.length && names.every((name) => known.includes(name));
    });
    if (is !== undefined) return { at, is };
  }
  return undefined;
}

/** What a write makes of a record that names a strategy by its id: however the body has named it. */
function namedInAnyWay(
  sets: Effects['sets'],
  strategy: string,
  { strategyPlace, places, all, strategyOf }: States,
): Effects['sets'] {
  const at = places.ids.strategy?.at;
  const isId = (record: Json) => {
    const named = strategyOf(record);
    return named === undefined || sameValue(valueAt(named, at!), valueAt(record, strategyPlace!));
  };
  const isSent = strategyPlace !== undefined && sets[strategyPlace] === `{sent${strategy}}`;
  return isSent && at !== undefined && all('listing').every(isId)
    ? { ...sets, [strategyPlace]: `{strategy${at}}` }
    : sets;
}

export function learnRead(states: States): LearnedRead | undefined {
  const reads = states.exchanges.flatMap((by, step) =>
    by.ok && by.endpoint?.name === 'getListing' && by.method === 'GET' ? [{ by, step }] : [],
  );
  if (reads.length === 0) return undefined;
  const { form, guesses } = answerOf(
    'getListing',
    reads.map(({ by, step }) => ({
      by,
      shown: states.byStep[step]!.find(({ id }) => id === by.recordId),
      record: states.before(step + 1, 'listing', by.recordId),
    })),
    states,
  );
  const known = {
    revalidates: revalidates('getListing', states),
    revalidatesSince: revalidates('getListing', states, sinceHeader.toLowerCase()),
  };
  return { form: { ...form, ...known }, guesses };
}

/** The usual answer, and those of another status to who prefers something (RFC 9110 §12, RFC 7240). */
function learnAnswer(
  endpoint: WriteEndpoint,
  writes: readonly Write[],
  states: States,
  effects: Effects,
): LearnedAnswer {
  const groups = byFrequency(writes, ({ by }) => by.status);
  // Who prefers and asks least gets the usual answer.
  const wishes = ({ by }: Write) => by.prefers.size + by.query.size;
  const least = Math.min(...writes.map(wishes));
  const usual = groups.find((group) => group.some((one) => wishes(one) === least))!;
  const preferred = groups.flatMap((group) => {
    const choices = group === usual ? [] : choicesOf(group, usual);
    if (choices.length === 0) return [];
    const { form } = answerTo(group, writes, endpoint, states, effects);
    return choices.map((choice) => ({ ...choice, ...form }));
  });
  const { form, guesses } = answerTo(
    preferred.length === 0 ? writes : usual,
    writes,
    endpoint,
    states,
    effects,
  );
  return { form: { ...form, preferred: preferred.length === 0 ? undefined : preferred }, guesses };
}

/** What each write of a group was sent with that prefers something or asks for it, and none of the usual ones. */
function choicesOf(
  group: readonly Write[],
  usual: readonly Write[],
): Pick<PreferredForm, 'prefers' | 'asks'>[] {
  const told = (names: readonly string[], valueOf: (by: Exchange, name: string) => string | undefined) => {
    const valuesOf = (some: readonly Write[], name: string) =>
      new Set(some.map(({ by }) => valueOf(by, name)));
    const name = names.find((one) => {
      const [own, others] = [valuesOf(group, one), valuesOf(usual, one)];
      return [...own].every((value) => value !== undefined && !others.has(value));
    });
    return name === undefined ? [] : [...valuesOf(group, name)].map((value) => ({ [name]: value! }));
  };
  const preferences = told(preferenceHeaders, (by, name) => by.prefers.get(name));
  if (preferences.length > 0) return preferences.map((prefers) => ({ prefers }));
  return told(parametersOf(group), (by, name) => by.query.get(name) ?? undefined).map((asks) => ({ asks }));
}

/**
 * @param all the writes, which tell what each answer says anew
 * @param effects what writes do to a record
 */
function answerTo(
  writes: readonly Write[],
  all: readonly Write[],
  endpoint: WriteEndpoint,
  states: States,
  effects: Effects,
): LearnedRead {
  // What a later answer showed tells what this one said of the record.
  const recordAfter = (write: Write) => {
    const { before, after, id } = write;
    return after[0] === undefined
      ? leftByWrite(write, effects, states)
      : (states.before(after[0].step + 1, 'listing', id) ?? before);
  };
  return answerOf(
    endpoint,
    writes.map((write) => ({
      by: write.by,
      write,
      shown: states.byStep[write.step]!.find((one) => one.id === write.id && one.isPart !== true),
      record: recordAfter(write),
    })),
    states,
    all
      .filter((one) => !writes.includes(one))
      .map(({ by }) => ({ by, facts: requestFacts(by), sister: 'other', isOther: true })),
  );
}

/** The record as a write leaves it, or would; undefined where it was not known. */
function leftByWrite(write: Write | DryRun, effects: Effects, { strategyOf }: States): Json | undefined {
  if (write.before === undefined) return undefined;
  const facts = factsOfWrite(write, write.before, strategyOf(write.before));
  return leftBy(write.before, effects, (name) => facts.get(name));
}

/** The answers to writes, and those to dry runs where they are others. */
function withDryAnswer(
  endpoint: WriteEndpoint,
  usual: LearnedAnswer,
  states: States,
  effects: Effects,
): LearnedAnswer {
  const own = states.dryRuns.filter(({ by }) => by.endpoint?.name === endpoint);
  if (own.length === 0) return usual;
  const { form } = answerOf(
    endpoint,
    own.map((one) => ({ by: one.by, shown: one.shown, record: leftByWrite(one, effects, states) })),
    states,
  );
  const told = ({ status, body, isText }: AnswerForm) => JSON.stringify([status, body, isText]);
  if (told(form) === told(usual.form)) return usual;
  const asks = own[0]!.by.dryRun!;
  const { preferred = [] } = usual.form;
  return { ...usual, form: { ...usual.form, preferred: [{ asks, ...form }, ...preferred] } };
}

interface Answered {
  readonly by: Exchange;
  /** The record in the answer. */
  readonly shown: Sighting | undefined;
  /** The record as it stands then. */
  readonly record: Json | undefined;
  /** The write that it answers, if any. */
  readonly write?: Write;
}

function answerOf(
  endpoint: 'getListing' | WriteEndpoint,
  answers: readonly Answered[],
  states: States,
  others: readonly Known[] = [],
): LearnedRead {
  const usual = byFrequency(answers, ({ by }) => by.status)[0]!;
  const { status } = usual[0]!.by;
  const known = usual.map((answer) => {
    return { ...answer, facts: recordFacts(answer, states) };
  });
  const withBody = known.filter(({ by }) => by.body !== undefined);
  const texts = known.filter(({ by }) => by.body === undefined && by.text !== undefined && by.text !== '');
  const isText = texts.length > withBody.length;
  const samples = isText
    ? texts.map(({ by, facts }): Sample => ({ value: by.text, facts: addHeaderFacts(new Map(facts), by) }))
    : withBody.map(({ by, shown, facts }): Sample => {
        const value = shown === undefined ? by.body : withValueAt(by.body!, shown.at, `${holeMark}{record}`);
        return { value, facts: addHeaderFacts(new Map(facts), by) };
      });
  const { template, guesses } = samples.length === 0 ? { template: null, guesses: [] } : explain(samples);
  const headers = learnHeaders(known, others);
  const shown = membersShown('listing', endpoint, states);
  return {
    form: {
      status,
      body: template ?? null,
      isText: isText || undefined,
      ...shown,
      view: showsRecord(template) ? shown.view : undefined,
      headers,
    },
    guesses,
  };
}

const showsRecord = (template: Json | undefined) => holesIn(template ?? null).includes('record');

/** A key that clients make up is no shorter. */
const shortestKey = 8;

/**
 * The place of bodies that carries the key by which a write is done once, or the header that does: one that is sent again is
 * answered as before, another one with the same key is refused. Undefined where no write was sent twice with one.
 */
function onceIn(exchanges: readonly Exchange[]): string | undefined {
  const writes = exchanges.filter((by) => isWrite(by) && typeof by.sent === 'object' && by.sent !== null);
  const accepted = writes.filter(({ ok }) => ok);
  const places = leavesOf(accepted[0]?.sent ?? null).flatMap(([at]) => (at === '' ? [] : [at]));
  return [onceHeader, ...places].find((at) => {
    // A header may be left out.
    if (at !== onceHeader && accepted.some((by) => keyIn(by, at) === undefined)) return false;
    let told = 0;
    const done = new Map<string, Exchange>();
    const isOnce = writes.every((by) => {
      const key = keyIn(by, at);
      if (key === undefined) return true;
      const before = done.get(key);
      if (before === undefined) {
        if (by.ok) done.set(key, by);
        return true;
      }
      const isSame = requestOf(before) === requestOf(by);
      if (by.path === before.path && by.ok === isSame) told += 1;
      return !by.ok || (isSame && isToldAgain(by, before, exchanges));
    });
    return isOnce && told > 0;
  });
}

/** Whether an answer is that of another request, but for the ids of both, which their headers or all other answers tell, too. */
function isToldAgain(a: Exchange, b: Exchange, exchanges: readonly Exchange[]): boolean {
  const isOwn = ({ headers }: Exchange, leaf: Json) => headers.some(([, value]) => value === leaf);
  const [own, others] = [a, b].map((by) => leavesOf(by.body ?? null)) as [[string, Json][], [string, Json][]];
  return (
    a.text === b.text &&
    own.length === others.length &&
    own.every(([at, leaf], index) => {
      const [place, other] = others[index]!;
      const isOfAnswer = () => (isOwn(a, leaf) && isOwn(b, other)) || isNewEachTime(at, exchanges);
      return at === place && (sameValue(leaf, other) || isOfAnswer());
    })
  );
}

/** Whether writes and other requests are answered with a text in one place, each with another one. */
function isNewEachTime(at: string, exchanges: readonly Exchange[]): boolean {
  const telling = exchanges.filter(({ body }) => typeof valueAt(body, at) === 'string');
  const texts = new Set(telling.map(({ body }) => valueAt(body, at)));
  return texts.size === telling.length && telling.some((by) => !isWrite(by));
}

function keyIn({ sent, requestHeaders }: Exchange, at: string): string | undefined {
  if (at === onceHeader) return headerIn(requestHeaders, onceHeader.toLowerCase());
  const value = valueAt(sent, at);
  const isKey =
    typeof value === 'string' && textOf(value).length >= shortestKey && inUnit(value) === undefined;
  return isKey ? value : undefined;
}

/** A write with its key: the same where it is sent again. */
const requestOf = ({ path, sentText }: Exchange): string => `${path} ${sentText}`;

/** The exchanges that did something: not those that were done before by their key. */
function withoutRepeats<W extends { readonly by: Exchange }>(
  writes: readonly W[],
  once: string | undefined,
): readonly W[] {
  if (once === undefined) return writes;
  const done = new Set<string>();
  return writes.filter(({ by }) => {
    const key = keyIn(by, once);
    if (key === undefined) return true;
    const request = `${key} ${requestOf(by)}`;
    if (done.has(request)) return false;
    done.add(request);
    return true;
  });
}
