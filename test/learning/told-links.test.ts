// What a shop for drums taught: links that only single reads show, cursors that lead back or that are told only to who asks for
// them, answers beside the report runs that are none, and writes that are answered by nothing or by what was preferred.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (number: number) => `GET /v1/listings/drum-${number}`;
const price = (number: number) => `PATCH /v1/listings/drum-${number}/price`;

test('links that single reads show and lists do not are made by the state of the record', async () => {
  const drum = (number: number, isAlone: boolean) => {
    const state = number % 4 === 3 ? 'ENDED' : 'OPEN';
    const href = `https://drums.example/v1/listings/drum-${number}`;
    const self = { href, rel: 'self', method: 'GET' };
    const edit = { href: `${href}/price`, rel: 'edit', method: 'PATCH' };
    return {
      id: `drum-${number}`,
      state,
      low: 20 + (number % 7),
      links: isAlone && state === 'OPEN' ? [self, edit] : [self],
    };
  };
  const ids = Array.from({ length: 14 }, (_, at) => 101 + at);
  const single = (number: number): Said => ({ asked: read(number), told: drum(number, true) });
  const list = { drums: ids.map((id) => drum(id, false)) };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list },
    ...[101, 102, 103, 104, 105, 107, 108].map(single),
  ]);
  for (const number of [106, 109, 110, 111, 112, 114])
    expect(await ask(read(number))).toEqual([200, drum(number, true)]);
  expect(await ask('GET /v1/listings')).toEqual([200, list]);
});

const all = Array.from({ length: 16 }, (_, at) => ({ id: `drum-${201 + at}`, low: 10 + ((at * 7) % 23) }));
const sealed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('cursors in a header lead on from the last record and back from the first one', async () => {
  const page = (from: number, size: number | undefined, cursor?: string): Said => {
    const end = from + (size ?? 5);
    const shown = all.slice(Math.max(0, from), end);
    const asked = size === undefined ? '' : `size=${size}&`;
    const link = (rel: string, token: string) =>
      `<https://drums.example/v1/listings?${asked}cursor=${token}>; rel="${rel}"`;
    const links = [
      ...(from > 0 ? [link('previous', sealed({ at: shown[0]!.id, way: 'prev' }))] : []),
      ...(end < all.length ? [link('next', sealed({ at: shown.at(-1)!.id, way: 'next' }))] : []),
    ];
    const query = [
      ...(size === undefined ? [] : [`size=${size}`]),
      ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ].join('&');
    return {
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      answered: { Link: links.join(', ') },
      told: { drums: shown },
    };
  };
  const on = (last: number) => sealed({ at: all[last]!.id, way: 'next' });
  const back = (first: number) => sealed({ at: all[first]!.id, way: 'prev' });
  const ask = learnedFrom([
    page(0, undefined),
    page(5, undefined, on(4)),
    page(10, undefined, on(9)),
    page(15, undefined, on(14)),
    page(5, undefined, back(10)),
    page(0, undefined, back(5)),
    page(0, 4),
    page(4, 4, on(3)),
    page(0, 4, back(4)),
  ]);
  for (const other of [
    page(0, 3),
    page(3, 3, on(2)),
    page(6, 3, on(5)),
    page(3, 3, back(6)),
    page(0, 6),
    page(6, 6, on(5)),
    page(12, 6, on(11)),
    page(6, 6, back(12)),
  ]) {
    const { status, json, headers } = await ask.answer(other.asked);
    expect([status, json]).toEqual([200, other.told]);
    expect(headers.link?.split(', ').sort()).toEqual(other.answered!.Link!.split(', ').sort());
  }
});

