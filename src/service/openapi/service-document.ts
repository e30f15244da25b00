// The OpenAPI document of the service, under the settings in force: what §4 lists, and marked, what we assume.
import type { Settings } from '../../spec/settings.ts';
import { endpoints } from '../../spec/endpoints.ts';
import { Components } from './openapi-document.ts';
import type { OpenApiDocument, Part } from './openapi-document.ts';
import { Operations } from './operations.ts';

/**
 * @param origin where the service is reached
 */
export function serviceDocument(settings: Settings, origin: string): OpenApiDocument {
  const components = new Components();
  const operations = new Operations(components, settings);
  const paths: Record<string, Record<string, Part>> = {};
  for (const endpoint of endpoints) {
    const path = `/v1${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operations.of(endpoint) };
  }
  components.ref('securitySchemes', 'ApiKey', () => ({
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'Keys are created and managed in the account settings (§5).',
  }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pricing Automation Service',
      version: 'v1',
      summary: 'Product listings, their price bounds and strategies, report runs.',
      description,
      contact: { name: 'pricing-mock, which wrote this document' },
      license: { name: 'MIT, for this document', identifier: 'MIT' },
    },
    servers: [{ url: origin, description: 'Where the mock is; `{base_url}` in §1.' }],
    tags,
    security: [{ ApiKey: [] }],
    paths,
    components: components.all(),
  };
}

const description = [
  'Written by pricing-mock from the specification of the service and from what it assumes where the specification is',
  'silent; the provider of the service has published nothing of it. Each part that rests on an assumption carries',
  '`x-assumed` with the assumption’s id or the place in the form of answers, by keyword where single keywords rest on one:',
  '`pricing-mock assumptions` explains them, and this document follows those in force. Sections (§) are those of the',
  'specification.',
  '\n\nLimits (§8): 5 requests per second and 300 per minute, per API key; past them the answer is 429.',
].join(' ');

const tags = [
  { name: 'Listings', description: 'Product listings, their price bounds and their strategies.' },
  { name: 'Reports', description: 'Report runs.' },
  { name: 'Strategies', description: 'Strategies, which are configured in the service’s dashboard.' },
];
