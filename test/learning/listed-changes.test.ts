// A body may list what is to be done: items are known by what they are about, wherever they stand in the list.
import { expect, test } from 'vitest';
import { sentLeaves } from '../../src/dialect/known-facts.ts';
import { indexedPlace, valueAt, withValueAt } from '../../src/http/pointer.ts';

const actions = {
  version: 3,
  actions: [
    { action: 'setFloor', amount: { cents: 400 } },
    { action: 'setCeiling', amount: { cents: 900 } },
  ],
};
const patch = [
  { op: 'replace', path: '/maximum', value: '9.00' },
  { op: 'replace', path: '/minimum', value: '4.00' },
];

test('an item is found by the word that tells it from the others, at another index too', () => {
  const place = '/actions/action=setCeiling/amount/cents';
  expect(sentLeaves(actions).map(([at]) => at)).toContain(place);
  expect(valueAt(actions, place)).toBe(900);
  expect(valueAt({ ...actions, actions: actions.actions.toReversed() }, place)).toBe(900);
  expect(indexedPlace(actions, place)).toBe('/actions/1/amount/cents');
});

test('an operation of a JSON Patch is found by its path', () => {
  const place = '/path=~1minimum/value';
  expect(sentLeaves(patch.slice(1)).map(([at]) => at)).toContain(place);
  expect(valueAt(patch, place)).toBe('4.00');
  expect(indexedPlace(patch, place)).toBe('/1/value');
});

test('items that nothing tells apart, or only a name of a record, are known by their index', () => {
  expect(sentLeaves([{ unit: 'EUR' }, { unit: 'EUR' }]).map(([at]) => at)).toEqual(['/0/unit', '/1/unit']);
  expect(sentLeaves([{ sku: 'LAMP-17' }]).map(([at]) => at)).toEqual(['/0/sku']);
});

test('a list is made where a step leads to an item of one that is not there', () => {
  expect(withValueAt({}, '/actions/action=setFloor/amount', 4)).toEqual({
    actions: [{ action: 'setFloor', amount: 4 }],
  });
  expect(withValueAt(actions, '/actions/action=setFloor/amount', 4)).toMatchObject({
    actions: [{ action: 'setFloor', amount: 4 }, { action: 'setCeiling' }],
  });
});
