// Takes keys and other secrets out of what the logs show of a request.
import type { ApiRequest } from '../http/message.ts';
import { isTestKey } from '../spec/authenticate.ts';
import { verdictOnName } from '../http/secret-names.ts';
import { secretShapes } from '../http/secret-patterns.ts';
import type { RequestBehind } from '../service/audit/audited-request.ts';
import type { AuditSummary } from '../service/audit/summary.ts';

/** As much of a request as its line tells, and as tells the secrets in it. */
export type Asked = Pick<ApiRequest, 'method' | 'path' | 'query' | 'rawHeaders'>;

/** The valid keys and the key of a request, as far as they are secret: test keys are not. */
export function secretsWith(sent: string, keys: readonly string[]): readonly string[] {
  return sent === '' || isTestKey(sent) || keys.includes(sent) ? keys : [sent, ...keys];
}

export function pathWithoutKeys(path: string, secrets: readonly string[]): string {
  return withoutKeys(path, secrets) ?? '<a path with a key>';
}

/** Each parameter by itself: one under the name of a secret, such as `signature`, is masked whatever it is. */
export function queryWithoutSecrets(query: string, secrets: readonly string[]): string {
  if (query === '') return '';
  return replaceKeys(query, secrets)
    .split('&')
    .map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      if (value !== '' && verdictOnName(decoded(name)) !== 'ordinary') return `${name}=<secret>`;
      return withoutKeys(parameter, secrets) ?? '<key>';
    })
    .join('&');
}

/** The name of a parameter comes from the client; a name in an unusual form may be a key, cut or escaped. */
export function nameWithoutKeys(name: string, secrets: readonly string[]): string {
  return /^[\w.-]{1,60}$/.test(name) ? (withoutKeys(name, secrets) ?? '<key>') : '<name>';
}

/** A sentence that may quote what the client sent, cut or escaped; undefined if it shows but a part of a key. */
export function messageWithoutKeys(message: string, secrets: readonly string[]): string | undefined {
  const shown = withoutKeys(message, secrets);
  if (shown === undefined) return undefined;
  const texts = [shown, ...spellings(shown)];
  const written = secrets.flatMap((key) => [key, JSON.stringify(key).slice(1, -1)]);
  const shows = (key: string) => partsOf(key).some((part) => texts.some((text) => text.includes(part)));
  return written.some(shows) ? undefined : shown;
}

/** What no line may show. */
export interface Secrets {
  /** Keys that are valid. */
  readonly keys: readonly string[];
  /** Takes out what the user's own rules call a secret. */
  readonly mask?: ((request: Asked) => Pick<Asked, 'path' | 'query'>) | undefined;
}

/** An audit without secrets in the paths that it names. */
export function auditWithoutKeys(summary: AuditSummary, { keys, mask }: Secrets): AuditSummary {
  const shown = ({ method, path }: RequestBehind) => {
    const asked = mask?.({ method, path, query: '', rawHeaders: [] }).path ?? path;
    return pathWithoutKeys(asked, keys);
  };
  const facts = summary.facts.map((fact) => ({
    ...fact,
    requests: fact.requests.map((request) => ({ ...request, path: shown(request) })),
  }));
  return { ...summary, facts };
}

/** Masks keys of this mock, and texts that look like keys of other services; undefined where an escape hides a key. */
export function withoutKeys(words: string, secrets: readonly string[]): string | undefined {
  const shown = replaceKeys(words, secrets);
  const holdsKey = (text: string) => secrets.some((key) => text.includes(key));
  return spellings(shown).some(holdsKey) ? undefined : shown;
}

function replaceKeys(words: string, secrets: readonly string[]): string {
  let shown = words;
  for (const [, shape] of secretShapes) shown = shown.replace(shape, '<key>');
  for (const secret of secrets) shown = shown.replaceAll(secret, '<key>');
  return shown;
}

/** A key that was cut is told by any part of so many characters. */
const tellingPart = 8;

const partsOf = (key: string): string[] =>
  Array.from({ length: Math.max(1, key.length - tellingPart + 1) }, (_, at) =>
    key.slice(at, at + tellingPart),
  );

/** The text with its percent encoding removed once, twice and so on, as long as there is any. */
function spellings(words: string): string[] {
  const plain = decoded(words);
  return plain === words ? [] : [plain, ...spellings(plain)];
}

function decoded(words: string): string {
  if (!words.includes('%')) return words;
  return words.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
