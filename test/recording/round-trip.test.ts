import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { parseRecording } from '../../src/recording/file/read.ts';
import { logLine } from '../../src/recording/file/write-ahead-log.ts';
import { printInteraction, printedLength } from '../../src/recording/file/print.ts';
import { anyText } from '../support/any-text.ts';
import { interaction, printRecording, recordingOf } from '../support/recordings.ts';
import { amount } from '../support/soak.ts';

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;

const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => Buffer.from(text)),
  fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value, null, 1))),
  anyText().map((text) => Buffer.from(text)),
);
const headerName = fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/);
const headerValue = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,40}$/);
const coding = fc.constantFrom('gzip', 'br', 'deflate', undefined);

test('any answer survives record, print, parse and replay byte for byte', () => {
  fc.assert(
    fc.property(
      body,
      coding,
      fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }),
      fc.integer({ min: 200, max: 999 }),
      (bytes, encoding, pairs, status) => {
        const wire = encoding === undefined || bytes.length === 0 ? bytes : encoders[encoding](bytes);
        const headers = [
          ...pairs,
          ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
          ['Content-Length', String(wire.length)] as const,
        ];
        const stored = interaction('1-get-listings', { status, headers });
        const recording = recordingOf({
          ...stored,
          response: { ...stored.response, body: nodeBodies.recordBody(wire, headers) },
        });
        const text = printRecording(recording);
        const read = parseRecording(text, 'a.json');
        const sent = nodeBodies.wireBody(read.interactions[0]!.response)!;
        expect(Buffer.from(sent.bytes).equals(wire)).toBe(true);
        expect(sent.headers).toEqual(headers);
        expect(read.interactions[0]!.response.status).toBe(status);
        expect(printRecording(read)).toBe(text);
        const [one] = recording.interactions;
        const line = logLine({ before: null, interaction: one! });
        expect(printedLength(line)).toBeGreaterThanOrEqual(Buffer.byteLength(printInteraction(one!)));
      },
    ),
    { numRuns: amount(250, 1000) },
  );
});
