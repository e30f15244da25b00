// PATCHes that were not needed, and those that cannot be meant: what a listing holds is known from the writes before.
import { bodyText } from './audited-request.ts';
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Listings whose last write is remembered; those written longest ago are forgotten first. */
const mostListings = 5000;

const fieldsOf = { updatePrice: ['minPrice', 'maxPrice'], updateStrategy: ['strategyId'] } as const;
const isWrite = (endpoint: string): endpoint is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, endpoint);

type Fields = Readonly<Record<string, unknown>>;

/** What a listing holds after the writes seen so far. */
interface Written {
  readonly endpoint: keyof typeof fieldsOf;
  readonly body: string;
  readonly values: Fields;
}

export class Writes implements Part {
  readonly #listings = new Map<string, Written>();
  readonly #identical = new Tally();
  readonly #unchanged = new Tally();
  readonly #crossed = new Tally();

  take(request: AuditedRequest): void {
    const { endpoint, id } = request;
    if (endpoint === undefined || id === undefined || !isWrite(endpoint)) return;
    const body = bodyText(request);
    const fields = parseFields(body);
    if (endpoint === 'updatePrice' && isCrossed(request, fields)) this.#crossed.add(request);
    this.#follow(request, id.toLowerCase(), endpoint, body, fields);
  }

  /** Somebody else has changed records, so that what they hold is not known any more. */
  recordsChanged(): void {
    this.#listings.clear();
  }

  findings(): Finding[] {
    return [
      { id: 'identical-patches', tally: this.#identical },
      { id: 'unchanged-patches', tally: this.#unchanged },
      { id: 'min-above-max', tally: this.#crossed },
    ];
  }

  #follow(
    request: AuditedRequest,
    id: string,
    endpoint: Written['endpoint'],
    body: string | undefined,
    fields: Fields | undefined,
  ): void {
    const { status, broken } = request;
    // The client cannot know whether such a write was applied, so that the next one is no repeat whatever it says.
    const isUncertain = status >= 500 || broken === true;
    const isApplied = status >= 200 && status < 300;
    if (!isApplied && !isUncertain) return;
    const before = this.#listings.get(id);
    this.#listings.delete(id);
    if (isUncertain || body === undefined || fields === undefined) return;
    const names = fieldsOf[endpoint].filter((name) => Object.hasOwn(fields, name));
    const isSame = names.length > 0 && names.every((name) => before?.values[name] === fields[name]);
    if (before?.endpoint === endpoint && before.body === body) this.#identical.add(request);
    else if (isSame) this.#unchanged.add(request);
    const set = Object.fromEntries(names.map((name) => [name, fields[name]]));
    this.#listings.set(id, { endpoint, body, values: { ...before?.values, ...set } });
    if (this.#listings.size > mostListings) this.#listings.delete(this.#listings.keys().next().value!);
  }
}

function parseFields(body: string | undefined): Fields | undefined {
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** As the mock judged it, against the bound that the body leaves out; or by the body, where nobody judged it. */
function isCrossed({ kind }: AuditedRequest, fields: Fields | undefined): boolean {
  if (kind === 'parameters_conflict') return true;
  const { minPrice, maxPrice } = fields ?? {};
  return typeof minPrice === 'number' && typeof maxPrice === 'number' && minPrice > maxPrice;
}
