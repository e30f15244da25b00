// The OpenAPI document of the control API, made from the table of routes that the server uses.
import { controlOperations, controlParameters } from './control-operations.ts';
import type { ControlOperation, OperationWords } from './control-operations.ts';
import { controlSchema } from './control-schemas.ts';
import { Components, json } from '../../service/openapi/openapi-document.ts';
import type { OpenApiDocument, Part, Reference } from '../../service/openapi/openapi-document.ts';

/** The parts of a route that the document shows. */
interface RouteInfo {
  readonly name: ControlOperation;
  readonly method: string;
  readonly path: string;
}

/**
 * @param open routes without a token
 * @param guarded routes behind the token
 * @param origin where the server is reached
 */
export function controlDocument(
  open: readonly RouteInfo[],
  guarded: readonly RouteInfo[],
  origin: string,
): OpenApiDocument {
  const components = new Components();
  const paths: Record<string, Record<string, Part>> = {};
  for (const route of [...open, ...guarded]) {
    if (wordsOf(route).isFile === true) continue;
    const operation = operationOf(route, !open.includes(route), components);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  components.ref('securitySchemes', 'Token', () => ({
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the server names at its start, or that it was given.',
  }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of pricing-mock',
      version: 'v1',
      summary: 'State, clock, faults, requests and mode of a mock of the Pricing Automation Service.',
      description:
        'What a test in any language orders the mock to do. It is no part of the service, never counted by its limits, never in the request log and never struck by faults. A request means the world of the key in X-API-KEY, or without one that of the server’s own key.',
      contact: { name: 'pricing-mock' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin, description: 'Where the mock listens.' }],
    tags,
    security: [{ Token: [] }],
    paths,
    components: components.all(),
  };
}

const tags = [
  { name: 'About', description: 'What the mock says about itself, to everybody.' },
  { name: 'State', description: 'The records of a world.' },
  { name: 'Clock', description: 'The clock of a world, which rules limits, reports and links.' },
  { name: 'Faults', description: 'What is made to go wrong in a world.' },
  { name: 'Requests', description: 'The request log of a world.' },
  { name: 'Recording', description: 'The recording that the server replays or makes.' },
  { name: 'Server', description: 'The server as a whole.' },
];

const wordsOf = ({ name }: RouteInfo): OperationWords => controlOperations[name];

function operationOf(route: RouteInfo, guarded: boolean, components: Components): Part {
  const { name, method, path } = route;
  const words = wordsOf(route);
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => pathParameter(id!, components)),
    ...(words.query ?? []).map((id) =>
      components.ref('parameters', id, () => ({ name: id, in: 'query', ...controlParameters[id] })),
    ),
    ...(guarded && words.ofServer !== true ? [keyParameter(components), worldParameter(components)] : []),
    ...(words.type === 'text/event-stream' ? [lastEventId(components)] : []),
  ];
  return {
    operationId: name,
    tags: [words.tag],
    summary: words.summary,
    description: `${words.summary}. \`${method} ${path}\``,
    ...(!guarded && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(words.takes !== undefined && {
      requestBody: {
        required: words.optional !== true,
        content: json(controlSchema(components, words.takes)),
      },
    }),
    responses: { ...success(words, components), ...errors(words, guarded, components) },
  };
}

function success({ answers, status, type, summary }: OperationWords, components: Components): Part {
  if (type !== undefined) {
    return { '200': { description: summary, content: { [type]: { schema: { type: 'string' } } } } };
  }
  if (answers === undefined) return { '204': { description: 'It is done.' } };
  return { [status ?? 200]: { description: summary, content: json(controlSchema(components, answers)) } };
}

const errorTexts: Readonly<Record<number, string>> = {
  400: 'Something that was sent is unknown or cannot be; `param` names it.',
  401: 'The token, or the API key that names the world, is missing or wrong.',
  403: 'The request comes from a page of another site, or names another host.',
  404: 'There is no such thing.',
  409: 'The mode in force has no such thing.',
  413: 'The body is too large: more than 1 MB, or 64 MB for a snapshot.',
  415: 'The body is not application/json.',
};

function errors(
  { takes, errors: own = [], ofServer = false }: OperationWords,
  guarded: boolean,
  components: Components,
): Part {
  const statuses = [
    400, // for a query parameter that is unknown
    403,
    ...own,
    ...(guarded ? [401] : []),
    ...(guarded && !ofServer ? [404] : []),
    ...(takes === undefined ? [] : [413, 415]),
  ];
  const responses: Record<string, Reference> = {};
  for (const status of [...new Set(statuses)].sort()) {
    responses[status] = components.ref('responses', `Error${status}`, () => ({
      description: errorTexts[status]!,
      ...(status === 401 && {
        headers: { 'WWW-Authenticate': { description: 'Bearer (RFC 6750).', schema: { type: 'string' } } },
      }),
      content: json(controlSchema(components, 'Error')),
    }));
  }
  return responses;
}

function pathParameter(name: string, components: Components): Reference {
  return components.ref('parameters', `path-${name}`, () => ({
    name,
    in: 'path',
    required: true,
    description: name === 'code' ? 'The code of an error.' : 'An id, encoded as a segment of a path.',
    schema: { type: 'string' },
  }));
}

function keyParameter(components: Components): Reference {
  return components.ref('parameters', 'X-API-KEY', () => ({
    name: 'X-API-KEY',
    in: 'header',
    description: 'Names the world that is meant; without it, the server’s own.',
    schema: { type: 'string' },
  }));
}

function worldParameter(components: Components): Reference {
  return components.ref('parameters', 'X-Mock-World', () => ({
    name: 'X-Mock-World',
    in: 'header',
    description: 'Names the world that is meant by its id, for a client that does not know its key.',
    schema: { type: 'string' },
  }));
}

function lastEventId(components: Components): Reference {
  return components.ref('parameters', 'Last-Event-ID', () => ({
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was seen.',
    schema: { type: 'string' },
  }));
}
