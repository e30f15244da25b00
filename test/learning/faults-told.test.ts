// What a shop for parasols taught: faults of fields in a list that tells all of them beside the id of the request, answers of status 200
// that list what was not done, and broken JSON that is told again.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: number) => `GET /v1/listings/${id}`;
const price = (id: number) => `PATCH /v1/listings/${id}/price`;

const parasols = Array.from({ length: 12 }, (_, at) => ({
  item_id: 40_118 + at * 31,
  title: `Parasol ${'HBFADCIEGKJM'[at]!}`,
  state: at % 5 === 3 ? 'closed' : 'open',
  min: 20 + ((at * 7) % 23),
  max: 60 + ((at * 5) % 19),
}));
type Parasol = (typeof parasols)[number];

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly field: string;
}
const noNumber = (field: string): Fault => ({
  code: 'type_mismatch',
  message: `${field} must be a number`,
  field,
});
const negative = (field: string): Fault => ({
  code: 'invalid',
  message: `${field} must not be negative`,
  field,
});

test('all faults of fields are told in one list with the id of the request, though none had two', async () => {
  let count = 0;
  const withId = (one: Said): Said => {
    count += 1;
    const id = createHash('md5').update(String(count)).digest('hex').slice(0, 20);
    const told = one.status === undefined ? one.told : { type: 'faults', request_id: id, errors: one.told };
    return { ...one, answered: { 'X-Request-Id': id }, told };
  };
  const write = (at: number, sent: Partial<Parasol>): Said => ({
    asked: price(parasols[at]!.item_id),
    sent,
    told: { ...parasols[at]!, ...sent },
  });
  const refused = (at: number, sent: object, ...told: readonly Fault[]): Said => ({
    asked: price(parasols[at]!.item_id),
    sent,
    status: 400,
    told,
  });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: { parasols } },
      { asked: read(parasols[0]!.item_id), told: parasols[0]! },
      write(0, { min: 21, max: 71 }),
      write(1, { min: 14 }),
      refused(2, { min: 'cheap' }, noNumber('min')),
      refused(2, { max: true }, noNumber('max')),
      refused(4, { min: -3 }, negative('min')),
      refused(4, { max: -8.5 }, negative('max')),
    ].map(withId),
  );
  for (const [sent, ...faults] of [
    [{ min: 'low', max: -8 }, noNumber('min'), negative('max')],
    [{ min: true, max: 'high' }, noNumber('min'), noNumber('max')],
    [{ min: -1, max: -2 }, negative('min'), negative('max')],
    [{ min: 'none' }, noNumber('min')],
  ] as const) {
    const { status, json, headers } = await ask.answer(price(parasols[6]!.item_id), sent);
    const id = headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f]{20}$/);
    expect([status, json]).toEqual([400, { type: 'faults', request_id: id, errors: faults }]);
  }
});

const crossing = 'The min should not be above the max.';
const closed = 'The parasol is closed.';

test('what was not done is told in a list of its own by an answer that is no error, and is not done', async () => {
  const said = (response: object) => ({ error: '', response });
  const done = (at: number, sent: Partial<Parasol>): Said => {
    const { item_id, min, max } = { ...parasols[at]!, ...sent };
    return {
      asked: price(item_id),
      sent,
      told: said({ done: [{ item_id, min, max }], failed: [] }),
    };
  };
  const failed = (at: number, sent: Partial<Parasol>, reason: string): Said => ({
    asked: price(parasols[at]!.item_id),
    sent,
    told: said({ done: [], failed: [{ item_id: parasols[at]!.item_id, reason }] }),
  });
  const alone = (at: number, sent: Partial<Parasol> = {}): Said => ({
    asked: read(parasols[at]!.item_id),
    told: said({ ...parasols[at]!, ...sent }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: said({ parasols }) },
    alone(0),
    done(0, { min: 21.5, max: 71 }),
    alone(0, { min: 21.5, max: 71 }),
    done(1, { min: 14 }),
    done(2, { max: 99.9 }),
    alone(2, { max: 99.9 }),
    failed(4, { min: 80, max: 45.5 }, crossing),
    failed(3, { max: 90 }, closed),
    alone(4),
    { asked: price(parasols[4]!.item_id), sent: { min: 'cheap' }, told: { error: 'The min is no number.' } },
    { asked: price(parasols[4]!.item_id), sent: { max: true }, told: { error: 'The max is no number.' } },
    { asked: read(39_001), told: { error: 'There is no such parasol.' } },
  ]);
  for (const { asked, sent, told } of [
    failed(6, { min: 66.5, max: 52 }, crossing),
    failed(7, { min: 900 }, crossing),
    failed(8, { min: 12 }, closed),
  ])
    expect(await ask(asked, sent)).toEqual([200, told]);
  for (const { asked, told } of [6, 7, 8].map((at) => alone(at)))
    expect(await ask(asked)).toEqual([200, told]);
  expect(await ask(price(parasols[6]!.item_id), { max: 'high' })).toEqual([
    200,
    { error: 'The max is no number.' },
  ]);
  const changed = done(6, { min: 33.25 });
  expect(await ask(changed.asked, changed.sent)).toEqual([200, changed.told]);
  expect(await ask(read(parasols[6]!.item_id))).toEqual([200, alone(6, { min: 33.25 }).told]);
});

test('broken JSON is told again as it was sent, with its length', async () => {
  const broken = (at: number, text: string): Said => ({
    asked: price(parasols[at]!.item_id),
    sent: text,
    status: 400,
    told: {
      errors: [
        {
          code: 127,
          message: `JSON error : Syntax error\nJSON length : ${text.length}\nOriginal JSON : ${text}`,
        },
      ],
    },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { parasols } },
    { asked: price(parasols[0]!.item_id), sent: { min: 11 }, told: { ...parasols[0]!, min: 11 } },
    broken(1, '{"a": '),
  ]);
  for (const text of ['{"min": 12, ', '{"max"', '[{"min": 3}'])
    expect(await ask(price(parasols[5]!.item_id), text)).toEqual([400, broken(5, text).told]);
});
