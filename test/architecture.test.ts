// The house as it was designed: what may import what, and how its files look.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../src/', import.meta.url));

interface SourceFile {
  /** Below `src`, such as `service/worlds/store.ts`. */
  readonly path: string;
  /** As written. */
  readonly imports: readonly string[];
  /** Those of them that are loaded with the file: neither types nor `import(...)`. */
  readonly loads: readonly string[];
  /** Those of them that are there at run time, at once or later: all but types. */
  readonly runs: readonly string[];
  /** Names that are used without being declared by an import: globals, and what the file declares itself. */
  readonly names: ReadonlySet<string>;
  readonly hasDefaultExport: boolean;
}

const files: readonly SourceFile[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map(parse);

function parse(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports: string[] = [];
  const loads: string[] = [];
  const runs: string[] = [];
  const names = new Set<string>();
  let hasDefaultExport = false;
  const visit = (node: ts.Node): void => {
    const module = importedModule(node);
    if (module !== undefined) imports.push(module);
    if (module !== undefined && isLoad(node)) loads.push(module);
    if (module !== undefined && (isLoad(node) || ts.isCallExpression(node))) runs.push(module);
    if (ts.isIdentifier(node) && isReference(node)) names.add(node.text);
    if (ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword) {
      hasDefaultExport ||= ts.isExportAssignment(node) || !ts.isDefaultClause(node.parent);
    }
    if (ts.isExportSpecifier(node)) hasDefaultExport ||= node.name.text === 'default';
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, imports, loads, runs, names, hasDefaultExport };
}

/** The module that a declaration, `import(...)`, `import('...')` as a type or `require(...)` names. */
function importedModule(node: ts.Node): string | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? node.argument.literal
        : ts.isCallExpression(node) &&
            (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
              (ts.isIdentifier(node.expression) && node.expression.text === 'require'))
          ? node.arguments[0]
          : undefined;
  return named !== undefined && ts.isStringLiteralLike(named) ? named.text : undefined;
}

function isLoad(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword;
  return ts.isExportDeclaration(node) && !node.isTypeOnly;
}

/** Whether a name stands for a value or a type, and not for a property. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  return !(
    (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) &&
    parent.name === node
  );
}

const isRelative = (module: string) => module.startsWith('.');
const isBuiltin = (module: string) => module.startsWith('node:') || builtinModules.includes(module);

/** The files of the house that a file imports. */
const targets = (file: SourceFile): string[] =>
  file.imports.filter(isRelative).map((module) => normalize(join(dirname(file.path), module)));

/** The folders from the roof to the ground. A file imports from lower floors and from its own folder, never sideways or up. */
const floors: readonly (readonly string[])[] = [
  ['entries', 'page'],
  ['cli'],
  ['app'],
  ['analysis'],
  ['recording'],
  ['service'],
  ['doors', 'dialect', 'proxy'],
  ['spec'],
  ['http'],
];

/** The folder of `src` that a file stands in; what stands in none is an entry. */
const folderOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : 'entries');

const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder));

test('the source is read as it is', () => {
  expect(files.length).toBeGreaterThan(80);
  const main = files.find(({ path }) => path === 'cli/main.ts')!;
  expect(targets(main)).toEqual(expect.arrayContaining(['cli/commands.ts', 'cli/io.ts']));
  expect(main.imports).toContain('commander');
  const commands = files.find(({ path }) => path === 'cli/commands.ts')!;
  expect(commands.imports).toEqual(expect.arrayContaining(['./io.ts', './serve-command.ts']));
  expect(commands.loads).toEqual([]); // types, and commands that are loaded when they are called
});

test('every file stands in one of the folders, and only entries stand in none', () => {
  expect(files.filter(({ path }) => floorOf(folderOf(path)) === -1).map(({ path }) => path)).toEqual([]);
  const entries = files.filter(({ path }) => folderOf(path) === 'entries').map(({ path }) => path);
  expect(entries).toEqual(['bin.ts', 'index.ts', 'msw.ts', 'vitest.ts']);
});

test('every relative import names a file that is there', () => {
  const known = new Set(files.map(({ path }) => path));
  const lost = files.flatMap((file) => targets(file).filter((target) => !known.has(target)));
  expect(lost).toEqual([]);
});

