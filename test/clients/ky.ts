import ky, { HTTPError, type KyResponse } from 'ky';
import type { Answer, Client } from './contract.ts';

export function kyClient(url: string, key: string): Client {
  let retries = 0;
  const api = ky.create({
    prefixUrl: url,
    headers: { 'X-API-KEY': key },
    retry: { limit: 3, methods: ['get', 'patch'], statusCodes: [429], afterStatusCodes: [429] },
    hooks: { beforeRetry: [() => void (retries += 1)] },
  });

  return {
    get: (path) => settle(api.get(path.slice(1))),
    patch: (path, json) => settle(api.patch(path.slice(1), { json })),
    async download(link) {
      return new Uint8Array(await ky.get(link).arrayBuffer());
    },
    retries: () => retries,
  };
}

async function settle(answer: Promise<KyResponse>): Promise<Answer> {
  try {
    const response = await answer;
    return { status: response.status, body: await response.json() };
  } catch (error) {
    if (!(error instanceof HTTPError)) throw error;
    return { status: error.response.status, body: await error.response.json() };
  }
}
