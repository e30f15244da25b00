// A content platform's management API, used for a catalog: entries whose `sys` tells what they are and whose fields have a value
// for each locale; what an entry refers to is a link with a type and an id, and stands beside the list where it is included.
// Lists tell total, skip and limit (report runs go on by a cursor in a path), newest change first; filters are paths with an
// operator in brackets, several values between commas, orders of several paths with a minus, paths that are selected. A write is
// a PUT of fields with the version of the entry in a header, answered with the whole entry under its next one; what it leaves out
// is gone. Errors are objects with a `sys` of their own, all faults at once with a name, a value and a path, and the id of the
// request in body and header; a limit for a second and one for an hour that headers count down.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, jsonOf, listAt, member, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  at,
  chance,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'CMPAT-7hT0aXq2Lw9ZbV4n';
const perSecond = 7;
const perHour = 36_000;
const largestPage = 1_000;
const largestValue = 20_000;
const type = 'application/vnd.content.management.v1+json';
const [usual, other] = ['en-US', 'de-DE'];

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const idOf = (seed: string) => scrambled(`entries ${seed}`, 22, base62);
const link = (linkType: string, id: string): Row => ({ sys: { type: 'Link', linkType, id } });

const users = [idOf('user 0'), idOf('user 1'), idOf('user 2')] as const;
/** Whose key it is. */
const own = users[0];
const states = ['published', 'published', 'published', 'draft', 'archived'] as const;
const locales = [[usual], [usual], [usual, other]] as const;
const actions = ['publish', 'validate', 'unpublish'] as const;

interface Entry {
  readonly id: string;
  readonly type: 'listing' | 'strategy';
  readonly state: (typeof states)[number];
  readonly created: number;
  readonly createdBy: string;
  readonly published: number | null;
  readonly publishedVersion: number | null;
  version: number;
  updated: number;
  updatedBy: string;
  /** By field and locale. */
  fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const strategies: readonly Entry[] = [
  { name: 'Stay below', kind: 'competitive', needsLow: true, state: 'published' },
  { name: 'Match', kind: 'competitive', needsLow: true, state: 'published' },
  { name: 'Cost and a margin', kind: 'margin', needsLow: false, state: 'published' },
  { name: 'Old spring sale', kind: 'seasonal', needsLow: false, state: 'archived' },
  { name: 'Clearance', kind: 'seasonal', needsLow: false, state: 'published' },
  { name: 'Fixed', kind: 'fixed', needsLow: false, state: 'draft' },
].map(({ name, kind, needsLow, state }, index) => {
  const seed = `strategy ${index}`;
  const created = pastMoment(`entries ${seed}`);
  return {
    id: idOf(seed),
    type: 'strategy',
    state: state as Entry['state'],
    created,
    createdBy: oneOf(seed, users),
    published: state === 'draft' ? null : created + 86_400_000,
    publishedVersion: state === 'draft' ? null : 2 + index,
    version: 3 + index,
    updated: created + 86_400_000 + index * 1_000,
    updatedBy: oneOf(`${seed} by`, users),
    fields: {
      name: { [usual]: name },
      kind: { [usual]: kind },
      requiresLow: { [usual]: needsLow },
    },
  } satisfies Entry;
});

function listings(): Entry[] {
  return Array.from({ length: 46 }, (_, index): Entry => {
    const seed = `listing ${index}`;
    const { maker, title, sku, price, stock } = ware(`entries ${seed}`);
    const state = oneOf(`${seed} state`, states);
    const created = pastMoment(`entries ${seed}`);
    const updated = created + 3_600_000 + chance(`${seed} updated`, 140 * 86_400_000);
    const version = 2 + chance(`${seed} version`, 30);
    const hasLow = chance(`${seed} low`, 5) > 0;
    const titles = oneOf(`${seed} locales`, locales).map((locale) => [
      locale,
      locale === usual ? title : title.replace('Classic', 'Klassik').replace('Grand', 'Gross'),
    ]);
    const strategy =
      hasLow && chance(`${seed} strategy`, 5) > 1 ? strategies[chance(seed, 3)]!.id : undefined;
    const inUsual = (value: unknown) => ({ [usual]: value });
    return {
      id: idOf(seed),
      type: 'listing',
      state,
      created,
      createdBy: oneOf(`${seed} author`, users),
      published: state === 'draft' ? null : updated - 60_000,
      publishedVersion: state === 'draft' ? null : version - 1,
      version,
      updated,
      updatedBy: oneOf(`${seed} editor`, users),
      fields: {
        title: Object.fromEntries(titles) as Record<string, string>,
        sku: inUsual(sku),
        brand: inUsual(maker),
        price: inUsual(price / 100),
        stock: inUsual(stock),
        ...(hasLow ? { low: inUsual(Math.round(price * 0.8) / 100) } : {}),
        ...(chance(`${seed} high`, 4) > 0 ? { high: inUsual(Math.round(price * 1.25) / 100) } : {}),
        ...(strategy === undefined ? {} : { strategy: inUsual(link('Entry', strategy)) }),
      },
    };
  });
}

interface Fault extends Row {
  readonly name: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly id: string;
  readonly details: unknown;
  readonly headers: Headers;

