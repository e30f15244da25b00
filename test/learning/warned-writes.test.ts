// What a shop for hammocks taught: writes that are done and warn of what they did, where the price of the hammock lies beyond the
// bounds that it has then; and a note that no number tells, which is no warning.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: number) => `GET /v1/listings/${id}`;
const change = (id: number) => `PATCH /v1/listings/${id}/price`;

/** Hammocks at whole cents. */
const hammocks = Array.from({ length: 14 }, (_, at) => {
  const price = 4_240 + ((at * 2_375) % 7_010);
  return {
    id: 510 + at * 9,
    name: `Hammock ${'HBFADCIEGKJMLN'[at]!}`,
    price,
    floor: at % 5 === 3 ? null : price - 905,
    cap: at % 5 === 4 ? null : price + 1_460,
  };
});
type Hammock = (typeof hammocks)[number];
type Bounds = Partial<Pick<Hammock, 'floor' | 'cap'>>;

const isBelow = ({ price, floor }: Hammock) => floor !== null && price < floor;
const isAbove = ({ price, cap }: Hammock) => cap !== null && price > cap;

/** Writes by which the price lies within the bounds, below both of them, or above both. */
const written = (within: readonly number[], below: readonly number[], above: readonly number[]) =>
  [
    ...within.map((at) => [at, -310 - at * 15, 420 + at * 35] as const),
    ...below.map((at) => [at, 1_700 + at * 30, 3_910 + at * 10] as const),
    ...above.map((at) => [at, -2_115 - at * 5, -780 - at * 20] as const),
  ].map(([at, floor, cap]) => {
    const one = hammocks[at]!;
    return { one, bounds: { floor: one.price + floor, cap: one.price + cap } };
  });

/**
 * Asks for writes as they were recorded, and for reads of what they left.
 * @param shown a hammock as the service shows it
 * @param told what the service answers to the write that left it so
 */
async function expectTold(
  recorded: ReturnType<typeof written>,
  asked: ReturnType<typeof written>,
  shown: (one: Hammock) => object,
  told: (one: Hammock) => object,
  sent: (bounds: Bounds) => object = (bounds) => bounds,
) {
  const write = ({ one, bounds }: (typeof asked)[number]): Said => ({
    asked: change(one.id),
    sent: sent(bounds),
    told: told({ ...one, ...bounds }),
  });
  const again = ({ one, bounds }: (typeof asked)[number]): Said => ({
    asked: read(one.id),
    told: shown({ ...one, ...bounds }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { hammocks: hammocks.map(shown) } },
    { asked: read(hammocks[0]!.id), told: shown(hammocks[0]!) },
    ...recorded.flatMap((one, at) => (at % 2 === 0 ? [write(one), again(one)] : [write(one)])),
  ]);
  for (const one of asked) {
    const { asked: by, sent: body, told: answer } = write(one);
    expect(await ask(by, body)).toEqual([200, answer]);
    expect(await ask(again(one).asked)).toEqual([200, again(one).told]);
  }
}

test('a write that leaves the price below or above both bounds is warned of beside the record, in numbers of its own', async () => {
  const text = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));
  const euros = (cents: number | null) => (cents === null ? null : cents / 100);
  const shown = ({ id, name, price, floor, cap }: Hammock) => ({
    id,
    name,
    price: euros(price),
    minPrice: euros(floor),
    maxPrice: euros(cap),
  });
  const warning = (code: string, words: string) => ({ code, message: words });
  await expectTold(
    written([0, 1, 6], [2, 3], [4, 5]),
    written([7, 13], [8, 9, 12], [10, 11]),
    shown,
    (one) => ({
      data: shown(one),
      warnings: [
        ...(isBelow(one)
          ? [
              warning(
                'PRICE_BELOW_MIN',
                `Current price ${text(one.price)!} is below minPrice ${text(one.floor)!}`,
              ),
            ]
          : []),
        ...(isAbove(one)
          ? [
              warning(
                'PRICE_ABOVE_MAX',
                `Current price ${text(one.price)!} is above maxPrice ${text(one.cap)!}`,
              ),
            ]
          : []),
      ],
    }),
    ({ floor, cap }) => ({ minPrice: euros(floor ?? null), maxPrice: euros(cap ?? null) }),
  );
});

test('a warning that says no side is told on the other side, too, where the price was never seen', async () => {
  await expectTold(
    written([0, 1, 6], [2, 3], []),
    written([7, 13], [8, 9], [4, 10, 11]),
    (one) => one,
    (one) => ({
      hammock: one,
      warning: isBelow(one) || isAbove(one) ? 'The current price of the item is out of the price range.' : '',
    }),
  );
});

test('a note that goes with no number is told of no other record, and what is a warning beside it is', async () => {
  await expectTold(
    written([0, 1, 4], [2, 3], [5]),
    written([6, 7, 10], [8, 9, 11], [12, 13]),
    (one) => one,
    (one) => ({
      hammock: one,
      warning: isBelow(one) ? 'Below the floor.' : isAbove(one) ? 'Above the cap.' : '',
      ...(one.id === hammocks[3]!.id && { note: 'seen by Anna' }),
    }),
  );
});

test('a note is told of no other record, though a number that it does not name lies by chance beyond the cap there', async () => {
  const views = (at: number) => (at === 3 ? 90_000 : 1_500 + at);
  const rows = hammocks.map((one, at) => ({ ...one, views: views(at), floor: 4_000, cap: 9_000 }));
  const write = (at: number, floor: number, cap: number) => ({
    asked: change(rows[at]!.id),
    sent: { floor, cap },
    told: { row: { ...rows[at]!, floor, cap }, ...(at === 3 && { note: 'seen by Anna' }) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows } },
    ...[0, 1, 2, 3, 4, 5].map((at) => write(at, 4_100 + at * 15, 8_000 + at * 35)),
  ]);
  const { asked, sent, told } = write(8, 700, 800);
  expect(await ask(asked, sent)).toEqual([200, told]);
});
