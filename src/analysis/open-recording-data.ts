// A recording opened for a mock that goes on from it: how its service speaks, its records as a world's store holds them (ours
// in the fields that rules are about, the service's own whole), what it holds besides, and what it does not show.
import { nameIn, rewritten } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import { lastPart, lastSegment } from '../http/parse-url.ts';
import { amountIn } from '../dialect/objections/bound-objections.ts';
import { listed, listNames } from '../dialect/profile-form.ts';
import type { DialectForm, ListForm, RecordKind, WriteForm } from '../dialect/profile-form.ts';
import { recorded } from '../dialect/recorded-record.ts';
import type { Carried, RecordedRecord } from '../dialect/recorded-record.ts';
import { listingModel } from '../service/models/listing.ts';
import { reportRunModel } from '../service/models/report-run.ts';
import type { DataSet } from '../service/models/resources.ts';
import { strategyModel } from '../service/models/strategy.ts';
import type { BodyCodec } from '../recording/body/body-codec.ts';
import type { Recording } from '../recording/format.ts';
import type { AnswersBeside } from '../service/service.ts';
import type { Overrides } from '../spec/settings.ts';
import { endpointText, fullPath } from '../spec/endpoints.ts';
import type { NamedRecording } from './exchanges.ts';
import { hydrateRecords } from './hydrate.ts';
import type { AsOf, HydratedRecords } from './hydrate.ts';
import type { WalkedList } from './list-order.ts';
import { formOfRecording } from './learn/learn.ts';
import { readRecording } from './learn/read-recordings.ts';
import { totalsToldBy, withPlaces } from './list-places.ts';
import { latestVersion } from './learn/version-change.ts';
import { assumptionsShown, changeText } from './learn/write-profile.ts';
import { answersBeside } from './answers-beside.ts';

export interface OpenedRecording {
  /** Undefined where the recording holds no answer of an endpoint of §4. */
  readonly form: DialectForm | undefined;
  /** Answers to the assumptions that the form leaves open, as far as the recording shows them. */
  readonly assumptions: Overrides;
  readonly data: DataSet;
  /** What answers besides the endpoints: files, other reads, other writes. */
  readonly beside: (bodies: BodyCodec, now: () => number) => AnswersBeside;
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
  const [{ recording: latest }] = recordings as [NamedRecording];
  const states = readRecording(latest);
  const form = known ?? (latest.interactions.length > 0 ? wholeForm(formOfRecording(latest)) : undefined);
  const hydrated = hydrateRecords(states, asOf, form);
  const { records } = form === undefined ? hydrated : withPlaces(hydrated, form, states, asOf, remembers);
  const notes = [
    ...(change === undefined ? [] : [changeText(change)]),
    ...notesOn({ ...hydrated, records }, form),
  ];
  return {
    form,
    assumptions: assumptionsShown(states.exchanges),
    data: {
      ...(form === undefined ? { listings: [], strategies: [], reportRuns: [] } : dataOf({ records }, form)),
      answered: asOf === 'end' ? states.exchanges.length : 0,
    },
    beside: (bodies, now) => answersBeside(states, records, asOf, recording.upstream, bodies, now, form),
    notes,
  };
}

function wholeForm(form: DialectForm): DialectForm | undefined {
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
    const renamed = rewritten(body, (json) => json.replaceAll(`"${others}":`, `"${own}":`));
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
  const lost = [...assigned].filter((id) => !shown.has(id) && !shown.has(lastPart(id)));
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

const carried = (one: RecordedRecord, ours: Carried['ours']): Carried => ({ ...one, due: [], ours });
