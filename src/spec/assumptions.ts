// The assumptions: every point on which the specification is silent about how the service behaves, and what this mock does
// there. No other file decides such a point; how answers are written is data, in `form.ts`. An answer is ours until a
// recording settles it; never present it as the service's.
import { amount, choice, text } from './assumption.ts';
import type { Assumption, ValueOf } from './assumption.ts';
import { isBoundsEffect, isDecimals, isPriceRange } from './price-rules.ts';

/** The assumptions by id. The first value of a choice is the default. */
export const assumptions = {
  // A4, A5: lists
  sort: choice(
    ['A5', '§4'],
    'In which order do collections come?',
    ['newest', 'oldest', 'id'],
    'Newest first, then by id, so that the order is total.',
  ),
  filters: choice(
    ['A5', '§4'],
    'Do the query parameters for filters and sort work?',
    ['on', 'off'],
    'Harmless when not sent: marketplace, status, sku, strategyId, type, updatedSince, createdSince, sort.',
  ),
  'unknown-query': choice(
    ['A5', '§4'],
    'What does an unknown query parameter do?',
    ['ignore', 'reject'],
    'Tolerant readers ignore what they do not know.',
  ),

  // A6 to A8: updates of prices
  'price-range': text(
    ['A6', '§4'],
    'What are the lowest and the highest price?',
    {
      default: '0.01..999999.99',
      accepts: isPriceRange,
      expected: 'two prices, the lower first, such as 0.01..999999.99; one from 0 on takes 0, too',
    },
    'From the lowest price that a marketplace documents to one far above any real listing; a bound of 0 would give goods away.',
  ),
  decimals: text(
    ['A6', '§4'],
    'How many decimal places may a price have, and what do more of them do?',
    {
      default: '2',
      accepts: isDecimals,
      expected:
        'a whole number from 0 to 4; more places are an error, with :round behind it they are rounded',
    },
    'Marketplaces count in hundredths, and rounding somebody’s price silently would be worse than an error.',
  ),
  'both-bounds': choice(
    ['A6', '§4'],
    'Must a price update carry both bounds?',
    ['optional', 'required'],
    'PATCH is partial; a bound that is left out stays as it is.',
  ),
  'null-bound': choice(
    ['A6', '§4'],
    'What does a null bound do?',
    ['reject', 'clear', 'ignore'],
    'The type is number (§2).',
  ),
  'equal-bounds': choice(
    ['A6', '§4'],
    'May both bounds be equal?',
    ['accept', 'reject'],
    'A fixed price is a sensible wish.',
  ),
  'bounds-order': choice(
    ['A6', '§4'],
    'Must minPrice not exceed maxPrice?',
    ['check', 'ignore'],
    'Bounds that exclude every price are a client’s defect.',
  ),
  'empty-patch': choice(
    ['A6', '§4'],
    'What does an update without any known field do?',
    ['reject', 'noop'],
    'An update that has nothing to do is a client’s defect.',
  ),
  'numeric-strings': choice(
    ['A6', '§4'],
    'Is "19.99" a price?',
    ['reject', 'coerce'],
    'The type is number (§2).',
  ),
  'unknown-body-field': choice(
    ['A6', '§4'],
    'What does an unknown field in a body do?',
    ['ignore', 'reject'],
    'Tolerant readers ignore what they do not know.',
  ),
  'duplicate-keys': choice(
    ['A6', '§4'],
    'What does a key that stands twice in a body do?',
    ['last-wins', 'reject'],
    'The JSON readers in common use take the last.',
  ),
  'bounds-effect': text(
    ['A8', '§2'],
    'What do new bounds do to the current price?',
    {
      default: 'clamp',
      accepts: isBoundsEffect,
      expected: 'clamp, none, or delayed:<seconds>s such as delayed:30s',
    },
    'A price stays inside its bounds; delayed clamps it some time later, as services that reprice in rounds do.',
  ),
  'noop-updates': choice(
    ['A8', '§4'],
    'Does an update that changes nothing raise updatedAt?',
    ['keep', 'raise'],
    'Nothing was updated.',
  ),

  // A9 to A11: ids and strategies
  'unknown-strategy': choice(
    ['A9', '§4'],
    'Which status does a strategyId without a strategy get?',
    ['400', '404'],
    'It is an invalid parameter (§4 rule 3); 404 is for the resource in the path.',
    'spec',
  ),
  'empty-strategy': choice(
    ['A10', '§4'],
    'What does a strategyId of null or "" do?',
    ['reject', 'unassign'],
    'The type is string, the identifier of an existing strategy.',
  ),
  'malformed-id': choice(
    ['A11', '§4'],
    'Which status does an id that is no UUID get?',
    ['400', '404'],
    'The path takes a listing UUID, so anything else is an invalid parameter.',
  ),

  // A16: bodies
  'wrong-content-type': choice(
    ['A16', '§4'],
    'What does a body get that is not application/json?',
    ['415', '400', 'lenient'],
    'The convention of HTTP; lenient reads the body as JSON whatever it says.',
  ),
  'max-body': amount(
    ['A16', '§8'],
    'How many bytes may a request body have?',
    { default: 102_400, min: 64, max: 104_857_600 },
    'A hundred times the largest useful body.',
  ),

  // A17, A18, A25: limits, and how long links work
  'rate-algorithm': choice(
    ['A17', '§8'],
    'How are requests counted?',
    ['sliding-log', 'fixed-window', 'first-request-window', 'sliding-counter', 'token-bucket'],
    'The only one that never lets more than the limit through in any window.',
  ),
  'rejected-counted': choice(
    ['A18', '§8'],
    'Does a request that was refused with 429 count?',
    ['no', 'yes'],
    'Counted, a steady client over the limit would never be served again.',
  ),
  'link-ttl': amount(
    ['A25', '§2'],
    'For how many seconds does a download link work?',
    { default: 300, min: 1, max: 604_800 },
    'The life of such links at a large marketplace.',
  ),

  // A28, A32, A33: edges of HTTP and the order of checks
  versions: choice(
    ['A28', '§9'],
    'Which version prefixes are answered?',
    ['v1', 'any'],
    'Every endpoint starts with /v1; any takes every /v<number> for it.',
    'spec',
  ),
  'trailing-slash': choice(
    ['A32', '§4'],
    'Does a path with a trailing slash exist?',
    ['reject', 'ignore'],
    'A 404 finds the client that joins URLs wrongly.',
  ),
  etag: choice(
    ['A32', '§4'],
    'Do listings carry an ETag, and does If-Match guard a PATCH?',
    ['off', 'on'],
    'Not in the specification: the last write wins.',
  ),
  'missing-listing': choice(
    ['A33', '§4'],
    'When is a missing listing noticed?',
    ['before-body-rules', 'first', 'after-body-rules'],
    '§4 rule 2 is unconditional, but the form of the request is checked before it: media type, size, JSON, id.',
  ),
} satisfies Readonly<Record<string, Assumption>>;

/** A question about behaviour that the specification leaves open. */
export type AssumptionId = keyof typeof assumptions;

/** An answer to every assumption. */
export type Behaviours = { readonly [Id in AssumptionId]: ValueOf<(typeof assumptions)[Id]> };

export const assumptionIds = Object.keys(assumptions) as AssumptionId[];