test('a cursor that is told only to who asks by one is told to nobody else, whatever a sister list makes', async () => {
  const opaque = (last: number) => `AoE-${String((last * 7919 + 13) % 9973).padStart(4, '0')}kx`;
  const page = (from: number, size: number, cursor?: string): Said => {
    const end = from + size;
    return {
      asked: `GET /v1/listings?${cursor === undefined ? '' : `cursor=${cursor}&`}size=${size}`,
      told: {
        drums: all.slice(from, end),
        total: all.length,
        ...(cursor !== undefined && end < all.length && { next: opaque(end - 1) }),
      },
    };
  };
  const runs = Array.from({ length: 9 }, (_, at) => ({ id: `run-${91 - at}`, kind: 'stock' }));
  const runPage = (number: number, size: number, cursor?: string): Said => ({
    asked: `GET /v1/reports?${cursor === undefined ? '' : `cursor=${cursor}&`}size=${size}`,
    told: {
      runs: runs.slice((number - 1) * size, number * size),
      total: runs.length,
      ...(number * size < runs.length && { next: btoa(`page=${number + 1}&size=${size}`) }),
    },
  });
  const ask = learnedFrom([
    page(0, 6),
    page(0, 6, '*'),
    page(6, 6, opaque(5)),
    page(12, 6, opaque(11)),
    page(0, 4),
    page(0, 10, '*'),
    page(10, 10, opaque(9)),
    runPage(1, 4),
    runPage(2, 4, btoa('page=2&size=4')),
    runPage(3, 4, btoa('page=3&size=4')),
  ]);
  expect(await ask('GET /v1/listings?size=3')).toEqual([200, page(0, 3).told]);
  expect(await ask('GET /v1/listings?size=7')).toEqual([200, page(0, 7).told]);
  const walked: unknown[] = [];
  let next: string | undefined = '*';
  for (let pages = 0; next !== undefined && pages < 9; pages += 1) {
    const { status, json } = await ask.answer(`GET /v1/listings?cursor=${encodeURIComponent(next)}&size=5`);
    expect(status).toBe(200);
    const shown = json as { drums: unknown[]; total: number; next?: string };
    expect(shown.total).toBe(all.length);
    walked.push(...shown.drums);
    next = shown.next;
  }
  expect(walked).toEqual(all);
});

test('a count beside the report runs is told as it was recorded, and so is a run that no list shows', async () => {
  const run = (number: number) => ({ id: `run-${number}`, kind: 'stock', rows: 10 + ((number * 7) % 31) });
  const listed = [19, 18, 17, 16, 15].map(run);
  const unknown = { status: 404, told: { fault: 'There is no such run.' } };
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: { runs: listed } },
    { asked: 'GET /v1/reports/count', told: { count: 42 } },
    { asked: 'GET /v1/reports/run-18', told: run(18) },
    { asked: 'GET /v1/reports/run-7', told: run(7) },
    { asked: 'GET /v1/reports/run-99', ...unknown },
  ]);
  expect(await ask('GET /v1/reports/count')).toEqual([200, { count: 42 }]);
  expect(await ask('GET /v1/reports/run-7')).toEqual([200, run(7)]);
  expect(await ask('GET /v1/reports/run-16')).toEqual([200, run(16)]);
  expect(await ask('GET /v1/reports/run-88')).toEqual([404, unknown.told]);
});

test('a write that only takes something away and tells the record as it was asked to is no refusal', async () => {
  const drum = (number: number, changed: object = {}) => ({
    id: `drum-${number}`,
    title: `Drum ${number}`,
    low: 20 + (number % 7),
    high: 80 + (number % 5),
    ...changed,
  });
  const ids = Array.from({ length: 12 }, (_, at) => 301 + at);
  const whole = { Prefer: 'return=representation' };
  const json = 'application/json';
  const silent = (number: number, sent: object): readonly Said[] => [
    { asked: price(number), sent, status: 204, told: '' },
    { asked: read(number), told: drum(number, sent) },
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { drums: ids.map((id) => drum(id)) } },
    ...silent(301, { low: 12, high: 70 }),
    ...silent(302, { low: 13 }),
    ...silent(303, { high: 71 }),
    { asked: price(304), sent: { low: null }, headers: whole, told: drum(304, { low: null }) },
    { asked: read(304), told: drum(304, { low: null }) },
  ]);
  const shown = await ask.answer(price(305), { low: 14 }, json, whole);
  expect([shown.status, shown.json]).toEqual([200, drum(305, { low: 14 })]);
  const cleared = await ask.answer(price(306), { high: null }, json, whole);
  expect([cleared.status, cleared.json]).toEqual([200, drum(306, { high: null })]);
  expect((await ask.answer(price(307), { low: 15, high: 72 })).status).toBe(204);
  expect(await ask(read(307))).toEqual([200, drum(307, { low: 15, high: 72 })]);
});
