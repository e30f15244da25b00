// An answer that lists the pages of its list: each with its label, its link, and whether it is the one that is shown.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const things = Array.from({ length: 9 }, (_, at) => ({ id: `t-${at + 11}`, name: `Thing ${at}` }));

function page(path: string, all: readonly object[], number: number, size: number) {
  const last = Math.ceil(all.length / size);
  const link = (to: number) => `https://upstream.example${path}?size=${size}&page=${to}`;
  const labels = Array.from({ length: last }, (_, at) => ({
    to: link(at + 1),
    label: String(at + 1),
    shown: at + 1 === number,
  }));
  const back = { to: number > 1 ? link(number - 1) : null, label: 'Back', shown: false };
  const on = { to: number < last ? link(number + 1) : null, label: 'On', shown: false };
  return {
    things: all.slice((number - 1) * size, number * size),
    total: all.length,
    pages: [back, ...labels, on],
  };
}

const said = (path: string, all: readonly object[], number: number, size: number) => ({
  asked: `GET ${path}?size=${size}&page=${number}`,
  told: page(path, all, number, size),
});

test('lists as many pages as there are, of another size too', async () => {
  const [all, few] = [things, things.slice(0, 5)];
  const ask = learnedFrom([
    said('/v1/listings', all, 1, 3),
    said('/v1/listings', all, 2, 3),
    said('/v1/listings', all, 3, 3),
    said('/v1/listings', all, 1, 8),
    said('/v1/listings', all, 2, 8),
    { asked: 'GET /v1/listings/t-12', told: things[1] },
    said('/v1/strategies', few, 1, 4),
    said('/v1/strategies', few, 2, 4),
  ]);
  const told = (await ask('GET /v1/listings?size=2&page=4')) as [number, ReturnType<typeof page>];
  const wanted = page('/v1/listings', all, 4, 2);
  const labels = ({ pages }: ReturnType<typeof page>) => pages.map(({ label, shown }) => [label, shown]);
  expect(labels(told[1])).toEqual(labels(wanted));
  expect(told[1].pages.map(({ to }) => to?.replace(/^https?:\/\/[^/]+/, ''))).toEqual(
    wanted.pages.map(({ to }) => to?.replace(/^https?:\/\/[^/]+/, '')),
  );
});
