// From recordings to a profile: what they settle of the ledger, and how the service speaks.
import { recordKindOf, spokenEndpoints, isList } from '../../dialect/core-fields.ts';
import { learnSingle, viewOf } from './single-answers.ts';
import type { Json } from '../../http/exact-json.ts';
import { readMoney } from '../../dialect/forms.ts';
import { valueAt } from '../../dialect/pointer.ts';
import type { Profile } from '../../dialect/profile.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { AnswerWire, RequestWire, SpokenEndpoint, Wire } from '../../dialect/wire.ts';
import { learnList, listNames } from './good-answers.ts';
import type { ErrorContext } from './error-context.ts';
import { learnErrors, seenErrors } from './error-templates.ts';
import { settle } from './findings.ts';
import { learnHeaders } from './learn-headers.ts';
import { learnLimits } from './learn-limits.ts';
import { locate } from './locate.ts';
import { observe } from './observations.ts';
import type { NamedRecording, Observation } from './observations.ts';
import { learnPaging } from './paging.ts';
import type { PagingLearned } from './list-answer.ts';
import { learnRecords } from './learn-records.ts';
import { learnRequests, requestMoney, withUnsent } from './learn-requests.ts';
import { settleAll } from './settle.ts';
import { seenWrites, sightings } from './sightings.ts';
import type { SeenWrite, Sighting } from './sightings.ts';

export type { NamedRecording } from './observations.ts';

const lists = spokenEndpoints.filter(({ isList }) => isList).map(({ endpoint }) => endpoint);
const singles = spokenEndpoints.filter(({ isList }) => !isList).map(({ endpoint }) => endpoint);

/** Learns from recordings of one service; their order decides nothing but which interactions are named. */
export function learn(recordings: readonly NamedRecording[]): Profile {
  const observations = observe(recordings);
  const places = locate(observations);
  const seen = sightings(observations, places);
  const writes = seenWrites(observations, seen);
  const fields = learnRequests(observations);
  const { records, stats, money } = learnRecords(seen, writes, observations, fields, places);
  const named = withUnsent(fields, records.listing);
  const requests: RequestWire = { ...named, ...requestMoney(observations, named, money?.form) };

  const pagings = new Map<SpokenEndpoint, PagingLearned>(
    lists.map((endpoint) => [endpoint, learnPaging(endpoint, observations, places)]),
  );
  const strategyOf = strategyFinder(seen, records);
  const isCrossed = crossedFinder(writes, records);
  const afterwards = new Map(writes.map(({ by, after }) => [by, after]));
  const answers: Partial<Record<SpokenEndpoint, AnswerWire>> = {};
  for (const endpoint of [...lists, ...singles]) {
    const own = isList(endpoint)
      ? learnList(pagings.get(endpoint)!, places)
      : learnSingle(
          endpoint,
          observations,
          places,
          requests,
          (by) => afterwards.get(by),
          strategyOf,
          isCrossed,
        );
    if (own === undefined) continue;
    const kind = recordKindOf(endpoint);
    const [counted, shape] = [stats[kind], records[kind]];
    const patches = observations.filter(({ ok, route }) => ok && route?.endpoint === endpoint);
    const view =
      counted === undefined || shape === undefined
        ? {}
        : viewOf(
            endpoint,
            counted,
            shape,
            endpoint === 'updatePrice' ? patches : [],
            places.body[endpoint],
            requests,
          );
    answers[endpoint] = { ...own, ...view };
  }

  const context = errorContext(requests, records, pagings, seen);
  const errors = seenErrors(observations, context);
  const roleNames = new Map(
    [...pagings.values()].flatMap(({ roles }) =>
      [...roles].map(([name, role]) => [role as string, name] as const),
    ),
  );
  const limits = learnLimits(observations);
  const names = new Map<Observation, Readonly<Record<string, Json | undefined>>>();
  for (const learned of pagings.values()) {
    for (const answer of learned.answers)
      names.set(answer.by, listNames(answer, learned.paging, learned.ignored));
  }
  const wire: Wire = {
    records,
    answers,
    requests,
    errors: learnErrors(errors, requests, roleNames),
    headers: learnHeaders(observations, names),
    ...(limits.limits && { limits: limits.limits }),
  };
  const findings = settleAll({
    observations,
    seen,
    writes,
    errors,
    wire,
    pagings,
    money,
    places,
    stats,
    context,
  });
  const evidence = settle([...findings, ...limits.findings]);
  return {
    assumptions: Object.fromEntries(
      Object.entries(evidence).flatMap(([id, settled]) =>
        settled.value === undefined ? [] : [[id, settled.value]],
      ),
    ),
    evidence,
    learnedFrom: recordings.map(({ name, recording }) => ({
      recording: name,
      interactions: recording.interactions.length,
    })),
    wire,
  };
}

/** The strategy of a listing, as it was last seen. */
function strategyFinder(
  seen: readonly Sighting[],
  { listing }: Wire['records'],
): (listing: Json) => Json | undefined {
  const strategies = new Map(
    seen.filter(({ kind }) => kind === 'strategy').map(({ id, record }) => [id, record]),
  );
  const leaf =
    listing === undefined ? undefined : leavesOf(listing).find(({ field }) => field.ours === 'strategyId');
  return (record) => {
    const id = leaf === undefined ? undefined : valueAt(record, leaf.pointer);
    return typeof id === 'string' || typeof id === 'number'
      ? strategies.get(String(id).toLowerCase())
      : undefined;
  };
}

/** Whether a write left bounds that exclude every price. */
function crossedFinder(
  writes: readonly SeenWrite[],
  { listing }: Wire['records'],
): (by: Observation) => boolean {
  const leaves = listing === undefined ? [] : leavesOf(listing);
  const amount = (record: Json, bound: string) => {
    const leaf = leaves.find(({ field }) => field.ours === bound);
    const value = leaf === undefined ? undefined : valueAt(record, leaf.pointer);
    return leaf?.field.money === undefined ? undefined : readMoney(value, leaf.field.money);
  };
  const crossed = writes.filter(({ after }) => {
    const [low, high] = after === undefined ? [] : [amount(after, 'minPrice'), amount(after, 'maxPrice')];
    return low !== undefined && high !== undefined && low > high;
  });
  const found = new Set(crossed.map(({ by }) => by));
  return (by) => found.has(by);
}

function errorContext(
  requests: RequestWire,
  records: Wire['records'],
  pagings: ReadonlyMap<SpokenEndpoint, PagingLearned>,
  seen: readonly Sighting[],
): ErrorContext {
  const known = new Map<string, Sighting['record']>();
  for (const { kind, id, record, by } of seen) {
    if (kind !== 'listing') continue;
    const key = `${by.session} ${id}`;
    known.set(key, { ...known.get(key), ...record });
  }
  const leaves = records.listing === undefined ? [] : leavesOf(records.listing);
  return {
    requests,
    listingForm: records.listing?.idForm,
    roles: ({ endpoint }) => pagings.get(endpoint)?.roles ?? new Map(),
    known: (session, id) => known.get(`${session} ${id}`),
    boundOf(record, bound) {
      const leaf = leaves.find(({ field }) => field.ours === bound);
      const form = leaf?.field.money;
      if (leaf === undefined || form === undefined) return undefined;
      const amount = readMoney(valueAt(record, leaf.pointer), form);
      const isCents = requests.money?.as === 'cents' || requests.money?.as === 'cents-string';
      return amount === undefined ? undefined : isCents ? Math.round(amount * 100) : amount;
    },
  };
}
