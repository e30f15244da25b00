// Where people and programs come in who know the address of a server and nothing else.
import type { ApiResponse, Handler } from '../http/message.ts';
import { jsonResponse, requestWith } from '../http/message.ts';
import { ownPath } from '../spec/mock-paths.ts';

/** The start of the control API as a greeting prints it, without a slash at its end. */
const controlPath = ownPath.slice(0, -1);

const toPage: ApiResponse = { status: 302, headers: ['Location', ownPath, 'Vary', 'Accept'], body: null };

/** Sends a browser to the page, and tells a program at `/__mock` what there is. `/` itself belongs to the service. */
export function answerEntrances(next: Handler): Handler {
  return function answerEntrances(request) {
    const { path, method, headers, origin } = request;
    const isControl = path === controlPath;
    // The page takes no other method, either, and says so.
    if (isControl && method !== 'GET' && method !== 'HEAD')
      return next(requestWith(request, { path: ownPath }));
    if (!isControl && !(path === '/' && method === 'GET')) return next(request);
    if (headers.accept?.includes('text/html') === true) return toPage;
    return isControl ? jsonResponse(200, index(origin), 'Vary', 'Accept') : next(request);
  };
}

function index(origin: string): string {
  const at = (rest: string) => `${origin}${ownPath}${rest}`;
  return JSON.stringify({
    page: at(''),
    health: at('health'),
    assumptions: at('assumptions'),
    openapi: { service: at('openapi.json'), control: at('openapi.json?of=control') },
  });
}
