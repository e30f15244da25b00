// PATCHes that change nothing, and those with a wrong order of bounds. The writes before tell what a listing holds.
import { plainJsonIn } from '../../http/json-text.ts';
import { bodyText } from './audited-request.ts';
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** How many listings are remembered with their last write; those written longest ago are forgotten first. */
const mostListings = 5000;

const fieldsOf = { updatePrice: ['minPrice', 'maxPrice'], updateStrategy: ['strategyId'] } as const;
const isWrite = (endpoint: string): endpoint is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, endpoint);

type Fields = Readonly<Record<string, unknown>>;

/** The values of a listing after the writes seen so far. */
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

  /** Records changed other than by a request, so that their values are no longer known. */
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
    // The client cannot know whether such a write was applied, so that it may send the same again.
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
  const value = plainJsonIn(body);
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

/** The mock's own check counts, as it knows the bound that a body leaves out. Without one, the body alone decides. */
function isCrossed({ kind }: AuditedRequest, fields: Fields | undefined): boolean {
  if (kind === 'parameters_conflict') return true;
  const { minPrice, maxPrice } = fields ?? {};
  return typeof minPrice === 'number' && typeof maxPrice === 'number' && minPrice > maxPrice;
}
