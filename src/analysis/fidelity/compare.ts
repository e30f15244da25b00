// Compares a recorded answer with the mock's answer to the same request: status, body, headers. Links are compared by their
// parts, and what the service makes anew for each answer by its form.
import { areClocksNear, nearOf, readMoment, zoneless } from '../../dialect/time-forms.ts';
import { sameValue } from '../../dialect/templates.ts';
import { isList, isMarked, isObject, kindOf, numberOf, printExactly } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { pointerTo } from '../../http/pointer.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { linksIn, mediaType } from '../../http/http-semantics.ts';
import { shortened } from '../../http/plain-text.ts';
import type { HeaderPair } from '../../recording/format.ts';
import { isPlaceholder, mayHoldPlaceholder, placeholdersIn } from '../../recording/placeholders.ts';
import { headerIn } from '../../recording/recordable-headers.ts';
import type { Exchange } from '../exchanges.ts';
import type { Places } from '../find-records.ts';
import { isTransport, placesOf } from './answer-shapes.ts';
import type { RecordPlaces } from './answer-shapes.ts';
import { isMadeAnew, parameterAt } from './anew.ts';
import type { Anew, AnewPlaces, Pattern } from './anew.ts';
import { pathOf } from './places.ts';
import type { Given, Played } from './play.ts';

export const aspects = ['status', 'missing', 'extra', 'type', 'value', 'records', 'order'] as const;
export type Aspect = (typeof aspects)[number];

export interface Difference {
  readonly aspect: Aspect;
  /** `status`, `header:<name>` or a JSON path. */
  readonly path: string;
  /** In few characters. */
  readonly recorded: string;
  readonly mock: string;
}

export interface Compared {
  /** In status and body: an answer without one is the recorded answer. */
  readonly differences: readonly Difference[];
  readonly headers: readonly Difference[];
}

export class Comparison {
  readonly #anew: Anew;
  readonly #places: Places;
  /** What the mock said where the service said something that it made anew. */
  readonly #told = new Map<string, string>();
  /** The mock's entity tags by those of the service, by what was asked for: one tag may name states of many records. */
  readonly #tags = new Map<string, Map<string, string>>();

  constructor(anew: Anew, places: Places) {
    this.#anew = anew;
    this.#places = places;
  }

  /** What a client of the mock sends back, in a request, in the place of something that the service has given. */
  readonly translate = (text: string, by: Exchange): string =>
    this.#tags.get(resourceOf(by))?.get(text) ?? this.#told.get(text) ?? text;

  /** @param played with an answer of the mock */
  compare({ exchange, given, shift }: Played): Compared {
    if (given === undefined) return { differences: [], headers: [] };
    this.#noteTag(exchange, given);
    if (exchange.status !== given.status) {
      const [recorded, mock] = [exchange, given].map(({ status, body, text }) =>
        `${status} ${short(body ?? text)}`.trim(),
      ) as [string, string];
      return { differences: [{ aspect: 'status', path: 'status', recorded, mock }], headers: [] };
    }
    const walk = new Walk(this.#anew.of(exchange), shift, placesOf(exchange, this.#places), this.#told);
    walk.bodies(exchange, given);
    const differences = walk.found.splice(0);
    walk.headers(exchange.headers, given.headers);
    return { differences, headers: walk.found };
  }

  #noteTag(exchange: Exchange, given: Given): void {
    const [recorded, ours] = [exchange, given].map(({ headers }) => headerIn(headers, 'etag'));
    if (recorded === undefined || ours === undefined) return;
    const resource = resourceOf(exchange);
    const known = this.#tags.get(resource) ?? new Map<string, string>();
    this.#tags.set(resource, known.set(recorded, ours));
  }
}

/** The record that was asked for or written; of anything else, the target. */
const resourceOf = ({ recordId, interaction: { request } }: Exchange) =>
  recordId === '' ? `${request.path}?${request.query}` : recordId;

function short(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' && !isMarked(value) ? JSON.stringify(value) : printExactly(value);
  return shortened(text);
}

class Walk {
  readonly found: Difference[] = [];
  readonly #anew: AnewPlaces;
  readonly #shift: number;
  readonly #list: RecordPlaces;
  readonly #told: Map<string, string>;

  constructor(anew: AnewPlaces, shift: number, list: RecordPlaces, told: Map<string, string>) {
    this.#anew = anew;
    this.#shift = shift;
    this.#list = list;
    this.#told = told;
  }

