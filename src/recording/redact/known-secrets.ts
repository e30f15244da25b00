// The secrets met so far and what stands for each. The n-th one of a kind in a session is always number n, so the same
// traffic recorded again gets the same placeholders, and no hash of a secret is there to be guessed at.
import { hasEscapes, layersOf } from './unescape-layers.ts';
import { placeholderText, unknownSecret, withoutPlaceholders } from '../placeholders.ts';
import { MultiSearch } from './multi-search.ts';
import { reachOf, shortestSecret, type Reach } from '../../http/secret-patterns.ts';
import { percentDecoded } from '../../http/parse-url.ts';

/**
 * How many stay known of those that come with the traffic, so that memory stays flat: links are signed anew in every
 * answer. Keys have a separate pool, from which no number of links can displace them.
 */
const poolSizes = { keys: 10_000, traffic: 5000 } as const;

interface SecretOptions {
  /**
   * Whether it signs what stands beside it and tells nothing apart: then one placeholder does for all, and a link that is
   * signed anew is the same link. Other secrets get different placeholders.
   */
  readonly signs?: boolean;
  /** How far it is looked for; what the value itself suggests, if not said. */
  readonly reach?: Reach;
  /** Among which others it may be forgotten; never, if not said. */
  readonly pool?: keyof typeof poolSizes;
}

export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

export class KnownSecrets {
  readonly #numbered: boolean;
  readonly #search = new MultiSearch();
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** In the order in which they were last met. */
  readonly #pools = { keys: new Set<string>(), traffic: new Set<string>() };

  /** The one met last. */
  #touched: string | undefined;

  /** @param numbered whether different secrets get different placeholders: not when they are met to be compared */
  constructor(numbered = true) {
    this.#numbered = numbered;
  }

  /** Grows whenever something new is looked for. */
  learned = 0;

  /** Whether there is anything to look for. */
  get isEmpty(): boolean {
    return this.#search.size === 0;
  }

  /**
   * What stands for a secret.
   * @param label what it is, for the placeholder
   */
  placeholderFor(label: string, secret: string, options: SecretOptions = {}): string {
    const reach = options.reach ?? reachOf(secret);
    const met = this.#placeholders.get(secret);
    if (met !== undefined && reach !== 'nowhere') {
      this.#touch(secret);
      return met;
    }
    const clean = label.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, 40);
    // One that is a secret only at its place is known by its label, too: another `dark` need not be the same.
    const key = reach === 'nowhere' ? `${clean}\0${secret}` : secret;
    const known = met ?? this.#placeholders.get(key);
    if (known !== undefined) {
      this.#touch(key);
      return known;
    }
    let text = placeholderText(clean);
    if (options.signs !== true && !this.#numbered) text = unknownSecret;
    else if (options.signs !== true) {
      const count = (this.#counts.get(clean) ?? 0) + 1;
      this.#counts.set(clean, count);
      text = placeholderText(clean, count);
    }
    // What is percent-encoded in a cookie or a link may stand plain elsewhere.
    for (const form of reach === 'nowhere' ? [key] : new Set([secret, percentDecoded(secret) ?? secret])) {
      if (!this.#placeholders.has(form)) this.#remember(form, text, reach, options.pool);
    }
    return text;
  }

  /**
   * Where secrets stand in a text, in any of their forms and under any escapes; placeholders are none.
   * @param unmistakable whether those that are short or wordy are passed over
   */
  *occurrences(text: string, unmistakable = false): Generator<Occurrence> {
    if (this.isEmpty) return;
    for (const layer of layersOf(text)) {
      const masked = withoutPlaceholders(layer.text);
      for (let from = 0; ;) {
        const hit = this.#search.find(masked, from, unmistakable);
        if (hit === undefined) break;
        from = hit.end;
        const stands = this.#placeholders.get(hit.secret)!;
        yield {
          start: layer.origin(hit.start),
          end: layer.origin(hit.end),
          placeholder: hit.wide ? Array.from(stands).join('\0') : stands,
        };
      }
    }
  }

  /** Whether a secret stands in a text; see `occurrences`. */
  isIn(text: string, unmistakable = false): boolean {
    // Every form of a secret is at least so long, and no escape stands for more than itself.
    if (this.isEmpty || text.length < shortestSecret) return false;
    // Most texts are their own only layer.
    if (!hasEscapes(text)) return this.#search.find(withoutPlaceholders(text), 0, unmistakable) !== undefined;
    return this.occurrences(text, unmistakable).next().done !== true;
  }

  #touch(form: string): void {
    // A client sends the same key with each request.
    if (form === this.#touched) return;
    this.#touched = form;
    const { keys, traffic } = this.#pools;
    if (keys.delete(form)) keys.add(form);
    if (traffic.delete(form)) traffic.add(form);
  }

  #remember(form: string, text: string, reach: Reach, pool: SecretOptions['pool']): void {
    this.#placeholders.set(form, text);
    if (reach !== 'nowhere') {
      this.#search.add(form, reach === 'alone');
      this.learned += 1;
    }
    if (pool === undefined) return;
    const others = this.#pools[pool].add(form);
    this.#touched = undefined;
    if (others.size <= poolSizes[pool]) return;
    const [oldest] = others;
    others.delete(oldest!);
    this.#placeholders.delete(oldest!);
    this.#search.delete(oldest!);
  }
}
