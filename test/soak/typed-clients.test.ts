// Clients that others' generators make from the OpenAPI document of a mock: they know the type of every field, compile
// under `strict`, and work with the mock that gave the document.
import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { complaints } from '../support/compiler.ts';
import { consumer } from '../support/consumer.ts';
import { serve, userEnvironment } from '../support/serve.ts';

const run = promisify(execFile);

/** Generator and client as a user has them, in a folder with the document `openapi.json`. */
interface Generator {
  readonly name: string;
  /** A program that makes the client. */
  readonly generate: string;
  /** What to import of it. */
  readonly client: string;
  /** The client's program: it ends in `tell(...)`. */
  readonly main: string;
}

const key = 'test_typed_client';
const board = '11111111-1111-4111-8111-111111111111';
const nowhere = '99999999-9999-4999-8999-999999999999';

/** What every client's program ends in: it compiles only if the client knows the type of each member, at any depth. */
const tell = `
interface Listing {
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly strategyId: string;
  readonly upc: string | null;
  readonly buyBox: { readonly winning: boolean; readonly price: number } | null;
}

interface Seen {
  readonly listings: readonly Listing[];
  readonly one: Listing;
  readonly priced: Listing;
  readonly assigned: Listing;
  readonly strategies: readonly { readonly assignedCount: number }[];
  readonly reports: readonly { readonly downloadLinks: readonly { readonly url: string }[] }[];
  readonly refusal: { readonly error: { readonly code: string; readonly param?: string } } | undefined;
}

/** The places of members whose type is \`unknown\` or \`any\`. */
type Untyped<T, At extends string> = unknown extends T
  ? At
  : T extends readonly (infer Item)[]
    ? Untyped<Item, \`\${At}[]\`>
    : T extends object
      ? { [Name in keyof T & string]-?: Untyped<NonNullable<T[Name]>, \`\${At}.\${Name}\`> }[keyof T & string]
      : never;

type Typed<T, Place = Untyped<T, '$'>> = [Place] extends [never] ? unknown : { readonly untyped: Place };

export function tell<T extends Seen>(seen: T & Typed<T>): void {
  console.log(JSON.stringify(seen));
}
`;

const session = `
const [key, board, nowhere] = ['${key}', '${board}', '${nowhere}'];
const bounds = { minPrice: 16, maxPrice: 30 };
const strategyId = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
`;

const generators: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    generate: `
import { createClient } from '@hey-api/openapi-ts';
await createClient({ input: 'openapi.json', output: 'client', logs: { level: 'silent', file: false } });
`,
    client: './client',
    main: `
import { getListing, listListings, listReports, listStrategies, updatePrice, updateStrategy } from './client';
import { client } from './client/client.gen';
import { tell } from './tell';
${session}
client.setConfig({ auth: key });
const throwOnError = true;
const listings = (await listListings({ throwOnError, query: { limit: 2, sort: ['title'] } })).data.data;
const one = (await getListing({ throwOnError, path: { id: board } })).data;
const { data: priced } = await updatePrice({ throwOnError, path: { id: board }, body: bounds });
const { data: assigned } = await updateStrategy({ throwOnError, path: { id: board }, body: { strategyId } });
const strategies = (await listStrategies({ throwOnError })).data.data;
const reports = (await listReports({ throwOnError })).data.data;
const { error: refusal } = await getListing({ path: { id: nowhere } });
tell({ listings, one, priced, assigned, strategies, reports, refusal });
`,
  },
  {
    name: 'openapi-typescript with openapi-fetch',
    generate: `
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
writeFileSync('schema.ts', astToString(await openapiTS(readFileSync('openapi.json', 'utf8'))));
`,
    client: './schema',
    main: `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
import { tell } from './tell';
import document from './openapi.json' with { type: 'json' };
${session}
const api = createClient<paths>({ baseUrl: document.servers[0]!.url, headers: { 'X-API-KEY': key } });
const params = { path: { id: board } };
const listings = (await api.GET('/v1/listings', { params: { query: { limit: 2, sort: ['title'] } } })).data!.data;
const one = (await api.GET('/v1/listings/{id}', { params })).data!;
const priced = (await api.PATCH('/v1/listings/{id}/price', { params, body: bounds })).data!;
const assigned = (await api.PATCH('/v1/listings/{id}/strategy', { params, body: { strategyId } })).data!;
const strategies = (await api.GET('/v1/strategies')).data!.data;
const reports = (await api.GET('/v1/reports')).data!.data;
const { error: refusal } = await api.GET('/v1/listings/{id}', { params: { path: { id: nowhere } } });
tell({ listings, one, priced, assigned, strategies, reports, refusal });
`,
  },
  {
    name: 'swagger-typescript-api',
    generate: `
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
await generateApi({ input: resolve('openapi.json'), output: resolve('client'), fileName: 'api.ts', silent: true });
// It tells the compiler to pass over what it has made.
const file = resolve('client/api.ts');
writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck', ''));
`,
    client: './client/api',
    main: `
import { Api } from './client/api';
import type { Error } from './client/api';
import { tell } from './tell';
${session}
const { v1 } = new Api({ baseApiParams: { headers: { 'X-API-KEY': key }, format: 'json' } });
const listings = (await v1.listListings({ limit: 2, sort: ['title'] })).data.data;
const one = (await v1.getListing(board)).data;
const priced = (await v1.updatePrice(board, bounds)).data;
const assigned = (await v1.updateStrategy(board, { strategyId })).data;
const strategies = (await v1.listStrategies()).data.data;
const reports = (await v1.listReports()).data.data;
const refusal = await v1.getListing(nowhere).then(() => undefined, (answer: { error: Error }) => answer.error);
tell({ listings, one, priced, assigned, strategies, reports, refusal });
`,
  },
  ...(process.env.ORVAL === undefined ? [] : [orval()]),
];

