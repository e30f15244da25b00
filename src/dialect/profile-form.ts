// What a profile says of how a service speaks: templates whose holes name what explains them, and the rules by which
// requests are read. All of it is data, checked where it enters.
import { mapMembers } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { textAt } from '../http/pointer.ts';
import { flag, v } from '../http/schema.ts';
import { onceHeader } from '../http/http-semantics.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { suggestion } from '../http/nearest-name.ts';
import { preferenceHeaders } from '../http/preferences.ts';
import { countedApart, writeMethods } from '../spec/endpoints.ts';
import type { EndpointName, OtherMethods } from '../spec/endpoints.ts';
import { alphabets } from './drawn-texts.ts';
import { filterProblems, isPointer, isShape, notATime, templateProblems } from './check-template.ts';
import type { TemplatePlace } from './check-template.ts';
import {
  byName,
  byPlace,
  cause,
  count,
  decimals,
  each,
  endpoint,
  endpointOrAny,
  fitting,
  headers,
  checked,
  json,
  number,
  object,
  oneOf,
  optional,
  parameter,
  pointer,
  pointers,
  pointerWords,
  pace,
  positive,
  several,
  status,
  template,
  templates,
  text,
  yes,
} from './profile-parts.ts';
import type { Taken } from './profile-parts.ts';
import { holesIn, parseHole } from './templates.ts';
import { isTimeForm } from './time-forms.ts';

/** Carries the name under which a record stands in an object of records; answers do not show it as a member. */
export const keyMember = '@key';

