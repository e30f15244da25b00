// Shows writes that were never recorded in the recorded answers (`--allow-unrecorded-writes`). This is a guess at what the
// service would say, so every answer that it changes is marked. Browser-safe.
import type { ApiError } from '../../spec/errors.ts';
import { endpointOf, subjectOf } from '../../spec/router.ts';
import { jsonOf } from '../body/readable-json.ts';
import type { Interaction } from '../format.ts';

/** The header that tells a guess from a recording. */
export const synthesizedHeader = ['X-Mock-Synthesized', 'unrecorded-write'] as const;

export type ListingFields = Readonly<Record<string, unknown>>;

/** A write to a listing (§4), by its path. */
export interface ListingWrite {
  readonly kind: 'price' | 'strategy';
  readonly listing: string;
}

/** What a validator gets to decide on. */
interface UnrecordedWrite extends ListingWrite {
  /** The JSON value sent; undefined for a body that is none. */
  readonly body: unknown;
  /** The listing as it stands: as recorded, with the writes that were done. */
  readonly current: ListingFields;
  /** The strategies that the recording knows of. */
  readonly strategyIds: ReadonlySet<string>;
}

/** The mock's own rules for a write: the fields that it sets, or the error that refuses it. */
export type ValidateWrite = (
  write: UnrecordedWrite,
) => { readonly ok: true; readonly fields: ListingFields } | { readonly ok: false; readonly error: ApiError };

/** The listing that a write is for; undefined for any other request. */
export function listingWrite(method: string, path: string): ListingWrite | undefined {
  const { endpoint, id } = endpointOf(method, path) ?? {};
  if (endpoint === undefined || id === undefined) return undefined;
  if (endpoint.name === 'updatePrice') return { kind: 'price', listing: id };
  return endpoint.name === 'updateStrategy' ? { kind: 'strategy', listing: id } : undefined;
}

/** What a write said of one field. */
interface OverlaidField {
  readonly value: unknown;
  /** Whether a recorded write set it; the recorded answers after that write show it already. */
  readonly recorded: boolean;
}

/** What one world has written to listings. A later write replaces what an earlier one said of the same fields. */
export class Overlay {
  readonly #listings = new Map<string, Map<string, OverlaidField>>();

  /** Takes note of an unrecorded write. */
  write(listing: string, fields: ListingFields): void {
    this.#set(listing, fields, false);
  }

  /**
   * Takes note of a recorded write that was answered with success. Its fields come back in answers that are too
   * old to show it; as the service stored them, where its answer says so.
   * @returns the fields as they now stand
   */
  noteRecordedWrite({ listing }: ListingWrite, { request, response }: Interaction): ListingFields {
    const sent = jsonOf(request.body);
    if (typeof sent !== 'object' || sent === null) return {};
    const stored = findObject(jsonOf(response.body), listing) ?? {};
    const entries = Object.entries(sent as ListingFields).map(([name, value]) => [
      name,
      Object.hasOwn(stored, name) ? stored[name] : value,
    ]);
    const fields = Object.fromEntries(entries) as ListingFields;
    this.#set(listing, fields, true);
    return fields;
  }

  /**
   * A JSON value in which each object that has the id of a listing shows what was written to it, in whatever envelope;
   * the value itself when nothing changed.
   * @param stale whether the answer may be older than the recorded writes that were done
   */
  apply(value: unknown, stale: boolean): unknown {
    if (this.#listings.size === 0) return value;
    return mapObjects(value, (object) => {
      const written = typeof object.id === 'string' ? this.#listings.get(object.id) : undefined;
      if (written === undefined) return object;
      const fields = [...written].filter(([name, { value: item, recorded }]) => {
        return (stale || !recorded) && object[name] !== item;
      });
      if (fields.length === 0) return object;
      return { ...object, ...Object.fromEntries(fields.map(([name, { value: item }]) => [name, item])) };
    });
  }

  #set(listing: string, fields: ListingFields, recorded: boolean): void {
    const written = this.#listings.get(listing) ?? new Map<string, OverlaidField>();
    for (const [name, value] of Object.entries(fields)) written.set(name, { value, recorded });
    this.#listings.set(listing, written);
  }
}

/** The first object with this id, in whatever envelope. */
export function findObject(value: unknown, id: string): ListingFields | undefined {
  let found: ListingFields | undefined;
  mapObjects(value, (object) => {
    if (object.id === id) found ??= object;
    return object;
  });
  return found;
}

/** The strategies that a recording knows of: those it lists, and those that a listing has. */
export function findStrategyIds(interactions: readonly Interaction[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { request, response } of interactions) {
    const subject = endpointOf(request.method, request.path)?.endpoint.of ?? subjectOf(request.path);
    const listed = subject === 'strategy';
    if (response.status !== 200 || !(listed || subject === 'listing')) continue;
    mapObjects(jsonOf(response.body), (object) => {
      const id = listed ? object.id : object.strategyId;
      if (typeof id === 'string') ids.add(id);
      return object;
    });
  }
  return ids;
}

/** A value with its objects changed, the outer ones first; the value itself when none was. */
function mapObjects(value: unknown, change: (object: ListingFields) => ListingFields): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapObjects(item, change));
    return items.some((item, at) => item !== value[at]) ? items : (value as unknown);
  }
  const object = change(value as ListingFields);
  const entries = Object.entries(object);
  const changed = entries.map(([key, item]) => [key, mapObjects(item, change)] as const);
  return changed.some(([, item], at) => item !== entries[at]![1]) ? Object.fromEntries(changed) : object;
}
