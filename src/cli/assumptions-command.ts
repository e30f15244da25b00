// `pricing-mock assumptions`: the assumptions, as a table for people or as JSON for programs. With a learned profile each
// entry says what it rests on.
import { listAnswers } from '../spec/answers.ts';
import type { AssumptionId, Settings } from '../spec/assumptions.ts';
import { createSettings } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import type { Seen, Settled } from '../dialect/profile.ts';
import { chooseSettings, isPresetName, readProfileFile } from '../app/options/choose-settings.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { assumptionsOptions } from '../app/options/print-options.ts';

type Evidence = Readonly<Partial<Record<AssumptionId, Settled>>>;

export function listAssumptions(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(assumptionsOptions, { flags, env: io.env, file: {}, fileName: '' });
  const { settings, evidence } = read(options.profile, options.assume, io.cwd);
  const overridden = new Set(options.assume.flatMap(Object.keys));
  const entries = asJson(settings, evidence, overridden);
  io.out(options.json ? `${JSON.stringify(entries, null, 2)}\n` : asText(entries));
  return Promise.resolve(exitCodes.ok);
}

function read(
  profile: string,
  assume: readonly Overrides[],
  cwd: string,
): { readonly settings: Settings; readonly evidence: Evidence } {
  if (isPresetName(profile)) return { settings: chooseSettings(profile, assume, cwd), evidence: {} };
  const { assumptions: answers, evidence } = readProfileFile(profile, cwd);
  return { settings: createSettings('default', answers, ...assume), evidence };
}

interface Entry {
  readonly id: AssumptionId;
  readonly gap: string;
  readonly section: string;
  readonly question: string;
  readonly value: string | number;
  readonly default: string | number;
  readonly values: string;
  readonly reason: string;
  readonly evidence: string;
  readonly seen?: readonly Seen[];
}

/** @param overridden the answers that the user has given, which rest on nothing else */
function asJson(settings: Settings, evidence: Evidence, overridden: ReadonlySet<string>): Entry[] {
  return listAnswers(settings).map((entry) => {
    const { id } = entry;
    const settled = overridden.has(id) ? undefined : evidence[id];
    const told = settled?.value ?? settled?.seen[0]?.value;
    return {
      ...entry,
      value: told ?? entry.value,
      evidence: settled?.evidence ?? entry.evidence,
      ...(settled && { seen: settled.seen }),
    };
  });
}

function asText(entries: readonly Entry[]): string {
  const blocks = entries.map((entry) => {
    const { id, gap, section, question, value, values } = entry;
    const changed = value === entry.default ? '' : ` (default: ${entry.default})`;
    return [
      `${id} = ${value}${changed}`,
      `    ${gap}, ${section}: ${question}`,
      `    values: ${values}`,
      `    ${basis(entry)}`,
    ].join('\n');
  });
  const settled = entries.filter(({ seen }) => seen !== undefined);
  const against = settled.filter(({ evidence }) => evidence === 'contradicted').length;
  const learned =
    settled.length === 0
      ? ''
      : ` ${settled.length - against} observed, ${against} contradicted, all others assumed.`;
  const foot = `${blocks.length} assumptions.${learned} Change one with: pricing-mock serve --assume <id>=<value>`;
  return `${blocks.join('\n\n')}\n\n${foot}\n`;
}

/** What the answer rests on: our reason, or what was seen. */
function basis({ evidence, reason, seen }: Entry): string {
  if (seen === undefined) return `${evidence}: ${reason}`;
  const shown = seen.map(({ value, count, interactions }) => {
    const first = interactions[0] === undefined ? '' : ` (${interactions[0]}${count > 1 ? ', ...' : ''})`;
    return `${value} ${count === 1 ? 'once' : `${count} times`}${first}`;
  });
  return `${evidence}: ${shown.join('; ')}`;
}
