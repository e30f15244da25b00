// README.md is compared with the program: its generated blocks with the code, its tour with real runs.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { blocks } from './support/readme-blocks.ts';
import { serve, start as startProgram } from './support/serve.ts';

const file = new URL('../README.md', import.meta.url);
const run = promisify(execFile);

const between = (name: string) => new RegExp(`(<!-- begin ${name} -->\n)[^]*?(<!-- end ${name} -->)`);

if (process.env.UPDATE_README === '1') {
  let text = readFileSync(file, 'utf8');
  for (const [name, block] of Object.entries(blocks)) text = text.replace(between(name), `$1${block()}\n$2`);
  writeFileSync(file, text);
}

const readme = readFileSync(file, 'utf8');

test.each(Object.keys(blocks))('the block "%s" of the README says what the code says', (name) => {
  const found = between(name).exec(readme)?.[0];
  expect(found).toBe(`<!-- begin ${name} -->\n${blocks[name]!()}\n<!-- end ${name} -->`);
});

/** For tests that start a program for each line: how long that takes is the machine's. */
const patient = { timeout: 120_000 };

/** A command of the tour and what it prints. */
function steps(section: string): { command: string; output: string }[] {
  const text = new RegExp(`\n## ${section}\n([^]*?)\n## `).exec(readme)?.[1] ?? '';
  return [...text.matchAll(/```console\n([^]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const lines = step.split('\n');
        const last = lines.findIndex((line) => !line.endsWith('\\'));
        const command = lines.slice(0, last + 1).join('\n');
        return {
          command,
          output: lines
            .slice(last + 1)
            .join('\n')
            .trimEnd(),
        };
      }),
  );
}

test('every command of the tour prints what the README says', async () => {
  const [start, ...rest] = steps('A tour in 60 seconds');
  expect(start?.command).toMatch(/^npm start -- /);
  expect(rest.length).toBeGreaterThan(6);
  await using server = await serve(...start!.command.split(' ').slice(3));
  for (const step of rest) await expectStep(step, server.url);
});

test('every command of the control API prints what the README says', async () => {
  const [start, ...rest] = steps('Three ways to use it');
  expect(start?.command).toMatch(/^npm start -- /);
  expect(rest).toHaveLength(6);
  await using server = await serve(...start!.command.split(' ').slice(3));
  for (const step of rest) await expectStep(step, server.url);
});

test('every command of the replay tour prints what the README says', async () => {
  const [start, ...rest] = steps('Record and replay');
  expect(start?.command).toMatch(/^node dist\/bin\.cjs replay /);
  expect(rest.length).toBeGreaterThan(6);
  await using server = await startProgram(...start!.command.split(' ').slice(2));
  for (const step of rest) await expectStep(step, server.url);
});

test('every command of the example of learning prints what the README says', patient, async () => {
  const all = steps('From guess to knowledge');
  const at = all.findIndex(({ command }) => command.startsWith('node dist/bin.cjs serve '));
  expect(at).toBeGreaterThan(2);
  for (const step of all.slice(0, at)) await expectStep(step, 'http://127.0.0.1:5300');
  await using server = await startProgram(...all[at]!.command.split(' ').slice(2));
  expect(all.length - at).toBeGreaterThan(3);
  for (const step of all.slice(at + 1)) await expectStep(step, server.url);
});

async function expectStep(
  { command, output }: { command: string; output: string },
  url: string,
): Promise<void> {
  const ran = await run('bash', ['-c', command.replaceAll('http://127.0.0.1:5300', url)]);
  const stdout = ran.stdout.replaceAll('\r\n', '\n'); // as a terminal shows it
  expect(`$ ${command}\n${stdout.replaceAll(url, 'http://127.0.0.1:5300').trimEnd()}`).toBe(
    `$ ${command}\n${output}`,
  );
}
