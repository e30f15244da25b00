// `pricing-mock learn`: from recordings to a profile.
import type { NamedRecording } from '../analysis/exchanges.ts';
import { learnProfile } from '../analysis/learn/write-profile.ts';
import { printProfile } from '../dialect/profile.ts';
import type { Profile } from '../dialect/profile.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import { withProgress } from './progress.ts';
import type { Io } from './io.ts';
import { learnOptions } from '../app/options/analysis-options.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { load, recordingFile } from '../app/data/recording-files.ts';
import { namingSchema, writeOut } from './write-out.ts';
import { counted } from '../http/plain-text.ts';

/** Writes the profile to `--out`, or prints it. */
export async function learn(flags: Flags, io: Io, names: readonly string[]): Promise<number> {
  const options = resolveOptions(learnOptions, { flags, env: io.env, file: {}, fileName: '' });
  if (names.length === 0) throw usageError('learn: name at least one recording');
  const recordings: NamedRecording[] = [];
  for (const given of names) {
    const file = recordingFile(given, options.dir, io.cwd);
    recordings.push({ name: file.name, recording: await load(file, noteTo(io)) });
  }
  if (recordings.every(({ recording }) => recording.interactions.length === 0)) {
    const files = names.map((given) => recordingFile(given, options.dir, io.cwd).shown);
    throw inputError(`${files.join(', ')}: holds no interaction to learn from`);
  }
  const profile = await withProgress(io, (onStep) => learnProfile(recordings, onStep));
  const text = printProfile(profile);
  writeOut(namingSchema(text, 'profile', options.out, io), options.out, io);
  if (options.out !== undefined) io.out(summary(profile, options.out));
  return exitCodes.ok;
}

/** What people want to know first; the rest stands in the file. */
function summary(
  { behaviours = [], guesses = [], learnedFrom = [], about = [] }: Profile,
  out: string,
): string {
  const interactions = learnedFrom.reduce((sum, source) => sum + source.interactions, 0);
  const kinds = (is: string) => behaviours.filter((one) => one.is === is).length;
  return [
    `Learned from ${counted(interactions, 'interaction')}. Kinds of requests: ${kinds('refused')} refused, `,
    `${kinds('accepted')} accepted, ${kinds('undecided')} undecided. Places of answers that are guesses: ${guesses.length}.\n`,
    ...about.filter((line) => line.startsWith('Contradicted')).map((line) => `${line}\n`),
    `See them with: pricing-mock assumptions --profile ${out}\n`,
    `Serve them with: pricing-mock serve --profile ${out}\n`,
  ].join('');
}
