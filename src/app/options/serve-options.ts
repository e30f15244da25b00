// The options of `serve`, each declared once.
import { parseFailOn } from '../../service/audit/fail-on.ts';
import type { Thresholds } from '../../service/audit/fail-on.ts';
import { accessOptions, assumptionOptions, conditionOptions, dataOptions } from './mock-options.ts';
import { many, option } from './options.ts';
import type { Values } from './options.ts';
import { bearerToken, flag, folder, oneOf, text, wholeNumber } from './parsers.ts';
import { hostAddress, hostName, origin } from './network-parsers.ts';

/** Where recordings are kept. */
export const dirOption = option('--dir <folder>', 'folder of the recordings', folder, 'recordings');

const controlToken = option<string | undefined>(
  '--control-token <token>',
  'bearer token of the control API below /__mock, instead of a random one',
  bearerToken,
  undefined,
);

export const serveOptions = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 5300),
  host: option('--host <name>', 'address to listen on', hostAddress, '127.0.0.1'),
  allowHost: many('--allow-host <name>', 'further host name that requests may name', hostName),
  corsOrigin: option<string | undefined>(
    '--cors-origin <origin>',
    'origin whose pages may call the mock',
    origin,
    undefined,
  ),
  ...dataOptions,
  fixtures: option<string | undefined>(
    '--fixtures <path>',
    'JSON file or folder with the data, instead of a data set',
    text,
    undefined,
  ),
  from: option<string | undefined>(
    '--from <recording>',
    'recording with the data, by its name or file, instead of a data set',
    text,
    undefined,
  ),
  ...accessOptions,
  ...assumptionOptions,
  ...conditionOptions,
  tlsCert: option<string | undefined>(
    '--tls-cert <file>',
    'certificate (PEM), with --assume transport=https',
    text,
    undefined,
  ),
  tlsKey: option<string | undefined>('--tls-key <file>', 'its private key (PEM)', text, undefined),
  audit: option(
    '--audit',
    'tell at the end what the clients did, such as their pace and retries',
    flag,
    false,
  ),
  failOn: option<Thresholds | null>(
    '--fail-on <what>',
    'end with code 1 if the audit finds something: audit, or audit:<fact>=<n|off>,...',
    parseFailOn,
    null,
    'nothing',
  ),
  dir: dirOption,
  controlToken,
  config: option<string | undefined>(
    '--config <file>',
    'JSON file with options by name (default: pricing-mock.config.json, if there is one)',
    text,
    undefined,
  ),
  log: option('--log <form>', 'log: pretty, json or silent', oneOf(['pretty', 'json', 'silent']), 'pretty'),
};

/** The options of `fixtures`. */
export const fixturesOptions = {
  ...dataOptions,
  ...assumptionOptions,
  out: option<string | undefined>(
    '--out <file>',
    'file to write, instead of standard output',
    text,
    undefined,
  ),
};

/** The options of `assumptions`. */
export const assumptionsOptions = {
  ...assumptionOptions,
  json: option('--json', 'print JSON', flag, false),
};

export type ServeOptions = Values<typeof serveOptions>;
