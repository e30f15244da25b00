// A service may answer everything with 200 and say in the body that a request was refused.
import { expect, test } from 'vitest';
import { readExchanges } from '../../src/analysis/read-exchanges.ts';
import { interaction, recordingOf } from '../support/recordings.ts';

const records = [1, 2, 3].map((number) => ({
  id: String(number),
  name: `Lamp ${number}`,
  price: 10 + number,
}));

/** How a service wraps what it answers. */
interface Style {
  readonly style: string;
  readonly good: (value: unknown) => unknown;
  readonly bad: (message: string) => unknown;
}

const styles: readonly Style[] = [
  {
    style: 'a result code',
    good: (data) => ({ code: 0, message: 'ok', data }),
    bad: (message) => ({ code: 4001, message }),
  },
  {
    style: 'a flag',
    good: (result) => ({ success: true, result }),
    bad: (message) => ({ success: false, problems: [{ message }] }),
  },
  {
    style: 'an empty error',
    good: (response) => ({ error: '', message: '', response }),
    bad: (message) => ({ error: 'param', message, response: {} }),
  },
  {
    style: 'errors beside the data',
    good: (data) => ({ data }),
    bad: (message) => ({ data: null, errors: [{ message }] }),
  },
];

function refusedOf({ good, bad }: Style, isRefused: (at: number) => boolean): readonly string[] {
  const asked = [
    interaction('1-list', { body: good({ items: records }) }),
    interaction('2-list', { query: 'size=2', body: good({ items: records.slice(0, 2) }) }),
    interaction('3-list', { path: '/v1/strategies', body: good({ items: records.slice(1) }) }),
    ...['1', '2', '7', '8'].map((id, at) =>
      interaction(`${at + 4}-read`, {
        path: `/v1/listings/${id}`,
        body: isRefused(at) ? bad(`There is no listing ${id}`) : good(records[at % 3]),
      }),
    ),
    interaction('8-list', {
      query: 'size=0',
      body: isRefused(4) ? bad('size is too small') : good({ items: [] }),
    }),
  ];
  return readExchanges([{ name: 'it', recording: recordingOf(...asked) }])
    .filter(({ ok }) => !ok)
    .map(({ id }) => id);
}

test.each(styles)('$style tells which answers are refusals', (style) => {
  expect(refusedOf(style, (at) => at > 1)).toEqual(['it/6-read', 'it/7-read', 'it/8-list']);
});

test.each(styles)('nothing is refused where $style tells of none', (style) => {
  expect(refusedOf(style, () => false)).toEqual([]);
});
