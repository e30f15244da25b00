// The strict reader of recordings. They come through Git and pull requests and are edited by hand: untrusted data.
// Fields that this version does not know are refused, so that a typing error is seen and no newer one is dropped.
import { ShapeFault, checkInteraction, fields, kindOf } from './check-interaction.ts';
import type { Fields } from './check-interaction.ts';
import { formatName, formatVersion } from '../format.ts';
import type { Interaction, Recording, RecordingHead } from '../format.ts';
import { placesIn } from '../../http/json-places.ts';
import { findSyntaxFault } from '../../http/json-text.ts';
import type { JsonPath } from '../../http/json-text.ts';
import { RecordingError } from './recording-error.ts';

const restore = 'Correct it by hand, or restore the file from Git.';

/** @param file for the messages */
export function parseRecording(text: string, file: string): Recording {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  return readRecordingValue(parseJson(json, file), file, (path) => placesIn(json, [{ path }])[0]!.line);
}

/**
 * The same for a document that is parsed already.
 * @param name for the messages
 * @throws RecordingError
 */
export function readRecordingValue(
  value: unknown,
  name: string,
  lineOf: (path: JsonPath) => number | undefined = () => undefined,
): Recording {
  try {
    return checkRecording(value, name);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    const path = formatPath(error.path);
    throw new RecordingError('shape', name, `${path} ${error.message}`, restore, {
      line: lineOf(error.path),
      path,
    });
  }
}

/** One interaction from elsewhere, such as a journal's line. @throws ShapeFault */
export function parseInteraction(value: unknown, path: JsonPath): Interaction {
  checkInteraction(value, path);
  return value;
}

/** `['interactions', 3, 'id']` as `interactions[3].id`. */
export function formatPath(path: JsonPath): string {
  if (path.length === 0) return 'the recording';
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\w-]{1,60}$/.test(step)) return `[${JSON.stringify(step.slice(0, 60))}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join('');
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Valid JSON has no line like these: a string cannot go over a line's end.
    const marker = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/m.exec(text);
    if (marker !== null) {
      const line = text.slice(0, marker.index).split('\n').length;
      throw new RecordingError(
        'conflict',
        file,
        'Git left a conflict in the file',
        'Choose one side and remove the markers, or record again.',
        { line },
      );
    }
    const fault = findSyntaxFault(text);
    if (fault?.truncated === true) {
      const cause = text.trim() === '' ? 'the file is empty' : 'the file ends in the middle';
      throw new RecordingError(
        'truncated',
        file,
        cause,
        'Restore the file from Git, or record again.',
        fault,
      );
    }
    throw new RecordingError(
      'syntax',
      file,
      'this is not valid JSON',
      restore,
      { line: fault?.line },
      { cause: error },
    );
  }
}

const headFields = ['format', 'version', 'upstream', 'note'] as const;

/** What stands in a recording before its interactions, such as in a journal's first line. @throws ShapeFault, RecordingError */
export function parseHead(value: unknown, file: string): RecordingHead {
  checkFormat(value, file);
  checkHead(fields(value, [], headFields));
  return value as RecordingHead;
}

function checkRecording(value: unknown, file: string): Recording {
  checkFormat(value, file);
  const recording = fields(value, [], [...headFields, 'interactions']);
  checkHead(recording);
  const { interactions } = recording;
  if (!Array.isArray(interactions)) {
    throw new ShapeFault(['interactions'], `is ${kindOf(interactions)}, not a list`);
  }
  const ids = new Map<string, number>();
  for (let at = 0; at < interactions.length; at += 1) {
    const interaction: unknown = interactions[at];
    checkInteraction(interaction, ['interactions', at]);
    const first = ids.get(interaction.id);
    if (first !== undefined) {
      const path: JsonPath = ['interactions', at, 'id'];
      throw new ShapeFault(path, `is the id of interactions[${first}], too; ids are unique`);
    }
    ids.set(interaction.id, at);
  }
  return value as Recording;
}

function checkFormat(value: unknown, file: string): void {
  const remedy = 'Name a file that `pricing-mock record` has made.';
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== formatName) {
    const cause = `there is no "format": "${formatName}" in the file`;
    throw new RecordingError('not-a-recording', file, cause, remedy, { path: 'format' });
  }
  const version = 'version' in value ? value.version : undefined;
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    throw new ShapeFault(['version'], `is ${kindOf(version)}, not a format version`);
  }
  if ((version as number) > formatVersion) {
    throw new RecordingError(
      'newer-version',
      file,
      `the file has format version ${String(version)}, this program reads version ${formatVersion}`,
      'Install a newer pricing-mock.',
      { path: 'version' },
    );
  }
}

function checkHead(recording: Fields<'upstream' | 'note'>): void {
  checkUpstream(recording.upstream);
  if (Object.hasOwn(recording, 'note') && typeof recording.note !== 'string') {
    throw new ShapeFault(['note'], `is ${kindOf(recording.note)}, not a text`);
  }
}

function checkUpstream(value: unknown): void {
  const wanted = 'a base URL such as "https://api.example.com", without a slash at its end';
  if (typeof value !== 'string') throw new ShapeFault(['upstream'], `is ${kindOf(value)}, not ${wanted}`);
  if (!/^https?:\/\/[^/?#@\s\\]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/.test(value) || !URL.canParse(value)) {
    throw new ShapeFault(['upstream'], `is not ${wanted}`);
  }
}
