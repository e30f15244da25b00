// What is read of a HAR (HTTP Archive 1.2), as schemas. Browsers and exporters differ: what a recording needs must be there,
// what only helps may be missing or odd, and all else may be anything.
import { v } from '../../http/schema.ts';
import type { JsonPath } from '../../http/json-places.ts';
import { isObject } from '../../http/exact-json.ts';
import { shapeFault } from '../file/recording-schema.ts';
import { formatName, formatVersion } from '../format.ts';

const text = v.string('must be a string');
const number = v.number('must be a number');

/** A list whose items have one shape. */
const list = <const Item extends v.GenericSchema>(item: Item) => v.array(item, 'must be an array');

/** A member that only helps: where it is not as it should be, it counts as not there. */
const hint = <const Wrapped extends v.GenericSchema>(wrapped: Wrapped) =>
  v.fallback(v.optional(wrapped), undefined);

/** An object with at least these members. A missing member is refused in the words for one of another kind. */
function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<v.InferInput<v.LooseObjectSchema<Entries, undefined>>>(isObject, 'must be an object'),
    v.looseObject(entries, ({ path }) => refusalOf(entries[String(path?.[0].key)])),
  );
}

function refusalOf(schema: object = {}): string {
  return 'message' in schema && typeof schema.message === 'string' ? schema.message : 'is missing';
}

const headers = list(object({ name: text, value: text }));

/** A body, as other programs write it (HAR 1.2 §postData, §content) and as `har-out.ts` does. */
const content = object({
  text: v.nullish(text),
  encoding: v.nullish(text),
  mimeType: hint(text),
  size: hint(number),
  params: v.nullish(list(object({ name: text, value: v.nullish(text) }))),
  /** Playwright: the file that holds the body. */
  _file: v.nullish(text),
  // As a recording has them; the check of the interaction tells what is wrong with them.
  _form: v.nullish(text),
  _wire: v.optional(v.unknown()),
  _hash: v.optional(v.unknown()),
  _reason: v.optional(v.unknown()),
  _bytes: v.optional(v.unknown()),
});
export type Content = v.InferOutput<typeof content>;

const requestSchema = object({
  method: text,
  url: text,
  headers,
  postData: v.nullish(content),
  bodySize: hint(number),
  _keyless: v.optional(v.unknown()),
});

const responseSchema = object({
  status: number,
  statusText: text,
  headers,
  content,
  bodySize: hint(number),
  headersSize: hint(number),
  /** Chrome: the bytes of the whole answer on the wire. */
  _transferSize: hint(number),
});
export type Response = v.InferOutput<typeof responseSchema>;

export const entrySchema = object({
  _id: v.nullish(text),
  startedDateTime: text,
  time: number,
  request: requestSchema,
  response: responseSchema,
});
export type Entry = v.InferOutput<typeof entrySchema>;

/** What tells whether an entry is taken. The rest of an entry that is not taken may be anything. */
const outlineSchema = object({ request: object({ url: text }), response: object({ status: number }) });
export type Outline = v.InferOutput<typeof outlineSchema>;

export const harSchema = object({
  log: object({
    comment: v.nullish(text),
    /** The head of the recording that was exported into this HAR. */
    _recording: v.nullish(
      object({
        format: v.literal(formatName, `must be ${formatName}`),
        version: v.literal(formatVersion, `must be ${formatVersion}`),
        upstream: text,
        note: v.nullish(text),
      }),
    ),
    entries: list(outlineSchema),
  }),
});

/** @throws ShapeFault for the first part that does not fit */
export function read<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  path: JsonPath,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  throw shapeFault(issues[0], path);
}
