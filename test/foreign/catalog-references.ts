// A telecom's open API for its product catalog: bare arrays whose total and size are told by headers, with 206 while a page is
// only a part of what there is and 416 behind the last one, links in the header `Link`; ids that are URNs; every object says its
// @type and its own address, what it refers to stands there by id, address and name in a list, or whole where it is expanded;
// members are left out while they are unset; filters are paths with a comparator behind a dot (`price.value.gte`), several
// values between commas and patterns, orders of several paths with a minus, members that are chosen on the first level (`none`
// leaves the identity); money as a unit and a number; writes are merge patches, answered with the whole record under its next
// version, which is its ETag; refusals of one fault with a number for its kind, a reason for the kind and a message of its own.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, member, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ctk_2f9d41c7e0b85a36';
const perSecond = 8;
const largestPage = 100;
const largestValue = 50_000;
const unit = 'EUR';

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const urn = (kind: string, seed: string) => `urn:catalog:${kind}:${uuid(seed)}`;
const money = (cents: number): Row => ({ unit, value: cents / 100 });

const states = ['Active', 'Active', 'Launched', 'In test', 'Retired'] as const;
const priceKinds = ['recurring', 'recurring', 'usage', 'oneTime'] as const;
const owners = ['Velmora Mobile', 'Tarnwick Telecom', 'Oskelby Net', 'Halvik Fibre'] as const;
const lines = ['Mobile', 'Fibre', 'Family', 'Business', 'Roaming', 'Starter'] as const;
const sizes = ['S', 'M', 'L', 'XL', 'Max'] as const;
const kinds = { listings: 'ProductOfferingPrice', strategies: 'PricingLogicAlgorithm', reports: 'ExportJob' };
type Kind = keyof typeof kinds;

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly state: (typeof states)[number];
  readonly kind: (typeof priceKinds)[number];
  readonly owner: (typeof owners)[number];
  readonly price: number;
  readonly started: number;
  readonly ended: number | null;
  lower: number | null;
  upper: number | null;
  algorithm: string | null;
  updated: number;
  minor: number;
}

const algorithms = [
  {
    name: 'Undercut by one cent',
    spec: 'competitive',
    state: 'Active',
    needsLower: true,
    about: 'Stays just below the next tariff.',
  },
  { name: 'Follow the median', spec: 'competitive', state: 'Active', needsLower: true, about: null },
  {
    name: 'Cost plus margin',
    spec: 'cost-based',
    state: 'Active',
    needsLower: false,
    about: 'Adds a margin to what a line costs.',
  },
  {
    name: 'Night discount',
    spec: 'time-based',
    state: 'Retired',
    needsLower: false,
    about: 'Was for calls at night.',
  },
  {
    name: 'Loyalty steps',
    spec: 'customer-based',
    state: 'Active',
    needsLower: false,
    about: 'Less for each year.',
  },
  { name: 'Flat', spec: 'fixed', state: 'Active', needsLower: false, about: null },
  { name: 'Peak and off-peak', spec: 'time-based', state: 'Active', needsLower: true, about: null },
].map((one, index) => ({
  ...one,
  id: urn('pricing-logic-algorithm', `references algorithm ${index}`),
  started: pastMoment(`references algorithm ${index}`),
}));

function offers(): Offer[] {
  return Array.from({ length: 49 }, (_, index): Offer => {
    const seed = `references ${index}`;
    const state = oneOf(`${seed} state`, states);
    const started = pastMoment(seed) + chance(`${seed} thousandth`, 1_000);
    const price = 490 + chance(`${seed} price`, 11_500);
    const hasLower = chance(`${seed} lower`, 5) > 0;
    return {
      id: urn('product-offering-price', seed),
      name: `${oneOf(`${seed} line`, lines)} ${oneOf(`${seed} size`, sizes)} ${100 + chance(`${seed} number`, 800)}`,
      state,
      kind: oneOf(`${seed} kind`, priceKinds),
      owner: oneOf(`${seed} owner`, owners),
      price,
      started,
      ended: state === 'Retired' ? started + 200 * 86_400_000 : null,
      lower: hasLower ? Math.round(price * 0.75) : null,
      upper: chance(`${seed} upper`, 4) > 0 ? Math.round(price * 1.3) : null,
      algorithm: hasLower && chance(`${seed} algorithm`, 3) > 0 ? algorithms[chance(seed, 3)]!.id : null,
      updated: started + chance(`${seed} updated`, 150 * 86_400_000),
      minor: chance(`${seed} minor`, 9),
    };
  }).sort((one, other) => (one.id < other.id ? -1 : 1));
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly headers: Headers;

  constructor(status: number, code: string, reason: string, message: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.headers = headers;
  }
}

