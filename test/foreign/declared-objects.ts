// A cluster's API for what is declared and what is: each object has a kind, an API version, metadata, a spec that clients
// write and a status that the service does. Lists go on with a continue token that says how many remain, pick by selectors
// over labels and fields, and tell the version of all there is, which grows with each write. Money is a quantity as a text,
// what is not set is left out, a write is a merge patch that may name the version it knows (409 if that is stale), a change
// of the spec counts a generation, and whatever goes wrong is an object of the kind Status with a reason, details and causes.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, targetOf, uuid } from './kit.ts';
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

const key = 'kc-4b81f0d2c6';
const perSecond = 8;
const group = 'pricing.example.test/v1';
const mergePatch = 'application/merge-patch+json';

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const regions = ['north', 'south', 'islands'] as const;
const tiers = ['gold', 'silver'] as const;

type Labels = Readonly<Record<string, string>>;

interface Listing {
  readonly name: string;
  readonly uid: string;
  readonly created: number;
  readonly labels: Labels;
  readonly title: string;
  readonly sku: string;
  readonly list: number;
  readonly stock: number;
  bounds: { readonly min?: string | undefined; readonly max?: string | undefined };
  strategy: string | undefined;
  version: number;
  generation: number;
  changed: number;
}

const strategies = ['chase-lowest', 'fixed-margin', 'weekend-sale', 'match-median', 'retired-plan'].map(
  (name, index) => ({
    name,
    uid: uuid(`declared strategy ${index}`),
    created: pastMoment(`declared strategy ${index}`),
    version: 4_100 + index * 37,
    mode: ['Relative', 'Cost', 'Calendar', 'Relative', 'Cost'][index]!,
    step: index % 2 === 0 ? (0.5 + index * 0.25).toFixed(2) : undefined,
    suspended: index === 4,
  }),
);

