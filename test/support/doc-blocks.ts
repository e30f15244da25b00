// The parts of README.md and docs/ that are made from the code.
// `UPDATE_README=1 npx vitest run --project tests test/readme.test.ts` writes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validValues } from '../../src/spec/assumption.ts';
import type { Asked } from '../../src/spec/assumption.ts';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import { formPlaceNames, formPlaces, formValue } from '../../src/spec/form.ts';
import { defaultForm, presets } from '../../src/spec/presets.ts';
import { shorthandIds, shorthands } from '../../src/spec/shorthands.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { endpoints } from '../../src/spec/endpoints.ts';
import { driftOptions, fidelityOptions, learnOptions } from '../../src/app/options/analysis-options.ts';
import { controlOperations } from '../../src/app/control/control-operations.ts';
import { guardedRoutes, openRoutes } from '../../src/app/control/control-routes.ts';
import { exitCodes } from '../../src/app/options/command-error.ts';
import { healthOptions, waitOptions } from '../../src/app/options/health-options.ts';
import { envName } from '../../src/app/options/options.ts';
import type { Options } from '../../src/app/options/options.ts';
import { assumptionsOptions, fixturesOptions, openapiOptions } from '../../src/app/options/print-options.ts';
import { recordOptions } from '../../src/app/options/record-options.ts';
import { recordingsCommands } from '../../src/app/options/recordings-options.ts';
import { replayOptions } from '../../src/app/options/replay-options.ts';
import { serveOptions } from '../../src/app/options/serve-options.ts';
import { commands } from '../../src/cli/commands.ts';
import { factRows } from '../../src/service/audit/facts.ts';
import type { Checked } from '../../src/http/schema.ts';
import { listingModel } from '../../src/service/models/listing.ts';
import { reportRunModel } from '../../src/service/models/report-run.ts';
import { strategyModel } from '../../src/service/models/strategy.ts';
import { keptFields } from '../../src/service/openapi/json-schema.ts';
import { serviceDocument } from '../../src/service/openapi/service-document.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Block name, as in `<!-- begin endpoints -->`, and what stands in it. */
export const blocks: Readonly<Record<string, () => string>> = {
  endpoints: endpointTable,
  assumptions: assumptionTable,
  form: formTable,
  shorthands: shorthandTable,
  presets: presetText,
  commands: commandTable,
  'serve-options': () => optionTable(serveOptions),
  'record-options': () => optionTable(recordOptions),
  'replay-options': () => optionTable(replayOptions),
  'health-options': () => optionTable(healthOptions),
  'wait-options': () => optionTable(waitOptions),
  'learn-options': () => optionTable(learnOptions),
  'fidelity-options': () => optionTable(fidelityOptions),
  'drift-options': () => optionTable(driftOptions),
  'recordings-options': recordingsTable,
  'fixtures-options': () => optionTable(fixturesOptions),
  'assumptions-options': () => optionTable(assumptionsOptions),
  'openapi-options': () => optionTable(openapiOptions),
  'exit-codes': exitCodeTable,
  'control-routes': controlTable,
  checks: checkTable,
  'listing-fields': () => shownTable('Listing'),
  'strategy-fields': () => shownTable('Strategy'),
  'report-fields': () => shownTable('ReportRun'),
  'listing-file-fields': () =>
    keptTable(listingModel, { id: exampleId, minPrice: 5, maxPrice: 9, strategyId: null }),
  'strategy-file-fields': () => keptTable(strategyModel, { id: 'mine' }),
  'report-file-fields': () => keptTable(reportRunModel, { id: 'mine' }),
  // The tests of the examples run these.
  'way-port': () => example('ways/port.node-test.mjs'),
  'way-fixture': () => example('ways/fixture.test.mjs'),
  'way-function': () => example('ways/function.node-test.mjs'),
  'way-handlers': () => example('ways/handlers.test.mjs'),
  'way-page': () => example('browser/page.mjs'),
  'way-jest': () => example('jest/library.test.cjs'),
  'way-jest-msw': () => example('jest/msw/jest.config.cjs'),
  compose: () => example('container/compose.yaml', 'yaml'),
  testcontainers: () => example('container/testcontainers.mjs'),
  nginx: () => example('nginx/mocks.conf', 'nginx'),
};

function example(file: string, language = 'js'): string {
  return [`\`\`\`${language}`, readFileSync(join(root, 'examples', file), 'utf8').trimEnd(), '```'].join(
    '\n',
  );
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

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const flags = `\`${option.flags.replaceAll('|', '\\|')}\``;
    const repeat = 'many' in option ? ' (repeatable)' : '';
    return `| ${flags} | \`${envName(name)}\` | ${option.help.replaceAll('|', '\\|')}${repeat} |`;
  });
  return ['| Flag | Environment | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function checkTable(): string {
  const rows = factRows.map(
    ({ id, title, threshold }) => `| \`${id}\` | ${title} | ${threshold === Infinity ? 'off' : threshold} |`,
  );
  return ['| Check | What is counted | Passes up to |', '|---|---|---|', ...rows].join('\n');
}

const told = (words: string) => words.replaceAll(' | ', ', ');

function formTable(): string {
  const rows = formPlaceNames.map((place) => {
    const entry: Asked = formPlaces[place];
    const usual = JSON.stringify(formValue(defaultForm, place));
    return `| \`${place}\` | ${entry.gap} | ${entry.section} | ${entry.question} | \`${usual}\` | ${told(validValues(entry))} |`;
  });
  const head = ['| Place | Gap | Section | Question | Default | Values |', '|---|---|---|---|---|---|'];
  return [...head, ...rows].join('\n');
}

