// How services write moments: read, and written again in the same way.
import { expect, test } from 'vitest';
import { isTimeForm, readMoment, writeMoment } from '../../src/dialect/time-forms.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import { learnedFrom, recordingOf } from './said.ts';

const at = Date.UTC(2026, 4, 12, 8, 30, 7);

test.each([
  ['20260512083007', 'YYYYMMDDhhmmss'],
  ['20260512T083007Z', 'YYYYMMDDThhmmssZ'],
  ['2026-05-12T10:30:07+02:00', 'YYYY-MM-DDThh:mm:ss+02:00'],
  ['12.05.2026 08:30:07', 'DD.MM.YYYY hh:mm:ss'],
  [1_778_574_607, 's'],
])('%s is a moment', (value, form) => {
  expect(readMoment(value)).toEqual({ at, form });
  expect(isTimeForm(form)).toBe(true);
  expect(writeMoment(at, form)).toBe(value);
});

test.each([
  ['12 May 2026 08:30', 8, 'DD MMM YYYY hh:mm'],
  ['12 May 2026 08:30 AM', 8, 'DD MMM YYYY hh:mm A'],
  ['12-May-2026, 08:30:00 PM', 20, 'DD-MMM-YYYY, hh:mm:ss A'],
  ['12 May 2026 12:30 AM', 0, 'DD MMM YYYY hh:mm A'],
  ['12 May 2026 12:30 PM', 12, 'DD MMM YYYY hh:mm A'],
])('%s is a moment, with the name of its month', (value, hour, form) => {
  const then = Date.UTC(2026, 4, 12, hour, 30);
  expect(readMoment(value)).toEqual({ at: then, form });
  expect(isTimeForm(form)).toBe(true);
  expect(writeMoment(then, form)).toBe(value);
});

test.each([
  '20261312083007',
  '12 Mai 2026 08:30 AM',
  '12 May-2026',
  '20260512243007',
  '19870512083007',
  '00004711083007',
])('%s is none', (value) => {
  expect(readMoment(value)).toBeUndefined();
});

test('a fraction that is nothing is left out where a form says so', () => {
  const form = 'YYYY-MM-DDThh:mm:ss[.SSSSSS]Z';
  expect(isTimeForm(form)).toBe(true);
  expect(writeMoment(at, form)).toBe('2026-05-12T08:30:07Z');
  expect(writeMoment(at + 20, form)).toBe('2026-05-12T08:30:07.020000Z');
});

test('a service that leaves out fractions that are nothing does so for moments that it never wrote', async () => {
  const item = (number: number, low: number, changed: string) => ({ id: `item-${number}`, low, changed });
  const then = '2025-03-03T09:00:00.250Z';
  const set = (number: number, low: number, second: number) => ({
    asked: `PATCH /v1/listings/item-${number}/price`,
    sent: { low },
    told: item(number, low, `2026-03-03T09:00:0${second}.001Z`),
  });
  const session = (third: string) => [
    {
      asked: 'GET /v1/listings',
      told: { items: [item(8001, 10, then), item(8002, 11, then), item(8003, 12, third)] },
    },
    set(8001, 14.5, 1),
    set(8002, 7.25, 2),
    set(8001, 15.5, 3),
  ];
  const changed = async (third: string) => {
    const [, body] = (await learnedFrom(session(third))('PATCH /v1/listings/item-8003/price', {
      low: 9,
    })) as [number, { changed: string }];
    return body.changed;
  };
  expect(await changed('2025-03-03T09:00:00Z')).toMatch(/:\d\dZ$/);
  expect(await changed('2025-03-03T09:00:00.000Z')).toMatch(/:\d\d\.000Z$/);
});