  constructor(status: number, id: string, message: string, details?: unknown, headers: Headers = []) {
    super(message);
    this.status = status;
    this.id = id;
    this.details = details;
    this.headers = headers;
  }
}

const invalidQuery = (errors: readonly Fault[]) =>
  new Refusal(400, 'InvalidQuery', 'The query you sent was invalid.', { errors });
const invalidEntry = (errors: readonly Fault[], id = 'ValidationFailed') =>
  new Refusal(422, id, 'Validation error', { errors });
const notFound = (details?: Row) => new Refusal(404, 'NotFound', 'The resource could not be found.', details);

/** What may be asked for by path. */
const kindsOf = {
  listing: {
    'fields.title': 'text',
    'fields.sku': 'text',
    'fields.brand': 'text',
    'fields.price': 'number',
    'fields.stock': 'number',
    'fields.low': 'number',
    'fields.high': 'number',
    'fields.strategy.sys.id': 'text',
  },
  strategy: { 'fields.name': 'text', 'fields.kind': 'text', 'fields.requiresLow': 'flag' },
} as const;
const kindsOfSys = {
  'sys.id': 'text',
  'sys.createdAt': 'moment',
  'sys.updatedAt': 'moment',
  'sys.publishedAt': 'moment',
  'sys.archivedAt': 'moment',
  'sys.version': 'number',
} as const;
type ValueKind = 'text' | 'number' | 'flag' | 'moment';

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = [...listings(), ...strategies.map((one) => ({ ...one }))];
  const jobs = Array.from({ length: 9 }, (_, index) => ({
    id: idOf(`job ${index}`),
    action: actions[index % 3]!,
    created:
      index < 2
        ? opened - 9_000 - index * 25_000
        : opened - index * 39_600_000 - chance(`job ${index}`, 9_000_000),
    lasts: 70_000 + index * 13_000,
    fails: index === 5,
    entries: 3 + chance(`job entries ${index}`, 40),
  }));
  const recent: number[] = [];
  let hourly = 0;
  let count = 0;

  const shown = (entry: Entry): Row => ({
    metadata: { tags: [] },
    sys: {
      space: link('Space', 'x7k2shop9pq1'),
      id: entry.id,
      type: 'Entry',
      createdAt: moment(entry.created),
      updatedAt: moment(entry.updated),
      environment: link('Environment', 'master'),
      ...(entry.published === null
        ? {}
        : { publishedVersion: entry.publishedVersion, publishedAt: moment(entry.published) }),
      ...(entry.state === 'archived'
        ? { archivedAt: moment(entry.updated), archivedVersion: entry.version }
        : {}),
      createdBy: link('User', entry.createdBy),
      updatedBy: link('User', entry.updatedBy),
      version: entry.version,
      fieldStatus: {
        '*': {
          [usual]:
            entry.publishedVersion === null
              ? 'draft'
              : entry.version === entry.publishedVersion + 1
                ? 'published'
                : 'changed',
        },
      },
      contentType: link('ContentType', entry.type),
    },
    fields: entry.fields,
  });

  function jobShown({ id, action, created, lasts, fails, entries }: (typeof jobs)[number]): Row {
    const elapsed = run.now() - created;
    const isOver = elapsed >= lasts;
    const status = elapsed < 20_000 ? 'created' : !isOver ? 'inProgress' : fails ? 'failed' : 'succeeded';
    return {
      sys: {
        id,
        type: 'BulkAction',
        space: link('Space', 'x7k2shop9pq1'),
        environment: link('Environment', 'master'),
        status,
        createdAt: moment(created),
        updatedAt: moment(isOver ? created + lasts : elapsed < 20_000 ? created : created + 20_000),
        createdBy: link('User', own),
      },
      action,
      payload: { entities: { sys: { type: 'Array' }, count: entries } },
      ...(status === 'failed' ? { error: { sys: { type: 'Error', id: 'BulkActionFailed' } } } : {}),
      ...(status === 'succeeded'
        ? { url: `${run.origin}/exports/${scrambled(`entries ${run.run} ${id}`, 28, hex)}.json` }
        : {}),
    };
  }

  function whole(
    query: URLSearchParams,
    name: string,
    usualOne: number,
    [least, most]: readonly [number, number],
  ): number {
    const text = query.get(name);
    if (text === null) return usualOne;
    if (!/^-?\d+$/.test(text)) {
      throw invalidQuery([
        {
          name: 'type',
          type: 'Integer',
          details: `The value "${text}" is not an integer.`,
          path: [name],
          value: text,
        },
      ]);
    }
    const value = Number(text);
    if (value < least || value > most) {
      throw invalidQuery([
        { name: 'range', details: `Value must be between ${least} and ${most}.`, path: [name], value },
      ]);
    }
    return value;
  }

