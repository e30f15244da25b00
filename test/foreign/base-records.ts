// A base of a spreadsheet-database: records of an id, a moment and fields under the names of the columns, with empty fields
// left out; choices with a colour, links to records of another table as lists of ids, lookups and counts that follow them,
// attachments with signed addresses; pages that go on at a record of an iterator, formulas that filter, sorts of several
// levels, chosen columns, writes of fields with or without typecast, refusals of a type and a message, or a word alone.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'patB6wqZt1LsXc0Ye.5d0e7c41b98f';
const usualPage = 20;
const largestPage = 50;
const perSecond = 5;
const perMinute = 300;
/** How long a key is locked out that asked too often, in milliseconds. */
const lockout = 30_000;

/** A record as it is shown. */
interface Shown {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: Row;
}

interface Table {
  readonly columns: readonly string[];
  /** The columns that the base fills in by itself. */
  readonly computed: readonly string[];
  readonly rows: () => readonly Shown[];
}

interface Listing {
  readonly id: string;
  readonly created: number;
  readonly title: string;
  readonly sku: string;
  readonly marketplace: Row;
  readonly price: number;
  readonly stock: number;
  readonly eligible: boolean;
  readonly labels: readonly string[];
  readonly notes: string;
  minimum: number | undefined;
  maximum: number | undefined;
  strategy: string | undefined;
  changed: number;
}

interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly content: string;
}

interface Report {
  readonly id: string;
  readonly number: number;
  readonly kind: Row;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
  readonly files: readonly Attachment[];
}

class Refusal extends Error {
  readonly answer: Answered;

  constructor(status: number, error: unknown, headers: Headers = []) {
    super('refused');
    this.answer = json(status, isObject(error) && 'errors' in error ? error : { error }, headers);
  }
}

const refused = (type: string, message: string, status = 422): Refusal =>
  new Refusal(status, { type, message });
