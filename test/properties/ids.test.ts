// Generated ids: no two records of a world ever get the same one, whatever is done to the world between them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock, startServer } from '../../src/index.ts';
import type { Snapshot } from '../../src/index.ts';

const clocks = ['2026-01-05T00:00:00Z,frozen', '2026-01-05T00:00:00Z', '2030-06-01T00:00:00Z,frozen'];
const kinds = ['listings', 'strategies', 'reports'] as const;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('create', 'post'), fc.constantFrom(...kinds)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('remove'), fc.constantFrom(...kinds)) },
  fc.tuple(fc.constantFrom('reset', 'keep', 'restore', 'advance', 'back'), fc.constantFrom(...kinds)),
);
type Step = readonly [action: string, kind: (typeof kinds)[number]];

const open = (clock: string) => startServer({ data: 'tiny', clock, noLimits: true, port: 0 });

async function post(server: Awaited<ReturnType<typeof open>>, kind: string): Promise<string> {
  const response = await fetch(`${server.url}/__mock/state/${kind}`, {
    method: 'POST',
    headers: {
      'X-API-KEY': server.key,
      'Content-Type': 'application/json',
      Authorization: `Bearer ${server.controlToken}`,
    },
    body: '{}',
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

/** The ids given out, a list for each time between two resets, those of the data set among them. */
async function idsOf(clock: string, steps: readonly Step[]): Promise<string[][]> {
  await using server = await open(clock);
  const world = server.world();
  const known = () => kinds.flatMap((kind) => world[kind].all().map(({ id }) => id));
  const start = world.clock.now();
  const given: string[][] = [known()];
  let kept: Snapshot = world.snapshot();
  for (const [action, kind] of steps) {
    if (action === 'create') given.at(-1)!.push(world[kind].create().id);
    if (action === 'post') given.at(-1)!.push(await post(server, kind));
    if (action === 'remove') {
      // A strategy that listings have stays.
      const last = world[kind].all().find(({ id }) => given.at(-1)!.lastIndexOf(id) >= given[0]!.length);
      if (last !== undefined) world[kind].remove(last.id);
    }
    if (action === 'keep') kept = world.snapshot();
    if (action === 'restore') world.restore(kept);
    if (action === 'advance') world.clock.advance(1);
    if (action === 'back') world.clock.freeze(start);
    if (action === 'reset') {
      world.reset();
      kept = world.snapshot();
      given.push(known());
    }
  }
  return given;
}

test('no id is given out twice until the world is reset, and the same calls give the same ids', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...clocks), fc.array(step, { maxLength: 30 }), async (clock, steps) => {
      const given = await idsOf(clock, steps);
      for (const ids of given) expect(new Set(ids).size).toBe(ids.length);
      if (clock.endsWith('frozen')) expect(await idsOf(clock, steps)).toEqual(given);
    }),
    { numRuns: 30 },
  );
});

test.each(kinds)('%s: two are created in one millisecond, and after one was removed', (kind) => {
  const records = createMock({ data: 'tiny', clock: clocks[0]! }).world()[kind];
  const [first, second] = [records.create(), records.create()];
  records.remove(first.id);
  const third = records.create();
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
});

test('an id that a record has already is passed over', () => {
  const next = createMock({ data: 'tiny', clock: clocks[0]! }).world().listings.create().id;
  const { listings } = createMock({ data: 'tiny', clock: clocks[0]! }).world();
  listings.create({ id: next });
  expect(listings.create().id).not.toBe(next);
});
