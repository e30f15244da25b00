// Takes the secrets out of what passes, before anything of it is stored, logged or compared. Requests to a replay go
// through the same, so another key or another signature still finds its answer.
import type { HeaderPair, Interaction, PresentBody, ReadableBody, RecordedBody } from './format.ts';
import { KnownSecrets, isPlaceholder } from './known-secrets.ts';
import { type RedactRule, mapChildren, replaceAt, ruleLabel } from './redact-rule.ts';
import { type PrintedExchange, isOpaque, printExchange } from './print-exchange.ts';
import type { KeyedRequest } from './request-key.ts';
import { cookiePlaceholder, learnCredentials, secretPlaces } from './secret-places.ts';
import { isSecretField, isSecretHeader, looksLikeKey, mayHoldSecrets } from './secret-shapes.ts';
import { storedRequestHeaders, withStoredHeaders } from './stored-headers.ts';

/** What passed, before it has an id; with all headers, as nothing secret is known without them. */
export type Exchange = Omit<Interaction, 'id'>;

/** What is done with bytes, which Node and a browser do differently. */
export interface RedactorTools {
  /** The form in which bytes can be read and edited. */
  readonly readableBody: (bytes: Uint8Array) => ReadableBody;
  /** Bytes in base64 whose latin1 text is edited, inside gzip as well; undefined when that changes nothing. */
  readonly editBytes: (base64: string, edit: (latin1: string) => string) => ReadableBody | undefined;
  /** A body with its readable form edited: the wire's bytes still hold what was taken out. */
  readonly edited: (body: PresentBody, readable: ReadableBody) => RecordedBody;
  /** The last look at what is about to be written: whether it still holds a secret. */
  readonly holdsSecret: (text: string, secrets: KnownSecrets) => boolean;
}

export interface RedactorOptions {
  /** Those known beforehand, such as the key of `--key-env`. */
  readonly secrets?: readonly string[];
  readonly rules?: readonly RedactRule[];
}

/** `createRedactor` makes one for Node, `webRedactor` one that runs anywhere. */
export class Redactor {
  readonly #secrets = new KnownSecrets();
  readonly #tools: RedactorTools;
  readonly #rules: readonly RedactRule[];
  /** Secret by the user's word. */
  readonly #queryNames: ReadonlySet<string>;

  constructor(options: RedactorOptions, tools: RedactorTools) {
    this.#tools = tools;
    this.#rules = options.rules ?? [];
    this.#queryNames = new Set(this.#rules.flatMap((rule) => (rule.kind === 'query' ? [rule.name] : [])));
    for (const secret of options.secrets ?? []) this.#secrets.placeholderFor('api-key', secret);
  }

