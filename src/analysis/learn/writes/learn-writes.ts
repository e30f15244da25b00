// The two writes of §4: which places of a body hold the bounds and the strategy, how amounts are written, what becomes of
// the record, and what is answered. And the read of one record, which is answered alike.
import { isNothing, isObject, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { mediaType } from '../../../http/http-semantics.ts';
import { pointerTo, valueAt } from '../../../http/pointer.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import { toldBy } from '../../exchanges.ts';
import type { Reference, WriteForm } from '../../../dialect/profile-form.ts';
import { writeMethods } from '../../../spec/endpoints.ts';
import { literal, sameValue } from '../../../dialect/templates.ts';
import type { Guess } from '../../explain/explain.ts';
import { leavesOf, membersWithin, sentLeaves } from '../../../dialect/known-facts.ts';
import { wholeSent } from '../../../dialect/recorded-record.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import type { Exchange } from '../../exchanges.ts';
import { commonest, grouped } from '../../groups.ts';
import { learnEffects } from './learn-effects.ts';
import { learnMonitor } from './learn-monitors.ts';
import type { Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';
import { onceIn, withoutRepeats } from './once-keys.ts';
import { boundsIn, withUnits, boundPlace, takesAway } from './sent-bounds.ts';
import { strategyIn, otherNameIn, namedInAnyWay } from './named-strategies.ts';
import { versionIn } from './sent-versions.ts';
import type { WriteEndpoint } from './write-answers.ts';
import { learnAnswer, withDryAnswer } from './write-answers.ts';

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
  const constants = constantsIn(accepted, refused, taken, writes, states);
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
  const replaces = takesAway(
    writes,
    [min?.at, max?.at, strategy],
    [...bounds, states.strategyPlace],
    states.views,
  );
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
 * one there, by an answer that names it; `{id}` for the id of the path, a leaf of the record for what is that in each.
 */
function constantsIn(
  accepted: readonly Exchange[],
  refused: readonly Exchange[],
  taken: ReadonlySet<string | undefined>,
  writes: readonly Write[],
  states: States,
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
      if (own.length < 2 && !isRefused) return [];
      const leaf = leafSent(at, writes, states);
      if (leaf !== undefined) return [[at, `{record${leaf}}`]];
      return own.every((one) => one.text === text) ? [[at, literal(text)]] : [];
    }),
  );
}

/**
 * The leaf of listings that is called as a place of bodies and is in each what was sent there, such as the currency of its price,
 * where listings have several values; undefined where there is none.
 */
function leafSent(at: string, writes: readonly Write[], states: States): string | undefined {
  const having = writes.filter(({ by }) => valueAt(by.sent, at) !== undefined);
  const [first] = having;
  if (first?.before === undefined) return undefined;
  const listings = states.all('listing');
  return leavesOf(first.before)
    .map(([place]) => place)
    .find(
      (place) =>
        lastSegment(place) === lastSegment(at) &&
        having.every(({ by, before }) => sameValue(valueAt(before, place), valueAt(by.sent, at))) &&
        new Set(listings.flatMap((record) => valueAt(record, place) ?? [])).size > 1,
    );
}
