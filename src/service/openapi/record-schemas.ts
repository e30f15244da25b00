// The schemas of records in answers. §2 names four fields of a listing; all else is assumed (A21 to A24, A30).
import type { Mark, Settings } from '../../spec/settings.ts';
import type { Subject } from '../../spec/endpoints.ts';
import { exampleIds } from '../data/tiny.ts';
import { listingModel } from '../models/listing.ts';
import type { ShownField } from '../models/model.ts';
import { reportRunModel } from '../models/report-run.ts';
import { strategyModel } from '../models/strategy.ts';
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

  /** The fields of §2. They are null only where an assumption or `--incomplete` allows it (A6, A10). */
  #writableFields(): Fields {
    const settings = this.#settings;
    const anyway: Mark | undefined = settings.mock.incomplete > 0 ? '--incomplete' : undefined;
    const canBeNull = (schema: Schema, cleared: Mark | undefined) => {
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
    if (this.#settings.form.fields.listing === 'spec') return writable;
    const states = this.#settings.mock.archived ? 'active, inactive or archived' : 'active or inactive';
    const status = { type: 'string', description: `Such as ${states}.` };
    return {
      ...allAssumed('form.fields.listing', { ...this.#shownFields(listingModel.shown), status }),
      ...writable,
    };
  }

  #strategyFields(): Fields {
    const isSpec = this.#settings.form.fields.strategy === 'spec';
    const shown = strategyModel.shown.filter(([, { specified }]) => !isSpec || specified === true);
    const { id, ...others } = this.#shownFields(shown);
    return allAssumed('form.fields.strategy', { id: { ...id, examples: [exampleIds.strategy] }, ...others });
  }

  /** §2 speaks of a status, of download links and of metadata; their names, types and values are not shown. */
  #reportFields(): Fields {
    const { metadata, top } = splitMetadata(reportRunModel.shown);
    const unused = this.#settings.form.links === 'single' ? 'downloadLinks' : 'downloadUrl';
    const isSpec = this.#settings.form.fields.reportRun === 'spec';
    const shown = top.filter(([name, { specified }]) => name !== unused && (!isSpec || specified === true));
    const fields: Record<string, Schema> = {
      ...this.#shownFields(shown),
      metadata: object(this.#shownFields(metadata)),
    };
    const states = Object.values(this.#settings.form.states);
    fields.status = assumed('form.states.queued', { type: 'string', enum: states });
    // A run in an answer has begun, so that its creation time is never null.
    if (fields.createdAt !== undefined) fields.createdAt = this.#time();
    for (const name of ['downloadUrl', 'downloadLinks']) {
      if (fields[name] !== undefined) fields[name] = assumed('form.links', fields[name]);
    }
    return allAssumed('form.fields.reportRun', fields);
  }

  #shownFields(fields: ShownFields): Record<string, Schema> {
    const adjustment = { type: this.#settings.form.prices === 'string' ? ['number', 'string'] : 'number' };
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
