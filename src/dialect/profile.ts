// A profile: the document that says how a recorded service speaks, what that was learned from, and what of it is a guess.
// `learn` writes it, people read and edit it, so it is checked wherever it enters: whatever is wrong is refused with its
// place and with what was expected there. It holds no text of a record but the values of enumerations.
import { endpoints } from '../spec/endpoints.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import { checkOverride, SettingError } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import { suggestion } from '../http/nearest-name.ts';
import { check, flag, v, valueText } from '../http/schema.ts';
import type { Problem } from '../http/schema.ts';
import { pointerTo } from '../http/pointer.ts';
import { holesIn, parseHole } from './templates.ts';
import { isObject, without } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { isPointer, isShape, notATime, templateProblems } from './check-template.ts';
import type { TemplatePlace } from './check-template.ts';
import { causes } from './causes.ts';
import type { Cause } from './causes.ts';
import { formProblems } from './check-form.ts';
import type { DialectForm } from './profile-form.ts';
import { filterOperators } from './select-page.ts';
import type { FormPatch } from '../spec/form.ts';
import { isTimeForm } from './time-forms.ts';
import { alphabets } from './alphabets.ts';

export const profileFormat = 'pricing-mock-profile';
export const profileVersion = 3;

/** What a profile was learned from. */
export interface Source {
  readonly recording: string;
  readonly interactions: number;
  /** When the first and the last of them were recorded (ISO 8601). */
  readonly from?: string;
  readonly to?: string;
}

/** What a service does with requests of which something could be said against. */
export interface Behaviour {
  readonly cause: Cause;
  readonly on?: readonly (EndpointName | 'any')[];
  /** The field or parameter. */
  readonly param?: string;
  /** `undecided`: no request tells; what most services do is done. `contradicted`: some were refused and others not. */
  readonly is: 'refused' | 'accepted' | 'undecided' | 'contradicted';
  /** Of the refusals. */
  readonly status?: number;
  /** How many requests show it, and the first few of them as `<recording>/<interaction>`. */
  readonly seen?: number;
  readonly interactions?: readonly string[];
}

/** A place of the service's form that nothing explains: the commonest thing seen stands there. */
export interface GuessedPlace {
  /** Where in `service`. */
  readonly at: string;
  /** In how many of the answers that thing stood there. */
  readonly held: number;
  readonly of: number;
}

/** The interactions on which a part of the service's form rests. */
export interface Evidence {
  readonly at: string;
  readonly seen: number;
  /** The first few. */
  readonly interactions: readonly string[];
}

export interface Profile {
  /** For the reader: what was learned from how much, what is a guess, undecided or contradicted. */
  readonly about?: readonly string[];
  readonly learnedFrom?: readonly Source[];
  /** Answers to assumptions, by id: those of `spec/assumptions.ts` that the form of a service leaves open. */
  readonly assumptions?: Overrides;
  /** Where the form of answers differs from the default; not together with `service`. */
  readonly form?: FormPatch;
  /** How the service speaks; left out: as `assumptions` and `form` say. */
  readonly service?: DialectForm;
  readonly behaviours?: readonly Behaviour[];
  readonly guesses?: readonly GuessedPlace[];
  readonly evidence?: readonly Evidence[];
}

