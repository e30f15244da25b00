// Templates, and pages and cursors that go into them.
import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../src/dialect/cursors.ts';
import { selectPage } from '../../src/dialect/select-page.ts';
import { fill, literal } from '../../src/dialect/template.ts';
import type { CursorForm } from '../../src/dialect/wire.ts';

const values: Record<string, string | number | readonly string[] | null> = {
  total: 3,
  id: 'a{b',
  records: ['x'],
  none: null,
};
const resolve = (name: string) => values[name];

test('a text that is one name becomes the value, and longer texts hold it', () => {
  expect(fill({ n: '{total}', list: '{records}', text: 'of {total}: {id}' }, resolve)).toEqual({
    n: 3,
    list: ['x'],
    text: 'of 3: a{b',
  });
  expect(fill('{text:total}', resolve)).toBe('3');
});

test('where there is nothing, a member is null, left out or empty, as its name says', () => {
  expect(fill({ a: '{next}', b: '{next?}', c: '{next|}', d: '{none?}' }, resolve)).toEqual({
    a: null,
    c: '',
    d: null,
  });
  expect(
    fill({ a: { '{if}': 'next', url: '{next}' }, b: { '{if?}': 'next', url: '{next}' } }, resolve),
  ).toEqual({ a: null });
  expect(fill({ a: { '{if}': 'total', n: '{total}' } }, resolve)).toEqual({ a: { n: 3 } });
});

test('braces of a service are no names', () => {
  expect(fill(literal('{total} {{x}}'), resolve)).toBe('{total} {{x}}');
});

test.each<CursorForm>([
  { is: 'id' },
  { is: 'offset' },
  { is: 'opaque' },
  { is: 'base64', of: 'listings:{offset}' },
  { is: 'base64url', of: '{{"after":"{lastId}"}' },
])('a cursor of the form %o leads to its place', (form) => {
  const place = { offset: 20, lastId: 'lst_7' };
  const read = readCursor(writeCursor(place, form), form);
  expect(read?.offset ?? read?.lastId).toBe(read?.offset === undefined ? 'lst_7' : 20);
});

test('following what each page says, every record comes once', () => {
  const entries = Array.from({ length: 23 }, (_, at) => ({ id: `r${at}` }));
  const limit = { name: 'size', default: 5, max: 10, excess: 'cap' as const };
  for (const paging of [
    { limit, page: { name: 'p', first: 0 as const } },
    { limit, offset: { name: 'skip' } },
    { limit, cursor: { name: 'after', form: { is: 'base64', of: 'o{offset}' } as const } },
  ]) {
    const seen: string[] = [];
    let query = new URLSearchParams();
    for (let turns = 0; turns < 10; turns += 1) {
      const page = selectPage(query, entries, paging);
      seen.push(...entries.slice(page.from, page.to).map(({ id }) => id));
      if (page.next === undefined) break;
      query = new URLSearchParams([[...page.next]]);
    }
    expect(seen).toEqual(entries.map(({ id }) => id));
  }
});

test('a page that cannot be is refused with the parameter at fault', () => {
  const paging = {
    limit: { name: 'size', default: 5, max: 10, excess: 'reject' as const },
    page: { name: 'p', first: 1 as const },
  };
  const ask = (query: string) => () => selectPage(new URLSearchParams(query), [{ id: 'a' }], paging);
  expect(ask('size=11')).toThrow(expect.objectContaining({ kind: 'parameter_out_of_range' }) as Error);
  expect(ask('size=x')).toThrow(expect.objectContaining({ kind: 'parameter_invalid' }) as Error);
  expect(ask('p=0')).toThrow(expect.objectContaining({ details: { param: 'page' } }) as Error);
});
