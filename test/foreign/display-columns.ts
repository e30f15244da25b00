// The webservice of a widespread European shop system, in its JSON form: lists give nothing but ids until `display` names columns
// or `full`, all values of columns are texts (ids are numbers), names stand in several languages, and zero stands for none. Filters,
// ranges and sorts are in square brackets, pages are an offset and a count without any total, an empty list is a bare `[]`, an
// unknown record is a 404 without a body. A write tells its id again within its envelope; errors are a list of codes and messages,
// which name what is available. A proxy stands before it and limits the pace with a page of its own.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'H7QK2ZMV9TLX4RBW8NCP3YDF6JGSA5UE';
const realm =
  'Welcome to the Maravela webservice, please enter the authentication key. No password required.';
const callsPerSecond = 5;
const burst = 5;

const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const never = '0000-00-00 00:00:00';
const decimal = (cents: number): string => `${(cents / 100).toFixed(2)}0000`;

const languages = ['1', '2'];
/** A text in each of the languages. */
type Translated = readonly string[];
type Value = string | number | Translated;

interface Field {
  readonly name: string;
  readonly isNumber?: boolean;
  readonly isTranslated?: boolean;
  /** Is computed, so that no query can filter by it. */
  readonly isDynamic?: boolean;
}

const number = (name: string): Field => ({ name, isNumber: true });
const text = (name: string): Field => ({ name });
const translated = (name: string): Field => ({ name, isTranslated: true });

/** A record as the database has it. */
interface Stored {
  readonly values: Readonly<Record<string, Value>>;
  readonly associations: Readonly<Record<string, readonly Row[]>>;
}

interface Resource {
  readonly one: string;
  readonly fields: readonly Field[];
}

const resources: Readonly<Record<'listings' | 'reports' | 'strategies', Resource>> = {
  listings: {
    one: 'listing',
    fields: [
      number('id'),
      number('id_manufacturer'),
      number('id_category_default'),
      number('id_strategy'),
      { name: 'manufacturer_name', isDynamic: true },
      text('reference'),
      text('ean13'),
      number('quantity'),
      number('weight'),
      number('wholesale_price'),
      number('price'),
      number('min_price'),
      number('max_price'),
      text('condition'),
      text('visibility'),
      number('active'),
      text('date_add'),
      text('date_upd'),
      translated('name'),
      translated('link_rewrite'),
    ],
  },
  reports: {
    one: 'report',
    fields: [
      number('id'),
      number('id_employee'),
      text('type'),
      text('status'),
      number('nb_rows'),
      text('error'),
      text('date_start'),
      text('date_end'),
      text('date_add'),
      text('date_upd'),
    ],
  },
  strategies: {
    one: 'strategy',
    fields: [
      number('id'),
      text('type'),
      number('reduction'),
      text('reduction_type'),
      number('position'),
      number('active'),
      text('date_add'),
      text('date_upd'),
      translated('name'),
    ],
  },
};
type Kind = keyof typeof resources;
const isKind = (name: string): name is Kind => Object.hasOwn(resources, name);

const strategies: readonly Stored[] = [
  { name: ['Lowest offer', 'Offre la plus basse'], type: 'match', reduction: 0, by: 'amount', active: true },
  { name: ['Undercut by 50 cents', 'Moins 50 centimes'], type: 'undercut', reduction: 50, by: 'amount' },
  { name: ['Undercut by 3 %', 'Moins 3 %'], type: 'undercut', reduction: 300, by: 'percentage' },
  { name: ['Keep the margin', 'Garder la marge'], type: 'margin', reduction: 2_500, by: 'percentage' },
  {
    name: ['Clearance', 'Déstockage'],
    type: 'margin',
    reduction: 500,
    by: 'percentage',
    active: false,
  },
].map(({ name, type, reduction, by, active = true }, index): Stored => {
  const added = Date.UTC(2023, 10, 6 + index * 9, 9, 14, 7 + index * 5);
  return {
    values: {
      id: index + 1,
      type,
      reduction: decimal(reduction),
      reduction_type: by,
      position: String(index),
      active: active ? '1' : '0',
      date_add: moment(added),
      date_upd: moment(added + chance(`columns strategy ${index}`, 90 * 86_400) * 1_000),
      name,
    },
    associations: { groups: (index === 3 ? [3] : [1, 2, 3]).map((id) => ({ id: String(id) })) },
  };
});