  bodies({ body, text, interaction }: Exchange, given: Given): void {
    const recorded = interaction.response.body;
    if (recorded !== null && ('omitted' in recorded || 'base64' in recorded)) return;
    if (body !== undefined && given.body !== undefined) this.#values('', body, given.body);
    else if (body !== undefined || given.body !== undefined || !this.#sameText('', text ?? '', given.text)) {
      const aspect = text === '' ? 'extra' : given.text === '' ? 'missing' : 'value';
      this.#differ(aspect, '', body ?? text, given.body ?? given.text);
    }
  }

  headers(recorded: readonly HeaderPair[], given: readonly HeaderPair[]): void {
    const names = new Map([...given, ...recorded].map(([name]) => [name.toLowerCase(), name] as const));
    for (const [lower, name] of names) {
      if (isTransport(lower)) continue;
      const [theirs, ours] = [headerIn(recorded, lower), headerIn(given, lower)];
      const path = `header:${name}`;
      if (theirs !== undefined && ours !== undefined && this.#sameHeader(lower, theirs, ours)) continue;
      const aspect = theirs === undefined ? 'extra' : ours === undefined ? 'missing' : 'value';
      this.found.push({ aspect, path, recorded: theirs ?? '', mock: ours ?? '' });
    }
  }

  #sameHeader(name: string, recorded: string, given: string): boolean {
    if (recorded === given) return true;
    if (name === 'content-type') return mediaType(recorded) === mediaType(given);
    const isNumber = (text: string) => /^\d+$/.test(text);
    const isMoving = this.#anew.movingHeaders.has(name);
    if (isMoving && ((isNumber(recorded) && isNumber(given)) || isAlike(recorded, given))) return true;
    const patterns = this.#anew.headers;
    if (name === 'link') {
      const [theirs, ours] = [linksIn(recorded), linksIn(given)];
      return (
        theirs.size === ours.size &&
        [...theirs].every(([rest, target]) => {
          const other = ours.get(rest);
          return other !== undefined && this.#sameText(name, target, other, patterns);
        })
      );
    }
    return this.#sameText(name, recorded, given, patterns);
  }

  #values(at: string, recorded: Json, given: Json): void {
    if (recorded === given) return;
    const list = at === this.#list.listAt ? this.#list : undefined;
    if (isList(recorded) && isList(given)) this.#arrays(at, recorded, given, list);
    else if (isObject(recorded) && isObject(given)) this.#objects(at, recorded, given, list?.isMap === true);
    else if (this.#sameLeaf(at, recorded, given)) return;
    else this.#differ(kindOf(recorded) === kindOf(given) ? 'value' : 'type', at, recorded, given);
  }