test('a moment that is told to the minute, in words and without a zone, goes with the clock of the service', async () => {
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const shown = (local: string) => {
    const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(local)!;
    const clock = `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute}`;
    return `${day} ${names[Number(month) - 1]} ${year} ${clock} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  };
  const item = (number: number, low: number, changed: string) => ({
    id: `item-${number}`,
    low,
    changed,
    changedShown: shown(changed),
  });
  const then = '2025-11-03T07:09:50+0300';
  const session = [
    { asked: 'GET /v1/listings', told: { items: [8001, 8002, 8003].map((one) => item(one, 10, then)) } },
    ...[8001, 8002, 8001].map((one, at) => ({
      asked: `PATCH /v1/listings/item-${one}/price`,
      sent: { low: 14.5 + at },
      told: item(one, 14.5 + at, `2026-03-03T12:00:0${at + 1}+0300`),
    })),
  ];
  const ask = learnedFrom(session);
  ask.wait(9 * 3600 + 17 * 60);
  const [, told] = (await ask('PATCH /v1/listings/item-8003/price', { low: 9 })) as [
    number,
    ReturnType<typeof item>,
  ];
  expect(told.changed).not.toContain('2025');
  expect(told).toEqual(item(8003, 9, told.changed));
  const profile = printProfile(learnProfile([{ name: 'session', recording: recordingOf(session) }]));
  expect(profile).not.toMatch(/\d\d \w\w\w 202/);
});

test('when a record was read is told of every record, and is no part of any', async () => {
  const begin = Date.UTC(2026, 2, 3, 9);
  const good = (number: number) => ({ id: `g-${number}`, low: number });
  const goods = Array.from({ length: 15 }, (_, index) => good(index + 1));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    // One a second.
    ...Array.from({ length: 12 }, (_, index) => ({
      asked: `GET /v1/listings/g-${index + 1}`,
      told: { ...good(index + 1), readAt: new Date(begin + (index + 1) * 1000).toISOString() },
    })),
  ]);
  const readAt = async (number: number) => {
    const [, told] = (await ask(`GET /v1/listings/g-${number}`)) as [number, { readAt: string }];
    expect(told).toEqual({ ...good(number), readAt: told.readAt });
    return Date.parse(told.readAt);
  };
  const before = await readAt(15);
  ask.wait(90);
  expect((await readAt(2)) - before).toBe(90_000);
  expect(await ask('GET /v1/listings')).toEqual([200, { goods }]);
});

test('a header that tells a moment of the record in another form tells who has the record already', async () => {
  const days = [11, 12, 13, 14];
  const one = (day: number) => ({
    id: `item-${day}00`,
    low: day,
    high: 90,
    changed: `2026-01-${day}T10:20:30.000+0000`,
  });
  const told = (day: number) => ({
    told: one(day),
    answered: { 'Last-Modified': new Date(Date.UTC(2026, 0, day, 10, 20, 30)).toUTCString() },
  });
  const since = (day: number) => ({
    'If-Modified-Since': new Date(Date.UTC(2026, 0, day, 10, 20, 30)).toUTCString(),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: days.map(one) } },
    ...days.slice(0, 3).map((day) => ({ asked: `GET /v1/listings/item-${day}00`, ...told(day) })),
    { asked: 'GET /v1/listings/item-1100', headers: since(11), status: 304, told: '' },
  ]);
  expect(await ask('GET /v1/listings/item-1400', undefined, undefined, since(14))).toEqual([304, undefined]);
  expect(await ask('GET /v1/listings/item-1400', undefined, undefined, since(13))).toEqual([200, one(14)]);
});

test('zeros at the end of a fraction are left out where no moment has any', async () => {
  const begin = Date.UTC(2026, 2, 3, 9);
  const trimmed = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, 'Z');
  const item = (number: number, low: number, changed: number) => ({
    id: `item-${number}`,
    low,
    high: 90,
    changed: trimmed(changed),
  });
  const old = (number: number) => begin - (number - 8000) * 86_400_000;
  const numbers = [8001, 8002, 8003, 8004, 8005, 8006];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number, 5, old(number))) } },
    ...[1, 20, 300, 0].map((late, index) => {
      const told = item(8001 + index, 6 + index, begin + (index + 1) * 1000 + late);
      return { asked: `PATCH /v1/listings/item-${8001 + index}/price`, sent: { low: 6 + index }, told };
    }),
  ]);
  const [, told] = (await ask('PATCH /v1/listings/item-8006/price', { low: 9 })) as [
    number,
    ReturnType<typeof item>,
  ];
  expect(told.changed).toBe(trimmed(Date.parse(told.changed)));
  expect(told).toEqual(item(8006, 9, Date.parse(told.changed)));
  expect(told.changed).not.toBe(trimmed(old(8006)));
});
