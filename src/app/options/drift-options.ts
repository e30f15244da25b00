// The options of `drift`, each declared once.
import { severities } from '../../analysis/drift/change.ts';
import type { Values } from './options.ts';
import { flag, oneOf } from './parsers.ts';
import { dirOption } from './serve-options.ts';
import { option } from './options.ts';

export const driftOptions = {
  dir: dirOption,
  tolerate: option(
    '--tolerate <severity>',
    'changes of this severity, and less severe ones, end with code 0: none, cosmetic, additive or breaking',
    oneOf(['none', ...severities]),
    'cosmetic',
  ),
  json: option('--json', 'print JSON', flag, false),
  markdown: option('--markdown', 'print Markdown', flag, false),
};

export type DriftOptions = Values<typeof driftOptions>;
