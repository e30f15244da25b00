// The token of the control API (RFC 6750): 256 random bits for each run, sent as `Authorization: Bearer <token>` and nowhere
// else. All bytes of salted digests are compared, not the tokens, so that the time of a comparison tells nothing.
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest } from '../../http/message.ts';

/** A new token, 43 characters that need no escaping anywhere. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Lets requests with the token pass.
 * @returns a check that rejects with ApiError 401 for any other
 */
export function checkToken(token: string): (request: ApiRequest) => Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const expected = digest(salt, token);

  return async function checkToken(request) {
    const sent = request.headers.authorization;
    if (sent === undefined) {
      const message =
        'The control API needs the header Authorization: Bearer <token>; the server names the token at its start.';
      throw new ApiError('control_token_missing', message, { headers: ['WWW-Authenticate', challenge] });
    }
    const [, bearer] = /^Bearer +(\S+)$/i.exec(sent.trim()) ?? [];
    if (equal(await digest(salt, bearer ?? ''), await expected) && bearer !== undefined) return;
    throw new ApiError('control_token_invalid', 'This is not the token of the control API.', {
      headers: ['WWW-Authenticate', `${challenge}, error="invalid_token"`],
    });
  };
}

const challenge = 'Bearer realm="pricing-mock"';

async function digest(salt: Uint8Array, token: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(token);
  const salted = new Uint8Array(salt.length + bytes.length);
  salted.set(salt);
  salted.set(bytes, salt.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', salted));
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one[at]! ^ other[at]!;
  return difference === 0;
}
