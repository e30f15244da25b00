// A customer relations platform's query API: lists tell their total, whether they are done and where the next records are,
// each record says its type and its path, names of what an account has added end in __c, and what a record refers to stands
// beside its id under __r. Ids have 15 characters or 18, of which the last three follow from the case of the others. Programs
// choose columns, conditions and an order in words; `limit` bounds the whole result, `batchSize` the page. Numbers have a
// fraction, moments an offset without a colon, whatever is not set is null. Updates are answered 204 without a body, errors
// are a bare array that names the columns of a write alone, and a header counts the requests of the day.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '00D5e000001AbCd!AQ4AQFxT9';
const perSecond = 10;
const usualBatch = 20;
const largestOffset = 2_000;

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, -1)}+0000`;

/** An id of 18 characters: the last three say which of the others are capitals. */
function longId(short: string): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const checks = [0, 5, 10].map((from) => {
    const bits = Array.from(short.slice(from, from + 5), (sign, index) =>
      /[A-Z]/.test(sign) ? 2 ** index : 0,
    );
    return signs[bits.reduce((sum, bit) => sum + bit, 0)]!;
  });
  return short + checks.join('');
}

const idOf = (prefix: string, seed: string): string =>
  longId(`${prefix}5e00000${scrambled(`object ${seed}`, 5, base62)}`);

const owners = ['0055e000004KpQrAAK', '0055e000004KpQsAAK'];

interface Listing {
  readonly Id: string;
  readonly Name: string;
  readonly owner: string;
  readonly title: string;
  readonly sku: string | null;
  readonly state: string;
  readonly price: number;
  readonly stock: number;
  readonly featured: boolean;
  readonly created: number;
  least: number | null;
  most: number | null;
  strategy: string | null;
  changed: number;
}

const strategies = ['Undercut Nearest', 'Margin Keeper', 'Weekend Push', 'Legacy Ladder', 'Match Median'].map(
  (Name, index) => ({
    Id: idOf('a0C', `strategy ${index}`),
    Name,
    active: index !== 3,
    step: index % 2 === 0 ? 0.25 + index : null,
    created: pastMoment(`object strategy ${index}`),
  }),
);

function listings(): Listing[] {
  return Array.from({ length: 47 }, (_, index): Listing => {
    const name = `object ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    return {
      Id: idOf('a0B', `listing ${index}`),
      Name: `LST-${String(index + 114).padStart(6, '0')}`,
      owner: oneOf(`${name} owner`, owners),
      title,
      sku: chance(`${name} sku`, 6) > 0 ? sku : null,
      state: oneOf(`${name} state`, ['Active', 'Active', 'Active', 'Draft', 'Archived']),
      price: price / 100,
      stock,
      featured: chance(`${name} featured`, 3) === 0,
      created,
      least: bounded ? Math.round(price * 0.85) / 100 : null,
      most: bounded ? Math.round(price * 1.3) / 100 : null,
      strategy: bounded && chance(`${name} ruled`, 2) > 0 ? strategies[chance(name, 3)]!.Id : null,
      changed: created + chance(`${name} changed`, 90 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly string[] | undefined;

  constructor(status: number, code: string, message: string, fields?: readonly string[]) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Columns of numbers, which are shown with a fraction even where they have none. */
const doubles = [
  'Price__c',
  'Min_Price__c',
  'Max_Price__c',
  'Stock__c',
  'Step__c',
  'Row_Count__c',
  'Duration_Seconds__c',
];
const withFractions = (text: string): string =>
  text.replace(new RegExp(`"(${doubles.join('|')})":(-?\\d+)(?=[,}])`, 'g'), '"$1":$2.0');

const answered = (status: number, body: unknown): Answered => ({
  status,
  headers: [['Content-Type', 'application/json;charset=UTF-8']],
  body: withFractions(JSON.stringify(body)),
});

type Test = (row: Row) => boolean;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => ({
    Id: idOf('a0D', `report ${index}`),
    Name: `RUN-${String(index + 31).padStart(5, '0')}`,
    kind: ['Price History', 'Margin', 'Stock Ageing'][index % 3]!,
    created:
      index < 7 ? opened - (9 - index) * 43_200_000 - chance(`run ${index}`, 9_000_000) : opened - 15_000,
    seconds: 60 + index * 20,
    fails: index === 2,
    rows: 40 + chance(`rows ${index}`, 900),
  }));
  const locator = `0r8${scrambled(`locator ${run.run}`, 15, base62)}`;
  const cursors = new Map<string, { readonly records: readonly Row[]; readonly batch: number }>();
  const recent: number[] = [];
  let used = 17;

  const systemOf = (created: number, changed: number, owner: string): Row => ({
    OwnerId: owner,
    IsDeleted: false,
    CreatedDate: moment(created),
    LastModifiedDate: moment(changed),
    SystemModstamp: moment(changed),
  });
  const attributes = (type: string, kind: string, id: string): Row => ({
    attributes: { type, url: `/v1/${kind}/${id}` },
  });

  function listingShown(one: Listing): Row {
    const strategy = strategies.find(({ Id }) => Id === one.strategy);
    return {
      ...attributes('Listing__c', 'listings', one.Id),
      Id: one.Id,
      Name: one.Name,
      Title__c: one.title,
      SKU__c: one.sku,
      Status__c: one.state,
      CurrencyIsoCode: 'USD',
      Price__c: one.price,
      Min_Price__c: one.least,
      Max_Price__c: one.most,
      Stock__c: one.stock,
      Featured__c: one.featured,
      Strategy__c: one.strategy,
      Strategy__r:
        strategy === undefined
          ? null
          : { ...attributes('Strategy__c', 'strategies', strategy.Id), Name: strategy.Name },
      ...systemOf(one.created, one.changed, one.owner),
    };
  }

  const strategyShown = ({ Id, Name, active, step, created }: (typeof strategies)[number]): Row => ({
    ...attributes('Strategy__c', 'strategies', Id),
    Id,
    Name,
    Active__c: active,
    Step__c: step,
    Description__c: null,
    ...systemOf(created, created + 3_600_000, owners[0]!),
  });

  function reportShown({ Id, Name, kind, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const state = elapsed < 20 ? 'Queued' : !isOver ? 'Running' : fails ? 'Failed' : 'Completed';
    const changed = elapsed < 20 ? created : created + (isOver ? seconds : 20) * 1_000;
    return {
      ...attributes('Report_Run__c', 'reports', Id),
      Id,
      Name,
      Type__c: kind,
      Status__c: state,
      Row_Count__c: state === 'Completed' ? rows : null,
      Duration_Seconds__c: isOver ? seconds : null,
      Download_Url__c: state === 'Completed' ? `${run.origin}/content/${Id}/run.csv` : null,
      Message__c: state === 'Failed' ? 'Apex CPU time limit exceeded' : null,
      ...systemOf(created, changed, owners[1]!),
    };
  }

  const objects: Readonly<Record<string, { readonly type: string; readonly rows: () => readonly Row[] }>> = {
    listings: { type: 'Listing__c', rows: () => all.map(listingShown) },
    strategies: { type: 'Strategy__c', rows: () => strategies.map(strategyShown) },
    reports: { type: 'Report_Run__c', rows: () => reports.map(reportShown) },
  };

  function noColumn(name: string, type: string): Refusal {
    return new Refusal(
      400,
      'INVALID_FIELD',
      `No such column '${name}' on entity '${type}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`,
    );
  }

  function columnOf(name: string, type: string, sample: Row): string {
    const found = Object.keys(sample).find((column) => column.toLowerCase() === name.toLowerCase());
    if (found === undefined || found === 'attributes') throw noColumn(name, type);
    return found;
  }

  /** A test for conditions such as `Price__c >= 20 AND Status__c IN ('Active','Draft')`. */
  function testOf(text: string, type: string, sample: Row): Test {
    const tests = text.split(/\s+AND\s+/i).map((condition): Test => {
      const [, name, operator, written] =
        /^\s*(\w+)\s*(!=|<=|>=|=|<|>|LIKE\b|IN\b)\s*(.+?)\s*$/i.exec(condition) ?? [];
      if (name === undefined || operator === undefined || written === undefined) {
        const [word = ''] = condition.trim().split(/\s+/).slice(1);
        throw new Refusal(400, 'MALFORMED_QUERY', `unexpected token: '${word === '' ? '<EOF>' : word}'`);
      }
      const column = columnOf(name, type, sample);
      const valueOf = (one: string): unknown => {
        if (one === 'null') return null;
        if (one === 'true' || one === 'false') return one === 'true';
        const isQuoted = /^'.*'$/.test(one);
        const isDouble = doubles.includes(column);
        if (isQuoted && isDouble) {
          throw new Refusal(
            400,
            'INVALID_FIELD',
            `value of filter criterion for field '${column}' must be of type double and should not be enclosed in quotes`,
          );
        }
        if (!isQuoted && !isDouble && !/^\d{4}-\d\d-\d\dT/.test(one)) {
          throw new Refusal(
            400,
            'INVALID_FIELD',
            `value of filter criterion for field '${column}' must be of type string and should be enclosed in quotes`,
          );
        }
        return isQuoted ? one.slice(1, -1) : isDouble ? Number(one) : moment(Date.parse(one));
      };
      if (/^in$/i.test(operator)) {
        const values = written
          .replace(/^\(|\)$/g, '')
          .split(/\s*,\s*/)
          .map(valueOf);
        return (row) => values.includes(row[column]);
      }
      const value = valueOf(written);
      if (/^like$/i.test(operator)) {
        const pattern = String(value)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*');
        const form = new RegExp(`^${pattern}$`, 'i');
        return (row) => form.test(told(row[column] ?? ''));
      }
      if (operator === '=') return (row) => row[column] === value;
      if (operator === '!=') return (row) => row[column] !== value;
      const isMet = (a: unknown): boolean => {
        if (a === null || a === undefined || value === null) return false;
        const sign = (a as number) < (value as number) ? -1 : (a as number) > (value as number) ? 1 : 0;
        return sign === 0 ? operator.length === 2 : sign < 0 === operator.startsWith('<');
      };
      return (row) => isMet(row[column]);
    });
    return (row) => tests.every((test) => test(row));
  }

  function whole(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^-?\d+$/.test(text)) throw new Refusal(400, 'MALFORMED_QUERY', `unexpected token: '${text}'`);
    if (Number(text) < 0) {
      throw new Refusal(400, 'MALFORMED_QUERY', `${name.toUpperCase()} must not be negative: ${text}`);
    }
    return Number(text);
  }

  function page(kind: string, query: string, from: number): Answered {
    const { records, batch } = cursors.get(query)!;
    const next = from + batch;
    const isDone = next >= records.length;
    return answered(200, {
      totalSize: records.length,
      done: isDone,
      nextRecordsUrl: isDone ? null : `/v1/${kind}?locator=${query}-${next}`,
      records: records.slice(from, next),
    });
  }

  function listed(kind: string, query: URLSearchParams): Answered {
    const { type, rows } = objects[kind]!;
    const given = query.get('locator');
    if (given !== null) {
      const [, name, from] = /^(.+)-(\d+)$/.exec(given) ?? [];
      if (name === undefined || !cursors.has(name)) {
        throw new Refusal(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
      }
      return page(kind, name, Number(from));
    }
    const found = rows();
    const [sample] = found;
    const where = query.get('where');
    const test = where === null ? () => true : testOf(where, type, sample!);
    const orderBy = query.get('orderBy');
    const fields = query.get('fields');
    const columns = fields?.split(/\s*,\s*/).map((name) => columnOf(name, type, sample!));
    let chosen = found.filter(test);
    if (orderBy !== null) {
      const [, name, direction = 'ASC'] = /^(\w+)(?:\s+(ASC|DESC))?$/i.exec(orderBy) ?? [];
      if (name === undefined) throw new Refusal(400, 'MALFORMED_QUERY', `unexpected token: '${orderBy}'`);
      const column = columnOf(name, type, sample!);
      const sign = /desc/i.test(direction) ? -1 : 1;
      // Nothing comes first, as it is less than everything else.
      const rank = (row: Row): number | string => (row[column] as number | string | null) ?? '';
      chosen.sort((a, b) => {
        const [one, other] = [rank(a), rank(b)];
        if (one === other) return 0;
        if (one === '' || other === '') return one === '' ? -sign : sign;
        return one < other ? -sign : sign;
      });
    }
    const offset = whole(query, 'offset') ?? 0;
    if (offset > largestOffset) {
      throw new Refusal(400, 'NUMBER_OUTSIDE_VALID_RANGE', `Maximum offset allowed is ${largestOffset}`);
    }
    chosen = chosen.slice(offset, offset + (whole(query, 'limit') ?? chosen.length));
    const shown =
      columns === undefined
        ? chosen
        : chosen.map((row) => ({
            attributes: row.attributes,
            ...Object.fromEntries(columns.map((column) => [column, row[column]])),
          }));
    const batch = Math.min(200, Math.max(5, whole(query, 'batchSize') ?? usualBatch));
    const name = `${locator}${String(cursors.size).padStart(2, '0')}`;
    cursors.set(name, { records: shown, batch });
    return page(kind, name, 0);
  }

  /** Finds by 18 characters or by the first 15 of them. */
  function listingOf(id: string): Listing {
    if (!/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(id)) {
      const message = `Provided external ID field does not exist or is not accessible: ${id}`;
      throw new Refusal(404, 'NOT_FOUND', message);
    }
    const found = all.find(({ Id }) => Id.slice(0, 15) === id.slice(0, 15));
    if (found === undefined) throw new Refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
    return found;
  }

  const where = (request: Asked, value: unknown): string => {
    const column = request.body.indexOf(JSON.stringify(value)) + 1;
    return `at [line:1, column:${column}]`;
  };

  /** The columns that a write may set, of what it sends. */
  function sentIn(request: Asked, writable: readonly string[]): Row {
    const sent = parsed(request.body);
    if (sent === undefined) {
      const message = `Unexpected end-of-input: expected close marker at [line:1, column:${request.body.length + 1}]`;
      throw new Refusal(400, 'JSON_PARSER_ERROR', message);
    }
    if (!isObject(sent)) {
      const message = 'The HTTP entity body is required, but this request has no entity body.';
      throw new Refusal(400, 'JSON_PARSER_ERROR', message);
    }
    const known = Object.keys(listingShown(all[0]!));
    for (const name of Object.keys(sent)) {
      if (!known.includes(name)) {
        throw new Refusal(400, 'INVALID_FIELD', `No such column '${name}' on sobject of type Listing__c`);
      }
      if (!writable.includes(name)) {
        const message = `Unable to create/update fields: ${name}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`;
        throw new Refusal(400, 'INVALID_FIELD_FOR_INSERT_UPDATE', message, [name]);
      }
    }
    return sent;
  }

  const nothing: Answered = { status: 204, headers: [], body: '' };

  function changed(listing: Listing): Answered {
    listing.changed = run.now();
    return nothing;
  }

  function unlocked(listing: Listing): void {
    if (listing.state === 'Archived') {
      throw new Refusal(400, 'ENTITY_IS_LOCKED', 'the entity is locked for editing', []);
    }
  }

  function priced(listing: Listing, request: Asked): Answered {
    const sent = sentIn(request, ['Min_Price__c', 'Max_Price__c']);
    const amountOf = (name: string, label: string, otherwise: number | null): number | null => {
      const value = sent[name];
      if (value === undefined) return otherwise;
      if (value === null) return null;
      if (typeof value !== 'number') {
        const kind =
          typeof value === 'string' ? 'VALUE_STRING' : `VALUE_${JSON.stringify(value).toUpperCase()}`;
        const message = `Cannot deserialize instance of currency from ${isObject(value) ? 'START_OBJECT' : kind} value ${isObject(value) ? '{' : told(value)} or request may be missing a required field ${where(request, value)}`;
        throw new Refusal(400, 'JSON_PARSER_ERROR', message);
      }
      if (Math.abs(value) >= 100_000_000) {
        const message = `${label}: value outside of valid range on numeric field: ${value}`;
        throw new Refusal(400, 'NUMBER_OUTSIDE_VALID_RANGE', message, [name]);
      }
      return Math.round(value * 100) / 100;
    };
    const least = amountOf('Min_Price__c', 'Minimum Price', listing.least);
    const most = amountOf('Max_Price__c', 'Maximum Price', listing.most);
    unlocked(listing);
    const low = [
      ...(least !== null && least <= 0 ? ['Min_Price__c'] : []),
      ...(most !== null && most <= 0 ? ['Max_Price__c'] : []),
    ];
    const rule = 'FIELD_CUSTOM_VALIDATION_EXCEPTION';
    if (low.length > 0) throw new Refusal(400, rule, 'A price must be greater than zero.', low);
    if (least !== null && most !== null && least > most) {
      const message = 'The minimum price must not be above the maximum price.';
      throw new Refusal(400, rule, message, ['Min_Price__c']);
    }
    listing.least = least;
    listing.most = most;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { Strategy__c: id } = sentIn(request, ['Strategy__c']);
    if (id === undefined) return changed(listing);
    let found: string | null = null;
    if (id !== null) {
      const text = told(id);
      if (!/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(text)) {
        const message = `Strategy: id value of incorrect type: ${text}`;
        throw new Refusal(400, 'MALFORMED_ID', message, ['Strategy__c']);
      }
      const strategy = strategies.find(({ Id }) => Id.slice(0, 15) === text.slice(0, 15));
      if (strategy === undefined) {
        throw new Refusal(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', []);
      }
      unlocked(listing);
      if (!strategy.active) {
        const message = 'Value does not exist or does not match filter criteria.';
        throw new Refusal(400, 'FIELD_FILTER_VALIDATION_EXCEPTION', message, ['Strategy__c']);
      }
      found = strategy.Id;
    } else unlocked(listing);
    listing.strategy = found;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const nowhere = new Refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
    if (root !== 'v1' || more.length > 0 || !Object.hasOwn(objects, kind)) throw nowhere;
    if (id === undefined) {
      if (method === 'GET') return listed(kind, query);
    } else if (kind === 'listings') {
      if (part === undefined && method === 'GET') {
        const record = listingShown(listingOf(id));
        const fields = query.get('fields');
        if (fields === null) return answered(200, record);
        const columns = fields.split(/\s*,\s*/).map((name) => columnOf(name, 'Listing__c', record));
        return answered(200, {
          attributes: record.attributes,
          ...Object.fromEntries(columns.map((column) => [column, record[column]])),
          Id: record.Id,
        });
      }
      if (part === 'price' && method === 'PATCH') return priced(listingOf(id), request);
      if (part === 'strategy' && method === 'PATCH') return assigned(listingOf(id), request);
      if (part !== undefined && part !== 'price' && part !== 'strategy') throw nowhere;
    } else throw nowhere;
    const allowed = part === undefined ? 'GET' : 'PATCH';
    const message = `HTTP Method '${method}' not allowed. Allowed are ${allowed}`;
    throw new Refusal(405, 'METHOD_NOT_ALLOWED', message);
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    }
    while (recent.length > 0 && recent[0]! <= run.now() - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(403, 'REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests Limit exceeded.');
    }
    recent.push(run.now());
    used += 1;
  }

  return (request) => {
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ['Usage', `api=${used}/5000`]], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, fields } = error;
      const usage: Headers = status === 401 ? [] : [['Usage', `api=${used}/5000`]];
      const { headers, body } = answered(status, [
        { message, errorCode: code, ...(fields !== undefined && { fields }) },
      ]);
      return { status, headers: [...headers, ...usage], body };
    }
  };
}

