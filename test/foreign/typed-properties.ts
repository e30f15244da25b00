// A workspace of notes and databases: every object says what it is, lists go on with a cursor that is a UUID, records hold
// a map from human names to values wrapped in their type (numbers, selects, runs of rich text, dates, relations both ways,
// a formula), filters and sorts are JSON, moments are cut to the minute, an identifier is taken with or without its dashes,
// writes send typed values by the name or the identifier of a property and get the whole record back, and validation is
// told in long sentences that name the path, what should be there and what was.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, listAt, member, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  hurry,
  at,
  chance,
  digest,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'secret_8RkT2vYwQ0bLxJ5nHc7ZpM3dFgA9sUe4';
/** Requests each second on average, and how many may come at once after a rest. */
const perSecond = 3;
const mostAtOnce = 6;
const largestPage = 100;
const mostRelated = 25;
const mostPrice = 1_000_000;
/** Two saves of one record that are closer than this meet, in milliseconds. */
const saving = 100;
const minute = 60_000;

interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

interface Property {
  readonly id: string;
  readonly kind: string;
  readonly options?: readonly Option[];
}

type Schema = Readonly<Record<string, Property>>;

interface Page {
  readonly id: string;
  readonly title: string;
  readonly created: number;
  readonly creator: string;
  readonly emoji: string | undefined;
  readonly edited: number;
  readonly editor: string;
  /** By the names of the properties, as they are shown. */
  readonly values: Row;
}

