// Fetches a peer into a temporary folder. The peers are no dependencies of ours.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, temporaryFolder } from './processes.mjs';

const patience = 240_000;

/**
 * Installs the newest release of a package that says it runs on this Node. Asked for a range instead of a tag, npm
 * itself looks at `engines`; a range also leaves out prereleases. No install scripts run.
 * @param commandName of a package with a command
 * @returns its version, its folder, and the script behind its command
 */
export async function install(packageName, commandName) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error', '--prefix', folder];
  const [command, ...before] = npm();
  // Unlike the measured servers, npm keeps our environment: a registry or a proxy may be named there.
  const { child, ended, complaint } = startChild(
    command,
    [...before, 'install', ...options, `${packageName}@>=0.0.0`],
    { cwd: folder, env: process.env },
  );
  const late = sleep(patience, `no end within ${patience / 1000} s`, { ref: false });
  const outcome = await Promise.race([ended, late]);
  child.kill('SIGKILL');
  if (outcome !== 'exit code 0') {
    const error = new Error(`npm could not install it (${outcome})`);
    throw Object.assign(error, { details: complaint() });
  }
  const home = join(folder, 'node_modules', packageName);
  const { version, bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const script = commandName && join(home, typeof bin === 'string' ? bin : bin[commandName]);
  return { version, home, script };
}

/** npm on the very Node that runs the bench, where it can be found: its choice depends on the Node that runs it. */
function npm() {
  const underNpm = process.env.npm_execpath;
  const beside = join(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js');
  const script = [underNpm, beside].find(
    (path) => path && basename(path) === 'npm-cli.js' && existsSync(path),
  );
  return script ? [process.execPath, script] : ['npm'];
}