const makers = ['Velmora', 'Tarnwick', 'Oskelby', 'Halvik'];
const goods = [
  ['desk lamp', 'lampe de bureau'],
  ['wall lamp', 'lampe murale'],
  ['teapot', 'théière'],
  ['wool blanket', 'couverture en laine'],
  ['cushion', 'coussin'],
  ['notebook', 'carnet'],
  ['mug', 'tasse'],
] as const;
const kinds = [
  ['Small', 'Petite'],
  ['Nordic', 'Nordique'],
  ['Classic', 'Classique'],
  ['Folding', 'Pliante'],
] as const;

const slug = (words: string): string =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-');

interface Listing {
  readonly id: number;
  readonly values: Readonly<Record<string, Value>>;
  readonly associations: Stored['associations'];
  min: string;
  max: string;
  strategy: string;
  updated: number;
}

function listings(): Listing[] {
  let id = 11;
  return Array.from({ length: 26 }, (_, index): Listing => {
    const seed = `columns ${index}`;
    id += 1 + chance(`${seed} gap`, 3);
    const maker = chance(`${seed} maker`, makers.length);
    const good = oneOf(`${seed} good`, goods);
    const kind = oneOf(`${seed} kind`, kinds);
    const names = [
      `${makers[maker]!} ${kind[0]} ${good[0]}`,
      `${good[1][0]!.toUpperCase()}${good[1].slice(1)} ${kind[1].toLowerCase()} ${makers[maker]!}`,
    ];
    const price = 590 + 10 * chance(`${seed} price`, 1_100);
    const added = pastMoment(seed);
    const category = 3 + chance(`${seed} category`, 4);
    const images = chance(`${seed} images`, 4);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id,
      values: {
        id,
        id_manufacturer: String(maker + 1),
        id_category_default: String(category),
        manufacturer_name: makers[maker]!,
        reference: `${makers[maker]!.slice(0, 3).toLowerCase()}_${100 + chance(`${seed} reference`, 900)}`,
        ean13: chance(`${seed} has ean`, 4) === 0 ? '' : `376${10 ** 9 + chance(`${seed} ean`, 9e9)}`,
        quantity: String(chance(`${seed} none`, 6) === 0 ? 0 : chance(`${seed} quantity`, 320)),
        weight: decimal(10 + chance(`${seed} weight`, 240)),
        wholesale_price: decimal(Math.round(price * 0.55)),
        price: decimal(price),
        condition: oneOf(`${seed} condition`, ['new', 'new', 'new', 'refurbished', 'used']),
        visibility: oneOf(`${seed} visibility`, ['both', 'both', 'both', 'catalog']),
        active: chance(`${seed} active`, 5) === 0 ? '0' : '1',
        date_add: moment(added),
        name: names,
        link_rewrite: names.map(slug),
      },
      associations: {
        categories: ['2', String(category)].map((each) => ({ id: each })),
        ...(images > 0 && {
          images: Array.from({ length: images }, (_, at) => ({ id: String(index * 4 + at + 1) })),
        }),
      },
      min: hasMin ? decimal(Math.round(price * 0.85)) : decimal(0),
      max: chance(`${seed} max`, 3) > 0 ? decimal(Math.round(price * 1.4)) : decimal(0),
      strategy: hasMin && chance(`${seed} strategy`, 2) === 0 ? String(1 + chance(`${seed} which`, 4)) : '0',
      updated: added + chance(`${seed} updated`, 60 * 86_400) * 1_000,
    };
  });
}

type Fault = readonly [code: number, message: string];

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, ...faults: readonly Fault[]) {
    super();
    this.status = status;
    this.faults = faults;
  }
}

