// Where a secret is met for the first time: in the headers that carry credentials, and in a text by name or shape.
// Each is remembered, so that it is found wherever else it stands.
import { bytesOfBase64, textOf } from './binary-text.ts';
import { viewsOf } from './escape-views.ts';
import type { HeaderPair } from './format.ts';
import {
  type KnownSecrets,
  type Place,
  type SecretOptions,
  isPlaceholder,
  withoutPlaceholders,
} from './known-secrets.ts';
import {
  isSecretField,
  isSecretHeader,
  looksLikeKey,
  secretParameters,
  secretShapes,
} from './secret-shapes.ts';

/** A field of a JSON text, compact or not; longer values would overflow the stack and are no keys. */
export const jsonField = /"([\w.-]{1,64})"\s{0,100}:\s{0,100}"((?:[^"\\]|\\.){0,4096})"/g;

/** @param queryNames parameters that are secret besides the usual ones */
export function* secretPlaces(
  text: string,
  secrets: KnownSecrets,
  queryNames: ReadonlySet<string>,
): Generator<Place> {
  for (const view of viewsOf(text)) {
    const place = (start: number, end: number, label: string, options: SecretOptions): Place => {
      const secret = view.text.slice(start, end);
      const placeholder = secrets.placeholderFor(label, secret, { pool: 'traffic', ...options });
      return { start: view.origin(start), end: view.origin(end), placeholder };
    };
    for (const { name, start, end, kind, sought } of secretParameters(view.text, queryNames)) {
      if (!isPlaceholder(view.text.slice(start, end))) yield place(start, end, name, { kind, sought });
    }
    for (const match of view.text.matchAll(jsonField)) {
      const name = match[1]!;
      const value = match[2]!;
      if (!isSecretField(name, value) || isPlaceholder(value)) continue;
      const end = match.index + match[0].length - 1;
      yield place(end - value.length, end, name, { sought: looksLikeKey(value) });
    }
    const masked = withoutPlaceholders(view.text);
    for (const [label, shape] of secretShapes) {
      for (const match of masked.matchAll(shape)) {
        yield place(match.index, match.index + match[0].length, label, {});
      }
    }
  }
}

/** Remembers the credentials among headers, before any of them is dropped. */
export function learnCredentials(secrets: KnownSecrets, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) {
    if (!isSecretHeader(name) || isPlaceholder(value) || value === '') continue;
    const lower = name.toLowerCase();
    if (lower === 'cookie') {
      for (const pair of value.split(';')) {
        const cookie = pair.slice(pair.indexOf('=') + 1).trim();
        if (looksLikeKey(cookie) && !isPlaceholder(cookie)) cookiePlaceholder(secrets, cookie);
      }
    } else if (lower.endsWith('authorization')) {
      for (const secret of credentialsOf(value))
        secrets.placeholderFor('authorization', secret, { pool: 'keys' });
    } else {
      secrets.placeholderFor(lower === 'x-api-key' ? 'api-key' : lower, value, { pool: 'keys' });
    }
  }
}

/** A cookie's value may be a word such as `dark`, which is no secret elsewhere. */
export function cookiePlaceholder(secrets: KnownSecrets, value: string): string {
  const secret = value.replace(/^"(.*)"$/, '$1');
  return secrets.placeholderFor('cookie', secret, { sought: looksLikeKey(secret), pool: 'traffic' });
}

/** What is secret in an `Authorization`: the credentials, and in Basic ones the password. */
function credentialsOf(value: string): string[] {
  const [, scheme, credentials] = /^(\S+) +(.+)$/.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const pair = textOf(bytesOfBase64(credentials));
  const password = pair.slice(pair.indexOf(':') + 1);
  return [credentials, ...(password === '' ? [] : [password])];
}
