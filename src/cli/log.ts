// The log of `serve` and `replay`. No line of it ever holds a secret key.
import type { ApiResponse } from '../http/message.ts';
import type { ServerHooks } from '../app/modes/hooks.ts';
import { controlLines } from './greeting.ts';
import type { Address } from './greeting.ts';
import { pathWithoutKeys, queryWithoutSecrets, secretsWith } from './log-secrets.ts';
import type { Secrets } from './log-secrets.ts';
import type { Paint } from './paint.ts';
import { printerOf, serverLog } from './printer.ts';
import type { LogForm, LogTarget, ServerLog } from './printer.ts';
import { answerFacts, askedFacts, keyShown, sentKey } from './request-line.ts';
import type { Arrived, RequestFacts } from './request-line.ts';

/** The greeting of a mock that is ready. */
export interface Greeting extends Address {
  readonly version: string;
  /** Such as `default data (50 listings, 5 strategies, 8 report runs), seed 1`. */
  readonly data: string;
  /** A command to try. */
  readonly example: string;
  /** What can be asked, such as `GET    /v1/listings`. */
  readonly endpoints: readonly string[];
  readonly warnings: readonly string[];
}

interface Log extends ServerHooks, ServerLog {
  readonly listening: (greeting: Greeting) => void;
}

interface LogOptions extends Secrets, LogTarget {}

export function createLog(form: LogForm, options: LogOptions): Log {
  const printer = printerOf(form, options);
  const { event } = printer;
  const answered = (request: Arrived, response: ApiResponse, milliseconds: number) => {
    if (printer.tellsRequests) printer.request(factsOf(request, response, milliseconds, options));
  };
  return {
    ...serverLog(printer, 'mock'),
    listening(greeting) {
      const { url, version, data, controlToken, warnings } = greeting;
      const facts = {
        url,
        version,
        data,
        pid: process.pid,
        ...(controlToken !== undefined && { controlToken }),
        ...(warnings.length > 0 && { warnings }),
      };
      event('listening', facts, (form === 'brief' ? briefly : inFull)(greeting, options.paint).join('\n'));
    },
    request({ request, response, milliseconds }) {
      answered(request, response, milliseconds);
    },
    refused({ response, ...request }) {
      answered(request, response, 0);
    },
    worldDropped({ id }) {
      const text = `World ${id} was dropped: too many are open, and it was used least recently.`;
      event('world-dropped', { world: id }, text);
    },
  };
}

const told = (warnings: readonly string[], paint: Paint) =>
  warnings.map((warning) => paint('warning', `Warning: ${warning}`));

const briefly = ({ url, version, data, warnings }: Greeting, paint: Paint): string[] => [
  `pricing-mock ${version} serves ${data} on ${url}`,
  ...told(warnings, paint),
];

const inFull = (greeting: Greeting, paint: Paint): string[] => [
  `pricing-mock ${greeting.version} serves ${greeting.data}`,
  `Listening on ${greeting.url}`,
  ...told(greeting.warnings, paint),
  ...controlLines(greeting),
  ...(greeting.endpoints.length > 0
    ? [`\n${paint('heading', 'Endpoints:')}\n  ${greeting.endpoints.join('\n  ')}`]
    : []),
  `\n${paint('heading', 'Try:')}\n  ${greeting.example}\n`,
  'Each key test_<something> opens a world of its own. Ctrl-C stops.',
];

function factsOf(
  request: Arrived,
  response: ApiResponse,
  milliseconds: number,
  { keys, mask = (target) => target }: Secrets,
): RequestFacts {
  const secrets = secretsWith(sentKey(request.rawHeaders), keys);
  const { path, query } = mask(request);
  const shown = {
    method: request.method,
    path: pathWithoutKeys(path, secrets),
    query: queryWithoutSecrets(query, secrets),
  };
  return {
    ...askedFacts(shown, keyShown(request)),
    milliseconds,
    ...answerFacts(request, response, secrets),
  };
}
