import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { recordSession } from './foreign/judge.ts';
import { learnFrom } from './foreign/mock.ts';
import { services } from './foreign/services.ts';
test('d', async () => {
  for (const name of (process.env.NAMES ?? '').split(',')) {
    const s = services.find((x) => x.name === name)!;
    const { recording } = await recordSession(s);
    writeFileSync(`/tmp/h/b/${name}.recording.json`, JSON.stringify(recording, null, 1));
    writeFileSync(`/tmp/h/b/${name}.profile.json`, JSON.stringify(learnFrom(recording), null, 1));
  }
}, 100000);
