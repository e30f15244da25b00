// The redactor in Node, with the last gate behind it.
import { readableBody, readableBytes, sha256 } from '../body/bodies.ts';
import { Redactor } from './redactor.ts';
import type { RedactorOptions } from './redactor.ts';
import { holdsSecret } from './leak-check.ts';

export function createRedactor(options: RedactorOptions = {}): Redactor {
  return new Redactor(options, { readableBody, readableBytes, digest: sha256, holdsSecret });
}
