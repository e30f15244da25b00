// Help, version, and everything that ends in exit code 2 with one line.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presetNames } from '../../src/spec/presets.ts';
import { commands } from '../../src/cli/commands.ts';
import { envName, flagName, isSwitch } from '../../src/app/options/options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';
import { fixturesOptions } from '../../src/app/options/print-options.ts';
import { optionValues } from '../support/option-values.ts';
import { run } from './command.ts';
import { temporaryFiles } from './files.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const sample = readFileSync(new URL('../../recordings/sample.json', import.meta.url), 'utf8');

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

test('the help of a command with many options has them under headings, in 80 columns', async () => {
  const { out } = await run(['serve', '--help']);
  const headings = out.match(/^[A-Z][^\n]*:$/gm);
  expect(headings).toEqual([
    'Listen:',
    'Data:',
    'Keys and limits:',
    'Where the specification is silent:',
    'Answers:',
    'Faults and time:',
    'Client checks:',
    'Control and output:',
    'Options:',
    'Examples:',
    'Environment:',
  ]);
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  const under = (heading: string) => out.split(`\n${heading}\n`)[1]!.split('\n\n')[0];
  expect(under('Listen:')).toContain('--port <n>');
  expect(under('Keys and limits:')).toContain('--per-second <n|off>');
});

test.each([
  [['fixtures'], 'Usage: pricing-mock fixtures [options]'],
  [['recordings'], 'Usage: pricing-mock recordings [options] [command]'],
  [['recordings', 'show'], 'Usage: pricing-mock recordings show [options] <name> [id]'],
])('help %j prints the help of that command', async (words, usage) => {
  const { code, out, err } = await run(['help', ...words]);
  expect([code, err, out.split('\n')[0]]).toEqual([0, '', usage]);
});

test('the help says which options are repeatable', async () => {
  const { out } = await run(['serve', '--help']);
  const text = out.replace(/\s+/g, ' ');
  for (const option of Object.values(serveOptions)) {
    expect(text.includes(`${option.help} (repeatable)`), option.flags).toBe('many' in option);
  }
});

/** Every command with its options, as words: `recordings show`. */
async function everyCommand() {
  const found = [];
  for (const entry of commands) {
    if (!('commands' in entry)) found.push({ words: [bareName(entry)], entry });
    else
      for (const below of await entry.commands())
        found.push({ words: [bareName(entry), bareName(below)], entry: below });
  }
  return found;
}

const bareName = ({ name }: { readonly name: string }) => name.split(' ')[0]!;

test('the help of each command has examples, whose options it knows and whose values it takes', async () => {
  for (const { words, entry } of await everyCommand()) {
    const { out } = await run([...words, '--help']);
    const lines = out
      .split('\n')
      .filter((line) => line.startsWith('  pricing-mock '))
      .map((line) => line.split(' -- ')[0]!);
    expect(lines.length, words.join(' ')).toBeGreaterThan(0);
    const options = await entry.options();
    for (const line of lines) {
      const [program, ...typed] = line.trim().split(' ');
      expect([program, ...typed.slice(0, words.length)]).toEqual(['pricing-mock', ...words]);
      for (const [at, flag] of typed.entries()) {
        if (!flag.startsWith('--')) continue;
        const option = Object.values(options).find((each) => flagName(each) === flag);
        expect(option, line).toBeDefined();
        if (!isSwitch(option!)) expect(() => option!.parse(typed[at + 1]!), line).not.toThrow();
      }
    }
  }
});

test('the variable of each option is its flag in capitals, as the help says', async () => {
  for (const { words, entry } of await everyCommand()) {
    const { out } = await run([...words, '--help']);
    const options = Object.entries(await entry.options());
    for (const [name, option] of options) {
      const long = /--[a-z-]+/.exec(option.flags)![0];
      expect(envName(name)).toBe(`PRICING_MOCK_${long.slice(2).replaceAll('-', '_').toUpperCase()}`);
    }
    const [, variable, flag] = /Each option has a variable: (\w+) is (\S+)\./.exec(out)!;
    expect(options.some(([name, option]) => envName(name) === variable && option.flags.includes(flag!))).toBe(
      true,
    );
  }
});

test('a misspelt variable gets a note with what was meant; one of another command or of a cluster gets none', async () => {
  const note = (env: Record<string, string>) =>
    run(['recordings', 'ls', '--dir', '.'], { env }).then(({ err }) => err);
  expect(await note({ PRICING_MOCK_DRI: 'x' })).toBe(
    'pricing-mock: PRICING_MOCK_DRI is set, which no option reads; did you mean PRICING_MOCK_DIR?\n',
  );
  expect(await note({ PRICING_MOCK_PACE: '5/300', PRICING_MOCK_PORT_5300_TCP_ADDR: '10.0.0.1' })).toBe('');
});

