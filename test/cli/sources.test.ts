// Where options come from: a flag goes before the environment, the environment before the configuration file.
import { expect, test } from 'vitest';
import { envName, flagName, isSwitch } from '../../src/app/options/options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';
import { optionValues } from '../support/option-values.ts';
import { run, startCommand } from './command.ts';
import { temporaryFiles } from './files.ts';
import { requestRaw } from './wire.ts';

const sample = new URL('../../recordings/sample.json', import.meta.url).pathname;

type Name = keyof typeof serveOptions;

/** A value for each source that ends the command with an error, which names the source or the value. */
function badFrom(name: Name, source: string): string {
  const { bad, telling } = optionValues[name];
  return telling?.(source) ?? bad.find((value) => value !== '') ?? 'x';
}

const rows = Object.keys(serveOptions).map((name) => name as Name);

interface Given {
  readonly flag?: string;
  readonly env?: string;
  readonly file?: string;
}

/** `serve` with an option from each of the sources given. */
async function serveWith(name: Name, { flag, env, file }: Given) {
  const option = serveOptions[name];
  const needsTls = name === 'tlsCert' || name === 'tlsKey';
  const other = name === 'tlsCert' ? 'tlsKey' : 'tlsCert';
  const values = {
    ...(name !== 'port' && { port: 0 }),
    ...(name !== 'log' && { log: 'silent' }),
    ...(name === 'dir' && { from: 'session' }), // alone it means nothing
    ...(name === 'asOf' && { from: sample }), // alone it is refused
    ...(needsTls && {
      [other]: new URL('../support/tls/cert.pem', import.meta.url).pathname,
    }),
    ...(file !== undefined && { [name]: file }),
  };
  const cwd = await temporaryFiles({ 'pricing-mock.config.json': JSON.stringify(values) });
  const words = isSwitch(option) ? [flagName(option)] : [`${flagName(option)}=${flag ?? ''}`];
  return run(['serve', ...(flag === undefined ? [] : words)], {
    cwd,
    env: env === undefined ? {} : { [envName(name)]: env },
  });
}

test.each(rows)('%s: the environment goes before the file', async (name) => {
  const bad = (source: string) => badFrom(name, source);
  const { code, err } = await serveWith(name, { env: bad('env'), file: bad('file') });
  expect(code).not.toBe(0);
  const shown = [envName(name), bad('env')].find((words) => words.length > 1 && err.includes(words));
  expect(err.split('\n')).toHaveLength(2);
  expect(shown, err).toBeDefined();
});

test.each(rows)('%s: a flag goes before the environment and the file', async (name) => {
  const { good } = optionValues[name];
  const bad = (source: string) => badFrom(name, source);
  const given = { env: bad('env'), file: bad('file') };
  if (good !== undefined) {
    expect(await serveWith(name, { ...given, flag: good })).toMatchObject({ code: 0, err: '' });
  } else {
    const { code, err } = await serveWith(name, { ...given, flag: bad('a flag') });
    expect(code).not.toBe(0);
    expect(err).toContain(bad('a flag'));
  }
  if (isSwitch(serveOptions[name]) || name === 'config') return;
  const { err } = await serveWith(name, { ...given, flag: bad('a flag') });
  expect(err).toMatch(
    new RegExp(`${flagName(serveOptions[name])}: |${bad('a flag').replaceAll('.', '\\.')}`),
  );
});

test.each(rows.filter((name) => name !== 'config'))(
  '%s: the file is read, and named in its errors',
  async (name) => {
    const { good } = optionValues[name];
    const bad = (source: string) => badFrom(name, source);
    const { code, err } = await serveWith(name, { file: bad('file') });
    expect(code).not.toBe(0);
    expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
    if (good === undefined || name === 'profile') expect(err).toContain(bad('file'));
    else
      expect({ code, err }).toEqual({
        code: 4,
        err: expect.stringContaining(`pricing-mock.config.json: ${name}: `) as string,
      });
    if (good !== undefined) expect(await serveWith(name, { file: good })).toMatchObject({ code: 0, err: '' });
  },
);

