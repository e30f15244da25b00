// Entity tags (RFC 9110 §8.8.3 and §13.1), which exist only under the assumption `etag` (A32).
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import { contentHash } from '../../http/content-hash.ts';
import { namesTag, namesTagWeakly } from '../../http/http-semantics.ts';

/** A strong tag: it changes with every byte of the representation. */
export function entityTag(text: string): string {
  return `"${contentHash(text)}"`;
}

/** The 304 for a client that already has this representation; undefined for others. */
export function notModified(request: ApiRequest, tag: string): ApiResponse | undefined {
  if (!namesTagWeakly(request.headers['if-none-match'], tag)) return undefined;
  return { status: 304, headers: ['ETag', tag], body: null };
}

/**
 * Lets a write pass whose `If-Match` still holds.
 * @throws ApiError 412
 */
export function checkIfMatch(request: ApiRequest, tag: string): void {
  const condition = request.headers['if-match'];
  if (condition === undefined || namesTag(condition, tag)) return;
  throw new ApiError('precondition_failed', `If-Match names another state; the listing now has ETag ${tag}.`);
}