  /** What stands in an entry at a path, in the usual locale. */
  function valueAt(entry: Entry, path: string): string | number | boolean | undefined {
    const [first, name, ...rest] = path.split('.');
    const value =
      first === 'fields'
        ? member(entry.fields, name!, usual, ...rest)
        : member(shown(entry), first!, name!, ...rest);
    return typeof value === 'object' ? undefined : (value as string | number | boolean | undefined);
  }

  const kindOf = (kind: Entry['type'], path: string): ValueKind | undefined =>
    (({ ...kindsOfSys, ...kindsOf[kind] }) as Readonly<Record<string, ValueKind>>)[path];

  const unknownPath = (path: string): Fault => ({
    name: 'unknown',
    path: path.split('.'),
    details: `The path "${path}" is not recognized`,
  });

  function conditionOf(kind: Entry['type'], name: string, text: string): (entry: Entry) => boolean {
    const [, path = name, operator = 'is'] = /^([\w.]+)\[(\w+)\]$/.exec(name) ?? [];
    const leadsTo = kindOf(kind, path);
    if (leadsTo === undefined) throw invalidQuery([unknownPath(path)]);
    const fault = (details: string): Refusal =>
      invalidQuery([{ name: 'invalidOperator', details, path: path.split('.'), value: operator }]);
    const readAs = (one: string): string | number => {
      const value = leadsTo === 'number' ? Number(one) : leadsTo === 'moment' ? Date.parse(one) : one;
      if (Number.isNaN(value) || one === '') {
        const wanted = leadsTo === 'number' ? 'Number' : 'Date';
        throw invalidQuery([
          { name: 'type', type: wanted, details: `Expected a ${wanted}.`, path: path.split('.'), value: one },
        ]);
      }
      return value;
    };
    const known = (entry: Entry): string | number | undefined => {
      const value = valueAt(entry, path);
      if (value === undefined) return undefined;
      return leadsTo === 'moment'
        ? Date.parse(String(value))
        : leadsTo === 'number'
          ? Number(value)
          : String(value);
    };
    if (operator === 'exists') return (entry) => (known(entry) !== undefined) === (text === 'true');
    if (operator === 'match') {
      return (entry) =>
        String(known(entry) ?? '')
          .toLowerCase()
          .includes(text.toLowerCase());
    }
    const sent = text.split(',').map(readAs);
    const [one] = sent as [string | number];
    const holds: Readonly<Record<string, (value: string | number) => boolean>> = {
      is: (value) => value === one,
      ne: (value) => value !== one,
      in: (value) => sent.includes(value),
      nin: (value) => !sent.includes(value),
      gt: (value) => value > one,
      gte: (value) => value >= one,
      lt: (value) => value < one,
      lte: (value) => value <= one,
    };
    const isOrder = /^[gl]te?$/.test(operator);
    if (!Object.hasOwn(holds, operator)) throw fault(`The operator "${operator}" is not known.`);
    if (isOrder && leadsTo === 'text') throw fault(`The operator "${operator}" is not supported for texts.`);
    return (entry) => {
      const value = known(entry);
      return value === undefined ? operator === 'ne' || operator === 'nin' : holds[operator]!(value);
    };
  }

  function sorted(kind: Entry['type'], entries: readonly Entry[], text: string | null): readonly Entry[] {
    const orders = (text ?? '-sys.updatedAt').split(',').map((name) => {
      const path = name.replace(/^-/, '');
      if (kindOf(kind, path) === undefined) throw invalidQuery([unknownPath(path)]);
      return { path, sign: name.startsWith('-') ? -1 : 1 };
    });
    return entries.toSorted((first, second) => {
      for (const { path, sign } of orders) {
        const [a, b] = [valueAt(first, path), valueAt(second, path)] as (string | number | undefined)[];
        if (a === b) continue;
        if (a === undefined) return 1;
        if (b === undefined) return -1;
        return a < b ? -sign : sign;
      }
      return first.id < second.id ? -1 : 1;
    });
  }

  /** The paths of a record that are selected; whatever stands below one is, too. */
  function selected(record: Row, text: string | null): Row {
    if (text === null) return record;
    const chosen: Record<string, unknown> = {};
    for (const path of text.split(',')) {
      const [first, name] = path.split('.');
      const value = name === undefined ? record[first!] : member(record, first!, name);
      if (value === undefined) continue;
      chosen[first!] = name === undefined ? value : { ...(chosen[first!] as Row | undefined), [name]: value };
    }
    return chosen;
  }

