// A distributor of electronic parts, for the software of buyers and resellers: every answer has a list of errors, empty where
// all is well, beside what it is about (search results that are null in a refusal); a search counts its results and shows so
// many records from a starting record; part numbers stand for ids, several may be searched for with bars between them; nearly
// every member is a text, quantities and prices as people read them ("$1,204.50", three decimals where cents are not enough)
// with price breaks by quantity, null or an empty text for what is not known; moments without a zone. A write is answered by
// items, one for the part, with numbers for prices, messages and errors of its own (200 either way), or refused as a whole;
// an error has a code, a sentence, the key of its sentence with what fills its gaps, and the property, all of them at once.
// Who asks too often is forbidden to (403); what the framework refuses has a message alone.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, listAt, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '5b0c1f7e-93d4-4a68-b2e1-7f6a0d8c3e95';
const perSecond = 8;
const largestPage = 50;
const largestPrice = 25_000_000;
const digits = '0123456789';

const makers = [
  ['Velmora Semiconductor', '595', 'VS'],
  ['Tarnwick Passives', '581', 'TW'],
  ['Oskelby Devices', '511', 'OD'],
  ['Halvik Connect', '538', 'HC'],
  ['Norrast Power', '926', 'NP'],
] as const;
const categories = [
  'Switching Regulators',
  'MLCCs',
  'Headers & Wire Housings',
  'MOSFETs',
  'Microcontrollers',
];
const lifecycles = [null, null, null, 'New Product', 'End of Life', 'Obsolete'] as const;
const searchOptions = ['None', 'Rohs', 'InStock', 'RohsAndInStock'] as const;
const dateFilters = [
  'None',
  'All',
  'Today',
  'Yesterday',
  'ThisMonth',
  'LastMonth',
  'ThisYear',
  'LastYear',
] as const;
const reportStates = ['Received', 'Processing', 'Completed', 'Failed'] as const;

/** Amounts are in thousandths of a dollar. */
const money = (amount: number): string => {
  const places = amount % 10 === 0 ? 2 : 3;
  const [whole = '', rest = ''] = (amount / 1_000).toFixed(places).split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
};
const stepped = (amount: number, step: number): number => Math.round(amount / step) * step;
const number = (amount: number | null): number | null => (amount === null ? null : amount / 1_000);
const local = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.?0*Z$/, '');

interface Part {
  readonly number: string;
  readonly makerNumber: string;
  readonly maker: string;
  readonly description: string;
  readonly category: string;
  readonly stock: number;
  readonly factory: number;
  readonly price: number;
  readonly lifecycle: (typeof lifecycles)[number];
  readonly rohs: boolean;
  readonly min: number;
  readonly multiple: number;
  readonly leadDays: number;
  readonly packaging: readonly string[];
  readonly replacement: string;
  floor: number | null;
  ceiling: number | null;
  rule: string | null;
  updated: number;
}

const rules = [
  { code: 'LOW-1', name: 'Below the lowest distributor', type: 'Competitive', active: true },
  { code: 'LOW-MATCH', name: 'Match the lowest distributor', type: 'Competitive', active: true },
  { code: 'COST-12', name: 'Cost plus 12 percent', type: 'CostBased', active: true },
  { code: 'STOCK-AGE', name: 'By age of stock', type: 'StockBased', active: true },
  { code: 'SPRING-24', name: 'Spring sale 2024', type: 'Campaign', active: false },
  { code: 'LIST', name: 'List price', type: 'Fixed', active: true },
].map((one, index) => ({ ...one, parts: 2 + chance(`keys rule ${index}`, 40) }));

