// What a client makes of a 429 (§8), by how soon the same request comes again.
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import { createAudit } from '../../src/service/audit/audit.ts';
import type { AuditedRequest } from '../../src/service/audit/audited-request.ts';
import { retryAfter } from '../../src/service/filters/limit-rate.ts';
import { Limiter } from '../../src/service/worlds/limiter.ts';
import { board, factOf, foundIn, lamp, opening, patch, reportOf, request, standard } from './requests.ts';
import type { Told } from './requests.ts';

const path = `${board}/price`;
const refused = (told: Told = {}) =>
  request({ method: 'PATCH', path, status: 429, retryAfter: '2', ...told });
const again = (at: number, told: Told = {}) => patch({ minPrice: 12 }, { at, ...told });
const other = (at: number, told: Told = {}) => request({ at, ...told });

const date = (at: number) => new Date(opening + at).toUTCString();

/** What the client did, the requests that show it, and what is found beside the one 429. */
const reactions: readonly (readonly [string, readonly AuditedRequest[], string])[] = [
  ['waits as long as it was told', [refused(), again(2000)], 'waited'],
  ['waits longer', [refused(), again(300_000)], 'waited'],
  ['waits to within a timer’s slack', [refused(), again(1950)], 'waited'],
  ['comes back a little early', [refused(), again(1949)], 'retriedEarly'],
  ['comes back early', [refused(), again(101)], 'retriedEarly'],
  ['comes back at once', [refused(), again(100)], 'retriedAtOnce'],
  ['comes back in the same millisecond', [refused(), again(0)], 'retriedAtOnce'],
  ['comes back within the same answer’s time', [refused({ milliseconds: 400 }), again(450)], 'retriedAtOnce'],
  ['waits from the answer on', [refused({ milliseconds: 400 }), again(2400)], 'waited'],
  ['does not come back', [refused(), other(2051)], 'gaveUp'],
  ['is still waiting at the end', [refused(), other(2049)], 'waiting'],
  ['asks for the same path with another query', [refused(), again(2500, { query: 'a=1' })], 'gaveUp'],
  ['asks for the same path with another method', [refused(), again(2500, { method: 'GET' })], 'gaveUp'],
  ['writes to another listing', [refused(), again(2500, { path: `${lamp}/price` })], 'gaveUp'],
  ['comes back after five minutes, for another reason', [refused(), again(302_001)], 'gaveUp'],
  ['waits until the date it was told', [refused({ retryAfter: date(3000) }), again(3000)], 'waited'],
  ['comes back before that date', [refused({ retryAfter: date(3000) }), again(2900)], 'retriedEarly'],
  ['is told a date that is over', [refused({ retryAfter: date(-3000) }), again(0)], 'waited'],
  ['is told not to wait', [refused({ retryAfter: '0' }), again(0)], 'waited'],
  ['cuts an hour’s wait short', [refused({ retryAfter: '3600' }), again(30_000)], 'retriedEarly'],
  ['is told nothing and waits a second', [refused({ retryAfter: undefined }), again(1000)], 'waited'],
  ['is told nothing and waits less', [refused({ retryAfter: undefined }), again(500)], 'retriedEarly'],
  ['is told nonsense and waits a second', [refused({ retryAfter: '-5' }), again(1000)], 'waited'],
  ['is told nonsense and does not wait', [refused({ retryAfter: '1.5' }), again(50)], 'retriedAtOnce'],
  [
    'comes back while the clock stands still',
    [refused({ frozen: true }), again(0, { frozen: true })],
    'untimed',
  ],
  ['comes back to a clock that stands still', [refused(), again(5, { frozen: true })], 'untimed'],
  ['comes back from a clock that stood still', [refused({ frozen: true }), again(5)], 'untimed'],
  [
    'comes back when a frozen clock was moved on',
    [refused({ frozen: true }), again(2000, { frozen: true })],
    'waited',
  ],
  [
    'comes back so, answered slowly',
    [refused({ frozen: true, milliseconds: 400 }), again(2000, { frozen: true })],
    'waited',
  ],
  [
    'does not come back to a clock that stands still',
    [refused({ frozen: true }), other(0, { frozen: true })],
    'waiting',
  ],
];

const none = { waited: 0, retriedEarly: 0, retriedAtOnce: 0, gaveUp: 0, untimed: 0, waiting: 0 };

test.each(reactions)('a client that %s', (_, requests, reaction) => {
  const report = reportOf(requests);
  const { count, detail } = factOf(report, '429');
  expect(count).toBe(1);
  expect(detail).toMatchObject({ ...none, [reaction]: 1 });
  expect(factOf(report, 'retried-early').count).toBe(detail.retriedEarly);
  expect(factOf(report, 'retried-at-once').count).toBe(detail.retriedAtOnce);
  expect(factOf(report, 'gave-up').count).toBe(detail.gaveUp);
});

test('a client that comes back after five minutes has given up, whatever else is waited for', () => {
  const slow = refused({ path: `${lamp}/price`, retryAfter: '3600' });
  const { detail } = factOf(reportOf([slow, refused({ at: 1 }), again(302_002)]), '429');
  expect(detail).toMatchObject({ ...none, gaveUp: 1, waiting: 1 });
});

test('a refusal without Retry-After is counted as one', () => {
  const told = ['1', undefined, 'soon', '-5'].map((retryAfter, at) => refused({ at, retryAfter }));
  expect(factOf(reportOf(told), '429').detail.withoutRetryAfter).toBe(3);
});

