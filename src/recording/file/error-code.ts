// Reads the errors of system calls. Under Jest they come from another realm, where `instanceof Error` does not know them.
import { types } from 'node:util';

/** The code of an error, such as `ENOSPC`; undefined for an error without one. */
export function codeOf(error: unknown): string | undefined {
  return types.isNativeError(error) && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** For `catch` after a call that may find no file: returns undefined then, and throws every other error again. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Whether the system refused a call, as by ENOSPC, EROFS, EACCES or EIO; Node's own codes begin with `ERR_`. */
export function isRefusal(error: unknown): boolean {
  return /^E(?!RR_)/.test(codeOf(error) ?? '');
}

/** For a message: the reason in words where it is a usual one. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : reasons.get(code);
  if (code !== undefined && known !== undefined) return `${known} (${code})`;
  return types.isNativeError(error) ? error.message : String(error);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'the permissions do not allow it'],
  ['EPERM', 'the permissions do not allow it'],
  ['EIO', 'the disk reports an error'],
  ['ENOENT', 'its folder is not there'],
  ['ENOTDIR', 'a part of the path is not a folder'],
]);
