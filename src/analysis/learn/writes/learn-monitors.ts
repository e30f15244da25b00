// Where answers to writes tell a status monitor (RFC 7240 §4.1), from what was read there.
import { isMarked, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { percentEncoded, plainPath } from '../../../http/parse-url.ts';
import { allLeaves, valueAt, withValueAt } from '../../../http/pointer.ts';
import { monitorFacts, monitorPath, toldIn } from '../../../dialect/monitor.ts';
import { leafTexts } from '../../../dialect/known-facts.ts';
import type { MonitorForm } from '../../../dialect/profile-form.ts';
import { literalValue, sameValue } from '../../../dialect/templates.ts';
import { readMoment } from '../../../dialect/time-forms.ts';
import { storedOrigin } from '../../../spec/mock-paths.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import { isReadBeside } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { explain } from '../../explain/explain.ts';
import type { Guess } from '../../explain/explain.ts';
import { explainLeaf, explains } from '../../explain/explain-leaf.ts';
import { holeMark, isHole } from '../../explain/sample.ts';
import { isAnew, shapeOf } from '../../explain/shapes.ts';
import type { Sample } from '../../explain/sample.ts';
import { byFrequency, grouped, parted } from '../../groups.ts';
import { secondsBetween } from './effect-delays.ts';
import { learnHeaders } from '../records/learn-headers.ts';
import type { Known } from '../records/learn-headers.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { Write } from '../records/sightings.ts';

/** Where the answer to a write tells its monitor. */
type Told = Pick<MonitorForm, 'at' | 'header' | 'path'>;

/** A read of the monitor of a write. */
interface Read {
  readonly by: Exchange;
  readonly read: Exchange;
  readonly path: string;
  readonly seconds: number;
  /** Whether the write's answer was the first to tell of it. */
  readonly isNew: boolean;
}

/** A read, and what it says otherwise than what is told at first, by place; undefined: nothing stands there. */
interface Changed extends Read {
  readonly changes: Changes;
}

type Changes = ReadonlyMap<string, Json | undefined>;

interface LearnedMonitor {
  readonly form: MonitorForm;
  /** By their places in the form. */
  readonly guesses: readonly Guess[];
}

/**
 * What every write of one kind is answered with is read alike after writes of the other kind.
 * @param own the writes of the kind
 * @param all writes of either kind, without those that were sent again
 */
export function learnMonitor(
  own: readonly Write[],
  all: readonly Write[],
  exchanges: readonly Exchange[],
): LearnedMonitor | undefined {
  const read = exchanges.filter((by) => by.ok && isReadBeside(by));
  const reads = grouped(read, placeOf);
  for (const told of placesTelling(own, namesIn(read))) {
    const known = readsOf(told, all, reads);
    const learned = known.length === 0 ? undefined : monitorFrom(told, known);
    if (learned !== undefined) return learned;
  }
  return undefined;
}

/** Where something is read: links, names and requests may encode the same path in their own ways. */
const placeOf = ({ session, path }: Pick<Exchange, 'session' | 'path'>): string =>
  `${session} ${plainPath(path)}`;

const isLink = (leaf: Json | undefined): leaf is string =>
  typeof leaf === 'string' && /^(https?:\/)?\/[^\s/]/.test(leaf);

/** Where each of the writes was answered with a link, or with the name of something that was read by that name. */
function placesTelling(own: readonly Write[], named: ReadonlyMap<string, Exchange>): readonly Told[] {
  const [first] = own;
  if (first === undefined) return [];
  const leaves = allLeaves(first.by.body ?? null).filter(([at]) =>
    own.every(({ by }) => isNamed(valueAt(by.body, at))),
  );
  const [links, names] = [true, false].map((isOne) =>
    leaves.filter(([, leaf]) => isLink(leaf) === isOne),
  ) as [typeof leaves, typeof leaves];
  const headers = first.by.headers.flatMap(([header]) =>
    own.every(({ by }) => isLink(headerOf(by, header))) ? [{ header }] : [],
  );
  const paths = names.flatMap(([at]) => {
    for (const { by } of own) {
      const path = pathWith(textOf(valueAt(by.body, at)), by, named);
      if (path !== undefined) return [{ at, path }];
    }
    return [];
  });
  return [...links.map(([at]) => ({ at })), ...headers, ...paths];
}

const isNamed = (leaf: Json | undefined): leaf is Json =>
  (typeof leaf === 'string' && leaf !== '') || typeof leaf === 'number' || isMarked(leaf);

const headerOf = ({ headers }: Exchange, name: string): string | undefined =>
  headerIn(headers, name.toLowerCase());

/** The first read of each session with a name in its path. */
function namesIn(reads: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const read of reads) for (const step of stepsIn(read)) if (!first.has(step)) first.set(step, read);
  return first;
}