function listings(): Listing[] {
  const all = Array.from({ length: 43 }, (_, index): Listing => {
    const seed = `declared ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const tier = chance(`${seed} tier`, 3);
    const [hasMin, hasMax] = [chance(`${seed} min`, 6) > 0, chance(`${seed} max`, 6) > 0];
    return {
      name: `${title.toLowerCase().replace(/ /g, '-')}-${uuid(seed).slice(0, 5)}`,
      uid: uuid(seed),
      created,
      labels: { region: oneOf(`${seed} region`, regions), ...(tier < 2 && { tier: tiers[tier]! }) },
      title,
      sku,
      list: price / 100,
      stock,
      bounds: {
        ...(hasMin && { min: (Math.round(price * 0.8) / 100).toFixed(2) }),
        ...(hasMax && { max: (Math.round(price * 1.3) / 100).toFixed(2) }),
      },
      strategy:
        chance(`${seed} strategy`, 4) === 0 ? undefined : strategies[chance(`${seed} which`, 4)]!.name,
      version: 5_000 + chance(`${seed} version`, 3_000),
      generation: 1 + chance(`${seed} generation`, 5),
      changed: created + chance(`${seed} changed`, 90 * 86_400) * 1_000,
    };
  });
  return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

class Failure extends Error {
  readonly code: number;
  readonly reason: string;
  readonly details: Row | undefined;
  readonly headers: Answered['headers'];

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: Row,
    headers: Answered['headers'] = [],
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.headers = headers;
  }
}

const notFound = (kind: string, name: string) =>
  new Failure(404, 'NotFound', `${kind}.pricing.example.test "${name}" not found`, {
    name,
    group: 'pricing.example.test',
    kind,
  });
const bad = (message: string) => new Failure(400, 'BadRequest', message);

function invalid(name: string, causes: readonly Cause[]): Failure {
  const told = causes.map(({ field, message }) => `${field}: ${message}`);
  const all = told.length === 1 ? told[0]! : `[${told.join(', ')}]`;
  return new Failure(422, 'Invalid', `Listing.pricing.example.test "${name}" is invalid: ${all}`, {
    name,
    group: 'pricing.example.test',
    kind: 'Listing',
    causes,
  });
}

type Test = (labels: Labels) => boolean;

/** A selector such as `region=north,tier!=gold` or `region in (north,south)`. */
function selector(text: string): Test[] {
  return text.split(/,(?![^()]*\))/).map((part): Test => {
    const set = /^\s*([\w./-]+) (in|notin) \(([^()]+)\)\s*$/.exec(part);
    if (set !== null) {
      const values = set[3]!.split(',').map((value) => value.trim());
      return (labels) => values.includes(labels[set[1]!] ?? '') === (set[2] === 'in');
    }
    const equal = /^\s*([\w./-]+)\s*(==?|!=)\s*([\w.-]*)\s*$/.exec(part);
    if (equal !== null) return (labels) => (labels[equal[1]!] === equal[3]!) === (equal[2] !== '!=');
    const there = /^\s*(!?)([\w./-]+)\s*$/.exec(part);
    if (there === null)
      throw bad(`unable to parse requirement: found '${part.trim()}', expected: identifier`);
    return (labels) => (labels[there[2]!] !== undefined) === (there[1] === '');
  });
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 7 }, (_, index) => ({
    name: `${['margin', 'stock', 'changes'][index % 3]!}-${uuid(`declared report ${index}`).slice(0, 8)}`,
    uid: uuid(`declared report ${index}`),
    created: index < 5 ? opened - (7 - index) * 43_200_000 : opened - 25_000 * (7 - index),
    seconds: 90 + index * 20,
    fails: index === 2,
  }));
  const recent: number[] = [];
  let version = 8_214;
  let count = 0;

  const object = (kind: string, metadata: Row, rest: Row): Row => ({
    apiVersion: group,
    kind,
    metadata,
    ...rest,
  });

  const listingShown = (one: Listing): Row =>
    object(
      'Listing',
      {
        name: one.name,
        uid: one.uid,
        resourceVersion: String(one.version),
        generation: one.generation,
        creationTimestamp: moment(one.created),
        labels: one.labels,
      },
      {
        spec: {
          sku: one.sku,
          title: one.title,
          listPrice: one.list.toFixed(2),
          ...(Object.keys(one.bounds).length > 0 && { priceBounds: one.bounds }),
          ...(one.strategy !== undefined && { strategyRef: { kind: 'Strategy', name: one.strategy } }),
        },
        status: {
          available: one.stock,
          observedGeneration: one.generation,
          lastTransitionTime: moment(one.changed),
        },
      },
    );

  const strategyShown = ({
    name,
    uid,
    created,
    version: own,
    mode,
    step,
    suspended,
  }: (typeof strategies)[0]) =>
    object(
      'Strategy',
      { name, uid, resourceVersion: String(own), generation: 1, creationTimestamp: moment(created) },
      { spec: { mode, ...(step !== undefined && { step }), suspended } },
    );

  function reportShown({ name, uid, created, seconds, fails }: (typeof reports)[0]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const phase = elapsed < 30 ? 'Pending' : elapsed < seconds ? 'Running' : fails ? 'Failed' : 'Succeeded';
    const isOver = elapsed >= seconds;
    return object(
      'ReportRun',
      { name, uid, resourceVersion: String(7_000 + seconds), creationTimestamp: moment(created) },
      {
        spec: { report: name.split('-')[0]! },
        status: {
          phase,
          startTime: moment(created + 30_000),
          ...(isOver && { completionTime: moment(created + seconds * 1_000) }),
          ...(phase === 'Failed' && { message: 'The source is locked.' }),
        },
      },
    );
  }

  function paged(kind: string, query: URLSearchParams, records: readonly Row[]): Answered {
    const asked = query.get('limit');
    if (asked !== null && !/^-?\d+$/.test(asked)) {
      throw bad(`strconv.ParseInt: parsing "${asked}": invalid syntax`);
    }
    const limit = Number(asked ?? 0);
    const token = query.get('continue');
    let from = 0;
    if (token !== null) {
      const sent = parsed(Buffer.from(token, 'base64url').toString('utf8'));
      const known = isObject(sent)
        ? records.findIndex((one) => (one.metadata as Row).name === sent.start)
        : -1;
      if (known === -1) throw bad('continue key is not valid: illegal base64 data or unknown position');
      from = known + 1;
    }
    const shown = limit > 0 ? records.slice(from, from + limit) : records.slice(from);
    const remaining = records.length - from - shown.length;
    const last = shown.at(-1);
    return json(200, {
      kind: `${kind}List`,
      apiVersion: group,
      metadata: {
        resourceVersion: String(version),
        ...(remaining > 0 && {
          continue: Buffer.from(JSON.stringify({ v: 1, start: (last!.metadata as Row).name })).toString(
            'base64url',
          ),
          remainingItemCount: remaining,
        }),
      },
      items: shown,
    });
  }

  /** A selector over fields, such as `spec.strategyRef.name=chase-lowest`. */
  function fields(query: URLSearchParams, known: readonly string[]): (record: Row) => boolean {
    const text = query.get('fieldSelector');
    if (text === null) return () => true;
    const tests = text.split(',').map((part) => {
      const found = /^([\w.]+)(==?|!=)(.*)$/.exec(part);
      if (found === null) throw bad(`invalid selector: '${part}'; can't understand '${part}'`);
      const [, field = '', sign, value] = found;
      if (!known.includes(field)) throw bad(`field label not supported: ${field}`);
      const valueOf = (record: Row) =>
        field
          .split('.')
          .reduce<unknown>((within, step) => (isObject(within) ? within[step] : undefined), record);
      return (record: Row) => ((valueOf(record) ?? '') === value) === (sign !== '!=');
    });
    return (record) => tests.every((test) => test(record));
  }

  const labelled = (query: URLSearchParams) => {
    const tests = query.has('labelSelector') ? selector(query.get('labelSelector')!) : [];
    return (record: Row) => tests.every((test) => test(((record.metadata as Row).labels ?? {}) as Labels));
  };

  function listed(kind: string, query: URLSearchParams): Answered {
    if (kind === 'listings') {
      const isPicked = fields(query, ['metadata.name', 'spec.strategyRef.name', 'spec.sku']);
      return paged('Listing', query, all.map(listingShown).filter(isPicked).filter(labelled(query)));
    }
    if (kind === 'strategies') {
      const isPicked = fields(query, ['metadata.name', 'spec.mode']);
      return paged('Strategy', query, strategies.map(strategyShown).filter(isPicked));
    }
    const isPicked = fields(query, ['metadata.name', 'status.phase']);
    return paged('ReportRun', query, reports.map(reportShown).filter(isPicked));
  }

  function listingOf(name: string): Listing {
    const found = all.find((one) => one.name === name);
    if (found === undefined) throw notFound('listings', name);
    return found;
  }

  /** What a merge patch says of the spec, and of the version that it knows. */
  function patchIn(request: Asked, listing: Listing): Row {
    const type = (request.headers['content-type'] ?? '').split(';')[0]!;
    if (type !== mergePatch) {
      throw new Failure(
        415,
        'UnsupportedMediaType',
        `the body of the request was in an unknown format - accepted media types include: ${mergePatch}`,
      );
    }
    const body = parsed(request.body);
    if (body === undefined) throw bad('error decoding patch: unexpected end of JSON input');
    if (!isObject(body)) throw bad('error decoding patch: json: cannot unmarshal into Go value of type map');
    const metadata = isObject(body.metadata) ? body.metadata : {};
    if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== String(listing.version)) {
      throw new Failure(
        409,
        'Conflict',
        `Operation cannot be fulfilled on listings.pricing.example.test "${listing.name}": the object has been modified; please apply your changes to the latest version and try again`,
        { name: listing.name, group: 'pricing.example.test', kind: 'listings' },
      );
    }
    return isObject(body.spec) ? body.spec : {};
  }

  function done(listing: Listing, isChanged: boolean): Answered {
    if (isChanged) {
      version += 1;
      listing.version = version;
      listing.generation += 1;
      listing.changed = run.now();
    }
    return json(200, listingShown(listing));
  }

  function priced(listing: Listing, request: Asked): Answered {
    const { priceBounds: sent } = patchIn(request, listing);
    const causes: Cause[] = [];
    const unlike = (field: string, value: unknown, expected: string) =>
      causes.push({
        reason: 'FieldValueTypeInvalid',
        message: `Invalid value: ${JSON.stringify(value)}: must be of type ${expected}`,
        field,
      });
    if (sent !== null && sent !== undefined && !isObject(sent)) unlike('spec.priceBounds', sent, 'object');
    const bounds: { min?: string | undefined; max?: string | undefined } =
      sent === null ? {} : { ...listing.bounds };
    for (const name of ['min', 'max'] as const) {
      const field = `spec.priceBounds.${name}`;
      const value = isObject(sent) ? sent[name] : undefined;
      if (value === undefined) continue;
      if (value === null) bounds[name] = undefined;
      else if (typeof value !== 'string') unlike(field, value, 'string');
      else if (!/^-?\d+(?:\.\d+)?$/.test(value)) {
        causes.push({
          reason: 'FieldValueInvalid',
          message: `Invalid value: "${value}": quantities must match the regular expression '^-?[0-9]+(\\.[0-9]+)?$'`,
          field,
        });
      } else if (Number(value) <= 0) {
        causes.push({
          reason: 'FieldValueInvalid',
          message: `Invalid value: "${value}": must be greater than zero`,
          field,
        });
      } else bounds[name] = Number(value).toFixed(2);
    }
    if (causes.length === 0 && bounds.min !== undefined && bounds.max !== undefined) {
      if (Number(bounds.min) > Number(bounds.max)) {
        causes.push({
          reason: 'FieldValueInvalid',
          message: `Invalid value: "${bounds.min}": must not exceed spec.priceBounds.max (${bounds.max})`,
          field: 'spec.priceBounds.min',
        });
      }
    }
    if (causes.length > 0) throw invalid(listing.name, causes);
    const isChanged = bounds.min !== listing.bounds.min || bounds.max !== listing.bounds.max;
    listing.bounds = {
      ...(bounds.min !== undefined && { min: bounds.min }),
      ...(bounds.max !== undefined && { max: bounds.max }),
    };
    return done(listing, isChanged);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategyRef: sent } = patchIn(request, listing);
    if (sent === undefined) return done(listing, false);
    let name: string | undefined;
    if (sent !== null) {
      const field = 'spec.strategyRef.name';
      const value = isObject(sent) ? sent.name : undefined;
      if (value === undefined || value === null || value === '') {
        throw invalid(listing.name, [{ reason: 'FieldValueRequired', message: 'Required value', field }]);
      }
      if (typeof value !== 'string') {
        const message = `Invalid value: ${JSON.stringify(value)}: must be of type string`;
        throw invalid(listing.name, [{ reason: 'FieldValueTypeInvalid', message, field }]);
      }
      const strategy = strategies.find((one) => one.name === value);
      if (strategy === undefined) {
        const message = `Not found: "${value}"`;
        throw invalid(listing.name, [{ reason: 'FieldValueNotFound', message, field }]);
      }
      if (strategy.suspended) {
        throw new Failure(
          403,
          'Forbidden',
          `listings.pricing.example.test "${listing.name}" is forbidden: strategy "${value}" is suspended`,
          { name: listing.name, group: 'pricing.example.test', kind: 'listings' },
        );
      }
      name = value;
    }
    const isChanged = name !== listing.strategy;
    listing.strategy = name;
    return done(listing, isChanged);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const nowhere = new Failure(404, 'NotFound', 'the server could not find the requested resource', {});
    if (root !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(kind))
      throw nowhere;
    if (id === undefined) {
      if (request.method === 'GET') return listed(kind, query);
    } else if (kind === 'listings') {
      if (request.method === 'GET' && part === undefined) return json(200, listingShown(listingOf(id)));
      if (request.method === 'PATCH' && part === 'price') return priced(listingOf(id), request);
      if (request.method === 'PATCH' && part === 'strategy') return assigned(listingOf(id), request);
    } else if (request.method === 'GET' && part === undefined) throw nowhere;
    throw new Failure(
      405,
      'MethodNotAllowed',
      'the server does not allow this method on the requested resource',
      {},
    );
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Failure(401, 'Unauthorized', 'Unauthorized');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Failure(
        429,
        'TooManyRequests',
        'Too many requests, please try again later.',
        { retryAfterSeconds: 1 },
        [['Retry-After', '1']],
      );
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const audit: Answered['headers'] = [
      ['Audit-Id', uuid(`declared ${run.run} ${count}`)],
      ['Cache-Control', 'no-cache, private'],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...audit], body };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, reason, message, details, headers } = error;
      const body = {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message,
        reason,
        ...(details !== undefined && { details }),
        code,
      };
      return json(code, body, [...headers, ...audit]);
    }
  };
}