  #objects(at: string, recorded: JsonObject, given: JsonObject, isMap: boolean): void {
    for (const [name, item] of Object.entries(recorded)) {
      const own = isMap ? `${at}/*` : pointerTo(at, name);
      if (Object.hasOwn(given, name)) this.#values(own, item, given[name]!);
      else if (isMap) this.#differ('records', at, name, undefined);
      else this.#differ('missing', own, item, undefined);
    }
    for (const [name, item] of Object.entries(given)) {
      if (Object.hasOwn(recorded, name)) continue;
      if (isMap) this.#differ('records', at, undefined, name);
      else this.#differ('extra', pointerTo(at, name), undefined, item);
    }
  }

  #arrays(
    at: string,
    recorded: readonly Json[],
    given: readonly Json[],
    list: RecordPlaces | undefined,
  ): void {
    const own = `${at}/*`;
    if (list !== undefined) {
      const [theirs, ours] = [recorded.map(list.idOf), given.map(list.idOf)];
      if (theirs.some((id, index) => id !== ours[index]) || theirs.length !== ours.length) {
        const isOrder =
          theirs.length === ours.length && [...theirs].sort().join() === [...ours].sort().join();
        this.#differ(isOrder ? 'order' : 'records', at, theirs.join(', '), ours.join(', '));
        for (const [index, id] of theirs.entries()) {
          const other = id === undefined ? -1 : ours.indexOf(id);
          if (other !== -1) this.#values(own, recorded[index]!, given[other]!);
        }
        return;
      }
    } else if (recorded.length !== given.length) {
      this.#differ('value', at, recorded, given);
      return;
    }
    for (const [index, item] of recorded.entries()) this.#values(own, item, given[index]!);
  }

  #differ(aspect: Aspect, pointer: string, recorded: Json | undefined, given: Json | undefined): void {
    this.found.push({ aspect, path: pathOf(pointer), recorded: short(recorded), mock: short(given) });
  }

  #sameLeaf(at: string, recorded: Json, given: Json): boolean {
    if (sameValue(recorded, given)) return true;
    const [number, other] = [numberOf(recorded), numberOf(given)];
    if (number !== undefined && other !== undefined)
      return this.#anew.moving.has(at) || this.#sameMoment(recorded, given);
    if (typeof recorded !== 'string' || typeof given !== 'string' || isMarked(recorded) || isMarked(given))
      return false;
    return this.#sameText(at, recorded, given);
  }

  #sameText(
    at: string,
    recorded: string,
    given: string,
    patterns: ReadonlyMap<string, readonly Pattern[]> = this.#anew.body,
  ): boolean {
    if (recorded === given || this.#told.get(recorded) === given) return true;
    if (mayHoldPlaceholder(recorded) && samePlaceholders(recorded, given)) return true;
    const [theirs, ours] = [partsOf(recorded), partsOf(given)];
    if (theirs !== undefined && ours !== undefined) {
      const isSame =
        this.#sameText(parameterAt(at, ''), theirs.path, ours.path, patterns) &&
        theirs.parameters.size === ours.parameters.size &&
        [...theirs.parameters].every(([name, value]) => {
          const other = ours.parameters.get(name);
          return other !== undefined && this.#sameText(parameterAt(at, name), value, other, patterns);
        });
      if (isSame) return true;
    }
    if (this.#sameMoment(recorded, given)) return true;
    const isAnew = patterns.get(at)?.some((pattern) => isMadeAnew(pattern, recorded, given)) === true;
    if (!isAnew && !(this.#anew.moving.has(at.replace(/\?[^/]*$/, '')) && isAlike(recorded, given)))
      return false;
    if (recorded.length > 3) this.#told.set(recorded, given);
    return true;
  }

  /** Both tell a moment in the same form, no further apart than an answer takes. */
  #sameMoment(recorded: Json, given: Json): boolean {
    const areClocks = areClocksNear(recorded, given, [0, this.#shift]);
    if (areClocks !== undefined) return areClocks;
    const [a, b] = [momentIn(recorded), momentIn(given)];
    if (a === undefined || b === undefined || zoneless(a.form) !== zoneless(b.form)) return false;
    const apart = Math.abs(a.at - b.at);
    const slack = nearOf(a.form);
    return apart <= slack || (this.#shift !== 0 && Math.abs(b.at - a.at - this.#shift) <= slack);
  }
}

/** Digits in a text may tell a moment, too, as those of links do. */
const momentIn = (value: Json) =>
  readMoment(typeof value === 'string' && /^\d{10}(\d{3})?$/.test(value) ? Number(value) : value);

interface LinkParts {
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The parts of a link with a query, which may be relative or stand alone; undefined for any other text. */
function partsOf(text: string): LinkParts | undefined {
  const [, path, query] =
    /^((?:(?:https?:\/)?\/[^\s?]*)?)\?(\S*)$/.exec(text) ?? /^([\w.~/-]+)\?(\S+=\S*)$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  return {
    path,
    parameters: new Map([...parameters.keys()].map((name) => [name, parameters.getAll(name).join('\n')])),
  };
}

/** A placeholder for a secret is equal to anything in its place. */
function samePlaceholders(recorded: string, given: string): boolean {
  if (isPlaceholder(recorded)) return true;
  const pieces = placeholdersIn(recorded).reduce<readonly string[]>(
    (texts, placeholder) => texts.flatMap((text) => text.split(placeholder)),
    [recorded],
  );
  const source = pieces.map(literalPattern);
  return new RegExp(`^${source.join('[^]*')}$`).test(given);
}

/** Whether two texts could be two values of one kind that is drawn at random: not words, but the same signs in their places. */
function isAlike(a: string, b: string): boolean {
  const form = (text: string) => text.replace(/[A-Za-z0-9]{6,}/g, (run) => (/\d/.test(run) ? '#' : run));
  return form(a) === form(b) && form(a).includes('#');
}
