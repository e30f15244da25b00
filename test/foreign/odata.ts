// In the style of OData (version 4): options that begin with $, lists under `value` with a link to the rest, an ETag in
// each record, GUIDs of zeros for nothing, and errors with a code, a target and details.
import type { Answered, Api, Asked, ForeignService, Received, Run } from './contract.ts';
import { hex, json, jsonOf, listAt, member, productName, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';

const key = 'Xq7Lr2Tn9Vb4Wm6Zc1Hd8Kf3';

interface Listing {
  readonly id: string;
  readonly number: string;
  readonly displayName: string;
  readonly status: 'Active' | 'Draft' | 'Blocked';
  readonly inventory: number;
  readonly gtin: string;
  unitPrice: number;
  minimumPrice: number;
  maximumPrice: number;
  strategyId: string;
  /** Counts all changes of the whole database. */
  row: number;
  modified: number;
}

interface Strategy {
  readonly id: string;
  readonly code: string;
  readonly displayName: string;
  readonly priority: number;
}

interface ReportRun {
  readonly id: string;
  readonly number: number;
  readonly reportName: string;
  readonly created: number;
  readonly takes: number;
  readonly isCancelled: boolean;
}

const nothing = '00000000-0000-0000-0000-000000000000';
const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const allStrategies: readonly Strategy[] = ['BEAT', 'EVEN', 'FLOAT', 'GUARD', 'RUSH', 'TAPER'].map(
  (code, at) => ({
    id: uuid(`odata strategy ${at}`),
    code,
    displayName: `${code.charAt(0)}${code.slice(1).toLowerCase()} pricing`,
    priority: (at * 5) % 7,
  }),
);

const cents = (value: number) => Math.round(value * 100) / 100;

function listings(firstRow: number): Listing[] {
  return Array.from({ length: 52 }, (_, at) => {
    const unitPrice = cents(4.2 + ((at * 17.93) % 230));
    return {
      id: uuid(`odata listing ${at}`),
      number: `L-${10_010 + at * 10}`,
      displayName: productName(at * 5 + 2),
      status: (['Active', 'Active', 'Draft', 'Active', 'Blocked', 'Active'] as const)[at % 6]!,
      inventory: (at * 11) % 40,
      gtin: `40${String(1_000_000_000 + at * 7_654_321)}`,
      unitPrice,
      minimumPrice: cents(unitPrice * 0.7),
      maximumPrice: cents(unitPrice * 1.5),
      strategyId: at % 8 === 5 ? nothing : allStrategies[at % 6]!.id,
      row: firstRow + at,
      modified: Date.UTC(
        2026,
        3,
        1 + (at % 30),
        (at * 5) % 24,
        (at * 13) % 60,
        (at * 7) % 60,
        (at * 217) % 1000,
      ),
    };
  });
}

const time = (moment: number) => new Date(moment).toISOString().replace('Z', '0000Z');

interface Detail {
  readonly code: string;
  readonly target: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: readonly Detail[];

  constructor(
    status: number,
    code: string,
    message: string,
    target?: string,
    details: readonly Detail[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = details;
  }
}

const badQuery = (message: string) =>
  new Refusal(400, 'BadRequest', `The query specified in the URI is not valid. ${message}`);

type Entity = Readonly<Record<string, unknown>>;

/** What a list can be asked for. */
interface EntitySet {
  readonly name: string;
  readonly type: string;
  readonly entities: readonly Entity[];
}

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const begun = now();
  // Another database has counted other changes.
  let row = Number.parseInt(scrambled(`rows ${run}`, 5, '123456789'), 10) * 1000;
  const allListings = listings(row);
  row += 1000;
  const runs: readonly ReportRun[] = Array.from({ length: 9 }, (_, at) => ({
    id: uuid(`odata report ${at}`),
    number: 400 + at,
    reportName: ['Inventory valuation', 'Price history', 'Margin overview', 'Listing quality'][at % 4]!,
    created: at < 7 ? Date.UTC(2026, 4, 2 + at, 3, 15, at * 4, at * 91) : begun - 30_000 * (9 - at),
    takes: at < 7 ? 45_000 + at * 1000 : 400_000 + (at - 7) * 700_000,
    isCancelled: at === 3,
  }));
  let count = 0;

  const etag = (listing: Listing) => `W/"${listing.row.toString(16).toUpperCase().padStart(16, '0')}"`;
  const shown = (one: Listing): Entity => ({
    '@odata.etag': etag(one),
    id: one.id,
    number: one.number,
    displayName: one.displayName,
    status: one.status,
    unitPrice: one.unitPrice,
    minimumPrice: one.minimumPrice,
    maximumPrice: one.maximumPrice,
    currencyCode: 'DKK',
    strategyId: one.strategyId,
    strategyCode: allStrategies.find(({ id }) => id === one.strategyId)?.code ?? '',
    inventory: one.inventory,
    gtin: one.gtin,
    lastModifiedDateTime: time(one.modified),
  });
  const statusOf = ({ created, takes, isCancelled }: ReportRun) => {
    if (isCancelled) return 'cancelled';
    const passed = now() - created;
    return passed < takes / 3 ? 'notStarted' : passed < takes ? 'running' : 'succeeded';
  };
  const shownRun = (one: ReportRun): Entity => {
    const status = statusOf(one);
    const isDone = status === 'succeeded';
    return {
      id: one.id,
      number: one.number,
      reportName: one.reportName,
      status,
      createdDateTime: time(one.created),
      completedDateTime: isDone ? time(one.created + one.takes) : null,
      ...(isDone && {
        'content@odata.mediaReadLink': `${origin}/files/reports(${one.number})/content`,
        'content@odata.mediaContentType': 'application/json',
      }),
    };
  };

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(401, 'Authentication_MissingKey', 'The API key is missing.');
    if (sent !== key) {
      throw new Refusal(401, 'Authentication_InvalidKey', 'The API key is not valid for this environment.');
    }
  }

  /** A whole number that an option gives. */
  function option(query: URLSearchParams, name: '$top' | '$skip'): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (/^\d+$/.test(text)) return Number(text);
    throw badQuery(
      `Invalid value '${text}' for ${name} query option found. The ${name} query option requires a non-negative integer value.`,
    );
  }

  function property({ entities, type }: EntitySet, name: string): string {
    if (Object.hasOwn(entities[0] ?? {}, name)) return name;
    throw badQuery(`Could not find a property named '${name}' on type 'Retail.${type}'.`);
  }

  function filtered(set: EntitySet, filter: string | null): readonly Entity[] {
    if (filter === null) return set.entities;
    const [, name, sign, text, number] = /^(\w+) (eq|ge|le) (?:'(.*)'|(-?[\d.]+))$/.exec(filter) ?? [];
    if (name === undefined) {
      throw badQuery(`Syntax error at position ${filter.length} in '${filter}'.`);
    }
    property(set, name);
    const given = text ?? Number(number);
    return set.entities.filter((entity) => {
      const value = entity[name] as string | number;
      return sign === 'eq' ? value === given : sign === 'ge' ? value >= given : value <= given;
    });
  }

  function list(query: URLSearchParams, set: EntitySet): Answered {
    for (const name of query.keys()) {
      if (
        name.startsWith('$') &&
        !['$top', '$skip', '$filter', '$orderby', '$count', '$select'].includes(name)
      ) {
        throw badQuery(`The query parameter '${name}' is not supported.`);
      }
    }
    const top = option(query, '$top') ?? 20;
    const skip = option(query, '$skip') ?? 0;
    if (top > 50) {
      throw badQuery(
        `The limit of '50' for Top query has been exceeded. The value from the incoming request is '${top}'.`,
      );
    }
    const found = [...filtered(set, query.get('$filter'))];
    const [by, direction] = (query.get('$orderby') ?? '').split(' ');
    if (by !== undefined && by !== '') {
      const name = property(set, by);
      found.sort((a, b) => ((a[name] as string) < (b[name] as string) ? -1 : 1));
      if (direction === 'desc') found.reverse();
    }
    const select = query
      .get('$select')
      ?.split(',')
      .map((name) => property(set, name));
    const page = found
      .slice(skip, skip + top)
      .map((entity) =>
        select === undefined
          ? entity
          : Object.fromEntries(
              Object.entries(entity).filter(([name]) => name.startsWith('@') || select.includes(name)),
            ),
      );
    const others = [...query].filter(([name]) => name !== '$skip');
    const next = [...others, ['$skip', `${skip + top}`]]
      .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
      .join('&');
    return json200({
      '@odata.context': `${origin}/v1/$metadata#${set.name}${select === undefined ? '' : `(${select.join(',')})`}`,
      ...(query.get('$count') === 'true' && { '@odata.count': found.length }),
      value: page,
      ...(top > 0 && skip + top < found.length && { '@odata.nextLink': `${origin}/v1/${set.name}?${next}` }),
    });
  }

  const json200 = (body: unknown, headers: Headers = []) =>
    json(200, body, headers, 'application/json; odata.metadata=minimal');

  function find(id: string): Listing {
    if (!guid.test(id))
      throw new Refusal(400, 'BadRequest_InvalidKey', `The key '${id}' is no valid Edm.Guid.`);
    const found = allListings.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new Refusal(404, 'Request_ResourceNotFound', `Resource '${id}' does not exist in 'listings'.`);
  }

  const entity = (listing: Listing) =>
    json200({ '@odata.context': `${origin}/v1/$metadata#listings/$entity`, ...shown(listing) }, [
      ['ETag', etag(listing)],
    ]);

  function fieldsOf(request: Asked, listing: Listing, names: readonly string[]): Entity {
    const match = request.headers['if-match'];
    if (match !== undefined && match !== '*' && match !== etag(listing)) {
      const message = 'Another user has already changed the record. Read it again, and repeat the change.';
      throw new Refusal(412, 'Request_EntityChanged', message);
    }
    const sent = jsonOf(request);
    if (sent === 'bad' || typeof sent.json !== 'object' || sent.json === null || Array.isArray(sent.json)) {
      throw new Refusal(400, 'BadRequest_Payload', 'The payload is no valid JSON object.');
    }
    const unknown = Object.keys(sent.json).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const message = `The property '${unknown}' does not exist on type 'Retail.Listing'.`;
      throw new Refusal(400, 'BadRequest_UnknownProperty', message, unknown);
    }
    return sent.json as Entity;
  }

  function decimal(fields: Entity, name: string): number | undefined {
    const value = fields[name];
    if (value === undefined || typeof value === 'number') return value;
    const message =
      value === null
        ? `A null value was found for the property named '${name}', which has the expected type 'Edm.Decimal[Nullable=False]'.`
        : `Cannot convert the literal '${typeof value === 'string' ? value : JSON.stringify(value)}' to the expected type 'Edm.Decimal'.`;
    throw new Refusal(400, 'BadRequest_Payload', message, name);
  }

  function setPrice(request: Asked, listing: Listing): Answered {
    const fields = fieldsOf(request, listing, ['minimumPrice', 'maximumPrice']);
    const sent = {
      minimumPrice: decimal(fields, 'minimumPrice'),
      maximumPrice: decimal(fields, 'maximumPrice'),
    };
    const details = Object.entries(sent).flatMap(([target, value]): Detail[] => {
      if (value === undefined) return [];
      if (value < 0)
        return [
          { code: 'OutOfRange', target, message: `${target} must not be negative. You sent ${value}.` },
        ];
      if (value > 1_000_000)
        return [{ code: 'OutOfRange', target, message: `${target} must not exceed 1000000.` }];
      return cents(value) === value
        ? []
        : [{ code: 'Precision', target, message: `${target} must have at most 2 decimal places.` }];
    });
    if (details.length > 0) {
      throw new Refusal(
        400,
        'Validation_Failed',
        'One or more properties are not valid.',
        'listing',
        details,
      );
    }
    const { minimumPrice = listing.minimumPrice, maximumPrice = listing.maximumPrice } = sent;
    if (minimumPrice > maximumPrice) {
      const message = `minimumPrice ${minimumPrice} is greater than maximumPrice ${maximumPrice}.`;
      throw new Refusal(409, 'Listing_BoundsCrossed', message, 'minimumPrice');
    }
    const unitPrice = Math.min(Math.max(listing.unitPrice, minimumPrice), maximumPrice);
    change(listing, { minimumPrice, maximumPrice, unitPrice });
    return entity(listing);
  }

  function setStrategy(request: Asked, listing: Listing): Answered {
    const { strategyId } = fieldsOf(request, listing, ['strategyId']);
    if (typeof strategyId !== 'string' || !guid.test(strategyId)) {
      const message = `Cannot convert the literal '${String(strategyId)}' to the expected type 'Edm.Guid'.`;
      throw new Refusal(400, 'BadRequest_Payload', message, 'strategyId');
    }
    if (strategyId !== nothing && !allStrategies.some(({ id }) => id === strategyId)) {
      const message = `The field strategyId contains a value (${strategyId}) that cannot be found in 'strategies'.`;
      throw new Refusal(400, 'Validation_RelatedRecordMissing', message, 'strategyId');
    }
    change(listing, { strategyId });
    return { status: 204, headers: [['ETag', etag(listing)]], body: '' };
  }

  function change(listing: Listing, changes: Partial<Listing>): void {
    row += 1;
    Object.assign(listing, changes, { row, modified: now() });
  }

  function answer(request: Asked): Answered {
    authenticate(request);
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [first, second, third, fourth] = steps;
    const [, number] = /^\/files\/reports\((\d+)\)\/content$/.exec(path) ?? [];
    if (method === 'GET' && number !== undefined) {
      const found = runs.find((one) => one.number === Number(number) && statusOf(one) === 'succeeded');
      if (found === undefined)
        throw new Refusal(404, 'Request_ResourceNotFound', `Resource '${number}' has no content.`);
      const rows = allListings.slice(0, 4).map((one) => ({ number: one.number, inventory: one.inventory }));
      return json(200, { report: found.reportName, rows });
    }
    if (first === 'v1' && second === 'listings' && third !== undefined) {
      if (method === 'GET' && fourth === undefined) return entity(find(third));
      if (method === 'PATCH' && fourth === 'price') return setPrice(request, find(third));
      if (method === 'PATCH' && fourth === 'strategy') return setStrategy(request, find(third));
    }
    if (first === 'v1' && third === undefined && method === 'GET') {
      if (second === 'listings')
        return list(query, { name: 'listings', type: 'Listing', entities: allListings.map(shown) });
      if (second === 'strategies') {
        const entities = allStrategies.map((one) => ({ ...one }));
        return list(query, { name: 'strategies', type: 'Strategy', entities });
      }
      if (second === 'reports')
        return list(query, { name: 'reports', type: 'ReportRun', entities: runs.map(shownRun) });
    }
    const message = `Resource not found for the segment '${steps.at(-1)!}'.`;
    throw new Refusal(404, 'BadRequest_ResourceNotFound', message);
  }

  return function odata(request) {
    count += 1;
    const requestId = `${scrambled(`${run} ${count}`, 8, hex)}-${uuid(`${run} ${count}`).slice(9)}`;
    const headers: Headers = [
      ['OData-Version', '4.0'],
      ['request-id', requestId],
    ];
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, target, details } = error;
      const innerError = { date: new Date(now()).toISOString().slice(0, 19), 'request-id': requestId };
      const body = {
        code,
        message,
        ...(target !== undefined && { target }),
        ...(details.length > 0 && { details }),
        innerError,
      };
      return json(error.status, { error: body }, headers);
    }
  };
}

