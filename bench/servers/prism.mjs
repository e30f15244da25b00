// Prism (Stoplight): answers from the examples of an OpenAPI document; it keeps no state.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../processes.mjs';
import { pricePath } from '../traffic.mjs';

export const prism = {
  name: 'Prism',
  packageName: '@stoplight/prism-cli',
  commandName: 'prism',
  remarks: [
    'answers the examples of an OpenAPI document, the same for every id; checks key and body against it',
    'run with `--verboseLevel silent`',
  ],
  patchPath: pricePath,
  plan(script, listings) {
    const file = join(temporaryFolder(), 'openapi.json');
    writeFileSync(file, JSON.stringify(openApi(listings)));
    const options = ['--host', '127.0.0.1', '--verboseLevel', 'silent'];
    return { script, args: (port) => ['mock', file, '--port', String(port), ...options] };
  },
};

function openApi(listings) {
  const answer = (example) => ({
    200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' }, example } } },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const price = {
    type: 'object',
    required: ['minPrice', 'maxPrice'],
    properties: { minPrice: { type: 'number' }, maxPrice: { type: 'number' } },
  };
  return {
    openapi: '3.0.3',
    info: { title: 'Pricing Automation Service', version: '1' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
    security: [{ key: [] }],
    paths: {
      '/v1/listings': { get: { responses: answer({ data: listings, has_more: false }) } },
      '/v1/listings/{id}': { parameters: [id], get: { responses: answer(listings[0]) } },
      '/v1/listings/{id}/price': {
        parameters: [id],
        patch: {
          requestBody: { required: true, content: { 'application/json': { schema: price } } },
          responses: answer(listings[0]),
        },
      },
    },
  };
}
