// Bodies that are maps: thousands of names, which are data. What took the square of them ran into the time of a test.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import { jsonDrift, markdownDrift, textDrift } from '../../src/analysis/fidelity/drift-report.ts';
import { run } from '../cli/command.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { amount } from '../support/soak.ts';

const names = (size: number, salt = '') => Array.from({ length: size }, (_, at) => `k${salt}-${at}`);
const map = (keys: readonly string[]) => Object.fromEntries(keys.map((key, at) => [key, `${key} ${at}`]));
const listing = (body: object) =>
  recordingOf(
    ...[1, 2, 3, 4, 5].map((at) => {
      const id = `019b0000-0000-7000-8000-00000000000${at}`;
      const fields = { id, minPrice: 1, maxPrice: 2, strategyId: null, ...body };
      return interaction(String(at), { path: `/v1/listings/${id}`, body: fields });
    }),
  );
const changes = (before: object, after: object) =>
  findDrift({ recording: listing(before) }, { recording: listing(after) });

const many = amount(1_000, 8_000);

test(`hardening 8: drift tells ${many} keys that all became others, flat and below a name`, () => {
  const [before, after] = [map(names(many)), map(names(many, 'other'))];
  expect(changes(before, after).filter(({ severity }) => severity === 'breaking')).toHaveLength(many);
  expect(changes({ byId: before }, { byId: after })).not.toEqual([]);
  expect(changes(before, before)).toEqual([]);
});

test(`hardening 8: drift finds two of ${many} keys that changed places`, () => {
  const order = names(many);
  const turned = [...order];
  [turned[400], turned[401]] = [order[401]!, order[400]!];
  expect(changes(map(order), map(turned))).toMatchObject([
    { severity: 'cosmetic', what: 'has its members in another order' },
  ]);
});

test('hardening 8: fidelity ends with an answer for an endpoint whose body is a map', async () => {
  const cwd = await temporaryDirectory();
  const body = map(names(2000));
  const recording = recordingOf(
    interaction('1', { body }),
    interaction('2', { path: '/v1/strategies', body }),
  );
  await writeFile(join(cwd, 'map.json'), printRecording(recording));
  const { code, out } = await run(['fidelity', 'map', '--dir', '.'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('map: 2 interactions');
});

test('hardening 8: fifty changes of a kind are told by name, the rest are counted', () => {
  const found = changes({ a: 1 }, { a: 1, ...map(names(600)) });
  expect(found).toHaveLength(600);
  const report = { old: 'a', new: 'b', changes: found };
  const told = 'and 550 more: additive, added, at GET /v1/listings/{id}';
  for (const text of [textDrift(report), markdownDrift(report)]) {
    expect(text).toContain('600 additive');
    expect(text).toContain(told);
    expect(text.split('k-').length - 1).toBe(50);
  }
  const { counts, more, changes: shown } = JSON.parse(jsonDrift(report)) as Record<string, object>;
  expect(counts).toMatchObject({ additive: 600 });
  expect(shown).toHaveLength(50);
  expect(more).toEqual([{ what: 'additive, added', endpoint: 'GET /v1/listings/{id}', count: 550 }]);
});
