// The document of a learned profile: how a recorded service is described.
import { expect, test } from 'vitest';
import { openapiDocument } from '../../src/app/control/openapi-documents.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { learnFrom } from '../foreign/mock.ts';
import { recordSession } from '../foreign/record-session.ts';
import { services } from '../foreign/services.ts';
import { recordingOf } from '../learning/said.ts';
import { origin } from '../support/app.ts';
import { expectDocument, mediaIn } from './expect-document.ts';
import type { Media } from './expect-document.ts';
import { operationsOf } from '../support/openapi.ts';
import { resolve, violations } from '../support/schema.ts';

test('a service is described with the members, parameters and errors that it has', async () => {
  const [service] = services;
  const { recording } = await recordSession(service!);
  await expectDocument(learnFrom(recording));
});

test('answers to who prefers them are described, with the headers that ask for them', () => {
  const good = (number: number, low = 5) => ({ id: `g-${number}`, low, high: 90.25 });
  const goods = [1, 2, 3, 4, 5].map((number) => good(number));
  const price = (number: number, low: number, preference: string) => ({
    asked: `PATCH /v1/listings/g-${number}/price`,
    sent: { low },
    headers: { Prefer: preference },
    ...(preference === 'return=minimal' ? { status: 204, told: '' } : { told: good(number, low) }),
  });
  const counted = { Prefer: 'count=exact' };
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { total: null, goods } },
    { asked: 'GET /v1/listings?limit=2', told: { total: null, goods: goods.slice(0, 2) } },
    { asked: 'GET /v1/listings', headers: counted, told: { total: 5, goods } },
    {
      asked: 'GET /v1/listings?limit=2',
      headers: counted,
      status: 206,
      told: { total: 5, goods: goods.slice(0, 2) },
    },
    price(1, 6, 'return=minimal'),
    price(2, 7, 'return=minimal'),
    price(3, 8, 'return=representation'),
  ]);
  const profile = learnProfile([{ name: 'session', recording }]);
  const document = openapiDocument('service', createSettings(), origin, profile);
  const told = operationsOf(document).map(({ operationId, parameters, responses }) => [
    operationId,
    parameters.flatMap((one) => (one.in === 'header' ? [one.name] : [])),
    Object.keys(responses),
  ]);
  expect(told).toEqual([
    ['listListings', ['Prefer'], ['200', '206']],
    ['updatePrice', ['Prefer'], ['200', '204']],
  ]);
});

test('the parameter that makes a write a dry run is described', () => {
  const good = (number: number, low = 5) => ({ id: `g-${number}`, low, high: 90.25 });
  const write = (number: number, low: number, query = '') => ({
    asked: `PATCH /v1/listings/g-${number}/price${query}`,
    sent: { low, high: 90.25 },
    told: good(number, low),
  });
  const read = (number: number, low?: number) => ({
    asked: `GET /v1/listings/g-${number}`,
    told: good(number, low),
  });
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3].map((number) => good(number)) } },
    write(1, 6),
    read(1, 6),
    write(2, 7, '?simulate=yes'),
    read(2),
  ]);
  const profile = learnProfile([{ name: 'goods', recording }]);
  const document = openapiDocument('service', createSettings(), origin, profile);
  const own = operationsOf(document).find(({ operationId }) => operationId === 'updatePrice')!;
  expect(own.parameters.find(({ name }) => name === 'simulate')).toEqual({
    name: 'simulate',
    in: 'query',
    description: 'With yes, a dry run: it is checked and answered, and nothing is done.',
    schema: { type: 'string', examples: ['yes'] },
  });
});

