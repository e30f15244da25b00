// Where the fields of §4 stand in the bodies of writes, and how prices are written there.
import { isObject, numberOf } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { pointerTo, valueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { MoneyForm, RecordWire, RequestWire } from '../../dialect/wire.ts';
import { commonest } from './findings.ts';
import { isMax, isMin, plain } from './match-fields.ts';
import type { Observation } from './observations.ts';

/** What accepted writes say; refused ones only where none was accepted. */
export function learnRequests(observations: readonly Observation[]): RequestWire {
  const price = bodiesOf(observations, 'updatePrice');
  const strategy = bodiesOf(observations, 'updateStrategy');
  const prices = price.flatMap((body) => scalars(body, '', []));
  const min = commonest(prices.filter(({ words }) => isMin(words)).map(({ place }) => place));
  const max = commonest(prices.filter(({ words }) => isMax(words)).map(({ place }) => place));
  const strategies = strategy.flatMap((body) => scalars(body, '', []));
  const named = strategies.filter(({ words }) => /strategy|rule|plan/.test(words.join('')));
  const assigned = commonest((named.length > 0 ? named : strategies).map(({ place }) => place));
  return {
    ...(min !== undefined && { minPrice: min }),
    ...(max !== undefined && { maxPrice: max }),
    ...(assigned !== undefined && { strategyId: assigned }),
  };
}

/** Fields that were never sent have the names that records have for them, beside those that were. */
export function withUnsent(requests: RequestWire, listing: RecordWire | undefined): RequestWire {
  if (listing === undefined) return requests;
  const sent = requests.minPrice ?? requests.maxPrice ?? '';
  const parent = sent.slice(0, Math.max(0, sent.lastIndexOf('/')));
  const nameOf = (ours: string) => leavesOf(listing).find(({ field }) => field.ours === ours)?.field.name;
  const place = (ours: 'minPrice' | 'maxPrice' | 'strategyId', inside: string) => {
    const name = nameOf(ours);
    return requests[ours] ?? (name === undefined ? undefined : pointerTo(inside, name));
  };
  const [minPrice, maxPrice] = [place('minPrice', parent), place('maxPrice', parent)];
  const strategyId = place('strategyId', '');
  return {
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(strategyId !== undefined && { strategyId }),
  };
}

/** The form in which prices are sent, and whether the other JSON type was taken as well. */
export function requestMoney(
  observations: readonly Observation[],
  { minPrice, maxPrice }: RequestWire,
  inRecords: MoneyForm | undefined,
): Pick<RequestWire, 'money' | 'lenient'> {
  const places = [minPrice, maxPrice].filter((place) => place !== undefined);
  const sent = bodiesOf(observations, 'updatePrice').flatMap((body) => {
    return places
      .map((place) => valueAt(body, place))
      .filter((value) => value !== undefined && value !== null);
  });
  const texts = sent.filter((value) => typeof value === 'string' && numberOf(value) === undefined);
  const numbers = sent.filter((value) => numberOf(value) !== undefined);
  if (texts.length + numbers.length === 0) return inRecords === undefined ? {} : { money: inRecords };
  const asText = texts.length > numbers.length;
  const cents = inRecords?.as === 'cents' || inRecords?.as === 'cents-string';
  const isCents =
    cents && [...texts, ...numbers].every((value) => Number.isInteger(Number(numberOf(value) ?? value)));
  const as = isCents ? (asText ? 'cents-string' : 'cents') : asText ? 'string' : 'number';
  return {
    money: { as, decimals: inRecords?.as === as ? inRecords.decimals : as === 'string' ? 2 : 0 },
    ...(texts.length > 0 && numbers.length > 0 && { lenient: true }),
  };
}

function bodiesOf(observations: readonly Observation[], endpoint: string): JsonObject[] {
  const writes = observations.filter(
    ({ route, requestBody }) => route?.endpoint === endpoint && isObject(requestBody),
  );
  const accepted = writes.filter(({ ok }) => ok);
  return (accepted.length > 0 ? accepted : writes).map(({ requestBody }) => requestBody as JsonObject);
}

interface Scalar {
  readonly place: string;
  readonly words: readonly string[];
  readonly value: Json;
}

function scalars(value: JsonObject, place: string, words: readonly string[]): Scalar[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const way = [...words, plain(name)];
    if (isObject(item)) return scalars(item, pointerTo(place, name), way);
    return Array.isArray(item) ? [] : [{ place: pointerTo(place, name), words: way, value: item }];
  });
}
