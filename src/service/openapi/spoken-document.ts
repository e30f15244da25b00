// The OpenAPI document of a service that a profile was learned of: its records, envelopes, parameters and errors. What stands in
// answers around records is told by answers that the dialect writes from generated records; they are the examples, too.
import { Dialect } from '../../dialect/dialect.ts';
import type { Kin, Situation } from '../../dialect/request-situation.ts';
import { generateRecords } from '../../dialect/generate-records.ts';
import { ofPreferences } from '../../dialect/known-facts.ts';
import type { Cause } from '../../dialect/causes.ts';
import { keyMember, otherMethods, recordKinds } from '../../dialect/profile-form.ts';
import type {
  AmountForm,
  AnswerForm,
  DialectForm,
  ErrorForm,
  FieldForm,
  FilterForm,
  Preferences,
  PreferredForm,
  RecordForm,
  RecordKind,
  WriteForm,
} from '../../dialect/profile-form.ts';
import type { Written } from '../../dialect/render.ts';
import { sinceHeader } from '../../dialect/select-page.ts';
import { holesIn, isOfStrategy, sameValue } from '../../dialect/templates.ts';
import { isMarked, isNothing, isObject, mapMembers, numberOf, withLeaves } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { percentEncoded } from '../../http/parse-url.ts';
import { allLeaves, pointerTo, stepsOf, valueAt, withValueAt } from '../../http/pointer.ts';
import { mediaType } from '../../http/http-semantics.ts';
import { endpoints, endpointsBy, keyHeader } from '../../spec/endpoints.ts';
import type { Endpoint, EndpointName } from '../../spec/endpoints.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import { Components } from './openapi-document.ts';
import type { OpenApiDocument, Part, Schema } from './openapi-document.ts';

const names: Readonly<Record<RecordKind, string>> = {
  listing: 'Listing',
  strategy: 'Strategy',
  reportRun: 'ReportRun',
};
const tags: Readonly<Record<RecordKind, string>> = {
  listing: 'Listings',
  strategy: 'Strategies',
  reportRun: 'Reports',
};

/**
 * @param origin where the service is reached
 * @param about what the profile says of itself
 */
