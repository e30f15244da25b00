// The options of the library are those of the command line: by name, by value and by default.
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { startRecorder, startReplay, startServer } from '../../src/index.ts';
import type { RecorderInput, ReplayInput, ServerInput } from '../../src/index.ts';
import { CommandError, createHandlers, createMock } from '../../src/msw.ts';
import type { CreateMockInput } from '../../src/msw.ts';
import { mockOptions } from '../../src/app/options/mock-options.ts';
import { recordOptions } from '../../src/app/options/record-options.ts';
import { replayOptions } from '../../src/app/options/replay-options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';
import { optionValues } from '../support/option-values.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Options that a program has no use for; it has `report()`. */
const ofTerminal = ['config', 'coverage', 'log', 'junit', 'markdown'] as const;
type OfTerminal = (typeof ofTerminal)[number];
type OfProgram = 'cwd' | 'onRequest';
type Named<Options> = Exclude<keyof Options, OfTerminal>;

test('each option of a command has a typed counterpart of the same name, and no other has', () => {
  expectTypeOf<Exclude<keyof ServerInput, OfProgram>>().toEqualTypeOf<Named<typeof serveOptions>>();
  expectTypeOf<Exclude<keyof ReplayInput, OfProgram | 'recording'>>().toEqualTypeOf<
    Named<typeof replayOptions>
  >();
  expectTypeOf<Exclude<keyof RecorderInput, OfProgram | 'upstream'>>().toEqualTypeOf<
    Named<typeof recordOptions>
  >();
  expectTypeOf<Exclude<keyof CreateMockInput, 'baseUrl' | 'fixtures'>>().toEqualTypeOf<
    keyof typeof mockOptions
  >();
});

/** What each function says that it takes. */
async function acceptedBy(call: (input: object) => unknown): Promise<string[]> {
  const error: unknown = await Promise.resolve()
    .then(() => call({ nothing: 1 }))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(CommandError);
  const [, names = ''] = /there is no option 'nothing'; known are (.*)$/.exec((error as Error).message) ?? [];
  return names.split(', ').sort();
}

const isOfTerminal = (name: string) => ofTerminal.some((one) => one === name);

const named = (options: object, ...besides: string[]) =>
  [...Object.keys(options).filter((name) => !isOfTerminal(name)), ...besides].sort();

const server = (input: object) => startServer(input);
const replay = (input: object) => startReplay({ recording: 'sample', cwd: root, ...input });
const recorder = (input: object) => startRecorder({ upstream: 'http://127.0.0.1:9', cwd: root, ...input });
const mock = (input: object) => Promise.resolve(createMock(input));

test('an unknown option is refused with the names of those that are accepted', async () => {
  expect(await acceptedBy(server)).toEqual(named(serveOptions, 'cwd', 'onRequest'));
  expect(await acceptedBy(replay)).toEqual(named(replayOptions, 'cwd', 'onRequest', 'recording'));
  expect(await acceptedBy(recorder)).toEqual(named(recordOptions, 'cwd', 'onRequest', 'upstream'));
  expect(await acceptedBy(mock)).toEqual(named(mockOptions, 'baseUrl', 'fixtures'));
});

const badRows = Object.entries(optionValues)
  .filter(([name]) => !isOfTerminal(name))
  .flatMap(([name, { bad }]) => bad.map((value) => [name as keyof typeof serveOptions, value] as const));

test.each(badRows)('startServer refuses %s: %j, as the command does', async (name, value) => {
  const { valid, telling } = optionValues[name];
  const refused: unknown = await server({ [name]: value }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CommandError);
  const { message } = refused as Error;
  expect(message).toMatch(valid);
  if (telling === undefined) {
    expect(message).toContain(`startServer: ${name}: `);
    expect((refused as CommandError).exitCode).toBe(2);
  }
});