interface Database {
  readonly id: string;
  readonly schema: Schema;
  /** The newest first. */
  readonly pages: () => readonly Page[];
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const invalid = (message: string): Refusal => new Refusal(400, 'validation_error', message);

const notFound = (id: string): Refusal => {
  const hint = 'Make sure the relevant pages and databases are shared with your integration.';
  return new Refusal(404, 'object_not_found', `Could not find page with ID: ${id}. ${hint}`);
};

/** What a value should be, and what it was. */
const fault = (path: string, should: string, value: unknown): string =>
  `${path} should be ${should}, instead was \`${value === undefined ? 'undefined' : JSON.stringify(value)}\`.`;

/** Refuses where there are faults; each begins with the part of the request that it is in. */
function check(...faults: readonly string[]): void {
  if (faults.length === 0) return;
  const part = /^\w+/.exec(faults[0]!)![0];
  throw invalid(
    faults.length === 1
      ? `${part} failed validation: ${faults[0]!}`
      : `${part} failed validation. Fix one:\n${faults.join('\n')}`,
  );
}

/** The faults of an object that has none of some members. */
const noneOf = (path: string, names: readonly string[]): readonly string[] =>
  names.map((name) => fault(`${path}.${name}`, 'defined', undefined));

/** A UUID with its dashes; undefined for what is none. */
function dashed(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const found = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i.exec(value);
  return found?.slice(1).join('-').toLowerCase();
}

const toMinute = (moment: number): number => moment - (moment % minute);
const timestamp = (moment: number): string => new Date(toMinute(moment)).toISOString();
const day = (moment: number): string => timestamp(moment).slice(0, 10);
const date = (start: string, end: string | null = null): Row => ({ start, end, time_zone: null });

/** A run of rich text. */
const text = (content: string, style: Row = {}, url?: string): Row => ({
  type: 'text',
  text: { content, link: url === undefined ? null : { url } },
  annotations: {
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    code: false,
    color: 'default',
    ...style,
  },
  plain_text: content,
  href: url ?? null,
});

const options = (...named: readonly (readonly [name: string, color: string])[]): readonly Option[] =>
  named.map(([name, color]) => ({ id: uuid(`typed option ${name}`), name, color }));

const statuses = options(['Active', 'green'], ['Paused', 'yellow'], ['Ended', 'default']);
const channels = options(['Marketplace East', 'blue'], ['Marketplace West', 'orange'], ['Outlet', 'pink']);
const strategyTypes = options(['Competitive', 'purple'], ['Margin', 'brown'], ['Clearance', 'red']);
const reportKinds = options(['Price history', 'blue'], ['Competition', 'gray'], ['Inventory', 'default']);
const states = options(
  ['Not started', 'default'],
  ['In progress', 'blue'],
  ['Done', 'green'],
  ['Failed', 'red'],
);

const listingSchema: Schema = {
  'Price range': { id: 'Ck%3Dw', kind: 'formula' },
  Reviewed: { id: 'DqXn', kind: 'date' },
  Automated: { id: 'E%5CtF', kind: 'checkbox' },
  Strategy: { id: 'JH%7Bv', kind: 'relation' },
  'Maximum price': { id: 'Rz%40s', kind: 'number' },
  Stock: { id: 'TbUe', kind: 'number' },
  Channels: { id: '%5BxGq', kind: 'multi_select', options: channels },
  Notes: { id: 'c%3BPm', kind: 'rich_text' },
  Status: { id: 'gLVa', kind: 'select', options: statuses },
  'Minimum price': { id: 'k%3FdO', kind: 'number' },
  SKU: { id: 'n_Yc', kind: 'rich_text' },
  Price: { id: 'w~Nr', kind: 'number' },
  Title: { id: 'title', kind: 'title' },
};

const strategySchema: Schema = {
  Step: { id: 'BvQj', kind: 'number' },
  Active: { id: 'L%3Eop', kind: 'checkbox' },
  Description: { id: 'Y%7Cfk', kind: 'rich_text' },
  Listings: { id: '%60mZs', kind: 'relation' },
  Type: { id: 'hWuT', kind: 'select', options: strategyTypes },
  Name: { id: 'title', kind: 'title' },
};

const reportSchema: Schema = {
  Finished: { id: 'Ahxo', kind: 'date' },
  Rows: { id: 'F%7DcN', kind: 'number' },
  Period: { id: 'OiKw', kind: 'date' },
  Problem: { id: 'S%5Dgz', kind: 'rich_text' },
  File: { id: 'cTqB', kind: 'files' },
  Kind: { id: 'm%3AXy', kind: 'select', options: reportKinds },
  Status: { id: 'sPeR', kind: 'status', options: states },
  Report: { id: 'title', kind: 'title' },
};

/** A property by its name or by its identifier, encoded for a URL or not. */
function propertyIn(schema: Schema, wanted: string): (Property & { readonly name: string }) | undefined {
  const found = Object.entries(schema).find(
    ([name, { id }]) => wanted === name || wanted === id || wanted === decodeURIComponent(id),
  );
  return found === undefined ? undefined : { name: found[0], ...found[1] };
}

/** What a property is compared by. */
function plain(kind: string, value: unknown): unknown {
  if (kind === 'select' || kind === 'status') return member(value, 'name') ?? null;
  if (kind === 'date') return member(value, 'start') ?? null;
  if (kind === 'formula') return member(value, 'number') ?? null;
  if (!Array.isArray(value)) return value;
  if (kind === 'multi_select') return value.map((option) => member(option, 'name'));
  if (kind === 'relation') return value.map((related) => member(related, 'id'));
  return value.map((run) => textAt(run, 'plain_text')).join('');
}

interface Operator {
  readonly should: string;
  readonly fits: (wanted: unknown) => boolean;
  readonly holds: (value: unknown, wanted: unknown) => boolean;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
const not = ({ should, fits, holds }: Operator): Operator => ({
  should,
  fits,
  holds: (value, wanted) => !holds(value, wanted),
});
const number = (holds: (value: number, wanted: number) => boolean): Operator => ({
  should: 'a number',
  fits: (wanted) => typeof wanted === 'number',
  holds: (value, wanted) => typeof value === 'number' && typeof wanted === 'number' && holds(value, wanted),
});
const string = (holds: (value: string, wanted: string) => boolean): Operator => ({
  should: 'a string',
  fits: (wanted) => typeof wanted === 'string',
  holds: (value, wanted) =>
    typeof value === 'string' &&
    typeof wanted === 'string' &&
    holds(value.toLowerCase(), wanted.toLowerCase()),
});
const moment = (holds: (value: number, wanted: number) => boolean): Operator => ({
  should: 'a valid ISO 8601 date string',
  fits: (wanted) => typeof wanted === 'string' && !Number.isNaN(Date.parse(wanted)),
  holds: (value, wanted) => typeof value === 'string' && holds(Date.parse(value), Date.parse(String(wanted))),
});
const boolean: Operator = {
  should: 'a boolean',
  fits: (wanted) => typeof wanted === 'boolean',
  holds: (value, wanted) => value === wanted,
};
const named: Operator = {
  should: 'a string',
  fits: (wanted) => typeof wanted === 'string',
  holds: (value, wanted) => value === wanted,
};
const among: Operator = {
  ...named,
  holds: (value, wanted) => Array.isArray(value) && value.includes(wanted),
};
const related: Operator = {
  should: 'a valid uuid',
  fits: (wanted) => dashed(wanted) !== undefined,
  holds: (value, wanted) => Array.isArray(value) && value.includes(dashed(wanted)),
};
const empty: Operator = { should: '`true`', fits: (wanted) => wanted === true, holds: isEmpty };
const emptiness = { is_empty: empty, is_not_empty: not(empty) };

const textOperators: Readonly<Record<string, Operator>> = {
  equals: string((value, wanted) => value === wanted),
  does_not_equal: not(string((value, wanted) => value === wanted)),
  contains: string((value, wanted) => value.includes(wanted)),
  does_not_contain: not(string((value, wanted) => value.includes(wanted))),
  starts_with: string((value, wanted) => value.startsWith(wanted)),
  ends_with: string((value, wanted) => value.endsWith(wanted)),
  ...emptiness,
};
const optionOperators = { equals: named, does_not_equal: not(named), ...emptiness };

/** What may be asked of a property, by its type. */
const operators: Readonly<Record<string, Readonly<Record<string, Operator>>>> = {
  title: textOperators,
  rich_text: textOperators,
  number: {
    equals: number((value, wanted) => value === wanted),
    does_not_equal: not(number((value, wanted) => value === wanted)),
    greater_than: number((value, wanted) => value > wanted),
    less_than: number((value, wanted) => value < wanted),
    greater_than_or_equal_to: number((value, wanted) => value >= wanted),
    less_than_or_equal_to: number((value, wanted) => value <= wanted),
    ...emptiness,
  },
  checkbox: { equals: boolean, does_not_equal: not(boolean) },
  select: optionOperators,
  multi_select: { contains: among, does_not_contain: not(among), ...emptiness },
  status: optionOperators,
  date: {
    equals: moment((value, wanted) => value === wanted),
    before: moment((value, wanted) => value < wanted),
    after: moment((value, wanted) => value > wanted),
    on_or_before: moment((value, wanted) => value <= wanted),
    on_or_after: moment((value, wanted) => value >= wanted),
    ...emptiness,
  },
  relation: { contains: related, does_not_contain: not(related), ...emptiness },
};

type Test = (page: Page) => boolean;

const timestamps: Readonly<Record<string, (page: Page) => string>> = {
  created_time: ({ created }) => timestamp(created),
  last_edited_time: ({ edited }) => timestamp(edited),
};

/** What a filter's condition, `{"greater_than": 5}`, asks of a value; `wanted` are the values that it names. */
function conditionOf(
  kind: string,
  condition: unknown,
  path: string,
): { readonly wanted: readonly unknown[]; readonly holds: (value: unknown) => boolean } {
  if (!isObject(condition)) check(fault(path, 'an object', condition));
  const known = operators[kind]!;
  const asked = Object.entries(known).filter(([name]) => member(condition, name) !== undefined);
  if (asked.length === 0) check(...noneOf(path, Object.keys(known)));
  const parts = asked.map(([name, operator]) => ({ name, operator, wanted: member(condition, name) }));
  check(
    ...parts
      .filter(({ operator, wanted }) => !operator.fits(wanted))
      .map(({ name, operator, wanted }) => fault(`${path}.${name}`, operator.should, wanted)),
  );
  return {
    wanted: parts.filter(({ name }) => !(name in emptiness)).map(({ wanted }) => wanted),
    holds: (value) => parts.every(({ operator, wanted }) => operator.holds(value, wanted)),
  };
}

function filterOf(schema: Schema, filter: unknown, path = 'query.filter'): Test {
  if (!isObject(filter)) {
    check(fault(path, 'an object', filter));
    return () => false;
  }
  for (const joint of ['and', 'or']) {
    const parts = filter[joint];
    if (parts === undefined) continue;
    if (!Array.isArray(parts)) check(fault(`${path}.${joint}`, 'an array', parts));
    const tests = listAt(filter, joint).map((part, index) =>
      filterOf(schema, part, `${path}.${joint}[${index}]`),
    );
    return joint === 'and'
      ? (page) => tests.every((test) => test(page))
      : (page) => tests.some((test) => test(page));
  }
  if (filter.timestamp !== undefined) {
    const name = typeof filter.timestamp === 'string' ? filter.timestamp : '';
    const read = timestamps[name];
    if (read === undefined) {
      check(fault(`${path}.timestamp`, '`"created_time"` or `"last_edited_time"`', filter.timestamp));
    }
    const { holds } = conditionOf('date', filter[name], `${path}.${name}`);
    return (page) => holds(read!(page));
  }
  const kinds = Object.keys(operators);
  const kind = kinds.find((one) => filter[one] !== undefined);
  if (kind === undefined) check(...noneOf(path, ['or', 'and', ...kinds]));
  if (typeof filter.property !== 'string') check(fault(`${path}.property`, 'a string', filter.property));
  const { wanted, holds } = conditionOf(kind!, filter[kind!], `${path}.${kind!}`);
  const property = propertyIn(schema, String(filter.property));
  if (property === undefined) {
    throw invalid(`Could not find property with name or id: ${String(filter.property)}`);
  }
  if (property.kind !== kind) {
    throw invalid(`database property ${property.kind} does not match filter ${kind!}`);
  }
  const names = property.options?.map(({ name }) => name) ?? [];
  const lost = names.length === 0 ? undefined : wanted.map(String).find((name) => !names.includes(name));
  if (lost !== undefined) {
    const available = names.map((name) => `"${name}"`).join(', ');
    throw invalid(
      `${kind} option "${lost}" not found for property "${property.name}". Available options: ${available}.`,
    );
  }
  return ({ values }) => holds(plain(kind, values[property.name]));
}

type Order = (one: Page, other: Page) => number;

/** Nothing comes last, whichever the direction. */
function compared(one: unknown, other: unknown, direction: number): number {
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
  const [left, right] =
    typeof one === 'number' && typeof other === 'number' ? [one, other] : [String(one), String(other)];
  return left === right ? 0 : left < right ? -direction : direction;
}

function orderOf(schema: Schema, sort: unknown, path: string): Order {
  if (!isObject(sort)) check(fault(path, 'an object', sort));
  const { property, timestamp: time, direction } = isObject(sort) ? sort : {};
  if (property === undefined && time === undefined) check(...noneOf(path, ['property', 'timestamp']));
  const read = typeof time === 'string' ? timestamps[time] : undefined;
  if (time !== undefined && read === undefined) {
    check(fault(`${path}.timestamp`, '`"created_time"` or `"last_edited_time"`', time));
  }
  if (direction !== 'ascending' && direction !== 'descending') {
    check(fault(`${path}.direction`, '`"ascending"` or `"descending"`', direction));
  }
  const sign = direction === 'ascending' ? 1 : -1;
  if (read !== undefined) {
    return (one, other) => compared(read(one), read(other), sign);
  }
  const found = propertyIn(schema, String(property));
  if (found === undefined) throw invalid(`Could not find sort property with name or id: ${String(property)}`);
  const { name, kind, options: order } = found;
  // Options stand in the order of the schema, not of the alphabet.
  const rank = ({ values }: Page): unknown => {
    const value = plain(kind, values[name]);
    return order === undefined || value === null ? value : order.findIndex((option) => option.name === value);
  };
  return (one, other) => compared(rank(one), rank(other), sign);
}

function ordersOf(schema: Schema, sorts: unknown): readonly Order[] {
  if (!Array.isArray(sorts)) check(fault('query.sorts', 'an array', sorts));
  return listAt({ sorts }, 'sorts').map((sort, index) => orderOf(schema, sort, `query.sorts[${index}]`));
}

/** The types that a property's value may be sent with. */
const sendable = [
  'title',
  'rich_text',
  'number',
  'url',
  'select',
  'multi_select',
  'people',
  'email',
  'phone_number',
  'date',
  'checkbox',
  'relation',
  'files',
  'status',
];

/** The faults of one property's value, whatever the type of the property is. */
function faultsOfValue(path: string, value: unknown): readonly string[] {
  if (!isObject(value)) return [fault(path, 'an object', value)];
  const kind = sendable.find((one) => value[one] !== undefined);
  if (kind === undefined) return noneOf(path, sendable);
  const sent = value[kind];
  const faults: string[] = [];
  if (value.type !== undefined && value.type !== kind) {
    faults.push(fault(`${path}.type`, `\`"${kind}"\` or \`undefined\``, value.type));
  }
  for (const name of Object.keys(value)) {
    if (name === kind || name === 'type' || name === 'id') continue;
    faults.push(fault(`${path}.${name}`, 'not present', value[name]));
  }
  if (kind === 'number' && sent !== null && typeof sent !== 'number') {
    faults.push(fault(`${path}.number`, 'a number or `null`', sent));
  }
  if (!['title', 'rich_text', 'multi_select', 'people', 'relation', 'files'].includes(kind)) return faults;
  if (!Array.isArray(sent)) return [...faults, fault(`${path}.${kind}`, 'an array', sent)];
  if (kind !== 'relation') return faults;
  return [...faults, ...sent.flatMap((item, index) => faultsOfRelated(`${path}.relation[${index}]`, item))];
}

function faultsOfRelated(path: string, item: unknown): readonly string[] {
  if (!isObject(item)) return [fault(path, 'an object', item)];
  if (item.id === undefined) return noneOf(path, ['id']);
  return dashed(item.id) === undefined ? [fault(`${path}.id`, 'a valid uuid', item.id)] : [];
}

/** The properties that a write sends, by the names or identifiers that it gives them. */
function propertiesSent({ headers, body }: Asked): Row {
  const isJson = headers['content-type']?.split(';')[0]!.trim() === 'application/json';
  // A body of another type is not read.
  const value = isJson && body !== '' ? parsed(body) : undefined;
  if (isJson && body !== '' && value === undefined) {
    throw new Refusal(400, 'invalid_json', 'Error parsing JSON body.');
  }
  if (!isObject(value)) {
    check(fault('body', 'an object', value));
    return {};
  }
  const { properties, ...others } = value;
  const faults = Object.entries(others).map(([name, other]) => fault(`body.${name}`, 'not present', other));
  if (properties === undefined) check(...noneOf('body', ['properties']), ...faults);
  if (!isObject(properties)) {
    check(fault('body.properties', 'an object', properties), ...faults);
    return {};
  }
  for (const [name, sent] of Object.entries(properties)) {
    faults.push(...faultsOfValue(`body.properties.${name}`, sent));
  }
  check(...faults);
  return properties;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const bot = uuid('typed bot');
  const people = [uuid('typed person 1'), uuid('typed person 2'), uuid('typed person 3')];
  const space = uuid('typed space');

  const strategyPages = ['Offer guard', 'Margin floor', 'Weekend uplift', 'Stock clearance', 'Old match'].map(
    (title, index): Page => {
      const created = pastMoment(`typed strategy ${index}`);
      return {
        id: uuid(`typed strategy ${index}`),
        title,
        created,
        creator: people[0]!,
        emoji: index === 4 ? undefined : ['🛡️', '🧮', '📅', '📦'][index],
        edited: created + chance(`typed strategy edited ${index}`, 9_000_000_000),
        editor: oneOf(`typed strategy editor ${index}`, people),
        values: {
          Step: index === 2 ? null : (1 + chance(`typed step ${index}`, 60)) / 1_000,
          Active: index !== 4,
          Description:
            index % 2 === 1
              ? []
              : [
                  text('See the '),
                  text('rule book', { bold: true }, 'https://handbook.example/pricing'),
                  text('.'),
                ],
          Type: strategyTypes[[0, 1, 1, 2, 0][index]!],
          Name: [text(title)],
        },
      };
    },
  );

  let listingPages = Array.from({ length: 38 }, (_, index): Page => {
    const name = `typed ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created =
      Date.UTC(2025, 2, 10) + index * 7 * 86_400_000 + chance(`${name} created`, 6 * 86_400_000);
    const edited = created + chance(`${name} edited`, 40 * 86_400_000);
    const notes = [
      [],
      [],
      [text('Watch the freight costs.')],
      [text('Sells best '), text('before holidays', { italic: true })],
    ];
    return {
      id: uuid(name),
      title,
      created,
      creator: oneOf(`${name} creator`, people),
      emoji: chance(`${name} icon`, 3) === 0 ? '🏷️' : undefined,
      edited,
      editor: oneOf(`${name} editor`, people),
      values: {
        Reviewed:
          chance(`${name} reviewed`, 3) === 0
            ? null
            : chance(`${name} review`, 5) === 0
              ? date(day(created), day(edited))
              : date(day(edited)),
        Automated: chance(`${name} automated`, 3) > 0,
        Strategy:
          chance(`${name} none`, 5) === 0
            ? []
            : [{ id: strategyPages[chance(`${name} strategy`, strategyPages.length)]!.id }],
        'Maximum price': chance(`${name} maximum`, 4) > 0 ? Math.round(price * 1.35) / 100 : null,
        Stock: chance(`${name} counted`, 7) > 0 ? stock : null,
        Channels: channels.filter((_option, at) => chance(`${name} channel ${at}`, 2) === 0),
        Notes: oneOf(`${name} notes`, notes),
        Status: chance(`${name} status`, 8) === 0 ? null : statuses[[0, 0, 0, 1, 2][index % 5]!],
        'Minimum price': chance(`${name} minimum`, 5) > 0 ? Math.round(price * 0.8) / 100 : null,
        SKU: [text(sku, { code: true })],
        Price: price / 100,
        Title: [text(title)],
      },
    };
  }).reverse();

  /** The listings of each strategy, in the order in which they were assigned. */
  const assigned = new Map(
    strategyPages.map(({ id }) => [
      id,
      listingPages.filter(({ values }) => member(values.Strategy, 0, 'id') === id).map((page) => page.id),
    ]),
  );

  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: uuid(`typed report ${index}`),
    kind: oneOf(`typed report kind ${index}`, reportKinds),
    started:
      index < 10
        ? Date.UTC(2026, 1, 2) + index * 5 * 86_400_000 + chance(`typed report ${index}`, 80_000_000)
        : opened - 38_400 + (index - 10) * 31_700,
    takes: 84_600 + index * 7_450,
    fails: index === 3 || index === 7,
  })).reverse();

  /** The link to a report's file, good for an hour. */
  function fileOf(id: string): Row {
    const expires = run.now() + 3_600_000;
    const signature = digest(`typed file ${run.run} ${id} ${expires}`);
    return {
      name: 'report.csv',
      type: 'file',
      file: {
        url: `${run.origin}/files/${space}/${id}/report.csv?expires=${expires}&signature=${signature}`,
        expiry_time: new Date(expires).toISOString(),
      },
    };
  }

  const reportPage = ({ id, kind, started, takes, fails }: (typeof reports)[number]): Page => {
    const [begins, ends] = [started + 25_000, started + takes];
    const now = run.now();
    const [waiting, working, done, failed] = states;
    const state = now < begins ? waiting : now < ends ? working : fails ? failed : done;
    const title = `${kind.name} ${day(started)}`;
    const edited = now < begins ? started : now < ends ? begins : ends;
    return {
      id,
      title,
      created: started,
      creator: people[1]!,
      emoji: undefined,
      edited,
      editor: edited === started ? people[1]! : bot,
      values: {
        Finished: now < ends ? null : date(timestamp(ends).replace('Z', '+00:00')),
        Rows: state === done ? 60 + chance(`typed rows ${id}`, 1_400) : null,
        Period: date(day(started - 7 * 86_400_000), day(started - 86_400_000)),
        Problem: state === failed ? [text('The source did not answer in time.', { color: 'red' })] : [],
        File: state === done ? [fileOf(id)] : [],
        Kind: kind,
        Status: state,
        Report: [text(title)],
      },
    };
  };

  /** The formula of a listing: its maximum less its minimum. */
  function rangeOf({ values }: Page): Row {
    const [most, least] = [values['Maximum price'], values['Minimum price']];
    return {
      type: 'number',
      number: typeof most === 'number' && typeof least === 'number' ? most - least : null,
    };
  }

  const databases: Readonly<Record<string, Database>> = {
    listings: {
      id: uuid('typed database of listings'),
      schema: listingSchema,
      pages: () =>
        listingPages.map((page) => ({ ...page, values: { ...page.values, 'Price range': rangeOf(page) } })),
    },
    strategies: {
      id: uuid('typed database of strategies'),
      schema: strategySchema,
      pages: () =>
        strategyPages.map((page) => ({
          ...page,
          values: { ...page.values, Listings: assigned.get(page.id)!.map((id) => ({ id })) },
        })),
    },
    reports: {
      id: uuid('typed database of reports'),
      schema: reportSchema,
      pages: () => reports.map(reportPage),
    },
  };

  function shownValue({ id, kind }: Property, value: unknown): Row {
    if (kind !== 'relation') return { id, type: kind, [kind]: value ?? null };
    const all = listAt({ value }, 'value');
    return { id, type: kind, relation: all.slice(0, mostRelated), has_more: all.length > mostRelated };
  }

  /** @param only the names of the properties to show */
  function shown({ id: database, schema }: Database, page: Page, only: readonly string[] | undefined): Row {
    const { id, title, created, creator, emoji, edited, editor, values } = page;
    const properties = Object.entries(schema)
      .filter(([name]) => only?.includes(name) ?? true)
      .map(([name, property]) => [name, shownValue(property, values[name])] as const);
    return {
      object: 'page',
      id,
      created_time: timestamp(created),
      last_edited_time: timestamp(edited),
      created_by: { object: 'user', id: creator },
      last_edited_by: { object: 'user', id: editor },
      cover: null,
      icon: emoji === undefined ? null : { type: 'emoji', emoji },
      parent: { type: 'database_id', database_id: database },
      archived: false,
      in_trash: false,
      properties: Object.fromEntries(properties),
      url: `https://workspace.example/${title.replaceAll(' ', '-')}-${id.replaceAll('-', '')}`,
      public_url: null,
    };
  }

  /** The names of the properties that a request wants to see; undefined for all. */
  function onlyOf(schema: Schema, query: URLSearchParams): readonly string[] | undefined {
    const wanted = query.getAll('filter_properties');
    if (wanted.length === 0) return undefined;
    return wanted.map((id) => {
      const property = propertyIn(schema, id);
      if (property === undefined) throw invalid(`Could not find property with name or id: ${id}`);
      return property.name;
    });
  }

  const strangers = (query: URLSearchParams, known: readonly string[]): readonly string[] =>
    [...query]
      .filter(([name]) => !known.includes(name))
      .map(([name, value]) => fault(`query.${name}`, 'not present', value));

  function sizeFaults(size: string | null): readonly string[] {
    if (size === null) return [];
    const path = 'query.page_size';
    if (!/^-?\d+(?:\.\d+)?$/.test(size)) return [fault(path, 'a number', size)];
    const value = Number(size);
    if (!Number.isInteger(value)) return [fault(path, 'an integer', value)];
    if (value < 1) return [fault(path, '≥ `1`', value)];
    return value > largestPage ? [fault(path, `≤ \`${largestPage}\``, value)] : [];
  }

  function listed(database: Database, query: URLSearchParams): Row {
    const { schema } = database;
    const [size, cursor, filter, sorts] = ['page_size', 'start_cursor', 'filter', 'sorts'].map((name) =>
      query.get(name),
    ) as [string | null, string | null, string | null, string | null];
    check(
      ...sizeFaults(size),
      ...(cursor !== null && dashed(cursor) === undefined
        ? [fault('query.start_cursor', 'a valid uuid', cursor)]
        : []),
      ...strangers(query, ['page_size', 'start_cursor', 'filter', 'sorts', 'filter_properties']),
    );
    // What is no JSON is a text.
    const test = filter === null ? () => true : filterOf(schema, parsed(filter) ?? filter);
    const orders = sorts === null ? [] : ordersOf(schema, parsed(sorts) ?? sorts);
    const only = onlyOf(schema, query);
    const found = database
      .pages()
      .filter(test)
      .sort((one, other) => orders.map((order) => order(one, other)).find((sign) => sign !== 0) ?? 0);
    // A cursor is the identifier of the record that comes next.
    const from = cursor === null ? 0 : found.findIndex(({ id }) => id === dashed(cursor));
    if (from < 0) throw invalid(`The start_cursor provided is invalid: ${cursor}`);
    const next = found[from + Number(size ?? largestPage)];
    return {
      object: 'list',
      results: found
        .slice(from, from + Number(size ?? largestPage))
        .map((page) => shown(database, page, only)),
      next_cursor: next?.id ?? null,
      has_more: next !== undefined,
      type: 'page_or_record',
      page_or_record: {},
    };
  }

  function idIn(path: string): string {
    const id = dashed(path);
    if (id === undefined) check(fault('path.listing_id', 'a valid uuid', path));
    return id!;
  }

  const { listings } = databases;

  function listingShown(id: string, only?: readonly string[]): Row {
    const found = listings!.pages().find((page) => page.id === id);
    if (found === undefined) throw notFound(id);
    return shown(listings!, found, only);
  }

  const saved = new Map<string, number>();

  function save(id: string, changes: Row): void {
    const now = run.now();
    if (now - (saved.get(id) ?? -Infinity) < saving) {
      throw new Refusal(409, 'conflict_error', 'Conflict occurred while saving. Please try again.');
    }
    saved.set(id, now);
    listingPages = listingPages.map((page) =>
      page.id === id ? { ...page, edited: now, editor: bot, values: { ...page.values, ...changes } } : page,
    );
  }

  /** The values that a write sends, by the names of the properties, after their types have been looked at. */
  function typed(sent: Row, writable: readonly string[]): Row {
    const given = Object.entries(sent).map(([name, value]) => ({
      name,
      value: value as Row,
      property: propertyIn(listingSchema, name),
    }));
    const unknown = given.filter(({ property }) => property === undefined);
    if (unknown.length > 0) {
      throw invalid(unknown.map(({ name }) => `${name} is not a property that exists.`).join(' '));
    }
    const known = given.map(({ name, value, property }) => ({ sentAs: name, value, ...property! }));
    check(
      ...known
        .filter(({ name }) => !writable.includes(name))
        .map(({ sentAs, value }) => fault(`body.properties.${sentAs}`, 'not present', value)),
    );
    const wrong = known.filter(({ kind, value }) => value[kind] === undefined);
    if (wrong.length > 0) {
      throw invalid(wrong.map(({ name, kind }) => `${name} is expected to be ${kind}.`).join(' '));
    }
    return Object.fromEntries(known.map(({ name, kind, value }) => [name, value[kind]]));
  }

  const bounds = ['Minimum price', 'Maximum price'];

  function price(id: string, sent: Row): void {
    const before = listingPages.find((page) => page.id === id)!.values;
    const changes = typed(sent, bounds);
    const faults: string[] = [];
    for (const [name, value] of Object.entries(changes)) {
      const path = `body.properties.${name}.number`;
      if (Number(value) < 0) faults.push(fault(path, '≥ `0`', value));
      if (Number(value) > mostPrice) faults.push(fault(path, `≤ \`${mostPrice}\``, value));
    }
    check(...faults);
    const [least, most] = bounds.map((name) => ({ ...before, ...changes })[name]);
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      check(
        'Minimum price' in changes
          ? fault('body.properties.Minimum price.number', `≤ \`${most}\``, least)
          : fault('body.properties.Maximum price.number', `≥ \`${least}\``, most),
      );
    }
    if (Object.keys(changes).length > 0) save(id, changes);
  }

