// A recording opened for a mock that goes on from it: how its service speaks, its records as a world's store holds them (ours
// in the fields that rules are about, the service's own whole), its files, and what it does not show.
import { isObject, nameIn } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt } from '../http/pointer.ts';
import { lastSegment } from '../http/parse-url.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import { amountIn } from '../dialect/objections.ts';
import { numeric } from '../dialect/template-filters.ts';
import { gapsBetween } from '../dialect/known-list.ts';
import type { Gap } from '../dialect/known-list.ts';
import { listed, listNames } from '../dialect/profile-form.ts';
import type {
  DialectForm,
  ListForm,
  ListName,
  QueryForm,
  RecordKind,
  WriteForm,
} from '../dialect/profile-form.ts';
import { recorded } from '../dialect/recorded-record.ts';
import { conditionsOf, hasConditionsAlone, isExplained, pick, reveals } from '../dialect/select-page.ts';
import type { Carried, RecordedRecord } from '../dialect/recorded-record.ts';
import { listingModel } from '../service/models/listing.ts';
import { reportRunModel } from '../service/models/report-run.ts';
import type { DataSet } from '../service/models/resources.ts';
import { strategyModel } from '../service/models/strategy.ts';
import type { BodyCodec } from '../recording/body/body-codec.ts';
import type { Recording } from '../recording/format.ts';
import type { AnswerFiles } from '../service/service.ts';
import type { Overrides } from '../spec/settings.ts';
import { endpointText, fullPath } from '../spec/endpoints.ts';
import type { Exchange } from './exchanges.ts';
import { hydrateRecords } from './hydrate.ts';
import type { AsOf, HydratedRecords, WalkedList } from './hydrate.ts';
import { isWhole } from './learn/learn-filters.ts';
import { explainRecordings } from './learn/learn.ts';
import type { Learned } from './learn/learn.ts';
import { readRecordings } from './learn/read-recordings.ts';
import type { States } from './learn/states.ts';
import type { Walk } from './learn/walks.ts';
import { latestVersion } from './learn/version-change.ts';
import { assumptionsShown, changeText } from './learn/write-profile.ts';
import { recordedFiles } from './recorded-files.ts';

export interface OpenedRecording {
  /** Undefined where the recording holds no answer of an endpoint of §4. */
  readonly form: DialectForm | undefined;
  /** Answers to the assumptions that the form leaves open, as far as the recording shows them. */
  readonly assumptions: Overrides;
  readonly data: DataSet;
  readonly files: (bodies: BodyCodec, now: () => number) => AnswerFiles;
  /** What was found, what is missing and what the recording shows in part; for people. */
  readonly notes: readonly string[];
}

/**
 * @param known how the service speaks, where a profile says so; else the recording itself teaches it
 * @param remembers whether lists that nothing explains are answered as they were recorded
 */
export function openRecordingData(
  recording: Recording,
  asOf: AsOf,
  known?: DialectForm,
  remembers = true,
): OpenedRecording {
  const { recordings, change } = latestVersion([{ name: 'recording', recording }]);
  const isLearned = known === undefined && recordings[0]!.recording.interactions.length > 0;
  const learned = isLearned ? explainRecordings(recordings) : undefined;
  const states = learned?.states ?? readRecordings(recordings);
  const form = known ?? (learned && wholeForm(learned));
  const hydrated = hydrateRecords(states, asOf, form);
  const { records } = form === undefined ? hydrated : withPlaces(hydrated, form, states, asOf, remembers);
  const notes = [
    ...(change === undefined ? [] : [changeText(change)]),
    ...notesOn({ ...hydrated, records }, form),
  ];
  return {
    form,
    assumptions: assumptionsShown(states.exchanges),
    data: form === undefined ? { listings: [], strategies: [], reportRuns: [] } : dataOf({ records }, form),
    files: (bodies, now) => recordedFiles(states, asOf, recording.upstream, bodies, now),
    notes,
  };
}

