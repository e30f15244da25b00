// The form of answers: how they are written where the specification does not say. It is data: a preset or a profile file
// holds it, `--assume` changes a few places of it by a shorthand. Every place is ours until a recording settles it.
import { amount, choice, parseValue, template, text } from './assumption.ts';
import type { Asked } from './assumption.ts';
import type { Json } from '../http/exact-json.ts';

/** How answers are written. */
export interface Form {
  /** What stands around a single record: `{record}` alone for none. */
  readonly record: Json;
  /** What stands around the records of a list. */
  readonly list: Json;
  /** What a PATCH answers. */
  readonly written: 'full' | 'partial' | 'empty' | 'no-content';
  readonly paging: {
    readonly by: 'cursor' | 'link' | 'page' | 'none';
    /** Records when no limit is sent; 0: all. */
    readonly default: number;
    readonly most: number;
    readonly excess: 'reject' | 'cap';
  };
  readonly prices: 'number' | 'fixed2' | 'string' | 'cents';
  readonly times: 'iso' | 'iso-seconds' | 'unix';
  /** Whether records have the fields that services of this kind show, or those of §2 alone. */
  readonly fields: Readonly<Record<'listing' | 'strategy' | 'reportRun', 'full' | 'spec'>>;
  /** How the states of a report run are called. */
  readonly states: Readonly<Record<'queued' | 'running' | 'completed' | 'failed' | 'cancelled', string>>;
  readonly links: 'array' | 'single';
  readonly files: { readonly expired: '403' | '404' | '410'; readonly errors: 'xml' | 'json' };
  readonly errors: {
    readonly codes: 'coarse' | 'fine';
    /** What `param` is when no parameter is at fault. */
    readonly param: 'omit' | 'null' | 'empty';
    readonly statuses: 'keep' | 'documented';
  };
  readonly headers: {
    readonly limits: 'retry-after' | 'none' | 'x-ratelimit' | 'draft-10' | 'draft-7';
    readonly retryAfter: 'seconds' | 'date';
    readonly requestId: 'on' | 'off';
    readonly challenge: 'on' | 'off';
  };
}

/** Places of a form that differ from another one. */
export type FormPatch = {
  readonly [Part in keyof Form]?: Part extends 'record' | 'list'
    ? Json
    : Form[Part] extends string
      ? Form[Part]
      : Partial<Form[Part]>;
};

const stateName = (state: string, named: string) =>
  text(
    ['A23', '§3'],
    `How is the state of a report run called that ${state}?`,
    {
      default: named,
      accepts: (words) => /^[\w -]{1,40}$/.test(words),
      expected: 'a name of up to 40 letters, digits, _, - and spaces',
    },
    'The commonest word in APIs of the same style; marketplaces have others, such as IN_QUEUE or INPROGRESS.',
  );

const fieldsOf = (gap: string, one: string, specified: string) =>
  choice(
    [gap, '§2'],
    `Which fields does ${one} have?`,
    ['full', 'spec'],
    `Those that services of this kind show; spec is ${specified}.`,
  );

/** What a list's template can tell of the page. */
const pageHoles = ['more', 'total', 'count', 'offset', 'page', 'size', 'pages', 'path', 'next'] as const;

