// The seller interface of a very old auction house, in its newer generation of REST: offers with ids of digits, enums in
// capitals, amounts as texts beside their currency, members that are not set left out. A list tells its own address, the total, the
// size of the page and the addresses of the next and the previous one; filters are comma-separated fields with a range in brackets or
// a choice in braces (`price:[10..50],priceCurrency:EUR`, `listingStatus:{ACTIVE|ENDED}`), and one that is not known is a warning.
// Writes are answered without a body, or with warnings; errors have a number, a domain, a category, a long message and parameters.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'hg-prd-7c1e5b90-4af2d861';
const callsPerSecond = 6;
const largestLimit = 50;
const usualLimit = 10;

const listingStatuses = ['ACTIVE', 'OUT_OF_STOCK', 'INACTIVE', 'ENDED'] as const;
const conditions = ['NEW', 'LIKE_NEW', 'USED_EXCELLENT', 'USED_GOOD', 'FOR_PARTS_OR_NOT_WORKING'] as const;
const currencies = ['EUR', 'GBP'] as const;
const markets = { HALL_DE: 'EUR', HALL_FR: 'EUR', HALL_GB: 'GBP' } as const;
const reportTypes = ['ACTIVE_INVENTORY', 'PRICE_CHANGES', 'SOLD_LISTINGS'] as const;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Of whole cents. */
const amount = (cents: number, currency: string): Row => ({ value: (cents / 100).toFixed(2), currency });

interface Offer {
  readonly offerId: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly ean: string | undefined;
  readonly marketplaceId: keyof typeof markets;
  readonly listingStatus: (typeof listingStatuses)[number];
  readonly condition: (typeof conditions)[number];
  readonly quantity: number;
  readonly sold: number;
  readonly price: number;
  readonly began: number;
  min: number | null;
  max: number | null;
  strategyId: string | null;
  modified: number;
}

const strategies: readonly Row[] = [
  ['Match the lowest price', 'MATCH_LOWEST'],
  ['Fifty cents below', 'BEAT_LOWEST', 'AMOUNT', '0.50'],
  ['Two percent below', 'BEAT_LOWEST', 'PERCENTAGE', '2.0'],
  ['Cost and a quarter', 'COST_PLUS', 'PERCENTAGE', '25.0'],
  ['Spring clearance', 'TIMED_MARKDOWN', 'PERCENTAGE', '10.0'],
  ['Stay at the maximum', 'HOLD_MAXIMUM'],
].map(([name, strategyType, adjustmentType, value], index) => ({
  strategyId: `${531_084 + index * 137}7010`,
  name,
  strategyType,
  strategyStatus: strategyType === 'TIMED_MARKDOWN' ? 'PAUSED' : 'ENABLED',
  ...(adjustmentType !== undefined && { adjustment: { adjustmentType, value } }),
  creationDate: moment(Date.UTC(2024, 2, 4 + index * 3, 10, 15, 20 + index, 400 + index * 31)),
}));

const strategyOf = (id: string | null): Row | undefined =>
  strategies.find(({ strategyId }) => strategyId === id);