function parts(): Part[] {
  return Array.from({ length: 53 }, (_, index): Part => {
    const seed = `keys ${index}`;
    const [maker, prefix, letters] = oneOf(`${seed} maker`, makers);
    const category = oneOf(`${seed} category`, categories);
    const makerNumber = `${letters}${scrambled(seed, 5, digits)}${digest(seed).slice(0, 3).toUpperCase()}`;
    const price =
      chance(`${seed} kind`, 3) === 0 ? 40 + chance(seed, 900) : 1_000 + chance(seed, 30_000) * 10;
    const bulk = chance(`${seed} bulk`, 4) === 0;
    const lifecycle = oneOf(`${seed} lifecycle`, lifecycles);
    return {
      number: `${prefix}-${makerNumber}`,
      makerNumber,
      maker,
      description: `${category} ${oneOf(`${seed} what`, ['16V 10uF', '3.3V 500mA', '40 Pos 2.54mm', 'N-CH 60V', '32-Bit 64kB'])} ${oneOf(`${seed} case`, ['0603', 'SOT-23-5', 'QFN-16', 'TO-252'])}`,
      category,
      stock: chance(`${seed} none`, 5) === 0 ? 0 : chance(`${seed} stock`, 42_000),
      factory: chance(`${seed} factory`, 3) * 3_000,
      price,
      lifecycle,
      rohs: chance(`${seed} rohs`, 6) > 0,
      min: bulk ? 100 : 1,
      multiple: bulk ? 100 : 1,
      leadDays: 7 * (2 + chance(`${seed} lead`, 24)),
      packaging: bulk ? ['Reel'] : ['Cut Tape', 'Reel'].slice(chance(`${seed} packaging`, 2)),
      replacement:
        lifecycle === 'Obsolete' ? `${prefix}-${letters}${scrambled(`${seed} next`, 5, digits)}` : '',
      floor: chance(`${seed} floor`, 4) > 0 ? Math.max(10, Math.round(price * 0.08) * 10) : null,
      ceiling: chance(`${seed} ceiling`, 3) > 0 ? Math.round(price * 0.14) * 10 : null,
      rule: chance(`${seed} rule`, 2) > 0 ? rules[[0, 1, 2, 3, 5][chance(seed, 5)]!]!.code : null,
      updated: pastMoment(seed),
    };
  });
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly key?: string;
  readonly gaps?: readonly [first: string, second?: string];
  readonly property: string;
}

const faultShown = ({ code, message, key: resource = code, gaps, property }: Fault): Row => ({
  Id: 0,
  Code: code,
  Message: message,
  ResourceKey: resource,
  ResourceFormatString: gaps?.[0] ?? null,
  ResourceFormatString2: gaps?.[1] ?? null,
  PropertyName: property,
});

const required = (property: string): Fault => ({ code: 'Required', message: 'Required', property });
const invalidValue = (property: string, value: string): Fault => ({
  code: 'Invalid',
  message: `The value '${value}' is not valid for ${property}.`,
  key: 'InvalidValue',
  gaps: [value],
  property,
});
const outOfRange = (property: string, low: string, high: string): Fault => ({
  code: 'OutOfRange',
  message: `${property} must be between ${low} and ${high}.`,
  key: 'ValueOutOfRange',
  gaps: [low, high],
  property,
});
const unknown = (code: string, what: string, property: string, value: string): Fault => ({
  code: 'NotFound',
  message: `${what} '${value}' was not found.`,
  key: code,
  gaps: [value],
  property,
});

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super(faults.map(({ code }) => code).join());
    this.status = status;
    this.faults = faults;
  }
}

