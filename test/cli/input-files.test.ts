// Files that a user hands to the program: configuration, profiles, fixtures; what is wrong with one ends in exit code 4.
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assumptionIds } from '../../src/spec/assumptions.ts';
import { defaultForm } from '../../src/spec/presets.ts';
import { shorthandIds } from '../../src/spec/shorthands.ts';
import { run, startCommand } from './command.ts';
import { temporaryFiles } from './files.ts';
import { requestRaw } from './wire.ts';

/** Ends with exit code 4 and one line, and nothing on stdout. */
async function expectRefusal(argv: readonly string[], cwd: string, ...parts: readonly (string | RegExp)[]) {
  const { code, out, err } = await run(argv, { cwd });
  expect({ code, out }, err).toEqual({ code: 4, out: '' });
  expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
  expect(err).not.toMatch(/^\s+at /m);
  for (const part of parts) expect(err).toMatch(part);
}

const config = 'pricing-mock.config.json';

test.each([
  ['{"port": 0,}', /position 11 \(line 1, column 12\)/],
  ['{\n  "port" 0\n}', /line 2, column 10/],
  ['', /expected a value, found the end/],
  ['// hello\n{}', /line 1, column 1/],
  ['[]', /no JSON object/],
  ['null', /no JSON object/],
  ['{"prot": 0}', /there is no option 'prot'; did you mean 'port'\?/],
  ['{"elsewhere": 0}', /there is no option 'elsewhere'; known are port, host/],
  ['{"per-second": 1}', /there is no option 'per-second'.*perSecond/],
  [
    '{"port": 0,\n "log": "json", "port": 1}',
    /the key "port" stands twice in one object, .*line 2, column 17/,
  ],
  ['{"__proto__": 1}', /there is no option '__proto__'/],
])('a configuration file that says %j is refused with the place or the name', async (text, words) => {
  const cwd = await temporaryFiles({ [config]: text, 'mine.json': text });
  await expectRefusal([], cwd, `pricing-mock: ${config}: `, words);
  await expectRefusal(['--config', 'mine.json'], cwd, 'pricing-mock: mine.json: ', words);
});