  function assign(id: string, sent: Row): void {
    const changes = typed(sent, ['Strategy']);
    if (changes.Strategy === undefined) return;
    const ids = listAt(changes, 'Strategy').map((item) => dashed(member(item, 'id'))!);
    if (ids.length > 1) check(fault('body.properties.Strategy.relation.length', '≤ `1`', ids.length));
    const lost = ids.find((strategy) => !assigned.has(strategy));
    if (lost !== undefined) throw notFound(lost);
    save(id, { Strategy: ids.map((strategy) => ({ id: strategy })) });
    for (const [strategy, all] of assigned) {
      if (ids.includes(strategy)) {
        if (!all.includes(id)) all.push(id);
      } else {
        assigned.set(
          strategy,
          all.filter((listing) => listing !== id),
        );
      }
    }
  }

  function answer(request: Asked): Row {
    const { steps, query } = targetOf(request);
    const [version, name = '', id, part, ...more] = steps;
    const unknown = new Refusal(400, 'invalid_request_url', 'Invalid request URL.');
    const database = databases[name];
    if (version !== 'v1' || database === undefined || more.length > 0) throw unknown;
    if (request.method === 'GET' && id === undefined) return listed(database, query);
    if (name !== 'listings' || id === undefined) throw unknown;
    if (request.method === 'GET' && part === undefined) {
      const wanted = idIn(id);
      check(...strangers(query, ['filter_properties']));
      return listingShown(wanted, onlyOf(listingSchema, query));
    }
    if (request.method !== 'PATCH' || (part !== 'price' && part !== 'strategy')) throw unknown;
    const wanted = idIn(id);
    const sent = propertiesSent(request);
    // Looks whether it is there.
    listingShown(wanted);
    (part === 'price' ? price : assign)(wanted, sent);
    return listingShown(wanted);
  }