/** With 345 packages it is no dependency of ours: `.ci/run` installs it and names its folder in ORVAL. */
function orval(): Generator {
  return {
    name: 'orval',
    generate: `
import { generate } from 'orval';
const output = { target: './client.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } };
await generate({ input: { target: './openapi.json' }, output });
`,
    client: './client',
    main: `
import { getListing, listListings, listReports, listStrategies, updatePrice, updateStrategy } from './client';
import { tell } from './tell';
${session}
const headers = { 'X-API-KEY': key };
function good<A extends { readonly status: number }>(answer: A): Extract<A, { readonly status: 200 }> {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer as Extract<A, { readonly status: 200 }>;
}
const listings = good(await listListings({ limit: 2, sort: ['title'] }, { headers })).data.data;
const one = good(await getListing(board, { headers })).data;
const priced = good(await updatePrice(board, bounds, { headers })).data;
const assigned = good(await updateStrategy(board, { strategyId }, { headers })).data;
const strategies = good(await listStrategies(undefined, { headers })).data.data;
const reports = good(await listReports(undefined, { headers })).data.data;
const missing = await getListing(nowhere, { headers });
const refusal = missing.status === 404 ? missing.data : undefined;
tell({ listings, one, priced, assigned, strategies, reports, refusal });
`,
  };
}

if (process.env.ORVAL === undefined)
  console.warn('SKIPPED: ORVAL names no folder with orval, so it made no client.');

/** A user's folder with the client that the generator makes of the document. */
async function clientOf({ generate, main }: Generator, document: object): Promise<string> {
  const files = { 'openapi.json': JSON.stringify(document), 'generate.mjs': generate };
  const folder = await consumer({ ...files, 'main.ts': main, 'tell.ts': tell });
  const { ORVAL: orvalFolder } = process.env;
  if (orvalFolder !== undefined) {
    await symlink(join(orvalFolder, 'node_modules/orval'), join(folder, 'node_modules/orval'), 'junction');
  }
  await run(process.execPath, ['generate.mjs'], { cwd: folder, env: userEnvironment() });
  return folder;
}

/** What the compiler has to say about the program and the client. */
const complaintsIn = (folder: string) => complaints(join(folder, 'main.ts'), options, () => true);

const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  resolveJsonModule: true,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

async function runClient(folder: string): Promise<unknown> {
  const bundle = await rolldown({ cwd: folder, input: 'main.ts', platform: 'node', logLevel: 'silent' });
  await bundle.write({ file: join(folder, 'main.mjs') });
  await bundle.close();
  const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: folder, env: userEnvironment() });
  return JSON.parse(stdout);
}

async function documentFrom(
  url: string,
  query = '',
): Promise<{ components: { schemas: Record<string, object> } }> {
  const response = await fetch(`${url}/__mock/openapi.json${query}`);
  return (await response.json()) as { components: { schemas: Record<string, object> } };
}

describe.each(generators)('$name', (generator) => {
  test('makes a client of which every type is known and which works with the mock', async () => {
    await using server = await serve('--data', 'tiny', '--per-second', 'off');
    const folder = await clientOf(generator, await documentFrom(server.url));
    expect(complaintsIn(folder)).toEqual([]);
    expect(await runClient(folder)).toMatchObject({
      listings: [{ id: board, title: 'Bamboo Cutting Board', minPrice: 15.99 }, { title: 'Desk Lamp' }],
      one: { id: board, quantity: 120, buyBox: { winning: true, price: 19.99 } },
      priced: { id: board, minPrice: 16, maxPrice: 30 },
      assigned: { id: board, minPrice: 16, strategyId: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb' },
      strategies: expect.arrayContaining([expect.objectContaining({ assignedCount: 2 })]) as unknown,
      reports: expect.arrayContaining([expect.objectContaining({ status: 'completed' })]) as unknown,
      refusal: { error: { code: 'not_found', param: 'id' } },
    });
  });

  test.each([
    ['the service under the preset strict', 'strict', ''],
    ['the service under the preset spec-only', 'spec-only', ''],
    ['the control API', 'default', '?of=control'],
  ])('makes a client of %s that compiles', async (_, preset, query) => {
    await using server = await serve('--profile', preset);
    // The program above is written for the default form; here the client alone is looked at.
    const main = `export * from '${generator.client}';`;
    const folder = await clientOf({ ...generator, main }, await documentFrom(server.url, query));
    expect(complaintsIn(folder)).toEqual([]);
  });

  test('a field without a type is found out, so that these tests can fail', async () => {
    await using server = await serve('--data', 'tiny');
    const document = await documentFrom(server.url);
    document.components.schemas.Price = { description: 'An amount.' };
    expect(complaintsIn(await clientOf(generator, document)).join('\n')).toMatch(/main\.ts: .*minPrice/s);
  });
});
