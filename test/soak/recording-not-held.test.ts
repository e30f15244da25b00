// A recording of many MB that somebody has asked for once does not stay in memory for good.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { exchange, temporaryDirectory, upstream } from '../support/recordings.ts';

test('a recording that nobody has asked for in a while is held by nobody, and read anew for who asks', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const open = await openRecording(file, { upstream, redactor: new Redactor(nodeBodies) });
  onTestFinished(() => open.close());
  expect((await open.recorded()).interactions).toEqual([]);
  const title = 'x'.repeat(9 * 2 ** 20);
  for (const id of [1, 2, 3]) await open.add(exchange({ path: `/v1/listings/${id}`, body: { title } }));
  const { interactions } = await open.recorded();
  expect(interactions.map(({ id }) => id)).toEqual(['1-get-listing', '2-get-listing', '3-get-listing']);
});
