// Lists whose pages are shorter than what was asked for: their links lead on until that much was shown.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const things = Array.from({ length: 14 }, (_, at) => ({ id: `t-${at + 11}`, cost: `${at + 1}.50` }));
const longest = 4;

/** A page of at most four, and the link to the rest of what was asked for. */
function page(target: string) {
  const [path, text] = target.split('?');
  const query = new URLSearchParams(text);
  const asked = query.get('take');
  const size = Math.min(longest, Number(asked ?? longest));
  const from = Number(query.get('from') ?? query.get('skip') ?? 0);
  const left = asked === null ? Infinity : Number(asked) - size;
  const rest = [...query].filter(([name]) => !['take', 'from', 'skip'].includes(name));
  if (asked !== null) rest.push(['take', String(left)]);
  rest.push(['from', String(from + size)]);
  const next = `https://upstream.example${path}?${rest.map((one) => one.join('=')).join('&')}`;
  return {
    things: things.slice(from, from + size),
    ...(from + size < things.length && left > 0 && { next }),
  };
}

const said = (target: string) => ({ asked: `GET ${target}`, told: page(target) });

const session = [
  said('/v1/listings'),
  said('/v1/listings?from=4'),
  said('/v1/listings?from=8'),
  said('/v1/listings?from=12'),
  said('/v1/listings?count=yes'),
  said('/v1/listings?count=yes&from=4'),
  said('/v1/listings?take=7'),
  said('/v1/listings?take=3&from=4'),
  said('/v1/listings?take=7&skip=7'),
  said('/v1/listings?take=3&from=11'),
  said('/v1/listings?take=3&skip=2'),
  { asked: 'GET /v1/listings/t-12', told: things[1] },
];

/** Where a link leads, its parameters in one order. */
function ledTo(told: unknown): string | undefined {
  const { next } = told as { next?: string };
  return (
    next &&
    [...new URL(next).searchParams]
      .map((one) => one.join('='))
      .sort()
      .join('&')
  );
}

test.each(['take=11', 'take=7&from=4', 'take=3&from=11', 'take=9&skip=2', 'take=4', 'count=yes&take=5'])(
  'a link asks for what a page left of %s, and for nothing where that is all',
  async (query) => {
    const target = `/v1/listings?${query}`;
    const [status, told] = (await learnedFrom(session)(`GET ${target}`)) as [number, object];
    expect(status).toBe(200);
    expect(told).toMatchObject({ things: page(target).things });
    expect(ledTo(told)).toBe(ledTo(page(target)));
  },
);
