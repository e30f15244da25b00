// What is wrong with a recording, in one line for whoever has to put it right: cause, place, remedy.

export type RecordingFault =
  | 'missing'
  | 'unreadable'
  | 'too-large'
  | 'not-utf8'
  | 'conflict'
  | 'truncated'
  | 'syntax'
  | 'not-a-recording'
  | 'newer-version'
  | 'shape'
  | 'duplicate-id'
  | 'damaged-journal'
  | 'other-upstream'
  | 'locked'
  | 'leak'
  | 'unwritable';

export interface FaultPlace {
  readonly line?: number | undefined;
  /** Such as `interactions[3].response.status`. */
  readonly path?: string | undefined;
}

export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly kind: RecordingFault;
  readonly file: string;
  readonly line: number | undefined;
  readonly path: string | undefined;
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
    this.remedy = remedy;
  }
}

/** The disk refuses. */
export function unwritable(name: string, reason: string, cause: unknown): RecordingError {
  const remedy = 'Nothing more is recorded; what was recorded before is intact.';
  return new RecordingError('unwritable', name, `cannot be written: ${reason}`, remedy, {}, { cause });
}

/** The last gate has found a secret. */
export function leak(name: string, id: string): RecordingError {
  const remedy = 'It is not written; please report how its secret came there.';
  return new RecordingError('leak', name, `interaction ${id} would store a secret`, remedy, { path: id });
}
