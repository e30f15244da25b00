// A marketplace of used cars, for the software of dealers: every request names the dealer by a parameter, a list is results
// beside totalResults, pages are counted from one and sizes refused beyond a limit; a record is in sections (vehicle,
// advertiser, adverts, pricing, metadata), further sections (valuations, metrics, features) come for who asks for them by a
// flag; amounts as {amountGBP: 12995}, null where none is set, whole pounds, moments in UTC to the millisecond, dates
// without a time. A change is the part of the record that changes, nested as the record is, may name the version that it
// changes, and is answered by the whole record, with warnings where something is odd. What is wrong is a list of warnings
// of the type ERROR, each about a feature; the gateway before it refuses in a style of its own.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'dms-41c7e0b29a5f4d6c';
const advertiser = '66897';
const perSecond = 8;
const largestPage = 100;
const largestPrice = 9_999_999;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const day = (milliseconds: number) => moment(milliseconds).slice(0, 10);
const amount = (pounds: number | null) => ({ amountGBP: pounds });

const lifecycles = ['FORECOURT', 'DUE_IN', 'SALE_IN_PROGRESS', 'SOLD', 'WASTEBIN'] as const;
const bodies = ['Hatchback', 'SUV', 'Estate', 'Saloon'] as const;
const fuels = ['Petrol', 'Diesel', 'Electric', 'Petrol Hybrid'] as const;
const gears = ['Manual', 'Automatic'] as const;
const reportStatuses = ['REQUESTED', 'IN_PROGRESS', 'READY', 'FAILED'] as const;
const reportTypes = ['PRICE_POSITION', 'DAYS_TO_SELL', 'ADVERT_VIEWS'] as const;
const cars: Readonly<Record<string, readonly string[]>> = {
  Velmora: ['Arc', 'Lumen', 'Strada'],
  Tarnwick: ['Fell', 'Moor'],
  Oskelby: ['One', 'Two', 'Cross'],
  Halvik: ['E3', 'E5'],
  Norrast: ['Tundra', 'Fjord'],
};
const features = ['Air Conditioning', 'Heated Seats', 'Parking Camera', 'Roof Rails', 'Sat Nav', 'Tow Bar'];
/** The sections that come where a flag asks for them. */
const flags = ['features', 'valuations', 'vehicleMetrics'] as const;
type Flag = (typeof flags)[number];

interface Listing {
  readonly id: string;
  readonly reference: string | null;
  readonly registration: string;
  readonly make: string;
  readonly model: string;
  readonly derivative: string;
  readonly body: (typeof bodies)[number];
  readonly fuel: (typeof fuels)[number];
  readonly gear: (typeof gears)[number];
  readonly year: number;
  readonly miles: number;
  readonly lifecycle: (typeof lifecycles)[number];
  readonly forecourt: number;
  readonly supplied: number;
  readonly value: number;
  readonly grabber: string | null;
  readonly isPublished: boolean;
  readonly stocked: number;
  minimum: number | null;
  maximum: number | null;
  strategy: number | null;
  version: number;
  updated: number;
  isOurs: boolean;
}

const strategies = [
  { id: 311, name: 'Follow the valuation', method: 'VALUATION', needsMinimum: true, active: true },
  { id: 312, name: 'Undercut nearby dealers', method: 'COMPETITOR', needsMinimum: true, active: true },
  { id: 315, name: 'Step down weekly', method: 'AGE', needsMinimum: true, active: true },
  { id: 318, name: 'Bank holiday', method: 'CALENDAR', needsMinimum: false, active: false },
  { id: 320, name: 'Hold at sticker', method: 'FIXED', needsMinimum: false, active: true },
].map((one) => ({ ...one, created: pastMoment(`advert ${one.id}`) }));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  strategyId: one.id,
  name: one.name,
  method: one.method,
  active: one.active,
  requirements: { minimumPrice: one.needsMinimum },
  createdDate: day(one.created),
});

