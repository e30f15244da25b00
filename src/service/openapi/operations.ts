// The operations of the service (§4), one method an endpoint.
import type { Settings } from '../../spec/assumptions.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { changeFields, listingFields, reportFields, strategyFields } from '../endpoints/list-fields.ts';
import { assumed, json } from './openapi-document.ts';
import type { Components, Part, Reference, Schema } from './openapi-document.ts';
import { errorResponses } from './error-responses.ts';
import { Headers } from './response-headers.ts';
import { listParameters, listSchema } from './lists.ts';
import type { ListKind } from './lists.ts';
import { Records } from './record-schemas.ts';
import { newListing, newStrategy, priceUpdate, strategyUpdate } from './update-bodies.ts';

interface Words {
  readonly tag: 'Listings' | 'Reports' | 'Strategies' | 'Events';
  readonly summary: string;
  readonly description: string;
}

/** Makes the operations of one document. */
export class Operations implements Readonly<Record<EndpointName, () => Part>> {
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

  listListings(): Part {
    const words = {
      tag: 'Listings',
      summary: 'List all listings',
      description: 'A collection of listings.',
    } as const;
    return this.#list('listListings', words, this.#records.listing(), {
      plural: 'Listings',
      fields: listingFields,
    });
  }

  listReports(): Part {
    const description = 'Report runs with their status, download links where applicable, and metadata.';
    const words = { tag: 'Reports', summary: 'List report runs', description } as const;
    const kind = { plural: 'Reports', fields: reportFields(() => '') };
    return this.#list('listReports', words, this.#records.reportRun(), kind);
  }

  listStrategies(): Part {
    const description = 'A collection of strategies.';
    const words = { tag: 'Strategies', summary: 'List the configured strategies', description } as const;
    const kind = { plural: 'Strategies', fields: strategyFields };
    return this.#list('listStrategies', words, this.#records.strategy(), kind);
  }

  listEvents(): Part {
    const description = 'The changes made through the API.';
    const words = { tag: 'Events', summary: 'List events', description } as const;
    return this.#list('listEvents', words, this.#records.event(), { plural: 'Events', fields: changeFields });
  }

  getListing(): Part {
    const etag = this.#settings.etag === 'on';
    const unchanged = assumed('etag', {
      description: 'The listing has not changed.',
      headers: this.#headers.ofListing(),
    });
    return {
      ...about('getListing', { tag: 'Listings', summary: 'Get one listing', description: 'One listing.' }),
      parameters: [this.#id(), ...(etag ? [this.#condition('If-None-Match')] : [])],
      responses: {
        '200': this.#one('One listing.', this.#records.listing(), this.#headers.ofListing()),
        ...(etag && { '304': unchanged }),
        ...this.#errors(...this.#idErrors()),
      },
    };
  }

  updatePrice(): Part {
    const summary = 'Update the price bounds of a listing';
    const description =
      'Sets the bounds that are sent. minPrice must not exceed maxPrice (assumed: bounds-order).';
    const words = { tag: 'Listings', summary, description } as const;
    const schema = this.#components.ref('schemas', 'PriceUpdate', () => priceUpdate(this.#settings));
    return this.#patch('updatePrice', words, schema, 'parameter_out_of_range', 'parameters_conflict');
  }

  updateStrategy(): Part {
    const description = 'The strategy must exist.';
    const words = { tag: 'Listings', summary: 'Assign a strategy to a listing', description } as const;
    const schema = this.#components.ref('schemas', 'StrategyUpdate', () => strategyUpdate(this.#settings));
    return this.#patch('updateStrategy', words, schema);
  }

  createListing(): Part {
    const words = { tag: 'Listings', summary: 'Create a listing', description: 'Adds a listing.' } as const;
    return this.#create('createListing', words, newListing(), this.#records.listing());
  }

  createStrategy(): Part {
    const words = {
      tag: 'Strategies',
      summary: 'Create a strategy',
      description: 'Adds a strategy.',
    } as const;
    return this.#create('createStrategy', words, newStrategy(), this.#records.strategy());
  }

  #list(name: EndpointName, words: Words, record: Reference, kind: ListKind): Part {
    const parameters = listParameters(this.#components, kind, this.#settings);
    const own: ErrorName[] = this.#settings['unknown-query'] === 'reject' ? ['parameter_unknown'] : [];
    if (parameters.length > 0) own.push('parameter_invalid');
    const success = assumed('list-envelope', {
      description: words.description,
      headers: this.#headers.ofList(),
      content: json(listSchema(record, this.#settings)),
    });
    return {
      ...about(name, words),
      ...(parameters.length > 0 && { parameters }),
      responses: { '200': success, ...this.#errors(...own) },
    };
  }

  #patch(name: EndpointName, words: Words, schema: Reference, ...more: readonly ErrorName[]): Part {
    const etag = this.#settings.etag === 'on';
    const own = [...this.#idErrors(), ...this.#bodyErrors(), ...more];
    if (etag) own.push('precondition_failed');
    return {
      ...about(name, words),
      parameters: [this.#id(), ...(etag ? [this.#condition('If-Match')] : [])],
      requestBody: { required: true, content: json(schema) },
      responses: { ...this.#updated(), ...this.#errors(...own) },
    };
  }

  #create(name: EndpointName, words: Words, body: Schema, record: Reference): Part {
    return {
      ...about(name, words),
      requestBody: { required: true, content: json(body) },
      responses: {
        '201': this.#one('The new record.', record, this.#headers.ofOther()),
        ...this.#errors(...this.#bodyErrors()),
      },
    };
  }

  /** What a PATCH answers: "the updated listing" (§4), whose shape is not stated (A2). */
  #updated(): Part {
    const headers = this.#headers.ofListing();
    const done = (schema: Schema) =>
      assumed('patch-response', this.#one('The updated listing.', schema, headers));
    switch (this.#settings['patch-response']) {
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
    const wrapped = { type: 'object', properties: { data: record }, required: ['data'] };
    const schema =
      this.#settings['single-envelope'] === 'data' ? assumed('single-envelope', wrapped) : record;
    return assumed('single-envelope', { description, headers, content: json(schema) });
  }

  #id(): Reference {
    return this.#components.ref('parameters', 'id', () => ({
      name: 'id',
      in: 'path',
      required: true,
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

  #idErrors(): ErrorName[] {
    return this.#settings['malformed-id'] === '400'
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

function about(operationId: EndpointName, { tag, summary, description }: Words): Part {
  return { operationId, tags: [tag], summary, description };
}
