// What a shop for quilts taught: moments that are refused as days alone, a parameter that is called after a moment and a word for
// later, and records of the same second that stand as they were written.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (id: number) => `PATCH /v1/listings/${id}/price`;

const patched = Array.from({ length: 12 }, (_, at) => ({
  id: 620 + at * 7,
  title: `Quilt ${'HBFADCIEGKJM'[at]!}`,
  floor: 30 + ((at * 7) % 23),
  changed: `2026-0${1 + ((at * 5) % 3)}-${String(3 + ((at * 11) % 24)).padStart(2, '0')} 1${at % 10}:11:12`,
}));

/** A list of those that were changed since. */
function since(moment?: string): Said {
  const quilts = patched.filter(({ changed }) => moment === undefined || changed >= moment);
  return {
    asked: `GET /v1/listings${moment === undefined ? '' : `?changed_from=${encodeURIComponent(moment)}`}`,
    told: { quilts, count: quilts.length },
  };
}

const unlike = 'changed_from must look like YYYY-MM-DD hh:mm:ss';
const taken = [since(), since('2026-02-01 00:00:00')];
const asDay = (day: string, status: number, told: unknown): Said => ({ ...since(day), status, told });

test('a day alone is refused where one was and moments were taken, and taken where none was refused', async () => {
  const refused = (day: string) => asDay(day, 400, { message: unlike });
  const ask = learnedFrom([...taken, refused('2026-02-01')]);
  for (const { asked, told } of [refused('2026-02-03'), refused('2026-03-02')])
    expect(await ask(asked)).toEqual([400, told]);
  const moment = since('2026-02-03 12:30:00');
  expect(await ask(moment.asked)).toEqual([200, moment.told]);
  const lenient = learnedFrom(taken);
  const day = since('2026-02-03');
  expect(await lenient(day.asked)).toEqual([200, day.told]);
});

test.each([200, 403])('the refusal of a day alone by %i is not that of a wrong key', async (status) => {
  const refused = (day: string) => asDay(day, status, { error: { code: 17, message: unlike } });
  const ask = learnedFrom([...taken, refused('2026-02-01'), refused('2026-03-01')]);
  for (const { asked } of taken) {
    const { text } = await ask.answer(asked, undefined, undefined, { 'X-API-KEY': 'another' });
    expect(text).not.toContain(unlike);
  }
  const another = refused('2026-02-03');
  expect(await ask(another.asked)).toEqual([status, another.told]);
});

const moment = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
/** When the mock of a session opens, and when the session was recorded. */
const [opened, recorded] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 3, 9)];
const day = 86_400_000;

test('what is called after a moment and a word for later is about that moment, though another one fits as well', async () => {
  const quilts = Array.from({ length: 10 }, (_, at) => {
    const created = opened - (200 - ((at * 7) % 10) * 17) * day;
    return {
      id: 620 + at * 7,
      floor: 30 + ((at * 7) % 23),
      createdAt: moment(created),
      updatedAt: moment(created + 2 * day),
    };
  });
  type Quilt = (typeof quilts)[number];
  const list = (since: string, all: readonly Quilt[]): Said => ({
    asked: `GET /v1/listings${since === '' ? '' : `?updatedAfter=${since}`}`,
    told: { quilts: all.filter(({ updatedAt }) => updatedAt > since) },
  });
  const write = (at: number, floor: number, milliseconds: number): Said => ({
    asked: price(quilts[at]!.id),
    sent: { floor },
    told: { ...quilts[at]!, floor, updatedAt: moment(milliseconds) },
  });
  const later = [90, 60].map((days) => moment(opened - days * day));
  const ask = learnedFrom([
    list('', quilts),
    ...later.map((since) => list(since, quilts)),
    write(1, 44, recorded + 3000),
    write(2, 45, recorded + 4000),
  ]);
  const oldest = quilts.reduce((one, other) => (one.createdAt < other.createdAt ? one : other));
  const at = quilts.indexOf(oldest);
  const { asked, sent, told } = write(at, 51, opened);
  expect(await ask(asked, sent)).toEqual([200, told]);
  const after = list(
    later[0]!,
    quilts.map((one) => (one === oldest ? (told as Quilt) : one)),
  );
  expect(await ask(after.asked)).toEqual([200, after.told]);
});

const dated = Array.from({ length: 10 }, (_, at) => ({
  id: 620 + at * 7,
  floor: 30 + ((at * 7) % 23),
  changed: moment(opened - (30 - ((at * 3) % 10)) * day),
}));
type Dated = (typeof dated)[number];

/** Quilts as they are after writes, each with a bound of its own, all in the same second. */
const writtenAt = (second: number, indices: readonly number[], before = dated): readonly Dated[] =>
  before.map((one, at) => (indices.includes(at) ? { ...one, floor: 70 + at, changed: moment(second) } : one));

/** A write of one of them that tells it so. */
const written = (at: number, after: readonly Dated[]): Said => ({
  asked: price(after[at]!.id),
  sent: { floor: after[at]!.floor },
  told: after[at]!,
});

/** A list of quilts by their indices. */
const listed = (query: string, all: readonly Dated[], indices: readonly number[]): Said => ({
  asked: `GET /v1/listings${query}`,
  told: { total: all.length, quilts: indices.map((at) => all[at]!) },
});

const inPlace = dated.map((_, at) => at);
const latestFirst = (all: readonly Dated[]) =>
  [...inPlace].sort((a, b) => (all[a]!.changed < all[b]!.changed ? 1 : -1));

test('the later of two that were written in one second stands first where two stood so and nothing else tells ties', async () => {
  const after = writtenAt(recorded + 3000, [1, 5]);
  const ask = learnedFrom([
    listed('', dated, inPlace),
    listed('?sort=-changed', dated, latestFirst(dated)),
    written(1, after),
    written(5, after),
    listed('?sort=-changed&size=4', after, [5, 1, ...latestFirst(dated)].slice(0, 4)),
  ]);
  const then = writtenAt(opened, [2, 6]);
  for (const at of [6, 2]) {
    const { asked, sent, told } = written(at, then);
    expect(await ask(asked, sent)).toEqual([200, told]);
    ask.wait(0.3);
  }
  const { asked, told } = listed('?sort=-changed&size=2', then, [2, 6]);
  expect(await ask(asked)).toEqual([200, told]);
});

test('ties do not stand as written where a page leaves out the one that was written last', async () => {
  // Two stood in one second before, as in the usual list.
  const before = dated.map((one, at) => (at === 7 ? { ...one, changed: dated[4]!.changed } : one));
  const sorted = latestFirst(before).filter((at) => at !== 7);
  sorted.splice(sorted.indexOf(4) + 1, 0, 7);
  const after = writtenAt(recorded + 3000, [1, 5, 8], before);
  const ask = learnedFrom([
    listed('', before, inPlace),
    listed('?sort=-changed', before, sorted),
    written(1, after),
    written(5, after),
    written(8, after),
    listed('?sort=-changed&size=2', after, [5, 1]),
  ]);
  const then = writtenAt(opened, [2, 6], before);
  for (const at of [2, 6]) {
    const { asked, sent, told } = written(at, then);
    expect(await ask(asked, sent)).toEqual([200, told]);
    ask.wait(0.3);
  }
  const { asked, told } = listed('?sort=-changed&size=2', then, [2, 6]);
  expect(await ask(asked)).toEqual([200, told]);
});
