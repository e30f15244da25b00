// The package as its users' tools see it: what its entries export, and their types under each resolution.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { complaints } from '../support/compiler.ts';
import { consumer } from '../support/consumer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What stands in every entry but that of vitest. */
const common = [
  'AddedFault',
  'AnswerId',
  'Answers',
  'AuditError',
  'AuditFact',
  'AuditReport',
  'WorldClock',
  'CommandError',
  'Coverage',
  'DataSet',
  'Duration',
  'ErrorName',
  'ErrorObject',
  'FactId',
  'FaultKind',
  'FaultSpec',
  'FaultSyntaxError',
  'Faults',
  'Fields',
  'FixtureError',
  'FixtureInput',
  'FixtureProblem',
  'Form',
  'LoggedRequest',
  'LimitInput',
  'Listing',
  'MatchError',
  'Mock',
  'CreateMockInput',
  'MockInput',
  'Observation',
  'PresetName',
  'RecordError',
  'Records',
  'ReportOutcome',
  'ReportRun',
  'ReportRunState',
  'RequestMatch',
  'Requests',
  'SettingError',
  'Settings',
  'Snapshot',
  'Strategy',
  'WaitOptions',
  'World',
  'createMock',
];

/** Our sources, as all the entries reach them. */
const sources = ts.createProgram(
  ['index.ts', 'msw.ts', 'vitest.ts'].map((name) => join(root, 'src', name)),
  ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    root,
  ).options,
);

test.each<[string, readonly string[]]>([
  [
    'index.ts',
    [
      ...common,
      'MockServer',
      'ModeError',
      'ServerMode',
      'ModeName',
      'ModeRequest',
      'ModeState',
      'RecordServer',
      'RecorderInput',
      'Recording',
      'ReplayInput',
      'ReplayServer',
      'ReplaySummary',
      'ServerInput',
      'startRecorder',
      'startReplay',
      'startServer',
    ],
  ],
  [
    'msw.ts',
    [
      ...common,
      'MockHandlers',
      'CreateReplayInput',
      'ReplayHandlers',
      'ReplaySummary',
      'createHandlers',
      'replayHandlers',
    ],
  ],
  ['vitest.ts', ['MockFixtures', 'TestMock', 'createTest', 'test']],
])('the entry %s exports these names and no others', (name, names) => {
  const file = join(root, 'src', name);
  const checker = sources.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(sources.getSourceFile(file)!)!);
  expect(exported.map((symbol) => symbol.name).sort()).toEqual([...names].sort());
  // Whoever hovers over a name learns what it is for.
  const untold = exported
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter((symbol) => symbol.getDocumentationComment(checker).length === 0);
  expect(untold.map((symbol) => symbol.name)).toEqual([]);
});

const program = `
import { startServer, startReplay, startRecorder, createMock, RecordError, type Listing, type ServerInput, type World } from 'pricing-mock';
import { createHandlers } from 'pricing-mock/msw';
import { createTest, test } from 'pricing-mock/vitest';
import { getResponse } from 'msw';
import { setupServer } from 'msw/node';

const input: ServerInput = { data: 'tiny', key: { mine: '1/2' }, fault: ['reset@0.1'], perSecond: 'off' };
export const run = async (): Promise<number> => {
  await using server = await startServer(input);
  const world: World = server.world();
  const listing: Listing = world.listings.create({ title: 'mine', extra: { vendor: 5 } });
  world.listings.update(listing.id, listing);
  // @ts-expect-error -- a price is a number
  world.listings.update(listing.id, { minPrice: 'x' });
  world.clock.advance('61s');
  // @ts-expect-error -- there is no such unit
  world.clock.advance('61 sec');
  world.faults.add({ kind: 'status=503', match: { method: 'PATCH' }, times: 2 });
  // @ts-expect-error -- there is no such fault
  world.faults.add({ kind: 'explode' });
  // @ts-expect-error -- there is no such option
  await startServer({ prot: 1 });
  const handlers = createHandlers({ baseUrl: 'https://api.example.test' });
  setupServer(...handlers).listen();
  const response = await getResponse(handlers, new Request('https://api.example.test/v1/listings'));
  test('x', async ({ mock }) => { await fetch(mock.url, { headers: { 'X-API-KEY': mock.key } }); });
  createTest({ data: 'edge' })('y', ({ mock, mockServer }) => { mock.world.reset(); mockServer.world(); });
  await startReplay({ recording: 'sample' }).then(({ summary }) => summary().misses);
  await startRecorder({ upstream: 'https://api.example.test' }).then(({ file }) => file);
  try { world.restore(world.snapshot()); } catch (error) { if (error instanceof RecordError) throw error; }
  return (await createMock().fetch('https://x.test/v1/listings')).status + (response?.status ?? 0);
};
`;

const page = ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];

/** The same without vitest, which is for ES modules, and without msw, whose types need a page's. */
const commonJs = program
  .replaceAll(/^.*(?:vitest|msw|createTest|setupServer|test\('x'|getResponse|handlers).*\n/gm, '')
  .replace(' + (response?.status ?? 0)', '');

const node16 = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
const nodeNext = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
const node10 = {
  module: ts.ModuleKind.CommonJS,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there are projects that still have it
  moduleResolution: ts.ModuleResolutionKind.Node10,
  ignoreDeprecations: '6.0',
};

test.each<[string, string, string, ts.CompilerOptions]>([
  ['node16', 'main.ts', program, { lib: ['lib.es2023.d.ts'], ...node16 }],
  ['nodenext', 'main.ts', program, { lib: page, ...nodeNext }],
  [
    'bundler',
    'main.ts',
    program,
    { lib: page, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ],
  ['node16, from CommonJS', 'main.cts', commonJs, { lib: page, ...node16 }],
  ['nodenext, from CommonJS', 'main.cts', commonJs, { lib: page, ...nodeNext }],
  ['node10', 'main.cts', commonJs, { lib: page, ...node10 }],
])(
  'a user’s program is checked against our types under the resolution %s',
  async (_, name, text, resolution) => {
    const folder = await consumer({ [name]: text });
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2023,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      ...resolution,
    };
    // What is in the types of others, such as msw without a page's, is not ours to mend.
    const isOurs = (path: string) => /main\.c?ts$|\/pricing-mock\//.test(path);
    expect(complaints(join(folder, name), options, isOurs)).toEqual([]);
  },
);

test('require() and import give one and the same library in Node', async () => {
  const both = `
    const required = [require('pricing-mock'), require('pricing-mock/msw')];
    Promise.all([import('pricing-mock'), import('pricing-mock/msw')]).then((imported) => {
      console.log(required.every((library, at) =>
        Object.keys(imported[at]).every((name) => library[name] === imported[at][name])));
    });`;
  const cwd = await consumer({ 'both.cjs': both });
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['both.cjs'], { cwd });
  expect([stdout, stderr]).toEqual(['true\n', '']);
});

test('require() gives a library of its own to whoever has no ES modules', async () => {
  const alone = `
    const { createMock } = require('pricing-mock');
    const mock = createMock({ data: 'tiny' });
    mock.fetch('https://x.test/v1/listings', { headers: { 'X-API-KEY': mock.key } }).then(async (response) => {
      console.log(require.resolve('pricing-mock').includes('commonjs'), (await response.json()).data.length);
    });`;
  const cwd = await consumer({ 'alone.cjs': alone });
  const flags = ['--no-experimental-require-module', 'alone.cjs'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { cwd });
  expect([stdout, stderr]).toEqual(['true 3\n', '']);
});

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: root, level: 'suggestion', strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});
