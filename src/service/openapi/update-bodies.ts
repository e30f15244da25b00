// What requests carry: the bodies of the two PATCHes of §4, whose rules are assumed (A6, A9, A10), and those of
// the endpoints that only an assumption adds (A26).
import type { AssumptionId, Settings } from '../../spec/assumptions.ts';
import { assumed, object } from './openapi-document.ts';
import type { Schema } from './openapi-document.ts';
import { orElse } from './fields.ts';

/** A rule that the specification does not have, beside those of the schema that it stands in. */
type Rule = Schema & { readonly 'x-assumed': AssumptionId };

function withRules(schema: Schema, rules: readonly Rule[]): Schema {
  return rules.length === 0 ? schema : { ...schema, allOf: rules };
}

/** `minPrice` and `maxPrice` (§4). */
export function priceUpdate(settings: Settings): Schema {
  const bound = boundSchema(settings);
  const oneOfThem = { anyOf: [{ required: ['minPrice'] }, { required: ['maxPrice'] }] };
  const rules =
    settings['both-bounds'] === 'required'
      ? [assumed('both-bounds', { required: ['minPrice', 'maxPrice'] })]
      : settings['empty-patch'] === 'reject'
        ? [assumed('empty-patch', oneOfThem)]
        : [];
  const properties = {
    minPrice: { ...bound, description: 'The lower price bound.' },
    maxPrice: { ...bound, description: 'The upper price bound.' },
  };
  return withRules({ type: 'object', properties, ...unknownFields(settings) }, rules);
}

/** `strategyId` (§4). */
export function strategyUpdate(settings: Settings): Schema {
  const mayBeEmpty = settings['empty-strategy'] === 'unassign';
  const text = withRules({ type: 'string' }, mayBeEmpty ? [] : [assumed('empty-strategy', { minLength: 1 })]);
  const strategyId = orElse(text, mayBeEmpty ? [assumed('empty-strategy', { type: 'null' })] : []);
  const rules =
    settings['empty-patch'] === 'reject' ? [assumed('empty-patch', { required: ['strategyId'] })] : [];
  const properties = {
    strategyId: { ...strategyId, description: 'The identifier of an existing strategy.' },
  };
  return withRules({ type: 'object', properties, ...unknownFields(settings) }, rules);
}

/** A new listing: fields as the mock keeps them, in addition to which it takes those that answers show (A26). */
export function newListing(): Schema {
  const amount = { type: ['number', 'null'], minimum: 0 };
  const bounds = { minPrice: amount, maxPrice: amount };
  return assumed('create-endpoints', object({ ...bounds, strategyId: { type: ['string', 'null'] } }));
}

/** A new strategy; it may be empty. */
export function newStrategy(): Schema {
  return assumed('create-endpoints', { type: 'object' });
}

function boundSchema(settings: Settings): Schema {
  const others: Schema[] = [];
  if (settings['null-bound'] !== 'reject') others.push(assumed('null-bound', { type: 'null' }));
  if (settings['price-form'] === 'string') {
    return orElse(assumed('price-form', { type: 'string', pattern: decimal }), others);
  }
  if (settings['numeric-strings'] === 'coerce') {
    others.unshift(assumed('numeric-strings', { type: 'string', pattern: decimal }));
  }
  const type =
    settings['price-form'] === 'cents' ? assumed('price-form', { type: 'integer' }) : { type: 'number' };
  return orElse(withRules(type, rangeRules(settings)), others);
}

const decimal = '^-?\\d{1,15}(\\.\\d{1,15})?$';

function rangeRules(settings: Settings): Rule[] {
  const unit = settings['price-form'] === 'cents' ? 100 : 1;
  const inUnits = (price: number) => Math.round(price * unit * 1e4) / 1e4; // 0.07 * 100 is 7.000000000000001
  const low = assumed('lowest-price', { minimum: inUnits(settings['lowest-price']) });
  const high = assumed('highest-price', { maximum: inUnits(settings['highest-price']) });
  // Rounding may bring a price into the range that is not in it as it was sent.
  if (settings['excess-decimals'] === 'round') return [];
  return settings['zero-price'] === 'accept'
    ? [assumed('zero-price', { anyOf: [{ const: 0 }, low] }), high]
    : [low, high];
}

/** False as a schema, which alone can carry the mark. */
function unknownFields(settings: Settings): Schema {
  if (settings['unknown-body-field'] === 'ignore') return {};
  return { additionalProperties: assumed('unknown-body-field', { not: {} }) };
}
