// The limits of a world whose clock a test moves.
import { expect, test } from 'vitest';
import { createMock } from '../../src/index.ts';

test('requests of a time that a clock set back has yet to reach no longer count', async () => {
  const mock = createMock({ data: 'tiny', clock: '2026-03-02T12:00:00Z' });
  const headers = { 'X-API-KEY': mock.key };
  const ask = async () => (await mock.fetch('https://api.example.test/v1/strategies', { headers })).status;
  const { clock } = mock.world();
  expect(await ask()).toBe(200);

  clock.freeze('2026-03-01T12:00:00Z');
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await ask());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  clock.advance('1s');
  expect(await ask()).toBe(200);
});
