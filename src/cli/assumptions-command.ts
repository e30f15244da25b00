// `pricing-mock assumptions`: the assumptions, as a table for people or as JSON for programs. Of a learned profile it tells what
// the service does, what that rests on, and the few assumptions that are left.
import { assumptionList } from '../spec/assumption-list.ts';
import type { ListedAssumption } from '../spec/assumption-list.ts';
import type { Form } from '../spec/form.ts';
import { openAssumptions } from '../dialect/apply-profile.ts';
import type { Behaviour, Profile } from '../dialect/profile.ts';
import { chooseProfile } from '../app/options/choose-settings.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { assumptionsOptions } from '../app/options/print-options.ts';

export function listAssumptions(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(assumptionsOptions, { flags, env: io.env, file: {}, fileName: '' });
  const { settings, profile } = chooseProfile(options.profile, options.assume, io.cwd);
  const entries = assumptionList(settings);
  const { form } = settings;
  if (profile?.service === undefined) {
    const told = { assumptions: entries, form };
    io.out(
      options.json
        ? `${JSON.stringify(told, null, 2)}\n`
        : `${asText(entries)}${formText(form)}${foot(entries)}\n`,
    );
    return Promise.resolve(exitCodes.ok);
  }
  const left = entries.filter(({ id }) => openAssumptions.has(id));
  const { about = [], behaviours = [], guesses = [] } = profile;
  const told = { about, behaviours, guesses, assumptions: left };
  io.out(options.json ? `${JSON.stringify(told, null, 2)}\n` : learnedText(profile, left));
  return Promise.resolve(exitCodes.ok);
}

function asText(entries: readonly ListedAssumption[]): string {
  const blocks = entries.map((entry) => {
    const { id, gap, section, question, values, evidence, reason } = entry;
    const value = entry.value ?? 'as the form below says';
    const changed = value === entry.default ? '' : ` (default: ${entry.default})`;
    return [
      `${id} = ${value}${changed}`,
      `    ${gap}, ${section}: ${question}`,
      `    values: ${values}`,
      `    ${evidence}: ${reason}`,
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n\n`;
}

/** The form of answers, as a profile file holds it. */
function formText(form: Form): string {
  const lines = Object.entries(form).map(
    ([name, part]) => `    ${JSON.stringify(name)}: ${JSON.stringify(part)}`,
  );
  return `The form of answers, as the "form" of a profile file says it:\n{\n${lines.join(',\n')}\n}\n\n`;
}

const foot = (entries: readonly ListedAssumption[]) => {
  const short = entries.filter(({ form }) => form !== undefined).length;
  const shorthands = short === 0 ? '' : ` and ${short} shorthands for the form`;
  return `${entries.length - short} assumptions${shorthands}. Change one with: pricing-mock serve --assume <id>=<value>`;
};

function learnedText({ about = [], behaviours = [] }: Profile, left: readonly ListedAssumption[]): string {
  const [known, undecided] = [true, false].map((isKnown) =>
    behaviours.filter(({ is }) => (is !== 'undecided') === isKnown),
  );
  const lines = known!.map((behaviour) => `${behaviour.is.padEnd(12)} ${behaviourText(behaviour)}`);
  const open = undecided!.map(({ cause }) => cause).join(', ');
  return [
    ...about,
    '',
    ...lines,
    ...(open === '' ? [] : [`undecided    ${open}`]),
    '',
    `${asText(left)}Left open are ${foot(left)}`,
    'All others are decided by how the recorded service speaks ("service" in the profile).\n',
  ].join('\n');
}

/** `bounds-crossed at /minPrice, updatePrice: 400, 3 times (session/7-patch-price, ...)`. */
function behaviourText({ cause, param, on = [], status, seen = 0, interactions = [] }: Behaviour): string {
  const where = [
    ...(param === undefined ? [] : [`at ${param}`]),
    ...(on.length === 0 ? [] : [`for ${on.join(', ')}`]),
  ];
  const [first] = interactions;
  const rest = first === undefined ? '' : ` (${first}${seen > 1 ? ', ...' : ''})`;
  const times = seen === 1 ? 'once' : `${seen} times`;
  return `${[cause, ...where].join(' ')}: ${status === undefined ? '' : `${status}, `}${times}${rest}`;
}