test('the headers that guard a write are described, and whether they may be left out', () => {
  const good = (number: number, low = 5) => ({ id: `g-${number}`, low, high: 90.25 });
  const write = (number: number, low: number, once: string) => ({
    asked: `PATCH /v1/listings/g-${number}/price`,
    sent: { low, high: 90.25 },
    headers: { 'Idempotency-Key': once, 'If-Match': '"g"' },
    told: good(number, low),
  });
  const session = [
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3].map((number) => good(number)) } },
    write(1, 6, 'once-1'),
    write(1, 6, 'once-1'),
    write(2, 7, 'once-2'),
  ];
  const guardsOf = (recording: ReturnType<typeof recordingOf>) => {
    const profile = learnProfile([{ name: 'goods', recording }]);
    const document = openapiDocument('service', createSettings(), origin, profile);
    const own = operationsOf(document).find(({ operationId }) => operationId === 'updatePrice')!;
    return own.parameters.map(({ name, required }) => [name, required]);
  };
  expect(guardsOf(recordingOf(session))).toEqual([
    ['id', true],
    ['If-Match', true],
    ['Idempotency-Key', undefined],
  ]);
  const refused = {
    ...write(3, 6, ''),
    headers: { 'If-Match': '"g"' },
    status: 400,
    told: { error: 'No key.' },
  };
  expect(guardsOf(recordingOf([...session, refused]))).toEqual([
    ['id', true],
    ['If-Match', true],
    ['Idempotency-Key', true],
  ]);
});

test('a body that names its strategy by a text or in an object is described in both ways', () => {
  const good = (number: number, plan: string) => ({ id: `g-${number}`, low: 5, high: 90.25, plan });
  const plan = (number: number) => ({ id: `p-${number}`, title: `Plan ${number}` });
  const assign = (number: number, sent: unknown, name: string) => ({
    asked: `PATCH /v1/listings/g-${number}/strategy`,
    sent: { plan: sent },
    told: good(number, name),
  });
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3].map((number) => good(number, 'p-1')) } },
    { asked: 'GET /v1/strategies', told: { plans: [1, 2, 3].map(plan) } },
    assign(1, 'p-2', 'p-2'),
    assign(2, 'p-3', 'p-3'),
    assign(3, { set: ['p-2'] }, 'p-2'),
  ]);
  const profile = learnProfile([{ name: 'goods', recording }]);
  const document = openapiDocument('service', createSettings(), origin, profile);
  const [own] = operationsOf(document).filter(({ operationId }) => operationId === 'updateStrategy');
  const [{ schema, example }] = mediaIn(own!.requestBody) as [Media];
  for (const body of [example, { plan: 'p-1' }, { plan: { set: ['p-1'] } }])
    expect(violations(body, schema, document)).toEqual([]);
  expect(violations({ plan: 5 }, schema, document)).not.toEqual([]);
});

test('links among the few values of a field lead to where the service is reached, not to where it was recorded', () => {
  const state = (number: number) => ({ url: `https://upstream.example/v1/states/${number % 2}` });
  const goods = [1, 2, 3, 4, 5, 6].map((number) => ({ id: `g-${number}`, low: 5, state: state(number) }));
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods } },
    ...goods.map((one) => ({ asked: `GET /v1/listings/${one.id}`, told: one })),
  ]);
  const profile = learnProfile([{ name: 'goods', recording }]);
  const text = JSON.stringify(openapiDocument('service', createSettings(), origin, profile));
  expect(text).toContain(`${origin}/v1/states/1`);
  expect(text).not.toContain('recording.invalid');
});

test('lists within records are described by what their items are', () => {
  const goods = [1, 2, 3, 4].map((number) => ({
    id: `g-${number}`,
    low: 5,
    tags: ['new', 'gift'].slice(0, number),
    offers: [
      { shop: 'north', price: { amount: 10.5 + number, ends: number === 2 ? null : `2026-03-0${number}` } },
    ],
  }));
  const recording = recordingOf([{ asked: 'GET /v1/listings', told: { goods } }]);
  const profile = learnProfile([{ name: 'goods', recording }]);
  const document = openapiDocument('service', createSettings(), origin, profile);
  const { properties } = resolve('#/components/schemas/Listing', document) as {
    readonly properties: Record<string, unknown>;
  };
  expect(properties.tags).toMatchObject({ type: 'array', items: { type: 'string' } });
  expect(properties.offers).toMatchObject({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        shop: { type: 'string' },
        price: {
          properties: { amount: { type: 'number' }, ends: { type: ['string', 'null'], format: 'date' } },
        },
      },
    },
  });
});
