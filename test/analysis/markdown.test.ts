// Tables and code in Markdown, whatever the texts in them are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownCode, markdownTable } from '../../src/analysis/reports/markdown.ts';
import { anyText } from '../support/any-text.ts';

test('a bar and a line break in a cell leave the table whole', () => {
  const table = markdownTable(
    ['A', 'B'],
    [
      ['a|b', 'one\n  two\r\nthree'],
      [markdownCode('x | y'), ''],
    ],
  );
  expect(table.split('\n')).toEqual([
    '| A | B |',
    '|---|---|',
    '| a\\|b | one two three |',
    '| `x \\| y` |  |',
  ]);
  expect(markdownTable(['A'], [['a\\|b']])).toContain('| a\\\\\\|b |');
});

test('code is fenced by more backticks than stand in it', () => {
  expect(markdownCode('plain')).toBe('`plain`');
  expect(markdownCode('a `b` ``c')).toBe('``` a `b` ``c ```');
});

test('property: a table has a line for each row, and each line as many cells', () => {
  const row = fc.tuple(fc.string(), anyText());
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const lines = markdownTable(['A', 'B'], rows).split(/\r\n|\r|\n/);
      expect(lines).toHaveLength(rows.length + 2);
      for (const line of lines) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(3);
    }),
  );
});