test('a retry that came too early is named, and by how much', () => {
  const report = reportOf([refused(), again(500, { number: 7, status: 429, retryAfter: '2' }), again(2300)]);
  expect(factOf(report, 'retried-early')).toMatchObject({
    count: 2,
    detail: { leastEarlyMs: 200, mostEarlyMs: 1500 },
    requests: [{ number: 7, method: 'PATCH', path, status: 429 }, { status: 200 }],
  });
});

test('a request that was given up is named itself', () => {
  const report = reportOf([refused({ number: 3 }), other(5000, { number: 4 })]);
  expect(factOf(report, 'gave-up').requests).toMatchObject([{ world: 'w1', number: 3, path, status: 429 }]);
});

test('whether a client has given up is decided by the time of the report', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(refused());
  const reaction = (at: number) => factOf(audit.report(opening + at), '429').detail;
  expect(reaction(1000)).toMatchObject({ ...none, waiting: 1 });
  expect(reaction(3000)).toMatchObject({ ...none, gaveUp: 1 });
  audit.take(again(4000));
  expect(reaction(5000)).toMatchObject({ ...none, waited: 1 });
});

test('a retry that is refused again has a reaction of its own, so that all of them add up', () => {
  const loop = [0, 200, 400, 600, 2600].map((at) => refused({ at }));
  const { count, detail } = factOf(reportOf([...loop, again(4600)]), '429');
  expect(count).toBe(5);
  expect(detail).toMatchObject({ ...none, retriedEarly: 3, waited: 2 });
});

test('a refusal that is told late is settled by the request that came after it', () => {
  const requests = [refused({ at: 2000 }), refused({ at: 0, milliseconds: 2100 }), again(4000)];
  const { count, detail } = factOf(reportOf(requests), '429');
  expect(count).toBe(2);
  expect(detail).toMatchObject({ ...none, retriedAtOnce: 1, waited: 1 });
});

test('what else comes during the wait is carried on, after what may have been under way', () => {
  const requests = [
    refused(),
    other(50),
    other(150, { number: 9 }),
    other(1900, { status: 429 }),
    other(1999),
  ];
  const report = reportOf([...requests, other(9000)]);
  expect(factOf(report, 'carried-on')).toMatchObject({
    count: 2,
    detail: { refused: 1 },
    requests: [{ number: 9 }, { status: 429 }],
  });
});

test('the longest wait asked for is the one that counts, from its beginning', () => {
  const next = refused({ at: 5000, path: `${lamp}/price`, retryAfter: '1' });
  const requests = [refused({ retryAfter: '10' }), next, other(5050), other(9000), other(10_000)];
  expect(factOf(reportOf(requests), 'carried-on')).toMatchObject({ count: 3, detail: { refused: 1 } });
});

test('nothing is carried on over a clock that was frozen in between', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(refused());
  audit.clockMoved(0);
  audit.take(other(500));
  expect(factOf(audit.report(), 'carried-on').count).toBe(0);
});

test.each([
  ['while the clock stands still', other(500, { frozen: true })],
  ['as the retry itself', again(500)],
  ['once the wait is over', other(2000)],
])('a request %s carries nothing on', (_, next) => {
  expect(factOf(reportOf([refused(), next]), 'carried-on').count).toBe(0);
});

test('a clock that was advanced lets the wait be over, and gives nobody up for the time it skipped', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(refused());
  audit.clockMoved(3_600_000);
  audit.take(other(3_600_000));
  audit.take(again(3_601_000));
  expect(factOf(audit.report(), '429').detail).toMatchObject({ ...none, waited: 1 });
});

test.each([
  ['frozen for a while', 0, 500],
  ['set back', -5000, -4000],
])('how long a client waited for a clock that was %s is not told', (_, by, at) => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(refused());
  audit.clockMoved(by);
  audit.take(again(at));
  expect(factOf(audit.report(), '429').detail).toMatchObject({ ...none, untimed: 1 });
  expect(foundIn(audit.report())).toEqual({ '429': 1 });
});

test('ten thousand different requests that are refused are all accounted for', () => {
  const requests = Array.from({ length: 10_000 }, (_, index) =>
    refused({ at: index, path: `/v1/listings/${index}/price` }),
  );
  const { count, detail } = factOf(reportOf(requests, {}, 10_000), '429');
  expect(count).toBe(10_000);
  expect(detail.gaveUp! + detail.waiting!).toBe(10_000);
});

/** Asks for different listings as fast as told, and retries a refusal when it says so. */
function drive(pause: number, waits: (retryAfter: string) => number): AuditedRequest[] {
  const limiter = new Limiter(standard, createSettings());
  const requests: AuditedRequest[] = [];
  let now = 0;
  for (let id = 0; id < 40; id += 1) {
    for (let isServed = false; !isServed;) {
      const { refusedBy, wait } = limiter.take(opening + now);
      const told = retryAfter(wait, opening + now, createSettings());
      isServed = refusedBy === null;
      const answer = isServed ? {} : { status: 429, retryAfter: told };
      requests.push(request({ at: now, path: `/v1/listings/${id}`, ...answer }));
      now += isServed ? pause : waits(told);
    }
  }
  return requests;
}

test('a client that keeps the limits leaves nothing to remark', () => {
  expect(foundIn(reportOf(drive(200, () => 0)))).toEqual({});
});

test('a client that waits as it is told has only its speed to be remarked', () => {
  const found = foundIn(reportOf(drive(50, (told) => Number(told) * 1000)));
  expect(Object.keys(found)).toEqual(['429', 'peak-second']);
});

test('a client that retries in a loop is caught at it', () => {
  const found = foundIn(reportOf(drive(50, () => 10)));
  expect(found['retried-at-once']).toBe(found['429']);
  expect(found['retried-at-once']).toBeGreaterThan(100);
});