const notFound = (): Refusal => new Refusal(404, 'NOT_FOUND');
const unknownName = (name: string): Refusal => refused('UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`);
const invalidRequest = (): Refusal =>
  refused(
    'INVALID_REQUEST_UNKNOWN',
    'Invalid request: parameter validation failed. Check your request data.',
  );
const cannotAccept = (name: string): Refusal =>
  refused('INVALID_VALUE_FOR_COLUMN', `Field "${name}" cannot accept the provided value`);
const invalidFormula = (why: string): Refusal =>
  refused('INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${why}`);

const idOf = (prefix: string, seed: string): string =>
  prefix + scrambled(`base ${prefix} ${seed}`, 14, base62);
const choices = (column: string, options: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(options).map(([name, color]) => ({ id: idOf('sel', `${column} ${name}`), name, color }));

const marketplaces = choices('marketplace', {
  de: 'yellowLight2',
  fr: 'blueLight2',
  it: 'greenLight2',
  uk: 'redLight2',
});
const modes = choices('mode', { Competitor: 'cyanLight2', Margin: 'tealLight2', Schedule: 'purpleLight2' });
const kinds = choices('kind', { 'Price changes': 'blueBright', Stock: 'grayBright', Sales: 'greenBright' });
const [queued, running, done, failed] = choices('status', {
  Queued: 'grayLight2',
  Running: 'yellowBright',
  Done: 'greenBright',
  Failed: 'redBright',
}) as readonly [Row, Row, Row, Row];

/** The fields that hold something; a box that is not ticked holds nothing. */
const filled = (fields: Row): Row =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== '' &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );

const moment = (time: number): string => new Date(time).toISOString();

type Cell = string | number | undefined;
type Formula = (row: Shown) => Cell;

/** What a formula or a sort sees of a field. */
function cellOf({ fields }: Shown, name: string): Cell {
  // A link stands for the name of the record that it leads to.
  const value = fields[name === 'Strategy' ? 'Strategy name' : name];
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((one) => (isObject(one) ? one.filename : one)).join(', ');
  if (isObject(value)) return String(value.name);
  if (value === true) return 1;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

const holds = (cell: Cell): boolean => cell !== undefined && cell !== '' && cell !== 0;

/** Less than 0 where the first comes first; a blank cell is the least of all. */
function order(one: Cell, other: Cell): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  if (other === undefined) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).toLowerCase() < String(other).toLowerCase() ? -1 : 1;
}

function compared(sign: string, one: Cell, other: Cell): boolean {
  if (sign === '=') return (one ?? '') === (other ?? '');
  if (sign === '!=') return (one ?? '') !== (other ?? '');
  // A blank cell counts as 0 beside a number.
  const blank = typeof one === 'number' || typeof other === 'number' ? 0 : '';
  const found = order(one ?? blank, other ?? blank);
  return sign.startsWith('<')
    ? found < 0 || (sign === '<=' && found === 0)
    : found > 0 || (sign === '>=' && found === 0);
}

const calls: Readonly<Record<string, (row: Shown, given: readonly Formula[]) => Cell>> = {
  AND: (row, given) => Number(given.every((one) => holds(one(row)))),
  OR: (row, given) => Number(given.some((one) => holds(one(row)))),
  NOT: (row, [one]) => Number(!holds(one?.(row))),
  BLANK: () => undefined,
  RECORD_ID: (row) => row.id,
  SEARCH: (row, [what, where]) => {
    const text = String(where?.(row) ?? '').toLowerCase();
    return text.indexOf(String(what?.(row) ?? '').toLowerCase()) + 1;
  },
};

/** Reads a formula such as AND({Marketplace}='de',{Stock}<10). */
function formulaOf(text: string, columns: readonly string[]): Formula {
  const tokens = [
    ...text.matchAll(/\{[^}]*\}|'[^']*'|"[^"]*"|\d+(?:\.\d+)?|[A-Z_]+|[<>!]=|[<>=(),]|\S/g),
  ].map(([token]) => token);
  const unknown: string[] = [];
  let next = 0;
  const invalid = (): Refusal => invalidFormula('Invalid formula. Please check your formula text.');

  function operand(): Formula {
    const token = tokens[next] ?? '';
    next += 1;
    if (/^\{.+\}$/.test(token)) {
      const name = token.slice(1, -1);
      if (!columns.includes(name)) unknown.push(name.toLowerCase());
      return (row) => cellOf(row, name);
    }
    if (/^(?:'.*'|".*")$/.test(token)) return () => token.slice(1, -1);
    if (/^\d/.test(token)) return () => Number(token);
    const call = Object.hasOwn(calls, token) ? calls[token] : undefined;
    if (call === undefined || tokens[next] !== '(') throw invalid();
    const given: Formula[] = [];
    next += 1;
    while (tokens[next] !== ')') {
      if (given.length > 0) {
        if (tokens[next] !== ',') throw invalid();
        next += 1;
      }
      given.push(expression());
    }
    next += 1;
    return (row) => call(row, given);
  }

  function expression(): Formula {
    const one = operand();
    const sign = tokens[next] ?? '';
    if (!/^(?:[<>!]?=|[<>])$/.test(sign)) return one;
    next += 1;
    const other = operand();
    return (row) => Number(compared(sign, one(row), other(row)));
  }

  const whole = expression();
  if (next < tokens.length) throw invalid();
  if (unknown.length > 0) throw invalidFormula(`Unknown field names: ${unknown.join(', ')}`);
  return whole;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    { name: 'Buy box hunter', notes: 'Undercuts the featured offer, never the minimum.' },
    { name: 'Steady margin', notes: '' },
    { name: 'Weekend push', notes: 'Fridays from noon' },
    { name: 'Clear the shelf', notes: '' },
    { name: 'Slow riser', notes: 'On trial, ask Ines before use' },
  ].map(({ name, notes }, index) => ({
    id: idOf('rec', `strategy ${index}`),
    created: Date.UTC(2024, 2, 4) + index * 19 * 86_400_000 + chance(`base strategy ${name}`, 80_000) * 1_000,
    name,
    notes,
    mode: oneOf(`base mode ${name}`, modes),
    step: (1 + chance(`base step ${name}`, 80)) / 100,
    active: index !== 4,
  }));
  const listings = Array.from({ length: 48 }, (_, index): Listing => {
    const name = `base ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created =
      Date.UTC(2025, 0, 7) + index * 6 * 86_400_000 + chance(`${name} created`, 400_000) * 1_000;
    const bounded = chance(`${name} bounded`, 4) > 0;
    return {
      id: idOf('rec', `listing ${index}`),
      created,
      title,
      sku,
      marketplace: oneOf(`${name} marketplace`, [...marketplaces, marketplaces[0]!]),
      price: price / 100,
      stock: chance(`${name} sold out`, 9) === 0 ? 0 : stock,
      eligible: chance(`${name} eligible`, 4) > 0,
      labels: ['bundle', 'fragile', 'seasonal'].filter((label) => chance(`${name} ${label}`, 5) === 0),
      notes: oneOf(`${name} notes`, ['', '', '', 'Supplier raises the cost in June', 'Check the photo']),
      minimum: bounded ? Math.round(price * 0.8) / 100 : undefined,
      maximum: bounded && chance(`${name} maximum`, 6) > 0 ? Math.round(price * 1.25) / 100 : undefined,
      strategy: chance(`${name} linked`, 3) > 0 ? oneOf(`${name} strategy`, strategies).id : undefined,
      changed: created + chance(`${name} changed`, 30 * 86_400) * 1_000,
    };
  });
  const reports = Array.from({ length: 12 }, (_, index): Report => {
    const name = `base report ${index}`;
    const number = 118 + index;
    const lines = listings
      .slice(index, index + 3 + chance(`${name} lines`, 6))
      .map(({ sku, price }) => `${sku},${price.toFixed(2)}`);
    const files = [
      { filename: `run-${number}.csv`, content: `SKU,Price\n${lines.join('\n')}\n` },
      { filename: `run-${number}-skipped.csv`, content: `SKU\n${listings[index + 20]!.sku}\n` },
    ];
    return {
      id: idOf('rec', name),
      number,
      kind: oneOf(`${name} kind`, kinds),
      created:
        index < 10
          ? Date.UTC(2026, 2, 3) + index * 7 * 86_400_000 + chance(name, 70_000) * 1_000
          : opened - 20_000 + (index - 10) * 14_000,
      seconds: 45 + index * 4,
      fails: index === 4,
      files: files
        .slice(0, chance(`${name} skipped`, 3) === 0 ? 2 : 1)
        .map((file) => ({ ...file, id: idOf('att', file.filename) })),
    };
  });

  const viewOf = (listing: Listing): Shown => {
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    return {
      id: listing.id,
      createdTime: moment(listing.created),
      fields: filled({
        Title: listing.title,
        SKU: listing.sku,
        Marketplace: listing.marketplace,
        Price: listing.price,
        'Minimum price': listing.minimum,
        'Maximum price': listing.maximum,
        Strategy: strategy && [strategy.id],
        'Strategy name': strategy && [strategy.name],
        Stock: listing.stock,
        Eligible: listing.eligible,
        Labels: listing.labels,
        Notes: listing.notes,
        'Last changed': moment(listing.changed),
      }),
    };
  };
  const signatureOf = ({ id }: Attachment): string =>
    scrambled(`base signature ${run.run} ${id}`, 32, base62);
  const attached = (file: Attachment): Row => ({
    id: file.id,
    url: `${run.origin}/files/${file.id}/${file.filename}?signature=${signatureOf(file)}`,
    filename: file.filename,
    size: Buffer.byteLength(file.content),
    type: 'text/csv',
  });
  const reportView = (report: Report): Shown => {
    const elapsed = (run.now() - report.created) / 1_000;
    const ended = elapsed >= report.seconds;
    const status = elapsed < 12 ? queued : !ended ? running : report.fails ? failed : done;
    return {
      id: report.id,
      createdTime: moment(report.created),
      fields: filled({
        Run: report.number,
        Kind: report.kind,
        Status: status,
        Started: moment(report.created),
        Finished: ended ? moment(report.created + report.seconds * 1_000) : undefined,
        Rows: status === done ? report.files[0]!.content.split('\n').length - 2 : undefined,
        Files: status === done ? report.files.map(attached) : [],
        Error: status === failed ? 'The marketplace did not answer in time' : '',
      }),
    };
  };
  const tables: Readonly<Record<string, Table>> = {
    listings: {
      columns: [
        'Title',
        'SKU',
        'Marketplace',
        'Price',
        'Minimum price',
        'Maximum price',
        'Strategy',
        'Strategy name',
        'Stock',
        'Eligible',
        'Labels',
        'Notes',
        'Last changed',
      ],
      computed: ['Strategy name', 'Last changed'],
      rows: () => listings.map(viewOf),
    },
    strategies: {
      columns: ['Name', 'Mode', 'Step', 'Active', 'Listings linked', 'Notes'],
      computed: ['Listings linked'],
      rows: () =>
        strategies.map(({ id, created, name, mode, step, active, notes }) => ({
          id,
          createdTime: moment(created),
          fields: filled({
            Name: name,
            Mode: mode,
            Step: step,
            Active: active,
            'Listings linked': listings.filter((listing) => listing.strategy === id).length,
            Notes: notes,
          }),
        })),
    },
    reports: {
      columns: ['Run', 'Kind', 'Status', 'Started', 'Finished', 'Rows', 'Files', 'Error'],
      computed: ['Run'],
      rows: () => reports.map(reportView),
    },
  };

  function numberOf(query: URLSearchParams, name: string, usual: number, most: number): number {
    const text = query.get(name);
    if (text === null) return usual;
    const type = name === 'pageSize' ? 'INVALID_PAGE_SIZE' : 'INVALID_MAX_RECORDS';
    if (!/^-?\d+$/.test(text)) throw refused(type, `The value of ${name} must be an integer`);
    if (Number(text) < 1 || Number(text) > most) {
      throw refused(type, `The value of ${name} must be between 1 and ${most}`);
    }
    return Number(text);
  }

  /** The levels of a sort, the first one first. */
  function sortsOf(query: URLSearchParams, table: Table): readonly (readonly [name: string, sign: number])[] {
    const sorts: [string, number][] = [];
    for (let level = 0; query.has(`sort[${level}][field]`); level += 1) {
      const name = query.get(`sort[${level}][field]`)!;
      const direction = query.get(`sort[${level}][direction]`) ?? 'asc';
      if (direction !== 'asc' && direction !== 'desc') throw invalidRequest();
      if (!table.columns.includes(name)) throw unknownName(name);
      sorts.push([name, direction === 'asc' ? 1 : -1]);
    }
    return sorts;
  }

  const iterators = new Set<string>();
  let asked = 0;

  /** The iterator of a list and where its page begins. */
  function placeOf(
    offset: string | null,
    rows: readonly Shown[],
  ): readonly [iterator: string, first: number] {
    if (offset === null) return [`itr${scrambled(`base itr ${run.run} ${asked}`, 14, base62)}`, 0];
    const [, iterator, id] = /^(itr[0-9A-Za-z]{14})\/(rec[0-9A-Za-z]{14})$/.exec(offset) ?? [];
    const first = rows.findIndex((row) => row.id === id);
    if (iterator !== undefined && !iterators.has(iterator)) {
      throw refused(
        'LIST_RECORDS_ITERATOR_NOT_AVAILABLE',
        'The iterator is not available. Start again from the first page.',
      );
    }
    if (iterator === undefined || first === -1) {
      throw refused('INVALID_OFFSET_VALUE', `The value of offset ${offset} is invalid`);
    }
    return [iterator, first];
  }

  function listed(table: Table, query: URLSearchParams): Answered {
    const size = numberOf(query, 'pageSize', usualPage, largestPage);
    const most = numberOf(query, 'maxRecords', 1_000, 1_000);
    const chosen = query.getAll('fields[]');
    const stranger = chosen.find((name) => !table.columns.includes(name));
    if (stranger !== undefined) throw unknownName(stranger);
    const sorts = sortsOf(query, table);
    const text = query.get('filterByFormula') ?? '';
    const formula = text === '' ? (): Cell => 1 : formulaOf(text, table.columns);
    const rows = table
      .rows()
      .filter((row) => holds(formula(row)))
      .sort((one, other) => {
        for (const [name, sign] of sorts) {
          const found = order(cellOf(one, name), cellOf(other, name));
          if (found !== 0) return found * sign;
        }
        return 0;
      })
      .slice(0, most);
    const [iterator, first] = placeOf(query.get('offset'), rows);
    const records = rows.slice(first, first + size).map((row) => ({
      ...row,
      fields:
        chosen.length === 0
          ? row.fields
          : Object.fromEntries(Object.entries(row.fields).filter(([name]) => chosen.includes(name))),
    }));
    const following = rows[first + size];
    if (following === undefined) return json(200, { records });
    iterators.add(iterator);
    return json(200, { records, offset: `${iterator}/${following.id}` });
  }

  /** The fields of a body and whether it asks for typecast; a body that is not sent as JSON is not read at all. */
  function sentFields(request: Asked, writable: readonly string[]): readonly [fields: Row, casts: boolean] {
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    const { fields, typecast } = isJson ? bodyOf(request) : {};
    if (fields === undefined) {
      throw refused('INVALID_REQUEST_MISSING_FIELDS', 'Could not find field "fields" in the request body');
    }
    if (!isObject(fields) || (typecast !== undefined && typeof typecast !== 'boolean'))
      throw invalidRequest();
    const { columns, computed } = tables.listings!;
    for (const name of Object.keys(fields)) {
      if (!columns.includes(name)) throw unknownName(name);
      if (computed.includes(name)) {
        throw refused(
          'INVALID_VALUE_FOR_COLUMN',
          `Field "${name}" cannot accept a value because the field is computed`,
        );
      }
      if (!writable.includes(name)) {
        throw refused('INVALID_PERMISSIONS', `You are not permitted to change the field "${name}" here`, 403);
      }
    }
    return [fields, typecast === true];
  }

  function bodyOf(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw refused('INVALID_REQUEST_BODY', 'Could not parse request body', 400);
    if (!isObject(sent.json)) throw invalidRequest();
    return sent.json;
  }

  function amountOf(name: string, value: unknown, casts: boolean): number | undefined {
    if (value === null) return undefined;
    const cast =
      casts && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof cast !== 'number' || cast < 0) throw cannotAccept(name);
    return Math.round(cast * 100) / 100;
  }

  function priced(listing: Listing, request: Asked): void {
    const [fields, casts] = sentFields(request, ['Minimum price', 'Maximum price']);
    const read = (name: string, usual: number | undefined): number | undefined =>
      fields[name] === undefined ? usual : amountOf(name, fields[name], casts);
    const minimum = read('Minimum price', listing.minimum);
    const maximum = read('Maximum price', listing.maximum);
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      throw refused(
        'RECORD_RULE_FAILED',
        `Field "Minimum price" (${minimum}) must not be above field "Maximum price" (${maximum})`,
      );
    }
    Object.assign(listing, { minimum, maximum });
    if (Object.keys(fields).length > 0) listing.changed = run.now();
  }

  function assigned(listing: Listing, request: Asked): void {
    const [{ Strategy: links }] = sentFields(request, ['Strategy']);
    if (links === undefined) return;
    if (links !== null && !Array.isArray(links)) throw cannotAccept('Strategy');
    const ids: readonly unknown[] = links ?? [];
    for (const id of ids) {
      if (typeof id !== 'string' || !/^rec[0-9A-Za-z]{14}$/.test(id)) {
        throw refused('INVALID_RECORD_ID', `Value ${JSON.stringify(id)} is not a valid record ID.`);
      }
      if (!strategies.some((strategy) => strategy.id === id)) {
        throw refused('ROW_DOES_NOT_EXIST', `Record ID ${id} does not exist`);
      }
    }
    if (ids.length > 1) throw cannotAccept('Strategy');
    listing.strategy = ids[0] as string | undefined;
    listing.changed = run.now();
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const { method } = request;
    const [version, name = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw notFound();
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    if (table === undefined) {
      throw refused(
        'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
        'Invalid permissions, or the requested model was not found. Check that the names of the tables are correct.',
        403,
      );
    }
    if (id === undefined && method === 'GET') return listed(table, query);
    const listing = name === 'listings' ? listings.find((one) => one.id === id) : undefined;
    if (listing === undefined) throw notFound();
    if (method === 'GET' && part === undefined) return json(200, viewOf(listing));
    if (method !== 'PATCH' || (part !== 'price' && part !== 'strategy')) throw notFound();
    if (part === 'price') priced(listing, request);
    else assigned(listing, request);
    return json(200, viewOf(listing));
  }

  let recent: number[] = [];
  let lockedUntil = 0;

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw refused('AUTHENTICATION_REQUIRED', 'Authentication required', 401);
    if (given !== key) throw refused('UNAUTHORIZED', 'Invalid authentication token', 401);
    const now = run.now();
    recent = recent.filter((time) => time > now - 60_000);
    const isMany =
      recent.length >= perMinute || recent.filter((time) => time > now - 1_000).length >= perSecond;
    if (isMany && lockedUntil <= now) lockedUntil = now + lockout;
    if (lockedUntil > now) {
      const error = { error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' };
      const seconds = Math.ceil((lockedUntil - now) / 1_000);
      throw new Refusal(429, { errors: [error] }, [['Retry-After', String(seconds)]]);
    }
    recent.push(now);
  }

  function download(target: string): Answered | undefined {
    const [, id, filename, signature] = /^\/files\/([^/]+)\/([^/?]+)\?signature=(\w+)$/.exec(target) ?? [];
    const file = reports
      .flatMap(({ files }) => files)
      .find((one) => one.id === id && one.filename === filename && signatureOf(one) === signature);
    return file && { status: 200, headers: [['Content-Type', 'text/csv']], body: file.content };
  }

  return (request) => {
    asked += 1;
    const file = download(request.target);
    if (file !== undefined) return file;
    const common: Headers = [
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Server-Request-Id', `req${scrambled(`base request ${run.run} ${asked}`, 14, base62)}`],
    ];
    const signed = (answered: Answered): Answered => ({
      ...answered,
      headers: [...answered.headers, ...common],
    });
    try {
      admit(request);
      return signed(answer(request));
    } catch (error) {
      if (error instanceof Refusal) return signed(error.answer);
      throw error;
    }
  };
}

/** Asks for page after page, each at the offset that the one before it names. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'records'));
    const offset = textIfAny(received, 'offset');
    const joint = target.includes('?') ? '&' : '?';
    next = offset === undefined ? undefined : `${target}${joint}offset=${encodeURIComponent(offset)}`;
  }
  return rows;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** The target of a list with parameters. */
const list = (name: string, ...pairs: Pairs): string =>
  `/v1/${name}?${new URLSearchParams(pairs.map(([one, value]): [string, string] => [one, value])).toString()}`;
const sorted = (field: string, direction: string, level = 0): Pairs => [
  [`sort[${level}][field]`, field],
  [`sort[${level}][direction]`, direction],
];
const where = (formula: string): Pairs[number] => ['filterByFormula', formula];
const size = (records: number | string): Pairs[number] => ['pageSize', String(records)];

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const patch = (api: Api, id: unknown, part: string, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body });
const price = (api: Api, id: unknown, minimum?: unknown, maximum?: unknown): Promise<Received> =>
  patch(api, id, 'price', { fields: { 'Minimum price': minimum, 'Maximum price': maximum } });
const assign = (api: Api, id: unknown, links?: unknown): Promise<Received> =>
  patch(api, id, 'strategy', { fields: { Strategy: links } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports');
  await walk(api, list('listings', size(12)));
  await walk(api, list('strategies', size(2)));
  await walk(api, list('reports', size(5)));
  await walk(api, list('listings', where("{Marketplace}='de'"), size(10)));
  await api.ask('GET', list('listings', where("{Marketplace}='uk'")));
  await api.ask('GET', list('listings', where("AND({Marketplace}='fr',{Stock}<60)")));
  await api.ask('GET', list('listings', where('{Minimum price}>=100')));
  await api.ask('GET', list('listings', where("SEARCH('lamp',{Title})")));
  await api.ask('GET', list('listings', where('NOT({Strategy})'), size(8)));
  await api.ask('GET', list('reports', where("{Status}='Failed'")));
  await api.ask('GET', list('listings', ...sorted('Price', 'desc'), size(8)));
  await api.ask('GET', list('listings', ...sorted('Title', 'asc'), size(8)));
  await api.ask(
    'GET',
    list('listings', ...sorted('Marketplace', 'asc'), ...sorted('Price', 'desc', 1), size(15)),
  );
  await api.ask('GET', list('listings', ['maxRecords', '3']));
  const chosen: Pairs = [
    ['fields[]', 'Title'],
    ['fields[]', 'Minimum price'],
    ['fields[]', 'Maximum price'],
  ];
  await api.ask('GET', list('listings', ...chosen, size(7)));
  for (const index of [0, 5, 14, 27, 40]) await read(api, ids[index]);

  await price(api, ids[0], 12.5, 49.9);
  await read(api, ids[0]);
  await price(api, ids[5], 20, 310);
  await read(api, ids[5]);
  await price(api, ids[14], undefined, 420.1);
  await read(api, ids[14]);
  await price(api, ids[27], null, null);
  await read(api, ids[27]);
  await price(api, ids[40], 2.999);
  await patch(api, ids[40], 'price', {
    fields: { 'Minimum price': '7.25', 'Maximum price': '260' },
    typecast: true,
  });
  await read(api, ids[40]);
  await assign(api, ids[0], [rules[1]]);
  await read(api, ids[0]);
  await assign(api, ids[5], [rules[3]]);
  await assign(api, ids[14], []);
  await read(api, ids[14]);
  await api.ask('GET', '/v1/strategies');
  await api.ask('GET', list('listings', ...sorted('Last changed', 'desc'), size(6)));
  api.wait(20_000);
  await api.ask('GET', list('reports', ...sorted('Started', 'desc'), size(2)));

  await read(api, 'recQ7d1mVx0PkaZ3T');
  await read(api, 'lamp');
  await price(api, 'rec5bYw2HnU8sLqC0', 1, 2);
  await price(api, ids[6], 30, 20);
  await price(api, ids[7], 99.99, 99.98);
  await price(api, ids[5], 400);
  await price(api, ids[6], 'cheap', 20);
  await price(api, ids[6], 5, '20.00');
  await price(api, ids[6], -4, 20);
  await price(api, ids[6], 5, true);
  await price(api, ids[6]);
  await patch(api, ids[6], 'price', { 'Minimum price': 5, 'Maximum price': 20 });
  await patch(api, ids[6], 'price', { fields: { Minimum: 5 } });
  await patch(api, ids[6], 'price', { fields: { 'Last changed': '2026-05-01' } });
  await patch(api, ids[6], 'price', { fields: 'all' });
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/price`, { text: '{"fields": {"Minimum price": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[6])}/price`, {
    json: { fields: { 'Minimum price': 5 } },
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, ids[6], ['recU0xR3fJm9TeW7K']);
  await assign(api, ids[6], ['bold']);
  await assign(api, ids[6], rules[0]);
  await assign(api, 'recN4pGz6cVd1YhS8', [rules[0]]);
  await patch(api, ids[6], 'strategy', {});
  await api.ask('GET', list('listings', size(0)));
  await api.ask('GET', list('listings', size(51)));
  await api.ask('GET', list('listings', size('lots')));
  await api.ask('GET', list('listings', ['offset', 'second']));
  await api.ask('GET', list('listings', ['offset', `itr0000000000000A/${String(ids[20])}`]));
  await api.ask('GET', list('listings', where("{Colour}='red'")));
  await api.ask('GET', list('listings', where('{Stock}>')));
  await api.ask('GET', list('listings', ...sorted('Colour', 'asc')));
  await api.ask('GET', list('listings', ...sorted('Price', 'up')));
  await api.ask('GET', list('listings', ['fields[]', 'Weight']));
  await api.ask('GET', list('listings', ['colour', 'red'], size(2)));
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', list('listings', size(2)), { headers: { 'X-API-KEY': null } });
  await api.ask('GET', list('strategies', size(3)), { headers: { 'X-API-KEY': 'patUnknown' } });
  api.wait(3_000);
  for (let sent = 0; sent < 12; sent += 1) {
    const received = await api.ask('GET', list('strategies', size(1)), { atOnce: true });
    if (received.status !== 429) continue;
    api.wait(Number(header(received, 'Retry-After') ?? '30') * 1_000);
    break;
  }
  await api.ask('GET', list('strategies', size(1)));
  api.wait(90_000);
  const last = await api.ask('GET', list('reports', ...sorted('Started', 'desc'), size(3)));
  const url = at(last, 'records', 0, 'fields', 'Files', 0, 'url');
  if (typeof url === 'string') await api.ask('GET', url);
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, list('listings', size(18)))).map((row) => row.id);
  const rules = (await walk(api, list('strategies', size(4)))).map((row) => row.id);
  await walk(api, list('reports', size(7)));
  await api.ask('GET', list('listings', where("{Marketplace}='it'")));
  await api.ask('GET', list('listings', where("AND({Marketplace}='de',{Stock}<90)")));
  await api.ask('GET', list('listings', where('{Minimum price}>=60'), size(9)));
  await api.ask('GET', list('listings', where("SEARCH('kettle',{Title})")));
  await api.ask('GET', list('reports', where("{Status}='Done'"), size(4)));
  await api.ask('GET', list('listings', ...sorted('Price', 'asc'), size(6)));
  await api.ask('GET', list('listings', ...sorted('Title', 'desc'), size(9)));
  await api.ask(
    'GET',
    list('listings', ...sorted('Marketplace', 'desc'), ...sorted('Price', 'asc', 1), size(11)),
  );
  await api.ask('GET', list('listings', ['maxRecords', '5']));
  await api.ask('GET', list('listings', ['fields[]', 'SKU'], ['fields[]', 'Stock'], size(5)));
  for (const index of [2, 11, 19, 37]) await read(api, ids[index]);
  await price(api, ids[2], 33.3, 205);
  await read(api, ids[2]);
  await price(api, ids[11], undefined, 501.75);
  await read(api, ids[11]);
  await price(api, ids[19], null);
  await read(api, ids[19]);
  await patch(api, ids[37], 'price', { fields: { 'Maximum price': '317.4' }, typecast: true });
  await assign(api, ids[2], [rules[2]]);
  await assign(api, ids[19], []);
  await read(api, ids[19]);
  await api.ask('GET', list('strategies', size(5)));
  await api.ask('GET', list('listings', ...sorted('Last changed', 'desc'), size(4)));
  api.wait(25_000);
  await api.ask('GET', list('reports', ...sorted('Started', 'desc'), size(4)));

  await read(api, 'recH2kT9vBq5ZsE1o');
  await read(api, 'tin');
  await price(api, 'recA8wLr3MxD6uJf4', 3, 4);
  await price(api, ids[13], 71.2, 70);
  await price(api, ids[2], undefined, 20);
  await price(api, ids[13], 5, 'dear');
  await price(api, ids[13], false, 9);
  await price(api, ids[13], -0.5);
  await patch(api, ids[13], 'price', { 'Maximum price': 15 });
  await patch(api, ids[13], 'price', { fields: { Maximum: 12 } });
  await api.ask('PATCH', `/v1/listings/${String(ids[13])}/strategy`, { text: 'strategy' });
  await assign(api, ids[13], ['recY6tPc0KaV7nXi2']);
  await assign(api, ids[13], ['calm']);
  await assign(api, ids[13], 17);
  await assign(api, ids[13], null);
  await api.ask('GET', list('listings', size(-3)));
  await api.ask('GET', list('reports', size(1_000)));
  await api.ask('GET', list('strategies', size('all')));
  await api.ask('GET', list('listings', ['offset', 'recZzzzzzzzzzzzzz'], size(10)));
  await api.ask('GET', list('listings', where("{Size}='large'")));
  await api.ask('GET', list('listings', ...sorted('Size', 'desc')));
  await api.ask('GET', list('listings', ['fields[]', 'Size']));
  await api.ask('GET', list('reports', ['size', 'large'], size(3)));
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', list('reports', size(2)), { headers: { 'X-API-KEY': null } });
  await api.ask('GET', list('listings', size(4)), { headers: { 'X-API-KEY': 'patOther' } });
  // Of a kind that was not recorded.
  await api.ask('GET', list('listings', where("OR({Eligible},{Marketplace}='uk')"), size(6)));
  await assign(api, ids[13], [rules[0], rules[1]]);
  api.wait(900_000);
  await api.ask('GET', list('reports', ...sorted('Started', 'desc'), size(6)));
}

export const baseRecords: WalkedService = {
  name: 'base-records',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
