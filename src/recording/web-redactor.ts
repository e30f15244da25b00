// The redactor of a replay that runs anywhere, behind msw: live requests are compared with recorded ones and nothing
// is ever written. It leaves gzip inside a body closed: redacted there, it would be compressed to other bytes than Node's.
import { binaryOf, bytesOf, bytesOfBase64 } from './binary-text.ts';
import { Redactor } from './redact.ts';
import type { RedactorOptions, RedactorTools } from './redact.ts';
import { readableBody } from './web-bodies.ts';

/** For `request` alone. */
export function webRedactor(options: RedactorOptions): Redactor {
  return new Redactor(options, tools);
}

const tools: RedactorTools = {
  readableBody,
  edited: (_, readable) => readable,
  editBytes(base64, edit) {
    const binary = binaryOf(bytesOfBase64(base64));
    const edited = edit(binary);
    return edited === binary ? undefined : readableBody(bytesOf(edited));
  },
  // There is no gate here that could look into what is compressed, so nothing passes.
  holdsSecret: () => true,
};
