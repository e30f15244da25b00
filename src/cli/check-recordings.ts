// `pricing-mock recordings check`: format and secrets, one line a finding; fit for a pre-commit hook.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readRecording } from '../recording/document.ts';
import { listNames } from '../recording/folder.ts';
import type { Recording } from '../recording/format.ts';
import { readJournal } from '../recording/journal.ts';
import { linesOfPaths } from '../recording/json-location.ts';
import { storedOrigin } from '../recording/links.ts';
import { servedResponse } from '../recording/rebase-links.ts';
import { RecordingError } from '../recording/recording-error.ts';
import { scanRecording } from '../recording/scan.ts';
import { recordingFiles } from '../recording/store.ts';
import { exitCodes } from '../options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../options/options.ts';
import type { Flags } from '../options/options.ts';
import { count, explain, recordingFile } from '../start/recording-files.ts';
import type { RecordingFile } from '../start/recording-files.ts';
import { checkOptions } from './recordings-options.ts';

interface Finding {
  readonly line?: number;
  /** Such as `interactions[3].response.status`; none where the file as a whole is at fault. */
  readonly path?: string;
  readonly kind: string;
  readonly message: string;
}

interface Report {
  readonly file: string;
  readonly interactions?: number;
  readonly findings: readonly Finding[];
  /** What is no fault, and should be known. */
  readonly notes?: readonly string[];
}

/** Ends with 4 when there is a finding in any file. */
export async function check(flags: Flags, io: Io, given: readonly string[]): Promise<number> {
  const { dir, json } = resolveOptions(checkOptions, { flags, env: io.env, file: {}, fileName: '' });
  const names = given.length > 0 ? given : await listNames(resolve(io.cwd, dir));
  const reports: Report[] = [];
  for (const name of names) {
    const report = await checkFile(recordingFile(name, dir, io.cwd));
    reports.push(report);
    if (!json) for (const line of linesOf(report)) io.out(`${line}\n`);
  }
  if (json) io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (names.length === 0) io.out(`There are no recordings in ${dir}.\n`);
  return reports.some(({ findings }) => findings.length > 0) ? exitCodes.input : exitCodes.ok;
}

async function checkFile(file: RecordingFile): Promise<Report> {
  try {
    const recording = await readRecording(file.path);
    const findings = [...(await secretsIn(recording, file)), ...(await secretsInJournal(recording, file))];
    const notes = leadingAway(recording, file.shown);
    return {
      ...{ file: file.shown, interactions: recording.interactions.length, findings },
      ...(notes.length > 0 && { notes }),
    };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const { line, path, kind } = error;
    const place = { ...(line !== undefined && { line }), ...(path !== undefined && { path }) };
    return { file: file.shown, findings: [{ ...place, kind, message: explain(error, file) }] };
  }
}

async function secretsIn(recording: Recording, { path, shown }: RecordingFile): Promise<Finding[]> {
  const found = scanRecording(recording);
  if (found.length === 0) return [];
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const lines = linesOfPaths(
    text,
    found.map(({ steps }) => steps),
  );
  return found.map(({ path: place, kind }, at) => {
    const line = lines[at]!;
    return { line, path: place, kind, message: `${shown}:${line}: ${place} looks like a secret (${kind})` };
  });
}

/** What a recorder that was killed has left goes into the recording with the next session. */
async function secretsInJournal(recording: Recording, { path, shown }: RecordingFile): Promise<Finding[]> {
  const left = await readJournal(recordingFiles(path).journal);
  if (left === undefined) return [];
  const interactions = left.entries.flatMap((entry) => ('interaction' in entry ? [entry.interaction] : []));
  const { journal } = recordingFiles(shown);
  return scanRecording({ ...recording, interactions }).map(({ path: place, kind }) => {
    return { path: place, kind, message: `${journal}: ${place} looks like a secret (${kind})` };
  });
}

/** Answers that lead a client of the replay to a server, which may be there. */
function leadingAway({ upstream, interactions }: Recording, shown: string): string[] {
  return interactions.flatMap(({ id, response }) => {
    const { leadsTo } = servedResponse(response, upstream, storedOrigin);
    return leadsTo === undefined ? [] : [`${shown}: ${id} leads to ${leadsTo}, in a replay as well`];
  });
}

function linesOf({ file, interactions, findings, notes = [] }: Report): string[] {
  const ok = `${file}: ok (${count(interactions ?? 0, 'interaction')})`;
  return [...(findings.length === 0 ? [ok] : findings.map(({ message }) => message)), ...notes];
}
