// `pricing-mock assumptions`: the ledger, as a table for people or as JSON for programs.
import { validValues } from '../api/assumption.ts';
import { assumptionIds, assumptions } from '../api/assumptions.ts';
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
  io.out(options.json ? `${JSON.stringify(asJson(settings), null, 2)}\n` : asText(settings));
  return Promise.resolve(exitCodes.ok);
}

function asJson(settings: Settings) {
  return assumptionIds.map((id) => {
    const { gap, section, question, reason, evidence } = assumptions[id];
    const values = validValues(assumptions[id]);
    return {
      id,
      gap,
      section,
      question,
      value: settings[id],
      default: assumptions[id].default,
      values,
      reason,
      evidence,
    };
  });
}

function asText(settings: Settings): string {
  const blocks = asJson(settings).map(
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
