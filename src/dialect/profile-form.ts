// What a profile says of how a service speaks: templates whose holes name what explains them, and the rules by which
// requests are read. All of it is data; `dialect/profile.ts` checks it where it enters.
import type { Json } from '../http/exact-json.ts';
import type { Settings } from '../spec/settings.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import type { QueryForm } from './select-page.ts';
import type { Cause, StateCondition } from './causes.ts';

export const recordKinds = ['listing', 'strategy', 'reportRun'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The lists of §4, and of what they are. */
export const listed = {
  listListings: 'listing',
  listStrategies: 'strategy',
  listReports: 'reportRun',
} as const satisfies Partial<Record<EndpointName, RecordKind>>;
export type ListName = keyof typeof listed;
export const listNames = Object.keys(listed) as readonly ListName[];

/** What a list is of; undefined for an endpoint that is none. */
export function listedKind(endpoint: EndpointName): RecordKind | undefined {
  return (listed as Partial<Record<EndpointName, RecordKind>>)[endpoint];
}

/** Templates by header name, as the service writes it. A header whose template has no value is left out. */
export type HeaderForms = Readonly<Record<string, Json>>;

/** How one kind of answer is written. */
export interface AnswerForm {
  readonly status: number;
  /** Null: no body. A text stands for a body that is no JSON. */
  readonly body: Json;
  readonly isText?: boolean;
  readonly headers?: HeaderForms;
  /** The members of a record that this answer shows, as pointers; left out: all. */
  readonly view?: readonly string[];
  /** Other members that it shows, by the value of a parameter of the query. */
  readonly views?:
    { readonly name: string; readonly values: Readonly<Record<string, readonly string[]>> } | undefined;
  /** Members that this answer shows in another way than others do, by pointer, such as a strategy in place of its id. */
  readonly shows?: Readonly<Record<string, Json>>;
}

export interface ListForm extends AnswerForm {
  /** The status under a condition: a fact that is there. */
  readonly part?: { readonly status: number; readonly when: string };
  /** What stands around each record: `{record}` alone, unless given. */
  readonly item?: Json;
  /** Whether the records are members of an object, by this name. */
  readonly key?: string;
  readonly query: QueryForm;
}

/** What a service takes for an amount. */
export interface AmountForm {
  readonly at: string;
  readonly as: 'number' | 'integer' | 'text';
  /** By what an amount has to be multiplied to be written so: 100 for cents. */
  readonly scale: number;
  /** Whether it has no decimals. */
  readonly whole?: true;
}

export interface WriteForm extends AnswerForm {
  /** The places of a body that are read; others are unknown to the service. */
  readonly fields: readonly string[];
  /** What stood in all accepted bodies. */
  readonly constants?: Readonly<Record<string, Json>>;
  readonly min?: AmountForm;
  readonly max?: AmountForm;
  readonly strategy?: string;
  /** Whether strategies are named by numbers. */
  readonly namesByNumber?: true;
  /** What becomes of the record: by pointer, from the body that was sent and the record as it was. */
  readonly sets: Readonly<Record<string, Json>>;
  /** Whether a write of what stands there already changes nothing. */
  readonly keepsSame?: true;
  /** What becomes of it later. */
  readonly later?: { readonly seconds: number; readonly sets: Readonly<Record<string, Json>> };
}

/** A leaf of records: what it was seen to be, for records that are made up. */
export interface FieldForm {
  readonly kinds: readonly ('null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object')[];
  /** In how many of `of` records it was there. */
  readonly seen: number;
  readonly of: number;
  readonly nulls?: number;
  /** The few values that it has. */
  readonly values?: readonly Json[];
  readonly range?: readonly [low: number, high: number];
  readonly decimals?: number;
  /** The shape of its texts, or the form of its moments. */
  readonly shape?: string;
  readonly time?: string;
  /** What it follows from. */
  readonly template?: Json;
}

export interface RecordForm {
  readonly id: { readonly at: string; readonly prefix: string; readonly shape?: string };
  /** Where the bounds, the strategy and the state stand, with how amounts are written. */
  readonly min?: AmountForm;
  readonly max?: AmountForm;
  readonly strategy?: string;
  readonly fields: Readonly<Record<string, FieldForm>>;
}

/** An error: when it is given, and how it is written. */
export interface ErrorForm extends AnswerForm {
  readonly cause: Cause;
  /** Left out: for every endpoint. */
  readonly on?: readonly (EndpointName | 'any')[];
  /** The field or parameter at fault, where the words are its own. */
  readonly param?: string;
  /** For causes that are states of a record. */
  readonly when?: StateCondition;
  /** In how many refused requests it was seen. */
  readonly seen: number;
}

/** A cause that was seen to be accepted. */
export interface Accepted {
  readonly cause: Cause;
  readonly on: EndpointName;
  readonly param?: string;
  readonly seen: number;
}

/** What an amount may be, as far as it was seen: refused ones lie outside. */
export interface AmountRange {
  readonly low?: number;
  readonly high?: number;
  readonly decimals?: number;
  /** Amounts are multiples of it. */
  readonly step?: number;
}

export interface LimitForm {
  /** Requests in the window; null: as many as were seen were accepted. */
  readonly limit: number | null;
  /** As many were accepted. */
  readonly accepted: number;
  /** Of a bucket that holds `limit`: how many come back in a second, where that is another number. */
  readonly refill?: number | undefined;
  /** Whether each endpoint is counted by itself. */
  readonly perEndpoint?: boolean | undefined;
}

export interface DialectForm {
  readonly records: Partial<Record<RecordKind, RecordForm>>;
  readonly lists: Partial<Record<EndpointName, ListForm>>;
  readonly reads: Partial<Record<EndpointName, AnswerForm>>;
  readonly writes: Partial<Record<EndpointName, WriteForm>>;
  readonly errors: readonly ErrorForm[];
  readonly accepted: readonly Accepted[];
  /** The causes in the order in which the service looks for them. */
  readonly order: readonly Cause[];
  /** Whether all that is wrong is told at once. */
  readonly tellsAll?: boolean;
  /** What stands around a list of several errors: `{errors}` is the list, in the order of these fields and parameters. */
  readonly together?:
    { readonly at: string; readonly body: Json; readonly fields: readonly string[] } | undefined;
  readonly amounts: AmountRange;
  /** Characters of the longest body that is taken. */
  readonly longestBody?: number | undefined;
  readonly limits: {
    readonly second: LimitForm;
    readonly minute: LimitForm;
    readonly algorithm: Settings['rate-algorithm'];
    readonly countsRefused: boolean;
  };
}
