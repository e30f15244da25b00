// What openapi.mjs asks the service: for each operation of the document each response that it names. A body that is
// no JSON is not among it, because Prism reads bodies itself and would answer in the mock's place.

const own = { 'X-API-KEY': 'test_key' };
const nowhere = '99999999-9999-4999-8999-999999999999';
const json = { 'Content-Type': 'application/json' };

/** Good requests, and for every operation each of its errors. `bad`: one that the document itself forbids. */
export async function* serviceCalls(document, url) {
  const records = async (path) => {
    const body = await (await fetch(`${url}${path}`, { headers: own })).json();
    return Array.isArray(body) ? body : body.data;
  };
  const [listing, ...others] = await records('/v1/listings');
  const strategies = await records('/v1/strategies');
  const strategyId = strategies.at(-1).id;
  const price = { minPrice: listing.minPrice, maxPrice: listing.maxPrice };
  const good = {
    listListings: ['/v1/listings'],
    getListing: [`/v1/listings/${listing.id}`],
    updatePrice: [`/v1/listings/${listing.id}/price`, price],
    updateStrategy: [`/v1/listings/${listing.id}/strategy`, { strategyId }],
    listReports: ['/v1/reports'],
    listStrategies: ['/v1/strategies'],
  };
  const queries = {
    limit: '?limit=2',
    starting_after: `?starting_after=${listing.id}&limit=3`,
    ending_before: `?ending_before=${others.at(-1).id}`,
    sortListings: '?sort=-updatedAt,sku',
    marketplace: '?marketplace=amazon',
    updatedSince: '?updatedSince=2026-01-01T00:00:00Z',
  };

  for (const methods of Object.values(document.paths)) {
    for (const [verb, { operationId: operation, parameters = [], responses }] of Object.entries(methods)) {
      const method = verb.toUpperCase();
      const [target, body] = good[operation];
      const names = parameters.map(({ $ref }) => $ref?.split('/').at(-1));
      const usual = { operation, method, target, headers: own, status: 200, ...sent(body) };
      yield usual;
      for (const [name, query] of Object.entries(queries)) {
        if (operation === 'listListings' && names.includes(name))
          yield { ...usual, target: `${target}${query}` };
      }
      if (operation === 'listReports' && names.includes('status')) {
        yield { ...usual, target: `${target}?status=completed&sort=-createdAt` };
      }
      if (operation === 'listStrategies' && names.includes('type')) {
        yield { ...usual, target: `${target}?sort=name` };
      }
      yield* errorsOf(usual, { body, listing, names, responses });
    }
  }
}

function* errorsOf(usual, { body, listing, names, responses }) {
  const { operation, target } = usual;
  const one = (status, more) => ({ ...usual, status, ...more });
  const fault = (status) => ({ headers: { ...usual.headers, 'X-Mock-Fault': `status=${status}` } });

  yield one(401, { headers: without(usual.headers, 'X-API-KEY'), bad: true });
  yield one(401, { headers: { ...usual.headers, 'X-API-KEY': 'nobody' } });
  yield one(429, { headers: { ...usual.headers, 'X-API-KEY': 'limited_key' }, repeat: 2 });
  yield one(500, fault(500));
  for (const status of Object.keys(responses))
    if (status !== 'default' && status >= 400) yield one(+status, fault(status));
  if ('default' in responses)
    for (const status of [403, 405, 408, 410, 418, 502, 503, 504]) yield one(status, fault(status));

  if (target.includes(listing.id)) {
    const [before, after] = target.split(listing.id);
    yield one(404, { target: `${before}99999999-9999-4999-8999-999999999999${after}` });
    yield one(400, { target: `${before}no-uuid${after}`, bad: true });
  }
  if (names.includes('limit')) yield one(400, { target: `${target}?limit=100000`, bad: true });
  if (names.includes('starting_after')) {
    yield one(400, { target: `${target}?starting_after=${nowhere}` });
    yield one(400, { target: `${target}?starting_after=${nowhere}&ending_before=${nowhere}` });
  }
  if (body === undefined) return;
  const wrong = (value) => one(400, { ...sent(value), bad: true });
  yield wrong({});
  yield wrong([]);
  yield one('413' in responses ? 413 : 400, { ...sent({ ...body, more: 'x'.repeat(110_000) }), bad: true });
  yield one('415' in responses ? 415 : 400, { headers: { ...own, 'Content-Type': 'text/plain' }, bad: true });
  if (operation === 'updatePrice') {
    yield wrong({ ...body, minPrice: 'x' });
    yield wrong({ ...body, maxPrice: 1e9 });
    yield one(400, sent({ minPrice: body.maxPrice, maxPrice: body.minPrice }));
  } else {
    yield wrong({ strategyId: 17 });
    yield one(400, sent({ strategyId: 'nobody' }));
  }
}

function sent(body) {
  return body === undefined ? {} : { headers: { ...own, ...json }, body: JSON.stringify(body) };
}

function without(headers, name) {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
