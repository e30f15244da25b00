// Commands that may take long say how far they are: on a terminal, from the third second on, in a line that goes.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/recordings.ts';
import { run } from './command.ts';

const recordings = fileURLToPath(new URL('../../recordings', import.meta.url));
const har = async () => join(await temporaryDirectory(), 'sample.har');

/** A clock on which each look takes a second. */
function slowClock(): () => number {
  let time = Date.UTC(2026, 0, 31);
  return () => (time += 1000);
}

const commands: readonly (readonly [argv: () => Promise<readonly string[]>, words: RegExp])[] = [
  [async () => ['learn', 'sample', '-o', `${await har()}.json`], /Learning: the \w+ \(\d+ s\)/],
  [() => Promise.resolve(['fidelity', 'sample']), /Playing interaction \d+ of \d+ \(\d+ s\)/],
  [() => Promise.resolve(['drift', 'sample', 'sample']), /Comparing answers to the same requests \(\d+ s\)/],
  [() => Promise.resolve(['recordings', 'check', 'sample']), /Checking interaction \d+ of \d+ \(\d+ s\)/],
  [
    async () => ['recordings', 'export', 'sample', '--har', await har()],
    /Writing entry \d+ of \d+ \(\d+ s\)/,
  ],
];

test.each(commands)(
  'a long command says how far it is, and takes its words back: %#',
  async (argv, words) => {
    const given = [...(await argv()), '--dir', recordings];
    const { err } = await run(given, { isTerminal: true, now: slowClock() });
    expect(err).toMatch(words);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  },
);

test('an import says how far it is', async () => {
  const file = await har();
  await run(['recordings', 'export', 'sample', '--har', file, '--dir', recordings]);
  const into = ['--dir', await temporaryDirectory()];
  const { err } = await run(['recordings', 'import', file, ...into], { isTerminal: true, now: slowClock() });
  expect(err).toMatch(/Redacting entry \d+ of \d+ \(\d+ s\)/);
});

test('a short command says nothing, and where stderr is no terminal none does', async () => {
  const argv = ['fidelity', 'sample', '--dir', recordings];
  expect((await run(argv, { isTerminal: true, now: () => 0 })).err).toBe('');
  expect((await run(argv, { isTerminal: false, now: slowClock() })).err).toBe('');
});