const invalid = (message: string) => new Refusal(400, [85, `Validation error: "${message}"`]);

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = row[to - 1]! + (other[to - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** Of several that are equally near it is the last. */
function didYouMean(code: number, message: string, wrong: string, known: readonly string[]): Refusal {
  const least = Math.min(...known.map((word) => distance(wrong, word)));
  const nearest = known.findLast((word) => distance(wrong, word) === least)!;
  const list = known.length > 1 ? ` The full list is: "${known.join('", "')}"` : '';
  return new Refusal(400, [code, `${message}. Did you mean: "${nearest}"?${list}`]);
}

/** What a database takes a text for in a column of numbers. */
const numberIn = (value: string): number => Number.parseFloat(value) || 0;

function compare(one: string, other: string, { isNumber }: Field): number {
  if (isNumber === true) return numberIn(one) - numberIn(other);
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 'is').test(value);
}

/** The test that a filter such as `[10,50]`, `[1|5]`, `%[lamp]%` or `>[20]` stands for. */
function testOf(filter: string, field: Field): (value: string) => boolean {
  const is = (value: string, wanted: string) => compare(value, wanted, field) === 0;
  const [, before, inner = '', after] = /^(.*)\[(.*)\](.*)$/.exec(filter) ?? [];
  if (before === undefined) {
    const isNumeric = /^-?\d+(?:\.\d+)?$/.test(filter);
    return (value) => (isNumeric ? isLike(value, filter) : is(value, filter));
  }
  if (before === '%' || after === '%') {
    return (value) => isLike(value, `${before}${inner}${after ?? ''}`);
  }
  if (before === '>') return (value) => compare(value, inner, field) > 0;
  if (before === '<') return (value) => compare(value, inner, field) < 0;
  const words = inner.split('|');
  if (before === '!') return (value) => words.every((word) => !is(value, word));
  if (before !== '' || after !== '') return () => true;
  if (words.length > 1) return (value) => words.some((word) => is(value, word));
  const [, from, to] = /^([\d.:\-\s]+),([\d.:\-\s]+)$/.exec(inner) ?? [];
  if (from === undefined || to === undefined) return (value) => is(value, inner);
  const [low, high] = compare(from, to, field) > 0 ? [to, from] : [from, to];
  return (value) => compare(value, low, field) >= 0 && compare(value, high, field) <= 0;
}

/** What a query asks to be shown: nothing but ids where it is undefined. */
type Display = readonly Field[] | 'full' | undefined;

function displayOf({ fields }: Resource, query: URLSearchParams): Display {
  const asked = query.get('display');
  if (asked === null || asked === 'minimum') return undefined;
  if (asked === 'full') return asked;
  const available = fields.map(({ name }) => name).join(', ');
  const [, list] = /^\[(.*)\]$/.exec(asked) ?? [];
  if (list === undefined) {
    const words = `The 'display' syntax is wrong. You can set 'full' or '[field_1,field_2,field_3,...]'.`;
    throw new Refusal(400, [36, `${words} These are available: ${available}`]);
  }
  const names = list.split(',').map((name) => name.trim());
  for (const wrong of names) {
    if (fields.some(({ name }) => name === wrong)) continue;
    const words = `Unable to display this field "${wrong}". However, these are available: ${available}`;
    throw new Refusal(400, [35, words]);
  }
  return fields.filter(({ name }) => names.includes(name));
}

function languagesOf(query: URLSearchParams): readonly string[] {
  const asked = query.get('language');
  if (asked === null) return languages;
  const none: Fault = [81, 'language is not available'];
  if (!/^\[?\d+\]?$/.test(asked)) throw new Refusal(400, [79, 'language value is wrong'], none);
  const found = languages.filter((id) => id === asked.replace(/[[\]]/g, ''));
  if (found.length === 0) throw new Refusal(400, none);
  return found;
}

function shown(
  { values, associations }: Stored,
  { fields }: Resource,
  display: Display,
  spoken: readonly string[],
): Row {
  const some = display === 'full' || display === undefined ? fields : display;
  const inLanguages = (texts: Translated) => {
    const said = spoken.map((id) => ({ id, value: texts[languages.indexOf(id)]! }));
    return said.length === 1 ? said[0]!.value : said;
  };
  const columns = some.map(({ name, isTranslated }): readonly [string, unknown] => {
    const value = values[name]!;
    return [name, isTranslated === true ? inLanguages(value as Translated) : value];
  });
  const isWhole = some === fields && Object.keys(associations).length > 0;
  return { ...Object.fromEntries(columns), ...(isWhole && { associations }) };
}

/** The texts that a column has, one for each language where it has several. */
function textsOf({ values }: Stored, { name }: Field, spoken: readonly string[]): readonly string[] {
  const value = values[name]!;
  return typeof value === 'object' ? spoken.map((id) => value[languages.indexOf(id)]!) : [String(value)];
}

/** The records that a query asks for, in its order. */
function found(
  all: readonly Stored[],
  resource: Resource,
  query: URLSearchParams,
  spoken: readonly string[],
): readonly Stored[] {
  const { fields } = resource;
  const hasDates = !['', '0'].includes(query.get('date') ?? '');
  const usable = fields.filter(({ name }) => hasDates || (name !== 'date_add' && name !== 'date_upd'));
  const plain = usable.filter(({ isTranslated }) => isTranslated !== true).map(({ name }) => name);
  const inWords = usable.filter(({ isTranslated }) => isTranslated === true).map(({ name }) => name);
  const filters = new Map<string, string>();
  for (const [parameter, value] of query) {
    const [, name] = /^filter\[([^\]]*)\]$/.exec(parameter) ?? [];
    if (name !== undefined) filters.set(name, value);
  }
  const tests = [...filters].map(([name, value]): ((one: Stored) => boolean) => {
    const field = usable.find((each) => each.name === name);
    if (field === undefined || (value === '' && field.isTranslated === true)) {
      throw didYouMean(32, 'This filter does not exist', name, plain);
    }
    if (value === '') throw new Refusal(400, [33, `The filter "${name}" is malformed.`]);
    if (field.isDynamic === true) {
      const words = `The field "${name}" is dynamic. It is not possible to filter GET query with this field.`;
      throw new Refusal(400, [34, words]);
    }
    const holds = testOf(value, field);
    return (one) => textsOf(one, field, spoken).some(holds);
  });
  // A wrong filter is told before a wrong display, and that before a wrong sort.
  displayOf(resource, query);
  const sort = query.get('sort');
  const keys = sort === null ? [] : (/^\[(.*)\]$/.exec(sort)?.[1] ?? sort).split(',');
  const orders = keys.map((each): readonly [Field, number] => {
    const [, name, direction] = /^(.*)_(asc|desc)$/i.exec(each) ?? [];
    if (name === undefined || direction === undefined) {
      const words =
        'The "sort" value has to be formed as this example: "field_ASC" or \'[field_1_DESC,field_2_ASC,field_3_ASC,...]\' ("field" has to be an available field)';
      throw new Refusal(400, [37, words]);
    }
    const field = usable.find((one) => one.name === name);
    if (field === undefined) {
      const words = `Unable to filter by this field. However, these are available: ${plain.join(', ')}, for i18n fields:${inWords.join(', ')}`;
      throw new Refusal(400, [38, words]);
    }
    return [field, direction.toLowerCase() === 'asc' ? 1 : -1];
  });
  const rows = all
    .filter((one) => tests.every((holds) => holds(one)))
    .sort((one, other) => {
      for (const [field, sign] of orders) {
        const [first, second] = [one, other].map((each) => textsOf(each, field, spoken)[0]!) as [
          string,
          string,
        ];
        const order = compare(first, second, field);
        if (order !== 0) return sign * order;
      }
      return Number(one.values.id) - Number(other.values.id);
    });
  const limit = query.get('limit');
  if (limit === null) return rows;
  const parts = limit.split(',');
  if (parts.length > 2) {
    throw new Refusal(400, [39, 'The "limit" value has to be formed as this example: "5,25" or "10"']);
  }
  const counts = parts.map((part) => Number.parseInt(part, 10) || 0);
  const [offset, count] = counts.length === 2 ? [counts[0]!, counts[1]!] : [0, counts[0]!];
  return rows.slice(offset, offset + count);
}

