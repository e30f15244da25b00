import got, { HTTPError } from 'got';
import type { Answer, Client } from './contract.ts';

export function gotClient(url: string, key: string): Client {
  let retries = 0;
  const api = got.extend({
    prefixUrl: url,
    headers: { 'X-API-KEY': key },
    responseType: 'json',
    retry: { limit: 3, methods: ['GET', 'PATCH'], statusCodes: [429] },
    hooks: { beforeRetry: [() => void (retries += 1)] },
  });

  return {
    get: (path) => settle(api.get(path.slice(1))),
    patch: (path, json) => settle(api.patch(path.slice(1), { json })),
    download: (link) => got(link).buffer(),
    retries: () => retries,
  };
}

async function settle(
  answer: Promise<{ readonly statusCode: number; readonly body: unknown }>,
): Promise<Answer> {
  try {
    const { statusCode, body } = await answer;
    return { status: statusCode, body };
  } catch (error) {
    if (!(error instanceof HTTPError)) throw error;
    return { status: error.response.statusCode, body: error.response.body };
  }
}