describe('a wrong option is refused by name, with what is valid', () => {
  test.each<[string, object, RegExp]>([
    ['startServer', { config: 'x.json' }, /there is no option 'config'/],
    ['startServer', { log: 'json' }, /there is no option 'log'/],
    ['startServer', { port: 70_000 }, /startServer: port: '70000' is not a whole number from 0 to 65535/],
    ['startServer', { port: null }, /startServer: port: takes a text, a number, true or false/],
    ['startServer', { seed: -1 }, /startServer: seed: '-1' is not a whole number from 0 to 4294967295/],
    ['startServer', { listings: 1.5 }, /startServer: listings: '1.5' is not a whole number/],
    [
      'startServer',
      { perSecond: 0 },
      /startServer: perSecond: '0' is neither a whole number of at least 1 nor off/,
    ],
    ['startServer', { perMinute: Infinity }, /startServer: perMinute: 'Infinity' is neither .* nor off/],
    ['startServer', { noAuth: 'yes' }, /startServer: noAuth: 'yes' is neither true nor false/],
    ['startServer', { fault: ['reset', 'reset@2'] }, /startServer: fault: the probability in 'reset@2'/],
    ['startServer', { key: { mine: 'x' } }, /startServer: key: takes <key>/],
    ['startServer', { assume: { 'max-bodies': '1' } }, /startServer: assume: .*max-bodies/],
    ['startServer', { assume: { etag: 'maybe' } }, /startServer: assume: .*etag/],
    [
      'startServer',
      { profile: 'lenient' },
      /^profile: 'lenient' is none of default, spec-only, strict, nor a JSON file$/,
    ],
    ['startServer', { profile: 'spec-onyl' }, /, nor a JSON file; did you mean 'spec-only'\?$/],
    ['startServer', { asOf: 'end' }, /^asOf: says which records from opens with/],
    ['startServer', { tlsCert: 'x.pem' }, /^tlsCert and tlsKey go together/],
    ['startServer', { fixtures: 'no-such.json' }, /no-such\.json: there is no such file/],
    ['startServer', { fixtures: 5 }, /5: there is no such file/],
    ['startServer', { fixtures: null }, /fixtures: null is not an object/],
    ['startServer', { fixtures: [] }, /fixtures: .* is not an object/],
    [
      'startServer',
      { fixtures: { listings: [{ id: 1 }] } },
      /fixtures: listings\[0\]\.id: 1 is not a UUID, such as/,
    ],
    ['startServer', { fixtures: { listings: [] }, listings: 3 }, /listings: goes with generated data/],
    ['startServer', { fixtures: { listings: [] }, data: 'tiny' }, /^fixtures and data exclude each other$/],
    [
      'startServer',
      { fixtures: { listings: [] }, archived: true },
      /^archived: goes with generated data, not with fixtures; leave one out$/,
    ],
    [
      'startServer',
      { from: 'sample', incomplete: 0.1 },
      /^incomplete: goes with generated data, not with from/,
    ],
    ['startServer', { from: 'sample', profile: 'strict' }, /^from: .* which profile strict is not$/],
    ['startServer', { assume: { sort: 'id' }, profile: 'no-such.json' }, /^no-such\.json: there is no such/],
    ['startServer', { host: 'no-such.invalid' }, /choose .* with host, such as/],
    ['startReplay', { at: 9 }, /^at: there is no write 9/],
    ['startReplay', { recording: undefined }, /startReplay: recording: takes a name or a file/],
    ['startReplay', { recording: 'nothing' }, /recordings\/nothing\.json: .*no such/],
    ['startReplay', { onMiss: 'ignore' }, /startReplay: onMiss: 'ignore' is none of error, mock/],
    ['startReplay', { timing: 5 }, /startReplay: timing: '5' is none of none, recorded/],
    ['startReplay', { data: 'tiny' }, /startReplay: there is no option 'data'/],
    ['startRecorder', { upstream: undefined }, /startRecorder: upstream: takes a base URL/],
    [
      'startRecorder',
      { upstream: new URL('http://127.0.0.1:9') },
      /upstream: takes a base URL as a text, such as 'https:/,
    ],
    ['startRecorder', { upstream: 'api.example.test' }, /^upstream: /],
    ['startRecorder', { name: 'x.json' }, /startRecorder: name: 'x\.json' is no name for a recording/],
    ['startRecorder', { name: '../x' }, /startRecorder: name: '\.\.\/x' is no name for a recording/],
    ['startRecorder', { maxBody: '1gb' }, /startRecorder: maxBody: '1gb' is not a size up to 100mb/],
    ['startRecorder', { pace: 'fast' }, /startRecorder: pace: 'fast' is neither <perSecond>\/<perMinute>/],
    ['startRecorder', { keyEnv: 'NO_SUCH_VARIABLE' }, /^keyEnv NO_SUCH_VARIABLE: /],
    ['startRecorder', { key: 'mine' }, /^key goes with keyEnv; /],
    ['startRecorder', { ca: 'no-such.pem' }, /^ca no-such\.pem: /],
    ['createMock', { port: 0 }, /createMock: there is no option 'port'/],
    ['createMock', { seed: 'x' }, /createMock: seed: 'x' is not a whole number/],
    ['createMock', { profile: 'x.json' }, /^profile: 'x\.json' is none of default, spec-only, strict$/],
    ['createMock', { profile: 'spec-onyl' }, /, strict; did you mean 'spec-only'\?$/],
    [
      'createMock',
      { fixtures: { listings: [] }, archived: true },
      /^archived: goes with generated data, not/,
    ],
    [
      'createMock',
      { fixtures: { listings: [] }, incomplete: 1 },
      /^incomplete: goes with generated data, not/,
    ],
    ['createMock', { baseUrl: 5 }, /baseUrl: 5 is no base URL/],
    ['createMock', { fixtures: { listings: [] }, data: 'tiny' }, /^fixtures and data exclude each other$/],
    ['createMock', { fixtures: null }, /fixtures: null is not an object/],
    ['createHandlers', { port: 0 }, /createHandlers: there is no option 'port'/],
  ])('%s(%j)', async (name, input, message) => {
    const call: (input: object) => Promise<unknown> = {
      startServer: server,
      startReplay: replay,
      startRecorder: recorder,
      createMock: mock,
      createHandlers: (options: object) => Promise.resolve(createHandlers(options)),
    }[name]!;
    await expect(Promise.resolve().then(() => call(input))).rejects.toThrow(message);
  });
});

