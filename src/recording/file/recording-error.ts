// What is wrong with a recording, in one line: the cause, the place and what to do.

type RecordingFault =
  | 'missing'
  | 'not-a-file'
  | 'unreadable'
  | 'too-large'
  | 'not-utf8'
  | 'conflict'
  | 'truncated'
  | 'syntax'
  | 'not-a-recording'
  | 'newer-version'
  | 'shape'
  | 'other-upstream'
  | 'locked'
  | 'leak'
  | 'unrecordable'
  | 'unwritable'
  | 'vanished';

interface FaultPlace {
  readonly line?: number | undefined;
  /** Such as `interactions[3].response.status`. */
  readonly path?: string | undefined;
  /** The name of a recording in the same folder that was probably meant. */
  readonly nearest?: string | undefined;
}

export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly kind: RecordingFault;
  readonly file: string;
  readonly line: number | undefined;
  readonly path: string | undefined;
  readonly nearest: string | undefined;
  readonly remedy: string;

  /**
   * @param cause what is wrong; never quotes a value of the recording, which may be a secret
   * @param remedy what to do, as a sentence
   */
  constructor(
    kind: RecordingFault,
    file: string,
    cause: string,
    remedy: string,
    place: FaultPlace = {},
    options?: ErrorOptions,
  ) {
    const line = place.line === undefined ? '' : `:${place.line}`;
    super(`${file}${line}: ${cause} (${kind}). ${remedy}`, options);
    this.kind = kind;
    this.file = file;
    this.line = place.line;
    this.path = place.path;
    this.nearest = place.nearest;
    this.remedy = remedy;
  }
}

/** The disk refuses. */
export function unwritable(name: string, reason: string, cause: unknown): RecordingError {
  const remedy = 'Nothing more is recorded; what was recorded before is intact.';
  return new RecordingError('unwritable', name, `cannot be written: ${reason}`, remedy, {}, { cause });
}

/** One exchange that cannot be kept; others can. */
export function unrecordable(name: string, reason: string, cause: unknown): RecordingError {
  const remedy = 'It was passed on; later ones are recorded.';
  return new RecordingError(
    'unrecordable',
    name,
    `an answer is not recorded: ${reason}`,
    remedy,
    {},
    { cause },
  );
}

/** A file is not what was written: somebody has taken it away, or put another in its place. @param how as `was removed` */
export function vanished(file: string, how: string): RecordingError {
  const remedy = 'What it held is lost, and nothing more is recorded until the recorder is started again.';
  return new RecordingError('vanished', file, `the file ${how} while it was recorded into`, remedy);
}

/** The last gate has found a secret. */
export function leak(name: string, id: string): RecordingError {
  const remedy = 'It is not written; please report how its secret came there.';
  return new RecordingError('leak', name, `interaction ${id} would store a secret`, remedy, { path: id });
}