/** The places of a form, each with the question that it answers. A dot leads into a part. */
export const formPlaces = {
  record: template(
    ['A1', '§4'],
    'What stands around a single record?',
    ['record'],
    'Public APIs of the same style answer the bare object.',
  ),
  written: choice(
    ['A2', '§4'],
    'What does a PATCH answer?',
    ['full', 'partial', 'empty', 'no-content'],
    'The specification says "the updated listing"; full is the shape of GET, partial the id and the fields sent, empty is {}, no-content a 204.',
    'spec',
  ),
  list: template(
    ['A3', '§4'],
    'What stands around the records of a list?',
    ['records', ...pageHoles],
    'The records and whether there are more, in snake case as doc_url in the error object (§7).',
  ),
  'paging.by': choice(
    ['A4', '§4'],
    'How is a collection paged?',
    ['cursor', 'link', 'page', 'none'],
    'limit, starting_after and ending_before; link adds a Link header, page takes page and page_size, none ignores them all.',
  ),
  'paging.default': amount(
    ['A4', '§4'],
    'How many records come when no limit is sent (0: all)?',
    { default: 0, min: 0, max: 100_000 },
    '"List all listings" shows no parameter, so a client that follows it sends none and expects all.',
  ),
  'paging.most': amount(
    ['A4', '§8'],
    'What is the largest limit?',
    { default: 100, min: 1, max: 100_000 },
    'The commonest bound in APIs of the same style.',
  ),
  'paging.excess': choice(
    ['A4', '§8'],
    'What does a limit above the largest do?',
    ['reject', 'cap'],
    'A request with invalid parameters is answered with 400 (§4 rule 3).',
  ),
  prices: choice(
    ['A7', '§2'],
    'How are prices written?',
    ['number', 'fixed2', 'string', 'cents'],
    'The type is number (decimal): 19.9. fixed2 writes 19.90, string "19.90", cents 1990; string and cents apply to requests too.',
    'spec',
  ),
  times: choice(
    ['A29', '§2'],
    'How are times written?',
    ['iso', 'iso-seconds', 'unix'],
    'ISO 8601 in UTC with milliseconds.',
  ),
  'fields.listing': fieldsOf('A30', 'a listing', 'the four of §2'),
  'fields.strategy': fieldsOf('A22', 'a strategy', 'the identifier alone'),
  'fields.reportRun': fieldsOf('A23', 'a report run', 'id, status, links and metadata'),
  'states.queued': stateName('waits', 'queued'),
  'states.running': stateName('is at work', 'running'),
  'states.completed': stateName('is done', 'completed'),
  'states.failed': stateName('has failed', 'failed'),
  'states.cancelled': stateName('was called off', 'cancelled'),
  links: choice(
    ['A24', '§2'],
    'How are download links written?',
    ['array', 'single'],
    '"Download links" is plural; single is one downloadUrl or null.',
  ),
  'files.expired': choice(
    ['A25', '§2'],
    'Which status does an expired link get?',
    ['403', '404', '410'],
    'What signed links of object stores answer.',
  ),
  'files.errors': choice(
    ['A25', '§2'],
    'How does a download link say what is wrong?',
    ['xml', 'json'],
    'Such links lead to object stores, which answer XML; clients must not parse it as the error object.',
  ),
  'errors.codes': choice(
    ['A13', '§7'],
    'How fine are the error codes?',
    ['coarse', 'fine'],
    'Only invalid_request is known; the coarse codes echo the wording of the table of statuses.',
  ),
  'errors.param': choice(
    ['A14', '§7'],
    'What is param when no parameter is at fault?',
    ['omit', 'null', 'empty'],
    'A field that does not apply is left out.',
  ),
  'errors.statuses': choice(
    ['A16', '§7'],
    'Are statuses used that §7 does not list?',
    ['keep', 'documented'],
    '"Conventional HTTP status codes"; documented turns 405 into 404 and the other client errors into 400.',
  ),
  'headers.limits': choice(
    ['A19', '§8'],
    'Which headers tell the limits?',
    ['retry-after', 'none', 'x-ratelimit', 'draft-10', 'draft-7'],
    'Retry-After on 429 is the standard’s own advice (RFC 6585); the others add their headers to every answer.',
  ),
  'headers.retryAfter': choice(
    ['A19', '§8'],
    'How is Retry-After written?',
    ['seconds', 'date'],
    'Whole seconds, at least 1: the only form that every client reads.',
  ),
  'headers.requestId': choice(
    ['A32', '§4'],
    'Do answers carry X-Request-Id?',
    ['on', 'off'],
    'Sent ids are echoed, others made up, so that logs can be joined. What the socket’s edge refuses carries none.',
  ),
  'headers.challenge': choice(
    ['A32', '§5'],
    'Does a 401 carry WWW-Authenticate?',
    ['on', 'off'],
    'RFC 9110 asks for it; the scheme name ApiKey is ours.',
  ),
} as const satisfies Readonly<Record<string, Asked>>;

export type FormPlace = keyof typeof formPlaces;

export const formPlaceNames = Object.keys(formPlaces) as FormPlace[];

type Parts = Readonly<Record<string, Json | Readonly<Record<string, Json>>>>;

/** What stands at a place of a form. */
export function formValue(form: Form, place: FormPlace): Json {
  const [part = '', name] = place.split('.');
  const found = (form as unknown as Parts)[part]!;
  return name === undefined ? found : (found as Readonly<Record<string, Json>>)[name]!;
}

/** The form with another value at one place. */
export function withFormValue(form: Form, place: FormPlace, value: Json): Form {
  const [part = '', name] = place.split('.');
  if (name === undefined) return { ...form, [part]: value };
  return { ...form, [part]: { ...((form as unknown as Parts)[part] as object), [name]: value } };
}

/** The form with the places laid over it that a patch names; the patch has been checked. */
export function changeForm(form: Form, patch: FormPatch): Form {
  return formPlaceNames.reduce((changed, place) => {
    const [part = '', name] = place.split('.');
    const given = (patch as Readonly<Record<string, Json | undefined>>)[part];
    const value = name === undefined ? given : (given as Readonly<Record<string, Json>> | undefined)?.[name];
    return value === undefined ? changed : withFormValue(changed, place, plain(place, value));
  }, form);
}

/** A value as the program keeps it: a file may hold the status 410 where the program keeps its text. */
function plain(place: FormPlace, value: Json): Json {
  const entry: Asked = formPlaces[place];
  return entry.kind === 'template' || typeof value === 'object' ? value : parseValue(entry, String(value))!;
}
