import { Agent, fetch, interceptors, request } from 'undici';
import type { Client } from './contract.ts';

export function undiciClient(url: string, key: string): Client {
  let retries = 0;
  const agent = new Agent();
  const dispatcher = agent.compose(
    (dispatch) => (options, handler) => {
      const onResponseStart: typeof handler.onResponseStart = (controller, status, headers, text) => {
        if (status === 429) retries += 1;
        handler.onResponseStart?.(controller, status, headers, text);
      };
      return dispatch(options, Object.assign(Object.create(handler) as typeof handler, { onResponseStart }));
    },
    interceptors.retry({ methods: ['GET', 'PATCH'], statusCodes: [429], maxRetries: 3 }),
  );
  const headers = { 'X-API-KEY': key };

  return {
    async get(path) {
      const response = await fetch(url + path, { headers, dispatcher });
      return { status: response.status, body: await response.json() };
    },
    // `fetch` streams its body, which undici's retry cannot send a second time; `request` keeps the string.
    async patch(path, body) {
      const { statusCode, body: answer } = await request(url + path, {
        method: 'PATCH',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        dispatcher,
      });
      return { status: statusCode, body: await answer.json() };
    },
    async download(link) {
      const response = await fetch(link, { dispatcher });
      return new Uint8Array(await response.arrayBuffer());
    },
    retries: () => retries,
  };
}