test('headings are bold on a terminal only', async () => {
  const bold = '\u001b[1mExamples:\u001b[22m';
  expect((await run(['serve', '--help'], { isTerminal: true })).out).toContain(
    bold.replace('Examples', 'Listen'),
  );
  for (const surroundings of [{}, { isTerminal: true, env: { NO_COLOR: '1' } }]) {
    expect((await run(['serve', '--help'], surroundings)).out).not.toContain('\u001b');
  }
});

test.each([
  [['serv'], /unknown command 'serv' \(Did you mean serve\?\); see pricing-mock --help$/m],
  [['fixture'], /Did you mean fixtures\?/],
  [['assumption'], /Did you mean assumptions\?/],
  [['frobnicate'], /unknown command 'frobnicate'/],
  [
    ['help', 'nope'],
    /help: there is no command 'nope'; there are serve, fixtures, .*see pricing-mock --help$/m,
  ],
  [['help', 'serv'], /help: there is no command 'serv'; did you mean serve\? See pricing-mock --help$/m],
  [['help', 'recordings', 'lst'], /help recordings: there is no command 'lst'; did you mean ls\?/],
  [
    ['serve', 'npm', 'test'],
    /too many arguments: serve takes none, not 2; a command to run stands behind --; see pricing-mock serve --help$/m,
  ],
  [['openapi', 'x'], /too many arguments: openapi takes none, not 1; see pricing-mock openapi --help$/m],
  [
    ['health', 'http://a', 'b'],
    /too many arguments: health takes 1, not 2; see pricing-mock health --help$/m,
  ],
  [['--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\); see pricing-mock serve --help$/m],
  [['--port', 'x'], /not a whole number from 0 to 65535; see pricing-mock serve --help$/m],
  [['record'], /missing required argument 'base-url'; see pricing-mock record --help$/m],
  [['recordings', 'lst'], /no command 'lst'; did you mean ls\? See pricing-mock recordings --help$/m],
  [['recordings', 'nothing'], /no command 'nothing'; there are ls, show, check, /],
  [['recordings', 'show'], /missing required argument 'name'; see pricing-mock recordings show --help$/m],
  [['recordings', 'ls', '--jsno'], /Did you mean --json\?\); see pricing-mock recordings ls --help$/m],
  [['--assum', 'x=y'], /Did you mean --assume\?/],
  [['serve', '--no-limit'], /Did you mean --no-limits\?/],
  [['fixtures', '--port', '1'], /unknown option '--port'/],
  [['assumptions', '--jsn'], /Did you mean --json\?/],
] as const)('%j is told in one line, with what was meant', async (argv, words) => {
  expectOneLine(await run(argv), words, /[Ss]ee pricing-mock [a-z -]*--help$/m);
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

test.each([['learn', 'session'], ['fixtures'], ['openapi']])(
  '%s takes -o for --out, and its errors name both',
  async (...argv) => {
    const cwd = await temporaryFiles({ 'recordings/session.json': sample });
    expect(await run([...argv, '-o', 'out.json'], { cwd })).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8'))).toBeTypeOf('object');
    for (const flag of ['-o', '--out']) {
      expectOneLine(await run([...argv, flag, ''], { cwd }), 'pricing-mock: -o, --out: must not be empty');
      expectOneLine(await run([...argv, flag], { cwd }), "option '-o, --out <file>' argument missing");
      const { code, err } = await run([...argv, flag, 'none/x.json'], { cwd });
      expect(code).toBe(4);
      expect(err).toBe(
        'pricing-mock: -o, --out none/x.json: cannot be written: its folder is not there (ENOENT)\n',
      );
    }
  },
);

test.each([['learn', 'session'], ['fixtures'], ['openapi']])(
  '%s -o - writes to standard output, as export --har - does',
  async (...argv) => {
    const cwd = await temporaryFiles({ 'recordings/session.json': sample });
    const printed = await run(argv, { cwd });
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(await run([...argv, '-o', '-'], { cwd })).toEqual(printed);
    expect(readdirSync(cwd)).toEqual(['recordings']);
  },
);

test('an IPv6 address may stand in the brackets that it has in a URL', async () => {
  const { err } = await run(['--port', '0', '--host', '[::1]', '--log', 'silent']);
  expect(err).not.toContain('[::1]'); // where there is no IPv6, the address itself is refused
});

test.each([
  [
    ['--pace', '1000000/1'],
    /neither <perSecond>\/<perMinute>, each from 1 to 999999, such as 5\/300, nor off/,
  ],
  [['--name', 'con'], /'con' is no name for a recording: Windows keeps it for a device/],
  [['--name', 'nul.old'], /'nul.old' is no name for a recording: Windows keeps it for a device/],
])('record %j says which bound it breaks', async (argv, words) => {
  expectOneLine(await run(['record', 'http://127.0.0.1:9', '--port', '0', ...argv]), words);
});

test('record names the file that it cannot take as the user would write it', async () => {
  const cwd = await temporaryFiles({ 'recordings/session.json': sample, file: '' });
  const refused = async (...argv: string[]) =>
    (await run(['record', 'https://api.example.com', '--port', '0', ...argv], { cwd })).err;
  expect(await refused()).toMatch(/^pricing-mock: recordings\/session\.json: this is a recording of /);
  expect(await refused('--dir', 'file')).toMatch(/^pricing-mock: file\/session\.json: cannot be written/);
});

test.each([
  ['replay', ''],
  ['learn', ''],
  ['fidelity', ''],
  ['drift', '', 'x'],
  ['recordings', 'show', ''],
  ['recordings', 'prune', ''],
])('%s %s %s: an empty name is none', async (...argv) => {
  expectOneLine(await run(argv), /a recording is named by its name or its file, which must not be empty/);
});

test('every flag without a value says so where it gets one', async () => {
  for (const { words, entry } of await everyCommand()) {
    const switches = Object.values(await entry.options()).filter(isSwitch);
    for (const flag of [...switches.map(flagName), '--help']) {
      for (const value of ['1', 'false', '', 'a long secret']) {
        const outcome = await run([...words, `${flag}=${value}`]);
        expectOneLine(outcome, `pricing-mock: ${flag}: takes no value; see pricing-mock `);
        if (value.includes('secret')) expect(outcome.err).not.toContain(value);
      }
    }
  }
});

test.each([
  [
    '--assume',
    'error-code=fine',
    /no assumption 'error-code'; did you mean 'error-codes'\? `pricing-mock assumptions` lists/,
  ],
  ['--assume', 'nothing=1', /no assumption 'nothing'; `pricing-mock assumptions` lists them/],
  ['--fail-on', 'audit:pol=0', /no fact 'pol'; known are .*peak-second/],
  ['--fail-on', 'audit:peak-secnd=0', /no fact 'peak-secnd'; did you mean 'peak-second'\?/],
  ['--assume', 'sort=up', /'sort' cannot be "up"; it takes newest \| oldest \| id/],
  ['--assume', 'decimals=9', /a whole number from 0 to 4/],
  ['--doc-base', 'ftp://x', /an http\(s\) URL/],
  ['--profile', 'lenient', new RegExp(presetNames.join(', '))],
  ['--key', 'a b', /<key>:<perSecond>\/<perMinute>/],
  ['--key', 'ключ', /a key is 1 to 200 visible ASCII characters other than a colon;/],
  ['--incomplete', '0.1234567', /a number from 0 to 1 with at most 6 decimals, such as 0.08/],
  ['--latency', '99999999999', /write milliseconds from 0 to 999999, such as 200, or the least and/],
] as const)('%s %s lists what is valid', async (flag, value, words) => {
  expectOneLine(await run([flag, value]), words);
});

test.each([
  [['--fixtures', 'x.json', '--data', 'tiny'], /--fixtures and --data exclude each other/],
  [['--fixtures', 'x.json', '--data', 'default'], /--fixtures and --data exclude each other/],
  [
    ['--fixtures', 'x.json', '--archived'],
    /--archived: goes with generated data, not with --fixtures; leave one out/,
  ],
  [
    ['--fixtures', 'x.json', '--incomplete', '0.1'],
    /--incomplete: goes with generated data, not with --fixtures; leave one out/,
  ],
  [['--as-of', 'start'], /--as-of: says which records --from opens with, and goes with it/],
  [['--data', 'tiny', '--listings', '5'], /--listings: .*choose the set default or large/],
  [['--tls-cert', 'c.pem'], /--tls-cert and --tls-key go together/],
  [['--tls-key', 'k.pem'], /--tls-cert and --tls-key go together/],
])('%j exclude or need each other', async (argv, words) => {
  expectOneLine(await run(['--port', '0', ...argv]), words);
});