/**
 * The records with their places in lists: in those that the form picks or sorts otherwise than they were recorded, for which
 * records such a list has, no rule tells, but the recording does; and beside others that a list tells of and nobody saw.
 * @param remembers whether lists that nothing explains have the records that were recorded
 */
function withPlaces(
  { records, walked }: HydratedRecords,
  { lists }: DialectForm,
  states: States,
  asOf: AsOf,
  remembers: boolean,
): Pick<HydratedRecords, 'records'> {
  const placed = (endpoint: ListName): readonly RecordedRecord[] => {
    const list = lists[endpoint];
    const kind = listed[endpoint];
    if (list === undefined) return records[kind];
    const own = withHidden(records[kind], list.query, walked[endpoint]);
    const withGaps = amongUnknown(own, list, walked[endpoint], asOf);
    return remembers ? withRemembered(withGaps, kind, list, walked[endpoint], states, asOf) : withGaps;
  };
  return {
    records: {
      listing: placed('listListings'),
      strategy: placed('listStrategies'),
      reportRun: placed('listReports'),
    },
  };
}

/** How many records a list had then, at least, as its pages tell or show; undefined where they do neither. */
function lengthTold({ pages, order, total }: Walk, list: ListForm, asOf: AsOf): number | undefined {
  const told = pages.flatMap(({ listed: { by } }) => totalsToldBy(by, list));
  const length = told.at(asOf === 'start' ? 0 : -1) ?? total;
  if (length !== undefined) return length;
  const last = pages.findLast(({ from, listed: { ids } }) => from! + ids.length >= order.length);
  return last !== undefined && goesOn(last.listed.by, list) ? order.length + 1 : undefined;
}

/** Whether an answer says that there is a page behind it. */
const goesOn = ({ body, headers }: Exchange, form: ListForm): boolean =>
  placesOfNext(form.body).some((at) => ![undefined, null, false, ''].includes(valueAt(body, at) as null)) ||
  Object.entries(form.headers ?? {}).some(
    ([name, value]) =>
      tellsNext(value) &&
      headers.some(([own, text]) => own.toLowerCase() === name.toLowerCase() && text.includes('next')),
  );

