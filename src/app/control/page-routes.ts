// The page at /__mock/: three files that hold no data, so that a browser may read them without the token. What they show, the
// page asks for with the token.
import { ApiError } from '../../spec/errors.ts';
import type { ApiResponse } from '../../http/message.ts';
import type { Call, ControlParts, PageFileName, Route } from './route.ts';

export const pageFileRoutes: readonly Route<ControlParts>[] = [
  { name: 'readPage', method: 'GET', path: '/__mock/', answer: (call) => file(call, 'index.html') },
  { name: 'readPageScript', method: 'GET', path: '/__mock/page.js', answer: (call) => file(call, 'page.js') },
  {
    name: 'readPageStyle',
    method: 'GET',
    path: '/__mock/page.css',
    answer: (call) => file(call, 'page.css'),
  },
];

const types: Readonly<Record<PageFileName, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};

/**
 * The page loads nothing from elsewhere, talks to this server alone, stands in no other page, and makes no markup out of text:
 * what a service or a client has sent stays text.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

async function file({ request, parts }: Call<ControlParts>, name: PageFileName): Promise<ApiResponse> {
  const found = await parts.readPageFile(name);
  if (found === undefined) {
    throw new ApiError('route_not_found', 'The page was not built: run `npm run build`, then load it again.');
  }
  const headers = [
    'ETag',
    found.entityTag,
    'Cache-Control',
    'no-cache',
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'no-referrer',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Cross-Origin-Opener-Policy',
    'same-origin',
  ];
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(found.entityTag)) return { status: 304, headers, body: null };
  return { status: 200, headers: ['Content-Type', types[name], ...headers], body: found.bytes };
}
