// From what was learned to the document: the service's form, what it rests on, and what of it is a guess or undecided.
import type { OnStep } from '../../http/on-step.ts';
import type { Behaviour, Evidence, GuessedPlace, Profile, Source } from '../../dialect/profile.ts';
import { causes } from '../../dialect/causes.ts';
import { isToldFor } from '../../dialect/refusal-words.ts';
import { counted } from '../../http/plain-text.ts';
import { endpoints } from '../../spec/endpoints.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Overrides } from '../../spec/settings.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { grouped } from '../groups.ts';
import { explainRecordings } from './learn.ts';
import type { Learned } from './learn.ts';
import { latestVersion } from './version-change.ts';
import type { VersionChange } from './version-change.ts';
import { withoutRecords } from './without-records.ts';

/** How many interactions are named for one thing. */
const few = 3;

/** Learns from recordings of one service, from its later version where it changed. */
export function learnProfile(recordings: readonly NamedRecording[], onStep?: OnStep): Profile {
  const { recordings: latest, change } = latestVersion(recordings);
  return profileOf(explainRecordings(latest, onStep), recordings, change);
}

/** @param recordings whole, where only a part of them was learned from */
function profileOf(whole: Learned, recordings: readonly NamedRecording[], change?: VersionChange): Profile {
  const form = withoutRecords(whole.form, whole.states);
  const learned = { ...whole, form };
  const behaviours = behavioursOf(learned);
  const guesses = guessesOf(learned);
  const assumptions = assumptionsShown(learned.states.exchanges);
  return {
    about: about(learned, recordings, behaviours, guesses, change),
    learnedFrom: recordings.map(sourceOf),
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
    behaviours,
    guesses,
    service: form,
    evidence: evidenceOf(learned),
  };
}

/** Answers to assumptions that the form of a service leaves open, where a recording shows them. */
export function assumptionsShown(exchanges: readonly Exchange[]): Overrides {
  const answered = exchanges.filter(({ ok, endpoint }) => ok && endpoint !== undefined);
  return {
    ...(answered.some(({ path }) => path.endsWith('/')) && { 'trailing-slash': 'ignore' }),
    ...(answered.some(({ path }) => !path.startsWith('/v1/')) && { versions: 'any' }),
  };
}

function sourceOf({ name, recording: { interactions } }: NamedRecording): Source {
  const times = interactions.map(({ at }) => at).sort();
  return {
    recording: name,
    interactions: interactions.length,
    from: times[0],
    to: times.at(-1),
  };
}

function about(
  learned: Learned,
  recordings: readonly NamedRecording[],
  behaviours: readonly Behaviour[],
  guesses: readonly GuessedPlace[],
  change: VersionChange | undefined,
): string[] {
  const { states, errors, form, writes } = learned;
  const unexplained = errors.refusals.filter(
    ({ blamed }) => blamed === undefined || blamed.cause === 'unexplained',
  );
  const undecided = behaviours.filter(({ is }) => is === 'undecided').length;
  const { second, minute } = form.limits;
  const limits = [
    [second, 'second'],
    [minute, 'minute'],
  ] as const;
  return [
    `Learned from ${counted(states.exchanges.length, 'interaction')} of ${counted(recordings.length, 'recording')}: ${askedFor(learned)}.`,
    ...(change === undefined ? [] : [changeText(change)]),
    `${counted(guesses.length, 'place')} of answers are guesses: nothing explains what stands there, so the commonest thing seen does ("guesses").`,
    `${counted(undecided, 'kind')} of requests are undecided: none of them was recorded, so what most services do is done where the recordings show how it is answered ("behaviours").`,
    ...limits.map(([{ limit, accepted }, window]) =>
      limit === null
        ? `No limit within a ${window} is known: all of up to ${counted(accepted, 'request')} were accepted.`
        : `The limit within a ${window} is taken to be ${counted(limit, 'request')}; up to ${accepted} were seen to be accepted.`,
    ),
    ...(unexplained.length === 0
      ? []
      : [
          `Nothing explains ${counted(unexplained.length, 'refusal')}: ${named(unexplained.map(({ by }) => by.id))}. The same requests are refused so again, which is a guess.`,
        ]),
    ...writes.flatMap(({ endpoint, unexplained: places }) =>
      places.length === 0
        ? []
        : [`After ${endpoint} nothing explains what stands at ${places.join(', ')}; it stays as it was.`],
    ),
  ];
}

/** What is told of a service that changed in mid-session. */
export function changeText({ at, interaction, where, gone, come, earlier }: VersionChange): string {
  const told = [
    ...(gone.length === 0 ? [] : [`${named(gone)} went`]),
    ...(come.length === 0 ? [] : [`${named(come)} came`]),
  ];
  return (
    `Contradicted: the service changed in mid-session, at ${at} (${interaction}, ${where}): ${told.join(', ')}. ` +
    `The later version was learned from; ${counted(earlier, 'interaction')} before are left out.`
  );
}

