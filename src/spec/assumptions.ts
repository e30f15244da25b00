// The assumptions: every point on which the specification is silent, and what this mock does there. No other file decides
// such a point. An answer is ours until a recording settles it; never present it as the service's.
import { amount, choice, text } from './assumption.ts';
import type { ValueOf } from './assumption.ts';

/** The assumptions by id. The first value of a choice is the default. */
export const assumptions = {
  // A1, A2: records in answers
  'single-envelope': choice(
    ['A1', '§4'],
    'Is a single record wrapped?',
    ['bare', 'data'],
    'Public APIs of the same style answer the bare object.',
  ),
  'patch-response': choice(
    ['A2', '§4'],
    'What does a PATCH answer?',
    ['full', 'partial', 'empty', 'no-content'],
    'The specification says "the updated listing"; full is the shape of GET, partial the id and the fields sent, empty is {}, no-content a 204.',
    { evidence: 'spec' },
  ),

  // A3 to A5: lists
  'list-envelope': choice(
    ['A3', '§4'],
    'What wraps a collection?',
    ['list', 'array', 'data', 'stripe', 'page'],
    'The records and whether there are more; array is bare, data has no has_more, stripe adds object and url, page counts pages.',
    { presets: { 'spec-only': 'array' } },
  ),
  'list-key': text(
    ['A3', '§4'],
    'Under which key do the records of a collection stand?',
    {
      default: 'data',
      pattern:
        /^(?!(?:has_?more|object|url|page|page_?size|total_?items|total_?pages)$)[a-z_][a-z0-9_]{0,39}$/i,
      expected: 'a name of letters, digits and _ that the envelope does not use itself',
    },
    'The commonest name in APIs of the same style.',
  ),
  'envelope-case': choice(
    ['A3', '§4'],
    'How are the names in an envelope written?',
    ['snake', 'camel'],
    'The error object has doc_url (§7), so names around records are snake case.',
  ),
  pagination: choice(
    ['A4', '§4'],
    'How is a collection paged?',
    ['cursor', 'link', 'page', 'none'],
    'limit, starting_after and ending_before; link adds a Link header, page takes page and page_size, none ignores them all.',
    { presets: { 'spec-only': 'none' } },
  ),
  'page-default-limit': amount(
    ['A4', '§4'],
    'How many records come when no limit is sent (0: all)?',
    { default: 0, min: 0, max: 100_000 },
    '"List all listings" shows no parameter, so a client that follows it sends none and expects all.',
  ),
  'page-max-limit': amount(
    ['A4', '§8'],
    'What is the largest limit?',
    { default: 100, min: 1, max: 100_000 },
    'The commonest bound in APIs of the same style.',
  ),
  'limit-excess': choice(
    ['A4', '§8'],
    'What does a limit above the largest do?',
    ['reject', 'cap'],
    'A request with invalid parameters is answered with 400 (§4 rule 3).',
  ),
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
    { presets: { 'spec-only': 'off' } },
  ),
  'unknown-query': choice(
    ['A5', '§4'],
    'What does an unknown query parameter do?',
    ['ignore', 'reject'],
    'Tolerant readers ignore what they do not know.',
    { presets: { strict: 'reject' } },
  ),

  // A6, A7: prices
  'price-form': choice(
    ['A7', '§2'],
    'How are prices written?',
    ['number', 'fixed2', 'string', 'cents'],
    'The type is number (decimal): 19.9. fixed2 writes 19.90, string "19.90", cents 1990; string and cents apply to requests too.',
    { evidence: 'spec' },
  ),
  'max-decimals': amount(
    ['A6', '§4'],
    'How many decimal places may a price have?',
    { default: 2, min: 0, max: 4 },
    'Marketplaces count in hundredths.',
  ),
  'excess-decimals': choice(
    ['A6', '§4'],
    'What do more decimal places do?',
    ['reject', 'round'],
    'Rounding somebody’s price silently would be worse than an error.',
  ),
  'lowest-price': amount(
    ['A6', '§4'],
    'What is the lowest price?',
    { default: 0.01, min: 0.0001, max: 1_000_000, whole: false },
    'The lowest price that a marketplace documents.',
  ),
  'highest-price': amount(
    ['A6', '§4'],
    'What is the highest price?',
    { default: 999_999.99, min: 1, max: 99_999_999_999, whole: false },
    'Far above any real listing, far below where doubles lose cents.',
  ),
  'zero-price': choice(
    ['A6', '§4'],
    'Is 0 a price?',
    ['reject', 'accept'],
    'A bound of 0 would give goods away.',
  ),
  'both-bounds': choice(
    ['A6', '§4'],
    'Must a price update carry both bounds?',
    ['optional', 'required'],
    'PATCH is partial; a bound that is left out stays as it is.',
    { presets: { strict: 'required' } },
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
    { presets: { strict: 'reject' } },
  ),
  'duplicate-keys': choice(
    ['A6', '§4'],
    'What does a key that stands twice in a body do?',
    ['last-wins', 'reject'],
    'The JSON readers in common use take the last.',
    { presets: { strict: 'reject' } },
  ),
  'bounds-effect': choice(
    ['A8', '§2'],
    'What do new bounds do to the current price?',
    ['clamp', 'none', 'delayed'],
    'A price stays inside its bounds; delayed clamps it some time later, as services that reprice in rounds do.',
  ),
  'bounds-effect-delay': amount(
    ['A8', '§2'],
    'After how many milliseconds, when delayed?',
    { default: 30_000, min: 0, max: 86_400_000 },
    'The shortest delay that a service of this kind documents.',
  ),
  'noop-updates': choice(
    ['A8', '§4'],
    'Does an update that changes nothing raise updatedAt?',
    ['keep', 'raise'],
    'Nothing was updated.',
  ),

  // A9 to A12: ids and strategies
  'unknown-strategy': choice(
    ['A9', '§4'],
    'Which status does a strategyId without a strategy get?',
    ['400', '404'],
    'It is an invalid parameter (§4 rule 3); 404 is for the resource in the path.',
    { evidence: 'spec' },
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
  'incomplete-ratio': amount(
    ['A12', '§2'],
    'Which share of the generated listings lacks a bound or its strategy?',
    { default: 0, min: 0, max: 1, whole: false },
    'The types in §2 know no null. 0.08 is realistic for services that do.',
  ),

  // A13 to A16: errors
  'error-codes': choice(
    ['A13', '§7'],
    'How fine are the error codes?',
    ['coarse', 'fine'],
    'Only invalid_request is known; the coarse codes echo the wording of the table of statuses.',
    { presets: { strict: 'fine' } },
  ),
  'param-when-none': choice(
    ['A14', '§7'],
    'What is param when no parameter is at fault?',
    ['omit', 'null', 'empty'],
    'A field that does not apply is left out.',
  ),
  'doc-base': text(
    ['A15', '§7'],
    'What is the <doc_url> in front of /errors/<code>?',
    {
      default: 'self',
      pattern: /^(self|https?:\/\/[^\s"<>]{1,200}[^\s"<>/])$/,
      expected: 'self, or an http(s) URL without a trailing slash',
    },
    'A link that works: a page of this mock. A fixed base keeps stored fixtures equal over ports.',
  ),
  'undocumented-statuses': choice(
    ['A16', '§7'],
    'Are statuses used that §7 does not list?',
    ['keep', 'documented'],
    '"Conventional HTTP status codes"; documented turns 405 into 404 and the other client errors into 400.',
    { presets: { 'spec-only': 'documented' } },
  ),
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

  // A17 to A20: limits and keys
  'rate-algorithm': choice(
    ['A17', '§8'],
    'How are requests counted?',
    ['sliding-log', 'fixed-window', 'sliding-counter', 'token-bucket'],
    'The only one that never lets more than the limit through in any window.',
  ),
  'minute-scope': choice(
    ['A17', '§8'],
    'Does the limit per minute span all endpoints?',
    ['all-endpoints', 'per-endpoint'],
    'Said of the limit per second only; one key, one budget is the simplest reading.',
  ),
  'rejected-counted': choice(
    ['A18', '§8'],
    'Does a request that was refused with 429 count?',
    ['no', 'yes'],
    'Counted, a steady client over the limit would never be served again.',
  ),
  'rate-headers': choice(
    ['A19', '§8'],
    'Which headers tell the limits?',
    ['retry-after', 'none', 'x-ratelimit', 'draft-10', 'draft-7'],
    'Retry-After on 429 is the standard’s own advice (RFC 6585); the others add their headers to every answer.',
    { presets: { 'spec-only': 'none' } },
  ),
  'retry-after-form': choice(
    ['A19', '§8'],
    'How is Retry-After written?',
    ['seconds', 'date'],
    'Whole seconds, at least 1: the only form that every client reads.',
  ),
  'valid-keys': choice(
    ['A20', '§5'],
    'Which keys are valid?',
    ['listed', 'any'],
    'A wrong key must be seen to fail: the keys listed, and test_<something>.',
  ),

  // A21 to A25, A30: fields and values of records, downloads
  'listing-fields': choice(
    ['A30', '§2'],
    'Which fields does a listing have?',
    ['full', 'spec'],
    'Those that services of this kind show; spec is the four of §2.',
    { presets: { 'spec-only': 'spec' } },
  ),
  'listing-states': choice(
    ['A21', '§3'],
    'Which states can a listing have?',
    ['active-inactive', 'with-archived'],
    'The two that services of this kind share.',
  ),
  'strategy-fields': choice(
    ['A22', '§2'],
    'Which fields does a strategy have?',
    ['full', 'spec'],
    'Those that services of this kind show; spec is the identifier alone.',
    { presets: { 'spec-only': 'spec' } },
  ),
  'report-fields': choice(
    ['A23', '§2'],
    'Which fields does a report run have?',
    ['full', 'spec'],
    'Those that services of this kind show; spec is id, status, links and metadata.',
    { presets: { 'spec-only': 'spec' } },
  ),
  'report-states': choice(
    ['A23', '§3'],
    'How are the states of a report run named?',
    ['queued', 'in-queue', 'received', 'upper'],
    'queued, running, completed, failed, cancelled; the others are the sets of names that marketplaces use.',
  ),
  'report-links': choice(
    ['A24', '§2'],
    'How are download links written?',
    ['array', 'single'],
    '"Download links" is plural; single is one downloadUrl or null.',
  ),
  'link-ttl': amount(
    ['A25', '§2'],
    'For how many seconds does a download link work?',
    { default: 300, min: 1, max: 604_800 },
    'The life of such links at a large marketplace.',
  ),
  'expired-link': choice(
    ['A25', '§2'],
    'Which status does an expired link get?',
    ['403', '404', '410'],
    'What signed links of object stores answer.',
  ),
  'link-errors': choice(
    ['A25', '§2'],
    'How does a download link say what is wrong?',
    ['xml', 'json'],
    'Such links lead to object stores, which answer XML; clients must not parse it as the error object.',
  ),
  'extra-fields': choice(
    ['A30', '§2'],
    'Do records carry fields that nobody announced?',
    ['off', 'on'],
    'On, every record has one more, for testing that a client ignores what it does not know.',
  ),
  'time-format': choice(
    ['A29', '§2'],
    'How are times written?',
    ['iso', 'iso-seconds', 'unix'],
    'ISO 8601 in UTC with milliseconds.',
  ),

  // A26 to A28, A31: what else the service may offer
  'create-endpoints': choice(
    ['A26', '§4'],
    'Are there endpoints that create listings and strategies?',
    ['none', 'post'],
    'Mentioned in prose, defined nowhere; post adds POST to both collections.',
  ),
  events: choice(
    ['A27', '§6'],
    'Are there events?',
    ['none', 'list'],
    'Not shown; list adds GET /v1/events, the changes made through the API, newest first.',
  ),
  versions: choice(
    ['A28', '§9'],
    'Which version prefixes are answered?',
    ['v1', 'any'],
    'Every endpoint starts with /v1; any takes every /v<number> for it.',
    { evidence: 'spec' },
  ),
  transport: choice(
    ['A31', '§1'],
    'Is the mock served over http or https?',
    ['http', 'https'],
    'A local tool needs no certificate; https takes --tls-cert and --tls-key.',
  ),

  // A32, A33: edges of HTTP and the order of checks
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
  'request-id': choice(
    ['A32', '§4'],
    'Do answers carry X-Request-Id?',
    ['on', 'off'],
    'Sent ids are echoed, others made up, so that logs can be joined. What the socket’s edge refuses carries none.',
    { presets: { 'spec-only': 'off' } },
  ),
  'www-authenticate': choice(
    ['A32', '§5'],
    'Does a 401 carry WWW-Authenticate?',
    ['on', 'off'],
    'RFC 9110 asks for it; the scheme name ApiKey is ours.',
    { presets: { 'spec-only': 'off' } },
  ),
  'missing-listing': choice(
    ['A33', '§4'],
    'When is a missing listing noticed?',
    ['before-body-rules', 'first', 'after-body-rules'],
    '§4 rule 2 is unconditional, but the form of the request is checked before it: media type, size, JSON, id.',
  ),
  'fault-order': choice(
    ['A33', '§7'],
    'When do injected faults strike?',
    ['after-limits', 'first'],
    'A fault of the service happens to a request that was let in and counted.',
  ),
};

/** A question that the specification leaves open; `/__mock/assumptions` lists them with their answers. */
export type AssumptionId = keyof typeof assumptions;

/** The current answer to every assumption. */
export type Settings = { readonly [Id in AssumptionId]: ValueOf<(typeof assumptions)[Id]> };

export const assumptionIds = Object.keys(assumptions) as AssumptionId[];
