// `pricing-mock recordings`: lists, shows and prunes recordings. `check`, `import` and `export` stand in files of their own.
import { stat } from 'node:fs/promises';
import { nearestName } from '../http/nearest-name.ts';
import { unlessMissing } from '../http/system-error.ts';
import { loadRecording } from '../recording/file/folder.ts';
import type { Interaction, Recording } from '../recording/format.ts';
import { sizeOf } from '../recording/har/har-out.ts';
import { nodeBodies } from '../recording/body/node-bodies.ts';
import { countOmissions, describeOmissions, isEncodedAnew, omissionsOf } from '../recording/body/omitted.ts';
import { printInteraction } from '../recording/file/print.ts';
import { RecordingError } from '../recording/file/recording-error.ts';
import { recordingFiles } from '../recording/file/document.ts';
import { rewriteRecording } from '../recording/file/write-recording.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import { pruneRecording } from '../recording/replay/prune.ts';
import type { Dropped } from '../recording/replay/prune.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags, Values } from '../app/options/options.ts';
import { asWritten, explain, load, namesIn, reading, recordingFile } from '../app/data/recording-files.ts';
import { listOptions, pruneOptions, showOptions } from '../app/options/recordings-options.ts';
import { counted, textTable } from '../http/plain-text.ts';

export { check } from './check-recordings.ts';
export { exportHar, importHar } from './convert-recordings.ts';

/** Prints a line for each recording, also for a write-ahead log alone. The line of a damaged one says what is wrong. */
export async function list(flags: Flags, io: Io): Promise<number> {
  const { dir, json } = resolveOptions(listOptions, { flags, env: io.env, file: {}, fileName: '' });
  const names = await namesIn(dir, io.cwd);
  const rows = [];
  for (const name of names) rows.push(await rowOf(name, dir, io));
  if (json) io.out(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) io.out(`There are no recordings in ${dir}.\n`);
  else io.out(`${textTable(rows.map(cellsOf), { head: listHead, right: [1, 4] })}\n`);
  return exitCodes.ok;
}

/** Prints the interactions of a recording, all or those that fit, or one of them whole. */
export async function show(flags: Flags, io: Io, [given = '', id]: readonly string[]): Promise<number> {
  const options = resolveOptions(showOptions, { flags, env: io.env, file: {}, fileName: '' });
  const isFiltered = options.grep !== undefined || options.status.length > 0 || options.last !== undefined;
  if (id !== undefined && isFiltered)
    throw usageError(
      'recordings show: an id names one interaction; --grep, --status and --last choose among all',
    );
  const file = recordingFile(given, options.dir, io.cwd);
  const recording = await load(file, noteTo(io));
  const { interactions } = recording;
  if (id === undefined) {
    const facts = chosen(interactions, options).map(factsOf);
    if (options.json) io.out(`${JSON.stringify(facts, null, 2)}\n`);
    else {
      const head = `${isFiltered ? `${facts.length} of ` : ''}${headOf(recording)}`;
      const rows =
        facts.length === 0 ? '' : `${textTable(facts.map(lineOf), { head: showHead, right: [3, 4] })}\n`;
      io.out(`${head}\n${rows}`);
    }
    return exitCodes.ok;
  }
  const found = interactions.find((interaction) => interaction.id === id);
  if (found === undefined) {
    const ids = interactions.map((interaction) => interaction.id);
    const nearest = ids.find((known) => known.startsWith(`${id}-`)) ?? nearestName(id, ids);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const list = `\`pricing-mock recordings show ${given}\` lists them`;
    throw usageError(`${file.shown} has no interaction ${id}${hint === '' ? `; ${list}` : hint}`);
  }
  io.out(`${printInteraction(found).replace(/^ {4}/gm, '')}\n`);
  return exitCodes.ok;
}

/** The interactions that fit all of `--grep`, `--status` and `--last`. */
function chosen(interactions: readonly Interaction[], { grep, status, last }: Values<typeof showOptions>) {
  const wanted = grep?.toLowerCase();
  const holds = (interaction: Interaction, text: string) => {
    const { method, path, query } = interaction.request;
    const target = `${method} ${path}${query === '' ? '' : `?${query}`}`;
    return `${target}\n${printInteraction(interaction)}`.toLowerCase().includes(text);
  };
  const fitting = interactions.filter(
    (interaction) =>
      (wanted === undefined || holds(interaction, wanted)) &&
      (status.length === 0 || status.some((pattern) => pattern.test(String(interaction.response.status)))),
  );
  return last === undefined ? fitting : fitting.slice(-last);
}

