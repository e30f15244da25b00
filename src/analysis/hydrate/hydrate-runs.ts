// Report runs from a recording: each as the plan by which the simulator moves it through the states it was seen in.
import { textOf, without } from '../../http/exact-json.ts';
import type { ReportRun } from '../../service/models/resources.ts';
import { momentOf } from '../compare/formats.ts';
import { stateOf } from '../learn/match-fields.ts';
import type { Sighting } from '../learn/sightings.ts';
import { readLeniently } from '../../service/models/fixtures.ts';
import { reportRunModel } from '../../service/models/report-run.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import { groupedBy } from '../compare/grouped-by.ts';
import { dressed, otherFields, ourFields, ourId, withSeen } from './hydrate-record.ts';
import type { Source } from './source.ts';

/** A stretch of time in which a run was in one state. */
interface Phase {
  readonly state: string;
  readonly from: number;
  record: JsonObject;
}

const final = ['completed', 'failed', 'cancelled'];

export function hydrateRuns(source: Source): ReportRun[] {
  const own = source.seen.filter(({ kind }) => kind === 'reportRun');
  return [...groupedBy(own, ({ id }) => id).values()].flatMap(
    (sightings) => hydrateRun(sightings, source) ?? [],
  );
}

function hydrateRun(sightings: readonly Sighting[], source: Source): ReportRun | undefined {
  const { wire, spoken, asOf } = source;
  const phases = phasesOf(sightings, source);
  const last = phases.at(-1)!;
  const counted = asOf === 'end' ? [last] : phases;
  const outcome = final.includes(last.state) ? last.state : 'completed';
  const [first] = counted as [Phase];
  const told = spoken ? undefined : momentOf(ourFields(last.record, 'reportRun', wire).createdAt)?.at;
  // The plan counts from the run's creation, where that is told.
  const start = told !== undefined && told <= first.from ? told : first.from - 1000;
  const startOf = (state: string) => counted.find((phase) => phase.state === state)?.from;
  const endsAt = counted.find((phase) => final.includes(phase.state))?.from;
  const runsAt = startOf('running') ?? endsAt;
  // A state that was never left is not left while the session lasts.
  const forever = 10 ** 12;
  const queuedMs = first.state === 'queued' ? (runsAt === undefined ? forever : runsAt - start) : 0;
  const runningMs = endsAt === undefined ? forever : Math.max(0, endsAt - start - queuedMs);
  const isOver = first === last && final.includes(last.state);
  const ours = ourFields(last.record, 'reportRun', wire);
  const record = last.record;
  const id = ourId(idOf(record, source), 'reportRun', wire);
  const plan = {
    ...(spoken ? {} : planFields(record, source)),
    id,
    ...(typeof ours.type === 'string' && { type: ours.type }),
    ...(spoken || !isOver
      ? { createdAt: new Date(start).toISOString() }
      : { createdAt: ours.createdAt ?? new Date(start).toISOString() }),
    outcome,
    kept: outcome === 'completed' && showsLink(record),
    queuedMs: isOver ? 0 : queuedMs,
    runningMs: isOver || outcome === 'cancelled' ? 0 : runningMs,
  };
  const run = readLeniently(reportRunModel, plan);
  if (run === undefined) return undefined;
  if (!spoken) return withSeen(run, [...Object.keys(record), ...Object.keys(ours)]);
  const forms: Record<string, Json> = {};
  for (const { state, record: shown } of counted) forms[state] = shown;
  return dressed(run, { at: source.placeOf(sightings[0]!), forms, ours: {} });
}

/** Runs whose states have no names of ours are taken to move from one to the next. */
function phasesOf(sightings: readonly Sighting[], source: Source): Phase[] {
  const shape = source.wire.records.reportRun;
  const leaf = shape === undefined ? undefined : leavesOf(shape).find(({ field }) => field.ours === 'status');
  const words = sightings.map(({ record }) =>
    leaf === undefined ? undefined : valueAt(record, leaf.pointer),
  );
  const distinct = [...new Set(words)];
  const means = leaf?.field.means ?? {};
  const stateIn = (word: Json | undefined) => means[textOf(word)] ?? stateOf(word);
  const named = distinct.every((word) => stateIn(word) !== undefined);
  const unnamed = (word: Json | undefined) => {
    const at = distinct.indexOf(word);
    return at === distinct.length - 1 ? 'completed' : at === 0 ? 'queued' : 'running';
  };
  const phases: Phase[] = [];
  for (const [at, sighting] of sightings.entries()) {
    const state = named ? stateIn(words[at])! : unnamed(words[at]);
    const previous = phases.at(-1);
    if (previous?.state === state) {
      if (source.asOf === 'end') previous.record = sighting.record;
    } else phases.push({ state, from: source.timeOf(sighting), record: sighting.record });
  }
  return phases;
}

/** What a plan has room for, from a run that is written as ours is. */
function planFields(record: JsonObject, { wire }: Source): Record<string, unknown> {
  const others = otherFields(record, 'reportRun', wire);
  const { metadata = record.metadata, error = record.error } = others;
  const shown = ['metadata', 'error', 'status', 'startedAt', 'completedAt', 'downloadLinks', 'downloadUrl'];
  const isDetailed = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  const details = isDetailed ? without(metadata as JsonObject, 'rowCount') : {};
  return {
    ...without(others, ...shown),
    ...details,
    ...(error !== null && error !== undefined && { error }),
  };
}

function idOf(record: JsonObject, { wire }: Source): Json {
  return valueAt(record, wire.records.reportRun?.id ?? '/id') ?? '';
}

function showsLink(record: JsonObject): boolean {
  return /"https?:\/\//.test(JSON.stringify(record));
}
