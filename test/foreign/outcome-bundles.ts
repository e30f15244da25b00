// A shipping company's commerce API that has taken over the REST rules of a healthcare interoperability standard: each record is
// a resource with a type, a version and codings, lists are bundles with links and entries, what is not set is left out (so is an
// empty list), searches take values with prefixes and modifiers and leave out of their `self` link what they do not know,
// reads and writes go by weak tags of the version, and every refusal is an outcome with issues.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'cw-7d1f0b5e-93a8-4c26-b1e4-2f60a9d7c835';
const callsPerSecond = 5;
const usualCount = 10;
const largestCount = 50;
const largestAmount = 100_000;

const codes = 'https://codes.cargoway.example';
const currency = 'EUR';

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '+00:00');
const headOf = (resourceType: string, id: string, version: number, updated: number): Row => ({
  resourceType,
  id,
  meta: { versionId: String(version), lastUpdated: instant(updated) },
});
const money = (cents: number): Row => ({ value: cents / 100, currency });

/** What the codes are called, by their systems. */
const displays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'listing-status': { active: 'Active', suspended: 'Suspended', draft: 'Draft', ended: 'Ended' },
  marketplace: { north: 'Northmarket', bazaar: 'Bazaar24' },
  'publication-status': { active: 'Active', retired: 'Retired' },
  'report-type': { 'price-changes': 'Price changes', 'listing-health': 'Listing health', margins: 'Margins' },
  'run-status': { 'in-progress': 'In Progress', completed: 'Completed', failed: 'Failed' },
  'strategy-kind': {
    'match-lowest': 'Match lowest offer',
    undercut: 'Undercut lowest offer',
    'cost-plus': 'Cost plus margin',
  },
};
const codesOf = (system: string) => Object.keys(displays[system]!);
const coded = (system: string, code: string): Row => ({
  coding: [{ system: `${codes}/${system}`, code, display: displays[system]![code] }],
});

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly gtin: string | undefined;
  readonly marketplace: string;
  readonly status: string;
  /** In cents, as the bounds are. */
  readonly price: number;
  readonly stock: number | undefined;
  min: number | undefined;
  max: number | undefined;
  strategy: string | undefined;
  version: number;
  updated: number;
}

const strategies = [
  { name: 'Match the lowest offer', kind: 'match-lowest', more: {}, version: 2 },
  { name: 'Five cents below', kind: 'undercut', more: { decrement: money(5) }, version: 1 },
  { name: 'Standard margin', kind: 'cost-plus', more: { margin: { value: 22, unit: '%' } }, version: 4 },
  { name: 'Bulky goods margin', kind: 'cost-plus', more: { margin: { value: 35, unit: '%' } }, version: 1 },
  { name: 'Holiday sale 2024', kind: 'undercut', more: { decrement: money(150) }, version: 3 },
  { name: 'Match without freight', kind: 'match-lowest', more: { excludes: ['freight'] }, version: 1 },
].map((one, index) => ({
  ...one,
  id: String(4_112 + index * 37),
  status: index === 4 ? 'retired' : 'active',
  updated: pastMoment(`bundles strategy ${index}`) + chance(`bundles strategy ms ${index}`, 1_000),
}));

type Strategy = (typeof strategies)[number];
const strategyName = (id: string) => strategies.find((one) => one.id === id)?.name;