export function spokenDocument(
  form: DialectForm,
  origin: string,
  about: readonly string[] = [],
): OpenApiDocument {
  const operations = new SpokenOperations(form, origin);
  const paths: Record<string, Record<string, Part>> = {};
  for (const endpoint of endpointsBy(otherMethods(form))) {
    const operation = operations.of(endpoint);
    const path = `/v1${endpoint.path}`;
    if (operation !== undefined) paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  const { components } = operations;
  components.ref('securitySchemes', 'ApiKey', () => ({
    type: 'apiKey',
    in: 'header',
    name: keyHeader.toUpperCase(),
  }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pricing Automation Service, as it was recorded',
      version: 'v1',
      summary: 'Product listings, their price bounds and strategies, report runs.',
      description: [
        'Written by pricing-mock from a learned profile; all examples are made up.',
        ...about,
      ].join('\n\n'),
      contact: { name: 'pricing-mock, which wrote this document' },
      license: { name: 'MIT, for this document', identifier: 'MIT' },
    },
    servers: [{ url: origin, description: 'Where the mock is.' }],
    tags: recordKinds.map((kind) => ({ name: tags[kind] })),
    security: [{ ApiKey: [] }],
    paths,
    components: components.all(),
  };
}

/** How many records are made up: enough to meet what is rare. */
const counts = { listing: 40, strategy: 6, reportRun: 12 };

/** When the examples are given. */
const now = Date.UTC(2026, 0, 5, 9);

class SpokenOperations {
  readonly components = new Components();
  readonly #form: DialectForm;
  readonly #dialect: Dialect;
  readonly #origin: string;
  readonly #records: Readonly<Record<RecordKind, readonly Json[]>>;
  readonly #kin: Kin;

  constructor(recorded: DialectForm, origin: string) {
    const form = ledTo(recorded, origin);
    this.#form = form;
    this.#dialect = new Dialect(form);
    this.#origin = origin;
    const made = generateRecords(form, 1, counts);
    const raw = (kind: RecordKind) => made[kind].map(({ record }) => record);
    this.#records = { listing: raw('listing'), strategy: raw('strategy'), reportRun: raw('reportRun') };
    this.#kin = { strategies: this.#records.strategy };
  }

  /** Undefined for an endpoint that no recording shows. */
  of(endpoint: Endpoint): Part | undefined {
    const { name, method, path, summary, of } = endpoint;
    const { lists, reads, writes } = this.#form;
    const kind = of;
    const head = { operationId: name, tags: [tags[kind]], summary };
    if (method === 'GET' && !path.includes('{id}')) {
      const form = lists[name];
      if (form === undefined) return undefined;
      const parameters = [...this.#listParameters(name), ...this.#preferences(endpoint, form)];
      const answer = this.#listAnswer(endpoint, kind);
      const statuses = [form.status, form.part?.status ?? [], form.none?.status ?? []].flat();
      const answers = Object.fromEntries(statuses.map((status) => [status, answer]));
      const responses = withErrors(answers, this.#errors(endpoint));
      return { ...head, ...(parameters.length > 0 && { parameters }), responses };
    }
    const form: AnswerForm | undefined = method === 'GET' ? reads[name] : writes[name];
    if (form === undefined) return undefined;
    const write = writes[name];
    const answers = {
      ...Object.fromEntries(
        (write?.preferred ?? []).map((own) => [own.status, this.#singleAnswer(endpoint, own, own)]),
      ),
      [form.status]: this.#singleAnswer(endpoint, form),
    };
    const responses = withErrors(answers, this.#errors(endpoint));
    return {
      ...head,
      parameters: [
        this.#idParameter(),
        ...this.#preferences(endpoint, form),
        ...this.#choices(write),
        ...this.#guards(write),
      ],
      ...(write !== undefined && { requestBody: this.#body(name, write) }),
      responses,
    };
  }

  /** The headers by which a request is answered in another form; OpenAPI leaves `Accept` to the media types of answers. */
  #preferences(endpoint: Endpoint, form: AnswerForm): Part[] {
    const own = JSON.stringify([form, this.#form.errors.filter((error) => isToldBy(error, endpoint))]);
    return Object.entries(preferenceWords).flatMap(([name, description]): Part[] => {
      const header = name.toLowerCase();
      const isAsked = own.includes(`{${ofPreferences}${header}`) || own.includes(`"prefers":{"${header}"`);
      return isAsked ? [{ name, in: 'header', description, schema: { type: 'string' } }] : [];
    });
  }

  /** The parameters by which a write is a dry run, or is answered in another form. */
  #choices(write: WriteForm | undefined): Part[] {
    const { preferred = [], dryRun = {} } = write ?? {};
    const asked = [dryRun, ...preferred.map(({ asks = {} }) => asks)].flatMap((asks) => Object.entries(asks));
    return [...new Set(asked.map(([name]) => name))].map((name) => {
      const values = asked.flatMap(([own, value]) => (own === name ? [value] : []));
      const schema = { type: 'string', examples: [...new Set(values)] };
      const description = Object.hasOwn(dryRun, name)
        ? `With ${dryRun[name]}, a dry run: it is checked and answered, and nothing is done.`
        : 'How it is answered.';
      return { name, in: 'query', description, schema };
    });
  }

  /** The headers, or the parameter, that guard a write: against another one in between, and against being done twice. */
  #guards(write: WriteForm | undefined): Part[] {
    const guard = (name: string, description: string, required: boolean): Part => {
      const [where, own] = name.startsWith('?') ? ['query', name.slice(1)] : ['header', name];
      return { name: own, in: where, description, ...(required && { required }), schema: { type: 'string' } };
    };
    const once = write?.once?.startsWith('/') === true ? undefined : write?.once;
    const isKeyMissed = this.#form.errors.some(({ cause }) => cause === 'once-missing');
    return [
      ...(write?.conditional === true ? [guard('If-Match', 'The entity tag of what is changed.', true)] : []),
      ...(once === undefined
        ? []
        : [guard(once, 'By it a write is done once: sent again, it is answered as before.', isKeyMissed)]),
    ];
  }

  #idParameter(): Part {
    return this.components.ref('parameters', 'ListingId', () => {
      const shape = this.#form.records.listing?.id.shape;
      const [record] = this.#records.listing;
      return {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of a listing.',
        schema: { type: 'string', ...(shape !== undefined && { pattern: `^(?:${shape})$` }) },
        ...(record !== undefined && { example: this.#dialect.idOf('listing', record) }),
      };
    });
  }

  #listParameters(name: EndpointName): Part[] {
    const {
      size,
      positions = [],
      filters = {},
      sort,
      ignored = {},
      objects = [],
      pageSize,
    } = this.#form.lists[name]!.query;
    const parameter = (own: string, description: string, schema: Schema): Part => ({
      name: own,
      in: own === sinceHeader ? 'header' : 'query',
      description,
      schema,
    });
    const isInside = (own: string) => objects.some((object) => own.startsWith(`${object}[`));
    const inside = [...Object.keys(filters), ...Object.keys(ignored), sort?.name ?? ''].filter(isInside);
    const most = size?.max === undefined ? {} : { maximum: size.max };
    return [
      ...(size === undefined
        ? []
        : [
            parameter(size.name, 'How many records to answer.', {
              type: 'integer',
              minimum: 1,
              ...most,
              ...(pageSize !== null && { default: pageSize }),
            }),
          ]),
      ...(size?.cuts === undefined || size.cuts === size.name
        ? []
        : [parameter(size.cuts, 'How many records the list has at most.', { type: 'integer', minimum: 1 })]),
      ...positions.map((position) => {
        const isNumber = position.by === 'offset' || position.by === 'page';
        const schema = isNumber ? { type: 'integer', minimum: position.first ?? 0 } : { type: 'string' };
        return parameter(position.name, positionWords[position.by], schema);
      }),
      ...Object.entries(filters)
        .filter(([own]) => !isInside(own))
        .map(([own, forms]) => parameter(own, filterWords(forms), { type: 'string' })),
      ...objects.map((own) =>
        parameter(
          own,
          `An object in JSON, whose members pick records and order them: ${inside.filter((one) => one.startsWith(`${own}[`)).join(', ')}.`,
          { type: 'string' },
        ),
      ),
      ...(sort === undefined || isInside(sort.name)
        ? []
        : [
            parameter(sort.name, 'The order of the records.', {
              type: 'string',
              enum: Object.keys(sort.values),
            }),
          ]),
      ...(sort?.reversedBy === undefined
        ? []
        : [
            parameter(sort.reversedBy.name, 'The direction of the order.', {
              type: 'string',
              enum: [...(sort.reversedBy.kept ?? []), sort.reversedBy.value, ...(sort.reversedBy.also ?? [])],
            }),
          ]),
      ...Object.keys(ignored)
        .filter((own) => !isInside(own))
        .map((own) => parameter(own, 'Accepted; it changed nothing that was recorded.', { type: 'string' })),
    ];
  }

  #listAnswer({ name }: Endpoint, kind: RecordKind): Part {
    const form = this.#form.lists[name]!;
    const { size, positions = [] } = form.query;
    const [position] = positions;
    const few = size === undefined ? '' : `${encodeURIComponent(size.name)}=2`;
    const second =
      position?.by === 'offset'
        ? '2'
        : position?.by === 'page'
          ? String((position.first ?? 0) + 1)
          : undefined;
    const next =
      second === undefined || few === '' ? [] : [`${few}&${encodeURIComponent(position!.name)}=${second}`];
    const all = this.#records[kind];
    // Pages in the middle, the first and the last, and lists that end with their first page.
    const asked = [
      ...[few, '', ...next].map((query) => [query, all] as const),
      ...[all.slice(0, 2), []].flatMap((records) => [few, ''].map((query) => [query, records] as const)),
    ];
    const pages = asked.map(([query, records]) => {
      const situation = this.#situation({ endpoint: name, path: pathOf(name), query });
      return this.#dialect.list(situation, kind, this.#dialect.page(situation, records), this.#kin);
    });
    const bodies = pages.flatMap((page) => parsed(page, form));
    const at = placeOfHole(form.body, 'records');
    const item = this.#item(
      name,
      kind,
      bodies.flatMap((body) => Object.values((valueAt(body, at ?? '') ?? []) as JsonObject)),
    );
    const typed = (type: 'array' | 'object') => (form.empty === 'null' ? [type, 'null'] : type);
    const records =
      form.key === undefined
        ? { type: typed('array'), items: item }
        : { type: typed('object'), additionalProperties: item };
    const schema = at === undefined ? schemaOf(bodies) : withSchemaAt(schemaOf(bodies), at, records);
    return this.#answer(
      'A page of the list.',
      form,
      pages[0]!,
      form.isText === true ? { type: 'string' } : this.#named(`${capital(name)}Answer`, schema),
    );
  }

  /** An item of a list: a record, or what stands around it. */
  #item(name: EndpointName, kind: RecordKind, items: readonly Json[]): Schema {
    const form = this.#form.lists[name]!;
    const record = this.#record(kind, form, name);
    if (form.columns !== undefined) return schemaOf(items);
    if (form.item === undefined) return record;
    const at = placeOfHole(form.item, 'record');
    return at === undefined ? schemaOf(items) : withSchemaAt(schemaOf(items), at, record);
  }

  /** The listings that have what a write makes others of, such as the currency of their price; all, where none has. */
  #tellingListings(name: EndpointName): readonly Json[] {
    const { sets = {} } = this.#form.writes[name] ?? {};
    const made = JSON.stringify(Object.values(sets).filter(isObject));
    const places = Array.from(made.matchAll(/\bwas((?:\/[^/{}|?"\s]+)+)/g), ([, at]) => at!);
    const all = this.#records.listing;
    const telling = all.filter((listing) => places.every((at) => !isNothing(valueAt(listing, at))));
    return telling.length > 0 ? telling : all;
  }

  #singleAnswer(
    { name, method }: Endpoint,
    form: AnswerForm,
    choice?: Pick<PreferredForm, 'prefers' | 'asks'>,
  ): Part {
    const { prefers, asks } = choice ?? {};
    const query = new URLSearchParams(asks).toString();
    const answers = this.#tellingListings(name)
      .slice(0, 12)
      .map((record) => {
        const id = this.#dialect.idOf('listing', record);
        if (method === 'GET')
          return this.#dialect.read(
            this.#situation({ endpoint: name, path: pathOf(name, id), id }),
            record,
            this.#kin,
          );
        const sent = this.#sent(this.#form.writes[name]!, record);
        const situation = this.#situation({
          endpoint: name,
          path: pathOf(name, id),
          query,
          id,
          sent,
          prefers,
        });
        const applied = this.#dialect.apply(situation, record, this.#kin);
        return this.#dialect.written(situation, applied.record, record, this.#kin);
      });
    const words = method === 'GET' ? 'The listing.' : 'The listing was changed.';
    const [first] = answers;
    if (first === undefined) return { description: words };
    const at = placeOfHole(form.body, 'record');
    const inferred = schemaOf(answers.flatMap((one) => parsed(one, form)));
    const record = this.#record('listing', form, name);
    const schema =
      form.isText === true
        ? { type: 'string' }
        : at === ''
          ? record
          : at === undefined
            ? inferred
            : withSchemaAt(inferred, at, record);
    return this.#answer(
      words,
      form,
      first,
      at === '' || form.isText === true
        ? schema
        : this.#named(`${capital(name)}${choice === undefined ? '' : form.status}Answer`, schema),
    );
  }

  #answer(description: string, form: AnswerForm, example: Written, schema: Schema): Part {
    const headers: Record<string, Part> = {};
    let type = 'application/json';
    for (let at = 0; at < example.headers.length; at += 2) {
      const [name, value] = [example.headers[at]!, example.headers[at + 1]!];
      if (name.toLowerCase() === 'content-type') type = mediaType(value);
      else headers[name] = { schema: { type: 'string' }, example: value };
    }
    const body = form.isText === true ? example.body : parsed(example, form)[0];
    const content =
      form.body === null
        ? undefined
        : {
            [type]: { schema, ...exampleOf(body ?? undefined) },
          };
    return {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(content && { content }),
    };
  }

  #errors(endpoint: Endpoint): Record<string, Part> {
    const own = this.#form.errors.filter((error) => isToldBy(error, endpoint));
    const statuses = [...new Set(own.map(({ status }) => status))].sort((a, b) => a - b);
    return Object.fromEntries(
      statuses.map((status) => {
        const errors = own.filter((error) => error.status === status);
        const told = errors.map((error) => ({ error, written: this.#error(error, endpoint.name) }));
        const bodies = told.flatMap(({ error, written }) =>
          written === undefined ? [] : parsed(written, error),
        );
        const [first] = told;
        const description = [...new Set(errors.map((error) => causeWords(error)))].join('; ');
        const isText = bodies.length === 0 && errors.some((error) => error.isText === true);
        const schema = isText
          ? { type: 'string' }
          : bodies.length === 0
            ? undefined
            : this.#errorSchema(schemaOf(bodies));
        if (first?.written === undefined || schema === undefined) return [String(status), { description }];
        const shown = told.find(({ error }) => (error.isText === true) === isText) ?? first;
        return [String(status), this.#answer(description, shown.error, shown.written!, schema)];
      }),
    );
  }

  /** Errors of one form share a schema. */
  #errorSchema(schema: Schema): Schema {
    const text = JSON.stringify(schema);
    const known = [...this.#errorNames].find(([other]) => other === text)?.[1];
    const name = known ?? (this.#errorNames.size === 0 ? 'Error' : `Error${this.#errorNames.size + 1}`);
    this.#errorNames.set(text, name);
    return this.components.ref('schemas', name, () => schema);
  }
  readonly #errorNames = new Map<string, string>();

  #error({ cause, param, when }: ErrorForm, endpoint: EndpointName): Written | undefined {
    const id =
      this.#records.listing[0] === undefined ? '' : this.#dialect.idOf('listing', this.#records.listing[0]);
    const situation = this.#situation({ endpoint, path: pathOf(endpoint, id), id });
    const place = param ?? (cause.startsWith('id-') ? 'id' : undefined);
    const objection = {
      cause,
      value: 'x',
      ...(place !== undefined && { param: place }),
      ...(when && { when }),
    };
    const refused = this.#dialect.refuse(situation, [objection], this.#records.listing[0]);
    return 'undecided' in refused ? undefined : refused;
  }

  #body(name: EndpointName, write: WriteForm): Part {
    const required = this.#form.errors.flatMap(({ cause, param, on }) =>
      cause === 'field-missing' && param !== undefined && (on === undefined || on.includes(name))
        ? [param]
        : [],
    );
    const [record] = this.#records.listing;
    const example = record === undefined ? undefined : this.#sent(write, record);
    const schema = this.#named(`${capital(name)}Body`, bodySchema(write, '', required));
    return {
      required: true,
      content: { 'application/json': { schema, ...exampleOf(example) } },
    };
  }

  /** A body that a client could send for a record. */
  #sent({ min, max, strategy, namesByNumber, once, version, fields }: WriteForm, record: Json): Json {
    let sent: Json = {};
    // What goes with an amount, such as a currency, is written as records have it.
    const known = Object.entries(this.#form.records.listing?.fields ?? {});
    for (const at of fields) {
      const [, field] =
        known.find(
          ([place, { values }]) => values !== undefined && stepsOf(place).at(-1) === stepsOf(at).at(-1),
        ) ?? [];
      if (field !== undefined && !fields.some((other) => other.startsWith(`${at}/`)))
        sent = withValueAt(sent, at, field.values![0]!);
    }
    const amount = (bound: AmountForm, value: number): Json => {
      const isWhole = bound.as === 'integer' || bound.whole === true;
      const written = Number((value * bound.scale).toFixed(isWhole ? 0 : 2));
      return bound.as === 'text' ? written.toFixed(isWhole ? 0 : 2) : written;
    };
    if (once?.startsWith('/') === true) sent = withValueAt(sent, once, 'a key of this write alone');
    const current = version && valueAt(record, version.is);
    if (current !== undefined) sent = withValueAt(sent, version!.at, current);
    if (min !== undefined) sent = withValueAt(sent, min.at, amount(min, 15.5));
    if (max !== undefined) sent = withValueAt(sent, max.at, amount(max, 24.75));
    if (strategy !== undefined) {
      const [first] = this.#records.strategy;
      const place = this.#form.records.listing?.strategy;
      const id = first === undefined ? 'strategy' : this.#dialect.idOf('strategy', first);
      const shown = place === undefined ? undefined : valueAt(record, place);
      sent = withValueAt(
        sent,
        strategy,
        namesByNumber === true ? Number(id) : typeof shown === 'string' ? shown : id,
      );
    }
    return sent;
  }

  /** The schema of a kind of records, as one endpoint shows them. */
  #record(kind: RecordKind, { view, shows = {}, bare }: AnswerForm, endpoint: EndpointName): Schema {
    const form = this.#form.records[kind];
    if (form === undefined) return { type: 'object' };
    const isWhole = view === undefined && bare === undefined && Object.keys(shows).length === 0;
    const name = isWhole ? names[kind] : `${names[kind]}In${capital(endpoint)}`;
    return this.components.ref('schemas', name, () =>
      recordSchema(
        withItems(form),
        '',
        new Set(view ?? Object.keys(form.fields)),
        new Set(Object.keys(shows)),
        bare,
      ),
    );
  }

  #named(name: string, schema: Schema): Schema {
    return this.components.ref('schemas', name, () => schema);
  }

  #situation({
    endpoint,
    path,
    query = '',
    id = '',
    sent,
    prefers = {},
  }: {
    endpoint: EndpointName;
    path: string;
    query?: string;
    id?: string;
    sent?: Json;
    prefers?: Preferences | undefined;
  }): Situation {
    return {
      endpoint,
      path,
      query,
      recordId: id,
      sent,
      now,
      number: 1,
      origin: this.#origin,
      method: sent === undefined ? 'GET' : (this.#form.writes[endpoint]?.method ?? 'PATCH'),
      contentType: 'application/json',
      sentText: sent === undefined ? undefined : JSON.stringify(sent),
      answer: 'example',
      limits: new Map(),
      prefers: new Map(Object.entries(prefers)),
      writes: 1,
    };
  }
}

