// The redactor in Node, with the last gate behind it.
import { readableBody, readableBytes, sha256 } from './bodies.ts';
import { Redactor } from './redact.ts';
import type { RedactorOptions } from './redact.ts';
import { holdsSecret } from './secret-gate.ts';

export function createRedactor(options: RedactorOptions = {}): Redactor {
  return new Redactor(options, { readableBody, readableBytes, digest: sha256, holdsSecret });
}
