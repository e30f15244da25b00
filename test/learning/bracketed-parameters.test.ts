// Parameters in brackets, each of which may be there several times, with operators and several ways to ask for a page.
import { describe, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

interface Jar {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly worth: number;
  readonly top: number | null;
  readonly shownAt: string | null;
  readonly seal: string | null;
  /** Is told where it is asked for. */
  readonly maker: { readonly town: string; readonly since: number };
}

const jars = Array.from({ length: 40 }, (_, at): Jar => ({
  id: at + 3,
  code: `jar${String(at).padStart(3, '0')}${'qwertz'[at % 6]!}`,
  name: `${'KTRSBP'[(at * 5) % 6]!}ar ${(at * 17) % 40}`,
  kind: ['clay', 'glass', 'tin'][at % 3]!,
  worth: ((at * 29) % 97) + 0.5,
  top: at % 4 === 1 ? null : at * 3 + 50,
  shownAt: at % 5 === 2 ? null : `2026-01-${String((at % 27) + 1).padStart(2, '0')}T08:00:00.000Z`,
  seal: at % 7 === 3 ? null : 'wax',
  maker: { town: ['Lyon', 'Porto', 'Gent'][at % 3]!, since: 1900 + at },
}));

/** A page as the service tells it; `0` asks for one. */
function page(query: string): unknown {
  const asked = new URLSearchParams(query);
  const all = (name: string) =>
    [...asked].flatMap(([own, value]) => (own.replace(/\[\d+\]$/, '') === name ? value.split(',') : []));
  const [low, high] = all('where[worth][$within]').map(Number);
  const kinds = all('where[kind][$in]');
  const areNull = (own: Jar) =>
    (['top', 'shownAt', 'seal'] as const).every((name) => {
      const wanted = asked.get(`where[${name}][$null]`);
      return wanted === null || (own[name] === null) === (wanted === 'true');
    });
  const found = jars.filter(
    (own) =>
      (own.shownAt !== null || asked.get('state') === 'any') &&
      (low === undefined || (own.worth >= low && own.worth <= high!)) &&
      (kinds.length === 0 || kinds.includes(own.kind)) &&
      areNull(own),
  );
  const orders = all('order');
  const sorted = [...found].sort((a, b) => {
    for (const order of orders) {
      const [name, way] = order.split(':') as [keyof Jar, string];
      const sign = way === 'desc' ? -1 : 1;
      if (a[name] !== b[name]) return a[name]! < b[name]! ? -sign : sign;
    }
    return a.id - b.id;
  });
  const size = asked.has('page[size]') ? Math.max(1, Number(asked.get('page[size]'))) : 12;
  const number = Number(asked.get('page[number]') ?? 1);
  const only = all('only');
  const shown = sorted
    .slice((number - 1) * size, number * size)
    .map((own) =>
      Object.fromEntries(
        Object.entries(own).filter(
          ([name]) =>
            (name === 'maker' && asked.has('with')) ||
            (name !== 'maker' && (only.length === 0 || ['id', 'code', ...only].includes(name))),
        ),
      ),
    );
  return {
    data: shown,
    meta: { page: number, size, pages: Math.ceil(found.length / size), total: found.length },
  };
}

const list = (query: string): Said => ({
  asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
  told: page(query),
});

const session = [
  'state=any&page[size]=15',
  'state=any&page[size]=15&page[number]=2',
  'state=any&page[size]=15&page[number]=3',
  'page[size]=40',
  'page[size]=10&page[number]=3',
  'page[size]=0',
  'page[size]=5&only[0]=name&only[1]=worth',
  'page[size]=4&only=kind',
  'where[worth][$within][0]=20&where[worth][$within][1]=50',
  'where[kind][$in][0]=clay&where[kind][$in][1]=tin&page[size]=30',
  'where[top][$null]=true',
  'where[shownAt][$null]=true&state=any',
  'order[0]=kind:asc&order[1]=worth:desc&page[size]=9',
  'order[0]=worth:desc&page[size]=9',
  'order=name:asc&page[size]=9',
  'with=maker&page[size]=6',
  'with=*&page[size]=7&page[number]=2',
].map(list);

describe('a parameter with an index is one of several values of what it is called without', () => {
  const ask = learnedFrom(session);
  test.each([
    ['orders', 'order[0]=kind:desc&order[1]=worth:asc&page[size]=7'],
    ['a range by its ends', 'where[worth][$within][0]=5&where[worth][$within][1]=30'],
    ['values of which one is enough', 'where[kind][$in][0]=glass&where[kind][$in][1]=clay&page[size]=25'],
  ])('%s', async (_, query) => {
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, page(query)]);
  });
});

describe('what has nothing at a place', () => {
  const ask = learnedFrom(session);
  test('is asked for by an operator', async () => {
    for (const query of ['where[top][$null]=true&page[size]=4', 'where[top][$null]=false&page[size]=4'])
      expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, page(query)]);
  });

  test('is asked for of other leaves than those that were seen', async () => {
    const query = 'where[seal][$null]=true&page[size]=4';
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, page(query)]);
  });

  test('is left out unless it is asked for', () => {
    const { service } = learnProfile([{ name: 'jars', recording: recordingOf(session) }]);
    expect(service!.lists.listListings!.query.hidden).toEqual({
      at: '/shownAt',
      is: null,
      unless: { state: ['any'] },
    });
  });
});

test('a page is as long as most answers tell, though 0 asked for less', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings?page[number]=2')).toEqual([200, page('page[number]=2')]);
});

test('what one parameter adds is shown where another one chooses the rest', async () => {
  const ask = learnedFrom(session);
  for (const query of [
    'with=maker&page[size]=3&page[number]=4',
    'page[size]=3&page[number]=4',
    'only=kind&page[size]=2',
  ])
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, page(query)]);
});