test('a byte order mark, as Windows editors write it, is no damage of a configuration or a profile', async () => {
  const cwd = await temporaryFiles({
    [config]: '\ufeff{"profile": "p.json", "port": 0, "log": "silent"}',
    'p.json': `\ufeff${profile({ sort: 'id' })}`,
  });
  expect(await run([], { cwd })).toMatchObject({ code: 0, err: '' });
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from(Array.from(text), (character) => character.codePointAt(0)!).buffer);

test.each([
  ['UTF-16 with its mark', (text: string) => utf16(`\ufeff${text}`), 'is UTF-16, not UTF-8', 'UTF-16'],
  [
    'UTF-16 in the other order',
    (text: string) => utf16(`\ufeff${text}`).swap16(),
    'is UTF-16, not UTF-8',
    'UTF-16',
  ],
  ['UTF-16 without a mark', utf16, 'is UTF-16LE, not UTF-8', 'UTF-16LE'],
  ['UTF-16BE without a mark', (text: string) => utf16(text).swap16(), 'is UTF-16BE, not UTF-8', 'UTF-16BE'],
  ['UTF-32 with its mark', (text: string) => utf32(`\ufeff${text}`), 'is UTF-32, not UTF-8', 'UTF-32'],
  [
    'UTF-32 in the other order',
    (text: string) => utf32(`\ufeff${text}`).swap32(),
    'is UTF-32, not UTF-8',
    'UTF-32',
  ],
  ['UTF-32 without a mark', utf32, 'is UTF-32LE, not UTF-8', 'UTF-32LE'],
  ['UTF-32BE without a mark', (text: string) => utf32(text).swap32(), 'is UTF-32BE, not UTF-8', 'UTF-32BE'],
  [
    'Latin-1',
    (text: string) => Buffer.from(text, 'latin1'),
    'is not UTF-8 in line 2, perhaps Latin-1',
    'LATIN1',
  ],
])('a file in %s is refused with what it should be, and how to mend it', async (_, encode, problem, from) => {
  const remedy = `; save it as UTF-8 in an editor, or with: iconv -f ${from} -t UTF-8 <file> > <new file>\n`;
  const cwd = await temporaryFiles({
    'c.json': encode('{"port": 0,\n"host": "caf\u00e9"}'),
    'p.json': encode(profile({ sort: 'id' }).replace('{', '{"about":\n["caf\u00e9"],')),
    'f.json': encode('{"listings":\n[{"title": "Caf\u00e9"}]}'),
  });
  for (const [flag, file] of [
    ['--config', 'c.json'],
    ['--profile', 'p.json'],
    ['--fixtures', 'f.json'],
  ] as const)
    await expectRefusal(['--port', '0', flag, file], cwd, `pricing-mock: ${file}: ${problem}${remedy}`);
});

test('the usual configuration file may be missing, one that is named may not', async () => {
  const cwd = await temporaryFiles();
  expect((await run(['--port', '0', '--log', 'silent'], { cwd })).code).toBe(0);
  await expectRefusal(['--config', 'mine.json'], cwd, /^pricing-mock: mine\.json: there is no such file$/m);
  const { code, err } = await run([], { cwd, env: { PRICING_MOCK_CONFIG: 'theirs.json' } });
  expect({ code, err }).toEqual({ code: 4, err: 'pricing-mock: theirs.json: there is no such file\n' });
  await expectRefusal(['--config', cwd], cwd, /cannot be read: it is a folder \(EISDIR\)/);
});

/** What `assumptions --json` prints. */
interface Told {
  readonly assumptions: readonly Record<string, unknown>[];
  readonly form: object;
}

const profile = (assumptions: object) =>
  JSON.stringify({ format: 'pricing-mock-profile', version: 3, assumptions });

test('a profile file answers, and --assume goes before it', async () => {
  const cwd = await temporaryFiles({ 'p.json': profile({ sort: 'id', decimals: '4' }) });
  const argv = ['assumptions', '--json', '--profile', 'p.json', '--assume', 'sort=oldest'];
  const { code, out } = await run(argv, { cwd });
  const values = new Map((JSON.parse(out) as Told).assumptions.map(({ id, value }) => [id, value]));
  expect([code, values.get('sort'), values.get('decimals'), values.get('filters')]).toEqual([
    0,
    'oldest',
    '4',
    'on',
  ]);
});

test.each([
  ['{', /line 1, column 2/],
  ['{}', /format: is missing, so this is no profile/],
  ['{"format":"pricing-mock-profile","version":4,"assumptions":{}}', /version: 4 is not 3/],
  ['{"format":"pricing-mock-profile","version":2}', /learn anew with: pricing-mock learn <recording>/],
  [
    '{"format":"pricing-mock-profile","version":3}',
    /service: is missing, and so are "assumptions" and "form"/,
  ],
  [profile({ sort: 'id' }).replace('"sort"', '"sort":"id","sort"'), /the key "sort" stands twice/],
  [profile({ nothing: 1 }), /no assumption 'nothing'; `pricing-mock assumptions` lists them/],
  [profile({ sort: 'up' }), /'sort' cannot be "up"; it takes newest/],
  [profile({ sort: null }), /'sort' cannot be null/],
])('a profile file that says %j is refused', async (text, words) => {
  const cwd = await temporaryFiles({ 'p.json': text });
  await expectRefusal(['--port', '0', '--profile', 'p.json'], cwd, 'pricing-mock: p.json: ', words);
});

test('a profile file that is not there is refused', async () => {
  await expectRefusal(['--profile', 'p.json'], await temporaryFiles(), /p\.json: there is no such file/);
});

const listing = { id: '11111111-1111-4111-8111-111111111111', minPrice: 1, maxPrice: 2, strategyId: null };

test.each([
  ['{"listings": [}', /line 1, column 15: expected/],
  ['[]', /an array is not an object/],
  [new Uint8Array([0x7b, 0xff, 0x7d]), /is not UTF-8/],
  [
    '{"listings": [\n  {"id": "a", "sku": "S", "id": "b"}]}',
    /: line 2, column 27: the key "id" stands twice in one object$/m,
  ],
  ['{"listings": [], "listings": []}', /line 1, column 18: the key "listings" stands twice/],
  [JSON.stringify({ listing: [] }), /listing: is unknown; did you mean 'listings'\?/],
  [JSON.stringify({ listings: [{ ...listing, minPrice: 1.005 }] }), /listings\[0\]\.minPrice: 1\.005 is not/],
  [JSON.stringify({ listings: [listing, listing] }), /listings\[1\]\.id: .*stands already/],
  [
    JSON.stringify({ listings: [{ ...listing, strategyId: 's' }] }),
    /listings\[0\]\.strategyId: there is no strategy/,
  ],
  [
    JSON.stringify({ listings: [{ ...listing, minPrice: 3 }] }),
    /listings\[0\]\.minPrice: 3 is above maxPrice/,
  ],
  [
    JSON.stringify({ reportRuns: [{ id: 'r', outcome: 'lost' }] }),
    /reportRuns\[0\]\.outcome: "lost" is not one of/,
  ],
  [JSON.stringify({ version: 2 }), /version: 2 is newer/],
])('fixtures that say %j are refused with file, path and reason', async (content, words) => {
  const cwd = await temporaryFiles({ 'f.json': content, 'set/a.json': '{}', 'set/b.json': content });
  await expectRefusal(['--port', '0', '--fixtures', 'f.json'], cwd, 'pricing-mock: f.json: ', words);
  await expectRefusal(['--port', '0', '--fixtures', 'set'], cwd, 'pricing-mock: set/b.json: ', words);
});

test('fixtures that are not there, empty or locked are refused', async () => {
  const cwd = await temporaryFiles({ 'empty/readme.txt': '', 'locked.json': '{}' });
  await expectRefusal(['--fixtures', 'none.json'], cwd, /none\.json: there is no such file/);
  await expectRefusal(['--fixtures', 'empty'], cwd, /empty: has no \*\.json file/);
  if (process.getuid?.() === 0) return; // root reads everything
  await chmod(join(cwd, 'locked.json'), 0);
  await expectRefusal(
    ['--fixtures', 'locked.json'],
    cwd,
    /locked\.json: cannot be read: the permissions do not allow it/,
  );
});

const paths = ['/v1/listings', '/v1/strategies', '/v1/reports'];

async function records(argv: readonly string[], cwd: string): Promise<string[]> {
  await using served = await startCommand(['--port', '0', '--clock', '2026-02-01,frozen', ...argv], { cwd });
  const texts: string[] = [];
  for (const path of paths) texts.push((await requestRaw(served.url, { line: `GET ${path}` })).body);
  return texts.map((text) => text.replaceAll(served.url, ''));
}

test('fixtures that were written serve the same records as the seed they were made from', async () => {
  const cwd = await temporaryFiles();
  expect(await run(['fixtures', '--seed', '7', '--out', 'my.json'], { cwd })).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  const served = await records(['--fixtures', 'my.json'], cwd);
  expect(served).toEqual(await records(['--seed', '7'], cwd));
  expect(served).not.toEqual(await records(['--seed', '8'], cwd));
  expect((JSON.parse(served[0]!) as { data: unknown[] }).data).toHaveLength(50);
  expect(await run(['fixtures', '--seed', '7'], { cwd })).toEqual({
    code: 0,
    out: await readFile(join(cwd, 'my.json'), 'utf8'),
    err: '',
  });
});

test('each problem of a fixture file is told on a line of its own', async () => {
  const cwd = await temporaryFiles({ 'f.json': '{"listings": [{"titel": "Mug"}],\n "strategys": []}' });
  const { code, err } = await run(['--fixtures', 'f.json'], { cwd });
  const lines = err.split('\n').slice(0, -1);
  expect([code, lines.at(-1)]).toEqual([
    4,
    "pricing-mock: f.json: line 2, column 2: strategys: is unknown; did you mean 'strategies'?",
  ]);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line).toMatch(/^pricing-mock: f\.json: line [12], column \d+: \S/);
});

