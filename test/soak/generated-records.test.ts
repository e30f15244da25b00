// Records that are made up for a learned profile have the members, kinds and forms of those that the service showed.
import { expect, test } from 'vitest';
import { hydrateRecords } from '../../src/analysis/hydrate.ts';
import { readRecordings } from '../../src/analysis/learn/read-recordings.ts';
import { leavesOf } from '../../src/dialect/known-facts.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import type { RecordKind } from '../../src/dialect/profile-form.ts';
import { numeric } from '../../src/dialect/template-filters.ts';
import { readMoment } from '../../src/dialect/time-forms.ts';
import { isObject, numberOf, textOf } from '../../src/http/exact-json.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { valueAt } from '../../src/http/pointer.ts';
import { recordSession } from '../foreign/judge.ts';
import { learnFrom } from '../foreign/mock.ts';
import { services } from '../foreign/services.ts';

const counts = { listing: 60, strategy: 8, reportRun: 20 };

/** What a leaf is, but for its value; a number by which records are named may look like a moment by chance. */
function formOf(value: Json, isId: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const moment = isId ? undefined : readMoment(value);
  if (moment !== undefined) return `moment ${moment.form}`;
  if (numberOf(value) !== undefined) return 'number';
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
    ? `text with ${value.split('.')[1]!.length} decimals`
    : typeof value;
}

function members(value: Json, at = ''): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    `${at}/${name}`,
    ...members(item, `${at}/${name}`),
  ]);
}

test.each(services)('$name', async (service) => {
  const { recording } = await recordSession(service);
  const { service: form } = learnFrom(recording);
  const made = generateRecords(form!, 7, counts);
  expect(generateRecords(form!, 7, counts)).toEqual(made);
  expect(generateRecords(form!, 8, counts).listing).not.toEqual(made.listing);
  const states = readRecordings([{ name: 'recorded', recording }]);
  const shown = hydrateRecords(states, 'end', undefined).records;
  const before = hydrateRecords(states, 'start', undefined).records;
  for (const kind of ['listing', 'strategy', 'reportRun'] as const) {
    if (form!.records[kind] === undefined) continue;
    expect(made[kind]).toHaveLength(counts[kind]);
    expect(new Set(made[kind].map(({ id }) => id)).size).toBe(counts[kind]);
    const isId = (at: string) => at === form!.records[kind]?.id.at;
    const known = new Map<string, Set<string>>();
    for (const { record } of [...before[kind], ...shown[kind]]) {
      for (const [at, leaf] of leavesOf(record)) {
        const forms = known.get(at) ?? new Set<string>();
        known.set(at, forms.add(formOf(leaf, isId(at))));
      }
    }
    const all = new Set(shown[kind].flatMap(({ record }) => members(record)));
    const strange = made[kind].flatMap(({ record }) => members(record).filter((member) => !all.has(member)));
    expect([...new Set(strange)]).toEqual([]);
    const always = [...all].filter((member) =>
      shown[kind].every(({ record }) => members(record).includes(member)),
    );
    const lacking = always.filter((member) =>
      made[kind].some(({ record }) => !members(record).includes(member)),
    );
    expect(lacking).toEqual([]);
    const wrong = made[kind].flatMap(({ record }) =>
      leavesOf(record).flatMap(([at, leaf]) => {
        const forms = known.get(at);
        return forms === undefined || forms.has(formOf(leaf, isId(at)))
          ? []
          : [`${at}: ${formOf(leaf, isId(at))}, not ${[...forms].join(', ')}`];
      }),
    );
    expect([...new Set(wrong)]).toEqual([]);
    copied(
      kind,
      shown[kind].map(({ record }) => record),
      made[kind].map(({ record }) => record),
      form!.records[kind].fields,
    );
  }
  const { min, max, strategy } = form!.records.listing!;
  const ids = new Set(made.strategy.map(({ id }) => id));
  for (const { record } of made.listing) {
    const [low, high] = [min, max].map((bound) =>
      bound === undefined ? undefined : numeric(valueAt(record, bound.at) ?? null),
    );
    if (low !== undefined && high !== undefined) expect(low).toBeLessThanOrEqual(high);
    const named = strategy === undefined ? null : (valueAt(record, strategy) ?? null);
    if (named !== null) expect([...ids].some((id) => textOf(named).endsWith(id))).toBe(true);
  }
});

/** No words of a recorded record stand in one that is made up, but for enumerations and what all share. */
function copied(
  kind: RecordKind,
  shown: readonly Json[],
  made: readonly Json[],
  fields: Readonly<Record<string, { readonly values?: readonly Json[] | undefined }>>,
): void {
  const enumerated = new Set(
    Object.values(fields).flatMap(({ values = [] }) => values.map((value) => textOf(value))),
  );
  const texts = (records: readonly Json[]) =>
    new Set(
      records.flatMap((record) =>
        leavesOf(record).flatMap(([, leaf]) =>
          typeof leaf === 'string' && leaf.includes(' ') && leaf.length > 6 ? [leaf] : [],
        ),
      ),
    );
  const known = texts(shown);
  const everywhere = [...known].filter((text) =>
    shown.every((record) => JSON.stringify(record).includes(text)),
  );
  const taken = [...texts(made)].filter(
    (text) => known.has(text) && !enumerated.has(text) && !everywhere.includes(text),
  );
  expect({ kind, taken }).toEqual({ kind, taken: [] });
}