/** The form with links to where the service is reached, such as those among the few values of a field. */
const ledTo = (form: DialectForm, origin: string): DialectForm =>
  withLeaves(form as unknown as Json, (leaf) =>
    typeof leaf === 'string' ? leaf.replaceAll(storedOrigin, origin) : leaf,
  ) as unknown as DialectForm;

const preferenceWords = {
  'Accept-Language': 'The language of what people read.',
  Prefer: 'How it is answered (RFC 7240).',
};

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

function pathOf(name: EndpointName, id = ''): string {
  const { path } = endpoints.find((endpoint) => endpoint.name === name)!;
  return `/v1${path.replace('{id}', percentEncoded(id))}`;
}

const positionWords = {
  offset: 'How many records to pass over.',
  page: 'The number of the page.',
  after: 'The record after which the page begins.',
  before: 'The record before which the page ends.',
  token: 'The token of a page, from the answer before.',
} as const;

const filterWords = (forms: readonly FilterForm[]) =>
  `Picks records: ${forms.map(({ at, by, as }) => `${at} ${as ?? by}`).join(', or ')}.`;

const causeWords = ({ cause, param }: ErrorForm) =>
  `${cause.replaceAll('-', ' ')}${param === undefined ? '' : ` (${param})`}`;

/** Whether an error can be met at an endpoint. */
function isToldBy({ cause, on }: ErrorForm, { name, method, path }: Endpoint): boolean {
  if (cause === 'path-unknown' || cause === 'method-unknown') return false;
  if (isOuter(cause)) return true;
  if (on !== undefined && !on.includes(name)) return false;
  if (cause.startsWith('id-')) return path.includes('{id}');
  const isOfList = /^(parameter|size|position|token|filter)-/.test(cause);
  return isOfList ? method === 'GET' && !path.includes('{id}') : method !== 'GET';
}

