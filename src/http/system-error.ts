// Reads the errors of system calls. Under Jest they come from another realm, where `instanceof Error` does not know them.

/** The code of an error, such as `ENOSPC`; undefined for an error without one. */
export function codeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}

function textOf(error: unknown, member: 'code' | 'message'): string | undefined {
  const value = (error as Partial<Record<typeof member, unknown>> | null | undefined)?.[member];
  return typeof value === 'string' ? value : undefined;
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

/** For a message, behind the name of a file that could not be read. */
export function whyNotRead(error: unknown): string {
  return isMissing(error) ? 'there is no such file' : `cannot be read: ${reasonOf(error)}`;
}

/** For a message, behind the name of a file that could not be written. */
export function whyNotWritten(error: unknown): string {
  return `cannot be written: ${reasonOf(error)}`;
}

/** For a message: the reason in words where it is a usual one. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : reasons.get(code);
  if (code !== undefined && known !== undefined) return `${known} (${code})`;
  return textOf(error, 'message') ?? String(error);
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
  ['EEXIST', 'a file stands where its folder should be'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
]);
