// What the recorded records look like beside those that the mock makes by itself: a mock that is filled from a
// recording would otherwise agree with whatever the recording says.
import { isChance } from './chance.ts';
import { absent, type Aspect } from './differences.ts';
import { isObject, kindOf, looseFormatOf, type Kind } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import { pairRenamed } from './pair-renamed.ts';
import { fieldKey, parentsOf, type AnswerShape, type FieldShape } from './shapes.ts';

export interface SpeechDifference {
  readonly aspect: Aspect;
  /** Within the record. */
  readonly own: Path;
  readonly recorded: unknown;
  readonly simulated: unknown;
}

/** @param mock the same endpoint and status of a mock with data of its own */
function compareSpeech(recorded: AnswerShape, mock: AnswerShape): SpeechDifference[] {
  const missing = fieldsOf(recorded).filter((field) => isOnlyIn(field, recorded, mock));
  const extra = fieldsOf(mock).filter((field) => isOnlyIn(field, mock, recorded));
  const renamed = pairRenamed(missing, extra, recorded, mock);
  const others = new Set(renamed.values());
  return [
    ...Array.from(renamed, ([from, to]) => difference('name', from, from.own.at(-1), to.own.at(-1))),
    ...missing
      .filter((field) => !renamed.has(field))
      .map((field) => difference('field', field, sampleOf(field), absent)),
    ...extra
      .filter((field) => !others.has(field))
      .map((field) => difference('field', field, absent, sampleOf(field))),
    ...fieldsOf(recorded).flatMap((field) => {
      const own = mock.fields.get(fieldKey(field.part, field.own));
      return own === undefined ? [] : (looksOf(field, own) ?? []);
    }),
  ];
}

const difference = (aspect: Aspect, { own }: FieldShape, recorded: unknown, simulated: unknown) => ({
  ...{ aspect, own, recorded, simulated },
});

const fieldsOf = ({ fields }: AnswerShape) => [...fields.values()].filter(({ part }) => part === 'record');

/** Whether a field is in one and would have shown in the other. */
function isOnlyIn(field: FieldShape, here: AnswerShape, there: AnswerShape): boolean {
  if (there.fields.has(fieldKey(field.part, field.own))) return false;
  const [had, has] = [parentsOf(here, field), parentsOf(there, field)];
  return had > 0 && has > 0 && !isChance(field.seen / had, has);
}

/** Another type, null where there never is one, or another format. */
function looksOf(recorded: FieldShape, mock: FieldShape): SpeechDifference | undefined {
  const known = [...mock.kinds.keys()].filter((kind) => kind !== 'null');
  for (const [kind, count] of recorded.kinds) {
    if (mock.kinds.has(kind) || isChance(count / recorded.seen, mock.seen)) continue;
    // What the mock always leaves null may be anything else.
    if (known.length === 0) continue;
    return difference(
      kind === 'null' ? 'null' : 'type',
      recorded,
      recorded.samples.get(kind),
      sampleOf(mock),
    );
  }
  const loose = mock.formats.has('text') || mock.formats.has('redacted') || mock.formats.size === 0;
  const samples = [...recorded.formats.values()].reduce((sum, count) => sum + count, 0);
  for (const [format, count] of recorded.formats) {
    if (loose || mock.formats.has(format) || format === 'redacted') continue;
    if (isChance(count / samples, mock.seen)) continue;
    return difference('format', recorded, recorded.samples.get('string'), mock.samples.get('string'));
  }
  return undefined;
}

function sampleOf({ samples }: FieldShape): unknown {
  const kinds: Kind[] = [...samples.keys()];
  return samples.get(kinds.find((kind) => kind !== 'null') ?? 'null');
}

/** Whether a recorded record is one of those that show a difference. */
export function isShownBy({ own, recorded }: SpeechDifference, record: unknown): boolean {
  const name = own.at(-1);
  const isHere = (value: unknown) => {
    if (typeof name !== 'string' || !isObject(value)) return name === everyItem;
    if (recorded === absent) return !Object.hasOwn(value, name);
    return Object.hasOwn(value, name) && (recorded === name || looksLike(value[name], recorded));
  };
  return valuesAt(record, own.slice(0, -1)).some(isHere);
}

const looksLike = (value: unknown, sample: unknown) =>
  kindOf(value) === kindOf(sample) &&
  (typeof value !== 'string' || looseFormatOf(value) === looseFormatOf(String(sample)));

function valuesAt(value: unknown, path: Path): unknown[] {
  return path.reduce<unknown[]>(
    (values, step) =>
      values.flatMap((each) => {
        if (step === everyItem) return Array.isArray(each) ? (each as unknown[]) : [];
        return isObject(each) && Object.hasOwn(each, step) ? [each[step]] : [];
      }),
    [value],
  );
}

/** By resource: what any of its endpoints shows, wherever a record shows it. */
export type Spoken = ReadonlyMap<string, readonly SpeechDifference[]>;

/** @param recorded the shapes of the recorded answers, by endpoint and status, as `mock` */
export function differencesOfSpeech(
  recorded: ReadonlyMap<string, AnswerShape>,
  mock: ReadonlyMap<string, AnswerShape>,
): Spoken {
  const found = new Map<string, Map<string, SpeechDifference>>();
  for (const [key, shape] of recorded) {
    const own = mock.get(key);
    const known = found.get(shape.resource) ?? new Map<string, SpeechDifference>();
    found.set(shape.resource, known);
    for (const each of own === undefined ? [] : compareSpeech(shape, own)) {
      const place = `${each.aspect} ${printPath(each.own)}`;
      if (!known.has(place)) known.set(place, each);
    }
  }
  return new Map(Array.from(found, ([resource, known]) => [resource, [...known.values()]]));
}
