// The options of `drift`, each declared once.
import { severities } from '../fidelity/drift.ts';
import type { Values } from '../options/options.ts';
import { flag, oneOf } from '../options/parsers.ts';
import { dirOption } from '../start/serve-options.ts';
import { option } from '../options/options.ts';

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
