// Why a service may refuse a request.
interface CauseFacts {
  /** Refused where no recording tells. */
  readonly refused?: true;
  /** The status of its refusal where no recording tells; 400 where it is left out. */
  readonly status?: number;
  /** Taken where no recording tells, though a sister is refused. */
  readonly taken?: true;
  /** Causes that are one to most services: what is said of one is said of the others, where those were never seen. */
  readonly family?:
    | 'field type'
    | 'amount too low'
    | 'bounds'
    | 'below one'
    | 'unreadable number'
    | 'no body'
    | 'strategy'
    | 'unknown parameter'
    | 'unknown value'
    | 'unread filter';
}

// One row a cause, in the order in which services look for them unless a recording shows another.
// prettier-ignore
const facts = {
  'unexplained': {},
  'path-unknown': { refused: true, status: 404 },
  'method-unknown': { refused: true, status: 404 },
  'key-missing': { refused: true, status: 401 },
  'key-wrong': { refused: true, status: 401 },
  'rate': { refused: true, status: 429 },
  'server': { refused: true, status: 500 },
  'accept-other': { status: 406 },
  'id-malformed': { refused: true },
  'id-unknown': { refused: true, status: 404 },
  'record-hidden': {},
  'body-large': {},
  'type-missing': {},
  'type-other': {},
  'body-empty': { refused: true, family: 'no body' },
  'body-malformed': { refused: true, family: 'no body' },
  'body-other': { refused: true },
  'once-again': {},
  'condition-missing': {},
  'once-missing': {},
  'record-changed': {},
  'object-empty': {},
  'field-unknown': {},
  'field-other': {},
  'constant-missing': {},
  'field-empty': { refused: true },
  'field-missing': { refused: true },
  'item-missing': {},
  'field-null': {},
  'field-type': { refused: true, family: 'field type' },
  'field-text': { refused: true, family: 'field type' },
  'field-numeric-text': { family: 'field type' },
  'field-number': { family: 'field type' },
  'amount-fraction': { refused: true },
  'amount-decimals': {},
  'amount-step': {},
  'amount-negative': { refused: true, family: 'amount too low' },
  'amount-zero': { family: 'amount too low' },
  'amount-low': {},
  'amount-below-floor': {},
  'amount-high': {},
  'bounds-crossed': { refused: true, family: 'bounds' },
  'bounds-equal': {},
  'strategy-malformed': { refused: true, family: 'strategy' },
  'strategy-unknown': { refused: true, family: 'strategy' },
  'change-none': { taken: true },
  'record-state': {},
  'strategy-state': {},
  'bound-beyond-stored': { refused: true, family: 'bounds' },
  'bound-beyond-null': {},
  'bound-beyond-amount': {},
  'parameter-unknown': { family: 'unknown parameter' },
  'parameter-member': { taken: true, family: 'unknown parameter' },
  'parameter-value': {},
  'size-unreadable': { refused: true, family: 'unreadable number' },
  'size-negative': { refused: true, family: 'below one' },
  'size-zero': { refused: true, family: 'below one' },
  'size-too-large': {},
  'position-unreadable': { refused: true, family: 'unreadable number' },
  'position-negative': { refused: true, family: 'below one' },
  'token-unknown': { refused: true },
  'token-beside': {},
  'search-short': {},
  'filter-malformed': { family: 'unread filter' },
  'filter-unreadable': { family: 'unread filter' },
  'filter-form': { taken: true, family: 'unread filter' },
  'filter-null': { taken: true, family: 'unread filter' },
  'filter-operator': { family: 'unread filter' },
  'filter-field': {},
  'filter-unknown': { family: 'unknown value' },
  'filter-crossed': {},
  'filter-lone': {},
  'sort-unknown': { family: 'unknown value' },
  'sort-member': { taken: true, family: 'unknown value' },
  'sort-direction': { family: 'unknown value' },
  'position-beyond': {},
  'found-nothing': {},
} as const satisfies Readonly<Record<string, CauseFacts>>;

export type Cause = keyof typeof facts;

/** In the order in which services look for them, unless a recording shows another. */
export const causes = Object.keys(facts) as readonly Cause[];

/** What is usual of a cause, where no recording tells. */
export const usual: Readonly<Record<Cause, CauseFacts>> = facts;

/** Whether what is said of one cause is said of the other, where that one was never seen. */
export function areSisters(a: Cause, b: Cause): boolean {
  return a !== b && usual[a].family !== undefined && usual[a].family === usual[b].family;
}

/** In the order in which services look for what is wrong, unless a recording shows another. */
export const naturally = (a: { readonly cause: Cause }, b: { readonly cause: Cause }): number =>
  causes.indexOf(a.cause) - causes.indexOf(b.cause);
