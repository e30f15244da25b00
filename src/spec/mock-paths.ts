// The paths below `/__mock/`, which the mock adds to those of the service. They stand below the handlers that answer them,
// because `doors/port` guards some.

/** The service has no path below it. */
export const ownPath = '/__mock/';

/** Where the links of generated report runs lead. */
export const downloadsPath = '/__mock/downloads/';

/** Where the links of recorded report runs lead. */
export const filesPath = '/__mock/files/';

/** Where links to the recorded service lead in what is kept of it: reserved (RFC 2606), so one that escapes leads nowhere. */
export const storedOrigin = 'http://recording.invalid';

/** Paths that need no token: files behind signed links, the page without its data, and pages about the mock. */
const open = [
  '',
  'page.js',
  'page.css',
  'downloads/',
  'files/',
  'errors/',
  'health',
  'assumptions',
  'openapi.json',
];

/** Whether a path belongs to the control API, which changes the mock and tells its secrets. */
export function isControlPath(path: string): boolean {
  if (!path.startsWith(ownPath)) return false;
  const rest = path.slice(ownPath.length);
  return !open.some((name) => (name.endsWith('/') ? rest.startsWith(name) : rest === name));
}