function listings(): Listing[] {
  return Array.from({ length: 54 }, (_, index): Listing => {
    const seed = `advert ${index}`;
    const make = oneOf(`${seed} make`, Object.keys(cars));
    const year = 2014 + chance(`${seed} year`, 11);
    const value = 3_000 + (year - 2013) * 900 + chance(`${seed} value`, 90) * 50;
    const supplied = Math.round((value * (92 + chance(`${seed} price`, 18))) / 100 / 5) * 5 - 5;
    const stocked = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    const hasMinimum = chance(`${seed} minimum`, 3) > 0;
    const letters = scrambled(`${seed} letters`, 5, 'ABCDEFGHJKLMNOPRSTUVWXYZ');
    return {
      id: `8a${scrambled(seed, 30, hex)}`,
      reference: chance(`${seed} reference`, 4) > 0 ? `ST${2_000 + index * 7}` : null,
      registration: `${letters.slice(0, 2)}${String(year - 2000).padStart(2, '0')} ${letters.slice(2)}`,
      make,
      model: oneOf(`${seed} model`, cars[make]!),
      derivative: `${1 + chance(`${seed} litres`, 2)}.${chance(`${seed} tenths`, 10)} ${oneOf(`${seed} trim`, ['SE', 'Sport', 'Edition', 'Tech'])} ${oneOf(`${seed} doors`, ['3dr', '5dr'])}`,
      body: oneOf(`${seed} body`, bodies),
      fuel: oneOf(`${seed} fuel`, fuels),
      gear: oneOf(`${seed} gear`, gears),
      year,
      miles: (2025 - year) * 7_000 + chance(`${seed} miles`, 9_000),
      lifecycle: oneOf(`${seed} lifecycle`, ['FORECOURT', 'FORECOURT', 'FORECOURT', ...lifecycles]),
      forecourt: chance(`${seed} forecourt`, 4) === 0 ? supplied + 200 : supplied,
      supplied,
      value,
      grabber: oneOf(`${seed} grabber`, [null, null, 'One owner', 'Full service history', 'Low mileage']),
      isPublished: chance(`${seed} published`, 5) > 0,
      stocked,
      minimum: hasMinimum ? Math.round(supplied * 0.9) : null,
      maximum: hasMinimum && chance(`${seed} maximum`, 3) > 0 ? Math.round(supplied * 1.1) : null,
      strategy:
        hasMinimum && chance(`${seed} strategy`, 2) > 0 ? strategies[chance(`${seed} which`, 3)]!.id : null,
      version: 1 + chance(`${seed} version`, 9),
      updated: stocked + chance(`${seed} updated`, 90 * 86_400) * 1_000,
      isOurs: chance(`${seed} ours`, 2) > 0,
    };
  }).sort((one, other) => other.stocked - one.stocked);
}

/** How a price stands beside what the car is worth. */
function rating({ supplied, value }: Listing): string {
  const share = supplied / value;
  return share < 0.95 ? 'GREAT' : share < 1 ? 'GOOD' : share < 1.06 ? 'FAIR' : 'HIGH';
}

function listingShown(one: Listing, asked: ReadonlySet<Flag>): Row {
  const isAdvertised = one.lifecycle === 'FORECOURT' || one.lifecycle === 'DUE_IN';
  return {
    vehicle: {
      registration: one.registration,
      make: one.make,
      model: one.model,
      derivative: one.derivative,
      bodyStyle: one.body,
      fuelType: one.fuel,
      transmissionType: one.gear,
      yearOfManufacture: String(one.year),
      odometerReadingMiles: one.miles,
    },
    advertiser: { advertiserId: advertiser, name: 'Harbour Road Cars' },
    adverts: {
      forecourtPrice: amount(one.forecourt),
      retailAdverts: {
        suppliedPrice: amount(one.supplied),
        totalPrice: amount(one.supplied + 149),
        priceIndicatorRating: rating(one),
        attentionGrabber: one.grabber,
        marketAdvert: { status: isAdvertised && one.isPublished ? 'PUBLISHED' : 'NOT_PUBLISHED' },
      },
    },
    pricing: {
      minimumPrice: amount(one.minimum),
      maximumPrice: amount(one.maximum),
      strategyId: one.strategy,
    },
    metadata: {
      stockId: one.id,
      externalStockId: one.reference,
      lifecycleState: one.lifecycle,
      dateOnForecourt: day(one.stocked),
      lastUpdated: moment(one.updated),
      lastUpdatedByAdvertiser: one.isOurs,
      versionNumber: one.version,
    },
    ...(asked.has('features')
      ? { features: features.filter((name) => chance(`${one.id} ${name}`, 2) > 0).map((name) => ({ name })) }
      : {}),
    ...(asked.has('valuations')
      ? {
          valuations: {
            retail: amount(one.value),
            partExchange: amount(Math.round(one.value * 0.84)),
            trade: amount(Math.round(one.value * 0.8)),
          },
        }
      : {}),
    ...(asked.has('vehicleMetrics')
      ? {
          vehicleMetrics: {
            retail: {
              rating: { value: 20 + chance(`${one.id} rating`, 80) },
              daysToSell: { value: 5 + chance(`${one.id} days`, 70) },
            },
          },
        }
      : {}),
  };
}

interface Warning {
  readonly type: 'ERROR' | 'WARNING';
  readonly feature: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Answered['headers'];