const stepsIn = (read: Pick<Exchange, 'session' | 'path'>): readonly string[] =>
  read.path.split('/').map((path) => placeOf({ ...read, path }));

/** A path that was read after a write has made its name anew, with `{told}` in place of that, and `{id}` of the record's. */
function pathWith(name: string, by: Exchange, named: ReadonlyMap<string, Exchange>): string | undefined {
  const { session, path, recordId, sentText = '' } = by;
  if (name.length < shortestName || path.includes(percentEncoded(name)) || sentText.includes(name))
    return undefined;
  const read = named.get(`${session} ${name}`);
  if (read === undefined || read.at < by.at || /[{}]/.test(read.path)) return undefined;
  const steps = stepsIn(read);
  const own = recordId === '' ? -1 : steps.indexOf(`${session} ${recordId}`);
  const told = steps.indexOf(`${session} ${name}`);
  // What follows the record in a path is under it.
  if (own > told) return undefined;
  return read.path
    .split('/')
    .map((step, at) => (at === told ? '{told}' : at === own ? '{id}' : step))
    .join('/');
}

/** A name that is as short may stand in a path by chance. */
const shortestName = 3;

/** The reads of what each write has told: of the last one that told it before, where several did. */
function readsOf(
  told: Told,
  writes: readonly Write[],
  reads: ReadonlyMap<string, readonly Exchange[]>,
): readonly Read[] {
  const telling = writes.flatMap(({ by, before }) => {
    const text = toldIn(told, by.body, (name) => headerOf(by, name));
    if (text === undefined) return [];
    const path = monitorPath(told, text, by.recordId);
    return [{ by, text, path, place: placeOf({ ...by, path }), isKnown: leafTexts(before).includes(text) }];
  });
  const places = [...grouped(telling, ({ place }) => place)];
  // Monitors that the query of their links tells apart are none that a path leads to.
  if (places.some(([, own]) => own.some(({ text }) => text !== own[0]!.text))) return [];
  return places.flatMap(([place, own]) => {
    const all = reads.get(place) ?? [];
    const [first] = own as [(typeof own)[0]];
    const isNew = !first.isKnown && all.every(({ at }) => at >= first.by.at);
    const latest = own.toReversed();
    return all.flatMap((read): Read[] => {
      const last = read.body === undefined ? undefined : latest.find(({ by }) => by.at <= read.at);
      if (last === undefined) return [];
      const { by, path } = last;
      return [{ by, read, path, isNew, seconds: (read.at - by.at) / 1000 }];
    });
  });
}

function monitorFrom(told: Told, reads: readonly Read[]): LearnedMonitor | undefined {
  const stages = stagesOf(reads, changesOfTold);
  const beginsAsTold = stages[0]?.own.every(({ by, changes }) =>
    [...changes.keys()].every((place) => valueAt(by.body, place) !== undefined),
  );
  if (beginsAsTold === true) return formThrough(told, reads, stages);
  return isMadeAnew(reads) ? ownForm(told, reads) : undefined;
}

/** Whether each write made something of its own that is read there, which was not there before, and is not the record itself. */
function isMadeAnew(reads: readonly Read[]): boolean {
  const own = [...grouped(reads, ({ by }) => by.id).values()].map(([read]) => read!);
  const paths = own.map(({ path, by }) => path.split('/').map((step) => (step === by.recordId ? '' : step)));
  const isOfRecord = own.some(({ path }, at) => path !== paths[at]!.join('/'));
  return (
    own.every(({ isNew }) => isNew) &&
    (own.length > 1 || !isOfRecord) &&
    new Set(paths.map(String)).size === own.length
  );
}

