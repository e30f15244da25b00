// verdaccio, a package registry that nobody here wrote, with no registry behind it. It is large (327 packages, 57 MB) and
// no dependency of ours: `.ci/run` installs it and names it in VERDACCIO.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, running } from './real-server.ts';
import type { RealServer } from './real-server.ts';

/** The program; undefined where it is not installed. */
export const verdaccio = process.env.VERDACCIO;

export interface Registry extends RealServer {
  readonly url: string;
  /** Of a user who may publish. */
  readonly token: string;
}

/** @param folder for its files; it may stay when the registry goes */
export async function startVerdaccio(folder: string): Promise<Registry> {
  const port = await freePort();
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    `storage: ${folder}/storage
auth: { htpasswd: { file: ${folder}/htpasswd } }
uplinks: {}
packages: { '**': { access: $all, publish: $authenticated } }
log: { type: stdout, format: json, level: fatal }
`,
  );
  const args = [verdaccio!, '--config', config, '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const server = await running(child, port);
  const url = `http://127.0.0.1:${port}`;
  const user = { name: 'tester', password: 'tester-has-a-password' };
  const answer = await fetch(`${url}/-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  });
  if (!answer.ok) throw new Error(`verdaccio knows no user (${answer.status}): ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  return { ...server, url, token };
}
