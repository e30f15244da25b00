// The interface of an issue tracker: pages by startAt and maxResults with links to themselves and onwards, too large sizes
// cut in silence, records with ids as text and keys, members under fields where the own ones have numbers for names, fields
// that choose and expand that adds, moments in the time zone of the user, errors by sentence or by field, writes answered
// without a body, a changelog, a bucket of requests, and parameters of a wrong type answered as if the path were unknown.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, hex, json, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { hurry, at, chance, isObject, oneOf, parsed, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'PRK3xFfGh0TzQ7mWb2nLs9Vd41';
const project = 'PRC';
const bucketSize = 10;
const fillRate = 8;
const fillInterval = 2_000;
const usualPage = 20;
const largestPage = 50;
const leastPrice = 0.01;
const mostPrice = 100_000;
const day = 86_400_000;

const minimum = 'customfield_10042';
const maximum = 'customfield_10043';
const strategyField = 'customfield_10045';

/** What people call the fields of a listing, in the order in which a listing shows them. */
const fieldNames: Readonly<Record<string, string>> = {
  summary: 'Summary',
  listingtype: 'Listing Type',
  customfield_10041: 'SKU',
  [minimum]: 'Minimum price',
  status: 'Status',
  [maximum]: 'Maximum price',
  assignee: 'Assignee',
  customfield_10044: 'Current price',
  customfield_10019: 'Rank',
  labels: 'Labels',
  [strategyField]: 'Strategy',
  customfield_10046: 'Marketplace',
  created: 'Created',
  updated: 'Updated',
  customfield_10047: 'Stock',
  customfield_10048: 'Flagged',
  customfield_10049: 'Photo',
  description: 'Description',
  watches: 'Watchers',
  project: 'Project',
  creator: 'Creator',
  comment: 'Comment',
};
const withoutComment = Object.keys(fieldNames).filter((name) => name !== 'comment');

interface State {
  readonly id: string;
  readonly name: string;
  readonly category: Row;
}

const states: readonly State[] = [
  {
    id: '3',
    name: 'Live',
    category: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  },
  { id: '10012', name: 'Paused', category: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' } },
  { id: '10013', name: 'Delisted', category: { id: 3, key: 'done', colorName: 'green', name: 'Done' } },
];

const people = ['Pricing Desk', 'Ines Aldertop', 'Tomas Weir', 'Mira Oakhollow'];

interface Strategy {
  readonly id: string;
  readonly value: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly lead: number;
}

interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly fromText: string | null;
  readonly to: string | null;
  readonly toText: string | null;
}

interface History {
  readonly id: string;
  readonly author: number;
  readonly created: number;
  readonly changes: readonly Change[];
}

interface Listing {
  readonly index: number;
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly sku: string;
  readonly price: number;
  readonly stock: number;
  readonly state: State;
  readonly created: number;
  minimum: number | null;
  maximum: number | null;
  strategy: Strategy | null;
  updated: number;
  /** The newest first. */
  histories: readonly History[];
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly submitted: number;
  readonly waits: number;
  readonly takes: number;
  readonly fails: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly body: Row | undefined;
  readonly headers: Headers;

  constructor(status: number, body?: Row, headers: Headers = []) {
    super();
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const told = (status: number, ...errorMessages: readonly string[]): Refusal =>
  new Refusal(status, { errorMessages, errors: {} });
const badPayload = (message: string): Refusal => new Refusal(400, { errorMessages: [message] });
const invalidPayload = 'Invalid request payload. Refer to the REST API documentation and try again.';

/** Own fields that hold numbers are shown with a fraction, even where it is nothing. */
function shown(status: number, body: Row, headers: Headers = []): Answered {
  const answer = json(status, body, headers, 'application/json;charset=UTF-8');
  return { ...answer, body: answer.body.replace(/("customfield_\d+":-?\d+)(?=[,}])/g, '$1.0') };
}

const withFraction = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** When the clocks change in a month: at one o'clock, universal time, on its last Sunday. */
function clockChange(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0, 1);
  return last - new Date(last).getUTCDay() * day;
}

/** How many hours the user's time zone is ahead. */
function hoursAhead(moment: number): number {
  const year = new Date(moment).getUTCFullYear();
  return moment >= clockChange(year, 2) && moment < clockChange(year, 9) ? 2 : 1;
}

const local = (moment: number): string =>
  new Date(moment + hoursAhead(moment) * 3_600_000).toISOString().replace('Z', `+0${hoursAhead(moment)}00`);

/** The moment of a day, or of a day and a time, in the user's time zone; undefined of any other text. */
function momentOf(text: string): number | undefined {
  const [, date, time = '00:00'] = /^(\d{4}[-/]\d\d[-/]\d\d)(?: (\d\d:\d\d))?$/.exec(text) ?? [];
  const moment = Date.parse(`${date?.replaceAll('/', '-')}T${time}Z`);
  return Number.isNaN(moment) ? undefined : moment - hoursAhead(moment) * 3_600_000;
}

const listOf = (query: URLSearchParams, name: string): readonly string[] =>
  query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** The fields that `fields` chooses: named ones, groups with a star, all but those with a minus. */