  /** An exchange as it may be stored: headers by allow-list, no secret anywhere. */
  exchange(exchange: Exchange): Exchange {
    let result = this.#admit(exchange);
    if (!isOpaque(exchange) && !this.#isSuspect(JSON.stringify(result))) return result;
    // What is learned on the way may stand in a part already passed.
    for (let learned = -1, round = 0; learned !== this.#secrets.learned && round < 3; round += 1) {
      learned = this.#secrets.learned;
      result = this.#pass(result);
    }
    return result;
  }

  /** The same with its text, and whether the gate refuses this very text. */
  print(exchange: Exchange): PrintedExchange & { readonly refused: boolean } {
    if (this.#rules.length === 0 && !isOpaque(exchange)) {
      const printed = printExchange(this.#admit(exchange));
      // The gate looks for all secrets that are known: what it lets pass need not be searched for them twice.
      if (!mayHoldSecrets(printed.text) && !this.refuses(printed.text)) return { ...printed, refused: false };
    }
    const printed = printExchange(this.exchange(exchange));
    return { ...printed, refused: this.refuses(printed.text) };
  }

  /** A live request as a recorded one would be; for `requestKey`. */
  request(request: KeyedRequest): KeyedRequest {
    learnCredentials(this.#secrets, request.headers);
    const { body } = request;
    const readable =
      body instanceof Uint8Array ? (body.length === 0 ? null : this.#tools.readableBody(body)) : body;
    return {
      method: request.method,
      path: this.text(request.path),
      query: this.#query(request.query),
      headers: this.#headers(storedRequestHeaders(request.headers)),
      body: this.#body(readable),
    };
  }

  /** A stored interaction without what has been learned since. */
  interaction(interaction: Interaction): Interaction {
    return { id: interaction.id, ...this.#pass(interaction) };
  }

  /** Any text, such as a line of a log or the message of an error. */
  text(text: string): string {
    if (!this.#isSuspect(text)) return text;
    const places = [
      ...secretPlaces(text, this.#secrets, this.#queryNames),
      ...this.#secrets.places(text),
    ].sort((a, b) => a.start - b.start || b.end - a.end);
    let result = '';
    let end = 0;
    for (const place of places) {
      if (place.start >= end) result += text.slice(end, place.start) + place.placeholder;
      end = Math.max(end, place.end);
    }
    return result + text.slice(end);
  }

  /** Whether a text about to be written still holds a known secret; then it must not be. */
  refuses(text: string): boolean {
    return this.#tools.holdsSecret(text, this.#secrets);
  }

  #admit(exchange: Exchange): Exchange {
    learnCredentials(this.#secrets, exchange.request.headers);
    learnCredentials(this.#secrets, exchange.response.headers);
    return withStoredHeaders(exchange);
  }

  #isSuspect(text: string): boolean {
    return this.#rules.length > 0 || mayHoldSecrets(text) || this.#secrets.isIn(text);
  }

  #pass({ at, milliseconds, request, response }: Exchange): Exchange {
    return {
      at,
      milliseconds,
      request: {
        method: request.method,
        path: this.text(request.path),
        query: this.#query(request.query),
        headers: this.#headers(request.headers),
        body: this.#body(request.body),
      },
      response: {
        status: response.status,
        reason: this.text(response.reason),
        headers: this.#headers(response.headers),
        body: this.#body(response.body),
      },
    };
  }

  #query(query: string): string {
    return query === '' ? query : this.text(`?${query}`).slice(1);
  }

  #headers(headers: readonly HeaderPair[]): HeaderPair[] {
    return headers.map(([name, value]) => {
      const lower = name.toLowerCase();
      if (value === '' || isPlaceholder(value)) return [name, value];
      if (lower === 'set-cookie') return [name, this.#setCookie(value)];
      if (isSecretHeader(name) || this.#rules.some((rule) => rule.kind === 'header' && rule.name === lower)) {
        return [name, this.#secrets.placeholderFor(lower, value, { pool: 'keys' })];
      }
      return [name, this.text(value)];
    });
  }

  #setCookie(text: string): string {
    const [, name, value, attributes] = /^([^=;]*)=([^;]*)(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined || value.trim() === '') return this.text(text);
    const secret = value.trim();
    const stands = isPlaceholder(secret) ? secret : cookiePlaceholder(this.#secrets, secret);
    return `${name}=${stands}${this.text(attributes!)}`;
  }

  #body(body: RecordedBody): RecordedBody {
    if (body === null || 'omitted' in body) return body;
    const readable = this.#readable(body);
    return readable === body ? body : this.#tools.edited(body, readable);
  }

  /** The body itself when there is nothing to redact. */
  #readable(body: PresentBody): PresentBody | ReadableBody {
    if ('json' in body) {
      const json = this.#json(this.#ruled(body.json));
      return json === body.json ? body : { json };
    }
    if ('text' in body) {
      const ruled = this.#ruledText(body.text);
      if (ruled !== undefined) return { json: this.#json(ruled) };
      const text = this.text(body.text);
      return text === body.text ? body : { text };
    }
    return this.#tools.editBytes(body.base64, (latin1) => this.text(latin1)) ?? body;
  }

  #json(value: unknown, name = ''): unknown {
    if (typeof value === 'string') {
      if (isSecretField(name, value) && !isPlaceholder(value)) {
        return this.#secrets.placeholderFor(name, value, { sought: looksLikeKey(value), pool: 'traffic' });
      }
      return this.text(value);
    }
    if (typeof value === 'number') {
      const text = String(value);
      return this.#secrets.isIn(text) ? this.text(text) : value;
    }
    const changed = mapChildren(value, (child, key) =>
      this.#json(child, typeof key === 'string' ? key : name),
    );
    if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) return changed;
    const entries = Object.entries(changed).map(
      ([key, child]) => [this.text(key), child as unknown] as const,
    );
    return entries.every(([key], at) => key === Object.keys(changed)[at])
      ? changed
      : Object.fromEntries(entries);
  }

  /** A JSON value after the user's rules. */
  #ruled(value: unknown): unknown {
    let result = value;
    for (const rule of this.#rules) {
      if (rule.kind === 'json')
        result = replaceAt(result, rule.steps, (found) => this.#leaves(found, ruleLabel(rule)));
    }
    return result;
  }

  /** JSON that stands as text, because it is not compact; undefined when no rule applies to it. */
  #ruledText(text: string): unknown {
    if (!this.#rules.some(({ kind }) => kind === 'json')) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      const ruled = this.#ruled(value);
      return ruled === value ? undefined : ruled;
    } catch {
      return undefined;
    }
  }

  /** Texts become placeholders, numbers 0: a client still finds the type that it expects. */
  #leaves(value: unknown, label: string): unknown {
    if (typeof value === 'number') return 0;
    if (typeof value === 'string') {
      return value === '' || isPlaceholder(value)
        ? value
        : this.#secrets.placeholderFor(label, value, { pool: 'traffic' });
    }
    return mapChildren(value, (child) => this.#leaves(child, label));
  }
}