/** `listListings 12 times, updatePrice never`. */
function askedFor({ states }: Learned): string {
  const counts = new Map<string, number>(endpoints.map(({ name }) => [name, 0]));
  for (const { endpoint } of states.exchanges)
    if (endpoint !== undefined) counts.set(endpoint.name, (counts.get(endpoint.name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => `${name} ${count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`}`)
    .join(', ');
}

function named(all: readonly string[]): string {
  return all.length <= few ? all.join(', ') : `${all.slice(0, few).join(', ')} and ${all.length - few} more`;
}

/** What was refused, what was accepted although something could be said against it, and what no request tells. */
function behavioursOf({ errors, states }: Learned): Behaviour[] {
  const blamed = errors.refusals.flatMap(({ blamed, by }) =>
    blamed === undefined || blamed.cause === 'unexplained' ? [] : [{ ...blamed, by }],
  );
  const refused = grouped(blamed, ({ cause, param = '', by }) => `${cause} ${param} ${by.status}`);
  const accepted = grouped(errors.accepted, ({ cause, param = '' }) => `${cause} ${param}`);
  return causes.flatMap((cause): Behaviour[] => {
    const no = [...refused.values()].filter(([one]) => one!.cause === cause);
    const yes = [...accepted.values()].filter(([one]) => one!.cause === cause);
    if (no.length === 0 && yes.length === 0) {
      const isAsked = cause !== 'server' && cause !== 'unexplained' && states.exchanges.length > 0;
      return isAsked ? [{ cause, is: 'undecided' }] : [];
    }
    return [
      ...no.map((own): Behaviour => {
        const { param, by } = own[0]!;
        const on = [...new Set(own.map((one) => one.by.endpoint?.name ?? 'any'))];
        const isBoth = yes.some(
          (others) => others[0]!.param === param && others.some((other) => on.includes(other.on)),
        );
        return {
          cause,
          on,
          param,
          is: isBoth ? 'contradicted' : 'refused',
          status: by.status,
          seen: own.length,
          interactions: own.slice(0, few).map((one) => one.by.id),
        };
      }),
      ...yes.map((own): Behaviour => {
        const { param } = own[0]!;
        return {
          cause,
          on: [...new Set(own.map(({ on }) => on))],
          param,
          is: 'accepted',
          seen: own.reduce((sum, { seen }) => sum + seen, 0),
        };
      }),
    ];
  });
}

function guessesOf({ lists, writes, errors, form }: Learned): GuessedPlace[] {
  const answers = [
    ...lists.map(({ endpoint, guesses }) => ({ at: `/lists/${endpoint}`, guesses })),
    ...writes.map(({ endpoint, guesses }) => ({ at: `/writes/${endpoint}`, guesses })),
    ...errors.guesses.map((guess) => ({
      at: `/errors/${form.errors.findIndex(({ cause }) => cause === guess.cause)}`,
      guesses: [guess],
    })),
  ];
  const inAnswers = answers.flatMap(({ at, guesses }) =>
    guesses.map(({ place, held, of }) => ({
      at: `/service${at}${place === 'status' ? '/status' : `/body${place}`}`,
      held,
      of,
    })),
  );
  const inMonitors = writes.flatMap(({ endpoint, monitorGuesses }) =>
    monitorGuesses.map(({ place, held, of }) => ({
      at: `/service/writes/${endpoint}/monitor${place}`,
      held,
      of,
    })),
  );
  return [...inAnswers, ...inMonitors];
}

/** The interactions behind each answer's form. */
function evidenceOf({ states, errors, form }: Learned): Evidence[] {
  const answered = (name: EndpointName, at: string): Evidence[] => {
    const ids = states.exchanges.flatMap(({ ok, endpoint, id }) =>
      ok && endpoint?.name === name ? [id] : [],
    );
    return ids.length === 0 ? [] : [{ at, seen: ids.length, interactions: ids.slice(0, few) }];
  };
  const parts = ['lists', 'reads', 'writes'] as const;
  return [
    ...parts.flatMap((part) =>
      Object.keys(form[part]).flatMap((name) => answered(name as EndpointName, `/service/${part}/${name}`)),
    ),
    ...form.errors.map((error, index): Evidence => {
      const own = errors.refusals.filter(
        ({ blamed, by }) => blamed !== undefined && isToldFor(error, blamed, by.endpoint?.name),
      );
      return {
        at: `/service/errors/${index}`,
        seen: error.seen,
        interactions: own.slice(0, few).map(({ by }) => by.id),
      };
    }),
  ];
}
