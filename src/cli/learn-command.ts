// `pricing-mock learn`: from recordings to a profile.
import { assumptionIds } from '../spec/assumptions.ts';
import { learn as learnFrom } from '../analysis/learn/learn.ts';
import type { NamedRecording } from '../analysis/learn/learn.ts';
import { printProfile } from '../dialect/profile.ts';
import type { Profile } from '../dialect/profile.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { learnOptions } from '../app/options/analysis-options.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { count, load, recordingFile } from '../app/data/recording-files.ts';
import { writeOut } from './write-out.ts';

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
    throw inputError(`${names.join(', ')}: holds no interaction to learn from`);
  }
  const profile = learnFrom(recordings);
  const text = printProfile(profile);
  writeOut(text, options.out, io);
  if (options.out !== undefined) io.out(summary(profile, options.out));
  return exitCodes.ok;
}

function summary({ evidence, learnedFrom = [] }: Profile, out: string): string {
  const settled = Object.values(evidence);
  const contradicted = settled.filter((entry) => entry.evidence === 'contradicted').length;
  const interactions = learnedFrom.reduce((sum, source) => sum + source.interactions, 0);
  return [
    `Learned from ${count(interactions, 'interaction')}: of ${assumptionIds.length} assumptions`,
    ` ${settled.length - contradicted} are observed, ${contradicted} contradicted,`,
    ` ${assumptionIds.length - settled.length} still assumed.\n`,
    `See them with: pricing-mock assumptions --profile ${out}\n`,
    `Serve them with: pricing-mock serve --profile ${out}\n`,
  ].join('');
}
