// Help, version, and everything that ends in exit code 2 with one line.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presetNames } from '../../src/spec/settings.ts';
import { flagName, isSwitch } from '../../src/app/options/options.ts';
import { fixturesOptions, serveOptions } from '../../src/app/options/serve-options.ts';
import { dataSetNames } from '../../src/service/data/data-sets.ts';
import { run } from './command.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What every usage error looks like. */
function expectOneLine(
  { code, out, err }: Awaited<ReturnType<typeof run>>,
  ...parts: readonly (string | RegExp)[]
) {
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
  for (const part of parts) expect(err).toMatch(part);
}

test.each(['--version', '-v'])('%s prints the version of the package', async (flag) => {
  expect(await run([flag])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
});

test.each([['--help'], ['-h'], ['help']])(
  '%s names the commands and leads to the flags of serve',
  async (...argv) => {
    const { code, out, err } = await run(argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const command of ['serve', 'fixtures', 'assumptions'])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(out).toContain('pricing-mock help serve');
  },
);

test.each([
  [['serve', '--help'], serveOptions],
  [['help', 'serve'], serveOptions],
  [['help', 'fixtures'], fixturesOptions],
] as const)('%j describes every option, with its default', async (argv, options) => {
  const { code, out } = await run(argv);
  expect(code).toBe(0);
  const text = out.replace(/\s+/g, ' ');
  for (const option of Object.values(options)) {
    expect(text).toContain(option.flags);
    expect(text).toContain(option.help);
    if (!isSwitch(option) && typeof option.default === 'number')
      expect(text).toContain(`(default: ${option.default})`);
  }
});

test.each([
  [['serv'], /unknown command 'serv' \(Did you mean serve\?\)/],
  [['fixture'], /Did you mean fixtures\?/],
  [['assumption'], /Did you mean assumptions\?/],
  [['frobnicate'], /unknown command 'frobnicate'/],
  [['help', 'nope'], /no such command/],
  [['serve', 'extra'], /too many arguments/],
  [['--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
  [['--assum', 'x=y'], /Did you mean --assume\?/],
  [['serve', '--no-limit'], /Did you mean --no-limits\?/],
  [['fixtures', '--port', '1'], /unknown option '--port'/],
  [['assumptions', '--jsn'], /Did you mean --json\?/],
] as const)('%j is told in one line, with what was meant', async (argv, words) => {
  expectOneLine(await run(argv), words, /see pricing-mock --help$/m);
});

/** By option: values that are not valid, and what the line says would be. */
const badValues: Readonly<Record<keyof typeof serveOptions, readonly [readonly string[], RegExp] | null>> = {
  port: [['abc', '-1', '65536', '1.5', '', '1e3', ' 1', '0x10'], /0 to 65535/],
  host: [[''], /must not be empty/],
  allowHost: [['', 'a b', 'http://x', 'a/b', ':80', 'x:99999', '[::1'], /mock\.test:5300/],
  corsOrigin: [
    ['', 'x', 'localhost:3000', 'http://x/', 'http://x/path', '*', 'null', 'file:///x'],
    /http:\/\/localhost:3000/,
  ],
  seed: [['', '-1', '4294967296', '1.5', 'x'], /0 to 4294967295/],
  data: [['', 'Default', 'huge', 'a\nb'], new RegExp(dataSetNames.join(', '))],
  listings: [['', '-1', '100001', '1.5', 'all'], /0 to 100000/],
  fixtures: [[''], /must not be empty/],
  from: [[''], /must not be empty/],
  key: [['', 'a b', 'a:b', 'k:1', 'k:0/5', 'k:5/0', 'k:x/y', 'k:1/2/3', 'ké', 'x'.repeat(201)], /./],
  noAuth: null, // takes no value
  noLimits: null,
  perSecond: [['', '0', '-1', '1.5', 'none', 'Off'], /at least 1 nor off/],
  perMinute: [['', '0', '-1', '1.5', 'none', 'Off'], /at least 1 nor off/],
  assume: [
    ['', 'sort', '=newest', 'sort=', 'sort=up', 'nothing=1', 'max-decimals=9', 'doc-base=ftp://x'],
    /./,
  ],
  profile: [['', 'Default', 'lenient'], /must not be empty|default, spec-only, strict, nor a JSON file/],
  latency: [['', '-1', '1.5', '800..200', '200..', '..200', '1s'], /200\.\.800/],
  fault: [
    [
      '',
      'boom',
      'status=200',
      'status=600',
      'status',
      'reset=1',
      'reset@2',
      'reset@-1',
      'reset@',
      'slow-body=x',
    ],
    /slow-body|0\.1/,
  ],
  clock: [
    [
      '',
      'now',
      '2026-13-01',
      '2026-02-30',
      '2026-01-01T00:00:00',
      '2026-01-01,stopped',
      '2026-01-01,frozen,x',
    ],
    /2026-01-01T00:00:00Z/,
  ],
  tlsCert: [[''], /must not be empty/],
  tlsKey: [[''], /must not be empty/],
  audit: null,
  failOn: [
    ['', 'x', 'audit:x=1', 'audit:429', 'audit:429=-1'],
    /audit:429=0|the facts are|a whole number of at least 0, or off/,
  ],
  dir: [['', 'a\u0000b'], /must not be empty|no folder/],
  controlToken: [['', 'short', 'with a blank', 'x'.repeat(201)], /8 to 200/],
  config: [[''], /must not be empty/],
  log: [['', 'xml', 'JSON'], /pretty, json, silent/],
};

const badRows = Object.entries(badValues).flatMap(([name, row]) =>
  (row?.[0] ?? []).map(
    (value) => [flagName(serveOptions[name as keyof typeof serveOptions]), value, row![1]] as const,
  ),
);

test.each(badRows)('%s=%j is refused in one line that says what is valid', async (flag, value, valid) => {
  expectOneLine(
    await run([flag === '--log' ? '--port=0' : '--log=silent', `${flag}=${value}`]),
    `pricing-mock: ${flag}: `,
    valid,
  );
});

test('the table of bad values knows every option', () => {
  expect(Object.keys(badValues)).toEqual(Object.keys(serveOptions));
});

const withValue = Object.values(serveOptions).filter((option) => !isSwitch(option));

test.each(withValue.map(flagName))('%s without a value is told', async (flag) => {
  expectOneLine(await run([flag]), flag, /argument missing/);
});

test('an IPv6 address may stand in the brackets that it has in a URL', async () => {
  const { err } = await run(['--port', '0', '--host', '[::1]', '--log', 'silent']);
  expect(err).not.toContain('[::1]'); // where there is no IPv6, the address itself is refused
});

test.each(['--no-auth=1', '--no-limits=false'])('%s is refused, as it takes no value', async (flag) => {
  expectOneLine(await run([flag]), flag.split('=', 1)[0]!);
});

test.each([
  ['--assume', 'nothing=1', /the ids are single-envelope, .*fault-order/],
  ['--assume', 'sort=up', /'sort' cannot be "up"; it takes newest \| oldest \| id/],
  ['--assume', 'max-decimals=9', /a whole number from 0 to 4/],
  ['--assume', 'doc-base=ftp://x', /an http\(s\) URL/],
  ['--profile', 'lenient', new RegExp(presetNames.join(', '))],
  ['--key', 'a b', /<key>:<perSecond>\/<perMinute>/],
] as const)('%s %s lists what is valid', async (flag, value, words) => {
  expectOneLine(await run([flag, value]), words);
});

test.each([
  [['--data', 'tiny', '--listings', '5'], /--listings: .*choose the set default or large/],
  [['--assume', 'transport=https'], /--tls-cert and --tls-key/],
  [['--tls-cert', 'c.pem'], /--assume transport=https/],
  [['--tls-key', 'k.pem'], /--assume transport=https/],
])('%j exclude or need each other', async (argv, words) => {
  expectOneLine(await run(['--port', '0', ...argv]), words);
});
