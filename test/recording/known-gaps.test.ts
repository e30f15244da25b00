// What is known not to hold is said aloud, and stays true: a gap that is closed leaves the list and its page.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { knownGaps } from '../support/known-gaps.ts';
import { exchange } from '../support/recordings.ts';

test.each(knownGaps)('known not to be found: $sentence', ({ sentence, sample }) => {
  console.log(`known not to be found: ${sentence}`);
  const redactor = new Redactor(nodeBodies);
  const sent = sample().map((parts) => exchange(parts));
  const stored = sent.map((each) => redactor.exchange(each));
  expect(stored.at(-1)!.response.body).toEqual(sent.at(-1)!.response.body);
});

test('the page on what is never stored names every known gap, and no other', () => {
  const page = readFileSync(
    new URL('../../docs/explanation/what-is-never-stored.md', import.meta.url),
    'utf8',
  );
  const listed = /Known not to be found[^]*?:\n\n((?:- [^]*?)+?)(?:\n\n|$)/.exec(page)?.[1] ?? '';
  const items = listed
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim().replace(/[;.]$/, ''));
  expect(items).toEqual(knownGaps.map(({ sentence }) => sentence));
});