/** What an answer about something holds where it is refused. */
const nothing: Readonly<Record<string, Row>> = {
  listings: { SearchResults: null },
  strategies: { PricingRuleList: null },
  reports: { NumberOfReports: 0, ReportItems: null },
  price: { PriceItems: null, TotalItemCount: 0 },
  strategy: { RuleItems: null, TotalItemCount: 0 },
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = parts();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    number: String(270_410_000 + (12 - index) * 1_713 + chance(`keys report ${index}`, 900)),
    created:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * index * 86_400_000 - chance(`keys report ${index}`, 80_000) * 1_000,
    seconds: 90 + index * 20,
    fails: index === 3 || index === 8,
    type: ['PriceChanges', 'StockLevels', 'Competitors'][index % 3]!,
    lines: 10 + chance(`keys lines ${index}`, 3_000),
  }));
  const recent: number[] = [];

  const partShown = (one: Part): Row => ({
    Availability: one.stock === 0 ? 'None' : `${one.stock.toLocaleString('en-US')} In Stock`,
    DataSheetUrl:
      chance(`${one.number} sheet`, 4) === 0 ? '' : `https://parts.example/ds/${one.makerNumber}.pdf`,
    Description: one.description,
    FactoryStock: String(one.factory),
    ImagePath: `https://parts.example/images/${digest(one.number).slice(0, 8)}_t.jpg`,
    Category: one.category,
    LeadTime: `${one.leadDays} Days`,
    LifecycleStatus: one.lifecycle,
    Manufacturer: one.maker,
    ManufacturerPartNumber: one.makerNumber,
    Min: String(one.min),
    Mult: String(one.multiple),
    PartNumber: one.number,
    ProductAttributes: one.packaging.map((value) => ({ AttributeName: 'Packaging', AttributeValue: value })),
    PriceBreaks: [1, 10, 100, 1_000]
      .filter((quantity) => quantity >= one.min)
      .map((quantity, index) => ({
        Quantity: quantity,
        Price: money(stepped(one.price * (1 - index * 0.12), one.price < 1_000 ? 1 : 10)),
        Currency: 'USD',
      })),
    AlternatePackagings: one.packaging.length > 1 ? [{ APMfrPN: `${one.makerNumber}-R` }] : null,
    ProductDetailUrl: `https://parts.example/ProductDetail/${one.number}`,
    Reeling: one.packaging.includes('Cut Tape'),
    ROHSStatus: one.rohs ? 'RoHS Compliant' : '',
    SuggestedReplacement: one.replacement,
    AvailabilityInStock: one.stock === 0 ? null : String(one.stock),
    PriceFloor: one.floor === null ? '' : money(one.floor),
    PriceCeiling: one.ceiling === null ? '' : money(one.ceiling),
    PricingRule:
      one.rule === null
        ? null
        : { RuleCode: one.rule, RuleName: rules.find(({ code }) => code === one.rule)!.name },
    LastPriceUpdate: local(one.updated),
  });

  const found = (shown: readonly Part[], total = shown.length): Answered =>
    json(200, { Errors: [], SearchResults: { NumberOfResult: total, Parts: shown.map(partShown) } });

  /** A whole number of a query; what is wrong with it is added to the faults. */
  function wholeIn(
    query: URLSearchParams,
    [name, property]: readonly [string, string],
    otherwise: number,
    [low, high]: readonly [number, number],
    faults: Fault[],
  ): number {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    if (!/^-?\d{1,9}$/.test(text)) faults.push(invalidValue(property, text));
    else if (Number(text) < low || Number(text) > high)
      faults.push(outOfRange(property, String(low), String(high)));
    return Number(text);
  }

  function wordIn<Word extends string>(
    query: URLSearchParams,
    [name, property]: readonly [string, string],
    words: readonly Word[],
    faults: Fault[],
  ): Word {
    const text = query.get(name);
    if (text === null || text === '') return words[0]!;
    const word = words.find(
      (one, index) => one.toLowerCase() === text.toLowerCase() || String(index) === text,
    );
    if (word === undefined) faults.push(invalidValue(property, text));
    return word ?? words[0]!;
  }

  function searched(query: URLSearchParams): Answered {
    const faults: Fault[] = [];
    const records = wholeIn(query, ['records', 'Records'], 25, [1, largestPage], faults);
    const starting = wholeIn(query, ['startingRecord', 'StartingRecord'], 0, [0, 999_999], faults);
    const option = wordIn(query, ['searchOptions', 'SearchOptions'], searchOptions, faults);
    const exact =
      wordIn(query, ['partSearchOptions', 'PartSearchOptions'], ['None', 'Exact'], faults) === 'Exact';
    const maker = query.get('manufacturerName') ?? '';
    const numbers = (query.get('partNumber') ?? '').split('|').filter((text) => text !== '');
    if (numbers.length > 10) {
      faults.push({
        code: 'MaxItems',
        message: 'A maximum of 10 part numbers may be searched for at once.',
        key: 'MaxPartNumbersExceeded',
        gaps: ['10'],
        property: 'PartNumber',
      });
    }
    if (maker !== '' && !makers.some(([name]) => name.toLowerCase() === maker.toLowerCase())) {
      faults.push(unknown('ManufacturerNotFound', 'Manufacturer', 'ManufacturerName', maker));
    }
    if (faults.length > 0) throw new Refusal(400, faults);
    const words = (query.get('keyword') ?? '').toLowerCase().split(/\s+/);
    const isAsked = (one: Part) =>
      numbers.length === 0 ||
      numbers.some((text) =>
        [one.number, one.makerNumber].some((own) =>
          exact ? own === text : own.startsWith(text.toUpperCase()),
        ),
      );
    const wanted = all.filter((one) => {
      const text = `${one.number} ${one.description} ${one.maker}`.toLowerCase();
      return (
        words.every((word) => text.includes(word)) &&
        isAsked(one) &&
        (maker === '' || one.maker.toLowerCase() === maker.toLowerCase()) &&
        (!option.startsWith('Rohs') || one.rohs) &&
        (!option.endsWith('InStock') || one.stock > 0)
      );
    });
    return found(wanted.slice(starting, starting + records), wanted.length);
  }

  function rulesListed(query: URLSearchParams): Answered {
    const type = query.get('ruleType');
    const shown = rules.filter((one) => type === null || one.type.toLowerCase() === type.toLowerCase());
    return json(200, {
      Errors: [],
      PricingRuleList: {
        Count: shown.length,
        RuleList: shown.map(({ code, name, type: kind, active, parts: count }) => ({
          RuleCode: code,
          RuleName: name,
          RuleType: kind,
          IsActive: active,
          PartCount: String(count),
        })),
      },
    });
  }

  function reportShown({ number: id, created, seconds, fails, type, lines }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const state = elapsed < 30 ? 0 : elapsed < seconds ? 1 : fails ? 3 : 2;
    return {
      ReportNumber: id,
      ReportType: type,
      DateCreated: local(created),
      ReportStatus: state,
      ReportStatusDisplay: reportStates[state],
      LineCount: state === 2 ? lines : null,
      FileUrl:
        state === 2
          ? `https://parts.example/reports/${id}.csv?sig=${digest(`keys ${run.run} ${id}`).slice(0, 24)}`
          : null,
    };
  }

  function reportsListed(query: URLSearchParams): Answered {
    const faults: Fault[] = [];
    const filter = wordIn(query, ['dateFilter', 'DateFilter'], dateFilters, faults);
    const dates = (['startDate', 'endDate'] as const).map((name) => {
      const text = query.get(name);
      if (text === null) return null;
      const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
      if (Number.isNaN(time)) faults.push(invalidValue(name === 'startDate' ? 'StartDate' : 'EndDate', text));
      return time;
    });
    if (faults.length > 0) throw new Refusal(400, faults);
    const now = new Date(run.now());
    const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    const spans: Readonly<Record<string, readonly [number, number]>> = {
      Today: [Date.UTC(year, month, day), Infinity],
      Yesterday: [Date.UTC(year, month, day - 1), Date.UTC(year, month, day)],
      ThisMonth: [Date.UTC(year, month), Infinity],
      LastMonth: [Date.UTC(year, month - 1), Date.UTC(year, month)],
      ThisYear: [Date.UTC(year, 0), Infinity],
      LastYear: [Date.UTC(year - 1, 0), Date.UTC(year, 0)],
    };
    const [from, to] = spans[filter] ?? [-Infinity, Infinity];
    const [first, last] = [dates[0] ?? -Infinity, (dates[1] ?? Infinity) + 86_400_000];
    const shown = reports.filter(
      ({ created }) => created >= from && created < to && created >= first && created < last,
    );
    return json(200, { Errors: [], NumberOfReports: shown.length, ReportItems: shown.map(reportShown) });
  }

  function bodyIn(request: Asked, name: string): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) throw new Refusal(400, [required(name)]);
    return sent.json;
  }

  /** @returns what a bound is set to; undefined where it is left as it is */
  function amountIn(body: Row, name: string, faults: Fault[]): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof amount !== 'number' || Number.isNaN(amount)) {
      faults.push(invalidValue(name, typeof value === 'string' ? value : JSON.stringify(value)));
      return undefined;
    }
    const thousandths = Math.round(amount * 1_000);
    if (thousandths < 1 || thousandths > largestPrice) {
      faults.push(outOfRange(name, '0.001', '25000'));
    }
    return thousandths;
  }

  const isClosed = ({ lifecycle }: Part) => lifecycle === 'Obsolete';
  const closed: Fault = {
    code: 'Restricted',
    message: 'The part is obsolete. Its pricing cannot be changed.',
    key: 'ObsoletePart',
    property: 'PartNumber',
  };

  function priced(part: Part, request: Asked): Answered {
    const body = bodyIn(request, 'PriceRequestBody');
    const faults: Fault[] = [];
    const [floor, ceiling] = [amountIn(body, 'PriceFloor', faults), amountIn(body, 'PriceCeiling', faults)];
    if (body.PriceFloor === undefined && body.PriceCeiling === undefined) {
      faults.push(required('PriceFloor'), required('PriceCeiling'));
    }
    if (faults.length > 0) throw new Refusal(400, faults);
    const [low, high] = [
      floor === undefined ? part.floor : floor,
      ceiling === undefined ? part.ceiling : ceiling,
    ];
    const wrong: Fault[] = [];
    if (isClosed(part)) wrong.push(closed);
    else if (low !== null && high !== null && low > high) {
      wrong.push({
        code: 'InvalidRange',
        message: `The price floor ${money(low)} is above the price ceiling ${money(high)}.`,
        key: 'FloorAboveCeiling',
        gaps: [money(low), money(high)],
        property: 'PriceFloor',
      });
    }
    if (wrong.length === 0) [part.floor, part.ceiling, part.updated] = [low, high, run.now()];
    const messages = [
      ...(wrong.length === 0 && part.floor !== null && part.floor > part.price
        ? [`The current price ${money(part.price)} is below the price floor.`]
        : []),
      ...(part.lifecycle === 'End of Life' ? ['This part will be discontinued by its manufacturer.'] : []),
    ];
    return json(200, {
      Errors: [],
      PriceItems: [
        {
          Errors: wrong.map(faultShown),
          PartNumber: part.number,
          MfrPartNumber: part.makerNumber,
          UnitPrice: part.price / 1_000,
          PriceFloor: number(part.floor),
          PriceCeiling: number(part.ceiling),
          InfoMessages: messages,
          LifeCycle: part.lifecycle ?? '',
        },
      ],
      CurrencyCode: 'USD',
      TotalItemCount: 1,
    });
  }

  function assigned(part: Part, request: Asked): Answered {
    const { RuleCode: code } = bodyIn(request, 'RuleRequestBody');
    if (code === undefined) throw new Refusal(400, [required('RuleCode')]);
    if (typeof code === 'object' && code !== null) {
      throw new Refusal(400, [invalidValue('RuleCode', JSON.stringify(code))]);
    }
    const rule = rules.find((one) => one.code === code);
    const text = typeof code === 'string' ? code : JSON.stringify(code);
    const wrong: Fault[] = [];
    if (isClosed(part)) wrong.push(closed);
    else if (code !== null && code !== '' && rule === undefined) {
      wrong.push(unknown('RuleNotFound', 'Pricing rule', 'RuleCode', text));
    } else if (rule?.active === false) {
      wrong.push({
        code: 'Inactive',
        message: `Pricing rule '${text}' is not active.`,
        key: 'InactiveRule',
        gaps: [text],
        property: 'RuleCode',
      });
    } else if (rule?.type === 'Competitive' && part.floor === null) {
      wrong.push({
        code: 'Conflict',
        message: 'A competitive pricing rule needs a price floor.',
        key: 'RuleNeedsFloor',
        property: 'PriceFloor',
      });
    }
    if (wrong.length === 0) [part.rule, part.updated] = [rule?.code ?? null, run.now()];
    return json(200, {
      Errors: [],
      RuleItems: [
        {
          Errors: wrong.map(faultShown),
          PartNumber: part.number,
          RuleCode: part.rule ?? '',
          InfoMessages: [],
        },
      ],
      TotalItemCount: 1,
    });
  }

  function answer(request: Asked, kind: string, id: string | undefined, part: string | undefined): Answered {
    const { query } = targetOf(request);
    if (kind === 'strategies') return rulesListed(query);
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(query);
      const report = reports.find((one) => one.number === id);
      if (report === undefined)
        throw new Refusal(404, [unknown('ReportNotFound', 'Report', 'ReportNumber', id)]);
      return json(200, { Errors: [], ...reportShown(report) });
    }
    if (id === undefined) return searched(query);
    const one = all.find((each) => each.number.toLowerCase() === id.toLowerCase());
    if (one === undefined) throw new Refusal(404, [unknown('PartNotFound', 'Part', 'PartNumber', id)]);
    if (part === 'price') return priced(one, request);
    if (part === 'strategy') return assigned(one, request);
    return found([one]);
  }

  const common: Headers = [
    ['Cache-Control', 'no-cache'],
    ['Pragma', 'no-cache'],
    ['Expires', '-1'],
    ['Request-Context', `appId=cid-v1:${uuid('keys app')}`],
  ];

  return (request) => {
    const { path, steps } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (id === undefined || kind !== 'strategies') &&
      (!isWrite || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) {
      const message = `No HTTP resource was found that matches the request URI '${run.origin}${path}'.`;
      return json(404, { Message: message }, common);
    }
    const method = isWrite ? 'POST' : 'GET';
    if (request.method !== method) {
      const message = `The requested resource does not support http method '${request.method}'.`;
      return json(405, { Message: message }, [['Allow', method], ...common]);
    }
    try {
      if (request.headers['x-api-key'] !== key) {
        const isMissing = request.headers['x-api-key'] === undefined;
        throw new Refusal(401, [
          isMissing
            ? required('API Key')
            : {
                code: 'Invalid',
                message: 'Invalid unique identifier.',
                key: 'InvalidIdentifier',
                property: 'API Key',
              },
        ]);
      }
      const now = run.now();
      while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
      if (recent.length >= perSecond) {
        throw new Refusal(403, [
          {
            code: 'TooManyRequests',
            message: 'Maximum calls per second exceeded.',
            key: 'MaxCallsPerSecondExceeded',
            property: 'API Key',
          },
        ]);
      }
      recent.push(now);
      const { status, headers, body } = answer(request, kind, id, part);
      return { status, headers: [...headers, ...common], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = { Errors: error.faults.map(faultShown), ...nothing[part ?? kind] };
      return json(error.status, body, common);
    }
  };
}

