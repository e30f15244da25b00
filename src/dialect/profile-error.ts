// What is wrong with a profile, and where.

export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** A JSON pointer; empty when the document as a whole is at fault. */
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(path === '' ? reason : `${path}: ${reason}`, options);
    this.path = path;
    this.reason = reason;
  }
}
