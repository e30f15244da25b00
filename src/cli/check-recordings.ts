// `pricing-mock recordings check`: format and secrets, one line a finding; fit for a pre-commit hook.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readRecording } from '../recording/document.ts';
import { listNames } from '../recording/folder.ts';
import type { HeaderPair, RecordedBody, Recording } from '../recording/format.ts';
import { readJournal } from '../recording/journal.ts';
import { linesOfPaths } from '../recording/json-location.ts';
import type { JsonPath } from '../recording/json-location.ts';
import { isEncodedAnew, remedyOf, whyOmitted } from '../recording/omitted.ts';
import { formatPath } from '../recording/parse.ts';
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
  /** What is as it should be and good to know: bodies that are not in the file, answers that lead out of a replay. */
  readonly notes?: readonly Finding[];
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
    const notes = await notesOn(recording, file);
    const known = { file: file.shown, interactions: recording.interactions.length, findings };
    return { ...known, ...(notes.length > 0 && { notes }) };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const { line, path, kind } = error;
    const place = { ...(line !== undefined && { line }), ...(path !== undefined && { path }) };
    return { file: file.shown, findings: [{ ...place, kind, message: explain(error, file) }] };
  }
}

async function secretsIn(recording: Recording, file: RecordingFile): Promise<Finding[]> {
  const found = scanRecording(recording).map(({ kind, ...place }) => ({
    ...place,
    kind,
    what: `looks like a secret (${kind})`,
  }));
  return located(found, file);
}

/** A recorder leaves bodies out on purpose, and says so: a recording with such bodies is sound, and they are no finding. */
async function notesOn(recording: Recording, file: RecordingFile): Promise<Finding[]> {
  const found: Note[] = recording.interactions.flatMap((interaction, at) =>
    (['request', 'response'] as const).flatMap((side) => {
      const note = noteOn(interaction[side]);
      const steps = ['interactions', at, side, 'body'];
      return note === undefined ? [] : [{ ...note, steps, path: formatPath(steps) }];
    }),
  );
  return located([...found, ...leadingAway(recording)], file, 'note: ');
}

function noteOn(message: {
  readonly headers: readonly HeaderPair[];
  readonly body: RecordedBody;
}): { readonly kind: string; readonly what: string } | undefined {
  const { body } = message;
  if (body !== null && 'omitted' in body) {
    const { reason } = body.omitted;
    return {
      kind: reason,
      what: `is left out: ${whyOmitted({ reason })}. ${remedyOf({ reason })}`.trimEnd(),
    };
  }
  if (!isEncodedAnew(message)) return undefined;
  return { kind: 'encoded-anew', what: 'is encoded anew by a replay, as a secret was taken out of it' };
}

/** What is to be said of a place in a recording, before its line is known. */
interface Note {
  readonly kind: string;
  readonly path: string;
  readonly steps: JsonPath;
  /** Such as `leads to https://login.example.com`. */
  readonly what: string;
}

/** With their lines, which are looked up in one walk over the file. */
async function located(
  found: readonly Note[],
  { path, shown }: RecordingFile,
  severity = '',
): Promise<Finding[]> {
  if (found.length === 0) return [];
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const lines = linesOfPaths(
    text,
    found.map(({ steps }) => steps),
  );
  return found.map(({ path: place, kind, what }, at) => {
    const line = lines[at]!;
    return { line, path: place, kind, message: `${shown}:${line}: ${severity}${place} ${what}` };
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
function leadingAway({ upstream, interactions }: Recording): Note[] {
  return interactions.flatMap(({ response }, at) => {
    const { leadsTo } = servedResponse(response, upstream, storedOrigin);
    const steps = ['interactions', at, 'response'];
    const what = `leads to ${leadsTo}, in a replay as well`;
    return leadsTo === undefined ? [] : [{ kind: 'leads-away', what, steps, path: formatPath(steps) }];
  });
}

function linesOf({ file, interactions, findings, notes = [] }: Report): string[] {
  const verdict =
    findings.length === 0
      ? [`${file}: ok (${count(interactions!, 'interaction')})`]
      : findings.map(({ message }) => message);
  return [...verdict, ...notes.map(({ message }) => message)];
}
