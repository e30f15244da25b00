// Where answers to writes link to a status monitor (RFC 7240 §4.1), from what was read there.
import type { Json } from '../../http/exact-json.ts';
import { linkedPath } from '../../http/parse-url.ts';
import { allLeaves, valueAt } from '../../http/pointer.ts';
import type { MonitorForm } from '../../dialect/profile-form.ts';
import { literalValue, sameValue } from '../../dialect/templates.ts';
import { readMoment } from '../../dialect/time-forms.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import type { Exchange } from '../exchanges.ts';
import type { Guess } from '../explain/explain.ts';
import { explainLeaf } from '../explain/explain-leaf.ts';
import { byFrequency, commonest, grouped } from '../groups.ts';
import { secondsBetween } from './learn-effects.ts';
import type { Write } from './sightings.ts';

/** A read of what the answer to a write links to. */
interface Read {
  readonly by: Exchange;
  readonly read: Exchange;
  readonly seconds: number;
  /** What it says otherwise than the answer to the write, by place; undefined where it has other members. */
  readonly changes: ReadonlyMap<string, Json> | undefined;
}

interface LearnedMonitor {
  readonly form: MonitorForm;
  readonly guesses: readonly Guess[];
}

/**
 * A link that every write of one kind is answered with is read alike after writes of the other kind.
 * @param own the writes of the kind
 * @param all writes of either kind
 */
export function learnMonitor(
  own: readonly Write[],
  all: readonly Write[],
  exchanges: readonly Exchange[],
): LearnedMonitor | undefined {
  const reads = grouped(
    exchanges.filter(({ endpoint, method, ok }) => endpoint === undefined && method === 'GET' && ok),
    ({ path }) => path,
  );
  const links = allLeaves(own[0]?.by.body ?? null).flatMap(([at]) =>
    own.every(({ by }) => isLink(valueAt(by.body, at))) ? [at] : [],
  );
  for (const at of links) {
    const known = readsOf(at, all, reads);
    const learned = known.length === 0 ? undefined : monitorFrom(at, known);
    if (learned !== undefined) return learned;
  }
  return undefined;
}

const isLink = (leaf: Json | undefined): leaf is string =>
  typeof leaf === 'string' && /^(https?:\/)?\/[^\s/]/.test(leaf);

function readsOf(
  at: string,
  writes: readonly Write[],
  reads: ReadonlyMap<string, readonly Exchange[]>,
): readonly Read[] {
  return writes.flatMap(({ by }) => {
    const link = valueAt(by.body, at);
    const found = isLink(link) ? (reads.get(linkedPath(link)) ?? []) : [];
    return found
      .filter((read) => read.session === by.session && read.at >= by.at)
      .map((read) => ({ by, read, seconds: (read.at - by.at) / 1000, changes: changesOf(by, read) }));
  });
}

function changesOf(by: Exchange, read: Exchange): Read['changes'] {
  const [told, tells] = [allLeaves(by.body ?? null), allLeaves(read.body ?? null)];
  const known = new Map(told);
  const isAlike = tells.length === told.length && tells.every(([place]) => known.has(place));
  return isAlike ? new Map(tells.filter(([place, leaf]) => !sameValue(known.get(place), leaf))) : undefined;
}

/** What changes, and to what; of moments, that they are some. */
const stateOf = ({ changes }: Read): string =>
  JSON.stringify(
    [...changes!].map(([place, leaf]) => [place, readMoment(leaf) === undefined ? leaf : 'a moment']).sort(),
  );

/** The states that reads show one after the other; undefined where none of them tells more than others at its time. */
function monitorFrom(at: string, reads: readonly Read[]): LearnedMonitor | undefined {
  const alike = reads.filter(({ changes }) => changes !== undefined);
  const states = byFrequency(alike, stateOf).map((own) => {
    const seconds = own.map((one) => one.seconds);
    return { own, from: Math.min(...seconds), to: Math.max(...seconds) };
  });
  const steps = states
    .filter((one) => states.every((other) => other === one || !isMet(one, other) || isCommoner(one, other)))
    .sort((a, b) => a.from - b.from);
  if (steps.length === 0 || steps.at(-1)!.from > longest) return undefined;
  const status = commonest(reads.map(({ read }) => read.status))!;
  const form = {
    at,
    status,
    steps: steps.flatMap(({ own, from }, index) =>
      own[0]!.changes!.size === 0 ? [] : [stepOf(own, steps[index - 1]?.to ?? 0, from)],
    ),
  };
  const held = steps.reduce((sum, { own }) => sum + own.length, 0);
  return {
    form: { ...form, steps: form.steps.length === 0 ? undefined : form.steps },
    guesses: held === reads.length ? [] : [{ place: '/monitor', held, of: reads.length }],
  };
}

interface Span {
  readonly own: readonly Read[];
  readonly from: number;
  readonly to: number;
}

/** Whether one state was seen while the other was. */
const isMet = (one: Span, other: Span) => one.from <= other.to && other.from <= one.to;

const isCommoner = (one: Span, other: Span) => one.own.length > other.own.length;

const rebased = (value: Json) =>
  typeof value === 'string' ? value.replaceAll(storedOrigin, '{origin}') : value;

/** The seconds after which a step comes at the latest, and at the earliest: profiles know no others. */
const [longest, atOnce] = [86_400, 0.001];

/** @param earliest seconds after the write at which it had not come yet, and `latest` those at which it had */
function stepOf(reads: readonly Read[], earliest: number, latest: number) {
  const sets: Readonly<Record<string, Json>> = Object.fromEntries(
    [...reads[0]!.changes!].map(([place, leaf]) => {
      if (readMoment(leaf) === undefined) return [place, rebased(literalValue(leaf))];
      const { template } = explainLeaf(
        reads.map(({ by, changes }) => ({ value: changes!.get(place), facts: new Map([['now', by.at]]) })),
      );
      return [place, template ?? null];
    }),
  );
  return { seconds: Math.max(atOnce, secondsBetween(earliest, latest, sets)), sets };
}
