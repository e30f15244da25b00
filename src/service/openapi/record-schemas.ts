// The schemas of records in answers. §2 names four fields of a listing; all else is assumed (A21 to A24, A27, A30).
import type { AssumptionId, Settings } from '../../spec/assumptions.ts';
import type { Subject } from '../../spec/endpoints.ts';
import { exampleIds } from '../data/tiny.ts';
import { listingModel } from '../models/listing.ts';
import type { ShownField } from '../models/model.ts';
import { reportRunModel } from '../models/report-run.ts';
import { strategyModel } from '../models/strategy.ts';
import { stateNames } from '../worlds/report-runs.ts';
import { shownField } from './json-schema.ts';
import { assumed, object } from './openapi-document.ts';
import type { Components, Reference, Schema } from './openapi-document.ts';
import { allAssumed, orNull, priceRef, timeRef } from './fields.ts';

type Fields = Readonly<Record<string, Schema>>;

/** Makes the schemas of one document. */
export class Records {
  readonly #components: Components;
  readonly #settings: Settings;

  constructor(components: Components, settings: Settings) {
    this.#components = components;
    this.#settings = settings;
  }

  /** A record as the answers of its endpoints show it. */
  of(subject: Subject): Reference {
    switch (subject) {
      case 'listing':
        return this.listing();
      case 'strategy':
        return this.#strategy();
      case 'reportRun':
        return this.#reportRun();
      case 'change':
        return this.#event();
    }
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

  #strategy(): Reference {
    return this.#components.ref('schemas', 'Strategy', () => object(this.#strategyFields()));
  }

  #reportRun(): Reference {
    return this.#components.ref('schemas', 'ReportRun', () => object(this.#reportFields()));
  }

  /** A change made through the API (`events=list`). */
  #event(): Reference {
    const text = { type: 'string' };
    return this.#components.ref('schemas', 'Event', () =>
      object(allAssumed('events', { id: text, type: text, createdAt: this.#time(), resourceId: text })),
    );
  }

  /** The fields of §2. They are null only where an assumption allows it (A6, A10, A12, A26). */
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
    const schemas: Fields = {
      id: { type: 'string', format: 'uuid', examples: [exampleIds.listing] },
      minPrice: bound,
      maxPrice: bound,
      strategyId: canBeNull({ type: 'string', examples: [exampleIds.strategy] }, unassigned),
    };
    const { fields } = listingModel;
    const described = Object.entries(schemas).map(([name, schema]) => {
      return [name, { ...schema, description: fields[name]!.meaning }] as const;
    });
    return Object.fromEntries(described);
  }

  #listingFields(): Fields {
    const writable = this.#writableFields();
    if (this.#settings['listing-fields'] === 'spec') return writable;
    const states =
      this.#settings['listing-states'] === 'with-archived'
        ? 'active, inactive or archived'
        : 'active or inactive';
    const status = { type: 'string', description: `Such as ${states}.` };
    return {
      ...allAssumed('listing-fields', {
        ...this.#shownFields(listingModel.shown),
        status: assumed('listing-states', status),
      }),
      ...writable,
    };
  }

  #strategyFields(): Fields {
    const isSpec = this.#settings['strategy-fields'] === 'spec';
    const shown = strategyModel.shown.filter(([, { specified }]) => !isSpec || specified === true);
    const { id, ...others } = this.#shownFields(shown);
    return allAssumed('strategy-fields', { id: { ...id, examples: [exampleIds.strategy] }, ...others });
  }

  /** §2 speaks of a status, of download links and of metadata; their names, types and values are not shown. */
  #reportFields(): Fields {
    const { metadata, top } = splitMetadata(reportRunModel.shown);
    const unused = this.#settings['report-links'] === 'single' ? 'downloadLinks' : 'downloadUrl';
    const isSpec = this.#settings['report-fields'] === 'spec';
    const shown = top.filter(([name, { specified }]) => name !== unused && (!isSpec || specified === true));
    const fields: Record<string, Schema> = {
      ...this.#shownFields(shown),
      metadata: object(this.#shownFields(metadata)),
    };
    const states = Object.values(stateNames[this.#settings['report-states']]);
    fields.status = assumed('report-states', { type: 'string', enum: states });
    // A run in an answer has begun, so that its creation time is never null.
    if (fields.createdAt !== undefined) fields.createdAt = this.#time();
    for (const name of ['downloadUrl', 'downloadLinks']) {
      if (fields[name] !== undefined) fields[name] = assumed('report-links', fields[name]);
    }
    return allAssumed('report-fields', fields);
  }

  #shownFields(fields: ShownFields): Record<string, Schema> {
    const adjustment = { type: this.#settings['price-form'] === 'string' ? ['number', 'string'] : 'number' };
    const forms = { price: this.#price(), time: this.#time(), adjustment };
    return Object.fromEntries(fields.map(([name, field]) => [name, shownField(field, forms)]));
  }

  #price(): Schema {
    return priceRef(this.#components, this.#settings);
  }

  #time(): Schema {
    return timeRef(this.#components, this.#settings);
  }
}

type ShownFields = readonly (readonly [string, ShownField])[];

function splitMetadata(all: ShownFields): { readonly top: ShownFields; readonly metadata: ShownFields } {
  return {
    top: all.filter(([, { shown }]) => shown === undefined),
    metadata: all.filter(([, { shown }]) => shown === 'metadata'),
  };
}
