// What a profile says of the data that it was learned from, which it must not.
import { grouped } from '../../src/analysis/groups.ts';
import { readRecording } from '../../src/analysis/learn/read-recordings.ts';
import type { Sighting } from '../../src/analysis/learn/records/sightings.ts';
import { leavesOf } from '../../src/dialect/known-facts.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import { textOf } from '../../src/http/exact-json.ts';
import type { Json } from '../../src/http/exact-json.ts';
import type { Recording } from '../../src/recording/format.ts';

/** The texts of records that stand in a profile, but for enumerations and what most records of a kind share. */
export function leakedTexts(profile: Profile, recording: Recording): string[] {
  const { exchanges, sightings } = readRecording(recording);
  const shared = new Set<string>();
  for (const kind of ['listing', 'strategy', 'reportRun'] as const) {
    const records = new Map<string, Set<string>>();
    for (const { id, record } of sightings.filter((one) => one.kind === kind))
      records.set(id, new Set([...(records.get(id) ?? []), ...leaves(record)]));
    const told = [...records.values()];
    for (const text of told.flatMap((texts) => [...texts]))
      if (2 * told.filter((texts) => texts.has(text)).length > told.length) shared.add(text);
  }
  const fields = Object.values(profile.service!.records).flatMap((form) => Object.values(form.fields));
  const values = fields.flatMap(({ values: few = [] }) => few.map((value) => textOf(value)));
  const enumerated = new Set([...values, ...enumeratedIn(sightings)]);
  const data = new Set(sightings.flatMap(({ record }) => [...leaves(record)]));
  // Names of fields, and ways to them, are no data, nor are numbers that happen to stand elsewhere.
  const names = new Set(
    sightings.flatMap(({ record }) =>
      [...JSON.stringify(record).matchAll(/"([^"]*)":/g)].map(([, name]) => name!),
    ),
  );
  // What several refusals say is a word of the service, though a record has it, too.
  const refusals = exchanges.filter(({ ok }) => !ok).map(({ body }) => leaves(body ?? null));
  const isToldOften = (text: string) => refusals.filter((texts) => texts.has(text)).length > 2;
  // So is a plain word, such as a kind of strategies, that a refusal says in a sentence, in small letters if records write it
  // with a capital, as they write names.
  const said = new Set(
    refusals.flatMap((texts) => [...texts].flatMap((text) => text.toLowerCase().match(/\p{Ll}+/gu) ?? [])),
  );
  const saidSmall = new Set(
    refusals.flatMap((texts) =>
      [...texts].flatMap((text) => text.match(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu) ?? []),
    ),
  );
  const isPlainWord = (text: string) =>
    (/^\p{Ll}+$/u.test(text) && said.has(text)) ||
    (/^\p{Lu}\p{Ll}+$/u.test(text) && saidSmall.has(text.toLowerCase()));
  const held = leaves(JSON.parse(printProfile(profile)) as Json);
  return [...held].filter(
    (text) =>
      text.length > 3 &&
      data.has(text) &&
      !enumerated.has(text) &&
      !shared.has(text) &&
      !text.split(/[./]/).every((step) => names.has(step)) &&
      !isToldOften(text) &&
      !isPlainWord(text),
  );
}

/**
 * The texts at places, in lists too, that have few values in many records, whatever the profile says of them; also of what some
 * answers show beside what the record is, such as its links.
 */
function enumeratedIn(sightings: readonly Sighting[]): Set<string> {
  const shownIn = ({ record, odd }: Sighting) => [
    ...leavesOf(record),
    ...Object.entries(odd).flatMap(([at, value]) => leavesOf(value, at, () => '*')),
  ];
  const told = sightings.flatMap((one) =>
    shownIn(one).flatMap(([at, leaf]) =>
      [leaf]
        .flat()
        .flatMap((text) =>
          typeof text === 'string' ? [{ place: `${one.kind} ${at}`, id: one.id, leaf: text }] : [],
        ),
    ),
  );
  return new Set(
    [...grouped(told, ({ place }) => place)].flatMap(([place, own]) => {
      const values = new Set(own.map(({ leaf }) => leaf));
      const records = new Set(own.map(({ id }) => id)).size;
      const isMany = values.size <= 8 && records >= 2 * values.size && records > 2;
      // Strategies are few: a plain word that two of them share is a kind.
      const areKinds =
        place.startsWith('strategy ') &&
        values.size <= 4 &&
        records > values.size &&
        [...values].every((value) => /^(?:[\p{Ll}_-]+|[\p{Lu}_-]+)$/u.test(value));
      return isMany || areKinds ? [...values] : [];
    }),
  );
}

/** The ids of single requests that stand in a profile: what is called so, and is another in each answer. */
export function leakedRequestIds(profile: Profile, recording: Recording): string[] {
  const isCalledSo = (name: string) => /request.?id|trace|correlation|debug.?id/i.test(name);
  const shown = readRecording(recording).exchanges.flatMap(({ headers, body }) => [
    ...headers.map(([name, value]) => ({ at: name.toLowerCase(), value })),
    ...leavesOf(body ?? null).map(([at, value]) => ({ at, value })),
  ]);
  const held = printProfile(profile);
  return [...grouped(shown, ({ at }) => at)].flatMap(([at, own]) => {
    const texts = own.flatMap(({ value }) => (typeof value === 'string' && value.length > 7 ? [value] : []));
    const isOfOne = isCalledSo(at) && texts.length > 2 && new Set(texts).size === texts.length;
    return isOfOne ? texts.filter((text) => held.includes(text)) : [];
  });
}

/** The texts in a value. */
function leaves(value: Json): Set<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((item) => [...leaves(item)]));
}