const isOuter = (cause: Cause) => ['key-missing', 'key-wrong', 'rate', 'server'].includes(cause);

/** The body of an answer; nothing where it is empty or no JSON. */
function parsed({ body }: Written, { isText }: Pick<AnswerForm, 'isText'>): Json[] {
  if (body === null || body === '' || isText === true) return [];
  return [JSON.parse(body) as Json];
}

/** Where in a template a hole alone stands; undefined where it stands in a list or nowhere. */
function placeOfHole(template: Json, name: string, at = ''): string | undefined {
  if (typeof template === 'string')
    return holesIn(template).some(
      (hole) => hole === name || hole.startsWith(`${name} `) || hole === `${name}?`,
    )
      ? at
      : undefined;
  // Of several forms none is the place.
  if (!isObject(template) || Object.hasOwn(template, '{case}')) return undefined;
  for (const [member, item] of Object.entries(template)) {
    const found =
      member === '{then}'
        ? placeOfHole(item, name, at)
        : placeOfHole(item, name, pointerTo(at, member.replaceAll('{{', '{')));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What all of several values are. */
function schemaOf(values: readonly Json[]): Schema {
  const types = new Set(values.map(typeOf));
  if (types.has('number')) types.delete('integer');
  const schema: Record<string, unknown> =
    types.size === 0 ? {} : { type: types.size === 1 ? [...types][0] : [...types] };
  const objects = values.filter(isObject);
  if (objects.length > 0) {
    const members = [...new Set(objects.flatMap((object) => Object.keys(object)))];
    const there = (member: string) =>
      objects.flatMap((object) => (Object.hasOwn(object, member) ? [object[member]!] : []));
    schema.properties = Object.fromEntries(members.map((member) => [member, schemaOf(there(member))]));
    const required = members.filter((member) => there(member).length === objects.length);
    if (required.length > 0) schema.required = required;
  }
  const arrays = values.filter((value) => Array.isArray(value)) as readonly (readonly Json[])[];
  if (arrays.length > 0) schema.items = schemaOf(arrays.flat());
  return schema;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const number = numberOf(value);
  return number === undefined ? typeof value : Number.isInteger(number) ? 'integer' : 'number';
}

/** A schema with another one for what stands at a place. */
function withSchemaAt(schema: Schema, at: string, other: Schema): Schema {
  const replace = (inside: Schema, steps: readonly string[]): Schema => {
    const [step, ...rest] = steps;
    if (step === undefined) return other;
    const properties = (inside.properties ?? {}) as Record<string, Schema>;
    return {
      ...inside,
      properties: { ...properties, [step]: replace(properties[step] ?? { type: 'object' }, rest) },
    };
  };
  return replace(schema, stepsOf(at));
}

/**
 * The members of records below a place.
 * @param bare those that are left out where they are null
 */
function recordSchema(
  form: RecordForm,
  below: string,
  shown: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  bare: readonly string[] = [],
): Schema {
  const own = Object.entries(form.fields).filter(
    ([at]) =>
      (shown.has(at) || at.includes(anyItem)) &&
      at !== `/${keyMember}` &&
      at.startsWith(`${below}/`) &&
      !at.slice(below.length + 1).includes('/'),
  );
  const properties = own.map(
    ([at, field]) =>
      [stepsOf(at).at(-1)!, changed.has(at) ? {} : fieldSchema(form, at, field, shown, changed)] as const,
  );
  const required = own.flatMap(([at, { seen, of }]) =>
    // Only the first items of lists are known.
    seen === of && seen > 1 && !bare.includes(at) && !at.includes(anyItem) ? [stepsOf(at).at(-1)!] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema(
  form: RecordForm,
  at: string,
  field: FieldForm,
  shown: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): Schema {
  const pair = form.pairs?.[at];
  if (pair !== undefined) {
    const { name, value, order } = pair;
    const members = value === undefined ? {} : { [value]: {} };
    const properties = { [name]: { type: 'string', examples: order }, ...members };
    return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
  }
  const { kinds, values, time, template, nulls = 0 } = field;
  const types = kinds.includes('number') ? kinds.filter((kind) => kind !== 'integer') : [...kinds];
  // What follows from the strategy is null where none is named.
  const mayLack = isOfStrategy(template);
  const all = (nulls > 0 || mayLack) && !types.includes('null') ? [...types, 'null' as const] : types;
  const inner = all.includes('object') ? recordSchema(form, at, shown, changed) : {};
  const item = form.fields[at + anyItem];
  const isEnumerated =
    values !== undefined && values.length > 1 && values.every((value) => typeof value === 'string');
  return {
    ...inner,
    ...(all.length > 0 && { type: all.length === 1 ? all[0] : all }),
    ...(all.includes('array') && {
      items: item === undefined ? {} : fieldSchema(form, at + anyItem, item, shown, changed),
    }),
    ...(isEnumerated && { examples: values }),
    ...(time !== undefined &&
      /^YYYY-MM-DDThh:mm:ss.*(Z|[+-]\d\d:\d\d)$/.test(time) && { format: 'date-time' }),
    ...(time === 'YYYY-MM-DD' && { format: 'date' }),
  };
}

/** The step to what all items of a list are. */
const anyItem = '/*';

/** A form whose fields hold what the items of lists are, by places such as `/offers/*`: whatever one of the first was. */
function withItems(form: RecordForm): RecordForm {
  const all = new Map<string, FieldForm>();
  for (const [at, field] of Object.entries(form.items ?? {})) {
    const place = at.replaceAll(/\/\d+(?=\/|$)/g, anyItem);
    const before = all.get(place);
    all.set(place, before === undefined ? field : eitherField(before, field));
  }
  return { ...form, fields: { ...form.fields, ...Object.fromEntries(all) } };
}

/** What a leaf is that is now the one and now the other. */
function eitherField(one: FieldForm, other: FieldForm): FieldForm {
  const isEnumerated = one.values !== undefined && other.values !== undefined;
  return {
    ...one,
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    nulls: (one.nulls ?? 0) + (other.nulls ?? 0),
    values: isEnumerated ? uniqueValues([...one.values, ...other.values]) : undefined,
    time: one.time === other.time ? one.time : undefined,
  };
}

const uniqueValues = (values: readonly Json[]): Json[] =>
  values.filter((value, at) => values.findIndex((other) => sameValue(other, value)) === at);

/** The answers by status; a service may tell its errors with the status of what it accepts. */
const withErrors = (
  answers: Readonly<Record<string, Part>>,
  errors: Readonly<Record<string, Part>>,
): Record<string, Part> => ({
  ...errors,
  ...Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, withError(answer, errors[status])]),
  ),
});

function withError(answer: Part, told: Part | undefined): Part {
  if (told === undefined) return answer;
  type Content = Record<string, { readonly schema: Schema }>;
  const [good, bad] = [answer, told].map(({ content = {} }) => content as Content) as [Content, Content];
  const content = Object.fromEntries(
    Object.entries({ ...bad, ...good }).map(([type, own]) => {
      const schemas = [good[type], bad[type]].flatMap((one) => (one === undefined ? [] : [one.schema]));
      return [type, { ...own, ...(schemas.length > 1 && { schema: { anyOf: schemas } }) }];
    }),
  );
  const description = `${String(answer.description)} Or an error: ${String(told.description)}`;
  return { ...answer, description, content };
}

/** The places of a body that are read. */
function bodySchema(write: WriteForm, below: string, required: readonly string[]): Schema {
  // The first item tells of all.
  const item = `${below}/0`;
  if (write.fields.some((at) => at.startsWith(`${item}/`)))
    return { type: 'array', items: bodySchema(write, item, required) };
  if (write.fields.includes(item)) return { type: 'array', items: leafSchema(write, item) ?? {} };
  const own = write.fields.filter(
    (at) => at.startsWith(`${below}/`) && !at.slice(below.length + 1).includes('/'),
  );
  const properties = own.map((at) => {
    const leaf = leafSchema(write, at);
    const isOuter = write.fields.some((other) => other.startsWith(`${at}/`));
    const whole = isOuter ? bodySchema(write, at, required) : leaf;
    // What is taken as a value by itself may be sent in an object, too.
    const schema = isOuter && leaf !== undefined ? { anyOf: [leaf, whole] } : (whole ?? {});
    return [stepsOf(at).at(-1)!, schema] as const;
  });
  // Steps such as `action=setPrice` lead to the items of a list.
  if (properties.length > 0 && properties.every(([name]) => name.includes('=')))
    return { type: 'array', items: { anyOf: properties.map(([, schema]) => schema) } };
  const needed = own.filter((at) => required.some((place) => place === at || place.startsWith(`${at}/`)));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(needed.length > 0 && { required: needed.map((at) => stepsOf(at).at(-1)!) }),
  };
}

/** Of a value that the write reads by itself; undefined of any other. */
function leafSchema({ min, max, strategy, namesByNumber }: WriteForm, at: string): Schema | undefined {
  const bound = [min, max].find((one) => one?.at === at);
  if (bound !== undefined) return { type: bound.as === 'text' ? 'string' : bound.as };
  return at === strategy ? { type: namesByNumber === true ? 'integer' : 'string' } : undefined;
}

/** A value as an example; none where a member is called `$ref`: what reads documents takes it for a reference (OpenAPI 3.1 §4.8.23). */
function exampleOf(value: Json | undefined): { readonly example?: unknown } {
  const isTold = value !== undefined && !allLeaves(value).some(([at]) => stepsOf(at).at(-1) === '$ref');
  return isTold ? { example: plain(value) } : {};
}

/** A value whose numbers are plain ones. */
function plain(value: Json): unknown {
  if (isMarked(value)) return numberOf(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (!isObject(value)) return value;
  return mapMembers(value, (item) => plain(item));
}
