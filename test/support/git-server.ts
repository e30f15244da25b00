// git over smart HTTP as servers offer it: nginx before git's own `http-backend`, by way of fcgiwrap.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nginx, startNginxWith } from './nginx.ts';
import { freePort, running } from './real-server.ts';
import type { RealServer } from './real-server.ts';

const fcgiwrap = '/usr/sbin/fcgiwrap';
const backend = '/usr/lib/git-core/git-http-backend';

/** What is missing on this machine for it; undefined when all is there. */
export function whatGitServerLacks(): string | undefined {
  const missing = [fcgiwrap, nginx, backend].filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : missing.join(' and ');
}

/** @param root for its files, which the caller removes; what is in `repositories` below it is served, and takes pushes */
export async function startGitServer(root: string): Promise<RealServer> {
  const [port, cgiPort] = [await freePort(), await freePort()];
  const repositories = join(root, 'repositories');
  await mkdir(repositories, { recursive: true });
  const wrap = spawn(fcgiwrap, ['-c', '4', '-s', `tcp:127.0.0.1:${cgiPort}`], { stdio: 'ignore' });
  const cgi = await running(wrap, cgiPort);
  const parameters: Readonly<Record<string, string>> = {
    SCRIPT_FILENAME: backend,
    GIT_PROJECT_ROOT: repositories,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: '$uri',
    QUERY_STRING: '$query_string',
    REQUEST_METHOD: '$request_method',
    CONTENT_TYPE: '$content_type',
    CONTENT_LENGTH: '$content_length',
    REMOTE_USER: 'tester', // without a user, git takes no push
    REMOTE_ADDR: '$remote_addr',
  };
  const lines = Object.entries(parameters).map(([name, value]) => `fastcgi_param ${name} "${value}";`);
  const server = await startNginxWith(
    root,
    port,
    `server {
      listen 127.0.0.1:${port};
      client_max_body_size 0;
      location / { fastcgi_pass 127.0.0.1:${cgiPort}; ${lines.join(' ')} }
    }`,
  );
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await cgi[Symbol.asyncDispose]();
    },
  };
}