  constructor(status: number, body: unknown, headers: Answered['headers'] = []) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const errors = (status: number, ...faults: readonly (readonly [feature: string, message: string])[]) =>
  new Refusal(status, {
    warnings: faults.map(([feature, message]): Warning => ({ type: 'ERROR', feature, message })),
  });

/** A refusal of the gateway, which knows nothing of features. */
const turnedAway = (status: number, message: string, headers: Answered['headers'] = []) =>
  new Refusal(status, { message }, headers);

/** What a list of stock may be asked for. */
const listingParameters: readonly string[] = (
  'page pageSize sort lifecycleState registration externalStockId make model bodyStyle fuelType transmissionType minPrice ' +
  'maxPrice minYear maxOdometerReadingMiles lastUpdatedFrom lastUpdatedByAdvertiser strategyId features valuations vehicleMetrics'
).split(' ');

type Order = (listing: Listing) => string | number;
const orders: Readonly<Record<string, readonly [of: Order, sign: 1 | -1]>> = {
  priceAsc: [({ supplied }) => supplied, 1],
  priceDesc: [({ supplied }) => supplied, -1],
  mileageAsc: [({ miles }) => miles, 1],
  mileageDesc: [({ miles }) => miles, -1],
  yearAsc: [({ year }) => year, 1],
  yearDesc: [({ year }) => year, -1],
  updatedAsc: [({ updated }) => updated, 1],
  updatedDesc: [({ updated }) => updated, -1],
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    id: `rpt-${scrambled(`advert report ${index}`, 12, hex)}`,
    type: reportTypes[index % 3]!,
    requested:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 39_600_000 - chance(`advert report ${index}`, 18_000_000),
    seconds: 100 + index * 30,
    fails: index === 3 || index === 8,
    count: 10 + chance(`advert report count ${index}`, 300),
  }));
  const recent: number[] = [];
  let count = 0;

  function reportShown({
    id,
    type,
    requested,
    seconds,
    fails,
    count: vehicles,
  }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - requested) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 35 ? 'REQUESTED' : !isOver ? 'IN_PROGRESS' : fails ? 'FAILED' : 'READY';
    return {
      reportId: id,
      type,
      status,
      vehicles: status === 'READY' ? vehicles : null,
      requestedAt: moment(requested),
      completedAt: isOver ? moment(requested + seconds * 1_000) : null,
      download:
        status === 'READY'
          ? { href: `${run.origin}/downloads/${id}.csv?sig=${scrambled(`advert ${run.run} ${id}`, 32, hex)}` }
          : null,
    };
  }

  /** The parameters of a request: each fault is told, and a name that is not known is one. */
  function parametersOf(query: URLSearchParams, known: readonly string[]) {
    const faults: [feature: string, message: string][] = [];
    for (const name of new Set(query.keys())) {
      if (name !== 'advertiserId' && !known.includes(name)) faults.push([name, 'Unknown query parameter']);
    }
    const read = <Value>(name: string, take: (text: string) => Value | undefined, fault: string) => {
      const text = query.get(name);
      if (text === null) return undefined;
      const value = take(text);
      if (value === undefined) faults.push([name, fault]);
      return value;
    };
    return {
      faults,
      whole: (name: string, least: number, most = Infinity) =>
        read(
          name,
          (text) =>
            /^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
          most === Infinity
            ? `must be an integer of at least ${least}`
            : `must be an integer between ${least} and ${most}`,
        ),
      flag: (name: string) =>
        read(
          name,
          (text) => (text === 'true' || text === 'false' ? { is: text === 'true' } : undefined),
          'must be a boolean',
        )?.is,
      since: (name: string) =>
        read(
          name,
          (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)),
          'must be an ISO 8601 date or date time',
        ),
      /** One value or several ones between commas. */
      some: (name: string, values: readonly string[]) =>
        read(
          name,
          (text) => {
            const wanted = text.split(',');
            return wanted.every((one) => values.includes(one)) ? wanted : undefined;
          },
          `must be one of ${[...new Set(values)].join(', ')}`,
        ),
    };
  }

  function paged(page: number, size: number, records: readonly Row[]): Answered {
    return json(200, {
      results: records.slice((page - 1) * size, page * size),
      totalResults: records.length,
    });
  }

  function listed(query: URLSearchParams): Answered {
    const { faults, whole, flag, since, some } = parametersOf(query, listingParameters);
    const page = whole('page', 1) ?? 1;
    const size = whole('pageSize', 1, largestPage) ?? 20;
    const lifecycle = some('lifecycleState', lifecycles);
    const [body, fuel, gear] = [
      some('bodyStyle', bodies),
      some('fuelType', fuels),
      some('transmissionType', gears),
    ];
    const [least, most] = [whole('minPrice', 0), whole('maxPrice', 0)];
    const [year, miles, strategy] = [
      whole('minYear', 1900),
      whole('maxOdometerReadingMiles', 0),
      whole('strategyId', 1),
    ];
    const from = since('lastUpdatedFrom');
    const isOurs = flag('lastUpdatedByAdvertiser');
    const sections = new Set(flags.filter((name) => flag(name) === true));
    const sort = some('sort', Object.keys(orders))?.[0];
    if (faults.length > 0) throw errors(400, ...faults);
    const [registration, reference] = [query.get('registration'), query.get('externalStockId')];
    const [make, model] = [query.get('make'), query.get('model')];
    const bare = (text: string) => text.replaceAll(' ', '').toUpperCase();
    const found = all.filter(
      (one) =>
        (lifecycle === undefined || lifecycle.includes(one.lifecycle)) &&
        (body === undefined || body.includes(one.body)) &&
        (fuel === undefined || fuel.includes(one.fuel)) &&
        (gear === undefined || gear.includes(one.gear)) &&
        (least === undefined || one.supplied >= least) &&
        (most === undefined || one.supplied <= most) &&
        (year === undefined || one.year >= year) &&
        (miles === undefined || one.miles <= miles) &&
        (strategy === undefined || one.strategy === strategy) &&
        (from === undefined || one.updated >= from) &&
        (isOurs === undefined || one.isOurs === isOurs) &&
        (registration === null || bare(one.registration) === bare(registration)) &&
        (reference === null || one.reference === reference) &&
        (make === null || one.make.toLowerCase() === make.toLowerCase()) &&
        (model === null || one.model.toLowerCase() === model.toLowerCase()),
    );
    if (sort !== undefined) {
      const [of, sign] = orders[sort]!;
      found.sort((first, other) => (of(first) < of(other) ? -sign : of(first) > of(other) ? sign : 0));
    }
    return paged(
      page,
      size,
      found.map((one) => listingShown(one, sections)),
    );
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const { faults, whole, flag, some } = parametersOf(query, ['page', 'pageSize', 'active', 'method']);
    const page = whole('page', 1) ?? 1;
    const size = whole('pageSize', 1, largestPage) ?? 20;
    const active = flag('active');
    const method = some('method', ['VALUATION', 'COMPETITOR', 'AGE', 'CALENDAR', 'FIXED']);
    if (faults.length > 0) throw errors(400, ...faults);
    const found = strategies.filter(
      (one) =>
        (active === undefined || one.active === active) &&
        (method === undefined || method.includes(one.method)),
    );
    return paged(page, size, found.map(strategyShown));
  }

  function reportsListed(query: URLSearchParams): Answered {
    const { faults, whole, some, since } = parametersOf(query, [
      'page',
      'pageSize',
      'status',
      'type',
      'from',
    ]);
    const page = whole('page', 1) ?? 1;
    const size = whole('pageSize', 1, largestPage) ?? 20;
    const status = some('status', reportStatuses);
    const type = some('type', reportTypes);
    const from = since('from');
    if (faults.length > 0) throw errors(400, ...faults);
    const found = reports
      .filter(
        (one) =>
          (type === undefined || type.includes(one.type)) && (from === undefined || one.requested >= from),
      )
      .map(reportShown)
      .filter((one) => status === undefined || status.includes(String(one.status)));
    return paged(page, size, found);
  }

  function open(id: string): Listing {
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw errors(404, ['stock', `No stock found for stockId ${id}`]);
    return listing;
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw errors(400, ['body', 'Request body could not be parsed as JSON']);
    if (!isObject(sent.json)) throw errors(400, ['body', 'Request body must be an object']);
    return sent.json;
  }

  /** The section `pricing` of a change, with none but the members that may be changed here. */
  function pricingIn(body: Row, known: readonly string[]): Row {
    const faults: [feature: string, message: string][] = [];
    for (const name of Object.keys(body)) {
      if (!['pricing', 'metadata'].includes(name)) faults.push([name, 'Field cannot be updated']);
    }
    const { pricing } = body;
    if (pricing === undefined && faults.length === 0) faults.push(['pricing', 'Field is required']);
    else if (pricing !== undefined && !isObject(pricing)) faults.push(['pricing', 'Expected an object']);
    else if (isObject(pricing)) {
      for (const name of Object.keys(pricing)) {
        if (!known.includes(name)) faults.push([`pricing.${name}`, 'Field cannot be updated']);
      }
      if (Object.keys(pricing).length === 0) faults.push(['pricing', 'Nothing to update']);
    }
    if (faults.length > 0) throw errors(400, ...faults);
    return isObject(pricing) ? pricing : {};
  }

  /** A change may say which version it was made from. */
  function sameVersion(listing: Listing, body: Row): void {
    const { metadata } = body;
    if (!isObject(metadata) || metadata.versionNumber === undefined) return;
    if (typeof metadata.versionNumber !== 'number') {
      throw errors(400, ['metadata.versionNumber', 'Expected an integer']);
    }
    if (metadata.versionNumber !== listing.version) {
      throw errors(409, [
        'metadata.versionNumber',
        `Version ${metadata.versionNumber} is out of date, current version is ${listing.version}`,
      ]);
    }
  }

  function changeable({ lifecycle }: Listing): void {
    if (lifecycle === 'SOLD' || lifecycle === 'WASTEBIN') {
      throw errors(409, [
        'metadata.lifecycleState',
        `Stock in lifecycle state ${lifecycle} cannot be updated`,
      ]);
    }
  }

  function changed(listing: Listing): Answered {
    listing.version += 1;
    listing.updated = run.now();
    listing.isOurs = true;
    const { supplied, minimum, maximum } = listing;
    const warnings: Warning[] = [];
    if (minimum !== null && supplied < minimum) {
      warnings.push({
        type: 'WARNING',
        feature: 'pricing.minimumPrice',
        message: `suppliedPrice of ${supplied} is below minimumPrice`,
      });
    }
    if (maximum !== null && supplied > maximum) {
      warnings.push({
        type: 'WARNING',
        feature: 'pricing.maximumPrice',
        message: `suppliedPrice of ${supplied} is above maximumPrice`,
      });
    }
    return json(200, { ...listingShown(listing, new Set()), ...(warnings.length > 0 ? { warnings } : {}) });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const pricing = pricingIn(body, ['minimumPrice', 'maximumPrice']);
    const faults: [feature: string, message: string][] = [];
    const boundOf = (name: 'minimumPrice' | 'maximumPrice', now: number | null): number | null => {
      const value = pricing[name];
      if (value === undefined) return now;
      if (value === null) return null;
      if (!isObject(value) || value.amountGBP === undefined) {
        faults.push([`pricing.${name}`, 'Expected an object with amountGBP']);
        return now;
      }
      const { amountGBP } = value;
      const fault = (message: string) => {
        faults.push([`pricing.${name}.amountGBP`, message]);
        return now;
      };
      if (amountGBP === null) return null;
      if (typeof amountGBP !== 'number') return fault('Expected a number');
      if (!Number.isInteger(amountGBP)) return fault('Must be a whole number of pounds');
      if (amountGBP < 1 || amountGBP > largestPrice) return fault(`Must be between 1 and ${largestPrice}`);
      return amountGBP;
    };
    const [minimum, maximum] = [
      boundOf('minimumPrice', listing.minimum),
      boundOf('maximumPrice', listing.maximum),
    ];
    if (faults.length === 0 && minimum !== null && maximum !== null && minimum > maximum) {
      faults.push(['pricing', 'minimumPrice must not be greater than maximumPrice']);
    }
    if (faults.length > 0) throw errors(400, ...faults);
    sameVersion(listing, body);
    changeable(listing);
    const plan = strategies.find(({ id }) => id === listing.strategy);
    if (minimum === null && plan?.needsMinimum === true) {
      throw errors(409, ['pricing.minimumPrice', `Strategy ${plan.id} requires a minimumPrice`]);
    }
    listing.minimum = minimum;
    listing.maximum = maximum;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const { strategyId } = pricingIn(body, ['strategyId']);
    if (strategyId !== null && (typeof strategyId !== 'number' || !Number.isInteger(strategyId))) {
      throw errors(400, ['pricing.strategyId', 'Expected an integer']);
    }
    const plan = strategies.find(({ id }) => id === strategyId);
    if (strategyId !== null && plan === undefined) {
      throw errors(400, ['pricing.strategyId', `Strategy ${strategyId} was not found`]);
    }
    sameVersion(listing, body);
    changeable(listing);
    if (plan?.active === false)
      throw errors(409, ['pricing.strategyId', `Strategy ${plan.id} is not active`]);
    if (plan?.needsMinimum === true && listing.minimum === null) {
      throw errors(409, ['pricing.minimumPrice', `Strategy ${plan.id} requires a minimumPrice`]);
    }
    listing.strategy = strategyId;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = turnedAway(404, 'no Route matched with those values');
    if (version !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(kind))
      throw nowhere;
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere;
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw turnedAway(405, 'Method not allowed');
    }
    const dealer = query.get('advertiserId');
    if (dealer === null) throw errors(400, ['advertiserId', 'Query parameter is required']);
    if (dealer !== advertiser) throw errors(403, ['advertiserId', `No access to advertiser ${dealer}`]);
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = open(id);
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      const { faults, flag } = parametersOf(query, flags);
      const sections = new Set(flags.filter((name) => flag(name) === true));
      if (faults.length > 0) throw errors(400, ...faults);
      return json(200, listingShown(listing, sections));
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      const plan = strategies.find((one) => String(one.id) === id);
      if (plan === undefined) throw errors(404, ['strategies', `No strategy found for strategyId ${id}`]);
      return json(200, strategyShown(plan));
    }
    if (id === undefined) return reportsListed(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw errors(404, ['reports', `No report found for reportId ${id}`]);
    return json(200, reportShown(report));
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] === undefined) throw turnedAway(401, 'No API key found in request');
    if (headers['x-api-key'] !== key) throw turnedAway(401, 'Invalid authentication credentials');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) throw turnedAway(429, 'API rate limit exceeded', [['Retry-After', '1']]);
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const always: Answered['headers'] = [
      ['X-Correlation-Id', `${scrambled(`advert ${run.run} ${count}`, 16, hex)}#${count}`],
      ['Cache-Control', 'no-store'],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body, [...error.headers, ...always]);
    }
  };
}

