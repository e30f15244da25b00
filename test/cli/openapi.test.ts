// `pricing-mock openapi`: the documents as a file or on standard output.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './command.ts';
import { temporaryFiles } from './files.ts';

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly components: { readonly schemas: Readonly<Record<string, { readonly type: string }>> };
}

test('the document of the service is printed, with the settings that are given', async () => {
  const { code, out, err } = await run(['openapi', '--profile', 'strict', '--assume', 'price-form=string']);
  expect([code, err]).toEqual([0, '']);
  const document = JSON.parse(out) as Document;
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Pricing Automation Service']);
  expect(document.components.schemas.Price).toMatchObject({ type: 'string', 'x-assumed': 'price-form' });
});

test('the document of the control API is written to a file', async () => {
  const cwd = await temporaryFiles();
  const { code, out } = await run(['openapi', '--of', 'control', '--out', 'control.json'], { cwd });
  expect([code, out]).toEqual([0, '']);
  const text = readFileSync(join(cwd, 'control.json'), 'utf8');
  expect((JSON.parse(text) as Document).info.title).toBe('Control API of pricing-mock');
  expect(text).toMatch(/\}\n$/);
});

test.each([
  [['--of', 'mock'], 2, /--of.*service, control/],
  [['--assume', 'price-form=dollars'], 2, /price-form/],
  [['--out', 'no/such/folder/x.json'], 4, /cannot be written: its folder is not there \(ENOENT\)/],
])('%j is refused in one line', async (args, exitCode, message) => {
  const { code, out, err } = await run(['openapi', ...args], { cwd: await temporaryFiles() });
  expect([code, out]).toEqual([exitCode, '']);
  expect(err).toMatch(message);
  expect(err.trimEnd()).not.toContain('\n');
});