test('an empty variable counts as none', async () => {
  const env = Object.fromEntries(rows.map((name) => [envName(name), '']));
  expect(await run(['--port', '0', '--log', 'silent'], { env })).toEqual({ code: 0, out: '', err: '' });
});

test('a switch from the file is taken back by the environment', async () => {
  const cwd = await temporaryFiles({ 'pricing-mock.config.json': '{"noAuth": true, "port": 0}' });
  for (const [env, status] of [
    [{}, 200],
    [{ PRICING_MOCK_NO_AUTH: 'false' }, 401],
    [{ PRICING_MOCK_NO_AUTH: '0' }, 401],
  ] as const) {
    await using served = await startCommand([], { cwd, env });
    expect((await requestRaw(served.url, { line: 'GET /v1/listings', key: null })).status).toBe(status);
  }
});

/** Which keys are valid, and how many strategies come under which name: what several values of one option lead to. */
async function look(argv: readonly string[], env: Record<string, string>, file: object) {
  const cwd = await temporaryFiles({
    'pricing-mock.config.json': JSON.stringify({ port: 0, log: 'silent', ...file }),
  });
  await using served = await startCommand([...argv, '--log', 'json'], { cwd, env });
  const statuses: number[] = [];
  for (const key of ['one', 'two', 'two', 'three']) {
    statuses.push((await requestRaw(served.url, { line: 'GET /v1/strategies', key })).status);
  }
  const { body } = await requestRaw(served.url, { line: 'GET /v1/strategies' });
  return [statuses, Object.keys(JSON.parse(body) as object).join(' ')];
}

const answers = ['list-key=items', 'list-envelope=data'];

test.each([
  ['flags', ['--key=one', '--key=two:1/9', ...answers.map((words) => `--assume=${words}`)], {}, {}],
  ['commas', [], { PRICING_MOCK_KEY: 'one,two:1/9', PRICING_MOCK_ASSUME: answers.join(',') }, {}],
  [
    'commas with spaces',
    [],
    { PRICING_MOCK_KEY: 'one, two:1/9', PRICING_MOCK_ASSUME: answers.join(', ') },
    {},
  ],
  ['lists', [], {}, { key: ['one', 'two:1/9'], assume: answers }],
  [
    'objects',
    [],
    {},
    { key: { two: '1/9', one: '5/300' }, assume: { 'list-key': 'items', 'list-envelope': 'data' } },
  ],
] as const)('an option that repeats is given by %s', async (_, argv, env, file) => {
  expect(await look(argv, env, file)).toEqual([[200, 200, 429, 401], 'items']);
});

test('a single value in the file stands for a list of one', async () => {
  expect(await look([], {}, { key: 'one' })).toEqual([[200, 401, 401, 401], 'data has_more']);
});

test('values of an option that repeats are not added up over the sources', async () => {
  const [statuses] = await look(['--key=one'], { PRICING_MOCK_KEY: 'two' }, { key: 'three' });
  expect(statuses).toEqual([200, 401, 401, 401]);
});

test.each([
  [{ fault: { reset: 0.1 } }, 'fault'],
  [{ port: [1] }, 'port'],
  [{ port: null }, 'port'],
  [{ assume: { sort: ['id'], x: {} } }, 'assume'],
  [{ key: [['one']] }, 'key'],
  [{ noAuth: 'yes' }, 'noAuth'],
])('the file may not say %j', async (file, name) => {
  const cwd = await temporaryFiles({ 'pricing-mock.config.json': JSON.stringify(file) });
  const { code, err } = await run(['--log', 'silent'], { cwd });
  expect(code).toBe(4);
  expect(err).toMatch(new RegExp(`^pricing-mock: pricing-mock\\.config\\.json: ${name}: [^\\n]+\\n$`));
});
