// The pages about the mock that need no token: errors, assumptions, OpenAPI documents. They depend on the settings alone,
// so the mock without a port has them, too.
import { assumptionList } from '../../spec/assumption-list.ts';
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import { errorPage } from './error-pages.ts';
import { renderPage } from './page.ts';
import { answerJson } from './route.ts';
import type { Call, Route } from './route.ts';

export interface PageParts {
  readonly settings: Settings;
  /** The OpenAPI document of the service or of the control API, for the origin at which the server is reached. */
  readonly openapi: (of: 'service' | 'control', origin: string) => Promise<object>;
}

export const pageRoutes: readonly Route<PageParts>[] = [
  { name: 'readAssumptions', method: 'GET', path: '/__mock/assumptions', answer: readAssumptions },
  { name: 'readOpenapi', method: 'GET', path: '/__mock/openapi.json', answer: readOpenapi },
  { name: 'explainError', method: 'GET', path: '/__mock/errors/{code}', answer: explainError },
];

function readAssumptions({ parts }: Call<PageParts>) {
  const { settings } = parts;
  return answerJson({ assumptions: assumptionList(settings), form: settings.form });
}

async function readOpenapi({ request, parts, query }: Call<PageParts>) {
  const { of = 'service' } = query;
  return answerJson(await parts.openapi(of, request.origin));
}

function explainError({ request, parts, id }: Call<PageParts>): ApiResponse {
  const page = /^[a-z_]{1,40}$/.test(id) ? errorPage(id, parts.settings) : undefined;
  if (page === undefined) {
    const message = 'The mock has no such page; there is /__mock/errors/<code> for each error code.';
    throw new ApiError('route_not_found', message);
  }
  return wantsHtml(request) ? html(renderPage(page, 'html')) : plain(renderPage(page, 'text'));
}

function wantsHtml(request: ApiRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

const html = (body: string): ApiResponse => ({
  status: 200,
  headers: [
    'Content-Type',
    'text/html; charset=utf-8',
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'",
    'Cross-Origin-Resource-Policy',
    'same-origin',
  ],
  body,
});

const plain = (body: string): ApiResponse => ({
  status: 200,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  body,
});
