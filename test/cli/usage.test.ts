// Help, version, and everything that ends in exit code 2 with one line.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presetNames } from '../../src/spec/presets.ts';
import { flagName, isSwitch } from '../../src/app/options/options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';
import { fixturesOptions } from '../../src/app/options/print-options.ts';
import { optionValues } from '../support/option-values.ts';
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

const badRows = Object.entries(optionValues).flatMap(([name, { bad, valid }]) =>
  bad.map((value) => [flagName(serveOptions[name as keyof typeof serveOptions]), value, valid] as const),
);

test.each(badRows)('%s=%j is refused in one line that says what is valid', async (flag, value, valid) => {
  expectOneLine(
    await run([flag === '--log' ? '--port=0' : '--log=silent', `${flag}=${value}`]),
    `pricing-mock: ${flag}: `,
    valid,
  );
});

test('the table of values knows every option', () => {
  expect(Object.keys(optionValues)).toEqual(Object.keys(serveOptions));
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
  ['--assume', 'nothing=1', /the ids are sort, .*rate-headers/],
  ['--assume', 'sort=up', /'sort' cannot be "up"; it takes newest \| oldest \| id/],
  ['--assume', 'decimals=9', /a whole number from 0 to 4/],
  ['--doc-base', 'ftp://x', /an http\(s\) URL/],
  ['--profile', 'lenient', new RegExp(presetNames.join(', '))],
  ['--key', 'a b', /<key>:<perSecond>\/<perMinute>/],
] as const)('%s %s lists what is valid', async (flag, value, words) => {
  expectOneLine(await run([flag, value]), words);
});

test.each([
  [['--data', 'tiny', '--listings', '5'], /--listings: .*choose the set default or large/],
  [['--tls-cert', 'c.pem'], /--tls-cert and --tls-key go together/],
  [['--tls-key', 'k.pem'], /--tls-cert and --tls-key go together/],
])('%j exclude or need each other', async (argv, words) => {
  expectOneLine(await run(['--port', '0', ...argv]), words);
});
