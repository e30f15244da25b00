// JUnit reports as those who read them see them: a strict XML parser, and a reader of JUnit that nobody here wrote.
import fc from 'fast-check';
import { parse } from 'junit2json';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { junitReport } from '../../src/analysis/reports/junit.ts';
import type { TestCase } from '../../src/analysis/reports/junit.ts';
import { anyText } from '../support/any-text.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of a document in their order; the parser throws at whatever XML 1.0 does not allow. */
function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return elements;
}

const suite = (...cases: readonly TestCase[]) => junitReport('all', [{ name: 'checks', cases }]);

const three: readonly TestCase[] = [
  { className: 'GET /v1/listings', name: 'body', result: 'passed' },
  { className: 'GET /v1/listings', name: 'status', result: 'failed', message: '2 differ', details: 'a\nb' },
  { className: 'GET /v1/reports', name: 'body', result: 'skipped', message: 'set aside' },
];

test('a reader of JUnit finds the suites, the cases, their results and the counts', async () => {
  const xml = junitReport('all', [
    { name: 'checks', cases: three },
    { name: 'none', cases: [] },
  ]);
  expect(await parse(xml)).toMatchObject({
    name: 'all',
    tests: 3,
    failures: 1,
    errors: 0,
    time: 0,
    testsuite: [
      {
        name: 'checks',
        tests: 3,
        failures: 1,
        errors: 0,
        skipped: 1,
        testcase: [
          { classname: 'GET /v1/listings', name: 'body' },
          { name: 'status', failure: [{ message: '2 differ', inner: 'a\nb' }] },
          { classname: 'GET /v1/reports', skipped: [{ message: 'set aside' }] },
        ],
      },
      { name: 'none', tests: 0, failures: 0 },
    ],
  });
});

test('the same findings give the same bytes', () => {
  expect(suite(...three)).toBe(suite(...structuredClone(three)));
});

test.each([
  [']]> & <b>"it\'s"</b> <!-- --> <?x?> &#0; &amp;', undefined],
  ['tab\tline\nreturn\rboth\r\n', undefined],
  ['bell\u0007, zero\u0000, escape\u001b[31m', 'bell\\u0007, zero\\u0000, escape\\u001b[31m'],
  ['half \ud83d of a pair, \ufffe, \uffff', 'half \\ud83d of a pair, \\ufffe, \\uffff'],
  ['whole 🍺, é, \u0085, \u2028, \ufeff', undefined],
])(
  'hostile text is read as it was written, or as JSON writes what XML cannot hold: %j',
  (text, shown = text) => {
    const report = junitReport(text, [
      {
        name: text,
        cases: [
          { className: text, name: text, result: 'failed', message: text, details: text },
          { className: text, name: text, result: 'skipped', message: text },
        ],
      },
    ]);
    const [all, checks, failed, failure, , skipped] = elementsOf(report);
    expect([all!.attributes.name, checks!.attributes.name]).toEqual([shown, shown]);
    expect(failed!.attributes).toMatchObject({ classname: shown, name: shown });
    expect([failure!.attributes.message, failure!.text]).toEqual([shown, shown]);
    expect(skipped!.attributes.message).toBe(shown);
  },
);

test('property: whatever the texts are, the report is XML and has as many cases', () => {
  const text = anyText();
  const result = fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const);
  const cases = fc.array(fc.record({ className: text, name: text, result, message: text, details: text }));
  fc.assert(
    fc.property(cases, (given) => {
      const elements = elementsOf(suite(...given));
      expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(given.length);
    }),
  );
});