test('of a file of another kind, only that is told', async () => {
  const cwd = await temporaryFiles({
    'f.json':
      '{"format": "pricing-mock-recording", "version": 1, "upstream": "http://a.test", "interactions": []}',
  });
  const { err } = await run(['--fixtures', 'f.json'], { cwd });
  expect(err).toBe(
    'pricing-mock: f.json: line 1, column 12: format: "pricing-mock-recording" is not "pricing-mock-fixtures"\n',
  );
});

test('a written file names its schema, by its way to the package that is installed above it', async () => {
  const cwd = await temporaryFiles({
    'node_modules/pricing-mock/schemas/fixtures.schema.json': '{}',
    'data/readme.txt': '',
  });
  const schemaIn = async (file: string): Promise<unknown> => {
    expect(await run(['fixtures', '--data', 'tiny', '--out', file], { cwd })).toMatchObject({ code: 0 });
    return (JSON.parse(await readFile(join(cwd, file), 'utf8')) as { $schema?: string }).$schema;
  };
  expect(await schemaIn('my.json')).toBe('./node_modules/pricing-mock/schemas/fixtures.schema.json');
  expect(await schemaIn('data/my.json')).toBe('../node_modules/pricing-mock/schemas/fixtures.schema.json');
  expect(await records(['--fixtures', 'data/my.json'], cwd)).toHaveLength(3);
});

