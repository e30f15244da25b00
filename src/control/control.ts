// What the mock serves about itself, under a path that is none of the service's.
import { ApiError } from '../api/errors.ts';
import type { Settings } from '../api/assumptions.ts';
import type { ApiRequest, ApiResponse, Handler } from '../http.ts';
import { errorPage } from './error-pages.ts';
import { renderPage } from './page.ts';

/** Answers paths under `/__mock`; they need no key and are never counted. */
export function control(settings: Settings): Handler {
  return function control(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = { headers: ['Allow', 'GET, HEAD'] };
      throw new ApiError('method_not_allowed', 'The pages of the mock take GET and HEAD.', allow);
    }
    const code = /^\/__mock\/errors\/([a-z_]{1,40})$/.exec(request.path)?.[1];
    const page = code === undefined ? undefined : errorPage(code, settings);
    if (page === undefined) {
      throw new ApiError(
        'route_not_found',
        'The mock has no such page; there is /__mock/errors/<code> for each error code.',
      );
    }
    return wantsHtml(request) ? html(renderPage(page, 'html')) : plain(renderPage(page, 'text'));
  };
}

function wantsHtml(request: ApiRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

const html = (body: string): ApiResponse => ({
  status: 200,
  headers: [
    ...['Content-Type', 'text/html; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
    ...['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"],
    ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ],
  body,
});

const plain = (body: string): ApiResponse => ({
  status: 200,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  body,
});
