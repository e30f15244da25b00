// A session that an integrator would drive: everything read, prices and strategies changed, every refusal provoked and
// read, limits met and waited for, a report downloaded. It is the same against a service and against a mock of it.
import { Api } from './api.ts';
import type { Answer, ApiOptions, Sent } from './api.ts';
import { centsClient } from './client-cents.ts';
import { nodesClient } from './client-nodes.ts';
import { offsetsClient } from './client-offsets.ts';
import { stringsClient } from './client-strings.ts';
import type { Integration, SeenListing, SeenRun } from './integration.ts';

export const integrations = {
  strings: stringsClient,
  cents: centsClient,
  nodes: nodesClient,
  offsets: offsetsClient,
} satisfies Readonly<Record<string, Integration>>;

export type UpstreamName = keyof typeof integrations;

/** What an answer said, as far as a program acts on it. */
export interface SeenAnswer {
  readonly status: number;
  readonly code?: string;
  readonly param?: unknown;
  /** The bounds that a read showed after an update that was not refused. */
  readonly bounds?: readonly [min: number | null, max: number | null];
}

/** Everything that a session has seen, without what moves. */
export interface Facts {
  readonly listings: readonly SeenListing[];
  readonly pages: readonly number[];
  readonly strategies: readonly { readonly id: string; readonly title: string }[];
  readonly runs: readonly (Omit<SeenRun, 'links'> & { readonly links: number })[];
  /** What each thing that was tried came to, by its name. */
  readonly answers: Readonly<Record<string, SeenAnswer>>;
  /** The listing before anything was tried, with another price, a while later, with another strategy. */
  readonly steps: readonly SeenListing[];
  /** The statuses of requests that came as fast as they could, in order. */
  readonly bursts: readonly (readonly number[])[];
  /** The repetitions until a refused update went through. */
  readonly retries: number;
  readonly file: { readonly columns: readonly string[]; readonly rows: number };
}

