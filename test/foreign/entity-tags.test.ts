// A program that holds the entity tag of a record (RFC 9110 §8.8.3) learns from the mock, too, that somebody wrote since.
import { expect, test } from 'vitest';
import { clockAt, mockOrigin, recordSession, start } from './judge.ts';
import { listAt, textAt } from './kit.ts';
import { learnFrom, mockOf } from './mock.ts';
import { odata } from './odata.ts';

test('a write makes a weak entity tag anew, and what was asked with the old one is refused', async () => {
  const { recording } = await recordSession(odata);
  const clock = clockAt(start);
  const options = { asOf: 'start', clock, key: odata.key, origin: mockOrigin } as const;
  const mock = mockOf(recording, learnFrom(recording), options);
  const ask = async (method: string, target: string, json?: unknown, tag?: string) => {
    clock.advance(1000);
    const headers = { 'x-api-key': odata.key, 'content-type': 'application/json' };
    const answer = await mock(
      new Request(mockOrigin + target, {
        method,
        headers: { ...headers, ...(tag !== undefined && { 'if-match': tag }) },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    );
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };

  const id = textAt(listAt((await ask('GET', '/v1/listings')).body, 'value')[9], 'id');
  const listing = `/v1/listings/${id}`;
  const before = textAt((await ask('GET', listing)).body, '@odata.etag');
  const bounds = { minimumPrice: 3.5, maximumPrice: 400 };
  expect(await ask('PATCH', `${listing}/price`, bounds, before)).toMatchObject({ status: 200 });
  const after = textAt((await ask('GET', listing)).body, '@odata.etag');
  expect(after).toMatch(/^W\/"0000000003140[0-9A-F]{3}"$/);
  expect(after).not.toBe(before);
  expect(await ask('PATCH', `${listing}/price`, { ...bounds, minimumPrice: 4 }, before)).toMatchObject({
    status: 412,
  });
  expect(await ask('PATCH', `${listing}/price`, { ...bounds, minimumPrice: 4 }, after)).toMatchObject({
    status: 200,
  });
});
