// `pricing-mock recordings check`: checks format and secrets and prints a line for each finding, for a pre-commit hook.
import { readFile } from 'node:fs/promises';
import { fileNotes, readFiles } from '../recording/file/folder.ts';
import type { LeftLog } from '../recording/file/folder.ts';
import { formatName, formatVersion } from '../recording/format.ts';
import type { HeaderPair, RecordedBody, Recording } from '../recording/format.ts';
import { placesOf } from '../http/json-places.ts';
import type { JsonPath } from '../http/json-places.ts';
import { counted } from '../http/plain-text.ts';
import { isEncodedAnew, remedyOf, whyOmitted } from '../recording/body/omitted.ts';
import { formatPath } from '../recording/file/read.ts';
import { storedOrigin } from '../spec/mock-paths.ts';
import { servedResponse } from '../recording/links/rebase-links.ts';
import { RecordingError } from '../recording/file/recording-error.ts';
import { scanRecording } from '../recording/file/scan.ts';
import { exitCodes } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import { withProgress } from './progress.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { asWritten, explain, namesIn, recordingFile } from '../app/data/recording-files.ts';
import type { RecordingFile } from '../app/data/recording-files.ts';
import { checkOptions } from '../app/options/recordings-options.ts';

interface Finding {
  readonly line?: number;
  /** Such as `interactions[3].response.status`; left out for a finding about the whole file. */
  readonly path?: string;
  readonly kind: string;
  readonly message: string;
}

interface Report {
  readonly file: string;
  readonly interactions?: number;
  readonly findings: readonly Finding[];
  /** Facts that are no fault: bodies that are not in the file, links that lead out of a replay. */
  readonly notes?: readonly Finding[];
}

/** Ends with 4 when there is a finding in any file. */
export async function check(flags: Flags, io: Io, given: readonly string[]): Promise<number> {
  const { dir, json } = resolveOptions(checkOptions, { flags, env: io.env, file: {}, fileName: '' });
  const names = given.length > 0 ? given : await namesIn(dir, io.cwd);
  const reports: Report[] = [];
  for (const name of names) {
    const report = await checkFile(recordingFile(name, dir, io.cwd), io);
    reports.push(report);
    if (!json) for (const line of linesOf(report)) io.out(`${line}\n`);
  }
  if (json) io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (names.length === 0) io.out(`There are no recordings in ${dir}.\n`);
  return reports.some(({ findings }) => findings.length > 0) ? exitCodes.input : exitCodes.ok;
}

async function checkFile(file: RecordingFile, io: Io): Promise<Report> {
  try {
    const files = await readFiles(file.path);
    const { document, left, recording } = files;
    const findings = [
      ...(document === undefined ? [] : await secretsIn(document, file, io)),
      ...(left === undefined ? [] : findingsIn(left, file)),
    ];
    for (const note of fileNotes(file.path, files)) noteTo(io)(asWritten(note, file));
    const notes = document === undefined ? [] : await located(notesOn(document), file, 'note: ');
    const checked = document === undefined ? asWritten(left!.file, file) : file.shown;
    return {
      file: checked,
      interactions: recording.interactions.length,
      findings,
      ...(notes.length > 0 && { notes }),
    };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const { line, path, kind } = error;
    const place = { ...(line !== undefined && { line }), ...(path !== undefined && { path }) };
    return { file: file.shown, findings: [{ ...place, kind, message: explain(error, file) }] };
  }
}

async function secretsIn(recording: Recording, file: RecordingFile, io: Io): Promise<Finding[]> {
  const scanned = await withProgress(io, (onStep) => scanRecording(recording, onStep));
  const found = scanned.map(({ kind, ...place }) => ({
    ...place,
    kind,
    what: `looks like a secret (${kind})`,
  }));
  return located(found, file);
}

/** A recorder leaves some bodies out on purpose and marks them, so they are notes and no findings. */
function notesOn(recording: Recording): Note[] {
  const bodies = recording.interactions.flatMap((interaction, at) =>
    (['request', 'response'] as const).flatMap((side) => {
      const note = noteOn(interaction[side]);
      const steps = ['interactions', at, side, 'body'];
      return note === undefined ? [] : [{ ...note, steps, path: formatPath(steps) }];
    }),
  );
  return [...bodies, ...leadingAway(recording)];
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

/** A note about a place in a recording, before its line is known. */
interface Note {
  readonly kind: string;
  readonly path: string;
  readonly steps: JsonPath;
  /** Such as `leads to https://login.example.com`. */
  readonly what: string;
}

/** Adds the lines of the notes, which it finds in one walk over the file. */
async function located(
  found: readonly Note[],
  { path, shown }: RecordingFile,
  severity = '',
): Promise<Finding[]> {
  if (found.length === 0) return [];
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const places = placesOf(
    text,
    found.map(({ steps }) => ({ path: steps })),
  );
  return found.map(({ path: place, kind, what }, at) => {
    const { line } = places[at]!;
    return { line, path: place, kind, message: `${shown}:${line}: ${severity}${place} ${what}` };
  });
}

/** Checks the write-ahead log, whose lines enter the recording with the next session. A last line that was cut off is no fault. */
function findingsIn(left: LeftLog, file: RecordingFile): Finding[] {
  const log = asWritten(left.file, file);
  const head = left.head ?? { format: formatName, version: formatVersion, upstream: '' };
  const recorded = left.entries.flatMap((entry, at) =>
    'interaction' in entry ? [{ interaction: entry.interaction, line: left.lines[at]! }] : [],
  );
  const interactions = recorded.map(({ interaction }) => interaction);
  const secrets = scanRecording({ ...head, interactions }).map(({ steps, path, kind }) => {
    const line = recorded[Number(steps[1])]?.line ?? 1;
    return { line, path, kind, message: `${log}:${line}: ${path} looks like a secret (${kind})` };
  });
  const skipped = left.skipped.map(({ line, reason }) => {
    return { line, kind: 'damaged-line', message: `${log}:${line}: ${reason} (damaged-line)` };
  });
  return [...secrets, ...skipped];
}

/** Answers with links that lead a client of the replay to a real server. */
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
      ? [`${file}: ok (${counted(interactions!, 'interaction')})`]
      : findings.map(({ message }) => message);
  return [...verdict, ...notes.map(({ message }) => message)];
}
