// How one record of a fixture file is read: which fields it must have, what the others default to, and which rules
// hold between them. Values that only we chose (A21 to A24) are not checked against our lists: the real service may
// know others.
import type { Listing, ReportOutcome, ReportRun, Strategy } from './resources.ts';
import {
  amount,
  count,
  currency,
  fieldsOf,
  FixtureError,
  flag,
  nullable,
  oneOf,
  positiveAmount,
  text,
  time,
  uuid,
  within,
  withOthers,
  type Place,
  type ReadField,
} from './fixture-fields.ts';
import { day, isoTime, referenceTime } from '../data/moments.ts';

const outcomes: readonly ReportOutcome[] = ['completed', 'failed', 'cancelled'];

/** Said of a failed run whose file gives no error. */
const unnamedError = { code: 'report_failed', message: 'The report could not be made.' };

/** Only the fields of §2 are required; the defaults make an ordinary new listing in stock. */
export function readListing(value: unknown, at: Place): Listing {
  const field = fieldsOf(value, at);
  const id = field('id', uuid);
  const marketplace = field('marketplace', text, 'amazon');
  const minPrice = field('minPrice', nullable(amount));
  const maxPrice = field('maxPrice', nullable(amount));
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    throw new FixtureError(within(at, 'minPrice'), `${minPrice} is above maxPrice, ${maxPrice}`);
  }
  const quantity = field('quantity', count, 10);
  const known: Listing = {
    id,
    marketplace,
    sku: field('sku', text, `SKU-${id.replaceAll('-', '').toUpperCase()}`),
    externalId: field('externalId', text, externalIdOf(id, marketplace)),
    upc: field('upc', nullable(text), null),
    title: field('title', text, `Listing ${id}`),
    condition: field('condition', text, 'new'),
    fulfillment: field('fulfillment', text, marketplace === 'amazon' ? 'fba' : 'seller'),
    currency: field('currency', currency, 'USD'),
    cost: field('cost', nullable(positiveAmount), null),
    currentPrice: field('currentPrice', amount, minPrice ?? maxPrice ?? 9.99),
    shippingPrice: field('shippingPrice', amount, 0),
    minPrice,
    maxPrice,
    strategyId: field('strategyId', nullable(text)),
    repricingEnabled: field('repricingEnabled', flag, true),
    quantity,
    status: field('status', text, quantity === 0 ? 'inactive' : 'active'),
    buyBox: field<Listing['buyBox']>('buyBox', nullable(buyBox), null),
    ...createdAndUpdated(field, at),
  };
  return withOthers(known, value, at);
}

function externalIdOf(id: string, marketplace: string): string {
  const number = Number.parseInt(id.slice(-8), 16);
  if (marketplace !== 'amazon') return `${100_000_000 + (number % 900_000_000)}`;
  return `B0MOCK${(number % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')}`;
}

function buyBox(value: unknown, at: Place): NonNullable<Listing['buyBox']> {
  const field = fieldsOf(value, at);
  return withOthers({ winning: field('winning', flag), price: field('price', amount) }, value, at);
}

/** Without an adjustment a strategy counts as one that needs none. */
export function readStrategy(value: unknown, at: Place): Strategy {
  const field = fieldsOf(value, at);
  const id = field('id', text);
  const given = field<Strategy['adjustment']>('adjustment', nullable(adjustment), null);
  const known: Strategy = {
    id,
    name: field('name', text, `Strategy ${id}`),
    type: field('type', text, given === null ? 'ai' : 'competitive'),
    marketplace: field('marketplace', nullable(text), null),
    enabled: field('enabled', flag, true),
    isDefault: field('isDefault', flag, false),
    adjustment: given,
    ...createdAndUpdated(field, at),
  };
  return withOthers(known, value, at);
}

function adjustment(value: unknown, at: Place): NonNullable<Strategy['adjustment']> {
  const field = fieldsOf(value, at);
  const known = {
    kind: field('kind', text),
    direction: field('direction', text),
    value: field('value', amount),
  };
  return withOthers(known, value, at);
}

/** By default a run starts when the world opens, completes after 20 seconds and reports on the 30 days before. */
export function readReportRun(value: unknown, at: Place): ReportRun {
  const field = fieldsOf(value, at);
  const outcome = field('outcome', oneOf(outcomes), 'completed');
  const createdAt = field('createdAt', nullable(time), null);
  const dateTo = field('dateTo', time, createdAt ?? isoTime(referenceTime));
  const dateFrom = field('dateFrom', time, isoTime(Date.parse(dateTo) - 30 * day));
  if (dateFrom > dateTo)
    throw new FixtureError(within(at, 'dateFrom'), `${dateFrom} is after dateTo, ${dateTo}`);
  if (createdAt !== null && dateTo > createdAt) {
    throw new FixtureError(within(at, 'dateTo'), `${dateTo} is after createdAt, ${createdAt}`);
  }
  const error = field<ReportRun['error']>(
    'error',
    nullable(runError),
    outcome === 'failed' ? { ...unnamedError } : null,
  );
  if ((error !== null) !== (outcome === 'failed')) {
    throw new FixtureError(within(at, 'error'), 'a run has an error exactly when its outcome is failed');
  }
  const known: ReportRun = {
    id: field('id', text),
    type: field('type', text, 'inventory'),
    createdAt,
    queuedMs: field('queuedMs', count, 5000),
    runningMs: field('runningMs', count, outcome === 'cancelled' ? 0 : 15_000),
    outcome,
    error,
    kept: field('kept', flag, outcome === 'completed'),
    marketplace: field('marketplace', nullable(text), null),
    dateFrom,
    dateTo,
    requestedBy: field('requestedBy', text, 'dashboard'),
  };
  return withOthers(known, value, at);
}

function runError(value: unknown, at: Place): NonNullable<ReportRun['error']> {
  const field = fieldsOf(value, at);
  return withOthers({ code: field('code', text), message: field('message', text) }, value, at);
}

function createdAndUpdated(field: ReadField, at: Place): Pick<Listing, 'createdAt' | 'updatedAt'> {
  const createdAt = field('createdAt', time, field('updatedAt', time, isoTime(referenceTime)));
  const updatedAt = field('updatedAt', time, createdAt);
  if (updatedAt < createdAt) {
    throw new FixtureError(within(at, 'updatedAt'), `${updatedAt} is before createdAt, ${createdAt}`);
  }
  return { createdAt, updatedAt };
}
