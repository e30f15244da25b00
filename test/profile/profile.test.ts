// The profile document: what is read, what is refused and where, and that no record stands in it.
import { beforeAll, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile, ProfileError } from '../../src/dialect/profile.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { withoutValueAt, withValueAt } from '../../src/http/pointer.ts';
import { hal } from '../foreign/hal.ts';
import { recordSession } from '../foreign/record-session.ts';
import { payments } from '../foreign/payments.ts';

let document: Json;

beforeAll(async () => {
  const { recording } = await recordSession(hal);
  document = JSON.parse(printProfile(learnProfile([{ name: 'hal', recording }]))) as Json;
});

/** Where, what is put there (undefined: it is taken away), which place is named, and words of what was expected. */
type WrongEdit = readonly [at: string, value: Json | undefined, words: RegExp, named?: string];

const list = '/service/lists/listListings';
const write = '/service/writes/updatePrice';
const record = '/service/records/listing';
const field = `${record}/fields/~1title`;
const error = '/service/errors/0';

const wrongEdits: readonly WrongEdit[] = [
  // the document
  ['/format', 'something', /"something" is not "pricing-mock-profile"/],
  ['/version', 9, /9 is not 3, which this program reads/],
  ['/version', '3', /"3" is not 3/],
  ['/serivce', {}, /is unknown; did you mean 'service'\?/],
  ['/about', 'Learned.', /is not an array of sentences/],
  ['/about', [1], /1 is not a text/, '/about/0'],
  ['/learnedFrom/0/interactions', '87', /"87" is not a whole number from 0/],
  ['/learnedFrom', [{ interactions: 3 }], /is missing/, '/learnedFrom/0/recording'],
  ['/assumptions', { sort: 'up' }, /takes newest/, '/assumptions/sort'],
  ['/assumptions', { nothing: 1 }, /there is no assumption 'nothing'/, '/assumptions/nothing'],
  ['/behaviours/0/is', 'refuse', /"refuse" is unknown here; did you mean 'refused'\?/],
  ['/behaviours/0/cause', 'path-unkown', /did you mean 'path-unknown'\?/],
  ['/guesses', [{ at: '/service', held: -1, of: 2 }], /-1 is not a whole number from 0/, '/guesses/0/held'],
  ['/evidence/0/interactions', 'hal/1', /is not an array of ids/],
  // lists
  ['/service/lists', [], /an array is not an object/],
  ['/service/lists/listListing', {}, /did you mean 'listListings'\?/],
  ['/service/lists/getListing', {}, /is unknown/],
  [`${list}/status`, 99, /99 is not a status from 200 to 999/],
  [`${list}/status`, '200', /"200" is not a status/],
  [`${list}/body`, undefined, /is missing/],
  [`${list}/body`, { listings: [] }, /has no \{records\}/],
  [
    `${list}/body/page/totalElements`,
    '{page.totl}',
    /'page\.totl' is no name that is known here; did you mean 'page\.total'\?/,
  ],
  [`${list}/body/page/totalElements`, '{page.total | txt}', /'txt' is no filter; did you mean 'text'\?/],
  [`${list}/body/page/totalElements`, '{page.total', /holds a hole that does not close/],
  [`${list}/body/page/totalElements`, '{page.total | plus}', /'plus' takes a number or a name, not ''/],
  [`${list}/body/page/totalElements`, '{page.total | times}', /'times' takes a number or a name, not ''/],
  [
    `${list}/body/page/totalElements`,
    '{page.total | fixed 99}',
    /'fixed' takes a count of decimals from 0 to 15, not '99'/,
  ],
  [`${list}/body/page/totalElements`, '{page.total | upper 2}', /'upper' takes nothing, not '2'/],
  [`${list}/body/page/totalElements`, '{page.total | when page.mor}', /did you mean 'page\.more'\?/],
  [`${list}/body/page/totalElements`, '{now | time YYYY/MM/DD}', /'YYYY\/MM\/DD' is no form of moments/],
  [`${list}/body/page/totalElements`, '{answer | shaped }', /takes a shape/],
  [`${list}/body/page/totalElements`, '{record/id}', /is no name that is known here/],
  [`${list}/body/_links/next/{if}`, 'page.more', /is not one hole/],
  [`${list}/body/_links/next/href/quer`, {}, /is unknown in a link; did you mean 'query'\?/],
  [`${list}/body/_links/next/href/query`, [], /is not an object of parameters/],
  [`${list}/body/_links/next/href/otherwise`, 'nothing', /is none of null, "" and "absent"/],
  [`${list}/headers/X Rate`, '1', /is not the name of a header/],
  [`${list}/headers/X-Rate`, 'a\nb', /cannot stand in a header/],
  [`${list}/headers/X-Rate`, { a: 1 }, /is not a text, a number, a link or an array of links/],
  [`${list}/headers/Content-Length`, '12', /a header that the server itself writes/],
  [`${list}/headers/Link`, [{ '{link}': '{origin}' }], /is missing/, `${list}/headers/Link/0/rest`],
  [`${list}/view`, ['id'], /"id" is not a JSON pointer/, `${list}/view/0`],
  [`${list}/view`, ['/id', '/id'], /names each place once/],
  [`${list}/item`, { id: 1 }, /has no \{record\}/],
  [`${list}/isText`, 'yes', /"yes" is not true or false/],
  [`${list}/query`, undefined, /is missing/],
  [`${list}/query/pageSize`, 0, /0 is not a whole number from 1/],
  [`${list}/query/pageSize`, '20', /"20" is not a whole number from 1/],
  [`${list}/query/size/name`, '', /is not the name of a parameter/],
  [`${list}/query/size/max`, 1.5, /1\.5 is not a whole number from 1/],
  [`${list}/query/size/excess`, 'clip', /is unknown here; did you mean 'cap'\?/],
  [
    `${list}/query/positions`,
    [{ name: 'p', by: 'pages' }],
    /did you mean 'page'\?/,
    `${list}/query/positions/0/by`,
  ],
  [
    `${list}/query/positions`,
    [{ name: 'p', by: 'token' }],
    /is missing: a template/,
    `${list}/query/positions/0/token`,
  ],
  [
    `${list}/query/positions`,
    [{ name: 'p', by: 'after' }],
    /is missing: the place in a record/,
    `${list}/query/positions/0/at`,
  ],
  [`${list}/query/filters`, { status: [] }, /at least one filter/, `${list}/query/filters/status`],
  [
    `${list}/query/filters`,
    { status: [{ at: '/status', by: 'equals' }] },
    /"equals" is unknown here/,
    `${list}/query/filters/status/0/by`,
  ],
  [
    `${list}/query/filters`,
    { status: [{ at: '/status', by: 'is', as: 'eq' }] },
    /a text with \*/,
    `${list}/query/filters/status/0/as`,
  ],
  [
    `${list}/query/sort`,
    { name: 'sort', values: { up: 'price' } },
    /is not a JSON pointer/,
    `${list}/query/sort/values/up`,
  ],
  // writes
  [`${write}/fields`, undefined, /is missing/],
  [`${write}/fields`, ['floor'], /is not a JSON pointer/, `${write}/fields/0`],
  [`${write}/min/as`, 'text or number', /is unknown here/],
  [`${write}/min/scale`, 0, /0 is not a number above 0/],
  [`${write}/min/at`, '', /"" is not a JSON pointer/],
  [`${write}/sets`, { 'price/floor': '{sent/floor}' }, /is not a JSON pointer/, `${write}/sets/price~1floor`],
  [
    `${write}/sets`,
    { '/price/floor': '{snt/floor}' },
    /is no name that is known here/,
    `${write}/sets/~1price~1floor`,
  ],
  [
    `${write}/later`,
    { seconds: -3, sets: {} },
    /-3 is not a number of seconds above 0/,
    `${write}/later/seconds`,
  ],
  [`${write}/monitor`, { status: 200 }, /needs either at or header: where the answer tells it/],
  [`${write}/monitor`, { at: '/id', header: 'Location', status: 200 }, /needs either at or header/],
  [
    `${write}/monitor`,
    { at: '/id', path: '/v1/feeds/', status: 200 },
    /"\/v1\/feeds\/" is not a path with \{told\} in it/,
    `${write}/monitor/path`,
  ],
  [
    `${write}/monitor`,
    { at: '/id', status: 200, body: { state: '{record/state}' } },
    /'record\/state' is no name that is known here/,
    `${write}/monitor/body/state`,
  ],
  [
    `${write}/monitor`,
    { at: '/id', status: 200, steps: [{ seconds: 0, sets: {} }] },
    /0 is not a number of seconds above 0/,
    `${write}/monitor/steps/0/seconds`,
  ],
  // records
  [`${record}/id`, '/id', /"\/id" is not an object with at and prefix/],
  [`${record}/id/shape`, '[0-9a-f', /is not a shape of ids/],
  [`${record}/id/shape`, '(a+)+', /is not a shape of ids/],
  [`${field}/kinds`, ['text'], /"text" is unknown here/, `${field}/kinds/0`],
  [`${field}/seen`, 1000, /1000 is not a count of at most/],
  [`${field}/nulls`, 999, /999 is not a count of at most/],
  [`${field}/range`, [9, 1], /the lower one first/],
  [`${field}/range`, [1], /is missing/, `${field}/range/1`],
  [`${field}/decimals`, 99, /99 is not a count of decimals from 0 to 15/],
  [`${field}/values`, [], /at least one value/],
  [`${field}/time`, 'ISO', /is not a form of moments/],
  [`${field}/shape`, 'ff{', /is not a shape/],
  [`${field}/template`, '{page.total}', /is no name that is known here/],
  [`${field}/colour`, 1, /is unknown/],
  // errors, order, amounts, limits
  [`${error}/cause`, 'no-path', /"no-path" is unknown here/],
  [`${error}/on`, ['listings'], /"listings" is unknown here; known are listListings, /, `${error}/on/0`],
  [`${error}/on`, [], /at least one endpoint/],
  [`${error}/body`, '{prm}', /'prm' is no name that is known here/],
  [`${error}/seen`, null, /null is not a whole number from 0/],
  ['/service/order', ['rate', 'rate'], /names each cause once/],
  ['/service/order/0', 'speed', /"speed" is unknown here/],
  [
    '/service/accepted',
    [{ cause: 'field-null', on: 'any', seen: 1 }],
    /"any" is unknown here/,
    '/service/accepted/0/on',
  ],
  ['/service/tellsAll', 1, /1 is not true or false/],
  ['/service/amounts/low', '0.01', /"0\.01" is not a number/],
  ['/service/amounts', { low: 5, high: 1 }, /5 is not a number of at most 1/, '/service/amounts/low'],
  ['/service/limits/second/limit', 0, /0 is not a whole number from 1/],
  ['/service/limits/hour', {}, /is unknown/],
  ['/service/limits/algorithm', 'sliding', /"sliding" is unknown here/],
  ['/service/limits', undefined, /is missing/],
];

