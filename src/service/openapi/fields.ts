// The forms of single fields: prices, times, and what may be null.
import type { Mark, Settings } from '../../spec/settings.ts';
import { assumed } from './openapi-document.ts';
import type { Components, Schema } from './openapi-document.ts';

/** A price as answers show it (§2; `price-form`). */
export function priceRef(components: Components, settings: Settings): Schema {
  return { ...components.ref('schemas', 'Price', () => price(settings)) };
}

/** The form of a price; that of §2 is a number (decimal). */
function price(settings: Settings): Schema {
  const description = 'An amount in the currency of the listing.';
  switch (settings.form.prices) {
    case 'number':
      return { type: 'number', description };
    case 'fixed2':
      return assumed('price-form', {
        type: 'number',
        description: `${description} Two decimals are written.`,
      });
    case 'string':
      return assumed('price-form', { type: 'string', pattern: '^\\d+\\.\\d{2,}$', description });
    case 'cents':
      return assumed('price-form', { type: 'integer', description: `${description} In hundredths.` });
  }
}

/** A time (`time-format`). */
export function timeRef(components: Components, settings: Settings): Schema {
  return { ...components.ref('schemas', 'Time', () => time(settings)) };
}

function time(settings: Settings): Schema {
  switch (settings.form.times) {
    case 'iso':
      return assumed('time-format', {
        type: 'string',
        format: 'date-time',
        description: 'ISO 8601 in UTC, with milliseconds.',
      });
    case 'iso-seconds':
      return assumed('time-format', {
        type: 'string',
        format: 'date-time',
        description: 'ISO 8601 in UTC, in whole seconds.',
      });
    case 'unix':
      return assumed('time-format', { type: 'integer', description: 'Whole seconds since 1970.' });
  }
}

/** The schema itself, or with other forms beside it that only assumptions allow. */
export function orElse(schema: Schema, others: readonly Schema[]): Schema {
  return others.length === 0 ? schema : { anyOf: [schema, ...others] };
}

/** Null beside the schema, because of an assumption. */
export function orNull(id: Mark, schema: Schema): Schema {
  return orElse(schema, [assumed(id, { type: 'null' })]);
}

/** Fields whose names, types and values only an assumption gives. */
export function allAssumed(id: Mark, fields: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const entries = Object.entries(fields).map(([name, schema]) => {
    return [name, 'x-assumed' in schema ? schema : assumed(id, schema)] as const;
  });
  return Object.fromEntries(entries);
}
