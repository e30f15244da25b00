// Findings as a JUnit report, which CI systems read: any command that checks something brings it into this form.

/** One thing that was checked. */
export interface TestCase {
  /** What it is about, such as an endpoint. A CI system groups by it. */
  readonly className: string;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped, in one line. */
  readonly message?: string;
  /** What belongs to the message; it may have several lines. */
  readonly details?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** The report as XML. It holds no times, so that the same findings give the same bytes; readers that need one find 0. */
export function junitReport(name: string, suites: readonly TestSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...countsOf(all) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases }: TestSuite): string[] {
  return [
    `  <testsuite ${attributes({ name, ...countsOf(cases) })}>`,
    ...cases.map(caseLine),
    '  </testsuite>',
  ];
}

function caseLine({ className, name, result, message = '', details = '' }: TestCase): string {
  const opening = `    <testcase ${attributes({ classname: className, name, time: 0 })}`;
  switch (result) {
    case 'passed':
      return `${opening}/>`;
    case 'failed':
      return `${opening}><failure ${attributes({ message })}>${escaped(details)}</failure></testcase>`;
    case 'skipped':
      return `${opening}><skipped ${attributes({ message })}/></testcase>`;
  }
}

function countsOf(cases: readonly TestCase[]) {
  const count = (wanted: TestCase['result']) => cases.filter(({ result }) => result === wanted).length;
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped'), time: 0 };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replace(/[\t\n]/g, asReference)}"`)
    .join(' ');
}

/** Characters that XML 1.0 cannot hold in any spelling: most control characters, halves of pairs, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in XML. What XML cannot hold is written as in JSON, such as `\u0007`. */
function escaped(text: string): string {
  return text
    .replace(impossible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replaceAll('\r', asReference);
}

/** A reader would turn a line break into another one, or into a space. */
function asReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
