// talkback: a library without a command, so this file starts it. One tape is one JSON5 file.
//
//   node talkback.mjs <port> <folder of the package> record|replay <upstream> <folder of the tapes>

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { listingPath } from '../traffic.mjs';

export const talkback = {
  name: 'talkback',
  packageName: 'talkback',
  remarks: [
    'recorded with `record: NEW`, replayed with `DISABLED`, silent, without its summary',
    'compares all headers; told to ignore `connection`, which differs between our probe and our load',
  ],
  plan({ home }, mode, upstream, folder) {
    const script = fileURLToPath(import.meta.url);
    return { script, args: (port) => [String(port), home, mode, upstream, folder], probe: listingPath(0) };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, home, mode, host, path] = process.argv.slice(2);
  const start = createRequire(import.meta.url)(home);
  const { RecordMode, FallbackMode } = start.Options;
  const server = start({
    host,
    port: Number(port),
    path,
    record: mode === 'record' ? RecordMode.NEW : RecordMode.DISABLED,
    fallbackMode: FallbackMode.NOT_FOUND,
    ignoreHeaders: ['connection'],
    silent: true,
    summary: false,
  });
  await server.start();
}