  function listed(kind: Entry['type'], query: URLSearchParams): Answered {
    const skip = whole(query, 'skip', 0, [0, 10_000]);
    const limit = whole(query, 'limit', 25, [0, largestPage]);
    const include = whole(query, 'include', 0, [0, 10]);
    const words = (query.get('query') ?? '').toLowerCase();
    const conditions = [...query]
      .filter(([name]) => !['skip', 'limit', 'include', 'query', 'order', 'select'].includes(name))
      .map(([name, text]) => conditionOf(kind, name, text));
    const select = query.get('select');
    const strange = (select ?? '')
      .split(',')
      .find((path) => path !== '' && !/^(?:sys|fields|metadata)(?:\.|$)/.test(path));
    if (strange !== undefined) throw invalidQuery([unknownPath(strange)]);
    const found = sorted(
      kind,
      all.filter(
        (entry) =>
          entry.type === kind &&
          conditions.every((holds) => holds(entry)) &&
          JSON.stringify(entry.fields).toLowerCase().includes(words),
      ),
      query.get('order'),
    );
    const items = found.slice(skip, skip + limit);
    const linked = new Set(items.map((entry) => valueAt(entry, 'fields.strategy.sys.id')));
    const beside = strategies.filter(({ id }) => linked.has(id));
    return json(
      200,
      {
        sys: { type: 'Array' },
        total: found.length,
        skip,
        limit,
        items: items.map((entry) => selected(shown(entry), select)),
        ...(include > 0 && beside.length > 0 ? { includes: { Entry: beside.map(shown) } } : {}),
      },
      [],
      type,
    );
  }

  function jobsListed(query: URLSearchParams): Answered {
    const limit = whole(query, 'limit', 5, [1, 100]);
    const known = ['limit', 'order', 'pageNext', 'sys.status[in]', 'action'];
    const stranger = [...query.keys()].find((name) => !known.includes(name));
    if (stranger !== undefined) throw invalidQuery([unknownPath(stranger)]);
    const [token, wanted, action] = [
      query.get('pageNext'),
      query.get('sys.status[in]')?.split(','),
      query.get('action'),
    ];
    const sent = token === null ? undefined : parsed(Buffer.from(token, 'base64url').toString('utf8'));
    const last = isObject(sent) ? jobs.findIndex(({ id }) => id === sent.after) : -1;
    if (token !== null && last === -1) {
      throw invalidQuery([
        { name: 'invalid', details: 'The cursor is invalid.', path: ['pageNext'], value: token },
      ]);
    }
    const found = jobs
      .slice(last + 1)
      .map(jobShown)
      .filter(
        (job) =>
          (wanted === undefined || wanted.includes(String(member(job, 'sys', 'status')))) &&
          (action === null || job.action === action),
      );
    const items = found.slice(0, limit);
    const next = Buffer.from(JSON.stringify({ after: member(items.at(-1), 'sys', 'id') })).toString(
      'base64url',
    );
    const there = new URLSearchParams(query);
    there.set('limit', String(limit));
    there.set('pageNext', next);
    return json(
      200,
      {
        sys: { type: 'Array' },
        limit,
        items,
        pages: found.length > items.length ? { next: `/v1/reports?${there.toString()}` } : {},
      },
      [],
      type,
    );
  }

  function entryFor(kind: Entry['type'], id: string): Entry {
    const entry = all.find((one) => one.id === id && one.type === kind);
    if (entry === undefined)
      throw notFound({ type: 'Entry', id, environment: 'master', space: 'x7k2shop9pq1' });
    return entry;
  }

  function fieldsIn(
    request: Asked,
    entry: Entry,
    allowed: readonly string[],
  ): Readonly<Record<string, unknown>> {
    const version = request.headers['x-content-version'];
    if (version !== String(entry.version)) throw new Refusal(409, 'VersionMismatch', '');
    const sent = jsonOf(request);
    if (sent === 'bad') {
      throw new Refusal(400, 'InvalidJsonRequestBody', 'The request body must be valid JSON.');
    }
    const fields = member(sent.json, 'fields');
    if (!isObject(sent.json) || !isObject(fields)) {
      throw invalidEntry([
        {
          name: 'type',
          type: 'Object',
          details: 'The type of "fields" is incorrect, expected type: Object',
          path: ['fields'],
        },
      ]);
    }
    if (entry.state === 'archived') throw new Refusal(400, 'BadRequest', 'Cannot edit archived entry.');
    const strangers = Object.keys(fields).filter((name) => !allowed.includes(name));
    if (strangers.length > 0) {
      throw invalidEntry(
        strangers.map((name) => ({
          name: 'unknown',
          path: ['fields', name],
          details: `The field "${name}" is not known here.`,
        })),
        'UnknownField',
      );
    }
    return fields;
  }

