// The options of `learn`, each declared once.
import { text } from './parsers.ts';
import { dirOption } from './serve-options.ts';
import { option } from './options.ts';

export const learnOptions = {
  out: option<string | undefined>(
    '-o, --out <file>',
    'file to write, instead of standard output',
    text,
    undefined,
  ),
  dir: dirOption,
};