const badParameter = (message: string) => new Refusal(400, '28', 'Invalid query-string parameter', message);
const badField = (message: string) => new Refusal(400, '24', 'Invalid body field', message);
const against = (code: string, message: string) => new Refusal(409, code, 'Business rule violated', message);

/** All values at a path, through whatever lists are on the way. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesAt(one, path));
  const [first, ...rest] = path;
  if (first === undefined) return value === undefined ? [] : [value];
  return isObject(value) ? valuesAt(value[first], rest) : [];
}

const comparators = ['gt', 'gte', 'lt', 'lte', 'ne', 'regex'] as const;
type Comparator = (typeof comparators)[number] | 'eq';

/** The paths that may be compared and sorted by, and what they lead to. */
const paths: Readonly<Record<Kind, Readonly<Record<string, 'text' | 'number' | 'moment' | 'flag'>>>> = {
  listings: {
    id: 'text',
    name: 'text',
    lifecycleStatus: 'text',
    priceType: 'text',
    version: 'text',
    isBundle: 'flag',
    lastUpdate: 'moment',
    'validFor.startDateTime': 'moment',
    'price.value': 'number',
    'lowerBound.value': 'number',
    'upperBound.value': 'number',
    'relatedParty.name': 'text',
    'pricingLogicAlgorithm.id': 'text',
    'pricingLogicAlgorithm.name': 'text',
  },
  strategies: { id: 'text', name: 'text', lifecycleStatus: 'text', plaSpecId: 'text', lastUpdate: 'moment' },
  reports: { id: 'text', status: 'text', path: 'text', creationDate: 'moment' },
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = offers();
  const jobs = Array.from({ length: 8 }, (_, index) => ({
    id: urn('export-job', `references job ${index}`),
    created:
      index < 2
        ? opened - 12_000 - 40_000 * index
        : opened - index * 50_400_000 - chance(`references job ${index}`, 20_000_000),
    lasts: 90_000 + index * 21_000,
    fails: index === 4,
    query: index % 3 === 0 ? 'lifecycleStatus=Active' : index % 3 === 1 ? 'priceType=usage' : null,
    file: scrambled(`references file ${run.run} ${index}`, 24, hex),
  }));
  const recent: number[] = [];
  let count = 0;

  const identity = (kind: Kind, id: string): Row => ({ id, href: `${run.origin}/v1/${kind}/${id}` });

  const algorithmShown = (one: (typeof algorithms)[number]): Row => ({
    ...identity('strategies', one.id),
    name: one.name,
    ...(one.about === null ? {} : { description: one.about }),
    lifecycleStatus: one.state,
    plaSpecId: one.spec,
    requiresLowerBound: one.needsLower,
    validFor: { startDateTime: moment(one.started) },
    lastUpdate: moment(one.started + 432_000_000),
    '@type': kinds.strategies,
  });

  function referred(id: string, expands: boolean): Row {
    const one = algorithms.find((algorithm) => algorithm.id === id)!;
    if (expands) return algorithmShown(one);
    return { ...identity('strategies', id), name: one.name, '@referredType': kinds.strategies };
  }

  const offerShown = (one: Offer, expands = false): Row => ({
    ...identity('listings', one.id),
    name: one.name,
    version: `1.${one.minor}`,
    lifecycleStatus: one.state,
    isBundle: false,
    priceType: one.kind,
    ...(one.kind === 'recurring'
      ? { recurringChargePeriodType: 'month', recurringChargePeriodLength: 1 }
      : {}),
    ...(one.kind === 'usage' ? { unitOfMeasure: { amount: 1, units: 'GB' } } : {}),
    price: money(one.price),
    tax: [{ taxCategory: 'VAT', taxRate: 20, taxAmount: money(Math.round(one.price / 5)) }],
    ...(one.lower === null ? {} : { lowerBound: money(one.lower) }),
    ...(one.upper === null ? {} : { upperBound: money(one.upper) }),
    ...(one.algorithm === null ? {} : { pricingLogicAlgorithm: [referred(one.algorithm, expands)] }),
    relatedParty: [{ name: one.owner, role: 'Owner', '@referredType': 'Organization' }],
    validFor: {
      startDateTime: moment(one.started),
      ...(one.ended === null ? {} : { endDateTime: moment(one.ended) }),
    },
    lastUpdate: moment(one.updated),
    '@type': kinds.listings,
  });

  function jobShown({ id, created, lasts, fails, query, file }: (typeof jobs)[number]): Row {
    const elapsed = run.now() - created;
    const isOver = elapsed >= lasts;
    const status = elapsed < 30_000 ? 'Not Started' : !isOver ? 'Running' : fails ? 'Failed' : 'Succeeded';
    return {
      ...identity('reports', id),
      path: '/v1/listings',
      ...(query === null ? {} : { query }),
      contentType: 'text/csv',
      status,
      creationDate: moment(created),
      ...(isOver ? { completionDate: moment(created + lasts) } : {}),
      ...(status === 'Succeeded' ? { url: `${run.origin}/exports/${file}.csv` } : {}),
      ...(status === 'Failed' ? { errorLog: 'The export ran out of memory.' } : {}),
      '@type': kinds.reports,
    };
  }

  function whole(query: URLSearchParams, name: string, usual: number, least: number, most: number): number {
    const text = query.get(name);
    if (text === null) return usual;
    const value = Number(text);
    if (!/^-?\d+$/.test(text)) throw badParameter(`${name} must be an integer`);
    if (value < least) throw badParameter(`${name} must be at least ${least}`);
    if (value > most) throw badParameter(`${name} must be at most ${most}`);
    return value;
  }

  function conditionOf(kind: Kind, name: string, text: string): (record: Row) => boolean {
    const last = name.split('.').at(-1)!;
    const by: Comparator = comparators.find((comparator) => comparator === last) ?? 'eq';
    const path = by === 'eq' ? name : name.slice(0, -by.length - 1);
    const leadsTo = paths[kind][path];
    if (leadsTo === undefined) throw badParameter(`${path} is not an attribute of ${kinds[kind]}`);
    const found = (record: Row) => valuesAt(record, path.split('.'));
    if (by === 'regex') {
      try {
        const pattern = new RegExp(text, 'i');
        return (record) => found(record).some((value) => pattern.test(String(value)));
      } catch {
        throw badParameter(`${name} is not a valid regular expression`);
      }
    }
    const readAs = (one: string): string | number => {
      if (leadsTo === 'number') {
        if (one.trim() === '' || Number.isNaN(Number(one))) throw badParameter(`${name} must be a number`);
        return Number(one);
      }
      if (leadsTo === 'moment') {
        if (Number.isNaN(Date.parse(one))) throw badParameter(`${name} must be a date-time`);
        return Date.parse(one);
      }
      if (leadsTo === 'flag' && one !== 'true' && one !== 'false')
        throw badParameter(`${name} must be a boolean`);
      return one;
    };
    const sent = text.split(',').map(readAs);
    const comparable = (value: unknown): string | number =>
      leadsTo === 'moment' ? Date.parse(String(value)) : leadsTo === 'number' ? Number(value) : String(value);
    const holds: Readonly<Record<Exclude<Comparator, 'regex'>, (value: string | number) => boolean>> = {
      eq: (value) => sent.includes(value),
      ne: (value) => !sent.includes(value),
      gt: (value) => value > sent[0]!,
      gte: (value) => value >= sent[0]!,
      lt: (value) => value < sent[0]!,
      lte: (value) => value <= sent[0]!,
    };
    return (record) => found(record).some((value) => holds[by](comparable(value)));
  }

  function sorted(kind: Kind, records: readonly Row[], text: string | null): readonly Row[] {
    if (text === null) return records;
    const orders = text.split(',').map((name) => {
      const path = name.replace(/^[-+ ]/, '');
      if (paths[kind][path] === undefined)
        throw badParameter(`sort: ${path} is not an attribute of ${kinds[kind]}`);
      const of = (record: Row) => valuesAt(record, path.split('.'))[0] as string | number | undefined;
      return { of, sign: name.startsWith('-') ? -1 : 1 };
    });
    return records.toSorted((one, other) => {
      for (const { of, sign } of orders) {
        const [first, second] = [of(one), of(other)];
        if (first === second) continue;
        // What has no value stands at the end, whichever way round.
        if (first === undefined) return 1;
        if (second === undefined) return -1;
        return first < second ? -sign : sign;
      }
      return 0;
    });
  }

  function chosen(record: Row, text: string | null): Row {
    if (text === null) return record;
    const names = new Set([...text.split(','), 'id', 'href', '@type']);
    return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
  }

  function expandsIn(query: URLSearchParams): boolean {
    const text = query.get('expand');
    if (text !== null && text !== 'pricingLogicAlgorithm') throw badParameter(`${text} cannot be expanded`);
    return text !== null;
  }

  function listed(kind: Kind, path: string, query: URLSearchParams): Answered {
    const offset = whole(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
    const limit = whole(query, 'limit', 20, 1, largestPage);
    const expands = kind === 'listings' && expandsIn(query);
    const known = ['offset', 'limit', 'sort', 'fields', ...(kind === 'listings' ? ['expand'] : [])];
    const conditions = [...query]
      .filter(([name]) => !known.includes(name))
      .map(([name, text]) => conditionOf(kind, name, text));
    const records = {
      listings: () => all.map((one) => offerShown(one, expands)),
      strategies: () => algorithms.map(algorithmShown),
      reports: () => jobs.map(jobShown),
    }[kind]();
    const found = sorted(
      kind,
      records.filter((record) => conditions.every((holds) => holds(record))),
      query.get('sort'),
    );
    const total = found.length;
    if (offset > 0 && offset >= total) {
      throw new Refusal(
        416,
        '28',
        'Invalid query-string parameter',
        `offset ${offset} is beyond the last of ${total} resources`,
        [['X-Total-Count', String(total)]],
      );
    }
    const shown = found.slice(offset, offset + limit);
    const linkTo = (relation: string, at: number) => {
      const there = new URLSearchParams(query);
      there.set('offset', String(at));
      there.set('limit', String(limit));
      return `<${run.origin}${path}?${there.toString()}>; rel="${relation}"`;
    };
    const links = [
      linkTo('self', offset),
      linkTo('first', 0),
      ...(offset > 0 ? [linkTo('prev', Math.max(0, offset - limit))] : []),
      ...(offset + limit < total ? [linkTo('next', offset + limit)] : []),
      linkTo('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit),
    ];
    return json(
      shown.length < total ? 206 : 200,
      shown.map((record) => chosen(record, query.get('fields'))),
      [
        ['X-Total-Count', String(total)],
        ['X-Result-Count', String(shown.length)],
        ['Link', links.join(', ')],
      ],
      'application/json;charset=utf-8',
    );
  }

  const etagOf = ({ minor }: Offer) => `"1.${minor}"`;

  function shownAlone(kind: Kind, id: string, query: URLSearchParams, { headers }: Asked): Answered {
    const fields = query.get('fields');
    const type = 'application/json;charset=utf-8';
    const nobody = new Refusal(404, '60', 'Resource not found', `No ${kinds[kind]} with id ${id}`);
    if (kind === 'listings') {
      const offer = all.find((one) => one.id === id);
      if (offer === undefined) throw nobody;
      const etag: Headers = [['ETag', etagOf(offer)]];
      if (headers['if-none-match'] === etagOf(offer)) return { status: 304, headers: etag, body: '' };
      return json(200, chosen(offerShown(offer, expandsIn(query)), fields), etag, type);
    }
    const algorithm = algorithms.find((one) => one.id === id);
    const job = jobs.find((one) => one.id === id);
    if (kind === 'strategies' && algorithm !== undefined) {
      return json(200, chosen(algorithmShown(algorithm), fields), [], type);
    }
    if (kind === 'reports' && job !== undefined) return json(200, chosen(jobShown(job), fields), [], type);
    throw nobody;
  }

  function bodyIn(request: Asked, allowed: readonly string[]): Row {
    const type = request.headers['content-type'] ?? '';
    if (request.body === '') throw new Refusal(400, '21', 'Missing body', 'A body is required');
    if (!['application/json', 'application/merge-patch+json'].includes(type)) {
      throw new Refusal(415, '68', 'Unsupported media type', `Content type '${type}' is not supported`);
    }
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, '22', 'Invalid body', 'The body is not valid JSON');
    if (!isObject(sent.json)) throw new Refusal(400, '22', 'Invalid body', 'The body must be an object');
    const stranger = Object.keys(sent.json).find((name) => !allowed.includes(name));
    if (stranger !== undefined) throw badField(`${stranger} cannot be patched here`);
    return sent.json;
  }

  function offerFor({ headers }: Asked, id: string): Offer {
    const offer = all.find((one) => one.id === id);
    if (offer === undefined)
      throw new Refusal(404, '60', 'Resource not found', `No ${kinds.listings} with id ${id}`);
    const known = headers['if-match'];
    if (known !== undefined && known !== etagOf(offer)) {
      throw new Refusal(
        412,
        '26',
        'Invalid header value',
        `If-Match does not match version 1.${offer.minor}`,
      );
    }
    return offer;
  }

  function changed(offer: Offer): Answered {
    offer.updated = run.now();
    offer.minor += 1;
    return json(200, offerShown(offer), [['ETag', etagOf(offer)]], 'application/json;charset=utf-8');
  }

  function boundIn(body: Row, name: string, now: number | null): number | null {
    const sent = body[name];
    if (sent === undefined) return now;
    if (sent === null) return null;
    if (!isObject(sent)) throw badField(`${name} must be of type Money`);
    if (sent.unit !== undefined && sent.unit !== unit) throw badField(`${name}.unit must be ${unit}`);
    const { value } = sent;
    if (value === undefined && now === null) {
      throw new Refusal(400, '23', 'Missing body field', `${name}.value is required`);
    }
    if (value === undefined) return now;
    if (typeof value !== 'number') throw badField(`${name}.value must be a number`);
    if (value < 0) throw badField(`${name}.value must not be negative`);
    if (value > largestValue) throw badField(`${name}.value must not exceed ${largestValue}`);
    if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) {
      throw badField(`${name}.value must not have more than 2 decimal places`);
    }
    return Math.round(value * 100);
  }

  const mayChange = (offer: Offer) => {
    if (offer.state === 'Retired') throw against('BR-102', `${offer.name} is Retired and cannot be changed`);
  };

  function priced(offer: Offer, request: Asked): Answered {
    const body = bodyIn(request, ['lowerBound', 'upperBound', '@type']);
    if (body.lowerBound === undefined && body.upperBound === undefined) {
      throw new Refusal(400, '23', 'Missing body field', 'lowerBound or upperBound is required');
    }
    const lower = boundIn(body, 'lowerBound', offer.lower);
    const upper = boundIn(body, 'upperBound', offer.upper);
    mayChange(offer);
    if (lower !== null && upper !== null && lower > upper) {
      throw against(
        'BR-101',
        `lowerBound ${lower / 100} ${unit} is greater than upperBound ${upper / 100} ${unit}`,
      );
    }
    const algorithm = algorithms.find(({ id }) => id === offer.algorithm);
    if (lower === null && algorithm?.needsLower === true) {
      throw against('BR-104', `${algorithm.name} requires a lowerBound`);
    }
    offer.lower = lower;
    offer.upper = upper;
    return changed(offer);
  }

  function assigned(offer: Offer, request: Asked): Answered {
    const { pricingLogicAlgorithm: sent } = bodyIn(request, ['pricingLogicAlgorithm', '@type']);
    if (sent === undefined) {
      throw new Refusal(400, '23', 'Missing body field', 'pricingLogicAlgorithm is required');
    }
    if (sent !== null && !Array.isArray(sent)) throw badField('pricingLogicAlgorithm must be an array');
    const references: readonly unknown[] = sent ?? [];
    if (references.length > 1) throw badField('pricingLogicAlgorithm must not have more than 1 item');
    let given: string | null = null;
    if (references.length === 1) {
      const id = member(references[0], 'id');
      if (id === undefined) {
        throw new Refusal(400, '23', 'Missing body field', 'pricingLogicAlgorithm[0].id is required');
      }
      if (typeof id !== 'string') throw badField('pricingLogicAlgorithm[0].id must be a string');
      const algorithm = algorithms.find((one) => one.id === id);
      if (algorithm === undefined) {
        throw badField(`pricingLogicAlgorithm[0].id refers to an unknown ${kinds.strategies}`);
      }
      mayChange(offer);
      if (algorithm.state === 'Retired')
        throw against('BR-103', `${algorithm.name} is Retired and cannot be referred to`);
      if (algorithm.needsLower && offer.lower === null) {
        throw against('BR-104', `${algorithm.name} requires a lowerBound`);
      }
      given = algorithm.id;
    }
    mayChange(offer);
    offer.algorithm = given;
    return changed(offer);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);
    const isPart = part === undefined || (kind === 'listings' && (part === 'price' || part === 'strategy'));
    if (version !== 'v1' || more.length > 0 || !isKind(kind) || !isPart) {
      throw new Refusal(404, '60', 'Resource not found', `Nothing is found at ${path}`);
    }
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, '61', 'Method not allowed', `${request.method} is not allowed at ${path}`, [
        ['Allow', method],
      ]);
    }
    if (id === undefined) return listed(kind, path, query);
    if (part === undefined) return shownAlone(kind, id, query, request);
    const offer = offerFor(request, id);
    return part === 'price' ? priced(offer, request) : assigned(offer, request);
  }

  function admit({ headers }: Asked): void {
    const challenge: Headers = [['WWW-Authenticate', 'ApiKey realm="catalog"']];
    if (headers['x-api-key'] === undefined) {
      throw new Refusal(401, '40', 'Missing credentials', 'An API key is required', challenge);
    }
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, '41', 'Invalid credentials', 'The API key is not valid', challenge);
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(429, '53', 'Too many requests', `More than ${perSecond} requests in a second`, [
        ['Retry-After', '1'],
      ]);
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const sent = request.headers['x-correlation-id'];
    const told: Headers = [['X-Correlation-Id', sent ?? uuid(`references ${run.run} ${count}`)]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, reason, message } = error;
      const shown = { code, reason, message, status: String(status), '@type': 'Error' };
      return json(status, shown, [...error.headers, ...told], 'application/json;charset=utf-8');
    }
  };
}

