// How often a service lets itself be asked, learned from when it refused.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { interaction, recordingOf } from '../support/recordings.ts';

const start = Date.UTC(2026, 0, 31, 12);

interface Asked {
  readonly after: number;
  readonly path?: string;
}

/** What is learned when a service lets requests through as `admits` says. */
function limitsOf(asked: readonly Asked[], admits: (one: Asked) => boolean, refusal = 429) {
  const interactions = asked.map((one, at) => {
    const isAdmitted = admits(one);
    return interaction(`${at + 1}`, {
      path: one.path ?? '/v1/strategies',
      at: new Date(start + one.after).toISOString(),
      status: isAdmitted ? 200 : refusal,
      body: isAdmitted ? { data: [{ id: 'one' }], has_more: false } : { error: { code: 'slow_down' } },
    });
  });
  return learnProfile([{ name: 'limits', recording: recordingOf(...interactions) }]).service!.limits;
}

/** A burst, then requests that come twice as fast as the bucket fills. */
const burst = [
  ...Array.from({ length: 14 }, (_, at) => ({ after: at * 10 })),
  ...Array.from({ length: 20 }, (_, at) => ({ after: 1010 + at * 230 })),
];

function bucket(size: number, perSecond: number): (one: Asked) => boolean {
  let [level, filled] = [size, 0];
  return ({ after }) => {
    level = Math.min(size, level + ((after - filled) * perSecond) / 1000);
    filled = after;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

test('a bucket that fills at a pace of its own is told by its size and its pace', () => {
  const { second, minute, algorithm } = limitsOf(burst, bucket(10, 2));
  expect({ ...second, accepted: undefined }).toEqual({ limit: 10, accepted: undefined, refill: 2 });
  expect(minute.limit).toBeNull();
  expect(algorithm).toBe('token-bucket');
});

test('of several ways of counting that refuse the same requests, the simplest is kept', () => {
  const asked = Array.from({ length: 9 }, (_, at) => ({ after: at * 10 }));
  let count = 0;
  const { second, algorithm } = limitsOf(asked, () => (count += 1) <= 6);
  expect([second.limit, algorithm]).toEqual([6, 'sliding-log']);
});

test('endpoints that are counted each by itself are told so', () => {
  // Seven of one, then seven of another: no count of all explains that both are refused at their seventh.
  const asked = Array.from({ length: 14 }, (_, at) => ({
    after: at * 10,
    path: at < 7 ? '/v1/strategies' : '/v1/reports',
  }));
  const counts = new Map<string, number>();
  const limits = limitsOf(asked, ({ path = '/v1/strategies' }) => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    return counts.get(path)! <= 6;
  });
  expect(limits.second).toMatchObject({ limit: 6, perEndpoint: true });
});

test('a refused write that a recording keeps beside its repetition is counted when it came', () => {
  const asked = [0, 10, 20, 30, 40, 5000, 5010, 5020, 5030, 5040, 50, 5050].map((after) => ({ after }));
  const limits = limitsOf(asked, ({ after }) => after % 1000 < 50);
  expect(limits.second).toMatchObject({ limit: 5 });
});

test('a service may say that it is too busy to those who ask too often', () => {
  const asked = Array.from({ length: 9 }, (_, at) => ({ after: at * 10 }));
  let count = 0;
  expect(limitsOf(asked, () => (count += 1) <= 6, 503).second.limit).toBe(6);
});

test('what a service says that is busy at other times is no limit', () => {
  const asked = Array.from({ length: 9 }, (_, at) => ({ after: at * 2000 }));
  let count = 0;
  expect(limitsOf(asked, () => (count += 1) <= 6, 503).second).toEqual({ limit: 5, accepted: 1 });
});
