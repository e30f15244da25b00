// `pricing-mock assumptions`: the ledger, as a table for people or as JSON for programs.
import { listAnswers } from '../api/answers.ts';
import type { Settings } from '../api/assumptions.ts';
import { chooseSettings } from '../start/choose-settings.ts';
import { exitCodes } from '../options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../options/options.ts';
import type { Flags } from '../options/options.ts';
import { assumptionsOptions } from '../start/serve-options.ts';

export function listAssumptions(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(assumptionsOptions, { flags, env: io.env, file: {}, fileName: '' });
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  io.out(options.json ? `${JSON.stringify(listAnswers(settings), null, 2)}\n` : asText(settings));
  return Promise.resolve(exitCodes.ok);
}

function asText(settings: Settings): string {
  const blocks = listAnswers(settings).map(
    ({ id, gap, section, question, value, values, reason, evidence, ...entry }) => {
      const changed = value === entry.default ? '' : ` (default: ${entry.default})`;
      return [
        `${id} = ${value}${changed}`,
        `    ${gap}, ${section}: ${question}`,
        `    values: ${values}`,
        `    ${evidence}: ${reason}`,
      ].join('\n');
    },
  );
  const foot = `${blocks.length} assumptions. Change one with: pricing-mock serve --assume <id>=<value>`;
  return `${blocks.join('\n\n')}\n\n${foot}\n`;
}