test('each value that a command takes is taken as text, and as what it is', async () => {
  for (const input of [
    { seed: 7, listings: 40, perSecond: 2, perMinute: 'off', noAuth: false, latency: 1 },
    { seed: '7', listings: '40', perSecond: '2', perMinute: 'off', noAuth: 'false', latency: '1' },
  ] as ServerInput[]) {
    await using started = await startServer({
      ...input,
      key: { mine: '1/2' },
      assume: { 'page-max-limit': 100 },
    });
    const response = await fetch(`${started.url}/v1/listings?limit=100`, {
      headers: { 'X-API-KEY': 'test_a' },
    });
    const { data } = (await response.json()) as { data: unknown[] };
    expect(data).toHaveLength(40);
    expect(started.key).toBe('mine');
  }
});

test('assumptions may stand as on the command line, without a port, too', () => {
  const assume = ['sort=oldest', 'error-codes=fine'] as never;
  expect(() => createMock({ assume })).not.toThrow();
});

test('an option left undefined has its default', async () => {
  const input = Object.fromEntries(named(serveOptions, 'cwd', 'onRequest').map((name) => [name, undefined]));
  await using plain = await startServer();
  await using started = await startServer(input);
  expect(started.world().listings.all()).toEqual(plain.world().listings.all());
  expect(started.key).toBe(plain.key);
});

test('the defaults are those of the command line, but for the port and the audit', async () => {
  await using started = await startServer();
  await using told = await startServer({
    ...Object.fromEntries(
      Object.entries(serveOptions)
        .filter(
          ([name, { default: value }]) =>
            !['config', 'coverage', 'log'].includes(name) && value !== undefined && value !== null,
        )
        .map(([name, { default: value }]) => [name, value]),
    ),
    port: 0,
    audit: true,
  });
  expect(told.world().listings.all()).toEqual(started.world().listings.all());
  expect(told.world().report().facts.length).toBe(started.world().report().facts.length);
  expect(started.port).not.toBe(serveOptions.port.default);
  expect(serveOptions.audit.default).toBe(false);
  await using silent = await startServer({ audit: false });
  expect(() => silent.world().report()).toThrow('there is no audit: start the server with --audit');
});

test.each([[null], [5], ['tiny'], [[]], [true]])(
  'a function that is given %j in place of options says so',
  async (given) => {
    const wrong = given as never;
    const calls = {
      startServer: () => startServer(wrong),
      startReplay: () => startReplay(wrong),
      startRecorder: () => startRecorder(wrong),
      createMock: () => Promise.resolve().then(() => createMock(wrong)),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call()).rejects.toThrow(`${name}: takes an object with its options, not `);
    }
  },
);
