// What answers tell beside their records of what these name, such as the users that a page of listings names: an object with a
// member for each, or a list in which each item has the name in a leaf of its own.
import { isList, isObject, nameIn } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { pointerTo, valueAt, withoutValueAt } from '../../../http/pointer.ts';
import { firstsByName } from '../../../dialect/each-value.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import type { RecordKind } from '../../../dialect/profile-form.ts';
import type { Exchange } from '../../exchanges.ts';
import type { Places } from '../../find-records.ts';
import { isListed } from '../../find-records.ts';
import { grouped } from '../../groups.ts';
import type { Sighting } from './sightings.ts';

/** What was told last of each name, by the place of records where it stands and the name. */
export type Entries = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** What stands somewhere in an answer by names. */
interface Table {
  /** Where it stands, and the leaf of its items by which they are told apart, if it is a list. */
  readonly key: string;
  readonly entries: readonly (readonly [name: string, entry: Json])[];
}

/** A table of an answer with the records that it shows. */
interface Shown extends Table {
  readonly records: readonly Json[];
}

/** Tables stand no deeper. */
const deepest = 3;

export function entriesBeside(
  exchanges: readonly Exchange[],
  byStep: readonly (readonly Sighting[])[],
  places: Places,
): Readonly<Record<RecordKind, Entries>> {
  const entriesOf = (kind: RecordKind): Entries => {
    const shown = exchanges.flatMap((by, step): Shown[] => {
      const own = byStep[step]!.filter((sighting) => sighting.kind === kind);
      const rest = own.length === 0 ? undefined : bodyBeside(by, own[0]!, places);
      const records = own.map(({ record }) => record);
      return rest === undefined ? [] : tablesIn(rest).map((table) => ({ ...table, records }));
    });
    const found: Record<string, Record<string, Json>> = {};
    for (const own of grouped(shown, ({ key }) => key).values()) {
      if (new Set(own.map(namesIn)).size < 2) continue;
      for (const at of placesOf(own)) {
        const known = (found[at] ??= Object.create(null) as Record<string, Json>);
        for (const { entries } of own) for (const [name, entry] of entries) known[name] = entry;
      }
    }
    return found;
  };
  return {
    listing: entriesOf('listing'),
    strategy: entriesOf('strategy'),
    reportRun: entriesOf('reportRun'),
  };
}

/** The body of an answer without its records; undefined where it is a record. */
function bodyBeside(by: Exchange, { endpoint, at }: Sighting, places: Places): Json | undefined {
  const place = isListed(by) ? places.lists[endpoint]?.at : at;
  return place === undefined || place === '' || by.body === undefined
    ? undefined
    : withoutValueAt(by.body, place);
}

function tablesIn(value: Json, at = '', depth = 0): Table[] {
  if (isList(value)) return listTables(value, at);
  if (!isObject(value) || depth > deepest) return [];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    tablesIn(item, pointerTo(at, name), depth + 1),
  );
  const entries = Object.entries(value);
  const isTable = entries.length > 0 && entries.every(([, item]) => isObject(item));
  return isTable ? [{ key: at, entries }, ...inner] : inner;
}

/** A list by each leaf that its items have and that tells them apart. */
function listTables(list: readonly Json[], at: string): Table[] {
  const [first] = list;
  if (!isObject(first) || !list.every(isObject)) return [];
  return Object.keys(first).flatMap((leaf): Table[] => {
    const entries = list.map((item) => [nameIn(item[leaf]) ?? '', item] as const);
    const names = new Set(entries.map(([name]) => name));
    return names.size === list.length && !names.has('') ? [{ key: `${at} ${leaf}`, entries }] : [];
  });
}

const namesIn = ({ entries }: Table): string => JSON.stringify(entries.map(([name]) => name).sort());

/** The places where the records of each answer have just the names of its table. */
function placesOf(shown: readonly Shown[]): string[] {
  const all = shown[0]!.records.flatMap((record) => leavesOf(record).map(([at]) => at));
  return [...new Set(all)].filter((at) =>
    shown.every(({ records, entries }) => {
      const names = firstsByName(records, (record) => valueAt(record, at));
      return names.size === entries.length && entries.every(([name]) => names.has(name));
    }),
  );
}