function listings(): Listing[] {
  return Array.from({ length: 28 }, (_, index): Listing => {
    const seed = `bundles listing ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const min = index % 5 === 3 ? undefined : Math.round(price * 0.82);
    const statuses = ['active', 'active', 'active', 'suspended', 'active', 'draft', 'active', 'ended'];
    return {
      id: uuid(seed),
      title,
      sku,
      gtin:
        chance(`${seed} gtin`, 4) === 0
          ? undefined
          : `40${String(chance(`${seed} digits`, 1e11)).padStart(11, '0')}`,
      marketplace: oneOf(`${seed} marketplace`, codesOf('marketplace')),
      status: statuses[(index * 3) % 8]!,
      price,
      stock: chance(`${seed} counted`, 5) === 0 ? undefined : stock,
      min,
      max: chance(`${seed} max`, 3) === 0 ? undefined : Math.round(price * 1.4),
      strategy:
        min !== undefined && index % 2 === 0
          ? strategies[[0, 1, 2, 3, 5][chance(`${seed} strategy`, 5)]!]!.id
          : undefined,
      version: 1 + chance(`${seed} version`, 8),
      updated: pastMoment(seed) + chance(`${seed} ms`, 1_000),
    };
  });
}

interface Issue {
  readonly code: string;
  readonly text: string;
  readonly diagnostics?: string | undefined;
  readonly expression?: string | undefined;
}

class Refusal extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(status: number, issues: readonly Issue[]) {
    super(issues[0]!.text);
    [this.status, this.issues] = [status, issues];
  }
}

const outcome = (issues: readonly Issue[]): Row => ({
  resourceType: 'OperationOutcome',
  issue: issues.map(({ code, text, diagnostics, expression }) => ({
    severity: 'error',
    code,
    details: { text },
    ...(diagnostics !== undefined && { diagnostics }),
    ...(expression !== undefined && { expression: [expression] }),
  })),
});

/** One issue alone. */
const refused = (status: number, code: string, text: string, diagnostics: string, expression?: string) =>
  new Refusal(status, [{ code, text, diagnostics, expression }]);
const notKnown = (type: string, id: string) =>
  refused(404, 'not-found', 'Resource not found', `Resource ${type}/${id} is not known`);
const badSearch = (name: string, diagnostics: string) =>
  refused(400, 'invalid', 'Invalid search parameter', diagnostics, `http.${name}`);

/** A day of a search, or a moment of it, as the time from its start to before its end. */
function periodOf(name: string, text: string): readonly [from: number, to: number] {
  const form = /^\d{4}-\d\d(?:-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?$/;
  const [whole = '', clock] = form.exec(text) ?? [];
  const from = Date.parse(whole);
  if (Number.isNaN(from)) throw badSearch(name, `Invalid date/time format: "${text}"`);
  if (clock !== undefined) return [from, from + (clock.includes('.') ? 1 : 1_000)];
  const day = new Date(from);
  return [
    from,
    whole.length === 7 ? Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1) : from + 86_400_000,
  ];
}

type Value = string | number | undefined;

type Type = 'token' | 'string' | 'number' | 'date' | 'reference';

/** What is searched: its values by the names of the parameters. */
interface Found {
  readonly values: Readonly<Record<string, Value>>;
  readonly resource: Row;
}

interface Kind {
  readonly type: 'Listing' | 'Strategy' | 'ReportRun';
  readonly path: string;
  readonly parameters: Readonly<Record<string, Type>>;
}

const always = { _id: 'token', _lastUpdated: 'date' } as const;
const listingKind: Kind = {
  type: 'Listing',
  path: 'listings',
  parameters: {
    ...always,
    identifier: 'token',
    marketplace: 'token',
    price: 'number',
    status: 'token',
    strategy: 'reference',
    title: 'string',
  },
};
const strategyKind: Kind = {
  type: 'Strategy',
  path: 'strategies',
  parameters: { ...always, kind: 'token', name: 'string', status: 'token' },
};
const reportKind: Kind = {
  type: 'ReportRun',
  path: 'reports',
  parameters: { ...always, authored: 'date', status: 'token', type: 'token' },
};

const prefixed = (text: string) => {
  const [, prefix = 'eq', rest = text] = /^(eq|ne|gt|lt|ge|le|sa|eb)(.*)$/.exec(text) ?? [];
  return [prefix, rest] as const;
};

/** Whether what goes from `from` to before `to` lies as the prefix tells to a value. */
function lies(value: number, prefix: string, from: number, to: number): boolean {
  if (prefix === 'ne') return value < from || value >= to;
  if (prefix === 'gt' || prefix === 'sa') return value >= to;
  if (prefix === 'lt' || prefix === 'eb') return value < from;
  if (prefix === 'ge') return value >= from;
  if (prefix === 'le') return value < to;
  return value >= from && value < to;
}

/** Whether a record fits one of the values of a parameter. */
function fitting(name: string, type: Type, modifier: string, text: string): (value: Value) => boolean {
  if (modifier === 'missing') {
    if (!['true', 'false'].includes(text)) throw badSearch(name, `Invalid boolean value: "${text}"`);
    return (value) => (value === undefined) === (text === 'true');
  }
  if (type === 'number' || type === 'date') {
    const [prefix, rest] = prefixed(text);
    if (type === 'number' && !/^-?\d+(?:\.\d+)?$/.test(rest)) {
      throw badSearch(name, `Invalid number value: "${text}"`);
    }
    const cents = Number(rest) * 100;
    const [from, to] = type === 'date' ? periodOf(name, rest) : [cents, cents + 0.001];
    return (value) => typeof value === 'number' && lies(value, prefix, from, to);
  }
  if (type === 'string') {
    const wanted = text.toLowerCase();
    return (value) => {
      const lower = String(value).toLowerCase();
      return modifier === 'contains' ? lower.includes(wanted) : lower.startsWith(wanted);
    };
  }
  // A reference may be without its type, a token with the system before it.
  return (value) =>
    value === (type === 'reference' ? text.replace(/^Strategy\//, '') : text.replace(/^.*\|/, ''));
}

const controls = ['_count', '_offset', '_sort', '_summary'];

function wholeOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^\d{1,9}$/.test(text)) {
    throw badSearch(name, `Invalid ${name} value: "${text}" (must be a non-negative integer)`);
  }
  return Number(text);
}

/** The parameters that a search knows; those it does not are refused only to those who want that. */
function knownOf({ type, parameters }: Kind, query: URLSearchParams, isStrict: boolean): [string, string][] {
  return [...query].filter(([full, text]) => {
    const [name = '', modifier = ''] = full.split(':');
    if (text === '') return false;
    if (controls.includes(full)) return true;
    if (Object.hasOwn(parameters, name)) {
      const known = ['', 'missing', ...(parameters[name] === 'string' ? ['contains'] : [])];
      if (known.includes(modifier)) return true;
      throw badSearch(full, `Modifier ":${modifier}" is not supported for search parameter "${name}"`);
    }
    if (!isStrict) return false;
    const valid = [...Object.keys(parameters), ...controls].sort().join(', ');
    const diagnostics = `Unknown search parameter "${full}" for resource type "${type}". Valid search parameters for this search are: [${valid}]`;
    throw refused(400, 'not-supported', 'Unknown search parameter', diagnostics, `http.${full}`);
  });
}

function sorted({ type, parameters }: Kind, rows: readonly Found[], order: string): readonly Found[] {
  const rules = order.split(',').map((text) => {
    const name = text.replace(/^-/, '');
    if (!Object.hasOwn(parameters, name)) {
      throw badSearch(
        '_sort',
        `Unknown _sort parameter value "${name}" for resource type "${type}" (Note: sort parameters values must use a valid Search Parameter). Valid values for this search are: [${Object.keys(parameters).sort().join(', ')}]`,
      );
    }
    return { name, sign: text.startsWith('-') ? -1 : 1 };
  });
  return [...rows].sort((one, other) => {
    for (const { name, sign } of rules) {
      const [first, second] = [one.values[name], other.values[name]];
      if (first === second) continue;
      if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
      return first < second ? -sign : sign;
    }
    return 0;
  });
}

const idForm = /^[A-Za-z0-9.-]{1,64}$/;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => ({
    id: uuid(`bundles report ${index}`),
    kind: codesOf('report-type')[index % 3]!,
    month: 3 - Math.floor(index / 3),
    authored:
      index < 2
        ? opened - (index === 0 ? 15_000 : 5_400_000) - 137
        : Date.UTC(2026, 4 - Math.floor(index / 3), 9 - 2 * (index % 3), 5, 0, 12, 40 + index),
    seconds: 48 + chance(`bundles seconds ${index}`, 40),
    fails: index === 5,
  }));
  type Report = (typeof reports)[number];
  let asked = 0;
  let window = { second: 0, count: 0 };

  const listingShown = (one: Listing): Row => ({
    ...headOf('Listing', one.id, one.version, one.updated),
    identifier: [
      { system: `${codes}/sku`, value: one.sku },
      ...(one.gtin === undefined ? [] : [{ system: 'urn:gs1:gtin', value: one.gtin }]),
    ],
    status: coded('listing-status', one.status),
    title: one.title,
    marketplace: coded('marketplace', one.marketplace),
    price: money(one.price),
    ...(one.min !== undefined && { minPrice: money(one.min) }),
    ...(one.max !== undefined && { maxPrice: money(one.max) }),
    ...(one.strategy !== undefined && {
      strategy: { reference: `Strategy/${one.strategy}`, display: strategyName(one.strategy) },
    }),
    ...(one.stock !== undefined && { quantityOnHand: { value: one.stock, unit: 'piece' } }),
  });

  const listingFound = (one: Listing): Found => ({
    values: { ...one, _id: one.id, _lastUpdated: one.updated, identifier: one.sku },
    resource: listingShown(one),
  });

  const strategyFound = (one: Strategy): Found => ({
    values: { _id: one.id, _lastUpdated: one.updated, kind: one.kind, name: one.name, status: one.status },
    resource: {
      ...headOf('Strategy', one.id, one.version, one.updated),
      status: coded('publication-status', one.status),
      name: one.name,
      kind: coded('strategy-kind', one.kind),
      ...one.more,
    },
  });

  function reportFound(one: Report): Found {
    const began = one.authored + 4_210;
    const ended = began + one.seconds * 1_000;
    const isOver = run.now() >= ended;
    const status = !isOver ? 'in-progress' : one.fails ? 'failed' : 'completed';
    const updated = isOver ? ended : began;
    const day = (month: number, date: number) =>
      new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10);
    const link = `${run.origin}/v1/files/${one.id}.csv?sig=${scrambled(`${run.run} ${one.id}`, 32, hex)}`;
    return {
      values: { _id: one.id, _lastUpdated: updated, authored: one.authored, status, type: one.kind },
      resource: {
        ...headOf('ReportRun', one.id, isOver ? 3 : 2, updated),
        status: coded('run-status', status),
        ...(status === 'failed' && { statusReason: { text: 'Source data was not available in time' } }),
        type: coded('report-type', one.kind),
        authoredOn: instant(one.authored),
        period: { start: day(one.month, 1), end: day(one.month + 1, 0) },
        executionPeriod: { start: instant(began), ...(isOver && { end: instant(ended) }) },
        ...(status === 'completed' && {
          output: [
            {
              contentType: 'text/csv',
              url: link,
              size: 2_000 + chance(`bundles size ${one.id}`, 90_000),
              title: `${displays['report-type']![one.kind]!} ${day(one.month, 1).slice(0, 7)}`,
            },
          ],
        }),
      },
    };
  }

  function searched(
    kind: Kind,
    rows: readonly Found[],
    { headers }: Asked,
    query: URLSearchParams,
  ): Answered {
    const isStrict = (headers.prefer ?? '').includes('handling=strict');
    const asGiven = knownOf(kind, query, isStrict);
    const count = Math.min(wholeOf(query, '_count', usualCount), largestCount);
    const offset = wholeOf(query, '_offset', 0);
    const known = asGiven.map(([name, text]): [string, string] => [
      name,
      name === '_count' ? String(count) : text,
    ]);
    const summary = query.get('_summary') ?? 'false';
    if (!['count', 'false', ''].includes(summary)) {
      throw badSearch('_summary', `Unsupported _summary value: "${summary}" (supported are: count, false)`);
    }
    const tests = known
      .filter(([name]) => !controls.includes(name))
      .map(([full, text]) => {
        const [name = '', modifier = ''] = full.split(':');
        const parameter = kind.parameters[name]!;
        const some = text.split(',').map((each) => fitting(name, parameter, modifier, each));
        return ({ values }: Found) => some.some((fits) => fits(values[name]));
      });
    const order = query.get('_sort') ?? '';
    const fitted = rows.filter((row) => tests.every((fits) => fits(row)));
    const found = order === '' ? fitted : sorted(kind, fitted, order);
    const isCount = summary === 'count' || count === 0;
    const base = `${run.origin}/v1/${kind.path}`;
    const linked = (relation: string, parameters: readonly [string, string][]) => {
      const text = new URLSearchParams([...parameters]).toString();
      return { relation, url: text === '' ? base : `${base}?${text}` };
    };
    const others = known.filter(([name]) => name !== '_count' && name !== '_offset');
    const page = (relation: string, from: number) =>
      linked(relation, [...others, ['_count', String(count)], ['_offset', String(from)]]);
    const shown = isCount ? [] : found.slice(offset, offset + count);
    return json(200, {
      resourceType: 'Bundle',
      id: uuid(`bundles ${run.run} ${asked}`),
      type: 'searchset',
      total: found.length,
      link: [
        linked('self', known),
        ...(!isCount && offset + count < found.length ? [page('next', offset + count)] : []),
        ...(!isCount && offset > 0 ? [page('previous', Math.max(0, offset - count))] : []),
      ],
      ...(shown.length > 0 && {
        entry: shown.map(({ resource }) => ({
          fullUrl: `${base}/${String(resource.id)}`,
          resource,
          search: { mode: 'match' },
        })),
      }),
    });
  }

  const tagOf = (version: number) => `W/"${version}"`;
  const versionTold = (version: number, updated: Value): Headers => [
    ['ETag', tagOf(version)],
    ['Last-Modified', new Date(Number(updated)).toUTCString()],
  ];

  function single({ resource, values }: Found, { headers }: Asked): Answered {
    const version = Number((resource.meta as Row).versionId);
    const told = versionTold(version, values._lastUpdated);
    return headers['if-none-match'] === tagOf(version)
      ? { status: 304, headers: told, body: '' }
      : json(200, resource, told);
  }

  function checkedId(id: string): string {
    if (idForm.test(id)) return id;
    const rule = 'must have a length of 1 to 64 and contain only A-Z, a-z, 0-9, "-" and "."';
    throw refused(400, 'invalid', 'Invalid resource id', `Invalid id "${id}": ${rule}`);
  }

  function listingOf(id: string): Listing {
    const found = all.find((one) => one.id === checkedId(id));
    if (found === undefined) throw notKnown('Listing', id);
    return found;
  }

  function bodyIn(request: Asked): Row {
    const type = (request.headers['content-type'] ?? '').split(';')[0]!;
    if (type !== 'application/json' && type !== 'application/merge-patch+json') {
      const diagnostics = `Content-Type "${type}" is not supported for PATCH (supported are: application/json, application/merge-patch+json)`;
      throw refused(415, 'not-supported', 'Unsupported media type', diagnostics);
    }
    const text = request.body.trim();
    const refuse = (diagnostics: string) =>
      refused(400, 'structure', 'Failed to parse request body as JSON', diagnostics);
    if (text === '') throw refuse('Request body is empty');
    if (!text.startsWith('{')) {
      throw refuse(
        `Content does not appear to be JSON, first non-whitespace character was: '${text[0]!}' (must be '{')`,
      );
    }
    const read = jsonOf(request);
    if (read === 'bad') {
      throw refuse(`Unexpected end-of-input or character at line 1, column ${text.length + 1}`);
    }
    return read.json as Row;
  }

  /** That nobody has written since the client read (of one that asks for it), and that the listing has not ended. */
  function checkState(one: Listing, { headers }: Asked): void {
    const wanted = headers['if-match'];
    if (wanted !== undefined && wanted !== tagOf(one.version)) {
      const version = /"(.*)"/.exec(wanted)?.[1] ?? wanted;
      const diagnostics = `Trying to update Listing/${one.id}/_history/${version} but this is not the current version`;
      throw refused(412, 'conflict', 'Version conflict', diagnostics);
    }
    if (one.status === 'ended') {
      const diagnostics = `Listing/${one.id} has the status "ended"`;
      throw refused(422, 'business-rule', 'Listing can not be changed', diagnostics, 'Listing.status');
    }
  }

  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const jsonType = (value: unknown) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const issue = (code: string, text: string, expression: string, diagnostics?: string): Issue => ({
    code,
    text,
    diagnostics,
    expression,
  });
  const wrongType = (path: string, expected: string, value: unknown): Issue =>
    issue('structure', 'Invalid JSON type', path, `Expected ${expected}, but got ${jsonType(value)}`);
  const required = (path: string): Issue => issue('required', 'Missing required property', path);
  const strange = (body: Row, names: readonly string[], path: string): Issue[] =>
    Object.keys(body)
      .filter((name) => !names.includes(name))
      .map((name) =>
        issue('structure', 'Invalid additional property', `${path}.${name}`, `Unknown property "${name}"`),
      );

  function faultsOfMoney(value: unknown, path: string): Issue[] {
    if (value === null || value === undefined) return [];
    if (!isObject(value)) return [wrongType(path, 'object', value)];
    const faults = strange(value, ['value', 'currency'], path);
    const amount = value.value;
    const unfit = (diagnostics: string) => issue('value', 'Invalid value', `${path}.value`, diagnostics);
    if (amount === undefined) faults.push(required(`${path}.value`));
    else if (typeof amount !== 'number') faults.push(wrongType(`${path}.value`, 'number', amount));
    else if (amount <= 0) faults.push(unfit('Value must be greater than 0'));
    else if (amount > largestAmount) faults.push(unfit(`Value must not be greater than ${largestAmount}`));
    else if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6) {
      faults.push(unfit('Value must not have more than 2 decimal places'));
    }
    if (value.currency === undefined) faults.push(required(`${path}.currency`));
    else if (value.currency !== currency) {
      const diagnostics = `Currency "${textOf(value.currency)}" is not that of the listing ("${currency}")`;
      faults.push(issue('code-invalid', 'Invalid code', `${path}.currency`, diagnostics));
    }
    return faults;
  }

  const refuseIf = (status: number, issues: readonly Issue[]) => {
    if (issues.length > 0) throw new Refusal(status, issues);
  };
  const broken = (name: string, rule: string, path: string): Issue =>
    issue('invariant', 'Constraint not met', path, `Constraint ${name} not met: ${rule}`);
  const needsMin = broken('lst-3', 'A listing with a strategy must have a minPrice', 'Listing.strategy');

  function written(one: Listing): Answered {
    one.version += 1;
    one.updated = run.now();
    return json(200, listingShown(one), versionTold(one.version, one.updated));
  }

  function priced(one: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    refuseIf(400, [
      ...strange(body, ['minPrice', 'maxPrice'], 'Listing'),
      ...faultsOfMoney(body.minPrice, 'Listing.minPrice'),
      ...faultsOfMoney(body.maxPrice, 'Listing.maxPrice'),
    ]);
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      const diagnostics = 'At least one of minPrice and maxPrice must be present';
      throw new Refusal(400, [{ ...required('Listing'), diagnostics }]);
    }
    checkState(one, request);
    const cents = (value: unknown, before: number | undefined) =>
      value === undefined ? before : isObject(value) ? Math.round(Number(value.value) * 100) : undefined;
    const [min, max] = [cents(body.minPrice, one.min), cents(body.maxPrice, one.max)];
    refuseIf(422, [
      ...(min !== undefined && max !== undefined && min > max
        ? [broken('lst-2', 'minPrice must not be greater than maxPrice', 'Listing.minPrice')]
        : []),
      ...(min === undefined && one.strategy !== undefined ? [needsMin] : []),
    ]);
    [one.min, one.max] = [min, max];
    return written(one);
  }

  function assigned(one: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const path = 'Listing.strategy';
    const value = body.strategy;
    refuseIf(400, strange(body, ['strategy'], 'Listing'));
    if (value === undefined) throw new Refusal(400, [required(path)]);
    if (value !== null && !isObject(value)) throw new Refusal(400, [wrongType(path, 'object', value)]);
    const reference = value?.reference;
    if (value !== null) {
      refuseIf(400, strange(value, ['reference', 'display'], path));
      if (reference === undefined) throw new Refusal(400, [required(`${path}.reference`)]);
      if (typeof reference !== 'string') {
        throw new Refusal(400, [wrongType(`${path}.reference`, 'string', reference)]);
      }
    }
    checkState(one, request);
    if (typeof reference === 'string') {
      const expression = `${path}.reference`;
      const [type, id = ''] = reference.split('/');
      if (type !== 'Strategy' || !idForm.test(id)) {
        const diagnostics = `Invalid reference "${reference}": must have the form "Strategy/[id]"`;
        throw refused(400, 'value', 'Invalid reference', diagnostics, expression);
      }
      const strategy = strategies.find((each) => each.id === id);
      if (strategy === undefined) {
        const diagnostics = `Resource ${reference} not found, specified in path: ${path}`;
        throw refused(422, 'not-found', 'Invalid reference', diagnostics, expression);
      }
      if (strategy.status === 'retired') {
        const diagnostics = `${reference} has the status "retired" and can not be assigned`;
        throw refused(422, 'business-rule', 'Strategy can not be assigned', diagnostics, expression);
      }
      refuseIf(422, one.min === undefined ? [needsMin] : []);
      one.strategy = id;
    } else {
      one.strategy = undefined;
    }
    return written(one);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, name = '', id, part, ...more] = steps;
    const { method } = request;
    const kind = [listingKind, strategyKind, reportKind].find((each) => each.path === name);
    const isPart = kind === listingKind && (part === 'price' || part === 'strategy');
    if (root !== 'v1' || kind === undefined || more.length > 0 || (part !== undefined && !isPart)) {
      const diagnostics = `Unknown path "${path}" - server knows how to handle: [listings, reports, strategies]`;
      throw refused(404, 'not-supported', 'Unknown resource type', diagnostics);
    }
    const allowed = isPart ? 'PATCH' : 'GET';
    if (method !== allowed) {
      const diagnostics = `Server does not know how to handle ${method} operation[${path.slice(4)}]`;
      throw refused(405, 'not-supported', 'Interaction not supported', diagnostics);
    }
    if (id !== undefined && isPart) {
      return part === 'price' ? priced(listingOf(id), request) : assigned(listingOf(id), request);
    }
    const rows =
      kind === listingKind
        ? all.map(listingFound)
        : kind === strategyKind
          ? strategies.map(strategyFound)
          : reports.map(reportFound);
    if (id === undefined) return searched(kind, rows, request, query);
    const found = rows.find(({ values }) => values._id === checkedId(id));
    if (found === undefined) throw notKnown(kind.type, id);
    return single(found, request);
  }

  /** Knows the key, and counts its calls in each second of the clock. */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given !== key) {
      const diagnostics =
        given === undefined ? 'Header X-API-KEY is missing' : 'The key in header X-API-KEY is not valid';
      throw refused(401, 'login', 'Authentication required', diagnostics);
    }
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    return [
      ['X-RateLimit-Limit', String(callsPerSecond)],
      ['X-RateLimit-Remaining', String(Math.max(0, callsPerSecond - window.count))],
      ...(window.count > callsPerSecond ? [['Retry-After', '1'] as const] : []),
    ];
  }

  /** As it goes out: amounts keep their two decimals, and each answer has an id. */
  function sent({ status, headers, body }: Answered): Answered {
    return {
      status,
      headers: [
        ...headers.filter(([name]) => name !== 'Content-Type'),
        ['X-Request-Id', scrambled(`bundles ${run.run} ${asked}`, 16, 'abcdefghijkmnopqrstuvwxyz0123456789')],
        ...(body === '' ? [] : [['Content-Type', 'application/json;charset=utf-8'] as const]),
      ],
      body: body.replace(
        /"value":(\d+(?:\.\d+)?),"currency"/g,
        (_, amount: string) => `"value":${Number(amount).toFixed(2)},"currency"`,
      ),
    };
  }

  return (request) => {
    asked += 1;
    let told: Headers = [];
    try {
      told = admit(request);
      if (window.count > callsPerSecond) {
        const diagnostics = `Limit of ${callsPerSecond} requests per second exceeded`;
        throw refused(429, 'throttled', 'Too many requests', diagnostics);
      }
      const { status, headers, body } = answer(request);
      return sent({ status, headers: [...headers, ...told], body });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(json(error.status, outcome(error.issues), told));
    }
  };
}

/** Follows the link to the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'entry').flatMap(({ resource }) => (isObject(resource) ? [resource] : [])));
    const url: unknown = rowsAt(received, 'link').find(({ relation }) => relation === 'next')?.url;
    next = typeof url === 'string' ? url : undefined;
  }
  return rows;
}

type Sent = Readonly<Record<string, string>>;

const read = (api: Api, kind: string, id: unknown, headers: Sent = {}): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, { headers });
const price = (api: Api, id: unknown, body: unknown, headers: Sent = {}): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body, headers });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy } });

const eur = (value: unknown): Row => ({ value, currency });
const strategyAt = (id: unknown): Row => ({ reference: `Strategy/${String(id)}` });

interface Ids {
  /** Listings that have not ended: with a lower bound and no strategy, with both, without a lower bound; and ended ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const hasEnded = (row: Row) => JSON.stringify(row.status).includes('"ended"');
  const on = rows.filter((row) => !hasEnded(row));
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => row.minPrice !== undefined && row.strategy === undefined)),
    bound: ids(on.filter((row) => row.strategy !== undefined)),
    open: ids(on.filter((row) => row.minPrice === undefined)),
    ended: ids(rows.filter(hasEnded)),
  };
}

async function recorded(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { free, bound, open, ended } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?_count=5')).map(({ id }) => id);
  await get('_count=4&_offset=8');
  await get('status=active&_count=5');
  await get('price=gt100');
  await get('price=ge30&price=lt90&_sort=price');
  await get('_lastUpdated=ge2025-03-01&_count=4');
  await get(`strategy=Strategy/${String(plans[0])}`);
  await get('_sort=-price&_count=6');
  await get('status=suspended&_summary=count');
  await get('_count=500');
  await get('_offset=200');
  await read(api, 'listings', free[0]);
  await read(api, 'listings', free[1]);
  const alone = await read(api, 'listings', bound[0]);
  await read(api, 'listings', bound[0], { 'If-None-Match': header(alone, 'ETag') ?? 'missing' });
  await read(api, 'listings', open[0]);
  await read(api, 'listings', ended[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { minPrice: eur(19.9), maxPrice: eur(249) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: eur(7.25) }, { 'If-Match': header(alone, 'ETag') ?? 'missing' });
  await price(api, bound[0], { minPrice: eur(8) }, { 'If-Match': header(alone, 'ETag') ?? 'missing' });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { maxPrice: null });
  await price(api, open[0], { maxPrice: eur(310.5) });
  await assign(api, free[0], strategyAt(plans[2]));
  await read(api, 'listings', free[0]);
  await assign(api, bound[1], null);
  await read(api, 'listings', bound[1]);
  await get('_sort=-_lastUpdated&_count=3');

  await read(api, 'listings', 'b7c0f1de-52a4-4e19-9d36-0a1f88c2e475');
  await read(api, 'listings', 'desk_lamp');
  await read(api, 'strategies', '9999');
  await read(api, 'reports', '5d2e9a04-7b61-4f3c-8e0d-c4419fa6b712');
  await price(api, 'b7c0f1de-52a4-4e19-9d36-0a1f88c2e475', { minPrice: eur(12) });
  await price(api, free[2], { minPrice: eur(90), maxPrice: eur(80) });
  await price(api, free[2], { minPrice: eur('12.50') });
  await price(api, free[2], { minPrice: 12.5 });
  await price(api, free[2], { maxPrice: { value: 400 } });
  await price(api, free[2], { minPrice: eur(-3), maxPrice: eur(99.999) });
  await price(api, free[2], { colour: 'red', maxPrice: eur(400) });
  await price(api, free[2], {});
  await price(api, bound[2], { minPrice: null });
  await price(api, ended[0], { maxPrice: eur(75) });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minPrice": {"value": 1' });
  await assign(api, free[2], strategyAt(9999));
  await assign(api, free[2], strategyAt(plans[4]));
  await assign(api, free[2], plans[0]);
  await assign(api, open[1], strategyAt(plans[0]));
  await get('colour=red&_count=3');
  await api.ask('GET', '/v1/listings?colour=red&_count=3', { headers: { Prefer: 'handling=strict' } });
  await get('_count=abc');
  await get('price=gtcheap');
  await get('_lastUpdated=yesterday');
  await get('_sort=colour');
  await api.ask('GET', '/v1/listings?_count=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(60_000);
  await read(api, 'reports', runs[0]);
  api.wait(2_000);
  await hurry(api, '/v1/reports?_count=1', 12);
}

async function another(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { free, bound, open, ended } = idsOf(await walk(api, '/v1/listings?_count=12'));
  const plans = (await walk(api, '/v1/strategies?_count=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?_count=6')).map(({ id }) => id);
  await get('status=draft&_count=4');
  await get('price=lt60');
  await get('price=ge50&price=lt140&_sort=-price&_count=5');
  await get('_lastUpdated=lt2024-10-01&_count=6');
  await get(`strategy=Strategy/${String(plans[2])}`);
  await get('title=halvik');
  await get('_sort=price&_count=7');
  await get('price=gt75&_summary=count');
  await get('_offset=90&_count=5');
  await api.ask('GET', '/v1/strategies?status=active');
  await read(api, 'listings', free[3]);
  const alone = await read(api, 'listings', bound[3]);
  await read(api, 'listings', bound[3], { 'If-None-Match': header(alone, 'ETag') ?? 'missing' });
  await read(api, 'listings', open[2]);
  await read(api, 'listings', ended[1]);
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[2]);

  await price(api, free[3], { minPrice: eur(14.75), maxPrice: eur(330) });
  await read(api, 'listings', free[3]);
  await price(api, bound[3], { minPrice: eur(5.4) }, { 'If-Match': header(alone, 'ETag') ?? 'missing' });
  await price(api, bound[3], { minPrice: eur(6.1) }, { 'If-Match': header(alone, 'ETag') ?? 'missing' });
  await price(api, bound[4], { maxPrice: null });
  await read(api, 'listings', bound[4]);
  await assign(api, free[3], strategyAt(plans[1]));
  await assign(api, bound[4], null);
  await read(api, 'listings', bound[4]);
  await get('_sort=-_lastUpdated&_count=2');

  await read(api, 'listings', '0f6ad3c9-81be-4d57-a2f4-6e93b05c1d28');
  await read(api, 'listings', 'tea_tin');
  await read(api, 'strategies', '7001');
  await assign(api, '0f6ad3c9-81be-4d57-a2f4-6e93b05c1d28', strategyAt(plans[0]));
  await price(api, free[4], { minPrice: eur(260.4), maxPrice: eur(120) });
  await price(api, free[4], { maxPrice: eur('lots') });
  await price(api, free[4], { minPrice: { value: 8.5 } });
  await price(api, free[4], { maxPrice: eur(-20) });
  await price(api, free[4], { shape: 'round' });
  await price(api, ended[1], { minPrice: eur(10) });
  await assign(api, free[4], strategyAt(7001));
  await assign(api, free[4], strategyAt(plans[4]));
  await assign(api, free[4], 17);
  await assign(api, open[3], strategyAt(plans[2]));
  await get('shape=round&_count=4');
  await get('_count=many');
  await get('price=lemuch');
  await get('_sort=weight');
  await api.ask('GET', '/v1/reports?_count=2', { headers: { 'X-API-KEY': null } });
}

export const outcomeBundles: WalkedService = {
  name: 'outcome-bundles',
  key,
  start,
  recordsIn: (body) =>
    rowsAt({ status: 200, headers: new Headers(), body }, 'entry').map(({ resource }) => resource),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['_count=3', '_count=7', '_count=50'],
  walk,
};
