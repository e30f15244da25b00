#!/usr/bin/env node
// The program: takes argv and the environment, and ends with an exit code.
import { main } from './cli/main.ts';
import type { Io } from './cli/io.ts';

// A reader that stops early (`| head`) closes the pipe. This is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  now: Date.now,
  catchSignals: () => {
    let early = 0;
    let take = (): void => {
      early += 1;
    };
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        take();
      });
    }
    return (stop) => {
      take = stop;
      for (; early > 0; early -= 1) stop();
    };
  },
};

// No `await` at this level: the program is built as CommonJS, which has none.
void main(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