  let left = mostAtOnce;
  let counted = opened;

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'unauthorized', 'API token is invalid.');
    const now = run.now();
    left = Math.min(mostAtOnce, left + ((now - counted) * perSecond) / 1_000);
    counted = now;
    if (left < 1) {
      const message = 'You have been rate limited. Please try again in a few minutes.';
      const wait = Math.ceil((1 - left) / perSecond);
      throw new Refusal(429, 'rate_limited', message, [['Retry-After', String(wait)]]);
    }
    left -= 1;
  }

  /** A report's file, for those who hold its link. */
  function download(request: Asked): Answered | undefined {
    const { path, query } = targetOf(request);
    const report = reports.find(({ id }) => path === `/files/${space}/${id}/report.csv`);
    if (report === undefined) return undefined;
    const expires = query.get('expires') ?? '';
    const isSigned = query.get('signature') === digest(`typed file ${run.run} ${report.id} ${expires}`);
    if (!isSigned || Number(expires) < run.now()) {
      return { status: 403, headers: [['Content-Type', 'text/plain']], body: 'Request has expired' };
    }
    const lines = listingPages.slice(0, 6).map(({ values }) => {
      const sku = textAt(values.SKU, 0, 'plain_text');
      return `${sku},${Number(values.Price).toFixed(2)}`;
    });
    const body = `SKU,Price\n${lines.join('\n')}\n`;
    return { status: 200, headers: [['Content-Type', 'text/csv']], body };
  }

  let count = 0;
  return (request) => {
    const file = download(request);
    if (file !== undefined) return file;
    count += 1;
    const id = uuid(`typed request ${run.run} ${count}`);
    const type = 'application/json; charset=utf-8';
    const headers: Headers = [['X-Request-Id', id]];
    try {
      admit(request);
      return json(200, { ...answer(request), request_id: id }, headers, type);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error;
      const body = { object: 'error', status, code, message, request_id: id };
      return json(status, body, [...error.headers, ...headers], type);
    }
  };
}