/** Follows the address of the next records until the list is done. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'records'));
    next = at(received, 'done') === false ? textIfAny(received, 'nextRecordsUrl') : undefined;
  }
  return rows;
}

const listOf = (api: Api, kind: string, parameters: Readonly<Record<string, string>>): Promise<Received> =>
  api.ask('GET', `/v1/${kind}?${new URLSearchParams(parameters).toString()}`);
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { Strategy__c: strategy } });

const idsOf = (rows: readonly Row[], isArchived: boolean): readonly unknown[] =>
  rows.filter(({ Status__c: state }) => (state === 'Archived') === isArchived).map(({ Id }) => Id);

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = idsOf(all, false);
  const [archived] = idsOf(all, true);
  const plans = (await walk(api, '/v1/strategies')).map(({ Id }) => Id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?batchSize=30');
  await walk(api, '/v1/reports?batchSize=5');
  await api.ask('GET', '/v1/listings?limit=6');
  await api.ask('GET', '/v1/listings?limit=8&offset=12');
  await api.ask('GET', '/v1/listings?offset=60');
  await listOf(api, 'listings', { where: "Status__c = 'Active'" });
  await listOf(api, 'listings', { where: 'Price__c >= 100', batchSize: '50' });
  await listOf(api, 'listings', { where: "Price__c < 60 AND Status__c = 'Active'" });
  await listOf(api, 'listings', { where: "Status__c IN ('Draft','Archived')", limit: '9' });
  await listOf(api, 'listings', { where: "Title__c LIKE '%Lamp%'" });
  await listOf(api, 'listings', { where: 'Strategy__c = null', fields: 'Id,Name,Strategy__c', limit: '5' });
  await listOf(api, 'listings', { where: `Strategy__c = '${String(plans[0])}'` });
  await listOf(api, 'listings', { where: "Name = 'LST-000120'" });
  await listOf(api, 'listings', { fields: 'Id,Name,Price__c', limit: '4' });
  await listOf(api, 'listings', { orderBy: 'Price__c DESC', limit: '7' });
  await listOf(api, 'listings', { orderBy: 'Name', fields: 'Name,Stock__c', limit: '5' });
  await listOf(api, 'listings', { orderBy: 'Stock__c ASC', limit: '6' });
  await listOf(api, 'strategies', { where: 'Active__c = true', fields: 'Id,Name' });
  await listOf(api, 'reports', { where: "Status__c = 'Failed'" });
  for (const index of [0, 5, 11, 18, 26, 33]) await read(api, ids[index]);
  await price(api, String(ids[7]).slice(0, 15), { Max_Price__c: 512.5 });
  await read(api, ids[7]);
  await api.ask('GET', `/v1/listings/${String(ids[8])}?fields=Name,Price__c`);

  await price(api, ids[0], { Min_Price__c: 12.5, Max_Price__c: 149.9 });
  await read(api, ids[0]);
  await price(api, ids[5], { Min_Price__c: 20, Max_Price__c: 310.456 });
  await read(api, ids[5]);
  await price(api, ids[11], { Max_Price__c: 420.15 });
  await read(api, ids[11]);
  await price(api, ids[18], { Min_Price__c: null, Max_Price__c: null });
  await read(api, ids[18]);
  await price(api, String(ids[26]).slice(0, 15), { Min_Price__c: 1, Max_Price__c: 999 });
  await read(api, ids[26]);
  await assign(api, ids[0], plans[1]);
  await read(api, ids[0]);
  await assign(api, ids[11], String(plans[2]).slice(0, 15));
  await read(api, ids[11]);
  await assign(api, ids[33], null);
  await read(api, ids[33]);
  await price(api, ids[33], {});
  await read(api, ids[33]);
  await api.ask('GET', '/v1/listings?batchSize=40');
  await listOf(api, 'listings', { where: `Strategy__c = '${String(plans[2])}'`, limit: '3' });
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?batchSize=9');

  await read(api, 'a0B5e00000ZZZZZEAA');
  await read(api, 'lamp');
  await price(api, 'a0B5e00000ZZZZYEAA', { Min_Price__c: 10 });
  await price(api, archived, { Min_Price__c: 10 });
  await price(api, ids[9], { Min_Price__c: 30, Max_Price__c: 20 });
  await price(api, ids[10], { Min_Price__c: 99.99, Max_Price__c: 99.98 });
  await price(api, ids[9], { Min_Price__c: 'cheap', Max_Price__c: 20 });
  await price(api, ids[9], { Max_Price__c: 'dear' });
  await price(api, ids[9], { Min_Price__c: true });
  await price(api, ids[9], { Min_Price__c: -4, Max_Price__c: 20 });
  await price(api, ids[9], { Min_Price__c: 0, Max_Price__c: 0 });
  await price(api, ids[9], { Max_Price__c: 100_000_000 });
  await price(api, ids[9], { Colour__c: 'red' });
  await price(api, ids[9], { Price__c: 12 });
  await price(api, ids[9], []);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"Min_Price__c": ' });
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], 'a0C5e00000ZZZZZEAA');
  await assign(api, ids[9], plans[3]);
  await assign(api, ids[9], 17);
  await assign(api, archived, plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/strategy`, { json: { Plan__c: plans[0] } });
  await api.ask('GET', '/v1/listings?limit=many');
  await api.ask('GET', '/v1/listings?limit=-2');
  await api.ask('GET', '/v1/listings?offset=2001');
  await api.ask('GET', '/v1/listings?batchSize=2');
  await api.ask('GET', '/v1/listings?locator=0r8garbage');
  await listOf(api, 'listings', { where: "Colour__c = 'red'" });
  await listOf(api, 'listings', { where: "Price__c = '12'" });
  await listOf(api, 'listings', { where: 'Status__c = Active' });
  await listOf(api, 'listings', { where: 'Price__c is cheap' });
  await listOf(api, 'listings', { fields: 'Id,Weight__c' });
  await listOf(api, 'strategies', { orderBy: 'Rank__c' });
  await api.ask('GET', '/v1/listings?colour=red&limit=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': '00D5e000001AbCd!AQ4no' } });
  api.wait(3_000);
  for (let sent = 0; sent < 12; sent += 1) {
    await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  }
  api.wait(2_000);
  await api.ask('GET', '/v1/strategies?limit=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=20');
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?batchSize=24');
  const ids = idsOf(all, false);
  const archived = idsOf(all, true)[2];
  const plans = (await walk(api, '/v1/strategies?batchSize=100')).map(({ Id }) => Id);
  await walk(api, '/v1/reports?batchSize=6');
  await api.ask('GET', '/v1/listings?limit=11');
  await api.ask('GET', '/v1/listings?limit=5&offset=31');
  await listOf(api, 'listings', { where: "Status__c = 'Draft'" });
  await listOf(api, 'listings', { where: 'Price__c >= 140', batchSize: '25' });
  await listOf(api, 'listings', { where: "Price__c < 80 AND Status__c = 'Draft'" });
  await listOf(api, 'listings', { where: "Status__c IN ('Active','Draft')", limit: '7' });
  await listOf(api, 'listings', { where: "Title__c LIKE '%Rug%'" });
  await listOf(api, 'listings', { where: `Strategy__c = '${String(plans[1])}'`, limit: '4' });
  await listOf(api, 'listings', { where: "Name = 'LST-000131'" });
  await listOf(api, 'listings', { fields: 'Id,Title__c,Stock__c', limit: '6' });
  await listOf(api, 'listings', { orderBy: 'Price__c ASC', limit: '5' });
  await listOf(api, 'listings', { orderBy: 'Stock__c DESC', limit: '8' });
  await listOf(api, 'strategies', { where: 'Active__c = false', fields: 'Id,Name' });
  await listOf(api, 'reports', { where: "Status__c = 'Completed'", limit: '3' });
  for (const index of [2, 13, 24]) await read(api, ids[index]);
  await read(api, String(ids[15]).slice(0, 15));
  await api.ask('GET', `/v1/listings/${String(ids[16])}?fields=Title__c,Status__c`);

  await price(api, ids[2], { Min_Price__c: 33.3, Max_Price__c: 205 });
  await read(api, ids[2]);
  await price(api, ids[13], { Max_Price__c: 601.25 });
  await read(api, ids[13]);
  await price(api, ids[24], { Min_Price__c: null });
  await read(api, ids[24]);
  await assign(api, ids[2], plans[0]);
  await read(api, ids[2]);
  await assign(api, ids[13], null);
  await read(api, ids[13]);
  await api.ask('GET', '/v1/listings?batchSize=33');
  api.wait(90_000);
  await api.ask('GET', '/v1/reports?batchSize=8');

  await read(api, 'a0B5e00000YYYYYEAA');
  await read(api, 'tin');
  await price(api, 'a0B5e00000YYYYXEAA', { Max_Price__c: 4 });
  await price(api, archived, { Max_Price__c: 44 });
  await price(api, ids[20], { Min_Price__c: 71.2, Max_Price__c: 70 });
  await price(api, ids[20], { Min_Price__c: 'lots', Max_Price__c: 8 });
  await price(api, ids[20], { Min_Price__c: 5, Max_Price__c: -1 });
  await price(api, ids[20], { Min_Price__c: 250_000_000 });
  await price(api, ids[20], { Shade__c: 'blue' });
  await price(api, ids[20], { Stock__c: 4 });
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/strategy`, { text: '{"Strategy__c"' });
  await assign(api, ids[20], 'soft');
  await assign(api, ids[20], 'a0C5e00000YYYYYEAA');
  await assign(api, ids[21], plans[3]);
  await assign(api, archived, plans[1]);
  await api.ask('GET', '/v1/reports?limit=some');
  await api.ask('GET', '/v1/listings?offset=3000');
  await api.ask('GET', '/v1/listings?locator=0r8nonsense');
  await listOf(api, 'listings', { where: "Shade__c = 'blue'" });
  await listOf(api, 'listings', { where: "Stock__c = '4'" });
  await listOf(api, 'listings', { fields: 'Id,Depth__c' });
  await listOf(api, 'listings', { orderBy: 'Size__c' });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const objectQueries: WalkedService = {
  name: 'object-queries',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['batchSize=6', 'batchSize=13', 'batchSize=100'],
  walk,
};
