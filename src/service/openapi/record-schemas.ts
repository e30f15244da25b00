// Records as answers show them. §2 names four fields of a listing; everything else is assumed (A21 to A24, A27, A30).
import type { AssumptionId, Settings } from '../../spec/assumptions.ts';
import { stateNames } from '../worlds/report-runs.ts';
import { assumed, object } from './openapi-document.ts';
import type { Components, Reference, Schema } from './openapi-document.ts';
import { allAssumed, orElse, orNull, priceRef, timeRef } from './fields.ts';

type Fields = Readonly<Record<string, Schema>>;

/** Makes the schemas of one document. */
export class Records {
  readonly #components: Components;
  readonly #settings: Settings;

  constructor(components: Components, settings: Settings) {
    this.#components = components;
    this.#settings = settings;
  }

  listing(): Reference {
    return this.#components.ref('schemas', 'Listing', () => object(this.#listingFields()));
  }

  /** The fields that a PATCH set, and the id (`patch-response=partial`). */
  partialListing(): Reference {
    return this.#components.ref('schemas', 'PartialListing', () =>
      assumed('patch-response', object(this.#writableFields(), { required: ['id'] })),
    );
  }

  strategy(): Reference {
    return this.#components.ref('schemas', 'Strategy', () => object(this.#strategyFields()));
  }

  reportRun(): Reference {
    return this.#components.ref('schemas', 'ReportRun', () => object(this.#reportFields()));
  }

  /** A change made through the API (`events=list`). */
  event(): Reference {
    const text = { type: 'string' };
    return this.#components.ref('schemas', 'Event', () =>
      object(allAssumed('events', { id: text, type: text, createdAt: this.#time(), resourceId: text })),
    );
  }

  /** The fields of §2. Its types know no null: one comes of an assumption alone (A6, A10, A12, A26). */
  #writableFields(): Fields {
    const settings = this.#settings;
    const anyway: AssumptionId | undefined =
      settings['incomplete-ratio'] > 0
        ? 'incomplete-ratio'
        : settings['create-endpoints'] === 'post'
          ? 'create-endpoints'
          : undefined;
    const canBeNull = (schema: Schema, cleared: AssumptionId | undefined) => {
      const by = anyway ?? cleared;
      return by === undefined ? schema : orNull(by, schema);
    };
    const bound = canBeNull(this.#price(), settings['null-bound'] === 'clear' ? 'null-bound' : undefined);
    const unassigned = settings['empty-strategy'] === 'unassign' ? 'empty-strategy' : undefined;
    return {
      id: { type: 'string', format: 'uuid', description: 'Identifies the listing; it is the {id} of paths.' },
      minPrice: { ...bound, description: 'The lower price bound.' },
      maxPrice: { ...bound, description: 'The upper price bound.' },
      strategyId: {
        ...canBeNull({ type: 'string' }, unassigned),
        description: 'Identifier of the assigned strategy.',
      },
    };
  }

  #listingFields(): Fields {
    const writable = this.#writableFields();
    if (this.#settings['listing-fields'] === 'spec') return writable;
    const { id, ...rest } = writable;
    const text = { type: 'string' };
    const flag = { type: 'boolean' };
    const [price, time] = [this.#price(), this.#time()];
    const states =
      this.#settings['listing-states'] === 'with-archived'
        ? 'active, inactive or archived'
        : 'active or inactive';
    const more = allAssumed('listing-fields', {
      marketplace: text,
      sku: text,
      externalId: { ...text, description: 'How the marketplace calls the product.' },
      upc: { type: ['string', 'null'] },
      title: text,
      condition: text,
      fulfillment: text,
      currency: { ...text, description: 'ISO 4217.' },
      cost: orElse(price, [{ type: 'null' }]),
      currentPrice: price,
      shippingPrice: price,
      repricingEnabled: flag,
      quantity: { type: 'integer', minimum: 0 },
      status: assumed('listing-states', { ...text, description: `Such as ${states}.` }),
      eligibility: object({ eligible: flag, reasons: { type: 'array', items: text } }),
      buyBox: orElse(object({ winning: flag, price }), [{ type: 'null' }]),
      createdAt: time,
      updatedAt: time,
    });
    return { id: id!, ...rest, ...more };
  }

  #strategyFields(): Fields {
    const id = { type: 'string', description: 'What strategyId names.' };
    if (this.#settings['strategy-fields'] === 'spec') return allAssumed('strategy-fields', { id });
    const text = { type: 'string' };
    const value = this.#settings['price-form'] === 'string' ? ['number', 'string'] : 'number';
    const adjustment = object({ kind: text, direction: text, value: { type: value } });
    return allAssumed('strategy-fields', {
      id,
      name: text,
      type: text,
      marketplace: { type: ['string', 'null'], description: 'Null: for every marketplace.' },
      enabled: { type: 'boolean' },
      isDefault: { type: 'boolean' },
      adjustment: orElse(adjustment, [{ type: 'null' }]),
      assignedCount: { type: 'integer', minimum: 0, description: 'How many listings have the strategy.' },
      createdAt: this.#time(),
      updatedAt: this.#time(),
    });
  }

  /** §2 speaks of a status, of download links and of metadata; their names, types and values are not shown. */
  #reportFields(): Fields {
    const text = { type: 'string' };
    const time = this.#time();
    const timeOrNull = orElse(time, [{ type: 'null' }]);
    const states = Object.values(stateNames[this.#settings['report-states']]);
    const status = assumed('report-states', { type: 'string', enum: states });
    const metadata = object({
      marketplace: { type: ['string', 'null'] },
      rowCount: { type: ['integer', 'null'] },
      dateFrom: time,
      dateTo: time,
      requestedBy: text,
    });
    if (this.#settings['report-fields'] === 'spec') {
      return allAssumed('report-fields', { id: text, status, ...this.#links(), metadata });
    }
    return allAssumed('report-fields', {
      id: text,
      type: text,
      status,
      createdAt: time,
      startedAt: timeOrNull,
      completedAt: timeOrNull,
      ...this.#links(),
      error: orElse(object({ code: text, message: text }), [{ type: 'null' }]),
      metadata,
    });
  }

  #links(): Fields {
    const url = {
      type: 'string',
      format: 'uri',
      description: 'Works without a key, and for a limited time.',
    };
    if (this.#settings['report-links'] === 'single') {
      return { downloadUrl: assumed('report-links', orElse(url, [{ type: 'null' }])) };
    }
    const link = object({
      format: { type: 'string' },
      url,
      expiresAt: this.#time(),
      sizeBytes: { type: 'integer', minimum: 0 },
      compression: { type: ['string', 'null'] },
    });
    return { downloadLinks: assumed('report-links', { type: 'array', items: link }) };
  }

  #price(): Schema {
    return priceRef(this.#components, this.#settings);
  }

  #time(): Schema {
    return timeRef(this.#components, this.#settings);
  }
}
