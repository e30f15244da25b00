// The learner must know services by what they answer and not by their words: no name of a foreign service stands in src.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { recordSession } from './record-session.ts';
import { services } from './services.ts';
import { first } from '../support/soak.ts';

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

/** These folders say what the specification and its assumptions say, in their words; what a recording taught is not theirs. */
const isOwn = (path: string) => /^(?:spec|service)\//.test(path) && !/\/spoken[^/]*$/.test(path);

/** Names that HTTP gives, and that services share with it. */
const ofHttp = [
  'www-authenticate',
  'cache-control',
  'content-type',
  'content-range',
  'content-disposition',
  'content-language',
  'retry-after',
  'last-modified',
  'idempotency-key',
  'strict-transport-security',
  'invalid_token',
];
/** Names that any service may have: what one of ours is called too, where it has nothing to do with learning. */
const byChance = [
  'x-request-id',
  'request-id',
  'trace-id',
  'server-timing',
  'x-content-type-options',
  'requestid',
  'errorcode',
  'exitcode',
  'classname',
  'pagesize',
  'fieldvalue',
  'pricehistory',
  'content-length',
  'access-control-expose-headers',
  'en-us',
  'islast',
  'startat',
  'statustext',
  'runtime',
  'notfound',
  // The strategy of a listing, in TypeScript.
  'listing.strategy',
  // A word of JSON Schema.
  'maxitems',
];

const words = (chosen: readonly string[]) =>
  new Set(
    chosen.flatMap((path) =>
      [...readFileSync(root + path, 'utf8').matchAll(/[@$]?[a-z][\w.-]*\w/gi)].map(([word]) =>
        word.toLowerCase(),
      ),
    ),
  );
const own = new Set([...words(paths.filter(isOwn)), ...ofHttp, ...byChance]);
const written = words(paths);

/** Names of more than one word, such as `floor_price`; single words are plain English that any comment may use. */
const isCompound = (name: string) =>
  /^[@$]?[a-z][\w.@:-]*$/i.test(name) && /[_@.:-]|[a-z][A-Z]/.test(name.replace(/^[@$]/, ''));

/** The names of members and the texts in a JSON value. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

test.each(first(1, services))('no name of $name stands in src', async (service) => {
  const { recording } = await recordSession(service);
  const names = recording.interactions.flatMap(({ request, response }) => [
    ...new URLSearchParams(request.query).keys(),
    ...response.headers.map(([name]) => name),
    ...[request.body, response.body].flatMap((body) =>
      body !== null && 'json' in body ? namesIn(body.json) : [],
    ),
  ]);
  const foreign = [...new Set(names.filter(isCompound).map((name) => name.toLowerCase()))];
  expect(foreign.length).toBeGreaterThan(10);
  expect(foreign.filter((name) => written.has(name) && !own.has(name))).toEqual([]);
});
