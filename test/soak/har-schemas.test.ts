// A recording that goes out as HAR is a HAR to others: the schemas of HAR 1.2, as npm has them, are the judge.
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../cli/command.ts';
import { temporaryDirectory } from '../support/recordings.ts';

const sample = fileURLToPath(new URL('../../recordings/sample.json', import.meta.url));

test('an exported HAR is valid by the schemas of HAR 1.2', async ({ skip }) => {
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'package.json'), '{"private": true}');
  const words = [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    'har-schema@2.0.0',
    'ajv@6',
  ];
  const installed = spawnSync('npm', words, { cwd, timeout: 100_000 });
  if (installed.status !== 0) {
    process.stderr.write('npm cannot be reached: exported HARs are NOT checked against the schemas.\n');
    skip();
  }
  await mkdir(join(cwd, 'recordings'));
  await copyFile(sample, join(cwd, 'recordings', 'sample.json'));
  expect(await run(['recordings', 'export', 'sample', '--har', 'out.har'], { cwd })).toMatchObject({
    code: 0,
  });
  const script = `
    const Ajv = require('ajv'), schemas = require('har-schema');
    const ajv = new Ajv({ schemaId: 'auto', unknownFormats: 'ignore' });
    ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-06.json'));
    for (const schema of Object.values(schemas)) ajv.addSchema(schema);
    const valid = ajv.validate('har.json#', JSON.parse(require('fs').readFileSync('out.har', 'utf8')));
    process.stdout.write(valid ? 'valid' : JSON.stringify(ajv.errors));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['valid', '']);
});
