// How often a service lets itself be asked, learned from when it refused.
import { describe, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import { createTestApp, opening } from '../support/app.ts';
import { interaction, recordingOf } from '../support/recordings.ts';

const start = Date.UTC(2026, 0, 31, 12);

interface Asked {
  readonly after: number;
  readonly method?: string;
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

/** How many requests are left after one; below 0: it was refused. */
function tokens(size: number, perSecond: number): (one: Asked) => number {
  let [level, filled] = [size, 0];
  return ({ after }) => {
    level = Math.min(size, level + ((after - filled) * perSecond) / 1000);
    filled = after;
    if (level < 1) return -1;
    level -= 1;
    return Math.floor(level);
  };
}

function bucket(size: number, perSecond: number): (one: Asked) => boolean {
  const take = tokens(size, perSecond);
  return (one) => take(one) >= 0;
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
  expect(limits.second).toMatchObject({ limit: 6, per: 'endpoint' });
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

test('a service that is too busy for a list that is answered later only says so to those who ask too often', () => {
  const asked = [
    ...burst,
    { after: 9000 },
    ...Array.from({ length: 12 }, (_, at) => ({ after: 9010 + at * 5 })),
    { after: 9080, path: '/v1/reports' },
    { after: 20_000, path: '/v1/reports' },
  ];
  expect(limitsOf(asked, bucket(10, 2), 503).second).toMatchObject({ limit: 10, refill: 2 });
});

test('a service may refuse those who ask too often by any status', () => {
  const asked = [0, 10, 20, 30, 40, 50, 60, 70, 80, 5000].map((after) => ({ after }));
  let count = 0;
  const admits = ({ after }: Asked) => (count += 1) <= 6 || after === 5000;
  expect(limitsOf(asked, admits, 403).second.limit).toBe(6);
});

test('what is refused between others that were answered, though not in haste, is no limit', () => {
  const asked = Array.from({ length: 9 }, (_, at) => ({ after: at * 2000 }));
  expect(limitsOf(asked, ({ after }) => after !== 12_000, 403).second).toEqual({ limit: 5, accepted: 1 });
});

test('what a service says that is busy at other times is no limit', () => {
  const asked = Array.from({ length: 9 }, (_, at) => ({ after: at * 2000 }));
  let count = 0;
  expect(limitsOf(asked, () => (count += 1) <= 6, 503).second).toEqual({ limit: 5, accepted: 1 });
});

/** The headers of an answer that tell of limits, or null: the request was refused. */
type Counting = (one: Asked) => Readonly<Record<string, string>> | null;

/** A session with a service that counts, from the moment at which the mock's clock begins. */
function countedSession(asked: readonly Asked[], counting: Counting): Recording {
  return recordingOf(
    ...asked.map((one, at) => {
      const { method = 'GET', path = '/v1/strategies' } = one;
      const headers = counting(one);
      const body = method === 'GET' ? { data: [{ id: 'one' }], has_more: false } : { id: 'one', low: at };
      return interaction(`${at + 1}`, {
        method,
        path,
        at: new Date(opening + one.after).toISOString(),
        status: headers === null ? 429 : 200,
        headers: [['Content-Type', 'application/json'], ...Object.entries(headers ?? {})],
        ...(method === 'GET' ? {} : { requestBody: { low: at } }),
        body: headers === null ? { error: { code: 'slow_down' } } : body,
      });
    }),
  );
}

test('a header that counts for a limit that no refused request had met does not tell the one that was met', () => {
  const slow = Array.from({ length: 20 }, (_, at) => ({ after: at * 2000 }));
  const asked = [...slow, ...[0, 10, 20, 30, 40, 50, 5000].map((after) => ({ after: 50_000 + after }))];
  let used = 0;
  const session = countedSession(asked, ({ after }) =>
    after === 50_050 ? null : { 'Used-Today': `${(used += 1)}/5000` },
  );
  const { limits } = learnProfile([{ name: 'counted', recording: session }]).service!;
  expect([limits.second.limit, limits.minute.limit]).toEqual([5, null]);
});

/** What the mock's headers of some names tell when it is asked the same at the same times. */
async function mockHeaders(recording: Recording, asked: readonly Asked[], names: readonly string[]) {
  const { settings, dialect, limits } = applyProfile(learnProfile([{ name: 'counted', recording }]));
  const app = createTestApp({ settings, dialect, limits: limits! });
  const told: (readonly (string | undefined)[])[] = [];
  for (const { after, method = 'GET', path = '/v1/strategies' } of asked) {
    app.clock.advance(opening + after - app.clock.now());
    const { headers } = await app.call(method, path, method === 'GET' ? {} : { json: { low: told.length } });
    told.push(names.map((name) => headers[name.toLowerCase()]));
  }
  return told;
}

const headersIn = (recording: Recording, names: readonly string[]) =>
  recording.interactions.map(({ response }) =>
    names.map((name) => response.headers.find(([other]) => other === name)?.[1]),
  );

describe('what is found beside the endpoints', () => {
  const stated = (count: number) => ({ 'X-Left': `${20 - count}` });
  const paths = Array.from({ length: 15 }, (_, at) =>
    at % 3 === 0 ? '/v1/strategies' : at % 3 === 1 ? '/v1/strategies/one' : '/files/one.csv',
  );
  const limitsIn = (counts: (path: string) => boolean) => {
    let count = 0;
    const interactions = paths.map((path, at) => {
      if (counts(path)) count += 1;
      return interaction(`${at + 1}`, {
        path,
        at: new Date(opening + at * 30).toISOString(),
        headers: [
          ['Content-Type', 'application/json'],
          ...(counts(path) ? Object.entries(stated(count)) : []),
        ],
        body: path === '/v1/strategies' ? { data: [{ id: 'one' }] } : { id: 'one' },
      });
    });
    return learnProfile([{ name: 'counted', recording: recordingOf(...interactions) }]).service!.limits;
  };

  test('is counted where it is a record of a list', () => {
    const { second, files } = limitsIn((path) => !path.startsWith('/files'));
    expect([second.limit, files]).toEqual([20, undefined]);
    expect(second.accepted).toBe(10);
  });

  test('is counted where it is a file that is told how many are left', () => {
    const { second, files } = limitsIn(() => true);
    expect([second.limit, second.accepted, files]).toEqual([20, 15, true]);
  });
});

/** A window that begins anew with each second. */
function fixedWindows(size: number, scopeOf: (one: Asked) => string = () => ''): (one: Asked) => number {
  const counts = new Map<string, number>();
  return (one) => {
    const key = `${scopeOf(one)} ${Math.floor(one.after / 1000)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return size - counts.get(key)!;
  };
}

/** A window that begins with the first request after the last one. */
function openedWindows(size: number): (one: Asked) => number {
  let [start, count] = [-Infinity, 0];
  return ({ after }) => {
    if (after >= start + 1000) [start, count] = [after, 0];
    count += 1;
    return size - count;
  };
}

const pathOf = ({ path = '/v1/strategies' }: Asked) => path;
const nextSecond = ({ after }: Asked) => Math.floor((opening + after) / 1000) + 1;
const steps = Array.from({ length: 30 }, (_, at) => ({ after: 40 + at * 130 }));

describe('headers that count, where nothing was refused,', () => {
  const windowsOf: Counting = ((left) => (one: Asked) => ({
    'X-Limit': '12',
    'X-Left': `${left(one)}`,
    'X-Resets': `${nextSecond(one)}`,
  }))(fixedWindows(12));
  const fromBucket: Counting = ((admits) => (one: Asked) => {
    const left = admits(one);
    return { 'X-Calls': `${40 - left}/40` };
  })(tokens(40, 2));
  const inDate: Counting = ((left) => (one: Asked) => ({
    RateLimit: `limit=12, remaining=${left(one)}`,
    'X-Again': new Date(nextSecond(one) * 1000).toUTCString(),
  }))(fixedWindows(12));

  test.each([
    [
      'a window with the second in which it ends',
      windowsOf,
      ['X-Limit', 'X-Left', 'X-Resets'],
      'fixed-window',
    ],
    ['a bucket with how much of it was used', fromBucket, ['X-Calls'], 'token-bucket'],
    ['a window with several numbers in one header', inDate, ['RateLimit', 'X-Again'], 'fixed-window'],
  ] as const)('are told by the mock as by the service: %s', async (_, counting, names, algorithm) => {
    const recording = countedSession(steps, counting);
    const profile = learnProfile([{ name: 'counted', recording }]);
    expect(profile.service!.limits.algorithm).toBe(algorithm);
    expect(await mockHeaders(recording, steps, names)).toEqual(headersIn(recording, names));
  });

  test('are told of windows that begin with a request, as the service tells them', async () => {
    const opened = openedWindows(12);
    const recording = countedSession(steps, (one) => ({ 'X-Left': `${opened(one)}` }));
    const profile = learnProfile([{ name: 'counted', recording }]);
    expect(profile.service!.limits.algorithm).toBe('first-request-window');
    const others = [0, 10, 990, 999, 1000, 1500, 1999, 2000, 3300].map((after) => ({
      after: 10_450 + after,
    }));
    const again = openedWindows(12);
    expect(await mockHeaders(recording, others, ['X-Left'])).toEqual(others.map((one) => [`${again(one)}`]));
  });

  test('tell by the end of a window which one it is, where others count alike', async () => {
    const left = fixedWindows(12);
    const apart = Array.from({ length: 20 }, (_, at) => ({ after: 240 + at * 20 + (at < 10 ? 0 : 3000) }));
    const names = ['X-Left', 'X-Resets'];
    const recording = countedSession(apart, (one) => ({
      'X-Left': `${left(one)}`,
      'X-Resets': `${nextSecond(one)}`,
    }));
    expect(learnProfile([{ name: 'counted', recording }]).service!.limits.algorithm).toBe('fixed-window');
    expect(await mockHeaders(recording, apart, names)).toEqual(headersIn(recording, names));
  });

  test('are told so to requests that were never made at these times', async () => {
    const left = fixedWindows(12);
    const session = countedSession(steps, (one) => ({ 'X-Left': `${left(one)}` }));
    const others = [0, 10, 20, 990, 1000, 5000, 5999].map((after) => ({ after: 10_000 + after }));
    expect(await mockHeaders(session, others, ['X-Left'])).toEqual(
      ['11', '10', '9', '8', '11', '11', '10'].map((count) => [count]),
    );
  });

  test('are told so where what is refused for something else is not told of them', () => {
    const left = fixedWindows(12);
    const session = countedSession(steps, (one) => ({ 'X-Left': `${left(one)}` }));
    const interactions = session.interactions.map((one, at) =>
      at % 5 < 2
        ? interaction(one.id, {
            path: `/v1/listings/none-${at}`,
            at: one.at,
            status: 404,
            body: { error: { code: 'not_found' } },
          })
        : one,
    );
    const { second, algorithm } = learnProfile([{ name: 'counted', recording: { ...session, interactions } }])
      .service!.limits;
    expect([second.limit, algorithm]).toEqual([12, 'fixed-window']);
  });

  test('are told though the recorder left out answers that were the same', () => {
    const left = fixedWindows(40);
    const all = Array.from({ length: 60 }, (_, at) => ({ after: at * 50 }));
    const session = countedSession(all, (one) => ({ 'X-Left': `${left(one)}` }));
    const interactions = session.interactions.filter((_, at) => at % 5 !== 3);
    const { second, algorithm } = learnProfile([{ name: 'counted', recording: { ...session, interactions } }])
      .service!.limits;
    expect([second.limit, algorithm]).toEqual([40, 'fixed-window']);
  });
});

describe('what is counted by itself', () => {
  const all: readonly Asked[] = Array.from({ length: 24 }, (_, at) => ({
    after: 20 + at * 110,
    ...[
      { path: '/v1/strategies' },
      { path: '/v1/listings' },
      { path: '/v1/listings/one' },
      { method: 'PATCH', path: '/v1/listings/one/price' },
    ][(at * 7 + Math.floor(at / 3)) % 4],
  }));
  test.each([
    ['method', ({ method = 'GET' }: Asked) => method],
    ['subject', (one: Asked) => pathOf(one).split('/')[2]!],
    ['endpoint', (one: Asked) => `${one.method} ${pathOf(one)}`],
    [undefined, () => ''],
  ] as const)('is seen in headers that count: by %s', (per, scopeOf) => {
    const left = fixedWindows(12, scopeOf);
    const recording = countedSession(all, (one) => ({ 'X-Left': `${left(one)}` }));
    const { second } = learnProfile([{ name: 'counted', recording }]).service!.limits;
    expect([second.limit, second.per]).toEqual([12, per]);
  });

  test('is seen in refusals alone: writes apart from reads', () => {
    const asked = Array.from({ length: 16 }, (_, at) => ({
      after: at * 10,
      ...(at < 8
        ? { path: at < 4 ? '/v1/listings' : '/v1/listings/one' }
        : { method: 'PATCH', path: `/v1/listings/one/${at < 12 ? 'price' : 'strategy'}` }),
    }));
    const left = fixedWindows(6, ({ method = 'GET' }) => method);
    const recording = countedSession(asked, (one) => (left(one) < 0 ? null : {}));
    const { second } = learnProfile([{ name: 'counted', recording }]).service!.limits;
    expect(second).toMatchObject({ limit: 6, per: 'method' });
  });
});

test('a limit that no request met, such as that of a day, is not taken for the one that refused', () => {
  let today = 0;
  const left = fixedWindows(6);
  const asked = Array.from({ length: 20 }, (_, at) => ({ after: at * 90 }));
  const recording = countedSession(asked, (one) =>
    left(one) < 0 ? null : { 'X-Left-Today': `${5000 - (today += 1)}` },
  );
  const { second, minute } = learnProfile([{ name: 'counted', recording }]).service!.limits;
  expect([second.limit, minute.limit]).toEqual([6, null]);
});

test('a bucket that fills within ten seconds is told by a pace that is no whole number', () => {
  const asked = [
    ...Array.from({ length: 28 }, (_, at) => ({ after: at * 10 })),
    ...Array.from({ length: 40 }, (_, at) => ({ after: 1000 + at * 190 })),
  ];
  const { second, algorithm } = limitsOf(asked, bucket(25, 2.5));
  expect({ ...second, accepted: undefined }).toEqual({ limit: 25, accepted: undefined, refill: 2.5 });
  expect(algorithm).toBe('token-bucket');
});

test('a bucket that fills within a minute is one of so many a minute', () => {
  const asked = [
    ...Array.from({ length: 34 }, (_, at) => ({ after: at * 10 })),
    ...Array.from({ length: 20 }, (_, at) => ({ after: 1000 + at * 900 })),
  ];
  const { second, minute, algorithm } = limitsOf(asked, bucket(30, 0.5));
  expect([second.limit, minute.limit, algorithm]).toEqual([null, 30, 'token-bucket']);
});

test('the digits of an id that a header holds are no limit', () => {
  const paced = Array.from({ length: 56 }, (_, at) => at * 1000);
  const times = [...paced, 57_000, 57_010, 57_020, 57_030, 60_500];
  const interactions = times.map((after, at) =>
    interaction(`${at + 1}`, {
      path: '/v1/strategies',
      at: new Date(start + after).toISOString(),
      ...(at === 0 && {
        headers: [
          ['Content-Type', 'application/json'],
          ['Location', '/v1/runs/run_oyQ59S'],
        ],
      }),
      ...(after === 57_030
        ? { status: 429, body: { error: 'slow down' } }
        : { status: 200, body: { data: [{ id: 'one' }] } }),
    }),
  );
  const { second, minute } = learnProfile([{ name: 'limits', recording: recordingOf(...interactions) }])
    .service!.limits;
  expect([second.limit, minute.limit]).toEqual([3, null]);
});

test('a refusal among requests that were let in as fast makes no limit below what was let in', () => {
  const asked = Array.from({ length: 8 }, (_, at) => ({ after: at * 20 }));
  const { second } = limitsOf(asked, ({ after }) => after !== 120);
  expect(second.limit ?? Infinity).toBeGreaterThanOrEqual(second.accepted);
  expect(second.accepted).toBe(7);
});
