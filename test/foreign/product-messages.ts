// A marketplace integrator's API for merchants: every answer is wrapped, content beside a status code, an id of the request, a
// message and an object of validation errors by field, a list with counts and a page size that is the service's own; the
// merchant's product number names a listing, names are in PascalCase in bodies and in camelCase in parameters, in any case
// where they come in; states in capitals, several of them by repeating the parameter, null for what is not set, whole words
// for each fault of a value (with the place where the reader of the body stopped), moments with the offset of the office and
// as many digits of a second as there are. A write answers how many products were accepted and how many rejected, with
// messages for each, 200 either way; zero takes a bound away and null leaves it; what stands before the service counts the
// requests of a second and refuses with a line of text, and routes that are unknown are answered with nothing.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = scrambled('product messages key', 40, hex);
const perSecond = 8;
const listingsPerPage = 20;
const reportsPerPage = 5;
const largestPrice = 100_000;

const statuses = ['LISTED', 'LISTED', 'LISTED', 'UNLISTED', 'PENDING', 'REJECTED'] as const;
const channels = [
  { id: 4, name: 'Nordmarkt' },
  { id: 7, name: 'Bazar Plus' },
  { id: 12, name: 'Tradehall' },
] as const;
const vatRates = ['STANDARD', 'STANDARD', 'REDUCED'] as const;
const reportTypes = ['OFFER_EXPORT', 'BUYBOX_OVERVIEW', 'STOCK_CHECK'] as const;
const reportStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

/** The last Sunday of a month, one o'clock. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

/** With the offset of Amsterdam and without zeros at the end of the second. */
function office(milliseconds: number): string {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer = milliseconds >= lastSunday(year, 2) && milliseconds < lastSunday(year, 9);
  const hours = isSummer ? 2 : 1;
  const text = new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, -1);
  return `${text.replace(/\.?0+$/, '')}+0${hours}:00`;
}

interface Listing {
  readonly id: number;
  readonly no: string;
  readonly channelNo: string | null;
  readonly name: string;
  readonly brand: string;
  readonly ean: string;
  readonly status: (typeof statuses)[number];
  readonly channel: (typeof channels)[number];
  readonly price: number;
  readonly purchase: number | null;
  readonly stock: number;
  readonly vat: string;
  readonly hasBuyBox: boolean;
  readonly colour: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  rule: number | null;
  updated: number;
}

const rules = [
  { id: 21, name: 'Beat the buy box', type: 'BUYBOX', step: -0.05, active: true, needsMin: true },
  { id: 22, name: 'Follow the cheapest', type: 'LOWEST_PRICE', step: 0, active: true, needsMin: true },
  { id: 24, name: 'Margin of 18 %', type: 'MARGIN', step: 18, active: true, needsMin: false },
  { id: 30, name: 'Autumn clearance', type: 'LOWEST_PRICE', step: -1.5, active: false, needsMin: false },
  { id: 31, name: 'Keep', type: 'FIXED', step: 0, active: true, needsMin: false },
] as const;

const createdRule = (id: number) => pastMoment(`messages rule ${id}`);

