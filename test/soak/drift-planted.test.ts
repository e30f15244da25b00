// Each planted change of a service is one change at its place: in the foreign services, whose answers are changed on their
// way, and in the upstreams, which can do one thing otherwise.
import { describe, expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import type { Drift } from '../../src/analysis/fidelity/drift.ts';
import type { Answered, Asked, ForeignService } from '../foreign/contract.ts';
import { services } from '../foreign/services.ts';
import type { Planted } from '../upstreams/listen.ts';
import { upstreamNames, upstreams, usualStart } from '../upstreams/sessions.ts';
import { recordSession } from '../foreign/record-session.ts';
import type { Plant } from '../foreign/record-session.ts';
import { placeOf, recordPlanted } from '../fidelity/planted.ts';

const told = (changes: readonly Drift[]) =>
  changes.map(
    ({ severity, what, path, places }) =>
      `${severity} ${places[0]!.endpoint} ${path.startsWith('header:') ? path.toLowerCase() : path} ${what}`,
  );

type Fields = Record<string, unknown>;

/** Changes the JSON of answers to some requests. */
function json(
  isMeant: (request: Asked, answer: Answered) => boolean,
  change: (body: Fields) => unknown,
): Plant {
  return (answer, request) => {
    if (!isMeant(request, answer) || answer.body === '') return answer;
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Fields)) };
  };
}

const to =
  (path: string, status = 200) =>
  (request: Asked, answer: Answered) =>
    request.target.split('?')[0] === path && request.method === 'GET' && answer.status === status;

/** Each record of a list, at a place such as `data` or `value`. */
const each = (at: string, change: (record: Fields) => unknown) => (body: Fields) => {
  const [name, ...rest] = at.split('.');
  const inner = (value: unknown, steps: readonly string[]): unknown =>
    steps.length === 0
      ? (value as Fields[]).map(change)
      : { ...(value as Fields), [steps[0]!]: inner((value as Fields)[steps[0]!], steps.slice(1)) };
  return inner(body, [name!, ...rest]);
};

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));

const renamed = (fields: Fields, from: string, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([other, value]) => [other === from ? name : other, value]));

interface PlantedCase {
  readonly service: string;
  readonly what: string;
  readonly plant: Plant;
  readonly found: string;
}

const anyError = (_: Asked, { status }: Answered) => status >= 400;

const cases: readonly PlantedCase[] = [
  {
    service: 'auctions',
    what: 'a renamed field',
    plant: json(
      to('/v1/strategies'),
      each('items', (record) => renamed(record, 'createdDate', 'created')),
    ),
    found: 'breaking GET /v1/strategies $.items[*].createdDate renamed',
  },
  {
    service: 'connections',
    what: 'a number as a string',
    plant: json(
      to('/v1/listings'),
      each('data.listings.edges', (edge) => {
        const node = edge.node as Fields;
        return { ...edge, node: { ...node, legacyId: String(node.legacyId) } };
      }),
    ),
    found: 'breaking GET /v1/listings $.data.listings.edges[*].node.legacyId has another type',
  },
  {
    service: 'counted-results',
    what: 'a missing field',
    plant: json(
      to('/v1/strategies'),
      each('results', (record) => without(record, 'is_default')),
    ),
    found: 'breaking GET /v1/strategies $.results[*].is_default removed',
  },
  {
    service: 'counted-results',
    what: 'a value that is null',
    plant: json(
      to('/v1/reports'),
      each('results', (record) => ({ ...record, requested_by: null })),
    ),
    found: 'breaking GET /v1/reports $.results[*].requested_by may be null',
  },
  {
    service: 'hal',
    what: 'another status',
    plant: (answer) => (answer.status === 415 ? { ...answer, status: 400 } : answer),
    found: 'breaking PATCH /v1/listings/{id}/price status status changed',
  },
  {
    service: 'connections',
    what: 'another error code',
    plant: json(
      anyError,
      (body) => JSON.parse(JSON.stringify(body).replaceAll('INVALID_ID', 'MALFORMED_ID')) as unknown,
    ),
    found: 'breaking GET /v1/listings/{id} $.errors[*].extensions.code code changed',
  },
  {
    service: 'auctions',
    what: 'another number of an error',
    plant: json(anyError, (body) => JSON.parse(JSON.stringify(body).replaceAll('25713', '25799')) as unknown),
    found: 'breaking GET /v1/listings/{id} $.errors[*].errorId code changed',
  },
  {
    service: 'json-api',
    what: 'a header more',
    plant: (answer, { target }) =>
      target.startsWith('/v1/strategies') && answer.status === 200
        ? { ...answer, headers: [...answer.headers, ['X-Region', 'north']] }
        : answer,
    found: 'additive GET /v1/strategies header:x-region added',
  },
  {
    service: 'json-api',
    what: 'another order',
    plant: json(to('/v1/strategies'), (body) => ({ ...body, data: (body.data as unknown[]).toReversed() })),
    found: 'cosmetic GET /v1/strategies $.data has another order',
  },
  {
    service: 'hal',
    what: 'another envelope',
    plant: json(to('/v1/strategies'), (body) =>
      '_embedded' in body
        ? { ...without(body, '_embedded'), items: (body._embedded as Fields).strategies }
        : body,
    ),
    found: 'breaking GET /v1/strategies $._embedded.strategies[*] records stand elsewhere',
  },
  {
    service: 'counted-results',
    what: 'moments in another format',
    plant: json(
      to('/v1/strategies'),
      each('results', (record) => ({ ...record, created_at: String(record.created_at).slice(0, 10) })),
    ),
    found: 'breaking GET /v1/strategies $.results[*].created_at has another format',
  },
  {
    service: 'auctions',
    what: 'another word for a state',
    plant: json(
      ({ target }) => target.startsWith('/v1/listings'),
      (body) =>
        JSON.parse(
          JSON.stringify(body).replaceAll('"FIXED_PRICE"', '"FIXED"').replaceAll('"AUCTION"', '"BIDDING"'),
        ) as unknown,
    ),
    found: 'breaking GET /v1/listings $.items[*].format has other values',
  },
  {
    service: 'counted-results',
    what: 'a member of the envelope that is gone',
    plant: json(to('/v1/listings'), (body) => without(body, 'count')),
    found: 'breaking GET /v1/listings $.count removed',
  },
];

const named = (name: string): ForeignService => services.find((service) => service.name === name)!;

test.each(cases)('$service: $what', async ({ service, plant, found }) => {
  const before = await recordSession(named(service));
  const after = await recordSession(named(service), { run: 1, plant });
  expect(told(findDrift(before, after))).toEqual([found]);
});

const severities: Readonly<Record<Planted, string>> = {
  'renamed-field': 'breaking',
  'number-as-string': 'breaking',
  'missing-field': 'breaking',
  'wrong-status': 'breaking',
  'other-code': 'breaking',
  null: 'breaking',
  order: 'cosmetic',
  'extra-header': 'additive',
};

describe.each(upstreamNames)('%s', (name) => {
  test('recorded again a week later has not changed', async () => {
    const later = await recordPlanted(name, { startAt: usualStart + 7 * 86_400_000 });
    expect(told(findDrift({ recording: await recordPlanted(name) }, { recording: later }))).toEqual([]);
  });

  test.each(Object.keys(severities) as Planted[])('%s is one change at its place', async (planted) => {
    const changed = await recordPlanted(name, { planted });
    const found = findDrift({ recording: await recordPlanted(name) }, { recording: changed });
    const { request, where } = upstreams[name].plants[planted];
    expect(told(found).map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      `${severities[planted]} ${request} ${placeOf(where)}`,
    ]);
  });
});
