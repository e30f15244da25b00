// The operations of the service (§4): each follows from what `spec/endpoints.ts` declares of its endpoint.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import type { Endpoint, Subject } from '../../spec/endpoints.ts';
import { exampleIds } from '../data/tiny.ts';
import { listingFields, reportFields, strategyFields } from '../endpoints/list-fields.ts';
import { assumed, json } from './openapi-document.ts';
import type { Components, Part, Reference, Schema } from './openapi-document.ts';
import { errorResponses } from './error-responses.ts';
import { Headers } from './response-headers.ts';
import { listSchema, recordSchema } from './around-records.ts';
import { listParameters } from './lists.ts';
import type { ListKind } from './lists.ts';
import { Records } from './record-schemas.ts';
import { bodyOf } from './update-bodies.ts';

/** How the records of a kind are called together, and what their lists can be filtered and sorted by. */
const kinds: Readonly<Record<Subject, ListKind & { readonly tag: string }>> = {
  listing: { tag: 'Listings', plural: 'Listings', fields: listingFields },
  reportRun: { tag: 'Reports', plural: 'Reports', fields: reportFields(() => '') },
  strategy: { tag: 'Strategies', plural: 'Strategies', fields: strategyFields },
};

/** Makes the operations of one document. */
export class Operations {
  readonly #components: Components;
  readonly #settings: Settings;
  readonly #headers: Headers;
  readonly #records: Records;

  constructor(components: Components, settings: Settings) {
    this.#components = components;
    this.#settings = settings;
    this.#headers = new Headers(components, settings);
    this.#records = new Records(components, settings);
  }

  of(endpoint: Endpoint): Part {
    const { name, summary, description } = endpoint;
    return {
      operationId: name,
      tags: [kinds[endpoint.of].tag],
      summary,
      description,
      ...this.#exchange(endpoint),
    };
  }

  /** Its parameters, body and answers. */
  #exchange(endpoint: Endpoint): Part {
    if (endpoint.method !== 'GET') return this.#patch(endpoint);
    return endpoint.path.includes('{id}') ? this.#read(endpoint) : this.#list(endpoint);
  }

  #list({ of, description }: Endpoint): Part {
    const parameters = listParameters(this.#components, kinds[of], this.#settings);
    const own: ErrorName[] = this.#settings['unknown-query'] === 'reject' ? ['parameter_unknown'] : [];
    if (parameters.length > 0) own.push('parameter_invalid');
    const success = assumed('list-envelope', {
      description,
      headers: this.#headers.ofList(),
      content: json(listSchema(this.#records.of(of), this.#settings)),
    });
    return {
      ...(parameters.length > 0 && { parameters }),
      responses: { '200': success, ...this.#errors(...own) },
    };
  }

  #read({ of, description }: Endpoint): Part {
    const etag = of === 'listing' && this.#settings.etag === 'on';
    const headers = of === 'listing' ? this.#headers.ofListing() : this.#headers.ofOther();
    const unchanged = assumed('etag', { description: 'The listing has not changed.', headers });
    return {
      parameters: [this.#id(of), ...(etag ? [this.#condition('If-None-Match')] : [])],
      responses: {
        '200': this.#one(description, this.#records.of(of), headers),
        ...(etag && { '304': unchanged }),
        ...this.#errors(...this.#idErrors(of)),
      },
    };
  }

  #patch(endpoint: Endpoint): Part {
    const etag = this.#settings.etag === 'on';
    const own = [...this.#idErrors(endpoint.of), ...this.#bodyErrors(), ...bodyOf(endpoint.name).errors];
    if (etag) own.push('precondition_failed');
    return {
      parameters: [this.#id(endpoint.of), ...(etag ? [this.#condition('If-Match')] : [])],
      requestBody: this.#body(endpoint),
      responses: { ...this.#updated(), ...this.#errors(...own) },
    };
  }

  /** What a request carries. A schema that has a name stands among the components. */
  #body({ name }: Endpoint): Part {
    const { schema: make, component, example } = bodyOf(name);
    const schema =
      component === undefined
        ? make(this.#settings)
        : this.#components.ref('schemas', component, () => make(this.#settings));
    return { required: true, content: json(schema, example?.(this.#settings)) };
  }

  /** What a PATCH answers: "the updated listing" (§4), whose shape is not stated (A2). */
  #updated(): Part {
    const headers = this.#headers.ofListing();
    const done = (schema: Schema) =>
      assumed('patch-response', this.#one('The updated listing.', schema, headers));
    switch (this.#settings.form.written) {
      case 'full':
        return { '200': done(this.#records.listing()) };
      case 'partial':
        return { '200': done(this.#records.partialListing()) };
      case 'empty':
        return { '200': done(assumed('patch-response', { type: 'object', maxProperties: 0 })) };
      case 'no-content':
        return { '204': assumed('patch-response', { description: 'The listing is updated.', headers }) };
    }
  }

  /** The answer with one record (A1). */
  #one(description: string, record: Schema, headers: Part): Part {
    const schema = recordSchema(record, this.#settings);
    return assumed('form.record', { description, headers, content: json(schema) });
  }

  /** The `{id}` of a path. A listing's is a UUID (§4); which form the others have, the specification does not say. */
  #id(of: Subject): Part {
    const always = { name: 'id', in: 'path', required: true, example: exampleIds[of] };
    if (of !== 'listing') return { ...always, schema: { type: 'string' } };
    return this.#components.ref('parameters', 'id', () => ({
      ...always,
      description: 'A listing UUID.',
      schema: { type: 'string', format: 'uuid' },
    }));
  }

  #condition(name: 'If-Match' | 'If-None-Match'): Reference {
    return this.#components.ref('parameters', name, () =>
      assumed('etag', {
        name,
        in: 'header',
        description: 'An ETag that the listing has had (RFC 9110 §13.1).',
        schema: { type: 'string' },
      }),
    );
  }

  #idErrors(of: Subject): ErrorName[] {
    return of === 'listing' && this.#settings['malformed-id'] === '400'
      ? ['resource_missing', 'parameter_invalid']
      : ['resource_missing'];
  }

  #bodyErrors(): ErrorName[] {
    return [
      'invalid_json',
      'parameter_missing',
      'parameter_invalid',
      'payload_too_large',
      'unsupported_media_type',
    ];
  }

  #errors(...kinds: readonly ErrorName[]): Part {
    const asHere = (kind: ErrorName) => {
      const status =
        kind === 'unsupported_media_type' && this.#settings['wrong-content-type'] === '400' ? 400 : undefined;
      return new ApiError(kind, '', status === undefined ? {} : { status });
    };
    return errorResponses(kinds.map(asHere), this.#components, this.#headers, this.#settings);
  }
}
