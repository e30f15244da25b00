// The credentials among headers: each is remembered, so that it is found wherever else it stands.
import { bytesOfBase64, textOf } from '../../http/binary-text.ts';
import { isSecretHeader, judge, nameVerdict } from './find-secrets.ts';
import type { HeaderPair } from '../format.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { isPlaceholder } from '../placeholders.ts';
import { isOrdinary, isUuid, looksLikeKey, looksRandom } from '../../http/secret-patterns.ts';

/** Remembers the credentials among headers, before any of them is dropped. */
export function rememberCredentials(secrets: KnownSecrets, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) {
    if (value === '' || isPlaceholder(value)) continue;
    const lower = name.toLowerCase();
    if (lower === 'cookie') {
      for (const pair of value.split(';')) {
        const equals = pair.indexOf('=');
        const cookie = pair.slice(equals + 1).trim();
        if (isSecretCookie(pair.slice(0, equals).trim(), cookie)) cookiePlaceholder(secrets, cookie);
      }
    } else if (lower.endsWith('authorization')) {
      for (const secret of credentialsOf(value))
        secrets.placeholderFor('authorization', secret, { pool: 'keys' });
    } else if (isSecretHeader(name) || judge(name, value) !== undefined) {
      secrets.placeholderFor(lower === 'x-api-key' ? 'api-key' : lower, value, { pool: 'keys' });
    }
  }
}

/**
 * `sid=abc; HttpOnly` with a placeholder for a value that opens a session; a preference such as `theme=dark` stays.
 * @param redact what is done with the attributes
 */
export function redactSetCookie(
  secrets: KnownSecrets,
  text: string,
  redact: (text: string) => string,
): string {
  const [, name, value, attributes] = /^([^=;]*)=([^;]*)(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined || value.trim() === '') return redact(text);
  const secret = value.trim();
  if (isPlaceholder(secret)) return `${name}=${secret}${redact(attributes!)}`;
  if (!isSecretCookie(name.trim(), secret, /;\s*httponly\b/i.test(attributes!))) return redact(text);
  return `${name}=${cookiePlaceholder(secrets, secret)}${redact(attributes!)}`;
}

/** The name of a cookie that opens a session; servers have their own. */
const sessionCookie = /sess|sid$|token|auth|csrf|xsrf|jwt|remember|login|identity|^__(?:secure|host)-/i;

function isSecretCookie(name: string, cookie: string, httpOnly = false): boolean {
  const value = cookie.replace(/^"(.*)"$/, '$1');
  if (value === '' || isPlaceholder(value)) return false;
  if (sessionCookie.test(name) || nameVerdict(name) !== 'ordinary') return !isOrdinary(value);
  return isUuid(value) || looksRandom(value) || value.length >= 64 || (httpOnly && looksLikeKey(value));
}

function cookiePlaceholder(secrets: KnownSecrets, value: string): string {
  return secrets.placeholderFor('cookie', value.replace(/^"(.*)"$/, '$1'), { pool: 'keys' });
}

/** What is secret in an `Authorization`: the credentials, and in Basic ones the password. */
function credentialsOf(value: string): string[] {
  const [, scheme, credentials] = /^(\S+) +(.+)$/.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  if (scheme.toLowerCase() === 'basic') {
    const pair = textOf(bytesOfBase64(credentials));
    const password = pair.slice(pair.indexOf(':') + 1);
    return [credentials, ...(password === '' ? [] : [password])];
  }
  // `Digest response="..."`, `AWS4-HMAC-SHA256 Signature=...`
  const parameters = Array.from(credentials.matchAll(/[\w-]+="?([^",\s]+)"?/g), (match) => match[1]!);
  return [credentials, ...parameters.filter(looksRandom)];
}
