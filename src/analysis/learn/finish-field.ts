// From what was counted of a field to what a profile says of it. No text of the recording passes here, but the values
// of enumerations: few, short, shared by records, and no free text.
import type { FieldWire, JsonType, MoneyForm, TextFormat, TimeForm } from '../../dialect/wire.ts';
import type { FieldStats } from './field-stats.ts';
import { commonest } from './findings.ts';

export interface FieldHints {
  /** By place, the field of ours. */
  readonly ours: ReadonlyMap<string, string>;
  /** By place, how an amount is written. */
  readonly money: ReadonlyMap<string, MoneyForm>;
  /** By place, which value stands for which of ours. */
  readonly means: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

export function finishFields(stats: FieldStats, place: string, hints: FieldHints): FieldWire[] {
  return stats.order.map((name) => {
    const step = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return finishField(stats.fields.get(name)!, step, stats, hints);
  });
}

function finishField(stats: FieldStats, place: string, parent: FieldStats, hints: FieldHints): FieldWire {
  const { name, there, nulls } = stats;
  // A view that never shows the field says nothing about its presence elsewhere.
  const seen = [...parent.objects].reduce(
    (sum, [view, count]) => sum + (stats.views.has(view) ? count : 0),
    0,
  );
  const absent = Math.max(0, seen - there);
  const ours = hints.ours.get(place);
  const states = statesOf(stats, parent);
  const means = hints.means.get(place);
  return {
    name,
    ...(ours !== undefined && { ours }),
    seen: Math.max(seen, there),
    ...(absent > 0 && { absent }),
    ...(nulls > 0 && { nulls }),
    ...finishValue(stats, place, hints),
    ...(means !== undefined && { means }),
    ...nothingOf(stats, ours, absent),
    ...(states !== undefined && { in: states }),
  };
}

/** A bound or a strategy that is not set may be left out, or be an empty text. */
function nothingOf(
  { nulls, values, shortest }: FieldStats,
  ours: string | undefined,
  absent: number,
): Pick<FieldWire, 'nothing'> {
  if (nulls > 0 || !/^(minPrice|maxPrice|strategyId)$/.test(ours ?? '')) return {};
  if (shortest === 0 || values?.has('') === true) return { nothing: 'empty' };
  return absent > 0 ? { nothing: 'omitted' } : {};
}

function finishValue(stats: FieldStats, place: string, hints: FieldHints): Omit<FieldWire, 'name' | 'seen'> {
  const types = typesOf(stats);
  const time = timeOf(stats);
  const money = time === undefined ? hints.money.get(place) : undefined;
  const format = time === undefined ? formatOf(stats) : ('time' as const);
  const values = time === undefined && money === undefined ? enumerationOf(stats, format) : undefined;
  const range = values === undefined ? rangeOf(stats, types, time, format) : undefined;
  return {
    types: time?.startsWith('unix') === true ? ['integer'] : types,
    ...(format !== undefined && { format }),
    ...(time !== undefined && { time }),
    ...(money !== undefined && { money }),
    ...(values !== undefined && { values }),
    ...(range !== undefined && { range }),
    ...(stats.decimals > 0 && { decimals: stats.decimals }),
    ...(stats.fields.size > 0 && { fields: finishFields(stats, place, hints) }),
    ...(stats.items !== undefined && { items: finishItems(stats.items, `${place}/*`, hints) }),
  };
}

function finishItems(items: FieldStats, place: string, hints: FieldHints): FieldWire {
  return {
    name: '*',
    seen: items.there,
    ...(items.nulls > 0 && { nulls: items.nulls }),
    ...finishValue(items, place, hints),
  };
}

/** A number that is whole by chance is still a number: one with decimals, or one amount of money, says so. */
function typesOf({ types, name }: FieldStats): JsonType[] {
  const found = new Set(types.keys());
  const counts =
    /count|quantity|qty|stock|number|version|revision|index|rank|position|days|hours|minutes|seconds|bytes|size|rows|^id$|year|port|priority/i;
  if (found.has('number') || (found.has('integer') && !counts.test(name))) {
    if (found.delete('integer')) found.add('number');
  }
  return [...found].sort();
}

function timeOf({ times, there, nulls }: FieldStats): TimeForm | undefined {
  const form = commonest(
    [...times].flatMap(([name, count]) => Array<TimeForm>(Math.min(count, 50)).fill(name)),
  );
  const counted = [...times.values()].reduce((sum, count) => sum + count, 0);
  return form !== undefined && counted >= 0.9 * (there - nulls) ? form : undefined;
}

function formatOf({ formats }: FieldStats): TextFormat | undefined {
  const known = [...formats.keys()];
  if (known.length === 1 && known[0] !== 'text') return known[0] as TextFormat;
  return known.length === 2 && known.includes('decimal') && known.includes('digits') ? 'decimal' : undefined;
}

const tellingName =
  /(^|[_-])(status|state|type|kind|object|currency|condition|marketplace|channel|platform|country|locale|fulfil+ment|direction|unit|mode|tier|format|compression|severity|phase|algorithm|reason|reasons|basis)$|[a-z](Status|State|Type|Kind|Condition|Channel|Unit|Mode|Format|Phase|Reason|Code)$/i;
const neverName =
  /(sku|asin|title|email|url|upc|ean|gtin|description|brand|notes?|comment|token|hash|secret|(^|[_-])(id|name|user|by)$|[a-z](Id|Name|By|User)$)/i;

/** Few values that records share; a text among them must look like a word of a program. */
function enumerationOf(
  { name, values, owners, types }: FieldStats,
  format: TextFormat | undefined,
): (string | number | boolean)[] | undefined {
  if (values === undefined || values.size === 0 || (format !== undefined && format !== 'currency'))
    return undefined;
  if (types.size !== 1 || !(types.has('string') || types.has('boolean'))) return undefined;
  const words = [...values.keys()];
  if (types.has('boolean')) return words.sort();
  if (neverName.test(name) || words.some((word) => !/^[A-Za-z][A-Za-z0-9_.+-]{0,39}$/.test(String(word))))
    return undefined;
  if (words.some((word) => /\d{4,}/.test(String(word)))) return undefined;
  const isShared = [...values.values()].some((found) => found.size > 1);
  const enough = tellingName.test(name) || name === '*' || (isShared && owners.size >= 2 * words.length);
  return enough ? words.sort() : undefined;
}

function rangeOf(
  stats: FieldStats,
  types: readonly JsonType[],
  time: TimeForm | undefined,
  format: TextFormat | undefined,
): readonly [number, number] | undefined {
  if (time !== undefined) return [stats.earliest, stats.latest];
  if (types.includes('array')) return [stats.shortest, stats.longest];
  if (types.includes('string')) {
    if (format === 'decimal') return [stats.low, stats.high];
    return format === undefined || format === 'digits' ? [stats.shortest, stats.longest] : undefined;
  }
  return stats.low <= stats.high ? [stats.low, stats.high] : undefined;
}

/** The states of a report run in which it is there, where it lacks or is null in all others. */
function statesOf({ statesThere }: FieldStats, { states }: FieldStats): string[] | undefined {
  if (states.size < 2 || statesThere.size === 0 || statesThere.size === states.size) return undefined;
  const named = [...statesThere].filter((state) => state !== '').sort();
  return named.length === 0 ? undefined : named;
}
