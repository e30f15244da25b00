// An accounting platform's API: names in capitals, every record in a list under its kind in an envelope with an id and the
// time of the answer, moments as /Date(1573755038314+0000)/, conditions as an expression of the language that the platform
// is written in, an order by name and direction, what changed since the time of a header (304 where nothing did), archived
// records only where they are asked for, a list without its details where that is enough, amounts to four decimals, and
// errors with a number, a type and the record as it was sent, with what is wrong within it.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'F3A9C17E5B2D4806';
const perSecond = 7;
const perDay = 5_000;
const largestPage = 50;
const accounts = ['200', '210', '260'];

interface Listing {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly account: string;
  readonly unit: number;
  readonly cost: number;
  readonly stock: number;
  readonly tracked: boolean;
  readonly created: number;
  min: number;
  max: number;
  strategy: string | undefined;
  updated: number;
}

interface ReportRun {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** As the platform's own serializer writes a moment. */
const written = (moment: number) => `/Date(${moment}+0000)/`;

const strategies = [
  'Beat by five',
  'Cost plus',
  'Follow the market',
  'Season end',
  'Parked',
  'Slow burn',
].map((name, index) => ({
  StrategyID: uuid(`ledger strategy ${index}`),
  Name: name,
  Type: ['COMPETE', 'MARGIN', 'COMPETE', 'CALENDAR', 'MARGIN', 'CALENDAR'][index]!,
  Status: index === 4 ? 'ARCHIVED' : 'ACTIVE',
  ...(index !== 1 && { Step: [5, 0, 2.5, 10, 1, 7][index]! }),
  UpdatedDateUTC: written(pastMoment(`ledger strategy ${index}`)),
}));

function listings(): Listing[] {
  return Array.from({ length: 40 }, (_, index): Listing => {
    const name = `ledger ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name) + chance(`${name} fraction`, 1_000);
    return {
      id: uuid(name),
      code: sku,
      name: title,
      description: chance(`${name} text`, 3) === 0 ? '' : `${title}, boxed`,
      archived: index % 10 === 6,
      account: oneOf(`${name} account`, accounts),
      unit: price / 100,
      cost: Math.round(price * 55) / 10_000,
      stock,
      tracked: chance(`${name} tracked`, 4) > 0,
      created,
      min: Math.round(price * 0.82) / 100,
      max: Math.round(price * 1.4) / 100,
      strategy:
        chance(`${name} strategy`, 4) === 0 ? undefined : strategies[chance(`${name} which`, 4)]!.StrategyID,
      updated: created + chance(`${name} updated`, 100 * 86_400_000),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly body: Row | string;
  readonly headers: Answered['headers'];

  constructor(status: number, body: Row | string, headers: Answered['headers'] = []) {
    super(typeof body === 'string' ? body : 'refused');
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const fault = (ErrorNumber: number, Type: string, Message: string, rest: Row = {}) =>
  new Refusal(400, { ErrorNumber, Type, Message, ...rest });
const unread = (message: string) =>
  fault(14, 'PostDataInvalidException', `JSON for post data was invalid,${message}`);
const unasked = (message: string) => fault(16, 'QueryParseException', message);
const nowhere = () =>
  new Refusal(404, "The resource you're looking for cannot be found", [
    ['Content-Type', 'text/plain; charset=utf-8'],
  ]);

type Test = (listing: Listing) => boolean;

const fields: Readonly<Record<string, (listing: Listing) => string | number | boolean | null>> = {
  Code: ({ code }) => code,
  Name: ({ name }) => name,
  UnitPrice: ({ unit }) => unit,
  QuantityOnHand: ({ stock }) => stock,
  AccountCode: ({ account }) => account,
  IsTracked: ({ tracked }) => tracked,
  StrategyID: ({ strategy }) => strategy ?? null,
  UpdatedDateUTC: ({ updated }) => updated,
};

const fieldOf = (name: string) => {
  const found = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (found === undefined) throw unasked(`No property or field '${name}' exists in type 'Listing'`);
  return found;
};

function literal(text: string): string | number | boolean | null {
  const quoted = /^"(.*)"$/.exec(text) ?? /^Guid\("(.*)"\)$/.exec(text);
  if (quoted !== null) return quoted[1]!;
  const date = /^DateTime\((\d+), ?(\d+), ?(\d+)\)$/.exec(text);
  if (date !== null) return Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]));
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw unasked('Expression expected');
}

/** One condition of an expression, such as `UnitPrice>20` or `Name.Contains("Lamp")`. */
function condition(text: string): Test {
  const called = /^(\w+)\.(Contains|StartsWith)\("(.*)"\)$/.exec(text);
  if (called !== null) {
    const of = fieldOf(called[1]!);
    const part = called[3]!.toLowerCase();
    return (listing) => {
      const value = String(of(listing)).toLowerCase();
      return called[2] === 'Contains' ? value.includes(part) : value.startsWith(part);
    };
  }
  const compared = /^(\w+)\s*(==|!=|>=|<=|>|<)\s*(.+)$/.exec(text);
  if (compared === null) throw unasked('Syntax error');
  const [, name, sign, right] = compared as unknown as [string, string, string, string];
  const of = fieldOf(name);
  const value = literal(right.trim());
  return (listing) => {
    const own = of(listing);
    if (sign === '==') return own === value;
    if (sign === '!=') return own !== value;
    if (own === null || value === null) return false;
    return sign === '>'
      ? own > value
      : sign === '<'
        ? own < value
        : sign === '>='
          ? own >= value
          : own <= value;
  };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const runs = Array.from({ length: 9 }, (_, index): ReportRun => ({
    id: uuid(`ledger report ${index}`),
    name: ['Price Movements', 'Stock Valuation', 'Strategy Outcome'][index % 3]!,
    created:
      index < 7
        ? opened - (9 - index) * 86_400_000 + chance(`ledger report ${index}`, 30_000_000)
        : opened - 30_000 + (index - 7) * 20_000,
    seconds: 80 + index * 35,
    fails: index === 2,
  }));
  const recent: number[] = [];
  let today = 0;
  let count = 0;

  const shown = (listing: Listing, isSummary = false): Row => ({
    ListingID: listing.id,
    Code: listing.code,
    Name: listing.name,
    Status: listing.archived ? 'ARCHIVED' : 'ACTIVE',
    ...(!isSummary && {
      Description: listing.description,
      SalesDetails: { UnitPrice: listing.unit, AccountCode: listing.account, TaxType: 'OUTPUT2' },
      PurchaseDetails: { UnitPrice: listing.cost },
    }),
    IsTracked: listing.tracked,
    ...(listing.tracked && { QuantityOnHand: listing.stock }),
    PriceLimits: { Minimum: listing.min, Maximum: listing.max },
    ...(listing.strategy !== undefined && { StrategyID: listing.strategy }),
    ...(!isSummary && { CreatedDateUTC: written(listing.created) }),
    UpdatedDateUTC: written(listing.updated),
  });

  function reportShown({ id, name, created, seconds, fails }: ReportRun): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const day = new Date(created).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return {
      ReportRunID: id,
      ReportName: name,
      ReportDate: day,
      Status: !isOver ? 'RUNNING' : fails ? 'FAILED' : 'READY',
      CreatedDateUTC: written(created),
      UpdatedDateUTC: written(isOver ? created + seconds * 1_000 : created),
      ...(isOver && !fails && { DownloadUri: `${run.origin}/report-files/${id}.csv` }),
      Warnings: isOver && fails ? [{ Message: 'The period of this report is locked.' }] : [],
    };
  }

  function envelope(records: Row, pagination?: Row): Answered {
    return json(
      200,
      {
        Id: uuid(`ledger answer ${run.run} ${count}`),
        Status: 'OK',
        ProviderName: 'Tillbrook Books',
        DateTimeUTC: written(run.now()),
        ...(pagination !== undefined && { pagination }),
        ...records,
      },
      [],
      'application/json; charset=utf-8',
    );
  }

  function whole(query: URLSearchParams, name: string, otherwise: number): number {
    const text = query.get(name);
    if (text === null) return otherwise;
    if (!/^-?\d+$/.test(text))
      throw fault(17, 'InvalidParameterException', `The value '${text}' is not valid for ${name}.`);
    return Number(text);
  }

  function paged(query: URLSearchParams, kind: string, rows: readonly Row[]): Answered {
    const page = whole(query, 'page', 1);
    const pageSize = whole(query, 'pageSize', 10);
    if (page < 1) throw fault(17, 'InvalidParameterException', 'Page number must be greater than zero.');
    if (pageSize < 1 || pageSize > largestPage) {
      throw fault(17, 'InvalidParameterException', `Page size must be between 1 and ${largestPage}.`);
    }
    return envelope(
      { [kind]: rows.slice((page - 1) * pageSize, page * pageSize) },
      { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), itemCount: rows.length },
    );
  }

  function listed(query: URLSearchParams, since: string | undefined): Answered {
    const [where, order] = [query.get('where'), query.get('order')];
    const ids = query.get('IDs')?.split(',');
    const tests = where === null ? [] : where.split(/ AND /i).map((text) => condition(text.trim()));
    const from = since === undefined ? undefined : Date.parse(since);
    const found = all.filter(
      (one) =>
        (query.get('includeArchived') === 'true' || !one.archived) &&
        (ids === undefined || ids.includes(one.id)) &&
        tests.every((test) => test(one)) &&
        (from === undefined || one.updated > from),
    );
    if (from !== undefined && found.length === 0) return { status: 304, headers: [], body: '' };
    if (order !== null) {
      const [name = '', direction = 'ASC', ...more] = order.split(' ');
      const of = fieldOf(name);
      if (more.length > 0 || !/^(?:asc|desc)$/i.test(direction)) throw unasked('Syntax error');
      const sign = /^desc$/i.test(direction) ? -1 : 1;
      found.sort((one, other) => {
        const [left, right] = [of(one) ?? '', of(other) ?? ''];
        return left < right ? -sign : left > right ? sign : 0;
      });
    }
    const isSummary = query.get('summaryOnly') === 'true';
    return paged(
      query,
      'Listings',
      found.map((one) => shown(one, isSummary)),
    );
  }

  function sentIn(request: Asked): Row {
    if (request.body === '') throw unread('Nothing was sent.');
    const given = parsed(request.body);
    if (given === undefined) throw unread('Unexpected end or character when reading JSON.');
    if (!isObject(given)) throw unread('The content is not an object.');
    return given;
  }

  const wrong = (element: Row, messages: readonly string[]) =>
    fault(10, 'ValidationException', 'A validation exception occurred', {
      Elements: [{ ...element, ValidationErrors: messages.map((Message) => ({ Message })) }],
    });

  function find(id: string): Listing {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw nowhere();
    return found;
  }

  function priced(request: Asked, listing: Listing): Answered {
    const limits = sentIn(request).PriceLimits;
    if (!isObject(limits)) {
      throw wrong({ ListingID: listing.id, Code: listing.code }, ['The element PriceLimits is required.']);
    }
    const sent = (name: string): number | undefined => {
      const value = limits[name];
      if (value === undefined || value === null) return undefined;
      const isNumber =
        typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
      if (!isNumber) {
        throw unread(`Could not convert to decimal: ${JSON.stringify(value)}. Path 'PriceLimits.${name}'.`);
      }
      return Number(value);
    };
    const [Minimum, Maximum] = [sent('Minimum'), sent('Maximum')];
    const messages: string[] = [];
    for (const [name, value] of [
      ['Minimum', Minimum],
      ['Maximum', Maximum],
    ] as const) {
      if (value === undefined) messages.push(`${name} is required.`);
      else if (value <= 0) messages.push(`${name} must be greater than zero.`);
      else if (Math.abs(value * 10_000 - Math.round(value * 10_000)) > 1e-6) {
        messages.push(`${name} must have no more than 4 decimal places.`);
      }
    }
    if (messages.length === 0 && Minimum! > Maximum!) {
      messages.push(`Minimum (${Minimum!.toFixed(2)}) cannot exceed Maximum (${Maximum!.toFixed(2)}).`);
    }
    if (messages.length === 0 && listing.archived) messages.push('An archived listing cannot be updated.');
    if (messages.length > 0) {
      const PriceLimits = {
        ...(Minimum !== undefined && { Minimum }),
        ...(Maximum !== undefined && { Maximum }),
      };
      throw wrong({ ListingID: listing.id, Code: listing.code, PriceLimits }, messages);
    }
    Object.assign(listing, { min: Minimum, max: Maximum, updated: run.now() });
    return envelope({ Listings: [shown(listing)] });
  }

  function assigned(request: Asked, listing: Listing): Answered {
    const { StrategyID } = sentIn(request);
    if (StrategyID === undefined) {
      throw wrong({ ListingID: listing.id, Code: listing.code }, ['StrategyID is required.']);
    }
    if (StrategyID !== null) {
      if (typeof StrategyID !== 'string' || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(StrategyID)) {
        throw unread(
          `Error converting value ${JSON.stringify(StrategyID)} to type 'Guid'. Path 'StrategyID'.`,
        );
      }
      const strategy = strategies.find((one) => one.StrategyID === StrategyID);
      const element = { ListingID: listing.id, Code: listing.code, StrategyID };
      if (strategy === undefined) throw wrong(element, [`Strategy with ID ${StrategyID} does not exist.`]);
      if (strategy.Status === 'ARCHIVED') {
        throw wrong(element, [`The strategy '${strategy.Name}' is archived and cannot be used.`]);
      }
    }
    Object.assign(listing, { strategy: StrategyID ?? undefined, updated: run.now() });
    return envelope({ Listings: [shown(listing)] });
  }

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent !== key) {
      throw new Refusal(401, {
        Type: null,
        Title: 'Unauthorized',
        Status: 401,
        Detail: sent === undefined ? 'AuthenticationUnsuccessful' : 'KeyInvalidOrRevoked',
        Instance: uuid(`ledger instance ${run.run} ${count}`),
        Extensions: {},
      });
    }
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(429, '', [
        ['Retry-After', '1'],
        ['X-Limit-Problem', 'second'],
      ]);
    }
    recent.push(run.now());
    today += 1;
  }

  function answer(request: Asked): Answered {
    authenticate(request);
    const url = new URL(request.target, run.origin);
    const query = url.searchParams;
    const since = request.headers['if-modified-since'];
    const { method } = request;
    const [, first, second, third, fourth, ...more] = url.pathname.split('/');
    if (method === 'GET' && first === 'report-files') {
      const found = runs.find(({ id }) => second === `${id}.csv`);
      if (found === undefined) throw nowhere();
      const lines = all
        .slice(1, 9)
        .map(({ code, min, max }) => `"${code}",${min.toFixed(4)},${max.toFixed(4)}`);
      const body = `"Code","Minimum","Maximum"\r\n${lines.join('\r\n')}\r\n`;
      return { status: 200, headers: [['Content-Type', 'text/csv; charset=utf-8']], body };
    }
    if (first !== 'v1' || more.length > 0) throw nowhere();
    if (third === undefined) {
      const isList = ['listings', 'strategies', 'reports'].includes(second!);
      if (isList && method !== 'GET') throw new Refusal(405, '', [['Allow', 'GET']]);
      if (second === 'listings') return listed(query, since);
      if (second === 'strategies') {
        const type = /^Type=="(.*)"$/.exec(query.get('where') ?? '')?.[1];
        return paged(
          query,
          'Strategies',
          strategies.filter(
            ({ Status, Type }) =>
              (Status === 'ACTIVE' || query.get('includeArchived') === 'true') &&
              (type === undefined || Type === type),
          ),
        );
      }
      if (second === 'reports') {
        const status = query.get('status');
        const rows = runs.map(reportShown).filter(({ Status }) => status === null || Status === status);
        return paged(query, 'Reports', rows);
      }
      throw nowhere();
    }
    if (second !== 'listings') throw nowhere();
    const id = decodeURIComponent(third);
    if (method === 'GET' && fourth === undefined) {
      const found = find(id);
      if (since !== undefined && found.updated <= Date.parse(since))
        return { status: 304, headers: [], body: '' };
      return envelope({ Listings: [shown(found)] });
    }
    if (method === 'PATCH' && fourth === 'price') return priced(request, find(id));
    if (method === 'PATCH' && fourth === 'strategy') return assigned(request, find(id));
    throw nowhere();
  }

  return function ledgerItems(request) {
    count += 1;
    const headers = (): Answered['headers'] => [
      ['X-Correlation-Id', uuid(`ledger correlation ${run.run} ${count}`)],
      ['X-Day-Remaining', String(perDay - today)],
    ];
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers()] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, body } = error;
      return typeof body === 'string'
        ? { status, headers: [...error.headers, ...headers()], body }
        : json(status, body, [...error.headers, ...headers()], 'application/json; charset=utf-8');
    }
  };
}

const kinds: Readonly<Record<string, string>> = {
  listings: 'Listings',
  strategies: 'Strategies',
  reports: 'Reports',
};

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', query = ''] = target.split('?');
  const kind = kinds[path.split('/')[2]!]!;
  const parameters = new URLSearchParams(query);
  const all: Row[] = [];
  for (let number = 1; ; number += 1) {
    if (number > 1) parameters.set('page', String(number));
    const page: Received = await api.ask(
      'GET',
      parameters.size === 0 ? path : `${path}?${parameters.toString().replaceAll('+', '%20')}`,
    );
    const rows = rowsAt(page, kind);
    all.push(...rows);
    if (rows.length === 0 || number >= Number(textIfAny(page, 'pagination', 'pageCount'))) return all;
  }
}

const limits = (Minimum?: unknown, Maximum?: unknown) => ({
  PriceLimits: {
    ...(Minimum !== undefined && { Minimum }),
    ...(Maximum !== undefined && { Maximum }),
  },
});
const price = (api: Api, id: unknown, json: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const assign = (api: Api, id: unknown, StrategyID?: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { StrategyID } });
const read = (api: Api, id: unknown) => api.ask('GET', `/v1/listings/${String(id)}`);
const since = (moment: string) => ({ headers: { 'If-Modified-Since': moment } });
const where = (expression: string, more = '') =>
  `/v1/listings?where=${encodeURIComponent(expression)}${more}`;

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const ids = rows.map(({ ListingID }) => ListingID);
  const plans = (await walk(api, '/v1/strategies?includeArchived=true')).map((row) => row.StrategyID);
  await api.ask('GET', '/v1/strategies');
  await walk(api, '/v1/strategies?pageSize=3');
  await walk(api, '/v1/reports?pageSize=5');
  await walk(api, '/v1/listings?pageSize=20&includeArchived=true');
  await api.ask('GET', '/v1/listings?summaryOnly=true&pageSize=12');
  for (const index of [0, 5, 11, 21, 30]) await read(api, ids[index]);
  await read(api, ids[7]);
  await walk(api, where('UnitPrice>100'));
  await walk(api, where('UnitPrice>=20 AND UnitPrice<60', '&pageSize=15'));
  await walk(api, where('Name.Contains("Lamp")'));
  await api.ask('GET', where('AccountCode=="210"'));
  await api.ask('GET', where('StrategyID==null'));
  await api.ask('GET', where('IsTracked==false', '&order=Code'));
  await api.ask('GET', where('UpdatedDateUTC>=DateTime(2025, 06, 01)', '&order=UpdatedDateUTC%20DESC'));
  await api.ask('GET', '/v1/listings?order=Name');
  await api.ask('GET', '/v1/listings?order=UnitPrice%20DESC&pageSize=6');
  await api.ask('GET', `/v1/listings?IDs=${String(ids[3])},${String(ids[8])}`);
  await api.ask('GET', '/v1/listings', since('Sat, 01 Mar 2025 00:00:00 GMT'));
  await api.ask('GET', '/v1/listings', since('Mon, 11 May 2026 00:00:00 GMT'));
  await api.ask('GET', `/v1/listings/${String(ids[4])}`, since('Mon, 11 May 2026 00:00:00 GMT'));

  const bounds = [
    [1, 12.5, 40],
    [4, 99.99, 180],
    [9, 7, 7],
    [12, '21.40', '60.5'],
  ] as const;
  for (const [index, minimum, maximum] of bounds) {
    await price(api, ids[index], limits(minimum, maximum));
    await read(api, ids[index]);
    api.wait(20_000);
  }
  await api.ask('GET', '/v1/listings', since('Tue, 12 May 2026 08:00:00 GMT'));
  await price(api, ids[14], limits(15.1234, 30));
  await assign(api, ids[15], plans[1]);
  await read(api, ids[15]);
  await assign(api, ids[16], plans[3]);
  await assign(api, ids[17], null);
  await read(api, ids[17]);
  await walk(api, '/v1/listings?pageSize=25');

  await price(api, ids[20], limits(50, 40.5));
  await price(api, ids[20], limits(10));
  await price(api, ids[20], limits(undefined, 30));
  await price(api, ids[20], limits());
  await price(api, ids[20], {});
  await price(api, ids[20], limits('cheap', 30));
  await price(api, ids[20], limits(0, 30));
  await price(api, ids[20], limits(-3, -1));
  await price(api, ids[20], limits(3.00001, 30));
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/price`, { text: '{"PriceLimits": ' });
  await price(api, '11111111-2222-4333-8444-555555555555', limits(3, 4));
  await assign(api, ids[20], '21111111-2222-4333-8444-555555555555');
  await assign(api, ids[20], 'fastest');
  await assign(api, ids[20], plans[4]);
  await assign(api, ids[20], 12);
  await assign(api, ids[20]);
  await assign(api, '31111111-2222-4333-8444-555555555555', plans[0]);
  await read(api, '41111111-2222-4333-8444-555555555555');
  await read(api, 'NONE-1');
  for (const query of ['page=0', 'page=40', 'page=two', 'pageSize=0', 'pageSize=51', 'pageSize=all']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', where('Colour=="red"'));
  await api.ask('GET', where('UnitPrice'));
  await api.ask('GET', '/v1/listings?order=Colour');
  await api.ask('GET', '/v1/reports?pageSize=500');
  await api.ask('POST', '/v1/listings', { json: { Code: 'NEW-1' } });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': '0000000000000000' } });
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?status=RUNNING');
  api.wait(600_000);
  const done = await walk(api, '/v1/reports?status=READY');
  for (const index of [1, 5]) {
    const link = done[index]?.DownloadUri;
    if (typeof link === 'string') await api.ask('GET', link);
  }
  for (let sent = 0; sent < 9; sent += 1) await api.ask('GET', '/v1/strategies?pageSize=1', { atOnce: true });
  api.wait(2_000);
  await api.ask('GET', '/v1/strategies?pageSize=2');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?pageSize=14');
  const ids = rows.map(({ ListingID }) => ListingID);
  const plans = (await walk(api, '/v1/strategies?pageSize=2')).map((row) => row.StrategyID);
  await walk(api, '/v1/reports?pageSize=4');
  await api.ask('GET', '/v1/listings?pageSize=30&includeArchived=true');
  await api.ask('GET', '/v1/listings?summaryOnly=true&pageSize=9');
  for (const index of [2, 13, 26]) await read(api, ids[index]);
  await read(api, ids[18]);
  await walk(api, where('UnitPrice>150'));
  await api.ask('GET', where('Name.Contains("Rug")'));
  await api.ask('GET', where('AccountCode=="260"'));
  await api.ask('GET', where('UnitPrice<50', '&order=UnitPrice'));
  await api.ask('GET', where('IsTracked==true', '&pageSize=8'));
  await api.ask('GET', '/v1/listings?order=Name%20DESC&pageSize=7');
  await api.ask('GET', `/v1/listings?IDs=${String(ids[6])},${String(ids[10])},${String(ids[2])}`);
  await api.ask('GET', '/v1/listings?pageSize=9', since('Sun, 15 Jun 2025 12:00:00 GMT'));
  await api.ask('GET', '/v1/listings?pageSize=9', since('Mon, 11 May 2026 12:00:00 GMT'));
  await api.ask('GET', `/v1/listings/${String(ids[6])}`, since('Sun, 10 May 2026 00:00:00 GMT'));

  const bounds = [
    [2, 18.25, 33],
    [13, 101, 230.5],
    [26, '5.00', 9.9],
  ] as const;
  for (const [index, minimum, maximum] of bounds) {
    await price(api, ids[index], limits(minimum, maximum));
    await read(api, ids[index]);
    api.wait(30_000);
  }
  await assign(api, ids[23], plans[2]);
  await read(api, ids[23]);
  await assign(api, ids[24], null);
  await walk(api, '/v1/listings?pageSize=40');

  await price(api, ids[27], limits(71, 70));
  await price(api, ids[27], limits(12));
  await price(api, ids[27], limits(undefined, 44));
  await price(api, ids[27], limits('low', 44));
  await price(api, ids[27], limits(10, 0));
  await price(api, ids[27], limits(10.123456, 44));
  await api.ask('PATCH', `/v1/listings/${String(ids[27])}/price`, { text: 'Minimum=4' });
  await price(api, '51111111-2222-4333-8444-555555555555', limits(6, 8));
  await assign(api, ids[27], '61111111-2222-4333-8444-555555555555');
  await assign(api, ids[27], 'slowest');
  await assign(api, ids[27], true);
  await read(api, '71111111-2222-4333-8444-555555555555');
  await read(api, 'NONE-2');
  for (const query of ['page=-1', 'page=25', 'page=last', 'pageSize=-5', 'pageSize=100', 'pageSize=ten']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', where('Weight>3'));
  await api.ask('GET', '/v1/strategies?pageSize=0');
  await api.ask('GET', '/v1/contacts');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?pageSize=4', { headers: { 'X-API-KEY': '1111111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', where('Name.StartsWith("Hal")', '&order=QuantityOnHand'));
  await price(api, ids[27], limits('low', 'high'));
  api.wait(900_000);
  const done = await walk(api, '/v1/reports?status=READY&pageSize=20');
  const link = done[3]?.DownloadUri;
  if (typeof link === 'string') await api.ask('GET', link);
}

export const ledgerItems: WalkedService = {
  name: 'ledger-items',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
