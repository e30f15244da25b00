import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answer, Client } from './contract.ts';

const run = promisify(execFile);

/** Whether there is a curl to test with. */
export const curlIsThere = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

export function curlClient(url: string, key: string): Client {
  let retries = 0;

  const api = async (path: string, ...options: readonly string[]): Promise<Answer> => {
    const { heads, body } = await curl(
      url + path,
      '--retry',
      '3',
      '--header',
      `X-API-KEY: ${key}`,
      ...options,
    );
    const statuses = Array.from(heads.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status));
    retries += statuses.filter((status) => status === 429).length;
    return { status: statuses.at(-1) ?? 0, body: JSON.parse(body.toString()) };
  };

  return {
    get: (path) => api(path),
    patch: (path, body) =>
      api(
        path,
        '--request',
        'PATCH',
        '--header',
        'Content-Type: application/json',
        '--data',
        JSON.stringify(body),
      ),
    download: async (link) => (await curl(link)).body,
    retries: () => retries,
  };
}

/** A body on stdout would hold the refused attempts as well; in a file only the last one stays. */
async function curl(url: string, ...options: readonly string[]): Promise<{ heads: string; body: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'pricing-mock-curl-'));
  try {
    const heads = join(folder, 'heads');
    const body = join(folder, 'body');
    await run('curl', [
      '--silent',
      '--show-error',
      '--dump-header',
      heads,
      '--output',
      body,
      ...options,
      url,
    ]);
    return { heads: await readFile(heads, 'utf8'), body: await readFile(body) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