  /** What is sent for a field in the usual locale; what is wrong with it is added. */
  function sentFor(fields: Row, name: string, faults: Fault[]): unknown {
    const field = fields[name];
    if (field === undefined) return undefined;
    if (!isObject(field)) {
      faults.push({
        name: 'type',
        value: field,
        type: 'Object',
        details: `The type of "${name}" is incorrect, expected type: Object`,
        path: ['fields', name],
      });
      return undefined;
    }
    for (const locale of Object.keys(field)) {
      if (locale !== usual) {
        faults.push({
          name: 'unexpected',
          details: `The property "${locale}" is not allowed here.`,
          path: ['fields', name, locale],
        });
      }
    }
    return field[usual] ?? undefined;
  }

  function changed(entry: Entry, names: readonly string[], values: Row): Answered {
    const others = Object.entries(entry.fields).filter(([name]) => !names.includes(name));
    const named = names.flatMap((name) =>
      values[name] === undefined ? [] : [[name, { [usual]: values[name] }] as const],
    );
    entry.fields = Object.fromEntries([...others, ...named]);
    entry.version += 1;
    entry.updated = run.now();
    entry.updatedBy = own;
    return json(200, shown(entry), [], type);
  }

  function priced(entry: Entry, request: Asked): Answered {
    const fields = fieldsIn(request, entry, ['low', 'high']);
    const faults: Fault[] = [];
    const boundIn = (name: 'low' | 'high'): number | undefined => {
      const value = sentFor(fields, name, faults);
      if (value === undefined) return undefined;
      const path = ['fields', name, usual];
      if (typeof value !== 'number') {
        const details = `The type of "${name}" is incorrect, expected type: Number`;
        faults.push({ name: 'type', value, type: 'Number', details, path });
        return undefined;
      }
      if (value < 0 || value > largestValue) {
        const details = `Size must be between 0 and ${largestValue}.`;
        faults.push({ name: 'range', min: 0, max: largestValue, value, details, path });
        return undefined;
      }
      return Math.round(value * 100) / 100;
    };
    const [low, high] = [boundIn('low'), boundIn('high')];
    const path = ['fields', 'low', usual];
    if (faults.length === 0 && low !== undefined && high !== undefined && low > high) {
      faults.push({
        name: 'lessThan',
        value: low,
        details: 'The value must not be greater than "high".',
        path,
      });
    }
    const strategy = all.find(({ id }) => id === valueAt(entry, 'fields.strategy.sys.id'));
    if (
      faults.length === 0 &&
      low === undefined &&
      strategy !== undefined &&
      valueAt(strategy, 'fields.requiresLow') === true
    ) {
      faults.push({ name: 'required', details: 'The property "low" is required here.', path });
    }
    if (faults.length > 0) throw invalidEntry(faults);
    return changed(entry, ['low', 'high'], { low, high });
  }

  function assigned(entry: Entry, request: Asked): Answered {
    const fields = fieldsIn(request, entry, ['strategy']);
    const faults: Fault[] = [];
    const sent = sentFor(fields, 'strategy', faults);
    const path = ['fields', 'strategy', usual];
    const id = member(sent, 'sys', 'id');
    if (sent !== undefined && typeof id !== 'string') {
      const details = 'The type of "strategy" is incorrect, expected type: Link';
      faults.push({ name: 'type', value: sent, type: 'Link', details, path });
    }
    if (faults.length > 0) throw invalidEntry(faults);
    const strategy = all.find((one) => one.type === 'strategy' && one.id === id);
    if (sent !== undefined && strategy === undefined) {
      throw invalidEntry(
        [{ name: 'notResolvable', link: { type: 'Link', linkType: 'Entry', id }, path }],
        'UnresolvedLinks',
      );
    }
    if (strategy?.state === 'archived') {
      throw new Refusal(400, 'BadRequest', 'Cannot link to archived entry.');
    }
    if (
      strategy !== undefined &&
      valueAt(strategy, 'fields.requiresLow') === true &&
      entry.fields.low === undefined
    ) {
      throw invalidEntry([
        { name: 'required', details: 'The property "low" is required here.', path: ['fields', 'low', usual] },
      ]);
    }
    return changed(entry, ['strategy'], { strategy: strategy && link('Entry', strategy.id) });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const of = kind === 'listings' ? 'listing' : 'strategy';
    if (version !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(kind ?? ''))
      throw notFound();
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
      throw notFound();
    if (request.method !== (part === undefined ? 'GET' : 'PUT')) throw notFound();
    if (kind === 'reports') {
      if (id === undefined) return jobsListed(query);
      const job = jobs.find((one) => one.id === id);
      if (job === undefined)
        throw notFound({ type: 'BulkAction', id, environment: 'master', space: 'x7k2shop9pq1' });
      return json(200, jobShown(job), [], type);
    }
    if (id === undefined) return listed(of, query);
    const entry = entryFor(of, id);
    if (part === 'price') return priced(entry, request);
    if (part === 'strategy') return assigned(entry, request);
    return json(200, shown(entry), [], type);
  }