/** What is wrong with a profile, and where. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** A JSON pointer to the first thing that is wrong; empty when the document as a whole is at fault. */
  readonly path: string;

  constructor(problems: readonly { readonly path: string; readonly reason: string }[]) {
    const lines = problems
      .slice(0, 8)
      .map(({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`));
    const more = problems.length - lines.length;
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
    this.path = problems[0]!.path;
  }
}

// Each schema's message says what it takes: `"ten" is not a whole number from 1`.

const text = v.string('a text');
const count = v.pipe(
  v.number('a whole number from 0'),
  v.safeInteger('a whole number from 0'),
  v.minValue(0, 'a whole number from 0'),
);
const positive = v.pipe(
  v.number('a whole number from 1'),
  v.safeInteger('a whole number from 1'),
  v.minValue(1, 'a whole number from 1'),
);
const number = v.pipe(v.number('a number'), v.finite('a number'));
const status = v.pipe(
  v.number('a status from 200 to 999'),
  v.integer('a status from 200 to 999'),
  v.minValue(200, 'a status from 200 to 999'),
  v.maxValue(999, 'a status from 200 to 999'),
);
const pointerWords = 'a JSON pointer, such as /pricing/min';
const pointer = v.pipe(v.string(pointerWords), v.check(isPointer, pointerWords));
/** Fields by their pointers, and parameters of a query by their names. */
const faults = v.array(v.string('a JSON pointer or the name of a parameter'), 'an array of texts');

const pointers = v.pipe(
  v.array(pointer, 'an array of JSON pointers'),
  v.check((all) => new Set(all).size === all.length, 'an array that names each place once'),
);
const parameterWords = 'the name of a parameter';
const parameter = v.pipe(v.string(parameterWords), v.minLength(1, parameterWords));
const decimals = v.pipe(
  v.number('a count of decimals from 0 to 15'),
  v.integer('a count of decimals from 0 to 15'),
  v.minValue(0, 'a count of decimals from 0 to 15'),
  v.maxValue(15, 'a count of decimals from 0 to 15'),
);
const endpointNames = endpoints.map(({ name }) => name);

/** One of a few names; another one is refused with the one that was meant. */
function oneOf(names: readonly string[]) {
  return v.pipe(
    v.string(`one of ${names.join(', ')}`),
    worded((value) => (names.includes(value) ? undefined : suggestion(value, names))),
    v.metadata({ enum: names }), // in schemas/profile.json
  );
}

/** A check that says what would be right in its own words; undefined: nothing is wrong. */
function worded<Value>(wrong: (value: Value) => string | undefined) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const reason = wrong(dataset.value);
    if (reason !== undefined) addIssue({ message: `${valueText(dataset.value)} is unknown here; ${reason}` });
  });
}

interface Wrong {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** A check of what stands deeper in a value. */
function inside<Value>(wrong: (value: Value) => readonly Wrong[]) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { path, reason } of wrong(dataset.value)) addIssue(issueAt(dataset.value, path, reason));
  });
}

function issueAt(
  input: unknown,
  path: readonly (string | number)[],
  message: string,
): { message: string; path?: [v.IssuePathItem, ...v.IssuePathItem[]] } {
  const items = path.map(
    (key) => ({ type: 'object', origin: 'value', input, key, value: null }) as unknown as v.IssuePathItem,
  );
  return items.length === 0
    ? { message }
    : { message, path: items as [v.IssuePathItem, ...v.IssuePathItem[]] };
}

const template = (place: TemplatePlace) =>
  v.pipe(
    v.unknown(),
    inside((value) => templateProblems(value, place)),
  );
const templates = (place: TemplatePlace) =>
  v.pipe(
    v.record(v.string(), v.unknown(), 'an object of templates by place'),
    inside((value) =>
      Object.entries(value).flatMap(([at, one]) => [
        ...(isPointer(at) ? [] : [{ path: [at], reason: `is not ${pointerWords}` }]),
        ...templateProblems(one, place).map(({ path, reason }) => ({ path: [at, ...path], reason })),
      ]),
    ),
  );

/** RFC 9110 §5.1, §5.5 */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the door writes. */
const ownHeaders = /^(content-length|transfer-encoding|connection|keep-alive|date)$/i;

const headers = (place: TemplatePlace) =>
  v.pipe(
    v.record(v.string(), v.unknown(), 'an object of templates by header name'),
    inside((value) => Object.entries(value).flatMap(([name, one]) => headerProblems(name, one, place))),
  );

function headerProblems(name: string, value: unknown, place: TemplatePlace): Wrong[] {
  const at = (reason: string, ...path: (string | number)[]): Wrong => ({ path: [name, ...path], reason });
  if (!headerName.test(name)) return [at('is not the name of a header')];
  if (ownHeaders.test(name)) return [at('is a header that the server itself writes')];
  if (typeof value === 'string' && !headerText.test(value))
    return [at(`${valueText(value)} cannot stand in a header`)];
  if (Array.isArray(value))
    return value.flatMap((link, index) =>
      linkProblems(link, place).map(({ path, reason }) => at(reason, index, ...path)),
    );
  if (typeof value !== 'string' && typeof value !== 'number' && !isLinkTemplate(value))
    return [at(`${valueText(value)} is not a text, a number, a link or an array of links`)];
  return templateProblems(value, place).map(({ path, reason }) => at(reason, ...path));
}

const isLinkTemplate = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  ['{url}', '{base64}', '{base64url}'].some((name) => Object.hasOwn(value, name));

/** RFC 8288: a target, and what is said of it. */
function linkProblems(link: unknown, place: TemplatePlace): Wrong[] {
  if (!isObject(link))
    return [{ path: [], reason: `${valueText(link)} is not an object with "{link}" and "rest"` }];
  const found: Wrong[] = [];
  for (const [name, item] of Object.entries(link)) {
    if (name === '{link}')
      found.push(
        ...templateProblems(item, place).map(({ path, reason }) => ({ path: [name, ...path], reason })),
      );
    else if (name !== 'rest')
      found.push({ path: [name], reason: `is unknown; ${suggestion(name, ['{link}', 'rest'])}` });
    else if (typeof item !== 'string')
      found.push({ path: [name], reason: `${valueText(item)} is not a text such as rel="next"` });
  }
  for (const name of ['{link}', 'rest'])
    if (!Object.hasOwn(link, name)) found.push({ path: [name], reason: 'is missing' });
  return found;
}

const answer = (place: TemplatePlace, headerPlace: TemplatePlace = place) => ({
  status,
  body: template(place),
  isText: v.optional(flag),
  headers: v.optional(headers(headerPlace)),
  view: v.optional(pointers),
  views: v.optional(
    v.object(
      { name: parameter, values: v.record(v.string(), pointers, 'an object of places by value') },
      'an object with name and values',
    ),
  ),
  shows: v.optional(templates('item')),
});

const amount = v.object(
  {
    at: pointer,
    as: oneOf(['number', 'integer', 'text']),
    whole: v.optional(v.literal(true, 'true')),
    scale: v.pipe(
      number,
      v.check((value) => value > 0, 'a number above 0'),
    ),
  },
  'an object with at, as and scale',
);

const filter = v.object(
  {
    at: pointer,
    as: v.optional(
      v.pipe(
        v.string('a text'),
        v.check(
          (value) => value.includes('*'),
          "a text with * where the value stands, such as status eq '*'",
        ),
      ),
    ),
    means: v.optional(v.record(v.string(), v.unknown(), 'an object of values by what is asked for')),
    by: oneOf(filterOperators),
  },
  'an object with at and by',
);
const filters = v.pipe(
  v.array(filter, 'an array of filters'),
  v.minLength(1, 'an array with at least one filter'),
);

const position = v.pipe(
  v.object(
    {
      name: parameter,
      by: oneOf(['offset', 'page', 'after', 'before', 'token']),
      first: v.optional(count),
      at: v.optional(pointer),
      alone: v.optional(v.literal(true, 'true')),
      token: v.optional(template('token')),
    },
    'an object with name and by',
  ),
  inside(({ by, at, token }) => {
    if (by === 'token' && token === undefined)
      return [{ path: ['token'], reason: 'is missing: a template of the tokens' }];
    if ((by === 'after' || by === 'before') && at === undefined)
      return [{ path: ['at'], reason: 'is missing: the place in a record whose value the parameter names' }];
    return [];
  }),
);

const tie = v.pipe(
  v.string(pointerWords),
  v.check(
    (value) => value === '-' || isPointer(value.replace(/^-/, '')),
    `${pointerWords}, with - in front where the order is downwards, or - alone`,
  ),
);

const query = v.object(
  {
    pageSize: v.nullable(positive),
    size: v.optional(
      v.pipe(
        v.object(
          {
            name: parameter,
            max: v.optional(positive),
            excess: v.optional(oneOf(['cap', 'refuse'])),
            zero: v.optional(v.literal(true, 'true')),
          },
          'an object with name',
        ),
        inside(({ max, excess }) =>
          excess !== undefined && max === undefined
            ? [{ path: ['max'], reason: 'is missing: the largest size' }]
            : [],
        ),
      ),
    ),
    positions: v.optional(v.array(position, 'an array of parameters')),
    filters: v.optional(v.record(v.string(), filters, 'an object of filters by parameter')),
    sort: v.optional(
      v.object(
        {
          name: parameter,
          as: v.optional(v.record(v.string(), oneOf(['', '-']), 'an object')),
          ties: v.optional(v.object({ '': v.optional(tie), '-': v.optional(tie) }, 'an object')),
          reversedBy: v.optional(v.object({ name: parameter, value: text }, 'an object with name and value')),
          values: v.pipe(
            v.record(v.string(), v.string(pointerWords), 'an object of places by value'),
            inside((values) =>
              Object.entries(values).flatMap(([value, at]) =>
                isPointer(at.replace(/^-/, ''))
                  ? []
                  : [
                      {
                        path: [value],
                        reason: `${valueText(at)} is not ${pointerWords}, with - in front where the order is downwards`,
                      },
                    ],
              ),
            ),
          ),
        },
        'an object with name and values',
      ),
    ),
    ignored: v.optional(
      v.record(v.string(), v.array(text, 'an array of values'), 'an object of values by parameter'),
    ),
  },
  'an object with pageSize',
);

const list = v.object(
  {
    ...answer('list'),
    body: v.pipe(
      v.unknown(),
      inside((value) => {
        const problems = templateProblems(value, 'list');
        const holes = holesIn(value as Json).map((hole) => parseHole(hole).name);
        return problems.length > 0 || holes.includes('records')
          ? problems
          : [{ path: [], reason: 'has no {records}, so the list would show none' }];
      }),
    ),
    item: v.optional(
      v.pipe(
        v.unknown(),
        inside((value) => {
          const problems = templateProblems(value, 'item');
          const holes = holesIn(value as Json).map((hole) => parseHole(hole).name);
          return problems.length > 0 || holes.some((name) => name === 'record' || name.startsWith('record/'))
            ? problems
            : [{ path: [], reason: 'has no {record}, so the list would show none' }];
        }),
      ),
    ),
    part: v.optional(
      v.object(
        {
          status,
          when: v.pipe(
            v.string('the name of a fact, such as page.part'),
            inside((value) => templateProblems(`{${value}}`, 'list')),
          ),
        },
        'an object with status and when',
      ),
    ),
    key: v.optional(
      v.pipe(
        v.string('a template of the names of records'),
        inside((value) => templateProblems(value, 'item')),
      ),
    ),
    query,
  },
  'an object with status, body and query',
);

const read = v.object(answer('record'), 'an object with status and body');

const write = v.object(
  {
    ...answer('written'),
    fields: pointers,
    constants: v.optional(templates('set')),
    min: v.optional(amount),
    max: v.optional(amount),
    strategy: v.optional(pointer),
    namesByNumber: v.optional(v.literal(true, 'true')),
    sets: templates('set'),
    keepsSame: v.optional(v.literal(true, 'true')),
    later: v.optional(
      v.object(
        {
          seconds: v.pipe(
            number,
            v.check((value) => value > 0 && value <= 86_400, 'a number of seconds above 0, at most 86400'),
          ),
          sets: templates('set'),
        },
        'an object with seconds and sets',
      ),
    ),
  },
  'an object with status, body, fields and sets',
);

const range = v.pipe(
  v.tuple([number, number], 'a pair of numbers'),
  v.check(([low, high]) => low <= high, 'a pair of numbers, the lower one first'),
);

const field = v.pipe(
  v.object(
    {
      kinds: v.array(
        oneOf(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']),
        'an array of kinds',
      ),
      seen: count,
      of: count,
      nulls: v.optional(count),
      values: v.optional(
        v.pipe(
          v.array(v.unknown(), 'an array of values'),
          v.minLength(1, 'an array with at least one value'),
        ),
      ),
      range: v.optional(range),
      decimals: v.optional(decimals),
      shape: v.optional(v.pipe(v.string('a shape'), v.check(isShape, 'a shape, such as ffff-9999'))),
      time: v.optional(
        v.pipe(v.string(notATime.replace('no', 'a')), v.check(isTimeForm, notATime.replace('no', 'a'))),
      ),
      template: v.optional(template('field')),
    },
    'an object with kinds, seen and of',
  ),
  inside(({ seen, of, nulls = 0 }) => {
    if (seen > of)
      return [{ path: ['seen'], reason: `${seen} is not a count of at most ${of}, as 'of' says` }];
    return nulls > seen
      ? [{ path: ['nulls'], reason: `${nulls} is not a count of at most ${seen}, as 'seen' says` }]
      : [];
  }),
);

const sources = Array.from(alphabets.values(), ({ source }) => literalPattern(source));
/** The regular expressions that `patternOf` (analysis/explain/shapes.ts) writes: signs, and runs of one alphabet. */
const idPattern = new RegExp(
  String.raw`^(?:\\[.*+?^$\{}()|[\]\\/-]|[^.*+?^$\{}()|[\]\\/-]|(?:${sources.join('|')})\{(?:1,)?\d{1,3}\})+$`,
);
const idPatternWords = 'a shape of ids: signs and runs such as [0-9a-f]{8}';

const record = v.object(
  {
    id: v.object(
      {
        at: pointer,
        prefix: text,
        shape: v.optional(
          v.pipe(
            v.string(idPatternWords),
            v.maxLength(400, idPatternWords),
            v.check((value) => idPattern.test(value), idPatternWords),
          ),
        ),
      },
      'an object with at and prefix',
    ),
    min: v.optional(amount),
    max: v.optional(amount),
    strategy: v.optional(pointer),
    fields: v.pipe(
      v.record(v.string(), field, 'an object of fields by place'),
      inside((fields) =>
        Object.keys(fields).flatMap((at) =>
          isPointer(at) ? [] : [{ path: [at], reason: `is not ${pointerWords}` }],
        ),
      ),
    ),
  },
  'an object with id and fields',
);

const cause = oneOf(causes);
const endpoint = oneOf(endpointNames);
const endpointOrAny = oneOf([...endpointNames, 'any']);

const error = v.object(
  {
    ...answer('error'),
    cause,
    on: v.optional(
      v.pipe(
        v.array(endpointOrAny, 'an array of endpoints'),
        v.minLength(1, 'an array with at least one endpoint'),
      ),
    ),
    param: v.optional(text),
    when: v.optional(
      v.object(
        { of: oneOf(['record', 'strategy', 'request']), at: pointer, is: v.unknown() },
        'an object with of, at and is',
      ),
    ),
    seen: count,
  },
  'an object with cause, status, body and seen',
);

const limit = v.object({ limit: v.nullable(positive), accepted: count }, 'an object with limit and accepted');

const secondLimit = v.object(
  {
    limit: v.nullable(positive),
    accepted: count,
    refill: v.optional(positive),
    perEndpoint: v.optional(flag),
  },
  'an object with limit and accepted',
);

const service = v.object(
  {
    records: v.object(
      { listing: v.optional(record), strategy: v.optional(record), reportRun: v.optional(record) },
      'an object',
    ),
    lists: v.object(
      { listListings: v.optional(list), listStrategies: v.optional(list), listReports: v.optional(list) },
      'an object',
    ),
    reads: v.object({ getListing: v.optional(read) }, 'an object'),
    writes: v.object({ updatePrice: v.optional(write), updateStrategy: v.optional(write) }, 'an object'),
    errors: v.array(error, 'an array of errors'),
    accepted: v.array(
      v.object(
        { cause, on: endpoint, param: v.optional(text), seen: count },
        'an object with cause, on and seen',
      ),
      'an array',
    ),
    order: v.pipe(
      v.array(cause, 'an array of causes'),
      v.check((all) => new Set(all).size === all.length, 'an array that names each cause once'),
    ),
    tellsAll: v.optional(flag),
    together: v.optional(
      v.object(
        { at: v.string('a JSON pointer'), body: template('error'), fields: faults },
        'an object with at, body and fields',
      ),
    ),
    longestBody: v.optional(positive),
    amounts: v.pipe(
      v.object(
        {
          low: v.optional(number),
          high: v.optional(number),
          decimals: v.optional(decimals),
          step: v.optional(positive),
        },
        'an object',
      ),
      inside(({ low, high }) =>
        low !== undefined && high !== undefined && low > high
          ? [{ path: ['low'], reason: `${low} is not a number of at most ${high}, as 'high' says` }]
          : [],
      ),
    ),
    limits: v.object(
      {
        second: secondLimit,
        minute: limit,
        algorithm: oneOf(['sliding-log', 'fixed-window', 'sliding-counter', 'token-bucket']),
        countsRefused: flag,
      },
      'an object with second, minute, algorithm and countsRefused',
    ),
  },
  'an object',
);

const few = v.array(text, 'an array of ids');

/** The document. */
export const profileSchema = v.object(
  {
    $schema: v.optional(text),
    format: v.literal(profileFormat, JSON.stringify(profileFormat)),
    version: v.literal(profileVersion, String(profileVersion)),
    about: v.optional(v.array(text, 'an array of sentences')),
    learnedFrom: v.optional(
      v.array(
        v.object(
          { recording: text, interactions: count, from: v.optional(text), to: v.optional(text) },
          'an object with recording and interactions',
        ),
        'an array of recordings',
      ),
    ),
    assumptions: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown(), 'an object of answers by id'),
        inside((answers) => Object.entries(answers).flatMap(([id, given]) => answerProblem(id, given))),
      ),
    ),
    form: v.optional(v.pipe(v.record(v.string(), v.unknown(), 'an object'), inside(formProblems))),
    service: v.optional(service),
    behaviours: v.optional(
      v.array(
        v.object(
          {
            cause,
            on: v.optional(v.array(endpointOrAny, 'an array of endpoints')),
            param: v.optional(text),
            is: oneOf(['refused', 'accepted', 'undecided', 'contradicted']),
            status: v.optional(status),
            seen: v.optional(count),
            interactions: v.optional(few),
          },
          'an object with cause and is',
        ),
        'an array of behaviours',
      ),
    ),
    guesses: v.optional(
      v.array(
        v.object({ at: text, held: count, of: count }, 'an object with at, held and of'),
        'an array of guesses',
      ),
    ),
    evidence: v.optional(
      v.array(
        v.object({ at: text, seen: count, interactions: few }, 'an object with at, seen and interactions'),
        'an array',
      ),
    ),
  },
  'an object',
);

function answerProblem(id: string, given: unknown): Wrong[] {
  try {
    checkOverride(id, given);
    return [];
  } catch (error) {
    if (error instanceof SettingError) return [{ path: [id], reason: error.message }];
    throw error;
  }
}

/**
 * @param value what was read from the file
 * @throws ProfileError with the places and the reasons
 */
export function parseProfile(value: unknown): Profile {
  refuseOthers(value);
  const { problems } = check(profileSchema, value);
  if (problems.length > 0) throw new ProfileError(problems.map(placed));
  const profile = without(
    value as Readonly<Record<string, unknown>>,
    '$schema',
    'format',
    'version',
  ) as Profile;
  if (profile.service !== undefined && profile.form !== undefined)
    throw new ProfileError([
      {
        path: '/form',
        reason: 'is how our own answers are written, and "service" says it of another service',
      },
    ]);
  if (profile.service === undefined && profile.assumptions === undefined && profile.form === undefined)
    throw new ProfileError([
      {
        path: '/service',
        reason: 'is missing, and so are "assumptions" and "form": a profile says one of them',
      },
    ]);
  return profile;
}

const placed = ({ path, reason }: Problem) => ({ path: path.reduce<string>(pointerTo, ''), reason });

/** Other documents, and profiles of older forms. */
function refuseOthers(value: unknown): void {
  if (!isObject(value))
    throw new ProfileError([{ path: '', reason: `${valueText(value)} is not a profile` }]);
  const { format, version } = value as Record<string, unknown>;
  if (format !== profileFormat) {
    const found = format === undefined ? 'is missing' : `${valueText(format)} is not "${profileFormat}"`;
    const reason = `${found}, so this is no profile: it needs "format": "${profileFormat}" and "version": ${profileVersion}`;
    throw new ProfileError([{ path: '/format', reason }]);
  }
  if (version === profileVersion) return;
  if (version === 1 || version === 2) {
    const written =
      version === 1
        ? `; one that holds answers to assumptions alone needs only "version": ${profileVersion}`
        : '';
    throw new ProfileError([
      {
        path: '/version',
        reason: `${version} is an older form, which is not read any more; learn anew with: pricing-mock learn <recording> --out <file>${written}`,
      },
    ]);
  }
  throw new ProfileError([
    { path: '/version', reason: `${valueText(version)} is not ${profileVersion}, which this program reads` },
  ]);
}

/** A profile as text: the same for the same profile, whatever fits on one line on one line. */
export function printProfile(profile: Profile): string {
  const { about, learnedFrom, assumptions, form, behaviours, guesses, evidence, service } = profile;
  const document = {
    format: profileFormat,
    version: profileVersion,
    about,
    learnedFrom,
    assumptions,
    form,
    behaviours,
    guesses,
    service,
    evidence,
  };
  return `${printNarrow(document, '')}\n`;
}

/** Pretty-printed, with whatever fits on one line on one line: diffs stay small and readable. */
function printNarrow(value: unknown, indent: string, name = ''): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + name.length + line.length <= 130)
    return line;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => inner + printNarrow(item, inner)).join(',\n')}\n${indent}]`;
  const members = membersOf(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${printNarrow(item, inner, name)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = membersOf(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