/** A monitor with a form of its own: what each of its members is of the write, and what changes by and by. */
function ownForm(told: Told, reads: readonly Read[]): LearnedMonitor | undefined {
  const facts = new Map(
    reads.map((read) => [read, monitorFacts(requestFacts(read.by), read.by.body, read.path)] as const),
  );
  const bodies = reads.map(({ read }) => read.body ?? null);
  const places = [...new Set(bodies.flatMap((body) => allLeaves(body).map(([place]) => place)))];
  const isOfWrite = (place: string) => {
    const samples = reads.map((read): Sample => ({
      value: valueAt(read.read.body, place),
      facts: facts.get(read)!,
    }));
    if (samples.some(({ value }) => value === undefined)) return false;
    const { template, held } = explainLeaf(samples);
    return held === samples.length && typeof template !== 'object' && !isAnew(template);
  };
  const [steady, changing] = parted(places, isOfWrite);
  const stages = stagesOf(reads, ({ read }) => new Map(changing.map((at) => [at, valueAt(read.body, at)])));
  const [first] = stages;
  if (first === undefined) return undefined;
  const [{ read: shown }] = first.own as [Changed];
  const begun = [...first.leaves].reduce<Json>(
    (body, [place, leaf]) =>
      leaf === undefined || sameValue(literalValue(valueAt(body, place)!), leaf)
        ? body
        : withValueAt(body, place, `${holeMark}${textOf(leaf)}`),
    shown.body ?? null,
  );
  const { template = null, guesses } = explain(
    reads.map((read) => ({
      value: steady.reduce((body, place) => withValueAt(body, place, valueAt(read.read.body, place)!), begun),
      facts: facts.get(read)!,
    })),
  );
  const learned = formThrough(told, reads, stages, template);
  return (
    learned && {
      form: learned.form,
      guesses: [...learned.guesses, ...guesses.map((guess) => ({ ...guess, place: `/body${guess.place}` }))],
    }
  );
}

/** What reads show one after the other. */
interface Stage {
  readonly own: readonly Changed[];
  /** Seconds after the write between which it was seen. */
  readonly from: number;
  readonly to: number;
  readonly status: number;
  /** Templates of what it tells otherwise than what is told at first, by place. */
  readonly leaves: ReadonlyMap<string, Json | undefined>;
  /** How many of its reads these templates give. */
  readonly held: number;
}

/** What is told otherwise than the write was answered; undefined where something of that lacks. */
function changesOfTold({ by, read }: Read): Changes | undefined {
  const [told, tells] = [allLeaves(by.body ?? null), new Map(allLeaves(read.body ?? null))];
  if (by.body === undefined || !told.every(([place]) => tells.has(place))) return undefined;
  const known = new Map(told);
  return new Map([...tells].filter(([place, leaf]) => !sameValue(known.get(place), leaf)));
}

/** With a template in place of each text that was made anew for a write or an answer: it is told of one write alone. */
function withoutMadeAnew(reads: readonly Changed[]): readonly Changed[] {
  const mayBeMade = (leaf: Json | undefined): leaf is string =>
    typeof leaf === 'string' && readMoment(leaf) === undefined;
  const told = reads.flatMap(({ by, changes }) =>
    [...changes].flatMap(([place, leaf]) => (mayBeMade(leaf) ? [{ by, place, leaf }] : [])),
  );
  const shapes = new Map<string, Json>();
  for (const [place, own] of grouped(told, (one) => one.place)) {
    const texts = [...grouped(own, ({ leaf }) => leaf)];
    const writesOf = (some: typeof own) => new Set(some.map(({ by }) => by)).size;
    const isAlone = writesOf(own) > 1 && texts.every(([, alike]) => writesOf(alike) === 1);
    const shape = isAlone ? shapeOf(texts.map(([text]) => text)) : undefined;
    if (shape !== undefined) shapes.set(place, `${holeMark}${textOf(shape)}`);
  }
  const changed = (place: string, leaf: Json | undefined) =>
    mayBeMade(leaf) ? (shapes.get(place) ?? leaf) : leaf;
  return reads.map((read) => ({
    ...read,
    changes: new Map([...read.changes].map(([place, leaf]) => [place, changed(place, leaf)])),
  }));
}

/** What changes, and to what; of moments, that they are some. */
const stateOf = ({ read, changes }: Changed): string =>
  JSON.stringify([
    read.status,
    ...[...changes]
      .map(([place, leaf]) => [place, readMoment(leaf) === undefined ? leaf : 'a moment'])
      .sort(),
  ]);

/** The states of which none depends on what was not understood: each is seen at its own time, or more than others then. */
function stagesOf(reads: readonly Read[], changesOf: (read: Read) => Changes | undefined): readonly Stage[] {
  const known = withoutMadeAnew(
    reads.flatMap((read): Changed[] => {
      const changes = changesOf(read);
      return changes === undefined ? [] : [{ ...read, changes }];
    }),
  );
  const seen = byFrequency(known, stateOf).map((own) => {
    const seconds = own.map((one) => one.seconds).sort((a, b) => a - b);
    return { own, from: seconds[0]!, to: seconds.at(-1)! };
  });
  const last = seen.toSorted((a, b) => b.to - a.to).slice(0, 1);
  const spans = [...new Set([...last, ...seen])].slice(0, mostStates);
  return spans
    .filter((one) => spans.every((other) => other === one || !isMet(one, other) || isCommoner(one, other)))
    .sort((a, b) => a.from - b.from)
    .map((span) => {
      const leaves = [...span.own[0]!.changes.keys()].map((place) => ({ place, ...leafOf(span.own, place) }));
      return {
        ...span,
        status: span.own[0]!.read.status,
        leaves: new Map(leaves.map(({ place, template }) => [place, template])),
        held: Math.min(span.own.length, ...leaves.map(({ held }) => held)),
      };
    });
}

