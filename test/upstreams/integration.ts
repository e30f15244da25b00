// What a program has to know of one service to work with it: each upstream's integrator has written one of these.
import type { Answer, Api } from './api.ts';

/** A listing in the program's own words: prices in units of the currency, times in milliseconds. */
export interface SeenListing {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly strategy: string | null;
  readonly changed: number;
}

export interface SeenRun {
  readonly id: string;
  readonly status: string;
  readonly links: readonly string[];
}

export interface Collected<Item> {
  readonly items: readonly Item[];
  /** How many stood on each page. */
  readonly pages: readonly number[];
}

export interface Integration {
  /** Names in the bodies of updates. */
  readonly names: { readonly min: string; readonly max: string; readonly strategy: string };
  /** A price as an update carries it. */
  money(price: number): unknown;
  /** The price in a form that this service may or may not take besides. */
  otherMoney(price: number): unknown;
  /** A page of the listings with a size far too large, a place that is none, and a filter. */
  readonly queries: { readonly huge: string; readonly nowhere: string; readonly filter: string };
  /** Ids that are well made and of nothing; one that is not well made. */
  readonly ids: { readonly unknown: string; readonly malformed: string; readonly strategy: string };
  listings(api: Api): Promise<Collected<SeenListing>>;
  listing(api: Api, id: string): Promise<SeenListing>;
  strategies(api: Api): Promise<Collected<{ readonly id: string; readonly title: string }>>;
  runs(api: Api): Promise<Collected<SeenRun>>;
  /** The table in a report's file. */
  table(bytes: Buffer): readonly (readonly string[])[];
  /** How long a 429 asks to wait, in milliseconds. */
  pause(answer: Answer): number;
  /** How long a download link works, in milliseconds. */
  readonly linkLife: number;
}

/** A number, or the program would calculate with something else. */
export function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`not a number: ${JSON.stringify(value)}`);
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`not a text: ${JSON.stringify(value)}`);
  return value;
}

/** Milliseconds since 1970 of this century. */
export function moment(milliseconds: number): number {
  if (!(milliseconds > Date.UTC(2000, 0) && milliseconds < Date.UTC(2100, 0)))
    throw new RangeError(`not a time: ${milliseconds}`);
  return milliseconds;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`not a list: ${JSON.stringify(value)}`);
  return value;
}