/** @throws Error when the service is not the one that the client was written for */
export async function runClient(name: UpstreamName, options: ApiOptions): Promise<Facts> {
  const service: Integration = integrations[name];
  const api = new Api(options);
  const answers: Record<string, SeenAnswer> = {};
  const { names, ids, queries } = service;

  async function attempt(what: string, method: string, path: string, sent: Sent = {}): Promise<SeenAnswer> {
    const seen = judge(await api.ask(method, path, sent));
    answers[what] = seen;
    return seen;
  }

  const { items: listings, pages } = await service.listings(api);
  const { items: strategies } = await service.strategies(api);
  const { items: runs } = await service.runs(api);
  // Its price lies outside of the bounds that are set below, so that it shows what becomes of it.
  const one = listings.find(
    ({ min, max, strategy, price }) => min !== null && max !== null && strategy !== null && price > 30,
  );
  if (one === undefined) throw new Error('no listing of more than 30 has bounds and a strategy');
  const path = `/v1/listings/${one.id}`;
  const steps = [await service.listing(api, one.id)];
  for (const other of listings.slice(0, 6)) await service.listing(api, other.id);
  // Again, so that it shows what changes by itself.
  await service.listing(api, one.id);
  await service.listings(api);
  await service.runs(api);
  await service.strategies(api);

  await attempt('a page far too large', 'GET', `/v1/listings?${queries.huge}`);
  await attempt('a page that is none', 'GET', `/v1/listings?${queries.nowhere}`);
  await attempt('a filter', 'GET', `/v1/listings?${queries.filter}`);
  await attempt('an unknown parameter', 'GET', '/v1/listings?colour=red');
  await attempt('a malformed id', 'GET', `/v1/listings/${ids.malformed}`);
  await attempt('an unknown id', 'GET', `/v1/listings/${ids.unknown}`);
  await attempt('an unknown path', 'GET', '/v1/nothing');
  await attempt('a slash at the end', 'GET', '/v1/listings/');
  await attempt('another version', 'GET', '/v2/listings');
  await attempt('another method', 'DELETE', path);
  await attempt('no key', 'GET', '/v1/strategies', { key: null });
  await attempt('another key', 'GET', path, { key: 'nobody-0000' });

  const bounds = (min: unknown, max: unknown): Sent => ({ body: { [names.min]: min, [names.max]: max } });
  const money = (price: number): unknown => service.money(price);

  /** An update of the price; one that is not refused is followed by a read. */
  async function price(what: string, sent: Sent, id = one!.id): Promise<void> {
    const seen = await attempt(what, 'PATCH', `/v1/listings/${id}/price`, sent);
    if (seen.status >= 300) return;
    const { min, max } = await service.listing(api, id);
    answers[what] = { ...seen, bounds: [min, max] };
  }

  const wide = bounds(money(20), money(30));
  await price('both bounds', wide);
  steps.push(await service.listing(api, one.id));
  await api.wait(60_000);
  steps.push(await service.listing(api, one.id));
  await price('the same bounds again', wide);
  await price('one bound', { body: { [names.min]: money(21.5) } });
  await price('one bound above the other', { body: { [names.min]: money(31) } });
  await price('min above max', bounds(money(40), money(35)));
  await price('both bounds once more', wide);
  await price('equal bounds', bounds(money(25), money(25)));
  await price('three decimals', bounds(money(20.125), money(30)));
  await price('another form', bounds(service.otherMoney(22), service.otherMoney(33)));
  await price('zero', bounds(money(0), money(30)));
  await price('a negative price', bounds(money(-1), money(30)));
  await price('a huge price', bounds(money(20), money(99_000_000)));
  await price('a word', bounds('cheap', money(30)));
  await price('a null bound', bounds(null, money(30)));
  await price('no bound', { body: {} });
  await price('an unknown field', { body: { ...(wide.body as object), colour: 'red' } });
  const json = JSON.stringify(wide.body);
  await price('a field twice', {
    text: `${json.slice(0, -1)},${JSON.stringify({ [names.min]: money(19) }).slice(1)}`,
  });
  await price('a list', { body: [wide.body] });
  await price('broken JSON', { text: json.slice(0, -2) });
  await price('no body', { text: '' });
  await price('another media type', { text: json, type: 'text/plain' });
  await price('the mark of another state', { text: json, headers: { 'If-Match': '"elsewhere"' } });
  await price('a body far too large', { text: `${' '.repeat(20_000)}${json}` });
  await price('bounds of a malformed id', wide, ids.malformed);
  await price('bounds of an unknown id', wide, ids.unknown);
  await price('broken JSON for an unknown id', { text: '{' }, ids.unknown);
  await price('a word for an unknown id', bounds('cheap', money(30)), ids.unknown);
  await price('both bounds at last', wide);

  const assign = (id: unknown): Sent => ({ body: { [names.strategy]: id } });
  const other = strategies.find(({ id }) => id !== one.strategy)!;
  await attempt('a strategy', 'PATCH', `${path}/strategy`, assign(other.id));
  steps.push(await service.listing(api, one.id));
  for (const [what, sent] of [
    ['an unknown strategy', assign(ids.strategy)],
    ['a strategy that is a number', assign(12)],
    ['no strategy', { body: {} }],
    ['a strategy that is null', assign(null)],
    ['a strategy without a name', assign('')],
  ] as const) {
    await attempt(what, 'PATCH', `${path}/strategy`, sent);
  }
  await attempt(
    'a strategy of an unknown id',
    'PATCH',
    `/v1/listings/${ids.unknown}/strategy`,
    assign(other.id),
  );
  await attempt('the strategy of before', 'PATCH', `${path}/strategy`, assign(one.strategy));
  steps.push(await service.listing(api, one.id));

  const bursts = [
    await burst(api, 7),
    // Twice, half a second apart within the second: it shows whether a new second begins at its own time.
    [...(await burst(api, 3)), ...(await burst(api, 5, 600))],
    [...(await burst(api, 3, 3900)), ...(await burst(api, 5, 600))],
  ];
  await burst(api, 5);
  let retries = 0;
  for (let answer: Answer | undefined; answer?.status !== 200 && answer?.status !== 204;) {
    answer = await api.now('PATCH', `${path}/price`, wide);
    if (answer.status !== 429) continue;
    answers['too many requests'] = judge(answer);
    retries += 1;
    if (retries > 9) throw new Error('the limit never ends');
    await api.wait(service.pause(answer));
  }

  const [link] = (await service.runs(api)).items.flatMap((run) => run.links);
  if (link === undefined) throw new Error('no report has a file');
  const { status, bytes } = await api.file(link);
  if (status !== 200) throw new Error(`the file answers ${status}`);
  const [columns = [], ...rows] = service.table(bytes);
  await api.wait(service.linkLife + 1000);
  answers['a link of before'] = { status: (await api.file(link)).status };

  return {
    listings,
    pages,
    strategies,
    runs: runs.map((run) => ({ ...run, links: run.links.length })),
    answers,
    steps,
    bursts,
    retries,
    file: { columns, rows: rows.length },
  };
}

/** The statuses of requests at once, after so long a rest that nothing counts any more. */
async function burst(api: Api, count: number, rest = 3000): Promise<number[]> {
  await api.wait(rest);
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await api.now('GET', '/v1/strategies')).status);
  return statuses;
}

/** @throws Error when a refusal is not the error object of the service (§7) */
function judge({ status, body }: Answer): SeenAnswer {
  if (status < 400) return { status };
  const { error } = body as { readonly error?: Readonly<Record<string, unknown>> };
  if (typeof error?.code !== 'string' || typeof error.message !== 'string')
    throw new Error(`${status} without an error object: ${JSON.stringify(body)}`);
  if (typeof error.doc_url !== 'string' || !error.doc_url.endsWith(`/errors/${error.code}`))
    throw new Error(`no page explains ${error.code}: ${String(error.doc_url)}`);
  return { status, code: error.code, ...('param' in error && { param: error.param }) };
}