/** A value of a body as the language of the shop makes a text of it. */
function textOf(value: unknown): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'Array';
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => {
    const seed = `columns report ${index}`;
    const ago = 10 - index;
    return {
      id: 41 + index,
      type: oneOf(`${seed} type`, ['price_changes', 'stock', 'margins']),
      added:
        ago < 2 ? opened - 45_000 * ago - 12_000 : opened - ago * 86_400_000 - chance(seed, 40_000) * 1_000,
      seconds: 70 + chance(`${seed} seconds`, 60),
      rows: 20 + chance(`${seed} rows`, 4_000),
      fails: index === 3 || index === 7,
    };
  });
  let excess = 0;
  let last = -Infinity;
  let count = 0;

  const listingStored = ({ values, associations, min, max, strategy, updated }: Listing): Stored => ({
    values: { ...values, id_strategy: strategy, min_price: min, max_price: max, date_upd: moment(updated) },
    associations,
  });

  function reportStored({ id, type, added, seconds, rows, fails }: (typeof reports)[number]): Stored {
    const begun = added + 15_000;
    const ended = begun + seconds * 1_000;
    const now = run.now();
    const status = now < begun ? 'waiting' : now < ended ? 'running' : fails ? 'failed' : 'done';
    const isDone = status === 'done';
    const filename = `${type}_${id}.csv`;
    const token = scrambled(`columns ${run.run} ${id}`, 32, '0123456789abcdef');
    return {
      values: {
        id,
        id_employee: String(1 + chance(`columns employee ${id}`, 2)),
        type,
        status,
        nb_rows: isDone ? String(rows) : '0',
        error: status === 'failed' ? 'Maximum execution time exceeded' : '',
        date_start: status === 'waiting' ? never : moment(begun),
        date_end: isDone || status === 'failed' ? moment(ended) : never,
        date_add: moment(added),
        date_upd: moment(status === 'waiting' ? added : status === 'running' ? begun : ended),
      },
      associations: isDone
        ? { files: [{ id: String(id), filename, url: `${run.origin}/download/${filename}?token=${token}` }] }
        : {},
    };
  }

  const stored: Readonly<Record<Kind, () => readonly Stored[]>> = {
    listings: () => all.map(listingStored),
    reports: () => reports.map(reportStored),
    strategies: () => strategies,
  };

  /** The fields of a write, as texts, which has to tell the id of what it writes. */
  function writtenTo(
    id: string,
    writable: readonly string[],
    request: Asked,
  ): readonly [Listing, Map<string, string>] {
    const read = jsonOf(request);
    if (read === 'bad') {
      const words = `JSON error : Syntax error\nJSON length : ${Buffer.byteLength(request.body)}\nOriginal JSON : ${request.body}`;
      throw new Refusal(400, [127, words]);
    }
    const entity = isObject(read.json) ? read.json.listing : undefined;
    if (!isObject(entity) || textOf(entity.id ?? null) === '') {
      throw new Refusal(400, [90, 'id is required when modifying a resource']);
    }
    const listing = all.find((one) => one.id === Number.parseInt(id, 10));
    if (listing?.id !== Number.parseInt(textOf(entity.id), 10)) {
      throw new Refusal(404, [92, 'Invalid ID']);
    }
    const sent = new Map<string, string>();
    for (const { name } of resources.listings.fields) {
      if (name === 'id' || !Object.hasOwn(entity, name)) continue;
      if (!writable.includes(name)) {
        throw new Refusal(400, [
          93,
          `parameter "${name}" not writable. Please remove this attribute of this JSON`,
        ]);
      }
      sent.set(name, textOf(entity[name]));
    }
    return [listing, sent];
  }

  function priced(id: string, request: Asked): Listing {
    const [listing, sent] = writtenTo(id, ['min_price', 'max_price'], request);
    const amountOf = (name: string, before: string): string => {
      const value = sent.get(name);
      if (value === undefined) return before;
      if (!/^(?:\d{1,10}(?:\.\d{1,9})?)?$/.test(value))
        throw invalid(`Property Listing->${name} is not valid`);
      return Number(value).toFixed(6);
    };
    const [min, max] = [amountOf('min_price', listing.min), amountOf('max_price', listing.max)];
    if (numberIn(max) > 0 && numberIn(min) > numberIn(max)) {
      throw invalid('Property Listing->min_price is greater than Listing->max_price');
    }
    [listing.min, listing.max, listing.updated] = [min, max, run.now()];
    return listing;
  }

  function assigned(id: string, request: Asked): Listing {
    const [listing, sent] = writtenTo(id, ['id_strategy'], request);
    const value = sent.get('id_strategy');
    if (value === undefined) throw new Refusal(400, [41, 'parameter "id_strategy" required']);
    if (!/^\d{0,10}$/.test(value)) throw invalid('Property Listing->id_strategy is not valid');
    const strategy = Number(value);
    if (strategy !== 0 && !strategies.some(({ values }) => values.id === strategy)) {
      throw new Refusal(404, [87, `Id(s) not exists: ${value}`]);
    }
    [listing.strategy, listing.updated] = [String(strategy), run.now()];
    return listing;
  }

  /** What an answer says; undefined where it is a 404 that says nothing. */
  function answer(request: Asked): Row | readonly unknown[] | undefined {
    const { steps, query } = targetOf(request);
    const [version, many = '', id = '', part] = steps;
    if (version !== 'v1') return undefined;
    const spoken = languagesOf(query);
    if (!isKind(many)) {
      const words = `Resource of type "${many}" does not exists`;
      throw didYouMean(27, words, many, Object.keys(resources));
    }
    const resource = resources[many];
    const { method } = request;
    const isWrite = method === 'PATCH' && many === 'listings' && (part === 'price' || part === 'strategy');
    if (!isWrite && method !== 'GET' && method !== 'HEAD') {
      const words = `Method ${method} is not allowed for the resource ${many} with this authentication key`;
      throw new Refusal(405, [25, words]);
    }
    if (isWrite) {
      const listing = part === 'price' ? priced(id, request) : assigned(id, request);
      return { listing: shown(listingStored(listing), resource, 'full', spoken) };
    }
    if (id === '') {
      const rows = found(stored[many](), resource, query, spoken);
      const display = displayOf(resource, query) ?? resource.fields.slice(0, 1);
      return rows.length === 0 ? [] : { [many]: rows.map((row) => shown(row, resource, display, spoken)) };
    }
    const display = displayOf(resource, query);
    const one = stored[many]().find(({ values }) => values.id === Number.parseInt(id, 10));
    if (one === undefined) return undefined;
    // Who says what is to be displayed gets a list even of one.
    const row = shown(one, resource, display, spoken);
    return query.has('display') ? { [many]: [row] } : { [resource.one]: row };
  }

  function checkKey(given: string): void {
    if (given.length !== key.length) throw new Refusal(401, [18, 'Invalid authentication key format']);
    if (given === key) return;
    const inactive: Fault = [20, 'Authentification key is not active'];
    throw new Refusal(401, inactive, [21, 'No permission for this authentication key']);
  }

  const challenge: Headers = [['WWW-Authenticate', `Basic realm="${realm}"`]];

  function told(status: number, body: unknown, more: Headers): Answered {
    const headers: Headers = [
      ['Access-Time', String(Math.floor(run.now() / 1_000))],
      ['X-Powered-By', 'Maravela Webservice'],
      ['Execution-Time', String((9 + chance(`columns ${run.run} ${count}`, 60)) / 1_000)],
      ...(status === 401 ? challenge : ([['MVWS-Version', '8.1.6']] as const)),
      ...more,
    ];
    if (body === undefined) return { status, headers, body: '' };
    const said = JSON.stringify(body);
    const sum = createHash('sha1').update(said).digest('hex');
    return {
      status,
      headers: [...headers, ['Content-Sha1', sum], ['Content-Type', 'application/json']],
      body: said,
    };
  }

  /** The proxy lets through as many calls a second as it may, and some more at once. */
  function isTooFast(): boolean {
    const now = run.now();
    const next = Math.max(0, excess - (callsPerSecond * (now - last)) / 1_000 + 1);
    if (next > burst) return true;
    [excess, last] = [next, now];
    return false;
  }

  return (request) => {
    const proxy: Headers = [['Server', 'nginx']];
    if (isTooFast()) {
      const title = '429 Too Many Requests';
      const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
      return { status: 429, headers: [...proxy, ['Content-Type', 'text/html']], body };
    }
    count += 1;
    const given = request.headers['x-api-key'];
    if (given === undefined) {
      const headers: Headers = [...proxy, ...challenge, ['Content-Type', 'text/html; charset=utf-8']];
      return { status: 401, headers, body: '401 Unauthorized' };
    }
    try {
      checkKey(given.trim());
      const body = answer(request);
      return told(body === undefined ? 404 : 200, body, proxy);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, faults } = error;
      return told(status, { errors: faults.map(([code, message]) => ({ code, message })) }, proxy);
    }
  };
}