test('a file that cannot be written is told', async () => {
  await expectRefusal(
    ['fixtures', '--out', 'none/my.json'],
    await temporaryFiles(),
    /--out none\/my\.json: .*ENOENT/,
  );
});

test('the ledger is printed as a table and as JSON', async () => {
  const table = await run(['assumptions']);
  const json = await run(['assumptions', '--json']);
  expect([table.code, table.err, json.code, json.err]).toEqual([0, '', 0, '']);
  const { assumptions: entries, form } = JSON.parse(json.out) as Told;
  expect(entries.map(({ id }) => id)).toEqual([...assumptionIds, ...shorthandIds]);
  expect(form).toEqual(defaultForm);
  for (const [name, part] of Object.entries(form))
    expect(table.out).toContain(`"${name}": ${JSON.stringify(part)}`);
  for (const entry of entries) {
    expect(Object.keys(entry).slice(0, 9)).toEqual(
      'id gap section question value default values reason evidence'.split(' '),
    );
    expect('form' in entry).toBe(shorthandIds.some((id) => id === entry.id));
    expect(table.out).toContain(`${String(entry.id)} = ${String(entry.default)}\n`);
    for (const part of ['question', 'values', 'reason', 'section']) expect(table.out).toContain(entry[part]);
  }
  expect(table.out).toContain(`${assumptionIds.length} assumptions and 10 shorthands for the form`);
  expect((await run(['assumptions', '--profile', 'strict'])).out).toContain(
    'both-bounds = required (default: optional)',
  );
});

test.each(['tls-cert', 'tls-key'])('--%s with a file that is not there is refused', async (flag) => {
  const cwd = await temporaryFiles({ 'there.pem': '' });
  const files = { 'tls-cert': 'there.pem', 'tls-key': 'there.pem', [flag]: 'lost.pem' };
  const argv = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]);
  await expectRefusal(['--port', '0', ...argv], cwd, /lost\.pem/);
});

test.each(['nothing', ''])('a certificate that is none is refused, with its file: %j', async (text) => {
  const cwd = await temporaryFiles({ 'cert.pem': text, 'key.pem': text });
  const argv = ['--port', '0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  await expectRefusal(argv, cwd, /cert\.pem|key\.pem/);
});