/** Where lists stand, and how long each is. */
const placesOfLists = [
  [
    ['SearchResults', 'Parts'],
    ['SearchResults', 'NumberOfResult'],
  ],
  [
    ['PricingRuleList', 'RuleList'],
    ['PricingRuleList', 'Count'],
  ],
  [['ReportItems'], ['NumberOfReports']],
] as const;

/** Asks for what comes behind what it has, as long as there are more results than that. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let total = 1; rows.length < total;) {
    const next =
      rows.length === 0
        ? target
        : `${target}${target.includes('?') ? '&' : '?'}startingRecord=${rows.length}`;
    const received: Received = await api.ask('GET', next);
    const [path] = placesOfLists.filter(([list]) => at(received, ...list) !== undefined);
    const [list, count] = path ?? [[], []];
    const shown = rowsAt(received, ...list);
    const counted = at(received, ...count);
    if (shown.length === 0 || typeof counted !== 'number') break;
    rows.push(...shown);
    total = counted;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, RuleCode?: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/strategy`, { json: { RuleCode } });

interface Ids {
  /** Parts that can be priced: with a floor and without one; with a rule and without; and obsolete ones. */
  readonly floored: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ruled: readonly unknown[];
  readonly obsolete: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ LifecycleStatus }) => LifecycleStatus !== 'Obsolete');
  const ids = (some: readonly Row[]) => some.map(({ PartNumber }) => PartNumber);
  return {
    floored: ids(kept.filter(({ PriceFloor, PricingRule }) => PriceFloor !== '' && PricingRule === null)),
    open: ids(kept.filter(({ PriceFloor }) => PriceFloor === '')),
    ruled: ids(kept.filter(({ PriceFloor, PricingRule }) => PriceFloor !== '' && PricingRule !== null)),
    obsolete: ids(rows.filter(({ LifecycleStatus }) => LifecycleStatus === 'Obsolete')),
  };
}

