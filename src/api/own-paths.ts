// Paths of the mock's own. They stand here, and not with what answers them, because the socket's edge guards some.

/** Everything that is none of the service's. */
const own = '/__mock/';

/** What anybody may read: files behind signed links, and what the mock says about itself. */
const open = ['downloads/', 'files/', 'errors/', 'health', 'assumptions', 'openapi.json'];

/** Whether a path changes the mock or tells its secrets, even when it is only read. */
export function isControlPath(path: string): boolean {
  if (!path.startsWith(own)) return false;
  const rest = path.slice(own.length);
  return !open.some((name) => (name.endsWith('/') ? rest.startsWith(name) : rest === name));
}
