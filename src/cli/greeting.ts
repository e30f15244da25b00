// What `serve`, `replay` and `record` print when they listen: where to look, what there is to ask, and a request to try.
import type { DialectForm } from '../dialect/profile-form.ts';
import type { Recording } from '../recording/format.ts';
import { endpoints } from '../spec/endpoints.ts';
import type { Endpoint } from '../spec/endpoints.ts';

/** Where a server is, and who looks after it. */
export interface Address {
  readonly url: string;
  /** Of the control API; undefined where the user has set it and need not be told. */
  readonly controlToken: string | undefined;
}

/** The lines that lead to the page and the control API. The page takes the token from the fragment, which no server sees. */
export function controlLines({ url, controlToken }: Address): string[] {
  if (controlToken === undefined) return [`Page: ${url}/__mock/, which asks for the control token`];
  return [
    `Page: ${url}/__mock/#token=${controlToken}`,
    `Control API: ${url}/__mock, bearer token ${controlToken}`,
  ];
}

/** The endpoints of a mock: of another service those that it was seen to have. */
function endpointsOf(form: DialectForm | undefined): readonly Endpoint[] {
  if (form === undefined) return endpoints;
  const seen = { ...form.lists, ...form.reads, ...form.writes };
  return endpoints.filter(({ name }) => Object.hasOwn(seen, name));
}

export function endpointLines(form: DialectForm | undefined): string[] {
  return inColumns(endpointsOf(form).map(({ method, path }) => ({ method, path: `/v1${path}` })));
}

/** A read that this mock answers. How another service calls its parameters, a greeting need not know. */
export function pathToTry(form: DialectForm | undefined): string {
  if (form === undefined) return '/v1/listings?limit=2';
  const list = endpointsOf(form).find(({ name }) => Object.hasOwn(form.lists, name));
  return `/v1${list?.path ?? '/listings'}`;
}

/** More of them are counted. */
const mostPaths = 8;

/** What a replay answers: each method and path once. */
export function recordedLines({ interactions }: Recording): string[] {
  const targets = new Map(
    interactions.map(({ request: { method, path } }) => [`${method} ${path}`, { method, path }]),
  );
  const shown = inColumns([...targets.values()].slice(0, mostPaths));
  return targets.size > mostPaths ? [...shown, `and ${targets.size - mostPaths} more`] : shown;
}

function inColumns(targets: readonly { readonly method: string; readonly path: string }[]): string[] {
  const width = Math.max('PATCH'.length, ...targets.map(({ method }) => method.length));
  return targets.map(({ method, path }) => `${method.padEnd(width)}  ${path}`);
}

/**
 * A command to type.
 * @param key as the shell reads it; undefined for none
 */
export function curl(url: string, key: string | undefined): string {
  // The certificate of a mock is mostly its own.
  const trust = url.startsWith('https:') ? '-k ' : '';
  return `curl ${trust}${key === undefined ? '' : `-H ${key} `}${inQuotes(url)}`;
}

export const testKeyHeader = `'X-API-KEY: test_key'`;

/** Quotes a text as one word for a shell, because a recording may hold any text. */
const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