/** All of a list, from link to link. */
async function everything(api: Api, target: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const { body } = await api.ask('GET', next);
    all.push(...listAt(body, 'value'));
    next = member(body, '@odata.nextLink');
  }
  return all;
}

const at = (id: string, rest = '') => `/v1/listings/${id}${rest}`;

/** Reads a listing and changes it, if nobody else has in between. */
async function reprice(api: Api, id: string, json: unknown): Promise<Received> {
  const { body } = await api.ask('GET', at(id));
  const headers = { 'if-match': textAt(body, '@odata.etag') };
  return api.ask('PATCH', at(id, '/price'), { json, headers });
}

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings');
  const plans = await everything(api, '/v1/strategies');
  const id = (number: number) => textAt(all[number], 'id');
  const plan = (code: string) =>
    textAt(
      plans.find((one) => textAt(one, 'code') === code),
      'id',
    );
  await everything(api, '/v1/listings?$top=12');
  await everything(api, '/v1/strategies?$top=4');
  await everything(api, '/v1/reports');
  await everything(api, '/v1/reports?$top=4&$count=true');
  await everything(api, '/v1/listings?$count=true&$top=30');
  for (const number of [0, 5, 8, 20, 51]) await api.ask('GET', at(id(number)));
  await everything(api, "/v1/listings?$filter=status eq 'Draft'");
  await everything(api, "/v1/listings?$filter=status eq 'Active'&$top=25");
  await everything(api, "/v1/listings?$filter=strategyCode eq 'RUSH'");
  await everything(api, '/v1/listings?$orderby=displayName&$top=40');
  await api.ask('GET', '/v1/listings?$orderby=inventory desc&$top=5');
  await api.ask('GET', '/v1/listings?$select=id,displayName,unitPrice&$top=6');

  const prices = [
    [2, { minimumPrice: 5, maximumPrice: 500 }],
    [8, { minimumPrice: 19.99, maximumPrice: 24.5 }],
    [15, { minimumPrice: 300, maximumPrice: 300 }],
    [16, { maximumPrice: 88.8 }],
    [17, { minimumPrice: 0 }],
  ] as const;
  for (const [number, json] of prices) {
    await reprice(api, id(number), json);
    await api.ask('GET', at(id(number)));
    api.wait(25_000);
  }
  await api.ask('PATCH', at(id(8), '/price'), { json: { minimumPrice: 20, maximumPrice: 21.25 } });
  for (const [number, code] of [
    [6, 'GUARD'],
    [13, 'BEAT'],
  ] as const) {
    await api.ask('PATCH', at(id(number), '/strategy'), { json: { strategyId: plan(code) } });
    await api.ask('GET', at(id(number)));
  }
  await api.ask('PATCH', at(id(7), '/strategy'), { json: { strategyId: nothing } });
  await api.ask('GET', at(id(7)));
  await everything(api, '/v1/listings');

  const price = (json: unknown, number = 10) => api.ask('PATCH', at(id(number), '/price'), { json });
  await price({ minimumPrice: 30, maximumPrice: 20 });
  await price({ minimumPrice: 'cheap', maximumPrice: 20 });
  await price({ minimumPrice: 3, maximumPrice: null });
  await price({ minimumPrice: -5, maximumPrice: 20 });
  await price({ minimumPrice: -1, maximumPrice: -1 });
  await price({ minimumPrice: 1, maximumPrice: 2_000_000 });
  await price({ minimumPrice: 1.234, maximumPrice: 20 });
  await price({ minimumPrice: 1, maximumPrice: 20, floor: 2 });
  await api.ask('PATCH', at(id(10), '/price'), { text: '{"minimumPrice": ' });
  const headers = { 'if-match': 'W/"0000000000000001"' };
  await api.ask('PATCH', at(id(10), '/price'), { json: { minimumPrice: 1, maximumPrice: 2 }, headers });
  const nowhere = uuid('nowhere at all');
  await api.ask('PATCH', at(nowhere, '/price'), { json: { minimumPrice: 1, maximumPrice: 2 } });
  await api.ask('GET', at(nowhere));
  await api.ask('GET', at('12'));
  await api.ask('PATCH', at(id(10), '/strategy'), { json: { strategyId: uuid('no strategy') } });
  await api.ask('PATCH', at(id(10), '/strategy'), { json: { strategyId: 'RUSH' } });
  await api.ask('PATCH', at(id(10), '/strategy'), { json: { strategyId: null } });
  for (const query of [
    '$top=0',
    '$top=500',
    '$top=many',
    '$skip=-1',
    '$skip=900',
    '$colour=red',
    'colour=red',
    "$filter=colour eq 'red'",
    '$filter=status is Draft',
    '$select=id,colour',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'Aq7Lr2Tn9Vb4Wm6Zc1Hd8Kf0' } });

  for (let poll = 0; poll < 5; poll += 1) {
    api.wait(240_000);
    const running = await everything(api, "/v1/reports?$filter=status eq 'running'");
    if (poll > 2 && running.length === 0) break;
  }
  const runs = await everything(api, '/v1/reports');
  for (const number of [0, 5, 7]) await api.ask('GET', textAt(runs[number], 'content@odata.mediaReadLink'));
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const all = await everything(api, '/v1/listings?$top=18');
  const plans = await everything(api, '/v1/strategies?$top=5');
  const id = (number: number) => textAt(all[number], 'id');
  const plan = (code: string) =>
    textAt(
      plans.find((one) => textAt(one, 'code') === code),
      'id',
    );
  await everything(api, '/v1/reports?$top=6&$count=true');
  for (const number of [1, 13, 30, 44]) await api.ask('GET', at(id(number)));
  await everything(api, "/v1/listings?$filter=status eq 'Blocked'");
  await everything(api, "/v1/listings?$filter=strategyCode eq 'TAPER'&$top=5");
  await api.ask('GET', '/v1/listings?$orderby=displayName desc&$top=7');
  await api.ask('GET', '/v1/listings?$select=id,inventory&$top=4');

  const prices = [
    [4, { minimumPrice: 12.34, maximumPrice: 56.78 }],
    [22, { minimumPrice: 99, maximumPrice: 99 }],
    [31, { maximumPrice: 241.5 }],
  ] as const;
  for (const [number, json] of prices) {
    await reprice(api, id(number), json);
    await api.ask('GET', at(id(number)));
    api.wait(40_000);
  }
  await api.ask('PATCH', at(id(23), '/strategy'), { json: { strategyId: plan('EVEN') } });
  await api.ask('GET', at(id(23)));
  await api.ask('PATCH', at(id(24), '/strategy'), { json: { strategyId: nothing } });
  await everything(api, '/v1/listings?$top=35');

  const price = (json: unknown) => api.ask('PATCH', at(id(11), '/price'), { json });
  await price({ minimumPrice: 77.7, maximumPrice: 7.77 });
  await price({ minimumPrice: 4, maximumPrice: 'dear' });
  await price({ minimumPrice: null, maximumPrice: 9 });
  await price({ minimumPrice: 4, maximumPrice: -9 });
  await price({ minimumPrice: 3_000_000, maximumPrice: 9_000_000 });
  await price({ minimumPrice: 4, maximumPrice: 9.999 });
  await price({ minimumPrice: 4, maximumPrice: 9, ceiling: 9 });
  await api.ask('PATCH', at(id(12), '/price'), { text: 'maximumPrice: 5' });
  const headers = { 'if-match': 'W/"0000000000000002"' };
  await api.ask('PATCH', at(id(12), '/price'), { json: { minimumPrice: 3, maximumPrice: 4 }, headers });
  await api.ask('PATCH', at(uuid('elsewhere'), '/price'), { json: { minimumPrice: 3, maximumPrice: 4 } });
  await api.ask('GET', at(uuid('elsewhere')));
  await api.ask('GET', at('listing-9'));
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategyId: uuid('none') } });
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategyId: 'EVEN' } });
  for (const query of [
    '$top=51',
    '$top=ten',
    '$skip=-20',
    '$skip=70',
    '$shade=blue',
    "$filter=shade eq 'blue'",
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/reports?$top=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/strategies?$top=2', { headers: { 'x-api-key': 'Bq7Lr2Tn9Vb4Wm6Zc1Hd8Kf1' } });
  // Nothing of these was recorded.
  await api.ask('GET', '/v1/listings?$filter=unitPrice ge 200');
  await price({});

  api.wait(1_700_000);
  const runs = await everything(api, '/v1/reports?$top=20');
  await api.ask('GET', textAt(runs[8], 'content@odata.mediaReadLink'));
}

export const odata: ForeignService = {
  name: 'odata',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