/** Asks again with the cursor of each answer until one has none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'results'));
    const cursor = at(received, 'has_more') === true ? textIfAny(received, 'next_cursor') : undefined;
    const joint = target.includes('?') ? '&' : '?';
    next = cursor === undefined ? undefined : `${target}${joint}start_cursor=${cursor}`;
  }
  return rows;
}

/** A list with a filter or sorts and perhaps a page size. */
function asking(name: string, wanted: { filter?: unknown; sorts?: unknown }, size?: number): string {
  const query = Object.entries(wanted).map(
    ([part, value]) =>
      `${part}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  if (size !== undefined) query.push(`page_size=${size}`);
  return `/v1/${name}?${query.join('&')}`;
}

const filtered = (api: Api, filter: unknown, size?: number): Promise<Received> =>
  api.ask('GET', asking('listings', { filter }, size));
const sorted = (api: Api, sorts: unknown, size?: number): Promise<Received> =>
  api.ask('GET', asking('listings', { sorts }, size));
const by = (property: string, direction: string): Row => ({ property, direction });

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const patch = (api: Api, id: unknown, part: string, body: unknown, atOnce = false): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body, atOnce });
/** Sends the bounds that are given. */
const price = (api: Api, id: unknown, least?: unknown, most?: unknown, atOnce = false): Promise<Received> => {
  const properties = {
    ...(least === undefined ? {} : { 'Minimum price': { number: least } }),
    ...(most === undefined ? {} : { 'Maximum price': { number: most } }),
  };
  return patch(api, id, 'price', { properties }, atOnce);
};
const setting = (api: Api, id: unknown, properties: unknown): Promise<Received> =>
  patch(api, id, 'price', { properties });
const assign = (api: Api, id: unknown, ...strategies: readonly unknown[]): Promise<Received> =>
  patch(api, id, 'strategy', {
    properties: { Strategy: { relation: strategies.map((strategy) => ({ id: strategy })) } },
  });
const undashed = (id: unknown): string => String(id).replaceAll('-', '');
const propertyId = (row: Row | undefined, name: string): string => textAt(row, 'properties', name, 'id');

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?page_size=10');
  const ids = all.map((row) => row.id);
  const strategies = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports?page_size=5');
  await walk(api, '/v1/listings?page_size=15');
  await walk(api, '/v1/strategies?page_size=2');
  await api.ask('GET', '/v1/listings');
  await walk(api, asking('listings', { filter: { property: 'Status', select: { equals: 'Active' } } }, 8));
  await filtered(api, { property: 'Status', select: { equals: 'Paused' } });
  await filtered(api, { property: 'Minimum price', number: { greater_than: 90 } });
  await filtered(api, { property: 'Maximum price', number: { is_empty: true } });
  await filtered(api, { property: 'Title', title: { contains: 'Lamp' } });
  await filtered(api, { property: 'Strategy', relation: { contains: strategies[1] } });
  await filtered(api, { property: 'Automated', checkbox: { equals: false } }, 5);
  await filtered(api, { property: 'Channels', multi_select: { contains: 'Outlet' } }, 6);
  await filtered(api, {
    and: [
      { property: 'Status', select: { equals: 'Active' } },
      { property: 'Stock', number: { less_than: 120 } },
    ],
  });
  await filtered(api, { timestamp: 'created_time', created_time: { on_or_after: '2025-09-01' } }, 7);
  await walk(api, asking('listings', { sorts: [by('Price', 'descending')] }, 20));
  await sorted(api, [{ timestamp: 'created_time', direction: 'ascending' }], 6);
  await sorted(api, [by('Minimum price', 'ascending')], 9);
  await sorted(api, [by('Status', 'ascending'), by('Title', 'ascending')], 12);
  const few = ['Title', 'Price'].map((name) => `filter_properties=${propertyId(all[0], name)}`).join('&');
  await api.ask('GET', `/v1/listings?page_size=4&${few}`);
  await api.ask('GET', asking('reports', { filter: { property: 'Status', status: { equals: 'Failed' } } }));
  for (const index of [0, 4, 11, 19, 28, 37]) await read(api, ids[index]);
  await api.ask(
    'GET',
    `/v1/listings/${String(ids[4])}?filter_properties=${propertyId(all[0], 'Maximum price')}`,
  );

  await price(api, ids[0], 12.5, 249.9);
  await read(api, ids[0]);
  await price(api, ids[4], 20, 310);
  await price(api, ids[11], undefined, 420.15);
  await read(api, ids[11]);
  await price(api, ids[19], 2.05);
  await price(api, ids[28], 64.99, 64.99);
  await price(api, ids[28], null);
  await read(api, ids[28]);
  await price(api, undashed(ids[37]), null, 505);
  await setting(api, ids[4], { [propertyId(all[0], 'Minimum price')]: { type: 'number', number: 31.4 } });
  await read(api, ids[4]);
  await setting(api, ids[19], {});
  await assign(api, ids[0], strategies[2]);
  await read(api, ids[0]);
  await assign(api, ids[11], undashed(strategies[3]));
  await assign(api, ids[19]);
  await read(api, ids[19]);
  await api.ask('GET', '/v1/strategies?page_size=5');
  await price(api, ids[30], 8, 640);
  await price(api, ids[30], 9, 640, true);
  await price(api, ids[30], 9, 650);
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?page_size=3');

  await read(api, '3f0c1f6e-0000-4000-8000-00000000abcd');
  await read(api, '3f0c1f6e00004000800000000000abc0');
  await read(api, 'lamp');
  await price(api, '3f0c1f6e-0000-4000-8000-00000000abce', 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 99.99, 99.98);
  await price(api, ids[0], undefined, 3);
  await price(api, ids[9], '12.50', 20);
  await price(api, ids[9], 'low', true);
  await price(api, ids[9], -4, 20);
  await price(api, ids[9], 1, 2_500_000);
  await setting(api, ids[9], { 'Minimum price': 5 });
  await setting(api, ids[9], { 'Maximum price': null });
  await setting(api, ids[9], { 'Minimum price': { amount: 5 } });
  await setting(api, ids[9], { 'Minimum price': { rich_text: [] } });
  await setting(api, ids[9], { Colour: { number: 5 } });
  await setting(api, ids[9], { Strategy: { relation: [] } });
  await patch(api, ids[9], 'price', {});
  await patch(api, ids[9], 'price', { properties: null });
  await patch(api, ids[9], 'price', { properties: {}, minPrice: 4 });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"properties": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    json: { properties: { 'Minimum price': { number: 3 } } },
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, ids[9], '7be21d90-0000-4000-9000-00000000beef');
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], strategies[0], strategies[1]);
  await patch(api, ids[9], 'strategy', { properties: { Strategy: { relation: null } } });
  await patch(api, ids[9], 'strategy', { properties: { Strategy: { select: { name: 'Offer guard' } } } });
  await api.ask('GET', '/v1/listings?page_size=0');
  await api.ask('GET', '/v1/listings?page_size=101');
  await api.ask('GET', '/v1/strategies?page_size=lots');
  await api.ask('GET', '/v1/listings?start_cursor=garbage');
  await api.ask('GET', '/v1/listings?start_cursor=3f0c1f6e-0000-4000-8000-00000000abcf');
  await filtered(api, { property: 'Status', select: { equals: 'Sold' } });
  await filtered(api, { property: 'Colour', select: { equals: 'Red' } });
  await filtered(api, { property: 'Price', rich_text: { equals: '5' } });
  await filtered(api, { property: 'Price', number: { greater_than: 'five' } });
  await filtered(api, 'active');
  await sorted(api, [by('Price', 'up')]);
  await sorted(api, [by('Weight', 'ascending')]);
  await api.ask('GET', '/v1/listings?colour=red&page_size=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?page_size=3', { headers: { 'X-API-KEY': 'secret_wrong' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?page_size=1', 9);
  api.wait(1_200_000);
  const last = await api.ask('GET', '/v1/reports?page_size=2');
  const file = at(last, 'results', 0, 'properties', 'File', 'files', 0, 'file', 'url');
  if (typeof file === 'string') await api.ask('GET', file);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?page_size=14');
  const ids = all.map((row) => row.id);
  const strategies = (await walk(api, '/v1/strategies?page_size=4')).map((row) => row.id);
  await walk(api, '/v1/reports?page_size=7');
  await api.ask('GET', '/v1/listings?page_size=60');
  await api.ask('GET', `/v1/listings?page_size=5&start_cursor=${String(ids[36])}`);
  await walk(api, asking('listings', { filter: { property: 'Status', select: { equals: 'Ended' } } }, 3));
  await filtered(api, { property: 'Minimum price', number: { greater_than: 60.5 } }, 9);
  await filtered(api, { property: 'Minimum price', number: { is_empty: true } });
  await filtered(api, { property: 'Title', title: { contains: 'tin' } });
  await filtered(api, { property: 'Strategy', relation: { contains: strategies[3] } });
  await filtered(api, { timestamp: 'created_time', created_time: { on_or_after: '2025-10-15' } }, 4);
  await filtered(api, {
    and: [
      { property: 'Status', select: { equals: 'Paused' } },
      { property: 'Stock', number: { less_than: 150 } },
    ],
  });
  await sorted(api, [by('Price', 'ascending')], 7);
  await sorted(api, [by('Maximum price', 'descending')], 16);
  await api.ask('GET', `/v1/listings?page_size=3&filter_properties=${propertyId(all[0], 'SKU')}`);
  await api.ask('GET', asking('reports', { filter: { property: 'Status', status: { equals: 'Done' } } }, 4));
  for (const index of [2, 13, 25, 33]) await read(api, ids[index]);
  await read(api, undashed(ids[6]));
  await price(api, ids[2], 9.75, 333);
  await read(api, ids[2]);
  await price(api, ids[13], undefined, 601.2);
  await read(api, ids[13]);
  await price(api, ids[25], 1.5, null);
  await read(api, ids[25]);
  await setting(api, ids[33], { [propertyId(all[0], 'Maximum price')]: { number: 777 } });
  await assign(api, ids[2], strategies[1]);
  await read(api, ids[2]);
  await assign(api, ids[33]);
  await api.ask('GET', '/v1/strategies?page_size=10');
  await price(api, ids[16], 7, 810);
  await price(api, ids[16], 7, 820, true);
  api.wait(400_000);
  await api.ask('GET', '/v1/reports?page_size=4');

  await read(api, '91aa52c4-0000-4000-a000-00000000fed1');
  await read(api, 'tin');
  await price(api, '91aa52c4-0000-4000-a000-00000000fed2', 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[2], undefined, 4.5);
  await price(api, ids[20], 'cheap', 15);
  await price(api, ids[20], false, []);
  await price(api, ids[20], 7, -0.5);
  await setting(api, ids[21], { 'Maximum price': 80 });
  await setting(api, ids[21], { 'Minimum price': null });
  await setting(api, ids[21], { Weight: { number: 12 } });
  await patch(api, ids[21], 'price', { properties: 'wide' });
  await patch(api, ids[22], 'strategy', {});
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/strategy`, { text: '{"properties"' });
  await assign(api, ids[20], '0d4cc871-0000-4000-b000-00000000cafe');
  await assign(api, ids[20], 'soft landing');
  await patch(api, ids[22], 'strategy', { properties: { Strategy: { relation: 'none' } } });
  await api.ask('GET', '/v1/listings?page_size=-3');
  await api.ask('GET', '/v1/reports?page_size=1000');
  await api.ask('GET', '/v1/listings?page_size=all');
  await api.ask('GET', '/v1/strategies?start_cursor=next');
  await filtered(api, { property: 'Status', select: { equals: 'Gone' } });
  await filtered(api, { property: 'Brand', select: { equals: 'Halvik' } });
  await filtered(api, { property: 'Stock', number: { less_than: null } });
  await sorted(api, [by('Stock', 'down')]);
  await api.ask('GET', '/v1/listings?size=large&page_size=3');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?page_size=4', { headers: { 'X-API-KEY': 'secret_other' } });
  // Of a kind that was not recorded.
  await sorted(api, { property: 'Price', direction: 'ascending' });
}

export const typedProperties: WalkedService = {
  name: 'typed-properties',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=100'],
  walk,
};
