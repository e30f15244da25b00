// What a service makes anew for each answer, such as the id of a request, a signature or an opaque cursor: two answers that
// are the same have the same form there, not the same value. A profile says where, by its templates; a recording shows it
// where a value changes from answer to answer although nobody wrote.
import type {
  AnswerForm,
  DialectForm,
  HeaderForms,
  ListForm,
  RecordKind,
} from '../../dialect/profile-form.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import { holesIn, parseHole, shapeIn } from '../../dialect/templates.ts';
import { signsIn } from '../../dialect/drawn-texts.ts';
import { isList, isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { pointerTo } from '../../http/pointer.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { requestKey } from '../../recording/request-key.ts';
import { headerIn } from '../../recording/recordable-headers.ts';
import { isKeyless } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { Places } from '../find-records.ts';
import { recordKey } from '../learn/records/sightings.ts';
import type { States } from '../learn/records/states.ts';
import type { EndpointName } from '../../spec/endpoints.ts';

/** A text that is partly made anew: both sides match, and what the groups hold is the same. */
export type Pattern = RegExp;

/** What may differ in one kind of answer, by place; `*` stands for any item. */
export interface AnewPlaces {
  readonly body: Map<string, Pattern[]>;
  /** By header name, in lower case. */
  readonly headers: Map<string, Pattern[]>;
  /** Places whose values move by themselves. */
  readonly moving: Set<string>;
  /** Headers, in lower case, that differ between answers that are equal otherwise: what is left of a limit, for instance. */
  readonly movingHeaders: ReadonlySet<string>;
}

const anyError = 'error';

export class Anew {
  readonly #movingHeaders = new Set<string>();
  readonly #places = new Map<string, AnewPlaces>();

  /** @param forms of the service, by whatever was learned from */
  constructor(forms: readonly DialectForm[], states: States) {
    for (const form of forms) {
      this.#readForm(form, states);
      this.#readChanges(form, prefixesOf('listing', states));
    }
    for (const [kind, pointers] of movingIn(states)) {
      for (const prefix of prefixesOf(kind, states)) {
        const { moving } = this.#of(prefix.answer);
        for (const pointer of pointers) moving.add(prefix.at + pointer);
      }
    }
    this.#readRepeats(states);
  }

  /** What a write makes anew in its record, such as an opaque version, is shown wherever the record is. */
  #readChanges(form: DialectForm, prefixes: readonly Prefix[]): void {
    for (const { sets, later } of Object.values(form.writes)) {
      for (const [pointer, template] of [...Object.entries(sets), ...Object.entries(later?.sets ?? {})]) {
        for (const { answer, at } of prefixes)
          readTemplate(template, at + pointer, this.#of(answer).body, noHoles);
      }
    }
  }

  /** What two answers to one read do not share, where nobody wrote between them. Records are looked at by themselves. */
  #readRepeats({ exchanges, places }: States): void {
    let last = new Map<string, Exchange>();
    const ofLists = new Set<string>();
    for (const by of exchanges) {
      if (by.method !== 'GET') {
        if (by.ok) last = new Map();
        continue;
      }
      const key = `${by.status} ${isKeyless(by)} ${requestKey(by.interaction.request)}`;
      const before = last.get(key);
      last.set(key, by);
      if (before?.body === undefined || by.body === undefined) continue;
      const list = by.endpoint === undefined || !by.ok ? undefined : places.lists[by.endpoint.name]?.at;
      const moved = new Set<string>();
      noteMoved(before.body, by.body, '', moved);
      const { moving } = this.#of(by.ok ? (by.endpoint?.name ?? 'none') : anyError);
      for (const at of moved) {
        if (list !== undefined && at.startsWith(`${list}/`)) continue;
        moving.add(at);
        if (list !== undefined) ofLists.add(at);
      }
      if (moved.size > 0) continue;
      for (const [name, value] of by.headers) {
        const lower = name.toLowerCase();
        const known = headerIn(before.headers, lower);
        if (known !== undefined && known !== value) this.#movingHeaders.add(lower);
      }
    }
    // What one list makes anew beside its records, such as how long it took, its sisters do too.
    for (const name of Object.keys(places.lists)) for (const at of ofLists) this.#of(name).moving.add(at);
  }

  /** Errors share what they say of the request, whatever they are about. */
  of({ endpoint, ok }: Exchange): AnewPlaces {
    return this.#of(ok ? (endpoint?.name ?? 'none') : anyError);
  }

  #of(answer: string): AnewPlaces {
    let own = this.#places.get(answer);
    if (own === undefined) {
      own = { body: new Map(), headers: new Map(), moving: new Set(), movingHeaders: this.#movingHeaders };
      this.#places.set(answer, own);
    }
    return own;
  }

  #readForm({ lists, reads, writes, errors }: DialectForm, states: States): void {
    const { places } = states;
    const answers: [answer: string, form: AnswerForm & Partial<ListForm>][] = [
      ...Object.entries({ ...lists, ...reads, ...writes }),
      ...errors.map((error): [string, AnswerForm] => [anyError, error]),
    ];
    for (const [answer, { body, headers, item, query, shows }] of answers) {
      const own = this.#of(answer);
      const token = query?.positions?.some((position) => isAnew(position.token)) === true;
      const holes: Holes = { headers: anewHeaders(headers), token };
      const list = places.lists[answer as keyof Places['lists']];
      readTemplate(body, '', own.body, holes);
      if (item !== undefined && list !== undefined) readTemplate(item, `${list.at}/*`, own.body, holes);
      readHeaders(headers, own.headers, holes);
      if (shows === undefined) continue;
      for (const prefix of prefixesOf(listedKind(answer as EndpointName) ?? 'listing', states))
        if (prefix.answer === answer)
          for (const [place, template] of Object.entries(shows))
            readTemplate(template, prefix.at + place, own.body, holes);
    }
  }
}

