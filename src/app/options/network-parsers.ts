// How the words of an option that names a host become its value.
import { text } from './parsers.ts';
import { parseAuthority } from '../../doors/port/host-check.ts';

/** An address or a name to listen on; an IPv6 address may stand in the brackets that it has in a URL. */
export function hostAddress(words: string): string {
  return text(words).replace(/^\[(.*:.*)\]$/, '$1');
}

/** `name` or `name:port`. */
export function hostName(words: string): string {
  const isBareAddress = /^[0-9a-f:]*:[0-9a-f:]*:/i.test(words); // IPv6 without its brackets
  if (parseAuthority(isBareAddress ? `[${words}]` : words) !== undefined) return words;
  throw new Error(`'${words}' is no host name, such as mock.test or mock.test:5300`);
}

export function origin(words: string): string {
  const url = URL.canParse(words) ? new URL(words) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === words) return words;
  throw new Error(`'${words}' is not an origin, such as http://localhost:3000`);
}