function offers(): Offer[] {
  const times = Array.from({ length: 28 }, (_, index) => pastMoment(`ranges ${index}`)).sort((a, b) => a - b);
  let number = 8_209_815;
  return times.map((began, index): Offer => {
    const seed = `ranges offer ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const listingStatus =
      listingStatuses[[0, 0, 0, 0, 0, 0, 1, 2, 3][chance(`${seed} status`, 9)]!] ?? 'ACTIVE';
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.85);
    const has = min !== null && chance(`${seed} has`, 2) === 0;
    number += 1 + chance(`${seed} gap`, 5_000);
    return {
      offerId: `${number}010`,
      sku,
      title,
      brand: maker,
      ean:
        chance(`${seed} ean`, 3) === 0
          ? undefined
          : `40${String(chance(`${seed} code`, 1e11)).padStart(11, '0')}`,
      marketplaceId: oneOf(`${seed} market`, ['HALL_DE', 'HALL_DE', 'HALL_FR', 'HALL_GB'] as const),
      listingStatus,
      condition: oneOf(`${seed} condition`, conditions),
      quantity: listingStatus === 'OUT_OF_STOCK' ? 0 : stock + 1,
      sold: chance(`${seed} sold`, 60),
      price,
      began,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategyId: has ? String(strategies[[0, 1, 2, 3, 5][chance(`${seed} which`, 5)]!]!.strategyId) : null,
      modified: began + chance(`${seed} modified`, 70 * 86_400) * 1_000 + chance(`${seed} ms`, 1_000),
    };
  });
}

interface Problem {
  readonly errorId: number;
  readonly domain: string;
  readonly category: 'REQUEST' | 'BUSINESS' | 'APPLICATION';
  readonly message: string;
  readonly longMessage: string;
  readonly parameters?: readonly Row[];
}

class Refusal extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];

  constructor(status: number, ...problems: readonly Problem[]) {
    super(problems[0]?.message);
    this.status = status;
    this.problems = problems;
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const parametersOf = (values: Row): readonly Row[] =>
  Object.entries(values).map(([name, value]) => ({ name, value: asText(value) }));

/** What the gateway says before the service is asked. */
const gateway = (errorId: number, domain: string, message: string, longMessage: string): Problem => ({
  errorId,
  domain,
  category: 'REQUEST',
  message,
  longMessage,
});

const invalidRequest = (reason: string) =>
  new Refusal(400, {
    ...gateway(
      2004,
      'ACCESS',
      'Invalid request',
      'The request has errors. For help, see the documentation for this API.',
    ),
    parameters: parametersOf({ reason }),
  });

const notSerialized = (field: string) => invalidRequest(`Could not serialize field [${field}]`);

const resourceNotFound = () =>
  new Refusal(
    404,
    gateway(
      2002,
      'ACCESS',
      'Resource not found',
      'The requested resource was not found. For help, see the documentation for this API.',
    ),
  );

const problem = (
  errorId: number,
  category: Problem['category'],
  message: string,
  info: string,
  values: Row = {},
  domain = 'API_INVENTORY',
): Problem => ({
  errorId,
  domain,
  category,
  message: `${message}.`,
  longMessage: info === '' ? `${message}.` : `${message}. ${info}`,
  ...(Object.keys(values).length > 0 && { parameters: parametersOf(values) }),
});

const invalidValue = (field: string, info: string, value: unknown, domain = 'API_INVENTORY'): Problem => ({
  errorId: domain === 'API_INVENTORY' ? 25709 : 160022,
  domain,
  category: 'REQUEST',
  message: `Invalid value for ${field}`,
  longMessage: `Invalid value for field: ${field}. ${info}`,
  parameters: parametersOf({ [field]: value }),
});

const supported = (values: readonly string[]) => `The supported values are: ${values.join(', ')}.`;

/** What a field of a filter holds: a choice of words, of ids, a range of numbers or of moments. */
type Field = readonly string[] | 'ids' | 'numbers' | 'moments';
type Fields = Readonly<Record<string, Field>>;

/** A record with what its filters are compared with. */
interface Filed {
  readonly row: Row;
  readonly values: Readonly<Record<string, string | number | undefined>>;
}

const listingFields: Fields = {
  price: 'numbers',
  priceCurrency: currencies,
  listingStatus: listingStatuses,
  conditions,
  marketplaceId: Object.keys(markets),
  strategyId: 'ids',
  lastModifiedDate: 'moments',
};
const strategyFields: Fields = { strategyStatus: ['ENABLED', 'PAUSED'] };
const reportFields: Fields = { reportType: reportTypes, creationDate: 'moments' };

interface Filter {
  readonly tests: readonly ((one: Filed) => boolean)[];
  readonly warnings: readonly Problem[];
}

/** Reads `price:[10..50],priceCurrency:EUR,listingStatus:{ACTIVE|ENDED}`. */
function filterOf(text: string | null, fields: Fields): Filter {
  const tests: ((one: Filed) => boolean)[] = [];
  const warnings: Problem[] = [];
  const malformed = (part: string) =>
    new Refusal(
      400,
      problem(25770, 'REQUEST', 'Invalid filter', 'The filter is not well formed.', { filter: part }),
    );
  const seen: string[] = [];
  for (const part of (text ?? '').match(/(?:\[[^\]]*\]?|\{[^}]*\}?|[^,[{])+/g) ?? []) {
    const [, name = '', rest = ''] = /^(\w+):(.+)$/.exec(part) ?? [];
    if (name === '') throw malformed(part);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      const info = `The filter field '${name}' is not supported and was ignored.`;
      warnings.push(problem(25771, 'REQUEST', 'Unsupported filter field', info, { filter: name }));
      continue;
    }
    seen.push(name);
    if (field === 'numbers' || field === 'moments') {
      const [, from, to = ''] = /^\[([^\].]*(?:\.\d+[^\].]*)?)(?:\.\.([^\]]*))?\]$/.exec(rest) ?? [];
      if (from === undefined || from + to === '') throw malformed(part);
      const read = (end: string, otherwise: number) => {
        if (end === '') return otherwise;
        const value = field === 'numbers' ? Number(end) : Date.parse(end);
        if (!Number.isNaN(value)) return value;
        const what = field === 'numbers' ? 'decimal numbers' : 'UTC timestamps in ISO 8601 format';
        throw new Refusal(400, invalidValue(name, `The range must consist of ${what}.`, rest));
      };
      const [lowest, highest] = [read(from, -Infinity), read(to, Infinity)];
      if (lowest > highest) {
        const info = 'The start of the range must not be greater than its end.';
        throw new Refusal(400, invalidValue(name, info, rest));
      }
      tests.push(({ values }) => {
        const value = values[name];
        return typeof value === 'number' && value >= lowest && value <= highest;
      });
      continue;
    }
    const [, inside = rest] = /^\{(.*)\}$/.exec(rest) ?? [];
    const wanted = inside.split('|');
    if (/[[\]{}]/.test(inside) || wanted.includes('')) throw malformed(part);
    const strange = field === 'ids' ? undefined : wanted.find((word) => !field.includes(word));
    if (strange !== undefined && field !== 'ids') {
      throw new Refusal(400, invalidValue(name, supported(field), strange));
    }
    tests.push(({ values }) => wanted.includes(String(values[name])));
  }
  if (seen.includes('price') && !seen.includes('priceCurrency')) {
    const info = "The 'price' filter must be used together with the 'priceCurrency' filter.";
    throw new Refusal(400, problem(25772, 'REQUEST', 'Incomplete filter', info, { filter: 'priceCurrency' }));
  }
  return { tests, warnings };
}

const sorts: Readonly<Record<string, (one: Offer, other: Offer) => number>> = {
  price: (one, other) => one.price - other.price,
  newlyListed: (one, other) => other.began - one.began,
  lastModifiedDate: (one, other) => one.modified - other.modified,
};

interface Report {
  readonly taskId: string;
  readonly reportType: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = offers();
  const reports = Array.from({ length: 8 }, (_, index): Report => {
    const ago = 7 - index;
    return {
      taskId: `task-${24 + (index % 3)}-${1_004_217_300 + index * 4_211 + chance(`ranges task ${index}`, 4_000)}`,
      reportType: reportTypes[index % 3]!,
      created: opened - (ago === 0 ? 25_000 : ago * 86_400_000 + chance(`ranges run ${index}`, 9_000_000)),
      seconds: 60 + chance(`ranges seconds ${index}`, 90),
      fails: index === 3,
    };
  });
  let calls: readonly number[] = [];
  let count = 0;

  function compact(one: Offer): Row {
    const currency = markets[one.marketplaceId];
    return {
      offerId: one.offerId,
      sku: one.sku,
      title: one.title,
      marketplaceId: one.marketplaceId,
      format: 'FIXED_PRICE',
      listingStatus: one.listingStatus,
      condition: one.condition,
      availableQuantity: one.quantity,
      pricingSummary: {
        price: amount(one.price, currency),
        ...(one.min !== null && { minimumPrice: amount(one.min, currency) }),
        ...(one.max !== null && { maximumPrice: amount(one.max, currency) }),
      },
      ...(one.strategyId !== null && { strategyId: one.strategyId }),
      listingStartDate: moment(one.began),
      lastModifiedDate: moment(one.modified),
    };
  }

  function full(one: Offer): Row {
    const strategy = strategyOf(one.strategyId);
    const { offerId, brand, ean } = one;
    const image = scrambled(`ranges image ${offerId}`, 12, 'abcdefghijkmnpqrstuvwxyz23456789');
    return {
      ...compact(one),
      ...(strategy !== undefined && {
        strategy: { name: strategy.name, strategyType: strategy.strategyType },
      }),
      product: {
        brand,
        ...(ean !== undefined && { ean: [ean] }),
        imageUrls: [`https://img.hallgate.example/00/s/${image}/main.jpg`],
      },
      merchantLocationKey: one.marketplaceId === 'HALL_GB' ? 'LEEDS-2' : 'KASSEL-1',
      soldQuantity: one.sold,
    };
  }

  function reportShown({ taskId, reportType, created, seconds, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 15 ? 'CREATED' : !isOver ? 'IN_PROCESS' : fails ? 'FAILED' : 'COMPLETED';
    const signature = scrambled(`ranges ${run.run} ${taskId}`, 40, '0123456789abcdef');
    return {
      taskId,
      reportType,
      status,
      creationDate: moment(created),
      ...(isOver && { completionDate: moment(created + seconds * 1_000) }),
      ...(status === 'COMPLETED' && {
        recordCount: 20 + chance(`ranges records ${taskId}`, 900),
        resultFileHref: `https://files.hallgate.example/results/${taskId}.csv.gz?signature=${signature}`,
      }),
      detailHref: `${run.origin}/v1/reports/${taskId}`,
    };
  }

  /** A page of the records that a filter leaves, with the addresses of those beside it. */
  function page(path: string, query: URLSearchParams, name: string, all: readonly Filed[], fields: Fields) {
    const domain = name === 'reports' ? 'API_FEED' : 'API_INVENTORY';
    const whole = (parameter: string, otherwise: number, least: number, most: number, info: string) => {
      const text = query.get(parameter) ?? String(otherwise);
      const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
      if (value >= least && value <= most) return value;
      throw new Refusal(400, invalidValue(parameter, info, text, domain));
    };
    const limit = whole(
      'limit',
      usualLimit,
      1,
      largestLimit,
      `The value must be between 1 and ${largestLimit}.`,
    );
    const offset = whole('offset', 0, 0, Infinity, 'The value must be greater than or equal to 0.');
    const { tests, warnings } = filterOf(query.get('filter'), fields);
    const found = all.filter((one) => tests.every((holds) => holds(one)));
    const rows = found.slice(offset, offset + limit).map(({ row }) => row);
    const href = (to: number) => {
      const shown = new URLSearchParams(query);
      shown.set('limit', String(limit));
      shown.set('offset', String(to));
      return `${run.origin}${path}?${shown.toString()}`;
    };
    return json(200, {
      href: href(offset),
      total: found.length,
      size: rows.length,
      limit,
      offset,
      ...(offset + limit < found.length && { next: href(offset + limit) }),
      ...(offset > 0 && { prev: href(Math.max(0, offset - limit)) }),
      [name]: rows,
      ...(warnings.length > 0 && { warnings }),
    });
  }

  function shownBy(query: URLSearchParams, otherwise: 'COMPACT' | 'FULL'): (one: Offer) => Row {
    const group = query.get('fieldgroups') ?? otherwise;
    if (group !== 'COMPACT' && group !== 'FULL') {
      throw new Refusal(400, invalidValue('fieldgroups', supported(['COMPACT', 'FULL']), group));
    }
    return group === 'FULL' ? full : compact;
  }

  function listed(path: string, query: URLSearchParams): Answered {
    const shown = shownBy(query, 'COMPACT');
    const sort = query.get('sort');
    const member = (sort ?? '').replace(/^-/, '');
    const compare = Object.hasOwn(sorts, member) ? sorts[member] : undefined;
    if (sort !== null && (compare === undefined || sort === '-newlyListed')) {
      const info = 'For the valid values, refer to the API call documentation.';
      const message = "The 'sort' query parameter must be a valid sort option";
      throw new Refusal(400, problem(25773, 'REQUEST', message, info, { sort }));
    }
    const sign = sort?.startsWith('-') === true ? -1 : 1;
    const sku = query.get('sku');
    const filed = all
      .filter((one) => sku === null || one.sku === sku)
      .sort((one, other) => sign * (compare?.(one, other) ?? 0))
      .map((one): Filed => {
        const values = {
          price: one.price / 100,
          priceCurrency: markets[one.marketplaceId],
          listingStatus: one.listingStatus,
          conditions: one.condition,
          marketplaceId: one.marketplaceId,
          strategyId: one.strategyId ?? undefined,
          lastModifiedDate: one.modified,
        };
        return { row: shown(one), values };
      });
    return page(path, query, 'listings', filed, listingFields);
  }

  function offerOf(id: string): Offer {
    if (!/^\d+$/.test(id)) {
      throw new Refusal(400, invalidValue('offerId', 'The value must be a numeric identifier.', id));
    }
    const found = all.find(({ offerId }) => offerId === id);
    if (found === undefined) {
      throw new Refusal(404, problem(25713, 'REQUEST', 'This Offer is not available', '', { offerId: id }));
    }
    return found;
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) throw invalidRequest('Could not parse the request body');
    return sent.json;
  }

  function refuseEnded({ listingStatus, offerId }: Offer): void {
    if (listingStatus !== 'ENDED') return;
    const info = 'You are not allowed to revise ended listings.';
    throw new Refusal(400, problem(25019, 'BUSINESS', 'Cannot revise listing', info, { offerId }));
  }

  const done = (warnings: readonly Problem[] = []): Answered =>
    warnings.length > 0 ? json(200, { warnings }) : { status: 204, headers: [], body: '' };

  const boundNames = ['minimumPrice', 'maximumPrice'] as const;

  /** An amount as it is sent, before anybody looks at what it says; a number is taken as its text. */
  function readAmount(name: string, sent: unknown): { readonly value: unknown; readonly currency: unknown } {
    if (!isObject(sent)) throw notSerialized(name);
    const textOf = (member: string) => {
      const value = sent[member];
      if (typeof value === 'object' && value !== null) throw notSerialized(`${name}.${member}`);
      return value === undefined || value === null ? undefined : asText(value);
    };
    return { value: textOf('value'), currency: textOf('currency') };
  }

  function priced(id: string, request: Asked): Answered {
    const body = bodyIn(request);
    const sent = boundNames
      .filter((name) => body[name] !== undefined)
      .map((name) => ({ name, read: body[name] === null ? null : readAmount(name, body[name]) }));
    const one = offerOf(id);
    refuseEnded(one);
    if (sent.length === 0) {
      const info = 'At least one of minimumPrice and maximumPrice is required.';
      throw new Refusal(400, problem(25002, 'REQUEST', 'A user error has occurred', info));
    }
    const currency = markets[one.marketplaceId];
    const bounds = { minimumPrice: one.min, maximumPrice: one.max };
    const problems: Problem[] = [];
    for (const { name, read } of sent) {
      const field = `${name}.value`;
      const cents = Math.round(Number(read?.value) * 100);
      if (read === null) {
        bounds[name] = null;
      } else if (read.value === undefined) {
        problems.push(invalidValue(field, 'The value is required.', 'null'));
      } else if (!/^-?\d+(?:\.\d+)?$/.test(read.value as string)) {
        problems.push(invalidValue(field, 'The value must be a decimal number.', read.value));
      } else if (cents <= 0) {
        problems.push(invalidValue(field, 'The value must be greater than 0.', read.value));
      } else if (/\.\d{3,}$/.test(read.value as string)) {
        problems.push(invalidValue(field, 'The value must not have more than two decimals.', read.value));
      } else if (read.currency !== currency) {
        const info = `The currency must be ${currency}, the currency of the marketplace.`;
        problems.push(invalidValue(`${name}.currency`, info, read.currency ?? 'null'));
      } else {
        bounds[name] = cents;
      }
    }
    if (problems.length > 0) throw new Refusal(400, ...problems);
    const { minimumPrice: min, maximumPrice: max } = bounds;
    const told = (cents: number) => (cents / 100).toFixed(2);
    if (min !== null && max !== null && min > max) {
      const info = 'The minimum price must not be greater than the maximum price.';
      const values = { minimumPrice: told(min), maximumPrice: told(max) };
      throw new Refusal(400, problem(25003, 'REQUEST', 'Invalid price', info, values));
    }
    if (min === null && one.strategyId !== null) {
      const info = 'The minimum price cannot be removed while a pricing strategy is assigned.';
      const values = { strategyId: one.strategyId };
      throw new Refusal(400, problem(25767, 'BUSINESS', 'Minimum price required', info, values));
    }
    [one.min, one.max, one.modified] = [min, max, run.now()];
    const message = 'The current price is outside of the price range';
    const info = 'It will be adjusted the next time that the listing is repriced.';
    const outside =
      min !== null && one.price < min
        ? { price: told(one.price), minimumPrice: told(min) }
        : max !== null && one.price > max
          ? { price: told(one.price), maximumPrice: told(max) }
          : undefined;
    return done(outside === undefined ? [] : [problem(25402, 'BUSINESS', message, info, outside)]);
  }

  function assigned(id: string, request: Asked): Answered {
    const { strategyId: sent } = bodyIn(request);
    if (typeof sent === 'object' && sent !== null) throw notSerialized('strategyId');
    const one = offerOf(id);
    refuseEnded(one);
    if (sent === undefined) {
      throw new Refusal(400, invalidValue('strategyId', 'The value is required.', 'null'));
    }
    const strategyId = sent === null ? null : asText(sent);
    if (strategyId !== null) {
      if (!/^\d+$/.test(strategyId)) {
        const info = 'The value must be a numeric identifier.';
        throw new Refusal(400, invalidValue('strategyId', info, strategyId));
      }
      const strategy = strategyOf(strategyId);
      const refuse = (errorId: number, category: Problem['category'], message: string, info: string) =>
        new Refusal(400, problem(errorId, category, message, info, { strategyId }));
      if (strategy === undefined) {
        throw refuse(25764, 'REQUEST', 'Invalid strategy', 'The strategy was not found.');
      }
      if (strategy.strategyStatus === 'PAUSED') {
        throw refuse(25765, 'BUSINESS', 'Invalid strategy', 'A paused strategy cannot be assigned.');
      }
      if (one.min === null) {
        const info = 'Set a minimum price before a pricing strategy is assigned.';
        throw refuse(25767, 'BUSINESS', 'Minimum price required', info);
      }
    }
    [one.strategyId, one.modified] = [strategyId, run.now()];
    return done();
  }

  function ordered(request: Asked): Answered {
    const { reportType } = bodyIn(request);
    if (typeof reportType !== 'string' || !(reportTypes as readonly string[]).includes(reportType)) {
      throw new Refusal(
        400,
        invalidValue('reportType', supported(reportTypes), reportType ?? 'null', 'API_FEED'),
      );
    }
    const taskId = `task-24-${1_005_000_000 + chance(`ranges ${run.run} ${reports.length}`, 900_000_000)}`;
    reports.push({ taskId, reportType, created: run.now(), seconds: 75, fails: false });
    return { status: 202, headers: [['Location', `${run.origin}/v1/reports/${taskId}`]], body: '' };
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw resourceNotFound();
    const { method } = request;
    if (method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part === 'price') return priced(id, request);
      if (part === 'strategy') return assigned(id, request);
    }
    if (method === 'POST' && kind === 'reports' && id === undefined) return ordered(request);
    if (method !== 'GET' || part !== undefined) throw resourceNotFound();
    if (kind === 'listings') {
      return id === undefined ? listed(path, query) : json(200, shownBy(query, 'FULL')(offerOf(id)));
    }
    if (kind === 'strategies') {
      if (id === undefined) {
        const filed = strategies.map((row): Filed => ({
          row,
          values: { strategyStatus: String(row.strategyStatus) },
        }));
        return page(path, query, 'strategies', filed, strategyFields);
      }
      const found = strategyOf(id);
      if (found !== undefined) return json(200, found);
      const info = 'The strategy was not found.';
      throw new Refusal(404, problem(25764, 'REQUEST', 'Invalid strategy', info, { strategyId: id }));
    }
    if (kind !== 'reports') throw resourceNotFound();
    if (id === undefined) {
      const filed = [...reports].reverse().map((one): Filed => ({
        row: reportShown(one),
        values: { reportType: one.reportType, creationDate: one.created },
      }));
      return page(path, query, 'reports', filed, reportFields);
    }
    const found = reports.find(({ taskId }) => taskId === id);
    if (found !== undefined) return json(200, reportShown(found));
    const info = 'The task ID was not found.';
    throw new Refusal(404, problem(160003, 'REQUEST', 'Invalid task ID', info, { taskId: id }, 'API_FEED'));
  }

  /** Refuses those without a key, and more than a few calls within any second. */
  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given !== key) {
      throw new Refusal(
        401,
        given === undefined
          ? gateway(
              1002,
              'OAuth',
              'Missing access token',
              'Access token is missing in the X-API-KEY HTTP request header.',
            )
          : gateway(
              1001,
              'OAuth',
              'Invalid access token',
              'Invalid access token. Check the value of the X-API-KEY HTTP request header.',
            ),
      );
    }
    const now = run.now();
    calls = calls.filter((time) => time > now - 1_000);
    if (calls.length >= callsPerSecond) {
      const message = 'The request limit has been reached for the resource.';
      throw new Refusal(429, gateway(2001, 'ACCESS', 'Too many requests.', message));
    }
    calls = [...calls, now];
  }

  return (request) => {
    count += 1;
    const always: Headers = [
      ['X-Correlation-Id', uuid(`ranges ${run.run} ${count}`)],
      ['Cache-Control', 'private'],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { errors: error.problems }, always);
    }
  };
}

