import { expect, test } from 'vitest';
import { ApiError } from '../../src/spec/errors.ts';
import { pace } from '../../src/recording/record/pace.ts';
import type { PaceOptions } from '../../src/recording/record/pace.ts';
import { apiRequest } from '../support/upstreams.ts';

/** A pace whose time passes only when it sleeps, and the times at which requests went out. */
function paced(options: Partial<PaceOptions> = {}) {
  let time = 0;
  const sent: number[] = [];
  const filter = pace({
    limits: { perSecond: 5, perMinute: 300 },
    now: () => time,
    sleep: async (milliseconds) => {
      await Promise.resolve();
      if (options.sleep === undefined) time += milliseconds;
      else await options.sleep(milliseconds);
    },
    ...(options.mostWaiting !== undefined && { mostWaiting: options.mostWaiting }),
    ...(options.limits !== undefined && { limits: options.limits }),
  });
  const handler = filter(() => {
    sent.push(time);
    return { status: 200, headers: [], body: null };
  });
  return { handler, sent, advance: (by: number) => (time += by) };
}

test.each([
  ['second', { perSecond: 5, perMinute: 300 }, 1_000, 5],
  ['minute', { perSecond: 50, perMinute: 100 }, 60_000, 100],
])('never more within a %s than it may be, and all in their order', async (_, limits, width, most) => {
  const { handler, sent } = paced({ limits });
  await Promise.all(Array.from({ length: 400 }, async () => handler(apiRequest())));
  expect(sent).toHaveLength(400);
  const counts = sent.map((from) => sent.filter((at) => at >= from && at < from + width).length);
  expect(Math.max(...counts)).toBe(most);
  expect(sent).toEqual([...sent].sort((a, b) => a - b));
});

test('requests at the allowed pace do not wait', () => {
  const { handler, sent, advance } = paced();
  for (let count = 0; count < 20; count += 1) {
    expect(handler(apiRequest())).toMatchObject({ status: 200 });
    advance(250);
  }
  expect(sent).toHaveLength(20);
});

test('the queue has an end: one too many is refused with 503 and is told to come again', () => {
  const { handler } = paced({ mostWaiting: 2, sleep: () => new Promise(() => undefined) });
  for (let count = 0; count < 7; count += 1) void handler(apiRequest());
  expect(() => handler(apiRequest())).toThrow(ApiError);
  try {
    void handler(apiRequest());
  } catch (error) {
    expect((error as ApiError).status).toBe(503);
    expect((error as ApiError).details.headers).toContain('pace_queue_full');
  }
});

test('a client that leaves the queue is not sent, and takes nobody’s turn', async () => {
  let wake = (): void => undefined;
  const { handler, sent } = paced({ sleep: () => new Promise((resolve) => (wake = resolve)) });
  for (let count = 0; count < 5; count += 1) void handler(apiRequest());
  let leave = (): void => undefined;
  const left = handler(apiRequest({ onAbort: (callback) => (leave = callback) }));
  leave();
  await expect(left).rejects.toMatchObject({ details: { headers: ['X-Mock-Error', 'client_gone'] } });
  wake();
  await new Promise(setImmediate);
  expect(sent).toHaveLength(5);
});

test('what fails when its turn comes fails for its client alone', async () => {
  const handler = pace({
    limits: { perSecond: 1, perMinute: 100 },
    now: tick(),
    sleep: () => Promise.resolve(),
  })(({ path }) => {
    if (path === '/bad') throw new Error('bad');
    return { status: 200, headers: [], body: null };
  });
  const answers = await Promise.allSettled([
    handler(apiRequest()),
    handler(apiRequest({ target: '/bad' })),
    handler(apiRequest()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

/** A clock that moves 200 ms whenever it is looked at. */
function tick(): () => number {
  let time = 0;
  return () => (time += 200);
}
