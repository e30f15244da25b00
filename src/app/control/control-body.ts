// Reads the bodies that the control API takes: JSON objects.
import type { ApiRequest } from '../../http/message.ts';
import { fileLimits } from '../../http/json-text.ts';
import { checkMediaType, parseFields, readBytes } from '../../spec/read-body.ts';
import { ApiError } from '../../spec/errors.ts';
import type { Fields } from '../../spec/read-body.ts';
import { ownSettings } from './dispatch.ts';

/** Limits of a body in bytes. */
const usualLimit = 1024 * 1024;
export const snapshotLimit = 64 * 1024 * 1024;

/**
 * The JSON object in a body.
 * @throws ApiError 415, 413 or 400
 */
export async function readObject(request: ApiRequest, limit = usualLimit): Promise<Fields> {
  if (!isSent(request)) {
    const message = 'There is no body; a JSON object is expected, with Content-Type: application/json.';
    throw new ApiError('invalid_json', message);
  }
  checkMediaType(request, ownSettings);
  return readBytes(request, limit, (bytes) => parseFields(bytes, ownSettings, fileLimits));
}

/** The same; an object without members if no body is sent. */
export async function readOptional(request: ApiRequest): Promise<Fields> {
  if (!isSent(request)) return {};
  checkMediaType(request, ownSettings);
  const bytes = await readBytes(request, usualLimit, (read) => read);
  return bytes.length === 0 ? {} : parseFields(bytes, ownSettings);
}

function isSent({ headers }: ApiRequest): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = headers;
  return type !== undefined || coding !== undefined || Number(length ?? 0) > 0;
}
