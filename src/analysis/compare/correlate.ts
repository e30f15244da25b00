// What a client takes out of an answer and sends back: cursors, ids of new records, links. The simulator's own values
// differ from the recorded ones, so a recorded request is played with what the simulator gave in their place.
import type { RecordedRequest } from '../../recording/format.ts';
import { headerOf, type Answer } from './answer.ts';
import { isObject } from './formats.ts';

export class Correlation {
  readonly #values = new Map<string, string>();
  /** What the simulator itself has said: it knows these, so that nothing takes their place. */
  readonly #own = new Set<string>();
  /** Path and query of a recorded link, and what stood there in the simulator's answer. */
  readonly #targets = new Map<string, string>();

  /** Takes note of a pair of answers to the same request. */
  learn(recorded: Answer, simulated: Answer): void {
    this.#note(simulated.json);
    this.#walk(recorded.json, simulated.json);
    const [theirs, ours] = [headerOf(recorded, 'link'), headerOf(simulated, 'link')].map(linksIn);
    for (const [relation, url] of theirs ?? []) this.#pair(url, ours?.get(relation));
  }

  /** Path and query to ask the simulator for. */
  targetOf({ path, query }: RecordedRequest): { readonly path: string; readonly query: string } {
    const target = this.#targets.get(query === '' ? path : `${path}?${query}`);
    if (target !== undefined) return split(target);
    return {
      path: path.split('/').map(this.#replaced).join('/'),
      query: query
        .split('&')
        .map((parameter) => {
          const equals = parameter.indexOf('=') + 1;
          return equals === 0
            ? parameter
            : parameter.slice(0, equals) + this.#replaced(parameter.slice(equals));
        })
        .join('&'),
    };
  }

  readonly #replaced = (encoded: string): string => {
    if (encoded === '' || this.#values.size === 0) return encoded;
    const value = decoded(encoded);
    const found = this.#own.has(value) ? undefined : this.#values.get(value);
    return found === undefined ? encoded : encodeURIComponent(found);
  };

  #note(simulated: unknown): void {
    if (typeof simulated === 'string') this.#own.add(simulated);
    else if (typeof simulated === 'object' && simulated !== null) {
      for (const item of Object.values(simulated)) this.#note(item);
    }
  }

  #walk(recorded: unknown, simulated: unknown): void {
    if (Array.isArray(recorded) && Array.isArray(simulated)) {
      for (const [at, item] of recorded.entries()) this.#walk(item, simulated[at]);
    } else if (isObject(recorded) && isObject(simulated)) {
      for (const [key, item] of Object.entries(recorded)) this.#walk(item, simulated[key]);
    } else this.#pair(recorded, simulated);
  }

  #pair(recorded: unknown, simulated: unknown): void {
    if (typeof recorded !== 'string' || typeof simulated !== 'string' || recorded === simulated) return;
    // Prose and single words are never sent back as they came.
    if (/^\S{6,}$/.test(recorded)) this.#values.set(recorded, simulated);
    const [from, to] = [targetIn(recorded), targetIn(simulated)];
    if (from !== undefined && to !== undefined) this.#targets.set(from, to);
  }
}

/** Path and query of a URL, or of a text that is a path. */
function targetIn(text: string): string | undefined {
  const rest = /^(?:https?:\/\/[^/?#]+)?(\/[^#\s]*)$/.exec(text)?.[1];
  return rest === undefined || rest.length < 2 ? undefined : rest;
}

function split(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The targets of a Link header (RFC 8288) by relation. */
function linksIn(header: string | undefined): Map<string, string> {
  const found = (header ?? '').matchAll(/<([^>]*)>[^,]*?;\s*rel="?([\w-]+)"?/g);
  return new Map(Array.from(found, ([, url = '', relation = '']) => [relation, url]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