function listings(): Listing[] {
  return Array.from({ length: 67 }, (_, index): Listing => {
    const seed = `messages ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 5) > 1;
    return {
      id: 88_210 + index * 3,
      no: sku,
      channelNo:
        chance(`${seed} channel no`, 4) > 0
          ? `B0${scrambled(seed, 8, '0123456789BCDFGHJKLMNPQRSTVWXYZ')}`
          : null,
      name: title,
      brand: maker,
      ean: `871${scrambled(`${seed} ean`, 10, '0123456789')}`,
      status: oneOf(`${seed} status`, statuses),
      channel: oneOf(`${seed} channel`, channels),
      price: price / 100,
      purchase: chance(`${seed} purchase`, 3) > 0 ? Math.round(price * 0.55) / 100 : null,
      stock,
      vat: oneOf(`${seed} vat`, vatRates),
      hasBuyBox: chance(`${seed} box`, 2) > 0,
      colour: chance(`${seed} coloured`, 3) > 0 ? oneOf(`${seed} colour`, ['Black', 'Sand', 'Teal']) : null,
      created,
      min: hasMin ? Math.round(price * 0.8) / 100 : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) / 100 : null,
      rule: hasMin && chance(`${seed} rule`, 2) > 0 ? rules[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

const listingShown = (one: Listing): Row => ({
  Id: one.id,
  MerchantProductNo: one.no,
  ChannelProductNo: one.channelNo,
  Name: one.name,
  Brand: one.brand,
  Ean: one.ean,
  ChannelId: one.channel.id,
  ChannelName: one.channel.name,
  Status: one.status,
  Stock: one.stock,
  Price: one.price,
  MinPrice: one.min,
  MaxPrice: one.max,
  PurchasePrice: one.purchase,
  VatRateType: one.vat,
  HasBuyBox: one.hasBuyBox,
  RepricingRule:
    one.rule === null ? null : { Id: one.rule, Name: rules.find(({ id }) => id === one.rule)!.name },
  ExtraData: one.colour === null ? [] : [{ Key: 'Colour', Value: one.colour, Type: 'TEXT', IsPublic: true }],
  CreatedAt: office(one.created),
  UpdatedAt: office(one.updated),
});

const ruleShown = (one: (typeof rules)[number]): Row => ({
  Id: one.id,
  Name: one.name,
  Type: one.type,
  Step: one.step,
  IsActive: one.active,
  RequiresMinPrice: one.needsMin,
  CreatedAt: office(createdRule(one.id)),
});

type Faults = Record<string, string[]>;

class Refusal extends Error {
  readonly status: number;
  readonly faults: Faults;

  constructor(status: number, message: string, faults: Faults = {}) {
    super(message);
    this.status = status;
    this.faults = faults;
  }
}

const invalid = (faults: Faults) => new Refusal(400, 'One or more validation errors occurred.', faults);

/** What one product of a write comes to. */
interface Verdict {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: 5_400 + (12 - index) * 7,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 50_000_000 - chance(`messages report ${index}`, 20_000) * 1_000,
    seconds: 75 + index * 20,
    fails: index === 4,
    rows: 60 + chance(`messages report rows ${index}`, 800),
  }));
  let windowStart = 0;
  let inWindow = 0;
  let count = 0;

  const requestId = () =>
    `0HN${scrambled(`messages run ${run.run}`, 10, '0123456789ABCDEFGHIJKLMNOPQRSTUV')}:${String(count).padStart(8, '0')}`;

  function wrapped(status: number, message: string | null, content: Row = {}, faults: Faults = {}): Answered {
    return json(
      status,
      {
        ...content,
        StatusCode: status,
        RequestId: requestId(),
        LogId: status < 400 ? null : uuid(`messages log ${run.run} ${count}`),
        Success: status < 400,
        Message: message,
        ValidationErrors: faults,
      },
      [],
      'application/json; charset=utf-8',
    );
  }

  function reportShown({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const [queued, running, done, failed] = reportStatuses;
    const status = elapsed < 30 ? queued : elapsed < seconds ? running : fails ? failed : done;
    return {
      Id: id,
      Type: type,
      Status: status,
      RowCount: status === done ? rows : 0,
      Error: status === failed ? 'The channel did not answer in time.' : null,
      DownloadUrl:
        status === done
          ? `${run.origin}/downloads/${id}?token=${scrambled(`messages ${run.run} ${id}`, 32, hex)}`
          : null,
      CreatedAt: office(created),
      FinishedAt: elapsed < seconds ? null : office(created + seconds * 1_000),
    };
  }

  /** The parameters of a list, by their names in any case; whatever is wrong with them is told at once. */
  function parametersOf(query: URLSearchParams) {
    const faults: Faults = {};
    const all = (name: string) =>
      [...query].filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, text]) => text);
    const reject = (name: string, message: string) => {
      (faults[name] ??= []).push(message);
    };
    const unread = (name: string, text: string) => {
      reject(name, `The value '${text}' is not valid.`);
    };
    const one = <Value>(name: string, take: (text: string) => Value | undefined): Value | undefined => {
      const [text] = all(name);
      if (text === undefined || text === '') return undefined;
      const value = take(text);
      if (value === undefined) unread(name, text);
      return value;
    };
    return {
      faults,
      texts: all,
      whole: (name: string) => one(name, (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined)),
      page: () => {
        const page = one('page', (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined)) ?? 1;
        if (page < 1) reject('page', 'The field Page must be between 1 and 2147483647.');
        return page;
      },
      moment: (name: string) =>
        one(name, (text) => (Number.isNaN(Date.parse(text)) ? undefined : { at: Date.parse(text) }))?.at,
      flag: (name: string) =>
        one(name, (text) =>
          /^(true|false)$/i.test(text) ? { is: text.toLowerCase() === 'true' } : undefined,
        )?.is,
      words: (name: string, known: readonly string[]) =>
        all(name).flatMap((text) => {
          const word = text.toUpperCase();
          if (known.includes(word)) return [word];
          unread(name, text);
          return [];
        }),
    };
  }

  function paged(page: number, size: number, records: readonly Row[]): Answered {
    const shown = records.slice((page - 1) * size, page * size);
    return wrapped(200, null, {
      Content: shown,
      Count: shown.length,
      TotalCount: records.length,
      ItemsPerPage: size,
    });
  }

  function listed(query: URLSearchParams): Answered {
    const { faults, texts, whole, page, moment, flag, words } = parametersOf(query);
    const number = page();
    const asked = words('statuses', statuses);
    const channel = whole('channelId');
    const box = flag('hasBuyBox');
    const [from, to] = [moment('fromDate'), moment('toDate')];
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const text = (texts('search')[0] ?? '').toLowerCase();
    const [numbers, eans] = [texts('merchantProductNoList'), texts('eanList')];
    const found = all.filter(
      (one) =>
        (asked.length === 0 || asked.includes(one.status)) &&
        (channel === undefined || one.channel.id === channel) &&
        (box === undefined || one.hasBuyBox === box) &&
        (from === undefined || one.updated >= from) &&
        (to === undefined || one.updated <= to) &&
        (numbers.length === 0 || numbers.includes(one.no)) &&
        (eans.length === 0 || eans.includes(one.ean)) &&
        `${one.name} ${one.no} ${one.ean}`.toLowerCase().includes(text),
    );
    return paged(number, listingsPerPage, found.map(listingShown));
  }

  function rulesListed(query: URLSearchParams): Answered {
    const { faults, page, flag, words } = parametersOf(query);
    const number = page();
    const active = flag('isActive');
    const types = words(
      'types',
      rules.map(({ type }) => type),
    );
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const found = rules.filter(
      (one) =>
        (active === undefined || one.active === active) && (types.length === 0 || types.includes(one.type)),
    );
    return paged(number, 100, found.map(ruleShown));
  }

  function reportsListed(query: URLSearchParams): Answered {
    const { faults, page, words } = parametersOf(query);
    const number = page();
    const asked = words('statuses', reportStatuses);
    const types = words('types', reportTypes);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const found = reports
      .map(reportShown)
      .filter(
        ({ Status: status, Type: type }) =>
          (asked.length === 0 || asked.includes(status as string)) &&
          (types.length === 0 || types.includes(type as string)),
      );
    return paged(number, reportsPerPage, found);
  }

  /** The members of a body under small names; `place` tells where the reader stood behind the value of one. */
  function bodyIn(request: Asked): { of: (name: string) => unknown; place: (name: string) => string } {
    if (request.body === '') throw invalid({ '': ['A non-empty request body is required.'] });
    const sent = jsonOf(request);
    if (sent === 'bad') {
      throw invalid({
        '': [`Unexpected end when reading JSON. Path '', line 1, position ${request.body.length}.`],
      });
    }
    if (!isObject(sent.json)) {
      throw invalid({ '': ['The request body must be a single JSON object.'] });
    }
    const members = Object.entries(sent.json);
    return {
      of: (name) => members.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1],
      place: (name) => {
        const [own = name, value] = members.find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
        const pair = `${JSON.stringify(own)}:${JSON.stringify(value)}`;
        return `Path '${own}', line 1, position ${request.body.indexOf(pair) + pair.length}.`;
      },
    };
  }

  function judged(listing: Listing, { errors, warnings }: Verdict): Answered {
    const isAccepted = errors.length === 0;
    if (isAccepted) listing.updated = run.now();
    const hasMessages = errors.length + warnings.length > 0;
    return wrapped(200, isAccepted ? '1 product(s) accepted.' : '1 product(s) rejected.', {
      Content: {
        RejectedCount: isAccepted ? 0 : 1,
        AcceptedCount: isAccepted ? 1 : 0,
        ProductMessages: hasMessages
          ? [{ Name: listing.name, Reference: listing.no, Warnings: warnings, Errors: errors }]
          : [],
      },
    });
  }

  function priced(listing: Listing, request: Asked): Answered {
    const { of, place } = bodyIn(request);
    const faults: Faults = {};
    /** Null where nothing is sent. */
    const boundOf = (name: 'MinPrice' | 'MaxPrice'): number | null => {
      const sent = of(name);
      if (sent === undefined || sent === null) return null;
      const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
      if (typeof sent === 'string' && Number.isNaN(value)) {
        faults[name] = [`Could not convert string to decimal: ${sent}. ${place(name)}`];
      } else if (typeof value !== 'number') {
        faults[name] = [`Unexpected character encountered while parsing value. ${place(name)}`];
      } else if (value < 0 || value > largestPrice) {
        faults[name] = [`The field ${name} must be between 0 and ${largestPrice}.`];
      }
      return typeof value === 'number' ? Math.round(value * 100) / 100 : null;
    };
    const [min, max] = [boundOf('MinPrice'), boundOf('MaxPrice')];
    if (Object.keys(faults).length > 0) throw invalid(faults);
    if (min === null && max === null) {
      throw invalid({
        MinPrice: ['MinPrice or MaxPrice is required.'],
        MaxPrice: ['MinPrice or MaxPrice is required.'],
      });
    }
    const settled = (sent: number | null, now: number | null) =>
      sent === null ? now : sent === 0 ? null : sent;
    const [least, most] = [settled(min, listing.min), settled(max, listing.max)];
    const rule = rules.find(({ id }) => id === listing.rule);
    const errors: string[] = [];
    if (listing.status === 'REJECTED') {
      errors.push(`The product is rejected by ${listing.channel.name} and cannot be repriced.`);
    }
    if (least !== null && most !== null && least > most) {
      errors.push(`MinPrice (${least.toFixed(2)}) must not be higher than MaxPrice (${most.toFixed(2)}).`);
    }
    if (least === null && rule?.needsMin === true) {
      errors.push(`Repricing rule '${rule.name}' requires a MinPrice.`);
    }
    const warnings: string[] = [];
    if (errors.length === 0) {
      listing.min = least;
      listing.max = most;
      if (least !== null && listing.purchase !== null && least < listing.purchase) {
        warnings.push(`MinPrice is below the purchase price (${listing.purchase.toFixed(2)}).`);
      }
    }
    return judged(listing, { errors, warnings });
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { of, place } = bodyIn(request);
    const sent = of('RuleId') ?? null;
    if (sent !== null && typeof sent !== 'number') {
      const what = typeof sent === 'string' ? `string to integer: ${sent}` : `${typeof sent} to integer`;
      throw invalid({ RuleId: [`Could not convert ${what}. ${place('RuleId')}`] });
    }
    if (sent !== null && !Number.isInteger(sent)) {
      throw invalid({ RuleId: [`Input string '${sent}' is not a valid integer. ${place('RuleId')}`] });
    }
    const rule = sent === null ? null : rules.find(({ id }) => id === sent);
    const errors: string[] = [];
    if (listing.status === 'REJECTED') {
      errors.push(`The product is rejected by ${listing.channel.name} and cannot be repriced.`);
    }
    if (rule === undefined) errors.push(`Repricing rule ${sent} was not found.`);
    else if (rule !== null) {
      if (!rule.active) errors.push(`Repricing rule '${rule.name}' is not active.`);
      if (rule.needsMin && listing.min === null) {
        errors.push(`Repricing rule '${rule.name}' requires a MinPrice.`);
      }
    }
    if (errors.length === 0) listing.rule = rule?.id ?? null;
    return judged(listing, { errors, warnings: [] });
  }

  const nothing = (status: number, headers: Answered['headers'] = []): Answered => ({
    status,
    headers: [['Content-Length', '0'], ...headers],
    body: '',
  });

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) return nothing(404);
    if (!['listings', 'strategies', 'reports'].includes(kind)) return nothing(404);
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) {
      return nothing(404);
    }
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) return nothing(405, [['Allow', method]]);
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = all.find((one) => one.no === id);
      if (listing === undefined) {
        throw new Refusal(404, `Product with merchant product no '${id}' was not found.`);
      }
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return wrapped(200, null, { Content: listingShown(listing) });
    }
    if (id !== undefined && !/^\d+$/.test(id)) throw invalid({ id: [`The value '${id}' is not valid.`] });
    if (kind === 'strategies') {
      if (id === undefined) return rulesListed(query);
      const rule = rules.find((one) => String(one.id) === id);
      if (rule === undefined) throw new Refusal(404, `Repricing rule ${id} was not found.`);
      return wrapped(200, null, { Content: ruleShown(rule) });
    }
    if (id === undefined) return reportsListed(query);
    const report = reports.find((one) => String(one.id) === id);
    if (report === undefined) throw new Refusal(404, `Report ${id} was not found.`);
    return wrapped(200, null, { Content: reportShown(report) });
  }

  /** What counts the requests of a second stands before everything else. */
  function counted(): { told: Answered['headers'] } | { refused: Answered } {
    const now = run.now();
    if (now >= windowStart + 1_000) {
      windowStart = now;
      inWindow = 0;
    }
    inWindow += 1;
    if (inWindow > perSecond) {
      return {
        refused: {
          status: 429,
          headers: [
            ['Content-Type', 'text/plain'],
            ['Retry-After', '1'],
          ],
          body: `API calls quota exceeded! maximum admitted ${perSecond} per 1s.`,
        },
      };
    }
    return {
      told: [
        ['X-Rate-Limit-Limit', '1s'],
        ['X-Rate-Limit-Remaining', String(perSecond - inWindow)],
        ['X-Rate-Limit-Reset', `${new Date(windowStart + 1_000).toISOString().slice(0, -1)}0000Z`],
      ],
    };
  }

  return (request) => {
    count += 1;
    const gate = counted();
    if ('refused' in gate) return gate.refused;
    try {
      const sent = request.headers['x-api-key'];
      if (sent === undefined) throw new Refusal(401, 'No API key was provided.');
      if (sent !== key) throw new Refusal(401, 'The provided API key is invalid.');
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...gate.told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, headers, body } = wrapped(error.status, error.message, {}, error.faults);
      return { status, headers: [...headers, ...gate.told], body };
    }
  };
}

/** Counts the pages by the total and the size that each answer tells. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const next = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'Content'));
    pages = Math.ceil(Number(at(received, 'TotalCount') ?? 0) / Number(at(received, 'ItemsPerPage') ?? 1));
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${encodeURIComponent(String(id))}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${encodeURIComponent(String(id))}/price`, { json: body });
const assign = (api: Api, id: unknown, rule: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${encodeURIComponent(String(id))}/strategy`, { json: { RuleId: rule } });

interface Ids {
  /** Of listings that can be changed, with and without a lower bound, and of one that cannot. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly rejected: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ Status: status }) => status !== 'REJECTED');
  return {
    bounded: open.filter(({ MinPrice: min }) => min !== null).map(({ MerchantProductNo: no }) => no),
    unbounded: open.filter(({ MinPrice: min }) => min === null).map(({ MerchantProductNo: no }) => no),
    rejected: rows.find(({ Status: status }) => status === 'REJECTED')?.MerchantProductNo,
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { bounded, unbounded, rejected } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ Id: id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ Id: id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=2');
  await get('page=9');
  await get('statuses=LISTED');
  await get('statuses=LISTED&page=2');
  await get('statuses=PENDING&statuses=REJECTED');
  await get('statuses=unlisted');
  await get('channelId=7');
  await get('channelId=4&statuses=LISTED');
  await get('channelId=99');
  await get('hasBuyBox=true&channelId=12');
  await get('hasBuyBox=false&statuses=PENDING');
  await get('search=lamp');
  await get('search=Velmora');
  await get('search=nothinglikethis');
  await get(`merchantProductNoList=${String(bounded[2])}&merchantProductNoList=${String(unbounded[1])}`);
  await get(`eanList=${String(rows[5]?.Ean)}`);
  await get('fromDate=2025-07-01T00:00:00%2B02:00');
  await get('toDate=2024-06-30');
  await get('fromDate=2024-09-01&toDate=2025-01-31');
  await get('colour=red&channelId=12');
  await api.ask('GET', '/v1/strategies?isActive=true');
  await api.ask('GET', '/v1/strategies?types=LOWEST_PRICE');
  await api.ask('GET', '/v1/reports?statuses=DONE');
  await api.ask('GET', '/v1/reports?types=STOCK_CHECK');
  for (const index of [0, 3, 8, 13]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, bounded[0], { MinPrice: 190.9, MaxPrice: 249 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { MinPrice: 2.5, MaxPrice: 310 });
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { MaxPrice: 420.15 });
  await read(api, 'listings', bounded[8]);
  await price(api, bounded[13], { MaxPrice: 0 });
  await read(api, 'listings', bounded[13]);
  await price(api, unbounded[0], { MinPrice: '3.05', MaxPrice: null });
  await read(api, 'listings', unbounded[0]);
  await price(api, unbounded[2], { minPrice: 4.125 });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], plans[2]);
  await read(api, 'listings', bounded[3]);
  await assign(api, bounded[8], null);
  await read(api, 'listings', bounded[8]);
  await get('fromDate=2026-06-01');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?page=1');

  await read(api, 'listings', 'NOPE-00000');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 7);
  await read(api, 'strategies', 'keep');
  await read(api, 'reports', 1);
  await price(api, 'NOPE-00001', { MinPrice: 3 });
  await price(api, bounded[6], { MinPrice: 30, MaxPrice: 20 });
  await price(api, bounded[7], { MinPrice: 99.99, MaxPrice: 99.9 });
  await price(api, bounded[6], { MinPrice: 'cheap' });
  await price(api, bounded[6], { MinPrice: true, MaxPrice: 'dear' });
  await price(api, bounded[6], { MinPrice: -4 });
  await price(api, bounded[6], { MinPrice: 1, MaxPrice: 2_000_000 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { Colour: 'red' });
  await price(api, bounded[6], [1]);
  await price(api, bounded[0], { MinPrice: 0 });
  await price(api, rejected, { MinPrice: 5 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"MinPrice": ' });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`);
  await assign(api, bounded[6], 400);
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 'fast');
  await assign(api, unbounded[1], plans[0]);
  await assign(api, rejected, plans[4]);
  await assign(api, 'NOPE-00002', plans[0]);
  await get('page=0');
  await get('page=two');
  await get('statuses=GONE');
  await get('channelId=shop');
  await get('hasBuyBox=maybe&page=x');
  await get('fromDate=monday');
  await api.ask('GET', '/v1/reports?statuses=LOST');
  await api.ask('GET', '/v1/strategies?isActive=perhaps');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'abcdef' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?isActive=false', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?statuses=LISTED&statuses=UNLISTED&statuses=REJECTED');
  const { bounded, unbounded, rejected } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ Id: id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ Id: id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=4&statuses=UNLISTED');
  await get('page=30');
  await get('statuses=REJECTED');
  await get('statuses=pending&channelId=4');
  await get('channelId=12&page=2');
  await get('hasBuyBox=true&page=2');
  await get('search=rug');
  await get('search=ZEM-');
  await get(`merchantProductNoList=${String(bounded[4])}`);
  await get(`eanList=${String(rows[3]?.Ean)}&eanList=${String(rows[9]?.Ean)}`);
  await get('fromDate=2025-09-15T12:00:00Z');
  await get('toDate=2024-05-01&statuses=LISTED');
  await get('shape=round&channelId=7');
  await api.ask('GET', '/v1/strategies?isActive=false');
  await api.ask('GET', '/v1/strategies?types=MARGIN&types=FIXED');
  await api.ask('GET', '/v1/reports?statuses=FAILED');
  await api.ask('GET', '/v1/reports?types=OFFER_EXPORT&statuses=DONE');
  for (const index of [1, 5, 9]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[7]);

  await price(api, bounded[1], { MinPrice: 175.75, MaxPrice: 333 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { MaxPrice: 601.2 });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[2], { MinPrice: 1, MaxPrice: 0 });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[9], null);
  await get('fromDate=2026-07-15');

  await read(api, 'listings', 'GONE-12345');
  await read(api, 'strategies', 'messages');
  await read(api, 'reports', 44);
  await price(api, 'GONE-12346', { MaxPrice: 30 });
  await price(api, bounded[10], { MinPrice: 71.2, MaxPrice: 70 });
  await price(api, bounded[10], { MaxPrice: 'lots' });
  await price(api, bounded[10], { MinPrice: -0.5, MaxPrice: false });
  await price(api, bounded[10], { MaxPrice: 100_001 });
  await price(api, bounded[11], {});
  await price(api, rejected, { MaxPrice: 800 });
  await assign(api, bounded[10], 777);
  await assign(api, bounded[10], plans[3]);
  await assign(api, bounded[10], 4.5);
  await assign(api, unbounded[3], plans[1]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[10])}/strategy`, { text: '{"RuleId"' });
  await get('page=-3');
  await get('statuses=SOLD');
  await get('channelId=none');
  await get('toDate=soon');
  await api.ask('GET', '/v1/reports?types=PRICES');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page=2', { headers: { 'X-API-KEY': null } });
}

export const productMessages: WalkedService = {
  name: 'product-messages',
  key,
  start,
  isRefusal: ({ status, body }) => status !== 429 && (status >= 400 || body.includes('"RejectedCount":1')),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: [],
  walk,
};
