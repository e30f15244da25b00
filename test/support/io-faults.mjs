// Loaded by `--import` into a program under test: its disk fails below one folder, as IO_FAULTS says in JSON:
// `folder`; `every`, the number of the call that fails; `once`, or every so many calls; `seed`, which decides how.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setImmediate } from 'node:timers';

const { folder, every, once, seed } = JSON.parse(process.env.IO_FAULTS);
const promises = createRequire(import.meta.url)('node:fs/promises');
/** Descriptors and handles of files below the folder. */
const ours = new Set();
let calls = 0;
let state = seed;

/** @param errors that this call may fail with; `short` stands for a write of half of it */
function fault(errors) {
  calls += 1;
  if (once ? calls !== every : calls % every !== 0) return undefined;
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return errors[(state >>> 8) % errors.length];
}

function failure(code, syscall) {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall, errno: -1 });
}

const isOurs = (path) => String(path).startsWith(folder);

function wrapPromise(object, name, errors, concerns) {
  const original = object[name];
  object[name] = async function (...words) {
    const code = concerns(this, words) ? fault(errors) : undefined;
    if (code !== undefined) throw failure(code, name);
    const result = await original.apply(this, words);
    if (name === 'open' && isOurs(words[0])) ours.add(result).add(result.fd);
    return result;
  };
}

const byPath = {
  open: ['EMFILE', 'ENOSPC', 'EROFS', 'EIO', 'EDQUOT'],
  writeFile: ['ENOSPC', 'EDQUOT', 'EROFS'],
  readFile: ['EIO', 'EMFILE'],
  rename: ['EIO', 'ENOSPC', 'EROFS'],
  readdir: ['EIO', 'EMFILE'],
  rm: ['EIO', 'EROFS'],
  link: ['EIO', 'ENOSPC'],
};
for (const [name, errors] of Object.entries(byPath)) {
  wrapPromise(promises, name, errors, (_, [path]) => isOurs(path));
}

const handle = await promises.open(new URL(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const [name, errors] of Object.entries({
  appendFile: ['ENOSPC', 'EIO', 'EDQUOT'],
  sync: ['EIO', 'ENOSPC'],
})) {
  wrapPromise(prototype, name, errors, (self) => ours.has(self));
}

const { writeSync, fdatasync } = fs;
fs.writeSync = function (fd, bytes, from = 0, ...more) {
  const code = ours.has(fd) ? fault(['ENOSPC', 'EIO', 'EDQUOT', 'short', 'short']) : undefined;
  if (code === undefined) return writeSync(fd, bytes, from, ...more);
  if (code === 'short') return writeSync(fd, bytes, from, Math.ceil((bytes.length - from) / 2));
  throw failure(code, 'write');
};
fs.fdatasync = function (fd, callback) {
  const code = ours.has(fd) ? fault(['EIO', 'ENOSPC']) : undefined;
  if (code === undefined) fdatasync(fd, callback);
  else setImmediate(callback, failure(code, 'fdatasync'));
};
syncBuiltinESMExports();