test('what the examples take from the build has its source', () => {
  const examples = join(root, '../examples');
  const taken = readdirSync(examples)
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => [
      ...readFileSync(join(examples, name), 'utf8').matchAll(/'\.\.\/dist\/([^']+)\.js'/g),
    ]);
  expect(taken.length).toBeGreaterThan(0);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(taken.map(([, path]) => `${path!}.ts`)),
  );
});

test('imports point downwards, never sideways or up', () => {
  const wrong = files.flatMap((file) =>
    targets(file)
      .filter((target) => {
        const [from, to] = [folderOf(file.path), folderOf(target)];
        return from !== to && floorOf(from) >= floorOf(to);
      })
      .map((target) => `${file.path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** The folders of the page, the same way; its first file stands in none of them. */
const pageFloors = ['page', 'panes', 'state', 'talk', 'parts'];

test('the page is a house of its own: it imports nothing of the others, and downwards in itself', () => {
  const ofPage = files.filter(({ path }) => folderOf(path) === 'page');
  expect(ofPage.length).toBeGreaterThan(15);
  const floorIn = (path: string) => pageFloors.indexOf(path.split('/').at(-2)!);
  const wrong = ofPage.flatMap((file) =>
    targets(file)
      .filter((target) => folderOf(target) !== 'page' || floorIn(target) < floorIn(file.path))
      .map((target) => `${file.path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no text becomes markup in the page', () => {
  const ways = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc', 'eval'];
  const texts = files
    .filter(({ path }) => folderOf(path) === 'page')
    .map(({ path }) => [path, readFileSync(join(root, path), 'utf8')] as const);
  expect(
    texts.flatMap(([path, text]) => ways.filter((way) => text.includes(way)).map((way) => `${path}: ${way}`)),
  ).toEqual([]);
});

test('no file leads back to itself, types included', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '));
    if (done.has(path) || way.includes(path)) return;
    const file = files.find((candidate) => candidate.path === path)!;
    for (const target of targets(file)) follow(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) follow(path, []);
  expect(circles).toEqual([]);
});

test('each file name stands once', () => {
  const names = files.map(({ path }) => path.split('/').at(-1)!);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('the process is known to bin.ts, and nobody imports it', () => {
  expect(files.filter((file) => targets(file).includes('bin.ts'))).toEqual([]);
});

/** Third-party packages and the one file that imports each. */
const packages: Readonly<Record<string, string>> = {
  '@faker-js/faker': 'service/models/faker.ts',
  '@mswjs/data': 'service/worlds/database.ts',
  commander: 'cli/main.ts',
  'cross-spawn': 'cli/around-command.ts',
  fflate: 'http/compression.ts',
  '@noble/hashes': 'http/sha-256.ts',
  'http-proxy': 'proxy/forward.ts',
  'har-format': 'recording/har/har-out.ts',
  lowdb: 'recording/file/document.ts',
  msw: 'msw.ts',
  vitest: 'vitest.ts',
  valibot: 'http/schema.ts',
  '@valibot/to-json-schema': 'service/openapi/json-schema.ts',
  'jsonc-parser': 'http/json-places.ts',
  'lru-cache': 'http/bounded-cache.ts',
};

/** The same of the page, into which the build takes them: a user installs none. */
const pagePackages: Readonly<Record<string, string>> = {
  preact: 'page/parts/ui.ts',
  '@preact/signals': 'page/parts/ui.ts',
  htm: 'page/parts/ui.ts',
  uplot: 'page/parts/window-chart.ts',
  microdiff: 'page/parts/body-text.ts',
};

const packageOf = (module: string) => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

test('each third-party package is imported by one file, and by the one that is meant to', () => {
  const found = files.flatMap(({ path, imports }) =>
    [...new Set(imports.filter((module) => !isRelative(module) && !isBuiltin(module)).map(packageOf))].map(
      (name) => `${name}: ${path}`,
    ),
  );
  const meant = Object.entries({ ...packages, ...pagePackages }).map(([name, path]) => `${name}: ${path}`);
  expect(found.filter((line) => !meant.includes(line))).toEqual([]);
  // Parts that are yet to be built import theirs as soon as they stand.
  const built = meant.filter((line) => files.some(({ path }) => line.endsWith(`: ${path}`)));
  expect(found.sort()).toEqual(built.sort());
});

test('the packages are the dependencies in package.json', () => {
  const manifest = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as {
    dependencies: object;
    devDependencies: object;
  };
  /** Whether a package is only types, of which nothing is left in the build. */
  const isTypesAlone = (name: string) =>
    `@types/${name}` in manifest.devDependencies &&
    !files.some(({ runs }) => runs.map(packageOf).includes(name));
  // The test runner is the user's own.
  const ours = Object.keys(packages).filter((name) => name !== 'vitest' && !isTypesAlone(name));
  expect(Object.keys(manifest.dependencies).sort()).toEqual(ours.sort());
  expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(Object.keys(pagePackages)));
});

/** The files that others lead to, they themselves among them. */
function reachedFrom(paths: readonly string[], by: 'loads' | 'runs'): SourceFile[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const modules = files.find((file) => file.path === path)![by];
    for (const module of modules.filter(isRelative)) visit(normalize(join(dirname(path), module)));
  };
  paths.forEach(visit);
  return files.filter(({ path }) => found.has(path));
}

/** What `serve` has loaded when it is ready: from its first file, and from those that it then imports. */
const loadedByServe = () =>
  reachedFrom(
    ['bin.ts', 'app/options/serve-options.ts', 'cli/serve-command.ts', 'service/data/choose-data.ts'],
    'loads',
  );

test('a start of serve loads nothing of the other modes, and four packages', () => {
  const loaded = loadedByServe();
  expect(loaded.map(({ path }) => path)).toContain('doors/port/listen.ts');
  const folders = new Set(loaded.map(({ path }) => folderOf(path)));
  expect([...folders].filter((folder) => ['analysis', 'recording', 'proxy'].includes(folder))).toEqual([]);
  expect(loaded.map(({ path }) => path).filter((path) => /^app\/.*(record|replay)/.test(path))).toEqual([]);
  const modules = loaded.flatMap(({ loads }) => loads.filter((module) => !isRelative(module)));
  expect([...new Set(modules.filter((module) => !isBuiltin(module)).map(packageOf))].sort()).toEqual([
    '@faker-js/faker',
    '@mswjs/data',
    'commander',
    'valibot',
  ]);
  // Each of these costs a start milliseconds.
  const heavy = ['node:child_process', 'node:crypto', 'node:dns', 'node:https', 'node:tls', 'node:zlib'];
  expect(modules.filter((module) => heavy.includes(module))).toEqual([]);
});

const browserSafe = ['http', 'spec', 'dialect', 'service'];

/** What of Node's a file knows. */
const ofNode = ({ path, imports, names }: SourceFile): string[] => [
  ...imports.filter(isBuiltin).map((module) => `${path} imports ${module}`),
  ...['Buffer', 'process', 'global', 'require', '__dirname', 'setImmediate']
    .filter((name) => names.has(name))
    .map((name) => `${path} uses ${name}`),
];

test('the simulator runs in a browser: it knows nothing of Node', () => {
  const wrong = files.filter(({ path }) => browserSafe.includes(folderOf(path))).flatMap(ofNode);
  expect(wrong).toEqual([]);
});

test('whatever msw.ts leads to runs in a browser, the replay among it', () => {
  const reached = reachedFrom(['msw.ts'], 'runs');
  expect(reached.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'app/control/control.ts',
      'recording/redact/redactor.ts',
      'app/modes/simulate-misses.ts',
    ]),
  );
  expect(reached.flatMap(ofNode)).toEqual([]);
});

test('Node is imported by its full name', () => {
  const wrong = files.flatMap(({ imports }) => imports.filter((module) => builtinModules.includes(module)));
  expect(wrong.filter((module) => !module.startsWith('node:'))).toEqual([]);
});

test('names are kebab-case', () => {
  expect(
    files.map(({ path }) => path).filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path)),
  ).toEqual([]);
});

test('exports have names', () => {
  expect(files.filter(({ hasDefaultExport }) => hasDefaultExport).map(({ path }) => path)).toEqual([]);
});
