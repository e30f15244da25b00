import { setTimeout as delay } from 'node:timers/promises';
import axios, { isAxiosError, type AxiosResponse } from 'axios';
import type { Answer, Client } from './contract.ts';

export function axiosClient(url: string, key: string): Client {
  let retries = 0;
  const api = axios.create({ baseURL: url, headers: { 'X-API-KEY': key } });
  api.interceptors.response.use(undefined, async (error: unknown) => {
    if (!isAxiosError(error) || error.response?.status !== 429 || !error.config || retries >= 3) throw error;
    retries += 1;
    await delay(Number(error.response.headers['retry-after']) * 1000);
    return api.request(error.config);
  });

  return {
    get: (path) => settle(api.get(path)),
    patch: (path, body) => settle(api.patch(path, body)),
    async download(link) {
      const { data } = await axios.get<Buffer>(link, { responseType: 'arraybuffer' });
      return data;
    },
    retries: () => retries,
  };
}

async function settle(answer: Promise<AxiosResponse<unknown>>): Promise<Answer> {
  try {
    const { status, data } = await answer;
    return { status, body: data };
  } catch (error) {
    if (!isAxiosError(error) || !error.response) throw error;
    return { status: error.response.status, body: error.response.data };
  }
}