/** Drops the interactions that a replay does not need. */
export async function prune(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const { dir, dryRun } = resolveOptions(pruneOptions, { flags, env: io.env, file: {}, fileName: '' });
  const file = recordingFile(given, dir, io.cwd);
  // Reads first: a recording that is missing or damaged is refused before anything is written beside it.
  let { dropped, recording } = pruneRecording(await load(file, noteTo(io)));
  if (!dryRun) {
    await reading(file, () =>
      rewriteRecording(file.path, new Redactor(nodeBodies), (stored) => {
        ({ dropped, recording } = pruneRecording(stored ?? recording));
        return recording;
      }),
    );
  }
  for (const each of dropped) io.out(`${droppedLine(each)}\n`);
  const what = dryRun ? 'would be dropped' : 'dropped';
  const left = counted(recording.interactions.length, 'interaction');
  io.out(`${file.shown}: ${dropped.length === 0 ? 'nothing' : dropped.length} ${what}, ${left} left\n`);
  return exitCodes.ok;
}

function droppedLine({ interaction: { id, request }, reason }: Dropped): string {
  return `${id}  ${request.method} ${request.path}  ${reason}`;
}

interface Row {
  readonly name: string;
  readonly file: string;
  readonly interactions?: number;
  readonly upstream?: string;
  readonly from?: string;
  readonly to?: string;
  readonly bytes?: number;
  readonly note?: string;
  /** The number of omitted bodies by reason. */
  readonly omitted?: ReturnType<typeof countOmissions>;
  readonly error?: { readonly kind: string; readonly message: string };
}

async function rowOf(name: string, dir: string, io: Io): Promise<Row> {
  const file = recordingFile(name, dir, io.cwd);
  try {
    const { interactions, upstream, note } = await loadRecording(file.path, (line) => {
      noteTo(io)(asWritten(line, file));
    });
    const omitted = countOmissions(interactions.map(omissionsOf));
    const times = interactions.map(({ at }) => at).sort();
    return {
      name,
      file: file.shown,
      interactions: interactions.length,
      upstream,
      ...(times.length > 0 && { from: times[0]!, to: times.at(-1)! }),
      bytes: await bytesOf(file.path),
      ...(note !== undefined && { note }),
      ...(Object.keys(omitted).length > 0 && { omitted }),
    };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw inputError(`${file.shown}: ${String(error)}`);
    return { name, file: file.shown, error: { kind: error.kind, message: explain(error, file) } };
  }
}

/** The size of the document and the write-ahead log on the disk; at least one of them exists. */
async function bytesOf(path: string): Promise<number> {
  const files = [path, recordingFiles(path).log];
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size, unlessMissing)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

const listHead = ['Name', 'Interactions', 'Upstream', 'Recorded', 'Size', ''];

function cellsOf({ name, interactions, upstream, from, bytes, omitted, error }: Row): string[] {
  if (error !== undefined) return [name, '', '', '', '', `damaged: ${error.message}`];
  const left = Object.values(omitted ?? {}).reduce((sum, n) => sum + n, 0);
  const day = from === undefined ? '' : from.slice(0, 10);
  return [
    name,
    String(interactions),
    upstream!,
    day,
    size(bytes!),
    left === 0 ? '' : `bodies left out: ${left}`,
  ];
}

function headOf({ upstream, note, interactions }: Recording): string {
  return `${counted(interactions.length, 'interaction')} of ${upstream}${note === undefined ? '' : `: ${note}`}`;
}

function factsOf({ id, at, milliseconds, request, response }: Interaction) {
  const omitted = omissionsOf({ request, response });
  return {
    id,
    at,
    milliseconds,
    method: request.method,
    path: request.path,
    query: request.query,
    status: response.status,
    bytes: sizeOf(response.body),
    ...(omitted !== undefined && { omitted }),
    ...(isEncodedAnew(response) && { encodedAnew: true }),
  };
}

const showHead = ['Id', 'Method', 'Path', 'Status', 'Size', ''];

function lineOf(facts: ReturnType<typeof factsOf>): string[] {
  const { id, method, path, query, status, bytes, omitted, encodedAnew } = facts;
  const remarks = [
    ...(omitted === undefined ? [] : [describeOmissions(omitted)]),
    ...(encodedAnew === true ? ['body encoded anew: a secret was taken out of it'] : []),
  ];
  const target = `${path}${query === '' ? '' : `?${query}`}`;
  return [id, method, target, String(status), size(bytes), remarks.join('; ')];
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
