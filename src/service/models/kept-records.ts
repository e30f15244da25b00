// Records as the mock keeps them, which the control API shows and takes: `service/models/resources.ts`, field by field. How they
// look to clients of the service is another matter, and up to the settings.
import type { Listing, ReportRun, Strategy } from './resources.ts';
import { object } from '../openapi/openapi-document.ts';
import type { Schema } from '../openapi/openapi-document.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const amount = { type: 'number', minimum: 0 };
const amountOrNull = { type: ['number', 'null'], minimum: 0 };
const time = { type: 'string', format: 'date-time' };

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

export const listingFields: Readonly<Record<keyof Listing, Schema>> = {
  ...{
    id: text,
    marketplace: text,
    sku: text,
    externalId: text,
    upc: textOrNull,
    title: text,
    condition: text,
  },
  ...{ fulfillment: text, currency: text, cost: amountOrNull, currentPrice: amount, shippingPrice: amount },
  ...{ minPrice: amountOrNull, maxPrice: amountOrNull, strategyId: textOrNull, repricingEnabled: flag },
  ...{ quantity: count, status: text, buyBox: orNull(object({ winning: flag, price: amount })) },
  ...{ createdAt: time, updatedAt: time },
};

export const strategyFields: Readonly<Record<keyof Strategy, Schema>> = {
  ...{ id: text, name: text, type: text, marketplace: textOrNull, enabled: flag, isDefault: flag },
  adjustment: orNull(object({ kind: text, direction: text, value: amount })),
  ...{ createdAt: time, updatedAt: time },
};

export const reportFields: Readonly<Record<keyof ReportRun, Schema>> = {
  ...{ id: text, type: text, createdAt: orNull(time), queuedMs: count, runningMs: count },
  outcome: { enum: ['completed', 'failed', 'cancelled'] },
  error: orNull(object({ code: text, message: text })),
  ...{ kept: flag, marketplace: textOrNull, dateFrom: time, dateTo: time, requestedBy: text },
};
