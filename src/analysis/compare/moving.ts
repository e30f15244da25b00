// What moves by itself in a recorded service: the same thing read twice in the same state with different values, such
// as a price that follows the market, the progress of a report, the expiry of a link. It is learned from the recording
// alone; no list of names knows it.
import type { Interaction } from '../../recording/format.ts';
import { listingWrite } from '../../recording/replay/overlay.ts';
import { requestKey } from '../../recording/request-key.ts';
import { recordedAnswer } from './answer.ts';
import { labelOf, type EndpointLabel } from './endpoint-label.ts';
import { formatOf, isObject, kindOf, looseFormatOf, type Kind } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import { idField, idOf, locateRecords, withoutPart } from './find-records.ts';

/** What was seen at a place that moves. */
export interface Seen {
  readonly kinds: Set<Kind | 'absent'>;
  readonly formats: Set<string>;
}

interface Sight {
  readonly endpoint: string;
  readonly value: unknown;
}

/** Stands for all errors of a service, wherever they come. */
export const errorScope = 'errors';

export class Moving {
  readonly #places = new Map<string, Seen>();
  readonly #orders = new Set<string>();
  readonly #sights = new Map<string, Sight>();

  constructor(interactions: readonly Interaction[]) {
    const writes = new Map<string, number>();
    let all = 0;
    for (const interaction of interactions) {
      const written = listingWrite(interaction.request.method, interaction.request.path)?.listing;
      const { status } = interaction.response;
      if (status === 429 || status >= 500) continue;
      if (written !== undefined && status < 300) {
        all += 1;
        writes.set(written.toLowerCase(), (writes.get(written.toLowerCase()) ?? 0) + 1);
      }
      this.#look(interaction, (resource, id) => {
        return resource === 'listings' ? (writes.get(id.toLowerCase()) ?? 0) : all;
      });
    }
    this.#lookAtErrors(interactions);
  }

  /**
   * What was seen at a place that moves, or above it; undefined where nothing moves.
   * @param scope of what the place is: a resource, or an endpoint and a status
   */
  at(scope: string, path: Path): Seen | undefined {
    if (this.#places.size === 0) return undefined;
    for (let length = path.length; length >= 0; length -= 1) {
      const seen = this.#places.get(placeKey(scope, path.slice(0, length)));
      if (seen !== undefined) return seen;
    }
    return undefined;
  }

  /** Whether the records of an endpoint change places by themselves. */
  reorders(endpoint: string): boolean {
    return this.#orders.has(endpoint);
  }

  /** The places that move, for those who want to know. */
  get places(): string[] {
    return [...this.#places.keys()].map((key) => key.replace('\n', ' ')).sort();
  }

  #look({ request, response }: Interaction, stateOf: (resource: string, id: string) => number): void {
    const label = labelOf(request.method, request.path);
    const { json } = recordedAnswer(response);
    if (json === undefined) return;
    const good = response.status >= 200 && response.status < 300;
    const located = good ? locateRecords(json, label) : undefined;
    const state = stateOf('', '');
    const asked = `${requestKey(request)}\n${response.status}\n${state}`;
    const rest = located === undefined ? json : withoutPart(json, located.path);
    this.#compare(`${asked}\nrest`, envelopeScope(label, response.status), { endpoint: asked, value: rest });
    if (located === undefined) return;
    const name = idField(located.records);
    const ids = located.records.map((record) => idOf(record, name) ?? '');
    if (located.isList) this.#order(`${asked}\norder`, label.endpoint, ids);
    for (const [at, record] of located.records.entries()) {
      const id = located.isList ? ids[at]! : (label.id ?? ids[at]!);
      const key = `${label.resource}\n${id.toLowerCase()}\n${stateOf(label.resource, id)}\nrecord`;
      if (id !== '') this.#compare(key, label.resource, { endpoint: label.endpoint, value: record });
    }
  }

  /** The same error told again with one word changed: that word names the answer, such as the id of a trace. */
  #lookAtErrors(interactions: readonly Interaction[]): void {
    const told = new Map<string, Map<string, string>>();
    for (const { response } of interactions) {
      if (response.status < 400) continue;
      const texts = [...textsIn(recordedAnswer(response).json, [])];
      for (const [path, text] of texts) {
        if (formatOf(text) === 'prose') continue;
        const others = texts.filter(([other]) => other !== path).map(([, other]) => other);
        const place = placeKey(errorScope, path);
        const known = told.get(place) ?? new Map<string, string>();
        told.set(place, known);
        const key = [response.status, ...others].join('\n');
        const before = known.get(key);
        known.set(key, text);
        if (before !== undefined && before !== text) this.#note(place, [before, text]);
      }
    }
  }

  #note(place: string, values: readonly unknown[]): void {
    const seen = this.#places.get(place) ?? { kinds: new Set(), formats: new Set() };
    this.#places.set(place, seen);
    for (const value of values) {
      seen.kinds.add(value === undefined ? 'absent' : kindOf(value));
      if (typeof value === 'string') seen.formats.add(looseFormatOf(value));
    }
  }

  #compare(key: string, scope: string, sight: Sight): void {
    const before = this.#sights.get(key);
    this.#sights.set(key, sight);
    if (before === undefined) return;
    const same = before.endpoint === sight.endpoint;
    diff(before.value, sight.value, [], same, (path, values) => {
      this.#note(placeKey(scope, path), values);
    });
  }

  #order(key: string, endpoint: string, ids: readonly string[]): void {
    const before = this.#sights.get(key)?.value as readonly string[] | undefined;
    this.#sights.set(key, { endpoint, value: ids });
    if (before === undefined || before.join() === ids.join()) return;
    if ([...before].sort().join() === [...ids].sort().join()) this.#orders.add(endpoint);
  }
}

export const envelopeScope = ({ endpoint }: EndpointLabel, status: number) => `${endpoint} ${status}`;

const placeKey = (scope: string, path: Path) => `${scope}\n${printPath(path)}`;

/** @param same whether both come from one endpoint; another one may show less of a record, or in another form */
function diff(
  a: unknown,
  b: unknown,
  path: Path,
  same: boolean,
  report: (path: Path, values: readonly unknown[]) => void,
): void {
  if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      diff(a[key], b[key], [...path, key], same, report);
    }
  } else if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) report(path, [a, b]);
    else for (const [at, item] of a.entries()) diff(item, b[at], [...path, everyItem], same, report);
  } else if (kindOf(a) !== kindOf(b) || a === undefined || b === undefined) {
    if (same && a !== b) report(path, [a, b]);
  } else if (!Object.is(a, b) && JSON.stringify(a) !== JSON.stringify(b)) report(path, [a, b]);
}

/** Every text in a value with its place. */
function* textsIn(value: unknown, path: Path): Generator<readonly [Path, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, [...path, everyItem]);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
  }
}
