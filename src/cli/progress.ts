// How far a command is that takes long: one line on stderr, on a terminal alone, from its third second on. It goes when the
// command is done.
import type { OnStep } from '../http/on-step.ts';
import type { Io } from './io.ts';

/** Shorter work needs no word, in milliseconds. */
const patience = 2000;
/** Between two words, in milliseconds. */
const pace = 200;

/** Runs work that tells how far it is; the line is gone when this returns or throws. */
export async function withProgress<Result>(
  { err, errIsTerminal, now }: Io,
  work: (onStep: OnStep) => Result | Promise<Result>,
): Promise<Result> {
  if (!errIsTerminal) return await work(() => undefined);
  const start = now();
  let shown: number | undefined;
  try {
    return await work((doing, done, of) => {
      const time = now();
      if (time - start < patience || (shown !== undefined && time - shown < pace)) return;
      shown = time;
      const count = done === undefined ? '' : ` ${done} of ${of}`;
      err(`\r\u001b[K${doing}${count} (${Math.floor((time - start) / 1000)} s)`);
    });
  } finally {
    if (shown !== undefined) err('\r\u001b[K');
  }
}