function fieldsChosen(query: URLSearchParams, usual: string): readonly string[] {
  const asked = listOf(query, 'fields');
  const left = asked.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const given = asked.filter((name) => !name.startsWith('-'));
  const wanted = given.length === 0 ? [usual] : given;
  return Object.keys(fieldNames).filter(
    (name) =>
      !left.includes(name) &&
      (wanted.includes(name) ||
        wanted.includes('*all') ||
        (wanted.includes('*navigable') && withoutComment.includes(name))),
  );
}

const numberText = (value: number | null): string | null => (value === null ? null : String(value));

function listingsMade(strategies: readonly Strategy[]): readonly Listing[] {
  return Array.from({ length: 53 }, (_, index): Listing => {
    const name = `tracker ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = Date.UTC(2025, 4, 5, 6) + index * 6 * day + chance(`${name} created`, day);
    const least = chance(`${name} minimum`, 6) === 0 ? null : Math.round(price * 0.82) / 100;
    const most = chance(`${name} maximum`, 5) === 0 ? null : Math.round(price * 1.25) / 100;
    const changed = (field: string, from: number | null, to: number | null): Change => ({
      field,
      from: null,
      fromText: numberText(from),
      to: null,
      toText: numberText(to),
    });
    const raised = least === null ? null : Math.round(least * 90) / 100;
    const changes = [
      ...(chance(`${name} raised`, 2) === 0 ? [changed(minimum, raised, least)] : []),
      ...(chance(`${name} bounded`, 3) === 0 && most !== null ? [changed(maximum, null, most)] : []),
    ].filter(({ fromText, toText }) => fromText !== toText);
    const histories = changes
      .map((change, place) => ({
        id: String(20_104 + index * 3 + place),
        author: chance(`${name} author ${place}`, people.length),
        created: created + (place * 2 + 1) * day + chance(`${name} history ${place}`, day),
        changes: [change],
      }))
      .reverse();
    return {
      index,
      id: String(10_061 + index * 2 + chance(`${name} id`, 2)),
      key: `${project}-${88 + index + Math.floor(index / 7)}`,
      title,
      sku,
      price: price / 100,
      stock,
      state: states[[0, 0, 0, 0, 0, 0, 1, 1, 2][chance(`${name} state`, 9)]!]!,
      created,
      minimum: least,
      maximum: most,
      strategy: chance(`${name} none`, 4) === 0 ? null : oneOf(`${name} strategy`, strategies.slice(0, 4)),
      updated: histories[0]?.created ?? created + chance(`${name} updated`, 3 * day),
      histories,
    };
  });
}

function start(run: Run): (request: Asked) => Answered {
  const { origin } = run;
  const opened = run.now();
  const base = `${origin}/v1`;
  const strategies = [
    ['Match the lowest offer', 'Follows the lowest offer down to the minimum price.'],
    ['Margin floor', 'Keeps the margin at a tenth or more.'],
    ['Weekend uplift', ''],
    ['Clear old stock', 'Lowers the price of what has lain for ninety days.'],
    ['Legacy undercut', 'No longer in use.'],
  ].map(([value = '', description = ''], index): Strategy => ({
    id: String(10_201 + index * 3),
    value,
    description,
    disabled: index === 4,
    lead: chance(`tracker lead ${index}`, people.length),
  }));
  const listings = listingsMade(strategies);
  const reports = Array.from({ length: 12 }, (_, index): ReportRun => ({
    id: String(10_641 + index * 4 + chance(`tracker report ${index}`, 4)),
    kind: oneOf(`tracker report kind ${index}`, ['price-history', 'competition', 'stock']),
    submitted:
      index < 9
        ? opened - (80 - index * 7) * day + chance(`tracker submitted ${index}`, day)
        : opened - 65_120 + (index - 9) * 31_730,
    waits: 900 + chance(`tracker waits ${index}`, 9_000) + (index === 11 ? 25_000 : 0),
    takes: 95_000 + index * 8_310,
    fails: index === 3 || index === 10,
  })).reverse();
  let lastHistory = 20_288;

  const accountOf = (index: number): string => `5c${scrambled(`tracker person ${index}`, 22, hex)}`;
  const personView = (index: number): Row => ({
    self: `${base}/user?accountId=${accountOf(index)}`,
    accountId: accountOf(index),
    avatarUrls: Object.fromEntries(
      [48, 24, 16, 32].map((size) => [
        `${size}x${size}`,
        `${origin}/secure/useravatar?size=${size}&avatarId=${10_334 + index}`,
      ]),
    ),
    displayName: people[index],
    active: index !== 2,
    timeZone: 'Europe/Berlin',
  });
  const optionView = ({ id, value }: Pick<Strategy, 'id' | 'value'>): Row => ({
    self: `${base}/strategies/${id}`,
    value,
    id,
  });
  const marketplaceView = (name: string): Row => {
    const choice = chance(`${name} marketplace`, 2);
    const id = String(10_110 + choice);
    return { self: `${base}/customFieldOption/${id}`, value: ['Northgate', 'Fairstall'][choice], id };
  };
  const stateView = ({ id, name, category }: State): Row => ({
    self: `${base}/status/${id}`,
    description: '',
    iconUrl: `${origin}/images/icons/statuses/generic.png`,
    name,
    id,
    statusCategory: { self: `${base}/statuscategory/${String(category.id)}`, ...category },
  });

  function fieldsOf(listing: Listing): Row {
    const name = `tracker ${listing.index}`;
    const watchers = chance(`${name} watchers`, 4);
    const person = chance(`${name} assignee`, people.length + 2);
    const flag = { self: `${base}/customFieldOption/10120`, value: 'Check by hand', id: '10120' };
    return {
      summary: listing.title,
      listingtype: {
        self: `${base}/listingtype/10004`,
        id: '10004',
        description: '',
        name: 'Offer',
        subtask: false,
        avatarId: 10_307,
      },
      customfield_10041: listing.sku,
      [minimum]: listing.minimum,
      status: stateView(listing.state),
      [maximum]: listing.maximum,
      assignee: person < people.length ? personView(person) : null,
      customfield_10044: listing.price,
      customfield_10019: `0|i${(listing.index * 8 + 7).toString(36).padStart(5, '0')}:`,
      labels: ['clearance', 'fragile', 'seasonal'].filter((label) => chance(`${name} ${label}`, 4) === 0),
      [strategyField]: listing.strategy === null ? null : optionView(listing.strategy),
      customfield_10046: marketplaceView(name),
      created: local(listing.created),
      updated: local(listing.updated),
      customfield_10047: listing.stock,
      customfield_10048: chance(`${name} flagged`, 7) === 0 ? [flag] : null,
      customfield_10049: `${origin}/secure/thumbnail/${listing.id}/${listing.key}.png`,
      description: chance(`${name} described`, 3) === 0 ? null : `${listing.title}, new, in its box.`,
      watches: {
        self: `${base}/listings/${listing.key}/watchers`,
        watchCount: watchers,
        isWatching: watchers > 2,
      },
      project: { self: `${base}/project/10001`, id: '10001', key: project, name: 'Pricing' },
      creator: personView(chance(`${name} creator`, people.length)),
      comment: { comments: [], self: `${base}/listings/${listing.id}/comment`, maxResults: 0, total: 0 },
    };
  }

  const historyView = ({ id, author, created, changes }: History): Row => ({
    id,
    author: personView(author),
    created: local(created),
    items: changes.map(({ field, from, fromText, to, toText }) => ({
      field: fieldNames[field],
      fieldtype: 'custom',
      fieldId: field,
      from,
      fromString: fromText,
      to,
      toString: toText,
    })),
  });

  function operationsOf({ id, state }: Listing): Row {
    const named: readonly (readonly [string, string])[] = [
      ...(state.name === 'Delisted' ? [] : [['edit-listing', 'Edit'] as const]),
      ...(state.name === 'Live' ? [['pause-listing', 'Pause'] as const] : []),
      ...(state.name === 'Paused' ? [['resume-listing', 'Resume'] as const] : []),
      ['share-listing', 'Share'],
    ];
    const links = named.map(([link, label], index) => ({
      id: link,
      styleClass: 'trigger-dialog',
      label,
      href: `/secure/${label}Listing.do?id=${id}`,
      weight: (index + 1) * 10,
    }));
    return { linkGroups: [{ id: 'view.listing.opsbar', links, groups: [] }] };
  }

  const namesOf = (fields: readonly string[]): Row =>
    Object.fromEntries(fields.map((name) => [name, fieldNames[name]]));

  function listingView(
    listing: Listing,
    fields: readonly string[],
    expanded: readonly string[],
    alone = true,
  ): Row {
    const { id, histories } = listing;
    const all = fieldsOf(listing);
    return {
      expand: 'names,operations,changelog',
      id,
      self: `${base}/listings/${id}`,
      key: listing.key,
      ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields.map((name) => [name, all[name]])) }),
      ...(alone && expanded.includes('names') ? { names: namesOf(fields) } : {}),
      ...(expanded.includes('operations') ? { operations: operationsOf(listing) } : {}),
      ...(expanded.includes('changelog')
        ? {
            changelog: {
              startAt: 0,
              maxResults: histories.length,
              total: histories.length,
              histories: histories.map(historyView),
            },
          }
        : {}),
    };
  }

  function strategyView(strategy: Strategy, expanded: readonly string[]): Row {
    const { id, value, description, disabled, lead } = strategy;
    const own = listings.filter((listing) => listing.strategy === strategy);
    const updated = own.map((listing) => listing.updated);
    const insight = {
      totalListingCount: own.length,
      ...(own.length === 0 ? {} : { lastListingUpdateTime: local(Math.max(...updated)) }),
    };
    return {
      expand: 'insight',
      self: `${base}/strategies/${id}`,
      id,
      value,
      description,
      disabled,
      lead: personView(lead),
      ...(expanded.includes('insight') ? { insight } : {}),
    };
  }

  const fileOf = ({ id, kind }: ReportRun): string => `/secure/attachment/${id}/${kind}.csv`;

  function statusOf({ submitted, waits, takes, fails }: ReportRun): string {
    const elapsed = run.now() - submitted - waits;
    if (elapsed < 0) return 'ENQUEUED';
    if (elapsed < takes) return 'RUNNING';
    return fails ? 'FAILED' : 'COMPLETE';
  }

  function reportView(report: ReportRun): Row {
    const { id, kind, submitted, waits, takes } = report;
    const status = statusOf(report);
    const started = submitted + waits;
    const elapsed = Math.min(takes, Math.max(0, run.now() - started));
    const progress = status === 'FAILED' ? 62 : Math.floor((elapsed * 100) / takes);
    const ended = status === 'COMPLETE' || status === 'FAILED';
    return {
      self: `${base}/reports/${id}`,
      id,
      description: `Export ${kind}`,
      status,
      ...(status === 'FAILED' ? { message: 'The export stopped: the source did not answer in time.' } : {}),
      ...(status === 'COMPLETE'
        ? { result: { rows: 60 + chance(`tracker rows ${id}`, 900) }, content: origin + fileOf(report) }
        : {}),
      submittedBy: 10_000 + chance(`tracker by ${id}`, people.length),
      progress,
      elapsedRuntime: elapsed,
      submitted,
      ...(status === 'ENQUEUED' ? {} : { started }),
      ...(ended ? { finished: started + takes } : {}),
      lastUpdate:
        ended || status === 'ENQUEUED' ? submitted + (ended ? waits + takes : 0) : started + elapsed,
    };
  }

  /** The answer to an unknown path, and to a parameter that is not of its type. */
  const nothingAt = ({ target }: Asked): Refusal =>
    new Refusal(404, { message: `null for uri: ${origin}${target}`, 'status-code': 404 });

  function wholeNumber(request: Asked, name: string, usual: number): number {
    const value = targetOf(request).query.get(name);
    if (value === null) return usual;
    if (!/^-?\d{1,9}$/.test(value)) throw nothingAt(request);
    return Number(value);
  }

  function paged<Item>(request: Asked, items: readonly Item[], view: (item: Item) => Row): Row {
    const startAt = wholeNumber(request, 'startAt', 0);
    const size = wholeNumber(request, 'maxResults', usualPage);
    if (startAt < 0) throw told(400, 'The value of startAt must be greater than or equal to 0.');
    const maxResults = size < 0 ? largestPage : Math.min(size, largestPage);
    const end = startAt + maxResults;
    const { path } = targetOf(request);
    const kept = (request.target.split(/\?(.*)/s)[1] ?? '')
      .split('&')
      .filter((pair) => pair !== '' && !/^(?:startAt|maxResults)(?:=|$)/.test(pair));
    const link = (from: number): string =>
      `${origin}${path}?${[...kept, `maxResults=${maxResults}`, `startAt=${from}`].join('&')}`;
    return {
      startAt,
      maxResults,
      total: items.length,
      isLast: end >= items.length,
      self: link(startAt),
      ...(end < items.length && maxResults > 0 ? { nextPage: link(end) } : {}),
      values: items.slice(startAt, end).map(view),
    };
  }

  /** Sorts by what `orderBy` names; where two are equal, as they stood; what has no value comes last. */
  function sorted<Item>(
    query: URLSearchParams,
    items: readonly Item[],
    keys: Readonly<Record<string, (item: Item) => string | number | null>>,
  ): readonly Item[] {
    const asked = query.get('orderBy');
    if (asked === null) return items;
    const name = asked.replace(/^[-+ ]/, '');
    const keyOf = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (keyOf === undefined) {
      const choices = Object.keys(keys).join(', ');
      throw told(400, `The orderBy value '${name}' is not supported. Supported values: ${choices}.`);
    }
    const sign = asked.startsWith('-') ? -1 : 1;
    return items.toSorted((one, other) => {
      const [left, right] = [keyOf(one), keyOf(other)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return left === right ? 0 : left < right ? -sign : sign;
    });
  }

  const strategyNamed = (text: string): Strategy | undefined =>
    strategies.find(({ id, value }) => id === text || value.toLowerCase() === text.toLowerCase());
  const stateNamed = (text: string): State | undefined =>
    states.find(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase());

  function listed(request: Asked): Answered {
    const { query } = targetOf(request);
    const [status, strategy, ids] = ['status', 'strategy', 'id'].map((name) => query.getAll(name));
    const after = query.get('createdAfter');
    const from = after === null ? 0 : momentOf(after);
    const messages = [
      ...status!
        .filter((text) => stateNamed(text) === undefined)
        .map((text) => `The value '${text}' does not exist for the field 'status'.`),
      ...strategy!
        .filter((text) => strategyNamed(text) === undefined)
        .map((text) => `The option '${text}' for field 'Strategy' does not exist.`),
      ...(from === undefined
        ? [
            `Date value '${after}' for field 'created' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd'.`,
          ]
        : []),
    ];
    if (messages.length > 0) throw told(400, ...messages);
    const words = (query.get('query') ?? '').toLowerCase();
    const found = listings.filter(
      (listing) =>
        (status!.length === 0 || status!.some((text) => stateNamed(text) === listing.state)) &&
        (strategy!.length === 0 || strategy!.some((text) => strategyNamed(text) === listing.strategy)) &&
        (ids!.length === 0 || ids!.includes(listing.id)) &&
        listing.created >= (from ?? 0) &&
        [listing.title, listing.key, listing.sku].some((text) => text.toLowerCase().includes(words)),
    );
    const ordered = sorted(query, found.toReversed(), {
      key: ({ index }) => index,
      summary: ({ title }) => title,
      created: ({ created }) => created,
      updated: ({ updated }) => updated,
      [minimum]: (listing) => listing.minimum,
      customfield_10044: ({ price }) => price,
    });
    const fields = fieldsChosen(query, '*navigable');
    const expanded = listOf(query, 'expand');
    return shown(200, {
      expand: 'names',
      ...paged(request, ordered, (listing) => listingView(listing, fields, expanded, false)),
      ...(expanded.includes('names') ? { names: namesOf(fields) } : {}),
    });
  }

  function strategiesListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const words = (query.get('query') ?? '').toLowerCase();
    const found = strategies.filter(({ value }) => value.toLowerCase().includes(words));
    const ordered = sorted(query, found, { id: ({ id }) => id, value: ({ value }) => value });
    const expanded = listOf(query, 'expand');
    return shown(
      200,
      paged(request, ordered, (strategy) => strategyView(strategy, expanded)),
    );
  }

  function reportsListed(request: Asked): Answered {
    const wanted = targetOf(request).query.getAll('status');
    const known = ['ENQUEUED', 'RUNNING', 'COMPLETE', 'FAILED'];
    if (wanted.some((status) => !known.includes(status))) throw nothingAt(request);
    const found = reports.filter((report) => wanted.length === 0 || wanted.includes(statusOf(report)));
    return shown(200, paged(request, found, reportView));
  }

  function listingOf(text: string): Listing {
    const found = listings.find((listing) => listing.id === text || listing.key === text.toUpperCase());
    if (found === undefined) {
      throw told(404, 'Listing does not exist or you do not have permission to see it.');
    }
    return found;
  }

  const alone = (listing: Listing, query: URLSearchParams): Answered =>
    shown(200, listingView(listing, fieldsChosen(query, '*all'), listOf(query, 'expand')));

  function bodyOf({ headers, body }: Asked): Row {
    const type = headers['content-type'];
    if (body === '') throw badPayload('No content to map to Object due to end of input');
    if (type?.split(';')[0]!.trim() !== 'application/json') {
      throw new Refusal(415, { message: 'Unsupported Media Type', 'status-code': 415 });
    }
    const value = parsed(body);
    if (value === undefined) {
      throw badPayload('There was an error parsing JSON. Check that your request body is valid.');
    }
    const known = ['fields', 'update', 'historyMetadata', 'properties'];
    if (!isObject(value) || !Object.keys(value).every((name) => known.includes(name))) {
      throw badPayload(invalidPayload);
    }
    return value;
  }

  /** The values that a body sets by name, and the faults of the ways in which it does. */
  function settingsOf(body: Row): {
    readonly values: Row;
    readonly faults: Readonly<Record<string, string>>;
  } {
    const [fields, update] = [body.fields ?? {}, body.update ?? {}];
    if (!isObject(fields) || !isObject(update)) throw badPayload(invalidPayload);
    const values: Record<string, unknown> = { ...fields };
    const faults: Record<string, string> = {};
    for (const [name, operations] of Object.entries(update)) {
      if (!Array.isArray(operations)) throw badPayload(invalidPayload);
      if (Object.hasOwn(fields, name)) {
        faults[name] = `Field '${name}' cannot appear in both 'fields' and 'update'`;
      }
      for (const operation of operations as readonly unknown[]) {
        const [[verb, value] = ['', null]] = isObject(operation) ? Object.entries(operation) : [];
        if (verb === 'set') values[name] = value;
        else faults[name] = `Operation '${verb}' is not supported by this field.`;
      }
    }
    if (Object.keys(values).length === 0 && Object.keys(faults).length === 0) {
      throw told(400, "one of 'fields' or 'update' required");
    }
    return { values, faults };
  }

  function priceFault(value: unknown): string | undefined {
    if (value === null) return undefined;
    if (typeof value !== 'number') return 'Operation value must be a number';
    if (value >= leastPrice && value <= mostPrice) return undefined;
    return `'${withFraction(value)}' is an invalid number. The value must be between 0.01 and 100,000.`;
  }

  /** The strategy that a value stands for, or what is wrong with the value. */
  function strategyOf(option: unknown): Strategy | null | string {
    if (option === null) return null;
    if (!isObject(option)) return 'data was not an object';
    const { id, value } = option;
    if (id === undefined && value === undefined) {
      return "Could not find valid 'id' or 'value' in the Parent Option object.";
    }
    if (id !== undefined && typeof id !== 'string') return "expected 'id' property to be a string";
    if (id === undefined && typeof value !== 'string') return "expected 'value' property to be a string";
    const found = strategies.find((strategy) =>
      id === undefined ? strategy.value === value : strategy.id === id,
    );
    if (found !== undefined && !found.disabled) return found;
    return id === undefined
      ? `Option value '${String(value)}' is not valid`
      : `Option id '${id}' is not valid`;
  }

  function edited(listing: Listing, body: Row, onScreen: readonly string[]): void {
    const { values, faults } = settingsOf(body);
    const errors: Record<string, string> = {};
    const isEditable = listing.state.name !== 'Delisted';
    for (const name of new Set([...Object.keys(values), ...Object.keys(faults)])) {
      const option = name === strategyField ? strategyOf(values[name]) : null;
      const fault =
        isEditable && onScreen.includes(name)
          ? (faults[name] ??
            (name === strategyField
              ? typeof option === 'string'
                ? option
                : undefined
              : priceFault(values[name])))
          : `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`;
      if (fault !== undefined) errors[name] = fault;
    }
    if (Object.keys(errors).length > 0) throw new Refusal(400, { errorMessages: [], errors });

    const changes: Change[] = [];
    const next = { minimum: listing.minimum, maximum: listing.maximum, strategy: listing.strategy };
    for (const [name, value] of Object.entries(values)) {
      if (name === strategyField) {
        const option = strategyOf(value);
        if (typeof option === 'string' || option === listing.strategy) continue;
        const [from, to] = [listing.strategy, option];
        next.strategy = option;
        changes.push({
          field: name,
          from: from?.id ?? null,
          fromText: from?.value ?? null,
          to: to?.id ?? null,
          toText: to?.value ?? null,
        });
      } else {
        const bound = name === minimum ? 'minimum' : 'maximum';
        const price = typeof value === 'number' ? value : null;
        if (price === listing[bound]) continue;
        next[bound] = price;
        changes.push({
          field: name,
          from: null,
          fromText: numberText(listing[bound]),
          to: null,
          toText: numberText(price),
        });
      }
    }
    if (next.minimum !== null && next.maximum !== null && next.minimum > next.maximum) {
      throw told(400, 'Minimum price must not be greater than Maximum price.');
    }
    if (changes.length === 0) return;
    lastHistory += 1;
    Object.assign(listing, next);
    listing.updated = run.now();
    const history = { id: String(lastHistory), author: 0, created: listing.updated, changes };
    listing.histories = [history, ...listing.histories];
  }

  function written(request: Asked, id: string, onScreen: readonly string[]): Answered {
    const { query } = targetOf(request);
    const body = bodyOf(request);
    const listing = listingOf(id);
    edited(listing, body, onScreen);
    if (query.get('returnIssue')?.toLowerCase() === 'true') return alone(listing, query);
    return { status: 204, headers: [], body: '' };
  }

  function fileShown(report: ReportRun): Answered {
    const lines = listings.slice(0, 5).map(({ sku, price }) => `${sku};${price.toFixed(2)}`);
    return {
      status: 200,
      headers: [
        ['Content-Type', 'text/csv;charset=UTF-8'],
        ['Content-Disposition', `attachment; filename="${report.kind}.csv"`],
      ],
      body: `SKU;Current price\n${lines.join('\n')}\n`,
    };
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const file = reports.find((report) => path === fileOf(report) && statusOf(report) === 'COMPLETE');
    if (file !== undefined) return fileShown(file);
    const [version, name = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw nothingAt(request);
    const lists = { listings: listed, strategies: strategiesListed, reports: reportsListed };
    const list = Object.hasOwn(lists, name) ? lists[name as keyof typeof lists] : undefined;
    const isWrite = name === 'listings' && (part === 'price' || part === 'strategy');
    const isRead = (name === 'listings' && part === undefined) || (list !== undefined && id === undefined);
    if (!isWrite && !isRead) throw nothingAt(request);
    const allowed = isWrite ? ['PATCH', 'OPTIONS'] : ['HEAD', 'GET', 'OPTIONS'];
    if (request.method !== (isWrite ? 'PATCH' : 'GET')) {
      throw new Refusal(405, undefined, [['Allow', allowed.join(',')]]);
    }
    if (id === undefined) return list!(request);
    if (!isWrite) return alone(listingOf(id), query);
    return written(request, id, part === 'price' ? [minimum, maximum] : [strategyField]);
  }

  function checkKey({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === key) return;
    if (given === undefined) {
      throw told(401, 'You are not authenticated. Authentication required to perform this operation.');
    }
    const message = 'Client must be authenticated to access this resource.';
    throw new Refusal(401, { message, 'status-code': 401 }, [['X-Login-Reason', 'AUTHENTICATED_FAILED']]);
  }

  let count = chance(`tracker count ${run.run}`, 90_000);
  let left = bucketSize;
  let filled = opened;

  /** Takes a request out of the bucket. */
  function limits(): { readonly isOver: boolean; readonly headers: Headers } {
    const now = run.now();
    const intervals = Math.floor((now - filled) / fillInterval);
    left = Math.min(bucketSize, left + intervals * fillRate);
    filled += intervals * fillInterval;
    const isOver = left === 0;
    if (!isOver) left -= 1;
    const headers: Headers = [
      ['X-RateLimit-Limit', String(bucketSize)],
      ['X-RateLimit-Remaining', String(left)],
      ...(left < bucketSize / 5 ? [['X-RateLimit-NearLimit', 'true'] as const] : []),
      ...(isOver ? [['Retry-After', String(Math.ceil((filled + fillInterval - now) / 1_000))] as const] : []),
    ];
    return { isOver, headers };
  }

  const session = scrambled(`tracker session ${run.run}`, 7, base62.slice(0, 10) + base62.slice(36));

  return (request) => {
    count += 1;
    const now = run.now();
    const minutes = Math.floor(((now + hoursAhead(now) * 3_600_000) % day) / 60_000);
    let more: Headers = [['X-ARequestId', `${minutes}x${count}x1`]];
    try {
      checkKey(request);
      const { isOver, headers: limitHeaders } = limits();
      more = [
        ...more,
        ['X-ASessionId', session],
        ['X-AAccountId', accountOf(0)],
        ...limitHeaders,
        ['Cache-Control', 'no-cache, no-store, no-transform'],
      ];
      if (isOver) throw new Refusal(429, { message: 'Rate limit exceeded.' });
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...more], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, body } = error;
      const headers = [...error.headers, ...more];
      return body === undefined ? { status, headers, body: '' } : shown(status, body, headers);
    }
  };
}

