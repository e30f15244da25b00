// The answers to reads and writes of one record: as usual, to who prefers something, and to dry runs.
import type { Json } from '../../../http/exact-json.ts';
import { withValueAt } from '../../../http/pointer.ts';
import { parametersOf } from '../../exchanges.ts';
import { preferenceHeaders } from '../../../http/preferences.ts';
import type { AnswerForm, PreferredForm, WriteForm } from '../../../dialect/profile-form.ts';
import { sinceHeader } from '../../../dialect/select-page.ts';
import { holesIn } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { holeMark } from '../../explain/sample.ts';
import type { Guess } from '../../explain/explain.ts';
import { leftBy } from '../../../dialect/recorded-record.ts';
import type { Sample } from '../../explain/sample.ts';
import type { Exchange } from '../../exchanges.ts';
import { byFrequency } from '../../groups.ts';
import type { Effects } from './learn-effects.ts';
import { factsOfWrite } from './write-changes.ts';
import { learnHeaders, revalidates } from '../records/learn-headers.ts';
import type { Known } from '../records/learn-headers.ts';
import { recordFacts, addHeaderFacts, requestFacts } from '../records/request-facts.ts';
import type { Sighting, Write } from '../records/sightings.ts';
import type { DryRun, States } from '../records/states.ts';
import { membersShown } from '../records/views.ts';

export type WriteEndpoint = 'updatePrice' | 'updateStrategy';

interface LearnedRead {
  readonly form: AnswerForm;
  readonly guesses: readonly Guess[];
}

interface LearnedAnswer extends LearnedRead {
  readonly form: AnswerForm & Pick<WriteForm, 'preferred'>;
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
export function learnAnswer(
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
export function withDryAnswer(
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
