// The parts of README.md that are made from the code. `UPDATE_README=1 npx vitest run test/readme.test.ts` writes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validValues } from '../../src/spec/assumption.ts';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import { endpoints } from '../../src/spec/endpoints.ts';
import { driftOptions } from '../../src/app/options/analysis-options.ts';
import { fidelityOptions } from '../../src/app/options/analysis-options.ts';
import { factRows } from '../../src/service/audit/facts.ts';
import { envName } from '../../src/app/options/options.ts';
import type { Options } from '../../src/app/options/options.ts';
import { recordOptions } from '../../src/app/options/record-options.ts';
import { replayOptions } from '../../src/app/options/replay-options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Block name, as in `<!-- begin endpoints -->`, and what stands in it. */
export const blocks: Readonly<Record<string, () => string>> = {
  endpoints: endpointTable,
  assumptions: assumptionTable,
  options: () => optionTable(serveOptions),
  'record-options': () => optionTable(without(recordOptions, serveOptions)),
  'replay-options': () => optionTable(without(replayOptions, serveOptions)),
  audit: auditTable,
  'fidelity-options': () => optionTable(without(fidelityOptions, serveOptions)),
  'drift-options': () => optionTable(driftOptions),
  // The tests of the examples run these.
  'way-port': () => example('ways/port.node-test.mjs'),
  'way-fixture': () => example('ways/fixture.test.mjs'),
  'way-function': () => example('ways/function.node-test.mjs'),
  'way-handlers': () => example('ways/handlers.test.mjs'),
  'way-page': () => example('browser/page.mjs'),
};

function example(file: string): string {
  return ['```js', readFileSync(join(root, 'examples', file), 'utf8').trimEnd(), '```'].join('\n');
}

const meanings: Readonly<Record<string, string>> = {
  listListings: 'the listings, newest first',
  getListing: 'one listing',
  updatePrice: 'set `minPrice`, `maxPrice` or both; answers the updated listing',
  updateStrategy: 'assign a strategy by `strategyId`; answers the updated listing',
  listReports: 'the report runs, with links to their files once completed',
  listStrategies: 'the strategies',
};

function endpointTable(): string {
  const rows = endpoints.map(
    ({ name, method, path }) => `| ${method} | \`/v1${path}\` | ${meanings[name]} |`,
  );
  return ['| Method | Path | What it does |', '|---|---|---|', ...rows].join('\n');
}

function assumptionTable(): string {
  const rows = assumptionIds.map((id) => {
    const entry = assumptions[id];
    const values = validValues(entry).replaceAll(' | ', ', ');
    return `| \`${id}\` | ${entry.gap} | ${entry.section} | ${entry.question} | \`${entry.default}\` | ${values} |`;
  });
  const head = ['| Id | Gap | Section | Question | Default | Values |', '|---|---|---|---|---|---|'];
  return [...head, ...rows].join('\n');
}

/** Those that `serve` does not have, or has under the same name with another meaning. */
function without(options: Options, known: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([name, option]) => known[name] !== option));
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const flags = `\`${option.flags.replaceAll('|', '\\|')}\``;
    const repeat = 'many' in option ? ' (repeatable)' : '';
    return `| ${flags} | \`${envName(name)}\` | ${option.help.replaceAll('|', '\\|')}${repeat} |`;
  });
  return ['| Flag | Environment | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function auditTable(): string {
  const rows = factRows.map(
    ({ id, title, threshold }) => `| \`${id}\` | ${title} | ${threshold === Infinity ? 'off' : threshold} |`,
  );
  return ['| Fact | What is counted | Passes up to |', '|---|---|---|', ...rows].join('\n');
}