/** Follows the address of the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    for (const name of ['listings', 'strategies', 'reports']) rows.push(...rowsAt(received, name));
    next = textIfAny(received, 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });
const find = (api: Api, query: Readonly<Record<string, string>>, kind = 'listings'): Promise<Received> =>
  api.ask('GET', `/v1/${kind}?${new URLSearchParams(query).toString()}`);

interface Known {
  readonly id: string;
  readonly currency: string;
  /** An amount in the listing's currency, so many hundredths of its price. */
  readonly part: (hundredths: number) => Row;
}

interface Lots {
  /** Listings that have not ended: with a lower bound and no strategy, with both, without a lower bound; and ended ones. */
  readonly free: readonly Known[];
  readonly bound: readonly Known[];
  readonly open: readonly Known[];
  readonly ended: readonly Known[];
}

function lotsOf(rows: readonly Row[]): Lots {
  const known = (some: readonly Row[]) =>
    some.map(({ offerId, pricingSummary }): Known => {
      const { value, currency } = (pricingSummary as Readonly<Record<string, Row>>).price!;
      return {
        id: String(offerId),
        currency: String(currency),
        part: (hundredths) => amount(Math.round(Number(value) * hundredths), String(currency)),
      };
    });
  const on = rows.filter(({ listingStatus }) => listingStatus !== 'ENDED');
  const hasLowest = ({ pricingSummary }: Row) => isObject(pricingSummary) && 'minimumPrice' in pricingSummary;
  return {
    free: known(on.filter((row) => hasLowest(row) && row.strategyId === undefined)),
    bound: known(on.filter((row) => row.strategyId !== undefined)),
    open: known(on.filter((row) => !hasLowest(row))),
    ended: known(rows.filter(({ listingStatus }) => listingStatus === 'ENDED')),
  };
}

