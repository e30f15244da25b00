#!/usr/bin/env node
// The program: takes argv and the environment, and ends with an exit code.
import { isatty } from 'node:tty';
import { exitCodes } from './app/options/command-error.ts';
import { codeOf, whyNotWritten } from './http/system-error.ts';
import { main } from './cli/main.ts';
import type { Io, Signal } from './cli/io.ts';

// A reader that stops early (`| head`) closes the pipe. This is no error.
for (const [name, stream] of [
  ['standard output', process.stdout],
  ['standard error', process.stderr],
] as const) {
  stream.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') return;
    process.stderr.write(`pricing-mock: ${name} ${whyNotWritten(error)}\n`);
    process.exit(exitCodes.input);
  });
}

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  now: Date.now,
  errIsTerminal: process.stderr.isTTY,
  hasTerminal: [0, 1, 2].some(isatty),
  catchSignals: (...signals) => {
    const early: Signal[] = [];
    let take = (signal: Signal): void => {
      early.push(signal);
    };
    for (const signal of signals) {
      process.on(signal, () => {
        take(signal);
      });
    }
    return (stop) => {
      take = stop;
      for (const signal of early.splice(0)) stop(signal);
    };
  },
};

// No `await` at this level: the program is built as CommonJS, which has none.
void main(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
