// What is settled about single records, their fields and forms (A1, A2, A7, A12, A21, A22, A29, A30).
import { isObject, textOf } from '../../http/exact-json.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { RecordWire } from '../../dialect/wire.ts';
import type { Finding } from './findings.ts';
import { recordsIn } from './locate.ts';
import type { Observation } from './observations.ts';
import { shownBy } from './learned.ts';
import type { Learned } from './learned.ts';

const ourNames = {
  listing: [
    'id',
    'marketplace',
    'sku',
    'externalId',
    'title',
    'condition',
    'fulfillment',
    'currency',
    'currentPrice',
    'minPrice',
    'maxPrice',
    'strategyId',
    'quantity',
    'status',
    'createdAt',
    'updatedAt',
  ],
  strategy: ['id', 'name', 'type', 'enabled', 'isDefault', 'adjustment'],
  reportRun: ['id', 'type', 'status', 'createdAt', 'startedAt', 'completedAt', 'metadata'],
} as const;
const specNames = {
  listing: ['id', 'minPrice', 'maxPrice', 'strategyId'],
  strategy: ['id'],
  reportRun: ['id', 'status', 'metadata'],
} as const;
const fieldIds = {
  listing: 'listing-fields',
  strategy: 'strategy-fields',
  reportRun: 'report-fields',
} as const;

export function settleRecords(learned: Learned): Finding[] {
  const { observations, wire, places, money } = learned;
  const good = observations.filter(({ ok, route }) => ok && route !== undefined);
  const singles = good.filter(({ route }) => route!.endpoint === 'getListing');
  const listed = good.filter((by) => by.route!.kind === 'listing' && recordsIn(by, places).length > 0);
  const place = places.body.getListing;
  const written = good.filter(
    ({ route }) => route!.endpoint === 'updatePrice' || route!.endpoint === 'updateStrategy',
  );
  const { listing } = wire.records;
  return [
    ...(place === undefined
      ? []
      : shownBy(
          'single-envelope',
          place === '' ? 'bare' : place === '/data' ? 'data' : `in an object, at ${place}`,
          singles,
        )),
    ...written.flatMap((by) => patchResponse(by, learned)),
    ...(money === undefined || (money.guessed && money.form.as === 'number')
      ? []
      : shownBy('price-form', priceForm(money.form), listed)),
    ...fieldFindings(learned),
    ...(listing === undefined
      ? []
      : [
          ...timeFindings(listing, listed),
          ...stateFindings(listing, listed),
          ...incomplete(listing, listed, learned),
        ]),
  ];
}

function patchResponse(by: Observation, { places, wire }: Learned): Finding[] {
  if (by.status === 204 || by.body === undefined) {
    return [
      {
        id: 'patch-response',
        value: by.status === 204 ? 'no-content' : `no body, with status ${by.status}`,
        by,
      },
    ];
  }
  if (isObject(by.body) && Object.keys(by.body).length === 0)
    return [{ id: 'patch-response', value: 'empty', by }];
  const endpoint = by.route!.endpoint;
  const record = places.body[endpoint] === undefined ? undefined : valueAt(by.body, places.body[endpoint]);
  if (!isObject(record)) return [{ id: 'patch-response', value: 'a receipt', by }];
  const shown = Object.keys(record).length;
  const all = wire.records.listing?.fields.filter(({ absent }) => absent === undefined).length ?? 0;
  const omitted = wire.answers[endpoint]?.omits?.length ?? 0;
  return [{ id: 'patch-response', value: shown < all / 2 && omitted > 0 ? 'partial' : 'full', by }];
}

function priceForm({ as, decimals }: NonNullable<Learned['money']>['form']): string {
  if (as === 'number') return decimals >= 2 ? 'fixed2' : 'number';
  return as === 'cents-string' ? 'cents in a text' : as;
}

function fieldFindings({ wire, seen }: Learned): Finding[] {
  return (['listing', 'strategy', 'reportRun'] as const).flatMap((kind) => {
    const shape = wire.records[kind];
    if (shape === undefined) return [];
    const names = shape.fields.map(({ name }) => name);
    const others = names.filter((name) => !(ourNames[kind] as readonly string[]).includes(name));
    const isSpec = names.every(
      (name) => (specNames[kind] as readonly string[]).includes(name) || name.startsWith('download'),
    );
    const isFull = ourNames[kind].every((name) => names.includes(name));
    const value = isSpec ? 'spec' : isFull ? 'full' : `${names.length} fields of its own`;
    const by = [...new Set(seen.filter((sighting) => sighting.kind === kind).map((sighting) => sighting.by))];
    const extra = others.filter((name) => !known.has(name));
    return [
      ...shownBy(fieldIds[kind], value, by),
      ...(kind === 'listing' ? shownBy('extra-fields', extra.length > 0 ? 'on' : 'off', by) : []),
    ];
  });
}

const known = new Set(['upc', 'cost', 'shippingPrice', 'repricingEnabled', 'buyBox', 'eligibility']);

function timeFindings(shape: RecordWire, listed: readonly Observation[]): Finding[] {
  const form = leavesOf(shape).find(({ field }) => field.ours === 'createdAt' || field.ours === 'updatedAt')
    ?.field.time;
  return form === undefined ? [] : shownBy('time-format', form, listed);
}

function stateFindings(shape: RecordWire, listed: readonly Observation[]): Finding[] {
  const values = leavesOf(shape).find(({ field }) => field.ours === 'status')?.field.values;
  if (values === undefined) return [];
  const words = values.map((value) => String(value));
  const isOurs = words.every((word) => ['active', 'inactive', 'archived'].includes(word));
  const value = isOurs
    ? words.includes('archived')
      ? 'with-archived'
      : 'active-inactive'
    : words.join(', ');
  return shownBy('listing-states', value, listed);
}

function incomplete(shape: RecordWire, listed: readonly Observation[], { places }: Learned): Finding[] {
  const leaves = leavesOf(shape).filter(({ field }) =>
    /^(minPrice|maxPrice|strategyId)$/.test(field.ours ?? ''),
  );
  // As each listing was seen first, before anybody wrote to it.
  const first = new Map<string, JsonObject>();
  for (const by of listed) {
    for (const record of recordsIn(by, places)) {
      const id = textOf(valueAt(record, shape.id));
      if (!first.has(id)) first.set(id, record);
    }
  }
  const records = [...first.values()];
  if (records.length === 0 || leaves.length === 0) return [];
  const lacks = (record: JsonObject) => leaves.some(({ pointer }) => isNothing(valueAt(record, pointer)));
  const share = records.filter(lacks).length / records.length;
  return shownBy('incomplete-ratio', Math.round(share * 100) / 100, listed);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