interface Holes {
  /** The headers whose values are made anew, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Whether cursors are. */
  readonly token: boolean;
}

const noHoles: Holes = { headers: new Set(), token: false };

const isAnew = (template: Json | undefined): boolean =>
  template !== undefined && holesIn(template).some((hole) => hole.includes('| shaped '));

const anewHeaders = (headers: HeaderForms = {}): ReadonlySet<string> =>
  new Set(
    Object.entries(headers).flatMap(([name, template]) => (isAnew(template) ? [name.toLowerCase()] : [])),
  );

function readHeaders(forms: HeaderForms = {}, found: Map<string, Pattern[]>, holes: Holes): void {
  for (const [name, form] of Object.entries(forms)) {
    const own = new Map<string, Pattern[]>();
    const links = isList(form) ? form.map((link) => (isObject(link) ? link['{link}']! : link)) : [form];
    for (const link of links) readTemplate(link, '', own, holes);
    for (const [place, patterns] of own) note(found, name.toLowerCase() + place, ...patterns);
  }
}

function note(found: Map<string, Pattern[]>, place: string, ...patterns: readonly Pattern[]): void {
  const known = found.get(place);
  if (known === undefined) found.set(place, [...patterns]);
  else known.push(...patterns);
}

/** A parameter of a link has the place of the link with `?<name>` behind it; what stands before them has no name. */
export const parameterAt = (place: string, name: string) => `${place}?${name}`;

function readTemplate(template: Json, at: string, found: Map<string, Pattern[]>, holes: Holes): void {
  if (typeof template === 'string') {
    const pattern = patternOf(template, holes);
    if (pattern !== undefined) note(found, at, pattern);
  } else if (isList(template)) {
    for (const item of template) readTemplate(item, `${at}/*`, found, holes);
  } else if (isObject(template)) {
    if (Object.hasOwn(template, '{url}')) {
      for (const place of [at, parameterAt(at, '')]) readTemplate(template['{url}']!, place, found, holes);
      for (const [name, item] of Object.entries((template.query ?? {}) as Readonly<Record<string, Json>>)) {
        readTemplate(item, parameterAt(at, name), found, holes);
      }
      return;
    }
    for (const coding of ['{base64}', '{base64url}']) {
      if (Object.hasOwn(template, coding) && isAnew(template[coding])) note(found, at, /^[A-Za-z0-9+/_=-]+$/);
    }
    for (const [name, item] of Object.entries(template))
      if (!name.startsWith('{')) readTemplate(item, pointerTo(at, name), found, holes);
  }
}