/** A target with the dealer that it is about. */
const ofDealer = (target: string) => `${target}${target.includes('?') ? '&' : '?'}advertiserId=${advertiser}`;

/** Counts the pages until all results are there. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const paged = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received: Received = await api.ask(
      'GET',
      paged.includes('advertiserId=') ? paged : ofDealer(paged),
    );
    const results = rowsAt(received, 'results');
    rows.push(...results);
    if (results.length === 0 || rows.length >= Number(at(received, 'totalResults') ?? 0)) return rows;
  }
}

const get = (api: Api, target: string): Promise<Received> => api.ask('GET', ofDealer(`/v1/${target}`));
const price = (api: Api, id: unknown, pricing: unknown, more: Row = {}): Promise<Received> =>
  api.ask('PATCH', ofDealer(`/v1/listings/${String(id)}/price`), { json: { pricing, ...more } });
const assign = (api: Api, id: unknown, strategyId: unknown, more: Row = {}): Promise<Received> =>
  api.ask('PATCH', ofDealer(`/v1/listings/${String(id)}/strategy`), {
    json: { pricing: { strategyId }, ...more },
  });

const inside = (row: Row, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);
const idOf = (row: Row): string => String(inside(row, 'metadata', 'stockId'));

interface Picked {
  /** Ids of listings that can be changed, with and without a lower bound, and of one that is sold. */
  readonly bounded: readonly string[];
  readonly unbounded: readonly string[];
  readonly sold: string;
}

