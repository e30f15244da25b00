// Assumptions that meet: where one answer could undo or distort another.
import { expect, test } from 'vitest';
import { each, one, openProbed, origin, verdict } from './probe.ts';
import type { Sent } from './probe.ts';

const price = `PATCH /v1/listings/${one}/price`;

/** The path of a link that works. */
async function takeLink(service: Awaited<ReturnType<typeof openProbed>>): Promise<string> {
  const { data } = (await service.send('GET /v1/reports')).value as {
    data: { downloadLinks: { url: string }[] }[];
  };
  return data[1]!.downloadLinks[0]!.url.slice(origin.length);
}

test('fine codes name what is wrong with a download link, and their pages exist', async () => {
  const service = await openProbed(
    {},
    { form: { errors: { codes: 'fine' }, files: { expired: '410', errors: 'json' } } },
  );
  const path = await takeLink(service);
  service.clock.advance(300_000);
  const errors = await each([path, `${path}0`], async (target) => {
    const { value } = await service.send(`GET ${target}`);
    return (value as { error: { code: string; doc_url: string } }).error;
  });
  expect(errors.map((error) => error.code)).toEqual(['link_expired', 'link_invalid']);
  for (const { doc_url } of errors) {
    expect(await service.status(`GET ${doc_url.slice(origin.length)}`)).toBe(200);
  }
});

test('every status that an expired link can have comes with a coarse code whose page exists', async () => {
  for (const expired of ['403', '404', '410'] as const) {
    const service = await openProbed({}, { form: { files: { expired, errors: 'json' } } });
    const path = await takeLink(service);
    service.clock.advance(300_000);
    const { error } = (await service.send(`GET ${path}`)).value as {
      error: { code: string; doc_url: string };
    };
    expect({ expired, code: error.code }).not.toEqual({ expired, code: 'invalid_request' });
    expect(await service.status(`GET ${error.doc_url.slice(origin.length)}`), error.code).toBe(200);
  }
});

test('a body as large as max-body allows is read, whatever it holds', async () => {
  const { send } = await openProbed({ 'max-body': 104_857_600 });
  const long = 'x'.repeat(12_000_000);
  const bodies = [`{"minPrice":16,"note":"${long}"}`, `{"minPrice":16,"${long}":1}`, `{"note":"${long}`];
  const answers = await each(bodies, async (body) => verdict(await send(price, { body } satisfies Sent)));
  expect(answers).toEqual(['200', '200', '400']);
});

test('equal bounds can be refused where their order is not checked', async () => {
  const { send } = await openProbed({ 'bounds-order': 'ignore', 'equal-bounds': 'reject' });
  expect(verdict(await send(price, { body: { minPrice: 20, maxPrice: 20 } }))).toBe('400 minPrice');
  expect(verdict(await send(price, { body: { minPrice: 21, maxPrice: 20 } }))).toBe('200');
});

test('an injected 429 tells the time to wait only where the limits do', async () => {
  for (const [form, expected] of [
    ['retry-after', '1'],
    ['none', undefined],
  ] as const) {
    const { send } = await openProbed({ 'rate-headers': form });
    const { headers } = await send('GET /v1/listings', { headers: { 'x-mock-fault': 'status=429' } });
    expect(headers['retry-after']).toBe(expected);
  }
});

test('a partial answer names the fields that were sent, and only those', async () => {
  const set = { 'patch-response': 'partial', 'price-form': 'cents' };
  const { send } = await openProbed(set, { form: { record: { data: '{record}' } } });
  expect((await send(price, { body: { maxPrice: 3000 } })).body).toEqual({
    data: { id: one, maxPrice: 3000 },
  });
});

test('every page of a Link header is reached, and the last has none', async () => {
  const { send } = await openProbed({ pagination: 'link', 'list-envelope': 'array' });
  const pages: number[] = [];
  let target: string | undefined = '/v1/listings?limit=2';
  while (target !== undefined) {
    const { value, headers } = await send(`GET ${target}`);
    pages.push((value as unknown[]).length);
    target = /<http:\/\/mock\.test([^>]+)>/.exec(headers.link ?? '')?.[1];
  }
  expect(pages).toEqual([2, 1]);
});