test.each(wrongEdits.map(([at, value, words, named = at]) => ({ at, value, words, named })))(
  '$at as $value is refused with its place and what was expected',
  ({ at, value, words, named }) => {
    const edited = value === undefined ? withoutValueAt(document, at) : withValueAt(document, at, value);
    let refused: unknown;
    try {
      parseProfile(edited);
    } catch (caught) {
      refused = caught;
    }
    expect(refused).toBeInstanceOf(ProfileError);
    expect((refused as ProfileError).message).toMatch(words);
    expect((refused as ProfileError).path).toBe(named);
  },
);

test.each([[null], [[]], ['profile'], [3]])('%j is no profile', (value) => {
  expect(() => parseProfile(value)).toThrow(/is not a profile/);
});

test.each([1, 2])('version %i is refused with the command that learns anew', (version) => {
  expect(() => parseProfile({ format: 'pricing-mock-profile', version, assumptions: {} })).toThrow(
    /^\/version: .* is an older form.* learn anew with: pricing-mock learn <recording> --out <file>/,
  );
});

test('a profile that people write may hold answers to assumptions alone', () => {
  const head = { format: 'pricing-mock-profile', version: 3 };
  expect(parseProfile({ ...head, assumptions: { sort: 'oldest' } })).toEqual({
    assumptions: { sort: 'oldest' },
  });
  expect(() => parseProfile(head)).toThrow(/^\/service: is missing, and so are "assumptions" and "form"/);
});

test('a profile says what was learned from how much, and what is undecided', async () => {
  const { recording } = await recordSession(payments);
  const { about = [], behaviours = [], learnedFrom } = learnProfile([{ name: 'pay', recording }]);
  expect(about[0]).toMatch(/^Learned from \d+ interactions of 1 recording: listListings \d+ times/);
  expect(about.join('\n')).toMatch(/are undecided/);
  expect(learnedFrom).toMatchObject([{ recording: 'pay', interactions: recording.interactions.length }]);
  const told = behaviours.filter(({ is }) => is === 'refused');
  expect(told.length).toBeGreaterThan(5);
  for (const { interactions = [], seen = 0 } of told) {
    expect(interactions.length).toBe(Math.min(seen, 3));
    for (const id of interactions) expect(id).toMatch(/^pay\/\d+-/);
  }
});
