// A program that holds the entity tag of a record (RFC 9110 §8.8.3) learns from the mock, too, that somebody wrote since.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ForeignService } from '../foreign/contract.ts';
import { mockOrigin } from '../foreign/judge.ts';
import { clockAt, recordSession, start } from '../foreign/record-session.ts';
import { listAt, textAt } from '../foreign/kit.ts';
import { mergePatches } from '../foreign/merge-patches.ts';
import { learnFrom, mockOf } from '../foreign/mock.ts';
import { odata } from '../foreign/odata.ts';

interface Given {
  readonly status: number;
  readonly tag: string | null;
  readonly body: unknown;
}

/** What opens mocks that have learned from the recorded session of a service. */
async function mocksOf(service: ForeignService) {
  const { recording } = await recordSession(service);
  const profile = learnFrom(recording);
  return () => {
    const clock = clockAt(start);
    const options = { asOf: 'start', clock, key: service.key, origin: mockOrigin } as const;
    return asking(mockOf(recording, profile, options), clock, service.key);
  };
}

function asking(mock: ReturnType<typeof mockOf>, clock: ReturnType<typeof clockAt>, key: string) {
  return async (
    method: string,
    target: string,
    { json, headers = {} }: { json?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Given> => {
    clock.advance(1000);
    const answer = await mock(
      new Request(mockOrigin + target, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      tag: answer.headers.get('etag'),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
}

test('a write makes a weak entity tag anew, and what was asked with the old one is refused', async () => {
  const ask = (await mocksOf(odata))();
  const id = textAt(listAt((await ask('GET', '/v1/listings')).body, 'value')[9], 'id');
  const listing = `/v1/listings/${id}`;
  const before = textAt((await ask('GET', listing)).body, '@odata.etag');
  const write = (minimumPrice: number, tag: string) =>
    ask('PATCH', `${listing}/price`, {
      json: { minimumPrice, maximumPrice: 400 },
      headers: { 'if-match': tag },
    });
  expect(await write(3.5, before)).toMatchObject({ status: 200 });
  const after = textAt((await ask('GET', listing)).body, '@odata.etag');
  expect(after).toMatch(/^W\/"0000000003140[0-9A-F]{3}"$/);
  expect(after).not.toBe(before);
  expect(await write(4, before)).toMatchObject({ status: 412 });
  expect(await write(4, after)).toMatchObject({ status: 200 });
});

describe('an entity tag that stands in a header alone', () => {
  const headers = { 'content-type': 'application/merge-patch+json' };
  const price = (amount: string) => ({ upper: { amount, currency: 'EUR' } });
  let open: Awaited<ReturnType<typeof mocksOf>>;
  beforeAll(async () => {
    open = await mocksOf(mergePatches);
  });
  const read = async () => {
    const ask = open();
    const listing = `/v1/listings/${textAt((await ask('GET', '/v1/listings')).body, '0', 'id')}`;
    const { tag } = await ask('GET', listing);
    return { ask, listing, tag: tag! };
  };

  test('stays what it is until somebody writes, and then another one is asked for', async () => {
    const { ask, listing, tag } = await read();
    expect(await ask('GET', listing)).toMatchObject({ status: 200, tag });
    const write = (amount: string, own: string) =>
      ask('PATCH', `${listing}/price`, { json: price(amount), headers: { ...headers, 'if-match': own } });
    const written = await write('910.00', tag);
    expect(written).toMatchObject({ status: 200, tag: expect.not.stringContaining(tag) as string });
    expect(await ask('GET', listing)).toMatchObject({ tag: written.tag });
    expect(await write('920.00', tag)).toMatchObject({ status: 412 });
    expect(await write('920.00', written.tag!)).toMatchObject({ status: 200 });
  });

  test('may not be left out of a write, where none without it was accepted', async () => {
    const { ask, listing } = await read();
    expect(await ask('PATCH', `${listing}/price`, { json: price('910.00'), headers })).toMatchObject({
      status: 428,
    });
  });

  test('spares who has it the record, where the service was seen to do so', async () => {
    const { ask, listing, tag } = await read();
    const again = (own: string) => ask('GET', listing, { headers: { 'if-none-match': own } });
    expect(await again(tag)).toEqual({ status: 304, tag, body: null });
    expect(await again('"another"')).toMatchObject({ status: 200, tag });
  });

  test('comes with a body or without one, as the header Prefer asks', async () => {
    const { ask, listing, tag } = await read();
    const sending = {
      json: price('910.00'),
      headers: { ...headers, 'if-match': tag, prefer: 'return=minimal' },
    };
    expect(await ask('PATCH', `${listing}/price`, sending)).toMatchObject({ status: 204, body: null });
  });
});
