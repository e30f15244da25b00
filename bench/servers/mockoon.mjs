// Mockoon: a CRUD route over a data bucket that holds the listings.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../processes.mjs';

export const mockoon = {
  name: 'Mockoon',
  packageName: '@mockoon/cli',
  commandName: 'mockoon-cli',
  remarks: [
    'one CRUD route over a data bucket; that has no sub-route, so PATCH /v1/listings/{id} is measured instead of PATCH price',
    'it logs a line per request, which it has no option against: its output goes to the null device, and its log file is off',
  ],
  patchPath: (id) => `/v1/listings/${id}`,
  plan(script, listings) {
    const file = join(temporaryFolder(), 'environment.json');
    writeFileSync(file, JSON.stringify(environment(listings)));
    // --repair: a newer release may want fields that this file lacks, and would otherwise stop and ask.
    const options = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--repair'];
    return { script, args: (port) => ['start', '--data', file, '--port', String(port), ...options] };
  },
};

function environment(listings) {
  const [route, bucket] = [randomUUID(), randomUUID()];
  return {
    uuid: randomUUID(),
    lastMigration: 33, // the format of release 9
    name: 'listings',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '',
    folders: [],
    routes: [crudRoute(route)],
    rootChildren: [{ type: 'route', uuid: route }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT' },
    cors: false,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [
      { uuid: bucket, id: 'list', name: 'listings', documentation: '', value: JSON.stringify(listings) },
    ],
    callbacks: [],
  };
}

function crudRoute(uuid) {
  const response = {
    uuid: randomUUID(),
    body: '{}',
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'DATABUCKET',
    filePath: '',
    databucketID: 'list',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: false,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  return {
    uuid,
    type: 'crud',
    documentation: '',
    method: '',
    endpoint: 'v1/listings',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
}
