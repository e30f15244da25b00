// Faults that are told in a map by the names of what is wrong, and once more in one sentence that begins in the same words.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const numbers = [101, 102, 103, 104, 105];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const item = (number: number, low = 5, high = 90) => ({ id: `${number}`, low, high });
const faults = (told: Readonly<Record<string, string>>) => ({
  detail: { arguments: Object.fromEntries(Object.entries(told).map(([name, word]) => [name, [word]])) },
  text: `There is something wrong: ${Object.entries(told)
    .map(([name, word]) => `${name} - ${word}`)
    .join(', ')}`,
});
const refused = (asked: string, told: Readonly<Record<string, string>>, sent?: object) => ({
  asked,
  sent,
  status: 400,
  told: faults(told),
});

const ask = learnedFrom([
  { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
  { asked: 'GET /v1/listings?size=3', told: { rows: numbers.slice(0, 3).map((number) => item(number)) } },
  { asked: 'GET /v1/listings?state=on', told: { rows: numbers.map((number) => item(number)) } },
  { asked: price(101), sent: { item: { low: 20, high: 70 } }, told: item(101, 20, 70) },
  { asked: price(102), sent: { item: { low: 30 } }, told: item(102, 30) },
  { asked: price(103), sent: { item: { high: 80 } }, told: item(103, 5, 80) },
  refused(
    price(104),
    { 'item.low': 'INVALID', 'item.high': 'INVALID' },
    { item: { low: 'cheap', high: true } },
  ),
  refused(price(104), { 'item.colour': 'UNKNOWN' }, { item: { low: 7, colour: 'red' } }),
  refused('GET /v1/listings?size=many&state=gone', { size: 'INVALID', state: 'INVALID' }),
  refused('GET /v1/listings?state=lost', { state: 'INVALID' }),
]);

test('one fault alone is told as each of several is', async () => {
  expect(await ask(price(105), { item: { low: 'dear' } })).toEqual([400, faults({ 'item.low': 'INVALID' })]);
  expect(await ask(price(105), { item: { high: false } })).toEqual([400, faults({ 'item.high': 'INVALID' })]);
  expect(await ask('GET /v1/listings?size=lots')).toEqual([400, faults({ size: 'INVALID' })]);
});

test('several faults are joined behind the words that begin the sentence', async () => {
  expect(await ask(price(105), { item: { low: false, high: 'dear' } })).toEqual([
    400,
    faults({ 'item.low': 'INVALID', 'item.high': 'INVALID' }),
  ]);
});

test('words that are told of a parameter for whatever is wrong are told for what was never wrong with it', async () => {
  const wrong = (name: string) => ({ status: 400, told: { code: 'ARGUMENTS', text: `${name} - INVALID` } });
  const beyond = { status: 400, told: { code: 'BAD_PAGE', text: 'This page makes no sense' } };
  const rows = (some: readonly number[]) => ({
    rows: some.map((number) => item(number)),
    count: numbers.length,
  });
  const mock = learnedFrom([
    { asked: 'GET /v1/listings', told: rows(numbers) },
    { asked: 'GET /v1/listings?size=2', told: rows(numbers.slice(0, 2)) },
    { asked: 'GET /v1/listings?size=2&page=2', told: rows(numbers.slice(2, 4)) },
    { asked: 'GET /v1/listings?size=2&page=3', told: rows(numbers.slice(4)) },
    { asked: 'GET /v1/listings?sort=id', told: rows(numbers) },
    { asked: 'GET /v1/listings?sort=-id', told: rows([...numbers].reverse()) },
    { asked: 'GET /v1/listings?size=2&page=30', ...beyond },
    { asked: 'GET /v1/listings?page=first', ...beyond },
    { asked: 'GET /v1/listings?size=0', ...wrong('size') },
    { asked: 'GET /v1/listings?sort=shape', ...wrong('sort') },
  ]);
  expect(await mock('GET /v1/listings?page=-2')).toEqual([400, beyond.told]);
  expect(await mock('GET /v1/listings?size=lots')).toEqual([400, wrong('size').told]);
});

test('an amount is too high that is told otherwise than bounds that cross, though it is above the one that stands', async () => {
  const wrong = (text: string) => ({ status: 400, told: { text } });
  const mock = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: { low: 20, high: 70 }, told: item(101, 20, 70) },
    { asked: price(102), sent: { low: 30 }, told: item(102, 30) },
    { asked: price(103), sent: { high: 800 }, told: item(103, 5, 800) },
    { asked: price(104), sent: { low: 50, high: 40 }, ...wrong('The lower bound is above the upper one') },
    { asked: price(104), sent: { low: 10_001 }, ...wrong('low is too much') },
  ]);
  expect(await mock(price(105), { high: 20_000 })).toEqual([400, wrong('high is too much').told]);
  expect(await mock(price(105), { low: 95 })).toEqual([
    400,
    wrong('The lower bound is above the upper one').told,
  ]);
});