const idsOf = (rows: readonly Row[]) => rows.map(({ strategyId, taskId }) => String(strategyId ?? taskId));
const plansOf = (rows: readonly Row[], status: string) =>
  idsOf(rows.filter(({ strategyStatus }) => strategyStatus === status));

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, ended } = lotsOf(await walk(api, '/v1/listings'));
  const plans = await walk(api, '/v1/strategies');
  const ways = plansOf(plans, 'ENABLED');
  const paused = plansOf(plans, 'PAUSED');
  const runs = idsOf(await walk(api, '/v1/reports'));
  await find(api, { limit: '12', fieldgroups: 'FULL' });
  await find(api, { limit: '5', offset: '10' });
  await find(api, { filter: 'listingStatus:{ENDED}' });
  await find(api, { filter: 'listingStatus:{ACTIVE|OUT_OF_STOCK}', limit: '6' });
  await find(api, { filter: 'price:[50..120],priceCurrency:EUR' });
  await find(api, { filter: 'price:[..90],priceCurrency:GBP', sort: 'price' });
  await find(api, { sort: '-price', limit: '5' });
  await find(api, { sort: 'newlyListed', limit: '4' });
  await find(api, { filter: 'strategyStatus:{PAUSED}' }, 'strategies');
  await find(api, { limit: '3' }, 'reports');
  await find(api, { filter: 'reportType:{PRICE_CHANGES}' }, 'reports');
  for (const { id } of [free[0]!, free[1]!, bound[0]!, open[0]!, ended[0]!]) await read(api, 'listings', id);
  await api.ask('GET', `/v1/listings/${bound[0]!.id}?fieldgroups=COMPACT`);
  await read(api, 'strategies', ways[1]);
  await read(api, 'strategies', ways[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[2]);

  await price(api, free[0]!.id, { minimumPrice: free[0]!.part(80), maximumPrice: free[0]!.part(160) });
  await read(api, 'listings', free[0]!.id);
  await price(api, bound[0]!.id, { minimumPrice: bound[0]!.part(70) });
  await read(api, 'listings', bound[0]!.id);
  await price(api, free[1]!.id, { minimumPrice: free[1]!.part(110), maximumPrice: free[1]!.part(150) });
  await price(api, free[2]!.id, { maximumPrice: null });
  await read(api, 'listings', free[2]!.id);
  await price(api, open[0]!.id, { minimumPrice: open[0]!.part(90), maximumPrice: null });
  await assign(api, open[0]!.id, ways[2]);
  await read(api, 'listings', open[0]!.id);
  await assign(api, bound[1]!.id, null);
  await read(api, 'listings', bound[1]!.id);
  await assign(api, free[0]!.id, ways[0]);
  await find(api, { filter: `strategyId:{${ways[0]!}}` });
  const { headers } = await api.ask('POST', '/v1/reports', { json: { reportType: 'ACTIVE_INVENTORY' } });
  const ordered = headers.get('Location') ?? '/v1/reports/missing';
  await api.ask('GET', ordered);
  api.wait(90_000);
  await api.ask('GET', ordered);
  await find(api, { limit: '2' }, 'reports');

  await read(api, 'listings', '9310044010');
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', '9310045010');
  await read(api, 'reports', 'task-24-9000000001');
  await price(api, free[3]!.id, { minimumPrice: free[3]!.part(150), maximumPrice: free[3]!.part(120) });
  await price(api, free[3]!.id, { minimumPrice: { value: 'cheap', currency: free[3]!.currency } });
  await price(api, free[3]!.id, { maximumPrice: 25 });
  await price(api, free[3]!.id, { minimumPrice: { value: '-4.00', currency: free[3]!.currency } });
  await price(api, free[3]!.id, { maximumPrice: { value: '220.00', currency: 'USD' } });
  await price(api, free[3]!.id, {});
  await price(api, ended[0]!.id, { minimumPrice: ended[0]!.part(90) });
  await price(api, bound[0]!.id, { minimumPrice: null });
  await api.ask('PATCH', `/v1/listings/${free[3]!.id}/price`, { text: '{"minimumPrice": {' });
  await assign(api, free[3]!.id, '9310046010');
  await assign(api, free[3]!.id, paused[0]);
  await assign(api, open[1]!.id, ways[1]);
  await find(api, { limit: '500' });
  await find(api, { filter: 'price:[10..50]' });
  await find(api, { filter: 'listingStatus:{SOLD}' });
  await find(api, { filter: 'colour:{RED}', limit: '3' });
  await find(api, { sort: 'weight' });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?limit=1', 9);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ended } = lotsOf(await walk(api, '/v1/listings?limit=15'));
  const plans = await walk(api, '/v1/strategies?limit=4');
  const ways = plansOf(plans, 'ENABLED');
  const runs = idsOf(await walk(api, '/v1/reports?limit=6'));
  await find(api, { limit: '7', fieldgroups: 'FULL' });
  await find(api, { limit: '6', offset: '18' });
  await find(api, { limit: '10', offset: '60' });
  await find(api, { filter: 'listingStatus:{INACTIVE|ENDED}' });
  await find(api, { filter: 'price:[80..150],priceCurrency:EUR', sort: '-price' });
  await find(api, { filter: 'price:[60..],priceCurrency:GBP' });
  await find(api, { filter: 'listingStatus:{ACTIVE},price:[..100],priceCurrency:EUR', limit: '4' });
  await find(api, { sort: 'price', limit: '8' });
  await find(api, { sort: 'newlyListed', limit: '3', offset: '3' });
  await find(api, { filter: 'marketplaceId:{HALL_FR}' });
  await find(api, { filter: 'strategyStatus:{ENABLED}' }, 'strategies');
  await find(api, { filter: 'reportType:{SOLD_LISTINGS}' }, 'reports');
  for (const { id } of [free[4]!, bound[2]!, open[2]!]) await read(api, 'listings', id);
  await api.ask('GET', `/v1/listings/${free[4]!.id}?fieldgroups=COMPACT`);
  await read(api, 'strategies', ways[3]);
  await read(api, 'reports', runs[4]);

  await price(api, free[4]!.id, { minimumPrice: free[4]!.part(75), maximumPrice: free[4]!.part(145) });
  await read(api, 'listings', free[4]!.id);
  await price(api, bound[2]!.id, { maximumPrice: bound[2]!.part(190) });
  await read(api, 'listings', bound[2]!.id);
  await price(api, free[5]!.id, { maximumPrice: free[5]!.part(95) });
  await price(api, open[2]!.id, { minimumPrice: open[2]!.part(85) });
  await assign(api, open[2]!.id, ways[1]);
  await read(api, 'listings', open[2]!.id);
  await assign(api, bound[3]!.id, null);
  await read(api, 'listings', bound[3]!.id);
  const { headers } = await api.ask('POST', '/v1/reports', { json: { reportType: 'PRICE_CHANGES' } });
  await api.ask('GET', headers.get('Location') ?? '/v1/reports/missing');

  await read(api, 'listings', '9415077010');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '9415078010');
  await price(api, '9415079010', { minimumPrice: { value: '12.00', currency: 'EUR' } });
  await price(api, free[6]!.id, { minimumPrice: free[6]!.part(210), maximumPrice: free[6]!.part(130) });
  await price(api, free[6]!.id, { maximumPrice: { value: 'plenty', currency: free[6]!.currency } });
  await price(api, free[6]!.id, { minimumPrice: '19.90' });
  await price(api, free[6]!.id, { maximumPrice: { value: '0', currency: free[6]!.currency } });
  await price(api, bound[4]!.id, { minimumPrice: null });
  await price(api, ended[1]!.id, { maximumPrice: ended[1]!.part(120) });
  await api.ask('PATCH', `/v1/listings/${free[6]!.id}/price`, { text: '{"maximumPrice"' });
  await assign(api, free[6]!.id, '9415080010');
  await assign(api, open[3]!.id, ways[2]);
  await find(api, { limit: '0' });
  await find(api, { filter: 'price:[20..40],listingStatus:{ACTIVE}' });
  await find(api, { filter: 'listingStatus:{LOST}' });
  await find(api, { filter: 'shape:{ROUND}', limit: '4' });
  await find(api, { sort: '-length' });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const valueRanges: WalkedService = {
  name: 'value-ranges',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
