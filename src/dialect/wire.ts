// How a recorded service speaks: everything of its wire that differs, or could differ, from ours. All places are JSON
// pointers (RFC 6901), all counts say on how many samples a statement rests, and no text of the recording stands here
// but names, enumeration values, and the constant words of envelopes, headers and errors.
import type { EndpointName } from '../spec/endpoints.ts';
import type { Json } from '../http/exact-json.ts';

export type RecordKind = 'listing' | 'strategy' | 'reportRun';
export const recordKinds: readonly RecordKind[] = ['listing', 'strategy', 'reportRun'];

/** The endpoints of §4, each of which answers in a way of its own. */
export type SpokenEndpoint = Exclude<EndpointName, 'createListing' | 'createStrategy' | 'listEvents'>;

export interface Wire {
  readonly records: Partial<Record<RecordKind, RecordWire>>;
  readonly answers: Partial<Record<SpokenEndpoint, AnswerWire>>;
  readonly requests: RequestWire;
  readonly errors: readonly ErrorWire[];
  readonly headers: readonly HeaderWire[];
  /** Requests per second and minute and key (§8), where a 429 or a header has told them. */
  readonly limits?: LimitsWire;
}

export interface LimitsWire {
  readonly perSecond?: number;
  readonly perMinute?: number;
}

/** One kind of record. */
export interface RecordWire {
  /** How many different records were seen. */
  readonly seen: number;
  /** Where the id stands. */
  readonly id: string;
  readonly idForm: IdForm;
  /** In the order in which the service writes them. */
  readonly fields: readonly FieldWire[];
}

/** How ids are written: `integer` is a number, `digits` a text of digits, `text` anything else. */
export interface IdForm {
  readonly form: 'uuid' | 'UUID' | 'hex' | 'HEX' | 'integer' | 'digits' | 'text';
  /** What stands in front of every id, such as `lst_`. */
  readonly prefix: string;
  /** How long the rest is, where all are as long. */
  readonly length?: number;
  /** Whether an id in other letter case is none. */
  readonly strict?: true;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** What a text is, where it is more than a text. */
export type TextFormat = 'uuid' | 'time' | 'url' | 'email' | 'currency' | 'decimal' | 'digits';

export type TimeForm =
  | 'iso'
  | 'iso-seconds'
  | 'iso-micros'
  | 'iso-offset'
  | 'iso-offset-ms'
  | 'spaced'
  | 'date'
  | 'http'
  | 'unix'
  | 'unix-ms';

/** How an amount of money is written; `decimals`: never with fewer places. */
export interface MoneyForm {
  readonly as: 'number' | 'string' | 'cents' | 'cents-string';
  readonly decimals: number;
}

/** One field of a record, of an object in it, or the items of an array. */
export interface FieldWire {
  /** Its name as the service writes it; `*` for the items of an array. */
  readonly name: string;
  /** The field of ours that it shows, such as `minPrice` or `buyBox.price`; none: one that we do not know. */
  readonly ours?: string;
  /** In how many records it was looked for. */
  readonly seen: number;
  /** In how many of them it was not there. */
  readonly absent?: number;
  /** In how many of them it was null. */
  readonly nulls?: number;
  /** What it is when it is not null; several where it changes. Empty: it was never anything but null. */
  readonly types: readonly JsonType[];
  readonly format?: TextFormat;
  readonly time?: TimeForm;
  readonly money?: MoneyForm;
  /** The values of an enumeration. */
  readonly values?: readonly (string | number | boolean)[];
  /** Which of ours each value stands for. */
  readonly means?: Readonly<Record<string, string>>;
  /** Of numbers: the least and the greatest; of times: milliseconds since 1970; of texts and arrays: lengths. */
  readonly range?: readonly [number, number];
  /** Of numbers: the most decimals. */
  readonly decimals?: number;
  /** How a value is told that is not there, where it isn't null. */
  readonly nothing?: 'omitted' | 'empty';
  /** Of report runs: the states (ours) in which it is there and not null. */
  readonly in?: readonly string[];
  /** Of objects. */
  readonly fields?: readonly FieldWire[];
  /** Of arrays. */
  readonly items?: FieldWire;
}

/** What a good answer of one endpoint looks like. */
export interface AnswerWire {
  readonly seen: number;
  readonly status: number;
  /** The body as a template (`template.ts`) in which `{records}` or `{record}` stands where they do; null: no body. */
  readonly body: Json;
  /** Of writes: the body when the bounds exclude every price, where it differs. */
  readonly crossed?: Json;
  /** Of lists: what stands around each record, as a template with `{record}` in it. */
  readonly item?: Json;
  /** Fields that records have elsewhere and never here. */
  readonly omits?: readonly string[];
  /** Whether a record here shows those fields only that were written, beside its id. */
  readonly sentOnly?: boolean;
  readonly paging?: PagingWire;
  /** Parameters that let those records through whose field has the value. */
  readonly filters?: Readonly<Record<string, string>>;
}

export interface PagingWire {
  readonly limit?: {
    readonly name: string;
    /** How many come without it; 0: all. */
    readonly default: number;
    /** The largest that was accepted or is told by a refusal; 0: none is known. */
    readonly max: number;
    /** What a larger one does, where it was seen. */
    readonly excess?: 'cap' | 'reject';
  };
  readonly page?: { readonly name: string; readonly first: 0 | 1 };
  /** Whether links to other pages keep parameters that mean nothing to the service. */
  readonly keeps?: true;
  readonly offset?: { readonly name: string };
  readonly cursor?: { readonly name: string; readonly form: CursorForm };
}

/** `id`: the last record's id; `base64`: a template in base64 of what it says, such as `o:{offset}`; else opaque. */
export type CursorForm =
  | { readonly is: 'id' }
  | { readonly is: 'offset' }
  | { readonly is: 'base64' | 'base64url'; readonly of: string }
  | { readonly is: 'opaque' };

/** Where the fields of §4 stand in the bodies of writes, and how prices are written there. */
export interface RequestWire {
  readonly minPrice?: string;
  readonly maxPrice?: string;
  readonly strategyId?: string;
  readonly money?: MoneyForm;
  /** Whether a price was also accepted as the other JSON type. */
  readonly lenient?: boolean;
}

/** An error as the service tells it. */
export interface ErrorWire {
  /** What is wrong, by our name (`errorKinds` in `spec/errors.ts`). */
  readonly kind: string;
  /** The parameter at fault, by our name. */
  readonly param?: string;
  /** What was wrong with its value, such as `null` or `negative` (`situations.ts`). */
  readonly about?: string;
  readonly status: number;
  /** The body as a template. */
  readonly body: Json;
  readonly seen: number;
  /** The first interactions that show it. */
  readonly interactions: readonly string[];
}

/** A header that the service adds. */
export interface HeaderWire {
  /** As it is written. */
  readonly name: string;
  /** A template. */
  readonly value: string;
  /** `all`, `success`, `errors`, or endpoints (such as `listListings`) and statuses of errors (such as `429`). */
  readonly on: readonly string[];
  readonly seen: number;
}
