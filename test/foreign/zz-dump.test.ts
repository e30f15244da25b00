import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { recordSession } from './judge.ts';
import { learnFrom } from './mock.ts';
import { services } from './services.ts';
test('dump', async () => {
  for (const name of process.env.DUMP!.split(',')) {
    const { recording } = await recordSession(services.find((x) => x.name === name)!);
    writeFileSync(`/tmp/h/a/${name}.json`, JSON.stringify(learnFrom(recording), null, 1));
  }
}, 100000);