/** Goes on with the token of each page until one has none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const token = textIfAny(received, 'metadata', 'continue');
    const joint = target.includes('?') ? '&' : '?';
    next = token === undefined ? undefined : `${target}${joint}continue=${encodeURIComponent(token)}`;
  }
  return rows;
}

const nameOf = (row: Row | undefined): unknown => (isObject(row?.metadata) ? row.metadata.name : undefined);
const read = (api: Api, name: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(name)}`);
const patch = (api: Api, name: unknown, part: string, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(name)}/${part}`, {
    json: body,
    headers: { 'Content-Type': mergePatch },
  });
const price = (api: Api, name: unknown, priceBounds: unknown): Promise<Received> =>
  patch(api, name, 'price', { spec: { priceBounds } });
const assign = (api: Api, name: unknown, strategy: unknown): Promise<Received> =>
  patch(api, name, 'strategy', {
    spec: { strategyRef: strategy === null ? null : { kind: 'Strategy', name: strategy } },
  });
const listOf = (api: Api, parameters: Readonly<Record<string, string>>): Promise<Received> =>
  api.ask('GET', `/v1/listings?${new URLSearchParams(parameters).toString()}`);

async function recorded(api: Api): Promise<void> {
  const names = (await walk(api, '/v1/listings?limit=10')).map(nameOf);
  const plans = (await walk(api, '/v1/strategies')).map(nameOf);
  await walk(api, '/v1/reports');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/strategies?limit=2');
  await walk(api, '/v1/reports?limit=3');
  await walk(api, '/v1/listings?limit=20');
  await listOf(api, { labelSelector: 'region=north' });
  await listOf(api, { labelSelector: 'tier=gold', limit: '5' });
  await listOf(api, { labelSelector: 'region=south,tier=silver' });
  await listOf(api, { labelSelector: 'region in (north,islands)', limit: '8' });
  await listOf(api, { labelSelector: 'tier!=gold', limit: '6' });
  await listOf(api, { labelSelector: 'tier' });
  await listOf(api, { fieldSelector: `spec.strategyRef.name=${String(plans[0])}` });
  await listOf(api, { fieldSelector: `metadata.name=${String(names[7])}` });
  await api.ask('GET', '/v1/strategies?fieldSelector=spec.mode%3DCost');
  await api.ask('GET', '/v1/reports?fieldSelector=status.phase%3DFailed');
  await api.ask('GET', '/v1/reports?fieldSelector=status.phase%3DRunning');
  for (const index of [0, 6, 13, 21, 34, 40]) await read(api, names[index]);

  const before = await read(api, names[0]);
  await price(api, names[0], { min: '12.50', max: '249.90' });
  await read(api, names[0]);
  await price(api, names[6], { min: '20', max: '310.5' });
  await read(api, names[6]);
  await price(api, names[13], { max: '420.15' });
  await read(api, names[13]);
  await price(api, names[21], { min: null });
  await read(api, names[21]);
  await price(api, names[34], null);
  await read(api, names[34]);
  await price(api, names[6], { min: '20', max: '310.5' });
  await read(api, names[6]);
  await assign(api, names[0], plans[1]);
  await read(api, names[0]);
  await assign(api, names[13], plans[3]);
  await assign(api, names[40], null);
  await read(api, names[40]);
  await assign(api, names[27], plans[2]);
  const known = await read(api, names[27]);
  await patch(api, names[27], 'price', {
    metadata: { resourceVersion: at(known, 'metadata', 'resourceVersion') },
    spec: { priceBounds: { min: '8.00', max: '88.00' } },
  });
  await patch(api, names[0], 'price', {
    metadata: { resourceVersion: at(before, 'metadata', 'resourceVersion') },
    spec: { priceBounds: { max: '77.00' } },
  });
  await api.ask('GET', '/v1/listings?limit=30');
  await listOf(api, { fieldSelector: `spec.strategyRef.name=${String(plans[3])}` });
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?limit=9');

  await read(api, 'desk-lamp-00000');
  await read(api, 'Nothing');
  await price(api, 'desk-lamp-00001', { min: '10' });
  await price(api, names[9], { min: '30.00', max: '20.00' });
  await price(api, names[10], { min: '99.99', max: '99.98' });
  await price(api, names[9], { min: 12.5, max: '20' });
  await price(api, names[9], { min: 'cheap' });
  await price(api, names[9], { min: true, max: 'dear' });
  await price(api, names[9], { min: '-4' });
  await price(api, names[9], { min: '0', max: '-1.5' });
  await price(api, names[9], 'wide');
  await patch(api, names[9], 'price', {});
  await api.ask('PATCH', `/v1/listings/${String(names[9])}/price`, {
    text: '{"spec": ',
    headers: { 'Content-Type': mergePatch },
  });
  await patch(api, names[9], 'price', [1]);
  await api.ask('PATCH', `/v1/listings/${String(names[9])}/price`, {
    json: { spec: { priceBounds: { min: '3' } } },
  });
  await assign(api, names[9], 'bold-moves');
  await assign(api, names[9], plans[4]);
  await assign(api, names[9], 17);
  await assign(api, names[9], '');
  await assign(api, 'desk-lamp-00002', plans[0]);
  await api.ask('GET', '/v1/listings?limit=many');
  await api.ask('GET', '/v1/listings?limit=-2');
  await api.ask('GET', '/v1/listings?limit=4&continue=garbage');
  await listOf(api, { labelSelector: 'region=west' });
  await listOf(api, { labelSelector: 'region=(' });
  await listOf(api, { fieldSelector: 'spec.title=Lamp' });
  await listOf(api, { fieldSelector: 'colour' });
  await api.ask('GET', '/v1/listings?colour=red&limit=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(names[9])}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': 'kc-0000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 10);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=20');
}

async function another(api: Api): Promise<void> {
  const names = (await walk(api, '/v1/listings?limit=16')).map(nameOf);
  const plans = (await walk(api, '/v1/strategies?limit=3')).map(nameOf);
  await walk(api, '/v1/reports?limit=4');
  await api.ask('GET', '/v1/listings?limit=60');
  await listOf(api, { labelSelector: 'region=islands' });
  await listOf(api, { labelSelector: 'tier=silver', limit: '4' });
  await listOf(api, { labelSelector: 'region=north,tier=gold' });
  await listOf(api, { labelSelector: 'region in (south,islands)', limit: '5' });
  await listOf(api, { labelSelector: 'region!=north', limit: '7' });
  await listOf(api, { fieldSelector: `spec.strategyRef.name=${String(plans[1])}` });
  await listOf(api, { fieldSelector: `metadata.name=${String(names[12])}` });
  await api.ask('GET', '/v1/strategies?fieldSelector=spec.mode%3DRelative');
  await api.ask('GET', '/v1/reports?fieldSelector=status.phase%3DSucceeded');
  for (const index of [2, 9, 25, 37]) await read(api, names[index]);
  const before = await read(api, names[2]);
  await price(api, names[2], { min: '9.75', max: '333' });
  await read(api, names[2]);
  await price(api, names[9], { max: '601.2' });
  await read(api, names[9]);
  await price(api, names[25], { max: null, min: '1.50' });
  await read(api, names[25]);
  await price(api, names[37], null);
  await read(api, names[37]);
  await assign(api, names[2], plans[2]);
  await read(api, names[2]);
  await assign(api, names[30], null);
  await read(api, names[30]);
  await patch(api, names[2], 'price', {
    metadata: { resourceVersion: at(before, 'metadata', 'resourceVersion') },
    spec: { priceBounds: { min: '5.00' } },
  });
  await api.ask('GET', '/v1/listings?limit=25');
  api.wait(400_000);
  await api.ask('GET', '/v1/reports?limit=8');

  await read(api, 'wool-rug-fffff');
  await price(api, 'wool-rug-ffffe', { max: '4' });
  await price(api, names[20], { min: '71.20', max: '70.00' });
  await price(api, names[20], { max: 15 });
  await price(api, names[20], { min: 'lots' });
  await price(api, names[20], { min: '5', max: '-0.5' });
  await price(api, names[20], 44);
  await patch(api, names[20], 'strategy', {});
  await api.ask('PATCH', `/v1/listings/${String(names[20])}/strategy`, {
    text: '{"spec"',
    headers: { 'Content-Type': mergePatch },
  });
  await api.ask('PATCH', `/v1/listings/${String(names[20])}/strategy`, {
    json: { spec: { strategyRef: { name: 'x' } } },
  });
  await assign(api, names[20], 'soft-landing');
  await assign(api, names[21], plans[4]);
  await assign(api, names[20], 4.5);
  await api.ask('GET', '/v1/reports?limit=some');
  await api.ask('GET', '/v1/strategies?limit=2&continue=bm90LW9uZQ');
  await listOf(api, { labelSelector: 'tier=bronze' });
  await listOf(api, { fieldSelector: 'spec.stock=4' });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const declaredObjects: WalkedService = {
  name: 'declared-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
