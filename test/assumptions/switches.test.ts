// Every assumption is switched to every value, and seen from outside to change what the service does.
import { expect, test } from 'vitest';
import { assumptions } from '../../src/spec/assumptions.ts';
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import { openProbed } from './probe.ts';
import { probes } from './probes.ts';

async function look(id: AssumptionId, value: string): Promise<unknown> {
  const probe = probes[id];
  const set = { [id]: value };
  return probe.observe(await openProbed(set, probe), set);
}

const rows = (Object.keys(probes) as AssumptionId[]).flatMap((id) =>
  Object.entries(probes[id].expected).map(([value, expected]) => [id, value, expected] as const),
);

test.each(rows)('%s=%s does what it says', async (id, value, expected) => {
  expect(await look(id, value)).toEqual(expected);
});

const switched = rows.filter(([id, value]) => value !== String(assumptions[id].default));
const underDefault = new Map<AssumptionId, Promise<unknown>>();

test.each(switched)('%s=%s is not what the default does', async (id, _value, expected) => {
  const seen = underDefault.get(id) ?? look(id, String(assumptions[id].default));
  underDefault.set(id, seen);
  expect(await seen).not.toEqual(expected);
});
