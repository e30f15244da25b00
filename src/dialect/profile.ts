// A profile: the document that says how a recorded service speaks, what that was learned from, and what of it is a guess.
// `learn` writes it, people read and edit it, so it is checked wherever it enters: whatever is wrong is refused with its
// place and with what was expected there. It holds no text of a record but the values of enumerations.
import { checkOverride, SettingError } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import { check, v, valueText } from '../http/schema.ts';
import type { Problem } from '../http/schema.ts';
import { pointerTo } from '../http/pointer.ts';
import { isList, isObject, without } from '../http/exact-json.ts';
import { formProblems } from './check-form.ts';
import type { TemplateProblem } from './check-template.ts';
import { serviceSchema } from './profile-form.ts';
import type { DialectForm } from './profile-form.ts';
import {
  byName,
  cause,
  count,
  endpointOrAny,
  checked,
  json,
  object,
  oneOf,
  optional,
  status,
  text,
} from './profile-parts.ts';
import type { Taken } from './profile-parts.ts';
import type { FormPatch } from '../spec/form.ts';

export const profileFormat = 'pricing-mock-profile';
export const profileVersion = 3;

const few = v.array(text, 'an array of ids');

/** What a profile was learned from. */
const source = object({
  recording: text,
  interactions: count,
  /** When the first and the last of them were recorded (ISO 8601). */
  from: optional(text),
  to: optional(text),
});

/** What a service does with requests of which something could be said against. */
const behaviour = object({
  cause,
  on: optional(v.array(endpointOrAny, 'an array of endpoints')),
  /** The field or parameter. */
  param: optional(text),
  /** `undecided`: no request tells; what most services do is done. `contradicted`: some were refused and others not. */
  is: oneOf(['refused', 'accepted', 'undecided', 'contradicted']),
  /** Of the refusals. */
  status: optional(status),
  /** How many requests show it, and the first few of them as `<recording>/<interaction>`. */
  seen: optional(count),
  interactions: optional(few),
});

/** A place of `service` that nothing explains: the commonest thing seen stands there, so often. */
const guess = object({ at: text, held: count, of: count });

/** The interactions on which a part of `service` rests: how many, and the first few. */
const evidence = object({ at: text, seen: count, interactions: few });

/** The document. */
export const profileSchema = object({
  $schema: optional(text),
  format: v.literal(profileFormat, JSON.stringify(profileFormat)),
  version: v.literal(profileVersion, String(profileVersion)),
  /** For the reader: what was learned from how much, what is a guess, undecided or contradicted. */
  about: optional(v.array(text, 'an array of sentences')),
  learnedFrom: optional(v.array(source, 'an array of recordings')),
  /** Answers to assumptions, by id: those of `spec/assumptions.ts` that the form of a service leaves open. */
  assumptions: optional(
    checked(byName(json, 'answers by id'), (answers) =>
      Object.entries(answers).flatMap(([id, given]) => answerProblem(id, given)),
    ),
  ),
  /** Where the form of answers differs from the default; not together with `service`. */
  form: optional(checked(v.record(v.string(), json, 'an object'), (form) => formProblems(form))),
  /** How the service speaks; left out: as `assumptions` and `form` say. */
  service: optional(serviceSchema),
  behaviours: optional(v.array(behaviour, 'an array of behaviours')),
  guesses: optional(v.array(guess, 'an array of guesses')),
  evidence: optional(v.array(evidence, 'an array')),
});

export type Source = Taken<typeof source>;
export type Behaviour = Taken<typeof behaviour>;
export type GuessedPlace = Taken<typeof guess>;
export type Evidence = Taken<typeof evidence>;

export interface Profile extends Omit<
  Taken<typeof profileSchema>,
  '$schema' | 'format' | 'version' | 'assumptions' | 'form' | 'service'
> {
  readonly assumptions?: Overrides;
  readonly form?: FormPatch;
  readonly service?: DialectForm;
}

/** What is wrong with a profile, and where. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** A JSON pointer to the first thing that is wrong; empty when the document as a whole is at fault. */
  readonly path: string;

  constructor(problems: readonly { readonly path: string; readonly reason: string }[]) {
    const lines = problems
      .slice(0, 8)
      .map(({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`));
    const more = problems.length - lines.length;
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
    this.path = problems[0]!.path;
  }
}

function answerProblem(id: string, given: unknown): TemplateProblem[] {
  try {
    checkOverride(id, given);
    return [];
  } catch (error) {
    if (error instanceof SettingError) return [{ path: [id], reason: error.message }];
    throw error;
  }
}

/**
 * @param value what was read from the file
 * @throws ProfileError with the places and the reasons
 */
export function parseProfile(value: unknown): Profile {
  refuseOthers(value);
  const { problems } = check(profileSchema, value);
  if (problems.length > 0) throw new ProfileError(problems.map(placed));
  const profile = without(
    value as Readonly<Record<string, unknown>>,
    '$schema',
    'format',
    'version',
  ) as Profile;
  if (profile.service !== undefined && profile.form !== undefined)
    throw new ProfileError([
      {
        path: '/form',
        reason: 'is how our own answers are written, and "service" says it of another service',
      },
    ]);
  if (profile.service === undefined && profile.assumptions === undefined && profile.form === undefined)
    throw new ProfileError([
      {
        path: '/service',
        reason: 'is missing, and so are "assumptions" and "form": a profile says one of them',
      },
    ]);
  return profile;
}

const placed = ({ path, reason }: Problem) => ({ path: path.reduce<string>(pointerTo, ''), reason });

/** Other documents, and profiles of older forms. */
function refuseOthers(value: unknown): void {
  if (!isObject(value))
    throw new ProfileError([{ path: '', reason: `${valueText(value)} is not a profile` }]);
  const { format, version } = value as Record<string, unknown>;
  if (format !== profileFormat) {
    const found = format === undefined ? 'is missing' : `${valueText(format)} is not "${profileFormat}"`;
    const reason = `${found}, so this is no profile: it needs "format": "${profileFormat}" and "version": ${profileVersion}`;
    throw new ProfileError([{ path: '/format', reason }]);
  }
  if (version === profileVersion) return;
  if (version === 1 || version === 2) {
    const written =
      version === 1
        ? `; one that holds answers to assumptions alone needs only "version": ${profileVersion}`
        : '';
    throw new ProfileError([
      {
        path: '/version',
        reason: `${version} is an older form, which is not read any more; learn anew with: pricing-mock learn <recording> --out <file>${written}`,
      },
    ]);
  }
  const given = version === undefined ? 'is missing; it would be' : `${valueText(version)} is not`;
  throw new ProfileError([
    { path: '/version', reason: `${given} ${profileVersion}, which this program reads` },
  ]);
}

/** A profile as text: the same for the same profile, whatever fits on one line on one line. */
export function printProfile(profile: Profile): string {
  const { about, learnedFrom, assumptions, form, behaviours, guesses, evidence, service } = profile;
  const document = {
    format: profileFormat,
    version: profileVersion,
    about,
    learnedFrom,
    assumptions,
    form,
    behaviours,
    guesses,
    service,
    evidence,
  };
  return `${printNarrow(document, '')}\n`;
}

/** Pretty-printed, with whatever fits on one line on one line: diffs stay small and readable. */
function printNarrow(value: unknown, indent: string, name = ''): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + name.length + line.length <= 130)
    return line;
  const inner = `${indent}  `;
  if (isList(value))
    return `[\n${value.map((item) => inner + printNarrow(item, inner)).join(',\n')}\n${indent}]`;
  const members = membersOf(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${printNarrow(item, inner, name)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = membersOf(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
