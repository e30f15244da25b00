// The strict reader of recordings. They come through Git and pull requests and are edited by hand: untrusted data.
// Fields that this version does not know are refused, so that a typing error is seen and no newer one is dropped.
import { formatName, formatVersion } from '../format.ts';
import type { Interaction, Recording, RecordingHead } from '../format.ts';
import { placeOf } from '../../http/json-places.ts';
import type { JsonPath } from '../../http/json-places.ts';
import { fileLimits, scanJson, textPlace } from '../../http/json-text.ts';
import {
  kindOf,
  ShapeFault,
  checkInteraction,
  checkShape,
  headSchema,
  recordingSchema,
} from './recording-schema.ts';
import { RecordingError } from './recording-error.ts';

const restore = 'Correct it by hand, or restore the file from Git.';

/** @param file for the messages */
export function parseRecording(text: string, file: string): Recording {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  return readRecordingValue(parseJson(json, file), file, (path) => placeOf(json, path).line);
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

/** One interaction from elsewhere, such as a line of the write-ahead log. @throws ShapeFault */
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

/** Where the syntax of a JSON text breaks. */
interface SyntaxFault {
  readonly line: number;
  /** Whether the text simply ends too early. */
  readonly truncated: boolean;
}

/** Undefined for a text that is JSON. */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const { fault } = scanJson(text, fileLimits);
  if (fault === null) return undefined;
  const rest = text.slice(fault.at).trim();
  const isCutString = rest.startsWith('"') && !/["\n]/.test(rest.slice(1).replaceAll(/\\./g, ''));
  const isCutWord = /^(?:-?[\d.eE+-]{0,30}|[a-z]{1,4})$/.test(rest);
  return { line: textPlace(text, fault.at).line, truncated: isCutString || isCutWord };
}

/** What stands in a recording before its interactions, such as in the first line of the write-ahead log. @throws ShapeFault, RecordingError */
export function parseHead(value: unknown, file: string): RecordingHead {
  checkFormat(value, file);
  checkShape(headSchema, value, []);
  return value as RecordingHead;
}

function checkRecording(value: unknown, file: string): Recording {
  checkFormat(value, file);
  checkShape(recordingSchema, value, []);
  const { interactions } = value;
  const ids = new Set<string>();
  for (let at = 0; at < interactions.length; at += 1) {
    const interaction = interactions[at];
    checkInteraction(interaction, ['interactions', at]);
    const { id } = interaction;
    if (ids.has(id)) {
      const first = interactions.findIndex((earlier) => (earlier as Interaction).id === id);
      const path: JsonPath = ['interactions', at, 'id'];
      throw new ShapeFault(path, `is the id of interactions[${first}], too; ids are unique`);
    }
    ids.add(id);
  }
  return value as unknown as Recording;
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
