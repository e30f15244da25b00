// Everything the bench starts outside itself, and the promise that all of it ends with the bench: child
// processes and temporary folders are noted here when they are made and cleared when this process exits,
// whether it ends well, fails, or is interrupted.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstAnswer } from './client.mjs';

const running = new Set();
const folders = [];

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => process.exit(code));
}

/** A temporary folder that goes with the bench. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pricing-mock-bench-'));
  folders.push(folder);
  return folder;
}

let home;

/**
 * Our environment without what an `npm run` or a shell would slip into the measured processes, and with an empty
 * home, so that nobody's settings are in the figures and nothing is left behind.
 */
function plainEnvironment() {
  home ??= temporaryFolder();
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|node_)/i.test(name));
  return { ...Object.fromEntries(kept), HOME: home };
}

/** Starts a child that ends with the bench; only the end of its error output is kept, and of its output if asked. */
export function startChild(command, args, { cwd, env = plainEnvironment(), output = 'ignore' } = {}) {
  const child = spawn(command, args, { cwd: cwd ?? env.HOME, env, stdio: ['ignore', output, 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint = (complaint + text).slice(-2000);
  });
  running.add(child);
  const ended = new Promise((resolve) => {
    const end = (why) => {
      running.delete(child);
      resolve(why);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  });
  return { child, ended, complaint: () => complaint };
}

/** Runs a script of ours to its end, which must be a good one, and gives what it printed, parsed. */
export async function runScript(script, args, patience = 60_000) {
  const { child, ended, complaint } = startChild(process.execPath, [script, ...args], { output: 'pipe' });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  const closed = once(child, 'close');
  const outcome = await Promise.race([ended, sleep(patience, 'no end in time', { ref: false })]);
  child.kill('SIGKILL');
  if (outcome !== 'exit code 0') throw new Error(`${script}: ${outcome}\n${complaint()}`);
  await closed;
  return JSON.parse(printed);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a server and waits for its first good answer.
 *
 * A plan is `{ name, script, args(port), probe?, cwd?, headers? }`: `script` runs on the Node that runs the bench,
 * `probe` is the path whose first 200 counts as "started". Each server is a process of its own.
 */
export async function launch(plan) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const spawnedAt = performance.now();
  const { child, ended, complaint } = startChild(process.execPath, [plan.script, ...plan.args(port)], plan);
  const stop = async (patience = 2000) => {
    child.kill('SIGTERM');
    const graceful = await Promise.race([ended, sleep(patience, false, { ref: false })]);
    if (graceful === false) child.kill('SIGKILL');
    return ended;
  };
  let gone = null;
  void ended.then((why) => {
    gone = why;
  });
  try {
    const answeredAt = await firstAnswer(url + (plan.probe ?? '/v1/listings'), plan.headers, () => gone);
    return {
      name: plan.name,
      url,
      headers: plan.headers ?? {},
      startMilliseconds: answeredAt - spawnedAt,
      memory: () => memoryOf(child.pid),
      cpuSeconds: () => cpuSecondsOf(child.pid),
      stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`${plan.name}: ${error.message}\n${complaint()}`, { cause: error });
  }
}

/** Resident memory in bytes: now and at its peak; the peak is null where there is no /proc. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)[1]);
    return { resident: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
  } catch {
    const resident = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return { resident: Number(resident) * 1024, peak: null };
  }
}

/** Processor time used so far, all threads, or null where there is no /proc. Its grain is 10 ms. */
function cpuSecondsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100; // utime and stime, in ticks of 1/100 s
  } catch {
    return null;
  }
}
