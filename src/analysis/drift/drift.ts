// What changed in the real service between two recordings, by how much it hurts a client.
import { codeChanges } from './drift-codes.ts';
import { driftOfAnswer } from './drift-answer.ts';
import { orderChanges } from './drift-order.ts';
import type { Recording } from '../../recording/format.ts';
import { isWrite } from '../../recording/replay/timeline.ts';
import { requestKey } from '../../recording/request-key.ts';
import { labelOf } from '../compare/endpoint-label.ts';
import { limitsSeen } from './limits-seen.ts';
import type { LimitsSeen } from './limits-seen.ts';
import { learnShapes } from '../compare/learn-shapes.ts';
import type { AnswerShape } from '../compare/shapes.ts';
import { severities, anyEndpoint } from './change.ts';
import type { Change, Drift, ServiceShape } from './change.ts';

export function findDrift(before: ServiceShape, after: ServiceShape): Drift[] {
  const moved = [
    ...changedStatuses(before, after),
    ...codeChanges(before.interactions ?? [], after.interactions ?? []),
  ];
  const leftOut = new Set(moved.map(({ key }) => key));
  const [old, now] = [before.answers(leftOut), after.answers(leftOut)];
  const changes: Change[] = [
    ...moved.map(({ change }) => change),
    ...newStatuses(old, now),
    ...pairs(old, now).flatMap(([known, fresh]) => [...driftOfAnswer(known, fresh)]),
    ...orderChanges(before.interactions ?? [], after.interactions ?? []),
    ...limitChanges(before.limits, after.limits),
  ];
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.severity} ${change.group} ${change.what} ${change.old} ${change.new}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return Array.from(groups.values(), ([first, ...others]) => {
    const { severity, what, path, old, new: now } = first!;
    const places = [first!, ...others].map(({ endpoint, path: at }) => ({ endpoint, path: at }));
    return { severity, what, path, old, new: now, places };
  }).sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** What is known of a service from a recording. */
export function shapeOfRecording({ interactions }: Pick<Recording, 'interactions'>): ServiceShape {
  return {
    answers: (leftOut) =>
      learnShapes(
        interactions.filter(({ request }) => leftOut.size === 0 || !leftOut.has(requestKey(request))),
      ),
    limits: limitsSeen(interactions),
    interactions,
  };
}

type Answers = ReadonlyMap<string, AnswerShape>;

/** The answers of one kind that both know. */
function pairs(before: Answers, after: Answers): [AnswerShape, AnswerShape][] {
  const labels = new Set([...before.keys(), ...after.keys()]);
  return [...labels].flatMap((label) => {
    const anywhere = `${anyEndpoint} ${label.slice(label.lastIndexOf(' ') + 1)}`;
    const [old, now] = [before.get(label) ?? before.get(anywhere), after.get(label) ?? after.get(anywhere)];
    if (label === anywhere && !(before.has(label) && after.has(label))) return [];
    return old === undefined || now === undefined ? [] : [[old, now]];
  });
}

/** Requests that both have answered, with no status in common. */
function changedStatuses(before: ServiceShape, after: ServiceShape): { key: string; change: Change }[] {
  const old = statusesByRequest(before);
  return [...statusesByRequest(after)].flatMap(([key, { endpoint, statuses }]) => {
    const known = old.get(key)?.statuses;
    if (known === undefined || [...statuses].some((status) => known.has(status))) return [];
    if (isOfRecord(endpoint, known, statuses, after)) return [];
    const [from, to] = [list(known), list(statuses)];
    const group = `${endpoint} ${from} ${to}`;
    const place = { path: 'status', group, endpoint };
    return [{ key, change: { severity: 'breaking', what: 'status changed', old: from, new: to, ...place } }];
  });
}

/** Whether a record came or went, rather than an endpoint. */
function isOfRecord(
  endpoint: string,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
  { interactions = [] }: ServiceShape,
): boolean {
  const isGood = (status: number) => status >= 200 && status < 300;
  const areOf = (statuses: ReadonlySet<number>, test: (status: number) => boolean) =>
    [...statuses].every(test);
  const isMissing = (status: number) => status === 404;
  if (!endpoint.includes('{id}')) return false;
  if (areOf(before, isMissing) && areOf(after, isGood)) return true;
  const works = interactions.some(({ request, response }) => {
    return isGood(response.status) && labelOf(request.method, request.path).endpoint === endpoint;
  });
  return works && areOf(before, isGood) && areOf(after, isMissing);
}

/** Endpoints that answer with a status that they never had. */
function* newStatuses(before: Answers, after: Answers): Generator<Change> {
  const asked = new Set(Array.from(before.values(), ({ endpoint }) => endpoint));
  for (const [group, { endpoint, status }] of after) {
    const isKnown = before.has(group) || before.has(`${anyEndpoint} ${status}`);
    if (!asked.has(endpoint) || isKnown || status === 429) continue;
    const what = 'status not seen before';
    yield { severity: 'additive', what, path: 'status', old: '', new: String(status), group, endpoint };
  }
}

/** Statuses by request, for reads and for writes alike; those that say nothing about what was asked are left out. */
function statusesByRequest({ interactions = [] }: ServiceShape) {
  const found = new Map<string, { readonly endpoint: string; readonly statuses: Set<number> }>();
  for (const { request, response } of interactions) {
    if (response.status === 429 || response.status === 401 || response.status >= 500) continue;
    if (request.path.startsWith('/__mock/') && !isWrite(request.method)) continue;
    const key = requestKey(request);
    const { endpoint } = labelOf(request.method, request.path);
    const entry = found.get(key) ?? { endpoint, statuses: new Set() };
    found.set(key, entry);
    entry.statuses.add(response.status);
  }
  return found;
}

const list = (statuses: ReadonlySet<number>) => [...statuses].sort((a, b) => a - b).join(', ');

function* limitChanges(before: LimitsSeen, after: LimitsSeen): Generator<Change> {
  for (const window of ['second', 'minute'] as const) {
    const [old, now] = [before[window], after[window]];
    if (old === undefined || now === undefined || old === now) continue;
    yield {
      severity: now < old ? 'breaking' : 'additive',
      what: now < old ? 'limit lowered' : 'limit raised',
      path: 'limits',
      old: `${old} requests per ${window}`,
      new: `${now} requests per ${window}`,
      group: `limits ${window}`,
      endpoint: 'all endpoints',
    };
  }
}