function picked(rows: readonly Row[]): Picked {
  const isOpen = (row: Row) =>
    !['SOLD', 'WASTEBIN'].includes(String(inside(row, 'metadata', 'lifecycleState')));
  const hasMinimum = (row: Row) => inside(row, 'pricing', 'minimumPrice', 'amountGBP') !== null;
  const open = rows.filter(isOpen);
  return {
    bounded: open.filter(hasMinimum).map(idOf),
    unbounded: open.filter((row) => !hasMinimum(row)).map(idOf),
    sold: rows.filter((row) => !isOpen(row)).map(idOf)[0] ?? 'missing',
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { bounded, unbounded, sold } = picked(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ strategyId }) => strategyId);
  const runs = (await walk(api, '/v1/reports?pageSize=6')).map(({ reportId }) => reportId);
  const list = (query: string) => get(api, `listings?${query}`);
  await list('page=2&pageSize=10');
  await list('pageSize=5&page=4');
  await list('pageSize=100');
  await list('page=9');
  await list('lifecycleState=FORECOURT&pageSize=30');
  await list('lifecycleState=SOLD,WASTEBIN');
  await list('lifecycleState=DUE_IN&valuations=true');
  await list('make=Velmora');
  await list('make=tarnwick&model=Fell');
  await list('bodyStyle=SUV&sort=priceAsc');
  await list('fuelType=Electric,Petrol%20Hybrid&pageSize=8');
  await list('transmissionType=Manual&pageSize=4');
  await list('minPrice=9000&pageSize=25');
  await list('minPrice=5000&maxPrice=8000&sort=priceDesc');
  await list('minYear=2021');
  await list('maxOdometerReadingMiles=30000&sort=mileageAsc');
  await list('lastUpdatedFrom=2025-03-01');
  await list('lastUpdatedByAdvertiser=true&pageSize=6');
  await list(`strategyId=${String(plans[0])}`);
  await list(`registration=${encodeURIComponent(String(inside(rows[3]!, 'vehicle', 'registration')))}`);
  await list(
    `registration=${String(inside(rows[8]!, 'vehicle', 'registration'))
      .replace(' ', '')
      .toLowerCase()}`,
  );
  await list('externalStockId=ST2014');
  await list('externalStockId=ST1');
  await list('sort=yearDesc&pageSize=10');
  await list('sort=updatedDesc&pageSize=5');
  await list('features=true&pageSize=3');
  await list('vehicleMetrics=true&valuations=true&pageSize=2');
  await get(api, 'strategies?active=true');
  await get(api, 'strategies?method=VALUATION,AGE');
  await get(api, 'reports?status=READY');
  await get(api, 'reports?type=DAYS_TO_SELL');
  await get(api, 'reports?from=2026-01-01T00:00:00Z&pageSize=3');
  for (const index of [0, 3, 8, 12, 17]) await get(api, `listings/${bounded[index]!}`);
  await get(api, `listings/${unbounded[0]!}`);
  await get(api, `listings/${bounded[5]!}?features=true&vehicleMetrics=true`);
  await get(api, `strategies/${String(plans[2])}`);
  await get(api, `reports/${String(runs[0])}`);
  await get(api, `reports/${String(runs[3])}`);

  await price(api, bounded[0], { minimumPrice: { amountGBP: 4_200 }, maximumPrice: { amountGBP: 21_000 } });
  await get(api, `listings/${bounded[0]!}`);
  await price(api, bounded[3], { maximumPrice: { amountGBP: 18_500 } });
  await get(api, `listings/${bounded[3]!}`);
  await price(api, bounded[8], { maximumPrice: { amountGBP: null } });
  await get(api, `listings/${bounded[8]!}`);
  await price(api, unbounded[0], { minimumPrice: { amountGBP: 3_995 } });
  await price(api, bounded[12], { minimumPrice: { amountGBP: 26_000 }, maximumPrice: { amountGBP: 30_000 } });
  const { body } = await get(api, `listings/${bounded[17]!}`);
  const versionNumber = isObject(body) ? inside(body, 'metadata', 'versionNumber') : undefined;
  await price(api, bounded[17], { minimumPrice: { amountGBP: 3_100 } }, { metadata: { versionNumber } });
  await price(api, bounded[17], { minimumPrice: { amountGBP: 3_200 } }, { metadata: { versionNumber } });
  await assign(api, bounded[0], plans[1]);
  await get(api, `listings/${bounded[0]!}`);
  await assign(api, bounded[3], plans[4]);
  await assign(api, bounded[8], null);
  await get(api, `listings/${bounded[8]!}`);
  await list('sort=updatedDesc&pageSize=4');
  await list(`strategyId=${String(plans[1])}&pageSize=7`);
  await list('lastUpdatedFrom=2026-05-01T00:00:00Z');
  api.wait(45_000);
  await get(api, 'reports?pageSize=2');

  await get(api, 'listings/8a00000000000000000000000000000a');
  await get(api, 'listings/estate');
  await get(api, 'strategies/999');
  await get(api, 'reports/rpt-000000000000');
  await price(api, '8a00000000000000000000000000000b', { minimumPrice: { amountGBP: 5_000 } });
  await price(api, bounded[6], { minimumPrice: { amountGBP: 9_000 }, maximumPrice: { amountGBP: 8_000 } });
  await price(api, bounded[6], { minimumPrice: { amountGBP: 'cheap' } });
  await price(api, bounded[6], { minimumPrice: { amountGBP: true }, maximumPrice: { amountGBP: 0 } });
  await price(api, bounded[6], { maximumPrice: { amountGBP: 7_999.5 } });
  await price(api, bounded[6], { maximumPrice: 8_000 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { colour: 'red' });
  await price(api, bounded[6], { minimumPrice: { amountGBP: 10_000_000 } });
  await price(api, sold, { minimumPrice: { amountGBP: 4_000 } });
  await api.ask('PATCH', ofDealer(`/v1/listings/${bounded[6]!}/price`), { text: '{"pricing": ' });
  await api.ask('PATCH', ofDealer(`/v1/listings/${bounded[6]!}/price`), {
    json: { vehicle: { make: 'Halvik' } },
  });
  await assign(api, bounded[6], 999);
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 'fixed');
  await assign(api, unbounded[1], plans[0]);
  await assign(api, sold, plans[4]);
  await api.ask('PATCH', ofDealer(`/v1/listings/${bounded[6]!}/strategy`), { json: {} });
  await list('page=0');
  await list('pageSize=500');
  await list('lifecycleState=GONE');
  await list('sort=colour');
  await list('minPrice=cheap&maxPrice=dear');
  await list('colour=red');
  await list('valuations=maybe');
  await list('lastUpdatedFrom=monday');
  await get(api, 'reports?status=LOST');
  await get(api, 'orders');
  await api.ask('GET', '/v1/listings?pageSize=2');
  await api.ask('GET', '/v1/listings?advertiserId=10010');
  await api.ask('DELETE', ofDealer(`/v1/listings/${bounded[6]!}`));
  await api.ask('GET', ofDealer('/v1/listings?pageSize=2'), { headers: { 'X-API-KEY': null } });
  await api.ask('GET', ofDealer('/v1/strategies'), { headers: { 'X-API-KEY': 'dms-0000000000000000' } });
  api.wait(3_000);
  await hurry(api, ofDealer('/v1/strategies?pageSize=1'), 10);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?pageSize=30');
  const { bounded, unbounded, sold } = picked(rows);
  const plans = (await walk(api, '/v1/strategies?pageSize=3')).map(({ strategyId }) => strategyId);
  const runs = (await walk(api, '/v1/reports?pageSize=20')).map(({ reportId }) => reportId);
  const list = (query: string) => get(api, `listings?${query}`);
  await list('page=3&pageSize=7');
  await list('page=20&pageSize=12');
  await list('lifecycleState=SALE_IN_PROGRESS,DUE_IN&pageSize=4');
  await list('make=OSKELBY&pageSize=6');
  await list('make=Halvik&model=E5');
  await list('bodyStyle=Estate,Saloon&sort=yearAsc&pageSize=9');
  await list('fuelType=Diesel');
  await list('transmissionType=Automatic&lifecycleState=FORECOURT&pageSize=5');
  await list('maxPrice=7000');
  await list('minPrice=10000&maxPrice=12500&sort=mileageDesc');
  await list('minYear=2019&maxOdometerReadingMiles=45000');
  await list('lastUpdatedFrom=2025-06-15T12:00:00Z&sort=updatedAsc');
  await list('lastUpdatedByAdvertiser=false&pageSize=3&page=2');
  await list(`registration=${encodeURIComponent(String(inside(rows[11]!, 'vehicle', 'registration')))}`);
  await list('externalStockId=ST2035');
  await list('sort=priceDesc&pageSize=8');
  await list('valuations=true&make=Norrast');
  await list('features=true&vehicleMetrics=false&pageSize=2&page=3');
  await get(api, 'strategies?active=false');
  await get(api, 'strategies?method=COMPETITOR');
  await get(api, 'reports?status=FAILED');
  await get(api, 'reports?type=ADVERT_VIEWS,PRICE_POSITION&pageSize=4');
  for (const index of [1, 4, 10, 13]) await get(api, `listings/${bounded[index]!}`);
  await get(api, `listings/${bounded[7]!}?valuations=true`);
  await get(api, `strategies/${String(plans[4])}`);
  await get(api, `reports/${String(runs[8])}`);

  await price(api, bounded[1], { minimumPrice: { amountGBP: 3_850 }, maximumPrice: { amountGBP: 24_500 } });
  await get(api, `listings/${bounded[1]!}`);
  await price(api, bounded[4], { maximumPrice: { amountGBP: 19_250 } });
  await price(api, unbounded[2], { minimumPrice: { amountGBP: 3_300 }, maximumPrice: { amountGBP: null } });
  await get(api, `listings/${unbounded[2]!}`);
  await price(api, bounded[10], { minimumPrice: { amountGBP: 28_000 }, maximumPrice: { amountGBP: 31_000 } });
  await assign(api, bounded[1], plans[4]);
  await get(api, `listings/${bounded[1]!}`);
  await assign(api, bounded[10], null);
  await list('sort=updatedDesc&pageSize=3');
  await list(`strategyId=${String(plans[4])}`);

  await get(api, 'listings/8a11111111111111111111111111111c');
  await get(api, 'strategies/77');
  await get(api, 'reports/yesterday');
  await price(api, bounded[9], { minimumPrice: { amountGBP: 7_100 }, maximumPrice: { amountGBP: 7_000 } });
  await price(api, bounded[9], { maximumPrice: { amountGBP: 'lots' } });
  await price(api, bounded[9], { minimumPrice: { amountGBP: -5 }, maximumPrice: { amountGBP: false } });
  await price(api, bounded[9], { minimumPrice: { amountGBP: 4_000.25 } });
  await price(api, bounded[9], { shape: 'round' });
  await price(api, bounded[9], { minimumPrice: { amountGBP: 4_100 } }, { metadata: { versionNumber: 99 } });
  await price(api, sold, { maximumPrice: { amountGBP: 9_000 } });
  await assign(api, bounded[9], 501);
  await assign(api, bounded[9], plans[3]);
  await assign(api, bounded[9], 4.5);
  await assign(api, unbounded[3], plans[1]);
  await list('page=-3');
  await list('pageSize=lots');
  await list('lifecycleState=LOST');
  await list('sort=-size');
  await list('shape=round&features=perhaps');
  await get(api, 'reports?pageSize=0');
  await get(api, 'invoices');
  await api.ask('GET', '/v1/listings?advertiserId=20077&pageSize=4');
  await api.ask('GET', ofDealer('/v1/reports?pageSize=2'), { headers: { 'X-API-KEY': null } });
}

export const advertSections: WalkedService = {
  name: 'advert-sections',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=4', 'pageSize=11', 'pageSize=100'],
  walk,
};
