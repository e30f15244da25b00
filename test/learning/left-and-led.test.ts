// What a shop for kites taught: how records stand where writes were answered otherwise, what a write put into an object, links
// that need two things to be so, links of a list that was only seen on one page, and comparisons that are called by their word.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (number: number) => `GET /v1/listings/kite-${number}`;
const price = (number: number) => `PATCH /v1/listings/kite-${number}/price`;
const ids = Array.from({ length: 14 }, (_, at) => 301 + at);

test('a write that is answered with a warning has changed the record at the end of the session', async () => {
  const kite = (number: number, low = 20 + (number % 7)) => ({
    id: `kite-${number}`,
    price: 30 + number,
    low,
  });
  const lower = (number: number, low: number, warnings?: string[]): Said => ({
    asked: price(number),
    sent: { low },
    status: warnings === undefined ? 204 : 200,
    told: warnings === undefined ? '' : { warnings },
  });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: { kites: ids.map((id) => kite(id)) } },
      lower(301, 41),
      { asked: read(301), told: kite(301, 41) },
      lower(302, 43),
      { asked: read(302), told: kite(302, 43) },
      lower(303, 900, ['The price of the kite is below this.']),
      { asked: price(304), sent: { low: 'much' }, status: 400, told: { fault: 'low is no number' } },
    ],
    'end',
  );
  expect(await ask(read(303))).toEqual([200, kite(303, 900)]);
  expect(await ask(read(304))).toEqual([200, kite(304)]);
});

test('what a write put into an object of a record was not there at the start of the session', async () => {
  const kite = (number: number, notes: object = {}, low = 20) => ({ id: `kite-${number}`, low, notes });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: ids.map((id) => kite(id)) } },
    {
      asked: price(305),
      sent: { low: 31, notes: { shelf: 'north' } },
      told: kite(305, { shelf: 'north' }, 31),
    },
    { asked: price(306), sent: { low: 32 }, told: kite(306, {}, 32) },
  ]);
  expect(await ask(read(305))).toEqual([200, kite(305)]);
});

test('a link that was told where there is more and totals were asked for needs both', async () => {
  const page = (number: number, size: number, totals: boolean): Said => {
    const from = (number - 1) * size;
    const last = Math.ceil(ids.length / size);
    const link = (rel: string, to: number) => ({
      href: `https://kites.example/v1/listings?size=${size}&page=${to}${totals ? '&totals=yes' : ''}`,
      rel,
    });
    const links = [
      link('self', number),
      ...(number < last ? [link('next', number + 1)] : []),
      ...(number < last && totals ? [link('last', last)] : []),
    ];
    const kites = ids.slice(from, from + size).map((id) => ({ id: `kite-${id}`, low: 10 + ((id * 7) % 23) }));
    const asked = `size=${size}&page=${number}${totals ? '&totals=yes' : ''}`;
    return {
      asked: `GET /v1/listings?${asked}`,
      told: { ...(totals && { total: ids.length }), kites, links },
    };
  };
  const ask = learnedFrom([
    page(1, 5, true),
    page(2, 5, true),
    page(3, 5, true),
    page(1, 5, false),
    page(2, 5, false),
    page(3, 5, false),
    page(1, 7, true),
  ]);
  const rels = async (query: string) => {
    const { json } = await ask.answer(`GET /v1/listings?${query}`);
    return (json as { links: { rel: string }[] }).links.map(({ rel }) => rel);
  };
  expect(await rels('size=4&page=1&totals=yes')).toEqual(['self', 'next', 'last']);
  expect(await rels('size=4&page=4&totals=yes')).toEqual(['self']);
  expect(await rels('size=4&page=2')).toEqual(['self', 'next']);
});

test('a list that was seen on one page alone leads on as its sister does', async () => {
  const link = (path: string, size: number, to: number) => ({
    Link: `<https://kites.example${path}?size=${size}&page=${to}>; rel="next"`,
  });
  const kites = ids.map((id) => ({ id: `kite-${id}`, low: 10 + ((id * 7) % 23) }));
  const plans = Array.from({ length: 5 }, (_, at) => ({ id: `plan-${at + 1}`, name: `Plan ${at + 1}` }));
  const page = (number: number, size: number): Said => ({
    asked: `GET /v1/listings?size=${size}&page=${number}`,
    answered: { Total: '14', ...(number * size < 14 && link('/v1/listings', size, number + 1)) },
    told: kites.slice((number - 1) * size, number * size),
  });
  const ask = learnedFrom([
    page(1, 6),
    page(2, 6),
    page(3, 6),
    page(1, 4),
    page(2, 4),
    { asked: 'GET /v1/strategies', answered: { Total: '5' }, told: plans },
  ]);
  const { headers } = await ask.answer('GET /v1/strategies?size=2&page=1');
  expect(headers.link).toMatch(/\/v1\/strategies\?size=2&page=2>; rel="next"$/);
  expect((await ask.answer('GET /v1/strategies?size=5')).headers.link).toBeUndefined();
});

test('a comparison that is called by a word tells the others, though its first page left nothing out', async () => {
  const kites = ids.map((id, at) => ({ id: `kite-${id}`, made: 1_760_000_000 - at * 86_400 }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites, more: false } },
    { asked: 'GET /v1/listings?made[gte]=1759000000&size=4', told: { kites: kites.slice(0, 4), more: true } },
    { asked: 'GET /v1/listings?size=6', told: { kites: kites.slice(0, 6), more: true } },
    { asked: 'GET /v1/listings?sort=made', status: 400, told: { fault: 'sort is not known' } },
  ]);
  const shown = async (query: string) => {
    const { json } = await ask.answer(`GET /v1/listings?${query}`);
    return (json as { kites: { id: string }[] }).kites.map(({ id }) => id);
  };
  const then = kites[6]!.made;
  const idsOf = (some: typeof kites) => some.map(({ id }) => id);
  expect(await shown(`made[gte]=${then}`)).toEqual(idsOf(kites.slice(0, 7)));
  expect(await shown(`made[gt]=${then}`)).toEqual(idsOf(kites.slice(0, 6)));
  expect(await shown(`made[lt]=${then}`)).toEqual(idsOf(kites.slice(7)));
});
