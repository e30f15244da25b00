// Colours on a terminal.
import { styleText } from 'node:util';
import type { Io } from './io.ts';

const styles = { good: 'green', warning: 'yellow', bad: 'red', faint: 'dim', heading: 'bold' } as const;

type Tone = keyof typeof styles;

/** The text with its colour, or the text alone where there are no colours. */
export type Paint = (tone: Tone, text: string) => string;

/** Colours for a terminal, unless NO_COLOR says otherwise (https://no-color.org); none for a pipe or a file. */
export function createPaint({ isTerminal, env }: Pick<Io, 'isTerminal' | 'env'>): Paint {
  const plain = !isTerminal || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  // Decided here, for the stream that the command writes to; `styleText` alone would look at the process.
  return plain ? (_, text) => text : (tone, text) => styleText(styles[tone], text, { validateStream: false });
}
