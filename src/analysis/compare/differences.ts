// What a comparison finds, gathered: points that agree or differ by endpoint, and each difference once.
import type { Exchange } from './answer.ts';
import type { EndpointLabel } from './endpoint-label.ts';
import { isIgnored } from './json-path.ts';

export type Aspect =
  /** The status of the answer. */
  | 'status'
  /** The limits: one refuses and the other does not. */
  | 'limit'
  /** A header is there or not, or has another value. */
  | 'header'
  /** Where the records or the error object stand. */
  | 'envelope'
  /** A field is there or not. */
  | 'field'
  /** A field has another name. */
  | 'name'
  | 'type'
  | 'null'
  | 'format'
  | 'value'
  /** The order of the records. */
  | 'order'
  /** Which records there are. */
  | 'records'
  /** A body that is no JSON. */
  | 'body'
  /** The wording of a message, which is for people. */
  | 'wording';

/** Differences that no client that reads JSON and HTTP as they are meant can notice. */
const cosmetic: ReadonlySet<Aspect> = new Set<Aspect>(['wording']);

/** Stands for what is not there; JSON has no such value. */
export const absent = Symbol('absent');

export interface Place {
  readonly endpoint: string;
  readonly path: string;
  count: number;
}

/** A difference, in all its places. */
export interface Difference {
  readonly aspect: Aspect;
  /** At the first place: `status`, `header:<name>` or a JSON path. */
  readonly path: string;
  readonly recorded: unknown;
  readonly simulated: unknown;
  readonly cosmetic: boolean;
  /** The answers in which it was first seen. */
  readonly exchange: Exchange;
  readonly label: EndpointLabel;
  /** In how many interactions it was seen, and the first of them by id. */
  count: number;
  readonly interactions: string[];
  readonly places: Place[];
}

/** How a place is called by those who group and those who read. */
export interface Spot {
  /** What belongs together over endpoints: a record's field, a header, a field of the error object. */
  readonly group: string;
  /** As it is shown. */
  readonly path: string;
}

const mostIds = 5;

export class Findings {
  readonly differences = new Map<string, Difference>();
  /** By endpoint: each point and the difference there, if there is one. */
  readonly points = new Map<string, Map<string, Difference | null>>();
  readonly #ignored: readonly string[];
  /** The interaction in which each was last seen. */
  readonly #lastIn = new WeakMap<Difference, string>();
  #exchange!: Exchange;
  #label!: EndpointLabel;

  constructor(ignored: readonly string[] = []) {
    this.#ignored = ignored;
  }

  /** What is found from now on is found in this exchange. */
  begin(exchange: Exchange, label: EndpointLabel): void {
    this.#exchange = exchange;
    this.#label = label;
  }

  agree(path: string): void {
    if (isIgnored(path, this.#ignored)) return;
    const points = this.#pointsHere();
    const key = this.#pointKey(path);
    if (!points.has(key)) points.set(key, null);
  }

  differ(aspect: Aspect, { group, path }: Spot, recorded: unknown, simulated: unknown): void {
    if (isIgnored(path, this.#ignored)) return;
    const key = `${aspect}\n${group}`;
    let difference = this.differences.get(key);
    if (difference === undefined) {
      difference = {
        aspect,
        path,
        recorded,
        simulated,
        cosmetic: cosmetic.has(aspect),
        exchange: this.#exchange,
        label: this.#label,
        count: 0,
        interactions: [],
        places: [],
      };
      this.differences.set(key, difference);
    }
    this.#count(difference, path);
    if (!difference.cosmetic) this.#pointsHere().set(this.#pointKey(path), difference);
    else this.agree(path);
  }

  #count(difference: Difference, path: string): void {
    const { id } = this.#exchange.interaction;
    const { endpoint } = this.#label;
    let place = difference.places.find((known) => known.endpoint === endpoint && known.path === path);
    if (place === undefined) difference.places.push((place = { endpoint, path, count: 0 }));
    if (this.#lastIn.get(difference) === id) return;
    this.#lastIn.set(difference, id);
    difference.count += 1;
    place.count += 1;
    if (difference.interactions.length < mostIds) difference.interactions.push(id);
  }

  #pointsHere(): Map<string, Difference | null> {
    const { endpoint } = this.#label;
    const points = this.points.get(endpoint) ?? new Map<string, Difference | null>();
    this.points.set(endpoint, points);
    return points;
  }

  /** A status and what comes with it are points of their own. */
  #pointKey(path: string): string {
    return `${this.#exchange.recorded.status} ${path}`;
  }
}