function shorthandTable(): string {
  const rows = shorthandIds.map((id) => {
    const { entry, place } = shorthands[id];
    return `| \`${id}\` | \`${place}\` | \`${entry.default}\` | ${told(validValues(entry))} |`;
  });
  return ['| Id | Place of the form | Default | Values |', '|---|---|---|---|', ...rows].join('\n');
}

function presetText(): string {
  const others = { 'spec-only': presets['spec-only'], strict: presets.strict };
  return Object.entries(others)
    .map(([name, preset]) => `\`${name}\`:\n\n\`\`\`json\n${JSON.stringify(preset, null, 2)}\n\`\`\``)
    .join('\n\n');
}

/** The commands, those below `recordings` among them. */
function commandTable(): string {
  const rows = commands.map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  return ['| Command | What it does |', '|---|---|', ...rows].join('\n');
}

function recordingsTable(): string {
  const rows = recordingsCommands.flatMap(({ name, options }) =>
    Object.values<Options[string]>(options).map(
      ({ flags, help }) => `| \`${name.split(' ', 1)[0]}\` | \`${cell(flags)}\` | ${cell(help)} |`,
    ),
  );
  return ['| Command | Flag | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'all right',
  missed:
    'a check failed: `--fail-on`, `replay --fail-on-miss`, `fidelity --fail-under`, `health` or `wait` found no mock, or `drift` found a breaking change',
  usage: 'wrong usage: an option or argument that is unknown or has a wrong value',
  port: 'the port or host is not available',
  input: 'an input file is bad, or a recording is damaged, holds a secret or could not be written',
  additive: '`drift` found additions and nothing worse',
  cosmetic: '`drift --tolerate none` found cosmetic changes and nothing worse',
  failure: 'a defect of the program',
  notRunnable: 'the command behind `--` cannot be run',
  notFound: 'the command behind `--` is not there',
};

function exitCodeTable(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `| ${code} | ${exitMeanings[name as keyof typeof exitCodes]} |`,
  );
  return ['| Code | Meaning |', '|---|---|', ...rows].join('\n');
}

function controlTable(): string {
  const rows = [...openRoutes, ...guardedRoutes].map(({ name, method, path }) => {
    const { tag, summary } = controlOperations[name];
    return `| ${tag} | ${method} | \`${path}\` | ${cell(summary)} |`;
  });
  return ['| About | Method | Path | What it does |', '|---|---|---|---|', ...rows].join('\n');
}

type Members = Readonly<Record<string, Schema>>;

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Members;
  readonly description?: string;
  readonly $ref?: string;
  readonly 'x-assumed'?: string;
}

const exampleId = '11111111-1111-4111-8111-111111111111';

/** The fields of a record in answers, as the OpenAPI document describes them under the default assumptions. */
function shownTable(schema: string): string {
  const { components } = serviceDocument(createSettings(), 'http://127.0.0.1:5300') as unknown as {
    components: { schemas: Members };
  };
  const rowsOf = (properties: Members, prefix: string, by?: string): string[] =>
    Object.entries(properties).flatMap(([name, field]) => {
      const assumption = field['x-assumed'] ?? by;
      const source = assumption === undefined ? 'yes' : `assumed: \`${assumption}\``;
      const row = `| \`${prefix}${name}\` | ${typeWords(field)} | ${source} | ${cell(field.description ?? '')} |`;
      return [
        row,
        ...inner(field).flatMap(([path, below]) => rowsOf(below, `${prefix}${name}${path}.`, assumption)),
      ];
    });
  const head = ['| Field | Type | Specified | Meaning |', '|---|---|---|---|'];
  return [...head, ...rowsOf(components.schemas[schema]!.properties!, '')].join('\n');
}

type AnyModel = Pick<typeof listingModel, 'fields'> & { check(value: unknown): Checked<object> };

/** The fields of a record in a file, and what holds where one is left out, shown by a record with the needed ones alone. */
function keptTable(model: AnyModel, given: object): string {
  const record = model.check(given).value as Readonly<Record<string, unknown>>;
  const { extra, ...fields } = keptFields(model.fields) as Members;
  const rows = Object.entries(fields).map(([name, field]) => {
    const fallback =
      model.fields[name]!.fallback === undefined ? 'needed' : `\`${JSON.stringify(record[name])}\``;
    return `| \`${name}\` | ${typeWords(field)} | ${fallback} | ${cell(field.description ?? '')} |`;
  });
  const own = `| \`extra\` | ${typeWords(extra!)} | none | ${extra!.description} |`;
  return ['| Field | Type | Left out | Meaning |', '|---|---|---|---|', ...rows, own].join('\n');
}

/** Such as `text or null`. */
function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!.toLowerCase();
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeWords).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items!)}`;
  if (schema.type === 'object' && schema.properties !== undefined)
    return `object of ${Object.keys(schema.properties)
      .filter((name) => name !== 'extra')
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  const words: Readonly<Record<string, string>> = {
    string: schema.format === 'date-time' ? 'time' : schema.format === 'uuid' ? 'UUID' : 'text',
    integer: 'whole number',
    boolean: 'true or false',
  };
  return [schema.type!]
    .flat()
    .map((type) => words[type] ?? type)
    .join(' or ');
}

/** The members of objects inside a field, and what stands between its name and theirs. */
function inner(schema: Schema): (readonly [path: string, Members])[] {
  if (schema.properties !== undefined) return [['', schema.properties]];
  if (schema.items !== undefined) return inner(schema.items).map(([, below]) => ['[]', below]);
  return (schema.anyOf ?? []).flatMap(inner);
}

const cell = (words: string) => words.replaceAll('|', '\\|').replace(/\.$/, '');
