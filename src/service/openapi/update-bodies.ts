// What requests carry: the bodies of the two PATCHes of §4, whose rules are assumed (A6, A9, A10).
import type { Settings } from '../../spec/settings.ts';
import { priceDecimals, priceRange } from '../../spec/price-rules.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { ErrorName } from '../../spec/errors.ts';
import { exampleIds } from '../data/tiny.ts';
import { assumed, withAssumed } from './openapi-document.ts';
import type { Schema } from './openapi-document.ts';
import { orElse } from './fields.ts';

type Keywords = Parameters<typeof withAssumed>[1];

/** `minPrice` and `maxPrice` (§4). */
function priceUpdate(settings: Settings): Schema {
  const bound = boundSchema(settings);
  const properties = {
    minPrice: { ...bound, description: 'The lower price bound.' },
    maxPrice: { ...bound, description: 'The upper price bound.' },
  };
  const both = settings['both-bounds'] === 'required';
  const atLeastOne = !both && settings['empty-patch'] === 'reject';
  return withAssumed(
    {
      type: 'object',
      properties,
      ...(atLeastOne && { description: 'At least one of the two must be sent.' }),
    },
    {
      ...(both && { required: [['minPrice', 'maxPrice'], 'both-bounds'] }),
      ...(atLeastOne && { minProperties: [1, 'empty-patch'] }),
      ...unknownFields(settings),
    },
  );
}

/** `strategyId` (§4). */
function strategyUpdate(settings: Settings): Schema {
  const mayBeEmpty = settings['empty-strategy'] === 'unassign';
  const text = withAssumed({ type: 'string' }, mayBeEmpty ? {} : { minLength: [1, 'empty-strategy'] });
  const strategyId = orElse(text, mayBeEmpty ? [assumed('empty-strategy', { type: 'null' })] : []);
  const properties = {
    strategyId: { ...strategyId, description: 'The identifier of an existing strategy.' },
  };
  return withAssumed(
    { type: 'object', properties },
    {
      ...(settings['empty-patch'] === 'reject' && { required: [['strategyId'], 'empty-patch'] }),
      ...unknownFields(settings),
    },
  );
}

function boundSchema(settings: Settings): Schema {
  const others: Schema[] = [];
  if (settings['null-bound'] !== 'reject') others.push(assumed('null-bound', { type: 'null' }));
  if (settings.form.prices === 'string') {
    return orElse(assumed('price-form', { type: 'string', pattern: decimal }), others);
  }
  if (settings['numeric-strings'] === 'coerce') {
    others.unshift(assumed('numeric-strings', { type: 'string', pattern: decimal }));
  }
  return orElse(numberSchema(settings), others);
}

const decimal = '^-?\\d{1,15}(\\.\\d{1,15})?$';

/** A price as a number, in its range. */
function numberSchema(settings: Settings): Schema {
  const isCents = settings.form.prices === 'cents';
  const type = isCents ? 'integer' : 'number';
  const number: Keywords = isCents ? { type: [type, 'price-form'] } : {};
  // Rounding may bring a price into the range that is not in it as it was sent.
  if (priceDecimals(settings).rounds) return withAssumed({ type }, number);
  const { low, high } = sentRange(settings);
  return withAssumed({ type }, { ...number, minimum: [low, 'price-range'], maximum: [high, 'price-range'] });
}

/** The lowest and the highest price in the form in which they are sent. */
function sentRange(settings: Settings): { readonly low: number; readonly high: number } {
  const unit = settings.form.prices === 'cents' ? 100 : 1;
  const inUnits = (price: number) => Math.round(price * unit * 1e4) / 1e4; // 0.07 * 100 is 7.000000000000001
  const { low, high } = priceRange(settings);
  return { low: inUnits(low), high: inUnits(high) };
}

/** Two bounds that the service takes. */
function priceExample(settings: Settings): unknown {
  const { low, high } = sentRange(settings);
  const [minPrice, maxPrice] = [16, 30].map((price) => {
    const sent = settings.form.prices === 'cents' ? price * 100 : price;
    const inRange = Math.min(Math.max(sent, low), high);
    return settings.form.prices === 'string' ? inRange.toFixed(2) : inRange;
  });
  return { minPrice, maxPrice };
}

function unknownFields(settings: Settings): Keywords {
  if (settings['unknown-body-field'] === 'ignore') return {};
  return { additionalProperties: [false, 'unknown-body-field'] };
}

/** The body of a request, and the errors that only its rules bring. */
interface RequestBodySchema {
  readonly schema: (settings: Settings) => Schema;
  /** Its name among the components of the document. */
  readonly component?: string;
  readonly example?: (settings: Settings) => unknown;
  readonly errors: readonly ErrorName[];
}

const bodies: Partial<Record<EndpointName, RequestBodySchema>> = {
  updatePrice: {
    schema: priceUpdate,
    component: 'PriceUpdate',
    example: priceExample,
    errors: ['parameter_out_of_range', 'parameters_conflict'],
  },
  updateStrategy: {
    schema: strategyUpdate,
    component: 'StrategyUpdate',
    example: () => ({ strategyId: exampleIds.strategy }),
    errors: [],
  },
};

/** The body that an endpoint takes: any object where nothing more is known of it. */
export function bodyOf(endpoint: EndpointName): RequestBodySchema {
  return bodies[endpoint] ?? { schema: () => ({ type: 'object' }), errors: [] };
}