/** Where a list goes on, as the header `Link` tells. */
const nextOf = (received: Received): string | undefined =>
  /<([^>]*)>; rel="next"/.exec(header(received, 'Link') ?? '')?.[1];

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received));
    next = nextOf(received);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const patch = (api: Api, id: unknown, part: string, body: unknown, headers: Record<string, string> = {}) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, {
    json: body,
    headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
  });
const price = (api: Api, id: unknown, body: unknown, headers: Record<string, string> = {}) =>
  patch(api, id, 'price', body, headers);
const assign = (api: Api, id: unknown, algorithm: unknown) =>
  patch(api, id, 'strategy', { pricingLogicAlgorithm: [{ id: algorithm }] });
const eur = (value: unknown): Row => ({ unit: 'EUR', value });

interface Ids {
  /** Of offers that can be changed: with a lower bound and without an algorithm, with one, without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly retired: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ lifecycleStatus }) => lifecycleStatus !== 'Retired');
  const idOf = ({ id }: Row) => id;
  const has = (name: string) => (row: Row) => row[name] !== undefined;
  return {
    free: kept.filter((row) => has('lowerBound')(row) && !has('pricingLogicAlgorithm')(row)).map(idOf),
    bound: kept.filter(has('pricingLogicAlgorithm')).map(idOf),
    open: kept.filter((row) => !has('lowerBound')(row)).map(idOf),
    retired: rows.find(({ lifecycleStatus }) => lifecycleStatus === 'Retired')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, retired } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=3')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=10&offset=10');
  await get('limit=10&offset=45');
  await get('offset=80');
  await get('lifecycleStatus=Active&limit=50');
  await walk(api, '/v1/listings?lifecycleStatus=Launched,Retired&limit=9');
  await get('lifecycleStatus=Gone');
  await get('priceType=usage&fields=name,price,unitOfMeasure');
  await get('relatedParty.name=Halvik%20Fibre&limit=5');
  await get('price.value.gte=80&limit=40');
  await get('price.value.gt=20&price.value.lte=45.50');
  await get('lowerBound.value.lt=15&sort=lowerBound.value');
  await get('lastUpdate.gte=2025-05-01T00:00:00Z&limit=30');
  await get('validFor.startDateTime.lt=2024-04-01');
  await get(`pricingLogicAlgorithm.id=${String(plans[0])}`);
  await get('name.regex=fibre&limit=12');
  await get('name.regex=%5EMobile%20X');
  await get('lifecycleStatus.ne=Active&priceType=recurring&limit=6');
  await get('sort=-price.value&limit=7');
  await get('sort=name&limit=8');
  await get('sort=-lastUpdate&limit=5');
  await get('sort=lifecycleStatus,-price.value&limit=12');
  await get('fields=name,lifecycleStatus&limit=4');
  await get('fields=none&limit=3');
  await get('expand=pricingLogicAlgorithm&limit=3');
  await api.ask('GET', '/v1/strategies?lifecycleStatus=Active&limit=3');
  await api.ask('GET', '/v1/strategies?plaSpecId=time-based');
  await api.ask('GET', '/v1/reports?status=Succeeded&limit=4');
  await api.ask('GET', '/v1/reports?sort=creationDate&limit=2');
  for (const index of [0, 2, 5]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', bound[1], '?expand=pricingLogicAlgorithm');
  await read(api, 'listings', free[1], '?fields=name,lowerBound,upperBound');
  const known = header(await read(api, 'listings', bound[3]), 'ETag') ?? '';
  await api.ask('GET', `/v1/listings/${String(bound[3])}`, { headers: { 'If-None-Match': known } });
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  await price(api, free[0], { lowerBound: eur(12.9), upperBound: eur(180) });
  await read(api, 'listings', free[0]);
  await price(api, bound[3], { lowerBound: eur(9.99), upperBound: eur(210.5) }, { 'If-Match': known });
  await price(api, bound[3], { lowerBound: eur(10.49) }, { 'If-Match': known });
  await price(api, bound[0], { upperBound: null });
  await read(api, 'listings', bound[0]);
  await price(api, bound[1], { lowerBound: { value: 4.25 } });
  await price(api, open[0], { lowerBound: eur(7.5), '@type': 'ProductOfferingPrice' });
  await price(api, free[1], { upperBound: eur(99) });
  await read(api, 'listings', free[1]);
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0]);
  await assign(api, open[1], plans[2]);
  await patch(api, bound[0], 'strategy', { pricingLogicAlgorithm: [] });
  await read(api, 'listings', bound[0]);
  await get('sort=-lastUpdate&limit=6');
  await get(`pricingLogicAlgorithm.id=${String(plans[2])}&expand=pricingLogicAlgorithm`);
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?limit=2');

  const nobody = (kind: string, digit: number) =>
    `urn:catalog:${kind}:0b7d1c52-3f0e-4f61-9c1a-2f6a8e5d4c3${digit}`;
  await read(api, 'listings', nobody('product-offering-price', 0));
  await read(api, 'listings', 'fibre');
  await read(api, 'strategies', nobody('pricing-logic-algorithm', 1));
  await read(api, 'reports', nobody('export-job', 2));
  await price(api, nobody('product-offering-price', 3), { lowerBound: eur(3) });
  await price(api, free[2], { lowerBound: eur(60), upperBound: eur(59.99) });
  await price(api, free[3], { lowerBound: eur(20.5), upperBound: eur(20) });
  await price(api, free[2], { lowerBound: eur('cheap') });
  await price(api, free[2], { lowerBound: eur(5), upperBound: eur(true) });
  await price(api, free[2], { upperBound: 25 });
  await price(api, free[2], { lowerBound: eur(-1) });
  await price(api, free[2], { upperBound: eur(60_000) });
  await price(api, free[2], { lowerBound: eur(9.999) });
  await price(api, free[2], { lowerBound: { unit: 'USD', value: 9 } });
  await price(api, open[2], { lowerBound: { unit: 'EUR' } });
  await price(api, free[2], {});
  await price(api, free[2], { lowerBound: eur(9), colour: 'red' });
  await price(api, free[2], [1]);
  await price(api, bound[1], { lowerBound: null });
  await price(api, retired, { lowerBound: eur(5) });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"lowerBound": ' });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`);
  await price(api, free[2], { lowerBound: eur(9) }, { 'Content-Type': 'text/plain' });
  await assign(api, free[2], nobody('pricing-logic-algorithm', 4));
  await assign(api, free[2], plans[3]);
  await assign(api, free[2], 17);
  await patch(api, free[2], 'strategy', {});
  await patch(api, free[2], 'strategy', { pricingLogicAlgorithm: String(plans[2]) });
  await patch(api, free[2], 'strategy', { pricingLogicAlgorithm: [{ name: 'Flat' }] });
  await assign(api, open[2], plans[0]);
  await assign(api, retired, plans[4]);
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('offset=-1');
  await get('price.value.gte=cheap');
  await get('lastUpdate.gte=monday');
  await get('colour=red&limit=3');
  await get('sort=colour');
  await get('expand=relatedParty');
  await get('name.regex=%5B');
  await api.ask('GET', '/v1/reports?colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[2])}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'ctk_0000000000000000' } });
  await api.ask('GET', '/v1/strategies?limit=1', { headers: { 'X-Correlation-Id': 'nightly-17' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=2', 10);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=4');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, retired } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const plans = (await walk(api, '/v1/strategies?limit=5')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=6&offset=12');
  await get('limit=30&offset=49');
  await get('lifecycleStatus=In%20test&limit=4');
  await get('priceType=oneTime,usage&limit=15');
  await get('relatedParty.name=Oskelby%20Net&sort=name');
  await get('price.value.lt=25');
  await get('price.value.gte=50.25&sort=price.value&limit=9');
  await get('upperBound.value.gte=100&limit=5');
  await get('lastUpdate.lt=2024-08-01T12:00:00Z&limit=11');
  await get(`pricingLogicAlgorithm.id=${String(plans[1])}&fields=name,pricingLogicAlgorithm`);
  await get('name.regex=business');
  await get('lifecycleStatus.ne=Launched&limit=7');
  await get('sort=-name&limit=5');
  await get('sort=lastUpdate&limit=4');
  await get('sort=priceType,name&limit=10');
  await get('fields=version,lastUpdate&limit=6&offset=6');
  await get('expand=pricingLogicAlgorithm&lifecycleStatus=Launched');
  await api.ask('GET', '/v1/strategies?lifecycleStatus=Retired');
  await api.ask('GET', '/v1/strategies?sort=-name&limit=4');
  await api.ask('GET', '/v1/reports?status=Failed');
  await api.ask('GET', '/v1/reports?status=Succeeded&limit=2&offset=2');
  await read(api, 'listings', bound[4]);
  const known = header(await read(api, 'listings', free[4]), 'ETag') ?? '';
  await read(api, 'listings', bound[6], '?expand=pricingLogicAlgorithm');
  await read(api, 'listings', open[3], '?fields=price');
  await api.ask('GET', `/v1/listings/${String(free[4])}`, { headers: { 'If-None-Match': known } });
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[5]);

  await price(api, free[4], { lowerBound: eur(3.75), upperBound: eur(140) }, { 'If-Match': known });
  await read(api, 'listings', free[4]);
  await price(api, bound[4], { upperBound: eur(301.1) });
  await price(api, free[3], { lowerBound: { value: 2.5 }, upperBound: null });
  await read(api, 'listings', free[3]);
  await assign(api, free[4], plans[0]);
  await read(api, 'listings', free[4], '?expand=pricingLogicAlgorithm');
  await patch(api, bound[6], 'strategy', { pricingLogicAlgorithm: [] });
  await get('sort=-lastUpdate&limit=3');

  const nobody = (kind: string, digit: number) =>
    `urn:catalog:${kind}:6a1f5b0e-7c7d-4d0e-8f43-95b0c2f7e1a${digit}`;
  await read(api, 'listings', nobody('product-offering-price', 0));
  await read(api, 'reports', 'latest');
  await price(api, nobody('product-offering-price', 1), { upperBound: eur(30) });
  await price(api, free[5], { lowerBound: eur(71.2), upperBound: eur(70) });
  await price(api, free[5], { upperBound: eur('lots') });
  await price(api, free[5], { lowerBound: 'low' });
  await price(api, free[5], { upperBound: eur(-0.5) });
  await price(api, free[5], { lowerBound: eur(75_000.5) });
  await price(api, free[5], { upperBound: eur(20.125) });
  await price(api, free[5], { shape: 'round', upperBound: eur(9) });
  await price(api, bound[4], { upperBound: eur(300) }, { 'If-Match': '"0.1"' });
  await price(api, retired, { upperBound: eur(800) });
  await assign(api, free[5], nobody('pricing-logic-algorithm', 2));
  await assign(api, free[5], plans[3]);
  await assign(api, free[5], false);
  await assign(api, open[4], plans[1]);
  await get('limit=-5');
  await get('limit=250');
  await get('offset=some');
  await get('price.value.lt=dear');
  await get('shape=round');
  await get('sort=-size,name');
  await api.ask('GET', '/v1/strategies?shape=round');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const catalogReferences: WalkedService = {
  name: 'catalog-references',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