/** Undefined where nothing of the template is made anew. */
function patternOf(template: string, { headers, token }: Holes): Pattern | undefined {
  let [isAnewHere, source] = [false, ''];
  for (const [part, hole] of template.matchAll(/\{\{|\{([^{}]+)\}|[^{]+/g)) {
    if (hole === undefined) {
      source += literalPattern(part === '{{' ? '{' : part);
      continue;
    }
    const { name } = parseHole(hole);
    const shape = shapeIn(hole);
    const isToken = token && tokenNames.test(name);
    const isFree =
      isToken ||
      name.startsWith('limit.') ||
      (name.startsWith('header.') && headers.has(name.slice('header.'.length)));
    if (shape !== undefined || isFree) isAnewHere = true;
    source += shape === undefined ? (isFree ? '\\S+' : '([^]*)') : shapePattern(shape);
  }
  return isAnewHere ? new RegExp(`^${source}$`) : undefined;
}

/** Cursors, as templates name them. */
const tokenNames = /^(page\.(next|previous|back|(first|last)( token)?)|item\.token)$/;

/** A run of one alphabet may be longer or shorter: not every value that the service has made was seen. */
function shapePattern(shape: string): string {
  const parts: string[] = [];
  for (const { character, alphabet } of signsIn(shape)) {
    const part = alphabet === undefined ? literalPattern(character) : `${alphabet.source}+`;
    if (alphabet === undefined || parts.at(-1) !== part) parts.push(part);
  }
  return parts.join('');
}

/** Whether two texts differ in nothing but what the pattern says is made anew. */
export function isMadeAnew(pattern: Pattern, a: string, b: string): boolean {
  const [one, other] = [pattern.exec(a), pattern.exec(b)];
  return one !== null && other !== null && one.slice(1).every((group, at) => group === other[at + 1]);
}

/** Where records stand in the answers of an endpoint. */
interface Prefix {
  readonly answer: string;
  readonly at: string;
}

/** Where the records of a kind stand in answers. */
function prefixesOf(kind: RecordKind, { sightings, places }: States): Prefix[] {
  const found = new Map<string, Prefix>();
  for (const sighting of sightings) {
    if (sighting.kind !== kind) continue;
    const { endpoint, by } = sighting;
    const list = by.method === 'GET' && by.recordId === '' ? places.lists[endpoint] : undefined;
    const at = list === undefined ? sighting.at : `${list.at}/*${list.inItem}`;
    found.set(`${endpoint} ${at}`, { answer: endpoint, at });
  }
  return [...found.values()];
}

/** The places of records whose values changed from one answer to the next although nobody wrote. */
function movingIn({ sightings, writes }: States): Map<RecordKind, Set<string>> {
  const firstWrite = new Map<string, number>();
  for (const { id, step, by } of writes) {
    const key = recordKey(by, id);
    firstWrite.set(key, Math.min(step, firstWrite.get(key) ?? Infinity));
  }
  const last = new Map<string, Json>();
  const found = new Map<RecordKind, Set<string>>();
  for (const { kind, id, record, by, step, endpoint } of sightings) {
    if (kind === 'listing' && step >= (firstWrite.get(recordKey(by, id)) ?? Infinity)) continue;
    const key = `${by.session} ${kind} ${endpoint} ${id}`;
    const before = last.get(key);
    last.set(key, record);
    if (before === undefined) continue;
    const own = found.get(kind) ?? new Set<string>();
    found.set(kind, own);
    noteMoved(before, record, '', own);
  }
  return found;
}

function noteMoved(before: Json, after: Json, at: string, found: Set<string>): void {
  if (before === after) return;
  if (isList(before) && isList(after)) {
    for (const [index, item] of before.entries()) {
      if (index < after.length) noteMoved(item, after[index] as Json, `${at}/*`, found);
    }
  } else if (isObject(before) && isObject(after)) {
    for (const [name, item] of Object.entries(before)) {
      if (Object.hasOwn(after, name)) noteMoved(item, after[name]!, pointerTo(at, name), found);
    }
  } else found.add(at);
}
