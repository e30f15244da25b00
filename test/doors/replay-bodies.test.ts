// Request bodies of any size and form, at every door to a replay: found, or a miss that tells what was asked.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CollectedBody } from '../../src/recording/record/collected-body.ts';
import type { HeaderPair, Recording } from '../../src/recording/format.ts';
import { replayDoors, throughReplay } from './replay-doors.ts';
import { interaction, recordingOf } from '../support/recordings.ts';
import { amount, first } from '../support/soak.ts';

const megabyte = 2 ** 20;
const upload = '/v1/uploads';

/** A recording of one upload, by a recorder with a `--max-body`. */
function uploaded(body: Uint8Array, maxBody: number, requestHeaders: readonly HeaderPair[] = []): Recording {
  const collected = new CollectedBody(maxBody);
  collected.add(body);
  const made = interaction('1-post-upload', {
    method: 'POST',
    path: upload,
    requestHeaders,
    status: 201,
    body: { stored: body.length },
  });
  return recordingOf({ ...made, request: { ...made.request, body: collected.recorded(requestHeaders) } });
}

/** Without a length, as it comes. */
function streamed(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, (at += megabyte)));
      if (at >= bytes.length) controller.close();
    },
  });
}

const octets: HeaderPair = ['Content-Type', 'application/octet-stream'];
const large = new Uint8Array(11 * megabyte).fill(120);
large[5] = 10;

test.each(first(1, replayDoors))(
  'F5: an upload longer than the recorder kept is matched by its hash: %s',
  async (name) => {
    await throughReplay(name, uploaded(large, 10 * megabyte, [octets]), {}, async (door) => {
      const headers = Object.fromEntries([octets]);
      const stored = { status: 201, body: `{"stored":${large.length}}` };
      expect(await door.ask('POST', upload, { headers, body: large })).toMatchObject(stored);
      expect(await door.ask('POST', upload, { key: 'test_b', headers, body: streamed(large) })).toMatchObject(
        stored,
      );
      const other = large.slice();
      other[7] = 1;
      const hash = createHash('sha256').update(other).digest('hex').slice(0, 16);
      for (const body of [other, streamed(other)]) {
        const missed = await door.ask('POST', upload, { headers, body });
        expect(missed).toMatchObject({ status: 501, headers: { 'x-mock-error': 'replay_miss' } });
        expect(missed).toHaveProperty(
          'body',
          expect.stringContaining(`${large.length} bytes, SHA-256 ${hash}…`),
        );
      }
      expect(door.summary()).toMatchObject({ answered: 2, misses: 2 });
    });
  },
);

test.each(first(1, replayDoors))(
  'an upload is found whatever --max-body it was recorded with: %s',
  async (name) => {
    const json = Buffer.from(`{"b":[1.50],"a":"${'x'.repeat(amount(1, 11) * megabyte)}"}`);
    await throughReplay(name, uploaded(json, 100 * megabyte), {}, async (door) => {
      const other = Buffer.from(json.toString().replace('1.50', ' 1.5 '));
      expect(await door.ask('POST', upload, { body: other })).toMatchObject({ status: 201 });
      expect(await door.ask('POST', upload, { key: 'test_b', body: streamed(other) })).toMatchObject({
        status: 201,
      });
    });
    await throughReplay(name, uploaded(Buffer.from('{"a":1}'), 3), {}, async (door) => {
      expect(await door.ask('POST', upload, { body: Buffer.from('{"a":1}') })).toMatchObject({ status: 201 });
      expect(await door.ask('POST', upload, { body: Buffer.from('{"a":2}') })).toMatchObject({ status: 501 });
    });
  },
);

test('the simulator behind a replay refuses an upload that is too long for it', async () => {
  await throughReplay('port', uploaded(large, 1), { onMiss: 'mock' }, async (door) => {
    const asked = {
      body: streamed(new Uint8Array(amount(1, 11) * megabyte).fill(121)),
      headers: { 'Content-Type': 'application/json' },
    };
    const answer = await door.ask('PATCH', '/v1/listings/11111111-1111-4111-8111-111111111111/price', asked);
    expect(answer).toHaveProperty('status', 413);
  });
});

test.each(replayDoors)('bodies of many keys and deep nesting are misses, not errors: %s', async (name) => {
  await throughReplay(name, uploaded(Buffer.from('{"a":1}'), 100), {}, async (door) => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])));
    for (const body of [deep, `{"a":${deep}}`, wide]) {
      expect(await door.ask('POST', upload, { body })).toMatchObject({ status: 501 });
    }
  });
});

test.each(replayDoors)('F9: a form matches whatever its boundary: %s', async (name) => {
  const form = (value: string): FormData => {
    const made = new FormData();
    made.append('name', value);
    made.append('file', new Blob([Uint8Array.of(0x89, 0xff, 0x0d, 0x0a)], { type: 'image/png' }), 'a.png');
    return made;
  };
  const recorded = new Request('http://127.0.0.1/', { method: 'POST', body: form('one') });
  const type: HeaderPair = ['Content-Type', recorded.headers.get('content-type')!];
  const recording = uploaded(new Uint8Array(await recorded.arrayBuffer()), megabyte, [type]);
  await throughReplay(name, recording, {}, async (door) => {
    expect(await door.ask('POST', upload, { body: form('one') })).toMatchObject({ status: 201 });
    const missed = await door.ask('POST', upload, { body: form('two') });
    expect(missed).toMatchObject({ status: 501 });
    expect(missed).toHaveProperty(
      'body',
      expect.stringMatching(/body part name {2}asked \\"two\\" {2}recorded \\"one\\"/),
    );
  });
});