  /** @returns the headers that count the limits down */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) {
      const message = 'The access token you sent could not be found or is invalid.';
      throw new Refusal(401, 'AccessTokenInvalid', message);
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    const isOver = recent.length >= perSecond;
    if (!isOver) {
      recent.push(now);
      hourly += 1;
    }
    const told: Headers = [
      ['X-Content-RateLimit-Hour-Limit', String(perHour)],
      ['X-Content-RateLimit-Hour-Remaining', String(perHour - hourly)],
      ['X-Content-RateLimit-Second-Limit', String(perSecond)],
      ['X-Content-RateLimit-Second-Remaining', String(perSecond - recent.length)],
      ['X-Content-RateLimit-Reset', isOver ? '1' : '0'],
    ];
    if (isOver) {
      throw new Refusal(
        429,
        'RateLimitExceeded',
        'You have exceeded the rate limit. Please wait a moment.',
        undefined,
        told,
      );
    }
    return told;
  }

  return (request) => {
    count += 1;
    const requestId = scrambled(`entries request ${run.run} ${count}`, 32, hex);
    const named: Headers = [['X-Content-Request-Id', requestId]];
    try {
      const told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...named], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, id, message, details, headers } = error;
      const body = {
        requestId,
        message,
        ...(details === undefined ? {} : { details }),
        sys: { type: 'Error', id },
      };
      return json(status, body, [...headers, ...named], type);
    }
  };
}

/** Goes on where a list tells a path, and by what it skips where it tells a total. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const items = rowsAt(received, 'items');
    rows.push(...items);
    const [skip, total] = [Number(at(received, 'skip') ?? 0), Number(at(received, 'total') ?? 0)];
    const end = skip + items.length;
    const further = `${target}${target.includes('?') ? '&' : '?'}skip=${end}`;
    next = textIfAny(received, 'pages', 'next') ?? (items.length > 0 && end < total ? further : undefined);
  }
  return rows;
}

const entryId = (row: unknown) => String(member(row, 'sys', 'id'));

/** A program that knows the version of each entry as it saw it last. */
class Editor {
  readonly #api: Api;
  readonly #versions = new Map<string, number>();

  constructor(api: Api) {
    this.#api = api;
  }

  async walk(target: string): Promise<readonly Row[]> {
    const rows = await walk(this.#api, target);
    for (const row of rows) this.#note(row);
    return rows;
  }

  async read(kind: string, id: string): Promise<Received> {
    return this.#noted(await this.#api.ask('GET', `/v1/${kind}/${id}`));
  }

  put(id: string, part: string, json: unknown, version?: number): Promise<Received> {
    return this.send(id, part, JSON.stringify(json), version);
  }

  async send(
    id: string,
    part: string,
    text: string,
    version = this.#versions.get(id) ?? 1,
  ): Promise<Received> {
    const headers = { 'X-Content-Version': String(version), 'Content-Type': type };
    return this.#noted(await this.#api.ask('PUT', `/v1/listings/${id}/${part}`, { text, headers }));
  }

  price(id: string, low: unknown, high: unknown, version?: number): Promise<Received> {
    const field = (value: unknown) => (value === undefined ? undefined : { 'en-US': value });
    return this.put(id, 'price', { fields: { low: field(low), high: field(high) } }, version);
  }

  assign(id: string, strategy: unknown): Promise<Received> {
    const sys = { type: 'Link', linkType: 'Entry', id: strategy };
    return this.put(id, 'strategy', { fields: { strategy: { 'en-US': { sys } } } });
  }

  #noted(received: Received): Received {
    this.#note(received.body);
    return received;
  }

  #note(row: unknown): void {
    const version = member(row, 'sys', 'version');
    if (typeof version === 'number') this.#versions.set(entryId(row), version);
  }
}

interface Ids {
  /** Of entries that can be changed: without a strategy and with a lower bound, with a strategy, without a lower bound. */
  readonly free: readonly string[];
  readonly bound: readonly string[];
  readonly open: readonly string[];
  readonly archived: string;
}

function idsOf(rows: readonly Row[]): Ids {
  const isArchived = (row: Row) => member(row, 'sys', 'archivedAt') !== undefined;
  const kept = rows.filter((row) => !isArchived(row));
  const has = (name: string) => (row: Row) => member(row, 'fields', name) !== undefined;
  return {
    free: kept.filter((row) => has('low')(row) && !has('strategy')(row)).map(entryId),
    bound: kept.filter(has('strategy')).map(entryId),
    open: kept.filter((row) => !has('low')(row)).map(entryId),
    archived: entryId(rows.find(isArchived)),
  };
}

