// Paths of the mock's own, outside those of the service. They stand here, and not with what answers them, because the
// socket's edge guards some.

/** Below it is nothing of the service's. */
export const ownPath = '/__mock/';

/** Where the links of generated report runs lead. */
export const downloadsPath = '/__mock/downloads/';

/** Where the links of recorded report runs lead. */
export const filesPath = '/__mock/files/';

/** What anybody may read: files behind signed links, and what the mock says about itself. */
const open = ['downloads/', 'files/', 'errors/', 'health', 'assumptions', 'openapi.json'];

/** Whether a path changes the mock or tells its secrets, even when it is only read. */
export function isControlPath(path: string): boolean {
  if (!path.startsWith(ownPath)) return false;
  const rest = path.slice(ownPath.length);
  return !open.some((name) => (name.endsWith('/') ? rest.startsWith(name) : rest === name));
}