/** Goes on by offset until a page is not full; a list without a limit is whole. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, many = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  const [, size] = /[?&]limit=(\d+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let next = target; ;) {
    const page = rowsAt(await api.ask('GET', next), many);
    rows.push(...page);
    if (size === undefined || page.length < Number(size)) return rows;
    next = target.replace(`limit=${size}`, `limit=${rows.length},${size}`);
  }
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, fields: Row): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { listing: { id, ...fields } } });
const assign = (api: Api, id: unknown, fields: Row): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { listing: { id, ...fields } } });

interface Ids {
  /** Listings with both bounds and no strategy, with a strategy, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const none = '0.000000';
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      rows.filter((row) => row.min_price !== none && row.max_price !== none && row.id_strategy === '0'),
    ),
    bound: ids(rows.filter((row) => row.id_strategy !== '0')),
    open: ids(rows.filter((row) => row.min_price === none)),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open } = idsOf(await walk(api, '/v1/listings?display=full&limit=10'));
  const plans = (await walk(api, '/v1/strategies?display=full')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?display=full&limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/listings');
  await get('limit=12,6');
  await get('display=[id,reference,price]&limit=4');
  await get('display=full&sort=[price_DESC]&limit=5');
  await get('display=[id,price,name]&sort=[id_manufacturer_ASC,price_DESC]&limit=8');
  await get('display=full&filter[active]=[1]&limit=5');
  await get('display=[id,price]&filter[price]=[10,50]');
  await get('display=[id,id_strategy]&filter[id_strategy]=[1|3]');
  await get('display=full&filter[name]=%25[lamp]%25');
  await get('filter[reference]=[nothing]');
  await get('display=[id,date_upd]&filter[date_upd]=[2025-01-01,2025-06-30]&date=1');
  await api.ask('GET', '/v1/strategies');
  await api.ask('GET', '/v1/strategies?display=full&filter[active]=[1]');
  await api.ask('GET', '/v1/reports?display=full&filter[status]=[failed]');
  await api.ask('GET', '/v1/reports?display=[id,status,date_add]&sort=[id_DESC]&limit=3');
  await read(api, 'listings', free[0]);
  await read(api, 'listings', free[1]);
  await read(api, 'listings', bound[0]);
  await read(api, 'listings', bound[2]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', open[0], '?language=2');
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs.at(-1));

  await price(api, free[0], { min_price: '12.90', max_price: '149.00' });
  await read(api, 'listings', free[0]);
  await price(api, open[0], { min_price: 9.5 });
  await price(api, bound[0], { max_price: null });
  await read(api, 'listings', bound[0]);
  await assign(api, free[0], { id_strategy: plans[1] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[2], { id_strategy: '0' });
  await assign(api, free[1], { id_strategy: String(plans[3]) });
  await get('display=[id,id_strategy,date_upd]&sort=[date_upd_DESC]&date=1&limit=5');
  api.wait(100_000);
  await read(api, 'reports', runs.at(-1));

  await read(api, 'listings', 9_001);
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', 77);
  await read(api, 'reports', 900);
  await price(api, 9_001, { min_price: '5.00' });
  await price(api, free[2], { min_price: '80.00', max_price: '35.50' });
  await price(api, free[2], { min_price: -4 });
  await price(api, free[2], { max_price: 'cheap' });
  await price(api, free[2], { price: '19.90' });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { json: { min_price: '15.00' } });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"listing": {"min_price": ' });
  await assign(api, free[2], { id_strategy: 77 });
  await assign(api, free[2], { id_strategy: 'lowest' });
  await assign(api, free[2], {});
  await get('filter[colour]=[red]');
  await get('display=full&sort=[colour_ASC]');
  await get('sort=price');
  await get('display=[id,colour]');
  await get('display=all');
  await get('limit=1,2,3');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?limit=1', 9);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open } = idsOf(await walk(api, '/v1/listings?display=full&limit=9'));
  const plans = (await walk(api, '/v1/strategies?display=full&limit=10')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?display=full&limit=20')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7');
  await get('display=full&limit=60,10');
  await get('display=[id,quantity,price]&limit=6,3');
  await get('display=full&sort=[price_ASC]&limit=4');
  await get('display=[id,reference]&sort=[reference_DESC]&limit=6');
  await get('display=full&filter[active]=[0]');
  await get('display=[id,price]&filter[price]=[40,90]&sort=[price_ASC]');
  await get('display=[id,id_strategy]&filter[id_strategy]=[2|4]');
  await get('display=[id,name]&filter[name]=%25[mug]%25');
  await get('display=[id,quantity]&filter[quantity]=>[150]');
  await get('filter[reference]=[none]');
  await api.ask('GET', '/v1/strategies?display=full&filter[active]=[0]');
  await api.ask('GET', '/v1/reports?display=full&filter[status]=[done]&limit=2');
  await read(api, 'listings', free[3]);
  await read(api, 'listings', bound[1]);
  await read(api, 'listings', open[1]);
  await read(api, 'listings', bound[3], '?display=[id,price]');
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[5]);

  await price(api, free[3], { min_price: '7.25', max_price: '212.40' });
  await read(api, 'listings', free[3]);
  await price(api, bound[1], { min_price: 4.75 });
  await price(api, free[2], { min_price: null });
  await read(api, 'listings', free[2]);
  await assign(api, free[3], { id_strategy: plans[2] });
  await read(api, 'listings', free[3]);
  await assign(api, bound[3], { id_strategy: null });
  await get('display=[id,date_upd]&sort=[date_upd_DESC]&date=1&limit=3');

  await read(api, 'listings', 7_450);
  await read(api, 'listings', 'cushion');
  await read(api, 'strategies', 31);
  await price(api, 7_450, { max_price: '60.00' });
  await price(api, open[2], { min_price: '44.10', max_price: '20.00' });
  await price(api, open[2], { max_price: -12.5 });
  await price(api, open[2], { min_price: 'much' });
  await price(api, open[2], { min_price: [3] });
  await price(api, open[2], { reference: 'abc_1' });
  await api.ask('PATCH', `/v1/listings/${String(open[2])}/price`, { text: '{"listing": {"max_price": 3' });
  await assign(api, open[2], { id_strategy: 64 });
  await assign(api, open[2], { id_strategy: 'best' });
  await assign(api, open[2], {});
  await get('filter[shape]=[round]');
  await get('display=full&sort=[shape_DESC]');
  await get('display=[id,shape]');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=3', { headers: { 'X-API-KEY': null } });
}

export const displayColumns: WalkedService = {
  name: 'display-columns',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