const tellsNext = (template: Json): boolean => /\{page\.(?:next|more)\b/.test(JSON.stringify(template));

/** Where a body tells what the next page is, or whether there is one; a list of links may have any of them. */
function placesOfNext(template: Json, at = ''): string[] {
  if (!tellsNext(template) || Array.isArray(template)) return [];
  if (!isObject(template) || Object.keys(template).some((name) => name.startsWith('{'))) return [at];
  return Object.entries(template).flatMap(([name, item]) => placesOfNext(item, pointerTo(at, name)));
}

const isTotal = (template: unknown) =>
  typeof template === 'string' && /^\{page\.total(?: \||\})/.test(template);

/** How long an answer says that its whole list is. */
function totalsToldBy({ body, headers }: Exchange, form: ListForm): number[] {
  const places = leavesOf(form.body ?? null).flatMap(([at, leaf]) => (isTotal(leaf) ? [at] : []));
  const names = Object.entries(form.headers ?? {}).flatMap(([name, value]) =>
    isTotal(value) ? [name.toLowerCase()] : [],
  );
  const told = [
    ...places.map((at) => valueAt(body, at)),
    ...headers.flatMap(([name, value]) => (names.includes(name.toLowerCase()) ? [value] : [])),
  ];
  return told.flatMap((value) => {
    const number = numeric(value);
    return number !== undefined && number >= 0 && Number.isSafeInteger(number) ? [number] : [];
  });
}

/** The records with their places in the usual list, where that has others that nobody saw. */
function amongUnknown(
  own: readonly RecordedRecord[],
  list: ListForm,
  { walks }: WalkedList,
  asOf: AsOf,
): readonly RecordedRecord[] {
  const [usual] = walks
    .filter(({ rest }) => rest.length === 0)
    .sort((a, b) => b.order.length - a.order.length);
  if (usual === undefined) return own;
  const usualQuery = new URLSearchParams();
  const ids = new Map(own.map(({ id, record }) => [record, id]));
  const visible = own.filter(({ isHidden }) => isHidden !== true).map(({ record }) => record);
  const shown = pick(visible, usualQuery, list.query).all.map((record) => ids.get(record)!);
  const length = lengthTold(usual, list, asOf) ?? usual.order.length;
  if (shown.length >= length) return own;
  const places = new Map(
    shown.flatMap((id) => {
      const place = usual.places.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
  // Those of which only other answers tell stand somewhere between the others.
  const free = gapsBetween(
    [...places.values()].sort((a, b) => a - b),
    length,
  ).flatMap(([from, to]) => Array.from({ length: Math.min(to - from, shown.length) }, (_, at) => from + at));
  const lost = shown.filter((id) => !places.has(id));
  lost.forEach((id, at) => places.set(id, free[at] ?? length + at));
  const gaps = gapsBetween(
    [...places.values()].sort((a, b) => a - b),
    length,
  );
  let last = -1;
  return own.map((one, at) => {
    const place = places.get(one.id) ?? last + 0.5;
    last = Math.floor(place);
    return { ...one, place, ...(at === 0 && { gaps: { [conditionsOf(usualQuery, list.query)]: gaps } }) };
  });
}

/** The records with their places in lists that were asked for by conditions. */
function withRemembered(
  own: readonly RecordedRecord[],
  kind: RecordKind,
  list: ListForm,
  { walks }: WalkedList,
  states: States,
  asOf: AsOf,
): readonly RecordedRecord[] {
  const { query: form } = list;
  const hidden = new Set(own.flatMap(({ id, isHidden }) => (isHidden === true ? [id] : [])));
  const usual = walks.find(({ rest }) => rest.length === 0);
  const usualLength = usual && lengthTold(usual, list, asOf);
  const places = new Map<string, Record<string, number | null>>();
  const place = (id: string, conditions: string, at: number | null) =>
    places.set(id, { ...places.get(id), [conditions]: at });
  const gaps: Record<string, readonly Gap[]> = {};
  for (const one of asOf === 'start' ? [...walks].reverse() : walks) {
    const { rest, order, total, pages } = one;
    const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, value]));
    // Runs go on by themselves: a list of them says nothing against a rule.
    if (
      !hasConditionsAlone(query, form) ||
      (kind === 'reportRun' && isExplained(query, form, own[0]?.record))
    )
      continue;
    const conditions = conditionsOf(query, form);
    const length = lengthTold(one, list, asOf);
    const leaveGap = (known: number) => {
      if (length !== undefined && length > known) gaps[conditions] = [[known, length]];
    };
    const { step } = pages[0]!.listed;
    const shown = reveals(query, form) ? own : own.filter(({ id }) => !hidden.has(id));
    const then = new Map(shown.map(({ id, record }) => [states.before(step, kind, id) ?? record, id]));
    const told = pick([...then.keys()], query, form).all.map((record) => then.get(record)!);
    const isTold = order.every((id, at) => id === told[at]) && (total === undefined || total === told.length);
    if (isTold) {
      leaveGap(told.length);
      continue;
    }
    // Where only their order is not told, those that were not seen stand behind the others.
    const [shownIds, toldIds] = [new Set(order), new Set(told)];
    const isOrderAlone =
      order.every((id) => id === undefined || toldIds.has(id)) &&
      (isExplained(query, form, own[0]?.record)
        ? (total ?? told.length) === told.length
        : length !== undefined && length === usualLength);
    if (order.length === 0 && own[0] !== undefined) place(own[0].id, conditions, null);
    order.forEach((id, at) => {
      if (id !== undefined) place(id, conditions, at);
    });
    const behind = isOrderAlone ? told.filter((id) => !shownIds.has(id)) : [];
    behind.forEach((id, at) => {
      place(id, conditions, order.length + at);
    });
    leaveGap(order.filter((id) => id !== undefined).length + behind.length);
  }
  return own.map((one, at) => {
    const picked = places.get(one.id);
    return {
      ...one,
      ...(picked !== undefined && { picked }),
      ...(at === 0 && Object.keys(gaps).length > 0 && { gaps: { ...one.gaps, ...gaps } }),
    };
  });
}

/** The records, those marked that their list has where it is asked for them alone. */
function withHidden(
  own: readonly RecordedRecord[],
  form: QueryForm,
  { walks }: WalkedList,
): readonly RecordedRecord[] {
  if (form.hidden === undefined || form.hidden.at !== undefined) return own;
  const usual = walks.find((one) => one.rest.length === 0 && isWhole(one));
  if (usual === undefined) return own;
  return own.map((one) => (usual.places.has(one.id) ? one : { ...one, isHidden: true }));
}

function wholeForm({ form }: Learned): DialectForm | undefined {
  const isEmpty = [form.lists, form.reads, form.writes, form.errors].every(
    (part) => Object.keys(part).length === 0,
  );
  return isEmpty ? undefined : withSisterLists(withUsualWrites(form));
}

/** Writes that were not recorded are done as §4 says where the records have its names; no answer of another form is made up. */
function withUsualWrites(form: DialectForm): DialectForm {
  const { fields = {} } = form.records.listing ?? {};
  const answer = { status: 200, body: form.reads.getListing?.body ?? '{record}' };
  const price = ['/minPrice', '/maxPrice'];
  const bound = (at: string) =>
    ({ at, as: fields[at]!.kinds.includes('string') ? 'text' : 'number', scale: 1 }) as const;
  const updatePrice: WriteForm | undefined = price.every((at) => Object.hasOwn(fields, at))
    ? {
        ...answer,
        fields: price,
        min: bound('/minPrice'),
        max: bound('/maxPrice'),
        sets: { '/minPrice': '{sent/minPrice?}', '/maxPrice': '{sent/maxPrice?}' },
      }
    : undefined;
  const updateStrategy: WriteForm | undefined = Object.hasOwn(fields, '/strategyId')
    ? {
        ...answer,
        fields: ['/strategyId'],
        strategy: '/strategyId',
        sets: { '/strategyId': '{sent/strategyId?}' },
      }
    : undefined;
  const { listing } = form.records;
  return {
    ...form,
    ...(listing !== undefined &&
      updatePrice !== undefined &&
      form.writes.updatePrice === undefined && {
        records: { ...form.records, listing: { min: updatePrice.min!, max: updatePrice.max!, ...listing } },
      }),
    writes: {
      ...(updatePrice && { updatePrice }),
      ...(updateStrategy && { updateStrategy }),
      ...form.writes,
    },
  };
}

/** A list that was not recorded is answered as its sister is, the name of the collection in place of the other's. */
function withSisterLists(form: DialectForm): DialectForm {
  const known = listNames.find((name) => form.lists[name] !== undefined);
  if (known === undefined) return form;
  const sister = form.lists[known]!;
  const lists = listNames.map((endpoint) => {
    if (form.lists[endpoint] !== undefined) return [endpoint, form.lists[endpoint]];
    const { status, body, headers, query } = sister;
    const { pageSize, size, positions } = query;
    const [own, others] = [endpoint, known].map((name) => lastSegment(fullPath(name))) as [string, string];
    const renamed = JSON.parse(JSON.stringify(body).replaceAll(`"${others}":`, `"${own}":`)) as Json;
    return [
      endpoint,
      {
        status,
        body: renamed,
        headers,
        query: { pageSize, size, positions },
      },
    ];
  });
  return { ...form, lists: Object.fromEntries(lists) as DialectForm['lists'] };
}

const words: Readonly<Record<RecordKind, string>> = {
  listing: 'listings',
  strategy: 'strategies',
  reportRun: 'report runs',
};

function notesOn({ records, walked }: HydratedRecords, form: DialectForm | undefined): string[] {
  if (form === undefined) return ['the recording holds no answer of an endpoint of the service'];
  const notes: string[] = [];
  for (const endpoint of listNames) {
    const kind = listed[endpoint];
    const found = records[kind].length;
    const total = toldTotal(walked[endpoint], form.lists[endpoint]);
    if (total === undefined)
      notes.push(`${endpointText(endpoint)} was not recorded: it is answered as the other lists are`);
    if (found === 0 && total !== 0) notes.push(`the recording shows no ${words[kind]}`);
    else if (total !== undefined && total > found)
      notes.push(`${fullPath(endpoint)} shows ${found} of ${total}: the others were not recorded`);
    const remembered = new Set(records[kind].flatMap(({ picked = {} }) => Object.keys(picked))).size;
    if (remembered > 0)
      notes.push(
        `${endpointText(endpoint)}: ${remembered === 1 ? 'a list that no rule explains is' : `${remembered} lists that no rule explains are`} shown as recorded`,
      );
  }
  const named =
    form.records.listing?.strategy ??
    (Object.hasOwn(form.records.listing?.fields ?? {}, '/strategyId') ? '/strategyId' : undefined);
  const shown = new Set(records.strategy.map(({ id }) => id));
  const assigned = new Set(
    records.listing.flatMap(
      ({ record }) => nameIn(named === undefined ? undefined : valueAt(record, named)) ?? [],
    ),
  );
  const lost = [...assigned].filter((id) => !shown.has(id) && !shown.has(lastSegment(id)));
  if (named !== undefined && lost.length > 0)
    notes.push(
      `${lost.length === 1 ? `strategy ${lost[0]!} is` : `${lost.length} strategies, such as ${lost[0]!}, are`} assigned and shown nowhere`,
    );
  return notes;
}

/** How many records a list has, as far as its pages or what they tell of it show; undefined where it was never asked for. */
function toldTotal({ lists, walks }: WalkedList, form: ListForm | undefined): number | undefined {
  if (lists.length === 0) return undefined;
  const walked = walks.map(({ total, order }) => total ?? order.length);
  const told = form === undefined ? [] : lists.flatMap(({ by }) => totalsToldBy(by, form));
  return Math.max(0, ...walked, ...told);
}

const someId = '00000000-0000-4000-8000-000000000000';

export function dataOf({ records }: Pick<HydratedRecords, 'records'>, form: DialectForm): DataSet {
  const shown = form.records.listing;
  return {
    listings: records.listing.map((one) => {
      const ours = {
        minPrice: amountIn(one.record, shown?.min) ?? null,
        maxPrice: amountIn(one.record, shown?.max) ?? null,
        strategyId: nameIn(shown?.strategy === undefined ? undefined : valueAt(one.record, shown.strategy)),
      };
      const base = listingModel.check({ id: someId, strategyId: null }).value!;
      return { ...base, ...ours, id: one.id, [recorded]: carried(one, ours) };
    }),
    strategies: records.strategy.map((one) => ({
      ...strategyModel.check({ id: 'some' }).value!,
      id: one.id,
      [recorded]: carried(one, {}),
    })),
    reportRuns: records.reportRun.map((one) => ({
      ...reportRunModel.check({ id: someId }).value!,
      id: one.id,
      [recorded]: carried(one, {}),
    })),
  };
}

const carried = (
  { place, record, changes, objects, done, writes, picked, gaps, isHidden }: RecordedRecord,
  ours: Readonly<Record<string, unknown>>,
): Carried => ({ place, record, changes, objects, done, writes, picked, gaps, isHidden, due: [], ours });
