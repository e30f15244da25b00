// A request as a command for a shell.
import type { Exchange } from '../talk/wire.ts';

/** Set by curl itself, or true of one connection only. */
const left = [
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'accept',
];

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param key what stands in place of the key, which the page does not know; a test key is its own name */
export function toCurl({ method, path, query, headers, body }: Exchange, key: string): string {
  const url = `${location.origin}${path}${query === '' ? '' : `?${query}`}`;
  const sent = Object.entries(headers).filter(([name]) => !left.includes(name));
  return [
    'curl --globoff',
    ...(method === 'GET' ? [] : [`-X ${quote(method)}`]),
    ...sent.map(([name, value]) => `-H ${quote(`${name}: ${value.replaceAll('<key>', key)}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`]),
    quote(url),
  ].join(' \\\n  ');
}