async function recorded(api: Api): Promise<void> {
  const editor = new Editor(api);
  const { free, bound, open, archived } = idsOf(await editor.walk('/v1/listings'));
  const plans = (await editor.walk('/v1/strategies')).toSorted((a, b) => (entryId(a) < entryId(b) ? -1 : 1));
  const plan = (name: string) =>
    entryId(plans.find((row) => member(row, 'fields', 'name', 'en-US') === name));
  const runs = (await walk(api, '/v1/reports?limit=4')).map(entryId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=10&skip=10');
  await get('limit=8&skip=44');
  await get('skip=90');
  await get('limit=0');
  await get('fields.brand=Velmora&limit=50');
  await get('fields.brand[in]=Halvik,Zembro&limit=12');
  await get('fields.brand[ne]=Velmora&limit=9');
  await get('fields.price[gte]=100&limit=40');
  await get('fields.price[gt]=30&fields.price[lte]=80.5');
  await get('fields.low[exists]=false&limit=30');
  await get('sys.archivedAt[exists]=true');
  await get('sys.updatedAt[gte]=2025-03-01T00:00:00Z&limit=30');
  await get('sys.createdAt[lt]=2024-06-30');
  await get(`fields.strategy.sys.id=${plan('Match')}`);
  await get('fields.title[match]=lamp');
  await get('query=kettle');
  await get('query=nothinglikethis');
  await get('order=fields.price&limit=8');
  await get('order=-fields.price&limit=6');
  await get('order=fields.brand,-fields.price&limit=12');
  await get('order=sys.createdAt&limit=7');
  await get('select=sys.id,fields.title,fields.price&limit=5');
  await get('select=sys.id,sys.version,fields.low&limit=4&order=fields.price');
  await get('include=1&limit=4');
  await api.ask('GET', '/v1/strategies?fields.kind=seasonal');
  await api.ask('GET', '/v1/strategies?limit=2&order=fields.name');
  await api.ask('GET', '/v1/reports?sys.status[in]=succeeded,failed&limit=3');
  await api.ask('GET', '/v1/reports?action=publish');
  for (const index of [0, 3, 5]) await editor.read('listings', bound[index]!);
  await editor.read('listings', free[0]!);
  await editor.read('listings', open[0]!);
  await editor.read('strategies', plan('Clearance'));
  await editor.read('reports', runs[0]!);
  await editor.read('reports', runs[3]!);

  await editor.price(free[0]!, 12.9, 180);
  await editor.read('listings', free[0]!);
  await editor.price(bound[0]!, 9.99, 210.5);
  await editor.price(free[1]!, 20, undefined);
  await editor.read('listings', free[1]!);
  await editor.price(open[0]!, 7.5, 90.25);
  await editor.price(free[2]!, undefined, 300);
  await editor.price(bound[0]!, 11, 200);
  await editor.read('listings', bound[0]!);
  await editor.assign(free[0]!, plan('Match'));
  await editor.read('listings', free[0]!);
  await editor.assign(open[1]!, plan('Cost and a margin'));
  await editor.put(bound[3]!, 'strategy', { fields: {} });
  await editor.read('listings', bound[3]!);
  await get('limit=6');
  await get(`fields.strategy.sys.id=${plan('Match')}&include=1&limit=5`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');

  await editor.read('listings', '6jwjVfFThuQMGk66w8IcOq');
  await editor.read('listings', 'lamp');
  await editor.read('strategies', '5fwjVfFThuQMGk66w8IcOr');
  await editor.read('reports', '4dwjVfFThuQMGk66w8IcOs');
  await editor.price('3cwjVfFThuQMGk66w8IcOt', 3, 4);
  await editor.price(free[3]!, 60, 59.99);
  await editor.price(free[4]!, 20.5, 20);
  await editor.price(free[3]!, 'cheap', undefined);
  await editor.price(free[3]!, 5, true);
  await editor.price(free[3]!, 'low', 'high');
  await editor.price(free[3]!, -1, 20);
  await editor.price(free[3]!, 5, 60_000);
  await editor.price(free[3]!, 9.999, 19.994);
  await editor.put(free[3]!, 'price', { fields: { low: 9 } });
  await editor.put(free[3]!, 'price', { fields: { low: { 'fr-FR': 9 } } });
  await editor.put(free[3]!, 'price', { fields: { low: { 'en-US': 9 }, colour: { 'en-US': 'red' } } });
  await editor.put(free[3]!, 'price', {});
  await editor.put(free[3]!, 'price', [1]);
  await editor.price(bound[0]!, undefined, 200);
  await editor.price(free[3]!, 9, 10, 1);
  await editor.price(archived, 5, 6);
  await editor.send(free[5]!, 'price', '{"fields": ');
  const unversioned = { json: { fields: {} }, headers: { 'Content-Type': type } };
  await api.ask('PUT', `/v1/listings/${free[5]!}/price`, unversioned);
  await editor.assign(free[3]!, '2bwjVfFThuQMGk66w8IcOu');
  await editor.assign(free[3]!, plan('Old spring sale'));
  await editor.assign(free[3]!, 17);
  await editor.put(free[3]!, 'strategy', { fields: { strategy: { 'en-US': plan('Match') } } });
  await editor.assign(open[2]!, plan('Stay below'));
  await editor.assign(archived, plan('Clearance'));
  await get('limit=-1');
  await get('limit=5000');
  await get('limit=many');
  await get('skip=-3');
  await get('fields.price[gte]=cheap');
  await get('sys.updatedAt[gte]=monday');
  await get('fields.colour=red&limit=3');
  await get('fields.price[about]=30');
  await get('order=-fields.colour');
  await get('select=colour');
  await api.ask('GET', '/v1/reports?colour=red');
  await api.ask('GET', '/v1/reports?pageNext=nowhere');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${free[3]!}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'CMPAT-0000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 9);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
}

async function another(api: Api): Promise<void> {
  const editor = new Editor(api);
  const { free, bound, open, archived } = idsOf(await editor.walk('/v1/listings?limit=30'));
  const plans = await editor.walk('/v1/strategies?limit=4');
  const plan = (name: string) =>
    entryId(plans.find((row) => member(row, 'fields', 'name', 'en-US') === name));
  const runs = (await walk(api, '/v1/reports?limit=6')).map(entryId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7&skip=14');
  await get('limit=20&skip=46');
  await get('fields.brand=Oskelby&limit=3');
  await get('fields.brand[nin]=Velmora,Halvik&limit=6');
  await get('fields.price[lt]=25');
  await get('fields.price[gte]=120.25&order=fields.price&limit=9');
  await get('fields.stock[gt]=150&limit=5');
  await get('fields.strategy.sys.id[exists]=true&limit=4');
  await get('sys.updatedAt[lte]=2024-09-01T12:00:00Z');
  await get('sys.archivedAt[exists]=false&limit=5');
  await get(`fields.strategy.sys.id=${plan('Stay below')}&limit=3`);
  await get('fields.title[match]=rug');
  await get('query=zem');
  await get('order=-fields.title&limit=5');
  await get('order=fields.stock&limit=4');
  await get('order=-fields.brand,fields.price&limit=10');
  await get('select=sys.id,fields.sku,fields.high&limit=6&skip=6');
  await get('include=1&fields.brand=Halvik');
  await api.ask('GET', '/v1/strategies?fields.kind=competitive&order=-fields.name');
  await api.ask('GET', '/v1/reports?sys.status[in]=failed');
  await api.ask('GET', '/v1/reports?action=validate&limit=2');
  await editor.read('listings', bound[1]!);
  await editor.read('listings', free[4]!);
  await editor.read('listings', open[3]!);
  await editor.read('strategies', plan('Fixed'));
  await editor.read('reports', runs[5]!);

  await editor.price(free[4]!, 3.75, 140);
  await editor.read('listings', free[4]!);
  await editor.price(bound[1]!, 2.5, undefined);
  await editor.price(open[3]!, undefined, 45);
  await editor.read('listings', open[3]!);
  await editor.assign(free[4]!, plan('Clearance'));
  await editor.read('listings', free[4]!);
  await editor.put(bound[4]!, 'strategy', { fields: {} });
  await get('limit=3');
  await get('fields.price[lt]=60&include=1&limit=4&order=-sys.updatedAt');

  await editor.read('listings', '7kwjVfFThuQMGk66w8IcOa');
  await editor.read('reports', 'latest');
  await editor.price('8mwjVfFThuQMGk66w8IcOb', 30, 40);
  await editor.price(free[5]!, 71.2, 70);
  await editor.price(free[5]!, 4, 'lots');
  await editor.price(free[5]!, false, 20);
  await editor.price(free[5]!, 5, -0.5);
  await editor.price(free[5]!, 75_000.5, 80_000);
  await editor.put(free[5]!, 'price', { fields: { high: 'dear' } });
  await editor.put(free[5]!, 'price', { fields: { high: { 'en-US': 9 }, shape: { 'en-US': 'round' } } });
  await editor.price(bound[1]!, undefined, 300);
  await editor.price(free[6]!, 8, 9, 1);
  await editor.price(archived, 8, 800);
  await editor.assign(free[5]!, '9nwjVfFThuQMGk66w8IcOc');
  await editor.assign(free[6]!, plan('Old spring sale'));
  await editor.assign(free[5]!, false);
  await editor.assign(open[4]!, plan('Match'));
  await get('limit=2000');
  await get('skip=some');
  await get('fields.price[lte]=dear');
  await get('fields.shape=round');
  await get('order=fields.size');
  await api.ask('GET', '/v1/strategies?limit=lots');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const localizedEntries: WalkedService = {
  name: 'localized-entries',
  key,
  start,
  recordsIn: (body) => listAt(body, 'items'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
