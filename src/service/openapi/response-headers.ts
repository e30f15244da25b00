// Headers of answers. The specification shows none (§8), so each of them rests on an assumption.
import type { Mark, Settings } from '../../spec/settings.ts';
import { assumed } from './openapi-document.ts';
import type { Components, Reference, Schema } from './openapi-document.ts';

type HeaderRefs = Readonly<Record<string, Reference>>;

/** Names of the headers that tell the limits, by their form (A19). */
const limitHeaders = {
  none: [],
  'retry-after': [],
  'x-ratelimit': ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  'draft-7': ['RateLimit', 'RateLimit-Policy'],
  'draft-10': ['RateLimit', 'RateLimit-Policy'],
} as const;

const number = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** Makes the headers of one document. */
export class Headers {
  readonly #components: Components;
  readonly #settings: Settings;

  constructor(components: Components, settings: Settings) {
    this.#components = components;
    this.#settings = settings;
  }

  ofList(): HeaderRefs {
    if (this.#settings.form.paging.by !== 'link') return this.#ofAll();
    const link = this.#ref('Link', 'pagination', 'Where the next page is, if there is one (RFC 8288).', text);
    return { ...this.#ofAll(), Link: link };
  }

  ofListing(): HeaderRefs {
    return { ...this.#ofAll(), ...this.#entityTag() };
  }

  ofOther(): HeaderRefs {
    return this.#ofAll();
  }

  /** @param status undefined for the response that covers all other errors */
  ofErrors(status?: number): HeaderRefs {
    return { ...this.#ofAll(), ...this.#ofStatus(status) };
  }

  #ofAll(): HeaderRefs {
    const limits = limitHeaders[this.#settings.form.headers.limits].map((name) => {
      const schema = name.startsWith('X-') ? number : text;
      return [name, this.#ref(name, 'rate-headers', 'The limits and what is left of them.', schema)] as const;
    });
    if (this.#settings.form.headers.requestId === 'off') return Object.fromEntries(limits);
    const id = this.#ref(
      'X-Request-Id',
      'form.headers.requestId',
      'The id sent, or one made up.',
      text,
      true,
    );
    return { 'X-Request-Id': id, ...Object.fromEntries(limits) };
  }

  #ofStatus(status: number | undefined): HeaderRefs {
    switch (status) {
      case 401: {
        if (this.#settings.form.headers.challenge === 'off') return {};
        const challenge = 'The scheme; its name is made up.';
        return {
          'WWW-Authenticate': this.#ref('WWW-Authenticate', 'form.headers.challenge', challenge, text),
        };
      }
      case 415: {
        const types = 'What the endpoint takes (RFC 5789).';
        return { 'Accept-Patch': this.#ref('Accept-Patch', 'wrong-content-type', types, text) };
      }
      case 429: {
        if (this.#settings.form.headers.limits === 'none') return {};
        const isDate = this.#settings.form.headers.retryAfter === 'date';
        const words = isDate ? 'When to try again, as an HTTP date.' : 'Seconds to wait.';
        const schema = isDate ? text : { type: 'integer', minimum: 1 };
        return { 'Retry-After': this.#ref('Retry-After', 'rate-headers', words, schema, true) };
      }
      default:
        return {};
    }
  }

  #entityTag(): HeaderRefs {
    if (this.#settings.etag === 'off') return {};
    return { ETag: this.#ref('ETag', 'etag', 'Changes with the listing (RFC 9110 §8.8.3).', text, true) };
  }

  #ref(name: string, id: Mark, description: string, schema: Schema, required = false): Reference {
    return this.#components.ref('headers', name, () =>
      assumed(id, { description, schema, ...(required && { required }) }),
    );
  }
}
