// What a client prefers among the forms of an answer, by the headers that it sends.
import { expect, test } from 'vitest';
import { firstChoices } from '../../src/http/preferences.ts';

test.each([
  [{}, {}],
  [{ accept: '*/*', 'accept-language': '*', prefer: '' }, {}],
  [{ accept: 'application/json' }, { accept: 'application/json' }],
  [{ accept: 'Application/JSON; charset=utf-8' }, { accept: 'application/json' }],
  [{ accept: 'text/csv;q=0.4, application/vnd.rows+json' }, { accept: 'application/vnd.rows+json' }],
  // What clients of HTTP send by themselves.
  [{ accept: 'application/json, text/plain, */*' }, {}],
  [{ accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }, {}],
  [{ accept: 'text/csv, */*;q=0' }, { accept: 'text/csv' }],
  [{ 'accept-language': 'de-CH, de;q=0.9, en;q=0.5' }, { 'accept-language': 'de' }],
  [{ 'accept-language': 'en;q=0.5, fr' }, { 'accept-language': 'fr' }],
  [{ prefer: 'return=minimal' }, { prefer: 'return=minimal' }],
  [{ prefer: 'Handling=strict, count=exact' }, { prefer: 'handling=strict,count=exact' }],
] as readonly (readonly [Readonly<Record<string, string>>, object])[])('%j prefers %j', (headers, told) => {
  expect(Object.fromEntries(firstChoices((name) => headers[name]))).toEqual(told);
});