/** Follows the link to the next page until there is none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'values'));
    next = textIfAny(received, 'nextPage');
  }
  return rows;
}

const list = (api: Api, query: string, sending: Sending = {}): Promise<Received> =>
  api.ask('GET', `/v1/listings?${query}`, sending);
const read = (api: Api, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}${query}`);
const patch = (api: Api, id: unknown, part: string, body: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}${query}`, { json: body });
/** A bound that is left undefined is not sent. */
const price = (api: Api, id: unknown, least?: unknown, most?: unknown, query = ''): Promise<Received> =>
  patch(api, id, 'price', { fields: { [minimum]: least, [maximum]: most } }, query);
const assign = (api: Api, id: unknown, option: unknown, query = ''): Promise<Received> =>
  patch(api, id, 'strategy', { fields: { [strategyField]: option } }, query);

/** The ids of the listings that are still for sale, and of those that are not. */
function idsOf(rows: readonly Row[]): {
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
} {
  const isGone = ({ fields }: Row): boolean =>
    isObject(fields) && isObject(fields.status) && fields.status.name === 'Delisted';
  return {
    open: rows.filter((row) => !isGone(row)).map(({ id }) => id),
    gone: rows.filter(isGone).map(({ id }) => id),
  };
}

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const { open: ids, gone } = idsOf(all);
  const options = await walk(api, '/v1/strategies');
  const strategyIds = options.map(({ id }) => id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?maxResults=30');
  await list(api, 'maxResults=100&fields=summary');
  await list(api, 'startAt=45&maxResults=5');
  await list(api, 'startAt=200');
  await list(api, 'maxResults=0');
  await walk(api, '/v1/strategies?maxResults=2');
  await walk(api, '/v1/reports?maxResults=7');

  await walk(api, '/v1/listings?status=Live&maxResults=25&fields=summary,status,customfield_10042');
  await list(api, 'status=paused&maxResults=4');
  await list(api, 'status=Paused&status=Delisted&fields=status');
  await list(api, `strategy=${String(strategyIds[1])}&maxResults=6`);
  await list(api, 'strategy=Weekend+uplift&maxResults=3');
  await list(api, 'query=lamp&maxResults=5');
  await list(api, 'createdAfter=2026-02-01&maxResults=5');
  await list(api, `id=${String(ids[2])}&id=${String(ids[8])}`);
  await list(api, 'orderBy=-updated&maxResults=6');
  await list(api, 'orderBy=created&maxResults=6');
  await list(api, 'orderBy=customfield_10044&maxResults=8&fields=customfield_10044');
  await list(api, 'orderBy=-customfield_10042&maxResults=6&fields=summary,customfield_10042');
  await list(api, 'fields=*all,-description,-watches&maxResults=3');
  await list(api, 'fields=key&maxResults=4');
  await list(api, 'expand=names&fields=summary,customfield_10043,status&maxResults=2');
  await list(api, 'expand=changelog,operations&fields=summary&maxResults=4');
  await api.ask('GET', '/v1/strategies?orderBy=-value&expand=insight');
  await api.ask('GET', '/v1/strategies?query=margin');
  await api.ask('GET', '/v1/reports?status=COMPLETE&maxResults=3');
  await api.ask('GET', '/v1/reports?status=RUNNING&status=ENQUEUED');

  for (const index of [0, 7, 19, 31]) await read(api, ids[index]);
  await read(api, all[12]?.key);
  await read(api, all[40]?.key, '?fields=summary,customfield_10045&expand=names');
  await read(api, ids[25], '?expand=changelog,operations');
  await read(api, gone[0], '?expand=operations&fields=status');

  await price(api, ids[0], 12.5, 249.9);
  await read(api, ids[0], '?expand=changelog');
  await price(api, ids[7], 20, 310, '?notifyUsers=false');
  await read(api, ids[7]);
  await price(api, ids[19], undefined, 420.15, '?returnIssue=true');
  await price(api, ids[25], 2.05, undefined, '?returnIssue=true&expand=changelog');
  await price(api, ids[25], 3, undefined);
  await read(api, ids[25], '?expand=changelog&fields=updated,customfield_10042');
  await price(api, ids[31], null, 510);
  await read(api, ids[31], '?expand=changelog');
  await patch(api, ids[33], 'price', { update: { [minimum]: [{ set: 7.25 }], [maximum]: [{ set: 700 }] } });
  await read(api, ids[33]);
  await assign(api, ids[0], { id: strategyIds[2] });
  await read(api, ids[0], '?fields=*navigable&expand=changelog');
  await assign(api, all[12]?.key, { value: options[3]?.value }, '?returnIssue=true&notifyUsers=true');
  await assign(api, ids[19], null);
  await read(api, ids[19], '?fields=customfield_10045,updated');
  await list(api, 'orderBy=-updated&maxResults=5&fields=updated,customfield_10045');
  await api.ask('GET', '/v1/strategies?expand=insight');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?maxResults=4');

  await read(api, '99001');
  await read(api, 'PRC-9001');
  await price(api, '99002', 10, 20);
  await price(api, ids[10], 30, 20);
  await price(api, ids[10], '12.50', 20);
  await price(api, ids[11], true, { amount: 5 });
  await price(api, ids[11], -4, 20);
  await price(api, ids[11], 0, 250_000.5);
  await price(api, gone[0], 10, 20);
  await patch(api, ids[10], 'price', {});
  await patch(api, ids[10], 'price', { fields: { summary: 'Better lamp', [minimum]: 5 } });
  await patch(api, ids[10], 'price', { minPrice: 5, maxPrice: 20 });
  await patch(api, ids[10], 'price', { fields: { [minimum]: 4 }, update: { [minimum]: [{ set: 5 }] } });
  await patch(api, ids[10], 'price', { update: { [minimum]: [{ add: 5 }] } });
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/price`, { text: '{"fields": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/price`, {
    json: { fields: { [minimum]: 3 } },
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, ids[10], { id: '10999' });
  await assign(api, ids[10], { id: strategyIds[4] });
  await assign(api, ids[10], { value: 'Bold moves' });
  await assign(api, ids[10], { id: 10_204 });
  await assign(api, ids[10], 'Margin floor');
  await assign(api, ids[10], {});
  await list(api, 'maxResults=lots');
  await list(api, 'startAt=-5');
  await list(api, 'status=Sold');
  await list(api, 'strategy=Boldness&status=Lost');
  await list(api, 'createdAfter=monday');
  await list(api, 'orderBy=colour');
  await list(api, 'colour=red&maxResults=2&expand=everything&fields=nothing,status');
  await api.ask('GET', '/v1/reports?status=DONE');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[10])}`);
  await list(api, 'maxResults=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?maxResults=3', { headers: { 'X-API-KEY': 'PRK0000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?maxResults=1', 13);
  api.wait(1_200_000);
  const last = await api.ask('GET', '/v1/reports?maxResults=3');
  const content = at(last, 'values', 0, 'content');
  if (typeof content === 'string') await api.ask('GET', content);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?maxResults=24');
  const { open: ids, gone } = idsOf(all);
  const options = await walk(api, '/v1/strategies?maxResults=3');
  const strategyIds = options.map(({ id }) => id);
  await walk(api, '/v1/reports?maxResults=9');
  await list(api, 'maxResults=75&fields=created');
  await list(api, 'startAt=30&maxResults=10');
  await list(api, 'startAt=120&maxResults=10');
  await list(api, 'status=Delisted&maxResults=6');
  await list(api, 'status=live&maxResults=8&fields=status,customfield_10043');
  await list(api, `strategy=${String(strategyIds[3])}&maxResults=5`);
  await list(api, 'query=kettle&maxResults=4');
  await list(api, 'createdAfter=2025-12-15&maxResults=4');
  await list(api, 'orderBy=-created&maxResults=5');
  await list(api, 'orderBy=-customfield_10044&maxResults=5&fields=summary,customfield_10044');
  await list(api, 'fields=-creator,-project&maxResults=3');
  await list(api, 'expand=names&fields=labels,customfield_10046&maxResults=3');
  await list(api, 'expand=changelog&fields=status&maxResults=5&startAt=8');
  await api.ask('GET', '/v1/strategies?orderBy=value&expand=insight');
  await api.ask('GET', '/v1/strategies?query=stock');
  await api.ask('GET', '/v1/reports?status=FAILED');
  for (const index of [4, 15, 28]) await read(api, ids[index]);
  await read(api, all[22]?.key, '?fields=summary,customfield_10042,updated');
  await read(api, ids[36], '?expand=changelog,operations');

  await price(api, ids[4], 9.75, 333);
  await read(api, ids[4], '?expand=changelog');
  await price(api, ids[15], undefined, 601.2, '?returnIssue=true');
  await price(api, ids[28], 1.5, null, '?notifyUsers=false');
  await read(api, ids[28]);
  await patch(api, ids[36], 'price', { update: { [maximum]: [{ set: 455.5 }] } });
  await read(api, ids[36], '?expand=changelog&fields=customfield_10043');
  await assign(api, ids[4], { id: strategyIds[3] });
  await read(api, ids[4], '?fields=customfield_10045');
  await assign(api, ids[15], { value: options[0]?.value }, '?returnIssue=true&expand=changelog');
  await assign(api, ids[28], null);
  await list(api, 'orderBy=-updated&maxResults=4');
  api.wait(400_000);
  await api.ask('GET', '/v1/reports?maxResults=5');

  await read(api, '88001');
  await read(api, 'PRC-7007');
  await price(api, '88002', 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[20], 'cheap', 15);
  await price(api, ids[21], 7, -0.5);
  await price(api, gone[1], 5, 50);
  await patch(api, ids[20], 'price', { fields: {} });
  await patch(api, ids[20], 'price', { fields: { labels: ['new'], [maximum]: 'high' } });
  await patch(api, ids[20], 'price', { price: 15 });
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/strategy`, { text: '{"fields"' });
  await assign(api, ids[20], { id: '10777' });
  await assign(api, ids[20], { value: 'Soft landing' });
  await assign(api, ids[21], 4.5);
  await assign(api, ids[21], { id: 10_207 });
  await list(api, 'maxResults=all');
  await list(api, 'startAt=-1&maxResults=4');
  await list(api, 'status=Gone&maxResults=4');
  await list(api, 'createdAfter=yesterday');
  await list(api, 'orderBy=-size');
  await list(api, 'size=large&maxResults=3');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/invoices');
  await list(api, 'maxResults=6', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?maxResults=2', { headers: { 'X-API-KEY': 'PRK1111111111' } });
  // Of a kind that was not recorded.
  await patch(api, ids[22], 'price', { fields: 'none' });
  await api.ask('GET', '/v1/strategies?orderBy=age');
}

export const expandableFields: WalkedService = {
  name: 'expandable-fields',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['maxResults=3', 'maxResults=7', 'maxResults=100'],
  walk,
};
