// The redactor of a replay that runs anywhere, behind msw: live requests are compared with recorded ones and nothing
// is ever written.
import { Redactor } from './redactor.ts';
import type { RedactorOptions } from './redactor.ts';
import { Sha256 } from '../../http/sha-256.ts';
import { readableBody, readableBytes } from '../body/web-bodies.ts';

/** For `request` alone. */
export function webRedactor(options: RedactorOptions): Redactor {
  return new Redactor(options, {
    readableBody,
    readableBytes,
    digest: (bytes) => new Sha256().update(bytes).digest(),
    // There is no gate here that could look into what is compressed, so nothing passes.
    holdsSecret: () => true,
  });
}