async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 11; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status === 403) break;
  }
  api.wait(1_000);
  await api.ask('GET', target, { atOnce: true });
}

async function recorded(api: Api): Promise<void> {
  const { floored, open, ruled, obsolete } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = rowsAt(await api.ask('GET', '/v1/strategies'), 'PricingRuleList', 'RuleList').map(
    ({ RuleCode }) => RuleCode,
  );
  const runs = rowsAt(await api.ask('GET', '/v1/reports'), 'ReportItems').map(
    ({ ReportNumber }) => ReportNumber,
  );
  await walk(api, '/v1/listings?records=20&searchOptions=InStock');
  await get('records=5');
  await get('records=5&startingRecord=5');
  await get('records=50&startingRecord=40');
  await get('startingRecord=500');
  await get('keyword=mosfets&records=10');
  await get('keyword=SOT-23-5%20power&records=15');
  await get('keyword=valve');
  await get('manufacturerName=Oskelby%20Devices&records=8');
  await get('manufacturerName=halvik%20connect');
  await get('searchOptions=Rohs&records=6');
  await get('searchOptions=RohsAndInStock&records=12&keyword=MLCCs');
  await get('searchOptions=2&records=4');
  await get(`partNumber=${String(floored[0])}%7C${String(ruled[1])}`);
  await get(`partNumber=${String(ruled[2])}&partSearchOptions=Exact`);
  await get('partNumber=581-TW');
  await get('partNumber=581-TW&partSearchOptions=exact');
  await get('records=3&colour=red');
  await api.ask('GET', '/v1/strategies?ruleType=Competitive');
  await api.ask('GET', '/v1/strategies?ruleType=seasonal');
  await api.ask('GET', '/v1/reports?dateFilter=Today');
  await api.ask('GET', '/v1/reports?dateFilter=All');
  await api.ask('GET', '/v1/reports?dateFilter=ThisYear');
  await api.ask('GET', '/v1/reports?startDate=2025-01-01');
  await api.ask('GET', '/v1/reports?endDate=2024-12-31');
  for (const index of [0, 3, 5]) await read(api, 'listings', ruled[index]);
  await read(api, 'listings', floored[1]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', obsolete[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[5]);

  await price(api, floored[0], { PriceFloor: 12.4, PriceCeiling: 88 });
  await read(api, 'listings', floored[0]);
  await price(api, ruled[0], { PriceFloor: 0.057, PriceCeiling: 1204.5 });
  await read(api, 'listings', ruled[0]);
  await price(api, floored[1], { PriceCeiling: 420.75 });
  await read(api, 'listings', floored[1]);
  await price(api, open[0], { PriceFloor: '3.20' });
  await price(api, ruled[3], { PriceFloor: null, PriceCeiling: 500 });
  await read(api, 'listings', ruled[3]);
  await price(api, floored[4], { PriceFloor: 900, PriceCeiling: 950, Colour: 'red' });
  await price(api, ruled[4], { PriceFloor: 1, PriceCeiling: null });
  await price(api, open[2], { PriceCeiling: 700 });
  await assign(api, floored[0], plans[0]);
  await read(api, 'listings', floored[0]);
  await assign(api, open[1], plans[2]);
  await assign(api, ruled[0], null);
  await read(api, 'listings', ruled[0]);
  await assign(api, ruled[1], '');
  await assign(api, floored[4], plans[3]);
  await get(`partNumber=${String(floored[0])}%7C${String(open[1])}%7C${String(ruled[3])}&records=10`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?dateFilter=thismonth');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '595-ZZ00000');
  await read(api, 'listings', 'lamp');
  await read(api, 'reports', '100000001');
  await price(api, '581-YY12345', { PriceFloor: 2 });
  await assign(api, '511-XX54321', plans[0]);
  await price(api, floored[3], { PriceFloor: 60, PriceCeiling: 59.99 });
  await price(api, ruled[5], { PriceFloor: 20_000 });
  await price(api, floored[3], { PriceFloor: 'cheap' });
  await price(api, floored[3], { PriceFloor: 4, PriceCeiling: true });
  await price(api, floored[3], { PriceFloor: -1 });
  await price(api, floored[3], { PriceFloor: 0, PriceCeiling: 30_000 });
  await price(api, floored[3], { PriceCeiling: [5] });
  await price(api, floored[3], {});
  await price(api, floored[3], [1]);
  await price(api, obsolete[0], { PriceFloor: 5 });
  await price(api, obsolete[1], { PriceFloor: 5, PriceCeiling: 3 });
  await api.ask('POST', `/v1/listings/${String(floored[3])}/price`, { text: '{"PriceFloor": ' });
  await assign(api, floored[3], 'NEVER-1');
  await assign(api, floored[3], plans[4]);
  await assign(api, floored[3], 17);
  await assign(api, floored[3], { Code: 'LIST' });
  await assign(api, floored[3]);
  await assign(api, open[3], plans[1]);
  await assign(api, obsolete[0], plans[5]);
  await get('records=0');
  await get('records=51');
  await get('records=many&startingRecord=-1');
  await get('startingRecord=first');
  await get('searchOptions=Cheap');
  await get('manufacturerName=Nobody');
  await get('manufacturerName=Nobody&records=99');
  await get('partNumber=1%7C2%7C3%7C4%7C5%7C6%7C7%7C8%7C9%7C10%7C11');
  await api.ask('GET', '/v1/reports?dateFilter=Someday');
  await api.ask('GET', '/v1/reports?startDate=monday&endDate=2025-13-01');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/strategies/LIST');
  await api.ask('PUT', `/v1/listings/${String(floored[3])}/price`, { json: { PriceFloor: 8 } });
  await api.ask('DELETE', `/v1/listings/${String(floored[3])}`);
  await api.ask('GET', '/v1/listings?records=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await price(api, 'lamp', { PriceFloor: 2, PriceCeiling: 'x' });
  api.wait(2_000);
  await hasten(api, '/v1/listings?records=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?dateFilter=None');
  await read(api, 'reports', runs[1]);
}

async function another(api: Api): Promise<void> {
  const { floored, open, ruled, obsolete } = idsOf(await walk(api, '/v1/listings?records=30'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = rowsAt(await api.ask('GET', '/v1/strategies'), 'PricingRuleList', 'RuleList').map(
    ({ RuleCode }) => RuleCode,
  );
  const runs = rowsAt(await api.ask('GET', '/v1/reports?dateFilter=ThisMonth'), 'ReportItems').map(
    ({ ReportNumber }) => ReportNumber,
  );
  await get('records=7&startingRecord=14');
  await get('records=10&startingRecord=60');
  await get('keyword=regulators&records=5');
  await get('keyword=qfn-16');
  await get('manufacturerName=Norrast%20Power&records=4&startingRecord=2');
  await get('searchOptions=InStock&records=9&startingRecord=9');
  await get('searchOptions=rohs&manufacturerName=Velmora%20Semiconductor');
  await get(`partNumber=${String(open[2])}%7C${String(ruled[6])}&partSearchOptions=Exact`);
  await get('partNumber=926-NP&records=3');
  await get('shape=round&records=2');
  await api.ask('GET', '/v1/strategies?ruleType=CostBased');
  await api.ask('GET', '/v1/reports?dateFilter=LastYear');
  await api.ask('GET', '/v1/reports?startDate=2025-02-01&endDate=2025-03-01');
  await read(api, 'listings', ruled[2]);
  await read(api, 'listings', floored[5]);
  await read(api, 'listings', open[4]);
  await read(api, 'reports', runs[1]);

  await price(api, floored[2], { PriceFloor: 7.15, PriceCeiling: 93.5 });
  await read(api, 'listings', floored[2]);
  await price(api, ruled[2], { PriceCeiling: 611.2 });
  await read(api, 'listings', ruled[2]);
  await price(api, open[3], { PriceFloor: 0.125, PriceCeiling: 800 });
  await price(api, ruled[6], { PriceFloor: null });
  await read(api, 'listings', ruled[6]);
  await price(api, floored[5], { PriceFloor: '14', PriceCeiling: '2200.05' });
  await read(api, 'listings', floored[5]);
  await assign(api, floored[2], plans[3]);
  await read(api, 'listings', floored[2]);
  await assign(api, open[4], plans[5]);
  await assign(api, ruled[7], null);
  await read(api, 'listings', ruled[7]);
  await get(`partNumber=${String(floored[2])}`);

  await read(api, 'listings', '926-AA11111');
  await read(api, 'listings', 'summary');
  await read(api, 'reports', '99');
  await price(api, '538-QQ00001', { PriceCeiling: 31 });
  await assign(api, '595-QQ00002', plans[2]);
  await price(api, floored[6], { PriceFloor: 71.2, PriceCeiling: 70 });
  await price(api, floored[6], { PriceCeiling: 'lots' });
  await price(api, floored[6], { PriceFloor: 'few', PriceCeiling: -2 });
  await price(api, floored[6], { PriceFloor: 26_000 });
  await price(api, floored[6], { PriceFloor: false });
  await price(api, floored[6], {});
  await price(api, obsolete[2], { PriceCeiling: 9 });
  await assign(api, floored[6], 'GONE-7');
  await assign(api, floored[6], plans[4]);
  await assign(api, floored[6], true);
  await assign(api, open[5], plans[0]);
  await assign(api, obsolete[1], plans[2]);
  await get('records=-5');
  await get('records=500');
  await get('records=all');
  await get('startingRecord=-10&searchOptions=Best');
  await get('manufacturerName=Somebody');
  await api.ask('GET', '/v1/reports?dateFilter=Tomorrow');
  await api.ask('GET', '/v1/reports?endDate=soon');
  await api.ask('GET', '/v1/invoices');
  await api.ask('PATCH', `/v1/listings/${String(floored[6])}/strategy`, { json: { RuleCode: 'LIST' } });
  await api.ask('GET', '/v1/reports?dateFilter=Yesterday', { headers: { 'X-API-KEY': null } });
}

/** Whether an answer lists what is wrong, with the whole request or with its item. */
const isRefusal = ({ status, body }: Answered): boolean =>
  status >= 400 ||
  ['PriceItems', 'RuleItems'].some((name) => {
    const items = listAt(parsed(body), name);
    return items.some((item) => listAt(item, 'Errors').length > 0);
  });

export const resourceKeys: WalkedService = {
  name: 'resource-keys',
  key,
  start,
  isRefusal,
  recordsIn: (body) => rowsAt({ body } as Received, 'SearchResults', 'Parts'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['records=3', 'records=7', 'records=50'],
  walk,
};
