// nginx with a configuration of a test's own, all its files below one folder.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { running } from './real-server.ts';
import type { RealServer } from './real-server.ts';

export const nginx = '/usr/sbin/nginx';

/**
 * @param root a folder that the caller removes
 * @param http what stands in the block `http`, with a server that listens on the port
 */
export async function startNginxWith(root: string, port: number, http: string): Promise<RealServer> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${root}/${name};`,
  );
  await writeFile(
    join(root, 'nginx.conf'),
    `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${root}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join(' ')}
  ${http}
}
`,
  );
  const args = ['-p', root, '-c', join(root, 'nginx.conf'), '-e', join(root, 'error.log')];
  return running(spawn(nginx, args, { stdio: 'ignore' }), port);
}