/** The last state and the commonest ones: what counts up is in another one with each read. */
const mostStates = 30;

type Span = Pick<Stage, 'own' | 'from' | 'to'>;

/** Whether one state was seen while the other was. */
const isMet = (one: Span, other: Span) => one.from <= other.to && other.from <= one.to;

const isCommoner = (one: Span, other: Span) => one.own.length > other.own.length;

/** What all reads of a state tell at a place: a moment follows from that of the write, of the first one where not of each. */
function leafOf(own: readonly Changed[], place: string): ReturnType<typeof explainLeaf> {
  const leaf = own[0]!.changes.get(place);
  if (isHole(leaf)) return { template: leaf.slice(holeMark.length), held: own.length };
  if (readMoment(leaf) === undefined)
    return { template: leaf && rebased(literalValue(leaf)), held: own.length };
  const samples = own.map(({ by, changes }): Sample => ({
    value: changes.get(place),
    facts: new Map([['now', by.at]]),
  }));
  const learned = explainLeaf(samples);
  if (learned.held === own.length && !isAnew(learned.template)) return learned;
  const { template = null } = explainLeaf(samples.slice(0, 1));
  return { template, held: samples.filter((sample) => explains(template, sample)).length };
}

const rebased = (value: Json) =>
  typeof value === 'string' ? value.replaceAll(storedOrigin, '{origin}') : value;

/** The seconds after which a step comes at the latest, and at the earliest: profiles know no others. */
const [longest, atOnce] = [86_400, 0.001];

/**
 * The form of a monitor that goes through these states; undefined where there is none, or where something that was told is
 * told no more.
 * @param body the template of what the first state tells, where that is not what the write was answered with
 */
function formThrough(
  told: Told,
  reads: readonly Read[],
  stages: readonly Stage[],
  body?: Json,
): LearnedMonitor | undefined {
  const [first] = stages;
  if (first === undefined || stages.at(-1)!.from > longest) return undefined;
  const known = reads.map(({ read }): Known => ({ by: read, facts: requestFacts(read) }));
  const headers = stages.map(({ own }) => headersOf(own, known));
  const leafIn = (stage: Stage | undefined, place: string) =>
    stage?.leaves.has(place) === true ? stage.leaves.get(place) : `{told${place}}`;
  const steps = stages.flatMap((stage, index) => {
    const before = stages[index - 1] ?? (body === undefined ? undefined : stage);
    const places = new Set([...(before?.leaves.keys() ?? []), ...stage.leaves.keys()]);
    const changed = [...places].filter((place) => !isAlike(leafIn(before, place), leafIn(stage, place)));
    const sets = Object.fromEntries(changed.map((place) => [place, leafIn(stage, place)]));
    const at = index === 0 ? 0 : index - 1;
    const status = stage.status === stages[at]!.status ? undefined : stage.status;
    const own = isAlike(headers[at], headers[index]) ? undefined : (headers[index] ?? {});
    if (changed.length === 0 && status === undefined && own === undefined) return [];
    const [earliest, latest] = [stages[index - 1]?.to ?? 0, stage.from];
    return [
      {
        seconds: Math.max(atOnce, secondsBetween(earliest, latest, sets as Record<string, Json>)),
        status,
        headers: own,
        sets,
      },
    ];
  });
  if (steps.some(({ sets }) => Object.values(sets).includes(undefined))) return undefined;
  const held = stages.reduce((sum, stage) => sum + stage.held, 0);
  return {
    form: {
      ...told,
      status: first.status,
      headers: headers[0],
      body,
      steps: steps.length === 0 ? undefined : (steps as NonNullable<MonitorForm['steps']>),
    },
    guesses: held === reads.length ? [] : [{ place: '', held, of: reads.length }],
  };
}

const isAlike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The headers of a state; what all have in common tells more. */
function headersOf(own: readonly Changed[], all: readonly Known[]) {
  const ids = new Set(own.map(({ read }) => read.id));
  const [answers, others] = parted(all, ({ by }) => ids.has(by.id));
  return learnHeaders(
    answers,
    others.map((one): Known => ({ ...one, sister: 'other', isOther: true })),
  );
}