export const recordKinds = ['listing', 'strategy', 'reportRun'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The lists of §4, and of what they are. */
export const listed = {
  listListings: 'listing',
  listStrategies: 'strategy',
  listReports: 'reportRun',
} as const satisfies Partial<Record<EndpointName, RecordKind>>;
export type ListName = keyof typeof listed;
export const listNames = Object.keys(listed) as readonly ListName[];

/** The methods by which a service is written to, where they are not those of §4. */
export const otherMethods = ({ writes }: Pick<DialectForm, 'writes'>): OtherMethods =>
  mapMembers(writes, ({ method }) => method);

/** What a list is of; undefined for an endpoint that is none. */
export function listedKind(endpoint: EndpointName): RecordKind | undefined {
  return (listed as Partial<Record<EndpointName, RecordKind>>)[endpoint];
}

/** How one kind of answer is written. */
const answer = (place: TemplatePlace) => ({
  status,
  /** Null: no body. A text stands for a body that is no JSON. */
  body: template(place),
  isText: optional(flag),
  headers: optional(headers(place)),
  /** The members of a record that this answer shows, as pointers; left out: all. */
  view: optional(pointers),
  /** Members that this answer leaves out where they are null. */
  bare: optional(pointers),
  /** The values of parameters with which it shows them all the same. */
  bareUnless: optional(byName(v.array(text, 'an array of values'), 'values by parameter')),
  /** Parameters of the query that change which members it shows, each with those it showed by the value alone. */
  views: optional(
    v.array(
      object({ name: parameter, values: byName(pointers, 'places by value') }),
      'an array of parameters',
    ),
  ),
  /** Members that this answer shows in another way than others do, by pointer, such as a strategy in place of its id. */
  shows: optional(templates(place === 'written' ? 'written' : 'item')),
});

/** What a service takes for an amount. */
const amount = object({
  at: pointer,
  as: oneOf(['number', 'integer', 'text']),
  /** Whether it has no decimals. */
  whole: optional(yes),
  /** Whether texts have their decimals behind a comma. */
  comma: optional(yes),
  /** What stands behind each, ` EUR` of `12.50 EUR`; `€*` where it stands in front. */
  unit: optional(text),
  /** Where records show their unit, where they have several: `unit` has one of them. */
  unitAt: optional(pointer),
  /** By what an amount has to be multiplied to be written so: 100 for cents. */
  scale: v.pipe(
    number,
    v.check((value) => value > 0, 'a number above 0'),
  ),
});

/** How the value of a parameter is compared with a leaf; earlier ones are preferred where two pick the same. */
export const filterOperators = [
  'is',
  'is one of',
  'is there',
  'is not there',
  'contains',
  'starts with',
  'is not',
  'between',
  'at least',
  'at most',
  'above',
  'below',
] as const;

const between = v.pipe(text, v.minLength(1, 'a text that stands between conditions'));

/** How a parameter picks records: by a leaf that is the value, holds it, or stands in an order with it. */
const filter = object({
  at: pointer,
  /** How the parameter is written where it is more than the value: "status eq '*'". `{}` stands for the name of the leaf. */
  as: optional(
    v.pipe(
      text,
      v.check((value) => value.includes('*'), "a text with * where the value stands, such as status eq '*'"),
    ),
  ),
  /** What the values of the parameter mean, where they are not the leaf's own. */
  means: optional(byName(json, 'values by what is asked for')),
  by: oneOf(filterOperators),
  /** By what the leaf is more than what is asked for, where it is in a smaller unit: 100 for cents. */
  times: optional(positive),
  /** How many characters a text that is searched for must have: fewer are refused. */
  shortest: optional(positive),
  /** What stands between several conditions in one value, all of which a record has to have. */
  and: optional(between),
  /** What stands between conditions, or groups of them, of which a record has to have one. */
  or: optional(between),
});

const size = checked(
  object({
    name: parameter,
    /** The smallest that is served: less asks for that. */
    min: optional(positive),
    /** The largest that is served or accepted. */
    max: optional(positive),
    /** What becomes of a larger one: the largest is meant, the usual one as if none was asked for, or it is refused. */
    excess: optional(oneOf(['cap', 'usual', 'refuse'])),
    /** Whether 0 asks for none. */
    zero: optional(yes),
    /** The parameter, often this one, that bounds the list: its length is told so, and no page follows. */
    cuts: optional(parameter),
  }),
  ({ max, excess }) =>
    excess !== undefined && max === undefined
      ? [{ path: ['max'], reason: 'is missing: the largest size' }]
      : [],
);

/**
 * Where a page begins: `offset` counts records, `page` counts pages, both from `first`; `after` and `before` name a
 * record by the leaf `at`; `token` is a text that the answer before gave, made by the template `token`.
 */
const position = checked(
  object({
    name: parameter,
    by: oneOf(['offset', 'page', 'after', 'before', 'token']),
    first: optional(count),
    at: optional(pointer),
    /** Whether the token goes on with the list that gave it where the query lacks the other parameters. */
    alone: optional(yes),
    token: optional(template('token')),
    /** The token that leads back from where a page begins, where it is made in another way. */
    back: optional(template('token')),
    /** Whether the page ends where the token leads, in place of beginning there. */
    leadsBack: optional(yes),
    /** What asks for the first page, as `*` does in some services. */
    start: optional(text),
  }),
  ({ by, at, token }) => {
    if (by === 'token' && token === undefined)
      return [{ path: ['token'], reason: 'is missing: a template of the tokens' }];
    if ((by === 'after' || by === 'before') && at === undefined)
      return [{ path: ['at'], reason: 'is missing: the place in a record whose value the parameter names' }];
    return [];
  },
);

const isDirected = (at: string) => isPointer(at.replace(/^-/, ''));
const directedWords = `${pointerWords}, with - in front where the order is downwards`;
const directed = fitting(directedWords, isDirected);
/** How those stand that show the same moment: by when they were written, which services know to more than they show. */
export const asWritten = 'written';
const tie = fitting(
  `${directedWords}, or - or ${asWritten} alone`,
  (at) => at === '-' || at === asWritten || isDirected(at),
);
const order = fitting(`${directedWords}, or - alone, or nothing`, (at) => /^-?$/.test(at) || isDirected(at));

const sort = object({
  name: parameter,
  /** How values name a leaf, with `-` where the order is downwards: `{} desc` for the name and a word behind it. */
  as: optional(byName(oneOf(['', '-']), 'directions by pattern')),
  /**
   * By direction, the leaf by which records of one value are ordered, `-` for the opposite of the usual list; left out: as they
   * stand in that.
   */
  ties: optional(object({ '': optional(tie), '-': optional(tie) })),
  /** Another parameter, its value that turns the order around, others that do so, too, and those that leave it. */
  reversedBy: optional(
    object({
      name: parameter,
      value: text,
      also: optional(v.array(text, 'an array of values')),
      kept: optional(v.array(text, 'an array of values')),
    }),
  ),
  /**
   * By the value of the parameter: the leaf, with `-` in front where the order is downwards; without a leaf it is the order of
   * the usual list.
   */
  values: byName(order, 'places by value'),
  /** Other parameters that put the list into an order where this one does not: leaves by value. */
  beside: optional(byName(byName(directed, 'places by value'), 'places by parameter')),
});

/** What the query of a list says. */
const query = object({
  /** Records on a page when the query does not say; null: all. */
  pageSize: v.nullable(positive),
  size: optional(size),
  positions: optional(v.array(position, 'an array of parameters')),
  /** Whether a page behind the end is the last one again. */
  lastAgain: optional(yes),
  /** Whether such a page tells where it stands, and not where it was to begin. */
  lastAsItself: optional(yes),
  filters: optional(byName(several(filter, 'filters'), 'filters by parameter')),
  sort: optional(sort),
  /** The leaf by which records stand that were asked for in no order, where writes move them: `-/changed` for the latest first. */
  order: optional(directed),
  /** The number up to which the records of a list are counted: of more it tells that number. */
  mostCounted: optional(positive),
  /**
   * Records that a list leaves out unless a parameter asks for them too, such as archived ones: those with `is` at `at`, or
   * with anything there; without `at`, those that a recording's list left out.
   */
  hidden: optional(
    object({
      at: optional(pointer),
      is: optional(json),
      unless: byName(v.array(text, 'an array of values'), 'values by parameter'),
    }),
  ),
  /**
   * The parameter for which a list takes a value of its own where a query has none, the words with which it picks all, those that
   * say no more than none would, and the word that its conditions have where they are about the same leaf.
   */
  assumed: optional(
    object({
      name: text,
      is: optional(text),
      all: optional(v.array(text, 'an array of values')),
      unsaid: optional(v.array(text, 'an array of values')),
      unless: optional(text),
    }),
  ),
  /** Parameters whose values are objects in JSON: what their members ask for is told by names in brackets, `q[price][$gt]`. */
  objects: optional(v.array(parameter, 'an array of parameters')),
  /** What every request said, such as the account that it is about: it picks nothing. */
  always: optional(byName(text, 'values by parameter')),
  /** Parameters that were accepted and picked nothing, with the values that they had. */
  ignored: optional(byName(v.array(text, 'an array of values'), 'values by parameter')),
});

/** What the client prefers, by header in lower case: a media type, a language, all that Prefer says (RFC 7240). */
const preferences = checked(byName(text, 'preferences by header'), (value) =>
  Object.keys(value).flatMap((name) =>
    preferenceHeaders.includes(name)
      ? []
      : [{ path: [name], reason: `is unknown here; ${suggestion(name, preferenceHeaders)}` }],
  ),
);

/** A template that shows records. */
const showing = (place: TemplatePlace, shows: (hole: string) => boolean, words: string) =>
  checked(json, (value) => {
    const problems = templateProblems(value, place);
    const isShown = holesIn(value).some((hole) => shows(parseHole(hole).name));
    return problems.length > 0 || isShown
      ? problems
      : [{ path: [], reason: `has no ${words}, so the list would show none` }];
  });

/** Whether `If-None-Match` with the answer's entity tag is answered by 304 (RFC 9110 §13.1.2). */
const revalidates = optional(yes);

const factOfList = checked(v.string('the name of a fact, such as page.part'), (value) =>
  templateProblems(`{${value}}`, 'list'),
);

const list = object({
  ...answer('list'),
  body: showing('list', (name) => name === 'records', '{records}'),
  /** What stands around each record: `{record}` alone, unless given. */
  item: optional(showing('item', (name) => /^record(\/|$)/.test(name), '{record}')),
  /** The status under a condition: a fact that is there, what the client prefers, or both. */
  part: optional(
    object({
      status,
      when: optional(factOfList),
      prefers: optional(preferences),
    }),
  ),
  /** The status without a body where a fact is there, such as 204 where nothing is found. */
  none: optional(object({ status, when: factOfList })),
  /** Whether the records are members of an object, by this name. */
  key: optional(
    checked(v.string('a template of the names of records'), (value) => templateProblems(value, 'item')),
  ),
  /** What stands in place of the list, or of that object, where there are no records. */
  empty: optional(oneOf(['list', 'null'])),
  /** The names of the cells, where records are rows of a table that names its columns once. */
  columns: optional(each(v.array(text, 'an array of names'), 'name')),
  /** To whom a record that is the only one is shown by itself, without a list: who prefers this, `{}` for all. */
  oneAlone: optional(preferences),
  revalidates,
  query,
});

const read = object({
  ...answer('record'),
  revalidates,
  /** Whether 304 is answered to whom `If-Modified-Since` tells that the record is the one that they have. */
  revalidatesSince: optional(yes),
});

/** A place of a body, and the place of records that shows the same. */
const reference = object({ at: pointer, is: pointer });

const seconds = v.pipe(
  number,
  v.check((value) => value > 0 && value <= 86_400, 'a number of seconds above 0, at most 86400'),
);

/** What is told so many seconds after a write: what changes, and where that differs, another status and other headers. */
const step = object({
  seconds,
  status: optional(status),
  headers: optional(headers('monitor')),
  sets: templates('monitor'),
});

const monitorPathWords =
  'a path with {told} in it, and {id} where it names the record, such as /v1/feeds/{told}';

/** Where the answer to a write tells a status monitor (RFC 7240 §4.1), and what is read there. */
const monitor = checked(
  object({
    /** The place of the answer's body, or the name of its header, with the link. */
    at: optional(pointer),
    header: optional(text),
    /**
     * The path of the monitor, where the answer tells no link to it but a name: `{told}` stands for that, `{id}` for the id of the
     * record.
     */
    path: optional(
      fitting(monitorPathWords, (path) => /^\/(?:[^{}]*\{id\})?[^{}]*\{told\}[^{}]*$/.test(path)),
    ),
    status,
    headers: optional(headers('monitor')),
    /** Left out: what the write was answered with. */
    body: optional(template('monitor')),
    steps: optional(several(step, 'steps')),
  }),
  ({ at, header }) =>
    (at === undefined) === (header === undefined)
      ? [{ path: [], reason: 'needs either at or header: where the answer tells it' }]
      : [],
);

const write = object({
  ...answer('written'),
  /** The method by which it is done, where that is not the one of §4. */
  method: optional(oneOf(writeMethods)),
  /** The media type of bodies that were taken, where it is not application/json. */
  type: optional(text),
  /** The places of a body that are read; others are unknown to the service. */
  fields: pointers,
  /** What stood in all accepted bodies. */
  constants: optional(templates('set')),
  min: optional(amount),
  max: optional(amount),
  /** Whether a bound, or the strategy, that a body leaves out is taken away, as null takes it, or only by bodies that say so. */
  replaces: optional(v.union([yes, object({ at: pointer, is: json })])),
  /** Whether null for a bound leaves it as it was. */
  nullKeeps: optional(yes),
  strategy: optional(pointer),
  /** Where a body may name a strategy by another member than its id. */
  strategyBy: optional(reference),
  /**
   * Where a body carries the key by which it is done once, or the header that does, or the parameter, as `?writeKey`: sent again,
   * it is answered as before.
   */
  once: optional(
    v.union([
      pointer,
      v.literal(onceHeader),
      v.pipe(v.string(), v.regex(/^\?[^=&#]+$/, 'a parameter, such as ?writeKey')),
    ]),
  ),
  /** The version of the record that a body is for. */
  version: optional(reference),
  /** The parameter of the query by which nothing is done, though the answer is that of a write: a dry run. */
  dryRun: optional(byName(text, 'values by parameter')),
  /** Whether the header `If-Match` was never left out. */
  conditional: optional(yes),
  /** The answers to those who prefer another one than the usual, by what they prefer or by parameters of the query. */
  preferred: optional(
    several(
      checked(
        object({
          prefers: optional(preferences),
          asks: optional(byName(text, 'values by parameter')),
          ...answer('written'),
        }),
        ({ prefers, asks }) =>
          prefers === undefined && asks === undefined
            ? [{ path: ['asks'], reason: 'is missing, and so is "prefers": who is answered so' }]
            : [],
      ),
      'answers',
    ),
  ),
  /** Whether strategies are named by numbers. */
  namesByNumber: optional(yes),
  /** What becomes of the record: by pointer, from the body that was sent and the record as it was. */
  sets: templates('set'),
  /** Objects that are made where there is none as soon as something in them is set. */
  makes: optional(templates('set')),
  /** Objects that are there only while something stands in them. */
  filled: optional(v.array(pointer, 'an array of pointers')),
  /** Whether a write of what stands there already changes nothing. */
  keepsSame: optional(yes),
  /** What becomes of it later. */
  later: optional(object({ seconds, sets: templates('set') })),
  monitor: optional(monitor),
});

const timeWords = notATime.replace('no', 'a');

const rising = v.pipe(
  v.tuple([number, number], 'a pair of numbers'),
  v.check(([low, high]) => low <= high, 'a pair of numbers, the lower one first'),
);

/** A leaf of records: what it was seen to be, for records that are made up. */
const field = checked(
  object({
    kinds: v.array(
      oneOf(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']),
      'an array of kinds',
    ),
    /** In how many of `of` records it was there. */
    seen: count,
    of: count,
    nulls: optional(count),
    /** In how many it was an empty text. */
    blanks: optional(count),
    /** The few values that it has. */
    values: optional(several(json, 'values')),
    /** Of its numbers, of its moments in milliseconds since 1970, or of the lengths of its texts. */
    range: optional(rising),
    decimals: optional(decimals),
    /** Of what its numbers are multiples, where that is more than 1: 10000 for whole cents in millionths. */
    step: optional(positive),
    /** The filter that writes its numbers or words as texts: `fixed 2 EUR`, `constant` for NAMES_LIKE_THIS. */
    as: optional(checked(text, (value) => filterProblems(value, 'field'))),
    /** The shape of its texts, or the form of its moments. */
    shape: optional(v.pipe(v.string('a shape'), v.check(isShape, 'a shape, such as ffff-9999'))),
    time: optional(fitting(timeWords, isTimeForm)),
    /** By how much a moment is later than another one, in milliseconds, or how many times as much an amount is. */
    from: optional(object({ at: pointer, add: optional(rising), times: optional(rising) })),
    /** What it follows from. */
    template: optional(template('field')),
  }),
  ({ seen, of, nulls = 0 }) => {
    if (seen > of)
      return [{ path: ['seen'], reason: `${seen} is not a count of at most ${of}, as 'of' says` }];
    return nulls > seen
      ? [{ path: ['nulls'], reason: `${nulls} is not a count of at most ${seen}, as 'seen' says` }]
      : [];
  },
);

const sources = Array.from(alphabets.values(), ({ source }) => literalPattern(source));
/** The regular expressions that `patternOf` (analysis/explain/shapes.ts) writes: signs, and runs of one alphabet. */
const idPattern = new RegExp(
  String.raw`^(?:\\[.*+?^$\{}()|[\]\\/-]|[^.*+?^$\{}()|[\]\\/-]|(?:${sources.join('|')})\{(?:1,)?\d{1,3}\})+$`,
);

const idWords = 'a shape of ids: signs and runs such as [0-9a-f]{8}';

/** The ways in which ids can be written that are found in others, too; `uuid` has its dashes (RFC 9562 §4). */
export const cases = ['lower', 'upper', 'uuid'] as const;
export type IdCase = (typeof cases)[number];

const uuidDigits = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

/** An id in a case. */
export function inCase(id: string, way: IdCase): string {
  if (way === 'upper') return id.toUpperCase();
  const lower = id.toLowerCase();
  return way === 'lower' ? lower : (uuidDigits.exec(lower)?.slice(1).join('-') ?? id);
}

/** Whether a path names a record by another leaf than its id. */
export const isNamedSo = (record: Json, others: readonly OtherName[], asked: string): boolean =>
  others.some(({ at, sign }) => `${sign}${textAt(record, at)}` === asked);

/** The known id that one names in another case, or by the first so many signs of it; else the id as it is. */
export function storedId(
  id: string,
  { case: way, signs }: { readonly case?: IdCase | undefined; readonly signs?: number | undefined },
  known: () => ReadonlySet<string>,
): string {
  if (way !== undefined) {
    const own = inCase(id, way);
    return own !== id && known().has(own) ? own : id;
  }
  if (id.length !== signs) return id;
  const [whole = id, ...others] = [...known()].filter((one) => one.startsWith(id));
  return others.length > 0 ? id : whole;
}

/** A leaf by which paths name records beside their ids, such as a code, and what stands in paths before it, such as `@`. */
const otherName = object({ at: pointer, sign: text });

/** What some leaves of a record are at the same time; of those that other cases name and this one does not, something is there. */
const togetherCase = object({
  /** In how many records. */
  seen: positive,
  values: optional(byPlace(json, 'values')),
  nulls: optional(pointers),
  lacks: optional(pointers),
});

const record = object({
  id: object({
    at: pointer,
    prefix: text,
    /** In which case ids are written, where a record is found by its id in any, or as a UUID without its dashes. */
    case: optional(oneOf(cases)),
    /** How many signs of the beginning of an id are enough to find a record. */
    signs: optional(positive),
    others: optional(v.array(otherName, 'an array of other names')),
    shape: optional(
      v.pipe(
        v.string(idWords),
        v.maxLength(400, idWords),
        v.check((value) => idPattern.test(value), idWords),
      ),
    ),
  }),
  /** Where the bounds, the strategy and the state stand, with how amounts are written. */
  min: optional(amount),
  max: optional(amount),
  strategy: optional(pointer),
  /** The leaf that `If-Match` and `If-None-Match` name, where no header of answers tells an entity tag (RFC 9110 §8.8.3). */
  tag: optional(pointer),
  fields: byPlace(field, 'fields'),
  /** What the first items of lists were seen to be, by places such as `/offers/0/price`. */
  items: optional(byPlace(field, 'fields')),
  /** Leaves that go together, such as a code and its label: each the cases that were seen of some. */
  together: optional(v.array(v.array(togetherCase, 'an array of cases'), 'an array of arrays of cases')),
  /**
   * Lists of objects that are a name and a value each, which `fields` has as objects: their members, and the order of the names.
   * Without `value`, all members but the name are the value.
   */
  pairs: optional(
    byPlace(
      object({ name: text, value: optional(text), order: each(v.array(text, 'an array of names'), 'name') }),
      'lists of names and values',
    ),
  ),
});

/** The file behind the link of a report run: a table of listings. */
const reportFile = object({
  /** Where a run shows the link. */
  link: pointer,
  /** Its media type. */
  type: text,
  /** The first line, where that names the columns. */
  head: optional(v.array(v.string('a text'), 'an array of names')),
  separator: text,
  /** How lines end. */
  end: text,
  /** Whether all cells stand in quotes. */
  quoted: optional(yes),
  columns: v.array(template('item'), 'an array of templates'),
  /** How many listings it holds, from the first of the list; left out: all. */
  rows: optional(count),
});

/** A leaf of the listing that is to be changed, or of the strategy that is named, and its value; or a request's digest. */
const condition = checked(
  object({
    of: oneOf(['record', 'strategy', 'request']),
    at: pointer,
    /** What stands there, null for nothing; or what does not. */
    is: optional(json),
    isNot: optional(json),
    /**
     * Of a listing: what stands in the strategy that is named at the same time, or followed where bounds are taken away; anything,
     * where nothing is told.
     */
    and: optional(object({ at: pointer, is: optional(json) })),
  }),
  ({ is, isNot }) =>
    (is === undefined) === (isNot === undefined)
      ? [{ path: [], reason: 'needs either is or isNot: what stands there, or what does not' }]
      : [],
);

/** An error: when it is given, and how it is written. */
const error = object({
  cause,
  ...answer('error'),
  /** Left out: for every endpoint. */
  on: optional(several(endpointOrAny, 'endpoints')),
  /** The field or parameter at fault, where the words are its own. */
  param: optional(text),
  /** For causes that are states of a record. */
  when: optional(condition),
  /** In how many refused requests it was seen. */
  seen: count,
});

const limit = {
  /** Requests in the window; null: as many as were seen were accepted. */
  limit: v.nullable(positive),
  /** As many were accepted. */
  accepted: count,
};

/** What an amount may be, as far as it was seen: refused ones lie outside. */
const amounts = checked(
  object({
    low: optional(number),
    high: optional(number),
    decimals: optional(decimals),
    /** Amounts are multiples of it. */
    step: optional(positive),
    /** Where a listing shows an amount that its bounds may not be below, such as what it cost. */
    floor: optional(pointer),
    /** Where it shows one that its lower bound may not be above, such as its price. */
    minMost: optional(pointer),
    /** Where it shows one that its upper bound may not be below. */
    maxLeast: optional(pointer),
  }),
  ({ low, high }) =>
    low !== undefined && high !== undefined && low > high
      ? [{ path: ['low'], reason: `${low} is not a number of at most ${high}, as 'high' says` }]
      : [],
);

export const serviceSchema = object({
  records: object({ listing: optional(record), strategy: optional(record), reportRun: optional(record) }),
  lists: object({
    listListings: optional(list),
    listStrategies: optional(list),
    listReports: optional(list),
  }),
  reads: object({ getListing: optional(read) }),
  reportFile: optional(reportFile),
  writes: object({ updatePrice: optional(write), updateStrategy: optional(write) }),
  errors: v.array(error, 'an array of errors'),
  /** Causes that were seen to be accepted. */
  accepted: v.array(object({ cause, on: endpoint, param: optional(text), seen: count }), 'an array'),
  /** The causes in the order in which the service looks for them. */
  order: each(v.array(cause, 'an array of causes'), 'cause'),
  /** Whether all that is wrong is told at once. */
  tellsAll: optional(flag),
  /** What stands around several errors, in the order of these fields. */
  together: optional(
    object({
      at: v.string('a JSON pointer'),
      /** `{errors}` is their list, or their sentences. Left out: what stands around the first one. */
      body: optional(template('error')),
      fields: v.array(v.string('a JSON pointer or the name of a parameter'), 'an array of texts'),
      /** By their places, the texts that join what each error would tell there alone, and what stands between two of these. */
      joins: optional(v.record(v.string(), v.string('a text'), 'an object')),
      /** By their places, what such texts begin with alone, and once where they are joined. */
      begins: optional(v.record(v.string(), v.string('a text'), 'an object')),
      /** By their places, what such texts end with alone, and the last one where they are joined. */
      ends: optional(v.record(v.string(), v.string('a text'), 'an object')),
    }),
  ),
  amounts,
  /** Characters of the longest body that is taken. */
  longestBody: optional(positive),
  /** The media types in which requests are answered; others are refused. Left out: any is taken, and none changes anything. */
  types: optional(each(v.array(text, 'an array of media types'), 'type')),
  limits: object({
    second: object({
      ...limit,
      /** Of a bucket that holds `limit`: how many come back in a second, where that is another number. */
      refill: optional(pace),
      /** What is counted by itself. */
      per: optional(oneOf(countedApart)),
    }),
    minute: object(limit),
    algorithm: oneOf([
      'sliding-log',
      'fixed-window',
      'first-request-window',
      'sliding-counter',
      'token-bucket',
    ]),
    countsRefused: flag,
    /** Whether files behind links are counted, too. */
    files: optional(yes),
  }),
});

type Service = Taken<typeof serviceSchema>;
type ByEndpoint<Form> = Readonly<Partial<Record<EndpointName, Form>>>;

export type AnswerForm = Taken<typeof read>;
export type ViewForm = NonNullable<AnswerForm['views']>[number];
export type HeaderForms = NonNullable<AnswerForm['headers']>;
export type OtherName = Taken<typeof otherName>;
export type FilterForm = Taken<typeof filter>;
export type PositionForm = Taken<typeof position>;
export type SortForm = Taken<typeof sort>;
export type QueryForm = Taken<typeof query>;
export type ListForm = Taken<typeof list>;
export type WriteForm = Taken<typeof write>;
export type MonitorForm = NonNullable<WriteForm['monitor']>;
export type AmountForm = Taken<typeof amount>;
export type Reference = Taken<typeof reference>;
export type AmountRange = Taken<typeof amounts>;
export type FieldForm = Taken<typeof field>;
export type RecordForm = Taken<typeof record>;
export type StateCondition = Taken<typeof condition>;
export type ReportFileForm = Taken<typeof reportFile>;
export type ErrorForm = Taken<typeof error>;
export type Preferences = Taken<typeof preferences>;
/** The answer to a write in another form than the usual one, and who gets it. */
export type PreferredForm = NonNullable<WriteForm['preferred']>[number];
export type Accepted = Service['accepted'][number];
export type LimitForm = Service['limits']['second'];

export interface DialectForm extends Omit<Service, 'records' | 'lists' | 'reads' | 'writes'> {
  readonly records: Readonly<Partial<Record<RecordKind, RecordForm>>>;
  readonly lists: ByEndpoint<ListForm>;
  readonly reads: ByEndpoint<AnswerForm>;
  readonly writes: ByEndpoint<WriteForm>;
}
