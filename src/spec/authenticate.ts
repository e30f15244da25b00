// Authentication (§5): the key in X-API-KEY opens a world; a request without a valid key gets 401.
import type { Settings } from './settings.ts';
import { ApiError } from './errors.ts';
import { keyHeader } from './endpoints.ts';
import { countHeader } from '../http/message.ts';
import type { ApiRequest, Filter, RequestWorld } from '../http/message.ts';

/** Stands for the key of a request that carries none, where the mock asks for none. */
export const anonymous = '';

const testKey = /^test_[A-Za-z0-9._-]{1,100}$/;

/** Keys of this form are valid without being listed, and each opens a separate world (A20). They are no secrets. */
export const isTestKey = (key: string): boolean => testKey.test(key);

export interface KeyRules {
  /** Keys that are valid by name. */
  readonly keys: ReadonlySet<string>;
  /** Whether any other key is valid, too (`--any-key`). */
  readonly any: boolean;
  /** Whether a request needs a key at all. */
  readonly required: boolean;
  /** A sentence that says which keys are taken; given where a replay or a recorder refuses, and not the service. */
  readonly advice?: string;
}

/** Whether a key is valid (A20). */
export function isValidKey(key: string, { keys, any, required }: KeyRules): boolean {
  return keys.has(key) || isTestKey(key) || any || !required;
}

/** The API key that a request carries; empty where it carries none. Secret: never log it. */
export function keyOf({ headers }: ApiRequest): string {
  return headers[keyHeader]?.trim() ?? '';
}

/**
 * Lets a request pass with its world in the context, or answers 401.
 * @param open opens the world of a key
 */
export function authenticate(
  rules: KeyRules,
  settings: Settings,
  open: (key: string) => RequestWorld,
): Filter {
  /** The last valid key, because the same client asks again and again. */
  let valid: string | undefined;
  const challenge = settings.form.headers.challenge === 'on' ? ['WWW-Authenticate', 'ApiKey'] : [];

  function refusal(kind: 'api_key_missing' | 'api_key_invalid', message: string): ApiError {
    if (rules.advice === undefined) return new ApiError(kind, message, { headers: challenge });
    return new ApiError(kind, `${message} ${rules.advice}`, {
      headers: [...challenge, 'X-Mock-Error', kind],
    });
  }

  function checkedKey(request: ApiRequest): string {
    const key = keyOf(request);
    if (key === '') {
      if (!rules.required) return anonymous;
      throw refusal('api_key_missing', 'The header X-API-KEY is missing.');
    }
    // Repeated headers are joined into one value, which is no key.
    if (countHeader(request.rawHeaders, keyHeader) > 1) {
      throw refusal('api_key_invalid', 'The header X-API-KEY stands more than once.');
    }
    if (key !== valid && !isValidKey(key, rules)) {
      throw refusal('api_key_invalid', 'The API key is not valid.');
    }
    valid = key;
    return key;
  }

  return (next) =>
    function authenticate(request) {
      request.context.world = open(checkedKey(request));
      return next(request);
    };
}
