// The redactor in Node: it looks into gzip, and the last gate stands behind it.
import { gunzipSync, gzipSync } from 'node:zlib';
import { isDecoded, readableBody, readableBytes, sha256 } from './bodies.ts';
import { decodedLimit } from './coding-names.ts';
import { Redactor } from './redact.ts';
import type { RedactorOptions, RedactorTools } from './redact.ts';
import { holdsSecret } from './secret-gate.ts';

export function createRedactor(options: RedactorOptions = {}): Redactor {
  return new Redactor(options, tools);
}

const tools: RedactorTools = {
  readableBody,
  holdsSecret,
  editBytes(base64, edit) {
    const bytes = Buffer.from(base64, 'base64');
    const edited = editBytes(bytes, edit);
    return edited === bytes ? undefined : readableBody(edited);
  },
  // A client gets the readable copy under the same encoding.
  edited: (body, readable) =>
    isDecoded(body) && body.hash !== undefined
      ? { ...readable, hash: sha256(readableBytes(readable)) }
      : readable,
};

/** Bytes that are no text; a file under gzip, such as a report, is looked into. */
function editBytes(bytes: Buffer, edit: (latin1: string) => string): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      const inside = gunzipSync(bytes, { maxOutputLength: decodedLimit });
      const edited = editBytes(inside, edit);
      return edited === inside ? bytes : gzipSync(edited);
    } catch {
      // Not gzip after all, or not whole: as any other bytes.
    }
  }
  const latin1 = bytes.toString('latin1');
  const edited = edit(latin1);
  return edited === latin1 ? bytes : Buffer.from(edited, 'latin1');
}
