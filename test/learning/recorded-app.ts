// A session with this project's own mock as a recording: everything is asked that may settle a question of the ledger.
import type { Answers } from '../../src/spec/settings.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { Interaction, Recording } from '../../src/recording/format.ts';
import { headerPairs } from '../../src/recording/recordable-headers.ts';
import { createTestApp, ids } from '../support/app.ts';
import type { CallOptions, TestApp, TestOptions } from '../support/app.ts';

export class RecordedApp {
  readonly #mock: TestApp;
  readonly #interactions: Interaction[] = [];

  constructor(assume: Answers, options: TestOptions = {}) {
    this.#mock = createTestApp({ assume, ...options });
  }

  async ask(method: string, target: string, options: CallOptions = {}): Promise<unknown> {
    this.#mock.clock.advance(250);
    return this.askAtOnce(method, target, options);
  }

  /** Without a moment's pause before. */
  async askAtOnce(method: string, target: string, options: CallOptions = {}): Promise<unknown> {
    const mark = target.indexOf('?');
    const sent = options.body ?? ('json' in options ? JSON.stringify(options.json) : '');
    const type = options.type === undefined ? 'application/json' : options.type;
    const answer = await this.#mock.call(method, target, options);
    const headers = headerPairs(answer.response.headers);
    this.#interactions.push({
      id: `${this.#interactions.length + 1}-${method.toLowerCase()}`,
      at: new Date(this.#mock.clock.now()).toISOString(),
      milliseconds: 1,
      request: {
        method,
        path: mark === -1 ? target : target.slice(0, mark),
        query: mark === -1 ? '' : target.slice(mark + 1),
        headers: sent === '' || type === null ? [] : [['Content-Type', type]],
        body: nodeBodies.recordBody(Buffer.from(sent), []),
      },
      response: {
        status: answer.status,
        reason: '',
        headers,
        body: nodeBodies.recordBody(answer.raw, headers),
      },
    });
    return answer.json;
  }

  advance(milliseconds: number): void {
    this.#mock.clock.advance(milliseconds);
  }

  recording(): Recording {
    return {
      format: 'pricing-mock-recording',
      version: 1,
      upstream: 'http://127.0.0.1:5300',
      interactions: this.#interactions,
    };
  }
}

const board = `/v1/listings/${ids.board}`;
const nowhere = `/v1/listings/${ids.nowhere}`;

/** Reads, accepted writes and refused ones, each next to a read that shows what it did. */
export async function recordEverything(assume: Answers, options: TestOptions = {}): Promise<Recording> {
  const app = new RecordedApp(assume, options);
  const price = (json: unknown) => app.ask('PATCH', `${board}/price`, { json });
  const form = assume['price-form'] ?? 'number';
  const money = (amount: number) =>
    form === 'string' ? amount.toFixed(2) : form === 'cents' ? Math.round(amount * 100) : amount;
  for (const list of ['/v1/listings', '/v1/strategies', '/v1/reports']) await app.ask('GET', list);
  await app.ask('GET', board);
  await app.ask('GET', `/v1/listings/${ids.lamp}`);
  await price({ minPrice: money(21.5), maxPrice: money(30.25) });
  await app.ask('GET', board);
  await price({ minPrice: money(21.5), maxPrice: money(30.25) });
  await app.ask('GET', board);
  await price({ maxPrice: money(33.75) });
  await price({ minPrice: money(44), maxPrice: money(41) });
  await price({ minPrice: money(31), maxPrice: money(31) });
  await price({ minPrice: 'cheap', maxPrice: money(30) });
  await price({ minPrice: null, maxPrice: money(30) });
  await price({});
  await price({ minPrice: money(22), maxPrice: money(32), colour: 1 });
  await price({ minPrice: 0, maxPrice: money(32) });
  await app.ask('PATCH', `${board}/price`, { body: '{"minPrice"' });
  await app.ask('PATCH', `${board}/price`, { body: '{"maxPrice":32}', type: 'text/plain' });
  await app.ask('PATCH', `${nowhere}/price`, { json: { minPrice: money(2), maxPrice: money(3) } });
  await app.ask('PATCH', `${board}/strategy`, { json: { strategyId: ids.guard } });
  await app.ask('PATCH', `${board}/strategy`, { json: { strategyId: ids.chaser } });
  await app.ask('PATCH', `${board}/strategy`, { json: { strategyId: ids.nowhere } });
  await app.ask('PATCH', `${board}/strategy`, { json: { strategyId: '' } });
  await app.ask('GET', '/v1/listings/twelve');
  await app.ask('GET', nowhere);
  await app.ask('GET', '/v1/nothing');
  await app.ask('GET', '/v1/listings/');
  await app.ask('GET', '/v2/listings');
  await app.ask('DELETE', board);
  const style = assume.pagination ?? 'cursor';
  await app.ask('GET', style === 'page' ? '/v1/listings?page=1&page_size=2' : '/v1/listings?limit=2');
  await app.ask(
    'GET',
    style === 'page' ? '/v1/listings?page=2&page_size=2' : `/v1/listings?limit=2&starting_after=${ids.lamp}`,
  );
  await app.ask('GET', '/v1/listings?colour=red');
  await app.ask('GET', '/v1/strategies', { key: null });
  await app.ask('GET', '/v1/strategies', { key: 'nobody' });
  return app.recording();
}
