// Records unlike answers into the file named, one process's life long, and says on stdout what was acknowledged.
// It closes and opens the recording again and again, so that a kill also meets the fold and the lock.
import { writeSync } from 'node:fs';
import { openRecording } from '../../dist/recording/record/open-recording.js';
import { nodeBodies } from '../../dist/recording/body/node-bodies.js';
import { Redactor } from '../../dist/recording/redact/redactor.js';

const [path, round] = process.argv.slice(2);

const add = async (recording, number) => {
  const requestPath = `/v1/rounds/${round}/answers/${number}`;
  const added = await recording.add({
    at: new Date().toISOString(),
    milliseconds: 1,
    request: {
      method: 'GET',
      path: requestPath,
      query: '',
      headers: [['X-API-KEY', 'live_secret_0123456789']],
      body: null,
    },
    response: {
      status: 200,
      reason: 'OK',
      headers: [['Content-Type', 'application/json']],
      body: { json: { number, key: 'live_secret_0123456789', filler: 'x'.repeat(500) } },
    },
  });
  if (!added.recorded) throw added.error;
  writeSync(1, `${added.id} ${requestPath}\n`);
};

for (let number = 0; ;) {
  const recording = await openRecording(path, {
    upstream: 'https://api.example.com',
    redactor: new Redactor(nodeBodies),
  });
  for (let batch = 0; batch < 3; batch += 1) {
    await Promise.all(Array.from({ length: 8 }, () => add(recording, (number += 1))));
  }
  await recording.close();
}
