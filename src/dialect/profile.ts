// A profile: the document that says how to answer the ledger's questions, what each answer rests on, and how the
// recorded service speaks. Version 1 holds answers alone and is what people write; version 2 is what `learn` writes.
import { assumptionIds } from '../spec/assumptions.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { checkOverride, isAssumptionId, SettingError } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import { ProfileError } from './profile-error.ts';
import { readWire } from './read-wire.ts';
import type { Wire } from './wire.ts';

export const profileFormat = 'pricing-mock-profile';
export const profileVersion = 2;

/** One answer that a recording gives. */
export interface Seen {
  /** A value of the ledger, or in words what none of its values says. */
  readonly value: string | number;
  /** How many interactions show it. */
  readonly count: number;
  /** The first of them, `<recording>/<id>`. */
  readonly interactions: readonly string[];
}

/** What an answer to one of the ledger's questions rests on. Questions that no recording has settled are not listed. */
export interface Settled {
  readonly evidence: 'observed' | 'contradicted';
  /** The answer in force, of several mostly the commonest. Left out where no value of the ledger says it. */
  readonly value?: string | number;
  /** Every answer shown, the commonest first. */
  readonly seen: readonly Seen[];
}

export interface Profile {
  /** Answers by assumption id. */
  readonly assumptions: Overrides;
  /** What they rest on. */
  readonly evidence: Readonly<Partial<Record<AssumptionId, Settled>>>;
  /** What was learned from, for the reader. */
  readonly learnedFrom?: readonly { readonly recording: string; readonly interactions: number }[];
  /** How the recorded service speaks; none: as the assumptions say. */
  readonly wire?: Wire;
}

/**
 * @param value what JSON.parse made of the file
 * @throws ProfileError with the place and the reason
 */
export function parseProfile(value: unknown): Profile {
  const file = fieldsOf(value, '');
  if (file.format !== profileFormat) {
    throw new ProfileError(
      '',
      `is no profile: it needs "format": "${profileFormat}" and "version": ${profileVersion}`,
    );
  }
  if (file.version !== 1 && file.version !== profileVersion) {
    const version = JSON.stringify(file.version);
    throw new ProfileError(
      '/version',
      `${version} is none of 1 and ${profileVersion}, which this program reads`,
    );
  }
  return file.version === 1
    ? { assumptions: readAnswers(file.assumptions), evidence: {} }
    : readLearned(file);
}

/** A profile as text: the same for the same profile, one statement a line where that is readable. */
export function printProfile(profile: Profile): string {
  const assumptions = Object.fromEntries(
    assumptionIds.flatMap((id) => {
      const settled = profile.evidence[id];
      if (settled !== undefined) return [[id, settled]];
      return Object.hasOwn(profile.assumptions, id) ? [[id, profile.assumptions[id]]] : [];
    }),
  );
  const document = {
    format: profileFormat,
    version: profileVersion,
    ...(profile.learnedFrom && { learnedFrom: profile.learnedFrom }),
    assumptions,
    ...(profile.wire && { wire: profile.wire }),
  };
  return `${printNarrow(document, '')}\n`;
}

function readLearned(file: Readonly<Record<string, unknown>>): Profile {
  const answers: Record<string, unknown> = {};
  const evidence: Partial<Record<AssumptionId, Settled>> = {};
  const entries = Object.entries(fieldsOf(file.assumptions, '/assumptions'));
  for (const [id, entry] of entries) {
    const at = `/assumptions/${id}`;
    if (typeof entry !== 'object' || entry === null) {
      answers[id] = checked(id, entry, at);
      continue;
    }
    const settled = readSettled(entry, at);
    if (settled.value !== undefined) answers[id] = checked(id, settled.value, `${at}/value`);
    else checkId(id, at);
    evidence[id as AssumptionId] = settled;
  }
  const { learnedFrom, wire } = file;
  return {
    assumptions: answers,
    evidence,
    ...(learnedFrom !== undefined && { learnedFrom: readSources(learnedFrom) }),
    ...(wire !== undefined && { wire: readWire(wire, '/wire') }),
  };
}

function readAnswers(value: unknown): Overrides {
  const answers = fieldsOf(value, '/assumptions', 'an object of ids and values');
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [id, checked(id, answer, `/assumptions/${id}`)]),
  );
}

function readSettled(value: object, at: string): Settled {
  const { evidence, value: answer, seen } = fieldsOf(value, at);
  if (evidence !== 'observed' && evidence !== 'contradicted') {
    throw new ProfileError(
      `${at}/evidence`,
      `${JSON.stringify(evidence)} is neither "observed" nor "contradicted"`,
    );
  }
  if (!Array.isArray(seen) || seen.length === 0) {
    throw new ProfileError(`${at}/seen`, 'must be a list of the answers that were seen');
  }
  const shown = seen.map((item, index) => readSeen(item, `${at}/seen/${index}`));
  return {
    evidence,
    ...((typeof answer === 'string' || typeof answer === 'number') && { value: answer }),
    seen: shown,
  };
}

function readSeen(value: unknown, at: string): Seen {
  const { value: answer, count, interactions = [] } = fieldsOf(value, at);
  if (typeof answer !== 'string' && typeof answer !== 'number') {
    throw new ProfileError(`${at}/value`, 'must be a string or a number');
  }
  if (!Number.isSafeInteger(count)) throw new ProfileError(`${at}/count`, 'must be a whole number');
  if (!Array.isArray(interactions) || !interactions.every((id) => typeof id === 'string')) {
    throw new ProfileError(`${at}/interactions`, 'must be a list of ids');
  }
  return { value: answer, count: count as number, interactions };
}

function readSources(value: unknown): NonNullable<Profile['learnedFrom']> {
  if (!Array.isArray(value)) throw new ProfileError('/learnedFrom', 'must be a list');
  return value.map((item, index) => {
    const at = `/learnedFrom/${index}`;
    const { recording, interactions } = fieldsOf(item, at);
    if (typeof recording !== 'string') throw new ProfileError(`${at}/recording`, 'must be a string');
    if (!Number.isSafeInteger(interactions))
      throw new ProfileError(`${at}/interactions`, 'must be a whole number');
    return { recording, interactions: interactions as number };
  });
}

function checked(id: string, value: unknown, at: string): string | number {
  try {
    return checkOverride(id, value);
  } catch (error) {
    if (error instanceof SettingError) throw new ProfileError(at, error.message, { cause: error });
    throw error;
  }
}

function checkId(id: string, at: string): void {
  if (!isAssumptionId(id)) throw new ProfileError(at, `there is no assumption '${id}'`);
}

function fieldsOf(value: unknown, at: string, what = 'an object'): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ProfileError(at, `must be ${what}`);
}

/** Pretty-printed, with whatever fits on one line on one line: diffs stay small and readable. */
function printNarrow(value: unknown, indent: string): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= 100) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + printNarrow(item, inner)).join(',\n')}\n${indent}]`;
  }
  const members = membersOf(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${printNarrow(item, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = membersOf(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
