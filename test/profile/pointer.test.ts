// What is left of a value without what stands at a place (RFC 6901), in lists, too.
import { expect, test } from 'vitest';
import { withoutValueAt } from '../../src/http/pointer.ts';

const value = { shelves: [{ row: 1, mark: 'a' }, { row: 2 }] };

const cases: readonly (readonly [at: string, shelves: readonly object[], loses: string])[] = [
  ['/shelves/0/row', [{ mark: 'a' }, { row: 2 }], 'a member of one item'],
  ['/shelves/1', [{ row: 1, mark: 'a' }], 'an item'],
  ['/shelves/7/row', value.shelves, 'nothing, where the list has not so many items'],
  ['/shelves/7', value.shelves, 'nothing, where the list has no such item'],
  ['/shelves/mark=a/row', [{ mark: 'a' }, { row: 2 }], 'a member of the item that says so'],
  ['/shelves/row', [{ mark: 'a' }, {}], 'a member of each item, where none is named'],
  ['/shelves/*/row', [{ mark: 'a' }, {}], 'a member of each item'],
  ['/boxes/0/row', value.shelves, 'nothing, where nothing stands'],
];

test.each(cases)('without %s a value keeps %j: it loses %s', (at, shelves) => {
  expect(withoutValueAt(value, at)).toEqual({ shelves });
});
