// Records that are made up for a learned profile have the members, kinds and forms of those that the service showed.
import { expect } from 'vitest';
import { hydrateRecords } from '../../src/analysis/hydrate.ts';
import { readRecording } from '../../src/analysis/learn/read-recordings.ts';
import { leavesOf } from '../../src/dialect/known-facts.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import type { DialectForm, RecordKind } from '../../src/dialect/profile-form.ts';
import { inUnit, numeric, worthOf } from '../../src/dialect/template-filters.ts';
import { sameValue } from '../../src/dialect/templates.ts';
import { readMoment } from '../../src/dialect/time-forms.ts';
import { isObject, numberOf, textOf } from '../../src/http/exact-json.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { valueAt } from '../../src/http/pointer.ts';
import type { Recording } from '../../src/recording/format.ts';

const counts = { listing: 60, strategy: 8, reportRun: 20 };

/** What a leaf is, but for its value; a number by which records are named may look like a moment by chance. */
function formOf(value: Json, isId: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const moment = isId ? undefined : readMoment(value);
  if (moment !== undefined) return `moment ${moment.form}`;
  if (numberOf(value) !== undefined) return 'number';
  const unit = inUnit(value)?.unit;
  if (unit !== undefined && /\p{Sc}|(?<![A-Z])[A-Z]{3}(?![A-Z])/u.test(unit)) return `amount in${unit}`;
  if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))
    return `text with ${value.split('.')[1]!.length} decimals`;
  return typeof value === 'string' && /^\w+:\/\//.test(value) ? 'link' : typeof value;
}

const isAmount = (leaf: string) => worthOf(leaf) !== undefined;
const isMoment = (leaf: string) => readMoment(leaf) !== undefined;

/** What an object has, and the first item of each list. */
function members(value: Json, at = ''): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [] : [`${at}/0`, ...members(value[0] as Json, `${at}/0`)];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    `${at}/${name}`,
    ...members(item, `${at}/${name}`),
  ]);
}

/** What two leaves are together in records that are made up and never in those of the service, where one tells the other. */
function strangePairs(shown: readonly Json[], made: readonly Json[], places: readonly string[]): string[] {
  const toldBy = (records: readonly Json[], at: string) =>
    records.map((record) => {
      const value = valueAt(record, at);
      return { isThere: value !== undefined, text: textOf(value) };
    });
  const [known, own] = [shown, made].map((records) => new Map(places.map((at) => [at, toldBy(records, at)])));
  return places.flatMap((a) => {
    const first = known!.get(a)!;
    const texts = new Set(first.map(({ text }) => text));
    if (texts.size < 2) return [];
    return places.flatMap((b) => {
      const second = known!.get(b)!;
      const both = first.filter(({ isThere }, at) => isThere && second[at]!.isThere);
      const pairOf = (at: number, [one, other] = [first, second]) =>
        `${a} ${one[at]!.text}, ${b} ${other[at]!.text}`;
      const pairs = new Set(first.map((_, at) => pairOf(at)));
      // One tells the other: it stands in no two pairs.
      if (a === b || pairs.size !== texts.size || both.length < texts.size * 4) return [];
      // What is there but a few times stands beside one text by chance.
      const isOften = (own: string) => first.filter(({ text }) => text === own).length >= 6;
      const [ownFirst, ownSecond] = [own!.get(a)!, own!.get(b)!];
      return made.flatMap((_, at) => {
        const pair = pairOf(at, [ownFirst, ownSecond]);
        return pairs.has(pair) || !isOften(ownFirst[at]!.text) ? [] : [pair];
      });
    });
  });
}

/** That records made up by a profile have the members, kinds and forms of those that the recording shows. */
export function expectAlikeRecords(form: DialectForm, recording: Recording): void {
  const made = generateRecords(form, 7, counts);
  expect(generateRecords(form, 7, counts)).toEqual(made);
  expect(generateRecords(form, 8, counts).listing).not.toEqual(made.listing);
  const states = readRecording(recording);
  const shown = hydrateRecords(states, 'end', undefined).records;
  const before = hydrateRecords(states, 'start', undefined).records;
  for (const kind of ['listing', 'strategy', 'reportRun'] as const) {
    if (form.records[kind] === undefined) continue;
    expect(made[kind]).toHaveLength(counts[kind]);
    expect(new Set(made[kind].map(({ id }) => id)).size).toBe(counts[kind]);
    const { at: idAt } = form.records[kind].id;
    const { strategy: strategyAt } = form.records.listing ?? {};
    const isId = (at: string, leaf: Json, record: Json) =>
      at === idAt ||
      (kind === 'listing' && at === strategyAt) ||
      sameValue(leaf, valueAt(record, idAt) ?? null);
    // Runs go on: each lacks at first what it has in the end.
    const runs = states.sightings.filter((one) => one.kind === 'reportRun' && one.kind === kind);
    const each: readonly { readonly record: Json }[] = [...before[kind], ...shown[kind], ...runs];
    const formsAt = new Map<string, Set<string>>();
    for (const { record } of each) {
      for (const [at, leaf] of leavesOf(record)) {
        const forms = formsAt.get(at) ?? new Set<string>();
        formsAt.set(at, forms.add(formOf(leaf, isId(at, leaf, record))));
      }
    }
    const all = new Set(each.flatMap(({ record }) => members(record)));
    const strange = made[kind].flatMap(({ record }) => members(record).filter((member) => !all.has(member)));
    expect([...new Set(strange)]).toEqual([]);
    const membersOf = (records: readonly { readonly record: Json }[]) =>
      records.map(({ record }) => new Set(members(record)));
    const [known, own] = [membersOf(each), membersOf(made[kind])];
    const always = [...all].filter((member) => known.every((one) => one.has(member)));
    const lacking = always.filter((member) => own.some((one) => !one.has(member)));
    expect(lacking).toEqual([]);
    const wrong = made[kind].flatMap(({ record }) =>
      leavesOf(record).flatMap(([at, leaf]) => {
        const forms = formsAt.get(at);
        const own = formOf(leaf, isId(at, leaf, record));
        return forms === undefined || forms.has(own) ? [] : [`${at}: ${own}, not ${[...forms].join(', ')}`];
      }),
    );
    expect([...new Set(wrong)]).toEqual([]);
    const enumerated = Object.entries(form.records[kind].fields).flatMap(([at, { seen, values = [] }]) =>
      seen > 9 && values.length > 1 && values.every((value) => typeof value === 'string') ? [at] : [],
    );
    const [shownHere, madeHere] = [each, made[kind]].map((some) => some.map(({ record }) => record));
    if (each.length > 9) expect(strangePairs(shownHere!, madeHere!, enumerated)).toEqual([]);
    copied(kind, shownHere!, madeHere!, { ...form.records[kind].fields, ...form.records[kind].items });
  }
  const { min, max, strategy } = form.records.listing!;
  const ids = new Set(made.strategy.map(({ id }) => id));
  for (const { record } of made.listing) {
    const [low, high] = [min, max].map((bound) =>
      bound === undefined ? undefined : numeric(valueAt(record, bound.at) ?? null),
    );
    if (low !== undefined && high !== undefined) expect(low).toBeLessThanOrEqual(high);
    const named = strategy === undefined ? null : (valueAt(record, strategy) ?? null);
    if (named !== null) expect([...ids].some((id) => textOf(named).endsWith(id))).toBe(true);
  }
}

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
          typeof leaf === 'string' &&
          leaf.includes(' ') &&
          leaf.length > 6 &&
          !isAmount(leaf) &&
          !isMoment(leaf)
            ? [leaf]
            : [],
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
