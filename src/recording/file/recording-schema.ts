// What a recording may hold, as schemas. An interaction that passes can be sent to a client: Node refuses a bad header
// only when it writes it, which would be in the middle of a replay.
//
// What a schema of our own takes stands in its metadata in the words of JSON Schema: schemas/recording.json is made of it.
//
// A recording may hold 100,000 interactions, so each part of one is checked in a single step where that is possible.
import { parseUrl } from '../../http/parse-url.ts';
import type { JsonPath } from '../../http/json-places.ts';
import { placeOf, v } from '../../http/schema.ts';
import { isObject } from '../../http/exact-json.ts';
import { omittedReasons } from '../format.ts';
import type { Interaction } from '../format.ts';
import { depthLimit, isDeeper } from '../body/readable-json.ts';

/** A value that a schema refuses. The message is the end of a sentence that begins with the value's place. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';
  readonly path: JsonPath;

  constructor(path: JsonPath, reason: string) {
    super(reason);
    this.path = path;
  }
}

/**
 * @param path of the value, for the message
 * @throws ShapeFault
 */
export function checkShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  path: JsonPath,
): asserts value is v.InferInput<Schema> {
  const { issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  if (issues === undefined) return;
  // Where a name is mistyped, the right one is missing, too: the mistyped one is told.
  throw shapeFault(issues.find(isUnknownMember) ?? issues[0], path);
}

/** @param path of the value in which the issue is */
export function shapeFault(issue: v.BaseIssue<unknown>, path: JsonPath): ShapeFault {
  return new ShapeFault([...path, ...placeOf(issue)], issue.message);
}

/** @throws ShapeFault */
export function checkInteraction(value: unknown, path: JsonPath): asserts value is Interaction {
  checkShape(interactionSchema, value, path);
}

// Tabs, visible ASCII and latin1, as Node writes them; with CR or LF in it a value would end, and another header begin.
const fieldValue = /^[\t\x20-\x7e\x80-\xff]{0,65536}$/;
const headerName = /^[!#$%&'*+\-.^_`|~\w]{1,65536}$/;
/** More headers than fit into the 16 KB of a head that Node reads. */
const mostHeaders = 5000;

const headersSchema = v.pipe(
  v.array(
    v.pipe(
      v.custom<[unknown, unknown]>(
        (value) => Array.isArray(value) && value.length === 2,
        'is not a header as a pair, such as ["Accept", "*/*"]',
      ),
      v.tuple([
        v.pipe(
          v.custom<string>(
            (name) => typeof name === 'string' && headerName.test(name),
            'is not the name of a header',
          ),
          v.metadata({ type: 'string', description: 'The name of a header.' }),
        ),
        v.pipe(
          v.custom<string>(
            (value) => typeof value === 'string' && fieldValue.test(value),
            'is not a header value: one line of latin1 text',
          ),
          v.metadata({ type: 'string', description: 'Its value: one line of latin1 text.' }),
        ),
      ]),
    ),
    notWanted('a list of headers'),
  ),
  v.maxLength(mostHeaders, `has more than ${mostHeaders} headers`),
);

const digestSchema = matching(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

// No pattern over the whole text: on a body of 16 MB it would overflow the stack.
const base64Schema = v.pipe(
  v.custom<string>(
    (value) =>
      typeof value === 'string' &&
      value.length % 4 === 0 &&
      !/[^A-Za-z0-9+/]/.test(value.replace(/={1,2}$/, '')),
    'is not base64',
  ),
  v.metadata({ type: 'string', contentEncoding: 'base64' }),
);

const forms = ['json', 'text', 'base64', 'omitted'] as const;

const bodySchema = v.nullable(
  v.pipe(
    exactObject({
      json: v.exactOptional(
        v.custom<unknown>(
          (value) => !isDeeper(value, depthLimit),
          `is nested deeper than ${depthLimit} levels`,
        ),
      ),
      text: v.exactOptional(v.string(notWanted('a text'))),
      base64: v.exactOptional(base64Schema),
      omitted: v.exactOptional(
        exactObject({
          bytes: number((bytes) => Number.isSafeInteger(bytes) && bytes >= 0, 'a number of bytes', {
            type: 'integer',
            minimum: 0,
          }),
          reason: v.picklist(omittedReasons, notWanted(`one of ${omittedReasons.join(', ')}`)),
          hash: v.optional(digestSchema),
        }),
      ),
      wire: v.exactOptional(base64Schema),
      hash: v.exactOptional(digestSchema),
    }),
    v.check(
      (body) => forms.filter((form) => Object.hasOwn(body, form)).length === 1,
      'needs exactly one of json, text, base64 and omitted',
    ),
    v.check(
      (body) => body.omitted === undefined || (body.wire === undefined && body.hash === undefined),
      'has wire or hash beside omitted',
    ),
  ),
);

/** One interaction. */
export const interactionSchema = exactObject({
  id: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'an id of letters, digits, ".", "_" and "-"'),
  at: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time such as "2026-01-31T12:00:00.000Z"'),
  milliseconds: number((time) => time >= 0 && time < Infinity, 'a number from 0 up', { minimum: 0 }),
  request: exactObject({
    method: matching(/^[!#$%&'*+\-.^_`|~\w]{1,256}$/, 'a method'),
    path: matching(
      /^(?:\/[\x21-\x22\x24-\x3e\x40-\x7e\x80-\xff]{0,65535}|\*)$/,
      'a path that begins with "/", without a query',
    ),
    query: matching(/^[\x21-\x22\x24-\x7e\x80-\xff]{0,65536}$/, 'a query without spaces and "#"'),
    headers: headersSchema,
    keyless: v.optional(v.literal(true, 'true')),
    body: bodySchema,
  }),
  response: exactObject({
    // From 600 up they have no meaning (RFC 9110 §15), but services send them and Node writes them.
    status: number(
      (status) => Number.isInteger(status) && status >= 200 && status <= 999,
      'a status from 200 to 999',
      { type: 'integer', minimum: 200, maximum: 999 },
    ),
    reason: matching(fieldValue, 'a reason phrase on one line'),
    headers: headersSchema,
    body: bodySchema,
  }),
});

const wantedUpstream = 'a base URL such as "https://api.example.com", without a slash at its end';

/** What stands in a recording before its interactions, its format and version aside. */
const headEntries = {
  $schema: v.exactOptional(v.string(notWanted('a text'))),
  format: v.unknown(),
  version: v.unknown(),
  upstream: v.pipe(
    matching(/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/, wantedUpstream),
    v.check((url) => parseUrl(url) !== undefined, `is not ${wantedUpstream}`),
  ),
  note: v.exactOptional(v.string(notWanted('a text'))),
};

export const headSchema = exactObject(headEntries);

/** The interactions are checked one by one, so that a large file with many faults is refused at the first. */
export const recordingSchema = exactObject({
  ...headEntries,
  interactions: v.array(v.unknown(), notWanted('a list')),
});

function isUnknownMember({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

/** An object with these members and no other: a member that the program does not read is taken for a typing error. */
export function exactObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<Entries, undefined>>>(isObject, notWanted('an object')),
    v.strictObject(entries, ({ expected }) =>
      expected === 'never'
        ? `is not a known field; known are ${Object.keys(entries).join(', ')}`
        : 'is missing',
    ),
  );
}

/** A text of this pattern. @param wanted what such a text is, such as `a method` */
function matching(pattern: RegExp, wanted: string) {
  return v.pipe(
    v.custom<string>(
      (value) => typeof value === 'string' && pattern.test(value),
      ({ input }) => (typeof input === 'string' ? `is not ${wanted}` : notWanted(wanted)({ input })),
    ),
    v.metadata({ type: 'string', pattern: pattern.source }),
  );
}

/**
 * A number that passes a test.
 * @param wanted what such a number is, such as `a number from 0 up`
 * @param bounds the test in the words of JSON Schema
 */
function number(
  passes: (value: number) => boolean,
  wanted: string,
  bounds: Readonly<Record<string, unknown>>,
) {
  return v.pipe(
    v.custom<number>((value) => typeof value === 'number' && passes(value), notWanted(wanted)),
    v.metadata({ type: 'number', ...bounds }),
  );
}

/** The message for a value of another kind than the one that is wanted. */
function notWanted(wanted: string) {
  return ({ input }: { readonly input: unknown }): string => `is ${kindOf(input)}, not ${wanted}`;
}

/** What a value is, without quoting a text, which may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : 'another text';
}
